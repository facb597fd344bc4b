//! Scripts learnt from drawn levels: each tile depends on the tiles before it.
//!
//! A single explorer writes a level row by row. Its rules test the tiles to the left and above and
//! the distance to the sides, and draw a tile with its frequency in the drawings: a two-dimensional
//! Markov model as a list of rules. The tests are chosen as in a decision tree: always the one with
//! the most information, in bits, about the next tile.
//!
//! Such a level resembles the drawings locally but may be unplayable; the search has to repair
//! that.
//!
//! Sources: Snodgrass and Ontañón, Learning to Generate Video Game Maps Using Markov Models, IEEE
//! TCIAIG 9(4), 2017; Quinlan, Induction of Decision Trees, Machine Learning 1(1), 1986.

use marahel_level::{Level, OUT, Tile, View};
use marahel_script::{
    Condition, EntityList, Estimator, Neighborhood, NeighborhoodNames, PREDEFINED, Script, Spelling,
};

use crate::cast::lightened;
use crate::parts::{cells, explorer_of, only, rule_of, script_of};
use crate::task::Task;

/// Maximum rules per script: few rules cover the usual, many also the rare.
const N_RULES: [usize; 4] = [6, 12, 24, 48];

/// Minimum bits that a question must save in describing the drawings. Writing a rule takes more, so
/// a question that saves less is noise.
const N_BITS_MIN: f64 = 8.0;

/// Minimum number of tiles with each answer to a question.
const N_EXAMPLES_MIN: u32 = 6;

/// Approximate maximum number of cells to learn from. With more, only every second drawing counts,
/// or every third, and so on.
const N_CELLS: usize = 200_000;

/// Tiles that follow less often are left out.
const SHARE_MIN: f64 = 0.005;

/// How far a rule looks: for a tile that is already written, and for a side of the level.
const N_STEPS_TILE: i32 = 3;
const N_STEPS_SIDE: i32 = 8;

/// Up to four scripts that imitate drawn levels, from few rules to many; empty without drawings.
/// Tiles of drawings are indices into the tiles of the task; others are skipped. Drawings may have
/// any sizes. The cost grows with the number of cells times the number of rules.
pub fn learnt(drawings: &[Level], task: &Task) -> Vec<Script> {
    let quiz = Quiz { places: places(), n_tiles: task.tiles.len() };
    let examples = quiz.examples(drawings);
    if examples.is_empty() {
        return Vec::new();
    }
    let mut answers = vec![Answer::new(Vec::new(), examples, &quiz)];
    let mut scripts = Vec::new();
    for n_rules in N_RULES {
        let n_before = answers.len();
        while answers.len() < n_rules && divide(&mut answers, &quiz) {}
        if answers.len() > n_before || scripts.is_empty() {
            scripts.push(quiz.script(&answers, task));
        }
    }
    scripts
}

/// A place that a rule tests, relative to the next tile.
struct TestedCell {
    name: String,
    offset: (i32, i32),
    /// Whether questions ask for the tile there: it is near and already written. Otherwise they ask
    /// only whether the place is outside.
    tells_tile: bool,
}

fn places() -> Vec<TestedCell> {
    let mut places = Vec::new();
    let straight = [("left", (-1, 0)), ("up", (0, -1)), ("right", (1, 0)), ("down", (0, 1))];
    for (direction, (dx, dy)) in straight {
        places.extend((1..=N_STEPS_SIDE).map(|n_steps| TestedCell {
            name: if n_steps == 1 { direction.into() } else { format!("{direction}{n_steps}") },
            offset: (n_steps * dx, n_steps * dy),
            tells_tile: dx + dy < 0 && n_steps <= N_STEPS_TILE,
        }));
    }
    places.extend([("upleft", (-1, -1)), ("upright", (1, -1))].map(|(name, offset)| TestedCell {
        name: name.into(),
        offset,
        tells_tile: true,
    }));
    places
}

/// All questions about a cell, by number: whether a place holds a certain tile, or is outside.
struct Quiz {
    places: Vec<TestedCell>,
    n_tiles: usize,
}

/// A tile of a drawing, and the questions with the answer yes there.
struct Example {
    tile: Tile,
    holds: Vec<usize>,
}

impl Quiz {
    /// Possible contents of a place: any tile, or the outside.
    fn n_contents(&self) -> usize {
        self.n_tiles + 1
    }

    fn n_questions(&self) -> usize {
        self.places.len() * self.n_contents()
    }

    /// The place of a question, and the required content.
    fn question(&self, number: usize) -> (&TestedCell, Tile) {
        let content = number % self.n_contents();
        let content = if content == self.n_tiles { OUT } else { content as Tile };
        (&self.places[number / self.n_contents()], content)
    }

    fn examples(&self, drawings: &[Level]) -> Vec<Example> {
        let n_cells: usize = drawings.iter().map(|level| level.tiles().len()).sum();
        let mut examples = Vec::new();
        for level in drawings.iter().step_by(n_cells.div_ceil(N_CELLS).max(1)).map(Level::view) {
            for (y, row) in level.rows().enumerate() {
                let tiles = row.iter().enumerate();
                let own = tiles.filter(|(_, tile)| usize::from(**tile) < self.n_tiles);
                examples
                    .extend(own.map(|(x, &tile)| Example { tile, holds: self.holds(level, x, y) }));
            }
        }
        examples
    }

