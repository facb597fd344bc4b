//! What the parts of a problem file mean, in an order in which each part needs only earlier ones.

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

use std::sync::Arc;

use crate::paths::sokoban::SolverSettings;
use marahel_level::N_TILES_MAX;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{FileKeys, SIZE, SIZES};
use super::reader::{Faults, N_TOLD_MAX, Refused, Text, Value, checked, meant, shortened};
use super::{Definition, warnings};
use crate::catalogue::Settings;
use crate::expression::Mistake;
use crate::formulas::{Compiler, Names, Node};
use crate::lists::long_list;
use crate::measure::MeasureSettings;
use crate::problem::SIZE_UNSAID;
use crate::role::Clues;

/// Keys and tables of a problem file.
pub const SECTIONS: &[&str] = FileKeys::KEYS;

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

/// What a file means; `None` if it cannot be understood. Adds its mistakes.
pub(super) fn definition(file: &FileKeys, text: &str, faults: &mut Faults) -> Option<Definition> {
    let sizes = sizes(file, faults);
    let name = match file.name.as_ref() {
        None => Some(NAMELESS.to_owned()),
        name => meant(name, name_of, faults),
    };
    let tiles = tiles::tiles(file, faults)?;
    let groups = groups::groups(file, &tiles.palette, faults);
    let movements = movements::movements(file, &tiles, &groups, faults)?;
    let neighborhoods = neighborhoods::neighborhoods(file, faults);
    let outside = outside::outside(file, faults);
    let drawn::DrawnLevels { like: drawings, pinned, files: drawn, hints: drawn_hints } =
        drawn::drawn(file, &tiles.palette, &sizes, faults);
    let values = outside.as_ref().map(|outside| &*outside.values);
    let named = named(file, faults);
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
    check_named(&named, &mut compiler, faults);
    let objectives = goals::objectives(file, &mut compiler, drawings.as_deref(), faults);
    let controls = goals::controls(file, &mut compiler, faults);
    let (controls, control_nodes) = controls.into_iter().unzip();
    let playable = expression(file.playable.as_ref(), &mut compiler, faults);
    let whole = expression(file.whole.as_ref(), &mut compiler, faults);
    let (way, different, variety_goals) = variety::variety(file, &mut compiler, faults)?;
    let measure_settings = settings(file, &compiler, faults);
    let used = compiler.used;
    warnings::regions_without_doors(file, &named, &movements, &tiles.palette, faults);
    warnings::unused_values(file, outside.as_ref(), &compiler, faults);
    warnings::unused_neighborhoods(file, &compiler, faults);
    let formulas = compiler.finish();
    let sizes_made = if sizes.is_empty() { &[SIZE_UNSAID][..] } else { &sizes };
    if let Some(error) = sizes_made.iter().find_map(|&size| formulas.misfit(size, false)) {
        let range = ["size", "sizes"].iter().find_map(|key| file.part.spans.get(*key));
        mistake!(faults, range.cloned().unwrap_or(0..0), "size", error.to_string(), "");
    }
    warnings::unused_tiles(&tiles, used, &movements, faults);
    warnings::unreachable_goals(file, &objectives, &formulas, &sizes, &tiles.palette, faults);
    warnings::contradictions::tell(file, text, &objectives, &formulas, &sizes, faults);
    let counted = objectives.iter();
    let counted = counted.filter_map(|goal| Some((formulas.counted(&goal.node)?, goal.band)));
    let roles = Clues {
        tiles: &tiles,
        movements: if file.movement.is_some() { &movements } else { &[] },
        measures: &formulas.measures,
        counted: counted.collect(),
        n_cells: sizes.iter().map(|&(width, height)| width * height).min().unwrap_or(1),
    };
    let (roles, guessed) = (roles.roles(), roles.guessed());
    let (playable_text, playable) = playable?;
    Some(Definition {
        text: text.to_owned(),
        name: name?,
        about: file.about.iter().flatten().map(|about| about.value.clone()).collect(),
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
        measure_settings,
        outside,
        formulas,
        warnings: Vec::new(),
    })
}

/// The settings of measures, which only files with such measures may have.
fn settings(file: &FileKeys, compiler: &Compiler<'_>, faults: &mut Faults) -> MeasureSettings {
    let spans = &file.part.spans;
    for (key, settings) in [("path", Settings::Path), ("solver", Settings::Solver)] {
        if let Some(range) = spans.get(key).filter(|_| !compiler.settings_used.contains(&settings))
        {
            let help = "leave it out, or use what it is about";
            mistake!(faults, range.clone(), key, "no expression depends on this", help);
        }
    }
    if let (Some(_), Some(range)) = (&file.genome, spans.get("genome")) {
        let help = "leave it out; a config sets it in `study.representation`";
        mistake!(faults, range.clone(), "genome", "a problem does not set the genome", help);
    }
    let (path, solver) = (file.path.flatten(), file.solver.flatten());
    if solver.is_some_and(|solver| !solver.is_possible()) {
        let n_max = SolverSettings::N_STATES_MAX;
        let message = format!("a solver keeps 1 to {n_max} states");
        let help = "without a number it keeps 1000000";
        mistake!(faults, spans["solver"].clone(), "solver", message, help);
    }
    MeasureSettings { path: path.unwrap_or_default(), solver: solver.unwrap_or_default() }
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
pub(super) fn document<'t>(text: &'t str, faults: &mut Faults) -> Option<Value<'t>> {
    let help = "leave out what is not needed";
    if text.len() > Definition::N_BYTES_MAX {
        let message = format!("the file has {} bytes; at most 1 MiB is read", text.len());
        mistake!(faults, 0..0, "", message, help);
        return None;
    }
    let document = DeTable::parse(text).map_err(|error| {
        let range = error.span().unwrap_or(0..0);
        let help = help_of_toml(text, range.start);
        mistake!(faults, range, "", error.message(), help);
    });
    let mut document = document.ok()?;
    if let Some((range, message)) = long_list(document.get_ref()) {
        mistake!(faults, range.start..range.start, "", message, help);
        return None;
    }
    misplaced::put_in_place(document.get_mut(), faults);
    let range = document.span();
    Some(Spanned::new(range, DeValue::Table(document.into_inner())))
}

