//! Sorts the same individuals with this project's `search`, with the crate
//! `moors` and with the Python library pymoo, one after the other in the same
//! run, checks that all find the same fronts, and prints the fastest times.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use marahel_search::{Objectives, non_dominated_sort};
use marahel_workloads::Cloud;
use moors::non_dominated_sorting::fast_non_dominated_sorting;
use ndarray::Array2;

/// Individuals, unless another number is asked for.
const SIZES: [usize; 2] = [1_000, 10_000];
const N_OBJECTIVES: [usize; 3] = [2, 4, 5];

/// How long, and how often at most, each library repeats a sort.
const TIME_MAX: Duration = Duration::from_secs(2);
const N_REPEATS_MAX: usize = 200;

fn main() {
    let python = std::env::args().nth(1).unwrap_or_else(|| "python3".to_owned());
    let size = std::env::args().nth(2).map(|n| n.parse().expect("INDIVIDUALS is a number"));
    println!(
        "| individuals | objectives | points | search | moors | pymoo | moors / search | pymoo / search |"
    );
    println!("|---:|---:|---|---:|---:|---:|---:|---:|");
    for n in size.map_or(SIZES.to_vec(), |size| vec![size]) {
        for n_objectives in N_OBJECTIVES {
            for cloud in Cloud::ALL {
                compare(cloud, n, n_objectives, &python);
            }
        }
    }
}

/// Prints one row of the table.
fn compare(cloud: Cloud, n: usize, n_objectives: usize, python: &str) {
    let values = marahel_workloads::objectives(cloud, n, n_objectives, 1);

    let table = Objectives::new(n_objectives, values.clone()).expect("the points are finite");
    let (ours, ranks) = fastest(|| non_dominated_sort(&table));

    // Both others minimize.
    let costs: Vec<f64> = values.iter().map(|value| -value).collect();
    let array = Array2::from_shape_vec((n, n_objectives), costs.clone()).expect("rows are whole");
    let (moors, fronts) = fastest(|| fast_non_dominated_sorting(&array, n));
    assert_eq!(ranks_of(&fronts, n), ranks, "moors finds other fronts");

    let (pymoo, pymoo_ranks) = pymoo(python, &costs, n_objectives);
    assert_eq!(pymoo_ranks, ranks, "pymoo finds other fronts");

    println!(
        "| {n} | {n_objectives} | {} | {} | {} | {} | {:.1} | {:.1} |",
        cloud.name(),
        in_milliseconds(ours),
        in_milliseconds(moors),
        in_milliseconds(pymoo),
        moors / ours,
        pymoo / ours,
    );
}

/// The fastest seconds of a sort, and what it finds.
fn fastest<T>(mut sort: impl FnMut() -> T) -> (f64, T) {
    let begin = Instant::now();
    let mut found = None;
    let mut fastest = Duration::MAX;
    for _ in 0..N_REPEATS_MAX {
        let start = Instant::now();
        found = Some(std::hint::black_box(sort()));
        fastest = fastest.min(start.elapsed());
        if begin.elapsed() > TIME_MAX {
            break;
        }
    }
    (fastest.as_secs_f64(), found.expect("there is at least one repetition"))
}

/// The rank of each individual from the fronts that list them.
fn ranks_of(fronts: &[Vec<usize>], n: usize) -> Vec<u32> {
    let mut ranks = vec![u32::MAX; n];
    for (rank, front) in fronts.iter().enumerate() {
        for &individual in front {
            ranks[individual] = rank as u32;
        }
    }
    ranks
}

/// The fastest seconds of pymoo, measured within Python, and its ranks.
fn pymoo(python: &str, costs: &[f64], n_objectives: usize) -> (f64, Vec<u32>) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("pymoo_sort.py");
    let folder = std::env::temp_dir().join(format!("peers-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary folder can be written to");
    let points = folder.join("points.f64");
    let bytes: Vec<u8> = costs.iter().flat_map(|cost| cost.to_le_bytes()).collect();
    fs::write(&points, bytes).expect("the temporary folder can be written to");
    let output = Command::new(python)
        .arg(script)
        .arg(&points)
        .args([n_objectives.to_string(), TIME_MAX.as_secs().to_string(), N_REPEATS_MAX.to_string()])
        .output()
        .expect("python runs; give its path as the argument");
    fs::remove_dir_all(&folder).expect("the folder is ours");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("the script prints numbers");
    let (seconds, ranks) = text.split_once('\n').expect("the script prints two lines");
    let ranks = ranks.split_whitespace().map(|rank| rank.parse().expect("a rank is a number"));
    (seconds.parse().expect("seconds are a number"), ranks.collect())
}

fn in_milliseconds(seconds: f64) -> String {
    format!("{:.3} ms", seconds * 1000.0)
}
