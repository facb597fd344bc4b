//! Drawn levels of all formats, with what is known of their tiles.

use std::cmp::Reverse;
use std::sync::Arc;

use formats::{Legend, characters, code, palette_of_characters, word};
use level::{Entity, Level, Palette, Tile, TileSet, UNKNOWN};
use problem::Counts;

use crate::ImitationError;
use crate::demands::{count_range, of_things};
use crate::flood::{largest, reached};

/// Words in the names of tiles that nobody enters.
const SOLID: [&str; 16] = [
    "wall", "solid", "ground", "rock", "stone", "brick", "block", "diggable", "pipe", "cannon",
    "water", "lava", "tree", "void", "hedge", "element",
];

/// The drawn levels, all of one palette.
#[derive(Debug)]
pub struct Drawn {
    pub(crate) palette: Arc<Palette>,
    pub(crate) levels: Vec<Level>,
    counts: Vec<Counts>,
    legend: Legend,
    /// Tiles of which neither names nor tags say whether they can be entered, and which ways in
    /// the drawings go around, or that are around the drawings.
    shunned: TileSet,
}

/// Nobody is said to enter a tile of which so much lies off the ways.
const OFF_MIN: f64 = 0.5;

/// A tile encloses drawings whose border is to this share of it.
const RING_MIN: f64 = 0.9;

