//! Each maker, by what its levels meet.

use std::sync::Arc;

use marahel_breeding::starters::PLANS;
use marahel_problem::{Definition, Problem};
use marahel_script::{Document, Script};

use crate::Drafter;

const TILES: &str = r##"
[tiles]
grass = { character = ".", role = "floor" }
wall = { character = "#", role = "wall" }
water = { character = "~", role = "hazard" }
road = { character = "-", role = "floor" }
bridge = { character = "=", role = "floor" }
house = { character = "h", role = "decoration" }
tree = { character = "t", role = "decoration" }
start = { character = "s", role = "entrance" }
goal = { character = "g", role = "exit" }
door = { character = "+", role = "door" }
[movement.walk]
over = "grass|road|bridge|start|goal"
[movement.street]
over = "road|bridge"
[movement.upright]
over = "any"
steps = [[0, 1]]
[movement.sideways]
over = "any"
steps = [[1, 0]]
[movement.dry]
over = "wall|bridge"
[movement.wet]
over = "water|bridge"
[movement.any]
over = "any"
[movement.king]
over = "any"
steps = "all"
[neighborhoods]
block4 = "31,11"
"##;

fn problem(objectives: &str) -> Problem {
    problem_of_size("14x10", objectives)
}

fn problem_of_size(size: &str, objectives: &str) -> Problem {
    let lines = objectives.lines().filter(|line| !line.trim().is_empty()).enumerate();
    let goals = lines.map(|(index, line)| {
        let (value, range) = line.trim().rsplit_once(" in ").expect("a value and a range");
        format!(
            "goal{index} = {{ value = '''{value}''', range = {range}, zero_below = -1, zero_above = 300 }}\n"
        )
    });
    let goals = goals.collect::<Vec<_>>().concat();
    let text =
        format!("name = 'test'\nsize = '{size}'\nplayable = '1'\n[objectives]\n{goals}{TILES}");
    let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Problem::with_defaults(Arc::new(definition))
}

/// Checks that the best draft meets all objectives, each in nearly all levels.
#[track_caller]
fn check(objectives: &str) {
    check_problem(&problem(objectives));
}

#[track_caller]
fn check_problem(problem: &Problem) {
    let mut drafter = Drafter::new(problem, &[], &[]);
    drafter.n_rounds = 6;
    assert_eq!(drafter.unsaid(), <[String; 0]>::default());
    let best = drafter.best(1, 1).pop().expect("some draft is sound");
    let demands = drafter.demands();
    for (share, demand) in best.rating.met.iter().zip(&demands) {
        assert!(*share >= 0.8, "{demand}: {share}\n{}", best.script);
    }
}

#[test]
fn grounds_have_their_shares_and_places() {
    check("along_border(water) in [1, 1]\nshare(water) in [0.4, 0.6]\nshare(grass) in [0.3, 0.6]");
    check("share(grass) in [0.5, 0.8]\nshare(tree) in [0.15, 0.25]\nregions(tree) in [2, 4]");
    // What is no floor fills the border, or the last row.
    for edge in [
        "dist(out) == 1, self(grass|house|tree|road|start|water)",
        "self(wall) == 0, from_bottom == 0",
    ] {
        check(&format!(
            "cells(\"{edge}\") in [0, 0]\nshare(wall) in [0.15, 0.4]\nshare(grass) in [0.4, 0.8]"
        ));
    }
    check("along_bottom(wall) in [1, 1]\nshare(wall) in [0.2, 0.4]\nshare(grass) in [0.4, 0.8]");
    check(
        "near(grass|house, water, 1) in [0, 0]\nshare(water) in [0.2, 0.4]\nshare(grass) in [0.2, 0.7]",
    );
    check(
        "count(road) in [14, 14]\nregions(road, by = sideways) in [1, 1]\nshare(grass) in [0.5, 0.9]",
    );
    check("regions(grass|start) in [2, 2]\ncount(wall) in [6, 40]\ncount(start) in [1, 1]");
    check(
        "cells(\"self(wall), plus(wall) != 3\") in [0, 0]\nregions(wall) in [1, 1]\ncount(wall) in [12, 60]\ncount(house) in [6, 40]",
    );
}

