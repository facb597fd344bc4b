//! The `marahel` command: levels from Marahel scripts.

fn main() -> std::process::ExitCode {
    marahel_evolve::marahel::main()
}
