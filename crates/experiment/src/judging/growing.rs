//! Judging scripts by few levels at first, and by more as long as they survive.
//!
//! Most children are bad, and ten levels are enough to see it. Whoever survives
//! is measured on ever more levels, so that luck does not last. Every script
//! has level streams of its own and is never measured twice: a child that
//! writes a known script is varied again.
//!
//! Sources: racing of Maron and Moore 1993 ("Hoeffding races") for the idea of
//! spending samples on those who may win; results/search for what it gains.

mod bars;
mod member;

use std::borrow::Cow;

use config::Decoding;
use indexmap::{IndexMap, IndexSet};
use marahel::RunError;
use problem::Problem;
use rand::Rng;
use rayon::prelude::*;
use search::{Engine, Genome, Individual, Objectives, non_dominated_sort};
use serde::{Deserialize, Serialize};

use crate::Goal;
use crate::archive::{Archive, Archived, Candidate, N_CONTROL_MAPS, SavedArchive};
use crate::judging::crew::{Hands, Job, answers};
use crate::judging::evaluate::{Batch, Evaluation, Evaluator, Failure, maps_of};
use crate::judging::goals::Goals;
use crate::judging::sample::{Maps, Sample};
use crate::{Config, ControlValues, ExperimentError, Representation};
pub(crate) use bars::Bars;
use bars::{N_MAPS_COST, steps_allowed};
use member::{Child, Record};

/// A child whose script is known is varied again up to this many times.
const N_TRIES: usize = 30;

/// Judges the scripts of a search by growing samples of their levels.
pub(crate) struct Growing<'p> {
    evaluator: Evaluator<'p>,
    /// What is maximized at the moment.
    goals: Goals,
    /// What is maximized in the end.
    last_goals: Goals,
    /// What decides who is on the front that is reported.
    front_goals: Goals,
    polish_from: f64,
    polish_population: usize,
    is_polishing: bool,
    n_maps_first: u32,
    n_maps_max: u32,
    period: u64,
    /// Whether genomes are whole scripts.
    breeds_scripts: bool,
    /// All scripts that were ever measured, by their hash.
    known: IndexSet<u128>,
    /// What is known of the living, by their ids.
    records: IndexMap<u64, Record>,
    /// Good ones of all times that differ in structure.
    archive: Archive,
}

/// All that is remembered of a search between two generations.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGrowing<'s> {
    is_polishing: bool,
    known: Cow<'s, IndexSet<u128>>,
    /// What was measured of the living, by their ids.
    samples: Vec<(u64, Cow<'s, Sample>)>,
    archive: SavedArchive<'s>,
}

impl<'p> Growing<'p> {
    pub(crate) fn new(
        config: &Config,
        problem: &'p Problem,
        hands: Hands<'p>,
    ) -> Result<Self, ExperimentError> {
        let goals = |goals: &[Goal]| Goals::new(config, goals, problem.objectives());
        Ok(Self {
            evaluator: Evaluator::new(config, problem)?.in_hands(hands),
            goals: goals(&config.search.goals),
            last_goals: goals(&[Goal::Worth]),
            front_goals: goals(&[Goal::Problem, Goal::Worth]),
            polish_from: 1.0 - config.search.polish,
            polish_population: config.search.polish_population,
            is_polishing: false,
            n_maps_first: config.maps,
            n_maps_max: config.maps_max.max(config.maps),
            period: config.grow_period,
            breeds_scripts: config.representation == Representation::Free,
            known: IndexSet::new(),
            records: IndexMap::new(),
            archive: Archive::new(problem),
        })
    }

