//! Judging scripts by few levels at first, and by more while they survive.
//!
//! Most children are bad, and ten levels are enough to see it. Survivors are measured on more and
//! more levels, so luck does not last. Every script has its own level streams and is never measured
//! twice: a child with a known script is varied again.
//!
//! Sources: the racing of Maron and Moore 1993 ("Hoeffding races") for spending samples on likely
//! winners; results/search for the gain.

mod bars;
mod children;
mod far;
mod levels;
mod member;

use std::borrow::Cow;

use indexmap::{IndexMap, IndexSet};
use marahel_config::{Genome, GenomeEngine, Individual};
use marahel_problem::Problem;
use marahel_search::{Objectives, non_dominated_sort};
use rand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::judging::crew::Job;
use crate::judging::evaluate::{Batch, Evaluation, Evaluator, Failure};
use crate::judging::finalists::{Finalists, N_OF_SURVIVOR};
use crate::judging::goals::Goals;
pub(crate) use bars::Thresholds;
use bars::{Sources, steps_allowed};
pub(crate) use far::{GOOD_ENOUGH, VARIED_ENOUGH};
pub use far::{Nearest, Unmet};
use marahel_config::Goal;
use marahel_config::{Config, EvolutionError};
use marahel_problem::Sample;
use member::Record;

pub(crate) struct Growing<'p> {
    evaluator: Evaluator<'p>,
    /// The goals of the current phase.
    goals: Goals,
    /// The goals of the last phase.
    last_goals: Goals,
    /// The values that rank the reported front.
    front_goals: Goals,
    polish_from: f64,
    /// The finished share of a search from which all islands are one population.
    merged_from: f64,
    polish_population: usize,
    is_polishing: bool,
    n_maps_first: u32,
    n_maps_max: u32,
    period: u64,
    breeds_scripts: bool,
    sources: Sources,
    /// Hashes of all scripts that were ever measured.
    hashes: IndexSet<u128>,
    /// The living, by id.
    records: IndexMap<u64, Record>,
    /// The best result of any script in each case, since the search was far from good; empty if it
    /// never was.
    best_in_cases: Vec<f64>,
    finalists: Option<Finalists>,
    /// Calls of the judge of finalists so far.
    n_asked: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGrowing<'s> {
    is_polishing: bool,
    hashes: Cow<'s, IndexSet<u128>>,
    /// The samples of the living, by id.
    samples: Vec<(u64, Cow<'s, Sample>)>,
    best_in_cases: Cow<'s, [f64]>,
    n_asked: u32,
}

impl<'p> Growing<'p> {
    pub(crate) fn new(config: &Config, problem: &'p Problem, evaluator: Evaluator<'p>) -> Self {
        let goals = |goals: &[Goal]| Goals::new(config, goals, problem.objectives());
        let sources =
            Sources { are_drawn: !problem.definition().drawings().levels().is_empty(), given: 0.0 };
        Self {
            evaluator,
            goals: goals(&config.search.goals),
            last_goals: goals(&[Goal::Worth]),
            front_goals: goals(&[Goal::Problem, Goal::Worth]),
            polish_from: 1.0 - config.search.polish,
            merged_from: config.search.isolation.min(1.0 - config.search.polish),
            polish_population: config.search.polish_population,
            is_polishing: false,
            n_maps_first: config.maps,
            n_maps_max: config.maps_max.max(config.maps),
            period: config.grow_period,
            breeds_scripts: config.breeds_scripts(),
            sources,
            hashes: IndexSet::new(),
            records: IndexMap::new(),
            best_in_cases: Vec::new(),
            finalists: Finalists::of(problem),
            n_asked: 0,
        }
    }

