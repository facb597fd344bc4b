use std::fs;
use std::path::Path;

use marahel_papers::fdg20::BUILT_IN;
use tempfile::TempDir;

use super::RunFolder;
use crate::folder::tables::read_individuals;
use crate::tests::{config, finished};
use crate::{RunStatus, Unwatched, revalidate, revalidate_random, run};
use marahel_config::{EvolutionError, problem_of};

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
    let config = config(&[("problem", "zelda")]);
    let problem = problem_of(&config);
    let (folder, outcome) = finished(&config);
    let front = || fs::read_to_string(folder.path().join("front.csv")).unwrap();

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
        "run.toml",
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
    let again = revalidate(BUILT_IN, folder.path(), config.validation_maps, None).unwrap();
    assert_eq!(again, outcome.front);
    assert_eq!(front(), measured);
    revalidate(BUILT_IN, folder.path(), 50, None).unwrap();
    assert_ne!(front(), measured);

    // So can what the run began with; its objectives stay as they were searched.
    let random = folder.path().join("random.csv");
    let read = || read_individuals(&random, problem.objectives()).unwrap();
    let before = read();
    let members = revalidate_random(BUILT_IN, folder.path(), 9).unwrap();
    assert_eq!(members.len(), config.search.population);
    assert!(members.iter().all(|member| member.validation.as_ref().unwrap().n_maps == 9));
    let after = read();
    for (one, other) in before.iter().zip(&after) {
        assert_eq!(
            (one.id, &one.genome, &one.objectives),
            (other.id, &other.genome, &other.objectives)
        );
    }
    assert_eq!(revalidate_random(BUILT_IN, folder.path(), 9).unwrap(), members);
}

#[test]
fn a_folder_in_use_is_refused_before_anything_is_written() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("front.csv"), "mine").unwrap();
    let config = config(&[]);
    let problem = problem_of(&config);
    let error = RunFolder::create(folder.path(), false, &config, &problem).err().unwrap();
    assert!(matches!(error, EvolutionError::FolderInUse(path) if path == folder.path()));
    assert_eq!(names(folder.path()), ["front.csv"]);
}

#[test]
fn overwriting_removes_the_files_of_a_run_alone() {
    let folder = TempDir::new().unwrap();
    let old = ["front.csv", "ancestry.csv", "scripts/000001.json", "levels/1234567.png"];
    let kept = [
        "figures/mine.png",
        "levels/a.png",
        "notes.csv",
        "other/1.json",
        "scripts/1.txt",
        "scripts/notes.json",
    ];
    for name in old.iter().chain(&kept) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text").unwrap();
    }
    let config = config(&[]);
    let problem = problem_of(&config);
    RunFolder::create(folder.path(), true, &config, &problem).unwrap();
    let mut expected: Vec<_> =
        kept.iter().chain(&["config.toml"]).map(|&name| name.to_owned()).collect();
    expected.sort_unstable();
    assert_eq!(names(folder.path()), expected);
}

#[test]
fn new_folders_are_numbered() {
    let parent = TempDir::new().unwrap();
    let config = config(&[]);
    let problem = problem_of(&config);
    for name in ["binary-seed7", "binary-seed7-2", "binary-seed7-3"] {
        let folder = RunFolder::create_new(parent.path(), &config, &problem).unwrap();
        assert_eq!(folder.path(), parent.path().join(name));
    }
}

/// The last field of the column of validated hypervolumes, if it is not empty.
fn last_volume(folder: &Path) -> Option<String> {
    let mut reader = csv::Reader::from_path(folder.join("generations.csv")).unwrap();
    let columns = reader.headers().unwrap().clone();
    let column = columns.iter().position(|name| name == "validated_hypervolume").unwrap();
    let last = reader.records().last().unwrap().unwrap();
    Some(last[column].to_owned()).filter(|field| !field.is_empty())
}

#[test]
fn a_folder_says_what_became_of_its_run() {
    let (folder, _) = finished(&config(&[]));
    let status = || RunStatus::read(folder.path()).unwrap().unwrap();
    let RunStatus { n_generations, n_generations_max, n_levels, .. } = status();
    assert_eq!((n_generations, n_generations_max), (3, Some(3)));
    assert!((1..=3 * 6 * 4).contains(&n_levels));
    assert_eq!((status().n_validation_levels, status().n_curve_levels), (6, 6));
    assert_eq!(status().interruption(), None);
    // Whoever measures the front again knows how often.
    revalidate(BUILT_IN, folder.path(), 50, None).unwrap();
    assert_eq!((status().n_validation_levels, status().n_curve_levels), (50, 6));
}

