//! What tools write into the folder, and which files they may replace.
//!
//! Whoever asks the server may be misled by what it has read. So a text becomes a file only if it is a
//! script or a problem file at least in outline, and a file is replaced only if it was one, or if this
//! server wrote it. What the server may not run, it may not write either: a person may run it later.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, bail, ensure};
use marahel::{Certificate, Generator, World, WorldError};
use marahel_formats::Format;
use marahel_problem::SECTIONS as OF_PROBLEMS;
use marahel_script::parse::{SECTIONS as OF_SCRIPTS, parse_json};
use marahel_studio::Folder;
use marahel_system::files::FileKind;
use marahel_system::reasons;

use super::sources::{ASK_A_PERSON, has_ending};
use crate::terminal::mended;

/// Bytes that a server writes in all, and what a file counts at least, because each takes a block.
const N_BYTES_MAX: u64 = 256 << 20;
const N_BYTES_OF_FILE: u64 = 4096;

/// Folders whose files belong to other programs.
const FOREIGN_FOLDERS: [&str; 6] =
    ["node_modules", "target", "vendor", "site-packages", "dist-packages", "bower_components"];

/// Files that other programs obey.
const FOREIGN_FILES: [&str; 14] = [
    "package.json",
    "package-lock.json",
    "composer.json",
    "bower.json",
    "tsconfig.json",
    "jsconfig.json",
    "deno.json",
    "manifest.json",
    "cargo.toml",
    "pyproject.toml",
    "rust-toolchain.toml",
    "netlify.toml",
    "requirements.txt",
    "cmakelists.txt",
];

/// Sections of scripts in an older dialect.
const OF_OLD_SCRIPTS: [&str; 4] = ["entity", "neighborhood", "region", "rule"];

/// All changes of files, one at a time, so that none is lost; and what was written.
pub(super) struct Pen {
    allow_judges: bool,
    changing: Mutex<()>,
    written: Mutex<Written>,
}

#[derive(Default)]
struct Written {
    n_bytes: u64,
    /// What was written last at each place.
    prints: BTreeMap<PathBuf, u64>,
}

pub(super) type ReadFile = (String, String);

impl Pen {
    pub(super) fn new(allow_judges: bool) -> Self {
        Self { allow_judges, changing: Mutex::default(), written: Mutex::default() }
    }

