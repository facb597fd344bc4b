//! The experiment file: problems, settings and seeds to compare.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use indexmap::IndexSet;
use marahel_config::{Config, Options, Problems};
use marahel_problem::long_list;
use marahel_system::files::FileKind;
use serde::Deserialize;
use toml::Table;
use toml::de::DeTable;

use crate::merge::{dotted, merged};
use crate::seeds::Seeds;
use crate::{ExperimentError, Trial};

/// The problems, settings and seeds to compare.
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
/// A setting's `set` overrides the problem's `only`, which overrides `base`. A problem may be the
/// path of a problem file: `dungeons/cellar.toml` is called `cellar` everywhere else, as in
/// `[only.cellar]`. Paths of problems are relative to the file.
#[derive(Clone, Debug)]
pub struct Design {
    path: PathBuf,
    problem_table: Problems,
    pub(crate) text: String,
    pub(crate) file: Document,
    pub(crate) seeds: Vec<u64>,
    /// Names, in the order of the file.
    pub(crate) problems: Vec<String>,
    pub(crate) baseline: usize,
}

/// Maximum number of configs: each is set up before the first run, to report all mistakes.
const N_CONFIGS_MAX: usize = 1000;

/// Maximum number of runs: each has its own config.
const N_RUNS_MAX: usize = 100_000;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setting {
    /// Also the name of its folder.
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) why: String,
    #[serde(default)]
    pub(crate) set: Table,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    seeds: Seeds,
    /// Names, or paths of problem files.
    problems: Vec<String>,
    baseline: Option<String>,
    /// Columns of the table of runs to compare; `None` for the usual ones.
    pub(crate) measure: Option<Vec<String>>,
    /// Columns of `generations.csv` to draw as curves.
    #[serde(default = "usual_curves")]
    pub(crate) curves: Vec<String>,
    #[serde(default)]
    base: Table,
    #[serde(default)]
    only: BTreeMap<String, Table>,
    /// At least one.
    #[serde(rename = "setting")]
    pub(crate) settings: Vec<Setting>,
}

fn usual_curves() -> Vec<String> {
    ["hypervolume", "validated_hypervolume"].map(str::to_owned).to_vec()
}

impl Design {
    /// Reads an experiment file and checks each of its configs.
    pub fn read(problem_table: Problems, path: &Path) -> Result<Self, ExperimentError> {
        let text = FileKind::EXPERIMENT.text_given(path)?;
        let fail = |message: String| {
            ExperimentError::Invalid(format!("{}: {message}", path.display()), None)
        };
        let in_text = |error: toml::de::Error| fail(error.to_string().trim_end().to_owned());
        let document = DeTable::parse(&text).map_err(in_text)?;
        if let Some((range, message)) = long_list(document.get_ref()) {
            let line = 1 + text[..range.start].matches('\n').count();
            return Err(fail(format!("line {line}: {message}")));
        }
        let file: Document = toml::from_str(&text).map_err(in_text)?;
        let seeds = file.seeds.parse().map_err(fail)?;
        let names = file.problems.iter().map(|written| stem(written).unwrap_or(written).to_owned());
        let problems: Vec<String> = names.collect();
        file.check(&problems).map_err(fail)?;
        let mut names = file.settings.iter().map(|setting| &setting.name);
        let place =
            names.position(|name| file.baseline.as_ref().is_none_or(|baseline| baseline == name));
        let baseline = place.expect("it was checked");
        let design =
            Self { path: path.to_owned(), problem_table, text, file, seeds, problems, baseline };
        let n_configs = design.problems.len() * design.file.settings.len();
        if n_configs * design.seeds.len() > N_RUNS_MAX || n_configs > N_CONFIGS_MAX {
            return Err(fail(format!(
                "settings x problems are at most {N_CONFIGS_MAX}, and with all seeds {N_RUNS_MAX} runs; \
                 make several experiments of it"
            )));
        }
        design.trials()?;
        Ok(design)
    }

