//! The programs that make the levels of one script, in turn.

use marahel::script::Size;
use marahel::{Program, Script, Semantics};
use marahel_problem::Problem;

/// The programs of a script for a problem: one for each combination of a level size, a reading and
/// a setting of its dials. The program with index i modulo their number makes level i. If the
/// problem has one size, the script keeps its own.
pub fn programs(script: &Script, problem: &Problem, readings: &[Semantics]) -> Vec<Program> {
    let (sizes, requests) = (problem.sizes(), problem.dial_requests());
    if sizes.len() == 1 && problem.dials().len() == 0 {
        return readings.iter().map(|&reading| Program::new(script, reading)).collect();
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
        programs.push(Program::new(&version_script, readings[version % readings.len()]));
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

#[cfg(test)]
mod tests {
    use marahel::{Script, Semantics, Workspace};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::programs;
    use crate::problem_of;
    use crate::testing::config;

    /// Dials, sizes and readings take turns, and each has a program with each.
    #[test]
    fn levels_are_made_with_all_that_is_asked_for() {
        let config = config(&[
            ("problem", "zelda"),
            ("dials", r#"["player_key", "key_door"]"#),
            ("size", "[\"9x7\", \"11x8\", \"12x5\"]"),
        ]);
        let problem = problem_of(&config);
        let script = Script::parse(
            r"{metadata: {min: 5, max: 20}, dials: {player_key: [0, 90]}, explorers: [
                {rules: ['-> self(empty)']}, {type: 'rorder', rules: ['key < player_key -> self(key)']}],
              entities: ['door', 'empty', 'enemy', 'key', 'player', 'solid']}",
        )
        .expect("it is sound");
        let readings = [Semantics::Documented, Semantics::Original];
        let programs = programs(&script, &problem, &readings);
        let asked = problem.dial_requests();
        assert_eq!((asked.len(), programs.len()), (20, 20 * 3 * 2));
        let mut workspace = Workspace::new();
        let mut sizes = Vec::new();
        for (level, program) in programs.iter().enumerate() {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            program.run(&mut rng, &mut workspace, &mut |_, _, _| {}).expect("it is small");
            let view = workspace.level();
            let n_keys = view.rows().flatten().filter(|&&tile| tile == 3).count();
            assert_eq!(n_keys as f64, asked[level % 20][0]);
            sizes.push((view.width(), view.height()));
        }
        assert!(
            sizes[..3].iter().all(|size| sizes[..3].iter().filter(|one| *one == size).count() < 3)
        );
        for size in problem.sizes() {
            assert_eq!(sizes.iter().filter(|one| *one == size).count(), 40);
        }
    }
}
