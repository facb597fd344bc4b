//! The state of a run, from its folder.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use marahel_evolution::{PROBLEM, RunStatus, Table};
use marahel_script::laid_out;
use marahel_system::files::{self, FileKind, check_no_links, entries};
use marahel_system::reasons;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::server::refusal::Refusal;

/// The file that a program locks in its run folder.
const LOCK: &str = ".lock";

/// The last population of a run, and its columns that are not objectives.
const POPULATION: &str = "population.csv";
const OF_SEARCH: [&str; 4] = ["rank", "crowding_distance", "parents", "genes"];

/// Prefix of the page's names for scripts of the last population.
const LIVING: &str = "population/";

/// A run: `Run` of the page.
#[derive(Clone, Debug, Serialize)]
pub struct RunSummary {
    /// Its name.
    pub name: String,
    /// The name of its problem.
    pub problem: String,
    /// Whether it goes on.
    pub state: RunState,
    /// The finished share, in 0..=1.
    pub share: f64,
    /// The last output of a run that failed; else empty.
    pub message: String,
    /// What its best script meets, while it runs; else empty.
    pub best_so_far: String,
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// A program is working on it.
    Running,
    /// It can be resumed.
    Stopped,
    /// It has its results.
    Finished,
    /// Its program ended with an error.
    Failed,
}

impl fmt::Display for RunState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}

/// A row of a table with the names of its columns.
type Row = Map<String, Value>;

/// The settings of a run that say how far it is.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The name of its problem, or [`PROBLEM`] for the file in its folder.
    pub problem: String,
    /// The scripts that it began with, if a person gave them.
    pub from: Vec<String>,
    search: Limits,
}

/// The limits of a search; 0 for none.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Limits {
    budget: f64,
    generations: f64,
}

/// The row of a generation, in short.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub generation: u64,
    /// Number of levels measured so far.
    pub maps: u64,
    /// Number of scripts on the front.
    pub front_size: u64,
}

/// A script of a front.
#[derive(Clone, Debug)]
pub struct FrontScript {
    /// Its name in the run.
    pub script: String,
    /// The objectives as searched, in 0..=1.
    pub objectives: Vec<(String, f64)>,
    /// The share of playable levels among fresh ones, if measured.
    pub playable: Option<f64>,
    /// The share of good levels among them.
    pub good: Option<f64>,
}

impl FrontScript {
    fn of(row: &Row) -> Option<Self> {
        let number = |value: &Value| value.as_str()?.parse::<f64>().ok();
        let share = |name: &str| row.get(name).and_then(number);
        // Objectives come first; later columns repeat them as validated.
        let objectives = row
            .iter()
            .skip_while(|(name, _)| *name == "id")
            .take_while(|(name, _)| !name.ends_with("_validated") && *name != "script")
            .filter_map(|(name, value)| Some((name.clone(), number(value)?)));
        Some(Self {
            script: row.get("script")?.as_str()?.to_owned(),
            objectives: objectives.collect(),
            playable: share("playable"),
            good: share("good"),
        })
    }
}

