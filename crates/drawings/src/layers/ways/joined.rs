//! Ends, and ways that join them.

use std::iter;

use level::Tile;

use crate::layers::ask::{Ask, Part};
use crate::layers::draft::{Draft, Drafts};
use crate::layers::ways::Ways;
use crate::layers::ways::ends::Ends;

/// Minimum distance between cells that a loop joins.
const LOOP_MIN: usize = 5;

/// Additional steps that a way takes to avoid other things.
const N_AROUND: usize = 9;

/// Explorers that write the ends, join them, and add loops and width.
pub(super) fn drafts(ask: &Ask<'_>, part: &Part, ways: &Ways, ends: &Ends) -> Drafts {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let mut drafts = ends.drafts(ask);
    let is_straight = ways.n_junctions + ways.n_loops > 0 && ways.width == 1;
    let costs = if is_straight { format!("self({on})") } else { "random".to_owned() };
    let far = ways.far(ask, part);
    let near_outside = match far {
        0 => None,
        1 => Some("all".to_owned()),
        _ => {
            let side = -(far as i32)..=far as i32;
            let cells = side.clone().flat_map(|y| side.clone().map(move |x| (x, y)));
            Some(drafts.neighborhood("near", &cells.collect::<Vec<_>>()))
        }
    };
    let around = around_others(ask, ways, near_outside.as_deref());
    let costs = costs + &around;
    let inside = if far > 0 { format!(", dist(out) > {far}") } else { String::new() };
    let inside = inside.as_str();
    let hub = ways.hub.map(|hub| ask.name(hub));
    let through = hub.map_or(String::new(), |hub| format!(", by way of {hub}"));
    let mut join = Draft {
        description: format!("ways of {name} join them{through}"),
        kind: "connect",
        rules: vec![format!("self({on}){inside} -> self({name})")],
        ..Draft::default()
    };
    let entities: Vec<&str> = iter::once(name).chain(hub).collect();
    join.parameters = vec![("entities", entities.join("|")), ("costs", costs)];
    drafts.explorers.push(join);
    drafts.explorers.extend(loops(ask, ways, inside, &around));
    if ways.width > 1 {
        let (near, words) = match ways.width {
            2 => (drafts.neighborhood("before", &[(-1, 0), (0, -1), (-1, -1)]), "two"),
            _ => ("all".to_owned(), "three"),
        };
        let rule = format!("self({on}), {near}({name}) > 0 -> self({name})");
        let mut wide = Draft::all(format!("{words} cells wide"), vec![rule]);
        wide.parameters.push(("replace", "buffer".to_owned()));
        drafts.explorers.push(wide);
    }
    drafts
}

/// Costs that lead a way around other things, and away from the outside within the neighborhood
/// `near_outside`.
fn around_others(ask: &Ask<'_>, ways: &Ways, near_outside: Option<&str>) -> String {
    let is_other = |tile: &&Tile| ![Some(ask.on), Some(ask.tile), ways.hub].contains(&Some(**tile));
    let others: Vec<&str> = ask.known.iter().filter(is_other).map(|&tile| ask.name(tile)).collect();
    // There, at least three cells are outside.
    let outside = near_outside.map(|near| format!(", {near}(out)").repeat(N_AROUND / 3));
    let mut costs = outside.unwrap_or_default();
    if !others.is_empty() {
        costs += &format!(", self({})", others.join("|")).repeat(N_AROUND);
    }
    costs
}

/// More ways between cells of the existing ones, as far from them as possible.
fn loops(ask: &Ask<'_>, ways: &Ways, inside: &str, around: &str) -> Vec<Draft> {
    let number = ways.mean(ways.n_loops);
    if number == 0 {
        return Vec::new();
    }
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let begin = Draft::some(
        format!("{} cells of it", number + 1),
        number + 1,
        vec![format!("self({name}), dist(unknown) > {LOOP_MIN} -> self(unknown)")],
    );
    let mut join = Draft {
        description: "are joined by other ways, so that there are loops".to_owned(),
        kind: "connect",
        rules: vec![
            format!("self({on}){inside} -> self(unknown)"),
            format!("self({name}) -> self(unknown)"),
        ],
        ..Draft::default()
    };
    let costs = format!("1, all({name}){around}");
    join.parameters = vec![("entities", "unknown".to_owned()), ("costs", costs)];
    let stays = vec![format!("self(unknown) -> self({name})")];
    vec![begin, join, Draft::all(format!("all of that is {name}"), stays)]
}
