//! The surface of terrains: the color of each pixel of a cell.

use image::{Rgba, RgbaImage};

use crate::blob::{Form, Neighbors};
use crate::sampling::sampled;
use crate::terrain::Terrain;

/// Samples per pixel along one side, for round edges.
const N_SAMPLES: u32 = 2;

/// Number of textures of the middle of a terrain; a cell has one by its place.
pub(crate) const N_TEXTURES: u32 = 8;

/// How a cell of a terrain is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub(crate) terrain: Terrain,
    pub(crate) color: [u8; 3],
    pub(crate) neighbors: Neighbors,
    /// Below [`N_TEXTURES`].
    pub(crate) texture: u32,
}

impl Surface {
    /// The cell; what lies beside the mass is transparent.
    pub(crate) fn draw(self, scale: u32) -> RgbaImage {
        let color_at = |at| self.color_at(at, scale).map(|color| (color, 255));
        let mut picture = sampled(scale, N_SAMPLES, color_at);
        self.add_texture(&mut picture);
        picture
    }

    /// The color of a point, in pixels; `None` beside the mass.
    fn color_at(self, at: (f32, f32), scale: u32) -> Option<[u8; 3]> {
        let side = scale as f32;
        let line = (scale / 8).max(1) as f32;
        let color = self.color;
        let depth = |radius: f32, front: f32| {
            Form { side, radius: side * radius, front }.depth(at, self.neighbors)
        };
        let flat = |radius: f32, bands: &[Band], middle: [u8; 3]| {
            banded(depth(radius, 0.0), bands, middle)
        };
        match self.terrain {
            Terrain::Wall | Terrain::Leaves => {
                let front = (scale * 3 / 8).max(2) as f32;
                let depth = depth(if self.terrain == Terrain::Leaves { 0.4 } else { 0.15 }, front);
                let wall = Wall::of(color);
                match depth {
                    outside if outside <= 0.0 && at.1 < side / 2.0 => None,
                    below if below <= 0.0 && at.1 >= side - line => Some(shade(wall.front, 60)),
                    below if below <= 0.0 => Some(wall.front),
                    depth => banded(depth, &[(line, wall.edge)], wall.top),
                }
            }
            Terrain::Soil | Terrain::Turf => {
                let bands = [(line, shade(color, 70)), (side / 2.0, color)];
                let inside = flat(0.2, &bands, shade(color, 24))?;
                let is_top = at.1 < line;
                Some(match self.terrain {
                    _ if self.neighbors.has_above() || at.1 >= 2.0 * line => inside,
                    Terrain::Turf if is_top => light(GRASS, 60),
                    Terrain::Turf => GRASS,
                    _ => light(color, if is_top { 110 } else { 40 }),
                })
            }
            Terrain::Water | Terrain::Lava => {
                let rim = if self.terrain == Terrain::Lava { [255, 220, 90] } else { [255; 3] };
                let rims = [(line, mix(color, rim, 140)), (2.5 * line, mix(color, rim, 44))];
                flat(0.4, &rims, color)
            }
            Terrain::Way | Terrain::Bridge => {
                let verge = (scale * 3 / 16).max(1) as f32;
                banded(depth(0.45, 0.0) - verge, &[(line, shade(color, 44))], color)
            }
            Terrain::Air => Some(color),
            Terrain::Rope => (line..2.0 * line).contains(&at.1).then_some(color),
            Terrain::Ground => flat(0.35, &[], color),
            Terrain::Area => flat(0.25, &[(line, shade(color, 50))], color),
        }
    }

    /// A few flecks in the middle of some cells: they tell water and grass from plain color.
    fn add_texture(self, picture: &mut RgbaImage) {
        if self.neighbors != Neighbors::ALL {
            return;
        }
        let scale = picture.width();
        let dot = (scale / 8).max(1);
        let color = self.color;
        let mut fleck = |column: u32, row: u32, width: u32, color: [u8; 3]| {
            let (left, top) = (column * scale / 8, row * scale / 8);
            for y in top..(top + dot).min(scale) {
                for x in left..(left + width * dot).min(scale) {
                    picture.put_pixel(x, y, Rgba([color[0], color[1], color[2], 255]));
                }
            }
        };
        match (self.terrain, self.texture) {
            (Terrain::Water | Terrain::Lava, 0) => {
                fleck(2, 3, 2, light(color, 36));
                fleck(4, 4, 2, light(color, 36));
            }
            (Terrain::Ground, 0) => fleck(2, 5, 1, shade(color, 16)),
            (Terrain::Ground, 1) => fleck(5, 2, 1, shade(color, 16)),
            (Terrain::Ground, 2) => fleck(3, 3, 1, light(color, 28)),
            _ => {}
        }
    }
}

/// A color up to a depth in a mass.
type Band = (f32, [u8; 3]);

/// The color of a depth, of bands from the edge on; `None` beside the mass.
fn banded(depth: f32, bands: &[Band], middle: [u8; 3]) -> Option<[u8; 3]> {
    let band = bands.iter().find(|(end, _)| depth < *end);
    (depth > 0.0).then(|| band.map_or(middle, |(_, color)| *color))
}

/// The colors of a wall. Dark walls are as dark in front only, so that their edges show.
struct Wall {
    top: [u8; 3],
    edge: [u8; 3],
    front: [u8; 3],
}

impl Wall {
    fn of(color: [u8; 3]) -> Self {
        let brightness: u32 = color.map(u32::from).iter().sum();
        if brightness < 3 * 80 {
            Self { top: mix(color, LIGHT, 90), edge: mix(color, LIGHT, 150), front: color }
        } else {
            Self { top: color, edge: mix(color, [255; 3], 80), front: shade(color, 100) }
        }
    }
}

const GRASS: [u8; 3] = [98, 166, 66];

/// The light on dark walls.
const LIGHT: [u8; 3] = [170, 182, 214];

/// `share` of 256 parts of the way from one color to another.
pub(crate) fn mix(color: [u8; 3], second: [u8; 3], share: u32) -> [u8; 3] {
    std::array::from_fn(|channel| {
        let (from, to) = (u32::from(color[channel]), u32::from(second[channel]));
        ((from * (256 - share) + to * share + 128) / 256) as u8
    })
}

fn light(color: [u8; 3], share: u32) -> [u8; 3] {
    mix(color, [255; 3], share)
}

fn shade(color: [u8; 3], share: u32) -> [u8; 3] {
    mix(color, [0, 0, 16], share)
}
