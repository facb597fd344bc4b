//! Projects of the editor LDtk.
//!
//! Source: JSON format 0.8 to 1.5.3, LDtk documentation (ldtk.io/json).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;

use marahel_level::{LevelError, check_count, checked_area, ldtk_names, ldtk_project};
use serde::Deserialize;

use crate::format::{self, Format, Host, NamedLevel, ReadLevels, Sheet, WriteLevels, Writer};
use crate::named_files::{joined, text};
use crate::naming::{Grid, Stock, TileKind};
use crate::sharing::is_thing_of;
use crate::tiled::N_TILES_IN_ALL;
use crate::{Hints, NamedFiles, Reading, ReadingNotes};

mod auto_layers;
mod document;
mod host;

#[cfg(test)]
mod tests;

/// The oldest supported version, major and minor.
const VERSION_MIN: (u32, u32) = (0, 8);

/// Maximum number of layers in a level; projects have about a dozen.
const N_LAYERS_MAX: usize = 256;

/// The `iid` of projects written by `marahel`.
const OUR_IID: &str = "00000000-0000-4000-8000-000000000000";

pub(crate) static LDTK: Format = Format {
    ending: "ldtk",
    aliases: &[],
    title: "a project of LDtk",
    mime: "application/json",
    is_binary: false,
    reader: Some(format::Reader {
        about: "A project of LDtk with a level or several",
        marks_open: false,
        read: ReadLevels::Text(read),
    }),
    writer: Ok(Writer {
        about: "A project for LDtk with a level for each",
        shows_tiles: false,
        write: WriteLevels::Whole { n_levels_max: |_| u64::MAX, write },
    }),
    host: Some(Host::Levels(host::into_project)),
};

fn write(levels: &[NamedLevel], sheet: &Sheet<'_>) -> Result<Vec<u8>, LevelError> {
    let levels: Vec<_> = levels.iter().map(|named| (named.name.as_str(), &named.level)).collect();
    Ok(ldtk_project(&levels, sheet.art.scale())?.into_bytes())
}

fn read(json: &str, hints: &Hints, named_files: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let project = Project::parse(json)?;
    let mut reader = Reader::of(&project, hints);
    reader.check_layers()?;
    let mut lacking = Vec::new();
    let mut unread = None;
    for level in project.all_levels() {
        let levels =
            level.layers(named_files).and_then(|layers| reader.level(&level.identifier, &layers));
        match levels {
            Ok(grid) => reader.stock.grids.push(grid),
            Err(Trouble::Bare) => lacking.push(format!("`{}`", level.identifier)),
            Err(Trouble::Left(reason)) => {
                let what = format!("level `{}`, which {reason}", level.identifier);
                reader.about.leave_out(what);
                unread.get_or_insert_with(|| (level.identifier.clone(), reason));
            }
            Err(Trouble::Wrong(error)) => return Err(error),
        }
    }
    if !lacking.is_empty() {
        let what = "without an IntGrid layer that is read, where cells are painted";
        reader.about.left_out.push(format!("levels {what}: {}", lacking.join(", ")));
    }
    match unread {
        Some((level, reason)) if reader.stock.grids.is_empty() => {
            Err(LevelError::Content(format!("level `{level}` {reason}")))
        }
        _ if !lacking.is_empty() && reader.stock.grids.is_empty() => {
            let what = "no level has an IntGrid layer that is read; paint cells in one, as tiles are not read";
            Err(LevelError::Content(what.to_owned()))
        }
        _ if reader.stock.grids.is_empty() => Err(LevelError::NoLevels),
        _ => {
            reader.make_up_names();
            reader.stock.named(hints, reader.about)
        }
    }
}

/// Why a level is left out, or its layers.
enum Trouble {
    /// It has no layer of cells.
    Bare,
    /// What is missing, to follow its name; other levels are still read.
    Left(String),
    Wrong(LevelError),
}

impl Trouble {
    fn in_file(path: &str, reason: impl Display) -> Self {
        Self::Left(format!("is in {path}, {reason}"))
    }
}

impl From<LevelError> for Trouble {
    fn from(error: LevelError) -> Self {
        Self::Wrong(error)
    }
}

#[derive(Deserialize)]
struct Project {
    #[serde(default)]
    iid: String,
    defs: Definitions,
    #[serde(default)]
    levels: Vec<LevelOfProject>,
    /// The levels of projects with several worlds.
    #[serde(default)]
    worlds: Vec<World>,
}

