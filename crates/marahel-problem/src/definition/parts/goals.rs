//! Objectives and controls.

use std::ops::RangeInclusive;

use crate::likeness::Drawings;
use marahel_script::N_DIALS_MAX;
use toml::Spanned;
use toml::de::{DeString, DeTable};

use super::{compiled, expression};
use crate::catalogue::Range;
use crate::definition::Span;
use crate::definition::table_reader::{Part, TableReader, Text, Value, shortened};
use crate::expression::demand;
use crate::formulas::{Compiler, Node};
use crate::{Band, Control, Objective, ObjectiveKind};

const EXAMPLE: &str = "`enemies = \"2 <= count(enemy) <= 4\"`";
const CONTROL: &str = "`enemies = { value = \"count(enemy)\", range = [1, 9], tolerance = 1 }`";

const N_OBJECTIVES_MAX: usize = 64;

/// Columns in the tables of a run that are not objectives, and endings of columns that belong to
/// one.
const COLUMNS: [&str; 8] = [
    "id",
    "rank",
    "crowding_distance",
    "parents",
    "genes",
    "script",
    "explorers",
    "still_non_dominated",
];
const COLUMN_ENDINGS: [&str; 2] = ["_validated", "_se"];

pub(super) const KEYS: [&str; 4] = ["value", "range", "zero_below", "zero_above"];

const N_CONTROLS_MAX: usize = 64;

pub(super) fn objectives(
    reader: &mut TableReader<'_>,
    compiler: &mut Compiler<'_>,
    drawings: Option<&Drawings>,
) -> Vec<Objective> {
    let likeness = drawings.and_then(|drawings| likeness(drawings, compiler));
    // Levels can be checked without any.
    let Some(value) = reader.get("objectives") else { return Vec::from_iter(likeness) };
    let Some(table) = reader.table(value, "objectives", EXAMPLE) else { return Vec::new() };
    if table.is_empty() || table.len() > N_OBJECTIVES_MAX {
        let message = format!("there are {} objectives, not 1 to {N_OBJECTIVES_MAX}", table.len());
        reader.error(value.span(), "objectives", message, format!("write {EXAMPLE}"));
        return Vec::new();
    }
    let mut objectives = Vec::new();
    for (key, value) in table {
        let (name, place) = named(reader, key, "objective");
        check_column(reader, name, table, value.span(), &place);
        objectives.extend(match value.get_ref().as_table() {
            Some(_) => Entry::of(reader, (name, place), value, EXAMPLE, &KEYS)
                .and_then(|entry| entry.objective(reader, compiler)),
            None => demanded(reader, compiler, (name, &place), value),
        });
    }
    if !table.contains_key(LIKE) {
        objectives.extend(likeness);
    }
    objectives
}

/// An objective that is written as a demand.
fn demanded(
    reader: &mut TableReader<'_>,
    compiler: &mut Compiler<'_>,
    (name, place): (&str, &str),
    value: &Value<'_>,
) -> Option<Objective> {
    let text = reader.text(value, place, EXAMPLE)?;
    let demand = reader.check(&text, demand(&text.value))?;
    let value = match demand.place {
        Some(place) => text.part(demand.value, place),
        None => Text::new(&demand.value, text.range, &text.place),
    };
    let node = compiled(reader, compiler, &value)?;
    let band =
        band(reader, demand.range, [None; 2], is_share(&node, compiler), (&value.range, place))?;
    Some(objective(name, value.value, node, (band, ObjectiveKind::Count)))
}

/// The band of a range; the score of a share falls to 0 at 1.
fn band(
    reader: &mut TableReader<'_>,
    range: [f64; 2],
    [zero_below, zero_above]: [Option<f64>; 2],
    is_share: bool,
    (span, place): (&Span, &str),
) -> Option<Band> {
    let zero_above = zero_above.or_else(|| is_share.then(|| range[1].max(1.0)));
    Band::of_settings(range, zero_below, zero_above)
        .map_err(|error| reader.error(span.clone(), place, error.to_string(), ""))
        .ok()
}

