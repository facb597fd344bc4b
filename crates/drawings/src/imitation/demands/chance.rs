//! The probability that things stand as they do by chance.

use level::{Tile, TileSet};

use super::catalogue::{By, Candidate, Wants};
use super::scene::Scene;
use super::{Measuring, ranges::Range};
use crate::imitation::ImitationError;

/// For each candidate about the places of a thing, the probability that it holds in all drawings if
/// the cells of the thing were chosen at random among cells of its kind, passable or solid.
pub(super) fn chances(
    holding: &[(Candidate, Range)],
    measuring: &Measuring<'_>,
    scene: &Scene<'_>,
) -> Result<Vec<Option<f64>>, ImitationError> {
    let elsewhere = |candidate: &Candidate| match candidate.by {
        By::Moves(tile) if candidate.wants == Wants::Just(0.0) => {
            Some((of_kind(scene, tile, &candidate.value), tile))
        }
        _ => None,
    };
    let asked: Vec<Option<(String, Tile)>> =
        holding.iter().map(|(candidate, _)| elsewhere(candidate)).collect();
    let expressions: Vec<&str> =
        asked.iter().map(|one| one.as_ref().map_or("0", |(text, _)| text.as_str())).collect();
    let values = measuring.values(&expressions, scene.levels())?;
    let chances = asked.iter().zip(values).map(|(asked, values)| {
        let (_, tile) = asked.as_ref()?;
        let total = |set: TileSet| -> usize {
            scene.levels().iter().map(|level| super::count(level, set)).sum()
        };
        let n_places = total(kind(scene, *tile)) as f64;
        let share = values.iter().filter(|value| value.is_finite()).sum::<f64>() / (n_places + 1.0);
        let n = total(TileSet::only(*tile));
        // Mirrored things come in pairs.
        let n = if scene.is_mirrored { n.div_ceil(2) } else { n };
        Some((0..n.min(1000)).fold(1.0, |chance, _| chance * (1.0 - share.clamp(0.0, 1.0))))
    });
    Ok(chances.collect())
}

/// All tiles of the same kind, passable or solid; a locked door may be anywhere.
fn kind(scene: &Scene<'_>, tile: Tile) -> TileSet {
    let is_door = scene.cast.locks.iter().any(|&(door, _)| door == tile);
    match (is_door, scene.drawn.is_solid(tile)) {
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
        let one = text.replace(&format!("{call}{name})"), &format!("{call}{kind})"));
        one.replace(&format!("{call}{name},"), &format!("{call}{kind},"))
    })
}
