//! Drawn levels of all formats, with what is known of their tiles.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use experiment::{levels_of_text, read_levels};
use level::{Entity, Level, Palette, Tile, UNKNOWN};
use problem::Counts;
use terminal::input;

use super::names::{Legend, code};

/// Words in the names of tiles that nobody enters.
const SOLID: [&str; 16] = [
    "wall", "solid", "ground", "rock", "stone", "brick", "block", "diggable", "pipe", "cannon",
    "water", "lava", "tree", "void", "hedge", "element",
];

/// The drawn levels, all of one palette.
pub(super) struct Drawn {
    pub(super) palette: Arc<Palette>,
    pub(super) levels: Vec<Level>,
    counts: Vec<Counts>,
    legend: Legend,
}

impl Drawn {
    pub(super) fn read(files: &[PathBuf], mut legend: Legend) -> anyhow::Result<Self> {
        let mut texts = Vec::new();
        for path in files {
            let is_text = path.extension().is_some_and(|ending| ending == "txt");
            texts.push(is_text.then(|| input::text(path)).transpose()?);
        }
        let of_texts = palette_of(&mut texts, &mut legend)?;
        let mut levels: Vec<Level> = Vec::new();
        for (path, text) in files.iter().zip(&texts) {
            let file = input::name(path);
            let read = match (text, &of_texts) {
                (Some(text), Some(palette)) => {
                    levels_of_text(text, palette).with_context(|| file.clone())?
                }
                _ => read_levels(path, None)?,
            };
            if read.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
                bail!("{file}: it has cells without a tile; a drawing needs all of them");
            }
            levels.extend(read);
        }
        let of_texts = of_texts.filter(|_| texts.iter().all(Option::is_some));
        let palette = of_texts.map_or_else(
            || Palette::of_all(levels.iter().map(|level| &**level.palette())).map(Arc::new),
            Ok,
        );
        let palette = palette.context("the tiles of all drawings")?;
        let in_palette = |level: Level| level.in_palette(Some(Arc::clone(&palette)));
        let levels: Vec<Level> = levels.into_iter().map(in_palette).collect::<Result<_, _>>()?;
        let counts = levels.iter().map(|level| Counts::of(level.view())).collect();
        Ok(Self { palette, levels, counts, legend })
    }

    /// Of sizes that are equally common the first, in columns and rows.
    pub(super) fn commonest_size(&self) -> (usize, usize) {
        let size = |level: &Level| (level.width(), level.height());
        let n = |level: &&Level| self.levels.iter().filter(|one| size(one) == size(level)).count();
        self.levels.iter().rev().max_by_key(n).map_or((1, 1), size)
    }

    /// The tiles that some drawing has, the commonest first.
    pub(super) fn tiles(&self) -> Vec<Tile> {
        let n = |tile: Tile| self.counts.iter().map(|counts| counts.get(tile)).sum::<u32>();
        let mut tiles: Vec<Tile> =
            (0..self.palette.len() as Tile).filter(|&one| n(one) > 0).collect();
        tiles.sort_by_key(|&tile| Reverse(n(tile)));
        tiles
    }

    /// Tiles of which nothing but a character is known, in the order of the palette.
    pub(super) fn nameless(&self) -> Vec<&Entity> {
        let entities = self.palette.entities().iter();
        entities
            .filter(|one| {
                one.name == code(one.character) && self.legend.tags(one.character).is_empty()
            })
            .collect()
    }

    /// Names of those of the tiles that are so, as expressions have them.
    pub(super) fn named(&self, is_so: impl Fn(Tile) -> bool) -> String {
        let tiles = self.tiles().into_iter().filter(|&tile| is_so(tile));
        tiles.map(|tile| self.palette.name(tile)).collect::<Vec<_>>().join("|")
    }

    /// Whether nobody enters a tile, by its tags or, where they do not say it, its name.
    pub(super) fn is_solid(&self, tile: Tile) -> bool {
        let tags = self.legend.tags(self.palette.character(tile));
        let says = |word: &str| tags.iter().any(|tag| tag == word);
        let name = self.palette.name(tile);
        says("solid") || !says("passable") && SOLID.iter().any(|word| name.contains(word))
    }

    /// The share of its cells that a tile has in each drawing.
    fn shares(&self, tile: Tile) -> impl Iterator<Item = f64> {
        let pairs = self.levels.iter().zip(&self.counts);
        pairs.map(move |(level, counts)| f64::from(counts.get(tile)) / level.view().area() as f64)
    }

    /// The mean of the shares.
    pub(super) fn share(&self, tile: Tile) -> f64 {
        self.shares(tile).sum::<f64>() / self.levels.len() as f64
    }

    /// The least and the greatest count of a tile in levels of so many cells: those of the
    /// drawings, but for the least and the greatest tenth of them, where they agree; else by
    /// their shares. What the drawings have is there at least once.
    pub(super) fn range(&self, tile: Tile, n_cells: usize) -> (u32, u32) {
        let counts: Vec<u32> = self.counts.iter().map(|counts| counts.get(tile)).collect();
        let mut order: Vec<usize> = (0..counts.len()).collect();
        let shares: Vec<f64> = self.shares(tile).collect();
        order.sort_by(|&one, &other| shares[one].total_cmp(&shares[other]));
        let n_left_out = order.len() / 10;
        let (Some(&least), Some(&most)) =
            (order.get(n_left_out), order.iter().rev().nth(n_left_out))
        else {
            return (0, 0);
        };
        if order[n_left_out..order.len() - n_left_out]
            .iter()
            .all(|&one| counts[one] == counts[least])
        {
            return (counts[least], counts[most]);
        }
        // A product of a share may be a little off a whole number.
        let low = (shares[least] * n_cells as f64 + 1e-9).floor() as u32;
        let high = (shares[most] * n_cells as f64 - 1e-9).ceil() as u32;
        (low.max(counts[least].min(1)), high.max(1))
    }
}

/// The palette of all characters of texts. `?`, which stands for no tile in text levels, gets
/// another character in them and in the legend.
fn palette_of(
    texts: &mut [Option<String>],
    legend: &mut Legend,
) -> anyhow::Result<Option<Arc<Palette>>> {
    let all = |texts: &[Option<String>]| {
        let mut all: Vec<char> = texts.iter().flatten().flat_map(|text| text.chars()).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|one| !one.is_control());
        all
    };
    let characters = all(texts);
    let unknown = Palette::UNKNOWN_CHARACTER;
    if characters.contains(&unknown) {
        let free = ('a'..='z').chain('A'..='Z').find(|one| !characters.contains(one));
        let free = free.context("the drawings have a `?`, and no letter is free for it")?;
        for text in texts.iter_mut().flatten() {
            *text = text.replace(unknown, &free.to_string());
        }
        legend.rename(unknown, free);
    }
    let characters = all(texts);
    if characters.is_empty() {
        return Ok(None);
    }
    let usual = Palette::of_names(&legend.names(&characters))?;
    let entities = usual.entities().iter().zip(&characters);
    let entities = entities.map(|(entity, &character)| Entity { character, ..entity.clone() });
    Ok(Some(Arc::new(Palette::new(entities.collect())?)))
}
