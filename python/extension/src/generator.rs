//! Scripts as generators, and what is wrong with a script.

use std::collections::BTreeMap;
use std::path::PathBuf;

use marahel::{Certified, Generator as Engine, Pins, RunError, ScriptError, Semantics, Workspace};
use marahel_system::files::FileKind;
use numpy::PyArray3;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::arrays::{Levels, read_pins, sheet};
use crate::error::{evolution_error, runtime_error, script_error, value_error};

/// A level generator: seed in, level out.
#[pyclass(frozen, module = "marahel")]
pub(crate) struct Generator {
    engine: Engine,
    text: String,
    semantics: Semantics,
    /// Turns seeds into certified ones, if there is a certificate.
    certified: Option<Certified>,
}

#[pymethods]
impl Generator {
    /// A generator is made by `from_text` or `from_file`.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Err(PyTypeError::new_err(
            "use Generator.from_text(text) for the text of a script, or Generator.from_file(path)",
        ))
    }

    /// The generator of a Marahel script, of either dialect.
    ///
    /// Args:
    ///     text: the script, JSON or JSON5.
    ///     semantics: reading of the language, "documented" or "fdg20".
    ///     certificate: what `marahel certify` wrote, for levels that play alone.
    ///
    /// Raises:
    ///     ScriptError: all mistakes of the script.
    ///     ValueError: an unknown reading, or a certificate that does not fit.
    #[staticmethod]
    #[pyo3(signature = (text, semantics="documented", certificate=None))]
    pub(crate) fn from_text(
        py: Python<'_>,
        text: String,
        semantics: &str,
        certificate: Option<&[u8]>,
    ) -> PyResult<Self> {
        let semantics: Semantics = semantics.parse().map_err(value_error)?;
        let engine = py.detach(|| {
            let engine = Engine::new(&marahel_dialects::parse(&text)?);
            Ok(engine.read_as(semantics))
        });
        let engine = engine.map_err(|error: ScriptError| script_error(py, &text, &error))?;
        let certified = certificate.map(|bytes| Certified::new(engine.clone(), bytes));
        let certified = certified.transpose().map_err(|error| value_error(error.to_string()))?;
        let engine = certified.as_ref().map_or(engine, |certified| certified.generator().clone());
        Ok(Self { engine, text, semantics, certified })
    }

    /// The generator of a Marahel script in a file.
    ///
    /// Args:
    ///     path: the file.
    ///     semantics: reading of the language, "documented" or "fdg20".
    ///
    /// Raises:
    ///     OSError: it cannot be read.
    ///     ScriptError: all mistakes of the script.
    ///     ValueError: an unknown reading.
    #[staticmethod]
    #[pyo3(signature = (path, semantics="documented"))]
    fn from_file(py: Python<'_>, path: PathBuf, semantics: &str) -> PyResult<Self> {
        let text = FileKind::SCRIPT.text_given(&path).map_err(evolution_error)?;
        Self::from_text(py, text, semantics, None)
    }

    /// The dials that can be turned: smallest and largest value of each, and what it is set to.
    #[getter]
    fn dials(&self) -> BTreeMap<String, (f64, f64, f64)> {
        let dials = self.engine.dials().iter();
        dials.map(|dial| (dial.name.clone(), (dial.min, dial.max, dial.value))).collect()
    }

    /// The generator with a dial set to a value, without a certificate.
    ///
    /// Args:
    ///     name: the dial.
    ///     value: within its range.
    ///
    /// Raises:
    ///     ValueError: there is no such dial, or it does not go as far.
    fn with_dial(&self, py: Python<'_>, name: &str, value: f64) -> PyResult<Self> {
        // The text says what the dials are set to.
        let turned = self.engine.script().clone().with_dial(name, value);
        let text = turned.map_err(|error| value_error(error.to_string()))?.to_string();
        Self::from_text(py, text, &self.semantics.to_string(), None)
    }

    /// The same generator, each of whose seeds stands for one that is certified to play.
    ///
    /// Args:
    ///     path: the file that `marahel certify` wrote.
    ///
    /// Raises:
    ///     OSError: it cannot be read.
    ///     ValueError: it is no certificate, or that of another script.
    fn certified(&self, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let certificate = FileKind::CERTIFICATE.bytes_given(&path).map_err(evolution_error)?;
        Self::from_text(py, self.text.clone(), &self.semantics.to_string(), Some(&certificate))
    }

    /// The seed that really makes the level of a seed: the same without a certificate.
    ///
    /// Args:
    ///     seed: 0 to 2^64 - 1.
    fn seed(&self, seed: u64) -> u64 {
        self.certified.as_ref().map_or(seed, |certified| certified.seed(seed))
    }

    /// Names of the entities: a tile is an index into them.
    #[getter]
    fn tiles(&self) -> Vec<String> {
        self.engine.palette().entities().iter().map(|entity| entity.name.clone()).collect()
    }

    /// The text of the script, with its dials as they are set.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Makes levels of the seeds `seed`, `seed + 1` and so on, as `marahel generate` does.
    ///
    /// Other Python threads run meanwhile.
    ///
    /// Args:
    ///     n: number of levels.
    ///     seed: seed of the first one, 0 to 2^64 - 1.
    ///     pins: integer array (h, w) of tiles that each level begins with and keeps;
    ///         -1 or 255 where a cell is open.
    ///     pin_tiles: names of these tiles: each number is an index into them. `generator.tiles`
    ///         for pins in the order of the generator.
    ///
    /// Returns:
    ///     uint8 array (n, h, w) of tiles.
    ///
    /// Raises:
    ///     TypeError: pins without `pin_tiles`.
    ///     ValueError: the script makes levels of several sizes (see `generate_list`), it
    ///         makes none of the size of the pins, it has pins and a certificate, or the last
    ///         seed would be too large.
    ///     RuntimeError: it wants more work done than a level may cost.
    #[pyo3(signature = (n=1, seed=0, pins=None, pin_tiles=None))]
    fn generate<'py>(
        &self,
        py: Python<'py>,
        n: u32,
        seed: u64,
        pins: Option<&Bound<'py, PyAny>>,
        pin_tiles: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        if pins.is_some() && self.certified.is_some() {
            return Err(value_error(
                "a certificate says nothing of levels with pins; leave out one",
            ));
        }
        let pins = pins.map(|array| {
            let names = pin_tiles.ok_or_else(|| {
                PyTypeError::new_err(
                    "pins are indices into names of tiles: say which, as in \
                     pin_tiles=generator.tiles",
                )
            })?;
            read_pins(array, &names, self.engine.palette())
        });
        let pins = pins.transpose()?.map(|start| self.engine.pins(&start));
        self.levels(py, n, seed, pins.transpose().map_err(value_error)?.as_ref())?.into_array(py)
    }

    /// The same for scripts whose levels differ in size.
    ///
    /// Args:
    ///     n: number of levels.
    ///     seed: seed of the first one, 0 to 2^64 - 1.
    ///
    /// Returns:
    ///     A list of n uint8 arrays (1, h, w).
    ///
    /// Raises:
    ///     ValueError: the last seed would be too large.
    ///     RuntimeError: the script wants more work done than a level may cost.
    #[pyo3(signature = (n=1, seed=0))]
    fn generate_list<'py>(
        &self,
        py: Python<'py>,
        n: u32,
        seed: u64,
    ) -> PyResult<Vec<Bound<'py, PyArray3<u8>>>> {
        check_seeds(n, seed)?;
        let mut made = Vec::new();
        for index in 0..u64::from(n) {
            py.check_signals()?;
            let mut one = Vec::new();
            let (height, width) = py
                .detach(|| {
                    let mut workspace = Workspace::new();
                    self.append(seed + index, None, &mut workspace, &mut one)
                })
                .map_err(|error| runtime_error(&error))?;
            made.push(Levels { n: 1, height, width, tiles: one }.into_array(py)?);
        }
        Ok(made)
    }

    /// Draws levels of this generator side by side.
    ///
    /// Args:
    ///     n: number of levels.
    ///     seed: seed of the first one.
    ///     scale: pixels of a tile's side.
    ///     columns: levels in a row.
    ///
    /// Returns:
    ///     The bytes of a PNG.
    ///
    /// Raises:
    ///     ValueError: as `generate`, and if the picture would be too large.
    ///     RuntimeError: as `generate`.
    #[pyo3(signature = (n=8, seed=0, scale=16, columns=None))]
    fn picture<'py>(
        &self,
        py: Python<'py>,
        n: u32,
        seed: u64,
        scale: u32,
        columns: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        sheet(py, &self.levels(py, n, seed, None)?, self.engine.palette(), scale, columns)
    }

    /// Four levels, for notebooks.
    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.picture(py, 4, 0, 12, None)
    }

    fn __repr__(&self) -> String {
        format!("<Generator of {}>", self.tiles().join(", "))
    }

    /// So that a generator can be sent to another process.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let make = slf.get_type().getattr("from_text")?;
        let this = slf.get();
        let certificate = this
            .certified
            .as_ref()
            .map(|certified| PyBytes::new(slf.py(), certified.certificate().to_json().as_bytes()));
        Ok((make, (this.text.clone(), this.semantics.to_string(), certificate)))
    }
}

