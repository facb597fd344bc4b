//! Terrains of tilesets, of all versions: `wangsets`, and `terraintypes` before Tiled 1.5.
//!
//! Source: Tiled documentation (TMX Map Format, `<wangsets>`, `<terraintypes>`; JSON Map Format,
//! Wang Set, Terrain).

use std::collections::BTreeMap;
use std::fmt;

use crate::terrains::{Look, Matching, N_TERRAINS_MAX, Sides, TerrainSet};
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::document::{TileOfSet, Tileset, loose};

#[cfg(test)]
mod tests;

/// The name that Tiled gives the set of terrains of old versions.
const OLD_SET: &str = "Terrains";

/// A set of terrains, as the file has it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct WangSet {
    pub(super) name: String,
    /// `corner`, `edge` or `mixed`; missing before Tiled 1.5.
    #[serde(deserialize_with = "loose")]
    pub(super) r#type: String,
    pub(super) colors: Vec<WangColor>,
    /// Before Tiled 1.5, edges and corners had colors of their own.
    pub(super) edgecolors: Vec<WangColor>,
    pub(super) cornercolors: Vec<WangColor>,
    pub(super) wangtiles: Vec<WangTile>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct WangColor {
    pub(super) name: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct WangTile {
    pub(super) tileid: u32,
    pub(super) wangid: WangId,
    /// Before Tiled 1.5, a turned tile could be a look of its own.
    #[serde(deserialize_with = "loose")]
    pub(super) hflip: bool,
    #[serde(deserialize_with = "loose")]
    pub(super) vflip: bool,
    #[serde(deserialize_with = "loose")]
    pub(super) dflip: bool,
}

/// The colors around a tile, clockwise from its upper edge; `None` if the file has no such list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WangId(Option<[u8; 8]>);

/// How tiles of a tileset may be turned to make more looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "these are the fields of the file")]
pub(super) struct Transformations {
    #[serde(deserialize_with = "loose")]
    pub(super) hflip: bool,
    #[serde(deserialize_with = "loose")]
    pub(super) vflip: bool,
    #[serde(deserialize_with = "loose")]
    pub(super) rotate: bool,
    /// Whether a look that need not be turned is chosen before one that must.
    #[serde(deserialize_with = "loose")]
    pub(super) preferuntransformed: bool,
}

impl WangId {
    /// The colors in a text: eight numbers between commas, or before Tiled 1.5 a number of eight
    /// digits in hexadecimal, the last of which is the upper edge.
    fn parse(text: &str) -> Self {
        if let Some(digits) = text.strip_prefix("0x") {
            return Self(u32::from_str_radix(digits, 16).ok().map(of_digits));
        }
        let numbers = text.split(',').map(|number| number.trim().parse::<u8>().ok());
        Self::of(numbers.take(9))
    }

    fn of(numbers: impl Iterator<Item = Option<u8>>) -> Self {
        let numbers: Option<Vec<u8>> = numbers.collect();
        Self(numbers.and_then(|numbers| numbers.try_into().ok()))
    }
}

fn of_digits(digits: u32) -> [u8; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|place| ((digits >> (4 * place)) & 0xf) as u8)
}

impl<'de> Deserialize<'de> for WangId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WangIdVisitor)
    }
}

struct WangIdVisitor;

