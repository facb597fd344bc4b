//! The list of hot paths, and how each is walked once.

use std::sync::Arc;

use grammar::{Cleanup, Decoder, GenomeShape, Grammar, Layout};
use level::{Level, Tile, TileSet};
use marahel::{Generator, Program, Script, Semantics, Workspace};
use marahel_experiment::{Algorithm, Config, Evaluator, Noise, evaluate_script, problem_of};
use problem::{Definition, Problem};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use search::{Objectives, crowding_distance, hypervolume, non_dominated_sort};
use sokoban::Solver;
use walking::Floor;
use workloads::{Case, Cloud, Family, Terrain, Yard};

/// Walks a path once, in memory that was prepared; says why if it cannot.
pub(crate) type Walk = Box<dyn FnMut() -> Result<(), String>>;

/// A hot path.
pub(crate) struct Path {
    pub(crate) name: String,
    kind: Kind,
}

enum Kind {
    /// Generating a level.
    Script(Case),
    /// Measuring a level.
    Measure(Measure, Terrain),
    /// Measuring a cave by an expression of a problem file.
    Expression(&'static str),
    /// Solving fifty levels.
    Solve(Yard),
    /// Evaluating a published generator on fifty levels.
    Published(&'static str, Semantics),
    /// Decoding a random genome and evaluating it on fifty levels.
    Random(&'static str, Semantics),
    /// Decoding a genome.
    Decode,
    /// Reading and compiling a script.
    Parse,
    Compile,
    /// Ranking: individuals and objectives.
    Sort(Cloud, usize, usize),
    Crowding(usize, usize),
    Hypervolume(usize, usize),
}

#[derive(Clone, Copy, Debug)]
enum Measure {
    Regions,
    Survey,
    TwoSweep,
    Distance,
}

/// Expressions that stand for the measures of the catalogue, but for those that `Measure`
/// and `Yard` are about.
const EXPRESSIONS: [&str; 15] = [
    "count(empty)",
    "entropy()",
    "regions(by = king)",
    "largest_region()",
    "path(start, end, by = king)",
    "path(start, end, by = hero)",
    "reachable(start, empty)",
    "guarded(empty, 2, start, end)",
    "nearest(start, end)",
    "near(empty, start, 3)",
    "dead_ends()",
    "junctions()",
    "open_rooms()",
    "symmetry()",
    "same_neighbors()",
];

/// All hot paths.
pub(crate) fn all() -> Vec<Path> {
    let mut paths = Vec::new();
    let mut add = |name: String, kind| paths.push(Path { name, kind });
    for (family, family_name) in [
        (Family::Explorer, "explorer"),
        (Family::Estimator, "estimator"),
        (Family::Divider, "divider"),
    ] {
        for case in workloads::cases(family) {
            add(format!("{family_name}: {}", case.name), Kind::Script(case));
        }
    }
    for measure in [Measure::Regions, Measure::Survey, Measure::TwoSweep, Measure::Distance] {
        for terrain in Terrain::ALL {
            let name = format!("measure: {}, {}", measure.name(), terrain.name());
            add(name, Kind::Measure(measure, terrain));
        }
    }
    for expression in EXPRESSIONS {
        add(format!("expression: {expression}"), Kind::Expression(expression));
    }
    for yard in Yard::ALL {
        add(format!("sokoban: {}", yard.name), Kind::Solve(yard));
    }
    let published = problems::ALL.0.iter().filter(|kind| kind.published.is_some());
    for name in published.map(|kind| kind.name) {
        for semantics in [Semantics::Documented, Semantics::Fdg20] {
            let path = format!("published generator: {name}, {semantics}");
            add(path, Kind::Published(name, semantics));
        }
    }
    for name in problems::ALL.names() {
        for semantics in [Semantics::Documented, Semantics::Fdg20] {
            let path = format!("random genomes: {name}, {semantics}");
            add(path, Kind::Random(name, semantics));
        }
    }
    add("decode".to_owned(), Kind::Decode);
    add("parse".to_owned(), Kind::Parse);
    add("compile".to_owned(), Kind::Compile);
    for cloud in Cloud::ALL {
        for (n, n_objectives) in [(1000, 2), (1000, 3), (1000, 4), (1000, 5)] {
            let name = format!("sort: {}, {n} x {n_objectives}", cloud.name());
            add(name, Kind::Sort(cloud, n, n_objectives));
        }
    }
    add("crowding: 1000 x 5".to_owned(), Kind::Crowding(1000, 5));
    add("hypervolume: 100 x 2".to_owned(), Kind::Hypervolume(100, 2));
    add("hypervolume: 100 x 5".to_owned(), Kind::Hypervolume(100, 5));
    paths
}

/// The path of a name.
pub(crate) fn find(name: &str) -> Result<Path, String> {
    let found = all().into_iter().find(|path| path.name == name);
    found.ok_or_else(|| format!("there is no hot path `{name}`"))
}

impl Path {
    /// Whether the path depends on the size of a level.
    pub(crate) fn scales(&self) -> bool {
        matches!(self.kind, Kind::Script(_) | Kind::Measure(..) | Kind::Expression(_))
    }

    /// How many walks make a good sample: levels differ, and cheap ones need many.
    pub(crate) fn n_walks(&self) -> u32 {
        match self.kind {
            Kind::Script(_) | Kind::Decode => 50,
            Kind::Measure(..) | Kind::Expression(_) => 16,
            Kind::Random(..) => 60,
            _ => 1,
        }
    }

    /// Gets ready to walk, for levels of `side` tiles a side.
    pub(crate) fn prepare(&self, side: u32) -> Walk {
        match self.kind {
            Kind::Script(case) => generate(case, side),
            Kind::Measure(measure, terrain) => measure.prepare(terrain, side as usize),
            Kind::Expression(expression) => measure_caves(expression, side as usize),
            Kind::Solve(yard) => solve(yard),
            Kind::Published(name, semantics) => evaluate_published(name, semantics),
            Kind::Random(name, semantics) => evaluate_random(name, semantics),
            Kind::Decode => decode(),
            Kind::Parse => {
                let text = workloads::every_construct();
                walk(move || Script::parse(&text).is_ok())
            }
            Kind::Compile => {
                let text = workloads::every_construct();
                let script = Script::parse(&text).expect("the workloads are scripts");
                walk(move || Program::new(&script, Semantics::Documented))
            }
            Kind::Sort(cloud, n, n_objectives) => {
                let table = table(cloud, n, n_objectives);
                walk(move || non_dominated_sort(&table))
            }
            Kind::Crowding(n, n_objectives) => {
                let table = table(Cloud::OneFront, n, n_objectives);
                walk(move || crowding_distance(&table))
            }
            Kind::Hypervolume(n, n_objectives) => {
                let table = table(Cloud::OneFront, n, n_objectives);
                walk(move || hypervolume(&table))
            }
        }
    }
}

/// A walk that always arrives; what it finds is not optimized away.
fn walk<T>(mut step: impl FnMut() -> T + 'static) -> Walk {
    Box::new(move || {
        std::hint::black_box(step());
        Ok(())
    })
}

fn generate(case: Case, side: u32) -> Walk {
    let script = workloads::script(case, side);
    let generator = Generator::parse(&script).expect("the workloads are scripts");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut workspace = Workspace::new();
    Box::new(move || match generator.generate_with(&mut rng, &mut workspace) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    })
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Self::Regions => "regions",
            Self::Survey => "survey",
            Self::TwoSweep => "two sweeps",
            Self::Distance => "distance",
        }
    }

