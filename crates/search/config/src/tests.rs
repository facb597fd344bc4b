//! Small configs and genomes for the tests of this crate.

use crate::{Config, Genome, Options, ProblemKind, Problems};

/// Few problems, so that tests of what happens without a choice are short.
pub(crate) static PROBLEMS: Problems = Problems { kinds: &KINDS, variants: &[], genomes: None };

static KINDS: [ProblemKind; 3] = [
    ProblemKind::new("binary", include_str!("../../../../problems/binary.toml"), None),
    ProblemKind::new("zelda", include_str!("../../../../problems/zelda.toml"), None),
    ProblemKind::new("sokoban", include_str!("../../../../problems/sokoban.toml"), None),
];

/// A config with a few changes, `key = value` each.
#[track_caller]
pub(crate) fn config(changes: &[(&str, &str)]) -> Config {
    let changes = Options::of_settings(changes.iter().copied());
    Config::load(PROBLEMS, None, &changes).expect("the changes make sense")
}

/// Two explorers, all of whose genes are equal. Those of 0 never end.
pub(crate) fn genome(gene: u32) -> Genome {
    let mut genes = vec![gene; 102];
    genes[0] = 0;
    Genome::Genes(genes)
}
