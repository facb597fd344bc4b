//! Settings of a proposer, a program that a search asks for scripts.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::is_default;

/// How often a proposer is asked, and for how much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Proposing {
    /// The folder in which the program runs, relative to this file. A path in its command is
    /// relative to it, too.
    #[serde(skip_serializing_if = "is_default")]
    pub folder: PathBuf,
    /// Share of the offspring of a generation that are proposed scripts or their changes, above 0.
    pub share: f64,
    /// Scripts that one question asks for at most, from 1 to
    /// [`N_SCRIPTS_MAX`](Self::N_SCRIPTS_MAX).
    pub scripts: usize,
    /// Questions of a search, at least 1, spread evenly.
    pub calls: u64,
    /// Seconds for an answer.
    pub seconds: f64,
    /// Seconds for all answers of a search together.
    pub seconds_in_all: f64,
}

impl Proposing {
    /// Scripts that one question can ask for.
    pub const N_SCRIPTS_MAX: usize = 64;

    /// Questions of a search.
    pub const N_CALLS_MAX: u64 = 10_000;

    /// Seconds, for one answer or for all: a week.
    pub const N_SECONDS_MAX: f64 = 604_800.0;
}

impl Default for Proposing {
    fn default() -> Self {
        Self {
            folder: PathBuf::new(),
            share: 0.1,
            scripts: 8,
            calls: 100,
            seconds: 60.0,
            seconds_in_all: 600.0,
        }
    }
}