/// Text, semantics and certificate.
type Parts<'py> = (String, String, Option<Bound<'py, PyBytes>>);

/// Levels between two looks for Ctrl-C.
const N_LEVELS_AT_ONCE: u64 = 256;

impl Generator {
    /// Levels of one size.
    fn levels(&self, py: Python<'_>, n: u32, seed: u64, pins: Option<&Pins>) -> PyResult<Levels> {
        check_seeds(n, seed)?;
        let mut workspace = Workspace::new();
        let mut levels = Levels { n: n as usize, height: 1, width: 1, tiles: Vec::new() };
        let mut done = 0;
        while done < u64::from(n) {
            // The first one alone says how much memory all of them take.
            let n_more = if done == 0 { 1 } else { N_LEVELS_AT_ONCE };
            let end = u64::from(n).min(done + n_more);
            let sizes = py.detach(|| -> Result<Vec<(usize, usize)>, RunError> {
                let seeds = seed + done..=seed + (end - 1);
                seeds
                    .map(|seed| self.append(seed, pins, &mut workspace, &mut levels.tiles))
                    .collect()
            });
            for (index, size) in (done..).zip(sizes.map_err(|error| runtime_error(&error))?) {
                if index == 0 {
                    (levels.height, levels.width) = size;
                    let rest = size.0.saturating_mul(size.1).saturating_mul(n as usize);
                    if levels.tiles.try_reserve(rest).is_err() {
                        let message = format!("{n} levels do not fit into memory");
                        return Err(PyMemoryError::new_err(message));
                    }
                } else if size != (levels.height, levels.width) {
                    return Err(value_error(
                        "the levels of this script differ in size, which no array holds; use \
                         generate_list",
                    ));
                }
            }
            py.check_signals()?;
            done = end;
        }
        Ok(levels)
    }