#[test]
fn narrow_levels_are_drafted_too() {
    let columns = "cells(\"self(wall), down(wall|out) == 0\") in [0, 0]";
    for size in ["24x1", "1x24", "3x2", "2x3", "2x20", "1x1"] {
        for text in [
            &format!("share(wall) in [0.15, 1]\n{columns}\nregions(tree, by = sideways) in [3, 5]"),
            "along_border(wall) in [1, 1]\ncount(start) in [4, 4]\nshare(wall) in [0.2, 0.9]",
            "count(road) in [1, 40]\nregions(road, by = upright) in [1, 1]\nshare(grass) in [0.2, 0.9]",
            "share(water) in [0.1, 0.4]\nacross(by = wet) in [1, 40]\nregions(grass) in [2, 2]",
        ] {
            let problem = problem_of_size(size, text);
            let mut drafter = Drafter::new(&problem, &[], &[]);
            drafter.n_rounds = 1;
            assert_eq!(drafter.best(1, 1).len(), 1, "{size}: {text}");
        }
    }
}

#[test]
fn what_has_its_like_at_its_image_is_mirrored() {
    for (mirror, asked) in [
        ("left_right", "cells(\"self(house), left_right(house) == 0\") in [0, 0]"),
        ("top_bottom", "count(house) - cells(\"self(house), top_bottom(house) > 0\") in [0, 0]"),
        ("half_turn", "cells(\"self(house), half_turn(house)\") in [4, 4]"),
    ] {
        check(&format!("count(house) in [4, 4]\n{asked}"));
        check(&format!("count(house) in [4, 4]\nsymmetry({mirror}, house) in [1, 1]"));
    }
    // One of five is its own image.
    let text = "count(house) in [5, 5]\ncells(\"self(house), left_right(house) == 0\") in [0, 0]";
    check_problem(&problem_of_size("13x9", text));
}

#[test]
fn one_side_answers_the_other() {
    for mirror in ["left_right", "top_bottom", "half_turn"] {
        check(&format!(
            "count(start) in [1, 1]\ncount(goal) in [1, 1]\ncount(house) in [4, 4]\ncount(tree) in [4, 4]\n\
             cells(\"self(start), {mirror}(goal) == 0\") in [0, 0]\n\
             count(house) - cells(\"self(house), {mirror}(tree) > 0\") in [0, 0]\n\
             cells(\"self(goal), plus(tree) < 2\") in [0, 0]\n\
             cells(\"self(goal|tree), column > 5\") in [0, 0]"
        ));
    }
}

#[test]
fn things_that_need_each_other_are_written_together() {
    check(
        "count(house) in [3, 5]\ncells(\"self(house), plus(tree) < 2\") in [0, 0]\ncells(\"self(tree), plus(house) != 1\") in [0, 0]",
    );
    check(
        "count(house) in [4, 6]\ncount(tree) in [3, 8]\ncount(house) - count(tree) in [0, 0]\ncount(house) - cells(\"self(house), up(tree)\") in [0, 0]",
    );
}

#[test]
fn rows_are_filled_by_what_nothing_counts_together_with_a_thing() {
    check(
        "cells(\"self(road|start), row < 2\") in [28, 28]\ncells(\"self(road|start), row > 1\") in [0, 0]\ncount(start) in [1, 1]",
    );
}

#[test]
fn few_cells_grow_as_many_as_they_should_be() {
    check("regions(water) in [1, 1]\ncount(water) in [3, 4]");
    check("regions(house) in [1, 2]\ncount(house) in [7, 8]");
}

#[test]
fn some_of_a_kind_stand_near_and_some_far() {
    check(
        "count(goal) in [2, 3]\ncount(house) in [6, 9]\nnear(house, goal, 3) in [1, 4]\ncount(house) - near(house, goal, 5) in [2, 6]",
    );
}

