//! The parts of a problem file, in an order in which each part needs only earlier ones.

mod drawn;
mod goals;
mod groups;
mod looks;
mod misplaced;
mod movements;
mod neighborhoods;
mod outside;
mod tiles;
mod variety;

pub(crate) use tiles::Tiles;

use std::collections::BTreeMap;
use std::sync::Arc;

use marahel_level::N_TILES_MAX;
use marahel_paths::sokoban::SolverSettings;
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use super::table_reader::{TableReader, Text, Value, shortened};
use super::{Definition, warnings};
use crate::ProblemError;
use crate::catalogue::Settings;
use crate::formulas::{Compiler, Names, Node};
use crate::lists::long_list;
use crate::measure::MeasureSettings;
use crate::role::Clues;

/// Keys and tables of a problem file.
pub const SECTIONS: [&str; 26] = [
    "name",
    "about",
    "size",
    "sizes",
    "playable",
    "whole",
    "path",
    "solver",
    "genome",
    "like",
    "pins",
    "empty",
    "layers",
    "objects",
    "names_from",
    "legend",
    "folder",
    "tiles",
    "groups",
    "movement",
    "neighborhoods",
    "outside",
    "measures",
    "objectives",
    "variety",
    "controls",
];

/// Settings of configs. No problem can have one of these names, because its table is on the same
/// level of a config.
pub const KEYS_OF_CONFIGS: [&str; 14] = [
    "problem",
    "size",
    "dials",
    "seed",
    "maps",
    "maps_max",
    "grow_period",
    "validation_maps",
    "validation_period",
    "from",
    "names",
    "lock",
    "search",
    "study",
];

/// Reads a document; `None` if it cannot be understood. Mistakes are reported to the reader.
pub(super) fn definition(reader: &mut TableReader<'_>, text: &str) -> Option<Definition> {
    reader.check_keys(reader.document, "", &SECTIONS);

    let name = name(reader);
    let about = reader.get("about").and_then(|about| {
        reader.text(about, "about", "a sentence in quotes").map(|about| about.value)
    });
    let sizes = sizes(reader);
    let tiles = tiles::tiles(reader)?;
    let groups = groups::groups(reader, &tiles.palette);
    let movements = movements::movements(reader, &tiles, &groups)?;
    let neighborhoods = neighborhoods::neighborhoods(reader);
    let outside = outside::outside(reader);
    let drawn::DrawnLevels { like: drawings, pinned, files: drawn, hints: drawn_hints } =
        drawn::drawn(reader, &tiles.palette, &sizes);
    let values = outside.as_ref().map(|outside| &*outside.values);
    let named = named(reader);
    let texts: Vec<(String, String)> =
        named.iter().map(|(name, text)| (name.clone(), text.value.clone())).collect();

    let mut compiler = Compiler::new(Names {
        palette: &tiles.palette,
        size: greatest(&sizes),
        movements: &movements,
        groups: &groups,
        neighborhoods: &neighborhoods,
        named: &texts,
        outside: values,
        drawings: drawings.as_ref(),
        verdicts: None,
    });
    check_named(reader, &mut compiler, &named);
    let objectives = goals::objectives(reader, &mut compiler, drawings.as_deref());
    let controls = goals::controls(reader, &mut compiler);
    let (controls, control_nodes) = controls.into_iter().unzip();
    let playable = playable(reader, &mut compiler);
    let whole = reader.get("whole");
    let whole = whole.and_then(|value| expression(reader, value, "whole", &mut compiler));
    let (way, different, variety_goals) = variety::variety(reader, &mut compiler)?;
    let has_settings = |settings| compiler.settings_used.contains(&settings);
    let path = settings(reader, "path", has_settings(Settings::Path)).unwrap_or_default();
    check_genome(reader);
    let solver = settings(reader, "solver", has_settings(Settings::Solver));
    check_solver(reader, solver);
    let used = compiler.used;
    warnings::regions_without_doors(reader, &named, &movements, &tiles.palette);
    warnings::unused_values(reader, outside.as_ref(), &compiler);
    neighborhoods::warn_of_unused(reader, &compiler);
    let formulas = compiler.finish();
    if let Some(&size) = sizes.iter().find(|&&size| !formulas.suits(size)) {
        let range = reader.get("size").or(reader.get("sizes")).map_or(0..0, Value::span);
        reader.error(range, "size", ProblemError::of_size(size).to_string(), "");
    }
    warnings::unused_tiles(reader, &tiles, used, &movements);
    warnings::unreachable_goals(reader, &objectives, &formulas, &sizes, &tiles.palette);
    warnings::contradictions::tell(reader, &objectives, &formulas, &sizes);
    let counted = objectives.iter();
    let counted = counted.filter_map(|goal| Some((formulas.counted(&goal.node)?, goal.band)));
    let roles = Clues {
        tiles: &tiles,
        movements: if reader.has("movement") { &movements } else { &[] },
        measures: &formulas.measures,
        counted: counted.collect(),
        n_cells: sizes.iter().map(|&(width, height)| width * height).min().unwrap_or(1),
    };
    let (roles, guessed) = (roles.roles(), roles.guessed());
    let (playable_text, playable) = playable?;
    Some(Definition {
        text: text.to_owned(),
        name: name?,
        about: about.unwrap_or_default(),
        sizes,
        palette: Arc::new(looks::by_roles(&tiles, &roles, &guessed, &movements)),
        roles,
        guessed,
        sprites: tiles.sprites,
        drawn,
        drawn_hints,
        pinned,
        weights: tiles.weights,
        objectives,
        playable,
        whole: whole.map(|(text, node)| (text.value, node)),
        texts,
        playable_text: playable_text.value,
        way,
        different,
        variety_goals,
        controls,
        control_nodes,
        measure_settings: MeasureSettings { path, solver: solver.unwrap_or_default() },
        outside,
        formulas,
        warnings: Vec::new(),
    })
}

