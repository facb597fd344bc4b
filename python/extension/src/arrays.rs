//! Levels and genomes as arrays, checked before anything is done with them.

use std::sync::Arc;

use marahel_config::Genome;
use marahel_level::{Level, N_TILES_MAX, Palette, Tile, UNKNOWN, contact_sheet};
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray2,
    PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::value_error;

/// Levels of one size, a tile each byte.
pub(crate) struct Levels {
    pub(crate) n: usize,
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) tiles: Vec<u8>,
}

impl Levels {
    /// Levels of an array `(n, h, w)`, or of one level `(h, w)`, of dtype uint8: indices into names
    /// of tiles, or 255 where a cell is open. They become tiles of the palette, matched by name.
    ///
    /// They are copied: another Python thread may write to the array while it is read
    /// without the GIL, and what was checked must stay as it was.
    pub(crate) fn read(
        array: &Bound<'_, PyAny>,
        names: &[String],
        palette: &Palette,
    ) -> PyResult<Self> {
        let untyped = array.cast::<PyUntypedArray>().map_err(|_| {
            let found = kind(array);
            PyTypeError::new_err(format!(
                "levels are a numpy array of dtype uint8 and shape (n, h, w); this is a {found}"
            ))
        })?;
        let readable: PyReadonlyArrayDyn<'_, u8> = array.extract().map_err(|_| {
            let dtype = untyped.dtype();
            PyTypeError::new_err(format!(
                "levels have dtype uint8; these have {dtype}; use levels.astype(\"uint8\")"
            ))
        })?;
        let (n, height, width) = match *untyped.shape() {
            [n, height, width] => (n, height, width),
            [height, width] => (1, height, width),
            ref shape => {
                return Err(value_error(format!(
                    "levels have the shape (n, h, w), one level (h, w); these have {shape:?}"
                )));
            }
        };
        if height == 0 || width == 0 || height.saturating_mul(width) > N_TILES_MAX {
            return Err(value_error(format!(
                "a level has 1 to {N_TILES_MAX} tiles; these are {height} high and {width} wide"
            )));
        }
        let mut tiles: Vec<u8> = match readable.as_slice() {
            Ok(tiles) => tiles.to_vec(),
            Err(_) => readable.as_array().iter().copied().collect(),
        };
        for (at, tile) in tiles.iter_mut().enumerate() {
            *tile = tile_of(i64::from(*tile), names, palette).map_err(|what| {
                let (level, cell) = (at / (height * width), at % (height * width));
                let (x, y) = (cell % width, cell / width);
                value_error(format!("level {level} has {what} at row {y}, column {x}"))
            })?;
        }
        Ok(Self { n, height, width, tiles })
    }

    /// The tiles of each level, row by row.
    pub(crate) fn each(&self) -> impl Iterator<Item = &[u8]> {
        self.tiles.chunks_exact(self.height * self.width)
    }

    /// The array `(n, h, w)` of these levels, which takes their memory.
    pub(crate) fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyArray3<u8>>> {
        let Self { n, height, width, tiles } = self;
        PyArray1::from_vec(py, tiles).reshape([n, height, width])
    }
}

/// What a number of an array means as an open cell.
pub(crate) const OPEN: u8 = 255;

/// The tile of a palette that has the name of an index; an error in words.
fn tile_of(number: i64, names: &[String], palette: &Palette) -> Result<Tile, String> {
    if number == i64::from(OPEN) {
        return Ok(UNKNOWN);
    }
    let name = usize::try_from(number).ok().and_then(|index| names.get(index));
    let Some(name) = name else {
        return Err(format!("the tile {number}, of {} tiles numbered from 0,", names.len()));
    };
    palette.tile(name).ok_or_else(|| {
        let known = palette.entities().iter().map(|entity| entity.name.as_str());
        format!("`{name}`, which is none of {},", known.collect::<Vec<_>>().join(", "))
    })
}

/// A start map of an integer array `(h, w)`: indices into names of tiles, which become tiles of the
/// palette, or -1 or 255 where a cell is open.
pub(crate) fn read_pins(
    array: &Bound<'_, PyAny>,
    names: &[String],
    palette: &Arc<Palette>,
) -> PyResult<Level> {
    let wrong = |_| {
        PyTypeError::new_err("pins are a numpy array of whole numbers and shape (h, w)".to_owned())
    };
    let kind = array.getattr("dtype").and_then(|dtype| dtype.getattr("kind"));
    let kind: String = kind.and_then(|kind| kind.extract()).map_err(wrong)?;
    if kind != "i" && kind != "u" {
        return Err(wrong(PyTypeError::new_err(())));
    }
    let numbers = array.call_method1("astype", ("int64",))?;
    let numbers: PyReadonlyArray2<'_, i64> =
        numbers.extract().map_err(|error: PyErr| wrong(error))?;
    let numbers = numbers.as_array();
    let [height, width] = *numbers.shape() else { unreachable!("it has two dimensions") };
    if !(1..=N_TILES_MAX).contains(&height.saturating_mul(width)) {
        return Err(value_error(format!("pins have 1 to {N_TILES_MAX} cells")));
    }
    let tiles = numbers.indexed_iter().map(|((y, x), &number)| {
        let number = if number == -1 { i64::from(OPEN) } else { number };
        tile_of(number, names, palette)
            .map_err(|what| value_error(format!("the pins have {what} at row {y}, column {x}")))
    });
    Ok(Level::from_tiles(width, tiles.collect::<PyResult<_>>()?, Arc::clone(palette)))
}

