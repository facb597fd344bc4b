use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Checkpoint, CheckpointAge, N_HEADER, write};
use crate::tests::{Memory, config};
use crate::{Outcome, RunFolder, SavedRun, Unwatched, run, run_with};
use marahel_config::{Config, Genetics, problem_of};

fn on_threads<T: Send>(n: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap().install(work)
}

fn go_on(config: &Config, state: &[u8]) -> (Memory, Outcome) {
    let mut memory = Memory::default();
    let saved = SavedRun::of_bytes(state).unwrap();
    let problem = problem_of(config);
    let genetics = Genetics::new(config, &problem).unwrap();
    let outcome =
        run_with(config, &problem, genetics, Some(saved), None, &mut memory, &Unwatched).unwrap();
    (memory, outcome)
}

/// Whether two outcomes are equal, but for who failed last: that is told once and not kept.
fn same(one: &Outcome, other: &Outcome) -> bool {
    let kept = |outcome: &Outcome| {
        let mut outcome = outcome.clone();
        outcome.last.iter_mut().for_each(|last| last.failures.clear());
        format!("{outcome:?}")
    };
    kept(one) == kept(other)
}

/// Stops a run after each of its generations, and demands that it goes on from
/// there, on another number of threads, as if it had never been stopped.
#[track_caller]
fn check_each_generation(changes: &[(&str, &str)]) {
    let config = config(&[&[("search.generations", "6")], changes].concat());
    let mut whole = Memory::default();
    let outcome =
        on_threads(1, || run(&config, &problem_of(&config), &mut whole, &Unwatched)).unwrap();
    assert_eq!(whole.states.len(), 6);
    for (n_done, state) in (1..).zip(&whole.states) {
        let (rest, end) = on_threads(3, || go_on(&config, state));
        assert_eq!(rest.summaries, whole.summaries[n_done..]);
        // One that is over is saved once more, since its limits may be others.
        assert_eq!(rest.states, whole.states[n_done.min(5)..]);
        assert!(same(&end, &outcome), "after generation {n_done}");
    }
}

const ISLANDS: [(&str, &str); 9] = [
    ("problem", "zelda"),
    ("search.algorithm", "islands"),
    ("grow_period", "2"),
    ("maps_max", "32"),
    ("search.islands", "2"),
    ("search.beginners", "3"),
    ("search.family", "0.5"),
    ("search.isolation", "0.4"),
    ("search.polish", "0.4"),
];

/// Few levels of scripts, which may each take long.
const FREE: [(&str, &str); 5] = [
    ("study.representation", "free"),
    ("search.start", "random"),
    ("search.beginners", "1"),
    ("maps", "2"),
    ("maps_max", "8"),
];

#[test]
fn a_study_goes_on_exactly() {
    check_each_generation(&[("problem", "sokoban"), ("validation_period", "2")]);
    check_each_generation(&[("study.flavor", "released")]);
}

#[test]
fn other_noise_goes_on_exactly() {
    check_each_generation(&[("problem", "zelda"), ("study.noise", "fresh")]);
}

#[test]
fn random_search_goes_on_exactly() {
    check_each_generation(&[("problem", "zelda"), ("search.algorithm", "random")]);
}

#[test]
fn islands_go_on_exactly() {
    check_each_generation(&[&ISLANDS[..], &[("study.both_readings", "true")]].concat());
    check_each_generation(&[&ISLANDS[..], &FREE].concat());
}

#[test]
fn what_is_far_goes_on_exactly() {
    let chase = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../configs/problems/games/chase.toml");
    // Half of those on two islands survive when these merge, by cases, too.
    let merging = [("problem", chase), ("search.population", "8"), ("search.pool", "8")];
    check_each_generation(&[&ISLANDS[..], &merging].concat());
}

#[test]
fn a_longer_study_ends_as_if_it_had_been_longer_from_the_start() {
    let with = |n: &str| config(&[("problem", "zelda"), ("search.generations", n)]);
    let (mut short, mut long) = (Memory::default(), Memory::default());
    run(&with("3"), &problem_of(&with("3")), &mut short, &Unwatched).unwrap();
    let outcome = run(&with("5"), &problem_of(&with("5")), &mut long, &Unwatched).unwrap();
    let (_, end) = go_on(&with("5"), short.states.last().unwrap());
    assert!(same(&end, &outcome));
    assert!(end.extensions.is_empty());
}

#[test]
fn longer_islands_keep_what_has_begun_and_say_so() {
    let with = |n: &str| config(&[&ISLANDS[..], &[("search.generations", n)]].concat());
    let mut short = Memory::default();
    run(&with("6"), &problem_of(&with("6")), &mut short, &Unwatched).unwrap();
    // Whoever goes on from the same generation to the same end finds the same.
    let (longer, outcome) = go_on(&with("9"), &short.states[2]);
    let [extension] = outcome.extensions[..] else { panic!("{:?}", outcome.extensions) };
    assert_eq!((extension.generation, extension.n_generations_max), (3, Some(6)));
    for (n_done, state) in (1..).zip(&longer.states) {
        let (rest, end) = go_on(&with("9"), state);
        assert_eq!(rest.summaries, longer.summaries[n_done..]);
        assert!(same(&end, &outcome));
    }
}

