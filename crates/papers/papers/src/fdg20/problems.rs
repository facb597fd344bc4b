//! The problems of the study.

/// A problem of the study, with data for its claims and figures.
#[derive(Debug)]
pub struct StudyProblem {
    pub name: &'static str,
    /// Its objectives in order. The paper prints the best generator in the last one.
    pub(crate) objectives: &'static [&'static str],
    pub(crate) generator_figure: &'static str,
    /// The figures of pairs of objectives; the first one is the horizontal axis.
    pub(crate) pairs: &'static [(&'static str, [&'static str; 2])],
}

pub(crate) const N_PROBLEMS: usize = 3;

/// The problems in the order of the paper.
pub static PROBLEMS: [StudyProblem; N_PROBLEMS] = [
    StudyProblem {
        name: "binary",
        objectives: &["regions", "path"],
        generator_figure: "3",
        pairs: &[("2", ["regions", "path"])],
    },
    StudyProblem {
        name: "zelda",
        objectives: &["player", "key", "door", "enemies", "solution"],
        generator_figure: "5",
        pairs: &[
            ("4a", ["player", "enemies"]),
            ("4b", ["door", "key"]),
            ("4c", ["player", "solution"]),
        ],
    },
    StudyProblem {
        name: "sokoban",
        objectives: &["player", "crate", "difference", "solution"],
        generator_figure: "7",
        pairs: &[("6a", ["player", "solution"]), ("6b", ["crate", "difference"])],
    },
];

pub(crate) fn names() -> [&'static str; N_PROBLEMS] {
    PROBLEMS.each_ref().map(|problem| problem.name)
}

pub(crate) fn problem_index(problem: &str) -> usize {
    PROBLEMS
        .iter()
        .position(|problem_row| problem_row.name == problem)
        .expect("the study has this problem")
}

pub(crate) fn objectives(problem: &str) -> &'static [&'static str] {
    PROBLEMS[problem_index(problem)].objectives
}

pub(crate) fn objective_index(problem: &str, objective: &str) -> usize {
    let index = objectives(problem).iter().position(|name| *name == objective);
    index.expect("the problem has this objective")
}
