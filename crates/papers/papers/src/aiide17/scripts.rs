//! Claims about generators rather than levels, tested against the scripts.

use marahel_dialects::OldWalk;
use marahel_level::Tile;
use marahel_script::{
    Condition, Divider, Estimator, Explorer, Operator, RegionSelector, Rule, Script, Walk,
};

use super::evidence::{CAVE, DIGGER, MINE, NONUNIFORM, UNIFORM};
use super::{GAMES, GENERATORS};
use crate::Finding;

/// Number of cells in a three by three area.
const N_CELLS_AREA: usize = 9;

/// Whether the uniform generator has the equal divider and fills each region with empty cells.
pub(super) fn uniform_fills_equal_parts(scripts: &[Script]) -> Finding {
    let script = &scripts[UNIFORM];
    let divider = divider(script);
    let has_fill = script.explorers.iter().any(|explorer| {
        let fill = vec![(tile(script, "empty"), 1)];
        is_over_each_region(explorer)
            && explorer
                .rules
                .iter()
                .flat_map(|rule| &rule.executers)
                .all(|executer| executer.entities.members == fill)
    });
    let fills = if has_fill { "an explorer of all regions writes empty" } else { "nothing does" };
    Finding::certain(format!("{divider}; {fills}"), divider == "equal" && has_fill)
}

/// Whether the nonuniform generator equals the uniform one except for its divider.
pub(super) fn nonuniform_differs_by_divider(scripts: &[Script]) -> Finding {
    let (uniform, nonuniform) = (&scripts[UNIFORM], &scripts[NONUNIFORM]);
    let is_rest_same = Script { regions: uniform.regions, ..nonuniform.clone() } == *uniform;
    let divider = divider(nonuniform);
    let remainder = sameness(is_rest_same);
    Finding::certain(
        format!("{divider}; all but the regions is {remainder}"),
        divider == "bsp" && is_rest_same,
    )
}

/// Whether regions have one size in the uniform script and several in the nonuniform one, and are
/// chosen from more parts.
pub(super) fn regions_vary_as_said(scripts: &[Script]) -> Finding {
    let n_regions = scripts[UNIFORM].regions.map_or(0, |regions| regions.number);
    let n_parts = match scripts[UNIFORM].regions.map(|regions| regions.divider) {
        Some(Divider::Equal { min, max }) if min == max => Some(min.width * min.height),
        _ => None,
    };
    let sizes = match scripts[NONUNIFORM].regions.map(|regions| regions.divider) {
        Some(Divider::Bsp { min, max }) => (min != max).then_some((min, max)),
        _ => None,
    };
    let uniform = n_parts.map_or("parts of several sizes".to_owned(), |n_parts| {
        format!("{n_regions} of {n_parts} parts of one size, anywhere")
    });
    let nonuniform = sizes.map_or("parts of one size".to_owned(), |(min, max)| {
        format!("{} x {} to {} x {} cells", min.width, min.height, max.width, max.height)
    });
    Finding::certain(
        format!("uniform {uniform}; nonuniform {nonuniform}"),
        n_parts.is_some_and(|n_parts| n_parts > n_regions) && sizes.is_some(),
    )
}

pub(super) fn digger_has_agents(scripts: &[Script]) -> Finding {
    let walks = scripts[DIGGER].explorers.iter().map(|explorer| &explorer.walk);
    let numbers = walks.filter_map(|walk| match OldWalk::of(walk) {
        Some(OldWalk::Agent(agents)) => Some(agents.number.min),
        _ => None,
    });
    let n_agents: u64 = numbers.sum();
    Finding::certain(format!("{n_agents} agents"), n_agents > 1)
}

/// The probability of the digger's rule for single cells, if a rule for a three by three area
/// follows it.
pub(super) fn probability_of_single_cells(scripts: &[Script]) -> Option<f64> {
    let agents = &scripts[DIGGER].explorers[digging(&scripts[DIGGER])?];
    let [single, area] = agents.rules.as_slice() else { return None };
    let chance = single.conditions.iter().find_map(|condition| match condition {
        &Condition::Compare(Estimator::Random, Operator::Less, Estimator::Number(chance)) => {
            Some(chance)
        }
        _ => None,
    });
    chance.filter(|_| n_cells(single) == 1 && n_cells(area) == N_CELLS_AREA)
}

fn n_cells(rule: &Rule) -> usize {
    rule.executers.iter().map(|executer| executer.neighborhood.offsets().len()).sum()
}

/// Index of the explorer with agents.
pub(super) fn digging(script: &Script) -> Option<usize> {
    script
        .explorers
        .iter()
        .position(|explorer| matches!(OldWalk::of(&explorer.walk), Some(OldWalk::Agent(_))))
}

