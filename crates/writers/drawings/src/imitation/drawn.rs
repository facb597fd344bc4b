//! Drawn levels of all formats and the meaning of their tiles.

use std::cmp::Reverse;
use std::sync::Arc;

use marahel_formats::{Aim, Legend, Said, code, is_general, says_solid, word};
use marahel_level::{Entity, Level, Palette, Role, Tile, TileSet, UNKNOWN};
use marahel_problem::likeness::Drawings;
use marahel_problem::{Counts, Definition};

use crate::imitation::error::ImitationError;
use crate::imitation::palettes::{in_words, without_unused};
use crate::imitation::ranges::{self, of_things};
use crate::imitation::words::{self, is_solid_name, role_of_word};

/// Drawn levels with a common palette.
#[derive(Debug)]
pub struct DrawnLevels {
    pub(crate) palette: Arc<Palette>,
    pub(crate) levels: Vec<Level>,
    pub(crate) counts: Vec<Counts>,
    pub(crate) legend: Legend,
    /// Tiles without a tag or name that marks them as solid, but which surround the drawings or lie
    /// off the ways in them.
    shunned: TileSet,
    /// The tables of the movements in a problem file, if they are known.
    pub(crate) movement: Option<String>,
    /// What stands in cells, each with the tiles that have it: one for each tile unless the file
    /// says that things share cells. The most common first.
    pub(crate) things: Vec<(String, TileSet)>,
    /// Names of the file for several things.
    pub(crate) groups: Vec<(String, TileSet)>,
    /// What wins, by the file, as tiles.
    pub(crate) aims: Vec<(Aim, [TileSet; 2])>,
    /// What stops players, and what does not, by the file.
    said_solid: [TileSet; 2],
}

impl DrawnLevels {
    /// Drawn levels (at least one) and the meaning of their characters. They share one palette: the
    /// given one, or that of all their tiles, without unused tiles.
    pub fn new(
        levels: Vec<Level>,
        palette: Option<Arc<Palette>>,
        legend: Legend,
    ) -> Result<Self, ImitationError> {
        let n_cells: usize = levels.iter().map(|level| level.tiles().len()).sum();
        if levels.len() > Drawings::N_MAX {
            let (n, n_max) = (levels.len(), Drawings::N_MAX);
            let message = format!("there are {n} drawings, and at most {n_max} are possible");
            return Err(ImitationError::TooMany(message));
        }
        let sides = levels.iter().map(|level| level.width().max(level.height()));
        let (side, side_max) = (sides.max().unwrap_or(0), Drawings::SIDE_MAX);
        if side > side_max {
            let message = format!(
                "a drawing has {side} columns or rows, and at most {side_max} are possible"
            );
            return Err(ImitationError::TooMany(message));
        }
        if n_cells > Definition::N_BYTES_MAX {
            let n_max = Definition::N_BYTES_MAX;
            let message = format!(
                "the drawings have {n_cells} cells, and a problem file has room for less than {n_max}"
            );
            return Err(ImitationError::TooMany(message));
        }
        if levels.iter().any(|level| level.tiles().contains(&UNKNOWN)) {
            return Err(ImitationError::Unset);
        }
        let palette = match palette {
            Some(palette) => palette,
            None => Arc::new(Palette::of_all(levels.iter().map(|level| &**level.palette()))?),
        };
        let levels = levels.into_iter().map(|level| level.in_palette(Some(Arc::clone(&palette))));
        let levels: Vec<Level> = levels.collect::<Result<_, _>>()?;
        let (palette, levels) = in_words(without_unused(&palette, &levels)?)?;
        let counts = levels.iter().map(|level| Counts::of(level.view())).collect();
        let shunned = TileSet::EMPTY;
        let mut drawn = Self {
            palette,
            levels,
            counts,
            legend,
            shunned,
            movement: None,
            things: Vec::new(),
            groups: Vec::new(),
            aims: Vec::new(),
            said_solid: [TileSet::EMPTY; 2],
        };
        drawn.things = drawn.each_tile();
        drawn.shunned = drawn.found_shunned();
        Ok(drawn)
    }