fn playable(reader: &mut TableReader<'_>, compiler: &mut Compiler<'_>) -> Option<(Text, Node)> {
    let Some(value) = reader.get("playable") else {
        let help = "set it, as in `playable = \"regions() == 1\"`";
        reader.missing(&["playable"], 0..0, "", "`playable` is not set", help);
        return None;
    };
    expression(reader, value, "playable", compiler)
}

fn check_genome(reader: &mut TableReader<'_>) {
    if let Some(value) = reader.get("genome") {
        let help = "leave it out; a config sets it in `study.representation`";
        reader.error(value.span(), "genome", "a problem does not set the genome", help);
    }
}

fn check_solver(reader: &mut TableReader<'_>, solver: Option<SolverSettings>) {
    if let (Some(solver), Some(value)) = (solver, reader.get("solver"))
        && !solver.is_possible()
    {
        let n_max = SolverSettings::N_STATES_MAX;
        let message = format!("a solver keeps 1 to {n_max} states");
        reader.error(value.span(), "solver", message, "without a number it keeps 1000000");
    }
}

/// What to do about a mistake of TOML at this byte. Behind a quote it is probably an expression with
/// quotes inside its own.
fn help_of_toml(text: &str, at: usize) -> &'static str {
    let (before, behind) = text.split_at_checked(at).unwrap_or_default();
    let is_name = |next: char| next.is_alphanumeric() || next == '_';
    if before.ends_with('"') && behind.starts_with(is_name) {
        "write an expression with double quotes inside single ones: 'cells(\"self(door)\")'"
    } else {
        "see toml.io for how TOML is written"
    }
}

