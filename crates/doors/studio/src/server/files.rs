//! The scripts and problem files of one folder, without access to others.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use axum::Json;
use axum::extract::{Query, State};
use marahel_script::closest;
use marahel_system::files::write_atomically;
use marahel_system::files::{FileKind, first_entries, without_dots};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::block_in_place;

use crate::server::Studio;
use crate::server::refusal::Refusal;
use crate::server::run_folder::RunFolder;

/// Limits on folder depth, listed files and all entries, in case the folder is a whole disk.
const DEPTH_MAX: usize = 6;
const N_FILES_MAX: usize = 2000;
const N_SEEN_MAX: usize = 50_000;

/// Maximum bytes of a file to show, ...
const N_BYTES_MAX: u64 = FileKind::OF_STUDIO.n_bytes_max();
/// ... and of one to write, such as an animation.
const N_BYTES_WRITTEN_MAX: u64 = FileKind::NAMED.n_bytes_max();

/// Characters of a wrong name to show.
const N_SHOWN: usize = 200;

/// Endings of the files to show.
const TEXTS: [&str; 2] = ["json", "toml"];

/// A folder with scripts and problem files; all access goes through it.
pub struct Folder(PathBuf);

#[derive(Deserialize)]
pub(crate) struct FileQuery {
    path: String,
}

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        if path.is_dir() { Ok(Self(path)) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The folder of its runs, and the default one of `evolve`.
    pub(crate) fn runs(&self) -> [PathBuf; 2] {
        ["runs", "results/runs"].map(|folder| self.0.join(folder))
    }

    /// The path of a file of the folder with one of these extensions. The file's own folder must
    /// exist, and no part of the path may lead outside.
    pub fn place_of(&self, written: &str, endings: &[&str]) -> Result<PathBuf, Refusal> {
        let path = self.0.join(plain_path(written, endings)?);
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

    /// The path of a file to write, whose folder may be missing. Makes nothing.
    pub fn place_to_write(&self, written: &str, endings: &[&str]) -> Result<PathBuf, Refusal> {
        let path = plain_path(written, endings)?;
        check_names(&path)?;
        if path.components().count() > DEPTH_MAX {
            return Err(Refusal::bad(format!(
                "{written}: at most {} folders inside of each other",
                DEPTH_MAX - 1
            )));
        }
        self.check_no_run(&self.0.join(&path))?;
        // An existing folder may be a link, so check the path down to the first missing one.
        let folders: Vec<&Path> = path.ancestors().skip(1).collect();
        for folder in folders.iter().rev().filter(|folder| !folder.as_os_str().is_empty()) {
            let place = self.0.join(folder);
            if !place.exists() && !place.is_symlink() {
                return Ok(self.0.join(path));
            }
            if !place.is_dir() {
                return Err(Refusal::bad(format!("{} is not a folder", folder.display())));
            }
            if !self.holds(&place) {
                return Err(Refusal::bad(format!("{written} is not inside of the folder")));
            }
        }
        let place = self.place_of(written, endings)?;
        self.check_no_run(&place)?;
        if place.exists() && !place.is_file() {
            return Err(Refusal::bad(format!("{written} is not a file")));
        }
        Ok(place)
    }

    /// Makes the missing folders of a file with one of these extensions.
    pub fn make_parent(&self, written: &str, endings: &[&str]) -> Result<(), Refusal> {
        let place = self.place_to_write(written, endings)?;
        let parent = place.parent().unwrap_or(&self.0);
        fs::create_dir_all(parent).map_err(Refusal::failed)
    }

    /// A path of this machine as a path in the folder.
    pub fn inner<'p>(&self, place: &'p Path) -> Option<&'p Path> {
        place.strip_prefix(&self.0).ok()
    }

    /// Whether an existing path is inside of the folder, with links resolved.
    pub fn holds(&self, place: &Path) -> bool {
        fs::canonicalize(place).is_ok_and(|real| real.starts_with(&self.0))
    }

    /// Whether a path would be inside of the folder, by its text alone.
    pub fn would_hold(&self, place: &Path) -> bool {
        without_dots(place).starts_with(&self.0)
    }

    /// A text with the folder's own path removed from paths.
    pub fn as_seen_from_it(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.display()), "")
    }

    /// The text of a script or a problem file.
    pub fn text(&self, written: &str) -> Result<String, Refusal> {
        let place = self.place_of(written, &TEXTS)?;
        if place.exists() { text_of(&place) } else { Err(self.missing(written)) }
    }

    /// Says that a file is not there, with the script or problem file that may be meant.
    pub fn missing(&self, written: &str) -> Refusal {
        let files = self.list();
        let names = files.scripts.iter().chain(&files.problems).map(String::as_str);
        let meant = closest(written, names).map(|name| format!("; did you mean {name}?"));
        let meant = meant.unwrap_or_default();
        Refusal::missing(format!("{written}: there is no such file{meant}"))
    }

    /// Writes a file with one of these extensions, except into runs.
    pub fn write(&self, written: &str, endings: &[&str], content: &[u8]) -> Result<(), Refusal> {
        let path = self.place_to_write(written, endings)?;
        if !path.parent().is_some_and(Path::is_dir) {
            return Err(Refusal::missing("there is no such folder"));
        }
        if content.len() as u64 > N_BYTES_WRITTEN_MAX {
            return Err(Refusal::large("the file would be too large"));
        }
        write_atomically(&path, content).map_err(Refusal::failed)
    }

    /// Rejects writing into runs: a changed run may start a program when it is resumed.
    fn check_no_run(&self, path: &Path) -> Result<(), Refusal> {
        if self.runs().iter().any(|runs| path.starts_with(runs)) {
            return Err(Refusal::bad("runs are written by `evolve` alone; choose another folder"));
        }
        Ok(())
    }

    /// The files of the folder, but for those of runs.
    pub fn list(&self) -> FolderFiles {
        let mut files = FolderFiles::default();
        self.collect(&self.0, 0, &mut files);
        files
    }

    fn collect(&self, folder: &Path, depth: usize, files: &mut FolderFiles) {
        let room = N_SEEN_MAX - files.n_seen;
        let Ok(paths) = first_entries(folder, room) else { return };
        files.n_seen += paths.len();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if files.n() >= N_FILES_MAX || name.starts_with('.') || path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                let is_other = ["target", "node_modules"].contains(&&*name);
                let is_of_runs = self.runs().contains(&path) || RunFolder::is_at(&path);
                if depth < DEPTH_MAX && !is_other && !is_of_runs {
                    self.collect(&path, depth + 1, files);
                }
                continue;
            }
            let Ok(inner) = path.strip_prefix(&self.0) else { continue };
            let inner = inner.to_string_lossy().replace('\\', "/");
            match path.extension().and_then(OsStr::to_str) {
                Some("json") if contains(&path, "\"explorers\"") => files.scripts.push(inner),
                Some("toml") if contains(&path, "[tiles]") => files.problems.push(inner),
                _ => files.others.push(inner),
            }
        }
    }
}

