//! The main flow: evaluation, generations, run folder.
//!
//! [`run`] reads like the algorithm: ask the search engine for genomes, evaluate them, report the
//! results to the engine, and at the end measure the front again on levels that the search never
//! saw. A [`Config`](marahel_config::Config) decides everything about a run. The
//! [`Streams`] of its seed supply every random number. A [`RunFolder`] keeps the results. Run
//! folders live here; `config` and `papers` decode genomes, the problems define what is good, and
//! `search` selects survivors.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

// The flow of a run.
mod progress;
mod run;
mod streams;
mod summary;

// Judging a generation, ending a run, and the run on disk.
mod ending;
mod explained;
mod folder;
mod judging;

// What a search keeps besides its front.
mod genealogy;

#[cfg(test)]
mod tests;

pub use ending::best::to_text as best_told;
pub use ending::best::{
    MeasureKind, SetMeasured, Tidied, best_member, measure_columns, set_measures, validated_worth,
};
pub use ending::examples::example_levels;
pub use ending::front::FrontMember;
pub use ending::picture::{
    FIXED_CELLS, N_NARROW, N_TIMES, NARROW, Picture, TileSpread, picture_of_levels,
    picture_of_script,
};
pub use ending::quality::{JudgedSet, Quality, Shortfall, judge_script, lacks_of_script};
pub use ending::revalidate::{revalidate, revalidate_random};
pub use explained::{Explained, explain_drawings};
pub use folder::checkpoint::{Checkpoint, CheckpointAge, SavedRun};
pub use folder::lock::{FILE as LOCK, Lock};
pub use folder::status::RunStatus;
pub use folder::table::Table;
pub use folder::tables::member_rows;
pub use folder::{
    NEAREST, PROBLEM, RunFolder, config_of_run, script_text, setup_of_run, write_config,
};
pub use genealogy::Ancestor;
pub use judging::crew::{Crew, Worker};
pub use judging::evaluate::{
    Batch, Evaluation, Evaluator, Failure, evaluate_levels, evaluate_script,
};
pub use judging::growing::{Nearest, Unmet};
pub use judging::monitor::{Monitor, Stop, Unwatched};
pub use judging::standing::{Standing, listed};
pub use marahel_problem::Sample;
pub use progress::LimitChange;
pub use run::{Event, Heat, Outcome, Recorder, Unrecorded, run, run_with};
pub use streams::{Purpose, Streams};
pub use summary::GenerationSummary;

use marahel_statistics::CsvText;