impl<'de> Visitor<'de> for WangIdVisitor {
    type Value = WangId;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of eight numbers of colors")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<WangId, A::Error> {
        let mut numbers = Vec::new();
        while numbers.len() < 8
            && let Some(number) = list.next_element::<i64>()?
        {
            numbers.push(u8::try_from(number).ok());
        }
        while list.next_element::<IgnoredAny>()?.is_some() {
            numbers.truncate(0);
        }
        Ok(WangId::of(numbers.into_iter()))
    }

    fn visit_u64<E: Error>(self, digits: u64) -> Result<WangId, E> {
        Ok(WangId(u32::try_from(digits).ok().map(of_digits)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<WangId, E> {
        Ok(WangId::parse(text))
    }

    fn visit_unit<E: Error>(self) -> Result<WangId, E> {
        Ok(WangId(None))
    }
}

impl Tileset {
    /// Its sets of terrains, in the order of the file, without turned looks of old versions.
    pub(super) fn terrain_sets(&self) -> Vec<TerrainSet> {
        let tiles = self.told_tiles();
        let probabilities = tiles.iter().filter_map(|(id, tile)| Some((*id, tile.probability?)));
        let probabilities = probabilities.collect();
        let old = self.old_set(&tiles, &probabilities);
        let sets = self.wangsets.iter().map(|set| set.terrain_set(&probabilities));
        old.into_iter().chain(sets).collect()
    }

    /// The terrains of versions before 1.5, which lie at corners.
    fn old_set(
        &self,
        tiles: &[(u32, &TileOfSet)],
        probabilities: &BTreeMap<u32, f64>,
    ) -> Option<TerrainSet> {
        if self.terrains.is_empty() {
            return None;
        }
        let mut looks = BTreeMap::new();
        for (id, tile) in tiles {
            if let &[Some(top_left), Some(top_right), Some(bottom_left), Some(bottom_right)] =
                &tile.terrain.iter().map(|&terrain| old_side(terrain)).collect::<Vec<_>>()[..]
            {
                let sides = [0, top_right, 0, bottom_right, 0, bottom_left, 0, top_left];
                looks.insert(*id, sides);
            }
        }
        let matching = Matching::Corners;
        Some(set_of(OLD_SET, matching, &self.terrains, looks, probabilities))
    }
}

/// The side of a terrain that is counted from 0; -1 is none.
fn old_side(terrain: i64) -> Option<u8> {
    u8::try_from(terrain.max(-1) + 1).ok()
}

impl WangSet {
    fn terrain_set(&self, probabilities: &BTreeMap<u32, f64>) -> TerrainSet {
        let mut colors = self.colors.clone();
        // Edges and corners of one name are one terrain.
        let mut numbers = |of_sides: &[WangColor]| -> Vec<u8> {
            let number = |color: &WangColor| {
                let same = |other: &WangColor| !color.name.is_empty() && other.name == color.name;
                let index = colors.iter().position(same).unwrap_or_else(|| {
                    colors.push(color.clone());
                    colors.len() - 1
                });
                u8::try_from(index + 1).unwrap_or(0)
            };
            of_sides.iter().take(N_OLD_COLORS).map(number).collect()
        };
        let old = [numbers(&self.edgecolors), numbers(&self.cornercolors)];
        let is_old = old.iter().any(|numbers| !numbers.is_empty());
        let mut looks = BTreeMap::new();
        for tile in self.wangtiles.iter().filter(|tile| !tile.hflip && !tile.vflip && !tile.dflip) {
            let Some(mut sides) = tile.wangid.0 else { continue };
            if is_old {
                for (place, side) in sides.iter_mut().enumerate().filter(|(_, side)| **side > 0) {
                    let numbers = &old[place % 2];
                    *side = numbers.get(usize::from(*side) - 1).copied().unwrap_or(u8::MAX);
                }
            }
            looks.insert(tile.tileid, sides);
        }
        let matching = self.matching(&looks);
        set_of(&self.name, matching, &colors, looks, probabilities)
    }

    /// Where its looks must agree; old versions say so by the sides that they use.
    fn matching(&self, looks: &BTreeMap<u32, [u8; 8]>) -> Matching {
        let uses = |parity: usize| {
            looks.values().any(|sides| sides.iter().skip(parity).step_by(2).any(|&side| side > 0))
        };
        match self.r#type.as_str() {
            "corner" => Matching::Corners,
            "edge" => Matching::Edges,
            "mixed" => Matching::Both,
            _ if !uses(0) => Matching::Corners,
            _ if !uses(1) => Matching::Edges,
            _ => Matching::Both,
        }
    }
}

/// Maximum number of colors of edges, and of corners, before Tiled 1.5: a digit counts them.
const N_OLD_COLORS: usize = 15;

/// A set of these looks; those with a side that is no terrain of the set are left out, as in Tiled.
fn set_of(
    name: &str,
    matching: Matching,
    colors: &[WangColor],
    looks: BTreeMap<u32, [u8; 8]>,
    probabilities: &BTreeMap<u32, f64>,
) -> TerrainSet {
    let terrains: Vec<String> =
        colors.iter().take(N_TERRAINS_MAX).map(|color| color.name.clone()).collect();
    let looks = looks
        .into_iter()
        .filter(|(_, sides)| sides.iter().all(|&side| usize::from(side) <= terrains.len()));
    let looks = looks.map(|(tile, sides)| {
        let probability = probabilities.get(&tile).copied();
        Look { tile, sides: Sides(sides), probability: probability_or(probability) }
    });
    let looks = looks.collect();
    TerrainSet { name: name.to_owned(), matching, terrains, looks }
}

/// A probability that is one; 1 is usual.
fn probability_or(probability: Option<f64>) -> f64 {
    probability.filter(|share| share.is_finite() && *share >= 0.0).unwrap_or(1.0)
}
