//! The experiment file: what is compared, and by which runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use experiment::{Config, Problems, failed};
use indexmap::IndexSet;
use serde::Deserialize;
use toml::{Table, Value};

use crate::merge::{dotted, merged};
use crate::seeds::Seeds;
use crate::{Trial, TrialsError};

/// What is compared, and by which runs.
///
/// ```toml
/// seeds = "1-20"                    # or [1, 2, 5], or "1-5, 9"
/// problems = ["zelda", "binary"]
/// baseline = "nsga2"                # by default the first setting
/// measure = ["validated_hypervolume", "front_playable"]   # columns of runs.csv to compare
/// curves = ["hypervolume"]          # columns of generations.csv to draw
///
/// [base]                            # any settings of a config
/// maps = 10
/// search.population = 20
///
/// [only.zelda]                      # more of them, for one problem
/// maps = 20
///
/// [[setting]]
/// name = "nsga2"
///
/// [[setting]]
/// name = "random"
/// why = "what the search is worth"
/// set.search.algorithm = "random"
/// ```
///
/// A setting's `set` is laid over what `only` has for the problem, and that over
/// `base`. A problem may be the path of a problem file: `dungeons/cellar.toml` is called
/// `cellar` everywhere else, as in `[only.cellar]`. Paths of problems and of grammars are
/// relative to the file.
#[derive(Clone, Debug)]
pub struct Design {
    /// Where it was read.
    pub path: PathBuf,
    /// What its problems are chosen from.
    known: Problems,
    /// Its text.
    pub text: String,
    /// Ascending.
    pub seeds: Vec<u64>,
    /// Names, in the order of the file.
    pub problems: Vec<String>,
    /// The same as the file has them: names, or paths of problem files.
    written_problems: Vec<String>,
    /// At least one, in the order of the file.
    pub settings: Vec<Setting>,
    /// Index of the setting that the others are compared with.
    pub baseline: usize,
    /// Columns of the table of runs that are compared; `None` for the usual ones.
    pub measures: Option<Vec<String>>,
    /// Columns of `generations.csv` that curves are drawn of.
    pub curves: Vec<String>,
    base: Table,
    only: BTreeMap<String, Table>,
}

/// One of the things that are compared.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Its name, also that of its folder.
    pub name: String,
    /// Why it is there.
    #[serde(default)]
    pub why: String,
    /// What it changes.
    #[serde(default)]
    set: Table,
}

/// The file as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    seeds: Seeds,
    problems: Vec<String>,
    baseline: Option<String>,
    measure: Option<Vec<String>>,
    curves: Option<Vec<String>>,
    #[serde(default)]
    base: Table,
    #[serde(default)]
    only: BTreeMap<String, Table>,
    setting: Vec<Setting>,
}

impl Design {
    /// Reads an experiment file and tries each of its configs.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not understood, or a setting makes no config.
    pub fn read(known: Problems, path: &Path) -> Result<Self, TrialsError> {
        let text = fs::read_to_string(path).map_err(failed("reading", path))?;
        let fail = |message: String| TrialsError::Design { path: path.to_owned(), message };
        let document: Document =
            toml::from_str(&text).map_err(|error| fail(error.to_string().trim_end().to_owned()))?;
        let seeds = document.seeds.parse().map_err(fail)?;
        document.check().map_err(fail)?;
        let baseline = document.baseline.as_ref();
        let is_baseline = |setting: &Setting| baseline.is_none_or(|name| *name == setting.name);
        let usual = ["hypervolume", "validated_hypervolume"].map(str::to_owned).to_vec();
        let design = Self {
            path: path.to_owned(),
            known,
            text,
            seeds,
            baseline: document.setting.iter().position(is_baseline).expect("it was checked"),
            problems: document.names_of_problems(),
            written_problems: document.problems,
            settings: document.setting,
            measures: document.measure,
            curves: document.curves.unwrap_or(usual),
            base: document.base,
            only: document.only,
        };
        design.trials()?;
        Ok(design)
    }

