//! The meaning of tiles where files do not define it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use marahel_formats::{Advice, Empty, Hints, ReadingNotes};
use marahel_level::{Palette, Unread, first_of};
use marahel_system::read_legend;

use crate::terminal::scripts::read_script;
use crate::terminal::{Usage, note};

/// Advice if nothing defines the tiles.
pub(super) const NAME_THEM: &str = "name characters by --legend, a file such as {\"#\": \"wall\"}, or by \
    --problem, numbers by --legend {\"tile_0\": \"wall\"}, or all entities, in order, by --entities, or by --script";
/// Advice if there are too many tiles.
pub(super) const MAKE_FEWER: &str = "choose layers by --layer, or give several tiles one name by --legend, as in \
    {\"tile_17\": \"coin\", \"tile_18\": \"coin\"}; marahel export MAP --write-legend FILE writes one to edit";

/// Options for the meaning of tiles in files.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadArgs {
    /// Names of the entities, in order, separated by commas, for files that only number them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    entities: Vec<String>,
    /// Take the entities of this Marahel script.
    #[arg(long, value_name = "FILE", conflicts_with = "entities")]
    script: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) map: MapArgs,
}

/// The heading of the options for maps; that of a whole command would hold for all later options.
const MAPS: &str = "Maps of Tiled, projects of LDtk";

/// Options for maps and pictures.
#[derive(Debug, clap::Args)]
pub(crate) struct MapArgs {
    /// File that names tiles: JSON, by their characters in text or the names that were made up for
    /// them; or a problem file, by its characters.
    #[arg(long, help_heading = MAPS, value_name = "FILE")]
    legend: Option<PathBuf>,
    /// Tile for cells that have none [default: `empty` in Tiled, LDtk and PNG files].
    #[arg(long, help_heading = MAPS, value_name = "TILE")]
    empty: Option<String>,
    /// Only this layer, or group of layers, visible or not; may be repeated.
    #[arg(help_heading = MAPS, long = "layer", value_name = "NAME")]
    layers: Vec<String>,
    /// Leave out the objects of Tiled.
    #[arg(long, help_heading = MAPS)]
    no_objects: bool,
    /// Property of tiles in Tiled whose value names them, such as `material`; may be repeated.
    #[arg(long, help_heading = MAPS, value_name = "PROPERTY")]
    names_from: Vec<String>,
    /// Folder with the tilesets and other files that maps name, if they are not in the folder of
    /// the map.
    #[arg(long, help_heading = MAPS, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl ReadArgs {
    pub(crate) fn hints(&self) -> anyhow::Result<Hints> {
        Ok(Hints { named: self.palette()?, ..self.map.hints()? })
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.script.iter().chain(&self.map.legend)
    }

    /// The entities given by options, if any.
    fn palette(&self) -> anyhow::Result<Option<Arc<Palette>>> {
        let names = match &self.script {
            Some(script) => read_script(script)?.entities,
            None if self.entities.is_empty() => return Ok(None),
            None => self.entities.clone(),
        };
        let palette = Palette::of_names(&names).map_err(|error| Usage(error.to_string()));
        Ok(Some(Arc::new(palette.context("the entities make no palette")?)))
    }
}

impl MapArgs {
    pub(crate) fn hints(&self) -> anyhow::Result<Hints> {
        let legend = self.legend.as_deref().map(read_legend).transpose()?;
        Ok(Hints {
            legend: legend.unwrap_or_default(),
            empty: self.empty.clone().map_or(Empty::Usual, Empty::Named),
            layers: self.layers.clone(),
            leaves_out_objects: self.no_objects,
            names_from: self.names_from.clone(),
            ..Hints::default()
        })
    }

    /// The folder from which files may name others, if not their own.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    pub(crate) fn legend(&self) -> Option<&Path> {
        self.legend.as_deref()
    }
}

/// Advice if files that may define tiles were not read.
pub(super) fn for_unread(files: &[(String, Unread)], tiles: &[String]) -> String {
    let it = if files.len() == 1 { "it" } else { "them" };
    let first = match files.first().map(|(_, reason)| reason) {
        Some(Unread::Missing) => {
            format!("put {it} there, or say by --folder from where such files may be read")
        }
        Some(Unread::Outside(folder)) => {
            format!("if files may be read from there, say --folder {folder}")
        }
        Some(Unread::Away | Unread::Broken(_)) | None => format!("correct {it}"),
    };
    let Some(example) = tiles.first() else { return first };
    let tiles = first_of(tiles, ", ");
    format!(
        "{first}; or name {tiles} by --legend, as in {{\"{example}\": \"coin\"}}, or, if the map names no tile, \
         all in order by --entities"
    )
}

/// Advice if a tile has no name.
pub(super) fn for_nameless(name: &str) -> String {
    format!(
        "give them classes in Tiled, or their values names in LDtk; or name them by --legend, as in \
         {{\"{name}\": \"wall\"}}, or all tiles in order by --entities"
    )
}

/// Advice if a map lacks a tile.
pub(super) fn for_unknown(name: &str) -> String {
    format!(
        "give a tile of it this class in Tiled, or a value this name in LDtk; or name one by --legend, as in \
         {{\"tile_17\": \"{name}\"}}; if it is what cells without a tile are, say --empty {name}"
    )
}

/// The advice for the command line.
pub(crate) const FLAGS: Advice = Advice {
    layer: "--layer NAME reads an invisible one",
    folder: "--folder FOLDER says from where files may be read",
    legend: "--legend, a file",
    empty: "--empty TILE",
};

pub(crate) const KEYS: Advice = Advice {
    layer: "`layers = [\"NAME\"]` reads an invisible one",
    folder: "`folder = \"..\"` says from where such files may be read",
    legend: "`legend = \"legend.json\"`, a file",
    empty: "`empty = \"TILE\"`",
};

/// Prints on standard error which parts of a file were not read, and what was guessed.
pub(crate) fn tell(about: &ReadingNotes, file: &str, advice: Advice) {
    for line in about.told(&advice) {
        note(format_args!("note: {file}: {line}"));
    }
}
