//! The stages up to the score on the library of this repository: `cargo bench --bench stages`. The index and
//! the pages have benches of their own.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use casebook::load::{self, Sources};
use casebook::model::{self, Case};
use casebook::{parse, pipeline, score, verify};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn library() -> Sources {
    load::library(Path::new(env!("CARGO_MANIFEST_DIR")), &load::Options::default())
        .expect("the library of this repository stands beside this file")
}

fn stages(c: &mut Criterion) {
    let sources = library();
    let files: Vec<_> = sources.cases.iter().flat_map(|case| &case.files).map(|file| &file.file).collect();
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    let mut group = c.benchmark_group("stages");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("parse", |b| {
        b.iter(|| {
            for file in &files {
                black_box(parse::markdown(file, 64));
            }
        });
    });
    group.throughput(Throughput::Elements(sources.cases.len() as u64));
    group.bench_function("lower", |b| b.iter(|| black_box(model::lower(&sources))));

    let mut library = model::lower(&sources).value;
    let cases: Vec<Arc<Case>> = std::mem::take(&mut library.cases).into_iter().map(Arc::new).collect();
    let context = verify::Context::new(&library, &cases);
    group.bench_function("verify", |b| {
        b.iter(|| {
            for case in &cases {
                black_box(verify::case(&context, case.clone()));
            }
        });
    });
    let as_of = score::newest_date(&library, &cases);
    let scoring = score::Context { library: &library, as_of };
    let verified: Vec<_> = cases.iter().map(|case| verify::case(&context, case.clone()).0).collect();
    group.bench_function("score", |b| {
        b.iter_batched(
            || verified.clone(),
            |verified| {
                for case in verified {
                    black_box(score::case(&scoring, case));
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("check", |b| {
        b.iter(|| black_box(pipeline::check(&sources, None, &pipeline::Silent)));
    });
    group.finish();
}

criterion_group!(benches, stages);
criterion_main!(benches);
