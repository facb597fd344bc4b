//! Problem files: what to generate, written down.
//!
//! [`Definition::parse`] reads one and reports all its mistakes; [`Problem`](crate::Problem)
//! measures levels by it. The README of this crate describes the format.

mod parts;
mod reader;
mod relocation;
mod warnings;

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::likeness::Drawings;
use level::{Level, Mirror, Palette, Tile, TileSet};
use paths::{Movement, Trip};
use script::{Condition, Diagnostic, Estimator, Neighborhood};

use crate::measure::{Call, Means, Measure};
use crate::program::{Node, Program};
use crate::{Control, Objective, Outside, Role, Wanted};
use reader::Reader;

pub(crate) use parts::Tiles;
pub use parts::{KEYS_OF_CONFIGS, N_SIZES_MAX, parse_size};

/// So many cells of a level are given at most, where a problem names levels to take them from.
pub const N_PINS_MAX: usize = 10;

/// A problem file, understood: the defaults of a [`Problem`](crate::Problem).
///
/// Two are equal if their texts are.
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
    /// Tiles that are drawn as a picture of a file.
    pub(crate) sprites: Vec<Sprite>,
    /// Files of drawn levels, which somebody else reads.
    pub(crate) drawn: Vec<Drawn>,
    pub(crate) drawn_told: DrawnTold,
    /// Levels of which cells are given in a search.
    pub(crate) pinned: Vec<Level>,
    /// Tiles in the order of the file, with the weight of each.
    pub(crate) weights: Vec<(String, u32)>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) playable: Node,
    /// With its expression as written.
    pub(crate) whole: Option<(String, Node)>,
    /// The same expressions as written.
    pub(crate) texts: Vec<(String, String)>,
    /// The expression of [`playable`](Self::playable) as written.
    pub(crate) playable_text: String,
    pub(crate) way: Way,
    /// The number of the game of the PCG Benchmark by which levels differ when they are judged.
    pub(crate) different: Option<usize>,
    pub(crate) wanted: Wanted,
    pub(crate) controls: Vec<Control>,
    /// The values of the controls.
    pub(crate) control_nodes: Vec<Node>,
    pub(crate) means: Means,
    pub(crate) outside: Option<Outside>,
    pub(crate) program: Program,
    pub(crate) warnings: Vec<Diagnostic>,
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Definition").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A tile that is drawn as a picture, which is a PNG file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// Name of the tile.
    pub tile: String,
    /// The file, as seen from the problem file.
    pub path: String,
    /// The bytes of the problem file that the path stands in, with its quotes.
    pub place: Range<usize>,
}

/// Drawn levels that a problem file names, but does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// A file, or several by `*`, as seen from the problem file.
    pub path: String,
    /// The bytes of the problem file that the path stands in, with its quotes.
    pub place: Range<usize>,
}

/// Data about files of drawn levels that these do not contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnTold {
    /// The tile that cells without one are.
    pub empty: Option<String>,
    /// Names of the layers to read, if not all that are visible.
    pub layers: Vec<String>,
    /// The file that names tiles, as seen from the problem file.
    pub legend: Option<String>,
}

/// How levels differ, beside their floor plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Way {
    None,
    /// Cells of a shortest way by the movement of this number.
    Trip {
        trip: Trip,
        by: usize,
    },
    /// Where these tiles stand, each for itself.
    Places(Vec<TileSet>),
    /// Whatever the game of the PCG Benchmark with this number compares.
    Benchmark(usize),
}

