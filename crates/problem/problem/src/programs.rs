//! The programs that make the levels of one script, in turn.

use marahel::script::Size;
use marahel::{Generator, Program, Script};

use crate::Problem;

impl Problem {
    /// The generator of a script, in the reading of this problem.
    pub fn generator(&self, script: &Script) -> Generator {
        Generator::new(script).read_as(self.reading())
    }

    /// The program of a script as it is, in the reading of this problem.
    pub fn program(&self, script: &Script) -> Program {
        Program::with_semantics(script, self.reading())
    }
}

/// The programs of a script in the reading of a problem, see [`programs_in_all`].
pub fn programs(script: &Script, problem: &Problem) -> Vec<Program> {
    programs_of(script, problem, 1)
}

/// The programs of a script for a problem: one for each combination of a level size, a reading and
/// a setting of its dials. The program with index i modulo their number makes level i. If the
/// problem has one size, the script keeps its own.
pub fn programs_in_all(script: &Script, problem: &Problem) -> Vec<Program> {
    programs_of(script, problem, problem.readings().len())
}

/// The same for the first readings.
fn programs_of(script: &Script, problem: &Problem, n_readings: usize) -> Vec<Program> {
    let readings = &problem.readings()[..n_readings];
    let (sizes, requests) = (problem.sizes(), problem.dial_requests());
    if sizes.len() == 1 && problem.dials().len() == 0 {
        return readings.iter().map(|&reading| Program::with_semantics(script, reading)).collect();
    }
    // The settings of the dials take turns, and each round moves on to the next size or reading.
    let n_versions = sizes.len() * readings.len();
    let mut version_script = script.clone();
    let mut programs = Vec::new();
    for level in 0..requests.len() * n_versions {
        for (control, &value) in problem.dials().zip(&requests[level % requests.len()]) {
            if let Some(dial) =
                version_script.dials.iter_mut().find(|dial| dial.name == control.name)
            {
                dial.value = value.clamp(dial.min, dial.max);
            }
        }
        version_script.follow_dials();
        let version = version_of(level, requests.len(), n_versions);
        if sizes.len() > 1 {
            let (width, height) = sizes[version / readings.len()];
            let size = Size { width: width as u32, height: height as u32 };
            (version_script.min, version_script.max) = (size, size);
        }
        programs.push(Program::with_semantics(&version_script, readings[version % readings.len()]));
    }
    programs
}

/// The index of the size and reading, below `n_versions`, in which a level is made while `n_asked`
/// settings of the dials take turns.
pub fn version_of(level: usize, n_asked: usize, n_versions: usize) -> usize {
    (level / n_asked + level % n_asked) % n_versions
}

/// The least and the greatest size, in columns and rows, of a script for all sizes of a problem.
pub fn size_range(problem: &Problem) -> [(usize, usize); 2] {
    [usize::min, usize::max].map(|pick: fn(usize, usize) -> usize| {
        let sizes = problem.sizes().iter().copied();
        let joined = sizes.reduce(|left, right| (pick(left.0, right.0), pick(left.1, right.1)));
        joined.expect("a problem has a size")
    })
}