    fn holds(&self, level: View<'_>, x: usize, y: usize) -> Vec<usize> {
        let holds = self.places.iter().enumerate().filter_map(|(index, place)| {
            let x = x.checked_add_signed(place.offset.0 as isize).filter(|&x| x < level.width());
            let y = y.checked_add_signed(place.offset.1 as isize).filter(|&y| y < level.height());
            let content = match x.zip(y) {
                Some((x, y)) if place.tells_tile => usize::from(level.get(x, y)),
                Some(_) => return None,
                None => self.n_tiles,
            };
            Some(index * self.n_contents() + content).filter(|_| content <= self.n_tiles)
        });
        holds.collect()
    }

    fn script(&self, answers: &[Answer], task: &Task) -> Script {
        let mut names: Vec<(String, Neighborhood)> = Vec::new();
        for &question in answers.iter().flat_map(|answer| &answer.questions) {
            let (place, _) = self.question(question);
            let mut predefined = PREDEFINED.iter().map(|(name, _)| *name);
            let is_named = predefined.any(|name| name == place.name)
                || names.iter().any(|(name, _)| *name == place.name);
            if !is_named {
                names.push((place.name.clone(), place.cells()));
            }
        }
        let rules = answers.iter().map(|answer| {
            let conditions = answer.questions.iter().map(|&question| {
                let (place, content) = self.question(question);
                Condition::Bare(Estimator::Neighborhood(place.cells(), only(content)))
            });
            rule_of(conditions.collect(), cells("self"), answer.drawn())
        });
        let mut explorer = explorer_of("horz", rules.collect());
        explorer.description = Spelling::of("each tile by those before it, as in the drawings");
        Script {
            description: Spelling::of("Levels like the drawings, tile by tile."),
            neighborhoods: NeighborhoodNames(names),
            ..script_of(task, vec![explorer])
        }
    }
}

impl TestedCell {
    fn cells(&self) -> Neighborhood {
        Neighborhood::from_offsets(vec![self.offset]).expect("no place is too far away")
    }
}

/// One rule of the list: the distribution of the next tile after some answers. Earlier rules take
/// all their examples, so a rule need not exclude these.
struct Answer {
    /// The questions with the answer yes.
    questions: Vec<usize>,
    examples: Vec<Example>,
    counts: Vec<u32>,
    /// The most informative question and its bits, if it is informative enough.
    next: Option<(usize, f64)>,
}

impl Answer {
    fn new(questions: Vec<usize>, examples: Vec<Example>, quiz: &Quiz) -> Self {
        let n_tiles = quiz.n_tiles;
        let mut counts = vec![0; n_tiles];
        let mut counts_of_yes = vec![0; quiz.n_questions() * n_tiles];
        for example in &examples {
            counts[usize::from(example.tile)] += 1;
            for question in &example.holds {
                counts_of_yes[question * n_tiles + usize::from(example.tile)] += 1;
            }
        }
        let n_bits_before = n_bits(&counts);
        let mut next: Option<(usize, f64)> = None;
        for (question, yes) in counts_of_yes.chunks_exact(n_tiles).enumerate() {
            let no: Vec<u32> = counts.iter().zip(yes).map(|(all, yes)| all - yes).collect();
            let n_least = yes.iter().sum::<u32>().min(no.iter().sum());
            if n_least < N_EXAMPLES_MIN {
                continue;
            }
            let n_bits_saved = n_bits_before - n_bits(yes) - n_bits(&no);
            if n_bits_saved >= N_BITS_MIN && next.is_none_or(|(_, most)| n_bits_saved > most) {
                next = Some((question, n_bits_saved));
            }
        }
        Self { questions, examples, counts, next }
    }

    /// The tiles that follow, the most frequent first, weighted in hundredths.
    fn drawn(&self) -> EntityList {
        let all = f64::from(self.counts.iter().sum::<u32>());
        let shares = self.counts.iter().map(|&n| f64::from(n) / all).zip(0..);
        let mut members: Vec<(Tile, u32)> = shares
            .filter(|(share, _)| *share >= SHARE_MIN)
            .map(|(share, tile)| (tile, (100.0 * share).round().max(1.0) as u32))
            .collect();
        members.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        lightened(EntityList { members }, &[])
    }
}

/// Bits to encode the tile of each example, by the frequencies of tiles.
fn n_bits(counts: &[u32]) -> f64 {
    let all = f64::from(counts.iter().sum::<u32>());
    let counts = counts.iter().map(|&n| f64::from(n)).filter(|&n| n > 0.0);
    counts.map(|n| n * libm::log2(all / n)).sum()
}

/// Splits the answer with the most informative question into the two cases; returns whether there
/// was such a question.
fn divide(answers: &mut Vec<Answer>, quiz: &Quiz) -> bool {
    let mut most: Option<(usize, usize, f64)> = None;
    for (index, answer) in answers.iter().enumerate() {
        let Some((question, n_bits_saved)) = answer.next else { continue };
        if most.is_none_or(|(.., most)| n_bits_saved > most) {
            most = Some((index, question, n_bits_saved));
        }
    }
    let Some((index, question, _)) = most else { return false };
    let Answer { questions, examples, .. } = answers.remove(index);
    let (yes, no): (Vec<_>, Vec<_>) =
        examples.into_iter().partition(|example| example.holds.contains(&question));
    let with_yes = questions.iter().copied().chain([question]).collect();
    let both = [Answer::new(with_yes, yes, quiz), Answer::new(questions, no, quiz)];
    answers.splice(index..index, both);
    true
}

#[cfg(test)]
mod tests;