/// A table of floats `(n, m)`, which takes the memory of its values.
pub(crate) fn table(
    py: Python<'_>,
    values: Vec<f64>,
    n_columns: usize,
) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let n_rows = values.len() / n_columns.max(1);
    PyArray1::from_vec(py, values).reshape([n_rows, n_columns])
}

/// Genomes: an array of integers `(n, n_genes)`, or a sequence of sequences of them.
pub(crate) fn genomes(given: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u32>>> {
    if let Ok(array) = given.cast::<PyUntypedArray>() {
        let shape = array.shape();
        if shape.len() != 2 {
            return Err(value_error(format!(
                "genomes have the shape (n, n_genes); these have {shape:?}"
            )));
        }
        let dtype = array.dtype();
        if !matches!(dtype.kind(), b'i' | b'u') {
            return Err(PyTypeError::new_err(format!(
                "genes are whole numbers; these have dtype {dtype}"
            )));
        }
    }
    let rows = given.try_iter().map_err(|_| {
        let found = kind(given);
        PyTypeError::new_err(format!(
            "genomes are an array of integers (n, n_genes), or a list of lists of them; this is \
             a {found}"
        ))
    })?;
    rows.enumerate().map(|(index, row)| genome(index, &row?)).collect()
}

/// One genome, the `index`-th of those that were given.
fn genome(index: usize, row: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let row = match row.cast::<PyUntypedArray>() {
        Ok(array) if array.ndim() == 1 => array.call_method0("tolist")?,
        _ => row.clone(),
    };
    let whole_numbers = row.extract::<Vec<i128>>();
    let genes = whole_numbers.map_err(|_| {
        PyTypeError::new_err(format!("genome {index} is no sequence of whole numbers"))
    })?;
    let gene = |(at, gene): (usize, i128)| {
        u32::try_from(gene).map_err(|_| {
            value_error(format!(
                "gene {at} of genome {index} is {gene}; genes are whole numbers from 0"
            ))
        })
    };
    genes.into_iter().enumerate().map(gene).collect()
}

/// Genomes as Python has them: an array of int32 `(n, n_genes)`, or a list of arrays where
/// they are not equally long. Those of a script are its characters.
pub(crate) fn genomes_to_python<'py, 'g>(
    py: Python<'py>,
    genomes: impl Iterator<Item = &'g Genome>,
) -> PyResult<Bound<'py, PyAny>> {
    let signed = |genome| integers(genome).into_iter().map(u32::cast_signed).collect();
    let genomes: Vec<Vec<i32>> = genomes.map(signed).collect();
    let n_genes = genomes.first().map_or(0, Vec::len);
    if genomes.iter().all(|genome| genome.len() == n_genes) {
        let n = genomes.len();
        return Ok(PyArray1::from_vec(py, genomes.concat()).reshape([n, n_genes])?.into_any());
    }
    let arrays: Vec<_> = genomes.into_iter().map(|genome| PyArray1::from_vec(py, genome)).collect();
    Ok(arrays.into_pyobject(py)?.into_any())
}

/// The integers of a genome: those of a script are its characters.
pub(crate) fn integers(genome: &Genome) -> Vec<u32> {
    match genome {
        Genome::Genes(genes) => genes.clone(),
        Genome::Script(script) => script.text.chars().map(u32::from).collect(),
    }
}

/// Draws levels side by side, as `marahel generate --out sheet.png` does.
///
/// Args:
///     levels: uint8 array (n, h, w), or (h, w) for one.
///     tiles: names of the entities, in order; their colors go by their names.
///     scale: pixels of a tile's side.
///     columns: levels in a row; by default as many as make the sheet about square.
///
/// Returns:
///     The bytes of a PNG.
///
/// Raises:
///     TypeError: levels of another dtype.
///     ValueError: another shape, unknown tiles, names that make no palette, or a picture
///         that would be too large.
#[pyfunction]
#[pyo3(signature = (levels, tiles, scale=16, columns=None))]
pub(crate) fn picture<'py>(
    py: Python<'py>,
    levels: &Bound<'py, PyAny>,
    tiles: Vec<String>,
    scale: u32,
    columns: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let palette = Arc::new(Palette::of_names(&tiles).map_err(value_error)?);
    sheet(py, &Levels::read(levels, &tiles, &palette)?, &palette, scale, columns)
}

/// A PNG of levels of a palette.
pub(crate) fn sheet<'py>(
    py: Python<'py>,
    levels: &Levels,
    palette: &Arc<Palette>,
    scale: u32,
    columns: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    if levels.n == 0 {
        return Err(value_error("there is no level to draw"));
    }
    if columns == Some(0) {
        return Err(value_error("columns = 0: a row has at least one level"));
    }
    let png = py.detach(|| {
        let drawn = levels.each();
        let drawn: Vec<Level> = drawn
            .map(|tiles| Level::from_tiles(levels.width, tiles.to_vec(), Arc::clone(palette)))
            .collect();
        contact_sheet(&drawn, scale, columns)
    });
    Ok(PyBytes::new(py, &png.map_err(value_error)?))
}

/// The type of an object, for messages.
fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}
