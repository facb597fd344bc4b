//! Checkpoints: files from which a stopped run continues, however it stopped.
//!
//! ```text
//! magic      8 bytes
//! version    4 bytes    of this layout and of what it means
//! results    8 bytes    a hash of what small runs of this program find
//! length     8 bytes    of what follows the checksum
//! checksum  16 bytes    of what follows, XXH3
//! config, generations.csv, and the state of the run
//! ```
//!
//! A new one is written under another name, synced to disk, and then replaces the last one, which
//! stays beside it under its own name.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use marahel_config::{Config, EvolutionError, Genome};
use marahel_search::SavedSearch;
use marahel_system::FileError;
use marahel_system::files::{FileKind, failed, write_durably};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::{CONFIG, PROBLEM};
use crate::genealogy::Genealogy;
use crate::judging::SavedJudge;
use crate::progress::Progress;
use crate::{GenerationSummary, LimitChange};

const MAGIC: &[u8; 8] = b"evolve\x1a\n";

/// Increment when the layout changes.
const VERSION: u32 = 16;

/// The results of small runs. A program with other results would continue a run differently from
/// the one that wrote the checkpoint.
const RESULTS: &str = include_str!("../run/golden.txt");

/// Bytes before the content.
const N_HEADER: usize = 8 + 4 + 8 + 8 + 16;

/// Which checkpoint of a folder to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointAge {
    /// The newest.
    Last,
    /// The one before.
    Previous,
}

impl CheckpointAge {
    /// Its file in a run folder.
    pub(crate) const fn file(self) -> &'static str {
        match self {
            Self::Last => "checkpoint.bin",
            Self::Previous => "checkpoint.previous.bin",
        }
    }
}

/// The state of a run at a checkpoint.
pub struct Checkpoint {
    /// The config of the run, without the limits of its search.
    config: Table,
    /// The text of the problem file; `None` if the problem is known by name.
    problem: Option<String>,
    /// The text of `generations.csv` at that time.
    pub(crate) generations: String,
    /// The state of the run.
    pub run: SavedRun<'static>,
}

/// The content before the state of the run.
#[derive(Serialize, Deserialize)]
struct Preface {
    config: String,
    problem: Option<String>,
    generations: String,
}

impl Checkpoint {
    /// Reads the newest checkpoint of a run folder or the previous one; `None` if there is none. If
    /// a program was killed while it replaced the newest, `Last` reads the previous one.
    pub fn read(folder: &Path, age: CheckpointAge) -> Result<Option<Self>, EvolutionError> {
        let mut path = folder.join(age.file());
        if age == CheckpointAge::Last && !path.exists() {
            path = folder.join(CheckpointAge::Previous.file());
        }
        if matches!(fs::metadata(&path), Err(error) if error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        let bytes = FileKind::CHECKPOINT.bytes(&path)?;
        Self::of_bytes(&bytes)
            .map(Some)
            .map_err(|reason| EvolutionError::Checkpoint { path, reason })
    }

    /// Parses the bytes of a checkpoint.
    pub fn of_bytes(bytes: &[u8]) -> Result<Self, String> {
        let content = content(bytes)?;
        let (preface, body) = postcard::take_from_bytes::<Preface>(content).map_err(damaged)?;
        let Preface { config, problem, generations } = preface;
        let config = config.parse().map_err(|error: toml::de::Error| damaged(error.message()))?;
        let run = SavedRun::of_bytes(body).map_err(damaged)?;
        Ok(Self { config, problem, generations, run })
    }

    /// The bytes of a checkpoint with this content, for tests with content that no program wrote.
    #[doc(hidden)]
    pub fn with_header(content: &[u8]) -> Vec<u8> {
        [&header(content)[..], content].concat()
    }

    /// Rejects a config that differs from the run's, apart from the limits of the search.
    pub fn check_config(&self, folder: &Path, config: &Config) -> Result<(), EvolutionError> {
        let (file, reason) =
            if let Some(difference) = difference(&self.config, &settings(config), "") {
                (CONFIG, difference)
            } else if config.problem.file().as_deref() != self.problem.as_deref() {
                (PROBLEM, "the problem file has changed".to_owned())
            } else {
                return Ok(());
            };
        let message = format!("it differs from the run's, by its checkpoint: {reason}; undo that");
        Err(EvolutionError::content(folder.join(file), message))
    }
}

fn damaged(error: impl std::fmt::Display) -> String {
    format!("is not understood: {error}")
}

/// Writes a checkpoint into a run folder and keeps the previous one. An error leaves the earlier
/// checkpoints as they were.
pub(crate) fn write(
    folder: &Path,
    config: &Config,
    generations: &str,
    state: &[u8],
) -> Result<(), FileError> {
    let bytes = to_bytes(config, generations, state);
    let [last, previous] =
        [CheckpointAge::Last, CheckpointAge::Previous].map(|age| folder.join(age.file()));
    write_durably(&last, &bytes, || match fs::rename(&last, &previous) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed("renaming", &last)(error)),
        _ => Ok(()),
    })
}