    /// Each tile as a thing of its own.
    fn each_tile(&self) -> Vec<(String, TileSet)> {
        let tiles = self.tiles().into_iter();
        tiles.map(|tile| (self.name(tile).to_owned(), TileSet::only(tile))).collect()
    }

    /// The drawings with what their file says of them.
    #[must_use]
    pub fn with_said(mut self, said: &Said) -> Self {
        let parts_of = |tile: Tile| {
            let own = |(name, _): &&(String, Vec<String>)| word(name) == self.name(tile);
            said.parts.iter().find(own).map(|(_, parts)| parts.as_slice())
        };
        let tiles = self.tiles();
        let with = |things: &[String]| {
            let is_with = |parts: &[String]| parts.iter().any(|part| things.contains(part));
            let with = tiles.iter().copied().filter(|&tile| parts_of(tile).is_some_and(is_with));
            with.collect::<TileSet>()
        };
        // What stands in all cells tells none apart.
        let all: TileSet = tiles.iter().copied().collect();
        let mut things: Vec<(String, TileSet)> = Vec::new();
        for (name, set) in self.each_tile() {
            let parts = parts_of(set.iter().next().expect("it is one tile")).unwrap_or_default();
            let own = parts.iter().map(|part| (word(part), with(std::slice::from_ref(part))));
            let own: Vec<_> = own.filter(|(_, set)| *set != all).collect();
            for thing in if own.is_empty() { vec![(name, set)] } else { own } {
                // Two things that always share a cell are one.
                if things.iter().all(|known| known.1 != thing.1 && known.0 != thing.0) {
                    things.push(thing);
                }
            }
        }
        let groups = said.groups.iter().map(|(name, things)| (word(name), with(things)));
        let groups = groups.filter(|(_, set)| set.len() > 1 && *set != all).collect();
        let aims = said.aims.iter().map(|aim| {
            let on = aim.on.as_ref().map_or(all, |on| with(on));
            (aim.clone(), [with(&aim.things), on])
        });
        let (aims, walls) = (aims.collect(), with(&said.walls));
        let is_free = |parts: &[String]| parts.iter().all(|part| said.free.contains(part));
        let free = tiles.iter().copied().filter(|&tile| parts_of(tile).is_some_and(is_free));
        let free = free.collect();
        (self.things, self.groups, self.aims) = (things, groups, aims);
        self.said_solid = [walls, free];
        self.shunned = TileSet::EMPTY;
        self.shunned = self.found_shunned();
        self
    }

    /// The tiles on which players stand by a group or a thing of this name, if the file says so.
    pub(crate) fn called(&self, name: &str) -> Option<TileSet> {
        let mut all = self.groups.iter().chain(&self.things);
        all.find(|(own, set)| own == name && !set.is_empty()).map(|(_, set)| *set)
    }

    /// The names of these tiles, as a set in expressions.
    pub(crate) fn text(&self, set: TileSet) -> String {
        self.named(|tile| set.contains(tile))
    }

    /// The number of cells of a set in each drawing.
    pub(crate) fn numbers(&self, set: TileSet) -> Vec<u32> {
        self.counts.iter().map(|counts| set.iter().map(|tile| counts.get(tile)).sum()).collect()
    }

    /// The drawings with a table of a problem file that says how somebody moves, such as
    /// `[movement.walk]` with its lines.
    #[must_use]
    pub fn with_movement(mut self, table: String) -> Self {
        self.movement = Some(table);
        self
    }

    /// The names of the tiles that occur, the most common first.
    pub fn names(&self) -> Vec<&str> {
        self.tiles().into_iter().map(|tile| self.name(tile)).collect()
    }

    /// Whether a tile has no tags and its name does not mark it as solid.
    pub(crate) fn is_unsaid(&self, tile: Tile) -> bool {
        let is_said = self.said_solid.iter().any(|set| set.contains(tile));
        let has_tags = !self.legend.tags(self.entity(tile)).is_empty();
        !is_said && !has_tags && !is_solid_name(self.name(tile))
    }

