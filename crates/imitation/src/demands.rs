//! What all drawings share, as what is asked for.
//!
//! A [catalogue](catalogue) lists what could be asked for. What holds in all drawings is measured
//! in [mutants], levels that are wrong in one way or another: what none of them breaks is nothing
//! to ask for, and what breaks no more than others do is implied by them.

mod catalogue;
mod chance;
mod chosen;
mod measured;
mod mutants;
mod ranges;
mod scene;
mod wander;

use std::fmt::Write as _;

use level::{Level, TileSet};

use catalogue::{BARE, By, Candidate, WITH, WITHOUT, Wants, catalogue};
use chance::chances;
use chosen::{CORE_WEIGHT, Holding, chosen, core, lacking, range, without_weaker};
pub(crate) use measured::{ASKS_NOTHING, Measuring};
use mutants::mutants;
pub(crate) use ranges::{of_things, whole as count_range};
pub(crate) use scene::{Scene, count};
use wander::Wanderer;

use crate::ImitationError;
use crate::inferred::key;
use crate::movement::Moving;

/// A file asks for so much that everybody would ask for, and for so much more, at most.
const N_CORE_MAX: usize = 15;
const N_MORE_MAX: usize = 6;

/// Levels wander off so often, each time so many.
const N_ROUNDS: usize = 8;
const N_WALKS: usize = 6;

/// Measured on this many cells of drawings, so many candidates at most.
const N_CANDIDATES_MAX: usize = 4000;
const N_CANDIDATES_OF_LARGE: usize = 500;

/// What is asked for, as parts of a problem file.
#[derive(Debug, Default)]
pub(crate) struct Demands {
    /// Lines of `[objectives]`, each below what it says.
    pub(crate) objectives: String,
    /// Movements and neighborhoods that only these measure by.
    pub(crate) tables: String,
}

impl Demands {
    /// What all drawings share. `given` are expressions that hold for good levels anyway, the
    /// first of them for playable ones, and `taken` names of objectives that there are.
    pub(crate) fn of(
        scene: &Scene<'_>,
        draft: &Draft<'_>,
        given: &[String],
        taken: Vec<String>,
    ) -> Result<Self, ImitationError> {
        let measured_by = ways(scene, draft.movement);
        let ways: String = measured_by.iter().map(Way::text).collect();
        let tables = format!("{}{}{ways}{BLOCK}", draft.tiles, draft.movement);
        let measuring = Measuring { head: draft.head, tables: &tables };
        let Held { held, unplayable, found } = held(scene, &measuring, given)?;
        let core = core(&held, &unplayable, N_CORE_MAX);
        let n_max = core.len() + N_MORE_MAX;
        let mut chosen = chosen(&held, found, core.clone(), n_max);
        let mut wandering = Wandering { wanderer: Wanderer::new(scene), scene, given, measuring, held };
        wandering.complete(&mut chosen, n_max)?;
        wandering.without_implied(&mut chosen, &core)?;
        let mut chosen = without_weaker(&wandering.held, &chosen);
        // In the order of the catalogue.
        chosen.sort_unstable();
        let chosen: Vec<&Holding> = chosen.iter().map(|&index| &wandering.held[index]).collect();
        Ok(Self::written(scene, &chosen, &measured_by, taken))
    }

    fn written(
        scene: &Scene<'_>,
        chosen: &[&Holding],
        ways: &[Way],
        mut taken: Vec<String>,
    ) -> Self {
        let mut demands = Self::default();
        for one in chosen {
            let own = &one.candidate.key;
            let numbered = (2..).map(|number| format!("{own}_{number}"));
            let mut free = std::iter::once(own.clone()).chain(numbered);
            let name = free.find(|name| !taken.contains(name)).expect("numbers do not end");
            demands.objectives += &objective(scene, one, &name);
            taken.push(name);
        }
        let uses = |part: &str| chosen.iter().any(|one| one.candidate.value.contains(part));
        let used = ways.iter().filter(|way| uses(&format!("by = {})", way.name)));
        demands.tables = used.map(Way::text).collect();
        if uses("block(") {
            demands.tables += BLOCK;
        }
        demands
    }
}

/// A file that is being written: its head, its tiles, and its movement.
pub(crate) struct Draft<'t> {
    pub(crate) head: &'t str,
    pub(crate) tiles: &'t str,
    pub(crate) movement: &'t str,
}

const BLOCK: &str = "\n[neighborhoods]\nblock = \"31,11\"\n";

/// Candidates that hold in all drawings, and not in all mutants.
struct Held {
    held: Vec<Holding>,
    /// Which mutants are not playable, and which are found by all that is given.
    unplayable: Vec<bool>,
    found: Vec<bool>,
}

