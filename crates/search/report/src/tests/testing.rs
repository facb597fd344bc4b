//! Run folders for tests, as text.

use std::fs;

use marahel::Generator;
use marahel_statistics::range::{ExpressiveRange, Settings, measure};
use tempfile::TempDir;

/// Levels of `size` with random cells: empty with the given weight, solid with weight 1.
pub(crate) fn noise(name: &str, size: &str, weight: u32, n_levels: u32) -> ExpressiveRange {
    let script = format!(
        r#"{{"metadata": {{"min": "{size}", "max": "{size}"}}, "entities": ["empty", "solid"],
        "explorers": [{{"type": "horz", "rules": ["self(any) -> self(empty:{weight}|solid)"]}}]}}"#
    );
    let generator = Generator::parse(&script).expect("it is a script");
    let settings = Settings { n_levels, ..Settings::default() };
    measure(name, &generator, &[], &settings).expect("it has levels")
}

/// Three generations of two objectives.
pub(crate) const GENERATIONS: &str = "\
generation,evaluations,maps,fronts,front_size,hypervolume,regions_best,path_best,regions_mean,path_mean,distinct_scripts
0,5,250,3,1,0.1,0.5,0.2,0.25,0.1,5
1,10,500,2,2,0.25,0.75,0.4,0.5,0.2,4
2,15,750,2,3,0.5,1,0.6,0.625,0.3,4
";

/// Three members; the last is no longer non-dominated.
pub(crate) const FRONT: &str = "\
id,regions,path,regions_validated,regions_se,path_validated,path_se,playable,still_non_dominated,explorers,genes,script
11,1,0.2,0.9,0.01,0.15,0.02,0.5,true,3,1 2 3,scripts/000011.json
7,0.8,0.4,0.7,0.02,0.4,0.02,0.5,true,3,1 2 4,scripts/000007.json
9,0.5,0.6,0.4,0.02,0.3,0.02,0.5,false,3,1 2 5,scripts/000009.json
";

/// The front and two more.
pub(crate) const POPULATION: &str = "\
id,rank,crowding_distance,regions,path,parents,genes
11,0,inf,1,0.2,1 2,1 2 3
7,0,0.9,0.8,0.4,1 2,1 2 4
9,0,inf,0.5,0.6,1 2,1 2 5
3,1,inf,0.4,0.5,,1 2 6
4,1,inf,0.7,0.1,,1 2 7
";

/// The tables of a run with too many objectives to measure its hypervolume: generations, front and
/// population.
pub(crate) fn many_objectives(n: usize) -> [String; 3] {
    let columns = |ending: &str| {
        let names = (0..n).map(|index| format!(",o{index}{ending}"));
        names.collect::<Vec<_>>().concat()
    };
    let scores = ",0.5".repeat(n);
    let generations = format!(
        "generation,fronts,front_size,hypervolume{}{}\n0,1,2,{scores}{scores}\n",
        columns("_best"),
        columns("_mean")
    );
    let front = format!(
        "id,still_non_dominated,explorers{}{}{}\n7,true,1{scores}{scores}{scores}\n",
        columns(""),
        columns("_validated"),
        columns("_se")
    );
    let population = format!("id,rank{}\n7,0{scores}\n", columns(""));
    [generations, front, population]
}

pub(crate) fn run_folder(generations: &str, front: &str, population: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let tables =
        [("generations.csv", generations), ("front.csv", front), ("population.csv", population)];
    for (name, text) in tables {
        fs::write(folder.path().join(name), text).expect("the folder can be written to");
    }
    folder
}

pub(crate) fn header(table: &str) -> &str {
    table.split_inclusive('\n').next().expect("a table has a header")
}

/// The `run.toml` of a run with three of nine generations, or with all three, whose front was
/// validated on `n_levels` levels.
pub(crate) fn status(is_interrupted: bool, n_levels: u32) -> String {
    let planned = if is_interrupted { 9 } else { 3 };
    format!(
        "interrupted = {is_interrupted}\ngenerations = 3\nplanned_generations = {planned}\nlevels = 750\nvalidation_levels = {n_levels}\ncurve_levels = 100\n"
    )
}