    pub(crate) fn entity(&self, tile: Tile) -> &Entity {
        &self.palette.entities()[usize::from(tile)]
    }

    pub(crate) fn name(&self, tile: Tile) -> &str {
        self.palette.name(tile)
    }

    /// Names of the tiles that seem impassable only by the drawings: nothing is seen to enter them.
    pub fn shunned(&self) -> Vec<&str> {
        self.shunned.iter().map(|tile| self.name(tile)).collect()
    }

    pub(crate) fn open(&self) -> TileSet {
        self.tiles().into_iter().filter(|&tile| !self.is_solid(tile)).collect()
    }

    /// The tiles that occur in some drawing, the most common first.
    pub(crate) fn tiles(&self) -> Vec<Tile> {
        let mut tiles: Vec<Tile> =
            (0..self.palette.len() as Tile).filter(|&tile| self.n_cells(tile) > 0).collect();
        tiles.sort_by_key(|&tile| Reverse(self.n_cells(tile)));
        tiles
    }

    /// The number of cells of a tile in all drawings.
    pub(crate) fn n_cells(&self, tile: Tile) -> u32 {
        self.counts.iter().map(|counts| counts.get(tile)).sum()
    }

    /// A note on words of the legend that mean nothing, if there are some.
    pub fn meaningless_words(&self) -> Option<String> {
        words::meaningless(&self.legend)
    }

    /// Tiles known only by a character, in the order of the palette.
    pub fn nameless(&self) -> Vec<&Entity> {
        let entities = self.palette.entities().iter();
        entities
            .filter(|entity| {
                entity.name == code(entity.character) && self.legend.tags(entity).is_empty()
            })
            .collect()
    }

    /// Names of the selected tiles, as a set in expressions.
    pub(crate) fn named(&self, is_so: impl Fn(Tile) -> bool) -> String {
        let tiles = self.tiles().into_iter().filter(|&tile| is_so(tile));
        tiles.map(|tile| self.name(tile)).collect::<Vec<_>>().join("|")
    }

    /// Whether a tile is impassable, by its tags, its role in the legend, its name, or the drawings.
    pub(crate) fn is_solid(&self, tile: Tile) -> bool {
        if let Some(is_free) = self.said_solid.iter().position(|set| set.contains(tile)) {
            return is_free == 0;
        }
        let said = self.legend.tags(self.entity(tile)).iter().filter_map(|tag| says_solid(tag));
        let said = said.max().or_else(|| self.named_role(tile).and_then(blocks));
        said.unwrap_or_else(|| is_solid_name(self.name(tile)) || self.shunned.contains(tile))
    }

    /// The role that the legend names for a tile, beside its name, in the word for the role itself.
    /// No guess overrides it.
    pub(crate) fn named_role(&self, tile: Tile) -> Option<Role> {
        let name = self.name(tile);
        let tags = self.legend.tags(self.entity(tile)).iter().map(String::as_str);
        let mut tags = tags.filter(|&tag| tag != name && !is_general(tag));
        tags.find_map(Role::of_name)
    }

    /// The role of a tile by the legend, or else by its name.
    pub(crate) fn role(&self, tile: Tile) -> Option<Role> {
        self.named_role(tile).or_else(|| Role::spoken_of(self.name(tile)))
    }

    /// Whether the name of a tile contradicts the legend: it sounds dangerous, such as water, but
    /// the legend lets characters walk, climb or collect there; or it sounds climbable, such as a
    /// vine, but is solid.
    pub(crate) fn is_misnamed(&self, tile: Tile) -> bool {
        let tags = self.legend.tags(self.entity(tile)).iter();
        let mut roles = tags.clone().filter_map(|tag| role_of_word(tag));
        let mut said = tags.filter_map(|tag| says_solid(tag));
        match Role::spoken_of(self.name(tile)) {
            Some(Role::Hazard) => {
                let is_danger = roles.clone().any(|role| role == Role::Hazard);
                !is_danger && (said.any(|is_solid| !is_solid) || roles.next().is_some())
            }
            Some(Role::Climbable | Role::Rope) => {
                said.any(|is_solid| is_solid) && roles.next().is_none()
            }
            _ => false,
        }
    }

