//! Objectives and controls: values, and which of them are wanted.

use level::TileSet;
use patterns::Drawings;
use toml::de::DeTable;

use crate::definition::Goal;
use crate::definition::reader::{Reader, Text, Value};
use crate::program::{Compiler, Node};
use crate::{Band, Control};

const EXAMPLE: &str = "`enemies = { value = \"count(enemy)\", range = [2, 4], zero_above = 10 }`";
const CONTROL: &str = "`enemies = { value = \"count(enemy)\", range = [1, 9], tolerance = 1 }`";

/// Levels have at most so many objectives.
const N_OBJECTIVES_MAX: usize = 16;

pub(super) fn objectives(
    reader: &mut Reader<'_>,
    document: &DeTable<'_>,
    compiler: &mut Compiler<'_>,
    named: &[(String, String)],
    drawings: Option<&Drawings>,
) -> Vec<Goal> {
    let likeness = drawings.and_then(|drawings| likeness(drawings, compiler));
    let Some(value) = document.get("objectives") else {
        if likeness.is_some() {
            return Vec::from_iter(likeness);
        }
        let help = format!("describe what is wanted in [objectives]: {EXAMPLE}");
        reader.missing(&["objectives"], 0..0, "", "there are no objectives", help);
        return Vec::new();
    };
    let Some(table) = reader.table(value, "objectives", EXAMPLE) else { return Vec::new() };
    if table.is_empty() || table.len() > N_OBJECTIVES_MAX {
        let message = format!("there are {} objectives, not 1 to {N_OBJECTIVES_MAX}", table.len());
        reader.error(value.span(), "objectives", message, format!("write {EXAMPLE}"));
    }
    let mut objectives = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let place = format!("objective `{name}`");
        check_name(reader, name, key.span(), &place);
        let Some(table) = reader.table(value, &place, EXAMPLE) else { continue };
        reader.check_keys(table, &place, &["value", "range", "zero_below", "zero_above"]);
        let found = measured(reader, table, value, name, &place, compiler, named);
        let band = band(reader, table, value, &place);
        if let (Some((text, node)), Some(band)) = (found, band) {
            objectives.push(Goal { name: name.to_owned(), text: text.value, node, band });
        }
    }
    if !table.contains_key(LIKE) {
        objectives.extend(likeness);
    }
    objectives
}

/// The objective of files with drawings that say nothing of it.
const LIKE: &str = "like";

/// To be as similar to the drawings as they are to each other; as similar as can be where
/// too few of them could tell.
fn likeness(drawings: &Drawings, compiler: &mut Compiler<'_>) -> Option<Goal> {
    let text = "like()".to_owned();
    let node = compiler.expression(&text).ok()?;
    compiler.use_tiles(TileSet::entities(compiler.palette().len()));
    let enough = drawings.ceiling().unwrap_or(1.0);
    let band = Band::new(enough, f64::INFINITY, 0.0, f64::INFINITY).ok()?;
    Some(Goal { name: LIKE.to_owned(), text, node, band })
}

/// Names of objectives are those of columns.
fn check_name(reader: &mut Reader<'_>, name: &str, range: std::ops::Range<usize>, place: &str) {
    let is_plain = |character: char| character.is_alphanumeric() || "-_".contains(character);
    if name.is_empty() || !name.chars().all(is_plain) {
        reader.error(range, place, "this cannot be a name", "use letters, digits, - and _");
    }
}

