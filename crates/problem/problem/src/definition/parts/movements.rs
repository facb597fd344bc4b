//! Movements of a problem file.

use crate::paths::{Door, Movement, PLUS, Platformer, Steps};
use marahel_level::{Palette, Role, Tile, TileSet};

use super::tiles::Tiles;
use crate::definition::keys::{FileKeys, MovementKeys, PlatformerKeys, WalkerKeys};
use crate::definition::reader::{At, Entries, Faults, Part, Reader, Text, checked, choice};
use crate::expression::{Mistake, parse_tiles};
use crate::formulas::{tile, tile_set};

const WALLS: [&str; 2] = ["solid", "wall"];

/// Maximum number of kinds of doors, because each doubles the states of a search.
const N_DOORS_MAX: usize = 4;

/// Longest step, in columns or rows.
const OFFSET_MAX: u32 = 16;

/// What tiles can be called.
struct TileNames<'t> {
    palette: &'t Palette,
    groups: &'t [(String, TileSet)],
}

/// The movements; the first one is the default.
pub(super) fn movements(
    file: &FileKeys,
    tiles: &Tiles,
    groups: &[(String, TileSet)],
    faults: &mut Faults,
) -> Option<Vec<Movement>> {
    let palette = &tiles.palette;
    let Some(entries) = &file.movement else {
        let is_wall = |&tile: &Tile| {
            let is_said = tiles.described(tile).role == Some(Role::Wall);
            is_said || WALLS.contains(&palette.name(tile))
        };
        let walls = (0..palette.len() as Tile).filter(is_wall).collect();
        return Some(vec![Movement::plain(TileSet::entities(palette.len()).difference(walls))]);
    };
    let entries = entries.as_ref()?;
    let names = TileNames { palette, groups };
    let mut movements = Vec::new();
    for entry in &entries.all {
        let name = &entry.name;
        if !name.chars().all(crate::expression::is_of_name) {
            let help = "use letters, digits and _";
            mistake!(faults, entry.key.clone(), entry.place, "no expression can name it", help);
        }
        movements.extend(match &entry.value {
            Some(MovementKeys::Walker(keys)) => walker(name, keys, &names, faults),
            Some(MovementKeys::Platformer(keys)) => platformer(name, keys, &names, faults),
            None => None,
        });
    }
    if entries.n == 0 {
        let help = "describe one in [movement.walk], or leave it out";
        mistake!(faults, entries.range.clone(), "movement", "there is no movement", help);
    }
    // `None` after a mistake, so that uses of a faulty movement are not reported as unknown.
    (movements.len() == entries.n && !movements.is_empty()).then_some(movements)
}

fn walker(
    name: &str,
    keys: &WalkerKeys,
    names: &TileNames<'_>,
    faults: &mut Faults,
) -> Option<Movement> {
    let over = keys.over.as_ref().and_then(|text| names.tiles(text.as_ref(), faults));
    // Tiles that can be passed only in one direction.
    let one_way = names.pairs(keys.one_way.as_ref(), &keys.part, faults);
    let one_way = one_way.into_iter().map(|(tile, direction)| (tile, *direction)).collect();
    let doors = names.doors(keys.doors.as_ref(), &keys.part, faults);
    let steps = keys.steps.clone().unwrap_or_else(|| Some(PLUS.to_vec()));
    let name = name.to_owned();
    Some(Movement { name, over: over?, steps: Steps::Offsets(steps?), one_way, doors })
}

fn platformer(
    name: &str,
    keys: &PlatformerKeys,
    names: &TileNames<'_>,
    faults: &mut Faults,
) -> Option<Movement> {
    let solid = keys.solid.as_ref().and_then(|text| names.tiles(text.as_ref(), faults));
    let optional = [&keys.deadly, &keys.platforms, &keys.ladders, &keys.ropes];
    let [deadly, platforms, ladders, ropes] = optional.map(|text| match text {
        None => Some(TileSet::EMPTY),
        Some(text) => names.tiles(text.as_ref(), faults),
    });
    // Tiles that can be passed only in one direction.
    let one_way = names.pairs(keys.one_way.as_ref(), &keys.part, faults);
    let one_way = one_way.into_iter().map(|(tile, direction)| (tile, *direction)).collect();
    let doors = names.doors(keys.doors.as_ref(), &keys.part, faults);
    let solid = solid?;
    let model = Platformer {
        solid,
        is_deadly_below: keys.below.unwrap_or(Some(false))?,
        platforms: platforms?,
        ladders: ladders?,
        ropes: ropes?,
        height: keys.jump.unwrap_or(Some(0))? as u8,
        reach: keys.reach.unwrap_or(Some(0))? as u8,
    };
    let over = TileSet::entities(names.palette.len()).difference(solid.union(deadly?));
    let name = name.to_owned();
    Some(Movement { name, over, steps: Steps::Platformer(model), one_way, doors })
}