#[test]
fn things_stand_where_they_must() {
    check(
        "count(house) in [3, 6]\nnear(house, water, 1) / count(house) else 0 in [1, 1]\nshare(water) in [0.1, 0.3]",
    );
    check(
        "count(house) - cells(\"self(house), plus(wall) > 0\") in [0, 0]\ncount(house) in [2, 4]\ncount(wall) in [20, 60]",
    );
    check("count(tree) in [4, 8]\napart(tree) in [3, 30]\nalong_border(tree) in [0, 0]");
    check(
        "count(house) in [5, 6]\ncells(\"self(house), row < 3\") in [1, 3]\nshare(grass) in [0.9, 1]",
    );
    check("cells(\"self(house), right(house)\") in [2, 3]\ncount(house) in [4, 6]");
    check(
        "regions(house) in [2, 3]\nlargest_region(house) in [6, 6]\nsmallest_region(house) else 0 in [6, 6]",
    );
    check(
        "regions(house, by = upright) in [2, 3]\ncount(house) / regions(house, by = upright) else 0 in [2, 4]\ncells(\"self(house), horz(house) > 0\") in [0, 0]",
    );
}

#[test]
fn ground_that_rests_on_itself_is_hills_with_lakes_and_a_crust() {
    check(
        "cells(\"self(wall|house), down(grass|tree|water)\") in [0, 0]\ncells(\"self(wall), up(grass|tree)\") in [0, 0]\nshare(wall|house) in [0.2, 0.7]\nregions(water) in [1, 1]\ncount(water) in [3, 8]\ncells(\"self(water), horz(grass|tree|out) > 0\") in [0, 0]\ncells(\"self(water), down(grass|tree)\") in [0, 0]\ncount(tree) in [2, 4]\ncells(\"self(tree), down(house) == 0\") in [0, 0]",
    );
}

#[test]
fn all_cells_of_a_piece_keep_to_what_each_must() {
    check(
        "along_bottom(wall) in [1, 1]\nshare(wall) in [0.1, 0.4]\nregions(house) in [2, 2]\nsmallest_region(house) else 0 in [3, 3]\nlargest_region(house) in [3, 3]\ncells(\"self(house), down(wall) == 0\") in [0, 0]",
    );
    check(
        "regions(house) in [2, 2]\nsmallest_region(house) else 0 in [4, 4]\nlargest_region(house) in [4, 4]\ncells(\"self(house), row > 3\") in [0, 0]\ncount(tree) in [4, 8]\ncells(\"self(house), plus(tree) > 0\") in [0, 0]",
    );
}

#[test]
fn the_one_tile_that_may_stand_at_places_fills_them() {
    check(
        "cells(\"self(grass|wall|water|road|bridge|house|start|goal|door), row < 2\") in [0, 0]\ncells(\"self(tree), row > 1\") in [0, 0]",
    );
}

#[test]
fn a_few_things_are_no_ground() {
    const ALL: &str = "grass|wall|water|road|bridge|tree|start|goal|door";
    let text = format!("count(house) in [4, 4]\ncells(\"self({ALL}), all({ALL}) == 9\") in [0, 0]");
    let drafter = Drafter::new(&problem(&text), &[], &[]);
    for seed in 0..40 {
        let ground = &drafter.draw(seed).explorers[0].description;
        assert_ne!(ground.as_str(), "house everywhere", "seed {seed}");
    }
}

#[test]
fn ways_join_their_ends() {
    check(
        "count(house) in [3, 4]\nregions(road|house) in [1, 1]\ncount(road) in [4, 40]\nshare(grass) in [0.5, 0.95]",
    );
    check(
        "count(start) in [1, 1]\ncount(goal) in [1, 1]\npath(start, goal) in [8, 40]\nshare(wall) in [0.1, 0.4]",
    );
    check(
        "nearest(road, house) in [1, 1]\nnearest(road, tree) in [1, 1]\ncount(house) in [1, 1]\ncount(tree) in [1, 1]\ncount(road) in [2, 30]",
    );
}

