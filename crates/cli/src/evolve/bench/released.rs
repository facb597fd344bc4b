//! The speed of the code released with Khalifa 2020.

/// What the numbers here are.
pub(super) const SOURCE: &str = "Released code: levels per second of CPU time of the public reference implementation of \
Khalifa 2020 (TypeScript, node), one thread, generation and evaluation, measured once on another machine: 500 random \
genomes and the published generators. It is another program on another machine, so ratios are orders of \
magnitude; benches/released measures both programs in one run.";

/// Levels per second of the released code on one problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speed {
    /// The published generator.
    pub(super) published: f64,
    /// The median random genome.
    pub(super) random: f64,
    /// The median random genome with a `wide` explorer.
    pub(super) wide: f64,
}

/// The speed on a problem of the study; it knows no others.
pub(super) fn speed(problem: &str) -> Option<Speed> {
    Some(match problem {
        // About 0.6 ms, 3 ms, and 0.2 to 0.35 ms for a level of the published generators.
        "binary" => Speed { published: 1.0 / 0.0006, random: 240.15, wide: 6.1438 },
        "zelda" => Speed { published: 1.0 / 0.003, random: 1620.1, wide: 134.75 },
        "sokoban" => Speed { published: 1.0 / 0.0002, random: 5995.2, wide: 2959.4 },
        _ => return None,
    })
}
