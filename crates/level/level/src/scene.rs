//! Levels as scenes: the mass of each terrain, and things that stand on it.
//!
//! Below every thing lies the ground around it. How a cell of this *base* looks depends on its
//! eight neighbors alone.

use image::{Rgb, RgbImage, Rgba, RgbaImage};

use crate::blob::Neighbors;
use crate::ground::{PAPER, Standing, ground_around, standings};
use crate::sprite::{SYMBOL_SCALE_MIN, overlay, stands};
use crate::surface::{N_TEXTURES, Surface, mix};
use crate::terrain::{Terrain, Terrains};
use crate::tileset::blend;
use crate::{Art, Level, OUT, Palette, Tile, TileSet, View};

/// The shadow of a wall on what lies below it, and the part of a cell that it covers.
const SHADOW: Rgba<u8> = Rgba([0, 0, 16, 44]);
const SHADOW_SHARE: u32 = 4;

/// How the tiles of a palette look. [`OUT`] is the number of paper, which lies below things if a
/// palette has no ground.
pub(crate) struct Scene {
    pub(crate) scale: u32,
    /// Whether it knows no terrains: squares in a grid, and things without shadows.
    is_plain: bool,
    pub(crate) terrains: Terrains,
    /// The color of each tile beside the mass of another, and of paper.
    pub(crate) colors: Vec<[u8; 3]>,
    /// On which tiles each tile stands.
    pub(crate) standings: Vec<Standing>,
    /// Pictures of things, with transparent parts.
    things: Vec<Option<RgbaImage>>,
}

/// All that the look of a cell of the base depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) tile: Tile,
    /// What shows beside the mass of the tile.
    pub(crate) under: Tile,
    pub(crate) neighbors: Neighbors,
    /// Whether the shadow of a wall falls on it.
    pub(crate) is_shaded: bool,
    /// 0 unless the cell is within its mass.
    pub(crate) texture: u32,
}

impl Scene {
    /// How built-in drawings show a palette; `None` for tilesets and painters.
    pub(crate) fn of_art(palette: &Palette, art: Art<'_>) -> Option<Self> {
        match art {
            Art::Drawn(scale) if scale >= SYMBOL_SCALE_MIN => Some(Self::of(palette, scale)),
            Art::Drawn(scale) | Art::Plain(scale) => {
                Some(Self::with(Terrains::default(), true, palette, scale))
            }
            Art::Tileset(_) | Art::Painter(_) => None,
        }
    }

    pub(crate) fn of(palette: &Palette, scale: u32) -> Self {
        Self::with(Terrains::of(palette), false, palette, scale)
    }

    fn with(terrains: Terrains, is_plain: bool, palette: &Palette, scale: u32) -> Self {
        let tiles = 0..palette.len() as Tile;
        let color = |base: Tile| match base {
            OUT if is_plain => PAPER,
            OUT => quiet(PAPER),
            _ if terrains.get(base) == Some(Terrain::Ground) => quiet(palette.color(base)),
            _ => palette.color(base),
        };
        Self {
            scale,
            is_plain,
            colors: (0..=OUT).map(color).collect(),
            standings: standings(&terrains, palette),
            things: tiles
                .map(|tile| {
                    stands(tile, palette, scale).then(|| overlay(tile, palette, scale, !is_plain))
                })
                .collect(),
            terrains,
        }
    }

    /// What lies in each cell below things. A thing that is part of a building is its own base, and
    /// is not seen.
    pub(crate) fn base(&self, level: &Level) -> Vec<Tile> {
        let mut base = level.tiles().to_vec();
        for (index, tile) in base.iter_mut().enumerate() {
            let place = (index % level.width(), index / level.width());
            if self.thing(*tile).is_some() && !self.is_in_building(level, place) {
                *tile = self.below(level, place).unwrap_or_else(|| self.usual(*tile));
            }
        }
        base
    }

    /// Whether a cell is one of several that are one building.
    fn is_in_building(&self, level: &Level, (x, y): (usize, usize)) -> bool {
        let tile = level.get(x, y);
        let mut beside = level.view().beside(y * level.width() + x);
        self.terrains.buildings.contains(tile) && beside.any(|cell| level.tiles()[cell] == tile)
    }

    /// The usual ground of a tile, which lies where nothing else does.
    pub(crate) fn usual(&self, tile: Tile) -> Tile {
        self.standings.get(usize::from(tile)).and_then(|standing| standing.usual).unwrap_or(OUT)
    }

    /// What a thing stands on: a way that goes through its cell, or else what surrounds it.
    fn below(&self, level: &Level, (x, y): (usize, usize)) -> Option<Tile> {
        let Standing { grounds, prefers, areas, .. } = self.standings[usize::from(level.get(x, y))];
        let way = |x: usize, y: usize| {
            let tile = *level.view().row(y).get(x)?;
            let is_way = self.terrains.get(tile) == Some(Terrain::Way);
            (is_way && grounds.union(prefers).contains(tile)).then_some(tile)
        };
        let across = x.checked_sub(1).and_then(|left| way(left, y).and(way(x + 1, y)));
        let is_inner = y > 0 && y + 1 < level.height();
        let along = || if is_inner { way(x, y - 1).and(way(x, y + 1)) } else { None };
        let around = |tiles| ground_around(level.view(), (x, y), prefers, tiles);
        let ground = || around(grounds).or_else(|| around(areas));
        across.or_else(along).or_else(ground)
    }

