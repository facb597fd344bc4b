//! A map of what the archives of runs can make.
//!
//! An [`Atlas`] holds the scripts from the archives of runs of one problem, measured on levels that
//! no search saw. A grid of cells over the values of the problem's controls gives the script to use
//! for each cell.

use std::path::{Path, PathBuf};

use indexmap::{IndexMap, IndexSet};
use marahel::{Dial, Generator};
use marahel_problem::programs_in_all;
use marahel_problem::{Control, Levels, Maker, Problem};
use marahel_system::files;
use rayon::prelude::*;

use crate::archive::{self, GOOD_MIN};
use crate::folder::config_of_run;
use crate::judging::sample::Sampler;
use crate::judging::worth::worth;
use crate::{ControlValues, Sample, Streams, Table, Unwatched};
use marahel_config::{Config, EvolutionError, Problems, problem_of};

/// A script of an archive, measured on fresh levels.
#[derive(Clone, Debug)]
pub struct AtlasEntry {
    /// The folder of the run.
    pub run: PathBuf,
    /// The file of the script.
    pub file: PathBuf,
    /// The text of the script.
    pub script: String,
    /// The types of the explorers, separated by spaces.
    pub structure: String,
    /// The values of the controls in the fresh levels.
    pub controls: ControlValues,
    /// Mean of each control.
    pub means: Vec<f64>,
    /// The measurements of the fresh levels, by the objectives of the run.
    pub sample: Sample,
    /// The worth by `sample`.
    pub worth: f64,
}

/// A cell of control values, served by one script.
#[derive(Clone, Debug, PartialEq)]
pub struct AtlasCell {
    /// First and last value of each control, all integers.
    pub ranges: Vec<(u32, u32)>,
    /// The middle of each range.
    pub centre: Vec<f64>,
    /// Index of the best entry whose means are within the tolerances of the centre and that has at
    /// least one level within them too.
    pub entry: Option<usize>,
}

/// How well the scripts of an atlas cover the values of the controls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coverage {
    /// Number of combinations of control values.
    pub n_wanted: usize,
    /// Number of combinations that the means of some script match within the tolerances.
    pub n_covered: usize,
    /// Share of levels that hit a combination, for the script that fits it best; the mean over all
    /// combinations.
    pub share_of_hits: f64,
    /// Number of different scripts.
    pub n_scripts: usize,
    /// Number of different sequences of explorer types.
    pub n_structures: usize,
}

/// The good scripts of some archives.
#[derive(Clone, Debug)]
pub struct Atlas {
    /// Name of the problem.
    pub problem: String,
    /// The controls of the problem.
    pub controls: Vec<Control>,
    /// The scripts that are good on fresh levels too, run by run.
    pub entries: Vec<AtlasEntry>,
    /// Number of different scripts in the archives.
    pub n_archived: usize,
}

/// Wanted values, and the index of the entry for them.
type Chosen = (Vec<u32>, usize);

