//! A run folder: what a run was told, what it did, and what it found.
//!
//! ```text
//! config.toml        everything that decided the run
//! generations.csv    a row for each generation
//! timings.csv        the only file in which equal runs differ
//! front.csv          the final front, as searched and as validated
//! population.csv     the last population
//! scripts/ID.json    the front's generators, one file for each different script
//! levels/ID.png      levels of each generator
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use level::{Level, contact_sheet};
use marahel::{Generator, Script};
use problem::{Objective, Problem};
use rayon::prelude::*;
use search::Individual;

use crate::files::{self, failed, write_atomically};
use crate::front::FrontMember;
use crate::{Config, ExperimentError, GenerationSummary, Outcome};

/// Levels on a contact sheet, and how they are laid out.
const N_LEVELS: u64 = 16;
const N_COLUMNS: usize = 4;
const TILE_PIXELS: u32 = 12;

/// Time between two writes of the tables that grow with each generation.
const WRITE_PERIOD: Duration = Duration::from_secs(1);

/// What a run writes, so that overwriting a folder leaves nothing of another run.
const ENTRIES: [&str; 9] = [
    "config.toml",
    "grammar.json",
    "generations.csv",
    "timings.csv",
    "front.csv",
    "population.csv",
    "scripts",
    "levels",
    "figures",
];

/// The folder of one run, being written.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    generations: Table,
    timings: Table,
    last_write: Instant,
    last_generation: Instant,
    n_maps_before: u64,
}

impl RunFolder {
    /// Begins the folder of a run.
    ///
    /// # Errors
    ///
    /// If the folder is not empty and `overwrites` is not set, or cannot be
    /// written to.
    pub fn create(
        path: &Path,
        overwrites: bool,
        config: &Config,
        problem: &dyn Problem,
    ) -> Result<Self, ExperimentError> {
        fs::create_dir_all(path).map_err(failed("making the folder", path))?;
        let mut entries = fs::read_dir(path).map_err(failed("reading the folder", path))?;
        if entries.next().is_some() {
            if !overwrites {
                return Err(ExperimentError::FolderInUse(path.to_owned()));
            }
            remove_entries(path)?;
        }
        write_config(path, config)?;
        let now = Instant::now();
        Ok(Self {
            path: path.to_owned(),
            generations: Table::new(&GenerationSummary::columns(problem.objectives())),
            timings: Table::new(&["generation", "seconds", "maps_per_second"].map(str::to_owned)),
            last_write: now,
            last_generation: now,
            n_maps_before: 0,
        })
    }

    /// A new folder under `parent`, named by problem and seed, that no other
    /// run has.
    ///
    /// # Errors
    ///
    /// If it cannot be made or written to.
    pub fn create_new(
        parent: &Path,
        config: &Config,
        problem: &dyn Problem,
    ) -> Result<Self, ExperimentError> {
        fs::create_dir_all(parent).map_err(failed("making the folder", parent))?;
        let name = format!("{}-seed{}", config.problem, config.seed);
        let names = std::iter::once(name.clone()).chain((2_u64..).map(|n| format!("{name}-{n}")));
        for name in names {
            let path = parent.join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Self::create(&path, false, config, problem),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed("making the folder", &path)(error)),
            }
        }
        unreachable!("there is always a number left")
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a generation; the tables are written about once a second.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn generation(&mut self, summary: &GenerationSummary) -> Result<(), ExperimentError> {
        let seconds = self.last_generation.elapsed().as_secs_f64();
        self.last_generation = Instant::now();
        let n_maps = summary.n_maps - self.n_maps_before;
        self.n_maps_before = summary.n_maps;
        self.generations.add(&summary.to_row());
        self.timings.add(&[
            summary.generation.to_string(),
            format!("{seconds:.6}"),
            format!("{:.0}", n_maps as f64 / seconds.max(1e-9)),
        ]);
        if summary.generation == 0 || self.last_write.elapsed() > WRITE_PERIOD {
            self.write_tables()?;
        }
        Ok(())
    }

    /// Writes all that a run ends with.
    ///
    /// # Errors
    ///
    /// If something cannot be written.
    pub fn finish(
        &mut self,
        outcome: &Outcome,
        config: &Config,
        problem: &dyn Problem,
    ) -> Result<(), ExperimentError> {
        self.write_tables()?;
        write_population(&self.path, &outcome.population, problem.objectives())?;
        write_front(&self.path, &outcome.front, problem.objectives())?;
        write_generators(&self.path, &outcome.front, config, problem)
    }

    fn write_tables(&mut self) -> Result<(), ExperimentError> {
        self.last_write = Instant::now();
        self.generations.write(&self.path.join("generations.csv"))?;
        self.timings.write(&self.path.join("timings.csv"))
    }
}

