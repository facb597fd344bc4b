//! An archive of good generators that differ in structure and in their levels.
//!
//! A search for the best forgets other ways to be good. The archive has a cell for each sequence of
//! explorer types and each bin of the means of the problem's controls, and keeps the few best
//! scripts of each cell. It only observes: nothing returns from it into the search.
//!
//! Sources: Mouret and Clune 2015 (MAP-Elites, arXiv 1504.04909) for the cells; Flageul and Cully
//! 2020 (Deep-Grid MAP-Elites, arXiv 2006.14253) for several scripts in each cell, so that one
//! lucky measurement cannot displace them all.

pub(crate) mod atlas;
pub(crate) mod control_values;

use std::borrow::Cow;
use std::collections::BTreeMap;

use indexmap::IndexSet;
use marahel::Script;
use marahel_problem::{Control, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ControlValues;
use crate::judging::evaluate::Evaluator;
use crate::judging::sample::Sample;
use crate::judging::worth::worth;
use marahel_config::{EvolutionError, Genome};

/// Minimum number of measured levels of a script in the archive.
const N_MAPS_MIN: u32 = 80;

/// Minimum share of good levels of a script in the archive.
pub(crate) const GOOD_MIN: f64 = 0.9;

/// Levels that measure the controls of a script; they are separate from the search's levels.
pub(crate) const N_CONTROL_MAPS: u32 = 50;

/// Maximum number of scripts in one cell.
const DEPTH: usize = 3;

const N_MAX: usize = 200;

/// A generator in an archive. The script is decoded from the genome, so it is not saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Archived {
    /// Birth index of the individual.
    pub id: u64,
    /// The genome.
    pub genome: Genome,
    /// The types of its explorers, separated by spaces.
    #[serde(skip)]
    pub structure: String,
    /// The whole script.
    #[serde(skip)]
    pub script: Value,
    /// Mean of each control over the levels that measured the controls.
    pub means: Vec<f64>,
    /// Standard deviation of each control between these levels.
    pub deviations: Vec<f64>,
    /// The latest measurement by the search.
    pub sample: Sample,
    /// The worth by `sample`; see [`Goal::Worth`](marahel_config::Goal).
    pub worth: f64,
}

/// A script without measurements.
pub(crate) struct Candidate {
    pub(crate) id: u64,
    pub(crate) genome: Genome,
    pub(crate) structure: String,
    pub(crate) script: Value,
}

/// Keeps the best scripts of each cell.
pub(crate) struct Archive {
    controls: Vec<Control>,
    /// Whether each objective of the problem is open-ended.
    kinds: Vec<marahel_problem::ObjectiveKind>,
    /// By structure; within one in order of arrival.
    kept: BTreeMap<String, Vec<Archived>>,
    /// The living individuals whose controls were measured, so that none is measured twice.
    met: IndexSet<u64>,
    n_max: usize,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SavedArchive<'s> {
    /// Structure by structure, in order of arrival.
    kept: Vec<Cow<'s, Archived>>,
    met: Cow<'s, IndexSet<u64>>,
}