impl Drawn {
    /// Drawn levels, at least one, and what is known of their characters. They get one palette:
    /// the one that is given, or that of all their tiles, without tiles that no level has.
    ///
    /// # Errors
    ///
    /// If a cell has no tile, or there is no palette of all tiles.
    pub fn new(
        levels: Vec<Level>,
        palette: Option<Arc<Palette>>,
        legend: Legend,
    ) -> Result<Self, ImitationError> {
        if levels.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
            return Err(ImitationError::Unset);
        }
        let palette = match palette {
            Some(palette) => palette,
            None => Arc::new(Palette::of_all(levels.iter().map(|level| &**level.palette()))?),
        };
        let in_palette = |level: Level| level.in_palette(Some(Arc::clone(&palette)));
        let levels: Vec<Level> = levels.into_iter().map(in_palette).collect::<Result<_, _>>()?;
        let (palette, levels) = in_words(without_unused(&palette, &levels)?)?;
        let counts = levels.iter().map(|level| Counts::of(level.view())).collect();
        let shunned = TileSet::EMPTY;
        let mut drawn = Self { palette, levels, counts, legend, shunned };
        drawn.shunned = drawn.found_shunned();
        Ok(drawn)
    }

    /// Tiles that nobody seems to enter: those that enclose the drawings, then those that lie
    /// mostly off the largest piece of what can be entered.
    fn found_shunned(&self) -> TileSet {
        let unsaid: Vec<Tile> = self.tiles().into_iter().filter(|&tile| self.is_unsaid(tile)).collect();
        let around = unsaid.iter().copied().filter(|&tile| self.encloses(tile));
        let around = around.map(TileSet::only).fold(TileSet::EMPTY, TileSet::union);
        let open = self.open().difference(around);
        // Where nothing is solid there are no ways.
        if open.len() == self.tiles().len() {
            return TileSet::EMPTY;
        }
        let pieces: Vec<Vec<bool>> = self.levels.iter().map(|level| largest(level, open)).collect();
        let is_off = |&tile: &Tile| {
            let (mut n, mut n_off) = (0, 0);
            for (level, piece) in self.levels.iter().zip(&pieces) {
                for (_, &is_in) in level.tiles().iter().zip(piece).filter(|&(&one, _)| one == tile) {
                    (n, n_off) = (n + 1, n_off + usize::from(!is_in));
                }
            }
            f64::from(n_off as u32) > OFF_MIN * f64::from(n)
        };
        let off = unsaid.into_iter().filter(|tile| open.contains(*tile)).filter(is_off);
        off.map(TileSet::only).fold(around, TileSet::union)
    }

    /// Whether neither tags nor the name of a tile say that it is solid or can be entered.
    fn is_unsaid(&self, tile: Tile) -> bool {
        let tags = self.legend.tags(&self.palette.entities()[usize::from(tile)]);
        tags.is_empty() && !self.has_solid_name(tile)
    }

    fn has_solid_name(&self, tile: Tile) -> bool {
        let name = self.palette.name(tile).to_lowercase();
        SOLID.iter().any(|word| name.contains(word))
    }

    /// Tiles that can be entered by what drawings show, where names do not say it: nobody is seen
    /// to enter these.
    pub fn shunned(&self) -> Vec<&str> {
        self.shunned.iter().map(|tile| self.palette.name(tile)).collect()
    }

    /// The tiles that can be entered.
    pub(crate) fn open(&self) -> TileSet {
        let open = self.tiles().into_iter().filter(|&tile| !self.is_solid(tile));
        open.map(TileSet::only).fold(TileSet::EMPTY, TileSet::union)
    }

    /// Whether all drawings have a tile in the same places, or nearly.
    fn is_in_place(&self, tile: Tile) -> bool {
        let Some((first, others)) = self.levels.split_first() else { return false };
        let same = |other: &Level| {
            let pairs = first.tiles().iter().zip(other.tiles());
            pairs.filter(|&(&one, &another)| one == tile && another == tile).count()
        };
        let n = crate::demands::count(first, TileSet::only(tile));
        others.iter().all(|other| other.width() == first.width() && 10 * same(other) >= 9 * n)
    }

    /// Whether each drawing has one cell of a tile.
    pub(crate) fn is_single(&self, tile: Tile) -> bool {
        self.counts.iter().all(|counts| counts.get(tile) == 1)
    }

    /// Whether nearly all of the border of each drawing is of a tile.
    pub(crate) fn encloses(&self, tile: Tile) -> bool {
        self.levels.iter().all(|level| {
            let (width, height) = (level.width(), level.height());
            let border = |cell: &usize| {
                let (x, y) = (cell % width, cell / width);
                x == 0 || y == 0 || x + 1 == width || y + 1 == height
            };
            let all: Vec<usize> = (0..level.tiles().len()).filter(border).collect();
            let n = all.iter().filter(|&&cell| level.tiles()[cell] == tile).count();
            n as f64 >= RING_MIN * all.len() as f64
        })
    }

    /// How many columns there are on the left of the cells of a tile, in all drawings together.
    pub(crate) fn columns_before(&self, tile: Tile) -> usize {
        let cells = self.levels.iter().flat_map(|level| {
            let cells = level.tiles().iter().enumerate().filter(move |&(_, &one)| one == tile);
            cells.map(|(cell, _)| cell % level.width())
        });
        cells.sum()
    }

    /// Whether a way leads from a tile to another one in each drawing.
    pub(crate) fn is_reached(&self, from: Tile, to: Tile) -> bool {
        self.levels.iter().all(|level| {
            let is_reached = reached(level, TileSet::only(from), self.open());
            level.tiles().iter().zip(is_reached).any(|(&tile, is)| tile == to && is)
        })
    }

    /// Of sizes that are equally common the first, in columns and rows.
    pub fn commonest_size(&self) -> (usize, usize) {
        let size = |level: &Level| (level.width(), level.height());
        let n = |level: &&Level| self.levels.iter().filter(|one| size(one) == size(level)).count();
        self.levels.iter().rev().max_by_key(n).map_or((1, 1), size)
    }

    /// Number of drawings.
    pub fn n_levels(&self) -> usize {
        self.levels.len()
    }

    /// The sizes of the smallest and the largest drawing, by their cells, in columns and rows.
    pub fn sizes(&self) -> ((usize, usize), (usize, usize)) {
        let mut sizes: Vec<_> =
            self.levels.iter().map(|level| (level.width(), level.height())).collect();
        sizes.sort_by_key(|(width, height)| width * height);
        (sizes.first().copied().unwrap_or((1, 1)), sizes.last().copied().unwrap_or((1, 1)))
    }

    /// Names of tiles with their mean share of the cells, the commonest first.
    pub fn shares_of_all(&self) -> Vec<(&str, f64)> {
        let tiles = self.tiles().into_iter();
        tiles.map(|tile| (self.palette.name(tile), self.share(tile))).collect()
    }

    /// The tiles that some drawing has, the commonest first.
    pub(crate) fn tiles(&self) -> Vec<Tile> {
        let n = |tile: Tile| self.counts.iter().map(|counts| counts.get(tile)).sum::<u32>();
        let mut tiles: Vec<Tile> =
            (0..self.palette.len() as Tile).filter(|&one| n(one) > 0).collect();
        tiles.sort_by_key(|&tile| Reverse(n(tile)));
        tiles
    }

    /// Tiles of which nothing but a character is known, in the order of the palette.
    pub fn nameless(&self) -> Vec<&Entity> {
        let entities = self.palette.entities().iter();
        entities
            .filter(|one| one.name == code(one.character) && self.legend.tags(one).is_empty())
            .collect()
    }

    /// Names of those of the tiles that are so, as expressions have them.
    pub(crate) fn named(&self, is_so: impl Fn(Tile) -> bool) -> String {
        let tiles = self.tiles().into_iter().filter(|&tile| is_so(tile));
        tiles.map(|tile| self.palette.name(tile)).collect::<Vec<_>>().join("|")
    }

    /// Whether nobody enters a tile, by its tags or, where they do not say it, its name.
    pub(crate) fn is_solid(&self, tile: Tile) -> bool {
        let tags = self.legend.tags(&self.palette.entities()[usize::from(tile)]);
        let says = |word: &str| tags.iter().any(|tag| tag == word);
        let seems = || self.has_solid_name(tile) || self.shunned.contains(tile);
        says("solid") || !says("passable") && seems()
    }

    /// The share of its cells that a tile has in each drawing.
    fn shares(&self, tile: Tile) -> impl Iterator<Item = f64> {
        let pairs = self.levels.iter().zip(&self.counts);
        pairs.map(move |(level, counts)| f64::from(counts.get(tile)) / level.view().area() as f64)
    }

    pub(crate) fn share(&self, tile: Tile) -> f64 {
        self.shares(tile).sum::<f64>() / self.levels.len() as f64
    }

    /// How many cells of a tile there should be in levels of so many cells: as many as in the
    /// drawings, but for the least and the greatest tenth of them, where they agree; else, by
    /// their shares, somewhat fewer or more. What the drawings have is there at least once.
    pub(crate) fn range(&self, tile: Tile, n_cells: usize) -> (u32, u32) {
        let counts: Vec<u32> = self.counts.iter().map(|counts| counts.get(tile)).collect();
        let mut order: Vec<usize> = (0..counts.len()).collect();
        let shares: Vec<f64> = self.shares(tile).collect();
        order.sort_by(|&one, &other| shares[one].total_cmp(&shares[other]));
        let n_left_out = order.len() / 10;
        let kept = &order[n_left_out..order.len() - n_left_out];
        let Some(&least) = kept.first() else { return (0, 0) };
        if kept.iter().all(|&one| counts[one] == counts[least]) {
            let n = counts[least];
            let is_anywhere = order.len() >= 3 && !self.is_in_place(tile);
            return if is_anywhere { of_things(n) } else { (n, n) };
        }
        let of_size: Vec<f64> = kept.iter().map(|&one| shares[one] * n_cells as f64).collect();
        let range = count_range(&of_size);
        ((range.low as u32).max(counts[least].min(1)), (range.high as u32).max(1))
    }
}

