use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use marahel_system::FileError;
use proptest::prelude::*;
use tempfile::TempDir;

use super::{Beginning, Config, Options, SearchSettings};
use crate::tests::PROBLEMS;
use crate::{EvolutionError, problem_of};

/// Loads a config from a file with this text and from `key=value` settings.
fn load(text: Option<&str>, settings: &[&str]) -> Result<Config, String> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("study.toml");
    if let Some(text) = text {
        fs::write(&path, text).unwrap();
    }
    fs::write(folder.path().join("words.json"), r#"{"symbols": {"origin": ["type: horz"]}}"#)
        .unwrap();
    let settings = settings.iter().map(|setting| setting.split_once('=').unwrap());
    let settings = Options::of_settings(settings);
    Config::load(PROBLEMS, text.map(|_| path.as_path()), &settings).map_err(|error| {
        let chain = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
        let text = chain.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        text.replace(&format!("{}/", folder.path().display()), "")
    })
}

#[track_caller]
fn check_error(text: Option<&str>, settings: &[&str], expected: &str) {
    assert_eq!(load(text, settings).unwrap_err(), expected);
}

#[test]
fn settings_win_over_the_file_and_the_file_over_defaults() {
    let text = "problem = \"zelda\"\nmaps = 9\nseed = 3\n[search]\npolish = 0.5\n";
    let config = load(Some(text), &["maps=8", "search.family=0.25"]).unwrap();
    assert_eq!((config.problem.name(), config.maps, config.seed), ("zelda", 8, 3));
    assert_eq!((config.search.polish, config.search.family), (0.5, 0.25));
    assert_eq!(config.search.population, Config::default().search.population);
}

#[test]
fn values_may_be_bare_words() {
    let config = load(None, &["problem=sokoban", "search.start=\"random\""]).unwrap();
    assert_eq!(config.problem.name(), "sokoban");
    assert_eq!(config.search.start, Beginning::Random);
    let config = load(None, &["problem=sokoban", "search.start=random"]).unwrap();
    assert_eq!(config.search.start, Beginning::Random);
}

#[test]
fn one_weight_or_band_can_be_set_alone() {
    let settings = ["problem=zelda", "zelda.weights.door=2", "zelda.objectives.key.range=[2,9]"];
    let zelda = problem_of(&load(None, &settings).unwrap());
    let default = problem_of(&load(None, &["problem=zelda"]).unwrap());
    let (mut weights, mut objectives) =
        (default.initial_weights().to_vec(), default.objectives().to_vec());
    weights[5].1 = 2;
    assert_eq!((weights[5].0.as_str(), zelda.initial_weights()), ("door", &*weights));
    objectives[1].band = zelda.objectives()[1].band;
    assert_eq!((objectives[1].band.min(), objectives[1].band.max()), (2.0, 9.0));
    assert_eq!(zelda.objectives(), objectives);
}

#[test]
fn only_the_settings_of_the_problem_are_kept() {
    for problem in PROBLEMS.names() {
        let text = "[binary]\n[zelda]\n[sokoban]\n";
        let config = load(Some(text), &[&format!("problem={problem}")]).unwrap();
        let written: toml::Table = config.to_toml().parse().unwrap();
        for name in PROBLEMS.names() {
            assert_eq!(written.contains_key(name), name == problem);
        }
    }
}

