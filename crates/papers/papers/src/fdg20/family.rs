//! The ways to repeat the study.

use super::problems::N_PROBLEMS;

/// A way to make the runs of the study.
#[derive(Debug)]
pub struct Family {
    /// The name in paths and tables.
    pub name: &'static str,
    /// A description in a few words.
    pub title: &'static str,
    /// A description in a sentence or two.
    pub description: &'static str,
    configs: [(&'static str, &'static str); N_PROBLEMS],
}

impl Family {
    pub fn config(&self, problem: &str) -> Option<&'static str> {
        self.configs.iter().find(|(name, _)| *name == problem).map(|(_, text)| *text)
    }
}

pub static RELEASED: &Family = &FAMILIES[1];

macro_rules! config {
    ($family:literal, $problem:literal) => {
        ($problem, include_str!(concat!("../../configs/", $family, "/", $problem, ".toml")))
    };
}

/// The families, in the order of the report.
pub static FAMILIES: [Family; 3] = [
    Family {
        name: "fdg20",
        title: "as the text says",
        description: "What the text of the paper says: its percentages and slopes, exact measures, fresh levels for \
            every evaluation, and the language as its README promises it.",
        configs: [
            config!("fdg20", "binary"),
            config!("fdg20", "zelda"),
            config!("fdg20", "sokoban"),
        ],
    },
    Family {
        name: "fdg20-released",
        title: "as the code computes",
        description: "What the released code computes: its weights and slopes, its engine and clean-up with their \
            flaws, its measures, its solver of 10,000 states, and fresh levels for every evaluation.",
        configs: [
            config!("fdg20-released", "binary"),
            config!("fdg20-released", "zelda"),
            config!("fdg20-released", "sokoban"),
        ],
    },
    Family {
        name: "default",
        title: "common levels",
        description: "The paper's search with the same levels' streams for all generators, so that no generator is \
            kept for a lucky draw: what this program did by default when the study was made.",
        configs: [
            ("binary", "problem = \"binary\"\n[search]\nalgorithm = \"nsga2\"\n"),
            ("zelda", "problem = \"zelda\"\n[search]\nalgorithm = \"nsga2\"\n"),
            ("sokoban", "problem = \"sokoban\"\n[search]\nalgorithm = \"nsga2\"\n"),
        ],
    },
];
