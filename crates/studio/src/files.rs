//! The scripts and problem files of one folder, and no way out of it.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use axum::Json;
use axum::extract::{Query, State};
use experiment::files::{Kind, first_entries};
use experiment::write_atomically;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::block_in_place;

use crate::Studio;
use crate::refusal::Refusal;
use crate::run_folder::RunFolder;

/// Folders that are looked into, one in the other; files that are listed; and all that is looked
/// at for them, if somebody opens a whole disk.
const DEPTH_MAX: usize = 6;
const N_FILES_MAX: usize = 2000;
const N_SEEN_MAX: usize = 50_000;

/// A file has at most so many bytes.
const N_BYTES_MAX: u64 = Kind::OF_STUDIO.n_bytes_max();

/// A folder that a page may read and write scripts and problem files in.
pub(crate) struct Folder(PathBuf);

#[derive(Deserialize)]
pub(crate) struct Place {
    path: String,
}

impl Folder {
    /// A folder that there is.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        if path.is_dir() { Ok(Self(path)) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    /// Where its runs are, and where `evolve` leaves those that are told no place.
    pub(crate) fn runs(&self) -> [PathBuf; 2] {
        ["runs", "results/runs"].map(|folder| self.0.join(folder))
    }

    /// Where a file of the folder is; its own folder must be there already, and nothing on the
    /// way may lead out.
    fn place_of(&self, written: &str) -> Result<PathBuf, Refusal> {
        let path = Path::new(written);
        let is_plain = path.components().all(|part| match part {
            Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
            _ => false,
        });
        let is_plain = is_plain && !written.contains(['\\', '\0']);
        let ending = path.extension().and_then(OsStr::to_str);
        if !is_plain || !matches!(ending, Some("json" | "toml")) {
            return Err(Refusal::bad(format!(
                "{written}: name a file of the folder that ends in .json or .toml"
            )));
        }
        let path = self.0.join(path);
        let parent = path.parent().unwrap_or(&self.0);
        let parent =
            fs::canonicalize(parent).map_err(|_| Refusal::missing("there is no such folder"))?;
        let real = match fs::canonicalize(&path) {
            Ok(real) => real,
            Err(_) if path.is_symlink() => return Err(Refusal::bad("the link leads nowhere")),
            Err(_) => parent.join(path.file_name().unwrap_or_default()),
        };
        if parent.starts_with(&self.0) && real.starts_with(&self.0) {
            Ok(real)
        } else {
            Err(Refusal::bad(format!("{written} is not inside of the folder")))
        }
    }

    /// Adds the files of a folder below this one.
    fn collect(&self, folder: &Path, depth: usize, found: &mut Found) {
        let room = N_SEEN_MAX - found.n_seen;
        let Ok(paths) = first_entries(folder, room) else { return };
        found.n_seen += paths.len();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if found.n() >= N_FILES_MAX || name.starts_with('.') || path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                let is_other = ["target", "node_modules"].contains(&&*name);
                let is_of_runs = self.runs().contains(&path) || RunFolder::is_at(&path);
                if depth < DEPTH_MAX && !is_other && !is_of_runs {
                    self.collect(&path, depth + 1, found);
                }
                continue;
            }
            let Ok(inner) = path.strip_prefix(&self.0) else { continue };
            let inner = inner.to_string_lossy().replace('\\', "/");
            match path.extension().and_then(OsStr::to_str) {
                Some("json") if contains(&path, "\"explorers\"") => found.scripts.push(inner),
                Some("toml") if contains(&path, "[tiles]") => found.problems.push(inner),
                _ => {}
            }
        }
    }
}

#[derive(Default)]
struct Found {
    n_seen: usize,
    scripts: Vec<String>,
    problems: Vec<String>,
}

impl Found {
    fn n(&self) -> usize {
        self.scripts.len() + self.problems.len()
    }
}

/// Whether a file that is not too large has a word.
fn contains(path: &Path, word: &str) -> bool {
    text_of(path).is_ok_and(|text| text.contains(word))
}

fn text_of(path: &Path) -> Result<String, Refusal> {
    let told = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Refusal::missing("there is no such file"),
        _ => Refusal::failed(error),
    };
    let facts = fs::metadata(path).map_err(told)?;
    // To read a pipe would take for ever.
    if !facts.is_file() {
        return Err(Refusal::bad("this is no file"));
    }
    if facts.len() > N_BYTES_MAX {
        return Err(Refusal::large("the file is too large for the studio"));
    }
    Kind::OF_STUDIO.text(path).map_err(Refusal::failed)
}

pub(crate) async fn list(State(studio): State<Arc<Studio>>) -> Json<Value> {
    let mut found = Found::default();
    // Other requests go on meanwhile, on other threads.
    block_in_place(|| studio.folder.collect(&studio.folder.0, 0, &mut found));
    Json(json!({ "scripts": found.scripts, "problems": found.problems }))
}

pub(crate) async fn read(
    State(studio): State<Arc<Studio>>,
    Query(place): Query<Place>,
) -> Result<String, Refusal> {
    text_of(&studio.folder.place_of(&place.path)?)
}

pub(crate) async fn write(
    State(studio): State<Arc<Studio>>,
    Query(place): Query<Place>,
    text: String,
) -> Result<Json<Value>, Refusal> {
    let path = studio.folder.place_of(&place.path)?;
    // What a run is may start a program when it goes on.
    if studio.folder.runs().iter().any(|runs| path.starts_with(runs)) {
        return Err(Refusal::bad("runs are written by `evolve` alone; choose another folder"));
    }
    if path.exists() && !path.is_file() {
        return Err(Refusal::bad(format!("{} is no file", place.path)));
    }
    if text.len() as u64 > N_BYTES_MAX {
        return Err(Refusal::large("the file would be too large"));
    }
    write_atomically(&path, text.as_bytes()).map_err(Refusal::failed)?;
    Ok(Json(json!({})))
}
