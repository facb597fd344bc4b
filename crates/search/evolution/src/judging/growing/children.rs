//! The children of a generation: new scripts, and the measurements of their first levels.

use indexmap::IndexMap;
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
        rng: &mut dyn Rng,
    ) -> Result<Vec<Child>, EvolutionError> {
        let mut children = self.decode(&engine.ask(rng))?;
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

    fn decode(&self, genomes: &[Genome]) -> Result<Vec<Child>, EvolutionError> {
        let children = genomes.par_iter().map(|genome| {
            let document = self.evaluator.decode(genome)?;
            Ok(Child { genome: genome.clone(), document, is_new: false })
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
        let new: Vec<(&Genome, &Document, u64)> = new
            .filter_map(|(child, id)| Some((&child.genome, child.document.as_deref()?, id)))
            .collect();
        let samples = self.evaluator.workers.work(
            &new,
            |&(genome, _, id)| Job::Child { genome, id, bars },
            |&(_, document, id)| self.first_levels(document, id, bars),
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