    /// Its name: that of the file without its ending.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// All runs, seed by seed, so that what is done first can be compared.
    ///
    /// # Errors
    ///
    /// If a setting makes no config of a problem.
    pub fn trials(&self) -> Result<Vec<Trial>, TrialsError> {
        let mut configs = Vec::new();
        for (problem, written) in self.problems.iter().zip(&self.written_problems) {
            for setting in 0..self.settings.len() {
                configs.push((problem, setting, self.config(setting, problem, written)?));
            }
        }
        let of_seed = |&seed: &u64| {
            configs.iter().map(move |&(problem, setting, ref config)| Trial {
                setting,
                setting_name: self.settings[setting].name.clone(),
                problem: problem.clone(),
                known: self.known,
                seed,
                config: Config { seed, ..config.clone() },
            })
        };
        Ok(self.seeds.iter().flat_map(of_seed).collect())
    }

    /// What a setting is told of a problem, but for the seed.
    fn config(&self, setting: usize, problem: &str, written: &str) -> Result<Config, TrialsError> {
        let only = self.only.get(problem).cloned().unwrap_or_default();
        let setting = &self.settings[setting];
        let mut table = merged(merged(self.base.clone(), &only), &setting.set);
        let written = match stem(written) {
            Some(_) => self.anchored(written),
            None => written.to_owned(),
        };
        table.insert("problem".to_owned(), Value::String(written));
        let text = toml::to_string(&table).expect("what was TOML can be written as TOML");
        Config::parse(self.known, &text, &[]).map_err(|source| TrialsError::Setting {
            path: self.path.clone(),
            setting: setting.name.clone(),
            problem: problem.to_owned(),
            source: source.into(),
        })
    }

    /// A path that the file names, as it is from here.
    fn anchored(&self, path: &str) -> String {
        let anchored = self.path.parent().unwrap_or(Path::new("")).join(path);
        anchored.to_string_lossy().into_owned()
    }
}

impl Setting {
    /// What it changes, as dotted keys and values.
    pub fn changes(&self) -> Vec<(String, String)> {
        dotted(&self.set)
    }
}

impl Document {
    /// What its problems are called.
    fn names_of_problems(&self) -> Vec<String> {
        let name = |written: &String| stem(written).unwrap_or(written).to_owned();
        self.problems.iter().map(name).collect()
    }

    /// Checks what types cannot; an error says what is wrong.
    fn check(&self) -> Result<(), String> {
        let names: Vec<String> = self.setting.iter().map(|one| one.name.clone()).collect();
        let problems = self.names_of_problems();
        if names.is_empty() || problems.is_empty() {
            return Err("there must be at least one problem and one [[setting]]".to_owned());
        }
        for (kind, names) in [("setting", &names), ("problem", &problems)] {
            if let Some(name) = names.iter().find(|name| !is_folder_name(name)) {
                return Err(format!(
                    "{kind} `{name}`: its name is that of a folder; use letters, digits, `-`, `_` and `.` behind the first one"
                ));
            }
        }
        if let Some(name) = first_twice(&names) {
            return Err(format!("there are two settings `{name}`; give each a name of its own"));
        }
        if let Some(name) = first_twice(&problems) {
            return Err(format!("the problem `{name}` is there twice"));
        }
        if let Some(name) = self.baseline.as_ref().filter(|name| !names.contains(name)) {
            return Err(format!(
                "the baseline `{name}` is no setting; there are {}",
                names.join(", ")
            ));
        }
        if let Some(name) = self.only.keys().find(|name| !problems.contains(name)) {
            return Err(format!("`only.{name}` is of no problem in `problems`"));
        }
        let sets = self.setting.iter().map(|setting| &setting.set);
        for table in sets.chain(self.only.values()).chain([&self.base]) {
            if let Some(key) = ["problem", "seed"].into_iter().find(|&key| table.contains_key(key))
            {
                return Err(format!(
                    "`{key}` is no setting to compare; `problems` and `seeds` decide that"
                ));
            }
        }
        Ok(())
    }
}

/// The name of a problem file without its ending; none for a problem that is written as a name.
fn stem(written: &str) -> Option<&str> {
    Path::new(written.strip_suffix(".toml")?).file_name()?.to_str()
}

fn is_folder_name(name: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    name.bytes().all(is_fine) && name.starts_with(|first: char| first.is_ascii_alphanumeric())
}

/// The first name that is there before, in small letters: some file systems hold Name and
/// name to be one.
fn first_twice(names: &[String]) -> Option<String> {
    let mut seen = IndexSet::new();
    names.iter().map(|name| name.to_lowercase()).find(|name| !seen.insert(name.clone()))
}
