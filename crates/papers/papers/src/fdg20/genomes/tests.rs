use std::path::Path;

use marahel::Script;
use marahel_config::{Config, Genome, Options, problem_of};

use super::BUILT_IN;

/// The problems of the study.
pub(super) const PROBLEMS: [&str; 3] = ["binary", "zelda", "sokoban"];

/// A config with a few changes, `key = value` each.
#[track_caller]
pub(super) fn config(changes: &[(&str, &str)]) -> Config {
    let changes = Options::of_settings(changes.iter().copied());
    Config::load(BUILT_IN, None, &changes).expect("the changes make sense")
}

/// Two explorers, all of whose genes are equal. Those of 0 never end.
pub(super) fn genome(gene: u32) -> Genome {
    let mut genes = vec![gene; 102];
    genes[0] = 0;
    Genome::Genes(genes)
}

/// What is wrong with a config.
#[track_caller]
fn refusal(text: &str) -> String {
    let error = Config::parse(BUILT_IN, text, &Options::default()).expect_err("it makes no sense");
    error.to_string()
}

#[test]
fn explorers_are_read_as_the_script_that_is_written_of_them() {
    for problem in PROBLEMS {
        let config = config(&[("problem", problem)]);
        let decoder = config.decoder(&problem_of(&config)).unwrap();
        for seed in 0..50 {
            let Some(document) = decoder.decode(&genome(seed)).unwrap() else { continue };
            let written = decoder.script_of(&document).to_string();
            assert_eq!(document.script, Script::parse(&written).unwrap(), "{written}");
        }
    }
}

#[test]
fn wrong_settings_of_the_study_are_refused() {
    for (text, part) in [
        ("noise = \"fresh\"", "unknown field `noise`"),
        ("search.flavor = \"paper\"", "unknown field `flavor`"),
        ("binary.path = \"exact\"", "unknown field `path`"),
        ("study.noise = \"loud\"", "line 1"),
        ("study.loudness = 1", "unknown field `loudness`"),
        ("study.semantics = \"none\"", "`study.semantics`"),
        ("study.noise = \"fresh\"", "`study.noise`"),
        (
            "search.algorithm = \"nsga2\"\nstudy.representation = \"free\"",
            "scripts are for the algorithm `islands`",
        ),
    ] {
        let found = refusal(&format!("{text}\n"));
        assert!(found.contains(part), "{text}: {found}");
    }
}

#[test]
fn written_configs_read_back_the_same() {
    for changes in [
        &[][..],
        &[("search.algorithm", "nsga2"), ("study.semantics", "fdg20"), ("study.noise", "fresh")],
        &[("search.algorithm", "random"), ("study.path", "two-sweep")],
        &[("study.representation", "free")],
        &[("study.representation", "free"), ("study.both_readings", "false")],
        &[("search.start", "starters")],
        &[("problem", "roguelike")],
        &[("problem", "roguelike"), ("study.representation", "paper")],
        &[("problem", "roguelike"), ("study.semantics", "fdg20")],
    ] {
        let config = config(changes);
        let text = config.to_toml();
        let again = Config::parse(BUILT_IN, &text, &Options::default()).unwrap();
        assert_eq!(again, config, "{changes:?}");
        assert_eq!(again.to_toml(), text);
    }
}

#[test]
fn configs_of_published_runs_are_read_as_they_are() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../results/fdg20"));
    let size = crate::fdg20::Size::FULL;
    for run in crate::fdg20::runs(3) {
        let path = run.folder(folder);
        let found = marahel_evolution::config_of_run(BUILT_IN, &path).unwrap();
        assert_eq!(found, run.config(&size).unwrap(), "{}", path.display());
    }
}
