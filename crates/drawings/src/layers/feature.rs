//! Features of a cell: numbers that the language can express, and questions about them.

use level::{Mirror, Tile, TileSet};

use crate::layers::bits;
use crate::layers::scene::{Cells, PLUS, Scene};

/// Maximum distance in a question.
const FAR_MAX: u16 = 8;

/// Maximum period of columns and rows in a question.
const PERIOD_MAX: usize = 6;

/// A neighborhood: its name, its cells, and rows of digits if it is not predefined.
type Hood = (&'static str, &'static [(i32, i32)], Option<&'static str>);

pub(crate) const HOODS: [Hood; 12] = [
    ("all", &[(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)], None),
    ("plus", &[(0, 0), (-1, 0), (0, -1), (1, 0), (0, 1)], None),
    ("horz", &[(-1, 0), (1, 0)], None),
    ("vert", &[(0, -1), (0, 1)], None),
    ("left", &[(-1, 0)], None),
    ("up", &[(0, -1)], None),
    ("right", &[(1, 0)], None),
    ("down", &[(0, 1)], None),
    ("left2", &[(-2, 0)], Some("102")),
    ("up2", &[(0, -2)], Some("1,0,2")),
    ("right2", &[(2, 0)], Some("201")),
    ("down2", &[(0, 2)], Some("2,0,1")),
];

/// Those of a single adjacent cell.
const SIDES_OF_CELL: std::ops::RangeInclusive<usize> = 4..=7;

/// More different tiles along a side are not informative.
const N_ALONG_MAX: usize = 3;

/// The places of their cells in words.
const PLACES: [&str; HOODS.len()] = [
    "around it",
    "beside it",
    "at left and right",
    "above and below",
    "on the left",
    "above",
    "on the right",
    "below",
    "two to the left",
    "two above",
    "two to the right",
    "two below",
];

/// The sides of a level from which columns and rows are counted.
const SIDES: [&str; 4] = ["column", "row", "from_right", "from_bottom"];

pub(crate) struct Feature {
    pub(crate) kind: FeatureKind,
    values: Vec<u16>,
    n_values: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FeatureKind {
    /// Columns or rows from a side, an index into [`SIDES`].
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
    known: &[Tile],
    left: &[(Tile, Cells)],
) -> Vec<Question> {
    let mut features = features(scene, canvas, known);
    features.extend(along(scene, canvas, left));
    let n_kinds = features.len();
    features.iter().flat_map(|feature| feature.questions(scene, n_kinds)).collect()
}

fn features(scene: &Scene, canvas: &[Tile], known: &[Tile]) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut add = |kind, values: Vec<u16>| {
        let n_values = values.iter().max().map_or(0, |&most| usize::from(most) + 1);
        features.push(Feature { kind, values, n_values });
    };
    let places = |side: usize| -> Vec<u16> {
        (0..scene.len()).map(|cell| scene.to_side(cell, side) as u16).collect()
    };
    for side in 0..SIDES.len() {
        add(FeatureKind::Side(side), places(side));
    }
    for side in 0..2 {
        for period in 2..=PERIOD_MAX {
            let rest = places(side).iter().map(|place| place % period as u16).collect();
            add(FeatureKind::Every(side, period), rest);
        }
    }
    let outside =
        scene.cells.iter().map(|cell| scene.frames[cell.frame].to_outside(cell.x, cell.y) as u16);
    add(FeatureKind::Outside, outside.collect());
    let is_plain = known.len() < 2;
    for &tile in known.iter().filter(|_| !is_plain) {
        for hood in 0..HOODS.len() {
            let tiles = TileSet::only(tile);
            add(FeatureKind::Around(hood, tiles), counts(scene, canvas, hood, tiles));
        }
        let those = scene.cells_that(|cell| canvas[cell] == tile);
        let far = scene.distances(&those);
        if far.iter().all(Option::is_some) {
            add(
                FeatureKind::Near(tile),
                far.into_iter().flatten().map(|far| far.min(99)).collect(),
            );
        }
        for (_, mirror) in Mirror::NAMES.iter().take(4).filter(|(_, one)| *one != Mirror::Both) {
            let image = |cell: usize| {
                let place = scene.cells[cell];
                let frame = &scene.frames[place.frame];
                let mut images = mirror.images((place.x, place.y), (frame.width, frame.height));
                u16::from(images.any(|(x, y)| canvas[frame.at(x, y)] == tile))
            };
            add(FeatureKind::Image(*mirror, tile), (0..scene.len()).map(image).collect());
        }
    }
    features
}

/// Whether the cell at a side has one of the two or three tiles that all cells of some tile have
/// there: enemies stand on ground, bricks or pipes.
fn along(scene: &Scene, canvas: &[Tile], left: &[(Tile, Cells)]) -> Vec<Feature> {
    let mut found: Vec<(usize, TileSet)> = Vec::new();
    for (_, cells) in left {
        for hood in SIDES_OF_CELL {
            let side = HOODS[hood].1[0];
            let beside: Option<Vec<Tile>> =
                cells.ones().map(|cell| scene.step(cell, side).map(|one| canvas[one])).collect();
            let Some(beside) = beside else { continue };
            let tiles =
                beside.into_iter().fold(TileSet::EMPTY, |all, tile| all.union(TileSet::only(tile)));
            if (2..=N_ALONG_MAX).contains(&tiles.len()) && !found.contains(&(hood, tiles)) {
                found.push((hood, tiles));
            }
        }
    }
    let feature = |(hood, tiles)| {
        let values = counts(scene, canvas, hood, tiles);
        Feature { kind: FeatureKind::Around(hood, tiles), values, n_values: 2 }
    };
    found.into_iter().map(feature).collect()
}

/// The number of cells of a neighborhood with one of the tiles, for each cell.
fn counts(scene: &Scene, canvas: &[Tile], hood: usize, tiles: TileSet) -> Vec<u16> {
    let count = |cell| {
        let cells = HOODS[hood].1.iter().filter_map(|&offset| scene.step(cell, offset));
        cells.filter(|&one| tiles.contains(canvas[one])).count() as u16
    };
    (0..scene.len()).map(count).collect()
}

impl Feature {
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
            for (value, those) in by_value.iter().enumerate().take(highest) {
                let cells = match is {
                    Is::Equal => those.clone(),
                    Is::Less => below.clone(),
                    Is::Greater => {
                        let mut above = everywhere.clone();
                        above.difference_with(&below);
                        above.difference_with(those);
                        above
                    }
                };
                below.union_with(those);
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
    pub(crate) fn text(&self, names: &[String]) -> String {
        let name = |tile: Tile| &names[usize::from(tile)];
        let words = match self.kind {
            FeatureKind::Side(side) => SIDES[side].to_owned(),
            FeatureKind::Every(side, period) => format!("{}{period}", SIDES[side]),
            FeatureKind::Outside => "dist(out)".to_owned(),
            FeatureKind::Around(hood, tiles) => {
                format!("{}({})", HOODS[hood].0, list(names, tiles, "|"))
            }
            FeatureKind::Near(tile) => format!("dist({})", name(tile)),
            FeatureKind::Image(mirror, tile) => format!("{}({})", mirror.name(), name(tile)),
        };
        let is = match self.is {
            Is::Equal => "==",
            Is::Less => "<",
            Is::Greater => ">",
        };
        format!("{words} {is} {}", self.value)
    }

    /// The condition in words; the cells are of the tile `on`.
    pub(crate) fn words(&self, names: &[String], on: Tile) -> String {
        let name = |tile: Tile| &names[usize::from(tile)];
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
                let (_, offsets, _) = HOODS[hood];
                // The cell itself does not count as around it.
                let is_itself = offsets.contains(&(0, 0)) && tiles.contains(on);
                let number = number.saturating_sub(u16::from(is_itself));
                let (name, place) = (list(names, tiles, " or "), PLACES[hood]);
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
            (FeatureKind::Near(tile), Is::Equal) => format!("{number} from {}", name(tile)),
            (FeatureKind::Near(tile), Is::Less) => {
                format!("within {} of {}", number.saturating_sub(1), name(tile))
            }
            (FeatureKind::Near(tile), Is::Greater) => {
                format!("more than {number} from {}", name(tile))
            }
            (FeatureKind::Image(mirror, tile), _) => {
                let not = if number == 0 { "not " } else { "" };
                format!("{not}where the image ({}) is {}", mirror.name(), name(tile))
            }
        }
    }
}

fn list(names: &[String], tiles: TileSet, between: &str) -> String {
    tiles.iter().map(|tile| names[usize::from(tile)].as_str()).collect::<Vec<_>>().join(between)
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
