use super::{Goal, Goals};
use crate::testing::config;
use crate::{Sample, problem_of};

#[test]
fn brevity_is_lost_beyond_what_people_write() {
    let config = config(&[]);
    let problem = problem_of(&config).unwrap();
    let goals = Goals::new(&config, &[Goal::Brevity], problem.objectives());
    let sample = Sample::new(&problem);
    for (n_characters, value) in [(0, 1.0), (1000, 1.0), (6000, 0.5), (16_000, 0.25)] {
        assert_eq!(goals.values(&sample, n_characters), [value]);
    }
}

#[test]
fn speed_is_lost_beyond_what_levels_by_hand_cost() {
    let config = config(&[]);
    let problem = problem_of(&config).unwrap();
    let goals = Goals::new(&config, &[Goal::Speed], problem.objectives());
    for (n_steps, value) in [(0, 1.0), (2000, 1.0), (8000, 0.5), (20_000, 0.25)] {
        let sample = Sample { n_steps, n_tiles: 100, ..Sample::new(&problem) };
        assert_eq!(goals.values(&sample, 0), [value]);
    }
}