    /// The role that the legend gives a tile beyond its name.
    pub(crate) fn said(&self, tile: Tile) -> Option<Role> {
        let name = self.name(tile);
        let tags = self.legend.tags(self.entity(tile)).iter().map(String::as_str);
        let mut tags = tags.filter(|&tag| tag != name);
        // A role overrides the name; a description does not.
        let named = self.named_role(tile);
        let is_named = Role::spoken_of(name).is_some();
        if named.is_some() || is_named && !self.is_misnamed(tile) {
            return named;
        }
        let described = tags.clone().find_map(Role::spoken_of);
        let described = described.or_else(|| tags.clone().find_map(role_of_word));
        let is_wall = is_solid_name(name) && tags.any(|tag| says_solid(tag) == Some(true));
        described.or(is_wall.then_some(Role::Wall))
    }

    /// The share of the cells of a set in each drawing.
    fn shares(&self, set: TileSet) -> Vec<f64> {
        let pairs = self.levels.iter().zip(self.numbers(set));
        pairs.map(|(level, n)| f64::from(n) / level.view().area() as f64).collect()
    }

    pub(crate) fn share(&self, tile: Tile) -> f64 {
        self.shares(TileSet::only(tile)).iter().sum::<f64>() / self.levels.len() as f64
    }

    /// The required number of cells of a set in levels of `n_cells` cells: the range in the
    /// drawings without its least and greatest tenth, if they agree; otherwise somewhat wider, by
    /// share. In levels of another size, and of one or two drawings, amounts of ground are ranges even
    /// if all agree. Tiles that occur in all drawings are required at least once.
    pub(crate) fn range(&self, set: TileSet, n_cells: usize) -> (u32, u32) {
        let counts = self.numbers(set);
        let mut order: Vec<usize> = (0..counts.len()).collect();
        let shares = self.shares(set);
        order.sort_by(|&index, &second| shares[index].total_cmp(&shares[second]));
        let n_left_out = order.len() / 10;
        let kept = &order[n_left_out..order.len() - n_left_out];
        let Some(&least) = kept.first() else { return (0, 0) };
        if kept.iter().all(|&index| counts[index] == counts[least]) {
            let n_here = shares[least] * n_cells as f64;
            let is_as_large = self.levels.iter().all(|level| level.tiles().len() == n_cells);
            return match counts[least] {
                n if n > ranges::N_THINGS_MAX && !is_as_large => of_things(n_here.round() as u32),
                n if !is_as_large => {
                    let (low, high) = of_things(n);
                    (low, if low < high { high.max(n_here.round() as u32) } else { high })
                }
                // One or two drawings do not tell how much an amount may differ.
                n if order.len() < 3 && n <= ranges::N_THINGS_MAX => (n, n),
                n if order.len() < 3 || !self.is_in_place(set) => of_things(n),
                n => (n, n),
            };
        }
        let of_size: Vec<f64> = kept.iter().map(|&index| shares[index] * n_cells as f64).collect();
        let range = ranges::count(&of_size);
        ((range.low as u32).max(counts[least].min(1)), (range.high as u32).max(1))
    }
}

/// Whether a tile of a role is impassable; `None` if the role does not say it.
fn blocks(role: Role) -> Option<bool> {
    match role {
        Role::Wall => Some(true),
        Role::Floor
        | Role::Door
        | Role::LockedDoor
        | Role::Key
        | Role::Entrance
        | Role::Exit
        | Role::Foe
        | Role::Loot
        | Role::Climbable
        | Role::Target => Some(false),
        Role::Hazard | Role::Rope | Role::Crate | Role::Decoration => None,
    }
}
