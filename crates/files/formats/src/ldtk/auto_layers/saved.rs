//! Automatic tiles as LDtk saves them.

use std::rc::Rc;

use serde::{Serialize, Serializer};
use serde_json::Number;

use super::placing::Tile;
use super::rules::Rule;
use super::tilesets::Tileset;

#[derive(Default)]
pub(in crate::ldtk) struct LayerTiles {
    tileset: Option<Rc<Tileset>>,
    /// The tiles of each rule, those of the strongest rule first.
    rules: Vec<RuleTiles>,
}

struct RuleTiles {
    uid: i64,
    alpha: f64,
    tiles: Vec<Tile>,
}

/// A tile as in `autoLayerTiles`.
#[derive(Serialize)]
struct SavedTile {
    px: [i32; 2],
    src: [i64; 2],
    f: u8,
    t: i32,
    d: [i64; 2],
    a: Number,
}

impl LayerTiles {
    pub(super) fn of(tileset: &Rc<Tileset>) -> Self {
        Self { tileset: Some(Rc::clone(tileset)), rules: Vec::new() }
    }

    pub(super) fn add(&mut self, rule: &Rule, tiles: Vec<Tile>) {
        self.rules.push(RuleTiles { uid: rule.uid, alpha: rule.alpha, tiles });
    }

    /// In the order in which they are drawn: the tiles of the strongest rule come last.
    fn saved(&self) -> impl Iterator<Item = SavedTile> {
        let tileset = self.tileset.as_deref();
        self.rules.iter().rev().flat_map(move |RuleTiles { uid, alpha, tiles }| {
            let alpha = number(*alpha);
            tiles.iter().map(move |tile| {
                let number = i64::from(tile.number);
                let (left, top) = tileset.map_or((0, 0), |tileset| tileset.pixel(number));
                SavedTile {
                    px: [tile.x, tile.y],
                    src: [left, top],
                    f: tile.flips,
                    t: tile.number,
                    d: [*uid, i64::from(tile.cell)],
                    a: alpha.clone(),
                }
            })
        })
    }
}

impl Serialize for LayerTiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.saved())
    }
}

/// The number as LDtk writes it, without a point if it is whole.
fn number(number: f64) -> Number {
    let whole = number as i64;
    let fraction = Number::from_f64(number).filter(|_| whole as f64 != number);
    fraction.unwrap_or_else(|| whole.into())
}
