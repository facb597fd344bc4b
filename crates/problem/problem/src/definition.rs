//! Problem files: descriptions of what to generate.
//!
//! [`Definition::parse`] reads one and reports all its mistakes; [`Problem`](crate::Problem)
//! measures levels by it. The README of this crate describes the format.

#[macro_use]
mod reader;

mod keys;
mod parts;
mod relocation;
mod warnings;

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::likeness::Drawings;
use crate::paths::{Movement, Steps, Trip};
use marahel_level::{Level, Mirror, Palette, Role, Tile, TileSet};
use marahel_script::{Condition, Diagnostic, Estimator, Neighborhood, Severity};

use crate::catalogue::Parameter;
use crate::formulas::{Call, Formulas, Node};
use crate::measure::MeasureSettings;
use crate::{Control, Objective, Outside, VarietyGoals};
use keys::FileKeys;
use reader::Reader;

pub use keys::N_SIZES_MAX;
pub use parts::{KEYS_OF_CONFIGS, SECTIONS, parse_size};
pub(crate) use parts::{Tiles, greatest};

/// Maximum number of cells of a level that are pinned, if a problem names levels to take them from.
pub const N_PINS_MAX: usize = 10;

/// A parsed problem file: the defaults of a [`Problem`](crate::Problem). Two are equal if their
/// texts are.
#[derive(Clone)]
pub struct Definition {
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) sizes: Vec<(usize, usize)>,
    pub(crate) palette: Arc<Palette>,
    /// In the order of the palette.
    pub(crate) roles: Vec<Role>,
    pub(crate) guessed: Vec<Tile>,
    pub(crate) sprites: Vec<Sprite>,
    /// Files of drawn levels, which the caller reads.
    pub(crate) drawn: Vec<Drawn>,
    pub(crate) drawn_hints: DrawnHints,
    /// Levels with cells to pin.
    pub(crate) pinned: Vec<Level>,
    /// Tiles in the order of the file, with their weights.
    pub(crate) weights: Vec<(String, u32)>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) playable: Node,
    /// With its text.
    pub(crate) whole: Option<(String, Node)>,
    pub(crate) texts: Vec<(String, String)>,
    /// The text of [`playable`](Self::playable).
    pub(crate) playable_text: String,
    pub(crate) way: Way,
    /// Index of the PCG Benchmark game that decides whether judged levels differ.
    pub(crate) different: Option<usize>,
    pub(crate) variety_goals: VarietyGoals,
    pub(crate) controls: Vec<Control>,
    pub(crate) control_nodes: Vec<Node>,
    pub(crate) measure_settings: MeasureSettings,
    pub(crate) outside: Option<Outside>,
    pub(crate) formulas: Formulas,
    pub(crate) warnings: Vec<Diagnostic>,
}

impl PartialEq for Definition {
    fn eq(&self, definition: &Self) -> bool {
        self.text == definition.text
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Definition").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A tile with a picture from a PNG file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// Name of the tile.
    pub tile: String,
    /// The path of the file, relative to the problem file.
    pub path: String,
    /// The bytes of the path in the problem file, with quotes.
    pub place: Range<usize>,
}

/// Drawn levels in files that a problem file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// A path, or a pattern with `*`, relative to the problem file.
    pub path: String,
    /// The bytes of the path in the problem file, with quotes.
    pub place: Range<usize>,
}

/// How to read files of drawn levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnHints {
    /// The tile of cells without one.
    pub empty: Option<String>,
    /// Names of the layers to read; empty for all visible ones.
    pub layers: Vec<String>,
    /// Whether objects of maps are left out.
    pub leaves_out_objects: bool,
    /// Properties of tiles of maps that name them.
    pub names_from: Vec<String>,
    /// The path of a file that names tiles, relative to the problem file.
    pub legend: Option<String>,
    /// The folder with the tilesets and other files of maps, relative to the problem file; by
    /// default that of the problem file.
    pub folder: Option<String>,
}

/// How levels differ, besides their floor plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Way {
    None,
    /// By the cells of a shortest path, by the movement with this index.
    Trip {
        trip: Trip,
        by: usize,
    },
    /// By the places of these tiles, each set on its own.
    Places(Vec<TileSet>),
    /// By the comparison of the PCG Benchmark game with this index.
    Benchmark(usize),
}