/// All mistakes of a problem file, in the order of the document; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError {
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl DefinitionError {
    /// The mistakes, in the order of the document.
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
    /// A problem file has at most this many bytes.
    pub const N_BYTES_MAX: usize = 1 << 20;

    /// The definition that the text of a problem file is.
    ///
    /// # Errors
    ///
    /// All mistakes, in the order of the text.
    pub fn parse(text: &str) -> Result<Self, DefinitionError> {
        let mut reader = Reader::new(text);
        let found = parts::definition(&mut reader, text);
        let (errors, warnings) = reader.finish();
        match found {
            Some(mut definition) if errors.is_empty() => {
                definition.warnings = warnings;
                Ok(definition)
            }
            _ => Err(DefinitionError { diagnostics: errors }),
        }
    }

    /// How those move whose ways it measures.
    pub fn movements(&self) -> &[Movement] {
        &self.program.movements
    }

    /// The name, as in tables and configs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description in a sentence; may be empty.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The role of each tile, in the order of [`tiles`](Self::tiles): as stated, or else derived
    /// from doors and keys, the tile's name, movements, and what is counted and walked to.
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// The names of tiles with a guessed role: neither the file nor their name states it.
    pub fn guessed(&self) -> impl Iterator<Item = &str> {
        self.guessed.iter().map(|&tile| self.palette.name(tile))
    }

    /// The tiles, in the order of their names.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// The names of the tiles, in the order of the palette, which is by name.
    pub fn tiles(&self) -> impl Iterator<Item = &str> {
        self.palette.entities().iter().map(|entity| entity.name.as_str())
    }

    /// Number of kinds of tiles.
    pub fn n_tiles(&self) -> usize {
        self.palette.len()
    }

    /// Number of objectives.
    pub fn n_objectives(&self) -> usize {
        self.objectives.len()
    }

    /// Number of objectives of which there can be too much, rather than open-ended ones.
    pub fn n_counts(&self) -> usize {
        self.objectives.iter().filter(|one| !one.band.is_open()).count()
    }

    /// What holds for levels that can be played, as written.
    pub fn playable(&self) -> &str {
        &self.playable_text
    }

    /// The condition for levels in which nothing is cut off, as written, if stated.
    pub fn whole(&self) -> Option<&str> {
        self.whole.as_ref().map(|(text, _)| text.as_str())
    }

    /// The text that it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The program that judges its levels from outside, if there is one.
    pub fn outside(&self) -> Option<&Outside> {
        self.outside.as_ref()
    }

    /// Tiles that are drawn as a picture of a file, in the order of the problem file.
    pub fn sprites(&self) -> &[Sprite] {
        &self.sprites
    }

    /// The text of the same file for another place, where the pictures of tiles are those
    /// of `paths`, one for each of [`sprites`](Self::sprites).
    pub fn text_with_sprites(&self, paths: &[String]) -> String {
        relocation::with_texts(&self.text, self.sprites.iter().map(|one| &one.place).zip(paths))
    }

    /// The drawn levels for similarity, without those of [`drawn`](Self::drawn); empty without such
    /// an objective.
    pub fn drawings(&self) -> &Drawings {
        &self.program.drawings
    }

    /// Levels of which random cells are given, up to [`N_PINS_MAX`](crate::N_PINS_MAX), where a
    /// search makes levels; without those of [`drawn`](Self::drawn). None where nothing is given.
    pub fn pinned(&self) -> &[Level] {
        &self.pinned
    }

    /// Files of drawn levels, in the order of the problem file. Whoever has read them
    /// parses [`text_with_drawings`](Self::text_with_drawings).
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// What the file says of these files.
    pub fn drawn_told(&self) -> &DrawnTold {
        &self.drawn_told
    }

    /// The text of the same file with drawn levels in it: for each of
    /// [`drawn`](Self::drawn) the text of its levels, with an empty line between two.
    pub fn text_with_drawings(&self, levels: &[String]) -> String {
        relocation::with_texts(&self.text, self.drawn.iter().map(|one| &one.place).zip(levels))
    }

    /// The text of the same file for another place, from which the program that judges
    /// levels runs in `folder`; the text as it is if there is no such program.
    pub fn text_with_outside_folder(&self, folder: &str) -> String {
        relocation::with_outside_folder(self, folder)
    }

    /// The conditions by which it counts cells, list by list, each with whether such cells are
    /// wanted, rather than none. Tiles have their numbers in the palette.
    pub fn asked(&self) -> impl Iterator<Item = (&[Condition], bool)> {
        let objectives = self.objectives.iter().map(|one| {
            let is_zero_fine = one.band.min() <= 0.0 && one.band.max() >= 0.0;
            (&one.node, is_zero_fine)
        });
        let whole = self.whole.iter().map(|(_, node)| node);
        let conditions = std::iter::once(&self.playable).chain(whole).map(|node| (node, false));
        let unwanted = self.program.unwanted(objectives.chain(conditions));
        let lists = self.program.cells.iter().zip(unwanted);
        lists.map(|(list, is_unwanted)| (list.as_slice(), !is_unwanted))
    }

    /// Names of the objectives that compare levels with the drawings: what a drawing has in them
    /// says nothing.
    pub fn comparing(&self) -> impl Iterator<Item = &str> {
        let is_so = |call: &Call| matches!(call.measure, Measure::Like | Measure::Copied);
        let compares = move |one: &&Objective| self.program.has_call(&one.node, &is_so);
        self.objectives.iter().filter(compares).map(|one| one.name.as_str())
    }

    /// Whether levels differ by nothing but their floor plans, as where the file does not say.
    pub fn differs_by_floor(&self) -> bool {
        self.way == Way::None && self.different.is_none()
    }

    /// The neighborhoods that it declares.
    pub fn neighborhoods(&self) -> &[(String, Neighborhood)] {
        &self.program.neighborhoods
    }

    /// The mirrors that it names; `symmetry()` is about two.
    pub fn mirrors(&self) -> Vec<Mirror> {
        let images = self.program.cells.iter().flatten().flat_map(Condition::estimators);
        let of_images = images.filter_map(|estimator| match estimator {
            Estimator::Image(mirror, _) => Some(*mirror),
            _ => None,
        });
        let of_calls = self.program.measures.iter().flat_map(|call| {
            let either = [Mirror::LeftRight, Mirror::TopBottom];
            let is_either = call.measure == Measure::Symmetry && call.arguments.mirror.is_none();
            call.arguments.mirror.into_iter().chain(either.into_iter().filter(move |_| is_either))
        });
        let named: Vec<Mirror> = of_calls.chain(of_images).collect();
        let all = Mirror::NAMES.into_iter().map(|(_, mirror)| mirror);
        all.filter(|mirror| named.contains(mirror)).collect()
    }

    /// Those of the [warnings](Self::warnings) by which a search cannot find a good level, of some
    /// size at least: what objectives ask for is out of reach, or they contradict each other.
    pub fn unreachable(&self) -> impl Iterator<Item = &Diagnostic> {
        self.warnings.iter().filter(|one| one.message.starts_with(warnings::NO_LEVEL))
    }

    /// Valid parts that are probably mistakes.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

/// A place in the text of a file.
pub(crate) type Place = Range<usize>;
