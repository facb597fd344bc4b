//! Movements of a problem file.

use std::borrow::Cow;

use marahel_level::{N_ENTITIES_MAX, Palette, Role, Tile, TileSet};
use marahel_paths::{Direction, Door, Movement, PLUS, Platformer, Steps};
use toml::Spanned;
use toml::de::DeTable;

use super::tiles::Tiles;
use crate::definition::table_reader::{Part, TableReader, Text, Value, shortened};
use crate::expression::Mistake;
use crate::formulas::tile;

const EXAMPLE: &str = "`over = \"floor|door\"`";

const WALLS: [&str; 2] = ["solid", "wall"];

/// Maximum number of kinds of doors, because each doubles the states of a search.
const N_DOORS_MAX: usize = 4;

const N_MOVEMENTS_MAX: usize = 64;

/// Longest step, in columns or rows.
const OFFSET_MAX: u32 = 16;

/// Longest jump, up or sideways.
const JUMP_MAX: u32 = 12;

/// The movements; the first one is the default.
pub(super) fn movements(
    reader: &mut TableReader<'_>,
    tiles: &Tiles,
    groups: &[(String, TileSet)],
) -> Option<Vec<Movement>> {
    let palette = &tiles.palette;
    let Some(value) = reader.get("movement") else {
        let is_wall = |&tile: &Tile| {
            let is_said = tiles.described(tile).role == Some(Role::Wall);
            is_said || WALLS.contains(&palette.name(tile))
        };
        let walls = (0..palette.len() as Tile).filter(is_wall).collect();
        return Some(vec![Movement::plain(TileSet::entities(palette.len()).difference(walls))]);
    };
    let table = reader.table(value, "movement", "[movement.walk]")?;
    if !reader.are_few(table.len(), N_MOVEMENTS_MAX, "movements", value.span(), "movement") {
        return None;
    }
    if let Some(key) = nameless(table) {
        let message = format!("`{}` belongs to a movement with a name", key.get_ref());
        reader.error(key.span(), "movement", message, "write [movement.walk] above it");
        return None;
    }
    let mut movements = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let place = &*format!("movement `{}`", shortened(name));
        if !name.chars().all(crate::expression::is_of_name) {
            let help = "use letters, digits and _";
            reader.error(key.span(), place, "no expression can name it", help);
        }
        let has_gravity =
            value.get_ref().as_table().is_some_and(|table| table.contains_key("jump"));
        let keys = if has_gravity { PLATFORMER } else { WALKER };
        let Some(part) = reader.part(value, place, EXAMPLE, keys) else { continue };
        movements.extend(Described { reader, part, palette, groups }.movement(name));
    }
    if table.is_empty() {
        let help = "describe one in [movement.walk], or leave it out";
        reader.error(value.span(), "movement", "there is no movement", help);
    }
    // `None` after a mistake, so that uses of a faulty movement are not reported as unknown.
    (movements.len() == table.len() && !movements.is_empty()).then_some(movements)
}

/// Keys of a movement without gravity, and with it.
const WALKER: &[&str] = &["over", "steps", "one_way", "doors"];
const PLATFORMER: &[&str] = &[
    "jump",
    "reach",
    "solid",
    "deadly",
    "below",
    "platforms",
    "ladders",
    "ropes",
    "one_way",
    "doors",
];

/// The first key of a movement that is written as if it were a movement, below `[movement]`.
fn nameless<'k, 't>(table: &'k DeTable<'t>) -> Option<&'k Spanned<Cow<'t, str>>> {
    let is_key = |name: &str| WALKER.contains(&name) || PLATFORMER.contains(&name);
    let mut keys = table
        .iter()
        .filter(|(key, value)| is_key(key.get_ref()) && value.get_ref().as_table().is_none());
    keys.next().map(|(key, _)| key)
}

