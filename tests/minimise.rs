//! `evolve minimise`.

use crate::program::{Ended, Scratch, workspace};

/// Few levels, for tests need no sharp measurements.
const FEW: &str = "--seeds 100";

fn evolved(name: &str) -> String {
    workspace().join(format!("configs/generators/evolved/{name}.json")).display().to_string()
}

#[track_caller]
fn minimise(scratch: &Scratch, options: &str) -> Ended {
    scratch.evolve(&format!("minimise {options} {FEW}"))
}

#[test]
fn levels_stay_as_they_are() {
    let scratch = Scratch::new();
    let options = format!("{} --seeds 1000 --out small.json", evolved("zelda"));
    let ended = scratch.evolve(&format!("minimise {options}")).ok();
    assert_eq!(ended.stderr, "");
    assert!(ended.stdout.contains(" characters, without "), "{}", ended.stdout);
    assert!(ended.stdout.ends_with("levels of either script are the same\n"), "{}", ended.stdout);
    let levels = |script: &str| {
        scratch.marahel(&format!("generate {script} --seed 5000 --count 50")).ok().stdout
    };
    assert_eq!(levels(&evolved("zelda")), levels("small.json"));
    let problem = scratch.evolve("evaluate small.json --problem zelda --maps 200").ok().stdout;
    let old = format!("evaluate {} --problem zelda --maps 200", evolved("zelda"));
    assert_eq!(scratch.evolve(&old).ok().stdout, problem);
}

#[test]
fn the_script_is_printed_and_can_be_minimised_again() {
    let scratch = Scratch::new();
    let first = minimise(&scratch, &format!("{} --problem sokoban", evolved("sokoban"))).ok();
    assert!(first.stderr.contains(" characters, without "), "{}", first.stderr);
    scratch.write("small.json", &first.stdout);
    scratch.marahel("check small.json").ok();
    // The flag of earlier versions is accepted.
    let again = minimise(&scratch, "small.json --exact").ok();
    assert!(again.stdout.len() <= first.stdout.len(), "{}", again.stdout);
    let again = minimise(&scratch, "small.json --problem sokoban").ok();
    assert_eq!((again.stderr.as_str(), again.stdout), ("nothing can be taken out\n", first.stdout));
}

#[test]
fn threads_do_not_matter() {
    let scratch = Scratch::new();
    let line = format!("evolve minimise {} --problem sokoban {FEW} 2>&1", evolved("sokoban"));
    let [one, three] = [1, 3].map(|n| scratch.shell(&format!("RAYON_NUM_THREADS={n} {line}")).ok());
    assert_eq!(one.stdout, three.stdout);
    assert!(one.stdout.contains(" characters, without "), "{}", one.stdout);
}

#[test]
fn wrong_questions_are_answered() {
    let scratch = Scratch::new().with("small.json", "{\"metadata\": 3}");
    let check = |options: &str, code: i32, part: &str| {
        let ended = minimise(&scratch, options);
        assert_eq!(ended.code, Some(code), "{}", ended.stderr);
        assert!(ended.stderr.contains(part), "{}", ended.stderr);
        assert_eq!(ended.stdout, "");
    };
    let configs = workspace().join("configs/generators");
    let configs = configs.display();
    check(&format!("{configs}/aiide17/mine.json"), 1, "`marahel convert`");
    check(&format!("{configs}/gallery/castle.json --problem zelda"), 1, "entity `floor`");
    check("small.json", 1, "small.json:1:");
    check("none.json", 1, "reading none.json");
}
