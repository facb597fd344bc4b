//! Conjunctions of conditions that predict where a tile stands.

use crate::layers::ask::{Ask, Part};
use crate::layers::bits;
use crate::layers::feature::{FeatureKind, Question};
use crate::layers::scene::Cells;

/// Maximum number of conjunctions kept, and of questions in each.
const N_KEPT: usize = 6;
const N_ASKED_MAX: usize = 3;

/// Minimum bits that conditions must save beyond their cost; each further condition must save half
/// of that.
const N_BITS_MIN: f64 = 4.0;

/// A conjunction of questions, with the cells where all are true.
#[derive(Clone)]
struct Conjunction {
    chosen: Vec<usize>,
    cells: Cells,
    universe: Cells,
    /// Bits to encode the questions.
    cost: f64,
    /// Bits saved, minus the cost.
    gain: f64,
}

/// A conjunction with one more question.
struct Longer<'a> {
    from: &'a Conjunction,
    question: usize,
    gain: f64,
}

impl Ask<'_> {
    /// The conjunction of up to three questions that saves the most bits: its part, and the cost of
    /// encoding it.
    pub(crate) fn best_conjunction(&self, part: &Part) -> Option<(Part, f64)> {
        let (cells, universe) = (part.cells.clone(), part.universe.clone());
        let mut front = vec![Conjunction { chosen: vec![], cells, universe, cost: 0.0, gain: 0.0 }];
        let mut best: Option<Conjunction> = None;
        for _ in 0..N_ASKED_MAX {
            let longer = front.iter().flat_map(|from| self.longer(part, from));
            let mut longer: Vec<Longer<'_>> = longer.collect();
            longer.sort_by(|a, b| b.gain.total_cmp(&a.gain));
            front = first_of_each(longer).iter().map(|longer| self.grown(longer)).collect();
            if let Some(first) = front.iter().find(|conjunction| self.is_regular(conjunction))
                && best.as_ref().is_none_or(|best| first.gain > best.gain + N_BITS_MIN / 2.0)
            {
                best = Some(first.clone());
            }
        }
        let Conjunction { chosen, cells, universe, cost, .. } =
            best.filter(|best| best.gain >= N_BITS_MIN)?;
        let questions = part.questions.iter().copied().chain(chosen).collect();
        Some((Part { questions, cells, universe }, cost))
    }

    /// Of the questions that are true for all cells of the tile, the one that saves the most bits:
    /// the part where it is true, and the saved bits.
    pub(crate) fn in_common(
        &self,
        part: &Part,
        is_asked: impl Fn(&Question) -> bool,
    ) -> Option<(Part, f64)> {
        let n = part.n_cells() as f64;
        let questions = self.questions.iter().enumerate().filter(|(index, question)| {
            let is_new = !part.questions.contains(index) && part.cells.is_subset(&question.cells);
            is_new && is_asked(question)
        });
        let all = questions.map(|(index, question)| {
            let n_left = part.universe.intersection_count(&question.cells);
            let saved = n * (bits::of_one(part.n_all()) - bits::of_one(n_left));
            (saved - question.bits, index)
        });
        let (spared, index) = all.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        let mut narrow = part.clone();
        narrow.questions.push(index);
        narrow.universe.intersect_with(&self.questions[index].cells);
        (spared > 0.0).then_some((narrow, spared))
    }

    /// The extensions of a conjunction by one question that increase the share of the cells.
    fn longer<'a>(&self, part: &Part, from: &'a Conjunction) -> Vec<Longer<'a>> {
        let (n_cells, n_all) = (part.n_cells(), part.n_all());
        let plain = bits::of_choice(n_cells, n_all);
        let n_before = from.universe.count_ones(..);
        let mut longer = Vec::new();
        for (index, question) in self.questions.iter().enumerate() {
            let is_old = self.painted.is_some_and(|tile| question.kind.tiles().contains(tile));
            if is_old || part.questions.contains(&index) || from.chosen.contains(&index) {
                continue;
            }
            let all = from.universe.intersection_count(&question.cells);
            if all == 0 || all == n_before {
                continue;
            }
            let n = from.cells.intersection_count(&question.cells);
            if n * n_all <= n_cells * all {
                continue;
            }
            let bits = bits::of_choice(n, all) + bits::of_choice(n_cells - n, n_all - all);
            longer.push(Longer {
                from,
                question: index,
                gain: plain - bits - from.cost - question.bits,
            });
        }
        longer
    }

    fn grown(&self, longer: &Longer<'_>) -> Conjunction {
        let Longer { from, question: index, gain } = longer;
        let question = &self.questions[*index];
        let mut grown =
            Conjunction { gain: *gain, cost: from.cost + question.bits, ..(*from).clone() };
        grown.chosen.push(*index);
        grown.cells.intersect_with(&question.cells);
        grown.universe.intersect_with(&question.cells);
        grown
    }

    /// Whether periodic conditions are plausible: every second row of something rare is an
    /// accident.
    fn is_regular(&self, conjunction: &Conjunction) -> bool {
        let Conjunction { chosen, cells, universe, .. } = conjunction;
        let mut kinds = chosen.iter().map(|&index| self.questions[index].kind);
        !kinds.any(|kind| matches!(kind, FeatureKind::Every(..)))
            || 2 * cells.count_ones(..) >= universe.count_ones(..)
    }
}

/// The first ones, without permutations of the same questions.
fn first_of_each(longer: Vec<Longer<'_>>) -> Vec<Longer<'_>> {
    let mut listed: Vec<Vec<usize>> = Vec::new();
    let new = longer.into_iter().filter(|conjunction| {
        let mut questions = conjunction.from.chosen.clone();
        questions.push(conjunction.question);
        questions.sort_unstable();
        let is_new = !listed.contains(&questions);
        listed.extend(is_new.then_some(questions));
        is_new
    });
    new.take(N_KEPT).collect()
}