/// A folder of a small run that has two checkpoints.
fn folder_of(config: &Config) -> TempDir {
    let folder = TempDir::new().unwrap();
    let problem = problem_of(config);
    let mut of_run = RunFolder::create(folder.path(), false, config, &problem).unwrap();
    of_run.keep_checkpoints(Some(std::time::Duration::ZERO));
    run(config, &problem_of(config), &mut of_run, &Unwatched).unwrap();
    folder
}

fn reason(folder: &Path) -> String {
    let read = Checkpoint::read(folder, CheckpointAge::Last);
    read.err().expect("it is refused").to_string()
}

#[test]
fn a_finished_run_keeps_one_checkpoint() {
    let config = config(&[]);
    let folder = folder_of(&config);
    let checkpoint = Checkpoint::read(folder.path(), CheckpointAge::Last).unwrap().unwrap();
    assert_eq!(checkpoint.run.n_generations(), 3);
    checkpoint.check_config(folder.path(), &config).unwrap();
    assert!(Checkpoint::read(folder.path(), CheckpointAge::Previous).unwrap().is_none());
}

#[test]
fn damage_anywhere_is_noticed() {
    let folder = folder_of(&config(&[]));
    let path = folder.path().join(CheckpointAge::Last.file());
    let bytes = fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(Checkpoint::of_bytes(&damaged).is_err(), "byte {place}");
    }
    for len in (0..bytes.len()).step_by(37) {
        assert!(Checkpoint::of_bytes(&bytes[..len]).is_err(), "{len} bytes");
    }
    let change = |place: usize| {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        fs::write(&path, damaged).unwrap();
        reason(folder.path())
    };
    assert!(change(0).ends_with("checkpoint.bin is damaged, or not a checkpoint"));
    for place in [8, 12, 19] {
        assert!(change(place).contains("written by another version of this program"));
    }
    assert!(change(20).contains("it has the wrong length"));
    for place in [28, N_HEADER, bytes.len() - 1] {
        assert!(change(place).contains("its checksum does not match its content"));
    }
    fs::write(&path, &bytes[..20]).unwrap();
    assert!(reason(folder.path()).contains("it is cut short"));
}

#[test]
fn content_of_another_kind_is_refused_with_the_right_checksum() {
    let refused = |content: &[u8]| {
        Checkpoint::of_bytes(&Checkpoint::with_header(content)).err().expect("it is no state")
    };
    assert!(refused(b"").starts_with("is not understood: "));
    assert!(refused(&[0xff; 100]).starts_with("is not understood: "));
}

#[test]
fn the_config_of_a_checkpoint_is_that_of_its_run_but_for_the_limits() {
    let folder = folder_of(&config(&[]));
    let checkpoint = Checkpoint::read(folder.path(), CheckpointAge::Last).unwrap().unwrap();
    let check = |changes: &[(&str, &str)]| {
        let checked = checkpoint.check_config(folder.path(), &config(changes));
        checked.err().map(|error| error.to_string())
    };
    assert_eq!(check(&[("search.generations", "9"), ("search.budget", "77")]), None);
    let message = check(&[("study.cleanup", "released")]).unwrap();
    let told = "config.toml: it differs from the run's, by its checkpoint: `study.cleanup` was \"intended\" \
                and is \"released\"; undo that";
    assert!(message.ends_with(told), "{message}");
    let message = check(&[("problem", "zelda")]).unwrap();
    assert!(message.contains("`problem` was \"binary\" and is \"zelda\""), "{message}");
}

#[test]
fn a_new_checkpoint_leaves_the_one_before_and_one_that_fails_leaves_both() {
    let (folder, config) = (TempDir::new().unwrap(), config(&[]));
    let mut memory = Memory::default();
    run(&config, &problem_of(&config), &mut memory, &Unwatched).unwrap();
    let write = |n: usize| write(folder.path(), &config, "generation\n", &memory.states[n - 1]);
    let found = || {
        [CheckpointAge::Last, CheckpointAge::Previous].map(|age| {
            let read = Checkpoint::read(folder.path(), age).unwrap();
            read.map(|checkpoint| checkpoint.run.n_generations())
        })
    };
    write(1).unwrap();
    assert_eq!(found(), [Some(1), None]);
    write(2).unwrap();
    assert_eq!(found(), [Some(2), Some(1)]);
    // A folder that is in the way of the one before.
    let [last, previous] =
        [CheckpointAge::Last, CheckpointAge::Previous].map(|age| folder.path().join(age.file()));
    fs::remove_file(&previous).unwrap();
    fs::create_dir_all(previous.join("in the way")).unwrap();
    assert!(write(3).is_err());
    fs::remove_dir_all(&previous).unwrap();
    assert_eq!(found(), [Some(2), None]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // A program that was killed between two steps left the one before alone.
    fs::rename(&last, &previous).unwrap();
    assert_eq!(found(), [Some(2), Some(2)]);
}
