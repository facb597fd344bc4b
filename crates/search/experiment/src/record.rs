//! The numbers in a run folder.

use std::path::Path;

use indexmap::IndexMap;
use marahel_evolution::Table;
use marahel_report::{Hypervolumes, Records};

use crate::ExperimentError;

/// A column of `generations.csv`; the final front provides its last value.
const VALIDATED_HYPERVOLUME: &str = "validated_hypervolume";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// How it ended.
    ///
    /// | column | meaning |
    /// | --- | --- |
    /// | `X` | the column X of the last generation, `validated_hypervolume` that of the final front |
    /// | `front_X` | the highest value of the column X in `front.csv` |
    /// | `best_X` | the column X of `best.csv`, if there is one |
    pub(crate) ends: IndexMap<String, f64>,
    /// Columns of `generations.csv`: maps measured so far, ascending, and values.
    pub(crate) curves: IndexMap<String, Vec<(f64, f64)>>,
    pub(crate) n_maps: f64,
}

impl Record {
    pub(crate) fn read(folder: &Path) -> Result<Self, ExperimentError> {
        let generations = Table::read(folder.join("generations.csv"))?;
        let maps = generations.whole("maps")?;
        let mut curves: IndexMap<String, Vec<(f64, f64)>> = IndexMap::new();
        for (name, values) in generations.numbers() {
            let points = maps.iter().zip(values);
            let points = points.filter_map(|(&maps, value)| Some((maps, value?)));
            curves.insert(name.to_owned(), points.collect());
        }
        let n_maps = maps.last().copied().unwrap_or_default();
        if let Some(value) = validated_hypervolume(folder)? {
            let points = curves.entry(VALIDATED_HYPERVOLUME.to_owned()).or_default();
            points.retain(|&(maps, _)| maps < n_maps);
            points.push((n_maps, value));
        }

        let mut ends: IndexMap<String, f64> = curves
            .iter()
            .filter_map(|(name, points)| Some((name.clone(), points.last()?.1)))
            .collect();
        for (name, values) in Table::read(folder.join("front.csv"))?.numbers() {
            let is_of_interest = !["id", "explorers"].contains(&name) && !name.ends_with("_se");
            let highest = values.into_iter().flatten().reduce(f64::max);
            if let Some(highest) = highest.filter(|_| is_of_interest) {
                ends.insert(format!("front_{name}"), highest);
            }
        }
        let best = folder.join("best.csv");
        if best.exists() {
            for (name, values) in Table::read(best)?.numbers() {
                if let Some(&Some(value)) = values.first() {
                    ends.insert(format!("best_{name}"), value);
                }
            }
        }
        Ok(Self { ends, curves, n_maps })
    }
}

/// The validated hypervolume of the final front, if it was validated.
fn validated_hypervolume(folder: &Path) -> Result<Option<f64>, ExperimentError> {
    let records = Records::read(folder)?;
    let is_measured = records.front.iter().any(|member| member.validated.is_some());
    let last = Hypervolumes::of(&records).validated.last().map(|&(_, value)| value);
    Ok(last.filter(|_| is_measured))
}