impl Atlas {
    /// Reads the archives of run folders and measures each different script on `n_maps` levels that
    /// no search saw. If its run asks for both readings of the language, the readings take turns.
    ///
    /// # Errors
    ///
    /// If a folder does not hold a run with an archive, or if the runs have different problems or a
    /// problem without controls.
    pub fn of_runs(
        problems: Problems,
        folders: &[PathBuf],
        n_maps: u32,
    ) -> Result<Self, EvolutionError> {
        let runs = folders.iter().map(|folder| Run::read(problems, folder));
        let runs = runs.collect::<Result<Vec<_>, _>>()?;
        let Some(first) = runs.first() else {
            return Err(EvolutionError::content("", "name at least one run folder"));
        };
        let problem = first.config.problem.name();
        if let Some(odd) = runs.iter().find(|run| run.config.problem.name() != problem) {
            let message = format!(
                "this is a run of {}, but {} is one of {}; make an atlas of one of them",
                odd.config.problem,
                first.folder.display(),
                problem
            );
            return Err(EvolutionError::content(&odd.folder, message));
        }
        if first.problem.controls().is_empty() {
            let message = format!("the problem {problem} has no controls");
            return Err(EvolutionError::content(&first.folder, message));
        }
        let mut firsts: IndexMap<&str, (&Run, &Path)> = IndexMap::new();
        for run in &runs {
            for (file, script) in &run.scripts {
                firsts.entry(script).or_insert((run, file));
            }
        }
        let n_archived = firsts.len();
        let measured = firsts
            .into_iter()
            .collect::<Vec<_>>()
            .into_par_iter()
            .with_max_len(1)
            .map(|(script, (run, file))| run.measure(script, file, n_maps))
            .collect::<Result<Vec<_>, _>>()?;
        let good = measured.into_iter().flatten().filter(|entry| {
            entry.sample.good() >= GOOD_MIN && entry.means.iter().all(|mean| !mean.is_nan())
        });
        Ok(Self {
            problem: problem.to_owned(),
            controls: first.problem.controls().to_vec(),
            entries: good.collect(),
            n_archived,
        })
    }

    /// The entry that fits the wanted values best, and the share of its levels that match them all
    /// within the tolerances. Of entries with equal shares, the one with the highest worth. `None`
    /// in `wanted` accepts any value of that control. Returns `None` if the atlas is empty.
    pub fn best_for(&self, request: &[Option<f64>]) -> Option<(usize, f64)> {
        self.best_of(0..self.entries.len(), request)
    }

    /// The cells over all values of the controls, as wide as the tolerances; the last control
    /// changes fastest.
    pub fn cells(&self) -> Vec<AtlasCell> {
        let axes = self.controls.iter().map(ranges).collect::<Vec<_>>();
        let cells = combinations(&axes).into_iter().map(|ranges| {
            let middles =
                ranges.iter().map(|&(first, last)| f64::midpoint(first.into(), last.into()));
            let centre: Vec<f64> = middles.collect();
            let near = (0..self.entries.len()).filter(|&index| self.is_near(index, &centre));
            let request: Vec<Option<f64>> = centre.iter().copied().map(Some).collect();
            let best = self.best_of(near, &request).filter(|&(_, share)| share > 0.0);
            let entry = best.map(|(index, _)| index);
            AtlasCell { ranges, centre, entry }
        });
        cells.collect()
    }

    /// Measures how well the entries cover the values of the controls.
    pub fn coverage(&self) -> Coverage {
        let axes: Vec<Vec<u32>> =
            self.controls.iter().map(|control| control.values().collect()).collect();
        let all = combinations(&axes);
        let (mut n_covered, mut share_of_hits) = (0, 0.0);
        for request in &all {
            let values: Vec<f64> = request.iter().copied().map(f64::from).collect();
            let is_covered = (0..self.entries.len()).any(|index| self.is_near(index, &values));
            n_covered += usize::from(is_covered);
            let values: Vec<Option<f64>> = values.into_iter().map(Some).collect();
            share_of_hits += self.best_for(&values).map_or(0.0, |(_, share)| share);
        }
        let mut structures: Vec<&str> =
            self.entries.iter().map(|entry| entry.structure.as_str()).collect();
        structures.sort_unstable();
        structures.dedup();
        Coverage {
            n_wanted: all.len(),
            n_covered,
            share_of_hits: share_of_hits / all.len().max(1) as f64,
            n_scripts: self.entries.len(),
            n_structures: structures.len(),
        }
    }

