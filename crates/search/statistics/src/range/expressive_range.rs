//! Generating levels and measuring them, on all threads.

use std::sync::atomic::{AtomicU32, Ordering};

use marahel::Generator;
use marahel_level::View;
use marahel_problem::{Maker, Problem};
use rayon::prelude::*;
use serde_json::Value;

use crate::range::measures::Measures;
use crate::range::metrics::{Metric, label};
use crate::range::together::{Together, Trait};
use crate::range::{RangeError, Roles, Summary};

#[cfg(test)]
mod tests;

/// Which levels to measure, and how to read them.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub n_levels: u32,
    /// Seed of the first level; level k has the seed `seed + k`.
    pub seed: u64,
    /// Name of the entity that counts as empty; without it, see [`Roles::of`].
    pub empty: Option<String>,
    /// Names of the entities that nobody walks on; without them, see [`Roles::of`].
    pub solid: Option<Vec<String>>,
    /// Further metrics.
    pub more: &'static [Metric],
}

impl Default for Settings {
    /// 1000 levels, from seed 0 on.
    fn default() -> Self {
        Self { n_levels: 1000, seed: 0, empty: None, solid: None, more: &[] }
    }
}

/// Levels of one generator and their metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressiveRange {
    /// Name of the generator.
    pub name: String,
    /// The entity that counts as empty.
    pub empty: String,
    /// What the levels are like together.
    pub together: Together,
    more: &'static [Metric],
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

/// Measures the expressive range of a generator.
///
/// The levels are those that `marahel generate` makes of the same seeds. If the
/// generator has the entities of one of `problems`, the measures of that problem are
/// there too. The result is the same for any number of threads.
///
/// # Errors
///
/// If there is no seed for the last level, if an entity is named
/// that the script does not have, or if a level wants more work done than a
/// level may cost; of several the one with the smallest seed is reported.
///
/// # Examples
///
/// ```
/// use marahel::Generator;
/// use marahel_statistics::range::{Settings, measure};
///
/// let noise = Generator::parse(r#"{
///     "metadata": {"min": "10x10", "max": "10x10"},
///     "entities": ["empty", "solid"],
///     "explorers": [{"type": "horz", "rules": ["self(any) -> self(empty|solid)"]}]
/// }"#)?;
/// let range = measure("noise", &noise, &[], &Settings { n_levels: 50, ..Settings::default() })?;
/// let empty = range.summary("empty").expect("every level has a share of empty cells");
/// assert!((empty.mean - 0.5).abs() < 0.05);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    name: &str,
    generator: &Generator,
    problems: &[Problem],
    settings: &Settings,
) -> Result<ExpressiveRange, RangeError> {
    let palette = generator.palette();
    let roles = Roles::of(palette, settings.empty.as_deref(), settings.solid.as_deref());
    let roles = roles.map_err(|entity| {
        let names: Vec<&str> =
            palette.entities().iter().map(|entity| entity.name.as_str()).collect();
        let names = names.join(", ");
        RangeError::Asked(format!("{name}: there is no entity `{entity}`; choose among {names}"))
    })?;
    let measures = Measures::new(palette, roles, settings.more, problems);
    let memory = || measures.memory();
    let looks = each_level(name, generator, settings, memory, |seed, level, memory| {
        let of_level = Trait::of(seed - settings.seed, level, roles.walkable);
        (measures.row(seed, level, memory), of_level)
    })?;
    let (rows, traits): (Vec<_>, Vec<_>) = looks.into_iter().unzip();
    Ok(ExpressiveRange {
        name: name.to_owned(),
        empty: palette.name(roles.empty).to_owned(),
        together: Together::of(&traits),
        more: settings.more,
        columns: measures.columns,
        rows,
    })
}

/// The value of `look` for each level of a generator, in the order of the seeds.
///
/// `look` gets the seed, the level and `memory` of its thread.
pub fn each_level<T: Send, M>(
    name: &str,
    generator: &Generator,
    settings: &Settings,
    memory: impl Fn() -> M + Sync + Send,
    look: impl Fn(u64, View<'_>, &mut M) -> T + Sync,
) -> Result<Vec<T>, RangeError> {
    let &Settings { n_levels, seed, .. } = settings;
    if seed.checked_add(u64::from(n_levels).saturating_sub(1)).is_none() {
        return Err(RangeError::Asked(format!(
            "the last of {n_levels} levels from seed {seed} on would have a seed that is larger \
             than a seed can be; start from a smaller one"
        )));
    }
    // After a failure no later level is needed, but every earlier one: it may
    // be the first that fails.
    let first_failure = AtomicU32::new(n_levels);
    let memory = || (Maker::new(&[]), memory());
    let looks: Vec<Option<Result<T, RangeError>>> = (0..n_levels)
        .into_par_iter()
        .map_init(memory, |(maker, memory), index| {
            if index > first_failure.load(Ordering::Relaxed) {
                return None;
            }
            let seed = seed + u64::from(index);
            let made = maker.of_seed(generator, None, seed);
            Some(made.map(|made| look(seed, made.level, memory)).map_err(|source| {
                first_failure.fetch_min(index, Ordering::Relaxed);
                RangeError::Run { generator: name.to_owned(), seed, source }
            }))
        })
        .collect();
    looks.into_iter().flatten().collect()
}

impl ExpressiveRange {
    /// Names of the columns: `seed`, `width`, `height`, the metrics.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// How an axis of a metric is labeled; one of a problem by its name.
    pub fn label(&self, metric: &str) -> String {
        let further = self.more.iter().find(|further| further.name == metric);
        further.map_or_else(|| label(metric), |further| further.label.to_owned())
    }

    /// The levels in the order of their seeds, one value per column: a number,
    /// a truth value, a text, or null where a level has none.
    pub fn rows(&self) -> &[Vec<Value>] {
        &self.rows
    }

    /// Names of the columns of numbers and truth values, without the seed.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        let is_text = |column: usize| self.rows.iter().any(|row| row[column].is_string());
        let columns = self.columns.iter().enumerate().skip(1);
        columns.filter(move |&(index, _)| !is_text(index)).map(|(_, name)| name.as_str())
    }

    /// The default metrics of figures: those of the whole level, not the number of cells of each
    /// entity.
    pub fn main_metrics(&self) -> impl Iterator<Item = &str> {
        let is_flag = |name: &str| {
            let column = self.columns.iter().position(|column| column == name);
            column.is_some_and(|column| self.rows.iter().any(|row| row[column].is_boolean()))
        };
        self.metrics().filter(move |name| {
            !["width", "height", "plain_windows"].contains(name)
                && !name.starts_with("count_")
                && !is_flag(name)
        })
    }

    /// A metric of each level, a truth value as 0 or 1; `None` where a level
    /// has no value, which is every level of a metric that there is not.
    pub fn values(&self, metric: &str) -> Vec<Option<f64>> {
        let column = self.columns.iter().position(|name| name == metric);
        let value = |row: &Vec<Value>| match &row[column?] {
            Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
            value => value.as_f64(),
        };
        self.rows.iter().map(value).collect()
    }

    /// Where the levels lie in a metric; `None` if no level has a value.
    pub fn summary(&self, metric: &str) -> Option<Summary> {
        Summary::of(self.values(metric).into_iter().flatten().collect())
    }

    pub(crate) fn seed(&self, index: usize) -> u64 {
        self.rows[index][0].as_u64().expect("the first column holds the seeds")
    }
}
