//! Drafts for readers: what each does, meets and lacks, and different ones side by side.

use std::collections::BTreeSet;

use crate::contest::{Draft, Drafter};
use crate::judge::{Judge, MET, Rating};
use marahel_script::Script;

/// A larger number of drafts has no more kinds.
pub const N_DRAFTS_MAX: usize = 24;

/// Maximum number of cells of a level: some hundred drafts make several levels each.
pub const N_CELLS_MAX: usize = 1 << 18;

/// The first explorers, which make the ground.
const N_OF_GROUND: usize = 4;

/// Another ground is shown if its share of good levels is so large, of that of the best draft.
const GOOD_ENOUGH: f64 = 0.25;

/// What fewer levels meet is left to be written by hand.
const RARELY: f64 = 0.1;

/// Levels that no draft was chosen by, and what makes their seed another.
const N_FRESH: u32 = 100;
/// The same for a judge from outside, which may be slow.
const N_FRESH_OUTSIDE: u32 = 20;
const FRESH: u64 = 1 << 40;

/// Number of unmet demands that are named.
const N_UNMET: usize = 8;

impl Drafter {
    /// The best drafts, best first, at most `n`, with as many grounds as there are of which a draft is
    /// good enough. If these are too few, others that differ in what their explorers do, and only then
    /// those that differ in numbers. A judge from outside is asked about these alone. Empty as
    /// [`best`](Self::best) is. Levels should have at most [`N_CELLS_MAX`] cells.
    pub fn different(&self, seed: u64, n: usize) -> Vec<Draft> {
        let best = self.best(seed, N_DRAFTS_MAX);
        let good = best.first().map_or(0.0, |first| GOOD_ENOUGH * first.rating.good);
        let mut grounds = BTreeSet::new();
        let mut ways = BTreeSet::new();
        let mut likeness = |draft: &Draft| {
            let mut words = draft.words();
            let ground = words[..words.len().min(N_OF_GROUND)].to_vec();
            words.sort();
            let is_new_way = ways.insert(words);
            match (draft.rating.good >= good, is_new_way) {
                (true, _) if grounds.insert(ground) => 0,
                (true, true) => 1,
                (false, true) => 2,
                (_, false) => 3,
            }
        };
        let mut drafts: Vec<(u8, Draft)> =
            best.into_iter().map(|draft| (likeness(&draft), draft)).collect();
        drafts.sort_by_key(|(likeness, _)| *likeness);
        drafts.truncate(n);
        let mut drafts: Vec<Draft> = drafts.into_iter().map(|(_, draft)| draft).collect();
        // The best of a contest are lucky in its levels; others tell what they are worth.
        let is_judged = self.problem.definition().outside().is_some();
        let n_fresh = if is_judged { N_FRESH_OUTSIDE } else { N_FRESH };
        for draft in &mut drafts {
            self.leave_out_idle(&mut draft.script, seed);
            if let Some(rating) = self.rating(&draft.script, n_fresh, seed ^ FRESH) {
                draft.rating = rating;
            }
        }
        // Where no level is good, the one that meets most demands is the nearest.
        let has_good = drafts.iter().any(|draft| draft.rating.good > 0.0);
        let n_met = |draft: &Draft| if has_good { 0 } else { draft.rating.n_met() };
        drafts.sort_by(|left, right| {
            let by_worth = right.rating.worth().total_cmp(&left.rating.worth());
            n_met(right).cmp(&n_met(left)).then(by_worth)
        });
        drafts
    }

    /// Leaves out the explorers that change nothing in many levels.
    fn leave_out_idle(&self, script: &mut Script, seed: u64) {
        let n_kept = self.layout.as_ref().map_or(0, |layout| layout.script.explorers.len());
        let busy = Judge::new(&self.problem).busy(script, N_FRESH, seed).unwrap_or_default();
        let mut places = (0..).zip(busy).map(|(place, is_busy)| is_busy || place < n_kept);
        script.explorers.retain(|_| places.next().unwrap_or(true));
        marahel_breeding::name_neighborhoods(script, [&[], &[]]);
    }

    /// The demands that hardly any level of these drafts meets, and those that no maker says, where
    /// too few levels meet them.
    pub fn left_to_write(&self, drafts: &[Draft]) -> Vec<String> {
        let is_left = |(index, demand): &(usize, String)| {
            let share = drafts.iter().map(|draft| draft.rating.met[*index]).fold(0.0, f64::max);
            share < if self.unsaid().contains(demand) { MET } else { RARELY }
        };
        let demands = self.demands().into_iter().enumerate();
        demands.filter(is_left).map(|(_, demand)| demand).collect()
    }
}

impl Draft {
    /// What each explorer does, but for numbers.
    fn words(&self) -> Vec<String> {
        let words = |text: &str| text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        self.explorers().map(words).collect()
    }

    /// What each explorer does.
    pub fn explorers(&self) -> impl Iterator<Item = &str> {
        self.script.explorers.iter().map(|explorer| explorer.description.as_str())
    }

    /// How many of `n_demands` nearly all of its levels meet, and how many are good.
    pub fn told(&self, n_demands: usize) -> String {
        let Rating { good, .. } = self.rating;
        let n_met = self.rating.n_met();
        format!("{n_met} of {n_demands} demands met, {:.0} % of the levels are good", 100.0 * good)
    }

    /// The draft in words: what its levels meet, its explorers with their numbers, and what too few
    /// levels meet, without what is [left to write](Drafter::left_to_write). `demands` are those of its
    /// [`Drafter`].
    pub fn report(&self, demands: &[String], left: &[String]) -> String {
        let mut lines = vec![self.told(demands.len())];
        lines.extend(
            (0..).zip(self.explorers()).map(|(number, words)| format!("{number:>4}  {words}")),
        );
        let mut unmet = self.rating.unmet(demands);
        unmet.retain(|(demand, _)| left.iter().all(|left| left != demand));
        if !unmet.is_empty() {
            lines.push("  too few levels meet:".to_owned());
        }
        let named = unmet.iter().take(N_UNMET);
        lines.extend(named.map(|(demand, share)| format!("{:>4.0} %  {demand}", 100.0 * share)));
        if unmet.len() > N_UNMET {
            lines.push(format!("        and {} more demands", unmet.len() - N_UNMET));
        }
        lines.join("\n")
    }

    /// The draft in a line, with the demand that it meets least often.
    pub fn summary(&self, demands: &[String]) -> String {
        let told = self.told(demands.len());
        match self.rating.unmet(demands).first() {
            Some((demand, share)) => format!("{told}; {:.0} % meet {demand}", 100.0 * share),
            None => told,
        }
    }
}

impl Rating {
    /// The demands that too few levels meet, the rarest first, each with the share of levels that do.
    pub fn unmet<'d>(&self, demands: &'d [String]) -> Vec<(&'d str, f64)> {
        let shares = demands.iter().map(String::as_str).zip(self.met.iter().copied());
        let mut unmet: Vec<_> = shares.filter(|(_, share)| *share < MET).collect();
        unmet.sort_by(|left, right| left.1.total_cmp(&right.1));
        unmet
    }
}
