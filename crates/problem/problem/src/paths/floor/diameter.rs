//! The exact longest shortest path, without a sweep from every cell.

use super::Survey;
use super::ground::Ground;

/// Counts the regions and finds the longest shortest path among all of them.
pub(super) fn survey(ground: &mut impl Ground) -> Survey {
    ground.rewind();
    let mut survey = Survey::default();
    while let Some(eccentricity) = ground.next_region() {
        survey.regions += 1;
        // No two cells are farther apart than the way over the source, or
        // than a path through all cells.
        let bound = (2 * eccentricity).min(ground.n_reached() - 1);
        if bound > survey.diameter {
            survey.diameter = longer(ground, survey.diameter);
        }
    }
    survey
}

/// The diameter of the region that was swept last, or `longest` where that is more.
///
/// Candidates are the cells that may still be an end of a path longer than `longest`; such a path
/// has both its ends among them. After a sweep from any source, let the farthest candidate be
/// `reach` away. A candidate at distance `d` from the source is at most `d + reach` from any other
/// candidate, over the source, so it is dismissed where `d + reach <= longest`. That dismisses a
/// source that was a candidate, so the search ends. A source in the middle of a longest path
/// dismisses almost everything at once; corners and ends that remain are swept from, the farthest
/// first. Of the many middles that wide rooms have, the middle one is also far from the other
/// corners.
///
/// Source: the bounds are those of Takes and Kosters 2011 (doi
/// 10.1145/2063576.2063748), the start from the middle of a long path is that
/// of Crescenzi 2013 (iFUB, doi 10.1016/j.tcs.2012.09.018).
fn longer(ground: &mut impl Ground, mut longest: u32) -> u32 {
    ground.nominate_reached();
    let mut source = ground.nth_farthest(0);
    loop {
        let eccentricity = ground.sweep(source);
        let is_record = eccentricity > longest;
        longest = longest.max(eccentricity);
        let Some((_, reach)) = ground.farthest_candidate() else {
            return longest;
        };
        ground.dismiss_within(longest - reach);
        let Some((farthest, _)) = ground.farthest_candidate() else {
            return longest;
        };
        source = if is_record { ground.halfway() } else { farthest };
    }
}
