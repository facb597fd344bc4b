//! What a problem says of levels, and of those who make them.

use std::ffi::CString;
use std::sync::Arc;

use marahel_config::{
    Config as Settings, Decode, EvolutionError, GenomeError, Options, problem_of,
};
use marahel_drafts::N_DRAFTS_MAX;
use marahel_evolution::{Sample, evaluate_script, set_measures};
use marahel_level::{Level, UNKNOWN, View};
use marahel_problem::{Problem as Rules, Tally};
use marahel_remix::{Aim, Freedom, N_VARIATIONS_MAX, RemixError, Repair};
use numpy::prelude::*;
use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::exceptions::{PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::arrays::{Levels, sheet, table};
use crate::config::Config;
use crate::draft::{Draft, drafts};
use crate::error::{evolution_error, runtime_error, script_error, value_error};

/// Repaired levels, and what was changed in each.
type Repaired<'py> = (Bound<'py, PyArray3<u8>>, Vec<Vec<String>>);

/// What to generate: the tiles, the size of levels, and what counts as good.
#[pyclass(frozen, module = "marahel")]
pub(crate) struct Problem {
    settings: Settings,
    rules: Rules,
    decoder: Arc<dyn Decode>,
}

#[pymethods]
impl Problem {
    /// A problem.
    ///
    /// Args:
    ///     problem: its name, the path of a problem file (*.toml), or a `Config`, with
    ///         whose settings genomes are decoded and scripts are read.
    ///
    /// Raises:
    ///     OSError: the file cannot be read.
    ///     ValueError: an unknown problem, or a file with mistakes.
    #[new]
    fn new(problem: &Bound<'_, PyAny>) -> PyResult<Self> {
        let settings = if let Ok(config) = problem.cast::<Config>() {
            config.get().settings.clone()
        } else {
            let name = problem.cast::<PyString>().map_err(|_| {
                PyTypeError::new_err("a problem is a name, the path of a file, or a Config")
            })?;
            let options =
                Options { problem: Some(name.to_cow()?.into_owned()), ..Options::default() };
            Settings::load(marahel_papers::fdg20::BUILT_IN, None, &options)
                .map_err(evolution_error)?
        };
        let rules = problem_of(&settings);
        let decoder = settings.decoder(&rules).map_err(evolution_error)?;
        Ok(Self { settings, rules, decoder })
    }

    /// The config with whose settings genomes are decoded and scripts are read.
    #[getter]
    fn config(&self) -> Config {
        Config { settings: self.settings.clone() }
    }

    /// So that a problem can be copied, and sent to another process.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Config,)) {
        (slf.get_type().into_any(), (slf.get().config(),))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// Names of its tiles.
    #[getter]
    fn tiles(&self) -> Vec<String> {
        self.rules.palette().entities().iter().map(|entity| entity.name.clone()).collect()
    }

    /// Names of the objectives, the columns of `score`.
    #[getter]
    fn objectives(&self) -> Vec<String> {
        self.rules.objectives().iter().map(|objective| objective.name.clone()).collect()
    }

    /// Sizes of its levels: (height, width) of each, at least one.
    #[getter]
    fn shapes(&self) -> Vec<(usize, usize)> {
        self.rules.sizes().iter().map(|&(width, height)| (height, width)).collect()
    }

    /// Weights of the entities by which the first explorer of evolved scripts fills the
    /// level, by name.
    #[getter]
    fn weights(&self) -> Vec<(String, u32)> {
        self.rules.initial_weights().to_vec()
    }

    /// Number of genes of a genome, and of values of a gene.
    #[getter]
    #[expect(clippy::unused_self, reason = "an attribute of problems in Python")]
    fn genome_shape(&self) -> (usize, u32) {
        let shape = marahel_papers::fdg20::decoding::GenomeShape::default();
        (shape.len(), shape.n_values)
    }

