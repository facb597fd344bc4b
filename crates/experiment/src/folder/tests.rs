use std::fs;
use std::path::Path;

use search::Individual;
use tempfile::TempDir;

use super::RunFolder;
use crate::tables::read_individuals;
use crate::testing::config;
use crate::{ExperimentError, Outcome, Recorder, revalidate, revalidate_random, run};

/// Writes everything into a folder, as a program does.
struct Writer<'r>(RunFolder<'r>);

impl Recorder for Writer<'_> {
    fn generation(
        &mut self,
        summary: &crate::GenerationSummary,
        population: &[Individual],
        _share: f64,
    ) -> Result<(), ExperimentError> {
        self.0.generation(summary, population)
    }

    fn searched(&mut self, found: &Outcome) -> Result<(), ExperimentError> {
        self.0.searched(found)
    }

    fn should_stop(&self) -> bool {
        false
    }
}

/// Names of the files of a folder and its subfolders.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            names.extend(self::names(&entry.path()).iter().map(|inner| format!("{name}/{inner}")));
        } else {
            names.push(name);
        }
    }
    names.sort_unstable();
    names
}

#[test]
fn a_finished_folder_is_whole_and_can_be_measured_again() {
    let folder = TempDir::new().unwrap();
    let config = config(&[("problem", "zelda")]);
    let problem = crate::problem_of(&config).unwrap();
    let mut writer = Writer(RunFolder::create(folder.path(), false, &config, &*problem).unwrap());
    let outcome = run(&config, &mut writer).unwrap();
    let front = || fs::read_to_string(folder.path().join("front.csv")).unwrap();
    let unmeasured = front();
    writer.0.front(&outcome.front).unwrap();
    assert_ne!(front(), unmeasured);

    let names = names(folder.path());
    assert!(names.iter().all(|name| !name.contains(".part")), "{names:?}");
    let tables = [
        "ancestry.csv",
        "best.csv",
        "best.json",
        "best.txt",
        "config.toml",
        "front.csv",
        "generations.csv",
        "population.csv",
        "random.csv",
        "timings.csv",
    ];
    assert_eq!(
        names.iter().filter(|name| !name.contains('/')).collect::<Vec<_>>(),
        tables.each_ref()
    );
    for member in &outcome.front {
        let script = member.script_file().unwrap();
        assert!(names.contains(&script));
        assert!(names.contains(&format!("levels/{:06}.png", member.script_id)));
    }

    let measured = front();
    let again = revalidate(folder.path(), config.validation_maps).unwrap();
    assert_eq!(again, outcome.front);
    assert_eq!(front(), measured);
    revalidate(folder.path(), 50).unwrap();
    assert_ne!(front(), measured);

    // So can what the run began with; its objectives stay as they were searched.
    let random = folder.path().join("random.csv");
    let read = || read_individuals(&random, problem.objectives()).unwrap();
    let before = read();
    let members = revalidate_random(folder.path(), 9).unwrap();
    assert_eq!(members.len(), config.search.population);
    assert!(members.iter().all(|member| member.validation.as_ref().unwrap().n_maps == 9));
    let after = read();
    for (one, other) in before.iter().zip(&after) {
        assert_eq!(
            (one.id, &one.genome, &one.objectives),
            (other.id, &other.genome, &other.objectives)
        );
    }
    assert_eq!(revalidate_random(folder.path(), 9).unwrap(), members);
}

#[test]
fn a_folder_in_use_is_refused_before_anything_is_written() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("front.csv"), "mine").unwrap();
    let config = config(&[]);
    let problem = crate::problem_of(&config).unwrap();
    let error = RunFolder::create(folder.path(), false, &config, &*problem).err().unwrap();
    assert!(matches!(error, ExperimentError::FolderInUse(path) if path == folder.path()));
    assert_eq!(names(folder.path()), ["front.csv"]);
}

#[test]
fn overwriting_removes_the_files_of_a_run_alone() {
    let folder = TempDir::new().unwrap();
    let old = ["front.csv", "grammar.json", "scripts/000001.json", "levels/1234567.png"];
    let old_figures = [
        "figures/front-key-door.svg",
        "figures/front-key-door.png",
        "figures/generator-knee.svg",
        "figures/fronts.png",
    ];
    let kept = [
        "figures/mine.png",
        "levels/a.png",
        "notes.csv",
        "other/1.json",
        "scripts/1.txt",
        "scripts/notes.json",
    ];
    for name in old.iter().chain(&old_figures).chain(&kept) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text").unwrap();
    }
    let config = config(&[]);
    let problem = crate::problem_of(&config).unwrap();
    RunFolder::create(folder.path(), true, &config, &*problem).unwrap();
    let mut expected: Vec<_> =
        kept.iter().chain(&["config.toml"]).map(|&name| name.to_owned()).collect();
    expected.sort_unstable();
    assert_eq!(names(folder.path()), expected);
}

#[test]
fn new_folders_are_numbered() {
    let parent = TempDir::new().unwrap();
    let config = config(&[]);
    let problem = crate::problem_of(&config).unwrap();
    for name in ["binary-seed7", "binary-seed7-2", "binary-seed7-3"] {
        let folder = RunFolder::create_new(parent.path(), &config, &*problem).unwrap();
        assert_eq!(folder.path(), parent.path().join(name));
    }
}
