//! DTLZ2, whose best front is an eighth of a sphere, beside the crate heuropt.
//!
//! Both sides start alike and vary alike, by heuropt's operators; parents are
//! drawn as heuropt draws them. Each side's own survival decides.
//!
//! Source of the problem: Deb 2005, Scalable test problems for evolutionary
//! multiobjective optimization (doi 10.1007/1-84628-137-7_6).

use heuropt::prelude::{
    CompositeVariation, Evaluation, Initializer, Nsga2, Nsga2Config, Objective, ObjectiveSpace,
    Optimizer, PolynomialMutation, Problem, RealBounds, SimulatedBinaryCrossover, Variation,
    das_dennis, rng_from_seed,
};
use marahel_search::{Objectives, Ranked, Survival, hypervolume, igd_plus};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// DTLZ2 of so many objectives; ten variables more decide how far a point is
/// from the front. All objectives are minimized.
#[derive(Clone, Copy)]
struct Dtlz2 {
    n_objectives: usize,
}

impl Dtlz2 {
    fn n_variables(self) -> usize {
        self.n_objectives - 1 + 10
    }

    fn bounds(self) -> Vec<(f64, f64)> {
        vec![(0.0, 1.0); self.n_variables()]
    }

    fn costs(self, variables: &[f64]) -> Vec<f64> {
        let (angles, distances) = variables.split_at(self.n_objectives - 1);
        let radius =
            1.0 + distances.iter().map(|distance| (distance - 0.5) * (distance - 0.5)).sum::<f64>();
        let quarter = std::f64::consts::FRAC_PI_2;
        let cost = |objective: usize| {
            let n_cosines = self.n_objectives - 1 - objective;
            let cosines: f64 =
                angles[..n_cosines].iter().map(|angle| libm::cos(angle * quarter)).product();
            let sine = angles.get(n_cosines).map_or(1.0, |angle| libm::sin(angle * quarter));
            radius * cosines * sine
        };
        (0..self.n_objectives).map(cost).collect()
    }

    fn table(self, population: &[Vec<f64>]) -> Objectives {
        let rows = population.iter().map(|variables| gains(&self.costs(variables), 0.0));
        table(self.n_objectives, rows)
    }

    fn initializer(self) -> RealBounds {
        RealBounds::new(self.bounds())
    }

    fn variation(self) -> CompositeVariation<SimulatedBinaryCrossover, PolynomialMutation> {
        let share = 1.0 / self.n_variables() as f64;
        CompositeVariation {
            crossover: SimulatedBinaryCrossover::new(self.bounds(), 20.0, 0.5),
            mutation: PolynomialMutation::new(self.bounds(), 20.0, share),
        }
    }
}

impl Problem for Dtlz2 {
    type Decision = Vec<f64>;

    fn objectives(&self) -> ObjectiveSpace {
        let objective = |index| Objective::minimize(format!("f{index}"));
        ObjectiveSpace::new((0..self.n_objectives).map(objective).collect())
    }

    fn evaluate(&self, variables: &Vec<f64>) -> Evaluation {
        Evaluation::new(self.costs(variables))
    }
}

/// A problem, and what a search may spend on it.
#[derive(Clone, Copy)]
struct Setting {
    problem: Dtlz2,
    population_size: usize,
    n_generations: usize,
}

const SETTINGS: [Setting; 2] = [
    Setting { problem: Dtlz2 { n_objectives: 3 }, population_size: 92, n_generations: 150 },
    Setting { problem: Dtlz2 { n_objectives: 4 }, population_size: 120, n_generations: 150 },
];

const N_SEEDS: u64 = 5;

/// Both sides draw other numbers. With 20 seeds the means of the distances differ by 3
/// per cent, which is within their errors; with these few by 8, and volumes by 19.
const ALIKE: std::ops::Range<f64> = 0.75..1.33;

#[test]
fn crowding_reaches_what_heuropt_reaches() {
    for setting in SETTINGS {
        let crowding = mean_quality(setting, |seed| ours(setting, seed));
        let theirs = mean_quality(setting, |seed| heuropt_nsga2(setting, seed));
        assert_alike(crowding, theirs);
    }
}

