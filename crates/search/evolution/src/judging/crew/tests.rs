use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use marahel_papers::fdg20::BUILT_IN;
use marahel_problem::Problem;

use super::{Crew, Worker};
use crate::tests::config;
use crate::{RunFolder, Unwatched, revalidate, run_with};
use marahel_config::{Config, EvolutionError, Genetics, problem_of};

/// Workers who do jobs from the last to the first, and some of them twice.
struct Elsewhere<'p> {
    config: &'p Config,
    problem: &'p Problem,
    n_jobs: AtomicUsize,
}

impl Crew for Elsewhere<'_> {
    fn work(&self, jobs: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, EvolutionError> {
        let mut answers = Vec::new();
        for (index, job) in jobs.iter().enumerate().rev() {
            let worker = Worker::new(self.config, self.problem)?;
            if index % 3 == 0 {
                worker.work(job)?;
            }
            answers.push(worker.work(job)?);
            self.n_jobs.fetch_add(1, Ordering::Relaxed);
        }
        answers.reverse();
        Ok(answers)
    }
}

/// All files that a run leaves, but for the one with times.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_none_or(|name| name != "timings.csv") {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[track_caller]
fn check(changes: &[(&str, &str)]) {
    let config = config(changes);
    let problem = problem_of(&config);
    let crew = Elsewhere { config: &config, problem: &problem, n_jobs: AtomicUsize::new(0) };
    let make = |crew: Option<&dyn Crew>| {
        let root = tempfile::tempdir().unwrap();
        let mut folder = RunFolder::create(root.path(), false, &config, &problem).unwrap();
        folder.keep_checkpoints(None);
        let outcome = run_with(
            &config,
            &problem,
            Genetics::new(&config, &problem).unwrap(),
            None,
            crew,
            &mut folder,
            &Unwatched,
        )
        .unwrap();
        folder.finish(&outcome, None).unwrap();
        drop(folder);
        let found = files(root.path());
        revalidate(BUILT_IN, root.path(), 9, crew).unwrap();
        (found, files(root.path()))
    };
    let (here, elsewhere) = (make(None), make(Some(&crew)));
    assert!(crew.n_jobs.load(Ordering::Relaxed) > 0);
    let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(&here.0), names(&elsewhere.0));
    for ((name, one), (_, other)) in
        here.0.iter().chain(&here.1).zip(elsewhere.0.iter().chain(&elsewhere.1))
    {
        assert!(one == other, "{name} differs");
    }
}

#[test]
fn a_crew_finds_what_a_program_finds_alone() {
    check(&[("problem", "zelda")]);
    check(&[("problem", "binary"), ("study.noise", "fresh")]);
    check(&[("problem", "zelda"), ("validation_period", "1")]);
}

#[test]
fn it_does_so_in_the_default_search() {
    let islands = [
        ("search.algorithm", "islands"),
        ("search.islands", "2"),
        ("search.population", "8"),
        ("search.pool", "8"),
        ("search.polish_population", "4"),
        ("search.generations", "14"),
        ("maps_max", "32"),
        ("grow_period", "2"),
        ("study.both_readings", "true"),
    ];
    check(&[&[("problem", "binary")], &islands[..]].concat());
    check(&[&[("problem", "sokoban"), ("study.representation", "free")], &islands[..]].concat());
}

#[test]
fn it_measures_levels_of_all_sizes() {
    check(&[("problem", "binary"), ("size", "9x7,11x8")]);
}

#[test]
fn what_is_no_job_is_refused() {
    let config = config(&[]);
    let problem = problem_of(&config);
    let worker = Worker::new(&config, &problem).unwrap();
    for bytes in [&b""[..], b"\xff", b"\x01\x00", b"\x00\x02\x01\x01"] {
        worker.work(bytes).unwrap_err();
    }
}
