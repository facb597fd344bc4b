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
    those: Cells,
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
        let (those, universe) = (part.those.clone(), part.universe.clone());
        let mut front = vec![Conjunction { chosen: vec![], those, universe, cost: 0.0, gain: 0.0 }];
        let mut best: Option<Conjunction> = None;
        for _ in 0..N_ASKED_MAX {
            let longer = front.iter().flat_map(|from| self.longer(part, from));
            let mut longer: Vec<Longer<'_>> = longer.collect();
            longer.sort_by(|a, b| b.gain.total_cmp(&a.gain));
            front = first_of_each(longer).iter().map(|one| self.grown(one)).collect();
            if let Some(first) = front.iter().find(|one| self.is_regular(one))
                && best.as_ref().is_none_or(|best| first.gain > best.gain + N_BITS_MIN / 2.0)
            {
                best = Some(first.clone());
            }
        }
        let Conjunction { chosen, those, universe, cost, .. } =
            best.filter(|best| best.gain >= N_BITS_MIN)?;
        let asked = part.asked.iter().copied().chain(chosen).collect();
        Some((Part { asked, those, universe }, cost))
    }

    /// Of the questions that are true for all cells of the tile, the one that saves the most bits:
    /// the part where it is true, and the saved bits.
    pub(crate) fn in_common(
        &self,
        part: &Part,
        is_asked: impl Fn(&Question) -> bool,
    ) -> Option<(Part, f64)> {
        let n = part.n_those() as f64;
        let spared = |question: &Question| {
            let n_left = part.universe.intersection_count(&question.cells);
            n * (bits::of_one(part.n_all()) - bits::of_one(n_left)) - question.bits
        };
        let asked = self.questions.iter().enumerate().filter(|(index, question)| {
            let is_new = !part.asked.contains(index) && part.those.is_subset(&question.cells);
            is_new && is_asked(question)
        });
        let all = asked.map(|(index, question)| (spared(question), index));
        let (spared, index) = all.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        let mut narrow = part.clone();
        narrow.asked.push(index);
        narrow.universe.intersect_with(&self.questions[index].cells);
        (spared > 0.0).then_some((narrow, spared))
    }

    /// The extensions of a conjunction by one question that increase the share of the cells.
    fn longer<'a>(&self, part: &Part, from: &'a Conjunction) -> Vec<Longer<'a>> {
        let (n_those, n_all) = (part.n_those(), part.n_all());
        let plain = bits::of_choice(n_those, n_all);
        let n_before = from.universe.count_ones(..);
        let mut longer = Vec::new();
        for (question, asked) in self.questions.iter().enumerate() {
            let is_old = self.painted.is_some_and(|tile| asked.kind.tiles().contains(tile));
            if is_old || part.asked.contains(&question) || from.chosen.contains(&question) {
                continue;
            }
            let all = from.universe.intersection_count(&asked.cells);
            if all == 0 || all == n_before {
                continue;
            }
            let n = from.those.intersection_count(&asked.cells);
            if n * n_all <= n_those * all {
                continue;
            }
            let told = bits::of_choice(n, all) + bits::of_choice(n_those - n, n_all - all);
            longer.push(Longer { from, question, gain: plain - told - from.cost - asked.bits });
        }
        longer
    }

    fn grown(&self, longer: &Longer<'_>) -> Conjunction {
        let Longer { from, question, gain } = longer;
        let asked = &self.questions[*question];
        let mut grown =
            Conjunction { gain: *gain, cost: from.cost + asked.bits, ..(*from).clone() };
        grown.chosen.push(*question);
        grown.those.intersect_with(&asked.cells);
        grown.universe.intersect_with(&asked.cells);
        grown
    }

    /// Whether periodic conditions are plausible: every second row of something rare is an
    /// accident.
    fn is_regular(&self, conjunction: &Conjunction) -> bool {
        let Conjunction { chosen, those, universe, .. } = conjunction;
        let is_periodic = |one: &usize| matches!(self.questions[*one].kind, FeatureKind::Every(..));
        !chosen.iter().any(is_periodic) || 2 * those.count_ones(..) >= universe.count_ones(..)
    }
}

/// The first ones, without permutations of the same questions.
fn first_of_each(longer: Vec<Longer<'_>>) -> Vec<Longer<'_>> {
    let mut seen: Vec<Vec<usize>> = Vec::new();
    let is_new = |one: &Longer<'_>| {
        let mut all = one.from.chosen.clone();
        all.push(one.question);
        all.sort_unstable();
        let is_new = !seen.contains(&all);
        seen.extend(is_new.then_some(all));
        is_new
    };
    longer.into_iter().filter(is_new).take(N_KEPT).collect()
}