    /// All combinations of control values in one file, each with the script from
    /// [`best_for`](Self::best_for). Also lists which of the first `n_seeds` seeds, a multiple of
    /// 8, make good levels with the wanted values. `None` if there are no entries.
    pub fn to_file(
        &self,
        problem: &Problem,
        n_seeds: u64,
    ) -> Result<Option<marahel::Atlas>, EvolutionError> {
        let Some((atlas, chosen)) = self.choice() else { return Ok(None) };
        if n_seeds == 0 {
            return Ok(Some(atlas));
        }
        let mut entries: Vec<usize> = chosen.iter().map(|&(_, entry)| entry).collect();
        entries.sort_unstable();
        entries.dedup();
        let judged: IndexMap<usize, Vec<Option<Vec<f64>>>> = entries
            .into_par_iter()
            .map(|entry| Ok((entry, self.of_seeds(entry, problem, n_seeds)?)))
            .collect::<Result<Vec<_>, EvolutionError>>()?
            .into_iter()
            .collect();
        problem.check_judge()?;
        let seeds = chosen.iter().map(|(request, entry)| {
            let mut bitmap = vec![0_u8; n_seeds.div_ceil(8) as usize];
            for (seed, judgement) in judged[entry].iter().enumerate() {
                let is_hit = judgement.as_ref().is_some_and(|values| {
                    let all = self.controls.iter().zip(values).zip(request);
                    all.into_iter()
                        .all(|((control, &value), &aim)| control.is_hit(value, aim.into()))
                });
                bitmap[seed / 8] |= u8::from(is_hit) << (seed % 8);
            }
            bitmap
        });
        Ok(atlas.with_seeds(seeds.collect()))
    }

    /// The control values of an entry's levels from the first seeds; `None` for levels that are not
    /// good.
    fn of_seeds(
        &self,
        entry: usize,
        problem: &Problem,
        n_seeds: u64,
    ) -> Result<Vec<Option<Vec<f64>>>, EvolutionError> {
        let text = &self.entries[entry].script;
        let script = marahel_dialects::parse(text)
            .map_err(|source| EvolutionError::Script { script: text.clone(), source })?;
        let names = problem.tiles_of(&script.entities)?;
        let generator = Generator::new(&script);
        let (mut maker, mut meter) = (Maker::new(&[]), problem.meter());
        let judged = (0..n_seeds).map(|seed| {
            let level = maker.of_seed(&generator, names.as_ref(), seed).ok()?;
            meter.begin(&level);
            meter.judge(level.level).is_good.then(|| {
                let mut values = vec![f64::NAN; self.controls.len()];
                meter.controls(level.level, &mut values);
                values
            })
        });
        Ok(judged.collect())
    }

    /// The script for each combination of wanted values, and the combinations with their entries.
    fn choice(&self) -> Option<(marahel::Atlas, Vec<Chosen>)> {
        let axes: Vec<Vec<u32>> =
            self.controls.iter().map(|control| control.values().collect()).collect();
        let mut entries = IndexSet::new();
        let mut chosen = Vec::new();
        let choice = combinations(&axes).into_iter().map(|values| {
            let request: Vec<Option<f64>> =
                values.iter().map(|&value| Some(value.into())).collect();
            let (entry, _) = self.best_for(&request)?;
            chosen.push((values, entry));
            Some(entries.insert_full(entry).0)
        });
        let choice = choice.collect::<Option<_>>()?;
        let texts = entries.iter().map(|&entry| &self.entries[entry].script);
        let scripts =
            texts.map(|text| marahel_dialects::parse(text).ok()).collect::<Option<_>>()?;
        // A control with only one value cannot be turned.
        let varied = self.controls.iter().filter(|control| control.values().count() > 1);
        let dials = varied
            .map(|control| Dial::new(&control.name, control.low.into(), (control.high - 1).into()));
        let atlas = marahel::Atlas::new(dials.collect(), choice, scripts)?;
        Some((atlas, chosen))
    }

    /// Share of an entry's levels that match the wanted values.
    pub fn share_of_hits(&self, entry: usize, request: &[Option<f64>]) -> f64 {
        self.entries[entry].controls.share_of_hits(&self.controls, request)
    }