    fn prepare(self, terrain: Terrain, side: usize) -> Walk {
        // Large levels are alike; of small ones it takes several.
        let n_levels = if side > 64 { 1 } else { 16 };
        let level = |seed| workloads::terrain(terrain, side, seed);
        let levels: Vec<_> =
            (0..n_levels).map(level).map(|level| (workloads::ends(&level), level)).collect();
        let mut next = (0..levels.len()).cycle();
        let mut floor = Floor::new();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        walk(move || {
            let ([from, to], level) = &levels[next.next().expect("a cycle has no end")];
            floor.load(level.view(), TileSet::only(0));
            match self {
                Self::Regions => floor.regions(),
                Self::Survey => floor.survey().diameter,
                Self::TwoSweep => floor.two_sweep(&mut rng),
                Self::Distance => floor.distance(*from, *to).unwrap_or(0),
            }
        })
    }
}

/// Measures one cave after the other, with a start and an end in its middle row.
fn measure_caves(expression: &str, side: usize) -> Walk {
    let text = format!(
        "name = \"caves\"\nsize = \"{side}x{side}\"\nplayable = \"1\"\n\
         [tiles]\nempty = {{}}\nend = {{}}\nsolid = {{}}\nstart = {{}}\n\
         [movement.walk]\nover = \"empty\"\n[movement.king]\nover = \"empty\"\nsteps = \"all\"\n\
         [movement.hero]\nsolid = \"solid\"\njump = 3\nreach = 3\n\
         [objectives]\nvalue = {{ value = \"{expression}\", range = [0, inf] }}\n"
    );
    let definition = Definition::parse(&text).expect("the file is right");
    // It lives as long as the process, which walks this path alone.
    let problem = Box::leak(Box::new(Problem::with_defaults(Arc::new(definition))));
    let level = |seed| {
        let cave = workloads::terrain(Terrain::Caves, side, seed);
        let mut tiles: Vec<Tile> =
            cave.tiles().iter().map(|&tile| [0, 2][usize::from(tile)]).collect();
        let [(left, y), (right, _)] = workloads::ends(&cave);
        (tiles[y * side + left], tiles[y * side + right]) = (3, 1);
        Level::from_tiles(side, tiles, Arc::clone(problem.palette()))
    };
    let levels: Vec<Level> = (0..4).map(level).collect();
    let mut next = (0..levels.len()).cycle();
    let mut meter = problem.meter();
    walk(move || {
        let level = &levels[next.next().expect("a cycle has no end")];
        let mut value = [0.0];
        meter.measure(level.view(), &mut value);
        value[0]
    })
}

