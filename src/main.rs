//! The `casebook` command.

/// Pages and shards are made of very many small texts: a build takes a good part less with this one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    casebook::cli::main()
}