#[test]
fn grounds_fill_rows_and_keep_to_places() {
    check(
        "cells(\"self(tree), row == 0\") in [14, 14]\nshare(grass) in [0.5, 0.9]\ncount(tree) in [14, 14]",
    );
    check(
        "regions(road|house, by = sideways) in [2, 4]\ncount(road|house) in [28, 56]\ncount(house) in [2, 5]\nshare(grass) in [0.3, 0.9]",
    );
    check(
        "cells(\"self(tree), dist(out) <= 2\") / count(tree) else 0 in [0.9, 1]\ncount(tree) in [12, 30]\nshare(grass) in [0.6, 0.9]",
    );
}

#[test]
fn things_can_be_few_pieces_at_their_places() {
    check(
        "share(water) in [0.2, 0.4]\nalong_border(water) in [1, 1]\nshare(grass) in [0.4, 0.8]\ncount(house) in [8, 14]\nnear(house, water, 1) / count(house) else 0 in [1, 1]\nregions(house) in [1, 2]",
    );
}

#[test]
fn a_tile_can_be_all_around_another() {
    check(
        "regions(water) in [2, 3]\nshare(water) in [0.05, 0.15]\ncells(\"self(water), plus(water|tree) < 5\") in [0, 0]\ncells(\"self(tree), all(water) == 0\") in [0, 0]",
    );
}

#[test]
fn what_crosses_the_level_is_its_own_image() {
    for mirror in ["half_turn", "top_bottom"] {
        check(&format!(
            "symmetry({mirror}, wall|bridge) else 0 in [1, 1]\nupward(by = dry) else 0 in [9, 40]\nregions(wall|bridge) in [1, 1]\ncount(bridge) in [1, 4]\ncount(start) in [1, 1]"
        ));
    }
}

#[test]
fn lines_lead_from_side_to_side_and_ways_around() {
    check(
        "largest_region(tree|house, by = upright) in [10, 10]\ncount(tree|house) in [10, 10]\ncount(house) in [2, 3]\ncells(\"self(tree|house), column > 3\") in [0, 0]",
    );
    check("reachable(house, road, by = sideways) in [12, 13]\ncount(house) in [1, 1]");
    check(
        "count(start) in [1, 1]\nregions(road|start) in [1, 1]\ncount(road) in [18, 40]\ncells(\"block4(road)\") in [0, 3]\nshare(grass) in [0.5, 0.9]",
    );
}

#[test]
fn ways_from_side_to_side_cross_with_a_bridge() {
    check(
        "across(by = street) else 0 in [13, 30]\nupward(by = wet) else 0 in [9, 30]\ncount(bridge) in [1, 3]\nshare(grass) in [0.5, 0.95]",
    );
    check(
        "regions(water|house) in [1, 1]\ncount(water) in [20, 40]\ncount(house) in [1, 2]\nnearest(house, tree) else 20 in [2, 3]\ncount(tree) in [1, 2]\nshare(grass) in [0.5, 0.95]",
    );
}

#[test]
fn things_stand_on_the_ground_that_is_counted_with_them() {
    check(
        "regions(water|house, by = sideways) in [2, 3]\ncount(water|house) in [28, 42]\ncount(house) in [3, 6]\ncount(house) / regions(house, by = sideways) else 0 in [2, 3]",
    );
    check(
        "smallest_region(water|house) else 0 in [4, 12]\nregions_with(water|house, house, 1, 1) in [2, 4]\nregions(water|house) - regions_with(water|house, house, 1, 1) in [0, 0]\nshare(grass) in [0.5, 0.95]",
    );
}

#[test]
fn pieces_and_columns_stand_on_what_carries_them() {
    check(
        "along_bottom(wall) in [1, 1]\nshare(wall) in [0.1, 0.3]\ncells(\"self(house), down(house|wall)\") / count(house) else 0 in [1, 1]\nregions(house) in [2, 3]\nlargest_region(house) in [4, 4]\nsmallest_region(house) else 0 in [4, 4]",
    );
    check(
        "cells(\"self(water), row == 0\") in [14, 14]\ncount(house) in [1, 2]\ncells(\"self(house), from_bottom < 2\") / count(house) else 0 in [1, 1]\ncells(\"self(tree), down(tree|house), up(tree|water)\") / count(tree) else 0 in [1, 1]",
    );
    check(
        "count(start) in [1, 1]\ncells(\"self(start), from_bottom == 0, all(wall) == 5\") in [1, 1]\nshare(grass) in [0.5, 0.95]",
    );
}