pub(crate) fn remove_previous(folder: &Path) -> Result<(), FileError> {
    let path: PathBuf = folder.join(CheckpointAge::Previous.file());
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed("removing", &path)(error)),
        _ => Ok(()),
    }
}

fn to_bytes(config: &Config, generations: &str, state: &[u8]) -> Vec<u8> {
    let preface = Preface {
        config: settings(config).to_string(),
        problem: config.problem.file().map(Cow::into_owned),
        generations: generations.to_owned(),
    };
    let mut bytes = vec![0; N_HEADER];
    bytes = postcard::to_extend(&preface, bytes).expect("it is plain data");
    bytes.extend(state);
    let header = header(&bytes[N_HEADER..]);
    bytes[..N_HEADER].copy_from_slice(&header);
    bytes
}

fn header(content: &[u8]) -> [u8; N_HEADER] {
    let parts: [&[u8]; 5] = [
        MAGIC,
        &VERSION.to_le_bytes(),
        &xxh3_64(RESULTS.as_bytes()).to_le_bytes(),
        &(content.len() as u64).to_le_bytes(),
        &xxh3_128(content).to_le_bytes(),
    ];
    parts.concat().try_into().expect("the parts are as long as that")
}

/// The content after the header, if the header matches.
fn content(bytes: &[u8]) -> Result<&[u8], String> {
    let Some((actual, content)) = bytes.split_at_checked(N_HEADER) else {
        return Err("is damaged: it is cut short".to_owned());
    };
    let expected = header(content);
    let [magic, version, length] =
        [0..8, 8..20, 20..28].map(|range| actual[range.clone()] == expected[range]);
    if !magic {
        return Err("is damaged, or not a checkpoint".to_owned());
    }
    if !version {
        return Err("was written by another version of this program, which would not go on as \
                    this one; use that one, or begin again"
            .to_owned());
    }
    if !length {
        return Err("is damaged: it has the wrong length".to_owned());
    }
    if actual != expected {
        return Err("is damaged: its checksum does not match its content".to_owned());
    }
    Ok(content)
}

/// The settings that a resumed run must share with its checkpoint: all but the limits of the search
/// and the location of the problem.
fn settings(config: &Config) -> Table {
    let mut table: Table = config.to_toml().parse().expect("it was written as TOML");
    table.insert("problem".to_owned(), config.problem.name().into());
    // The run stores copies of these scripts under other names: compare their texts.
    if !config.from_texts.is_empty() {
        let texts = config.from_texts.iter();
        let hashes = texts.map(|text| Value::from(format!("{:032x}", xxh3_128(text.as_bytes()))));
        table.insert("from".to_owned(), hashes.collect::<Vec<_>>().into());
    }
    if let Some(Value::Table(search)) = table.get_mut("search") {
        search.remove("generations");
        search.remove("budget");
    }
    table
}

/// The first setting that differs, with both values.
fn difference(old: &Table, new: &Table, place: &str) -> Option<String> {
    let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    let mut differences = keys.filter_map(|key| {
        let place = format!("{place}{key}");
        match (old.get(key), new.get(key)) {
            (Some(Value::Table(old)), Some(Value::Table(new))) => {
                difference(old, new, &format!("{place}."))
            }
            (old, new) if old == new => None,
            (old, new) => {
                let [old, new] = [old, new]
                    .map(|value| value.map_or_else(|| "nothing".to_owned(), Value::to_string));
                Some(format!("`{place}` was {old} and is {new}"))
            }
        }
    });
    differences.next()
}

/// A run between two generations.
#[derive(Serialize, Deserialize)]
pub struct SavedRun<'s> {
    pub(crate) progress: Progress,
    pub(crate) extensions: Cow<'s, [LimitChange]>,
    pub(crate) engine: SavedSearch<Genome>,
    pub(crate) judge: SavedJudge<'s>,
    pub(crate) genealogy: Cow<'s, Genealogy>,
    pub(crate) last: Cow<'s, GenerationSummary>,
}

impl SavedRun<'_> {
    /// Number of finished generations.
    pub fn n_generations(&self) -> u64 {
        self.progress.n_generations
    }

    /// Number of levels that the search measured.
    pub fn n_levels(&self) -> u64 {
        self.last.n_maps
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("it is plain data")
    }

    /// Parses the bytes of a saved run.
    pub fn of_bytes(bytes: &[u8]) -> Result<Self, EvolutionError> {
        let saved: Self = postcard::from_bytes(bytes)
            .map_err(|error| EvolutionError::Saved(error.to_string()))?;
        if saved.progress.n_generations != saved.last.generation.saturating_add(1) {
            return Err(EvolutionError::Saved("its generations do not add up".to_owned()));
        }
        Ok(saved)
    }
}

#[cfg(test)]
mod tests;
