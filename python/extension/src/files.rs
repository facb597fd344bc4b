//! Levels in files, as the programs read them.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::Arc;

use marahel_formats::{Advice, Empty, Hints, Legend};
use marahel_level::{Level, Palette, UNKNOWN};
use marahel_system::files::FileKind;
use marahel_system::{Folder, levels_of_bytes};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::arrays::OPEN;
use crate::error::{evolution_error, value_error};

/// What a caller can say of a file.
const ADVICE: Advice = Advice {
    layer: "layers=[\"NAME\"] reads an invisible one",
    folder: "folder=... says from where files may be read",
    legend: "legend=...",
    empty: "empty=\"TILE\"",
};

/// Names of tiles, and levels of their numbers.
type Read<'py> = (Vec<String>, Vec<Bound<'py, PyArray2<u8>>>);

/// Reads the levels of a file: of Tiled, LDtk, text, Sokoban, CSV, JSON or PNG, by its ending.
///
/// What is not read, or guessed, is a warning.
///
/// Args:
///     path: the file. Tilesets and other files that it names are read from its folder.
///     tiles: the tiles of the levels, in order. Tiles that the file names are matched by name,
///         others by their number. By default those that the file names, or made-up names.
///     legend: other names for tiles, such as {"tile_17": "coin"}.
///     empty: what cells without a tile are; by default in Tiled, LDtk and PNG the tile "empty".
///     layers: names of the layers to read; by default all that are visible.
///     objects: whether objects of Tiled are tiles.
///     names_from: properties of tiles in Tiled that name them, such as `["material"]`.
///     folder: from where files that it names may be read, too, beside its own folder.
///
/// Returns:
///     The names of the tiles, and for each level a uint8 array (h, w) of their numbers, 255
///     where a cell is open.
///
/// Raises:
///     OSError: the file cannot be read.
///     ValueError: it is no level file, or has a tile that is none of `tiles`.
#[pyfunction]
#[pyo3(signature = (path, tiles=None, *, legend=None, empty=None, layers=None, objects=true, names_from=None, folder=None))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword of Python")]
pub(crate) fn read_levels(
    py: Python<'_>,
    path: PathBuf,
    tiles: Option<Vec<String>>,
    legend: Option<BTreeMap<String, String>>,
    empty: Option<String>,
    layers: Option<Vec<String>>,
    objects: bool,
    names_from: Option<Vec<String>>,
    folder: Option<PathBuf>,
) -> PyResult<Read<'_>> {
    let palette = tiles.map(|tiles| Palette::of_names(&tiles).map(Arc::new)).transpose();
    let palette = palette.map_err(value_error)?;
    let legend = legend.map(|legend| serde_json::to_string(&legend).map_err(value_error));
    let legend = legend.transpose()?.map(|json| Legend::parse(&json)).transpose();
    let known = Hints {
        named: palette.clone(),
        keeps_names: true,
        target: palette,
        legend: legend.map_err(value_error)?.unwrap_or_default(),
        empty: empty.map_or(Empty::Usual, Empty::Named),
        layers: layers.unwrap_or_default(),
        leaves_out_objects: !objects,
        names_from: names_from.unwrap_or_default(),
        makes_up_names: true,
        ..Hints::default()
    };
    let bytes = FileKind::LEVELS.bytes_given(&path).map_err(evolution_error)?;
    let folder = Folder::of(&path, folder.as_deref());
    let read = py.detach(|| levels_of_bytes(&path, &bytes, &known, &folder));
    let reading = read.map_err(evolution_error)?;
    for line in reading.about.told(&ADVICE) {
        let message = CString::new(format!("{}: {line}", path.display()).replace('\0', ""));
        let message = message.map_err(value_error)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    // Levels of a file can differ in what they have.
    let levels: Vec<Level> = reading.levels.into_iter().map(|found| found.level).collect();
    let all = Palette::of_all(levels.iter().map(|level| &**level.palette()));
    let all = Arc::new(all.map_err(value_error)?);
    let array = |level: &Level| {
        let level = level.renamed(Arc::clone(&all)).map_err(value_error)?;
        let tiles = level.tiles().iter().map(|&tile| if tile == UNKNOWN { OPEN } else { tile });
        PyArray1::from_vec(py, tiles.collect()).reshape([level.height(), level.width()])
    };
    let arrays = levels.iter().map(array).collect::<PyResult<_>>()?;
    Ok((all.entities().iter().map(|entity| entity.name.clone()).collect(), arrays))
}