    /// Waits until no other call, and no other server, changes files of the folder. Where a folder
    /// cannot be locked, as on Windows, other servers do not wait.
    fn hold(&self, folder: &Folder) -> (MutexGuard<'_, ()>, Option<File>) {
        let turn = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        #[expect(clippy::disallowed_methods, reason = "a folder is locked, not read")]
        let root = File::open(folder.path()).ok();
        (turn, root.filter(|root| root.lock().is_ok()))
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all files or none, and makes the folders that they need. A file that the call has read
    /// is replaced only if it has not changed since.
    pub(super) fn write(
        &self,
        folder: &Folder,
        files: &[(String, Vec<u8>)],
        overwrites: bool,
        read: &[ReadFile],
    ) -> anyhow::Result<()> {
        let _hold = self.hold(folder);
        for (place, _) in files {
            self.check(folder, place, overwrites)?;
            let path = folder.place_to_write(place, &endings())?;
            for (file, text) in read {
                let is_it = folder.place_of(file, &endings()).is_ok_and(|place| place == path);
                if is_it && FileKind::OF_STUDIO.bytes(&path)? != text.as_bytes() {
                    bail!("{place} has changed since this call read it, so it stays");
                }
            }
        }
        self.write_held(folder, files)
    }

    /// Replaces the text of a file by what `change` makes of it, if that is a script or a problem file
    /// at least in outline.
    pub(super) fn change(
        &self,
        folder: &Folder,
        place: &str,
        change: impl FnOnce(&str) -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let _hold = self.hold(folder);
        self.own(folder, place)?;
        let text = change(&folder.text(place)?)?;
        check_outline(place, &text)?;
        self.write_held(folder, &[(place.to_owned(), text.into_bytes())])
    }

    /// Writes files whose places are checked and held.
    fn write_held(&self, folder: &Folder, files: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
        let mut n_bytes = 0;
        for (place, content) in files {
            self.check_program(&folder.place_to_write(place, &endings())?, place, content)?;
            n_bytes += N_BYTES_OF_FILE.max(content.len() as u64);
        }
        self.spend(n_bytes)?;
        for (place, content) in files {
            folder.make_parent(place, &endings())?;
            folder.write(place, &endings(), content)?;
            let real = folder.place_of(place, &endings())?;
            self.written().prints.insert(real, print_of(content));
        }
        Ok(())
    }

    /// Counts bytes that are to be written, unless they are too many.
    fn spend(&self, n_bytes: u64) -> anyhow::Result<()> {
        let mut written = self.written();
        ensure!(
            written.n_bytes + n_bytes <= N_BYTES_MAX,
            "this server has written {} MiB, and writes no more than {} in all; a person can start it again",
            written.n_bytes >> 20,
            N_BYTES_MAX >> 20
        );
        written.n_bytes += n_bytes;
        Ok(())
    }

    /// Rejects a problem file that names another program than the file that it replaces.
    fn check_program(&self, real: &Path, place: &str, content: &[u8]) -> anyhow::Result<()> {
        if self.allow_judges || !has_ending(real, "toml") {
            return Ok(());
        }
        let named = program_of(content)?;
        let before = || program_of(&FileKind::OF_STUDIO.bytes(real).ok()?).ok().flatten();
        ensure!(
            named.is_none() || named == before(),
            "{place} is not written: its [outside] names a program that judges levels; {ASK_A_PERSON}"
        );
        Ok(())
    }

    /// Rejects a file that must not be written or replaced, before any work for its content.
    pub(super) fn check(
        &self,
        folder: &Folder,
        place: &str,
        overwrites: bool,
    ) -> anyhow::Result<()> {
        let real = folder.place_to_write(place, &endings())?;
        check_place(folder.inner(&real).unwrap_or(&real))?;
        if !real.exists() {
            return Ok(());
        }
        ensure!(overwrites, "{place} already exists; give another name, or overwrite = true");
        ensure!(
            self.is_own(&real),
            "{place} is neither a script nor a problem file, and this server did not write it, so it stays; \
                 give another name"
        );
        Ok(())
    }

    /// The files that this server wrote and nobody changed, by their paths in the folder.
    pub(super) fn files(&self, folder: &Folder) -> Vec<String> {
        let prints = self.written().prints.clone();
        let is_there = |(place, print): &(&PathBuf, &u64)| {
            FileKind::NAMED.bytes(place).is_ok_and(|content| print_of(&content) == **print)
        };
        let places = prints.iter().filter(is_there);
        let inner = places.filter_map(|(place, _)| folder.inner(place));
        inner.map(|place| place.to_string_lossy().replace('\\', "/")).collect()
    }

    /// Gives a file another name, which must be free.
    pub(super) fn rename(&self, folder: &Folder, place: &str, to: &str) -> anyhow::Result<()> {
        let _hold = self.hold(folder);
        let old = self.own(folder, place)?;
        self.check(folder, to, false)?;
        if Path::new(place).extension() != Path::new(to).extension() {
            bail!("{to} has another ending than {place}; `export` writes other formats");
        }
        folder.make_parent(to, &endings())?;
        let new = folder.place_to_write(to, &endings())?;
        if has_ending(&new, "toml") {
            self.check_program(&new, to, &FileKind::OF_STUDIO.bytes(&old)?)?;
        }
        fs::rename(&old, &new).with_context(|| place.to_owned())?;
        let mut written = self.written();
        if let Some(print) = written.prints.remove(&old) {
            written.prints.insert(new, print);
        }
        Ok(())
    }

    pub(super) fn remove(&self, folder: &Folder, place: &str) -> anyhow::Result<()> {
        let _hold = self.hold(folder);
        let real = self.own(folder, place)?;
        fs::remove_file(&real).with_context(|| place.to_owned())?;
        self.written().prints.remove(&real);
        Ok(())
    }

    /// The path of an existing file that may be changed.
    fn own(&self, folder: &Folder, place: &str) -> anyhow::Result<PathBuf> {
        self.check(folder, place, true)?;
        let real = folder.place_to_write(place, &endings())?;
        ensure!(real.is_file(), folder.missing(place));
        Ok(real)
    }

    /// Whether a file is a script, a problem file, a certificate, or what this server wrote there.
    fn is_own(&self, real: &Path) -> bool {
        let Ok(content) = FileKind::NAMED.bytes(real) else { return false };
        if self.written().prints.get(real) == Some(&print_of(&content)) {
            return true;
        }
        if has_ending(real, "cert") {
            return Certificate::parse(&content).is_ok();
        }
        let Ok(text) = String::from_utf8(content) else { return false };
        let is_outline = |text: &str| check_outline(real, text).is_ok();
        is_outline(&text)
            || has_ending(real, "json")
                && text.len() as u64 <= FileKind::OF_STUDIO.n_bytes_max()
                && is_outline(&mended(text).0)
    }
}

/// Rejects a text that is not a script or a problem file in outline, as the ending of its place says.
/// It may have mistakes, which `check` finds.
pub(super) fn check_outline(place: impl AsRef<Path>, text: &str) -> anyhow::Result<()> {
    let place = place.as_ref();
    if text.len() as u64 > FileKind::OF_STUDIO.n_bytes_max() {
        bail!("{}", FileKind::OF_STUDIO.too_long());
    }
    match place.extension().and_then(|ending| ending.to_str()) {
        Some("json") => check_script(text).context("this is not a script"),
        Some("toml") => check_problem(text).context("this is not a problem file"),
        _ => bail!("a script ends in .json, a problem file in .toml"),
    }
}

fn check_script(text: &str) -> anyhow::Result<()> {
    if World::is_meant(text) {
        // Its form, without the scripts that it names.
        return match World::parse(text, |_| Err::<Generator, _>("")) {
            Err(WorldError::Script { .. }) => Ok(()),
            Err(error) => bail!("{}", reasons(&error)),
            Ok(_) => bail!("a world names scripts"),
        };
    }
    if marahel_dialects::parse(text).is_ok() {
        return Ok(());
    }
    let document = match parse_json(text) {
        Ok(document) => document,
        Err(error) => bail!("it is not valid JSON: {error}"),
    };
    let Some(document) = document.as_ref().and_then(|document| document.as_object()) else {
        bail!("a script is a JSON object with `metadata`, `entities` and `explorers`");
    };
    let names = document.properties.iter().map(|property| property.name.as_str());
    let known = [&OF_SCRIPTS[..], &OF_OLD_SCRIPTS[..]].concat();
    check_sections(names, &known)?;
    let is_list =
        |name: &str| document.get(name).is_some_and(|part| part.value.as_array().is_some());
    ensure!(is_list("explorers") || is_list("rule"), "it has no list `explorers`");
    Ok(())
}

fn check_problem(text: &str) -> anyhow::Result<()> {
    let document: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        anyhow::anyhow!("it is not valid TOML: {}", error.to_string().trim_end())
    })?;
    check_sections(document.keys().map(String::as_str), OF_PROBLEMS)?;
    ensure!(document.get("tiles").is_some_and(toml::Value::is_table), "it has no table `[tiles]`");
    Ok(())
}

