//! The problems of the study.

/// A problem of the study, and what only its claims and figures name.
#[derive(Debug)]
pub struct StudyProblem {
    /// Its name.
    pub name: &'static str,
    /// Its objectives, in their order. The last one is that of which the paper prints
    /// the best generator.
    pub(crate) objectives: &'static [&'static str],
    /// The figure of that generator.
    pub(crate) generator_figure: &'static str,
    /// The figures of pairs of objectives, the first one to the right.
    pub(crate) pairs: &'static [(&'static str, [&'static str; 2])],
}

/// How many there are.
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

/// The names of [`PROBLEMS`].
pub(crate) fn names() -> [&'static str; N_PROBLEMS] {
    PROBLEMS.each_ref().map(|problem| problem.name)
}

/// The place of a problem in [`PROBLEMS`].
pub(crate) fn problem_index(problem: &str) -> usize {
    PROBLEMS.iter().position(|one| one.name == problem).expect("the study has this problem")
}

/// The objectives of a problem, in their order.
pub(crate) fn objectives(problem: &str) -> &'static [&'static str] {
    PROBLEMS[problem_index(problem)].objectives
}

/// The place of an objective in those of its problem.
pub(crate) fn objective_index(problem: &str, objective: &str) -> usize {
    let known = objectives(problem).iter().position(|name| *name == objective);
    known.expect("the problem has this objective")
}