    pub(crate) fn cell(&self, base: View<'_>, (x, y): (usize, usize)) -> Cell {
        let tile = base.get(x, y);
        let joined = self.terrains.joined(tile);
        let at = |column: isize, row: isize| {
            let (x, y) = (x.checked_add_signed(column)?, y.checked_add_signed(row)?);
            (x < base.width() && y < base.height()).then(|| base.get(x, y))
        };
        // The mass goes on outside of the level.
        let neighbors =
            Neighbors::of(|column, row| at(column, row).is_none_or(|tile| joined.contains(tile)));
        let is_inner = neighbors == Neighbors::ALL;
        let under = match self.standings.get(usize::from(tile)) {
            Some(Standing { grounds, prefers, areas, .. }) if !is_inner => {
                let around = |tiles: &TileSet| {
                    ground_around(base, (x, y), *prefers, tiles.difference(joined))
                };
                around(grounds).or_else(|| around(areas)).unwrap_or_else(|| self.usual(tile))
            }
            _ => tile,
        };
        let is_high = |tile: Tile| self.terrains.get(tile) == Some(Terrain::Wall);
        Cell {
            tile,
            under,
            neighbors,
            is_shaded: at(0, -1).is_some_and(is_high) && !is_high(tile),
            texture: if is_inner { texture(x, y) } else { 0 },
        }
    }

    pub(crate) fn draw(&self, cell: Cell) -> RgbImage {
        let scale = self.scale;
        let color = |tile: Tile| Rgb(self.colors[usize::from(tile)]);
        let Some(surface) = self.surface(cell.tile, cell.neighbors, cell.texture) else {
            let Rgb(color) = color(cell.tile);
            let has_grid = self.is_plain && scale >= SYMBOL_SCALE_MIN;
            return RgbImage::from_fn(scale, scale, |x, y| {
                Rgb(if has_grid && (x == 0 || y == 0) { grid(color) } else { color })
            });
        };
        let mut picture = RgbImage::from_pixel(scale, scale, color(cell.under));
        put(&surface.draw(scale), &mut picture, 0, 0);
        if cell.is_shaded {
            let shadow = RgbaImage::from_pixel(scale, (scale / SHADOW_SHARE).max(1), SHADOW);
            put(&shadow, &mut picture, 0, 0);
        }
        picture
    }

    /// The surface of a tile, if it is a terrain.
    pub(crate) fn surface(
        &self,
        tile: Tile,
        neighbors: Neighbors,
        texture: u32,
    ) -> Option<Surface> {
        let (terrain, color) = (self.terrains.get(tile)?, self.colors[usize::from(tile)]);
        Some(Surface { terrain, color, neighbors, texture })
    }

    /// The picture of a thing, with transparent parts.
    pub(crate) fn thing(&self, tile: Tile) -> Option<&RgbaImage> {
        self.things.get(usize::from(tile))?.as_ref()
    }

    /// The picture of a tile in the middle of its mass, or of a thing on its usual ground.
    pub(crate) fn sprite(&self, tile: Tile) -> RgbImage {
        let thing = self.thing(tile);
        let base = if thing.is_some() { self.usual(tile) } else { tile };
        let mut picture = self.draw(Cell { tile: base, under: base, ..Cell::INNER });
        if let Some(thing) = thing {
            put(thing, &mut picture, 0, 0);
        }
        picture
    }
}

impl Cell {
    /// A cell within its mass, without a fleck.
    pub(crate) const INNER: Self = Self {
        tile: OUT,
        under: OUT,
        neighbors: Neighbors::ALL,
        is_shaded: false,
        texture: N_TEXTURES - 1,
    };
}

pub(crate) fn put(front: &RgbaImage, picture: &mut RgbImage, left: u32, top: u32) {
    for (x, y, &pixel) in front.enumerate_pixels() {
        let below = picture.get_pixel_mut(left + x, top + y);
        *below = blend(pixel, *below);
    }
}

/// The texture of a cell, as if by chance but always the same.
fn texture(x: usize, y: usize) -> u32 {
    let mixed = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    (mixed >> 16) % N_TEXTURES
}

/// The color of grid lines: one eighth nearer to middle gray.
fn grid(color: [u8; 3]) -> [u8; 3] {
    color.map(|channel| ((u32::from(channel) * 7 + 128) / 8) as u8)
}

/// A very bright color, as it is seen beside others: a white floor would dazzle.
fn quiet(color: [u8; 3]) -> [u8; 3] {
    let brightness: u32 = color.map(u32::from).iter().sum();
    if brightness > 3 * 243 { mix(color, [214, 200, 172], 128) } else { color }
}
