//! Levels mean the same whatever order their script lists its entities in.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::program::Scratch;

/// A problem with its entities and their characters.
struct Problem {
    name: &'static str,
    entities: &'static [(&'static str, char)],
}

const PROBLEMS: [Problem; 3] = [
    Problem { name: "binary", entities: &[("empty", '.'), ("solid", '#')] },
    Problem {
        name: "zelda",
        entities: &[
            ("door", 'd'),
            ("empty", '.'),
            ("enemy", 'e'),
            ("key", 'k'),
            ("player", '@'),
            ("solid", '#'),
        ],
    },
    Problem {
        name: "sokoban",
        entities: &[
            ("crate", '$'),
            ("empty", '-'),
            ("player", '@'),
            ("solid", '#'),
            ("target", '.'),
        ],
    },
];

/// Rules that every problem has the entities for.
const RULES: [&str; 3] = [
    "self(solid),all(empty)>3 -> self(empty)",
    "self(empty),plus(solid)>2 -> self(solid)",
    "self(empty),random<0.3 -> self(player)",
];

/// How many levels are compared at once.
const N_LEVELS: usize = 2;

/// A script of a problem that lists some of its entities in some order.
#[derive(Clone, Debug)]
struct Case {
    problem: usize,
    /// The entities in the order of the problem, and in that of the script.
    ordered: Vec<&'static str>,
    shuffled: Vec<&'static str>,
    rules: Vec<&'static str>,
    seed: u64,
}

fn cases() -> impl Strategy<Value = Case> {
    let entities = |problem: usize| {
        let names: Vec<_> = PROBLEMS[problem].entities.iter().map(|&(name, _)| name).collect();
        let n_all = names.len();
        // Mostly all; text means other entities where crates or targets are missing.
        let n_least = prop_oneof![2 => Just(n_all), 1 => Just(n_all - 1)];
        n_least.prop_flat_map(move |n| {
            let ordered = prop::sample::subsequence(names.clone(), n);
            ordered.prop_flat_map(|ordered| (Just(ordered.clone()), Just(ordered).prop_shuffle()))
        })
    };
    let rules = prop::sample::subsequence(RULES.to_vec(), 0..=RULES.len());
    let problems = (0..PROBLEMS.len()).prop_flat_map(move |n| (Just(n), entities(n)));
    (problems, rules, any::<u64>()).prop_map(|((problem, (ordered, shuffled)), rules, seed)| {
        let is_known = |rule: &&str| {
            ["empty", "solid", "player"]
                .iter()
                .all(|name| !rule.contains(name) || ordered.contains(name))
        };
        let rules = rules.into_iter().filter(is_known).collect();
        Case { problem, ordered, shuffled, rules, seed: seed / 2 }
    })
}

impl Case {
    /// The script, with holes that nothing is written to.
    fn script(&self, entities: &[&str]) -> String {
        let first = format!("self(any) -> self({})", self.ordered.join("|"));
        json!({
            "metadata": {"min": "6x5", "max": "6x5"},
            "entities": entities,
            "explorers": [
                {"type": "wide_rand", "parameters": {"tiles": 27}, "rules": [first]},
                {"type": "horz", "rules": self.rules},
            ],
        })
        .to_string()
    }

    /// What the problem says of the levels of the script in the order of the
    /// problem, drawn in its characters without the help of the programs.
    fn truth(&self, scratch: &Scratch) -> Vec<Value> {
        let csv = scratch.marahel(&self.generate("ordered.json", "--format csv")).ok().stdout;
        let entities = PROBLEMS[self.problem].entities;
        let character = |index: &str| match index.parse::<usize>() {
            Ok(index) => {
                let known = |&&(name, _): &&(&str, char)| name == self.ordered[index];
                entities.iter().find(known).expect("it is of the problem").1
            }
            Err(_) => '?',
        };
        let row = |row: &str| row.split(',').map(character).collect::<String>();
        let levels = csv.trim_end().split("\n\n").map(|level| {
            let map: Vec<_> = level.lines().map(row).collect();
            json!({ "map": map }).to_string() + "\n"
        });
        let levels: String = levels.collect();
        let arguments = format!("score --problem {}", PROBLEMS[self.problem].name);
        answers(&scratch.start("evolve", &arguments, &levels).end().ok().stdout)
    }

    fn generate(&self, script: &str, options: &str) -> String {
        format!("generate {script} --count {N_LEVELS} --seed {} {options}", self.seed)
    }

    /// The arguments of `evolve score`.
    fn score(&self, options: &str) -> String {
        format!("score --problem {} {options}", PROBLEMS[self.problem].name)
    }
}

/// Measures, without what levels are called.
fn answers(lines: &str) -> Vec<Value> {
    let answers = lines.lines().map(|line| {
        let mut answer: Value = serde_json::from_str(line).expect("it is JSON");
        answer.as_object_mut().expect("it is an object").remove("id");
        answer
    });
    answers.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn levels_score_the_same_in_every_form_and_order(case in cases()) {
        let scratch = Scratch::new()
            .with("ordered.json", case.script(&case.ordered))
            .with("script.json", case.script(&case.shuffled));
        let truth = case.truth(&scratch);
        prop_assert_eq!(truth.len(), N_LEVELS);
        let generate = |options: &str| scratch.marahel(&case.generate("script.json", options)).ok();
        let score = |options: &str| scratch.evolve(&case.score(options));
        let scored = |options: &str| answers(&score(options).ok().stdout);
        let entities = format!("--entities {}", case.shuffled.join(","));

        for form in ["json", "jsonl", "ldtk"] {
            generate(&format!("--out levels.{form}"));
            prop_assert_eq!(&scored(&format!("levels.{form}")), &truth, "{}", form);
        }
        for form in ["csv", "txt"] {
            generate(&format!("--out levels.{form}"));
            let file = format!("levels.{form}");
            prop_assert_eq!(&scored(&format!("{file} --script script.json")), &truth, "{}", form);
            prop_assert_eq!(&scored(&format!("{file} {entities}")), &truth, "{}", form);
            let ended = score(&file);
            if form == "txt" && ended.code == Some(0) {
                prop_assert_eq!(&answers(&ended.stdout), &truth);
            } else {
                prop_assert!(ended.code.is_some_and(|code| code > 0), "{:?}", ended);
                prop_assert!(form == "txt" || ended.stderr.contains("--entities"), "{:?}", ended);
            }
        }
        generate("--format tmj --out maps/");
        let maps = (case.seed..).take(N_LEVELS).map(|seed| scored(&format!("maps/{seed:06}.tmj")));
        prop_assert_eq!(&maps.collect::<Vec<_>>().concat(), &truth);

        // Two files in different orders, in one export.
        scratch.marahel(&case.generate("ordered.json", "--out ordered.jsonl")).ok();
        for form in ["csv", "jsonl"] {
            let all = format!("all.{form}");
            scratch.marahel(&format!("export levels.json ordered.jsonl --out {all}")).ok();
            let answers = scored(&format!("{all} {entities}"));
            prop_assert_eq!(answers, [truth.as_slice(), &truth].concat(), "{}", form);
        }
    }
}
