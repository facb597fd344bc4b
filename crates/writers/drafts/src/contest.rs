//! [`Drafter`]: draws drafts, and lets the better ones change.

use marahel_breeding::beginnings::{DRAWN, KNOWN, KNOWN_WITH_LOCKS};
use marahel_breeding::{Task, cast};
use marahel_level::{Level, Role, Tile};
use marahel_problem::Problem;
use marahel_script::{Document, Explorer, Script};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::choices::Choices;
use crate::facts::Facts;
use crate::judge::{Judge, Rating};
use crate::sketch::{self, Layout};
use crate::task::task_of;

/// A readable script for a problem, and what its levels meet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The script, in the tiles of the problem.
    pub script: Script,
    /// The choices that it follows from.
    pub choices: Choices,
    /// What its levels meet.
    pub rating: Rating,
}

/// The first drafts of a search.
pub struct Crowd {
    /// The best first, each with the number of its kind.
    pub drafts: Vec<(Script, u32)>,
    /// Number of levels that chose them.
    pub n_levels: u64,
}

/// Layouts that drafts may begin with, in the tiles of the problem, without their things.
pub(crate) struct Known {
    pub(crate) grounds: Vec<Script>,
    /// The probability of one of them.
    pub(crate) chance: f64,
}

/// Writes drafts for one problem.
pub struct Drafter {
    pub(crate) problem: Problem,
    facts: Facts,
    known: Known,
    /// The script that drafts complete, if there is one.
    pub(crate) layout: Option<Layout>,
    pub(crate) n_rounds: u64,
}

/// Number of drafts that are drawn at first.
const N_DRAWN: usize = 144;
/// Number of changed drafts in each round, and of rounds.
const N_CHILDREN: usize = 48;
const N_ROUNDS: f64 = 30.0;
/// Levels with more cells have fewer rounds.
const CELLS: f64 = 350.0;
/// Number of drafts that have children.
const N_PARENTS: usize = 24;
/// Of those, drafts of one kind, and the explorers that tell kinds apart.
const N_OF_A_KIND: usize = 3;
const N_EXPLORERS_OF_KIND: usize = 4;
/// Levels of each draft, and of those that are left in the end.
const N_LEVELS: u32 = 10;
const N_LEVELS_LAST: u32 = 40;
/// Of larger levels there are fewer, by fewer drafts: each says more, and takes longer.
const CELLS_OF_LARGE: f64 = 4096.0;
/// With fewer levels than this nothing can be chosen.
const N_LEVELS_MIN: u64 = 1000;
/// A tile with a smaller share of a layout is no ground to stand on.
const GROUND_SHARE: f64 = 0.04;
/// A draft that is there already is changed so often.
const N_TRIES: usize = 4;
/// Probability that a child has two parents.
const CROSSED: f64 = 0.3;

impl Drafter {
    /// For a problem. A draft may begin with the layout of a script that explains the drawings of
    /// the problem, or, if there is none, of a known generator of `library`, whose entities are roles.
    pub fn new(problem: &Problem, library: &[Script], explained: &[Script]) -> Self {
        let task = task_of(problem);
        let known = Known::of(problem, &task, library, explained);
        let facts = Facts::new(problem, task);
        let n_rounds = (N_ROUNDS * (CELLS / facts.area()).min(1.0)).ceil() as u64;
        Self { problem: problem.clone().with_named_parts(), facts, known, layout: None, n_rounds }
    }

    /// For a script in the tiles of the problem, such as a layout: drafts keep its explorers, and add
    /// what the problem asks for and it does not write. `None` if its levels take too many steps.
    pub fn completing(problem: &Problem, script: &Script) -> Option<Self> {
        let mut drafter = Self::new(problem, &[], &[]);
        let counts = Judge::new(&drafter.problem).counts(script, N_LEVELS, 0)?;
        let few = drafter.facts.area() * GROUND_SHARE;
        let grounds: Vec<(f64, Tile)> =
            counts.into_iter().zip(0..).filter(|(n, _)| *n >= few).collect();
        if grounds.is_empty() {
            return None;
        }
        drafter.layout = Some(Layout { script: script.clone(), grounds });
        Some(drafter)
    }

    /// The requirements that [`Rating::met`] is about: names of objectives and texts of conditions.
    pub fn demands(&self) -> Vec<String> {
        let mut cases = self.problem.cases();
        cases.truncate(cases.len() - 2);
        cases.into_iter().map(|case| case.text).collect()
    }

    /// The names of objectives and the texts of conditions for which there is no maker.
    pub fn unsaid(&self) -> &[String] {
        &self.facts.unsaid
    }

    /// The draft of a seed, as it comes; its levels are not judged.
    pub fn draw(&self, seed: u64) -> Script {
        self.write(&mut Choices::of_seed(seed))
    }

    fn write(&self, choices: &mut Choices) -> Script {
        sketch::draft(&self.facts, choices, &self.known, self.layout.as_ref())
    }