#[test]
fn a_mistake_names_its_file_or_setting() {
    check_error(None, &["mops=1"], &{
        let known = "`problem`, `size`, `dials`, `seed`, `maps`, `maps_max`, `grow_period`, `validation_maps`, `validation_period`, `from`, \
            `names`, `lock`, `search`, `study`, `binary`, `zelda`, `sokoban`";
        format!("the setting `mops = 1`: unknown field `mops`, expected one of {known}")
    });
    check_error(
        None,
        &["maps=4", "search.start=here"],
        "the setting `search.start = here`: unknown variant `here`, expected one of `starters`, `random`, `scripts`",
    );
    check_error(None, &["seed.x=1"], "the setting `seed.x = 1`: invalid type: map, expected u64");
    check_error(
        None,
        &["seed=1", "seed.x=1"],
        "the setting `seed.x = 1`: invalid type: map, expected u64",
    );
    check_error(
        Some("maps = 0\n"),
        &[],
        "study.toml: the setting `maps`: a script is judged by at least 1 map",
    );
    check_error(
        Some("maps = 1\n"),
        &["maps=0"],
        "the setting `maps`: a script is judged by at least 1 map",
    );
    check_error(
        Some("problem = \"chess\"\n"),
        &[],
        "study.toml: unknown problem `chess`; there are binary, zelda, sokoban",
    );
    check_error(
        Some("maps = \"many\"\n"),
        &[],
        "study.toml: TOML parse error at line 1, column 8\n  |\n1 | maps = \"many\"\n  |        \
         ^^^^^^\ninvalid type: string \"many\", expected u32",
    );
    check_error(
        None,
        &["study.noise=fresh"],
        "the table `study`: this program knows no genomes but scripts; leave it out",
    );
}

#[test]
fn a_file_may_be_mended_by_a_setting() {
    assert_eq!(load(Some("maps = 0\n"), &["maps=3"]).unwrap().maps, 3);
}

#[test]
fn a_missing_file_is_named() {
    let error =
        Config::load(PROBLEMS, Some("none.toml".as_ref()), &Options::default()).unwrap_err();
    let EvolutionError::File(FileError::Unreachable { path, .. }) = error else {
        panic!("{error}")
    };
    assert_eq!(path, Path::new("none.toml"));
}

proptest! {
    #[test]
    fn written_configs_read_back_the_same(
        problem in 0_usize..3,
        seed in 0..=i64::MAX as u64,
        maps in 1_u32..,
        population in 2_usize..1000,
        polish in 0.0_f64..=1.0,
        is_random in any::<bool>(),
        min in 0_u32..50,
    ) {
        let problem = PROBLEMS.kinds[problem].name;
        let objective = if problem == "binary" { "path" } else { "solution" };
        let start = if is_random { "random" } else { "starters" };
        let settings = [
            format!("problem={problem}"),
            format!("seed={seed}"),
            format!("maps={maps}"),
            format!("search.population={population}"),
            format!("search.polish={polish:?}"),
            format!("search.start={start}"),
            format!("{problem}.objectives.{objective}.range=[{min},inf]"),
        ];
        let config = load(None, &settings.each_ref().map(String::as_str)).unwrap();
        prop_assert_eq!(load(Some(&config.to_toml()), &[]).unwrap(), config);
    }
}

#[test]
fn a_larger_budget_begins_with_more_islands() {
    let n_islands = |islands, budget| {
        SearchSettings { budget, islands, ..SearchSettings::default() }.n_islands()
    };
    let budgets = [0, 1_400_000, 4_000_000, 6_500_000, 100_000_000];
    assert_eq!(budgets.map(|budget| n_islands(0, budget)), [1, 1, 5, 8, 16]);
    assert_eq!(n_islands(3, 100_000_000), 3);
}

#[test]
fn families_are_a_share_of_the_population() {
    let size = |family, population| {
        SearchSettings { population, family, ..SearchSettings::default() }.family_size()
    };
    assert_eq!([size(0.2, 150), size(0.01, 4), size(1.0, 150)], [30, 1, usize::MAX]);
    for share in ["0.0", "1.5", "-1.0"] {
        let error = load(None, &["problem=zelda", &format!("search.family={share}")]).unwrap_err();
        assert!(error.contains("search.family") && error.contains("above 0"), "{error}");
    }
    let error = load(None, &["problem=zelda", "search.beginners=0"]).unwrap_err();
    assert!(error.contains("search.beginners") && error.contains("at least 1"), "{error}");
}

#[test]
fn no_problem_is_called_like_a_setting() {
    let table = load(None, &["problem=zelda"]).expect("it is sound").to_table();
    // Those that are left out where they say nothing.
    let others = ["size", "dials", "from", "names", "lock", "study"];
    let keys: BTreeSet<&str> = table.keys().map(String::as_str).chain(others).collect();
    assert_eq!(BTreeSet::from(marahel_problem::KEYS_OF_CONFIGS), keys);
}