/// The document, with its entries where they belong; `None` if it cannot be read.
pub(super) fn document<'t>(
    reader: &mut TableReader<'_>,
    text: &'t str,
) -> Option<Spanned<DeTable<'t>>> {
    if text.len() > Definition::N_BYTES_MAX {
        let message = format!("the file has {} bytes; at most 1 MiB is read", text.len());
        reader.error(0..0, "", message, "leave out what is not needed");
        return None;
    }
    let document = DeTable::parse(text).map_err(|error| {
        let range = error.span().unwrap_or(0..0);
        reader.error(range.clone(), "", error.message(), help_of_toml(text, range.start));
    });
    let mut document = document.ok()?;
    if let Some((range, message)) = long_list(document.get_ref()) {
        reader.error(range.start..range.start, "", message, "leave out what is not needed");
        return None;
    }
    misplaced::put_in_place(reader, document.get_mut());
    Some(document)
}

/// The name of a problem without one.
const NAMELESS: &str = "game";

/// The name, which is also that of a config table and of folders.
fn name(reader: &mut TableReader<'_>) -> Option<String> {
    let Some(value) = reader.get("name") else { return Some(NAMELESS.to_owned()) };
    let name = reader.text(value, "name", "\"cellar\"")?;
    let mut characters = name.value.chars();
    let is_plain = characters.all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
    if name.value.is_empty() || !is_plain {
        let help = "use letters, digits, - and _, for it names folders and tables of configs";
        let message = format!("`{}` cannot be a name", shortened(&name.value));
        reader.error(name.range, "name", message, help);
        return None;
    }
    reader.check_length(&name.value, name.range.clone(), "name");
    if KEYS_OF_CONFIGS.contains(&&*name.value.replace('-', "_")) {
        let message = format!("`{}` is a setting of configs", name.value);
        reader.error(name.range, "name", message, "call the problem something else");
        return None;
    }
    Some(name.value)
}

/// Maximum number of sizes of levels: a script is compiled, and each objective checked, for each.
pub const N_SIZES_MAX: usize = 100;

/// The sizes of levels, none if levels of any are checked; after a mistake at least one anyway.
fn sizes(reader: &mut TableReader<'_>) -> Vec<(usize, usize)> {
    const EXAMPLE: &str = "\"11x7\", columns by rows";
    const LIST: &str = "[\"11x7\", \"18x12\"]";
    let mut values: Vec<&Value<'_>> = Vec::new();
    match (reader.get("size"), reader.get("sizes")) {
        (Some(_), Some(sizes)) => {
            let help = "leave out one of them";
            reader.error(sizes.span(), "sizes", "there is a `size` as well", help);
        }
        (Some(size), None) => values.push(size),
        (None, Some(sizes)) => match reader.array(sizes, "sizes", LIST) {
            Some([]) => {
                reader.error(sizes.span(), "sizes", "no size is given", format!("write {LIST}"));
            }
            Some(sizes) => {
                let range = reader.get("sizes").map_or(0..0, Value::span);
                reader.are_few(sizes.len(), N_SIZES_MAX, "sizes", range, "sizes");
                values.extend(&sizes[..sizes.len().min(N_SIZES_MAX)]);
            }
            None => (),
        },
        (None, None) if !["objectives", "like"].iter().any(|key| reader.has(key)) => {
            return Vec::new();
        }
        (None, None) => {
            let help = "set it, as in `size = \"11x7\"`";
            let message = "the size of levels is not set";
            reader.missing(&["size", "sizes"], 0..0, "", message, help);
        }
    }
    let mut sizes = Vec::new();
    for value in values {
        let Some(text) = reader.text(value, "size", EXAMPLE) else { continue };
        match parse_size(&text.value) {
            Ok(size) if sizes.contains(&size) => {
                reader.error(text.range, "sizes", "this size comes twice", "leave one out");
            }
            Ok(size) => sizes.push(size),
            Err(message) => {
                reader.error(text.range, "size", message, format!("write {EXAMPLE}"));
            }
        }
    }
    if sizes.is_empty() { vec![(1, 1)] } else { sizes }
}

