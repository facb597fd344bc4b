//! What tools write into the folder, and which files they may replace.
//!
//! Whoever asks the server may be misled by what it has read. So a text becomes a file only if the reader
//! of scripts or of problem files finds no mistake in it: neither lets through a key that another program
//! would obey. A file is replaced only if it was one, or if this server wrote it. What the server may
//! not run, it may not write either: a person may run it later.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use marahel::{Certificate, Generator, World, WorldError};
use marahel_formats::Format;
use marahel_problem::{Definition, Outside};
use marahel_studio::Folder;
use marahel_system::files::FileKind;
use marahel_system::reasons;

use super::desk::in_words_of_tools;
use super::sources::{ASK_A_PERSON, has_ending};
use super::tools::check::shown;
use crate::terminal::mended;

/// Bytes that a server writes in all, and what a file counts at least, because each takes a block.
const N_BYTES_MAX: u64 = 256 << 20;
const N_BYTES_OF_FILE: u64 = 4096;

/// How long a call waits until no other program changes files of the folder: less than what an answer
/// may take, so that no call is answered and writes later.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
const LOOK_PERIOD: Duration = Duration::from_millis(20);

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
    "cmakelists.txt",
    "robots.txt",
];

/// Beginnings of names of texts that other programs obey: a level may have any letters.
const FOREIGN_TEXTS: [&str; 2] = ["requirements", "constraints"];

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
    fn hold(&self, folder: &Folder) -> anyhow::Result<(MutexGuard<'_, ()>, Option<File>)> {
        let begin = Instant::now();
        #[expect(clippy::disallowed_methods, reason = "a folder is locked, not read")]
        let root = File::open(folder.path()).ok();
        loop {
            let turn = match self.changing.try_lock() {
                Ok(turn) => Some(turn),
                Err(TryLockError::Poisoned(turn)) => Some(turn.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            let locked = root.as_ref().map(File::try_lock);
            let is_held = matches!(locked, Some(Err(fs::TryLockError::WouldBlock)));
            if let (Some(turn), false) = (turn, is_held) {
                return Ok((turn, root.filter(|_| matches!(locked, Some(Ok(()))))));
            }
            ensure!(
                begin.elapsed() < LOCK_PATIENCE,
                "another program has been changing this folder for {} s; nothing is written; try again later",
                LOCK_PATIENCE.as_secs()
            );
            sleep(LOOK_PERIOD);
        }
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
        let _hold = self.hold(folder)?;
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

    /// Replaces the text of a file by what `change` makes of it; answers the text that was there. A file
    /// with mistakes is one to mend if most of it stays.
    pub(super) fn change(
        &self,
        folder: &Folder,
        place: &str,
        change: impl FnOnce(&str) -> anyhow::Result<String>,
    ) -> anyhow::Result<String> {
        let _hold = self.hold(folder)?;
        let before = folder.text(place)?;
        let real = free_place(folder, place)?;
        let text = change(&before)?;
        check_text(place, &text)
            .context("it stays, since after this edit it would have mistakes")?;
        ensure!(stays_mostly(&before, &text) || self.is_own(&real), foreign(place));
        self.write_held(folder, &[(place.to_owned(), text.into_bytes())])?;
        Ok(before)
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
        let real = free_place(folder, place)?;
        if !real.exists() {
            return Ok(());
        }
        ensure!(overwrites, "{place} already exists; give another name, or overwrite = true");
        ensure!(self.is_own(&real), foreign(place));
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
        let _hold = self.hold(folder)?;
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
        let _hold = self.hold(folder)?;
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
        let is_accepted = |text: &str| check_text(real, text).is_ok();
        is_accepted(&text) || has_ending(real, "json") && is_accepted(&mended(text).0)
    }
}

/// Rejects a text in which the reader of scripts or of problem files finds a mistake, as the ending of
/// its place says.
pub(super) fn check_text(place: impl AsRef<Path>, text: &str) -> anyhow::Result<()> {
    let place = place.as_ref();
    if text.len() as u64 > FileKind::OF_STUDIO.n_bytes_max() {
        bail!("{}", FileKind::OF_STUDIO.too_long());
    }
    let mistakes = if has_ending(place, "json") {
        if World::is_meant(text) {
            return check_world(text);
        }
        marahel_dialects::parse(text).err().map(|error| error.diagnostics().to_vec())
    } else if has_ending(place, "toml") {
        Definition::parse(text).err().map(|error| error.diagnostics().to_vec())
    } else {
        bail!("a script ends in .json, a problem file in .toml");
    };
    let file = place.file_name().unwrap_or_default().to_string_lossy();
    mistakes.map_or(Ok(()), |mistakes| {
        bail!("{}", in_words_of_tools(shown(&file, text, &mistakes).join("\n")))
    })
}

/// Rejects what has not the form of a world; the scripts that it names may be missing.
fn check_world(text: &str) -> anyhow::Result<()> {
    match World::parse(text, |_| Err::<Generator, _>("")) {
        Err(WorldError::Script { .. }) => Ok(()),
        Err(error) => bail!("{}", reasons(&error)),
        Ok(_) => bail!("a world names scripts"),
    }
}

/// Whether at least half of a text is in another one, at its beginning and its end.
fn stays_mostly(before: &str, after: &str) -> bool {
    let pairs = before.bytes().zip(after.bytes());
    let n_first = pairs.take_while(|(old, new)| old == new).count();
    let pairs = before.bytes().rev().zip(after.bytes().rev());
    let n_last = pairs.take_while(|(old, new)| old == new).count();
    2 * (n_first + n_last) >= before.len()
}

/// The path of a file that no other program obeys.
fn free_place(folder: &Folder, place: &str) -> anyhow::Result<PathBuf> {
    let real = folder.place_to_write(place, &endings())?;
    check_place(folder.inner(&real).unwrap_or(&real))?;
    Ok(real)
}

fn foreign(place: &str) -> String {
    format!(
        "{place} is neither a script nor a problem file, and this server did not write it, so it stays; give \
         another name"
    )
}

/// The program that a problem file names.
fn program_of(content: &[u8]) -> anyhow::Result<Option<Outside>> {
    let definition = Definition::parse(std::str::from_utf8(content)?)?;
    Ok(definition.outside().cloned())
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
    let has_foreign_text = has_ending(inner, "txt")
        && inner.iter().any(|part| {
            let part = part.to_string_lossy().to_lowercase();
            FOREIGN_TEXTS.iter().any(|text| part.contains(text))
        });
    if FOREIGN_FILES.contains(&name.as_str()) || has_foreign_text {
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

    use super::{check_place, check_text, stays_mostly};
    use crate::marahel::new;

    const SCRIPT: &str =
        r#"{"metadata": {"min": 3, "max": 3}, "entities": ["a"], "explorers": []}"#;

    #[test]
    fn every_known_script_and_problem_is_accepted() {
        let shown = new::list().unwrap();
        let shown = shown.lines().filter_map(|line| line.split_whitespace().next());
        let shown = shown.map(|name| (name, new::find(name).unwrap()));
        for (name, text) in GENERATORS.iter().copied().chain(shown) {
            check_text("a.json", text).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        }
        for kind in marahel_config::BUILT_IN.all() {
            check_text("a.toml", kind.definition().text()).unwrap();
        }
    }

    /// Keys of programs that obey a JSON file of any name, or of one of theirs.
    #[test]
    fn no_key_of_another_program_is_accepted() {
        for key in [
            r#""exec": "touch pwned""#,
            r#""\u0065xec": "touch pwned""#,
            r#""mcp": {"a": {"command": "touch"}}"#,
            r#""mcpServers": {"a": {"command": "touch"}}"#,
            r#""lsp": {"a": {"command": "touch"}}"#,
            r#""hooks": {"Stop": [{"command": "touch"}]}"#,
            r#""scripts": {"postinstall": "touch"}"#,
            r#""tasks": [{"command": "touch"}]"#,
            r#""$schema": {"exec": "touch"}"#,
            r#""description": {"exec": "touch"}"#,
            r#""extends": "./evil.js""#,
            r#""compilerOptions": {"plugins": [{"name": "evil"}]}"#,
            r#""__proto__": {"exec": "touch"}"#,
            r#""": {}"#,
        ] {
            for text in [
                format!("{{{key}, {}", &SCRIPT[1..]),
                SCRIPT.replace(r#""min""#, &format!(r#"{key}, "min""#)),
                SCRIPT.replace("[]}", &format!(r#"[{{{key}, "rules": []}}]}}"#)),
                format!(
                    r#"{{"world": {{{key}, "area": "a.json", "part": "8x8", "parts": {{}}}}}}"#
                ),
                format!(
                    r#"{{"world": {{"area": "a.json", "part": "8x8", "parts": {{}}}}, {key}}}"#
                ),
            ] {
                assert!(check_text("nodemon.json", &text).is_err(), "{text}");
            }
        }
        for (place, text) in [
            ("a.json", "{}"),
            ("a.json", "[]"),
            ("a.json", "{\"world\": {\"size\": 7}}"),
            ("a.json", "{\"explorers\": []"),
            ("a.toml", "[package]\nname = \"x\"\nbuild = \"evil.rs\"\n[tiles]\n"),
            ("a.toml", "[tasks]\na = \"touch\"\n[tiles]\na = {}\n"),
            ("a.toml", "name = \"x\""),
            ("a.toml", "[tiles"),
            ("a.txt", "[tiles]"),
            ("a.js", SCRIPT),
        ] {
            assert!(check_text(place, text).is_err(), "{text}");
        }
        check_text("a.json", SCRIPT).unwrap();
    }

    #[test]
    fn files_of_other_programs_stay() {
        for place in [
            "package.json",
            "Package.JSON",
            "web/Cargo.toml",
            "requirements.txt",
            "dev-Requirements.txt",
            "requirements/base.txt",
            "pip/constraints-3.txt",
            "src/CMakeLists.txt",
            "node_modules/x/a.json",
            "web/node_modules/a.png",
            "target/a.toml",
            ".git/a.json",
        ] {
            assert!(check_place(place.as_ref()).is_err(), "{place}");
        }
        for place in ["mine.json", "levels/package-1.json", "targets/a.toml", "requirements.json"] {
            check_place(place.as_ref()).unwrap();
        }
    }

    #[test]
    fn an_edit_changes_a_part() {
        assert!(stays_mostly("abcdef", "abXdef") && stays_mostly("abc", "abcd"));
        assert!(!stays_mostly("abcdef", "x") && !stays_mostly("{\"a\": 1}", SCRIPT));
    }
}
