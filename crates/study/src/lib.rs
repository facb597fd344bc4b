//! The study of the FDG'20 paper: its runs, and what holds of what its
//! section 4 says of them.
//!
//! A study has runs of three problems in three [families](FAMILIES): as the
//! text describes them, as the released code computes them, and by the default
//! search. [`runs`] lists them, [`Run::config`] says what each one is told;
//! whoever makes them leaves a run folder for each. [`Study::read`] gathers
//! what the folders say and measures the published generators again,
//! [`check`] holds each sentence of the paper against that.
//! [`report`](report()) and [`figures`] tell it to people.
//!
//! Source: Khalifa and Togelius 2020, section 4, Figures 1 to 7.

mod checks;
mod claim;
mod error;
mod evidence;
mod family;
mod figures;
mod problems;
mod published;
mod report;
mod runs;
mod sentences;
mod tables;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use claim::{Checked, check};
pub use error::StudyError;
pub use evidence::{Study, StudyFamily};
pub use family::{FAMILIES, Family, RELEASED};
pub use figures::{StudyFigure, figures};
pub use problems::{PROBLEMS, StudyProblem};
pub use published::Published;
pub use report::report;
pub use runs::{Progress, Run, Size, runs};
pub use tables::{claims_csv, front_csv, random_csv, runs_csv};
