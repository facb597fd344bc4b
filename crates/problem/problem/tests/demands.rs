//! What designers asked for can be said: each demand tells a right level from a wrong one.

use std::sync::Arc;

use marahel_level::Level;
use marahel_problem::{Definition, Problem};

const DEMANDS: &str = include_str!("demands.txt");

const TILES: &str = r##"
[objectives]
floor = { value = "count(floor)", range = [0, inf] }
[tiles]
floor = { character = "." }
wall = { character = "#" }
hero = { character = "@" }
exit = { character = ">" }
key = { character = "k" }
door = { character = "D" }
foe = { character = "e" }
thing = { character = "t" }
brick = { character = "%" }
ground = { character = "X" }
pipe = { character = "P" }
sky = { character = "-" }
road = { character = "=" }
water = { character = "~" }
red = { character = "r" }
blue = { character = "b" }
"##;

/// Whether a drawn level meets a demand.
fn is_met(demand: &str, rows: &str) -> bool {
    let width = rows.lines().next().map_or(0, |row| row.chars().count());
    let text =
        format!("name = 'demand'\nsize = '{width}x{}'\n{demand}\n{TILES}", rows.lines().count());
    let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let problem = Problem::with_defaults(Arc::new(definition));
    let level = Level::from_text(rows, Arc::clone(problem.palette()));
    let level = level.unwrap_or_else(|error| panic!("{error}\n{rows}"));
    problem.meter().judge(level.view()).is_playable
}

#[test]
fn each_demand_tells_right_from_wrong() {
    let demands: Vec<&str> = DEMANDS.split("\n=== ").skip(1).collect();
    assert!(demands.len() > 30);
    for demand in demands {
        let (title, rest) = demand.split_once('\n').expect("a demand has levels");
        let (demand, levels) = rest.split_once("right\n").expect("it has a right level");
        let (right, wrong) = levels.split_once("\n\nwrong\n").expect("it has a wrong level");
        assert!(is_met(demand, right.trim_end()), "{title}: the right level is wrong");
        assert!(!is_met(demand, wrong.trim_end()), "{title}: the wrong level is right");
    }
}

/// Files of designers had up to 18 objectives.
#[test]
fn a_file_may_have_many_objectives() {
    let many = |n: usize| {
        let objectives = (0..n).map(|i| format!("o{i} = {{ value = '{i}', range = [0, inf] }}\n"));
        let objectives: String = objectives.collect();
        let text = format!("name = 'many'\nsize = '3x3'\nplayable = '1'\n{TILES}");
        let text = text.replace("[objectives]\n", &format!("[objectives]\n{objectives}"));
        Definition::parse(&text).is_ok()
    };
    assert!(many(17) && many(63));
    assert!(!many(64));
}