/// Files of a folder, by their paths in it.
#[derive(Default)]
pub struct FolderFiles {
    n_seen: usize,
    /// Scripts.
    pub scripts: Vec<String>,
    /// Problem files.
    pub problems: Vec<String>,
    /// All others.
    pub others: Vec<String>,
}

impl FolderFiles {
    fn n(&self) -> usize {
        self.scripts.len() + self.problems.len()
    }
}

/// Names that Windows reserves for devices; the second ones with a digit appended.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// A path that its text says to be inside of the folder, with one of these extensions.
fn plain_path(written: &str, endings: &[&str]) -> Result<PathBuf, Refusal> {
    let is_plain = |part: &Component<'_>| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with(['.', '~']),
        _ => false,
    };
    // `./mine.json` is `mine.json`.
    let path: PathBuf =
        Path::new(written).components().filter(|part| *part != Component::CurDir).collect();
    let has_letter = written.contains(|letter: char| letter == '\\' || letter.is_control());
    let ending = path.extension().and_then(OsStr::to_str);
    let has_ending = ending.is_some_and(|ending| endings.contains(&ending));
    let is_inside = path.components().all(|part| is_plain(&part)) && !has_letter;
    if is_inside && has_ending {
        return Ok(path);
    }
    let advice = if is_inside {
        let endings = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>();
        format!("that ends in {}, such as mine{}", endings.join(" or "), endings[0])
    } else {
        "by its path from there, such as maps/a.txt; no name begins with `.` or `~`".to_owned()
    };
    let written = written.escape_debug().take(N_SHOWN).collect::<String>();
    Err(Refusal::bad(format!("{written}: name a file of the folder {advice}")))
}

/// Characters that no name has on Windows, where a colon leads to another drive or stream.
const NOT_IN_NAMES: [char; 7] = [':', '<', '>', '"', '|', '?', '*'];