#[test]
fn all_cells_of_a_block_keep_away_from_what_each_keeps_away_from() {
    // Walls of 2 by 2, none beside the water.
    check(
        "regions(wall) in [3, 6]\ncells(\"self(wall), all(wall) != 4\") + cells(\"self(wall), plus(wall) != 3\") in [0, 0]\ncells(\"self(wall), all(water) > 0\") in [0, 0]\nalong_border(water) in [1, 1]\nregions(water) in [1, 1]\nregions(grass) in [1, 1]",
    );
}

#[test]
fn rooms_have_walls_and_doors() {
    // Rooms of a size around a hall, each with its door; and rooms of any size within a hull.
    check(
        "regions(grass) in [4, 6]\nsmallest_region(grass) else 0 in [6, 12]\nlargest_region(grass) in [6, 12]\nregions(grass|road|door, by = any) in [1, 1]\ncells(\"self(door), vert(grass) == 1, vert(road) == 1, horz(wall) == 2\") / count(door) else 0 in [1, 1]\ncount(door) in [4, 6]\ncells(\"self(road), row > 3, row < 6, dist(out) > 1\") in [24, 24]",
    );
    check(
        "along_border(water) in [1, 1]\ncells(\"self(grass|door), all(water|out) > 0\") in [0, 0]\nregions(grass) in [3, 5]\nregions(grass|door, by = any) in [1, 1]\ncount(house) in [1, 2]\nnear(house, grass, 1) / count(house) else 0 in [1, 1]",
    );
}

#[test]
fn there_are_as_many_doors_as_rooms() {
    check(
        "regions(grass) in [4, 5]\nsmallest_region(grass) else 0 in [6, 12]\nregions(road) in [1, 1]\ncount(road) in [8, 16]\ncount(start) in [0, 0]\ncount(goal) in [0, 0]\ncells(\"self(door), plus(grass) == 1, plus(road) == 1, plus(wall) == 2\") - regions(grass) in [0, 0]\ncount(door) == regions(grass) in [1, 1]\nregions(grass|road|door, by = any) in [1, 1]",
    );
}

#[test]
fn nets_do_not_touch() {
    check(
        "count(start) in [1, 1]\ncount(goal) in [1, 1]\ncount(house) in [1, 1]\ncount(tree) in [1, 1]\nregions(road|start|goal|house|tree, by = king) in [2, 2]\npath(start, goal, by = street) in [3, 40]\npath(house, tree, by = street) in [3, 40]\ncount(bridge) in [0, 0]",
    );
}

#[test]
fn what_needs_its_ground_around_it_comes_last() {
    check(
        "count(tree) in [4, 6]\ncells(\"self(tree), all(grass) < 8\") in [0, 0]\ncount(house) in [6, 6]\nlargest_region(house) in [6, 6]\ncount(start) in [1, 1]\ncount(goal) in [1, 1]\npath(start, goal, by = street) in [5, 40]",
    );
}

#[test]
fn grounds_are_found_by_what_is_around_them_and_where_they_fill_places() {
    check(
        "regions(grass|tree|house, by = any) in [2, 4]\nshare(grass|tree|house) in [0.2, 0.5]\ncells(\"self(tree), all(water) > 0\") in [0, 0]\nalong_border(water) in [1, 1]\ncells(\"self(grass), all(water) == 0\") in [0, 0]",
    );
    check(
        "cells(\"self(wall|house), column == 0\") + cells(\"self(wall|house), from_right == 0\") in [20, 20]\ncount(house) in [2, 4]\nshare(grass) in [0.5, 0.9]",
    );
    check(
        "cells(\"self(water), column == 0\") in [10, 10]\nshare(water) in [0.2, 0.4]\ncells(\"self(water), from_right == 0\") in [0, 0]\nshare(grass) in [0.4, 0.8]",
    );
    // A count is taken before its host is replaced.
    check(
        "cells(\"self(house), plus(wall) == 4\") in [2, 2]\ncount(house) in [2, 2]\nshare(wall) in [0.3, 0.9]",
    );
}