#[derive(Deserialize)]
struct World {
    levels: Vec<LevelOfProject>,
}

#[derive(Deserialize)]
struct Definitions {
    layers: Vec<LayerDefinition>,
    #[serde(default)]
    entities: Vec<EntityDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerDefinition {
    uid: i64,
    #[serde(default)]
    identifier: String,
    doc: Option<String>,
    #[serde(default)]
    int_grid_values: Vec<IntGridValue>,
}

#[derive(Deserialize)]
struct IntGridValue {
    value: i64,
    identifier: Option<String>,
    #[serde(default)]
    color: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EntityDefinition {
    uid: i64,
    #[serde(default)]
    identifier: String,
    #[serde(default)]
    color: String,
    #[serde(default)]
    resizable_x: bool,
    #[serde(default)]
    resizable_y: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LevelOfProject {
    identifier: String,
    layer_instances: Option<Vec<LayerInstance>>,
    external_rel_path: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
enum LayerKind {
    IntGrid,
    Entities,
    AutoLayer,
    #[default]
    #[serde(other)]
    Tiles,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerInstance {
    #[serde(default, rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__type")]
    kind: LayerKind,
    #[serde(rename = "__cWid")]
    width: usize,
    #[serde(rename = "__cHei")]
    height: usize,
    #[serde(default, rename = "__gridSize")]
    grid_size: i64,
    #[serde(default = "yes")]
    visible: bool,
    layer_def_uid: i64,
    #[serde(default)]
    int_grid_csv: Vec<i64>,
    #[serde(default)]
    entity_instances: Vec<EntityInstance>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EntityInstance {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__grid")]
    cell: (i64, i64),
    /// Position of the pivot, in pixels.
    #[serde(default)]
    px: (i64, i64),
    /// The pivot as a share of width and height, from the top left.
    #[serde(default, rename = "__pivot")]
    pivot: (f64, f64),
    #[serde(default)]
    width: i64,
    #[serde(default)]
    height: i64,
    def_uid: i64,
}

fn yes() -> bool {
    true
}

impl Project {
    fn parse(json: &str) -> Result<Self, LevelError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Header {
            json_version: Option<String>,
        }
        let version = serde_json::from_str::<Header>(json)?.json_version.unwrap_or_default();
        let mut numbers = version.split(['.', '-']).map_while(|number| number.parse::<u32>().ok());
        let (major, minor) = (numbers.next(), numbers.next());
        let is_old = major.is_some_and(|major| (major, minor.unwrap_or(0)) < VERSION_MIN);
        let old = LevelError::Content(format!(
            "the project is of LDtk {version}, which wrote another form; open it in LDtk 1.0 or \
             later and save it there"
        ));
        if is_old {
            return Err(old);
        }
        let is_of_beta = major == Some(0);
        let project: Self = serde_json::from_str(json)
            .map_err(|error| if is_of_beta { old } else { error.into() })?;
        check_count(project.all_levels().count())?;
        Ok(project)
    }

    fn all_levels(&self) -> impl Iterator<Item = &LevelOfProject> {
        self.levels.iter().chain(self.worlds.iter().flat_map(|world| &world.levels))
    }
}

impl LevelOfProject {
    /// The layers, topmost first; they may be in a separate file.
    fn layers(&self, named_files: &dyn NamedFiles) -> Result<Layers<'_>, Trouble> {
        if let Some(layers) = &self.layer_instances {
            return Ok(Layers::Here(layers));
        }
        let Some(path) = &self.external_rel_path else {
            return Err(Trouble::Left("has no layers".to_owned()));
        };
        // Some keep levels beside the project.
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let bytes = named_files.read(&joined("", path));
        let bytes =
            bytes.or_else(|why| named_files.read(name).map_err(|_| Trouble::in_file(path, why)))?;
        let text = text(&bytes)?.to_owned();
        let level: Self = serde_json::from_str(&text)
            .map_err(|error| Trouble::in_file(path, format!("which is no level: {error}")))?;
        let layers = level.layer_instances;
        let layers = layers.ok_or_else(|| Trouble::in_file(path, "which has no layers"))?;
        Ok(Layers::Elsewhere(layers, text))
    }
}

enum Layers<'a> {
    Here(&'a [LayerInstance]),
    /// In a file with this text.
    Elsewhere(Vec<LayerInstance>, String),
}

impl Layers<'_> {
    fn all(&self) -> &[LayerInstance] {
        match self {
            Self::Here(layers) => layers,
            Self::Elsewhere(layers, _) => layers,
        }
    }
}

struct Reader<'a> {
    project: &'a Project,
    hints: &'a Hints,
    about: ReadingNotes,
    /// Kinds by the definition of their layer and their value.
    values: BTreeMap<(i64, i64), u32>,
    /// The definitions by `uid`; the first of duplicates counts.
    layers: BTreeMap<i64, &'a LayerDefinition>,
    entities_by_uid: BTreeMap<i64, &'a EntityDefinition>,
    entities_by_name: BTreeMap<&'a str, &'a EntityDefinition>,
    /// Layers with known values, and the colors of these.
    defined: BTreeSet<i64>,
    colors: BTreeMap<(i64, i64), &'a str>,
    n_covered: usize,
    /// Names of layers already reported as not read.
    told: BTreeSet<String>,
    entities: BTreeMap<String, u32>,
    stock: Stock,
}

impl<'a> Reader<'a> {
    fn of(project: &'a Project, hints: &'a Hints) -> Self {
        let is_ours = project.iid == OUR_IID;
        let about =
            ReadingNotes { origin: Some(crate::Origin::Ldtk), is_ours, ..ReadingNotes::default() };
        Self {
            project,
            hints,
            about,
            values: BTreeMap::new(),
            layers: first_by(&project.defs.layers, |one| one.uid),
            entities_by_uid: first_by(&project.defs.entities, |one| one.uid),
            entities_by_name: first_by(&project.defs.entities, |one| one.identifier.as_str()),
            defined: BTreeSet::new(),
            colors: BTreeMap::new(),
            n_covered: 0,
            told: BTreeSet::new(),
            entities: BTreeMap::new(),
            stock: Stock::default(),
        }
    }