/// A short form of a run, whatever the size of its tables.
pub struct Glimpse {
    /// Its entry in the list of runs.
    pub summary: RunSummary,
    /// The last row of its table of generations, if any.
    pub generation: Option<Generation>,
    /// Whether there is a best script.
    pub has_best: bool,
    /// The measures of its best script.
    pub best: Option<Table>,
    /// Why it is the best one.
    pub about_best: Option<String>,
    /// What it measures after its search, and for how many seconds, while it runs.
    pub measuring: Option<(String, u64)>,
}

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
        is_here && check_no_links(&self.0).is_ok()
    }

    pub(crate) fn name(&self) -> String {
        self.0.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether any program is working on it.
    pub(crate) fn is_locked(&self) -> bool {
        let lock = files::open(&self.0.join(LOCK)).map(|file| file.try_lock_shared());
        matches!(lock, Ok(Err(TryLockError::WouldBlock)))
    }

    /// The run in short. `is_running` says whether a program is working on it; `failure` is the
    /// last output of one that failed.
    pub(crate) fn summary(&self, is_running: bool, failure: Option<&str>) -> RunSummary {
        let plan = self.plan();
        let status = RunStatus::read(&self.0).ok().flatten();
        let is_over = status.as_ref().is_some_and(|status| !status.is_interrupted);
        let state = match (is_running, failure, is_over) {
            (true, ..) => RunState::Running,
            (false, Some(_), _) => RunState::Failed,
            (false, None, true) => RunState::Finished,
            (false, None, false) => RunState::Stopped,
        };
        RunSummary {
            name: self.name(),
            problem: self.problem(&plan),
            state,
            share: if is_over && !is_running { 1.0 } else { self.share(&plan) },
            message: failure.unwrap_or_default().to_owned(),
            best_so_far: String::new(),
        }
    }

    /// `RunFound` of the page.
    pub(crate) fn results(&self, is_running: bool, failure: Option<&str>) -> Value {
        let mut results = json!(self.summary(is_running, failure));
        results["generations"] = json!(self.some_rows("generations.csv"));
        results["front"] = json!(self.front(is_running));
        if let Ok(text) = FileKind::OF_STUDIO.text(&self.0.join("best.txt")) {
            results["best_told"] = text.into();
        }
        match FileKind::SCRIPT.text(&self.0.join("best.json")) {
            Ok(text) => results["best"] = text.into(),
            Err(_) if !self.0.join("best.json").exists() => {}
            Err(error) => {
                results["message"] = format!("best.json is not shown: {}", reasons(&error)).into();
            }
        }
        results
    }

    pub(crate) fn glimpse(&self, is_running: bool, failure: Option<&str>) -> Glimpse {
        let text = FileKind::OF_STUDIO.text(&self.0.join("best.txt"));
        let has_text = self.0.join("best.txt").is_file();
        Glimpse {
            summary: self.summary(is_running, failure),
            generation: self.last_generation(),
            has_best: self.0.join("best.json").is_file(),
            best: Table::read(self.0.join("best.csv")).ok(),
            about_best: has_text.then(|| text.unwrap_or_else(|error| error.to_string())),
            measuring: None,
        }
    }

    /// The final front; before it exists, that of the last population.
    fn front(&self, is_running: bool) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut n_bytes = 0;
        self.each_front_row(is_running, |row| {
            n_bytes += row.values().filter_map(Value::as_str).map(str::len).sum::<usize>();
            if rows.len() < N_ROWS_SHOWN && n_bytes < N_BYTES_SHOWN {
                rows.push(row);
            }
        });
        rows
    }

    /// The scripts of the front, one after the other.
    pub(crate) fn each_of_front(&self, is_running: bool, mut visit: impl FnMut(FrontScript)) {
        self.each_front_row(is_running, |row| {
            FrontScript::of(&row).into_iter().for_each(&mut visit);
        });
    }

    /// Calls `visit` for each row of the front, with only one row in memory.
    fn each_front_row(&self, is_running: bool, mut visit: impl FnMut(Row)) {
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
                let (columns, row): (Vec<_>, Vec<_>) =
                    columns.iter().zip(row).filter(|(name, _)| !OF_SEARCH.contains(name)).unzip();
                let mut member = object(columns, row);
                member.insert("script".to_owned(), format!("{LIVING}{id}").into());
                visit(member);
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
        // A genome of numbers is no script.
        let script = genes.and_then(|genes| serde_json::from_str::<Value>(&genes).ok());
        let script = script.filter(Value::is_object);
        script.map(|script| laid_out(&script)).ok_or_else(|| {
            Refusal::missing("this generator is gone or not a script; look at the front again")
        })
    }

    pub(crate) fn script(&self, file: &str) -> Result<String, Refusal> {
        if let Some(id) = file.strip_prefix(LIVING) {
            return self.living(id);
        }
        let number = file.strip_prefix("scripts/").and_then(|name| name.strip_suffix(".json"));
        if file != "best.json" && !number.is_some_and(is_number) {
            return Err(Refusal::bad("a run has best.json and scripts/NUMBER.json"));
        }
        let place = self.0.join(file);
        if !place.is_file() {
            return Err(Refusal::missing("there is no such script"));
        }
        FileKind::SCRIPT.text(&place).map_err(|error| Refusal::bad(reasons(&error)))
    }

    /// A file of settings; all have their defaults if it does not exist.
    fn settings<T: DeserializeOwned + Default>(&self, file: &str) -> T {
        let text = FileKind::CONFIG.text(&self.0.join(file)).unwrap_or_default();
        toml::from_str(&text).unwrap_or_default()
    }

    pub(crate) fn plan(&self) -> Plan {
        self.settings("config.toml")
    }

    fn problem(&self, plan: &Plan) -> String {
        #[derive(Default, Deserialize)]
        struct ProblemFile {
            name: String,
        }
        match plan.problem.as_str() {
            PROBLEM => self.settings::<ProblemFile>(PROBLEM).name,
            name => name.to_owned(),
        }
    }

    /// The finished share of the search, in 0..=1, by the limit that is nearer.
    fn share(&self, plan: &Plan) -> f64 {
        let Some(last) = self.last_generation() else { return 0.0 };
        let levels = share(last.maps as f64, plan.search.budget);
        levels.max(share(last.generation as f64 + 1.0, plan.search.generations)).min(1.0)
    }

    /// The last row of the table of generations, if any. Reads only both ends of the file.
    fn last_generation(&self) -> Option<Generation> {
        let mut file = self.table_file("generations.csv")?;
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
        last.deserialize(Some(&columns)).ok()
    }

    /// A table as objects of texts; empty if it does not exist. Of a long table, rows at equal
    /// distances and the last one.
    fn some_rows(&self, file: &str) -> Vec<Row> {
        let (mut rows, mut last) = (Vec::new(), None);
        let (mut distance, mut index) = (1, 0);
        self.each_row(file, |columns, row| {
            let row = object(columns, row);
            if index % distance == 0 {
                rows.push(row);
                last = None;
            } else {
                last = Some(row);
            }
            index += 1;
            if rows.len() > N_ROWS_SHOWN {
                let mut place = 0;
                rows.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                distance *= 2;
            }
            ControlFlow::Continue(())
        });
        rows.extend(last);
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
        let (mut n_rows, mut is_over) = (0, false);
        let (mut part, mut row) = (Vec::new(), StringRecord::new());
        while !is_over && n_rows < Table::N_ROWS_MAX {
            part.clear();
            is_over = !read_part(&mut lines, &mut part);
            // A reader costs as much as a hundred rows.
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .from_reader(part.as_slice());
            // A row that is no text does not end the table.
            while n_rows < Table::N_ROWS_MAX {
                let is_row = match reader.read_record(&mut row) {
                    Ok(false) => break,
                    Ok(true) => row.len() == columns.len(),
                    Err(_) => false,
                };
                n_rows += 1;
                if is_row && visit(columns, &row).is_break() {
                    return;
                }
            }
        }
    }

    /// A table, if it exists and is not too large.
    fn table_file(&self, file: &str) -> Option<File> {
        let file = files::open(&self.0.join(file)).ok()?;
        let is_fine =
            file.metadata().is_ok_and(|facts| facts.len() <= FileKind::TABLE.n_bytes_max());
        is_fine.then_some(file)
    }
}

