//! Ends, and ways that join them.

use marahel_level::{OUT, Tile, UNKNOWN};
use marahel_script::{Condition, Estimator, Explorer, Replace};

use crate::layers::ask::{Ask, Part};
use crate::layers::draft::Drafts;
use crate::layers::rules::{
    ALL, Compared, HERE, Offset, all, count, distance, has, joining, rule, some, to_outside,
};
use crate::layers::ways::Ways;
use crate::layers::ways::ends::Ends;

/// Minimum distance between cells that a loop joins.
const LOOP_MIN: usize = 5;

/// Additional steps that a way takes to avoid other things.
const N_AROUND: usize = 9;

/// Explorers that write the ends, join them, and add loops and width.
pub(super) fn drafts(ask: &Ask<'_>, part: &Part, ways: &Ways, ends: &Ends) -> Drafts {
    let name = ask.name(ask.tile);
    let mut drafts = ends.drafts(ask);
    let far = ways.far(ask, part) as i32;
    let near: Vec<Offset> = (-far..=far).flat_map(|y| (-far..=far).map(move |x| (x, y))).collect();
    if far > 1 {
        drafts.declare("near", &near).expect("it is small");
    }
    let detours = detours(ask, ways, &near);
    let is_straight = ways.n_junctions + ways.n_loops > 0 && ways.width == 1;
    let step = if is_straight { count(HERE, [ask.on]) } else { Estimator::Random };
    let costs = [&[step], &detours[..]].concat();
    let inside = (far > 0).then(|| to_outside().above(far as usize));
    let hub = ways.hub.map(|hub| ask.name(hub));
    let through = hub.map_or(String::new(), |hub| format!(", by way of {hub}"));
    let paved = rule([has(HERE, [ask.on])].into_iter().chain(inside.clone()), ask.tile);
    let words = format!("ways of {name} join them{through}");
    let joined = [ask.tile].into_iter().chain(ways.hub);
    drafts.explorers.push(joining(words, joined, costs, vec![paved]));
    drafts.explorers.extend(loops(ask, ways, inside, &detours));
    if ways.width > 1 {
        let before: &[Offset] = &[(-1, 0), (0, -1), (-1, -1)];
        let (near, words) = if ways.width == 2 { (before, "two") } else { (ALL, "three") };
        if ways.width == 2 {
            drafts.declare("before", before).expect("it is small");
        }
        let wider = rule([has(HERE, [ask.on]), count(near, [ask.tile]).above(0)], ask.tile);
        let wide = all(format!("{words} cells wide"), vec![wider]);
        drafts.explorers.push(Explorer { replace: Replace::Buffer, ..wide });
    }
    drafts
}

/// Costs that lead a way around other things, and away from the outside within the cells `near`.
fn detours(ask: &Ask<'_>, ways: &Ways, near: &[Offset]) -> Vec<Estimator> {
    let way = [Some(ask.on), Some(ask.tile), ways.hub];
    let obstacles = ask.canvas_tiles.iter().copied().filter(|&tile| !way.contains(&Some(tile)));
    let obstacles: Vec<Tile> = obstacles.collect();
    // Near the outside, at least three cells are outside.
    let n_outside = if near.len() > 1 { N_AROUND / 3 } else { 0 };
    let n_obstacles = if obstacles.is_empty() { 0 } else { N_AROUND };
    let mut costs = vec![count(near, [OUT]); n_outside];
    costs.extend(vec![count(HERE, obstacles); n_obstacles]);
    costs
}

/// More ways between cells of the existing ones, as far from them as possible.
fn loops(
    ask: &Ask<'_>,
    ways: &Ways,
    inside: Option<Condition>,
    detours: &[Estimator],
) -> Vec<Explorer> {
    let number = ways.mean(ways.n_loops);
    if number == 0 {
        return Vec::new();
    }
    let name = ask.name(ask.tile);
    let apart = [has(HERE, [ask.tile]), distance(UNKNOWN).above(LOOP_MIN)];
    let ways = vec![
        rule([has(HERE, [ask.on])].into_iter().chain(inside), UNKNOWN),
        rule([has(HERE, [ask.tile])], UNKNOWN),
    ];
    let costs = [&[Estimator::Number(1.0), count(ALL, [ask.tile])], detours].concat();
    let words = "are joined by other ways, so that there are loops";
    let stays = rule([has(HERE, [UNKNOWN])], ask.tile);
    vec![
        some(format!("{} cells of it", number + 1), number + 1, vec![rule(apart, UNKNOWN)]),
        joining(words, [UNKNOWN], costs, ways),
        all(format!("all of that is {name}"), vec![stays]),
    ]
}