fn solve(yard: Yard) -> Walk {
    let levels = workloads::yards(yard, 50, 1);
    let mut solver = Solver::optimal(1_000_000);
    walk(move || levels.iter().filter_map(|level| solver.solve(level.view()).moves()).max())
}

fn evaluate_published(name: &str, semantics: Semantics) -> Walk {
    let kind = problems::ALL.find(name).expect("the problem is in the table");
    let text = kind.published.expect("the study printed one");
    let script = Script::parse(text).expect("the published generators are scripts");
    let config =
        Config { maps: 50, semantics, ..Config::of(Algorithm::Nsga2, kind.with_defaults()) };
    let problem = problem_of(&config).expect("the default settings are right");
    walk(move || evaluate_script(&script, &problem, &config).expect("they fit their problems"))
}

fn evaluate_random(name: &str, semantics: Semantics) -> Walk {
    let kind = problems::ALL.find(name).expect("the problem is in the table");
    let config = Config {
        noise: Noise::Fresh,
        semantics,
        ..Config::of(Algorithm::Nsga2, kind.with_defaults())
    };
    // Both live as long as the process, which walks this path alone.
    let problem = Box::leak(Box::new(problem_of(&config).expect("the default settings are right")));
    let mut evaluator = Evaluator::new(&config, problem).expect("the built-in grammar is right");
    // Instructions are counted on this thread.
    let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    let pool = pool.expect("no pool has this thread yet");
    let mut genomes = workloads::random_genomes(60, 1).into_iter().cycle();
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
    let genomes = workloads::random_genomes(50, 1);
    let mut next = (0..genomes.len()).cycle();
    walk(move || decoder.decode(&genomes[next.next().expect("a cycle has no end")]))
}

fn table(cloud: Cloud, n: usize, n_objectives: usize) -> Objectives {
    let values = workloads::objectives(cloud, n, n_objectives, 1);
    Objectives::new(n_objectives, values).expect("the workloads are finite")
}