struct Described<'m, 't> {
    reader: &'m mut TableReader<'t>,
    part: Part<'m>,
    palette: &'m Palette,
    groups: &'m [(String, TileSet)],
}

impl Described<'_, '_> {
    fn movement(&mut self, name: &str) -> Option<Movement> {
        let has_gravity = self.part.table.contains_key("jump");
        let (over, steps) = if has_gravity { self.platformer() } else { self.walker() };
        let one_way = self.one_way();
        let doors = self.doors();
        Some(Movement { name: name.to_owned(), over: over?, steps: steps?, one_way, doors })
    }

    fn walker(&mut self) -> (Option<TileSet>, Option<Steps>) {
        let help = format!("set them, as in {EXAMPLE}");
        let over = self.needed("over", "the tiles that it enters are not set", &help);
        (over, self.steps().map(Steps::Offsets))
    }

    fn platformer(&mut self) -> (Option<TileSet>, Option<Steps>) {
        let help = "set them, as in `solid = \"ground|brick\"`";
        let solid = self.needed("solid", "the tiles to stand on are not set", help);
        let example = "the cells that a jump goes up, such as 3";
        let height = self.part.whole_number(self.reader, "jump", 0, JUMP_MAX, example);
        let example = "the cells that a jump goes sideways, such as 4";
        let reach = self.part.whole_number(self.reader, "reach", 0, JUMP_MAX, example);
        let [deadly, platforms, ladders, ropes] =
            ["deadly", "platforms", "ladders", "ropes"].map(|key| self.optional(key));
        let is_deadly_below = self.is_deadly_below();
        let all = TileSet::entities(self.palette.len());
        let over = solid.zip(deadly).map(|(solid, deadly)| all.difference(solid.union(deadly)));
        let steps = (|| {
            Some(Steps::Platformer(Platformer {
                solid: solid?,
                is_deadly_below: is_deadly_below?,
                platforms: platforms?,
                ladders: ladders?,
                ropes: ropes?,
                height: height? as u8,
                reach: reach? as u8,
            }))
        })();
        (over, steps)
    }

    /// Whether the lower edge of the level is deadly.
    fn is_deadly_below(&mut self) -> Option<bool> {
        const EXAMPLE: &str = "\"solid\" or \"deadly\"";
        let Some(value) = self.part.table.get("below") else { return Some(false) };
        let word = self.reader.text(value, &self.part.place, EXAMPLE)?;
        let choices = [("solid", false), ("deadly", true)];
        let help = format!("write {EXAMPLE}");
        self.reader.choose(word, choices, |word| format!("`{word}` is not a lower edge"), &help)
    }

    fn needed(&mut self, key: &str, message: &str, help: &str) -> Option<TileSet> {
        if !self.part.table.contains_key(key) {
            self.part.lacks(self.reader, key, message, help);
        }
        self.tiles(key)
    }

    /// The tiles of a key that can be left out.
    fn optional(&mut self, key: &str) -> Option<TileSet> {
        if self.part.table.contains_key(key) { self.tiles(key) } else { Some(TileSet::EMPTY) }
    }

    fn tiles(&mut self, key: &str) -> Option<TileSet> {
        let value = self.part.table.get(key)?;
        self.reader.tiles(value, &self.part.place, EXAMPLE, self.palette, self.groups)
    }