    /// All that it remembers between two generations.
    pub(crate) fn save(&self) -> SavedGrowing<'_> {
        SavedGrowing {
            is_polishing: self.is_polishing,
            known: Cow::Borrowed(&self.known),
            samples: self
                .records
                .iter()
                .map(|(&id, one)| (id, Cow::Borrowed(&one.sample)))
                .collect(),
            archive: self.archive.save(),
        }
    }

    /// Goes on from what was saved of a search with the same config, of which this
    /// is the population.
    pub(crate) fn restore(
        &mut self,
        saved: SavedGrowing<'_>,
        population: &[Individual],
    ) -> Result<(), ExperimentError> {
        let genomes: IndexMap<u64, &Genome> =
            population.iter().map(|one| (one.id, &one.genome)).collect();
        self.records = saved
            .samples
            .into_par_iter()
            .map(|(id, sample)| {
                let genome = genomes.get(&id).copied();
                let decoding = genome.map(|genome| self.evaluator.decode(genome)).transpose()?;
                let decoding = decoding.flatten().filter(|_| sample.fits(self.evaluator.problem));
                let decoding = decoding.ok_or_else(|| {
                    ExperimentError::Saved(format!("what was measured of {id} is not of a script"))
                })?;
                Ok((id, self.record(&decoding, sample.into_owned())?))
            })
            .collect::<Result<Vec<_>, ExperimentError>>()?
            .into_iter()
            .collect();
        self.archive.restore(saved.archive, self.evaluator.phenotype())?;
        self.known = saved.known.into_owned();
        if saved.is_polishing {
            self.is_polishing = true;
            self.goals = self.last_goals.clone();
        }
        Ok(())
    }

    /// Number of values that the engine is told of each individual at the moment.
    pub(crate) fn n_goals(&self) -> usize {
        self.goals.len()
    }

    /// Turns to the last phase of a search once its time has come, by the share
    /// of the search that is over: a small population that is about worth alone.
    pub(crate) fn advance(
        &mut self,
        engine: &mut Engine,
        share: f64,
    ) -> Result<(), ExperimentError> {
        if !self.is_polishing && share >= self.polish_from && !engine.population().is_empty() {
            self.is_polishing = true;
            self.goals = self.last_goals.clone();
            engine.reevaluate(&self.values(engine.population())?);
            engine.narrow(self.polish_population);
            self.forget_the_dead(engine.population());
        }
        Ok(())
    }

    /// Lets an engine breed a generation, measures it, and tells the engine;
    /// nothing where the search was stopped meanwhile.
    pub(crate) fn breed(
        &mut self,
        engine: &mut Engine,
        rng: &mut dyn Rng,
    ) -> Result<Option<Batch>, ExperimentError> {
        let children = self.new_children(engine, rng)?;
        let bars = self.bars(engine.population());
        let first_id = engine.n_born();
        let measured = self.measure_children(&children, first_id, bars)?;
        if self.is_stopped() {
            return Ok(None);
        }
        let mut batch = Batch { n_scripts: children.len(), ..Batch::default() };
        let mut values = Vec::new();
        for (measured, id) in measured.into_iter().zip(first_id..) {
            match measured {
                Ok(record) => {
                    batch.n_maps += u64::from(record.sample.n_maps);
                    values.extend(self.goals.values(&record.sample, record.n_characters));
                    batch.evaluations.push(Evaluation {
                        objectives: self.goals.fitness(&record.sample),
                        playable: record.sample.playable(),
                        failure: None,
                    });
                    self.records.insert(id, record);
                }
                Err(failure) => {
                    batch.n_cache_hits += usize::from(failure == Failure::Known);
                    values.extend(self.goals.values_of_none());
                    batch.evaluations.push(self.evaluator.failed(failure));
                    batch.n_scripts -= 1;
                }
            }
        }
        batch.name_failures(first_id);
        engine.tell(&Objectives::new(self.goals.len(), values)?);
        self.forget_the_dead(engine.population());
        Ok(Some(batch))
    }

    /// If it is time in this generation, measures those who survive on as many
    /// more levels as they have been, and ranks them anew; how many levels that
    /// took, and who turned out to want too much work done. Nothing where the search
    /// was stopped meanwhile.
    pub(crate) fn grow(
        &mut self,
        engine: &mut Engine,
        generation: u64,
    ) -> Result<Option<(u64, Vec<u64>)>, ExperimentError> {
        if !(generation + 1).is_multiple_of(self.period) {
            return Ok(Some((0, Vec::new())));
        }
        let n_before = self.n_maps_of_the_living();
        let records: Vec<_> = std::mem::take(&mut self.records).into_iter().collect();
        let grown = self.grow_all(records, engine.population())?;
        if self.is_stopped() {
            return Ok(None);
        }
        let mut dropped = Vec::new();
        for (id, record) in grown {
            match record {
                Some(record) => drop(self.records.insert(id, record)),
                None => dropped.push(id),
            }
        }
        engine.reevaluate(&self.values(engine.population())?);
        Ok(Some((self.n_maps_of_the_living().saturating_sub(n_before), dropped)))
    }

    /// Shows the living to the archive; nothing where the search was stopped
    /// meanwhile, and then the archive is offered none of them.
    pub(crate) fn keep(
        &mut self,
        population: &[Individual],
    ) -> Result<Option<()>, ExperimentError> {
        self.archive.forget(|id| self.records.contains_key(&id));
        let mut wanted = Vec::new();
        for one in population {
            let Some(record) = self.records.get(&one.id) else { continue };
            self.archive.correct(one.id, &record.sample);
            if self.archive.wants(one.id, &record.sample) {
                wanted.push((one, record));
            }
        }
        let controls = self.all_controls(&wanted)?;
        let measured: Vec<_> = wanted
            .into_par_iter()
            .zip(controls)
            .with_max_len(1)
            .map(|((one, record), controls)| {
                let phenotype = self.evaluator.phenotype();
                let candidate = Candidate::new(one.id, &one.genome, phenotype)?;
                Ok(candidate.zip(controls).map(|found| (found, record.sample.clone())))
            })
            .collect::<Result<_, ExperimentError>>()?;
        if self.is_stopped() {
            return Ok(None);
        }
        for ((candidate, controls), sample) in measured.into_iter().flatten() {
            self.archive.offer(candidate, &controls, sample);
        }
        Ok(Some(()))
    }

    /// What children of a population are measured against.
    fn bars(&self, population: &[Individual]) -> Bars {
        let worth = self.is_polishing.then(|| median_worth(population)).flatten();
        let steps = self.breeds_scripts.then(|| {
            steps_allowed(self.records.values().map(|record| record.sample.steps_per_tile()))
        });
        Bars { worth, steps }
    }

    /// Whether what was measured last may be incomplete.
    fn is_stopped(&self) -> bool {
        self.evaluator.monitor().should_stop()
    }

    /// What the first levels of a script have of what can be asked for. They are
    /// made again, so that the search itself need not measure it.
    fn controls(&self, record: &Record, id: u64) -> Result<ControlValues, RunError> {
        let maps = self.maps(id, N_CONTROL_MAPS);
        let Record { programs, seed, .. } = record;
        let monitor = self.evaluator.monitor();
        self.evaluator
            .with_sampler(|sampler| sampler.controls(programs, maps, *seed, None, monitor))
    }

    /// What the archive holds.
    pub(crate) fn archived(&self) -> Vec<Archived> {
        self.archive.to_vec()
    }

    /// What is maximized at the moment, of each of a population.
    fn values(&self, population: &[Individual]) -> Result<Objectives, ExperimentError> {
        self.values_of(&self.goals, population)
    }

    fn values_of(
        &self,
        goals: &Goals,
        population: &[Individual],
    ) -> Result<Objectives, ExperimentError> {
        let rows = population.iter().map(|one| match self.records.get(&one.id) {
            Some(record) => goals.values(&record.sample, record.n_characters),
            None => goals.values_of_none(),
        });
        Ok(Objectives::from_rows(goals.len(), rows)?)
    }

    /// A population with the fitness of each in the objectives of the problem,
    /// and ranked by these and by worth, whatever the engine was told.
    pub(crate) fn reported(
        &self,
        population: &[Individual],
    ) -> Result<Vec<Individual>, ExperimentError> {
        let values = self.values_of(&self.front_goals, population)?;
        let n_objectives = self.evaluator.problem.objectives().len();
        let ranks = non_dominated_sort(&values);
        let told = population.iter().zip(ranks).zip(values.rows());
        let reported = told.map(|((one, rank), values)| Individual {
            objectives: values[..n_objectives].to_vec(),
            rank,
            ..one.clone()
        });
        let mut reported: Vec<Individual> = reported.collect();
        reported.sort_by_key(|one| one.rank); // those of equal rank as the engine has them
        Ok(reported)
    }

    pub(crate) fn evaluator(&self) -> &Evaluator<'p> {
        &self.evaluator
    }

    /// Asks an engine for children and, as far as they write known scripts or
    /// none, for others.
    fn new_children(
        &mut self,
        engine: &mut Engine,
        rng: &mut dyn Rng,
    ) -> Result<Vec<Child>, ExperimentError> {
        let genomes = engine.ask(rng);
        let mut children = self.decode(&genomes)?;
        let mut new: IndexMap<u128, usize> = IndexMap::new();
        let mut unwanted: Vec<usize> = (0..children.len()).collect();
        for n_tries in 0.. {
            unwanted.retain(|&index| {
                let Some(decoding) = &children[index].decoding else { return true };
                let key = decoding.hash();
                let is_new =
                    !self.known.contains(&key) && *new.entry(key).or_insert(index) == index;
                children[index].is_new = is_new;
                !is_new
            });
            if n_tries == N_TRIES || unwanted.is_empty() || self.is_stopped() {
                break;
            }
            let again: Vec<Genome> =
                unwanted.iter().map(|&index| engine.ask_again(index, rng)).collect();
            for (&index, child) in unwanted.iter().zip(self.decode(&again)?) {
                children[index] = child;
            }
        }
        self.known.extend(new.into_keys());
        Ok(children)
    }

    fn decode(&self, genomes: &[Genome]) -> Result<Vec<Child>, ExperimentError> {
        let decode = |genome: &Genome| {
            let decoding = self.evaluator.decode(genome)?;
            Ok(Child { genome: genome.clone(), decoding, is_new: false })
        };
        genomes.par_iter().map(decode).collect()
    }

    /// What is known of children by their first levels, or why there are none. A child
    /// that is worth as much as a bar by these is measured on more at once.
    fn measure_children(
        &self,
        children: &[Child],
        first_id: u64,
        bars: Bars,
    ) -> Result<Vec<Result<Record, Failure>>, ExperimentError> {
        let children: Vec<(&Child, u64)> = children.iter().zip(first_id..).collect();
        let Some(crew) = self.evaluator.crew() else {
            return children
                .par_iter()
                .with_max_len(1)
                .map(|&(child, id)| match child.script() {
                    Err(failure) => Ok(Err(failure)),
                    Ok(decoding) => self.measure(decoding, id, bars),
                })
                .collect();
        };
        let new = children.iter().filter(|(child, _)| child.script().is_ok());
        let jobs = new.map(|&(child, id)| Job::Child { genome: &*child.genome, id, bars });
        let samples: Vec<Option<Sample>> =
            answers(crew, &jobs.collect::<Vec<_>>(), self.evaluator.monitor())?;
        let mut samples = samples.into_iter();
        let measured = children.into_iter().map(|(child, _)| {
            let decoding = child.script()?;
            let sample = samples.next().flatten().ok_or(Failure::Budget)?;
            Ok(Record::of(decoding, sample, Vec::new()))
        });
        Ok(measured.collect())
    }

    /// The first levels of a new child; why there are none is the inner error.
    fn measure(
        &self,
        decoding: &Decoding,
        id: u64,
        bars: Bars,
    ) -> Result<Result<Record, Failure>, ExperimentError> {
        let mut record = self.runnable(decoding, Sample::new(self.evaluator.problem))?;
        if let Some(steps) = bars.steps {
            let is_run = self.extend(&mut record, id, N_MAPS_COST).is_ok();
            if !is_run || record.sample.steps_per_tile() > steps {
                return Ok(Err(Failure::Budget));
            }
        }
        let measured = self.race(&mut record, id, bars);
        Ok(measured.map(|()| record).map_err(|_| Failure::Budget))
    }

    /// Those who survive measured on twice as many levels; nothing is left of who
    /// wants too much work done on a new one.
    fn grow_all(
        &self,
        records: Vec<(u64, Record)>,
        population: &[Individual],
    ) -> Result<Vec<(u64, Option<Record>)>, ExperimentError> {
        let n_maps = |record: &Record| record.sample.n_maps.saturating_mul(2).min(self.n_maps_max);
        let Some(crew) = self.evaluator.crew() else {
            let grown = records.into_par_iter().with_max_len(1).map(|(id, mut record)| {
                let n_maps = n_maps(&record);
                (id, self.extend(&mut record, id, n_maps).is_ok().then_some(record))
            });
            return Ok(grown.collect());
        };
        let genomes: IndexMap<u64, &[u32]> =
            population.iter().map(|one| (one.id, &*one.genome)).collect();
        // Who has all levels already is not sent anywhere.
        let lacks_levels = |record: &Record| record.sample.n_maps < n_maps(record);
        let jobs = records.iter().filter(|(_, record)| lacks_levels(record)).map(|(id, record)| {
            let sample = Box::new(record.sample.clone());
            Job::More { genome: genomes[id], id: *id, sample, n_maps: n_maps(record) }
        });
        let samples: Vec<Option<Sample>> =
            answers(crew, &jobs.collect::<Vec<_>>(), self.evaluator.monitor())?;
        let mut samples = samples.into_iter();
        let grown = records.into_iter().map(|(id, record)| {
            if !lacks_levels(&record) {
                return (id, Some(record));
            }
            let sample = samples.next().flatten();
            (id, sample.map(|sample| Record { sample, ..record }))
        });
        Ok(grown.collect())
    }

    /// What the first levels of each have of what can be asked for; nothing where they
    /// want too much work done.
    fn all_controls(
        &self,
        wanted: &[(&Individual, &Record)],
    ) -> Result<Vec<Option<ControlValues>>, ExperimentError> {
        let Some(crew) = self.evaluator.crew() else {
            let controls = wanted.par_iter().with_max_len(1);
            return Ok(controls.map(|(one, record)| self.controls(record, one.id).ok()).collect());
        };
        let jobs = wanted.iter().map(|(one, _)| Job::Controls { genome: &*one.genome, id: one.id });
        answers(crew, &jobs.collect::<Vec<_>>(), self.evaluator.monitor())
    }

    /// A worker's part of [`measure_children`](Self::measure_children).
    pub(crate) fn first_levels(
        &self,
        decoding: &Decoding,
        id: u64,
        bars: Bars,
    ) -> Result<Option<Sample>, ExperimentError> {
        Ok(self.measure(decoding, id, bars)?.ok().map(|record| record.sample))
    }

    /// A worker's part of [`grow_all`](Self::grow_all).
    pub(crate) fn more_levels(
        &self,
        decoding: &Decoding,
        id: u64,
        sample: Sample,
        n_maps: u32,
    ) -> Result<Option<Sample>, ExperimentError> {
        let mut record = self.runnable(decoding, sample)?;
        Ok(self.extend(&mut record, id, n_maps).is_ok().then_some(record.sample))
    }

    /// A worker's part of [`all_controls`](Self::all_controls).
    pub(crate) fn controls_of(
        &self,
        decoding: &Decoding,
        id: u64,
    ) -> Result<Option<ControlValues>, ExperimentError> {
        let record = self.runnable(decoding, Sample::new(self.evaluator.problem))?;
        Ok(self.controls(&record, id).ok())
    }

    /// What is known of a decoding of which this was measured.
    fn record(&self, decoding: &Decoding, sample: Sample) -> Result<Record, ExperimentError> {
        match self.evaluator.crew() {
            None => self.runnable(decoding, sample),
            Some(_) => Ok(Record::of(decoding, sample, Vec::new())),
        }
    }

    /// The same, ready to be measured here.
    fn runnable(&self, decoding: &Decoding, sample: Sample) -> Result<Record, ExperimentError> {
        let phenotype = self.evaluator.phenotype();
        let programs =
            phenotype.compile(decoding, &phenotype.readings(self.evaluator.both_readings))?;
        Ok(Record::of(decoding, sample, programs))
    }

    /// Measures a child on its first levels. Where worth alone counts it is
    /// measured on ever more, as long as it seems to be among the better half:
    /// the worth of few levels is too lucky to be compared with that of many.
    fn race(&self, record: &mut Record, id: u64, bars: Bars) -> Result<(), RunError> {
        let mut n_maps = self.n_maps_first;
        self.extend(record, id, n_maps)?;
        let Some(bar) = bars.worth else { return Ok(()) };
        while n_maps < self.n_maps_max
            && !self.is_stopped()
            && self.last_goals.values(&record.sample, record.n_characters)[0] >= bar
        {
            n_maps = n_maps.saturating_mul(2).min(self.n_maps_max);
            self.extend(record, id, n_maps)?;
        }
        Ok(())
    }

    /// Measures more levels of a script until there are `n_maps`.
    fn extend(&self, record: &mut Record, id: u64, n_maps: u32) -> Result<(), RunError> {
        let maps = self.maps(id, n_maps);
        let Record { programs, sample, seed, .. } = record;
        let monitor = self.evaluator.monitor();
        self.evaluator
            .with_sampler(|sampler| sampler.extend(sample, programs, maps, *seed, None, monitor))
    }

    /// The first `n` of a script's own levels.
    fn maps(&self, id: u64, n: u32) -> Maps {
        maps_of(self.evaluator.streams, id, 0, n)
    }

    fn n_maps_of_the_living(&self) -> u64 {
        self.records.values().map(|record| u64::from(record.sample.n_maps)).sum()
    }

    fn forget_the_dead(&mut self, living: &[Individual]) {
        let living: IndexSet<u64> = living.iter().map(|one| one.id).collect();
        self.records.retain(|id, _| living.contains(id));
    }
}

/// The worth of the middle one of a population that is ranked by it.
fn median_worth(population: &[Individual]) -> Option<f64> {
    population.get(population.len() / 2).map(|one| one.objectives[0])
}