impl Archive {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self {
            controls: problem.controls().to_vec(),
            kinds: problem.objectives().iter().map(marahel_problem::Objective::kind).collect(),
            kept: BTreeMap::new(),
            met: IndexSet::new(),
            n_max: N_MAX,
        }
    }

    pub(crate) fn save(&self) -> SavedArchive<'_> {
        let kept = self.kept.values().flatten().map(Cow::Borrowed);
        SavedArchive { kept: kept.collect(), met: Cow::Borrowed(&self.met) }
    }

    /// Restores the saved state of a search with the same config.
    pub(crate) fn restore(
        &mut self,
        saved: SavedArchive<'_>,
        evaluator: &Evaluator<'_>,
    ) -> Result<(), EvolutionError> {
        self.kept.clear();
        for candidate in saved.kept {
            let mut candidate = candidate.into_owned();
            let are_all = [&candidate.means, &candidate.deviations]
                .iter()
                .all(|all| all.len() == self.controls.len())
                && candidate.sample.scores.len() == self.kinds.len();
            let document = evaluator.decode(&candidate.genome)?.filter(|_| are_all);
            let Some(document) = document else {
                let message = format!("the archived data of {} is not for a script", candidate.id);
                return Err(EvolutionError::Saved(message));
            };
            candidate.script = evaluator.script_of(&document);
            candidate.structure = structure(&document.script);
            self.kept.entry(candidate.structure.clone()).or_default().push(candidate);
        }
        self.met = saved.met.into_owned();
        Ok(())
    }

    /// Whether a script has enough good levels and is new to the archive.
    pub(crate) fn wants(&self, id: u64, sample: &Sample) -> bool {
        sample.n_maps >= N_MAPS_MIN && sample.good() >= GOOD_MIN && !self.met.contains(&id)
    }

    /// Offers a script that the archive [`wants`](Self::wants).
    pub(crate) fn offer(&mut self, candidate: Candidate, controls: &ControlValues, sample: Sample) {
        self.met.insert(candidate.id);
        let means = controls.means();
        if means.iter().any(|mean| mean.is_nan()) {
            return; // the controls do not apply to most of its levels
        }
        let alike = self.kept.entry(candidate.structure.clone()).or_default();
        if alike.iter().any(|member| member.script == candidate.script) {
            return;
        }
        let worth = worth(&sample, &self.kinds);
        let Candidate { id, genome, structure, script } = candidate;
        let deviations = controls.deviations();
        let bins = bins(&self.controls, &means);
        alike.push(Archived { id, genome, structure, script, means, deviations, sample, worth });
        let of_cell =
            alike.iter().filter(|member| self::bins(&self.controls, &member.means) == bins);
        if of_cell.clone().count() > DEPTH {
            let worst = of_cell.min_by(|left, right| compare(left, right)).map(|member| member.id);
            alike.retain(|member| Some(member.id) != worst);
        }
        if self.len() > self.n_max {
            self.drop_one();
        }
    }

    /// Replaces the sample of a script in the archive; removes the script if it turned out to be
    /// bad.
    pub(crate) fn correct(&mut self, id: u64, sample: &Sample) {
        if !self.met.contains(&id) {
            return;
        }
        for alike in self.kept.values_mut() {
            let Some(index) = alike.iter().position(|member| member.id == id) else { continue };
            if alike[index].sample.n_maps == sample.n_maps {
                return;
            }
            if sample.good() < GOOD_MIN {
                alike.remove(index);
            } else {
                alike[index].worth = worth(sample, &self.kinds);
                alike[index].sample = sample.clone();
            }
            return;
        }
    }

    /// Forgets that it met those who died; their ids do not come again.
    pub(crate) fn forget(&mut self, is_alive: impl Fn(u64) -> bool) {
        self.met.retain(|&id| is_alive(id));
    }

    /// All scripts: by structure, then best first.
    pub(crate) fn to_vec(&self) -> Vec<Archived> {
        let mut kept = Vec::new();
        for alike in self.kept.values() {
            let mut alike = alike.clone();
            alike.sort_by(|left, right| compare(right, left));
            kept.extend(alike);
        }
        kept
    }

    fn len(&self) -> usize {
        self.kept.values().map(Vec::len).sum()
    }

    /// Drops the worst script of the fullest structure. The best script of each bin of controls
    /// goes last.
    fn drop_one(&mut self) {
        let mut best: BTreeMap<Vec<u32>, &Archived> = BTreeMap::new();
        for member in self.kept.values().flatten() {
            let best = best.entry(bins(&self.controls, &member.means)).or_insert(member);
            if compare(member, best).is_gt() {
                *best = member;
            }
        }
        let best: IndexSet<u64> = best.values().map(|member| member.id).collect();
        let with_size =
            self.kept.values().flat_map(|alike| alike.iter().map(move |member| (alike, member)));
        let worst = with_size.min_by(|(alike, left), (alike_right, right)| {
            let [is_best, is_best_right] = [left, right].map(|member| best.contains(&member.id));
            let by_size = alike_right.len().cmp(&alike.len());
            is_best.cmp(&is_best_right).then(by_size).then(compare(left, right))
        });
        let Some((_, worst)) = worst else { return };
        let (id, structure) = (worst.id, worst.structure.clone());
        if let Some(alike) = self.kept.get_mut(&structure) {
            alike.retain(|member| member.id != id);
        }
        self.kept.retain(|_, alike| !alike.is_empty());
    }
}

/// By worth; of equals the older one is better.
fn compare(left: &Archived, right: &Archived) -> std::cmp::Ordering {
    left.worth.total_cmp(&right.worth).then(right.id.cmp(&left.id))
}

/// Bins of control values, as wide as the tolerances. The first and the last bin hold all values
/// outside the range of the control.
fn bins(controls: &[Control], means: &[f64]) -> Vec<u32> {
    let bins = controls.iter().zip(means).map(|(control, mean)| {
        let width = control.tolerance.max(1);
        let n_bins = (control.high - control.low).div_ceil(width);
        let bin = ((mean - f64::from(control.low)) / f64::from(width)).floor() + 1.0;
        bin.clamp(0.0, f64::from(n_bins + 1)) as u32
    });
    bins.collect()
}

/// The types of the explorers of a script, separated by spaces.
pub(crate) fn structure(script: &Script) -> String {
    let kinds = script.explorers.iter().map(|explorer| explorer.name.as_str());
    kinds.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
