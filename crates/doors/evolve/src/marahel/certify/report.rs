//! The report on a certificate.

use marahel_statistics::clopper_pearson;

use super::partial::Partial;
use crate::marahel::demands::{Demands, Standard};

/// The share of the accepted levels, its bounds for all seeds, and the reasons of the others.
pub(super) fn lines(partial: &Partial, demands: &Demands) -> Vec<String> {
    let (n_playing, n_seeds) = (partial.playing.len() as u64, partial.blank.n_seeds());
    let share = (n_playing as f64 / n_seeds as f64 * 1e7).round() / 1e5;
    let (standard, more) = Standard::of(partial.blank.condition());
    let and_more = if more.is_empty() { "" } else { " and as asked" };
    // Rounded outwards, because they are guarantees.
    let [low, high] = clopper_pearson(n_playing, n_seeds).expect("there are levels");
    let (low, high) = ((low * 1e7).floor() / 1e5, (high * 1e7).ceil() / 1e5);
    let interval = match n_playing {
        0 => format!("at most {high} %"),
        n if n == n_seeds => format!("at least {low} %"),
        _ => format!("{low} % to {high} %"),
    };
    let mut objectives = demands.problem.objectives().iter();
    let is_unasked =
        standard == Standard::Playable && objectives.any(|objective| !objective.is_open());
    let unasked = if is_unasked { "; its objectives are not asked for: --good does" } else { "" };
    let word = standard.word();
    let mut lines = vec![
        format!("{word}{and_more}: {n_playing} of {n_seeds} levels, {share} %{unasked}"),
        format!(
            "of all 64-bit seeds: {interval} (95 % confidence, if these are a random sample of them)"
        ),
    ];
    let too_costly = "the script wants more work done than a level may cost";
    let conditions = demands.conditions.iter().map(marahel_problem::Condition::text);
    let lacking = partial.n_lacking.iter().zip(conditions.chain([too_costly]));
    lines.extend(lacking.filter(|&(&n, _)| n > 0).map(|(n, text)| format!("fails {n:>8}  {text}")));
    lines.extend(demands.problem.given_up());
    lines
}
