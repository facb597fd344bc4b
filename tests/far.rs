//! Searches that are far from what they look for.

use crate::program::Scratch;

/// Nothing good is near in so few levels.
const FAR: &str = concat!(
    "--problem ",
    env!("CARGO_MANIFEST_DIR"),
    "/../../../configs/problems/games/chase.toml --pop 8 --gens 8 --maps 4 --validation-maps 6"
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
    // A line of progress is about one script: how many demands of the file it meets, and which not.
    let progress = ended.stderr.lines().find(|line| line.starts_with("1 of 8 generations: "));
    let progress = progress.expect("a line of progress");
    assert!(progress.contains(": the best script meets "), "{progress}");
    assert!(progress.contains(" demands; lacks "), "{progress}");
    assert!(!ended.stdout.contains("levels differ"), "{}", ended.stdout);
    // The script with most of the demands is there to go on from.
    let line = ended.stderr.lines().find(|line| line.starts_with("the nearest script meets"));
    assert!(line.is_some_and(|line| line.ends_with("nearest.json")), "{}", ended.stderr);
    let from =
        format!("{FAR} --from run/nearest.json --gens 1 --out next").replace(" --gens 8", "");
    scratch.evolve(&from).ok();
    // Drafts take a twelfth of all levels, and so few choose none.
    assert!(!scratch.read("run/ancestry.csv").contains(",draft,"));
}

/// A quay from side to side, with water below it and cranes on it.
const QUAY: &str = r#"name = "quay"
size = "14x10"
playable = "count(crane) > 0"
[tiles]
land = { role = "floor" }
water = { role = "hazard" }
quay = { role = "floor" }
crane = { role = "decoration" }
[movement.sideways]
over = "any"
steps = [[1, 0]]
[objectives]
water = { value = "share(water)", range = [0.3, 0.6], zero_above = 1 }
bottom = { value = "along_bottom(water)", range = [1, 1], zero_above = 2 }
quay = { value = "count(quay)", range = [14, 14], zero_above = 60 }
straight = { value = "regions(quay, by = sideways)", range = [1, 1], zero_above = 20 }
cranes = { value = "near(crane, quay, 1)", range = [2, 4], zero_above = 20 }
lost = { value = "count(crane) - near(crane, quay, 1)", range = [0, 0], zero_above = 9 }
"#;

#[test]
fn a_search_begins_with_drafts_where_nothing_good_is_near() {
    let scratch = Scratch::new();
    scratch.write("quay.toml", QUAY);
    let run = "--problem quay.toml --budget 20k --pop 10 --validation-maps 100 --quiet --out run";
    let ended = scratch.evolve(run).ok();
    assert!(scratch.read("run/ancestry.csv").contains(",draft,"));
    assert!(ended.stdout.starts_with("ready: "), "{}", ended.stdout);
    assert!(scratch.read("run/best.json").contains("crane"));
    // All levels count, those of drafts, too.
    let table = scratch.read("run/generations.csv");
    let last = table.lines().last().expect("a generation");
    let n_levels: u64 = last.split(',').nth(2).expect("levels").parse().expect("a number");
    assert!((20_000..24_000).contains(&n_levels), "{last}");
}

/// Like a drawing, with more lakes than anything makes.
const LAKES: &str = r#"name = "lakes"
size = "8x6"
playable = "count(water) > 0"
like = ["drawn.txt"]
[tiles]
land = { character = "." }
water = { character = "~" }
[objectives]
lakes = { value = "regions(water)", range = [23, 23], zero_above = 48 }
"#;

#[test]
fn what_no_script_does_well_is_said_with_drawings_too() {
    let scratch = Scratch::new().with("lakes.toml", LAKES);
    scratch.write("drawn.txt", "........\n.~~.....\n.~~..~~.\n.....~~.\n........\n........\n");
    let run = "--problem lakes.toml --pop 8 --gens 8 --maps 4 --validation-maps 6 --out run";
    let ended = scratch.evolve(run).ok();
    assert!(ended.stdout.contains("what no script meets so far"), "{}", ended.stdout);
    assert!(ended.stdout.contains("lakes"), "{}", ended.stdout);
    assert!(scratch.path("run/nearest.json").exists());
    assert!(!scratch.read("run/ancestry.csv").contains(",draft,"), "they breed as before");
}

#[test]
fn where_something_good_is_near_no_drafts_come() {
    let scratch = Scratch::new();
    let run = "--problem platformer --pop 20 --gens 4 --maps 10 --validation-maps 6 --out run";
    let ended = scratch.evolve(run).ok();
    assert!(!ended.stdout.contains("no script meets"), "{}", ended.stdout);
    assert!(!scratch.path("run/nearest.json").exists());
    assert!(!scratch.read("run/population.csv").contains(",draft,"));
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
