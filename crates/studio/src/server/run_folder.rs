//! The state of a run, from its folder.

use std::collections::BTreeMap;
use std::fs::{self, TryLockError};
use std::path::{Path, PathBuf};

use evolution::files::{self, Kind, entries};
use evolution::{PROBLEM, RunStatus};
use script::laid_out;
use serde_json::{Map, Value, json};
use toml::Table;

use crate::server::refusal::Refusal;

/// The file that a program locks in its run folder.
const LOCK: &str = ".lock";

/// The last population of a run, with the columns that are not objectives.
const POPULATION: &str = "population.csv";
const OF_SEARCH: [&str; 4] = ["rank", "crowding_distance", "parents", "genes"];

/// How the page names the script of an individual of that.
const LIVING: &str = "population/";

/// A folder that `evolve` writes.
pub(crate) struct RunFolder(pub(crate) PathBuf);

impl RunFolder {
    /// Whether there is one at a path.
    pub(crate) fn is_at(path: &Path) -> bool {
        let has = |file: &str| path.join(file).exists();
        has("config.toml") && (has("run.toml") || has("generations.csv") || has(LOCK))
    }

    /// Whether it is one, in this place.
    pub(crate) fn is_there(&self) -> bool {
        Self::is_at(&self.0) && !self.0.is_symlink()
    }

    /// Whether it is where it seems to be, and holds no links.
    pub(crate) fn is_plain(&self) -> bool {
        let is_here = fs::canonicalize(&self.0).is_ok_and(|real| real == self.0);
        is_here && has_no_links(&self.0, DEPTH_MAX)
    }

    pub(crate) fn name(&self) -> String {
        self.0.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether a program works on it, whoever started that.
    pub(crate) fn is_locked(&self) -> bool {
        let lock = files::open(&self.0.join(LOCK)).map(|file| file.try_lock_shared());
        matches!(lock, Ok(Err(TryLockError::WouldBlock)))
    }

    /// `Run` of the page: `is_running` is whether a program works on it, `failure` the last output
    /// of one that failed.
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

    /// `RunFound` of the page.
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

    /// The front as it was measured in the end; until then, that of the last population.
    fn front(&self, is_running: bool) -> Vec<Value> {
        let front = if is_running { Vec::new() } else { self.rows("front.csv") };
        if !front.is_empty() {
            return front;
        }
        let mut rows = self.rows(POPULATION);
        rows.retain(|row| row["rank"] == "0");
        for row in rows.iter_mut().filter_map(Value::as_object_mut) {
            let id = row["id"].as_str().unwrap_or_default();
            let script = format!("{LIVING}{id}");
            row.retain(|column, _| !OF_SEARCH.contains(&column.as_str()));
            row.insert("script".to_owned(), script.into());
        }
        rows
    }

    /// The script of an individual of the last population.
    fn living(&self, id: &str) -> Result<String, Refusal> {
        let rows = self.rows(POPULATION);
        let genes = rows.iter().find(|row| row["id"] == id).and_then(|row| row["genes"].as_str());
        // Genomes of the paper are numbers.
        let script = genes.and_then(|genes| serde_json::from_str::<Value>(genes).ok());
        let script = script.filter(Value::is_object);
        script.map(|script| laid_out(&script)).ok_or_else(|| {
            Refusal::missing("this generator is gone, or no script; look again at the front")
        })
    }

    /// A script that the run found.
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
        Kind::SCRIPT
            .text(&self.0.join(file))
            .map_err(|_| Refusal::missing("there is no such script"))
    }

    /// A file of settings; nothing as long as it is not there.
    fn table(&self, file: &str) -> Table {
        let text = Kind::CONFIG.text(&self.0.join(file)).unwrap_or_default();
        text.parse().unwrap_or_default()
    }

    /// What its problem is called.
    fn problem(&self, config: &Table) -> String {
        let text = |table: &Table, key: &str| {
            table.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
        };
        let written = text(config, "problem");
        if written == PROBLEM { text(&self.table(PROBLEM), "name") } else { written }
    }

    /// The share of the search that is done, in 0..=1, by whichever limit is nearer.
    fn share(&self, config: &Table) -> f64 {
        let search = config.get("search");
        let limit = |name: &str| Some(search?.get(name)?.as_integer()? as f64);
        let last = self.last_row("generations.csv");
        let done = |name: &str| last.as_ref()?.get(name)?.parse::<f64>().ok();
        let share = |done: f64, limit: Option<f64>| match limit {
            Some(limit) if limit > 0.0 => done / limit,
            _ => 0.0,
        };
        let levels = share(done("maps").unwrap_or(0.0), limit("budget"));
        let generations = done("generation").map_or(0.0, |last| last + 1.0);
        levels.max(share(generations, limit("generations"))).min(1.0)
    }

    /// The last row of a table, if there is one.
    fn last_row(&self, file: &str) -> Option<BTreeMap<String, String>> {
        let table = Kind::TABLE.bytes(&self.0.join(file)).ok()?;
        let mut reader = csv::Reader::from_reader(table.as_slice());
        let columns = reader.headers().ok()?.clone();
        let last = reader.records().flatten().last()?;
        Some(
            columns
                .iter()
                .zip(&last)
                .map(|(name, one)| (name.to_owned(), one.to_owned()))
                .collect(),
        )
    }

    /// A table as objects of texts; nothing as long as it is not there.
    fn rows(&self, file: &str) -> Vec<Value> {
        let Ok(table) = Kind::TABLE.bytes(&self.0.join(file)) else { return Vec::new() };
        let mut reader = csv::Reader::from_reader(table.as_slice());
        let Ok(columns) = reader.headers().cloned() else { return Vec::new() };
        let rows = reader.records().flatten();
        let row = |row: csv::StringRecord| {
            let fields =
                columns.iter().zip(&row).map(|(name, field)| (name.to_owned(), field.into()));
            Value::Object(fields.collect::<Map<_, _>>())
        };
        rows.map(row).collect()
    }
}

/// Folders in one another that a run has.
const DEPTH_MAX: usize = 3;

/// Whether nothing in a folder is a link, nor deeper than it should be.
fn has_no_links(folder: &Path, depth: usize) -> bool {
    let Ok(found) = entries(folder) else { return false };
    found.iter().all(|path| {
        !path.is_symlink() && (!path.is_dir() || depth > 0 && has_no_links(path, depth - 1))
    })
}

/// The runs below a folder, by name.
pub(crate) fn runs_in(folder: &Path) -> Vec<RunFolder> {
    let runs = entries(folder).unwrap_or_default().into_iter().map(RunFolder);
    runs.filter(RunFolder::is_there).collect()
}
