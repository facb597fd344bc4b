use marahel::Script;

use super::{Goal, Goals};
use crate::tests::config;
use crate::{Sample, evaluate_script};
use marahel_config::problem_of;

#[test]
fn brevity_is_lost_beyond_what_people_write() {
    let config = config(&[]);
    let problem = problem_of(&config);
    let goals = Goals::new(&config, &[Goal::Brevity], problem.objectives());
    let sample = Sample::new(&problem);
    for (n_characters, value) in [(0, 1.0), (1000, 1.0), (6000, 0.5), (16_000, 0.25)] {
        assert_eq!(goals.values(&sample, n_characters), [value]);
    }
}

#[test]
fn speed_is_lost_beyond_what_levels_by_hand_cost() {
    let config = config(&[]);
    let problem = problem_of(&config);
    let goals = Goals::new(&config, &[Goal::Speed], problem.objectives());
    for (n_steps, value) in [(0, 1.0), (2000, 1.0), (8000, 0.5), (20_000, 0.25)] {
        let sample = Sample { n_steps, n_tiles: 100, ..Sample::new(&problem) };
        assert_eq!(goals.values(&sample, 0), [value]);
        // A level of a hundred tiles counts as one of four hundred.
        let n_steps = 4 * n_steps;
        let small = Sample { n_steps, n_tiles: 100, n_maps: 1, ..Sample::new(&problem) };
        assert_eq!(goals.values(&small, 0), [value]);
    }
}

#[test]
fn where_nothing_was_near_good_levels_come_before_near_misses() {
    let config = config(&[("problem", "roguelike")]);
    let problem = problem_of(&config);
    let goals = Goals::new(&config, &[Goal::Worth], problem.objectives());
    // One script misses a single range a little in all levels; the other meets all in half of them,
    // and none of three in the rest.
    let mut misses = Sample { n_maps: 10, n_playable: 10, ..Sample::new(&problem) };
    let mut meets = Sample { n_good: 5, ..misses.clone() };
    let n = problem.objectives().len();
    for (index, (one, other)) in misses.scores.iter_mut().zip(&mut meets.scores).enumerate() {
        one.add(if index == 0 { 0.9 } else { 1.0 });
        other.add(if index < 3 { 0.5 } else { 1.0 });
    }
    assert!(n > 3);
    let worth = |goals: &Goals, sample: &Sample| goals.values(sample, 0)[0];
    assert!(worth(&goals, &misses) > worth(&goals, &meets));
    let goals = goals.with_good_first(true);
    assert!(worth(&goals, &misses) < worth(&goals, &meets));
    assert!(goals.values_of_none()[0] < worth(&goals, &misses));
}

#[test]
fn counts_of_slow_scripts_are_worth_a_little_less() {
    let config = config(&[("search.factors", r#"["rough", "speed"]"#)]);
    let problem = problem_of(&config);
    let goals = Goals::new(&config, &[Goal::CountsTogether], problem.objectives());
    for (n_steps, value) in [(2000, 1.0), (8000, 0.9), (20_000, 0.85)] {
        let mut sample = Sample { n_steps, n_tiles: 100, ..Sample::new(&problem) };
        sample.scores.iter_mut().for_each(|tally| tally.add(1.0));
        let values = goals.values(&sample, 0);
        assert!(values.iter().all(|one| (one - value).abs() < 1e-12), "{values:?}");
    }
}

#[test]
fn what_solvers_look_at_in_vain_is_work() {
    // All four levels are the same; the steps of their generation do not depend on the problem.
    let n_in_vain = |rules: [&str; 3]| {
        let script = format!(
            r#"{{
                "metadata": {{"min": "5x5", "max": "5x5"}},
                "entities": ["solid", "empty", "player", "crate", "target"],
                "explorers": [
                    {{"type": "horz", "rules": ["-> self(empty)"]}},
                    {{"type": "horz", "rules": ["{}"]}},
                    {{"type": "horz", "rules": ["{}"]}},
                    {{"type": "horz", "rules": ["{}"]}}
                ]
            }}"#,
            rules[0], rules[1], rules[2]
        );
        let script = Script::parse(&script).expect("it makes sense");
        let [solved, plain] = ["sokoban-v0", "sokoban"].map(|problem| {
            let config = config(&[("problem", problem)]);
            evaluate_script(&script, &problem_of(&config), &config).unwrap()
        });
        assert_eq!(solved.n_playable, plain.n_playable);
        (solved.n_playable, solved.n_steps - plain.n_steps)
    };
    // One push, and the level is solved.
    let solvable = [
        "dist(out)==3 -> self(crate)",
        "left(crate) -> self(target)",
        "right(crate) -> self(player)",
    ];
    assert_eq!(n_in_vain(solvable), (4, 0));
    // The crate stands in a corner. That is known once the player was on all other 24 cells.
    let [up_left, up_right, down_left] = [("left", "up"), ("right", "up"), ("left", "down")];
    let corner = |(one, other): (&str, &str), tile| {
        format!("{one}(out)==1, {other}(out)==1 -> self({tile})")
    };
    let rules = [corner(up_left, "crate"), corner(up_right, "player"), corner(down_left, "target")];
    let (n_playable, n_nodes) = n_in_vain([&rules[0], &rules[1], &rules[2]]);
    assert_eq!(n_playable, 0);
    assert!(n_nodes >= 4 * 24 && n_nodes.is_multiple_of(4), "{n_nodes}");
}
