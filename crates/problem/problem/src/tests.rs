//! Small problem files and levels for the tests of this crate.

use std::sync::Arc;

use marahel_level::{Level, Palette};

use crate::{Definition, Problem};

/// Tiles of dungeons and of Sokoban, with a movement over all but walls.
pub(crate) const PIECES: &str = r##"
[tiles]
floor = { character = "." }
wall = { character = "#" }
player = { character = "@" }
key = { character = "k" }
door = { character = "d" }
enemy = { character = "e" }
crate = { character = "$" }
target = { character = "x" }
"##;

/// The problem of tiles and more, whose only objective and named measure is an expression.
pub(crate) fn file(parts: &str, expression: &str) -> String {
    format!(
        "name = \"test\"\nsize = \"5x5\"\nplayable = \"1 == 1\"\n\
         [measures]\nvalue = '''{expression}'''\n\
         [objectives]\nvalue = {{ range = [-inf, inf] }}\n{parts}"
    )
}

#[track_caller]
pub(crate) fn problem(text: &str) -> Problem {
    let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Problem::with_defaults(Arc::new(definition))
}

pub(crate) fn level(palette: &Arc<Palette>, rows: &[&str]) -> Level {
    let tiles = rows.concat();
    let tiles = tiles.chars().map(|one| palette.tile_of(one).expect("a tile"));
    Level::from_tiles(rows[0].chars().count(), tiles.collect(), Arc::clone(palette))
}

/// The value of an expression on a level, NaN for none.
#[track_caller]
pub(crate) fn measured(parts: &str, expression: &str, rows: &[&str]) -> f64 {
    measured_by(&file(parts, expression), rows)
}

/// The value of the first objective of a problem on a level, NaN for none.
#[track_caller]
pub(crate) fn measured_by(text: &str, rows: &[&str]) -> f64 {
    let size = format!("size = \"{}x{}\"", rows[0].chars().count(), rows.len());
    let problem = problem(&text.replace("size = \"5x5\"", &size));
    let level = level(problem.palette(), rows);
    let mut meter = problem.meter();
    meter.evaluator.start(level.view(), 0);
    meter.judge(level.view());
    meter.values()[0]
}