/// Whether an expression is a share, which is never above 1.
fn is_share(node: &Node, compiler: &Compiler<'_>) -> bool {
    matches!(node, Node::Measure(index) if compiler.measures[*index].entry.range == Range::Share)
}

/// The default objective of files with drawings.
const LIKE: &str = "like";

/// To be as similar to the drawings as they are to each other; with too few drawings, to be as
/// similar as possible.
fn likeness(drawings: &Drawings, compiler: &mut Compiler<'_>) -> Option<Objective> {
    let text = "like()".to_owned();
    let node = compiler.expression(&text).ok()?;
    compiler.use_all_tiles();
    let enough = drawings.ceiling().unwrap_or(1.0);
    let band = Band::new(enough, f64::INFINITY, 0.0, f64::INFINITY).ok()?;
    Some(objective(LIKE, text, node, (band, band.kind())))
}

fn objective(
    name: &str,
    text: String,
    node: Node,
    (band, kind): (Band, ObjectiveKind),
) -> Objective {
    Objective { name: name.to_owned(), band, kind, text, node }
}

pub(super) fn controls(
    reader: &mut TableReader<'_>,
    compiler: &mut Compiler<'_>,
) -> Vec<(Control, Node)> {
    let Some(value) = reader.get("controls") else { return Vec::new() };
    let Some(table) = reader.table(value, "controls", CONTROL) else { return Vec::new() };
    if table.len() > N_CONTROLS_MAX {
        let message = format!("there are {} controls, not 1 to {N_CONTROLS_MAX}", table.len());
        reader.error(value.span(), "controls", message, "leave some out");
        return Vec::new();
    }
    let mut controls = Vec::new();
    let keys = ["value", "range", "tolerance", "dial"];
    for (key, value) in table {
        let named = named(reader, key, "control");
        let Some(entry) = Entry::of(reader, named, value, CONTROL, &keys) else { continue };
        let value = entry.value(reader, compiler);
        let range = entry.whole_range(reader);
        let Entry { name, part } = &entry;
        let tolerance = part.whole_number(reader, "tolerance", 0, 1_000_000, "a number, such as 1");
        let example = "`dial = true` if scripts shall have a dial for it";
        let dial = part.table.get("dial");
        let is_dial = dial.and_then(|value| reader.truth(value, &part.place, example));
        let is_dial = is_dial.unwrap_or(false);
        if let (Some((_, node)), Some([low, high]), Some(tolerance)) = (value, range, tolerance) {
            let name = (*name).to_owned();
            controls.push((Control { name, low, high: high + 1, tolerance, is_dial }, node));
        }
    }
    let n_dials = controls.iter().filter(|(control, _): &&(Control, _)| control.is_dial).count();
    if n_dials > N_DIALS_MAX {
        let message = format!("there are {n_dials} dials; a script has at most {N_DIALS_MAX}");
        reader.error(value.span(), "controls", message, "leave out `dial = true` of some");
    }
    controls
}

struct Entry<'e> {
    name: &'e str,
    part: Part<'e>,
}

/// The name of an objective or a control, checked, and the part of the file in words.
fn named<'k>(
    reader: &mut TableReader<'_>,
    key: &'k Spanned<DeString<'_>>,
    what: &str,
) -> (&'k str, String) {
    let name: &str = key.get_ref();
    let place = format!("{what} `{}`", shortened(name));
    // The name of an objective is also that of a column.
    let mut letters = name.chars();
    let is_plain = letters.all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
    if name.is_empty() || !is_plain {
        let help = "use letters, digits, - and _";
        reader.error(key.span(), &place, "this cannot be a name", help);
    }
    reader.check_length(name, key.span(), &place);
    (name, place)
}

/// Reports a name that is already a column in the tables of a run.
fn check_column(
    reader: &mut TableReader<'_>,
    name: &str,
    table: &DeTable<'_>,
    span: Span,
    place: &str,
) {
    let is_of_another = COLUMN_ENDINGS
        .iter()
        .any(|ending| name.strip_suffix(ending).is_some_and(|name| table.contains_key(name)));
    if is_of_another || COLUMNS.contains(&name) {
        let message = format!("`{name}` is a column of the tables of a run");
        reader.error(span, place, message, "call it otherwise");
    }
}

