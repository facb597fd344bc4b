use marahel::{Generator, Script};
use marahel_level::TileSet;
use marahel_problem::paths::sokoban::{Outcome, Solver};
use marahel_search::{Objectives, non_dominated_sort};

use super::*;

fn all_cases() -> impl Iterator<Item = Case> {
    [Family::Explorer, Family::Estimator, Family::Divider].into_iter().flat_map(cases)
}

#[test]
fn every_case_is_a_generator_of_the_size_asked_for() {
    for case in all_cases() {
        let generator = Generator::parse(&script(case, 20))
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let level = generator.generate(1).unwrap();
        assert_eq!((level.width(), level.height()), (20, 20), "{}", case.name);
    }
}

#[test]
fn every_case_is_a_script_at_any_size() {
    for case in all_cases() {
        for side in [1, 14, 2048] {
            Script::parse(&script(case, side))
                .unwrap_or_else(|error| panic!("{}, {side}: {error}", case.name));
        }
    }
}

#[test]
fn every_case_does_more_than_the_initial_map() {
    let level = |case| Generator::parse(&script(case, 20)).unwrap().generate(1).unwrap();
    let initial = level(cases(Family::Explorer).next().unwrap());
    for case in all_cases().filter(|case| case.name != INITIAL_MAP) {
        assert!(level(case) != initial, "{} changes nothing", case.name);
    }
}

#[test]
fn the_script_of_every_construct_has_all_explorers() {
    let parsed = Script::parse(&every_construct()).unwrap();
    let n_cases = cases(Family::Explorer).count() + cases(Family::Estimator).count();
    assert_eq!(parsed.explorers.len(), n_cases);
    assert!(parsed.regions.is_some());
}

#[test]
fn terrain_is_what_it_is_called() {
    let share = |kind| {
        let level = terrain(kind, 41, 1);
        level.tiles().iter().filter(|&&tile| TileSet::only(0).contains(tile)).count() as f64
            / 1681.0
    };
    assert_eq!(share(Terrain::Open), 1.0);
    assert!((0.55..0.65).contains(&share(Terrain::Scattered)));
    // A spanning tree of 21 x 21 cells has as many tiles as cells and edges.
    assert_eq!(share(Terrain::Maze), f64::from(441 + 440) / 1681.0);
    assert_eq!(terrain(Terrain::Snake, 5, 1).to_text(), ".....\n####.\n.....\n.####\n.....\n");
}

#[test]
fn every_terrain_has_two_ends() {
    for kind in Terrain::ALL {
        for seed in 0..16 {
            let [(left, _), (right, _)] = ends(&terrain(kind, 14, seed));
            assert!(left < right || kind == Terrain::Snake, "{}, seed {seed}", kind.name());
        }
    }
}

#[test]
fn yards_are_worth_searching() {
    for kind in Yard::ALL {
        let mut solver = Solver::optimal(1_000_000);
        let outcomes: Vec<Outcome> =
            yards(kind, 50, 1).iter().map(|level| solver.solve(level.view())).collect();
        assert!(!outcomes.contains(&Outcome::Gated), "{}", kind.name);
        assert!(outcomes.iter().any(|outcome| outcome.moves().is_some()), "{}", kind.name);
    }
}

#[test]
fn one_front_is_one_front() {
    for n_objectives in [2, 4, 5] {
        let table = objectives(Cloud::OneFront, 300, n_objectives, 1);
        let ranks = non_dominated_sort(&Objectives::new(n_objectives, table).unwrap());
        assert_eq!(ranks, [0; 300]);
    }
}
