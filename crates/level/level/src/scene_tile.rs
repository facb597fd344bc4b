//! [`SceneTile`]: what another program needs to draw levels as [`Art::Drawn`](crate::Art) does.

use image::{RgbaImage, imageops};

use crate::blob::Neighbors;
use crate::ground::Standing;
use crate::picture::check_scale;
use crate::png::encode;
use crate::scene::Scene;
use crate::surface::N_TEXTURES;
use crate::terrain::Terrain;
use crate::{LevelError, Palette, Tile, TileSet};

/// How a tile is drawn in a level, and what it asks of its neighbors. The page of the studio draws
/// with it; `scene.rs` is the same in Rust.
#[derive(Clone, Debug)]
pub struct SceneTile {
    /// The tiles that are part of the mass of this one.
    pub joined: TileSet,
    /// The grounds that it prefers to stand on.
    pub prefers: TileSet,
    /// The ground that it stands on if no neighbor is one; `None` for none, as on paper.
    pub usual: Option<Tile>,
    /// The grounds on which it may stand.
    pub grounds: TileSet,
    /// The tiles on which it stands where there is no ground.
    pub areas: TileSet,
    /// Whether it goes on below a thing between two of its cells.
    pub is_way: bool,
    /// Whether it throws a shadow.
    pub is_high: bool,
    /// The color that shows beside other masses: red, green, blue.
    pub color: [u8; 3],
    /// For a thing, its picture as PNG, with transparent parts.
    pub thing: Option<Vec<u8>>,
    /// For a terrain, one PNG of its looks side by side: those for the 47 sets of neighbors, whose
    /// numbers ascend (a bit for each neighbor, clockwise from above, and a corner only beside two
    /// sides), then the textures of a cell within its mass.
    pub looks: Option<Vec<u8>>,
}

impl SceneTile {
    /// The tiles of a palette, as squares of `scale` pixels.
    pub fn all(palette: &Palette, scale: u32) -> Result<Vec<Self>, LevelError> {
        check_scale(scale)?;
        let scene = Scene::of(palette, scale);
        let tiles = 0..palette.len() as Tile;
        tiles.map(|tile| Self::of(tile, &scene)).collect()
    }

    fn of(tile: Tile, scene: &Scene) -> Result<Self, LevelError> {
        let terrain = scene.terrains.get(tile);
        let thing = scene.thing(tile);
        let looks = terrain.is_some().then(|| encode(&looks(tile, scene)));
        let Standing { grounds, prefers, usual, areas, .. } = scene.standings[usize::from(tile)];
        Ok(Self {
            joined: scene.terrains.joined(tile),
            grounds,
            prefers,
            usual,
            areas,
            is_way: terrain == Some(Terrain::Way),
            is_high: terrain == Some(Terrain::Wall),
            color: scene.colors[usize::from(tile)],
            thing: thing.map(encode).transpose()?,
            looks: looks.transpose()?,
        })
    }
}

/// All looks of a terrain side by side.
fn looks(tile: Tile, scene: &Scene) -> RgbaImage {
    let forms = (0..=u8::MAX).map(Neighbors).filter(|form| form.without_idle_corners() == *form);
    let forms: Vec<(Neighbors, u32)> = forms
        .map(|form| (form, 0))
        .chain((1..N_TEXTURES).map(|texture| (Neighbors::ALL, texture)))
        .collect();
    let scale = scene.scale;
    let mut strip = RgbaImage::new(scale * forms.len() as u32, scale);
    for (index, (form, texture)) in (0..).zip(forms) {
        if let Some(surface) = scene.surface(tile, form, texture) {
            imageops::replace(&mut strip, &surface.draw(scale), index * i64::from(scale), 0);
        }
    }
    strip
}

#[cfg(test)]
mod tests;
