//! How somebody moves.

use level::{Palette, Tile, TileSet};
use toml::de::DeTable;
use walking::{Direction, Door, Movement, PLUS, Platformer, Steps};

use crate::definition::reader::{Reader, Value};
use crate::expression::{Mistake, parse_tiles};
use crate::program::{suggestion, tile, tile_set};

const EXAMPLE: &str = "`over = \"floor|door\"`";

/// Tiles that nobody enters where the file does not say.
const WALLS: [&str; 2] = ["solid", "wall"];

/// As many kinds of doors double the states of a search as often.
const N_DOORS_MAX: usize = 4;

/// No step goes farther, in columns or rows.
const OFFSET_MAX: u32 = 16;

/// A jump goes at most so far up and sideways.
const JUMP_MAX: u32 = 12;

/// The movements, the first one that of expressions which name none.
pub(super) fn movements(
    reader: &mut Reader<'_>,
    document: &DeTable<'_>,
    palette: &Palette,
) -> Option<Vec<Movement>> {
    let Some(value) = document.get("movement") else {
        let walls = WALLS.into_iter().filter_map(|name| palette.tile(name)).collect();
        return Some(vec![Movement::plain(TileSet::entities(palette.len()).difference(walls))]);
    };
    let table = reader.table(value, "movement", "[movement.walk]")?;
    let mut movements = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let place = format!("movement `{name}`");
        if !name.chars().all(crate::expression::is_of_name) {
            let help = "use letters, digits and _";
            reader.error(key.span(), &place, "no expression can name it", help);
        }
        let Some(table) = reader.table(value, &place, EXAMPLE) else { continue };
        movements.extend(movement(reader, name, table, value, palette, &place));
    }
    if table.is_empty() {
        let help = "describe one in [movement.walk], or leave it out";
        reader.error(value.span(), "movement", "there is no movement", help);
    }
    // So that names of mistaken ones are not told as unknown, all are wanted.
    (movements.len() == table.len() && !movements.is_empty()).then_some(movements)
}

fn movement(
    reader: &mut Reader<'_>,
    name: &str,
    table: &DeTable<'_>,
    value: &Value<'_>,
    palette: &Palette,
    place: &str,
) -> Option<Movement> {
    let is_platformer = table.contains_key("jump");
    let (over, steps) = if is_platformer {
        let known = ["jump", "reach", "solid", "ladders", "ropes", "one_way", "doors"];
        reader.check_keys(table, place, &known);
        platformer(reader, table, value, palette, place)
    } else {
        reader.check_keys(table, place, &["over", "steps", "one_way", "doors"]);
        walker(reader, table, value, palette, place)
    };
    let one_way = one_way(reader, table, palette, place);
    let doors = doors(reader, table, palette, place);
    Some(Movement { name: name.to_owned(), over: over?, steps: steps?, one_way, doors })
}

/// Tiles and steps without gravity.
fn walker(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    value: &Value<'_>,
    palette: &Palette,
    place: &str,
) -> (Option<TileSet>, Option<Steps>) {
    let over = tiles(reader, table, "over", palette, place);
    if !table.contains_key("over") {
        let help = format!("say so, as in {EXAMPLE}");
        let message = "nothing says which tiles it enters";
        reader.missing(&["over"], value.span(), place, message, help);
    }
    (over, steps(reader, table, place).map(Steps::Offsets))
}

/// Tiles and steps with gravity.
fn platformer(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    value: &Value<'_>,
    palette: &Palette,
    place: &str,
) -> (Option<TileSet>, Option<Steps>) {
    let solid = tiles(reader, table, "solid", palette, place);
    if !table.contains_key("solid") {
        let help = "say so, as in `solid = \"ground|brick\"`";
        let message = "nothing says which tiles one stands on";
        reader.missing(&["solid"], value.span(), place, message, help);
    }
    let mut number = |key: &str, example: &str| match table.get(key) {
        None => Some(0),
        Some(value) => reader.whole_number(value, place, 0..=JUMP_MAX, example),
    };
    let height = number("jump", "the cells that a jump goes up, such as 3");
    let reach = number("reach", "the cells that a jump goes sideways, such as 4");
    let mut optional = |key| {
        if !table.contains_key(key) {
            return Some(TileSet::EMPTY);
        }
        tiles(reader, table, key, palette, place)
    };
    let (ladders, ropes) = (optional("ladders"), optional("ropes"));
    let over = solid.map(|solid| TileSet::entities(palette.len()).difference(solid));
    let steps = (|| {
        Some(Steps::Platformer(Platformer {
            solid: solid?,
            ladders: ladders?,
            ropes: ropes?,
            height: height? as u8,
            reach: reach? as u8,
        }))
    })();
    (over, steps)
}

