pub(crate) mod testing;

use marahel::{Generator, Script, Semantics};
use marahel_config::{Config, problem_of};
use marahel_problem::Problem;

use crate::ImproveError;
use crate::minimise::{Minimised, Options, minimise};
use testing::script;

/// Both kinds of tiles in any place, then nothing but what is planted.
const PLANTED: &str = r#"[
    {"type": "horz", "region": "map", "rules": ["self(any), any>=0 -> self(empty|solid)", "-> self(solid)"]},
    {"type": "vert", "parameters": {"repeats": "1", "replace": "same"},
     "rules": ["solid<0 -> all(empty)", "all(solid)>5, all(solid)>5, self(any) -> self(solid), self(solid)"]},
    {"type": "connect", "parameters": {"entities": "empty", "directions": "plus"}, "rules": ["self(solid) -> self(empty)"]},
    {"type": "horz", "rules": ["self(empty), self(solid) -> self(solid)"]},
    {"type": "horz", "rules": []}
]"#;

fn planted() -> String {
    script(r#"["empty", "solid"]"#, PLANTED)
}

fn few() -> Options {
    Options { n_seeds: 200, ..Options::default() }
}

fn config(problem: &str) -> Config {
    let options = marahel_config::Options {
        problem: Some(problem.to_owned()),
        ..marahel_config::Options::default()
    };
    Config::load(marahel_papers::fdg20::BUILT_IN, None, &options).expect("the problem is known")
}

fn problem(name: &str) -> Problem {
    problem_of(&config(name))
}

/// A problem in a reading, by which nothing is rated.
fn read_as(semantics: Semantics) -> Problem {
    let mut problem = problem("binary");
    problem.read_as(semantics, false);
    problem
}

fn evolved(name: &str) -> String {
    let file =
        format!("{}/../../../configs/generators/evolved/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(file).expect("it is kept")
}

#[track_caller]
fn minimised(text: &str, problem: Option<&Problem>, options: &Options) -> Minimised {
    of(text, problem, options).expect("it can be made smaller")
}

/// A script made smaller; without a problem nothing is rated.
fn of(text: &str, problem: Option<&Problem>, options: &Options) -> Result<Minimised, ImproveError> {
    let default = read_as(Semantics::Documented);
    let options = Options { is_rated: problem.is_some(), ..options.clone() };
    minimise(text, problem.unwrap_or(&default), &options)
}

/// The levels of two scripts are the same for seeds that nobody looked at.
#[track_caller]
fn check_levels(one: &str, other: &str, semantics: Semantics) {
    let [one, other] = [one, other]
        .map(|text| Generator::new(&Script::parse(text).expect("a script")).read_as(semantics));
    for seed in 1_000_000..1_000_500 {
        assert_eq!(one.generate(seed), other.generate(seed), "seed {seed}");
    }
}

#[test]
fn what_is_planted_goes_and_nothing_else() {
    let found = minimised(&planted(), None, &few());
    let expected = r#"{
  "metadata": {"min": "6x5", "max": "6x5"},
  "entities": ["empty", "solid"],
  "explorers": [
    {"type": "horz", "rules": ["-> self(entity)"]},
    {"type": "vert", "rules": ["all(solid) > 5 -> self(solid)"]},
    {
      "type": "connect",
      "parameters": {"directions": "plus", "entities": "empty"},
      "rules": ["self(solid) -> self(empty)"]
    }
  ]
}
"#;
    assert_eq!(found.script, expected);
    let dropped =
        [("explorer", 2), ("rule", 2), ("condition", 4), ("executer", 1), ("neighborhood", 1)];
    assert_eq!(found.dropped, dropped);
    assert_eq!(found.n_characters[1], expected.chars().count());
    assert!(found.is_complete && !found.had_comments);
    check_levels(&planted(), expected, Semantics::Documented);
    // Nothing is left to do.
    let again = minimised(expected, None, &few());
    assert_eq!((again.script.as_str(), again.dropped.len()), (expected, 0));
}

#[test]
fn levels_of_other_seeds_are_the_same() {
    for (name, semantics) in [
        ("binary", Semantics::Documented),
        ("zelda", Semantics::Original),
        ("sokoban", Semantics::Original),
    ] {
        let text = evolved(name);
        let options = Options { n_seeds: 1000, ..few() };
        let mut problem = problem(name);
        problem.read_as(semantics, false);
        let found = minimised(&text, Some(&problem), &options);
        assert!(found.n_characters[1] < found.n_characters[0], "{name}");
        check_levels(&text, &found.script, semantics);
    }
}

#[test]
fn what_rarely_matters_stays_if_enough_levels_are_looked_at() {
    // Of 30 draws below 0.00005 there is one in 667 levels.
    let rare = r#"[{"rules": ["-> self(a)"]}, {"rules": ["random<0.00005 -> self(b)"]}]"#;
    let rare = script(r#"["a", "b"]"#, rare);
    let n_explorers = |n_seeds| {
        let small = minimised(&rare, None, &Options { n_seeds, ..few() }).script;
        Script::parse(&small).expect("it is a script still").explorers.len()
    };
    assert_eq!((n_explorers(2), n_explorers(20_000)), (1, 2));
}

#[test]
fn what_takes_random_numbers_stays() {
    // The second explorer does nothing, but moves the stream for the third.
    let drawn = r#"[
        {"rules": ["-> self(a)"]},
        {"rules": ["random>0.99999999 -> self(b)"]},
        {"type": "rand", "rules": ["-> self(a|b)"]}
    ]"#;
    let found = minimised(&script(r#"["a", "b"]"#, drawn), None, &few());
    assert!(found.script.contains("random > 0.99999999"), "{}", found.script);
    assert_eq!(found.dropped, [("neighborhood", 1)]);
}

#[test]
fn each_reading_has_its_own_idle_parts() {
    // Connecting turtles of the released engine do not know `tiles`.
    let connect = r#"[
        {"rules": ["-> self(a|b)"]},
        {"type": "connect", "parameters": {"entities": "a", "tiles": "2"}, "rules": ["-> self(a)"]}
    ]"#;
    let text = script(r#"["a", "b"]"#, connect);
    let has_tiles = |semantics| {
        let options = Options { is_rated: false, ..few() };
        let found = minimise(&text, &read_as(semantics), &options).expect("it is sound");
        check_levels(&text, &found.script, semantics);
        found.script.contains("tiles")
    };
    assert!(has_tiles(Semantics::Documented));
    assert!(!has_tiles(Semantics::Original));
}

#[test]
fn different_levels_stay_different() {
    // Without the noise each level would be as good, but always the same.
    let caves = r#"[{"rules": ["-> self(empty)"]}, {"type": "rand", "parameters": {"tiles": 9}, "rules": ["dist(out)==1 -> self(solid)"]}]"#;
    let caves = script(r#"["empty", "solid"]"#, caves);
    let found = minimised(&caves, Some(&problem("binary")), &few());
    assert!(found.script.contains("self(solid)"), "{}", found.script);
}

#[test]
fn entities_may_have_another_order() {
    let text = script(r#"["solid", "empty"]"#, PLANTED);
    let problem = problem("binary");
    let [one, other] = [planted(), text].map(|text| minimised(&text, Some(&problem), &few()));
    assert_eq!(one.dropped, other.dropped);
}

#[test]
fn it_ends_where_nothing_is() {
    for explorers in ["[]", r#"[{"rules": []}]"#, r#"[{"type": "wide", "rules": []}]"#] {
        let text = script(r#"["empty", "solid"]"#, explorers);
        let found = minimised(&text, None, &few());
        assert!(found.script.contains("\"explorers\": []"), "{}", found.script);
        minimised(&text, Some(&problem("binary")), &few());
    }
}

#[test]
fn there_is_an_end_of_tries() {
    let found = minimised(&planted(), None, &Options { n_tries_max: 3, ..few() });
    assert_eq!((found.n_tries, found.is_complete), (3, false));
    let found = minimised(&planted(), None, &Options { n_tries_max: 0, ..few() });
    assert_eq!((found.n_tries, found.is_complete, found.dropped.len()), (0, false, 0));
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let (text, problem) = (evolved("sokoban"), problem("sokoban"));
    let options = Options { n_seeds: 50, ..few() };
    let [one, three] = [1, 3].map(|n_threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build();
        pool.expect("threads start").install(|| minimised(&text, Some(&problem), &options))
    });
    assert_eq!(one, three);
}

#[test]
fn what_cannot_be_done_is_told() {
    let error = |text: &str, name: Option<&str>, options: &Options| {
        let problem = name.map(problem);
        of(text, problem.as_ref(), options).expect_err("it cannot be done")
    };
    assert!(matches!(error("{", None, &few()), ImproveError::Script(_)));
    let unknown = script(r#"["empty", "cheese"]"#, "[]");
    assert!(matches!(error(&unknown, Some("binary"), &few()), ImproveError::Config(_)));
    let endless = r#"[{"parameters": {"repeats": "9007199254740992"}, "rules": ["-> self(empty)", "-> self(solid)"]}]"#;
    let endless = script(r#"["empty", "solid"]"#, endless);
    assert!(matches!(error(&endless, None, &few()), ImproveError::Run(_)));
}

/// A rule that never fires as the dials are set stays if it fires when they are turned.
#[test]
fn what_only_a_turned_dial_needs_stays() {
    let text = r#"{"metadata": {"min": "6x6", "max": "6x6"}, "entities": ["a", "b"],
        "dials": {"n": [0, 8, 0]},
        "explorers": [
            {"type": "horz", "rules": ["-> self(a)"]},
            {"type": "rorder", "rules": ["b < n -> self(b)", "b > 99 -> self(b)"]}
        ]}"#;
    let small = of(text, None, &few()).expect("it is a script");
    let small = Script::parse(&small.script).expect("it is a script still");
    assert_eq!(small.dials.len(), 1);
    assert_eq!(small.explorers[1].rules.len(), 1);
    let levels = |script: &Script| {
        let turned = script.clone().with_dial("n", 8.0).expect("within its range");
        Generator::new(&turned).generate(3).expect("it is small").to_text()
    };
    assert_eq!(levels(&small), levels(&Script::parse(text).expect("it is one")));
    assert_eq!(levels(&small).matches('b').count(), 8);
}
