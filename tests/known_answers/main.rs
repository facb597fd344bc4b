//! Known answers: our decoder, measures, language and published generators
//! against the answers of the released reference and of independent programs.
//!
//! The answers are read from the folder that `MARAHEL_ORACLE` names, by
//! default `../shared/oracle` beside the workspace. Where the folder is
//! missing each test is reported as ignored, and a line says why.

mod metrics;
mod oracle;

fn main() {
    let arguments = libtest_mimic::Arguments::from_args();
    oracle::announce();
    let trials = [metrics::trials()].into_iter().flatten().collect();
    libtest_mimic::run(&arguments, trials).exit();
}
