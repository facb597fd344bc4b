//! A dungeon: from the player to the key, and on to the door.

use std::io::Write as _;

use marahel_level::View;

use crate::pcg_benchmark::alike::Matcher;
use crate::pcg_benchmark::grid::{FAR, Grid};
use crate::pcg_benchmark::score::{exactly_one, range, up_to};
use crate::pcg_benchmark::{Game, Measures, Trace};

pub(crate) const TILES: &[&str] = &["solid", "empty", "player", "key", "door", "enemy"];
const PLAYER: u8 = 2;
const KEY: u8 = 3;
const DOOR: u8 = 4;
const ENEMY: u8 = 5;
const NOT_SOLID: &[u8] = &[1, 2, 3, 4, 5];
const NO_DOOR: &[u8] = &[1, 2, 3, 5];

#[derive(Debug, Default)]
pub(crate) struct Zelda {
    grid: Grid,
    enemies: u32,
    player_key: i32,
    key_door: i32,
    /// Cells from the key back to the player.
    way_back: Vec<usize>,
    matcher: Matcher,
}

impl Zelda {
    pub(crate) fn new(grid: Grid, enemies: u32) -> Self {
        Self { grid, enemies, ..Self::default() }
    }

    /// Measures both ways, between the first of each that there are.
    fn walk(&mut self) {
        (self.player_key, self.key_door) = (FAR, FAR);
        self.way_back.clear();
        let [player, key, door] = [PLAYER, KEY, DOOR].map(|tile| self.grid.find(tile).next());
        if let (Some(player), Some(key)) = (player, key) {
            self.player_key = self.grid.distances(player, NO_DOOR)[key];
            if self.player_key != FAR {
                self.walk_back(key);
            }
        }
        if let (Some(key), Some(door)) = (key, door) {
            self.key_door = self.grid.distances(key, NOT_SOLID)[door];
        }
    }

    /// Goes back from the key by the first neighbor that is nearer to the player.
    fn walk_back(&mut self, key: usize) {
        let flooded = &self.grid.flooded;
        let mut cell = key;
        self.way_back.push(cell);
        while flooded[cell] > 0 {
            let mut beside = self.grid.beside(cell).into_iter();
            let nearer = beside.find(|&next| flooded[next] == flooded[cell] - 1);
            cell = nearer.expect("a cell that was reached has one before it");
            self.way_back.push(cell);
        }
    }
}

impl Game for Zelda {
    fn measure(&mut self, level: View<'_>, values: &mut Measures) {
        self.grid.load(level);
        let area = self.grid.area();
        let regions = f64::from(self.grid.regions(NOT_SOLID));
        let [players, keys, doors, enemies] =
            [PLAYER, KEY, DOOR, ENEMY].map(|tile| self.grid.count(tile));
        self.walk();

        let q_regions = range(regions, 0.0, 1.0, 1.0, area / 10.0);
        let [q_players, q_keys, q_doors] =
            [players, keys, doors].map(|count| exactly_one(count, area));
        let more_or_less = (self.enemies / 4).max(1);
        let few = f64::from(self.enemies) - f64::from(more_or_less);
        let many = f64::from(self.enemies) + f64::from(more_or_less);
        let q_enemies = range(f64::from(enemies), 0.0, few, many, area);
        let (mut q_playable, mut q_length) = (0.0, 0.0);
        if players == 1 && keys == 1 && doors == 1 {
            let ways = [self.player_key, self.key_door];
            q_playable = ways.iter().filter(|&&way| way > 0).count() as f64 / 2.0;
            if q_playable == 1.0 {
                let length = self.player_key + self.key_door;
                q_length = up_to(f64::from(length), self.grid.sides(), area);
            }
        }
        let stats = (q_players + q_keys + q_doors + q_enemies) / 4.0;
        let quality = (q_regions + stats + (q_playable + q_length)) / 4.0;
        values.clear();
        values.extend([
            ("quality", quality),
            ("q_regions", q_regions),
            ("q_players", q_players),
            ("q_keys", q_keys),
            ("q_doors", q_doors),
            ("q_enemies", q_enemies),
            ("q_playable", q_playable),
            ("q_length", q_length),
            ("regions", regions),
            ("players", f64::from(players)),
            ("keys", f64::from(keys)),
            ("doors", f64::from(doors)),
            ("enemies", f64::from(enemies)),
            ("player_key", f64::from(self.player_key)),
            ("key_door", f64::from(self.key_door)),
        ]);
    }

    /// The text is the way from the player to the key, mirrored so that it
    /// begins in the upper left quarter.
    fn trace_to(&self, trace: &mut Trace) {
        trace.clear();
        let Some(&begin) = self.way_back.last() else { return };
        let (width, height) = (self.grid.width, self.grid.height);
        let begin = self.grid.place(begin);
        for &cell in self.way_back.iter().rev() {
            let (mut x, mut y) = self.grid.place(cell);
            if 2 * begin.0 > width {
                x = width - x - 1;
            }
            if 2 * begin.1 > height {
                y = height - y - 1;
            }
            write!(trace.text, "{x},{y}|").expect("writing to memory does not fail");
        }
    }

    fn distance(&mut self, left: &Trace, right: &Trace) -> f64 {
        up_to(1.0 - self.matcher.ratio(&left.text, &right.text), 0.3, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The way that is compared, as the library has it before it is mirrored.
    fn way(tiles: [u8; 9]) -> String {
        let table = std::array::from_fn(|tile| if tile < TILES.len() { tile as u8 } else { 0 });
        let grid = Grid::new((3, 3), &table, TILES).expect("the tiles are its own");
        let mut zelda = Zelda::new(grid, 0);
        zelda.measure(View::new(&tiles, 3, 3, 3), &mut Measures::new());
        String::from_utf8(zelda.trace().text).expect("it is text")
    }

    #[test]
    fn of_equal_ways_the_last_steps_go_right_and_down() {
        // Back from the key, the neighbor to the left comes first,
        assert_eq!(way([1, 2, 1, 1, 0, 1, 1, 3, 1]), "1,0|0,0|0,1|0,2|1,2|");
        // and before the one above.
        assert_eq!(way([2, 1, 1, 1, 1, 1, 1, 1, 3]), "0,0|0,1|0,2|1,2|2,2|");
    }

    #[test]
    fn ways_are_mirrored_to_begin_in_the_upper_left() {
        // Up along the right side, and then to the left.
        assert_eq!(way([3, 1, 1, 1, 1, 1, 1, 1, 2]), "0,0|0,1|0,2|1,2|2,2|");
    }
}
