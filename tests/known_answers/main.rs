//! Known answers: our decoder, measures, language and published generators
//! against the answers of the released reference and of independent programs.
//!
//! The answers are read from the folder that `MARAHEL_ORACLE` names, by
//! default `../shared/oracle` beside the workspace. Where that is missing, they
//! are those of `sample`, a part of the folder that everybody has.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

mod decode;
mod language;
mod levels;
mod metrics;
mod oracle;
mod published;

fn main() {
    let arguments = libtest_mimic::Arguments::from_args();
    let trials = [
        decode::trials(),
        language::trials(),
        levels::trials(),
        metrics::trials(),
        published::trials(),
    ];
    libtest_mimic::run(&arguments, trials.into_iter().flatten().collect()).exit();
}
