//! Features of a cell: numbers that the language can express, and questions about them.

use marahel_level::{Mirror, Tile, TileSet};
use marahel_script::{Condition, Estimator};

use crate::layers::bits;
use crate::layers::rules::{
    ALL, CROSS, Compared, DOWN, EDGES, HORZ, LEFT, Offset, RIGHT, TWO_STEPS, UP, VERT, count,
    distance, list, place, to_outside,
};
use crate::layers::scene::{Cells, PLUS, Scene};

/// Maximum distance in a question.
const FAR_MAX: u16 = 8;

/// Maximum period of columns and rows in a question.
const PERIOD_MAX: usize = 6;

/// The neighborhoods of questions: their cells, their names if scripts must declare them, and the
/// places of their cells in words.
pub(crate) const HOODS: [(&[Offset], Option<&str>, &str); 12] = [
    (ALL, None, "around it"),
    (CROSS, None, "beside it"),
    (HORZ, None, "at left and right"),
    (VERT, None, "above and below"),
    (LEFT, None, "on the left"),
    (UP, None, "above"),
    (RIGHT, None, "on the right"),
    (DOWN, None, "below"),
    (TWO_STEPS[0].1, Some(TWO_STEPS[0].0), "two to the left"),
    (TWO_STEPS[1].1, Some(TWO_STEPS[1].0), "two above"),
    (TWO_STEPS[2].1, Some(TWO_STEPS[2].0), "two to the right"),
    (TWO_STEPS[3].1, Some(TWO_STEPS[3].0), "two below"),
];

/// Those of a single adjacent cell.
const SIDES_OF_CELL: std::ops::RangeInclusive<usize> = 4..=7;

/// More different tiles along a side are not informative.
const N_ALONG_MAX: usize = 3;