    /// Rejects layer names that no level has.
    fn check_layers(&self) -> Result<(), LevelError> {
        let names: Vec<&str> =
            self.project.defs.layers.iter().map(|layer| layer.identifier.as_str()).collect();
        match self.hints.layers.iter().find(|name| !names.contains(&name.as_str())) {
            Some(other) => Err(LevelError::Content(format!(
                "there is no layer `{other}`; the layers are `{}`",
                names.join("`, `")
            ))),
            None => Ok(()),
        }
    }

    /// The cells of a level: its layers painted over each other.
    fn level(&mut self, name: &str, layers: &Layers<'_>) -> Result<Grid, Trouble> {
        let chosen = self.chosen(name, layers.all())?;
        let (width, height) = (chosen[0].width, chosen[0].height);
        let mut grid = Grid::empty(Some(name.to_owned()), width, checked_area(width, height)?);
        for layer in chosen.iter().rev() {
            match layer.kind {
                LayerKind::IntGrid => self.paint(layer, &mut grid),
                _ => self.place(layer, &mut grid)?,
            }
            if layer.has_cells() && self.told.insert(layer.identifier.clone()) {
                self.about.layers.push(layer.identifier.clone());
            }
        }
        Ok(grid)
    }

    /// The layers of a level to read, topmost first: at least one with cells, all of one size, which
    /// is checked.
    fn chosen<'l>(
        &mut self,
        level: &str,
        layers: &'l [LayerInstance],
    ) -> Result<Vec<&'l LayerInstance>, Trouble> {
        if layers.len() > N_LAYERS_MAX {
            bail!("a level has {} layers, at most {N_LAYERS_MAX}", layers.len());
        }
        let has_visible =
            layers.iter().any(|layer| layer.kind == LayerKind::IntGrid && layer.visible);
        let mut chosen: Vec<&LayerInstance> =
            layers.iter().filter(|layer| self.is_chosen(layer, has_visible)).collect();
        let first =
            chosen.iter().find(|layer| layer.kind == LayerKind::IntGrid).ok_or(Trouble::Bare)?;
        let size = (first.width, first.height);
        chosen.retain(|layer| {
            let is_of_size = (layer.width, layer.height) == size;
            if !is_of_size && layer.has_cells() {
                let name = &layer.identifier;
                self.about.leave_out(format!("layer `{name}`, which has cells of another size"));
            }
            is_of_size
        });
        let area = checked_area(size.0, size.1)?;
        for layer in chosen.iter().filter(|layer| layer.kind == LayerKind::IntGrid) {
            let n_cells = layer.int_grid_csv.len();
            if n_cells != area {
                let (width, height) = size;
                let what = format!("is {width} x {height} cells large, but has {n_cells} cells");
                bail!("level `{level}` {what}");
            }
        }
        Ok(chosen)
    }

