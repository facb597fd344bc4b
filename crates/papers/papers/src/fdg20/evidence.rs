//! The results of a study, and access to them for claims.

use std::path::Path;

use marahel_report::{Member, Records};
use marahel_statistics::{Estimate, Share};

use super::problems::{N_PROBLEMS, names, objective_index, objectives, problem_index};
use super::{FAMILIES, Family, Progress, Published, Run, Size, StudyError, runs};

#[derive(Debug)]
pub struct Study {
    pub size: Size,
    /// The results of each of [`FAMILIES`], in their order.
    pub families: Vec<StudyFamily>,
}

#[derive(Debug)]
pub struct StudyFamily {
    pub family: &'static Family,
    pub(crate) runs: [Vec<(Run, Records)>; N_PROBLEMS],
    /// The published generators, problems in the same order.
    pub(crate) published: [Published; N_PROBLEMS],
}

impl Study {
    /// Reads the finished runs of a study with seeds up to `n_seeds`, and measures the published
    /// generators.
    pub fn read(folder: &Path, size: Size, n_seeds: u64) -> Result<Self, StudyError> {
        let families =
            FAMILIES.iter().map(|family| StudyFamily::read(family, folder, &size, n_seeds));
        let families = families.collect::<Result<_, _>>()?;
        Ok(Self { size, families })
    }

    /// The minimum and the maximum number of runs of a problem and family.
    pub(crate) fn n_runs(&self) -> (usize, usize) {
        let counts = self.families.iter().flat_map(|family| &family.runs).map(Vec::len);
        (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0))
    }
}

impl StudyFamily {
    fn read(
        family: &'static Family,
        folder: &Path,
        size: &Size,
        n_seeds: u64,
    ) -> Result<Self, StudyError> {
        let mut runs_of_problems: [Vec<(Run, Records)>; N_PROBLEMS] = Default::default();
        let of_family = runs(n_seeds).into_iter().filter(|run| run.family.name == family.name);
        for run in of_family.filter(|run| run.progress(folder, size) == Progress::Done) {
            let records = Records::read(&run.folder(folder))?;
            // Claims name objectives; runs of another program may have others.
            if objectives(run.problem) != records.objectives {
                return Err(StudyError::Objectives(family.name, run.problem));
            }
            runs_of_problems[problem_index(run.problem)].push((run, records));
        }
        for (problem, runs) in names().into_iter().zip(&runs_of_problems) {
            if runs.is_empty() {
                return Err(StudyError::NoRun(family.name, problem));
            }
        }
        let published = names()
            .map(|problem| Published::measure(family, problem, size.published_maps))
            .into_iter()
            .collect::<Result<Vec<_>, _>>()?;
        let published = published.try_into().expect("there is one for each problem");
        Ok(Self { family, runs: runs_of_problems, published })
    }
}

/// Which values of a generator to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Searched,
    /// Those on levels that the search never saw.
    Validated,
}

#[derive(Clone, Copy)]
pub(crate) struct Evidence<'s> {
    pub(crate) family_runs: &'s StudyFamily,
    pub(crate) reading: Reading,
}

#[derive(Clone, Copy)]
pub(crate) struct RunEvidence<'s> {
    pub(crate) records: &'s Records,
    problem: &'static str,
    reading: Reading,
}

impl<'s> Evidence<'s> {
    pub(crate) fn runs(&self, problem: &str) -> Vec<RunEvidence<'s>> {
        let runs = &self.family_runs.runs[problem_index(problem)];
        let reading = self.reading;
        runs.iter()
            .map(|(run, records)| RunEvidence { records, problem: run.problem, reading })
            .collect()
    }

    pub(crate) fn published(&self, problem: &str) -> &'s Published {
        &self.family_runs.published[problem_index(problem)]
    }

    /// The share of the random generators of all runs with an objective of exactly 1.
    pub(crate) fn random_share_of_ones(&self, problem: &str, objective: &str) -> Share {
        let runs = self.runs(problem).into_iter();
        runs.map(|run| Share::of(&run.random(objective), |estimate| estimate.value == 1.0)).sum()
    }
}

impl RunEvidence<'_> {
    fn index(&self, objective: &str) -> usize {
        objective_index(self.problem, objective)
    }

    pub(crate) fn front(&self, objective: &str) -> Vec<Estimate> {
        let index = self.index(objective);
        self.records.front.iter().map(|member| self.estimate(member, index)).collect()
    }

    pub(crate) fn random(&self, objective: &str) -> Vec<Estimate> {
        let index = self.index(objective);
        let Records { baseline, baseline_validated, .. } = self.records;
        match self.reading {
            Reading::Searched => baseline.iter().map(|row| as_searched(row[index])).collect(),
            Reading::Validated => {
                baseline_validated.iter().map(|row| rounded(row[index])).collect()
            }
        }
    }

    /// An objective of the generator that the paper would print: the one with the highest path or
    /// solution length as searched.
    pub(crate) fn chosen(&self, objective: &str) -> Estimate {
        self.estimate(chosen(self.records), self.index(objective))
    }

    fn estimate(&self, member: &Member, index: usize) -> Estimate {
        match self.reading {
            Reading::Searched => as_searched(member.searched[index]),
            Reading::Validated => rounded(validated(member, index)),
        }
    }
}

/// A searched objective; runs do not keep its error.
fn as_searched(value: f64) -> Estimate {
    rounded(Estimate { value, error: f64::INFINITY })
}

/// A mean without the last digits, which depend on the order of summation, so that equal means are
/// equal.
fn rounded(mean: Estimate) -> Estimate {
    Estimate { value: (mean.value * 1e9).round() / 1e9, ..mean }
}

/// The member of a front with the highest last objective as searched; of equals the first, which is
/// best in the other objectives.
pub(crate) fn chosen(records: &Records) -> &Member {
    let last = records.objectives.len() - 1;
    let members = records.front.iter().rev();
    members
        .max_by(|left, right| left.searched[last].total_cmp(&right.searched[last]))
        .expect("a front has members")
}

/// An objective of a member on levels that the search never saw; 0 for a generator without levels.
pub(crate) fn validated(member: &Member, index: usize) -> Estimate {
    member.validated.as_ref().map_or(Estimate::exactly(0.0), |estimates| estimates[index])
}
