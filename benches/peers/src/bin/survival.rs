//! Searches DTLZ2 with the survival of this project's `search` and with pymoo's
//! NSGA-II, with the same variation and budget, and prints how good the last
//! populations are: means over ten seeds.
//!
//! Variation is that of pymoo: simulated binary crossover and polynomial
//! mutation within bounds, by Deb's own formulas (Deb 2014, section V).

use std::path::Path;
use std::process::Command;

use marahel_search::{Objectives, Ranked, Survival, hypervolume, igd_plus};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Generations, unless others are asked for.
const N_GENERATIONS: usize = 250;
const N_SEEDS: u64 = 10;
/// Objectives and population.
const SETTINGS: [(usize, usize); 2] = [(3, 92), (4, 120)];
const N_DISTANCE_VARIABLES: usize = 10;

fn main() {
    let python = std::env::args().nth(1).unwrap_or_else(|| "python3".to_owned());
    let n_generations = std::env::args().nth(2);
    let n_generations =
        n_generations.map_or(N_GENERATIONS, |n| n.parse().expect("GENERATIONS is a number"));
    println!("| objectives | population | survival | IGD+ | hypervolume |");
    println!("|---:|---:|---|---:|---:|");
    for (n_objectives, population_size) in SETTINGS {
        let ours =
            (1..=N_SEEDS).map(|seed| search(n_objectives, population_size, n_generations, seed));
        print_row(n_objectives, population_size, "crowding", &ours.collect::<Vec<_>>());
        let theirs = pymoo(&python, n_objectives, population_size, n_generations);
        print_row(n_objectives, population_size, "pymoo's NSGA-II", &theirs);
    }
}

/// The costs of the last population with survival of ours: a row for each member.
fn search(n_objectives: usize, size: usize, n_generations: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let n_variables = n_objectives - 1 + N_DISTANCE_VARIABLES;
    let mut population: Vec<Vec<f64>> =
        (0..size).map(|_| (0..n_variables).map(|_| rng.random()).collect()).collect();
    let mut survivors = Survival::CROWDING.survivors(&table(n_objectives, &population), size);
    for _ in 1..n_generations {
        population = survivors.iter().map(|one| population[one.row].clone()).collect();
        let mut children = Vec::new();
        while children.len() < size {
            let parents = [(); 2].map(|()| select(&survivors, &mut rng));
            let parents = parents.map(|parent| population[parent].clone());
            children.extend(crossover(&parents, &mut rng));
        }
        children.truncate(size);
        for child in &mut children {
            mutate(child, &mut rng);
        }
        population.extend(children);
        survivors = Survival::CROWDING.survivors(&table(n_objectives, &population), size);
    }
    survivors.iter().map(|one| dtlz2(n_objectives, &population[one.row])).collect()
}

/// A parent: the winner of a tournament of two.
fn select(survivors: &[Ranked], rng: &mut ChaCha8Rng) -> usize {
    let mut draw = || rng.random_range(0..survivors.len() as u32) as usize;
    let (a, b) = (draw(), draw());
    let by_rank = survivors[a].rank.cmp(&survivors[b].rank);
    let order = by_rank.then(survivors[b].room.total_cmp(&survivors[a].room));
    if order.is_le() { a } else { b }
}

/// Two children: half of the variables are spread around those of the parents
/// and change sides by a coin. Bounds are 0 and 1; the index is 30.
fn crossover(parents: &[Vec<f64>; 2], rng: &mut impl Rng) -> [Vec<f64>; 2] {
    const INDEX: f64 = 30.0;
    let mut children = parents.clone();
    for variable in 0..parents[0].len() {
        let (a, b) = (parents[0][variable], parents[1][variable]);
        let (low, high) = (a.min(b), a.max(b));
        let gap = high - low;
        if !rng.random_bool(0.5) || gap <= 1e-14 {
            continue;
        }
        let draw: f64 = rng.random();
        let spread = |room: f64| {
            let alpha = 2.0 - libm::pow(1.0 + 2.0 * room / gap, -(INDEX + 1.0));
            let inside = draw <= 1.0 / alpha;
            let base = if inside { draw * alpha } else { 1.0 / (2.0 - draw * alpha) };
            libm::pow(base, 1.0 / (INDEX + 1.0))
        };
        let middle = low + high;
        let mut pair =
            [(middle - spread(low) * gap) / 2.0, (middle + spread(1.0 - high) * gap) / 2.0];
        if rng.random_bool(0.5) {
            pair.reverse();
        }
        children[0][variable] = pair[0].clamp(0.0, 1.0);
        children[1][variable] = pair[1].clamp(0.0, 1.0);
    }
    children
}