    /// Whether a layer is read; if not, this is noted. Cells that are hidden are read if no visible
    /// layer has any.
    fn is_chosen(&mut self, layer: &LayerInstance, has_visible: bool) -> bool {
        if ![LayerKind::IntGrid, LayerKind::Entities].contains(&layer.kind) {
            return false;
        }
        if !self.hints.layers.is_empty() {
            return self.hints.layers.contains(&layer.identifier);
        }
        let is_read = layer.visible || layer.kind == LayerKind::IntGrid && !has_visible;
        if layer.has_cells() && !is_read {
            self.about.leave_out_invisible(&layer.identifier);
        }
        is_read
    }

    fn paint(&mut self, layer: &LayerInstance, grid: &mut Grid) {
        self.define(layer);
        for (cell, &value) in layer.int_grid_csv.iter().enumerate() {
            if value != 0 {
                grid.put(cell, self.kind_of_value(layer, value));
            }
        }
    }

    /// Creates kinds for all named values of a layer, in order.
    fn define(&mut self, layer: &LayerInstance) {
        let uid = layer.layer_def_uid;
        let Some(&definition) = self.layers.get(&uid).filter(|_| self.defined.insert(uid)) else {
            return;
        };
        let written = definition.doc.as_deref().map(ldtk_names).unwrap_or_default();
        for value in &definition.int_grid_values {
            let identifier = value.identifier.as_deref().filter(|name| !name.is_empty());
            let key = (uid, value.value);
            self.colors.entry(key).or_insert(&value.color);
            if let (Some(identifier), false) = (identifier, self.values.contains_key(&key)) {
                let name = written.get(identifier).map_or(identifier, String::as_str);
                let mut kind = counted(value.value);
                kind.name = Some(name.to_owned());
                kind.color = color(&value.color);
                self.values.insert(key, self.stock.kinds.len() as u32);
                self.stock.kinds.push(kind);
            }
        }
    }

    fn kind_of_value(&mut self, layer: &LayerInstance, value: i64) -> u32 {
        let key = (layer.layer_def_uid, value);
        if let Some(&kind) = self.values.get(&key) {
            return kind;
        }
        let mut kind = counted(value);
        kind.color = self.colors.get(&key).and_then(|text| color(text));
        let index = self.stock.kinds.len() as u32;
        self.stock.kinds.push(kind);
        self.values.insert(key, index);
        index
    }

    fn place(&mut self, layer: &LayerInstance, grid: &mut Grid) -> Result<(), LevelError> {
        let height = grid.cells.len() / grid.width;
        for entity in &layer.entity_instances {
            let name = &entity.identifier;
            let covered = self.covered(entity, layer.grid_size, (grid.width, height))?;
            let Some((columns, rows, _)) = covered else {
                self.about.leave_out(format!("entities `{name}`, which are regions"));
                continue;
            };
            let word = self.hints.legend.name(name).unwrap_or(name);
            if self.hints.common_palette().is_some_and(|palette| !is_thing_of(palette, word)) {
                self.about.leave_out(format!("entities `{name}`, which no tile is called by"));
                continue;
            }
            let kind = self.kind_of_entity(name);
            for row in rows {
                for column in columns.clone() {
                    grid.put(row * grid.width + column, kind);
                }
            }
        }
        Ok(())
    }

    /// The columns and rows of a level of this size that an entity covers, unless it is a region,
    /// and the direction in which it is longer than a cell: 0 across, 1 down.
    fn covered(
        &mut self,
        entity: &EntityInstance,
        grid_size: i64,
        (width, height): (usize, usize),
    ) -> Result<Option<Covered>, LevelError> {
        let definition = self.entities_by_uid.get(&entity.def_uid).copied();
        let Some((columns, rows)) = entity.cells(definition, grid_size) else { return Ok(None) };
        let long = [&columns, &rows].map(|range| range.end.saturating_sub(range.start));
        let long = long.iter().position(|&length| length > 1);
        let (columns, rows) = (clamped(&columns, width), clamped(&rows, height));
        self.n_covered += columns.len() * rows.len();
        if self.n_covered > N_TILES_IN_ALL {
            bail!("all entities together cover more than {N_TILES_IN_ALL} cells");
        }
        Ok(Some((columns, rows, long)))
    }

