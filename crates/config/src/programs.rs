//! The programs that make the levels of one script, in turn.

use marahel::script::Size;
use marahel::{Program, Script, Semantics};
use problem::Problem;

/// The programs of a script for levels of all sizes of a problem, each in all of the
/// readings; level i is made by the program of index i modulo their number. Where the
/// problem has one size, a script has its own.
pub fn programs(script: &Script, sizes: &[(usize, usize)], readings: &[Semantics]) -> Vec<Program> {
    if sizes.len() == 1 {
        return readings.iter().map(|&reading| Program::new(script, reading)).collect();
    }
    let mut resized = script.clone();
    let mut programs = Vec::with_capacity(sizes.len() * readings.len());
    for &(width, height) in sizes {
        let size = Size { width: width as u32, height: height as u32 };
        (resized.min, resized.max) = (size, size);
        programs.extend(readings.iter().map(|&reading| Program::new(&resized, reading)));
    }
    programs
}

/// The least and the greatest size, in columns and rows, that a script for all sizes of
/// a problem says.
pub fn size_range(problem: &Problem) -> [(usize, usize); 2] {
    let sides = |pick: fn(usize, usize) -> usize| {
        let sizes = problem.sizes().iter().copied();
        let joined = sizes.reduce(|one, other| (pick(one.0, other.0), pick(one.1, other.1)));
        joined.expect("a problem has a size")
    };
    [sides(usize::min), sides(usize::max)]
}
