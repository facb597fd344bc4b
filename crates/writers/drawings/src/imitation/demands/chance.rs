//! The probability that things stand as they do by chance.

use marahel_level::{Tile, TileSet};

use super::candidate::{Bound, Breaker, Candidate};
use super::scene::Scene;
use crate::imitation::cells::count;
use crate::imitation::error::ImitationError;
use crate::imitation::measured::Measuring;
use crate::imitation::ranges::Range;

/// For each candidate about the places of a thing, the probability that it holds in all drawings if
/// the cells of the thing were chosen at random among cells of its kind, passable or solid.
pub(super) fn chances(
    holding: &[(Candidate, Range)],
    measuring: &Measuring,
    scene: &Scene<'_>,
) -> Result<Vec<Option<f64>>, ImitationError> {
    let elsewhere_of: Vec<Option<(String, Tile)>> = holding
        .iter()
        .map(|(candidate, _)| match candidate.breaker {
            Breaker::Moves(tile) if candidate.bound == Bound::Just(0.0) => {
                Some((of_kind(scene, tile, &candidate.expression), tile))
            }
            _ => None,
        })
        .collect();
    let expressions: Vec<&str> = elsewhere_of
        .iter()
        .map(|of_candidate| of_candidate.as_ref().map_or("0", |(text, _)| text.as_str()))
        .collect();
    let values = measuring.values(&expressions, scene.levels())?;
    let chances = elsewhere_of.iter().zip(values).map(|(elsewhere_of, values)| {
        let (_, tile) = elsewhere_of.as_ref()?;
        let [n_places, n] = [kind(scene, *tile), TileSet::only(*tile)]
            .map(|set| scene.levels().iter().map(|level| count(level, set)).sum::<usize>());
        let sum: f64 = values.iter().filter(|value| value.is_finite()).sum();
        let share = sum / (n_places as f64 + 1.0);
        // Mirrored things come in pairs.
        let n = if scene.is_mirrored { n.div_ceil(2) } else { n };
        Some((0..n.min(1000)).fold(1.0, |chance, _| chance * (1.0 - share.clamp(0.0, 1.0))))
    });
    Ok(chances.collect())
}

/// All tiles of the same kind, passable or solid; a locked door may be anywhere.
fn kind(scene: &Scene<'_>, tile: Tile) -> TileSet {
    match (scene.cast.is_lock(tile), scene.drawn.is_solid(tile)) {
        (true, _) => scene.open().union(scene.solid()),
        (false, true) => scene.solid(),
        (false, false) => scene.open(),
    }
}

/// The expression with all tiles of a kind in place of one of them.
fn of_kind(scene: &Scene<'_>, tile: Tile, value: &str) -> String {
    let (name, kind) = (scene.name(tile), scene.group(kind(scene, tile), "").text);
    let calls = ["self(", "count(", "near("];
    calls.iter().fold(value.to_owned(), |text, call| {
        let last = text.replace(&format!("{call}{name})"), &format!("{call}{kind})"));
        last.replace(&format!("{call}{name},"), &format!("{call}{kind},"))
    })
}
