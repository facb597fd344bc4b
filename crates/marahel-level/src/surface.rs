//! The surface of terrains: the color of each pixel of a cell.

use image::{Rgba, RgbaImage};

use crate::blob::{Form, Neighbors};
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
        let mut picture = RgbaImage::from_fn(scale, scale, |x, y| {
            let (mut sum, mut n_inside) = ([0_u32; 3], 0);
            for sample in 0..N_SAMPLES * N_SAMPLES {
                let point = |pixel: u32, sample: u32| {
                    pixel as f32 + (sample as f32 + 0.5) / N_SAMPLES as f32
                };
                let at = (point(x, sample % N_SAMPLES), point(y, sample / N_SAMPLES));
                let Some(color) = self.color_at(at, scale) else { continue };
                n_inside += 1;
                for (sum, channel) in sum.iter_mut().zip(color) {
                    *sum += u32::from(channel);
                }
            }
            let [red, green, blue] = sum.map(|sum| (sum / n_inside.max(1)) as u8);
            Rgba([red, green, blue, (255 * n_inside / (N_SAMPLES * N_SAMPLES)) as u8])
        });
        self.add_texture(&mut picture);
        picture
    }

    /// The color of a point, in pixels; `None` beside the mass.
    fn color_at(self, at: (f32, f32), scale: u32) -> Option<[u8; 3]> {
        let side = scale as f32;
        let line = (scale / 8).max(1) as f32;
        let form = |radius: f32, front: f32| Form { side, radius, front };
        let depth = |form: Form| form.depth(at, self.neighbors);
        let color = self.color;
        let inside = match self.terrain {
            Terrain::Wall | Terrain::Leaves => {
                let is_leaves = self.terrain == Terrain::Leaves;
                let front = (scale * 3 / 8).max(2) as f32;
                let radius = side * if is_leaves { 0.4 } else { 0.15 };
                let depth = depth(form(radius, front));
                let wall = Wall::of(color);
                match depth {
                    outside if outside <= 0.0 && at.1 < side / 2.0 => return None,
                    below if below <= 0.0 && at.1 >= side - line => shade(wall.front, 60),
                    below if below <= 0.0 => wall.front,
                    edge if edge < line => wall.edge,
                    _ => wall.top,
                }
            }
            Terrain::Soil | Terrain::Turf => {
                let depth = depth(form(side * 0.2, 0.0));
                let is_upper = !self.neighbors.has_above() && at.1 < 2.0 * line;
                match depth {
                    outside if outside <= 0.0 => return None,
                    _ if is_upper && self.terrain == Terrain::Turf => {
                        if at.1 < line {
                            light(GRASS, 60)
                        } else {
                            GRASS
                        }
                    }
                    _ if is_upper => light(color, if at.1 < line { 110 } else { 40 }),
                    edge if edge < line => shade(color, 70),
                    edge if edge < side / 2.0 => color,
                    _ => shade(color, 24),
                }
            }
            Terrain::Water | Terrain::Lava => {
                let depth = depth(form(side * 0.4, 0.0));
                let rim = if self.terrain == Terrain::Lava { [255, 220, 90] } else { [255; 3] };
                match depth {
                    outside if outside <= 0.0 => return None,
                    edge if edge < line => mix(color, rim, 140),
                    shallow if shallow < 2.5 * line => mix(color, rim, 44),
                    _ => color,
                }
            }
            Terrain::Way | Terrain::Bridge => {
                let depth = depth(form(side * 0.45, 0.0)) - (scale * 3 / 16).max(1) as f32;
                match depth {
                    outside if outside <= 0.0 => return None,
                    edge if edge < line => shade(color, 44),
                    _ => color,
                }
            }
            Terrain::Air => color,
            Terrain::Rope => {
                if at.1 < line || at.1 >= 2.0 * line {
                    return None;
                }
                color
            }
            Terrain::Ground => match depth(form(side * 0.35, 0.0)) {
                outside if outside <= 0.0 => return None,
                _ => color,
            },
            Terrain::Area => match depth(form(side * 0.25, 0.0)) {
                outside if outside <= 0.0 => return None,
                edge if edge < line => shade(color, 50),
                _ => color,
            },
        };
        Some(inside)
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
pub(crate) fn mix(color: [u8; 3], other: [u8; 3], share: u32) -> [u8; 3] {
    std::array::from_fn(|channel| {
        let (from, to) = (u32::from(color[channel]), u32::from(other[channel]));
        ((from * (256 - share) + to * share + 128) / 256) as u8
    })
}

fn light(color: [u8; 3], share: u32) -> [u8; 3] {
    mix(color, [255; 3], share)
}

fn shade(color: [u8; 3], share: u32) -> [u8; 3] {
    mix(color, [0, 0, 16], share)
}