    /// Measures levels as `evolve score` does.
    ///
    /// Args:
    ///     levels: uint8 array (n, h, w), or (h, w) for one; 255 where a cell is open.
    ///     tiles: names of the tiles: each number is an index into them. `generator.tiles` for
    ///         levels of a generator, `problem.tiles` for your own in the problem's order.
    ///
    /// Returns:
    ///     An array (n,) for each measure of the problem, by name: bool for `playable`,
    ///     `whole` and `good`, float64 with NaN where a level has no such value, texts for words; and
    ///     `counts`, such arrays by the names of the tiles.
    ///
    /// Raises:
    ///     TypeError: levels of another dtype.
    ///     ValueError: another shape, tiles that the problem does not have, or levels too large to search.
    fn measure<'py>(
        &self,
        py: Python<'py>,
        levels: &Bound<'py, PyAny>,
        tiles: Vec<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let levels = self.levels(levels, &tiles)?;
        let mut meter = self.rules.describing_meter();
        let described: Vec<Map<String, Value>> = each(py, &levels, |view| meter.describe(view))?;
        self.check_judge(py)?;
        let measures = PyDict::new(py);
        let counts = PyDict::new(py);
        for tile in self.tiles() {
            let of = described.iter().map(|one| one["counts"].get(&tile));
            counts.set_item(&tile, column(py, &of.collect::<Vec<_>>())?)?;
        }
        measures.set_item("counts", counts)?;
        let empty = each(py, &self.blank(), |view| self.rules.describe(view))?;
        for name in empty[0].keys().filter(|&name| name != "counts") {
            let of = described.iter().map(|one| one.get(name));
            let is_truth = empty[0][name].is_boolean();
            let found: Vec<Option<&Value>> = of.collect();
            let array = if is_truth { truths(py, &found) } else { column(py, &found)? };
            measures.set_item(name, array)?;
        }
        Ok(measures)
    }

    /// Scores levels in 0..=1 by each objective, as `evolve score --explain` does.
    ///
    /// Args:
    ///     levels: uint8 array (n, h, w), or (h, w) for one; 255 where a cell is open.
    ///     tiles: names of the tiles: each number is an index into them. `generator.tiles` for
    ///         levels of a generator, `problem.tiles` for your own in the problem's order.
    ///
    /// Returns:
    ///     float64 array (n, m), a column for each of `objectives`; larger is better.
    ///
    /// Raises:
    ///     TypeError: levels of another dtype.
    ///     ValueError: another shape, tiles that the problem does not have, or levels too large to search.
    fn score<'py>(
        &self,
        py: Python<'py>,
        levels: &Bound<'py, PyAny>,
        tiles: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let mut meter = self.rules.meter();
        let scored = each(py, &self.levels(levels, &tiles)?, |view| {
            meter.judge(view);
            meter.scores().to_vec()
        })?;
        self.check_judge(py)?;
        table(py, scored.concat(), self.rules.objectives().len())
    }

    /// Whether levels can be played, and a judge from outside that sifts passes them.
    ///
    /// Args:
    ///     levels: uint8 array (n, h, w), or (h, w) for one; 255 where a cell is open.
    ///     tiles: names of the tiles: each number is an index into them. `generator.tiles` for
    ///         levels of a generator, `problem.tiles` for your own in the problem's order.
    ///
    /// Returns:
    ///     bool array (n,).
    ///
    /// Raises:
    ///     TypeError: levels of another dtype.
    ///     ValueError: another shape, tiles that the problem does not have, or levels too large to search.
    fn playable<'py>(
        &self,
        py: Python<'py>,
        levels: &Bound<'py, PyAny>,
        tiles: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (rules, sifting) = self.rules.clone().with_sifting_conditions();
        let mut meter = rules.meter();
        let levels = self.levels(levels, &tiles)?;
        let playable = each(py, &levels, |view| {
            meter.judge(view).is_playable && meter.unfulfilled(view, &sifting).is_none()
        })?;
        self.check_judge(py)?;
        Ok(PyArray1::from_vec(py, playable))
    }

    /// Turns genomes into scripts, as `evolve decode --script` does.
    ///
    /// Args:
    ///     genomes: integer array (n, n_genes), or a list of lists.
    ///
    /// Returns:
    ///     A list of n texts, JSON each; None for a genome whose expansion never ends.
    ///
    /// Raises:
    ///     TypeError: genes that are no whole numbers.
    ///     ValueError: genomes of another shape, or genes that are none.
    fn decode(&self, py: Python<'_>, genomes: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
        let genomes = crate::arrays::genomes(genomes)?;
        let scripts: Result<Vec<_>, GenomeError> =
            py.detach(|| genomes.into_iter().map(|genome| self.script(genome)).collect());
        scripts.map_err(value_error)
    }

    /// Measures what generators are worth, as `evolve evaluate` does: each on the same
    /// levels that no search with this seed sees.
    ///
    /// Args:
    ///     generators: genomes, an integer array (n, n_genes) or a list of lists; or
    ///         scripts, a list of n texts.
    ///     maps: levels for each, at least 1.
    ///     seed: seed of the levels.
    ///     threads: 0 for all cores. The result is the same for any number.
    ///
    /// Returns:
    ///     An `Evaluation` of n rows.
    ///
    /// Raises:
    ///     TypeError: neither genomes nor scripts.
    ///     ValueError: genomes of another shape, entities that the problem does not have.
    ///     ScriptError: a script with mistakes.
    #[pyo3(signature = (generators, maps=1000, seed=1, threads=0))]
    fn evaluate(
        &self,
        py: Python<'_>,
        generators: &Bound<'_, PyAny>,
        maps: u32,
        seed: u64,
        threads: usize,
    ) -> PyResult<Evaluation> {
        if maps == 0 {
            return Err(value_error("maps = 0: at least one level must be measured"));
        }
        if generators.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("give a list of scripts, [text] for one"));
        }
        let scripts = match generators.extract::<Vec<String>>() {
            Ok(scripts) => scripts.into_iter().map(Some).collect(),
            Err(_) => self.decode(py, generators)?,
        };
        let settings = Settings { maps, seed, ..self.settings.clone() };
        let pool = ThreadPoolBuilder::new().num_threads(threads.min(N_THREADS_MAX)).build();
        let pool = pool.map_err(|error| runtime_error(&error))?;
        let mut rows = Vec::with_capacity(scripts.len());
        // In parts, so that Ctrl-C is heard.
        for part in scripts.chunks(4 * pool.current_num_threads()) {
            let measured: Vec<Result<Row, Mistake<'_>>> = py.detach(|| {
                pool.install(|| {
                    let each = part.par_iter().with_max_len(1);
                    each.map(|script| self.row(script.as_deref(), &settings)).collect()
                })
            });
            for row in measured {
                rows.push(row.map_err(|mistake| match mistake {
                    Mistake::Script(text, error) => script_error(py, text, &error),
                    Mistake::Other(error) => evolution_error(error),
                })?);
            }
            py.check_signals()?;
        }
        self.check_judge(py)?;
        Evaluation::of(py, &self.objectives(), &rows)
    }

    /// Writes readable scripts, as `evolve draft` does: an explorer for each thing that the
    /// problem asks for.
    ///
    /// Args:
    ///     count: number of drafts, 1 to 24; they differ in their ground, as far as there are
    ///         different ones.
    ///     seed: seed of all random numbers.
    ///     threads: 0 for all cores. The result is the same for any number.
    ///
    /// Returns:
    ///     A list of `Draft`, best first; empty if no draft makes its levels within their limit
    ///     of steps.
    ///
    /// Raises:
    ///     ValueError: a count out of range.
    #[pyo3(signature = (count=1, seed=1, threads=0))]
    fn draft(
        &self,
        py: Python<'_>,
        count: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Vec<Draft>> {
        if !(1..=N_DRAFTS_MAX).contains(&count) {
            return Err(value_error(format!("count = {count}: 1 to {N_DRAFTS_MAX} drafts")));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads.min(N_THREADS_MAX)).build();
        let pool = pool.map_err(|error| runtime_error(&error))?;
        let drafts = py.detach(|| pool.install(|| drafts(&self.rules, count, seed)));
        self.check_judge(py)?;
        Ok(drafts)
    }

    /// Makes levels playable or good by the fewest changed cells, as `marahel repair` does.
    ///
    /// Args:
    ///     levels: uint8 array (n, h, w), or (h, w) for one; 255 where a cell is open.
    ///     tiles: names of the tiles: each number is an index into them. `generator.tiles` for
    ///         levels of a generator, `problem.tiles` for your own in the problem's order.
    ///     good: whether levels become good, not playable alone.
    ///     keep: what stays: names of tiles, or rectangles, "x,y,width,height".
    ///     seed: seed of all random numbers.
    ///
    /// Returns:
    ///     The levels, uint8 (n, h, w) in the order of `problem.tiles`; and for each a list of what
    ///     changed and why, or of what stays.
    ///
    /// Raises:
    ///     TypeError: levels of another dtype.
    ///     ValueError: another shape, tiles that the problem does not have, or levels too large to search.
    #[pyo3(signature = (levels, tiles, good=true, keep=vec![], seed=0))]
    fn repair<'py>(
        &self,
        py: Python<'py>,
        levels: &Bound<'py, PyAny>,
        tiles: Vec<String>,
        good: bool,
        keep: Vec<String>,
        seed: u64,
    ) -> PyResult<Repaired<'py>> {
        let levels = self.levels(levels, &tiles)?;
        let size = (levels.width, levels.height);
        let rules = self.rules.clone();
        let conditions =
            if good { rules.with_good_conditions() } else { rules.with_playable_conditions() };
        let aim = Aim::new(conditions, size).map_err(value_error)?;
        let repaired = each(py, &levels, |view| {
            let level = Level::from_view(view, Arc::clone(self.rules.palette()));
            let freedom = Freedom::of(&level, &keep, &[])?;
            Ok(marahel_remix::repair(&aim, &level, &freedom, 1, seed).remove(0))
        })?;
        self.check_judge(py)?;
        let repaired: Result<Vec<Repair>, RemixError> = repaired.into_iter().collect();
        let repaired = repaired.map_err(value_error)?;
        let told = repaired.iter().map(|repair| repair.told.clone()).collect();
        let all: Vec<&Level> = repaired.iter().map(|repair| &repair.level).collect();
        Ok((stack(py, &all, size)?, told))
    }

    /// Makes variations of a level, as `marahel remix` does.
    ///
    /// Args:
    ///     level: uint8 array (h, w); 255 where a cell is open.
    ///     tiles: names of the tiles: each number is an index into them.
    ///     count: number of variations.
    ///     change: share of the cells that change, by default 0.3 where so many can.
    ///     keep: what stays: names of tiles, or rectangles, "x,y,width,height".
    ///     seed: seed of all random numbers.
    ///
    /// Returns:
    ///     The variations that were found, uint8 (n, h, w) in the order of `problem.tiles`.
    ///
    /// Raises:
    ///     TypeError: a level of another dtype.
    ///     ValueError: several levels, tiles that the problem does not have, or more change than there can be.
    #[pyo3(signature = (level, tiles, count=1, change=None, keep=vec![], seed=0))]
    #[expect(clippy::too_many_arguments, reason = "each has a name in Python")]
    fn remix<'py>(
        &self,
        py: Python<'py>,
        level: &Bound<'py, PyAny>,
        tiles: Vec<String>,
        count: u64,
        change: Option<f64>,
        keep: Vec<String>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        if !(1..=N_VARIATIONS_MAX).contains(&count) {
            return Err(value_error(format!("count is {count}; it is 1 to {N_VARIATIONS_MAX}")));
        }
        let levels = self.levels(level, &tiles)?;
        if levels.n != 1 {
            return Err(value_error("give one level, an array (h, w)"));
        }
        let size = (levels.width, levels.height);
        let map = Level::from_tiles(size.0, levels.tiles, Arc::clone(self.rules.palette()));
        let aim = Aim::new(self.rules.clone().with_good_conditions(), size).map_err(value_error)?;
        let aim = aim.with_map(&map, false).map_err(value_error)?;
        let freedom = Freedom::of(&map, &keep, &[]).map_err(value_error)?;
        let mut found: Vec<Level> = Vec::new();
        for index in 0..count {
            let variation = py.detach(|| {
                marahel_remix::remix(&aim, &map, &freedom, change, (seed, index), &found)
            });
            found.extend(variation.map_err(value_error)?);
            py.check_signals()?;
        }
        self.check_judge(py)?;
        stack(py, &found.iter().collect::<Vec<_>>(), size)
    }

    /// Draws levels side by side.
    ///
    /// Args:
    ///     levels: uint8 array (n, h, w), or (h, w) for one; 255 where a cell is open.
    ///     tiles: names of the tiles: each number is an index into them. `generator.tiles` for
    ///         levels of a generator, `problem.tiles` for your own in the problem's order.
    ///     scale: pixels of a tile's side.
    ///     columns: levels in a row.
    ///
    /// Returns:
    ///     The bytes of a PNG.
    ///
    /// Raises:
    ///     TypeError: levels of another dtype.
    ///     ValueError: another shape, tiles that the problem does not have, or a picture that would be too large.
    #[pyo3(signature = (levels, tiles, scale=16, columns=None))]
    fn picture<'py>(
        &self,
        py: Python<'py>,
        levels: &Bound<'py, PyAny>,
        tiles: Vec<String>,
        scale: u32,
        columns: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let palette = Arc::clone(self.rules.palette());
        sheet(py, &Levels::read(levels, &tiles, &palette)?, &palette, scale, columns)
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}: {}>", self.name(), self.objectives().join(", "))
    }
}