/// All mistakes of a problem file, in the order of the file; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError {
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl DefinitionError {
    /// The mistakes, in the order of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            let break_before = if index == 0 { "" } else { "\n" };
            write!(formatter, "{break_before}{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DefinitionError {}

impl Definition {
    /// Maximum number of bytes of a problem file.
    pub const N_BYTES_MAX: usize = 1 << 20;
    /// Maximum number of bytes of a name: file names consist of two names and some more bytes, and
    /// have at most 255.
    pub const NAME_BYTES_MAX: usize = 64;

    /// Reads a problem file.
    ///
    /// # Errors
    ///
    /// All mistakes, in the order of the file.
    pub fn parse(text: &str) -> Result<Self, DefinitionError> {
        let mut reader = Reader::new(text);
        let document = parts::document(text, &mut reader.faults);
        let file = document.and_then(|document| FileKeys::read(&mut reader, (&document, "")));
        let definition = file.and_then(|file| parts::definition(&file, text, &mut reader.faults));
        let (errors, warnings) = reader.finish();
        match definition {
            Some(mut definition) if errors.is_empty() => {
                definition.warnings = warnings;
                Ok(definition)
            }
            _ => Err(DefinitionError { diagnostics: errors }),
        }
    }

    /// The movements by which it measures paths.
    pub fn movements(&self) -> &[Movement] {
        &self.formulas.movements
    }

    /// The name in tables and configs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description in a sentence; can be empty.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Whether it asks for levels of some sizes; else it checks those of any.
    pub fn has_sizes(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// The role of each tile, in the order of [`tiles`](Self::tiles): as stated, or else derived
    /// from doors and keys, the tile's name, movements, and what is counted and walked to.
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// The names of tiles with a guessed role, which neither the file nor their name states.
    pub fn guessed(&self) -> impl Iterator<Item = &str> {
        self.guessed.iter().map(|&tile| self.palette.name(tile))
    }

    /// The tiles, ordered by name.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// The names of the tiles, in order.
    pub fn tiles(&self) -> impl Iterator<Item = &str> {
        self.palette.entities().iter().map(|entity| entity.name.as_str())
    }

    /// Number of different tiles.
    pub fn n_tiles(&self) -> usize {
        self.palette.len()
    }

    /// Number of objectives.
    pub fn n_objectives(&self) -> usize {
        self.objectives.len()
    }

    /// Number of objectives that are not open-ended.
    pub fn n_counts(&self) -> usize {
        self.objectives.iter().filter(|objective| !objective.is_open()).count()
    }

    /// The text of the condition for playable levels.
    pub fn playable(&self) -> &str {
        &self.playable_text
    }

    /// The text of the condition for whole levels, if stated.
    pub fn whole(&self) -> Option<&str> {
        self.whole.as_ref().map(|(text, _)| text.as_str())
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The external judge, if there is one.
    pub fn outside(&self) -> Option<&Outside> {
        self.outside.as_ref()
    }

    /// Whether only levels are given out that the external judge passes.
    pub fn is_sifted(&self) -> bool {
        self.outside.as_ref().is_some_and(|outside| outside.sift)
    }

    /// The tiles with a picture from a file, in the order of the problem file.
    pub fn sprites(&self) -> &[Sprite] {
        &self.sprites
    }

    /// The text of the file with other picture paths, one for each of [`sprites`](Self::sprites).
    pub fn text_with_sprites(&self, paths: &[String]) -> String {
        relocation::with_texts(
            &self.text,
            self.sprites.iter().map(|sprite| &sprite.place).zip(paths),
        )
    }

    /// The drawn levels to compare with, without those of [`drawn`](Self::drawn); empty if no
    /// objective compares.
    pub fn drawings(&self) -> &Drawings {
        &self.formulas.drawings
    }

    /// Levels from which a search pins random cells, up to [`N_PINS_MAX`](crate::N_PINS_MAX),
    /// without those of [`drawn`](Self::drawn). Can be empty.
    pub fn pinned(&self) -> &[Level] {
        &self.pinned
    }

    /// The files of drawn levels, in the order of the problem file. The caller reads them and
    /// parses [`text_with_drawings`](Self::text_with_drawings).
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// How to read these files.
    pub fn drawn_hints(&self) -> &DrawnHints {
        &self.drawn_hints
    }

    /// The text of the file with the text of the levels in place of each of [`drawn`](Self::drawn);
    /// an empty line separates levels.
    pub fn text_with_drawings(&self, levels: &[String]) -> String {
        relocation::with_texts(&self.text, self.drawn.iter().map(|drawn| &drawn.place).zip(levels))
    }

    /// The text of the file with another folder of the external judge; unchanged without such a
    /// judge.
    pub fn text_with_outside_folder(&self, folder: &str) -> String {
        relocation::with_outside_folder(self, folder)
    }

    /// The conditions of the cells that its measures count.
    pub fn demanded_cells(&self) -> Vec<DemandedCells> {
        let objectives = self.objectives.iter().map(|objective| {
            let is_zero_fine = objective.band.min() <= 0.0 && objective.band.max() >= 0.0;
            (&objective.node, is_zero_fine)
        });
        let whole = self.whole.iter().map(|(_, node)| node);
        let conditions = std::iter::once(&self.playable).chain(whole).map(|node| (node, false));
        let unwanted = self.formulas.unwanted(objectives.chain(conditions));
        let mut demanded = Vec::new();
        for (measure, is_unwanted) in unwanted.into_iter().enumerate() {
            if let Some((conditions, is_implied)) = self.formulas.counted_by(measure) {
                let is_wanted = !is_unwanted;
                demanded.push(DemandedCells { conditions, is_wanted, is_implied, measure });
            }
        }
        for objective in &self.objectives {
            if let Some((conditions, measure)) =
                self.formulas.kept_away(&objective.node, objective.band.min())
            {
                let (is_wanted, is_implied) = (true, true);
                demanded.push(DemandedCells { conditions, is_wanted, is_implied, measure });
            }
        }
        demanded
    }

    /// Names of the objectives that compare levels with the drawings; their values for a drawing
    /// mean nothing.
    pub fn comparing(&self) -> impl Iterator<Item = &str> {
        let objectives = self.objectives.iter().filter(|objective| {
            self.formulas.has_call(&objective.node, &|call| call.entry.compares)
        });
        objectives.map(|objective| objective.name.as_str())
    }

    /// What two levels are compared by, in words.
    pub fn compared_by(&self) -> &'static str {
        match self.way {
            Way::None => "their floor plans",
            Way::Trip { .. } => "their ways (`way` of `[variety]`)",
            Way::Places(_) => "where things stand (`places` of `[variety]`)",
            Way::Benchmark(_) => "the PCG Benchmark's comparison",
        }
    }

    /// Whether levels differ only by their floor plans, which is the default.
    pub fn differs_by_floor(&self) -> bool {
        self.way == Way::None && self.different.is_none()
    }

    /// The declared neighborhoods.
    pub fn neighborhoods(&self) -> &[(String, Neighborhood)] {
        &self.formulas.neighborhoods
    }

    /// The mirrors in its expressions, each with the tiles that must equal their images;
    /// `symmetry()` alone stands for two mirrors. Where the file only says that one tile mirrors
    /// another, such as red and blue, all other tiles are meant.
    pub fn mirrors(&self) -> Vec<(Mirror, TileSet)> {
        let all = TileSet::entities(self.palette.len());
        let mut equal: Vec<(Mirror, TileSet)> = Vec::new();
        let mut swapped = equal.clone();
        for Call { entry, arguments } in &self.formulas.measures {
            let tiles = arguments.tiles.first().copied().unwrap_or(all);
            let either = [Mirror::LeftRight, Mirror::TopBottom];
            let has_mirror = entry.parameters.contains(&Parameter::Mirror);
            let is_either = has_mirror && arguments.mirror.is_none();
            equal.extend(arguments.mirror.map(|mirror| (mirror, tiles)));
            equal.extend(either.into_iter().filter(|_| is_either).map(|mirror| (mirror, tiles)));
        }
        for list in &self.formulas.cells {
            let estimators: Vec<_> = list.iter().flat_map(Condition::estimators).collect();
            let here = estimators.iter().filter_map(|estimator| estimator.counted_here());
            let here = here.fold(TileSet::EMPTY, TileSet::union);
            for estimator in estimators {
                let Estimator::Image(mirror, list) = estimator else { continue };
                let is_same = !here.is_disjoint(list.tiles());
                let images = if is_same { &mut equal } else { &mut swapped };
                images.push((*mirror, here.union(list.tiles())));
            }
        }
        let mirrors = Mirror::NAMES.into_iter().filter_map(|(_, mirror)| {
            let mirrored = tiles_under(mirror, &swapped).map(|swapped| all.difference(swapped));
            Some((mirror, tiles_under(mirror, &equal).or(mirrored)?))
        });
        mirrors.collect()
    }

    /// The name of the first movement with gravity whose ways go through hazards, and these.
    pub fn harmless(&self) -> Option<(&str, Vec<&str>)> {
        let falls = |movement: &&Movement| matches!(movement.steps, Steps::Platformer(_));
        let Movement { name, over, .. } = self.movements().iter().find(falls)?;
        let tiles = self.tiles().zip((0..).zip(self.roles()));
        let hazards = tiles
            .filter(|(_, (tile, role))| **role == Role::Hazard && over.contains(*tile))
            .map(|(name, _)| name);
        let hazards: Vec<&str> = hazards.collect();
        (!hazards.is_empty()).then_some((name.as_str(), hazards))
    }

    /// The [warnings](Self::warnings) that no good level of at least one size exists: objectives
    /// are out of reach, or contradict each other.
    pub fn unreachable(&self) -> impl Iterator<Item = &Diagnostic> {
        self.warnings.iter().filter(|warning| warning.severity == Severity::Hopeless)
    }

    /// Valid parts that are probably mistakes.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

fn tiles_under(mirror: Mirror, images: &[(Mirror, TileSet)]) -> Option<TileSet> {
    let own = images.iter().filter(|(axis, _)| *axis == mirror);
    own.map(|(_, tiles)| *tiles).reduce(TileSet::union)
}

/// Cells that a problem counts.
#[derive(Clone, Debug, PartialEq)]
pub struct DemandedCells {
    /// All of them hold for a counted cell. Tiles have their indices in the palette.
    pub conditions: Vec<Condition>,
    /// Whether such cells are wanted, or to be avoided.
    pub is_wanted: bool,
    /// Whether the file says it in other words: what is near something, on the border or in the
    /// last row, has few or many exits, or must keep a distance.
    pub is_implied: bool,
    /// The index of the measure that counts them, as in [`Case`](crate::Case).
    pub measure: usize,
}

/// Some bytes of a file.
pub(crate) type Span = Range<usize>;