    fn best_of(
        &self,
        entries: impl Iterator<Item = usize>,
        request: &[Option<f64>],
    ) -> Option<(usize, f64)> {
        let with_share = entries.map(|index| (index, self.share_of_hits(index, request)));
        with_share.max_by(|&(left, left_share), &(right, right_share)| {
            let [worth, worth_right] = [left, right].map(|index| self.entries[index].worth);
            let by_worth = worth.total_cmp(&worth_right);
            left_share.total_cmp(&right_share).then(by_worth).then(right.cmp(&left))
        })
    }

    /// Whether the means of an entry match the values within the tolerances.
    fn is_near(&self, entry: usize, values: &[f64]) -> bool {
        let means = &self.entries[entry].means;
        let mut near = self.controls.iter().zip(means).zip(values);
        near.all(|((control, &mean), &value)| control.is_hit(mean, value))
    }
}

/// First and last value of each cell of a control; cells are as wide as its tolerance.
fn ranges(control: &Control) -> Vec<(u32, u32)> {
    let width = control.tolerance.max(1);
    let firsts = (control.low..control.high).step_by(width as usize);
    firsts.map(|first| (first, (first + width).min(control.high) - 1)).collect()
}

/// All combinations of one element from each axis; the last axis changes fastest.
fn combinations<T: Clone>(axes: &[Vec<T>]) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for axis in axes {
        let longer = all.iter().flat_map(|start: &Vec<T>| {
            axis.iter().map(move |value| [start, std::slice::from_ref(value)].concat())
        });
        all = longer.collect();
    }
    all
}

struct Run {
    folder: PathBuf,
    config: Config,
    problem: Problem,
    /// Files and texts of the scripts.
    scripts: Vec<(PathBuf, String)>,
}

impl Run {
    fn read(problems: Problems, folder: &Path) -> Result<Self, EvolutionError> {
        let config = config_of_run(problems, folder)?;
        let table = folder.join("archive.csv");
        if !table.exists() {
            let message =
                "there is no archive.csv; finished runs of the algorithm `islands` leave one";
            return Err(EvolutionError::content(folder, message));
        }
        let files =
            Table::read(table)?.values("script", "a file", |file| Some(folder.join(file)))?;
        let scripts = files.into_iter().map(|file| files::read(&file).map(|text| (file, text)));
        let scripts = scripts.collect::<Result<_, _>>()?;
        let problem = problem_of(&config);
        Ok(Self { folder: folder.to_owned(), config, problem, scripts })
    }

    /// Measures a script; `None` if it exceeds the work limit of a level.
    fn measure(
        &self,
        text: &str,
        file: &Path,
        n_maps: u32,
    ) -> Result<Option<AtlasEntry>, EvolutionError> {
        let fail = |message: String| EvolutionError::content(file, message);
        let script = marahel_dialects::parse(text).map_err(|error| fail(error.to_string()))?;
        let names = self.problem.tiles_of(&script.entities)?;
        let programs = programs_in_all(&script, &self.problem);
        let maps = Streams::new(self.config.seed).validation_maps(0, n_maps);
        let mut sampler = Sampler::new(&self.problem);
        let levels = Levels { programs: &programs, maps, names: names.as_ref() };
        let sample = sampler.sample(levels, &Unwatched);
        let controls = sampler.controls(levels, &Unwatched);
        self.problem.check_judge()?;
        let (Ok(sample), Ok(controls)) = (sample, controls) else { return Ok(None) };
        let kinds: Vec<_> =
            self.problem.objectives().iter().map(marahel_problem::Objective::kind).collect();
        Ok(Some(AtlasEntry {
            run: self.folder.clone(),
            file: file.to_owned(),
            script: text.to_owned(),
            structure: archive::structure(&script),
            means: controls.means(),
            controls,
            worth: worth(&sample, &kinds),
            sample,
        }))
    }
}

#[cfg(test)]
mod tests;