/// Levels as one array; 255 where a cell is open.
fn stack<'py>(
    py: Python<'py>,
    levels: &[&Level],
    (width, height): (usize, usize),
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let tiles = levels.iter().flat_map(|level| level.tiles());
    let tiles = tiles.map(|&tile| if tile == UNKNOWN { u8::MAX } else { tile });
    PyArray1::from_vec(py, tiles.collect()).reshape([levels.len(), height, width])
}

/// More threads than any machine has cores only cost memory.
pub(crate) const N_THREADS_MAX: usize = 1024;

/// Levels between two looks for Ctrl-C.
const N_LEVELS_AT_ONCE: usize = 64;

/// Measures levels one by one, while other Python threads run.
fn each<T: Send>(
    py: Python<'_>,
    levels: &Levels,
    mut measure: impl FnMut(View<'_>) -> T + Send,
) -> PyResult<Vec<T>> {
    let all: Vec<&[u8]> = levels.each().collect();
    let mut found = Vec::with_capacity(all.len());
    for part in all.chunks(N_LEVELS_AT_ONCE) {
        let view = |tiles| View::new(tiles, levels.width, levels.height, levels.width);
        found.extend(py.detach(|| part.iter().map(|&one| measure(view(one))).collect::<Vec<_>>()));
        py.check_signals()?;
    }
    Ok(found)
}

/// Values of one measure: texts if some are, else numbers, NaN for none.
fn column<'py>(py: Python<'py>, values: &[Option<&Value>]) -> PyResult<Bound<'py, PyAny>> {
    if values.iter().flatten().any(|value| value.is_string()) {
        let words = values.iter().map(|value| value.and_then(Value::as_str));
        let words: Vec<Option<String>> = words.map(|word| word.map(str::to_owned)).collect();
        let array = py.import("numpy")?.getattr("array")?;
        return array.call1((words, "object"));
    }
    let numbers = values.iter().map(|value| value.and_then(Value::as_f64).unwrap_or(f64::NAN));
    Ok(PyArray1::from_vec(py, numbers.collect()).into_any())
}

