//! The children of a generation: new scripts, and the measurements of their first levels.

use indexmap::{IndexMap, IndexSet};
use marahel_config::{Genome, GenomeEngine};
use marahel_script::Document;
use rand::Rng;
use rayon::prelude::*;

use super::Growing;
use super::bars::Thresholds;
use super::member::{Child, Record};
use crate::judging::crew::Job;
use crate::judging::evaluate::Failure;
use marahel_config::EvolutionError;

/// A child with a known script is varied again up to this many times.
const N_TRIES: usize = 30;

impl Growing<'_> {
    /// Asks an engine for children, and for others in place of known scripts and of genomes without
    /// a script.
    pub(super) fn new_children(
        &mut self,
        engine: &mut GenomeEngine,
        proposed: Vec<Genome>,
        rng: &mut dyn Rng,
    ) -> Result<Vec<Child>, EvolutionError> {
        let mut genomes = engine.ask(rng);
        let proposed = self.place(proposed, &mut genomes, engine, rng)?;
        let mut children = self.decode(&genomes)?;
        for index in proposed {
            children[index].is_proposed = true;
        }
        let mut new: IndexMap<u128, usize> = IndexMap::new();
        let mut unwanted: Vec<usize> = (0..children.len()).collect();
        for n_tries in 0.. {
            unwanted.retain(|&index| {
                let Some(document) = &children[index].document else { return true };
                let key = document.hash();
                let is_new =
                    !self.hashes.contains(&key) && *new.entry(key).or_insert(index) == index;
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
        self.hashes.extend(new.into_keys());
        Ok(children)
    }

    /// Replaces a share of the children by proposed genomes that were never measured; returns their
    /// indices. No script is measured twice, so each proposal appears unchanged only once. The
    /// other places get variations of it, on all islands, because islands do not exchange it.
    fn place(
        &self,
        proposed: Vec<Genome>,
        children: &mut [Genome],
        engine: &mut GenomeEngine,
        rng: &mut dyn Rng,
    ) -> Result<Vec<usize>, EvolutionError> {
        let mut new_hashes = IndexSet::new();
        let mut new = Vec::new();
        for genome in proposed {
            let hash = self.evaluator.decode(&genome)?.map(|document| document.hash());
            if hash.is_some_and(|hash| !self.hashes.contains(&hash) && new_hashes.insert(hash)) {
                new.push(genome);
            }
        }
        let islands = engine.indices_by_island();
        let mut places = Vec::new();
        for (island, places_there) in islands.iter().enumerate().filter(|_| !new.is_empty()) {
            let n_proposed = (self.share_proposed * places_there.len() as f64).ceil() as usize;
            for number in 0..n_proposed {
                let slot = number * islands.len() + island;
                let genome = &new[slot % new.len()];
                let is_first = slot < new.len();
                let there = if is_first { genome.clone() } else { engine.varied(genome, rng) };
                let index = places_there.start + number;
                children[index] = there.clone();
                engine.propose(index, there);
                places.push(index);
            }
        }
        Ok(places)
    }

    fn decode(&self, genomes: &[Genome]) -> Result<Vec<Child>, EvolutionError> {
        let children = genomes.par_iter().map(|genome| {
            let document = self.evaluator.decode(genome)?;
            Ok(Child { genome: genome.clone(), document, is_new: false, is_proposed: false })
        });
        children.collect()
    }

    /// Measures the first levels of children; an error gives the reason why there are none.
    pub(super) fn measure_children(
        &self,
        children: Vec<Child>,
        first_id: u64,
        bars: Thresholds,
    ) -> Result<Vec<Result<Record, Failure>>, EvolutionError> {
        let new = children.iter().zip(first_id..).filter(|(child, _)| child.is_new);
        // A proposer knows the cost of its scripts.
        let bars_of =
            |child: &Child| Thresholds { steps: bars.steps.filter(|_| !child.is_proposed), ..bars };
        let new: Vec<(&Genome, &Document, u64, Thresholds)> = new
            .filter_map(|(child, id)| {
                Some((&child.genome, child.document.as_deref()?, id, bars_of(child)))
            })
            .collect();
        let samples = self.evaluator.workers.work(
            &new,
            |&(genome, _, id, bars)| Job::Child { genome, id, bars },
            |&(_, document, id, bars)| self.first_levels(document, id, bars),
        )?;
        let mut samples = samples.into_iter();
        let measured = children.into_iter().map(|child| {
            let Child { genome, document, is_new, .. } = child;
            let document = document.ok_or(Failure::Unbounded)?;
            if !is_new {
                return Err(Failure::Known);
            }
            let sample = samples.next().flatten().ok_or(Failure::Budget)?;
            Ok(Record { genome, document, sample })
        });
        Ok(measured.collect())
    }
}