impl<'e> Entry<'e> {
    fn of(
        reader: &mut TableReader<'_>,
        (name, place): (&'e str, String),
        value: &'e Value<'e>,
        example: &str,
        keys: &[&str],
    ) -> Option<Self> {
        Some(Self { name, part: reader.part(value, &place, example, keys)? })
    }

    fn objective(
        &self,
        reader: &mut TableReader<'_>,
        compiler: &mut Compiler<'_>,
    ) -> Option<Objective> {
        let value = self.value(reader, compiler);
        let is_share = value.as_ref().is_some_and(|(_, node)| is_share(node, compiler));
        let band = self.band(reader, is_share);
        let ((text, node), band) = value.zip(band)?;
        Some(objective(self.name, text.value, node, (band, band.kind())))
    }

    /// The value: its own expression, or the measure of the same name.
    fn value(
        &self,
        reader: &mut TableReader<'_>,
        compiler: &mut Compiler<'_>,
    ) -> Option<(Text, Node)> {
        let Part { table, range, place } = &self.part;
        if let Some(value) = table.get("value") {
            return expression(reader, value, place, compiler);
        }
        if compiler.names.named.iter().all(|(name, _)| name != self.name) {
            let help = format!("give it one, or a measure of its name; write {EXAMPLE}");
            self.part.lacks(reader, "value", "it has no value", &help);
            return None;
        }
        let text = Text::new(self.name, range.clone(), place);
        let node = compiled(reader, compiler, &text)?;
        Some((text, node))
    }

    fn band(&self, reader: &mut TableReader<'_>, is_share: bool) -> Option<Band> {
        const RANGE: &str = "the least and the greatest good value: [2, 4], or [20, inf]";
        const ZERO: &str = "the value where the score is 0";
        let (range, _) = self.range(reader, RANGE, "the good values are not set")?;
        let Part { range: span, place, .. } = &self.part;
        let below = self.part.number(reader, "zero_below", f64::NAN, ALL, ZERO)?;
        let above = self.part.number(reader, "zero_above", f64::NAN, ALL, ZERO)?;
        let [below, above] = [below, above].map(|zero| Some(zero).filter(|zero| !zero.is_nan()));
        if above.is_none() && reader.is_misspelt(place, "zero_above") {
            return None;
        }
        band(reader, range, [below, above], is_share, (span, place))
    }

    /// The values that can be requested of a control.
    fn whole_range(&self, reader: &mut TableReader<'_>) -> Option<[u32; 2]> {
        const RANGE: &str = "the least and the greatest value: [1, 9]";
        let ([low, high], span) = self.range(reader, RANGE, "the range is not set")?;
        let mut ends = [low, high].into_iter();
        let are_whole = ends.all(|end| end.fract() == 0.0 && (0.0..=1e6).contains(&end));
        if !are_whole || low > high {
            let help = format!("give whole numbers, {RANGE}");
            reader.error(span, &self.part.place, "this range is not possible", help);
            return None;
        }
        Some([low as u32, high as u32])
    }

    fn range(
        &self,
        reader: &mut TableReader<'_>,
        example: &str,
        missing: &str,
    ) -> Option<([f64; 2], Span)> {
        let place = &self.part.place;
        let Some(value) = self.part.table.get("range") else {
            self.part.lacks(reader, "range", missing, &format!("give {example}"));
            return None;
        };
        let values = reader.array(value, place, example)?;
        let [low, high] = values else {
            let message = format!("a range has 2 numbers, not {}", values.len());
            reader.error(value.span(), place, message, format!("give {example}"));
            return None;
        };
        let low = reader.number(low, place, ALL, example)?;
        Some(([low, reader.number(high, place, ALL, example)?], value.span()))
    }
}

const ALL: RangeInclusive<f64> = f64::NEG_INFINITY..=f64::INFINITY;