/// The tiles that the text of a key names.
pub(super) fn tiles(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    key: &str,
    palette: &Palette,
    place: &str,
) -> Option<TileSet> {
    let text = reader.text(table.get(key)?, place, EXAMPLE)?;
    let found = parse_tiles(&text.value).and_then(|named| tile_set(&named, palette));
    reader.check(&text, found)
}

/// What one step is: a word, or offsets, to which their opposites belong.
fn steps(reader: &mut Reader<'_>, table: &DeTable<'_>, place: &str) -> Option<Vec<(isize, isize)>> {
    const EXAMPLE: &str =
        "\"plus\", \"all\", \"diagonal\", \"knight\", or offsets such as [[1, 0], [0, 1]]";
    let Some(value) = table.get("steps") else { return Some(PLUS.to_vec()) };
    if value.get_ref().is_str() {
        let text = reader.text(value, place, EXAMPLE)?;
        let diagonal = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
        return match text.value.as_str() {
            "plus" => Some(PLUS.to_vec()),
            "diagonal" => Some(diagonal.to_vec()),
            "all" => Some(PLUS.into_iter().chain(diagonal).collect()),
            "knight" => Some(both_ways(&[(1, 2), (2, 1), (1, -2), (2, -1)])),
            other => {
                let known = ["plus", "all", "diagonal", "knight"];
                let help = suggestion(other, known, &format!("write {EXAMPLE}"));
                reader.error(text.range, place, format!("`{other}` is no kind of step"), help);
                None
            }
        };
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
            reader.error(pair.span(), place, "this offset is no step", help);
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

/// The offsets and their opposites, each once.
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

/// The tiles that are passed in one direction.
fn one_way(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    palette: &Palette,
    place: &str,
) -> Vec<(Tile, Direction)> {
    const EXAMPLE: &str = "`one_way = { slide = \"down\" }`";
    let mut found = Vec::new();
    for (name, direction, value) in pairs(reader, table, "one_way", palette, place, EXAMPLE) {
        let direction = match direction.as_str() {
            "left" => Direction::Left,
            "right" => Direction::Right,
            "up" => Direction::Up,
            "down" => Direction::Down,
            other => {
                let help = suggestion(
                    other,
                    ["left", "right", "up", "down"],
                    "write left, right, up or down",
                );
                reader.error(value, place, format!("`{other}` is no direction"), help);
                continue;
            }
        };
        found.push((name, direction));
    }
    found
}

/// The doors and their keys.
fn doors(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    palette: &Palette,
    place: &str,
) -> Vec<Door> {
    const EXAMPLE: &str = "`doors = { red_door = \"red_key\" }`";
    let mut doors = Vec::new();
    for (door, key, value) in pairs(reader, table, "doors", palette, place, EXAMPLE) {
        match tile(&key, value.clone(), palette) {
            Ok(key) => doors.push(Door { door, key }),
            Err(Mistake { message, help, .. }) => reader.error(value, place, message, help),
        }
    }
    if doors.len() > N_DOORS_MAX
        && let Some(value) = table.get("doors")
    {
        let message = format!("there are {} kinds of doors, at most {N_DOORS_MAX}", doors.len());
        reader.error(value.span(), place, message, "let some keys open all doors");
        doors.truncate(N_DOORS_MAX);
    }
    doors
}

/// A table of tiles and words.
fn pairs(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    key: &str,
    palette: &Palette,
    place: &str,
    example: &str,
) -> Vec<(Tile, String, std::ops::Range<usize>)> {
    let Some(value) = table.get(key) else { return Vec::new() };
    let Some(inner) = reader.table(value, place, example) else { return Vec::new() };
    let mut found = Vec::new();
    for (name, value) in inner {
        let Some(text) = reader.text(value, place, example) else { continue };
        match tile(name.get_ref(), name.span(), palette) {
            Ok(tile) => found.push((tile, text.value, text.range)),
            Err(mistake) => reader.error(mistake.range, place, mistake.message, mistake.help),
        }
    }
    found
}
