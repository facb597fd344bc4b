//! The studio: a page to write generators and to watch searches, and tools for assistants.
//!
//! [`answers`] answers requests of the page: JSON in, JSON out. [`serve`] is the server of `evolve
//! studio`; [`mcp`] is a server of the Model Context Protocol. Without the feature `server` there
//! are only the answers, which a page without a server runs as wasm.

pub mod answers;
#[cfg(feature = "server")]
pub mod mcp;
#[cfg(feature = "server")]
mod server;

#[cfg(feature = "server")]
pub use server::{
    Folder, FolderFiles, FrontScript, Generation, Glimpse, N_BYTES_TOGETHER, N_ROWS_SHOWN, NewRun,
    PATIENCE, Plan, Questions, Refusal, RunProblem, RunState, RunSummary, Runs, Workshop,
    answer_questions, serve,
};

/// With these words, a search says what its best script meets.
pub const BEST_SCRIPT: &str = "the best script";