/// Whether the cave has only sequential explorers, and the rules of one are those of a cellular
/// automaton.
pub(super) fn cave_is_an_automaton(scripts: &[Script]) -> Finding {
    let explorers = &scripts[CAVE].explorers;
    let n_sequential = explorers
        .iter()
        .filter(|explorer| matches!(OldWalk::of(&explorer.walk), Some(OldWalk::Sequential(_))))
        .count();
    let automaton = automaton(&scripts[CAVE]);
    let rules = automaton.map_or("no automaton".to_owned(), |explorer| spelled(&explorer.rules));
    Finding::certain(
        format!("{n_sequential} of {} explorers are sequential; {rules}", explorers.len()),
        n_sequential == explorers.len() && automaton.is_some(),
    )
}

pub(super) fn mine_is_caves_in_regions(scripts: &[Script]) -> Finding {
    let [nonuniform, cave, mine] = [NONUNIFORM, CAVE, MINE].map(|index| &scripts[index]);
    let [in_mine, in_cave] = [mine, cave].map(automaton);
    let has_cave = in_mine.zip(in_cave).is_some_and(|(mine, cave)| {
        is_over_each_region(mine) && mine.rules == cave.rules && mine.repeats == cave.repeats
    });
    // The fill of the regions may differ: empty cells, or the initial cells of a cave.
    let has_rooms =
        mine.regions == nonuniform.regions && other_steps(mine) == other_steps(nonuniform);
    Finding::certain(
        format!(
            "regions and all other explorers {} as nonuniform, rules of the cave over all regions {}",
            sameness(has_rooms),
            sameness(has_cave)
        ),
        has_cave && has_rooms,
    )
}

/// Whether the scripts of Figure 3 contain those of the generators and three more entities.
pub(super) fn games_add_three_entities(scripts: &[Script], games: &[Script]) -> Finding {
    let mut measured = Vec::new();
    let mut is_so = true;
    for (specimen, game) in GAMES.iter().zip(games) {
        let original = GENERATORS.iter().position(|generator| generator.name == specimen.name);
        let original = &scripts[original.expect("games have the names of generators")];
        let added: Vec<&str> = game
            .entities
            .iter()
            .filter(|name| !original.entities.contains(name))
            .map(String::as_str)
            .collect();
        is_so &= added == ["player", "enemy", "treasure"]
            && game.explorers.len() > original.explorers.len()
            && original.explorers.iter().zip(&game.explorers).all(are_spelled_alike);
        measured.push(format!("{} {}", specimen.name, added.join(" ")));
    }
    Finding::certain(measured.join(", "), is_so)
}

type Step = (Walk, Vec<RegionSelector>);

fn other_steps(script: &Script) -> Vec<Step> {
    let explorers = script.explorers.iter();
    let explorers = explorers.filter(|&explorer| automaton(script) != Some(explorer));
    explorers.map(|explorer| (explorer.walk.clone(), explorer.region.clone())).collect()
}

fn sameness(is_same: bool) -> &'static str {
    if is_same { "the same" } else { "different" }
}

/// Whether explorers of two scripts have the same text; the meaning of `any` may differ.
fn are_spelled_alike((left, right): (&Explorer, &Explorer)) -> bool {
    let mut rules = left.rules.iter().zip(&right.rules);
    left.name.as_str() == right.name.as_str()
        && left.region == right.region
        && left.rules.len() == right.rules.len()
        && rules.all(|(left, right)| left.text.as_str() == right.text.as_str())
}

/// The explorer that visits all cells in order and changes them by the number of some neighbors.
///
/// Source: Johnson, Yannakakis and Togelius 2010, section 3.
fn automaton(script: &Script) -> Option<&Explorer> {
    script.explorers.iter().find(|explorer| {
        matches!(OldWalk::of(&explorer.walk), Some(OldWalk::Sequential(_)))
            && explorer.rules.iter().all(is_of_automaton)
    })
}

/// Whether a rule changes its own cell only, by the number of some neighbors.
fn is_of_automaton(rule: &Rule) -> bool {
    let counts_neighbors = rule.conditions.iter().any(|condition| {
        matches!(condition, Condition::Compare(Estimator::Neighborhood(area, _), _, Estimator::Number(_))
            if area.offsets().len() >= N_CELLS_AREA - 1)
    });
    counts_neighbors
        && rule.executers.iter().all(|executer| executer.neighborhood.offsets() == [(0, 0)])
}

fn is_over_each_region(explorer: &Explorer) -> bool {
    explorer.region == [RegionSelector::All]
}

fn divider(script: &Script) -> &'static str {
    match script.regions.map(|regions| regions.divider) {
        Some(Divider::Equal { .. }) => "equal",
        Some(Divider::Bsp { .. }) => "bsp",
        Some(Divider::Sampling { .. }) => "sampling",
        None => "no regions",
    }
}

fn tile(script: &Script, name: &str) -> Tile {
    let index = script.entities.iter().position(|entity| entity == name);
    index.expect("the scripts have the entity") as Tile
}

fn spelled(rules: &[Rule]) -> String {
    rules.iter().map(|rule| format!("`{}`", rule.text)).collect::<Vec<_>>().join(", ")
}