fn held(
    scene: &Scene<'_>,
    measuring: &Measuring<'_>,
    given: &[String],
) -> Result<Held, ImitationError> {
    let mut candidates = catalogue(scene);
    let n_cells: usize = scene.levels().iter().map(|level| level.view().area()).sum();
    candidates.truncate(if n_cells > 20_000 { N_CANDIDATES_OF_LARGE } else { N_CANDIDATES_MAX });
    let holding = holding(candidates, measuring, scene)?;
    let mutants = mutants(scene);
    let levels: Vec<Level> = mutants.iter().map(|mutant| mutant.level.clone()).collect();
    let mut expressions: Vec<&str> =
        holding.iter().map(|(candidate, _)| candidate.value.as_str()).collect();
    expressions.extend(given.iter().map(String::as_str));
    let mut values = measuring.values(&expressions, &levels)?;
    let given = values.split_off(holding.len());
    let found = |given: &[Vec<f64>]| -> Vec<bool> {
        (0..mutants.len()).map(|index| given.iter().any(|one| one[index] == 0.0)).collect()
    };
    let (unplayable, found) = (found(&given[..1.min(given.len())]), found(&given));
    let chances = chances(&holding, measuring, scene)?;
    let all = holding.into_iter().zip(values).zip(chances);
    let held = all.filter_map(|(((candidate, range), values), chance)| {
        Holding::new(candidate, range, &values, chance, &mutants)
    });
    Ok(Held { held: held.collect(), unplayable, found })
}

/// What is asked for is tried out, by levels that wander off within it.
struct Wandering<'w> {
    wanderer: Wanderer,
    scene: &'w Scene<'w>,
    given: &'w [String],
    measuring: Measuring<'w>,
    held: Vec<Holding>,
}

impl Wandering<'_> {
    /// Adds what levels lack that are all that is asked for.
    fn complete(&mut self, chosen: &mut Vec<usize>, n_max: usize) -> Result<(), ImitationError> {
        for _ in 0..N_ROUNDS {
            let levels = self.walks(chosen, N_WALKS)?;
            let expressions: Vec<&str> =
                self.held.iter().map(|one| one.candidate.value.as_str()).collect();
            let values = self.measuring.values(&expressions, &levels)?;
            let lacking = lacking(&self.held, &values, chosen);
            if lacking.is_empty() || chosen.len() >= n_max {
                break;
            }
            chosen.extend(lacking);
            chosen.truncate(n_max);
        }
        Ok(())
    }

    /// Leaves out what levels keep even if it is not asked for, the least worthy first.
    fn without_implied(
        &mut self,
        chosen: &mut Vec<usize>,
        core: &[usize],
    ) -> Result<(), ImitationError> {
        let mut order: Vec<usize> =
            chosen.iter().copied().filter(|index| !core.contains(index)).collect();
        order.sort_by(|&one, &other| {
            self.held[one].candidate.weight.total_cmp(&self.held[other].candidate.weight)
        });
        for index in order {
            let rest: Vec<usize> = chosen.iter().copied().filter(|&one| one != index).collect();
            let levels = self.walks(&rest, N_WALKS)?;
            let value = self.held[index].candidate.value.clone();
            let values = self.measuring.values(&[&value], &levels)?;
            if !values.iter().flatten().any(|&value| self.held[index].is_failed(value)) {
                *chosen = rest;
            }
        }
        Ok(())
    }

    /// Levels that wandered off within what is given and these demands.
    fn walks(&mut self, chosen: &[usize], n: usize) -> Result<Vec<Level>, ImitationError> {
        let asked = chosen.iter().map(|&index| {
            let Holding { candidate, range, .. } = &self.held[index];
            let value = &candidate.value;
            let most = if range.high.is_finite() { range.high } else { f64::from(u32::MAX) };
            format!("d{index} = {{ value = '{value}', range = [{}, {most}], zero_below = -1, zero_above = 1e10 }}\n", range.low)
        });
        let asked: String = asked.collect();
        let given = self.given.iter().skip(1).enumerate().map(|(index, value)| {
            format!("g{index} = {{ value = '{value}', range = [1, 1], zero_above = 2 }}\n")
        });
        let given: String = given.collect();
        let Measuring { head, tables } = self.measuring;
        let playable = self.given.first().filter(|text| !text.contains("like()"));
        let playable = playable.map_or("1 == 1", String::as_str);
        let file = format!(
            "{head}playable = \"{playable}\"\n\n{tables}\n{ASKS_NOTHING}{given}{asked}"
        );
        self.wanderer.walks(&file, self.scene.levels(), n)
    }
}