/// Removes what an earlier run wrote, and nothing else.
fn remove_entries(path: &Path) -> Result<(), ExperimentError> {
    for entry in ENTRIES.map(|entry| path.join(entry)) {
        let removed = if entry.is_dir() {
            fs::remove_dir_all(&entry)
        } else if entry.exists() {
            fs::remove_file(&entry)
        } else {
            Ok(())
        };
        removed.map_err(failed("removing", &entry))?;
    }
    Ok(())
}

/// Writes the config, and the grammar that it refers to, into the folder.
fn write_config(path: &Path, config: &Config) -> Result<(), ExperimentError> {
    let mut config = config.clone();
    if let Some(text) = &config.grammar_text {
        write_atomically(&path.join("grammar.json"), text.as_bytes())?;
        config.grammar = Some(PathBuf::from("grammar.json"));
    }
    write_atomically(&path.join("config.toml"), config.to_toml().as_bytes())
}

fn write_population(
    path: &Path,
    population: &[Individual],
    objectives: &[Objective],
) -> Result<(), ExperimentError> {
    let mut columns = vec!["id".to_owned(), "rank".to_owned(), "crowding_distance".to_owned()];
    columns.extend(objectives.iter().map(|objective| objective.name.clone()));
    columns.extend(["parents", "genes"].map(str::to_owned));
    let mut table = Table::new(&columns);
    for individual in population {
        let mut row = vec![
            individual.id.to_string(),
            individual.rank.to_string(),
            individual.crowding.to_string(),
        ];
        row.extend(individual.objectives.iter().map(f64::to_string));
        row.extend([join(&individual.parents), join(&individual.genome)]);
        table.add(&row);
    }
    table.write(&path.join("population.csv"))
}

/// Writes `front.csv`.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_front(
    path: &Path,
    front: &[FrontMember],
    objectives: &[Objective],
) -> Result<(), ExperimentError> {
    let mut columns = vec!["id".to_owned()];
    columns.extend(objectives.iter().map(|objective| objective.name.clone()));
    for objective in objectives {
        columns.push(format!("{}_validated", objective.name));
        columns.push(format!("{}_se", objective.name));
    }
    columns.extend(
        ["playable", "still_non_dominated", "explorers", "genes", "script"].map(str::to_owned),
    );
    let mut table = Table::new(&columns);
    for member in front {
        let mut row = vec![member.id.to_string()];
        row.extend(member.objectives.iter().map(f64::to_string));
        for index in 0..objectives.len() {
            let tally = member.validation.as_ref().map(|sample| &sample.scores[index]);
            row.push(tally.map_or_else(String::new, |tally| tally.mean().to_string()));
            row.push(tally.map_or_else(String::new, |tally| tally.standard_error().to_string()));
        }
        let sample = member.validation.as_ref();
        row.push(sample.map_or_else(String::new, |sample| sample.playable().to_string()));
        row.push(member.is_still_non_dominated.to_string());
        row.push(member.n_explorers.to_string());
        row.push(join(&member.genome));
        row.push(member.script_file().unwrap_or_default());
        table.add(&row);
    }
    table.write(&path.join("front.csv"))
}

impl FrontMember {
    /// The file of its script, relative to the run folder, if it has a script.
    pub fn script_file(&self) -> Option<String> {
        self.script.as_ref().map(|_| format!("scripts/{:06}.json", self.script_id))
    }
}

