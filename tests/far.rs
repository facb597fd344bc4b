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
    let told = "what no script does well so far, and how the best one does it:";
    assert_eq!(ended.stdout.matches(told).count(), 1, "{}", ended.stdout);
    assert!(ended.stdout.contains("search on with --from best.json"), "{}", ended.stdout);
    // Once while it runs, when there is time to do something about it.
    assert_eq!(ended.stderr.matches(told).count(), 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("% of the search are done"), "{}", ended.stderr);
    let ancestry = scratch.read("run/ancestry.csv");
    assert!(ancestry.contains(",plan,"), "plans come beside the first scripts: {ancestry}");
}

#[test]
fn where_something_good_is_near_no_plans_come() {
    let scratch = Scratch::new();
    let run = "--problem platformer --pop 20 --gens 4 --maps 10 --validation-maps 6 --out run";
    let ended = scratch.evolve(run).ok();
    assert!(!ended.stdout.contains("no script does well"), "{}", ended.stdout);
    assert!(!scratch.read("run/population.csv").contains(",plan,"));
}
