//! The shapes of layers, one row each, and the one that takes the fewest bits.

use crate::layers::ask::{Ask, Fit, Part, Sketch};
use crate::layers::{
    bits, blobs, fills, joins, maze, patches, rectangles, rooms, rows, runs, stamps, ways,
};

pub(crate) struct Shape {
    /// Looks for the shape in the cells of a part.
    find: fn(&Ask<'_>, &Part) -> Option<Fit>,
    /// Cost of its script in bits, more for more numbers: runs have their number and two lengths,
    /// rectangles their number and four lengths, patches a scale and a share.
    bits: f64,
    /// Whether its conditions may be about tiles, and not only about places.
    is_free: bool,
    /// Whether one half of it can determine the other by a mirror. Half a way leads nowhere, and
    /// regions have their own mirrors.
    is_mirrored: bool,
    /// Whether it may break the ground into pieces that are connected in the drawings.
    breaks: bool,
}

/// Each shape; of equal ones the first counts.
const SHAPES: [Shape; 13] = [
    Shape::of(ways::find, 16.0),
    Shape::of(rooms::find, 16.0),
    Shape { is_mirrored: true, ..Shape::of(maze::find, 16.0) },
    Shape::of(|ask, part| rows::find(ask, part, true), 8.0),
    Shape::of(|ask, part| rows::find(ask, part, false), 8.0),
    Shape::of(|ask, part| runs::find(ask, part, true), 12.0),
    Shape::of(|ask, part| runs::find(ask, part, false), 12.0),
    Shape::of(rectangles::find, 22.0),
    Shape { is_mirrored: true, ..Shape::of(blobs::find, 14.0) },
    STAMPS,
    Shape { is_free: true, ..Shape::of(joins::find, 8.0) },
    Shape { is_free: true, is_mirrored: true, ..Shape::of(fills::find, 6.0) },
    Shape { is_free: true, is_mirrored: true, breaks: true, ..Shape::of(patches::find, 14.0) },
];

pub(crate) const STAMPS: Shape =
    Shape { is_free: true, is_mirrored: true, ..Shape::of(stamps::find, 12.0) };

impl Shape {
    const fn of(find: fn(&Ask<'_>, &Part) -> Option<Fit>, bits: f64) -> Self {
        Self { find, bits, is_free: false, is_mirrored: false, breaks: false }
    }

    /// The layer of this shape, if the cells have it.
    pub(crate) fn explain(&self, ask: &Ask<'_>, part: &Part) -> Option<Sketch> {
        if ask.mirror.is_some() && !self.is_mirrored || !self.is_free && !part.is_about_place(ask) {
            return None;
        }
        let Fit { bits, n_missed, drafts, has_parts } = (self.find)(ask, part)?;
        let bits = bits::SCRIPT * self.bits + bits + n_missed as f64 * bits::of_one(part.n_all());
        Some(Sketch { bits, breaks: self.breaks, has_parts, drafts })
    }
}

/// The layers of all shapes that the cells of a part have.
pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> impl Iterator<Item = Sketch> {
    SHAPES.iter().filter_map(move |shape| shape.explain(ask, part))
}
