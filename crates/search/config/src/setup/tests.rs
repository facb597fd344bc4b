use marahel::{Script, Semantics, Workspace};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use marahel_problem::programs_in_all;

use crate::problem_of;
use crate::tests::config;

/// Dials, sizes and readings take turns, and each has a program with each.
#[test]
fn levels_are_made_with_all_that_is_asked_for() {
    let config = config(&[
        ("problem", "zelda"),
        ("dials", r#"["player_key", "key_door"]"#),
        ("size", "[\"9x7\", \"11x8\", \"12x5\"]"),
    ]);
    let mut problem = problem_of(&config);
    problem.read_as(Semantics::Documented, true);
    let script = Script::parse(
        r"{metadata: {min: 5, max: 20}, dials: {player_key: [0, 90]}, explorers: [
            {rules: ['-> self(empty)']}, {type: 'rorder', rules: ['key < player_key -> self(key)']}],
          entities: ['door', 'empty', 'enemy', 'key', 'player', 'solid']}",
    )
    .expect("it is sound");
    let programs = programs_in_all(&script, &problem);
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
    assert!(sizes[..3].iter().all(|size| sizes[..3].iter().filter(|one| *one == size).count() < 3));
    for size in problem.sizes() {
        assert_eq!(sizes.iter().filter(|one| *one == size).count(), 40);
    }
}
