//! What a config has where nobody says otherwise: each algorithm its own.

use std::collections::BTreeMap;

use grammar::{Cleanup, GenomeShape, Layout};
use marahel::Semantics;
use problem::{Aggregate, Genome};
use search::Survival;

use super::{
    Algorithm, Beginning, Config, Noise, Operators, Proposing, Representation, Search, SeedGene,
};
use crate::{Flavor, Goal, ProblemChoice};

/// Without a problem: who reads a config says which there are.
impl Default for Config {
    fn default() -> Self {
        Self::of(Algorithm::default(), ProblemChoice::default())
    }
}

/// More objectives that are counts than these are one goal together.
const N_COUNTS_MAX: usize = 4;

impl Config {
    /// The defaults of a search algorithm for a problem, with seed 1.
    ///
    /// Those of [`Algorithm::Nsga2`] and [`Algorithm::Random`] are the paper's
    /// (Khalifa 2020, section 4), but for common noise. Those of
    /// [`Algorithm::Islands`] are what found the best generators; results/search
    /// tells what was compared. Problems that are not the study's are searched with free
    /// genomes, kept short and quick, for the paper's have too few explorers to place many things
    /// exactly, in the documented reading alone, and in three populations whatever the budget: one
    /// alone ends in a corner by chance (results/problems). If a problem counts more than four
    /// things, they are one goal together: a search among very many goals finds hardly anything
    /// worse than anything else. Where levels are drawn, similarity to them is a goal of its own.
    pub fn of(algorithm: Algorithm, problem: ProblemChoice) -> Self {
        let known = problem.definition();
        let (genome, n_counts, is_drawn) = known.map_or((Genome::Paper, 0, false), |known| {
            (known.genome(), known.n_counts(), !known.drawings().levels().is_empty())
        });
        let paper = Self {
            problem,
            size: Vec::new(),
            dials: Vec::new(),
            seed: 1,
            maps: 50,
            maps_max: 50,
            grow_period: 1,
            validation_maps: 1000,
            validation_period: 200,
            noise: Noise::Common,
            rotate: 0,
            aggregate: Aggregate::default(),
            semantics: Semantics::default(),
            both_readings: false,
            representation: Representation::default(),
            layout: Layout::default(),
            cleanup: Cleanup::default(),
            seed_gene: SeedGene::default(),
            from: Vec::new(),
            from_texts: Vec::new(),
            names: BTreeMap::new(),
            lock: Vec::new(),
            search: Search::of(algorithm),
            genome: GenomeShape::default(),
        };
        match algorithm {
            Algorithm::Nsga2 | Algorithm::Random => paper,
            Algorithm::Islands => Self {
                maps: 10,
                maps_max: 320,
                grow_period: 2,
                noise: Noise::Own,
                both_readings: true,
                ..paper
            }
            .breeding(genome)
            .for_counts(n_counts)
            .for_drawings(is_drawn),
        }
    }

    /// The same, for the kind of genome that a problem asks for.
    pub(super) fn breeding(mut self, genome: Genome) -> Self {
        if genome == Genome::Free {
            self.representation = Representation::Free;
            self.both_readings = false;
            self.search.factors.extend([Goal::Brevity, Goal::Speed]);
            self.search.islands = 3;
            self.search.beginners = 3;
            // The first front has ten times as many scripts as the last one: to measure it again
            // would cost half as much as a short search.
            self.validation_period = 0;
            self.search.polish = 0.3;
            // A family is a starter, and there are some thirty.
            self.search.family = 0.1;
        }
        self
    }

    /// The same, for a problem that counts so many things.
    fn for_counts(mut self, n: usize) -> Self {
        if n > N_COUNTS_MAX {
            self.search.goals =
                vec![Goal::CountsTogether, Goal::Playable, Goal::Good, Goal::Length];
        }
        self
    }

    /// The same, where levels are to be like drawn ones: how similar they are counts in all
    /// levels, not only in those whose counts are as drawn.
    fn for_drawings(mut self, is_drawn: bool) -> Self {
        if is_drawn {
            self.search.goals = vec![Goal::CountsTogether, Goal::Playable, Goal::Good, Goal::Rough];
        }
        self
    }
}

impl Search {
    /// The defaults of an algorithm.
    fn of(algorithm: Algorithm) -> Self {
        let paper = Self {
            algorithm,
            start: Beginning::default(),
            population: 500,
            beginners: 1,
            family: 1.0,
            generations: 2000,
            budget: 0,
            crossover: 0.7,
            mutation: 0.3,
            flavor: Flavor::default(),
            islands: 1,
            isolation: 0.0,
            pool: 500,
            survival: Survival::default(),
            operators: Operators { genes: 1.0, blocks: 0.0, tree: 0.0, graft: 0.0 },
            goals: vec![Goal::Problem],
            factors: Vec::new(),
            polish: 0.0,
            polish_population: 60,
            proposer: Vec::new(),
            proposing: Proposing::default(),
            proposals: None,
            answered: Vec::new(),
        };
        match algorithm {
            Algorithm::Nsga2 | Algorithm::Random => paper,
            Algorithm::Islands => Self {
                population: 150,
                beginners: 10,
                family: 0.2,
                generations: 0,
                budget: 2_000_000,
                islands: 0,
                isolation: 0.42,
                pool: 300,
                operators: Operators { genes: 0.45, blocks: 0.2, tree: 0.25, graft: 0.1 },
                goals: vec![Goal::Counts, Goal::Good, Goal::Length],
                factors: vec![Goal::Rough, Goal::Different],
                polish: 0.12,
                ..paper
            },
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Self::of(Algorithm::default())
    }
}

impl Default for Operators {
    fn default() -> Self {
        Search::default().operators
    }
}
