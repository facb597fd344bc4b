//! The fewest cells that separate two things.

use std::collections::VecDeque;

use marahel_level::{Level, TileSet};

use super::beside;

/// Maximum number of cells of a cut.
const N_CELLS_MAX: usize = 6;

/// Ways without a common cell, as many as there can be: each cell has its next one and the one
/// before.
struct Ways<'l> {
    level: &'l Level,
    over: TileSet,
    ends: [usize; 2],
    next: Vec<Option<usize>>,
    before: Vec<Option<usize>>,
}

/// A cell as one comes to it, or as one leaves it.
type Side = (usize, bool);

/// The fewest cells without which no way over these tiles leads from one cell to another; empty if
/// there is no way, or they are too many.
pub(super) fn between(level: &Level, from: usize, to: usize, over: TileSet) -> Vec<usize> {
    let n_cells = level.tiles().len();
    let (next, before) = (vec![None; n_cells], vec![None; n_cells]);
    let mut ways = Ways { level, over, ends: [from, to], next, before };
    if from == to || beside(from, level).any(|cell| cell == to) {
        return Vec::new();
    }
    for _ in 0..=N_CELLS_MAX {
        let reached = ways.reached();
        if reached[2 * to].is_none() {
            let cells = (0..n_cells).filter(|&cell| cell != from);
            let cut = |cell: &usize| reached[2 * cell].is_some() && reached[2 * cell + 1].is_none();
            return cells.filter(cut).collect();
        }
        ways.add(&reached);
    }
    Vec::new()
}

impl Ways<'_> {
    /// From where one comes to each side of each cell, with the ways that there are turned around.
    fn reached(&self) -> Vec<Option<Side>> {
        let [from, to] = self.ends;
        let mut reached = vec![None; 2 * self.next.len()];
        let start = (from, true);
        reached[2 * from] = Some(start);
        reached[2 * from + 1] = Some(start);
        let mut queue = VecDeque::from([start]);
        while let Some(side) = queue.pop_front() {
            for (cell, leaves) in self.steps(side) {
                let place = &mut reached[2 * cell + usize::from(leaves)];
                if place.is_none() {
                    *place = Some(side);
                    if cell != to {
                        queue.push_back((cell, leaves));
                    }
                }
            }
        }
        reached
    }

    fn steps(&self, (cell, leaves): Side) -> Vec<Side> {
        let is_used = self.before[cell].is_some();
        if !leaves {
            let side = self.before[cell].map_or((cell, true), |before| (before, true));
            return vec![side];
        }
        let [from, to] = self.ends;
        let tiles = self.level.tiles();
        let is_open = |next: &usize| *next == to || self.over.contains(tiles[*next]);
        let next = beside(cell, self.level).filter(is_open);
        let next = next.filter(|&next| next != from && self.next[cell] != Some(next));
        let back = (is_used && cell != from).then_some((cell, false));
        next.map(|next| (next, false)).chain(back).collect()
    }

    /// Adds the way that leads to the end.
    fn add(&mut self, reached: &[Option<Side>]) {
        let [from, to] = self.ends;
        let mut sides = vec![(to, false)];
        while let Some(&(cell, leaves)) = sides.last() {
            let Some(side) = reached[2 * cell + usize::from(leaves)] else { return };
            sides.push(side);
            if side.0 == from {
                break;
            }
        }
        sides.reverse();
        for pair in sides.windows(2) {
            // A step back along a way ends that step.
            if let [(cell, false), (back, true)] = *pair
                && cell != back
            {
                self.next[back] = None;
                self.before[cell] = None;
            }
        }
        for pair in sides.windows(2) {
            if let [(cell, true), (next, false)] = *pair
                && cell != next
            {
                if cell != from {
                    self.next[cell] = Some(next);
                }
                if next != to {
                    self.before[next] = Some(cell);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use marahel_level::{Level, Palette, TileSet};

    use super::between;

    /// The cut between the two keys, as x.
    #[track_caller]
    fn check(rows: &str, expected: &str) {
        let palette = Arc::new(Palette::of_names(&["empty", "solid", "key", "door"]).unwrap());
        let mut level = Level::from_text(&rows.replace(' ', "\n"), palette.clone()).unwrap();
        let keys = level.tiles().iter().enumerate().filter(|(_, tile)| **tile == 2);
        let keys: Vec<usize> = keys.map(|(cell, _)| cell).collect();
        let over = TileSet::only(0).union(TileSet::only(2));
        for cell in between(&level, keys[0], keys[1], over) {
            level.set(cell % level.width(), cell / level.width(), 3);
        }
        let door = palette.character(3).to_string();
        let (key, text) = (palette.character(2).to_string(), level.to_text());
        assert_eq!(text.trim().replace('\n', " ").replace(&door, "x").replace(&key, "k"), expected);
    }

    #[test]
    fn a_cut_has_the_fewest_cells() {
        check("k.#.. ..... ..#.k", "k.#.. .x... ..#.k");
        check("k#. ### ..k", "k#. ### ..k");
        check("k.... ##.#. ..... .#... ....k", "kx... ##.#. ..... .#... ....k");
        check("...... .k..#. ...... .#..k. ......", ".x.... xkx.#. .x.... .#..k. ......");
        check("#..... .k.##. #.#... .#..k. #.#...", "#.x... .k.##. #.#... .#..k. #.#...");
    }
}
