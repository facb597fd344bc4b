//! The state of a run, from its folder.

use std::fs::{self, File, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use evolution::{PROBLEM, RunStatus, Table};
use script::laid_out;
use serde_json::{Map, Value, json};
use system::files::{self, FileKind, entries};

use crate::server::refusal::Refusal;

/// The file that a program locks in its run folder.
const LOCK: &str = ".lock";

/// The last population of a run, and its columns that are not objectives.
const POPULATION: &str = "population.csv";
const OF_SEARCH: [&str; 4] = ["rank", "crowding_distance", "parents", "genes"];

/// Prefix of the page's names for scripts of the last population.
const LIVING: &str = "population/";

/// A run folder of `evolve`.
pub(crate) struct RunFolder(pub(crate) PathBuf);

impl RunFolder {
    /// Whether there is a run folder at a path.
    pub(crate) fn is_at(path: &Path) -> bool {
        let has = |file: &str| path.join(file).exists();
        has("config.toml") && (has("run.toml") || has("generations.csv") || has(LOCK))
    }

    /// Whether it is a run folder, and not a link.
    pub(crate) fn is_there(&self) -> bool {
        Self::is_at(&self.0) && !self.0.is_symlink()
    }

    /// Whether its path is canonical, and it contains no links.
    pub(crate) fn is_plain(&self) -> bool {
        let is_here = fs::canonicalize(&self.0).is_ok_and(|real| real == self.0);
        is_here && has_no_links(&self.0, DEPTH_MAX)
    }

    pub(crate) fn name(&self) -> String {
        self.0.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether any program is working on it.
    pub(crate) fn is_locked(&self) -> bool {
        let lock = files::open(&self.0.join(LOCK)).map(|file| file.try_lock_shared());
        matches!(lock, Ok(Err(TryLockError::WouldBlock)))
    }

    /// `Run` of the page. `is_running` says whether a program is working on it; `failure` is the
    /// last output of one that failed.
    pub(crate) fn summary(&self, is_running: bool, failure: Option<&str>) -> Value {
        let config = self.table("config.toml");
        let status = RunStatus::read(&self.0).ok().flatten();
        let is_over = status.as_ref().is_some_and(|status| !status.is_interrupted);
        let state = match (is_running, failure, is_over) {
            (true, ..) => "running",
            (false, Some(_), _) => "failed",
            (false, None, true) => "finished",
            (false, None, false) => "stopped",
        };
        json!({
            "name": self.name(),
            "problem": self.problem(&config),
            "state": state,
            "share": if is_over && !is_running { 1.0 } else { self.share(&config) },
            "message": failure.unwrap_or_default(),
        })
    }

    pub(crate) fn found(&self, is_running: bool, failure: Option<&str>) -> Value {
        let mut found = self.summary(is_running, failure);
        found["generations"] = self.rows("generations.csv").into();
        found["front"] = self.front(is_running).into();
        for (key, file) in [("best", "best.json"), ("best_told", "best.txt")] {
            if let Ok(text) = files::read(&self.0.join(file)) {
                found[key] = text.into();
            }
        }
        found
    }

    /// A short form: its summary, the last generation, and the description of its best script.
    pub(crate) fn glimpse(&self, is_running: bool, failure: Option<&str>) -> Value {
        let mut glimpse = self.summary(is_running, failure);
        glimpse["generation"] = self.last_row("generations.csv").map_or(Value::Null, Value::Object);
        glimpse["has_best"] = self.0.join("best.json").is_file().into();
        let told = self.0.join("best.txt");
        if told.is_file() {
            let text = FileKind::OF_STUDIO.text(&told);
            glimpse["best_told"] = text.unwrap_or_else(|error| error.to_string()).into();
        }
        glimpse
    }

    /// The final front; before it exists, that of the last population.
    fn front(&self, is_running: bool) -> Vec<Value> {
        let mut rows = Vec::new();
        self.each_of_front(is_running, |row| rows.push(Value::Object(row)));
        rows
    }

    /// Calls `visit` for each row of the front, with only one row in memory.
    pub(crate) fn each_of_front(
        &self,
        is_running: bool,
        mut visit: impl FnMut(Map<String, Value>),
    ) {
        let mut is_there = false;
        if !is_running {
            self.each_row("front.csv", |columns, row| {
                is_there = true;
                visit(object(columns, row));
                ControlFlow::Continue(())
            });
        }
        if is_there {
            return;
        }
        self.each_row(POPULATION, |columns, row| {
            if field(columns, row, "rank") == Some("0") {
                let id = field(columns, row, "id").unwrap_or_default();
                let told = columns.iter().zip(row).filter(|(name, _)| !OF_SEARCH.contains(name));
                let mut told = object(told.clone().map(|(name, _)| name), told.map(|(_, one)| one));
                told.insert("script".to_owned(), format!("{LIVING}{id}").into());
                visit(told);
            }
            ControlFlow::Continue(())
        });
    }

    /// The script of an individual of the last population.
    fn living(&self, id: &str) -> Result<String, Refusal> {
        let mut genes = None;
        self.each_row(POPULATION, |columns, row| {
            if field(columns, row, "id") != Some(id) {
                return ControlFlow::Continue(());
            }
            genes = field(columns, row, "genes").map(str::to_owned);
            ControlFlow::Break(())
        });
        // Genomes of the paper are numbers.
        let script = genes.and_then(|genes| serde_json::from_str::<Value>(&genes).ok());
        let script = script.filter(Value::is_object);
        script.map(|script| laid_out(&script)).ok_or_else(|| {
            Refusal::missing("this generator is gone or not a script; look at the front again")
        })
    }

    /// A script of the run's results.
    pub(crate) fn script(&self, file: &str) -> Result<String, Refusal> {
        if let Some(id) = file.strip_prefix(LIVING) {
            return self.living(id);
        }
        let number = file.strip_prefix("scripts/").and_then(|name| name.strip_suffix(".json"));
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
        if file != "best.json" && !number.is_some_and(is_number) {
            return Err(Refusal::bad("a run has best.json and scripts/NUMBER.json"));
        }
        FileKind::SCRIPT
            .text(&self.0.join(file))
            .map_err(|_| Refusal::missing("there is no such script"))
    }

    /// A file of settings; empty if it does not exist.
    fn table(&self, file: &str) -> toml::Table {
        let text = FileKind::CONFIG.text(&self.0.join(file)).unwrap_or_default();
        text.parse().unwrap_or_default()
    }

    /// The name of its problem.
    fn problem(&self, config: &toml::Table) -> String {
        let text = |table: &toml::Table, key: &str| {
            table.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
        };
        let written = text(config, "problem");
        if written == PROBLEM { text(&self.table(PROBLEM), "name") } else { written }
    }

    /// The finished share of the search, in 0..=1, by the limit that is nearer.
    fn share(&self, config: &toml::Table) -> f64 {
        let search = config.get("search");
        let limit = |name: &str| Some(search?.get(name)?.as_integer()? as f64);
        let last = self.last_row("generations.csv");
        let done = |name: &str| last.as_ref()?.get(name)?.as_str()?.parse::<f64>().ok();
        let share = |done: f64, limit: Option<f64>| match limit {
            Some(limit) if limit > 0.0 => done / limit,
            _ => 0.0,
        };
        let levels = share(done("maps").unwrap_or(0.0), limit("budget"));
        let generations = done("generation").map_or(0.0, |last| last + 1.0);
        levels.max(share(generations, limit("generations"))).min(1.0)
    }

    /// The last row of a table, if any. Reads only both ends of the file.
    fn last_row(&self, file: &str) -> Option<Map<String, Value>> {
        let mut file = self.table_file(file)?;
        let n_bytes = file.metadata().ok()?.len();
        let mut text = first_line(&mut file)?;
        let begin = (text.len() as u64).max(n_bytes.saturating_sub(LINE_MAX));
        // The text before the next end of a line may be part of a row.
        file.seek(SeekFrom::Start(begin - 1)).ok()?;
        let mut end = Vec::new();
        file.take(LINE_MAX + 1).read_to_end(&mut end).ok()?;
        text.extend(&end[end.iter().position(|&byte| byte == b'\n')? + 1..]);
        let mut reader = csv::Reader::from_reader(text.as_slice());
        let columns = reader.headers().ok()?.clone();
        let last = reader.records().flatten().last()?;
        Some(object(&columns, &last))
    }

    /// A table as objects of texts; empty if it does not exist.
    fn rows(&self, file: &str) -> Vec<Value> {
        let mut rows = Vec::new();
        self.each_row(file, |columns, row| {
            rows.push(object(columns, row).into());
            ControlFlow::Continue(())
        });
        rows
    }

    /// Calls `visit` for each row of a table, with the column names, until it breaks, with only one
    /// row in memory. A missing table has no rows.
    fn each_row(
        &self,
        file: &str,
        mut visit: impl FnMut(&StringRecord, &StringRecord) -> ControlFlow<()>,
    ) {
        let Some(mut file) = self.table_file(file) else { return };
        let Some(columns) = first_line(&mut file) else { return };
        let mut columns = csv::Reader::from_reader(columns.as_slice());
        let Ok(columns) = columns.headers() else { return };
        // The file may grow meanwhile.
        let mut lines = BufReader::new(file.take(FileKind::TABLE.n_bytes_max()));
        let (mut line, mut row) = (Vec::new(), StringRecord::new());
        for _ in 0..Table::N_ROWS_MAX {
            line.clear();
            let read = lines.by_ref().take(ROW_MAX + 1).read_until(b'\n', &mut line);
            if !matches!(read, Ok(1..)) {
                return;
            }
            if line.len() as u64 > ROW_MAX {
                // No search writes such a row: skip it without keeping it.
                if !line.ends_with(b"\n") && lines.skip_until(b'\n').is_err() {
                    return;
                }
                continue;
            }
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_slice());
            let is_row = reader.read_record(&mut row).is_ok_and(|is_row| is_row);
            if is_row && row.len() == columns.len() && visit(columns, &row).is_break() {
                return;
            }
        }
    }

    /// A table, if it exists and is not too large.
    fn table_file(&self, file: &str) -> Option<File> {
        let file = files::open(&self.0.join(file)).ok()?;
        let is_fine =
            file.metadata().is_ok_and(|found| found.len() <= FileKind::TABLE.n_bytes_max());
        is_fine.then_some(file)
    }
}

/// Maximum bytes of the header of a table, and of a row without genes.
const LINE_MAX: u64 = 1 << 16;

/// Maximum bytes of a row with its end and genes, where every byte may be an escaped quote.
const ROW_MAX: u64 = 2 * script::SCRIPT_BYTES_MAX as u64 + LINE_MAX;

/// The first line of a file with its end; the file is then positioned after it.
fn first_line(file: &mut File) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    file.take(LINE_MAX).read_to_end(&mut line).ok()?;
    line.truncate(line.iter().position(|&byte| byte == b'\n')? + 1);
    file.seek(SeekFrom::Start(line.len() as u64)).ok()?;
    Some(line)
}

fn field<'r>(columns: &StringRecord, row: &'r StringRecord, name: &str) -> Option<&'r str> {
    row.get(columns.iter().position(|column| column == name)?)
}

fn object<'r>(
    columns: impl IntoIterator<Item = &'r str>,
    row: impl IntoIterator<Item = &'r str>,
) -> Map<String, Value> {
    columns.into_iter().zip(row).map(|(name, field)| (name.to_owned(), field.into())).collect()
}

/// Maximum depth of folders in a run.
const DEPTH_MAX: usize = 3;

/// Whether a folder contains no links and is not too deep.
fn has_no_links(folder: &Path, depth: usize) -> bool {
    let Ok(found) = entries(folder) else { return false };
    found.iter().all(|path| {
        !path.is_symlink() && (!path.is_dir() || depth > 0 && has_no_links(path, depth - 1))
    })
}

/// The runs in a folder, by name.
pub(crate) fn runs_in(folder: &Path) -> Vec<RunFolder> {
    let runs = entries(folder).unwrap_or_default().into_iter().map(RunFolder);
    runs.filter(RunFolder::is_there).collect()
}
