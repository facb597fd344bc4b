//! `evolve draft`.

use crate::program::Scratch;

/// A cave with bats beside its walls, a hero and a way out.
const PROBLEM: &str = r#"
name = "cave"
size = "9x9"
playable = "path(hero, stairs) > 0"

[tiles]
rock = { role = "wall" }
air = { role = "floor" }
bat = { role = "foe" }
hero = { role = "entrance" }
stairs = { role = "exit" }

[movement.walk]
over = "air|bat|hero|stairs"

[objectives]
bats = { value = "count(bat)", range = [3, 6], zero_above = 30 }
border = { value = "along_border(rock)", range = [1, 1], zero_above = 2 }
beside = { value = "near(bat, rock, 1) / count(bat) else 0", range = [1, 1], zero_above = 2 }
hero = { value = "count(hero)", range = [1, 1], zero_above = 9 }
stairs = { value = "count(stairs)", range = [1, 1], zero_above = 9 }
"#;

/// The lines of each draft that stand below its head.
fn drafts(told: &str) -> Vec<Vec<&str>> {
    let paragraphs = told.split("\n\n").filter(|paragraph| paragraph.starts_with("draft "));
    paragraphs.map(|paragraph| paragraph.lines().skip(1).collect()).collect()
}

#[test]
fn drafts_are_sound_scripts_with_words_and_good_levels() {
    let scratch = Scratch::new().with("cave.toml", PROBLEM);
    let told = scratch.evolve("draft cave.toml --count 2").ok().stdout;
    let drafts = drafts(&told);
    assert_eq!(drafts.len(), 2, "{told}");
    let scripts = ["1", "2"].map(|number| {
        let file = format!("results/drafts/cave/{number}.json");
        scratch.marahel(&format!("check {file}")).ok();
        marahel_dialects::parse(&scratch.read(&file)).expect("a draft is a script")
    });
    let [first, second] = scripts.each_ref().map(|script| {
        script.explorers[..3]
            .iter()
            .map(|explorer| explorer.description.as_str())
            .collect::<Vec<_>>()
    });
    assert_ne!(first, second, "two grounds: {told}");
    for (explorer, (line, index)) in scripts[0].explorers.iter().zip(drafts[0].iter().zip(0..)) {
        assert_eq!(line.trim(), format!("{index}  {}", explorer.description), "{told}");
    }
    // What is told holds for other levels, too.
    let told_good = told.split_once(" % of the levels are good").expect("it is told").0;
    let good: f64 = told_good.rsplit(' ').next().unwrap_or_default().parse().expect("a share");
    assert!(good > 50.0, "{told}");
    let line = "draft --problem cave.toml --count 2 --threads 1 --out again";
    assert_eq!(
        scratch.evolve(line).ok().stdout.split("\n\nscripts").next(),
        told.split("\n\nscripts").next()
    );
    let ready = scratch.evolve("judge results/drafts/cave/1.json --problem cave.toml").ok().stdout;
    assert!(!ready.contains("not usable"), "{ready}");
    let (_, next) = told.rsplit_once(" improve ").expect("there is a next step");
    scratch.evolve(&format!("improve {} --budget 500 --validation-maps 50 -q", next.trim())).ok();
}

#[test]
fn what_no_draft_says_is_named() {
    let odd =
        "odd = { value = \"count(bat) * count(air) + 3\", range = [7, 9], zero_above = 999 }\n";
    let scratch = Scratch::new().with("cave.toml", format!("{PROBLEM}{odd}"));
    let told = scratch.evolve("draft cave.toml --count 1").ok().stdout;
    assert!(told.contains("to be written by hand:\n  odd\n"), "{told}");
    assert_eq!(told.matches("odd\n").count(), 1, "{told}");
    let first = scratch.read("results/drafts/cave/1.json");
    // The same call again writes over nothing that may have been changed since.
    let told = scratch.evolve("draft cave.toml --count 1").ok().stdout;
    assert!(told.contains("scripts: results/drafts/cave-2\n"), "{told}");
    let told = scratch.evolve("draft cave.toml --count 1 --force").ok().stdout;
    assert!(told.contains("scripts: results/drafts/cave\n"), "{told}");
    let before = "results/drafts/cave/1.json.before";
    assert!(told.contains(&format!("before:  {before} ")), "{told}");
    assert_eq!(scratch.read(before), first);
}

#[test]
fn levels_that_are_too_large_are_told_at_once() {
    let scratch = Scratch::new().with("cave.toml", PROBLEM);
    let large = "cave: its levels have 1000000 cells; levels of at most 262144 cells are drafted";
    scratch.evolve("draft cave.toml --size 1000x1000").fails(1, &[large]);
}
