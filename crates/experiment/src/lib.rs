//! The main flow: evaluation, generations, run folder.
//!
//! [`run`] reads like the algorithm: ask the search engine for genomes,
//! evaluate them, tell the engine, and in the end measure the front again on
//! levels that the search never saw. A [`Config`] (of the crate `config`, whose items are
//! given on here) decides everything about a run, the [`Streams`] of its seed every random number, a [`RunFolder`] keeps
//! what came out. Threads and files live here; what genomes mean belongs to
//! `grammar` and `marahel`, what is good to the problems, who survives to `search`.

mod ancestry;
mod archive;
mod atlas;
mod best;
mod checkpoint;
mod control_values;
mod crew;
mod evaluate;
mod examples;
mod folder;
mod front;
mod genealogy;
mod goals;
mod growing;
mod judge;
mod lock;
mod monitor;
mod progress;
mod quality;
mod revalidate;
mod run;
mod sample;
mod saved;
mod status;
mod streams;
mod summary;
mod table;
mod tables;
#[cfg(test)]
mod testing;
mod worth;

pub use ancestry::{Ancestry, Measured};
pub use archive::Archived;
pub use atlas::{Atlas, AtlasCell, AtlasEntry, Coverage};
pub use best::{MeasureKind, SetMeasured, best_member, set_measures, validated_worth};
pub use checkpoint::{Checkpoint, CheckpointAge};
pub use control_values::ControlValues;
pub use crew::{Crew, Worker};
pub use evaluate::{Batch, Evaluation, Evaluator, Failure, evaluate_script};
pub use examples::example_levels;
pub use folder::{PROBLEM, RunFolder, write_config};
pub use front::FrontMember;
pub use genealogy::Ancestor;
pub use monitor::{Monitor, Unwatched};
pub use progress::Extension;
pub use quality::{Verdict, judge_script};
pub use revalidate::{config_of_run, revalidate, revalidate_random};
pub use run::{Outcome, Recorder, Unrecorded, resume, run, run_with};
pub use sample::match_entities;
pub use sample::{Sample, Sampler};
pub use saved::SavedRun;
pub use status::RunStatus;
pub use streams::{Purpose, Streams};
pub use summary::GenerationSummary;
pub use table::Table;

use ::tables::CsvText;

pub use config::files::{failed, read, write_atomically, write_atomically_by};
pub use config::{
    Algorithm, Config, Decoding, ExperimentError, Goal, Noise, Operators, Phenotype, ProblemChoice,
    ProblemKind, Problems, Representation, ScriptGenome, Search, SeedGene, Shorthand, decoder_of,
    engine_of, levels_of_text, parse_n_maps, paths, problem_of, read_drawn, read_levels,
    read_sprite, starting_scripts, with_drawings, with_judge,
};
