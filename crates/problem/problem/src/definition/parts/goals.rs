//! Objectives and controls.

use marahel_script::N_DIALS_MAX;

use super::{compiled, expression, too_long};
use crate::catalogue::Range;
use crate::definition::Span;
use crate::definition::keys::{
    ControlKeys, FileKeys, N_ENTRIES_MAX, OBJECTIVE, ObjectiveKeys, ObjectiveWritten, REQUESTED,
};
use crate::definition::reader::{Entry, Faults, Part, Text, checked};
use crate::expression::demand;
use crate::formulas::{Compiler, Node};
use crate::likeness::Drawings;
use crate::{Band, Control, Objective, ObjectiveKind};

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

pub(super) fn objectives(
    file: &FileKeys,
    compiler: &mut Compiler<'_>,
    drawings: Option<&Drawings>,
    faults: &mut Faults,
) -> Vec<Objective> {
    let likeness = drawings.and_then(|drawings| likeness(drawings, compiler));
    // Levels can be checked without any.
    let Some(entries) = &file.objectives else { return Vec::from_iter(likeness) };
    let Some(entries) = entries else { return Vec::new() };
    if entries.n == 0 || entries.n > N_ENTRIES_MAX {
        let message = format!("there are {} objectives, not 1 to {N_ENTRIES_MAX}", entries.n);
        let help = format!("write {OBJECTIVE}");
        mistake!(faults, entries.range.clone(), "objectives", message, help);
        return Vec::new();
    }
    let is_objective = |name: &str| entries.all.iter().any(|entry| entry.name == name);
    let mut objectives = Vec::new();
    for entry in &entries.all {
        check_name(entry, faults);
        let name = &entry.name;
        let mut endings = COLUMN_ENDINGS.iter().filter_map(|ending| name.strip_suffix(ending));
        if endings.any(is_objective) || COLUMNS.contains(&&**name) {
            let message = format!("`{name}` is a column of the tables of a run");
            mistake!(faults, entry.range.clone(), entry.place, message, "call it otherwise");
        }
        objectives.extend(match &entry.value {
            Some(ObjectiveWritten::Demand(text)) => demanded(name, text, compiler, faults),
            Some(ObjectiveWritten::Table(keys)) => described(name, keys, compiler, faults),
            None => None,
        });
    }
    if !is_objective(LIKE) {
        objectives.extend(likeness);
    }
    objectives
}

/// Reports a name that files and columns cannot have.
fn check_name<T>(entry: &Entry<T>, faults: &mut Faults) {
    let name = &entry.name;
    // The name of an objective is also that of a column.
    let mut letters = name.chars();
    let is_plain = letters.all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
    if name.is_empty() || !is_plain {
        let help = "use letters, digits, - and _";
        mistake!(faults, entry.key.clone(), entry.place, "this cannot be a name", help);
    }
    if let Some((message, help)) = too_long(name) {
        mistake!(faults, entry.key.clone(), entry.place, message, help);
    }
}

/// An objective that is written as a demand.
fn demanded(
    name: &str,
    text: &Text,
    compiler: &mut Compiler<'_>,
    faults: &mut Faults,
) -> Option<Objective> {
    let demand = checked(text, demand(&text.value), faults)?;
    let value = match demand.place {
        Some(place) => text.part(demand.value, place),
        None => Text::new(&demand.value, text.range.clone(), &text.place),
    };
    let node = compiled(&value, compiler, faults)?;
    let place = (&value.range, &*value.place);
    let band = band(demand.range, [None; 2], is_share(&node, compiler), place, faults)?;
    Some(objective(name, value.value, node, (band, ObjectiveKind::Count)))
}

