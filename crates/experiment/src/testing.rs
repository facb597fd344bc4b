//! Small configs and genomes for the tests of this crate.

use search::Genome;

use crate::Config;

/// A config with a few changes, `key = value` each.
#[track_caller]
pub(crate) fn config(changes: &[(&str, &str)]) -> Config {
    let base = [
        ("search.algorithm", "nsga2"),
        ("seed", "7"),
        ("maps", "4"),
        ("validation_maps", "6"),
        ("search.population", "6"),
        ("search.generations", "3"),
    ];
    let changes: Vec<(String, String)> = base
        .iter()
        .chain(changes)
        .map(|&(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    Config::load(None, &changes).expect("the changes make sense")
}

/// A config with another grammar.
pub(crate) fn with_grammar(mut config: Config, text: &str) -> Config {
    config.grammar_text = Some(text.to_owned());
    config
}

/// Two explorers, all of whose genes are equal. Those of 0 never end.
pub(crate) fn genome(gene: u32) -> Genome {
    let mut genes = vec![gene; 102];
    genes[0] = 0;
    genes
}
