//! The list of hot paths, and how each is walked once.

use std::sync::Arc;

use marahel::{Generator, Program, Script, Semantics, Workspace};
use marahel_config::{Config, Genome, Noise, Options, named, problem_of};
use marahel_evolution::{Evaluator, evaluate_script};
use marahel_level::{Level, Tile, TileSet};
use marahel_papers::fdg20::BUILT_IN;
use marahel_papers::fdg20::decoding::{Cleanup, Decoder, GenomeShape, Grammar, Layout};
use marahel_problem::paths::Floor;
use marahel_problem::paths::sokoban::Solver;
use marahel_problem::{Definition, Problem};
use marahel_search::{Objectives, crowding_distance, hypervolume, non_dominated_sort};
use marahel_workloads::{Case, Cloud, Family, Terrain, Yard};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;

/// Walks a path once, in memory that was prepared; says why if it cannot.
pub(crate) type Walk = Box<dyn FnMut() -> Result<(), String>>;

/// A hot path.
pub(crate) struct Path {
    pub(crate) name: String,
    /// How many walks make a good sample: levels differ, and cheap ones need many.
    pub(crate) n_walks: u32,
    /// Whether the path depends on the size of a level.
    pub(crate) scales: bool,
    /// Gets ready to walk, for levels of so many tiles a side.
    pub(crate) prepare: Box<dyn Fn(u32) -> Walk>,
}

/// A measure of a loaded floor, with two ends of it.
type Measure = fn(&mut Floor, [(usize, usize); 2], &mut ChaCha8Rng) -> u32;

const MEASURES: [(&str, Measure); 4] = [
    ("regions", |floor, _, _| floor.regions()),
    ("survey", |floor, _, _| floor.survey().diameter),
    ("two sweeps", |floor, _, rng| floor.two_sweep(rng)),
    ("distance", |floor, [from, to], _| floor.distance(from, to).unwrap_or(0)),
];

/// Expressions that stand for the measures of the catalogue, but for those that `Measure`
/// and `Yard` are about.
const EXPRESSIONS: [&str; 20] = [
    "count(empty)",
    "cells('self(solid)')",
    "cells('all(solid) >= 5')",
    "cells('dist(solid) > 2')",
    "cells('column2 == 0')",
    "entropy()",
    "regions(by = king)",
    "largest_region()",
    "path(start, end, by = king)",
    "path(start, end, by = hero)",
    "reachable(start, empty)",
    "guarded(empty, 2, start, end)",
    "nearest(start, end)",
    "near(empty, start, 3)",
    "apart(empty)",
    "dead_ends()",
    "junctions()",
    "open_rooms()",
    "symmetry()",
    "same_neighbors()",
];