pub(super) fn controls(
    reader: &mut Reader<'_>,
    document: &DeTable<'_>,
    compiler: &mut Compiler<'_>,
    named: &[(String, String)],
) -> Vec<(Control, Node)> {
    let Some(value) = document.get("controls") else { return Vec::new() };
    let Some(table) = reader.table(value, "controls", CONTROL) else { return Vec::new() };
    let mut controls = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let place = format!("control `{name}`");
        check_name(reader, name, key.span(), &place);
        let Some(table) = reader.table(value, &place, CONTROL) else { continue };
        reader.check_keys(table, &place, &["value", "range", "tolerance", "dial"]);
        let found = measured(reader, table, value, name, &place, compiler, named);
        let range = whole_range(reader, table, value, &place);
        let tolerance = match table.get("tolerance") {
            None => Some(0),
            Some(value) => reader.whole_number(value, &place, 0..=1_000_000, "a number, such as 1"),
        };
        let is_dial = table.get("dial").is_some_and(|value| {
            reader
                .truth(value, &place, "`dial = true` if scripts shall have a dial for it")
                .unwrap_or(false)
        });
        if let (Some((_, node)), Some([low, high]), Some(tolerance)) = (found, range, tolerance) {
            let name = name.to_owned();
            controls.push((Control { name, low, high: high + 1, tolerance, is_dial }, node));
        }
    }
    controls
}

/// The value of a goal: its own expression, or that of its name.
fn measured(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    goal: &Value<'_>,
    name: &str,
    place: &str,
    compiler: &mut Compiler<'_>,
    named: &[(String, String)],
) -> Option<(Text, Node)> {
    let Some(value) = table.get("value") else {
        let place_of_name = named.iter().any(|(known, _)| known == name);
        if !place_of_name {
            let help = format!("give it one, or a measure of its name; write {EXAMPLE}");
            reader.missing(&["value"], goal.span(), place, "it has no value", help);
            return None;
        }
        let node = compiler.expression(name).ok()?;
        return Some((Text::new(name, goal.span(), place), node));
    };
    let text = reader.text(value, place, "an expression in quotes")?;
    let found = compiler.expression(&text.value);
    let node = reader.check(&text, found)?;
    Some((text, node))
}

/// The band of an objective.
fn band(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    goal: &Value<'_>,
    place: &str,
) -> Option<Band> {
    const RANGE: &str = "the least and the greatest good value: [2, 4], or [20, inf]";
    let Some(value) = table.get("range") else {
        let help = format!("give {RANGE}");
        reader.missing(&["range"], goal.span(), place, "nothing says which values are good", help);
        return None;
    };
    let [min, max] = numbers(reader, value, place, RANGE)?;
    let mut zero = |key: &str| match table.get(key) {
        None => Some(None),
        Some(value) => {
            let all = f64::NEG_INFINITY..=f64::INFINITY;
            reader.number(value, place, all, "the value where the score is 0").map(Some)
        }
    };
    let (below, above) = (zero("zero_below")?, zero("zero_above")?);
    if above.is_none() && reader.is_misspelt(place, "zero_above") {
        return None;
    }
    Band::of_settings([min, max], below, above)
        .map_err(|error| reader.error(goal.span(), place, error.to_string(), ""))
        .ok()
}

/// Two numbers.
fn numbers(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    place: &str,
    example: &str,
) -> Option<[f64; 2]> {
    let values = reader.array(value, place, example)?;
    let [low, high] = values else {
        let message = format!("a range has 2 numbers, not {}", values.len());
        reader.error(value.span(), place, message, format!("give {example}"));
        return None;
    };
    let all = f64::NEG_INFINITY..=f64::INFINITY;
    Some([
        reader.number(low, place, all.clone(), example)?,
        reader.number(high, place, all, example)?,
    ])
}

/// The values that a control is asked for.
fn whole_range(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    control: &Value<'_>,
    place: &str,
) -> Option<[u32; 2]> {
    const RANGE: &str = "the least and the greatest value that is asked for: [1, 9]";
    let Some(value) = table.get("range") else {
        let help = format!("give {RANGE}");
        let message = "nothing says what can be asked for";
        reader.missing(&["range"], control.span(), place, message, help);
        return None;
    };
    let [low, high] = numbers(reader, value, place, RANGE)?;
    let is_whole = |number: f64| number.fract() == 0.0 && (0.0..=1e6).contains(&number);
    if !is_whole(low) || !is_whole(high) || low > high {
        let help = format!("give whole numbers, {RANGE}");
        reader.error(value.span(), place, "this cannot be asked for", help);
        return None;
    }
    Some([low as u32, high as u32])
}