/// Writes each different script and a sheet of its levels: those that
/// `marahel generate` makes of it from seed 0 on.
fn write_generators(
    path: &Path,
    front: &[FrontMember],
    config: &Config,
    problem: &dyn Problem,
) -> Result<(), ExperimentError> {
    for folder in ["scripts", "levels"].map(|name| path.join(name)) {
        fs::create_dir_all(&folder).map_err(failed("making the folder", &folder))?;
    }
    let firsts: Vec<_> = front.iter().filter(|member| member.id == member.script_id).collect();
    firsts.par_iter().try_for_each(|member| {
        let Some(script) = &member.script else { return Ok(()) };
        let text = serde_json::to_string_pretty(script).expect("a script is plain data") + "\n";
        write_atomically(&path.join(format!("scripts/{:06}.json", member.id)), text.as_bytes())?;
        let script = Script::parse(&text)
            .map_err(|source| ExperimentError::Script { script: text, source })?;
        let generator = Generator::new(&script, config.semantics);
        let levels = (0..N_LEVELS).map(|seed| generator.generate(seed));
        let levels: Vec<Level> = match levels.collect() {
            Ok(levels) => levels,
            Err(_) => return Ok(()), // its script has no levels to show
        };
        let levels: Vec<Level> = levels
            .iter()
            .map(|level| Level::from_view(level.view(), problem.palette().clone()))
            .collect();
        let sheet = contact_sheet(&levels, TILE_PIXELS, Some(N_COLUMNS));
        let sheet_path = path.join(format!("levels/{:06}.png", member.id));
        let sheet = sheet.map_err(|error| ExperimentError::Content {
            path: sheet_path.clone(),
            message: error.to_string(),
        })?;
        write_atomically(&sheet_path, &sheet)
    })
}

/// The front of a finished run, read back from its folder: ids, genomes and
/// objectives as searched.
///
/// # Errors
///
/// If there is no `front.csv`, or it is not one of this problem.
pub fn read_front(
    path: &Path,
    objectives: &[Objective],
) -> Result<Vec<Individual>, ExperimentError> {
    let path = path.join("front.csv");
    let text = files::read(&path)?;
    let content = |message: String| ExperimentError::Content { path: path.clone(), message };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().map_err(|error| content(error.to_string()))?.clone();
    let column = |name: &str| {
        let index = columns.iter().position(|column| column == name);
        index.ok_or_else(|| content(format!("there is no column `{name}`")))
    };
    let (id, genes) = (column("id")?, column("genes")?);
    let values = objectives.iter().map(|objective| column(&objective.name));
    let values = values.collect::<Result<Vec<_>, _>>()?;
    let mut front = Vec::new();
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| content(error.to_string()))?;
        let wrong = |name: &str| content(format!("row {}: wrong {name}", index + 1));
        let field = |column: usize| record.get(column).unwrap_or_default();
        let genome: Result<Vec<u32>, _> = field(genes).split(' ').map(str::parse).collect();
        let numbers: Result<Vec<f64>, _> = values.iter().map(|&at| field(at).parse()).collect();
        front.push(Individual {
            id: field(id).parse().map_err(|_| wrong("id"))?,
            parents: Vec::new(),
            genome: genome.map_err(|_| wrong("genes"))?,
            objectives: numbers.map_err(|_| wrong("objectives"))?,
            rank: 0,
            crowding: 0.0,
        });
    }
    Ok(front)
}

fn join(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A CSV table that grows row by row.
#[derive(Debug)]
struct Table(csv::Writer<Vec<u8>>);

impl Table {
    fn new(columns: &[String]) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.add(columns);
        table
    }

    fn add(&mut self, row: &[String]) {
        self.0.write_record(row).expect("rows of a table are equally long");
    }

    fn write(&mut self, path: &Path) -> Result<(), ExperimentError> {
        self.0.flush().expect("memory can be written to");
        write_atomically(path, self.0.get_ref())
    }
}