/// Maximum number of rows of a table that the page gets.
pub const N_ROWS_SHOWN: usize = 10_000;
/// Maximum bytes of a front that the page gets.
const N_BYTES_SHOWN: usize = 16 << 20;

/// Bytes of rows that are parsed together.
const PART: usize = 1 << 16;

/// Maximum bytes of the header of a table, and of a row without genes.
const LINE_MAX: u64 = 1 << 16;

/// Maximum bytes of a row with its end and genes, where every byte may be an escaped quote.
const ROW_MAX: u64 = 2 * marahel_script::SCRIPT_BYTES_MAX as u64 + LINE_MAX;

/// Adds the next lines of a table; returns whether there may be more. Leaves out what no search writes:
/// lines that are too long, which are not kept, and those where a quote does not end.
fn read_part(lines: &mut impl BufRead, part: &mut Vec<u8>) -> bool {
    while part.len() < PART {
        let start = part.len();
        let read = lines.by_ref().take(ROW_MAX + 1).read_until(b'\n', part);
        if !matches!(read, Ok(1..)) {
            part.truncate(start);
            return false;
        }
        let line = &part[start..];
        let is_whole = line.ends_with(b"\n");
        let is_long = line.len() as u64 > ROW_MAX;
        let is_quoted = line.iter().fold(false, |is_quoted, &byte| is_quoted ^ (byte == b'"'));
        if is_long || is_quoted {
            part.truncate(start);
        }
        if is_long && !is_whole && lines.skip_until(b'\n').is_err() {
            return false;
        }
    }
    true
}

/// The first line of a file with its end; the file is then positioned after it.
fn first_line(file: &mut File) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    file.take(LINE_MAX).read_to_end(&mut line).ok()?;
    line.truncate(line.iter().position(|&byte| byte == b'\n')? + 1);
    file.seek(SeekFrom::Start(line.len() as u64)).ok()?;
    Some(line)
}

fn share(number: f64, limit: f64) -> f64 {
    if limit > 0.0 { number / limit } else { 0.0 }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn field<'r>(columns: &StringRecord, row: &'r StringRecord, name: &str) -> Option<&'r str> {
    row.get(columns.iter().position(|column| column == name)?)
}

fn object<'r>(
    columns: impl IntoIterator<Item = &'r str>,
    row: impl IntoIterator<Item = &'r str>,
) -> Row {
    columns.into_iter().zip(row).map(|(name, field)| (name.to_owned(), field.into())).collect()
}

pub(crate) fn runs_in(folder: &Path) -> Vec<RunFolder> {
    let runs = entries(folder).unwrap_or_default().into_iter().map(RunFolder);
    runs.filter(RunFolder::is_there).collect()
}