    /// Its name: that of the file without the extension.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// All runs, seed by seed, so that early results can be compared.
    pub fn trials(&self) -> Result<Vec<Trial>, ExperimentError> {
        let mut configs = Vec::new();
        for (problem, written) in self.problems.iter().zip(&self.file.problems) {
            for (index, setting) in self.file.settings.iter().enumerate() {
                configs.push((problem, index, self.config(setting, problem, written)?));
            }
        }
        let trials = self.seeds.iter().flat_map(|&seed| {
            configs.iter().map(move |&(problem, setting, ref config)| Trial {
                setting,
                setting_name: self.file.settings[setting].name.clone(),
                problem: problem.clone(),
                problem_table: self.problem_table,
                seed,
                config: Config { seed, ..config.clone() },
            })
        });
        Ok(trials.collect())
    }

    /// The config of a setting and a problem, without the seed.
    fn config(
        &self,
        setting: &Setting,
        problem: &str,
        written: &str,
    ) -> Result<Config, ExperimentError> {
        let only = self.file.only.get(problem).cloned().unwrap_or_default();
        let table = merged(merged(self.file.base.clone(), &only), &setting.set);
        // Paths in the file are relative to it.
        let written = match stem(written) {
            Some(_) => self.path.with_file_name(written).to_string_lossy().into_owned(),
            None => written.to_owned(),
        };
        let options = Options { problem: Some(written), ..Options::of_settings(dotted(&table)) };
        let (path, setting) = (self.path.display(), &setting.name);
        let message = format!("{path}: setting `{setting}`, problem `{problem}`");
        match Config::load(self.problem_table, None, &options) {
            // Parallel runs would send requests at once, and those do not repeat.
            Ok(config) if !config.search.proposer.is_empty() => {
                let why = "an experiment cannot use a proposer; leave out search.proposer";
                Err(ExperimentError::Invalid(format!("{message}: {why}"), None))
            }
            Ok(config) => Ok(config),
            Err(source) => Err(ExperimentError::Invalid(message, Some(source.into()))),
        }
    }
}

impl Document {
    /// Checks what types cannot express.
    fn check(&self, problems: &[String]) -> Result<(), String> {
        let names: Vec<String> = self.settings.iter().map(|one| one.name.clone()).collect();
        if names.is_empty() || problems.is_empty() {
            return Err("there must be at least one problem and one [[setting]]".to_owned());
        }
        for (kind, names) in [("setting", &*names), ("problem", problems)] {
            if let Some(name) = names.iter().find(|name| !is_folder_name(name)) {
                return Err(format!(
                    "{kind} `{name}`: its name is that of a folder; use letters, digits, `-`, `_` and `.` behind the first one"
                ));
            }
        }
        if let Some(name) = first_twice(&names) {
            return Err(format!("there are two settings `{name}`; give each a name of its own"));
        }
        if let Some(name) = first_twice(problems) {
            return Err(format!("the problem `{name}` is listed twice"));
        }
        if let Some(name) = self.baseline.as_ref().filter(|name| !names.contains(name)) {
            return Err(format!(
                "the baseline `{name}` is not a setting; there are {}",
                names.join(", ")
            ));
        }
        if let Some(name) = self.only.keys().find(|name| !problems.contains(name)) {
            return Err(format!("`only.{name}`: the problem is not in `problems`"));
        }
        let sets = self.settings.iter().map(|setting| &setting.set);
        for table in sets.chain(self.only.values()).chain([&self.base]) {
            if let Some(key) = ["problem", "seed"].into_iter().find(|&key| table.contains_key(key))
            {
                return Err(format!(
                    "`{key}` cannot differ between settings; use `problems` and `seeds`"
                ));
            }
        }
        Ok(())
    }
}

/// The name of a problem file without its extension; `None` for a built-in problem.
fn stem(written: &str) -> Option<&str> {
    Path::new(written.strip_suffix(".toml")?).file_name()?.to_str()
}

fn is_folder_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
}

/// The first repeated name, ignoring case: on some file systems `Name` and `name` are the same.
fn first_twice(names: &[String]) -> Option<String> {
    let mut names_before = IndexSet::new();
    names.iter().map(|name| name.to_lowercase()).find(|name| !names_before.insert(name.clone()))
}