    /// What the levels of any script in the tiles of the problem meet; `None` if they take too many
    /// steps.
    pub fn rating(&self, script: &Script, n_levels: u32, seed: u64) -> Option<Rating> {
        Judge::new(&self.problem).judge(script, n_levels, seed)
    }

    /// The best of some hundred drafts, best first, at most `n`; they differ in their ground or in
    /// other kinds of choices, as far as there are so many kinds. Empty if no draft is a sound script
    /// whose levels are cheap enough. No judge from outside is asked.
    pub fn best(&self, seed: u64, n: usize) -> Vec<Draft> {
        // It asks about thousands of levels, for which another program may take hours.
        let mut best = self.contest(&self.problem.clone().unjudged(), seed, u64::MAX).0;
        let kinds: Vec<String> = best.iter().map(|draft| kind_of(&draft.script)).collect();
        let is_second = |place: usize| kinds[..place].contains(&kinds[place]);
        let (seconds, firsts): (Vec<usize>, Vec<usize>) =
            (0..best.len()).partition(|&place| is_second(place));
        let mut chosen: Vec<usize> = firsts.into_iter().chain(seconds).take(n).collect();
        chosen.sort_unstable();
        let mut place = 0..;
        best.retain(|_| place.next().is_some_and(|place| chosen.contains(&place)));
        best
    }

    /// The best drafts, best first, and the number of levels that it took to find them.
    fn contest(&self, problem: &Problem, seed: u64, n_levels_max: u64) -> (Vec<Draft>, u64) {
        if n_levels_max < N_LEVELS_MIN {
            return (Vec::new(), 0);
        }
        let part = (CELLS_OF_LARGE / self.facts.area()).min(1.0);
        let [n_each, n_each_last] = [(N_LEVELS, 2.0), (N_LEVELS_LAST, 4.0)]
            .map(|(n, least): (u32, f64)| (f64::from(n) * part).ceil().max(least) as u32);
        let [n_drawn, n_children, n_parents] =
            [N_DRAWN, N_CHILDREN, N_PARENTS].map(|n| (n as f64 * part.max(0.25)) as usize);
        // A quarter each for those that are drawn and for those that are left.
        let [n_drawn, n_parents] = [(n_drawn, n_each), (n_parents, n_each_last)]
            .map(|(n, n_levels)| n.min((n_levels_max / 4 / u64::from(n_levels)) as usize));
        let n_last = n_parents as u64 * u64::from(n_each_last);
        let n_of_round = n_children as u64 * u64::from(n_each);
        let mut n_levels = 0;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let drawn = (0..n_drawn).map(|_| Choices::of_seed(rng.next_u64())).collect();
        let mut judged = |choices: Vec<Choices>, n: u32, seed: u64| {
            n_levels += choices.len() as u64 * u64::from(n);
            self.judged(problem, choices, n, seed)
        };
        let mut parents = judged(drawn, n_each, seed);
        keep(&mut parents, n_parents);
        let n_left = n_levels_max - (n_drawn as u64 * u64::from(n_each)) - n_last;
        for round in 1..=self.n_rounds.min(n_left / n_of_round) {
            if parents.is_empty() {
                break;
            }
            let children = (0..n_children).map(|_| child(&parents, &mut rng)).collect();
            parents.extend(judged(children, n_each, seed.wrapping_add(round)));
            keep(&mut parents, n_parents);
        }
        // Those that only were lucky fall back.
        let last = parents.into_iter().map(|draft| draft.choices).collect();
        let mut best = judged(last, n_each_last, seed.wrapping_add(1 << 32));
        keep(&mut best, N_PARENTS);
        (best, n_levels)
    }

    /// Drafts for the first population of a search, about `n`: the best ones, and as they are with
    /// other choices. Each has the number of its kind. They take at most about `n_levels_max` levels;
    /// there are none if these are too few to choose by.
    pub fn crowd(&self, seed: u64, n: usize, n_levels_max: u64) -> Crowd {
        let (best, n_levels) = self.contest(&self.problem, seed, n_levels_max);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut kinds: Vec<String> = Vec::new();
        let mut number = |script: &Script| {
            let kind = kind_of(script);
            let number = kinds.iter().position(|known| *known == kind);
            number.unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            }) as u32
        };
        let mut drafts: Vec<(Script, u32)> = Vec::new();
        for draft in &best {
            drafts.push((draft.script.clone(), number(&draft.script)));
        }
        for _ in 0..n * N_TRIES {
            if drafts.len() >= n || best.is_empty() {
                break;
            }
            let script = self.write(&mut child(&best, &mut rng));
            let Document { script, .. } = Document::of(script);
            let is_new = drafts.iter().all(|(known, _)| *known != script);
            if is_new && Document::of(script.clone()).is_sound() {
                let kind = number(&script);
                drafts.push((script, kind));
            }
        }
        Crowd { drafts, n_levels }
    }

    /// The drafts of some choices, in this order, without those that are no sound scripts or whose
    /// levels cost too much.
    fn judged(
        &self,
        problem: &Problem,
        choices: Vec<Choices>,
        n_levels: u32,
        seed: u64,
    ) -> Vec<Draft> {
        let drafts = choices.into_par_iter().map_init(
            || Judge::new(problem),
            |judge, mut choices| {
                let script = self.write(&mut choices);
                let document = Document::of(script);
                if !document.is_sound() {
                    return None;
                }
                let rating = judge.judge(&document.script, n_levels, seed)?;
                Some(Draft { script: document.script, choices, rating })
            },
        );
        drafts.collect::<Vec<_>>().into_iter().flatten().collect()
    }
}