    fn kind_of_entity(&mut self, name: &str) -> u32 {
        if let Some(&kind) = self.entities.get(name) {
            return kind;
        }
        let definition = self.entities_by_name.get(name);
        let kind = self.stock.kinds.len() as u32;
        self.stock.kinds.push(TileKind {
            name: Some(name.to_owned()),
            is_thing: true,
            color: definition.and_then(|definition| color(&definition.color)),
            ..TileKind::default()
        });
        self.entities.insert(name.to_owned(), kind);
        kind
    }

    /// Names for values: the number, with the layer where several layers have it. A value without
    /// a name has it, too, if several layers have such values.
    fn make_up_names(&mut self) {
        let is_nameless = |kind: u32| self.stock.kinds[kind as usize].name.is_none();
        let (mut nameless, mut layers_of) = (BTreeSet::new(), BTreeMap::<i64, usize>::new());
        for (&(uid, value), &kind) in &self.values {
            *layers_of.entry(value).or_default() += 1;
            if is_nameless(kind) {
                nameless.insert(uid);
            }
        }
        for (&(uid, value), &kind) in &self.values {
            let kind = &mut self.stock.kinds[kind as usize];
            kind.made_up = format!("tile_{value}");
            if nameless.len() > 1 || kind.name.is_some() && layers_of[&value] > 1 {
                let layer = self.layers.get(&uid);
                let layer = layer.map_or("layer", |layer| layer.identifier.as_str());
                kind.made_up = format!("{layer}_{value}");
            }
            if nameless.len() > 1 {
                kind.number = None;
            }
        }
    }
}

impl LayerInstance {
    fn has_cells(&self) -> bool {
        self.kind == LayerKind::IntGrid || !self.entity_instances.is_empty()
    }
}

/// The columns and rows of an entity, and the direction in which it is longer than a cell.
type Covered = (Range<usize>, Range<usize>, Option<usize>);

impl EntityInstance {
    /// The columns and rows of the whole entity.
    fn area(&self, grid_size: i64) -> (Range<i64>, Range<i64>) {
        let side = |at: i64, pivot: f64, side: i64, cell: i64| {
            let covered = covered(at, pivot, side, grid_size.max(1));
            if covered.is_empty() { cell..cell.saturating_add(1) } else { covered }
        };
        (
            side(self.px.0, self.pivot.0, self.width, self.cell.0),
            side(self.px.1, self.pivot.1, self.height, self.cell.1),
        )
    }

    /// The columns and rows of the entity: one cell, or several in the one direction in which it
    /// was resized (as a ladder); `None` if it was resized in both.
    fn cells(
        &self,
        definition: Option<&EntityDefinition>,
        grid_size: i64,
    ) -> Option<(Range<i64>, Range<i64>)> {
        let grid_size = grid_size.max(1);
        let is_wide =
            definition.is_some_and(|definition| definition.resizable_x) && self.width > grid_size;
        let is_high =
            definition.is_some_and(|definition| definition.resizable_y) && self.height > grid_size;
        let mut columns = self.cell.0..self.cell.0.saturating_add(1);
        let mut rows = self.cell.1..self.cell.1.saturating_add(1);
        if is_wide {
            columns = covered(self.px.0, self.pivot.0, self.width, grid_size);
        }
        if is_high {
            rows = covered(self.px.1, self.pivot.1, self.height, grid_size);
        }
        (!is_wide || !is_high).then_some((columns, rows))
    }
}

/// The cells that a side of an entity covers, by the position of its pivot.
fn covered(at: i64, pivot: f64, side: i64, grid_size: i64) -> Range<i64> {
    let start = (at as f64 - pivot * side as f64) / grid_size as f64;
    let end = start + side as f64 / grid_size as f64;
    start.round() as i64..end.round() as i64
}

/// Definitions by key; the first of duplicates counts.
fn first_by<'a, T, K: Ord>(all: &'a [T], key: impl Fn(&'a T) -> K) -> BTreeMap<K, &'a T> {
    // `collect` keeps the last of duplicates.
    all.iter().rev().map(|layer| (key(layer), layer)).collect()
}

/// The part of a range of cells inside a level of `n` cells.
fn clamped(cells: &Range<i64>, n: usize) -> Range<usize> {
    cells.start.max(0) as usize..cells.end.clamp(0, n as i64) as usize
}

/// A kind with nothing but a number.
fn counted(value: i64) -> TileKind {
    TileKind {
        number: Some(u32::try_from(value.saturating_sub(1)).unwrap_or(u32::MAX)),
        ..TileKind::default()
    }
}

fn color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}