    /// The possible steps: a word, or offsets, with their opposites added.
    fn steps(&mut self) -> Option<Vec<(isize, isize)>> {
        const EXAMPLE: &str =
            "\"plus\", \"all\", \"diagonal\", \"knight\", or offsets such as [[1, 0], [0, 1]]";
        let Self { reader, part: Part { table, place, .. }, .. } = self;
        let Some(value) = table.get("steps") else { return Some(PLUS.to_vec()) };
        if value.get_ref().is_str() {
            let text = reader.text(value, place, EXAMPLE)?;
            let diagonal = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
            let choices = [
                ("plus", PLUS.to_vec()),
                ("all", PLUS.into_iter().chain(diagonal).collect()),
                ("diagonal", diagonal.to_vec()),
                ("knight", both_ways(&[(1, 2), (2, 1), (1, -2), (2, -1)])),
            ];
            let help = format!("write {EXAMPLE}");
            return reader.choose(
                text,
                choices,
                |word| format!("`{word}` is not a kind of step"),
                &help,
            );
        }
        let mut offsets = Vec::new();
        for pair in reader.array(value, place, EXAMPLE)? {
            let numbers = reader.array(pair, place, EXAMPLE)?;
            let [columns, rows] = numbers else {
                let message = format!("an offset has 2 numbers, not {}", numbers.len());
                reader.error(pair.span(), place, message, format!("write {EXAMPLE}"));
                return None;
            };
            let allowed = -f64::from(OFFSET_MAX)..=f64::from(OFFSET_MAX);
            let columns = reader.number(columns, place, allowed.clone(), "columns")?;
            let rows = reader.number(rows, place, allowed, "rows")?;
            if columns.fract() != 0.0 || rows.fract() != 0.0 || (columns == 0.0 && rows == 0.0) {
                let help = "write whole numbers, not both 0";
                reader.error(pair.span(), place, "this offset is not a step", help);
                return None;
            }
            offsets.push((columns as isize, rows as isize));
        }
        if offsets.is_empty() {
            reader.error(value.span(), place, "there is no step", format!("write {EXAMPLE}"));
            return None;
        }
        Some(both_ways(&offsets))
    }

    /// Tiles that can be passed only in one direction.
    fn one_way(&mut self) -> Vec<(Tile, Direction)> {
        let choices = [
            ("left", Direction::Left),
            ("right", Direction::Right),
            ("up", Direction::Up),
            ("down", Direction::Down),
        ];
        let mut one_way = Vec::new();
        for (tile, word) in self.pairs("one_way", "`one_way = { slide = \"down\" }`") {
            let help = "write left, right, up or down";
            let direction = self.reader.choose(
                word,
                choices,
                |word| format!("`{word}` is not a direction"),
                help,
            );
            one_way.extend(direction.map(|direction| (tile, direction)));
        }
        one_way
    }

    fn doors(&mut self) -> Vec<Door> {
        let mut doors = Vec::new();
        for (door, key) in self.pairs("doors", "`doors = { red_door = \"red_key\" }`") {
            match tile(&key.value, key.range.clone(), self.palette) {
                Ok(key) => doors.push(Door { door, key }),
                Err(Mistake { message, help, .. }) => {
                    self.reader.error(key.range, &self.part.place, message, help);
                }
            }
        }
        if doors.len() > N_DOORS_MAX
            && let Some(value) = self.part.table.get("doors")
        {
            let message =
                format!("there are {} kinds of doors, at most {N_DOORS_MAX}", doors.len());
            let help = "let some keys open all doors";
            self.reader.error(value.span(), &self.part.place, message, help);
            doors.truncate(N_DOORS_MAX);
        }
        doors
    }

    fn pairs(&mut self, key: &str, example: &str) -> Vec<(Tile, Text)> {
        let Self { reader, part: Part { table, place, .. }, palette, .. } = self;
        let inner = table.get(key).and_then(|value| reader.table(value, place, example));
        let n = inner.map_or(0, DeTable::len);
        if !reader.are_few(
            n,
            N_ENTITIES_MAX,
            "entries",
            table.get(key).map_or(0..0, Value::span),
            place,
        ) {
            return Vec::new();
        }
        let mut tiles = Vec::new();
        for (name, value) in inner.into_iter().flatten() {
            let Some(text) = reader.text(value, place, example) else { continue };
            match tile(name.get_ref(), name.span(), palette) {
                Ok(tile) => tiles.push((tile, text)),
                Err(mistake) => reader.error(mistake.range, place, mistake.message, mistake.help),
            }
        }
        tiles
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
