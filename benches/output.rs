//! The index and the pages of the library of this repository: `cargo bench --bench output`.

use std::hint::black_box;
use std::path::Path;

use casebook::index;
use casebook::load;
use casebook::pipeline::{self, BuildOptions, Silent};
use casebook::render::{self, Site};
use casebook::write::Memory;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn output(c: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = load::library(root, &load::Options::default())
        .expect("the library of this repository stands beside this file");
    let compiled = pipeline::check(&sources, None, &Silent);
    let mut group = c.benchmark_group("output");
    group.sample_size(10);
    group.throughput(Throughput::Elements(compiled.cases.len() as u64));

    let lower = || {
        index::lower(&compiled.library, &compiled.cases, |case, lang| format!("{lang}/cases/{}/", case.slug))
    };
    group.bench_function("index: lower", |b| b.iter(|| black_box(lower())));
    let library = lower();
    group.bench_function("index: gather", |b| {
        b.iter(|| black_box(index::gather(&library, index::Part::WHOLE)));
    });
    group.bench_function("index", |b| b.iter(|| black_box(index::build(&library))));

    let relations = vec![Vec::new(); compiled.cases.len()];
    let site = Site {
        library: &compiled.library,
        cases: &compiled.cases,
        relations: &relations,
        as_of: compiled.as_of.unwrap_or_default(),
        scripts: &[],
        dataset: &render::Dataset::default(),
        theme_files: &[],
        base_url: "https://example.org/",
        part: index::Part::WHOLE,
    };
    group.bench_function("render", |b| {
        b.iter(|| render::site(&site, &|file| drop(black_box(file))));
    });
    group.bench_function("build, in memory", |b| {
        let options = BuildOptions { base_url: "https://example.org/".to_owned(), ..BuildOptions::default() };
        let check = || pipeline::check(&sources, None, &Silent);
        let build =
            |mut compiled| pipeline::build(&mut compiled, &options, &Memory::default(), &Silent).is_ok();
        b.iter_batched(check, build, BatchSize::LargeInput);
    });
    group.finish();
}

criterion_group!(benches, output);
criterion_main!(benches);