/// An objective that is written as a table.
fn described(
    name: &str,
    keys: &ObjectiveKeys,
    compiler: &mut Compiler<'_>,
    faults: &mut Faults,
) -> Option<Objective> {
    let Part { range: span, place, misspelt, .. } = &keys.part;
    let value = value(name, keys.value.as_ref(), &keys.part, compiler, faults);
    let is_share = value.as_ref().is_some_and(|(_, node)| is_share(node, compiler));
    let range = keys.range.flatten()?;
    let [below, above] = [keys.zero_below, keys.zero_above];
    if below == Some(None) || above == Some(None) {
        return None;
    }
    if above.is_none() && misspelt.contains(&"zero_above") {
        return None;
    }
    let zeros = [below.flatten(), above.flatten()];
    let zeros = zeros.map(|zero| zero.filter(|zero: &f64| !zero.is_nan()));
    let band = band(range, zeros, is_share, (span, place), faults);
    let ((text, node), band) = value.zip(band)?;
    Some(objective(name, text.value, node, (band, band.kind())))
}

/// The value: its own expression, or the measure of the same name.
fn value(
    name: &str,
    text: Option<&Option<Text>>,
    part: &Part,
    compiler: &mut Compiler<'_>,
    faults: &mut Faults,
) -> Option<(Text, Node)> {
    if text.is_some() {
        return expression(text, compiler, faults);
    }
    if compiler.names.named.iter().all(|(measure, _)| measure != name) {
        if !part.misspelt.contains(&"value") {
            let help = format!("give it one, or a measure of its name; write {OBJECTIVE}");
            mistake!(faults, part.range.clone(), part.place, "it has no value", help);
        }
        return None;
    }
    let text = Text::new(name, part.range.clone(), &part.place);
    let node = compiled(&text, compiler, faults)?;
    Some((text, node))
}

/// The band of a range; the score of a share falls to 0 at 1.
fn band(
    range: [f64; 2],
    [zero_below, zero_above]: [Option<f64>; 2],
    is_share: bool,
    (span, place): (&Span, &str),
    faults: &mut Faults,
) -> Option<Band> {
    let zero_above = zero_above.or_else(|| is_share.then(|| range[1].max(1.0)));
    let band = Band::of_settings(range, zero_below, zero_above);
    band.map_err(|error| mistake!(faults, span.clone(), place, error.to_string(), "")).ok()
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
    file: &FileKeys,
    compiler: &mut Compiler<'_>,
    faults: &mut Faults,
) -> Vec<(Control, Node)> {
    let Some(Some(entries)) = &file.controls else { return Vec::new() };
    if entries.n > N_ENTRIES_MAX {
        let message = format!("there are {} controls, not 1 to {N_ENTRIES_MAX}", entries.n);
        mistake!(faults, entries.range.clone(), "controls", message, "leave some out");
        return Vec::new();
    }
    let mut controls = Vec::new();
    for entry in &entries.all {
        check_name(entry, faults);
        let Some(keys) = &entry.value else { continue };
        let value = value(&entry.name, keys.value.as_ref(), &keys.part, compiler, faults);
        let range = requested(keys, faults);
        let tolerance = keys.tolerance.unwrap_or(Some(0));
        let is_dial = keys.dial.flatten().unwrap_or(false);
        if let (Some((_, node)), Some([low, high]), Some(tolerance)) = (value, range, tolerance) {
            let name = entry.name.clone();
            controls.push((Control { name, low, high: high + 1, tolerance, is_dial }, node));
        }
    }
    let n_dials = controls.iter().filter(|(control, _): &&(Control, _)| control.is_dial).count();
    if n_dials > N_DIALS_MAX {
        let message = format!("there are {n_dials} dials; a script has at most {N_DIALS_MAX}");
        let help = "leave out `dial = true` of some";
        mistake!(faults, entries.range.clone(), "controls", message, help);
    }
    controls
}

/// The values that can be requested of a control.
fn requested(keys: &ControlKeys, faults: &mut Faults) -> Option<[u32; 2]> {
    let [low, high] = keys.range.flatten()?;
    let mut ends = [low, high].into_iter();
    let are_whole = ends.all(|end| end.fract() == 0.0 && (0.0..=1e6).contains(&end));
    if !are_whole || low > high {
        let Part { place, spans, .. } = &keys.part;
        let help = format!("give whole numbers, {REQUESTED}");
        mistake!(faults, spans["range"].clone(), place, "this range is not possible", help);
        return None;
    }
    Some([low as u32, high as u32])
}
