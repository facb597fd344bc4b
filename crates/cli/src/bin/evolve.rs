//! The `evolve` command: a search that writes level generators.

fn main() -> std::process::ExitCode {
    cli::evolve::main()
}