fn truths<'py>(py: Python<'py>, values: &[Option<&Value>]) -> Bound<'py, PyAny> {
    let truths = values.iter().map(|value| value.and_then(Value::as_bool).unwrap_or(false));
    PyArray1::from_vec(py, truths.collect()).into_any()
}

/// What was measured of one generator, or why there are no levels.
type Row = Result<Sample, String>;

/// What is wrong with a generator, so that nothing is measured.
enum Mistake<'t> {
    Script(&'t str, marahel_script::ScriptError),
    Other(EvolutionError),
}

impl Problem {
    /// Whether the judge from outside, if there is one, answered for all levels. Warns of levels that
    /// the solver of Sokoban gave up.
    fn check_judge(&self, py: Python<'_>) -> PyResult<()> {
        self.rules.check_judge().map_err(|failure| runtime_error(&failure))?;
        let Some(told) = self.rules.given_up().and_then(|told| CString::new(told).ok()) else {
            return Ok(());
        };
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &told, 1)
    }

    /// Levels of the problem's tiles, not too large for its measures.
    fn levels(&self, array: &Bound<'_, PyAny>, names: &[String]) -> PyResult<Levels> {
        let levels = Levels::read(array, names, self.rules.palette())?;
        let size = vec![(levels.width, levels.height)];
        self.rules.clone().with_sizes(size).map_err(value_error)?;
        Ok(levels)
    }

    /// A level of the first tile alone, to learn what is measured.
    fn blank(&self) -> Levels {
        let (width, height) = self.rules.sizes()[0];
        Levels { n: 1, height, width, tiles: vec![0; width * height] }
    }

    fn script(&self, integers: Vec<u32>) -> Result<Option<String>, GenomeError> {
        let genome = self.decoder.genome(integers);
        match genome.and_then(|genome| self.decoder.document(&genome)) {
            Ok(document) => Ok(Some(self.decoder.script(&json!(document)).to_string())),
            Err(GenomeError::Unbounded(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn row<'t>(&self, script: Option<&'t str>, settings: &Settings) -> Result<Row, Mistake<'t>> {
        let Some(text) = script else { return Ok(Err("the expansion never ends".to_owned())) };
        let script = marahel_dialects::parse(text).map_err(|error| Mistake::Script(text, error))?;
        match evaluate_script(&script, &self.rules, settings) {
            Ok(sample) => Ok(Ok(sample)),
            Err(EvolutionError::Run(error)) => Ok(Err(error.to_string())),
            Err(error) => Err(Mistake::Other(error)),
        }
    }
}

/// What n generators are worth, a row each.
///
/// A generator without levels, because it wants more work done than a level may cost or
/// its expansion never ends, has 0 in all objectives, and NaN elsewhere.
#[pyclass(frozen, get_all, module = "marahel")]
pub(crate) struct Evaluation {
    /// Names of the m objectives.
    names: Vec<String>,
    /// float64 (n, m): mean score in 0..=1 of the levels by each objective.
    objectives: Py<PyArray2<f64>>,
    /// float64 (n, m): standard errors of these means.
    errors: Py<PyArray2<f64>>,
    /// float64 (n,) by name: what the levels are like together, `playable`, `good`,
    /// `length`, `unlike`, `floor` and `different`.
    measures: Py<PyDict>,
    /// Why a generator has no levels; None for one that has.
    failures: Vec<Option<String>>,
}

impl Evaluation {
    fn of(py: Python<'_>, names: &[String], rows: &[Row]) -> PyResult<Self> {
        let n = names.len();
        let scores = |of: &dyn Fn(&Tally) -> f64, none: f64| -> Vec<f64> {
            let rows = rows.iter().map(|row| match row {
                Ok(sample) => sample.scores.iter().map(of).collect(),
                Err(_) => vec![none; n],
            });
            rows.collect::<Vec<_>>().concat()
        };
        let error = |tally: &Tally| tally.standard_error().unwrap_or(f64::NAN);
        let measures = PyDict::new(py);
        for (index, measure) in set_measures(None).iter().enumerate() {
            let values = rows.iter().map(|row| {
                let of_row = set_measures(row.as_ref().ok());
                of_row[index].value.unwrap_or(f64::NAN)
            });
            measures.set_item(measure.name, PyArray1::from_vec(py, values.collect()))?;
        }
        Ok(Self {
            names: names.to_vec(),
            objectives: table(py, scores(&Tally::mean, 0.0), n)?.unbind(),
            errors: table(py, scores(&error, f64::NAN), n)?.unbind(),
            measures: measures.unbind(),
            failures: rows.iter().map(|row| row.as_ref().err().cloned()).collect(),
        })
    }
}

#[pymethods]
impl Evaluation {
    fn __len__(&self) -> usize {
        self.failures.len()
    }

    fn __repr__(&self) -> String {
        format!("<Evaluation of {} by {}>", self.failures.len(), self.names.join(", "))
    }
}