/// Rejects names that cannot be opened on Windows.
fn check_names(path: &Path) -> Result<(), Refusal> {
    let written = path.display();
    for name in path.iter().map(OsStr::to_string_lossy) {
        let name = &*name;
        if is_device(name) {
            return Err(Refusal::bad(format!(
                "{written}: on Windows, {name} is a device, not a file; choose another name, such as my-{name}"
            )));
        }
        if let Some(letter) = name.chars().find(|letter| NOT_IN_NAMES.contains(letter)) {
            return Err(Refusal::bad(format!(
                "{written}: on Windows, names cannot have `{letter}`; leave it out"
            )));
        }
        if name.ends_with(['.', ' ']) {
            return Err(Refusal::bad(format!(
                "{written}: on Windows, names cannot end in a dot or a space; leave it out"
            )));
        }
    }
    Ok(())
}

/// Whether Windows reserves a name for a device, with any extension.
pub(crate) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let mut numbers = NUMBERED_DEVICES.iter().filter_map(|device| stem.strip_prefix(device));
    let is_digit = numbers.any(|number| {
        matches!(number.chars().collect::<Vec<_>>()[..], ['1'..='9' | '¹' | '²' | '³'])
    });
    is_digit || DEVICES.contains(&&*stem)
}

/// Whether a file that is not too large contains a word.
fn contains(path: &Path, word: &str) -> bool {
    text_of(path).is_ok_and(|text| text.contains(word))
}

fn text_of(path: &Path) -> Result<String, Refusal> {
    let facts = fs::metadata(path).map_err(Refusal::failed)?;
    // Reading a pipe would never end.
    if !facts.is_file() {
        return Err(Refusal::bad("this is not a file"));
    }
    if facts.len() > N_BYTES_MAX {
        return Err(Refusal::large("the file is too large for the studio"));
    }
    FileKind::OF_STUDIO.text(path).map_err(Refusal::failed)
}

pub(crate) async fn list(State(studio): State<Arc<Studio>>) -> Json<Value> {
    // Other requests continue on other threads.
    let files = block_in_place(|| studio.workshop.folder.list());
    Json(json!({ "scripts": files.scripts, "problems": files.problems }))
}

pub(crate) async fn read(
    State(studio): State<Arc<Studio>>,
    Query(place): Query<FileQuery>,
) -> Result<String, Refusal> {
    studio.workshop.folder.text(&place.path)
}

pub(crate) async fn write(
    State(studio): State<Arc<Studio>>,
    Query(place): Query<FileQuery>,
    text: String,
) -> Result<Json<Value>, Refusal> {
    if text.len() as u64 > N_BYTES_MAX {
        return Err(Refusal::large("the file would be too large"));
    }
    studio.workshop.folder.write(&place.path, &TEXTS, text.as_bytes())?;
    Ok(Json(json!({})))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{check_names, plain_path};

    #[test]
    fn a_name_is_that_of_a_file_of_the_folder() {
        for name in ["y.json", "./y.json", "a/./y.json", "a//y.json", "a~/y~.json"] {
            assert!(plain_path(name, &["json"]).is_ok(), "{name}");
        }
        for name in [
            "~/.x.json",
            "~/x.json",
            "../x.json",
            "/x.json",
            ".x.json",
            "a\\x.json",
            "x\n.json",
            "x",
            "",
        ] {
            let told = plain_path(name, &["json"]).unwrap_err().to_string();
            assert!(told.contains("name a file of the folder") && !told.contains('\n'), "{told}");
            let is_outside = !["x", ""].contains(&name);
            assert_eq!(told.contains("from there"), is_outside, "{told}");
        }
    }

    #[test]
    fn names_are_files_on_windows_too() {
        for name in
            ["con.json", "NUL.toml", "mine/Aux/a.json", "prn", "com1.tar.json", "a/lpt9 .json"]
        {
            let told = check_names(Path::new(name)).unwrap_err().to_string();
            assert!(told.contains("choose another name"), "{told}");
        }
        for name in
            ["a./b.json", "a /b.json", "b.json ", "b.", "C:/a.json", "a.json:b.json", "a?.json"]
        {
            let told = check_names(Path::new(name)).unwrap_err().to_string();
            assert!(told.contains("leave it out"), "{told}");
        }
        for name in [
            "icon.json",
            "com.json",
            "com0.json",
            "com10.json",
            "console.toml",
            "a b.json",
            "a..json",
        ] {
            assert!(check_names(Path::new(name)).is_ok(), "{name}");
        }
    }
}