/// The table `[outside]` of a problem file, however it is spelled.
fn program_of(content: &[u8]) -> anyhow::Result<Option<toml::Value>> {
    let text = std::str::from_utf8(content).context("this is not a problem file")?;
    let mut document: toml::Table = text.parse().context("this is not a problem file")?;
    Ok(document.remove("outside"))
}

fn check_sections<'a>(
    mut names: impl Iterator<Item = &'a str>,
    known: &[&str],
) -> anyhow::Result<()> {
    match names.find(|name| !known.contains(name)) {
        Some(name) => bail!("`{}` is none of its sections", name.escape_debug()),
        None => Ok(()),
    }
}

/// Rejects places whose files other programs obey.
fn check_place(inner: &Path) -> anyhow::Result<()> {
    let mut names = inner.iter().map(|name| name.to_string_lossy().to_lowercase());
    let is_foreign =
        |name: &String| name.starts_with('.') || FOREIGN_FOLDERS.contains(&name.as_str());
    if names.any(|name| is_foreign(&name)) {
        bail!("{} is in a folder of other programs; choose another one", inner.display());
    }
    let name = inner.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if FOREIGN_FILES.contains(&name.as_str()) {
        bail!("{} is a file that other programs obey; give another name", inner.display());
    }
    Ok(())
}