/// The levels in a palette of names that expressions can have.
fn in_words(
    (palette, levels): (Arc<Palette>, Vec<Level>),
) -> Result<(Arc<Palette>, Vec<Level>), ImitationError> {
    let mut names: Vec<String> = Vec::new();
    for entity in palette.entities() {
        let name = word(&entity.name);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut free = std::iter::once(name.clone()).chain(numbered);
        names.extend(free.find(|name| !names.contains(name)));
    }
    let entities = palette.entities().iter().zip(names);
    let entities = entities.map(|(entity, name)| Entity { name, ..entity.clone() });
    let worded = Arc::new(Palette::new(entities.collect())?);
    let level = |level: &Level| {
        Level::from_tiles(level.width(), level.tiles().to_vec(), Arc::clone(&worded))
    };
    let levels = levels.iter().map(level).collect();
    Ok((worded, levels))
}

/// The levels in a palette of the tiles that some of them has: a problem file lists no others.
fn without_unused(
    palette: &Palette,
    levels: &[Level],
) -> Result<(Arc<Palette>, Vec<Level>), ImitationError> {
    let is_used = |tile: &Tile| levels.iter().any(|level| level.tiles().contains(tile));
    let used: Vec<Tile> = (0..palette.len() as Tile).filter(is_used).collect();
    let entities = used.iter().map(|&tile| palette.entities()[usize::from(tile)].clone());
    let fewer = Arc::new(Palette::new(entities.collect())?);
    let number = |tile: &Tile| used.binary_search(tile).expect("a tile of a level is used") as Tile;
    let renumbered = |level: &Level| {
        let tiles = level.tiles().iter().map(number).collect();
        Level::from_tiles(level.width(), tiles, Arc::clone(&fewer))
    };
    let levels = levels.iter().map(renumbered).collect();
    Ok((fewer, levels))
}

/// The palette of all characters of texts. `?`, which stands for no tile in text levels, gets
/// another character in them and in the legend.
///
/// # Errors
///
/// If there is no such character left, or there are too many tiles.
pub fn palette_of_texts(
    texts: &mut [Option<String>],
    legend: &mut Legend,
) -> Result<Option<Arc<Palette>>, ImitationError> {
    let all = |texts: &[Option<String>]| {
        characters(&texts.iter().flatten().map(String::as_str).collect::<Vec<_>>())
    };
    let found = all(texts);
    let unknown = Palette::UNKNOWN_CHARACTER;
    if found.contains(&unknown) {
        let free = ('a'..='z').chain('A'..='Z').find(|one| !found.contains(one));
        let free = free.ok_or(ImitationError::NoLetter)?;
        for text in texts.iter_mut().flatten() {
            *text = text.replace(unknown, &free.to_string());
        }
        legend.rename(unknown, free);
    }
    let found = all(texts);
    if found.is_empty() {
        return Ok(None);
    }
    Ok(Some(Arc::new(palette_of_characters(&found, legend)?)))
}