pub(crate) struct Feature {
    pub(crate) kind: FeatureKind,
    values: Vec<u16>,
    n_values: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FeatureKind {
    /// Columns or rows from a side, an index into [`EDGES`].
    Side(usize),
    /// The remainder of columns or rows divided by a period.
    Every(usize, usize),
    Outside,
    /// Number of cells of a neighborhood with one of some tiles.
    Around(usize, TileSet),
    /// Steps to the nearest cell of a tile.
    Near(Tile),
    /// Whether the image of the cell is a tile.
    Image(Mirror, Tile),
}

impl FeatureKind {
    pub(crate) fn tiles(self) -> TileSet {
        match self {
            Self::Around(_, tiles) => tiles,
            Self::Near(tile) | Self::Image(_, tile) => TileSet::only(tile),
            Self::Side(_) | Self::Every(..) | Self::Outside => TileSet::EMPTY,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    Equal,
    Less,
    Greater,
}

/// A question about a cell, with the cells where it is true.
pub(crate) struct Question {
    pub(crate) kind: FeatureKind,
    pub(crate) is: Is,
    pub(crate) value: u16,
    pub(crate) cells: Cells,
    /// Bits to encode which question it is.
    pub(crate) bits: f64,
}

/// All questions about the cells of the drawings as painted so far: by the tiles of `canvas`, which
/// are listed in `known`, and by the tiles beside each of the tiles of `left`.
pub(crate) fn questions(
    scene: &Scene,
    canvas: &[Tile],
    canvas_tiles: &[Tile],
    left: &[(Tile, Cells)],
) -> Vec<Question> {
    let mut features = features(scene, canvas, canvas_tiles);
    features.extend(along(scene, canvas, left));
    let n_kinds = features.len();
    features.iter().flat_map(|feature| feature.questions(scene, n_kinds)).collect()
}

fn features(scene: &Scene, canvas: &[Tile], canvas_tiles: &[Tile]) -> Vec<Feature> {
    let mut features = Vec::new();
    for side in 0..EDGES.len() {
        features.push(Feature::of(FeatureKind::Side(side), places(scene, side)));
    }
    for side in 0..2 {
        for period in 2..=PERIOD_MAX {
            let remainders = places(scene, side).map(|place| place % period as u16);
            features.push(Feature::of(FeatureKind::Every(side, period), remainders));
        }
    }
    let outside = (0..scene.len()).map(|cell| scene.to_outside(cell) as u16);
    features.push(Feature::of(FeatureKind::Outside, outside));
    let is_plain = canvas_tiles.len() < 2;
    for &tile in canvas_tiles.iter().filter(|_| !is_plain) {
        for hood in 0..HOODS.len() {
            let tiles = TileSet::only(tile);
            let counts = counts(scene, canvas, hood, tiles);
            features.push(Feature::of(FeatureKind::Around(hood, tiles), counts));
        }
        let cells = scene.cells_that(|cell| canvas[cell] == tile);
        let far = scene.distances(&cells);
        if far.iter().all(Option::is_some) {
            let near = far.into_iter().flatten().map(|far| far.min(99));
            features.push(Feature::of(FeatureKind::Near(tile), near));
        }
        let mirrors = Mirror::NAMES.into_iter().take(4).map(|(_, mirror)| mirror);
        for mirror in mirrors.filter(|mirror| *mirror != Mirror::Both) {
            let images = (0..scene.len()).map(|cell| {
                u16::from(scene.images(cell, mirror).any(|image| canvas[image] == tile))
            });
            features.push(Feature::of(FeatureKind::Image(mirror, tile), images));
        }
    }
    features
}

/// The columns or rows of all cells from a side.
fn places(scene: &Scene, side: usize) -> impl Iterator<Item = u16> {
    (0..scene.len()).map(move |cell| scene.to_side(cell, side) as u16)
}

/// Whether the cell at a side has one of the two or three tiles that all cells of some tile have
/// there: enemies stand on ground, bricks or pipes.
fn along(scene: &Scene, canvas: &[Tile], left: &[(Tile, Cells)]) -> Vec<Feature> {
    let mut sketch: Vec<(usize, TileSet)> = Vec::new();
    for (_, cells) in left {
        for hood in SIDES_OF_CELL {
            let side = HOODS[hood].0[0];
            let beside = cells.ones().map(|cell| Some(canvas[scene.step(cell, side)?]));
            let Some(tiles) = beside.collect::<Option<TileSet>>() else { continue };
            if (2..=N_ALONG_MAX).contains(&tiles.len()) && !sketch.contains(&(hood, tiles)) {
                sketch.push((hood, tiles));
            }
        }
    }
    let features = sketch.into_iter().map(|(hood, tiles)| {
        let values = counts(scene, canvas, hood, tiles).collect();
        Feature { kind: FeatureKind::Around(hood, tiles), values, n_values: 2 }
    });
    features.collect()
}

/// The number of cells of a neighborhood with one of the tiles, for each cell.
fn counts(
    scene: &Scene,
    canvas: &[Tile],
    hood: usize,
    tiles: TileSet,
) -> impl Iterator<Item = u16> {
    (0..scene.len()).map(move |cell| {
        let cells = HOODS[hood].0.iter().filter_map(|&offset| scene.step(cell, offset));
        cells.filter(|&neighbor| tiles.contains(canvas[neighbor])).count() as u16
    })
}

impl Feature {
    fn of(kind: FeatureKind, values: impl Iterator<Item = u16>) -> Self {
        let values: Vec<u16> = values.collect();
        let n_values = values.iter().max().map_or(0, |&most| usize::from(most) + 1);
        Self { kind, values, n_values }
    }
    fn questions(&self, scene: &Scene, n_kinds: usize) -> Vec<Question> {
        let mut by_value = vec![scene.none(); self.n_values];
        for (cell, &value) in self.values.iter().enumerate() {
            by_value[usize::from(value)].insert(cell);
        }
        let ways: &[Is] = match self.kind {
            FeatureKind::Every(..) | FeatureKind::Image(..) => &[Is::Equal],
            FeatureKind::Side(_)
            | FeatureKind::Outside
            | FeatureKind::Around(..)
            | FeatureKind::Near(_) => &[Is::Equal, Is::Less, Is::Greater],
        };
        let highest = match self.kind {
            FeatureKind::Near(_) => self.n_values.min(usize::from(FAR_MAX) + 1),
            FeatureKind::Side(_)
            | FeatureKind::Every(..)
            | FeatureKind::Outside
            | FeatureKind::Around(..)
            | FeatureKind::Image(..) => self.n_values,
        };
        let far_fetched = match self.kind {
            FeatureKind::Side(_) | FeatureKind::Every(..) | FeatureKind::Outside => 0.0,
            FeatureKind::Around(_, tiles) => 2.0 * tiles.len() as f64,
            FeatureKind::Near(_) => 2.0,
            FeatureKind::Image(..) => 8.0,
        };
        let words = bits::of_one(n_kinds) + bits::of_one(highest.min(10)) + 1.0 + far_fetched;
        let bits = bits::SCRIPT * words;
        let everywhere = scene.cells_that(|_| true);
        let mut questions = Vec::new();
        for &is in ways {
            let mut below = scene.none();
            for (value, equal) in by_value.iter().enumerate().take(highest) {
                let cells = match is {
                    Is::Equal => equal.clone(),
                    Is::Less => below.clone(),
                    Is::Greater => {
                        let mut above = everywhere.clone();
                        above.difference_with(&below);
                        above.difference_with(equal);
                        above
                    }
                };
                below.union_with(equal);
                let n = cells.count_ones(..);
                if n > 0 && n < scene.len() {
                    questions.push(Question {
                        kind: self.kind,
                        is,
                        value: value as u16,
                        cells,
                        bits,
                    });
                }
            }
        }
        questions
    }
}

impl Question {
    /// Whether it is only about the place, not about surrounding tiles.
    pub(crate) fn is_about_place(&self) -> bool {
        matches!(self.kind, FeatureKind::Side(_) | FeatureKind::Every(..) | FeatureKind::Outside)
    }

    /// Whether it requires an adjacent tile other than `on`.
    pub(crate) fn is_about_a_thing(&self, on: Tile) -> bool {
        let is_some = matches!((self.is, self.value), (Is::Equal, 1) | (Is::Greater, 0));
        matches!(self.kind, FeatureKind::Around(1..=7, tiles) if !tiles.contains(on)) && is_some
    }

    /// The condition in the language.
    pub(crate) fn condition(&self) -> Condition {
        let estimator = match self.kind {
            FeatureKind::Side(side) => place(EDGES[side]),
            FeatureKind::Every(side, period) => Estimator::Place(EDGES[side], Some(period as u64)),
            FeatureKind::Outside => to_outside(),
            FeatureKind::Around(hood, tiles) => count(HOODS[hood].0, tiles.iter()),
            FeatureKind::Near(tile) => distance(tile),
            FeatureKind::Image(mirror, tile) => Estimator::Image(mirror, list([tile])),
        };
        let value = usize::from(self.value);
        match self.is {
            Is::Equal => estimator.is(value),
            Is::Less => estimator.below(value),
            Is::Greater => estimator.above(value),
        }
    }

    /// The condition in words; the cells are of the tile `on`.
    pub(crate) fn words(&self, names: &[String], on: Tile) -> String {
        let number = self.value;
        match (self.kind, self.is) {
            (FeatureKind::Outside, Is::Equal) if number == 1 => "along the border".into(),
            (FeatureKind::Outside, Is::Equal) => format!("{} off the border", number - 1),
            (FeatureKind::Outside, Is::Greater) if number == 1 => "not at the border".into(),
            (FeatureKind::Outside, Is::Greater) => format!("at least {number} off the border"),
            (FeatureKind::Outside, Is::Less) => format!("less than {} off the border", number - 1),
            (FeatureKind::Side(side), is) => {
                let (line, from) =
                    [("column", "left"), ("row", "top"), ("column", "right"), ("row", "bottom")]
                        [side];
                match is {
                    Is::Equal if number == 0 => format!("in the {line} at the {from}"),
                    Is::Equal => format!("in {line} {number} from the {from}"),
                    Is::Less if number == 1 => format!("in the first {line} from the {from}"),
                    Is::Less => format!("in the first {number} {line}s from the {from}"),
                    Is::Greater if number == 0 => {
                        format!("not in the first {line} from the {from}")
                    }
                    Is::Greater => {
                        format!("not in the first {} {line}s from the {from}", number + 1)
                    }
                }
            }
            (FeatureKind::Every(side, period), _) => {
                let line = ["column", "row"][side];
                let every = ["second", "third", "fourth", "fifth", "sixth"][period - 2];
                format!("in every {every} {line}")
            }
            (FeatureKind::Around(hood, tiles), is) => {
                let (offsets, _, place) = HOODS[hood];
                // The cell itself does not count as around it.
                let is_itself = offsets.contains(&(0, 0)) && tiles.contains(on);
                let number = number.saturating_sub(u16::from(is_itself));
                let name = alternatives(names, tiles);
                let much = match is {
                    Is::Equal | Is::Greater if offsets.len() == 1 => String::new(),
                    Is::Less if number == 1 => return format!("without {name} {place}"),
                    Is::Greater if number == 0 => String::new(),
                    Is::Equal => format!("on {number} of the cells "),
                    Is::Less => format!("on fewer than {number} of the cells "),
                    Is::Greater => format!("on more than {number} of the cells "),
                };
                match (is, number) {
                    (Is::Equal, 0) => format!("without {name} {place}"),
                    _ => format!("with {name} {much}{place}"),
                }
            }
            (FeatureKind::Near(tile), is) => {
                let name = &names[usize::from(tile)];
                match is {
                    Is::Equal => format!("{number} from {name}"),
                    Is::Less => format!("within {} of {name}", number.saturating_sub(1)),
                    Is::Greater => format!("more than {number} from {name}"),
                }
            }
            (FeatureKind::Image(mirror, tile), _) => {
                let not = if number == 0 { "not " } else { "" };
                let name = &names[usize::from(tile)];
                format!("{not}where the image ({}) is {name}", mirror.name())
            }
        }
    }
}

/// The names of tiles in words.
pub(crate) fn alternatives(names: &[String], tiles: TileSet) -> String {
    tiles.iter().map(|tile| names[usize::from(tile)].as_str()).collect::<Vec<_>>().join(" or ")
}

/// The offsets of the cells around a neighborhood.
pub(crate) fn beside(offsets: &[(i32, i32)], far: i32) -> Vec<(i32, i32)> {
    let mut around = Vec::new();
    for &(x, y) in offsets {
        let near: Vec<(i32, i32)> = if far == 0 {
            PLUS.to_vec()
        } else {
            (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dx, dy))).collect()
        };
        for (dx, dy) in near {
            let place = (x + dx, y + dy);
            if !offsets.contains(&place) && !around.contains(&place) {
                around.push(place);
            }
        }
    }
    around.sort_by_key(|&(x, y)| (y, x));
    around
}
