//! Mirror symmetries of a rectangle of cells.

/// A symmetry: each cell has one image, or three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// The left half mirrors the right half.
    LeftRight,
    /// The upper half mirrors the lower half.
    TopBottom,
    /// Both at once: all four quarters are mirror images.
    Both,
    /// The rectangle is unchanged by a half turn.
    HalfTurn,
    /// A square is unchanged by quarter turns. In other rectangles, only half turns apply.
    QuarterTurns,
}

impl Mirror {
    /// All mirrors with their names in scripts and problem files.
    pub const NAMES: [(&str, Self); 5] = [
        ("left_right", Self::LeftRight),
        ("top_bottom", Self::TopBottom),
        ("both", Self::Both),
        ("half_turn", Self::HalfTurn),
        ("quarter_turns", Self::QuarterTurns),
    ];

    /// The name in scripts and problem files.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, mirror)| *mirror == self);
        named.expect("each has a name").0
    }

    /// Maximum number of images of a cell.
    pub fn n_images_max(self) -> usize {
        match self {
            Self::LeftRight | Self::TopBottom | Self::HalfTurn => 1,
            Self::Both | Self::QuarterTurns => 3,
        }
    }

    /// The images of a cell (column, row) in a rectangle of `width` and `height`; at least one. A
    /// cell on an axis is its own image.
    #[inline]
    pub fn images(
        self,
        (x, y): (usize, usize),
        (width, height): (usize, usize),
    ) -> impl Iterator<Item = (usize, usize)> {
        let (right, below) = (width - 1 - x, height - 1 - y);
        let (images, n) = match self {
            Self::LeftRight => ([(right, y); 3], 1),
            Self::TopBottom => ([(x, below); 3], 1),
            Self::Both => ([(right, y), (x, below), (right, below)], 3),
            Self::QuarterTurns if width == height => ([(right, below), (below, x), (y, right)], 3),
            Self::HalfTurn | Self::QuarterTurns => ([(right, below); 3], 1),
        };
        images.into_iter().take(n)
    }
}

#[cfg(test)]
mod tests {
    use super::Mirror;

    /// The images of an image are the same family of cells.
    #[test]
    fn images_agree_with_each_other() {
        for (_, mirror) in Mirror::NAMES {
            for size in [(1, 1), (4, 4), (5, 5), (4, 5), (7, 2)] {
                let family = |cell: (usize, usize)| {
                    let mut all: Vec<_> = mirror.images(cell, size).chain([cell]).collect();
                    all.sort_unstable();
                    all.dedup();
                    all
                };
                for cell in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
                    assert!(mirror.images(cell, size).count() <= mirror.n_images_max());
                    for image in mirror.images(cell, size) {
                        assert!(image.0 < size.0 && image.1 < size.1, "{mirror:?} {size:?}");
                        assert_eq!(family(image), family(cell), "{mirror:?} {size:?} {cell:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn each_mirror_has_its_images() {
        let images = |mirror: Mirror, size| mirror.images((0, 1), size).collect::<Vec<_>>();
        assert_eq!(images(Mirror::LeftRight, (4, 3)), [(3, 1)]);
        assert_eq!(images(Mirror::TopBottom, (4, 4)), [(0, 2)]);
        assert_eq!(images(Mirror::Both, (4, 4)), [(3, 1), (0, 2), (3, 2)]);
        assert_eq!(images(Mirror::HalfTurn, (4, 4)), [(3, 2)]);
        assert_eq!(images(Mirror::QuarterTurns, (4, 4)), [(3, 2), (2, 0), (1, 3)]);
        assert_eq!(images(Mirror::QuarterTurns, (4, 3)), [(3, 1)]);
    }
}