/// The name of a problem without one.
const NAMELESS: &str = "game";

/// The name, which is also that of a config table and of folders.
fn name_of(name: &str) -> Result<String, Refused> {
    let mut characters = name.chars();
    let is_plain = characters.all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
    if name.is_empty() || !is_plain {
        let help = "use letters, digits, - and _, for it names folders and tables of configs";
        return Err((format!("`{}` cannot be a name", shortened(name)), help.to_owned()));
    }
    if let Some(refused) = too_long(name) {
        return Err(refused);
    }
    if KEYS_OF_CONFIGS.contains(&&*name.replace('-', "_")) {
        let message = format!("`{name}` is a setting of configs");
        return Err((message, "call the problem something else".to_owned()));
    }
    Ok(name.to_owned())
}

/// Why a name is too long for files and columns, if it is.
fn too_long(name: &str) -> Option<Refused> {
    let n_max = Definition::NAME_BYTES_MAX;
    let message = format!("this name has {} bytes", name.len());
    (name.len() > n_max).then(|| (message, format!("give it a name of at most {n_max}")))
}

/// The sizes of levels, none if levels of any are checked; after a mistake at least one anyway.
fn sizes(file: &FileKeys, faults: &mut Faults) -> Vec<(usize, usize)> {
    let spans = &file.part.spans;
    let mut texts: Vec<&Text> = Vec::new();
    match (&file.size, &file.sizes) {
        (Some(_), Some(_)) => {
            let help = "leave out one of them";
            mistake!(faults, spans["sizes"].clone(), "sizes", "there is a `size` as well", help);
        }
        (Some(size), None) => texts.extend(size),
        (None, Some(Some(sizes))) if sizes.n == 0 => {
            let help = format!("write {SIZES}");
            mistake!(faults, sizes.range.clone(), "sizes", "no size is given", help);
        }
        (None, Some(Some(sizes))) => texts.extend(&sizes.all),
        (None, Some(None)) => (),
        (None, None) if !["objectives", "like"].iter().any(|key| spans.contains_key(*key)) => {
            return Vec::new();
        }
        (None, None) => {
            let is_misspelt = |key| file.part.misspelt.contains(key);
            if !["size", "sizes"].iter().any(is_misspelt) {
                let help = "set it, as in `size = \"11x7\"`";
                mistake!(faults, 0..0, "", "the size of levels is not set", help);
            }
        }
    }
    let mut sizes = Vec::new();
    for Text { value, range, .. } in texts {
        match parse_size(value) {
            Ok(size) if sizes.contains(&size) => {
                let message = "this size comes twice";
                mistake!(faults, range.clone(), "sizes", message, "leave one out");
            }
            Ok(size) => sizes.push(size),
            Err(message) => {
                mistake!(faults, range.clone(), "size", message, format!("write {SIZE}"));
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

/// The named measures.
fn named(file: &FileKeys, faults: &mut Faults) -> Vec<(String, Text)> {
    let mut named = Vec::new();
    for entry in file.measures.iter().flatten().flat_map(|measures| &measures.all) {
        let name = &entry.name;
        if !name.chars().all(crate::expression::is_of_name) || name.starts_with(char::is_numeric) {
            let help = "use letters, digits and _, and no digit first";
            mistake!(faults, entry.key.clone(), entry.place, "no expression can name it", help);
        } else if let Some(text) = &entry.value {
            named.push((name.clone(), text.clone()));
        }
    }
    named
}

/// Adds the mistakes of named measures, until there are too many.
fn check_named(named: &[(String, Text)], compiler: &mut Compiler<'_>, faults: &mut Faults) {
    for (index, (_, text)) in named.iter().enumerate() {
        if faults.len() > N_TOLD_MAX {
            break;
        }
        checked(text, compiler.name(index), faults);
        for Mistake { range, message, help } in compiler.doubts(Some(index)) {
            fault!(faults, Warning, text.range_of(&range), text.place, message, help);
        }
    }
}

fn expression(
    text: Option<&Option<Text>>,
    compiler: &mut Compiler<'_>,
    faults: &mut Faults,
) -> Option<(Text, Node)> {
    let text = text?.as_ref()?;
    Some((text.clone(), compiled(text, compiler, faults)?))
}

fn compiled(text: &Text, compiler: &mut Compiler<'_>, faults: &mut Faults) -> Option<Node> {
    let node = checked(text, compiler.expression(&text.value), faults)?;
    for Mistake { range, message, help } in compiler.doubts(None) {
        fault!(faults, Warning, text.range_of(&range), text.place, message, help);
    }
    Some(node)
}