#[test]
fn the_last_generation_has_a_validated_hypervolume_whatever_the_period() {
    let volumes = ["0", "1", "2", "1000"].map(|period| {
        let (folder, _) = finished(&config(&[("validation_period", period)]));
        last_volume(folder.path()).unwrap()
    });
    assert!(volumes.iter().all(|volume| *volume == volumes[0]), "{volumes:?}");
    let (without, _) = finished(&config(&[("validation_maps", "0")]));
    assert_eq!(last_volume(without.path()), None);
}

#[test]
fn no_hypervolume_of_many_objectives_is_measured() {
    let goal =
        |n| format!("o{n} = {{ value = \"near(solid, empty, {n})\", range = [{n}, inf] }}\n");
    let goals = (0..17).map(goal).collect::<Vec<_>>().concat();
    let problem = format!(
        "name = \"many\"\nsize = \"6x5\"\nplayable = \"count(empty) > 0\"\n\
         [tiles]\nempty = {{}}\nsolid = {{}}\n[objectives]\n{goals}"
    );
    let file = TempDir::new().unwrap();
    let path = file.path().join("many.toml");
    fs::write(&path, problem).unwrap();
    let problem = path.to_str().unwrap();
    let (folder, outcome) = finished(&config(&[("problem", problem), ("validation_period", "1")]));

    assert!(outcome.front.iter().all(|member| member.validation.is_some()));
    let last = outcome.last.unwrap();
    assert_eq!((last.hypervolume, last.validated_hypervolume), (None, None));
    assert_eq!(last_volume(folder.path()), None);
    assert!(revalidate(BUILT_IN, folder.path(), 5, None).is_ok());
    assert_eq!(last_volume(folder.path()), None);
}

#[test]
fn a_curve_has_one_number_of_levels() {
    // More levels for the front than for a point of the curve.
    let volume = |maps: &str| {
        let (folder, _) =
            finished(&config(&[("validation_maps", maps), ("validation_period", "0")]));
        let status = RunStatus::read(folder.path()).unwrap().unwrap();
        (last_volume(folder.path()).unwrap(), status.n_validation_levels, status.n_curve_levels)
    };
    let (volume_of_1000, ..) = volume("1000");
    assert_eq!(volume("1100"), (volume_of_1000, 1100, 1000));
}

#[test]
fn a_last_point_that_was_left_out_is_made_up_for() {
    let config = config(&[("validation_period", "0")]);
    let folder = TempDir::new().unwrap();
    let problem = problem_of(&config);
    let mut writer = RunFolder::create(folder.path(), false, &config, &problem).unwrap();
    run(&config, &problem_of(&config), &mut writer, &Unwatched).unwrap();
    drop(writer);
    let front = || fs::read_to_string(folder.path().join("front.csv")).unwrap();
    let unmeasured = front();
    assert_eq!(RunStatus::read(folder.path()).unwrap().unwrap().n_validation_levels, 0);
    assert_eq!(last_volume(folder.path()), None);
    revalidate(BUILT_IN, folder.path(), 9, None).unwrap();
    assert_ne!(front(), unmeasured);
    let (whole, _) = finished(&config);
    assert_eq!(last_volume(folder.path()), last_volume(whole.path()));
}

#[test]
fn a_folder_that_a_run_writes_into_is_refused_even_to_force() {
    let folder = TempDir::new().unwrap();
    let config = config(&[]);
    let problem = problem_of(&config);
    let create = |overwrites| RunFolder::create(folder.path(), overwrites, &config, &problem);
    let writer = create(false).unwrap();
    let error = create(true).err().unwrap();
    assert!(matches!(error, EvolutionError::BeingWritten(path) if path == folder.path()));
    drop(writer);
    assert_eq!(names(folder.path()), ["config.toml"]);
    // What a program left that was killed is in nobody's way.
    fs::write(folder.path().join(".lock"), "").unwrap();
    drop(create(true).unwrap());
    assert_eq!(names(folder.path()), ["config.toml"]);
}