/// All hot paths.
pub(crate) fn all() -> Vec<Path> {
    let mut paths = Vec::new();
    let mut add = |name: String, n_walks, scales, prepare: Box<dyn Fn(u32) -> Walk>| {
        paths.push(Path { name, n_walks, scales, prepare });
    };
    for (family, family_name) in [
        (Family::Explorer, "explorer"),
        (Family::Estimator, "estimator"),
        (Family::Divider, "divider"),
    ] {
        for case in marahel_workloads::cases(family) {
            let name = format!("{family_name}: {}", case.name);
            add(name, 50, true, Box::new(move |side| generate(case, side)));
        }
    }
    for (name, measure) in MEASURES {
        for terrain in Terrain::ALL {
            let name = format!("measure: {name}, {}", terrain.name());
            add(
                name,
                16,
                true,
                Box::new(move |side| measure_floor(measure, terrain, side as usize)),
            );
        }
    }
    for expression in EXPRESSIONS {
        let prepare = move |side| measure_caves(expression, side as usize);
        add(format!("expression: {expression}"), 16, true, Box::new(prepare));
    }
    for yard in Yard::ALL {
        add(format!("sokoban: {}", yard.name), 1, false, Box::new(move |_| solve(yard)));
    }
    let published = BUILT_IN.kinds.iter().filter(|kind| kind.published.is_some());
    for name in published.map(|kind| kind.name) {
        for semantics in [Semantics::Documented, Semantics::Original] {
            let prepare = move |_| evaluate_published(name, semantics);
            add(format!("published generator: {name}, {semantics}"), 1, false, Box::new(prepare));
        }
    }
    for name in BUILT_IN.names() {
        for semantics in [Semantics::Documented, Semantics::Original] {
            let prepare = move |_| evaluate_random(name, semantics);
            add(format!("random genomes: {name}, {semantics}"), 60, false, Box::new(prepare));
        }
    }
    add("decode".to_owned(), 50, false, Box::new(|_| decode()));
    let parse = |_| {
        let text = marahel_workloads::every_construct();
        walk(move || Script::parse(&text).is_ok())
    };
    add("parse".to_owned(), 1, false, Box::new(parse));
    let compile = |_| {
        let script = Script::parse(&marahel_workloads::every_construct()).expect("it is a script");
        walk(move || Program::new(&script))
    };
    add("compile".to_owned(), 1, false, Box::new(compile));
    for cloud in Cloud::ALL {
        for n in 2..=5 {
            let name = format!("sort: {}, 1000 x {n}", cloud.name());
            add(name, 1, false, Box::new(move |_| rank(cloud, 1000, n, non_dominated_sort)));
        }
    }
    let crowding = |_| rank(Cloud::OneFront, 1000, 5, crowding_distance);
    add("crowding: 1000 x 5".to_owned(), 1, false, Box::new(crowding));
    for n in [2, 5] {
        let prepare = move |_| rank(Cloud::OneFront, 100, n, hypervolume);
        add(format!("hypervolume: 100 x {n}"), 1, false, Box::new(prepare));
    }
    paths
}

/// The path of a name.
pub(crate) fn find(name: &str) -> Result<Path, String> {
    let found = all().into_iter().find(|path| path.name == name);
    found.ok_or_else(|| format!("there is no hot path `{name}`"))
}

/// A walk that always arrives; what it finds is not optimized away.
fn walk<T>(mut step: impl FnMut() -> T + 'static) -> Walk {
    Box::new(move || {
        std::hint::black_box(step());
        Ok(())
    })
}

fn generate(case: Case, side: u32) -> Walk {
    let script = marahel_workloads::script(case, side);
    let generator = Generator::parse(&script).expect("the workloads are scripts");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut workspace = Workspace::new();
    Box::new(move || {
        let result = generator.program().run(&mut rng, &mut workspace, &mut |_, _, _| {});
        result.map_err(|error| error.to_string())
    })
}

fn measure_floor(measure: Measure, terrain: Terrain, side: usize) -> Walk {
    // Large levels are alike; of small ones it takes several.
    let n_levels = if side > 64 { 1 } else { 16 };
    let level = |seed| marahel_workloads::terrain(terrain, side, seed);
    let levels: Vec<_> =
        (0..n_levels).map(level).map(|level| (marahel_workloads::ends(&level), level)).collect();
    let mut next = (0..levels.len()).cycle();
    let mut floor = Floor::new();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    walk(move || {
        let (ends, level) = &levels[next.next().expect("a cycle has no end")];
        floor.load(level.view(), TileSet::only(0));
        measure(&mut floor, *ends, &mut rng)
    })
}