impl TileNames<'_> {
    fn tiles(&self, text: Option<&Text>, faults: &mut Faults) -> Option<TileSet> {
        let text = text?;
        let tiles = parse_tiles(&text.value);
        let tiles = tiles.and_then(|named| tile_set(&named, self.palette, self.groups));
        checked(text, tiles, faults)
    }

    fn doors(
        &self,
        pairs: Option<&Option<Entries<Text>>>,
        part: &Part,
        faults: &mut Faults,
    ) -> Vec<Door> {
        let mut doors = Vec::new();
        for (door, Text { value, range, place, .. }) in self.pairs(pairs, part, faults) {
            match tile(value, range.clone(), self.palette) {
                Ok(key) => doors.push(Door { door, key }),
                Err(Mistake { message, help, .. }) => {
                    mistake!(faults, range.clone(), place, message, help);
                }
            }
        }
        if doors.len() > N_DOORS_MAX {
            let n = doors.len();
            let message = format!("there are {n} kinds of doors, at most {N_DOORS_MAX}");
            let help = "let some keys open all doors";
            mistake!(faults, part.spans["doors"].clone(), part.place, message, help);
            doors.truncate(N_DOORS_MAX);
        }
        doors
    }

    /// The tiles with the values of pairs that are right.
    fn pairs<'p, T>(
        &self,
        pairs: Option<&'p Option<Entries<T>>>,
        part: &Part,
        faults: &mut Faults,
    ) -> Vec<(Tile, &'p T)> {
        let mut tiles = Vec::new();
        for entry in pairs.into_iter().flatten().flat_map(|pairs| &pairs.all) {
            let Some(value) = &entry.value else { continue };
            match tile(&entry.name, entry.key.clone(), self.palette) {
                Ok(tile) => tiles.push((tile, value)),
                Err(Mistake { range, message, help }) => {
                    mistake!(faults, range, part.place, message, help);
                }
            }
        }
        tiles
    }
}

impl Reader<'_> {
    /// The possible steps: a word, or offsets, with their opposites added.
    pub(in crate::definition) fn steps(
        &mut self,
        (value, place): At<'_>,
    ) -> Option<Vec<(isize, isize)>> {
        const EXAMPLE: &str =
            "\"plus\", \"all\", \"diagonal\", \"knight\", or offsets such as [[1, 0], [0, 1]]";
        let help = || format!("write {EXAMPLE}");
        if let Some(word) = value.get_ref().as_str() {
            let diagonal = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
            let choices = [
                ("plus", PLUS.to_vec()),
                ("all", PLUS.into_iter().chain(diagonal).collect()),
                ("diagonal", diagonal.to_vec()),
                ("knight", both_ways(&[(1, 2), (2, 1), (1, -2), (2, -1)])),
            ];
            let steps =
                choice(word, choices, |word| format!("`{word}` is not a kind of step"), &help());
            return steps
                .map_err(|(message, help)| self.error(value.span(), place, message, help))
                .ok();
        }
        let mut offsets = Vec::new();
        for pair in self.array((value, place), EXAMPLE)? {
            let numbers = self.array((pair, place), EXAMPLE)?;
            let [columns, rows] = numbers else {
                let message = format!("an offset has 2 numbers, not {}", numbers.len());
                self.error(pair.span(), place, message, help());
                return None;
            };
            let allowed = -f64::from(OFFSET_MAX)..=f64::from(OFFSET_MAX);
            let columns = self.number((columns, place), allowed.clone(), "columns")?;
            let rows = self.number((rows, place), allowed, "rows")?;
            if columns.fract() != 0.0 || rows.fract() != 0.0 || (columns == 0.0 && rows == 0.0) {
                let help = "write whole numbers, not both 0";
                self.error(pair.span(), place, "this offset is not a step", help);
                return None;
            }
            offsets.push((columns as isize, rows as isize));
        }
        if offsets.is_empty() {
            self.error(value.span(), place, "there is no step", help());
            return None;
        }
        Some(both_ways(&offsets))
    }
}

/// The offsets and their opposites, without duplicates.
fn both_ways(offsets: &[(isize, isize)]) -> Vec<(isize, isize)> {
    let mut all = Vec::new();
    for &(columns, rows) in offsets {
        for offset in [(columns, rows), (-columns, -rows)] {
            if !all.contains(&offset) {
                all.push(offset);
            }
        }
    }
    all
}