/// Candidates that hold in all drawings, with their ranges.
fn holding(
    candidates: Vec<Candidate>,
    measuring: &Measuring<'_>,
    scene: &Scene<'_>,
) -> Result<Vec<(Candidate, ranges::Range)>, ImitationError> {
    let expressions: Vec<&str> = candidates.iter().map(|one| one.value.as_str()).collect();
    let values = measuring.values(&expressions, scene.levels())?;
    let mut holding: Vec<(Candidate, ranges::Range)> = Vec::new();
    for (candidate, values) in candidates.into_iter().zip(values) {
        let Some(mut range) = range(candidate.wants, &values) else { continue };
        range.high += slack(&candidate, scene);
        let is_known =
            |(one, of): &(Candidate, ranges::Range)| one.value == candidate.value && *of == range;
        if !holding.iter().any(is_known) {
            holding.push((candidate, range));
        }
    }
    Ok(holding)
}

/// So many cells of a thing that there is much of may stand otherwise: what holds for all in a few
/// drawings seldom holds for all in the next one.
fn slack(candidate: &Candidate, scene: &Scene<'_>) -> f64 {
    let By::Moves(tile) = candidate.by else { return 0.0 };
    if candidate.wants != Wants::Just(0.0) {
        return 0.0;
    }
    let (least, most) = scene.counts(TileSet::only(tile));
    let mean = f64::midpoint(least as f64, most as f64);
    if candidate.weight >= CORE_WEIGHT {
        (mean / 16.0).floor()
    } else if mean >= 5.0 {
        (mean / 10.0).floor().max(1.0)
    } else {
        0.0
    }
}

/// A movement that is for measuring alone.
struct Way {
    name: String,
    lines: String,
}

impl Way {
    fn text(&self) -> String {
        format!("\n[movement.{}]\n{}\n", key(&self.name), self.lines)
    }
}

/// Movements that the catalogue measures by, beside the one of the file: with fewer keys, and
/// without one of the things that are walked over.
fn ways(scene: &Scene<'_>, movement: &str) -> Vec<Way> {
    let locks = &scene.cast.locks;
    let lines = movement.trim().lines().skip(1).filter(|line| !line.starts_with("doors"));
    let own = lines.collect::<Vec<_>>().join("\n");
    let mut ways = Vec::new();
    if !locks.is_empty() {
        ways.push(Way { name: BARE.to_owned(), lines: own.clone() });
        ways.extend(locks.iter().map(|&(door, opens)| {
            let (door, opens) = (scene.name(door), scene.name(opens));
            let lines = format!("{own}\ndoors = {{ {} = \"{opens}\" }}", key(door));
            Way { name: format!("{WITH}{opens}"), lines }
        }));
    }
    let walked = scene.walked();
    if scene.moving == Some(Moving::Walk) {
        for tile in scene.things().filter(|&tile| walked.contains(tile)) {
            let rest = scene.group(walked.difference(TileSet::only(tile)), "");
            let (name, lines) = (scene.name(tile), format!("over = \"{}\"", rest.text));
            ways.push(Way { name: format!("{WITHOUT}{name}"), lines });
        }
    }
    ways
}

/// The line of an objective, below what it says.
fn objective(scene: &Scene<'_>, one: &Holding, name: &str) -> String {
    let Holding { candidate, range, wrong, .. } = one;
    let (low, high) = (range.low, range.high);
    let says = match (low == high, high.is_infinite(), candidate.wants) {
        (_, true, _) => candidate.says.replace('#', &low.to_string()),
        (_, _, Wants::Share) => {
            let shares = format!("{:.0} to {:.0} %", low * 100.0, high * 100.0);
            candidate.says.replace('#', &shares)
        }
        (true, ..) => candidate.says.replace('#', &catalogue::number(low as usize)),
        (false, ..) => candidate.says.replace('#', &format!("{low} to {high}")),
    };
    let plurals = ["gaps", "pieces", "junctions", "dead ends"];
    let says = plurals.iter().fold(says, |says, many| {
        says.replace(&format!("one {many} "), &format!("one {} ", &many[..many.len() - 1]))
    });
    // How wrong shuffled levels are: from there on there is no score.
    let (middle, most) = wrong.unwrap_or((high, high));
    let is_share = high <= 1.0 && low > 0.0;
    let n = scene.levels().len();
    let whose = match n {
        1 => "the drawing".to_owned(),
        2 => "both drawings".to_owned(),
        _ => format!("all {} drawings", catalogue::number(n)),
    };
    let mut line = format!("# {whose}: {says}\n{} = {{ value = '{}', ", key(name), candidate.value);
    if high.is_infinite() {
        let _ = write!(line, "range = [{low}, inf]");
    } else {
        let above = if is_share { 2.0 } else { middle.max(2.0 * high + 2.0).ceil() };
        let above = if most > high { above } else { (2.0 * high + 2.0).ceil().min(above) };
        let _ = write!(line, "range = [{low}, {high}]");
        if is_share && middle < low && middle > 0.0 {
            let _ = write!(line, ", zero_below = {:.2}", (middle * 0.9 * 100.0).floor() / 100.0);
        }
        let _ = write!(line, ", zero_above = {above}");
    }
    line + " }\n"
}