    pub(crate) fn save(&self) -> SavedGrowing<'_> {
        SavedGrowing {
            is_polishing: self.is_polishing,
            hashes: Cow::Borrowed(&self.hashes),
            samples: self
                .records
                .iter()
                .map(|(&id, record)| (id, Cow::Borrowed(&record.sample)))
                .collect(),
            best_in_cases: Cow::Borrowed(&self.best_in_cases),
            n_asked: self.n_asked,
        }
    }

    /// Restores the saved state of a search with the same config; `population` is its population.
    pub(crate) fn restore(
        &mut self,
        saved: SavedGrowing<'_>,
        population: &[Individual],
    ) -> Result<(), EvolutionError> {
        let genomes: IndexMap<u64, &Genome> =
            population.iter().map(|individual| (individual.id, &individual.genome)).collect();
        self.records = saved
            .samples
            .into_par_iter()
            .map(|(id, sample)| {
                let genome = genomes.get(&id).copied();
                let document = genome.map(|genome| self.evaluator.decode(genome)).transpose()?;
                let document = document.flatten().filter(|_| sample.fits(self.evaluator.problem));
                let (Some(genome), Some(document)) = (genome.cloned(), document) else {
                    let message = format!("the measurements of {id} are not for a script");
                    return Err(EvolutionError::Saved(message));
                };
                Ok((id, Record { genome, document, sample: sample.into_owned() }))
            })
            .collect::<Result<Vec<_>, EvolutionError>>()?
            .into_iter()
            .collect();
        self.hashes = saved.hashes.into_owned();
        self.best_in_cases = saved.best_in_cases.into_owned();
        self.n_asked = saved.n_asked;
        if saved.is_polishing {
            self.polish();
        }
        Ok(())
    }

    /// Lets children cost what a given script does, in steps per tile.
    pub(crate) fn admit(&mut self, steps: f64) {
        self.sources.given = self.sources.given.max(steps);
    }

    /// Number of values per individual in the current phase.
    pub(crate) fn n_goals(&self) -> usize {
        self.goals.len()
    }

    /// Starts the last phase of a search once `share`, the finished share of it, is large enough: a
    /// small population that maximizes worth alone. While no script is near good, there is nothing
    /// to polish. Where none was at first, the phase begins as soon as one is, and the islands are
    /// one population: otherwise the search would wander off again.
    pub(crate) fn advance(
        &mut self,
        engine: &mut GenomeEngine,
        share: f64,
    ) -> Result<(), EvolutionError> {
        let from = if self.is_guided() { self.merged_from } else { self.polish_from };
        let is_time = !self.is_polishing && share >= from && !self.is_far();
        if is_time && !engine.population().is_empty() {
            self.polish();
            engine.reevaluate(&self.values(&self.goals, engine.population())?);
            engine.narrow(self.polish_population);
            self.forget_the_dead(engine.population());
        }
        Ok(())
    }

    fn polish(&mut self) {
        self.is_polishing = true;
        self.goals = self.last_goals.with_good_first(self.is_guided());
    }

    /// Lets an engine breed a generation, measures it, and reports the values to the engine. `None` if the search was stopped meanwhile.
    pub(crate) fn breed(
        &mut self,
        engine: &mut GenomeEngine,
        generation: u64,
        rng: &mut dyn Rng,
    ) -> Result<Option<Batch>, EvolutionError> {
        let n_of_drafts = self.guide(engine, generation, rng)?;
        let children = self.new_children(engine, rng)?;
        let bars = self.bars(engine.population());
        let first_id = engine.n_born();
        let n_scripts = children.len();
        let measured = self.measure_children(children, first_id, bars)?;
        if self.is_stopped() {
            return Ok(None);
        }
        let mut batch = Batch { n_scripts, n_maps: n_of_drafts, ..Batch::default() };
        let mut values = Vec::new();
        for (measured, id) in measured.into_iter().zip(first_id..) {
            match measured {
                Ok(record) => {
                    batch.n_maps += u64::from(record.sample.n_maps);
                    values.extend(self.goals.values(&record.sample, record.document.n_characters));
                    batch.evaluations.push(Evaluation {
                        objectives: record.sample.fitness(),
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
        if generation > 0 && bars.cases.is_some() {
            self.note_cases();
        }
        if generation > 0 {
            self.tell_cases(engine);
        }
        engine.tell(&Objectives::new(self.goals.len(), values)?);
        self.forget_the_dead(engine.population());
        Ok(Some(batch))
    }

    /// Every `period` generations, doubles the levels of the survivors and ranks them again.
    /// Returns the number of new levels and the ids of survivors that exceeded the work limit;
    /// `None` if the search was stopped meanwhile.
    pub(crate) fn grow(
        &mut self,
        engine: &mut GenomeEngine,
        generation: u64,
    ) -> Result<Option<(u64, Vec<u64>)>, EvolutionError> {
        if !(generation + 1).is_multiple_of(self.period) {
            return Ok(Some((0, Vec::new())));
        }
        let n_maps_max = self.n_maps_max();
        let n_maps = |record: &Record| record.sample.n_maps.saturating_mul(2).min(n_maps_max);
        // Skip those with all levels.
        let growing =
            self.records.iter().filter(|(_, record)| record.sample.n_maps < n_maps(record));
        let growing: Vec<_> = growing.collect();
        let grown = self.evaluator.workers.work(
            &growing,
            |&(&id, record)| {
                let sample = Box::new(record.sample.clone());
                Job::More { genome: &record.genome, id, sample, n_maps: n_maps(record) }
            },
            |&(&id, record)| {
                self.more_levels(&record.document, id, record.sample.clone(), n_maps(record))
            },
        )?;
        if self.is_stopped() {
            return Ok(None);
        }
        let ids: Vec<u64> = growing.into_iter().map(|(&id, _)| id).collect();
        let n_before = self.n_maps_of_the_living();
        let mut dropped = Vec::new();
        for (id, sample) in ids.into_iter().zip(grown) {
            match sample {
                Some(sample) => self.records[&id].sample = sample,
                None => dropped.push(id),
            }
        }
        self.records.retain(|id, _| !dropped.contains(id));
        engine.reevaluate(&self.values(&self.goals, engine.population())?);
        Ok(Some((self.n_maps_of_the_living().saturating_sub(n_before), dropped)))
    }

    /// Asks the judge of finalists, if there is one, about survivors that it does not know, the best
    /// first, and ranks all again. `share` is the finished share of the search.
    pub(crate) fn ask(
        &mut self,
        engine: &mut GenomeEngine,
        share: f64,
    ) -> Result<(), EvolutionError> {
        let Some(finalists) = &self.finalists else { return Ok(()) };
        let n = finalists.n_survivors(share, self.n_asked);
        let unknown =
            engine.population().iter().map(|individual| individual.id).filter(|id| {
                self.records.get(id).is_some_and(|record| record.sample.passed.n() == 0)
            });
        let unknown: Vec<u64> = unknown.take(n).collect();
        if unknown.is_empty() || self.is_stopped() {
            return Ok(());
        }
        let mut asking = finalists.asking();
        for id in unknown {
            let programs = self.evaluator.programs(&self.records[&id].document);
            let passed = asking.passed(&programs, self.maps(id, N_OF_SURVIVOR));
            self.n_asked += N_OF_SURVIVOR;
            self.records[&id].sample.passed = passed;
        }
        engine.reevaluate(&self.values(&self.goals, engine.population())?);
        Ok(())
    }

    /// How often the judge of finalists was asked so far.
    pub(crate) fn n_asked(&self) -> u32 {
        self.n_asked
    }

    /// The thresholds for children of a population.
    fn bars(&self, population: &[Individual]) -> Thresholds {
        let worth = self.is_polishing.then(|| median_worth(population)).flatten();
        let steps = self.breeds_scripts.then(|| {
            let steps = self.records.values().map(|record| record.sample.steps_per_tile());
            steps_allowed(steps, self.sources)
        });
        let (good_first, cases) = (self.goals.good_first, self.bar_of_cases());
        Thresholds { worth, good_first, steps, cases }
    }

    /// Whether the latest measurements may be incomplete.
    fn is_stopped(&self) -> bool {
        self.evaluator.monitor().is_stopped()
    }

    /// The values of each individual of a population.
    fn values(
        &self,
        goals: &Goals,
        population: &[Individual],
    ) -> Result<Objectives, EvolutionError> {
        let rows = population.iter().map(|individual| match self.records.get(&individual.id) {
            Some(record) => goals.values(&record.sample, record.document.n_characters),
            None => goals.values_of_none(),
        });
        Ok(Objectives::from_rows(goals.len(), rows)?)
    }

    /// The population with the fitness of each individual in the objectives of the problem, ranked
    /// by these and by worth, whatever the engine maximizes.
    pub(crate) fn reported(
        &self,
        population: &[Individual],
    ) -> Result<Vec<Individual>, EvolutionError> {
        let values = self.values(&self.front_goals, population)?;
        let n_objectives = self.evaluator.problem.objectives().len();
        let ranks = non_dominated_sort(&values);
        let rows = population.iter().zip(ranks).zip(values.rows());
        let reported = rows.map(|((individual, rank), values)| Individual {
            objectives: values[..n_objectives].to_vec(),
            rank,
            ..individual.clone()
        });
        let mut reported: Vec<Individual> = reported.collect();
        reported.sort_by_key(|individual| individual.rank); // keeps the engine's order within a rank
        Ok(reported)
    }

    pub(crate) fn evaluator(&self) -> &Evaluator<'p> {
        &self.evaluator
    }

    /// The sample of a living individual.
    pub(crate) fn sample(&self, id: u64) -> Option<&Sample> {
        self.records.get(&id).map(|record| &record.sample)
    }

    fn n_maps_of_the_living(&self) -> u64 {
        self.records.values().map(|record| u64::from(record.sample.n_maps)).sum()
    }

    fn forget_the_dead(&mut self, living: &[Individual]) {
        let living: IndexSet<u64> = living.iter().map(|individual| individual.id).collect();
        self.records.retain(|id, _| living.contains(id));
    }
}

/// The worth of the middle individual of a population that is ranked by worth.
fn median_worth(population: &[Individual]) -> Option<f64> {
    population.get(population.len() / 2).map(|individual| individual.objectives[0])
}
