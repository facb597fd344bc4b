//! The `evolve` command: a search that writes level generators.

fn main() -> std::process::ExitCode {
    marahel_evolve::evolve::main(marahel_papers::fdg20::BUILT_IN, std::env::args_os())
}
