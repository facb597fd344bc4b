//! Searches that are far from what they look for.

use crate::program::Scratch;

/// Nothing good is near in so few levels.
const FAR: &str = concat!(
    "--problem ",
    env!("CARGO_MANIFEST_DIR"),
    "/../../configs/problems/games/chase.toml --pop 8 --gens 8 --maps 4 --validation-maps 6"
);

#[test]
fn what_no_script_does_well_is_said() {
    let scratch = Scratch::new();
    let ended = scratch.evolve(&format!("{FAR} --out run")).ok();
    let told =
        "what no script meets so far, and how near the best one for it comes (100 % meets it):";
    assert_eq!(ended.stdout.matches(told).count(), 1, "{}", ended.stdout);
    // The verdict comes first, with a command that goes on from there.
    assert!(ended.stdout.starts_with("not usable: "), "{}", ended.stdout);
    let call = ended.stdout.lines().find_map(|line| line.split_once(" improve "));
    let (_, arguments) = call.expect("what to do");
    scratch.evolve(&format!("improve {arguments} --budget 500 --out better")).ok();
    // Once while it runs, when there is time to do something about it.
    assert_eq!(ended.stderr.matches(told).count(), 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("% of the search are done"), "{}", ended.stderr);
    // A line of progress is about one script: how many objectives of the file it meets, and which not.
    let progress = ended.stderr.lines().find(|line| line.starts_with("generation 1 of 8: "));
    let progress = progress.expect("a line of progress");
    assert!(progress.contains(": the best script meets "), "{progress}");
    assert!(progress.contains(" of 12 objectives; lacks "), "{progress}");
    assert!(!ended.stdout.contains("levels differ"), "{}", ended.stdout);
    // The script with most of the demands is there to go on from.
    let line = ended.stderr.lines().find(|line| line.starts_with("the nearest script meets"));
    assert!(line.is_some_and(|line| line.ends_with("nearest.json")), "{}", ended.stderr);
    let from =
        format!("{FAR} --from run/nearest.json --gens 1 --out next").replace(" --gens 8", "");
    scratch.evolve(&from).ok();
    let ancestry = scratch.read("run/ancestry.csv");
    assert!(ancestry.contains(",plan,"), "plans come beside the first scripts: {ancestry}");
}

#[test]
fn where_something_good_is_near_no_plans_come() {
    let scratch = Scratch::new();
    let run = "--problem platformer --pop 20 --gens 4 --maps 10 --validation-maps 6 --out run";
    let ended = scratch.evolve(run).ok();
    assert!(!ended.stdout.contains("no script meets"), "{}", ended.stdout);
    assert!(!scratch.path("run/nearest.json").exists());
    assert!(!scratch.read("run/population.csv").contains(",plan,"));
}

#[test]
fn children_that_do_worse_have_few_levels() {
    let scratch = Scratch::new();
    let run = format!("{FAR} --maps 10 --set grow_period=1000 --out run").replace(" --maps 4", "");
    scratch.evolve(&run).ok();
    // Scripts and levels so far, generation by generation.
    let table = scratch.read("run/generations.csv");
    let numbers = table.lines().skip(1).map(|line| {
        let mut cells = line.split(',').skip(1).map(|cell| cell.parse::<u64>().expect("a number"));
        (cells.next().expect("scripts"), cells.next().expect("levels"))
    });
    let numbers: Vec<(u64, u64)> = numbers.collect();
    let [first, .., last] = &numbers[..] else { panic!("{table}") };
    let (n_scripts, n_levels) = (last.0 - first.0, last.1 - first.1);
    // At least four each, and for some no more.
    assert!(n_levels < 9 * n_scripts, "{n_levels} levels of {n_scripts} scripts");
    assert!(n_levels > 2 * n_scripts, "{n_levels} levels of {n_scripts} scripts");
}