    /// Adds the tiles of a seed's level; its rows and columns.
    fn append(
        &self,
        seed: u64,
        pins: Option<&Pins>,
        workspace: &mut Workspace,
        tiles: &mut Vec<u8>,
    ) -> Result<(usize, usize), RunError> {
        let view = match pins {
            Some(pins) => self.engine.generate_from_in(pins, seed, workspace)?,
            None => self.engine.generate_in(self.seed(seed), workspace)?,
        };
        tiles.extend(view.rows().flatten());
        Ok((view.height(), view.width()))
    }
}

/// Refuses levels that would have larger seeds than there are.
fn check_seeds(n: u32, seed: u64) -> PyResult<()> {
    match seed.checked_add(u64::from(n)) {
        Some(_) => Ok(()),
        None => Err(value_error("the last seed would be larger than a seed can be")),
    }
}

/// One thing to say about a script, and where.
#[pyclass(frozen, get_all, eq, module = "marahel")]
#[derive(Clone, PartialEq)]
pub(crate) struct Diagnostic {
    /// "error", or "warning" of what is allowed but idle.
    severity: String,
    /// Line in the text, from 1.
    line: usize,
    /// Column in the line, in characters from 1.
    column: usize,
    /// First character of the text that it is about, from 0.
    start: usize,
    /// The character behind the last one.
    end: usize,
    /// Part of the script, such as "explorer 2, rule 1"; empty for the document.
    place: String,
    /// What is wrong.
    message: String,
    /// What to do about it; may be empty.
    help: String,
    /// The change of the text that does so, if it is clear: (start, end, replacement).
    fix: Option<(usize, usize, String)>,
}

impl Diagnostic {
    /// That of a text, in whose characters Python counts.
    pub(crate) fn of(one: &marahel_script::Diagnostic, text: &str) -> Self {
        let at = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
        Self {
            severity: one.severity.to_string(),
            line: one.line,
            column: one.column,
            start: at(one.range.start),
            end: at(one.range.end),
            place: one.place.clone(),
            message: one.message.clone(),
            help: one.help.clone(),
            fix: one
                .fix
                .as_ref()
                .map(|fix| (at(fix.range.start), at(fix.range.end), fix.replacement.clone())),
        }
    }
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> String {
        let Self { line, column, severity, place, message, help, .. } = self;
        let kind = if severity == "error" { "" } else { "warning: " };
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        let help = if help.is_empty() { String::new() } else { format!("; {help}") };
        format!("{line}:{column}: {kind}{place}{message}{help}")
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__())
    }
}

/// Finds all mistakes of a script, or what is idle in it, as `marahel check` does.
///
/// Args:
///     text: the script, of either dialect.
///
/// Returns:
///     A list of `Diagnostic`, in the order of the text; none of a script without fault.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, text: String) -> Vec<Diagnostic> {
    py.detach(|| match marahel_dialects::check(&text) {
        Ok((_, warnings)) => warnings.iter().map(|one| Diagnostic::of(one, &text)).collect(),
        Err(error) => error.diagnostics().iter().map(|one| Diagnostic::of(one, &text)).collect(),
    })
}