impl Known {
    fn of(problem: &Problem, task: &Task, library: &[Script], explained: &[Script]) -> Self {
        let chance = if task.locks.is_empty() { KNOWN } else { KNOWN_WITH_LOCKS };
        let drawn = drawn_grounds(problem, explained);
        if drawn.is_empty() {
            Self { grounds: grounds(task, library), chance }
        } else {
            Self { grounds: drawn, chance: chance.max(DRAWN) }
        }
    }
}

/// What explains the drawings of a problem, without the things.
fn drawn_grounds(problem: &Problem, explained: &[Script]) -> Vec<Script> {
    let drawings = problem.definition().drawings().levels();
    let cells = || drawings.iter().flat_map(Level::tiles);
    let n_cells = cells().count() as f64;
    let is_ground =
        |tile: Tile| cells().filter(|&&cell| cell == tile).count() as f64 >= GROUND_SHARE * n_cells;
    let is_layer = |explorer: &Explorer| explorer.written().iter().any(is_ground);
    let without_things = explained.iter().map(|script| {
        let layers = script.explorers.iter().filter(|explorer| is_layer(explorer));
        Script { explorers: layers.cloned().collect(), ..script.clone() }
    });
    without_things.filter(|script| !script.explorers.is_empty()).collect()
}

/// The layouts of known generators in the tiles of a problem, without their things.
fn grounds(task: &Task, library: &[Script]) -> Vec<Script> {
    let is_ground = |tile: u8| {
        let part = task.tiles.get(usize::from(tile));
        part.is_none_or(|part| GROUND.contains(&part.role))
    };
    let mut grounds: Vec<Script> = Vec::new();
    for (index, generator) in library.iter().enumerate() {
        for seed in 0..N_CASTS {
            let mut rng = ChaCha8Rng::seed_from_u64(index as u64 * N_CASTS + seed);
            let Some(mut ground) = cast(generator, task, &mut rng) else { break };
            if task.locks.is_empty() {
                ground.explorers.retain(|explorer| explorer.written().iter().any(is_ground));
            } else {
                // Keys, doors and rooms belong together.
                marahel_breeding::tell_locks_apart(&mut ground, task);
            }
            let is_locked = task.locks.iter().all(|&(door, key)| {
                let mut written = ground.explorers.iter().map(Explorer::written);
                written.clone().any(|tiles| tiles.contains(door))
                    && written.any(|tiles| tiles.contains(key))
            });
            if !ground.explorers.is_empty() && is_locked && !grounds.contains(&ground) {
                grounds.push(ground);
            }
        }
    }
    grounds
}

/// Roles of which layouts consist.
const GROUND: [Role; 8] = [
    Role::Wall,
    Role::Floor,
    Role::Hazard,
    Role::Decoration,
    Role::Door,
    Role::LockedDoor,
    Role::Climbable,
    Role::Rope,
];
/// Number of ways in which tiles take the roles of a layout.
const N_CASTS: u64 = 2;

/// A child of some drafts, the best of which have most.
fn child(parents: &[Draft], rng: &mut ChaCha8Rng) -> Choices {
    let any = |rng: &mut ChaCha8Rng| {
        let [left, right] = [0, 0].map(|_| rng.random_range(0..parents.len() as u32));
        &parents[left.min(right) as usize].choices
    };
    let parent = any(rng);
    if rng.random_bool(CROSSED) { parent.crossed(any(rng), rng) } else { parent.clone() }
        .changed(rng)
}

/// Keeps the best drafts, and only some of each kind.
fn keep(drafts: &mut Vec<Draft>, n: usize) {
    drafts.sort_by(|left, right| right.rating.worth().total_cmp(&left.rating.worth()));
    let mut kinds: Vec<(String, usize)> = Vec::new();
    drafts.dedup_by(|left, right| left.script == right.script);
    drafts.retain(|draft| {
        let kind = kind_of(&draft.script);
        if let Some((_, count)) = kinds.iter_mut().find(|(known, _)| *known == kind) {
            *count += 1;
            *count <= N_OF_A_KIND
        } else {
            kinds.push((kind, 1));
            true
        }
    });
    drafts.truncate(n);
}

/// What tells the kinds of drafts apart: how their first explorers are described, but for numbers.
fn kind_of(script: &Script) -> String {
    let explorers = script.explorers.iter().take(N_EXPLORERS_OF_KIND);
    let words = explorers.flat_map(|explorer| explorer.description.as_str().chars().chain(['\n']));
    words.filter(|letter| !letter.is_ascii_digit()).collect()
}