/// Moves one variable on average. Bounds are 0 and 1; the index is 20.
fn mutate(child: &mut [f64], rng: &mut impl Rng) {
    const INDEX: f64 = 20.0;
    let rate = 1.0 / child.len() as f64;
    for value in child {
        if rng.random_bool(rate) {
            let draw: f64 = rng.random();
            let root = |base: f64| libm::pow(base, 1.0 / (INDEX + 1.0));
            let step = if draw <= 0.5 {
                let edge = libm::pow(1.0 - *value, INDEX + 1.0);
                root(2.0 * draw + (1.0 - 2.0 * draw) * edge) - 1.0
            } else {
                let edge = libm::pow(*value, INDEX + 1.0);
                1.0 - root(2.0 * (1.0 - draw) + 2.0 * (draw - 0.5) * edge)
            };
            *value = (*value + step).clamp(0.0, 1.0);
        }
    }
}

/// The costs of DTLZ2.
fn dtlz2(n_objectives: usize, variables: &[f64]) -> Vec<f64> {
    let (angles, distances) = variables.split_at(n_objectives - 1);
    let radius = 1.0 + distances.iter().map(|value| (value - 0.5) * (value - 0.5)).sum::<f64>();
    let cost = |objective: usize| {
        let n_cosines = n_objectives - 1 - objective;
        let quarter = std::f64::consts::FRAC_PI_2;
        let cosines = angles[..n_cosines].iter().map(|angle| libm::cos(angle * quarter));
        let sine = angles.get(n_cosines).map_or(1.0, |angle| libm::sin(angle * quarter));
        radius * cosines.product::<f64>() * sine
    };
    (0..n_objectives).map(cost).collect()
}

fn table(n_objectives: usize, population: &[Vec<f64>]) -> Objectives {
    let costs: Vec<Vec<f64>> = population.iter().map(|one| dtlz2(n_objectives, one)).collect();
    gains(&costs, 0.0)
}

/// Costs as values to maximize, counted from those that cost `worst`.
fn gains(costs: &[Vec<f64>], worst: f64) -> Objectives {
    let rows = costs.iter().map(|row| row.iter().map(|cost| worst - cost).collect::<Vec<f64>>());
    Objectives::from_rows(costs[0].len(), rows).expect("costs are finite")
}

/// The costs of the last population of each run of pymoo: a row for each member.
fn pymoo(
    python: &str,
    n_objectives: usize,
    size: usize,
    n_generations: usize,
) -> Vec<Vec<Vec<f64>>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("pymoo_survival.py");
    let arguments = [n_objectives, size, n_generations, N_SEEDS as usize];
    let output = Command::new(python)
        .arg(script)
        .args(arguments.map(|argument| argument.to_string()))
        .output()
        .expect("python runs; give its path as the argument");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("the script prints numbers");
    let run = |line: &str| {
        let costs = line.split(' ').map(|cost| cost.parse().expect("a cost is a number"));
        let costs: Vec<f64> = costs.collect();
        costs.chunks_exact(n_objectives).map(<[f64]>::to_vec).collect()
    };
    text.lines().map(run).collect()
}

/// Prints means over the runs, with their standard errors.
fn print_row(n_objectives: usize, size: usize, name: &str, fronts: &[Vec<Vec<f64>>]) {
    let sphere = directions(n_objectives, 20).into_iter().map(|direction| {
        let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
        direction.iter().map(|part| part / length).collect()
    });
    let sphere = gains(&sphere.collect::<Vec<Vec<f64>>>(), 0.0);
    let distance = |front: &Vec<Vec<f64>>| igd_plus(&gains(front, 0.0), &sphere).expect("rows");
    let distances: Vec<f64> = fronts.iter().map(distance).collect();
    let volumes: Vec<f64> = fronts.iter().map(|front| hypervolume(&gains(front, 1.1))).collect();
    let [distance, volume] = [distances, volumes].map(|values| mean(&values));
    println!("| {n_objectives} | {size} | {name} | {distance} | {volume} |");
}

/// All rows of whole numbers that sum to `sum`: points all over the best front, once
/// they are scaled.
fn directions(n: usize, sum: u32) -> Vec<Vec<f64>> {
    if n == 1 {
        return vec![vec![f64::from(sum)]];
    }
    let begun = |first: u32| {
        let rest = directions(n - 1, sum - first);
        rest.into_iter().map(move |rest| [vec![f64::from(first)], rest].concat())
    };
    (0..=sum).flat_map(begun).collect()
}

fn mean(values: &[f64]) -> String {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    format!("{mean:.4} ± {:.4}", (squares / (n - 1.0) / n).sqrt())
}