/// Measures one cave after the other, with a start and an end in its middle row.
fn measure_caves(expression: &str, side: usize) -> Walk {
    // What is not playable is not asked for more than the expression.
    let text = format!(
        "name = \"caves\"\nsize = \"{side}x{side}\"\nplayable = \"0\"\n\
         [tiles]\nempty = {{}}\nend = {{}}\nsolid = {{}}\nstart = {{}}\n\
         [movement.walk]\nover = \"empty\"\n[movement.king]\nover = \"empty\"\nsteps = \"all\"\n\
         [movement.hero]\nsolid = \"solid\"\njump = 3\nreach = 3\n\
         [objectives]\nvalue = {{ value = \"{expression}\", range = [0, inf] }}\n"
    );
    let definition = Definition::parse(&text).expect("the file is right");
    // It lives as long as the process, which walks this path alone.
    let problem = Box::leak(Box::new(Problem::with_defaults(Arc::new(definition))));
    let level = |seed| {
        let cave = marahel_workloads::terrain(Terrain::Caves, side, seed);
        let mut tiles: Vec<Tile> =
            cave.tiles().iter().map(|&tile| [0, 2][usize::from(tile)]).collect();
        let [(left, y), (right, _)] = marahel_workloads::ends(&cave);
        (tiles[y * side + left], tiles[y * side + right]) = (3, 1);
        Level::from_tiles(side, tiles, Arc::clone(problem.palette()))
    };
    let levels: Vec<Level> = (0..4).map(level).collect();
    let mut next = (0..levels.len()).cycle();
    let mut meter = problem.meter();
    walk(move || {
        let level = &levels[next.next().expect("a cycle has no end")];
        meter.judge(level.view());
        meter.values()[0]
    })
}

fn solve(yard: Yard) -> Walk {
    let levels = marahel_workloads::yards(yard, 50, 1);
    let mut solver = Solver::optimal(1_000_000);
    walk(move || levels.iter().filter_map(|level| solver.solve(level.view()).moves()).max())
}

fn evaluate_published(name: &str, semantics: Semantics) -> Walk {
    let kind = BUILT_IN.find(name).expect("the problem is in the table");
    let text = kind.published.expect("the study printed one");
    let script = Script::parse(text).expect("the published generators are scripts");
    let config = Config { maps: 50, ..study_of(name) };
    let mut problem = problem_of(&config);
    problem.read_as(semantics, false);
    walk(move || evaluate_script(&script, &problem, &config).expect("they fit their problems"))
}

fn evaluate_random(name: &str, semantics: Semantics) -> Walk {
    let config = Config { noise: Noise::Fresh, ..study_of(name) };
    // Both live as long as the process, which walks this path alone.
    let problem = Box::leak(Box::new(problem_of(&config)));
    problem.read_as(semantics, false);
    let mut evaluator = Evaluator::new(&config, problem).expect("the built-in grammar is right");
    // Instructions are counted on this thread.
    let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    let pool = pool.expect("no pool has this thread yet");
    let genomes = marahel_workloads::random_genomes(60, 1).into_iter().map(Genome::Genes);
    let mut genomes = genomes.collect::<Vec<_>>().into_iter().cycle();
    walk(move || {
        let genome = genomes.next().expect("a cycle has no end");
        pool.install(|| evaluator.evaluate(&[genome], 0)).expect("the grammar writes scripts")
    })
}

fn decode() -> Walk {
    let decoder = Decoder {
        grammar: Grammar::fdg20(["solid", "empty"]),
        shape: GenomeShape::default(),
        layout: Layout::Paper,
        cleanup: Cleanup::Intended,
    };
    let genomes = marahel_workloads::random_genomes(50, 1);
    let mut next = (0..genomes.len()).cycle();
    walk(move || decoder.decode(&genomes[next.next().expect("a cycle has no end")]))
}

fn rank<T: 'static>(
    cloud: Cloud,
    n: usize,
    n_objectives: usize,
    rank: fn(&Objectives) -> T,
) -> Walk {
    let values = marahel_workloads::objectives(cloud, n, n_objectives, 1);
    let table = Objectives::new(n_objectives, values).expect("the workloads are finite");
    walk(move || rank(&table))
}

/// The study's search for a problem, with default settings.
fn study_of(problem: &str) -> Config {
    let options = Options {
        problem: Some(problem.to_owned()),
        algorithm: named("nsga2").ok(),
        ..Options::default()
    };
    Config::load(BUILT_IN, None, &options).expect("the default settings are right")
}