#[test]
fn what_nobody_must_reach_is_shut_in() {
    check(
        "count(start) in [1, 1]\ncount(house) in [3, 4]\nreachable(start, house, by = street) in [0, 0]\nreachable(start, house) in [0, 0]\ncount(wall) in [14, 26]\ncells(\"self(house), plus(grass|house) < 2\") in [0, 1]\nshare(grass) in [0.4, 0.95]",
    );
}

#[test]
fn a_ground_that_must_be_one_joins_itself_through_others() {
    let asked = problem(
        "share(wall) in [0.3, 0.5]\nregions(grass|start|goal) in [1, 1]\nshare(grass) in [0.4, 0.7]",
    );
    let drafter = Drafter::new(&asked, &[], &[]);
    let share_of_one = |script: &Script| drafter.rating(script, 20, 1).map_or(0.0, |it| it.met[1]);
    let (mut joined, mut apart) = (Vec::new(), Vec::new());
    for script in (0..200).map(|seed| drafter.draw(seed)) {
        let explorers = script.explorers.iter();
        let others =
            explorers.filter(|it| !it.description.as_str().contains("joins itself through"));
        let without = Script { explorers: others.cloned().collect(), ..script.clone() };
        if without.explorers.len() < script.explorers.len() {
            joined.push(share_of_one(&script));
            apart.push(share_of_one(&without));
        }
    }
    let mean = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(joined.len() > 20, "{}", joined.len());
    assert!(mean(&joined) > 0.95 && mean(&apart) < 0.5, "{} {}", mean(&joined), mean(&apart));
}

#[test]
fn several_lines_lead_from_side_to_side() {
    check(
        "regions(water, by = wet) in [2, 3]\ncount(water) in [28, 42]\nacross(by = wet) else 0 in [13, 13]\nshare(grass) in [0.5, 0.95]",
    );
}

#[test]
fn one_thing_of_a_symmetric_level_is_its_own_image() {
    check_problem(&problem_of_size(
        "13x10",
        "symmetry(left_right) in [1, 1]\ncount(start) in [1, 1]\ncount(goal) in [1, 1]\nshare(wall) in [0.1, 0.4]",
    ));
}

/// Whatever the choices, and whatever the file asks for, a draft is a script, and two of one seed are
/// the same.
#[test]
fn every_draft_is_a_sound_script() {
    let library: Vec<Script> = PLANS.iter().map(|(_, text)| Script::parse(text).unwrap()).collect();
    for objectives in [
        "regions(grass) in [3, 3]\nsymmetry(left_right) in [1, 1]\ncount(start) in [1, 1]\ncount(goal) in [1, 1]\npath(start, goal, by = street) in [3, 9]",
        "count(road|bridge) in [5, 20]\npath(start, goal, by = street) in [9, 40]\nshare(water) in [0.2, 0.5]",
        "entropy() in [1, 2]\nnot path(start, goal) > 0 in [1, 1]\nacross(by = street) in [5, 50]",
        "cells(\"self(house|tree), all(wall|water) > 3, dist(out) < 3\") in [2, 9]\nstuck(start, goal) in [0, 0]",
    ] {
        let drafter = Drafter::new(&problem(objectives), &library, &[]);
        for seed in 0..60 {
            let script = drafter.draw(seed);
            assert_eq!(script, drafter.draw(seed), "seed {seed}");
            let document = Document::of(script);
            assert!(document.is_sound(), "seed {seed}: {}", document.text);
            assert!(Script::parse(&document.text).is_ok(), "seed {seed}: {}", document.text);
        }
    }
}

#[test]
fn what_no_maker_can_say_is_named() {
    let drafter = Drafter::new(&problem("entropy() in [1, 2]\ncount(tree) in [1, 2]"), &[], &[]);
    assert_eq!(drafter.unsaid(), ["goal0"]);
}