#[track_caller]
fn assert_alike(ours: Quality, theirs: Quality) {
    let is_alike = ALIKE.contains(&(ours.igd_plus / theirs.igd_plus))
        && ALIKE.contains(&(ours.volume / theirs.volume));
    assert!(is_alike, "{ours:?} beside {theirs:?}");
}

/// What heuropt's NSGA-II has in the end: a row of costs for each member.
fn heuropt_nsga2(setting: Setting, seed: u64) -> Vec<Vec<f64>> {
    let Setting { problem, population_size, n_generations, .. } = setting;
    let config = Nsga2Config { population_size, generations: n_generations, seed };
    let found = Nsga2::new(config, problem.initializer(), problem.variation()).run(&problem);
    found.population.candidates.into_iter().map(|one| one.evaluation.objectives).collect()
}

/// What the same loop has in the end with survival of ours. Parents win a tournament
/// of two.
fn ours(setting: Setting, seed: u64) -> Vec<Vec<f64>> {
    let Setting { problem, population_size, n_generations, .. } = setting;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut their_rng = rng_from_seed(seed);
    let mut variation = problem.variation();
    let mut population = problem.initializer().initialize(population_size, &mut their_rng);
    let mut survivors = Survival::CROWDING.survivors(&problem.table(&population), population_size);
    for _ in 0..n_generations {
        population = survivors.iter().map(|one| population[one.row].clone()).collect();
        let mut select = || {
            let mut draw = || rng.random_range(0..population_size as u32) as usize;
            better(&survivors, draw(), draw())
        };
        let mut children = Vec::new();
        while children.len() < population_size {
            let parents = [select(), select()].map(|parent| population[parent].clone());
            children.extend(variation.vary(&parents, &mut their_rng));
        }
        children.truncate(population_size);
        population.extend(children);
        survivors = Survival::CROWDING.survivors(&problem.table(&population), population_size);
    }
    survivors.iter().map(|one| problem.costs(&population[one.row])).collect()
}

/// The one of lower rank, then of more room, then the first.
fn better(survivors: &[Ranked], a: usize, b: usize) -> usize {
    let by_rank = survivors[a].rank.cmp(&survivors[b].rank);
    let order = by_rank.then(survivors[b].room.total_cmp(&survivors[a].room));
    if order.is_le() { a } else { b }
}

/// How good a population is.
#[derive(Clone, Copy, Debug)]
struct Quality {
    /// Mean distance from points all over the best front: less is better.
    igd_plus: f64,
    /// Volume dominated within 1.1 in each objective: more is better.
    volume: f64,
}

fn mean_quality(setting: Setting, search: impl Fn(u64) -> Vec<Vec<f64>>) -> Quality {
    let n_objectives = setting.problem.n_objectives;
    let best_front = das_dennis(n_objectives, 20).into_iter().map(|direction| {
        let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
        direction.iter().map(|part| -part / length).collect::<Vec<f64>>()
    });
    let best_front = table(n_objectives, best_front);
    let mut mean = Quality { igd_plus: 0.0, volume: 0.0 };
    for seed in 1..=N_SEEDS {
        let costs = search(seed);
        let values = |worst: f64| table(n_objectives, costs.iter().map(|row| gains(row, worst)));
        let distance = igd_plus(&values(0.0), &best_front).expect("neither is empty");
        mean.igd_plus += distance / N_SEEDS as f64;
        mean.volume += hypervolume(&values(1.1)) / N_SEEDS as f64;
    }
    mean
}

/// Costs as values to maximize, counted from those that cost `worst`.
fn gains(costs: &[f64], worst: f64) -> Vec<f64> {
    costs.iter().map(|cost| worst - cost).collect()
}

fn table(n_objectives: usize, rows: impl Iterator<Item = Vec<f64>>) -> Objectives {
    Objectives::from_rows(n_objectives, rows).expect("values are finite")
}