/// The formats of levels, scripts, problem files and certificates.
pub(super) fn endings() -> Vec<&'static str> {
    let of_levels = Format::all_written().map(|format| format.ending);
    of_levels.chain(["toml", "cert"]).collect()
}

/// Whether a file of the folder is one that tools may write.
pub(super) fn is_of_tools(place: &str) -> bool {
    endings().iter().any(|ending| has_ending(place, ending)) && check_place(place.as_ref()).is_ok()
}

/// A number that differs for other contents, almost surely.
fn print_of(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use marahel_breeding::starters::GENERATORS;

    use super::{check_outline, check_place};
    use crate::marahel::new;

    #[test]
    fn every_known_script_and_problem_is_one_in_outline() {
        for (name, text) in GENERATORS {
            check_outline("a.json", text).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        }
        for line in new::list().unwrap().lines() {
            let name = line.split_whitespace().next().unwrap();
            check_outline("a.json", new::find(name).unwrap()).unwrap();
        }
        for kind in marahel_config::BUILT_IN.all() {
            let outline = check_outline("a.toml", kind.definition().text());
            outline.unwrap_or_else(|error| panic!("{}: {error:#}", kind.name));
        }
    }

    #[test]
    fn a_text_of_another_program_is_none() {
        for (place, text) in [
            ("a.json", r#"{"name": "x", "scripts": {"postinstall": "evil"}, "explorers": []}"#),
            ("a.json", r#"{"dials": {}, "choice": [], "scripts": {"postinstall": "evil"}}"#),
            ("a.json", "{}"),
            ("a.json", "[]"),
            ("a.json", "{\"world\": {\"size\": 7}}"),
            ("a.json", "{\"world\": 7, \"explorers\": []}"),
            ("a.json", "{\"explorers\": []"),
            ("a.toml", "[package]\nname = \"x\"\nbuild = \"evil.rs\"\n[tiles]\n"),
            ("a.toml", "[tool.poetry]\n[tiles]\n"),
            ("a.toml", "name = \"x\""),
            ("a.toml", "[tiles"),
            ("a.txt", "[tiles]"),
        ] {
            assert!(check_outline(place, text).is_err(), "{text}");
        }
        // `check` finds these mistakes.
        check_outline("a.json", r#"{"metadata": 7, "explorers": [{"rules": ["nonsense"]}]}"#)
            .unwrap();
        check_outline("a.toml", "size = 7\n[tiles]\n").unwrap();
    }

    #[test]
    fn files_of_other_programs_stay() {
        for place in [
            "package.json",
            "Package.JSON",
            "web/Cargo.toml",
            "requirements.txt",
            "node_modules/x/a.json",
            "web/node_modules/a.png",
            "target/a.toml",
            ".git/a.json",
        ] {
            assert!(check_place(place.as_ref()).is_err(), "{place}");
        }
        for place in ["mine.json", "levels/package-1.json", "targets/a.toml"] {
            check_place(place.as_ref()).unwrap();
        }
    }
}
