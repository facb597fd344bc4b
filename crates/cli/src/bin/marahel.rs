//! The `marahel` command: levels from Marahel scripts.

fn main() -> std::process::ExitCode {
    cli::marahel::main()
}