/// The most columns and rows of levels; of any size as many as a square level can have.
pub(crate) fn greatest(sizes: &[(usize, usize)]) -> (usize, usize) {
    let any = N_TILES_MAX.isqrt();
    let most = |side: fn(&(usize, usize)) -> usize| sizes.iter().map(side).max().unwrap_or(any);
    (most(|size| size.0), most(|size| size.1))
}

/// Parses columns and rows such as `11x7`.
pub fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').map(|sides| (parse_side(sides.0), parse_side(sides.1)));
    let sides = sides.and_then(|(width, height)| Some((width?, height?)));
    let (width, height) = sides.ok_or_else(|| format!("`{text}` is not a size"))?;
    if width.saturating_mul(height) > N_TILES_MAX {
        return Err(format!("{text} are more than {N_TILES_MAX} cells"));
    }
    Ok((width, height))
}

fn parse_side(text: &str) -> Option<usize> {
    text.trim().parse().ok().filter(|&side| side > 0)
}

fn named(reader: &mut TableReader<'_>) -> Vec<(String, Text)> {
    const EXAMPLE: &str = "`monsters = \"count(goblin|ogre)\"`";
    let Some(value) = reader.get("measures") else { return Vec::new() };
    let Some(table) = reader.table(value, "measures", EXAMPLE) else { return Vec::new() };
    let mut named = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let place = format!("measure `{}`", shortened(name));
        if !name.chars().all(crate::expression::is_of_name) || name.starts_with(char::is_numeric) {
            let help = "use letters, digits and _, and no digit first";
            reader.error(key.span(), &place, "no expression can name it", help);
        } else if let Some(text) = reader.text(value, &place, EXAMPLE) {
            named.push((name.to_owned(), text));
        }
    }
    named
}

/// Reports the mistakes of named measures, until there are too many.
fn check_named(
    reader: &mut TableReader<'_>,
    compiler: &mut Compiler<'_>,
    named: &[(String, Text)],
) {
    for (index, (_, text)) in named.iter().enumerate() {
        if reader.is_full() {
            break;
        }
        let parsed = compiler.name(index);
        reader.check(text, parsed);
        compiler.doubts(Some(index)).into_iter().for_each(|doubt| reader.doubt(text, doubt));
    }
}

fn expression(
    reader: &mut TableReader<'_>,
    value: &Value<'_>,
    place: &str,
    compiler: &mut Compiler<'_>,
) -> Option<(Text, Node)> {
    let text = reader.text(value, place, "an expression in quotes")?;
    let node = compiled(reader, compiler, &text)?;
    Some((text, node))
}

fn compiled(
    reader: &mut TableReader<'_>,
    compiler: &mut Compiler<'_>,
    text: &Text,
) -> Option<Node> {
    let parsed = compiler.expression(&text.value);
    let node = reader.check(text, parsed)?;
    compiler.doubts(None).into_iter().for_each(|doubt| reader.doubt(text, doubt));
    Some(node)
}

/// The settings of some measures, if an expression uses them.
fn settings<S: for<'de> Deserialize<'de>>(
    reader: &mut TableReader<'_>,
    key: &str,
    is_used: bool,
) -> Option<S> {
    let value = reader.get(key)?;
    if !is_used {
        let help = "leave it out, or use what it is about";
        reader.error(value.span(), key, "no expression depends on this", help);
        return None;
    }
    let table = DeTable::from_iter([(Spanned::new(0..0, key.into()), value.clone())]);
    let deserializer = toml::Deserializer::from(Spanned::new(value.span(), table));
    match BTreeMap::<String, S>::deserialize(deserializer) {
        Ok(read) => read.into_values().next(),
        Err(error) => {
            let message = error.message().trim().to_owned();
            reader.error(error.span().unwrap_or(value.span()), key, message, "");
            None
        }
    }
}
