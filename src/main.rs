//! The `casebook` command.

fn main() -> std::process::ExitCode {
    casebook::cli::main()
}
