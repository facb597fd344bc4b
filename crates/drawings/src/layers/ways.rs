//! Ways: one cell wide, from here to there.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, TWO_STEPS};
use crate::layers::scene::PLUS;

/// Bits that a way costs beside its steps.
const N_BITS: f64 = 16.0;

/// A way that is so many times as long as it would have to be winds.
const WINDING: f64 = 1.15;

/// The sides of a level: where the place in the language counts from, and its words.
const SIDES: [(&str, &str); 4] =
    [("column", "left"), ("row", "top"), ("from_right", "right"), ("from_bottom", "bottom")];

/// What all ways of the drawings have in common.
struct Ways {
    /// For each drawing its ends.
    ends: Vec<Vec<usize>>,
    n_cells: usize,
    n_turns: usize,
    n_junctions: usize,
    /// Steps from end to end as they are, and as few as possible, of ways with two ends.
    steps: (usize, usize),
}

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if ask.mirror.is_some() {
        return None; // half a way leads nowhere
    }
    let ways = Ways::of(ask, part)?;
    let n = ask.scene.frames.len() as f64;
    let n_branches = ways.n_junctions as f64 + n;
    let all = part.n_all();
    let bits = bits::SCRIPT * N_BITS
        + n_branches * (bits::of_one(all) + bits::of_one(8))
        + bits::of_choice(ways.n_turns.min(ways.n_cells), ways.n_cells)
        + ways.n_turns as f64;
    let is_single = ways.n_junctions == 0 && ways.ends.iter().all(|ends| ends.len() == 2);
    let is_winding = is_single && ways.steps.0 as f64 >= WINDING * ways.steps.1 as f64;
    let explorers = if is_winding { winding(ask, part, &ways) } else { joined(ask, part, &ways) };
    Some(Found {
        bits,
        breaks: false,
        has_parts: false,
        drafts: Drafts {
            neighborhoods: neighborhoods(ask, part, is_winding),
            ..Drafts::of(explorers)
        },
    })
}

fn neighborhoods(ask: &Ask<'_>, part: &Part, is_winding: bool) -> Vec<(String, String)> {
    let mut all = ask.neighborhoods(part);
    let tips = [
        ("tip_left", "010,10102,010"),
        ("tip_up", "010,101,010,000,020"),
        ("tip_right", "0001,20101,0001"),
        ("tip_down", "020,000,010,101,010"),
    ];
    let steps = TWO_STEPS.map(|(to, rows)| (format!("{to}2"), rows.to_owned()));
    let own = steps.into_iter().chain(tips.map(|(name, rows)| (name.to_owned(), rows.to_owned())));
    all.extend(own.filter(|_| is_winding));
    all
}

impl Ways {
    /// None if some drawing has something else than one thin piece.
    fn of(ask: &Ask<'_>, part: &Part) -> Option<Self> {
        let scene = ask.scene;
        let is = |cell: Option<usize>| cell.is_some_and(|cell| part.those.contains(cell));
        let n_pieces = scene.pieces(&part.those, &PLUS).len();
        let is_everywhere = scene.counts(&part.those).iter().all(|&n| n >= 5);
        if n_pieces != scene.frames.len() || !is_everywhere {
            return None;
        }
        let mut ways = Self {
            ends: vec![Vec::new(); scene.frames.len()],
            n_cells: part.n_those(),
            n_turns: 0,
            n_junctions: 0,
            steps: (0, 0),
        };
        let mut n_blocks = 0;
        for cell in part.those.ones() {
            let beside = PLUS.map(|step| is(scene.step(cell, step)));
            match beside.iter().filter(|&&one| one).count() {
                0 | 1 => ways.ends[scene.cells[cell].frame].push(cell),
                2 => ways.n_turns += usize::from(beside[0] != beside[2]),
                _ => ways.n_junctions += 1,
            }
            let block = [(1, 0), (0, 1), (1, 1)].map(|step| is(scene.step(cell, step)));
            n_blocks += usize::from(block == [true; 3]);
        }
        if 20 * n_blocks > ways.n_cells || ways.ends.iter().any(Vec::is_empty) {
            return None;
        }
        for ends in &ways.ends {
            let (one, other) = (scene.cells[ends[0]], scene.cells[ends[ends.len() - 1]]);
            ways.steps.1 += one.x.abs_diff(other.x) + one.y.abs_diff(other.y) + 1;
        }
        ways.steps.0 = ways.n_cells;
        Some(ways)
    }

    /// The sides at which all drawings have an end, at most one cell away; empty if the ends are
    /// elsewhere.
    fn sides(&self, ask: &Ask<'_>) -> Vec<usize> {
        let far = |cell: usize, side: usize| {
            let place = ask.scene.cells[cell];
            let frame = &ask.scene.frames[place.frame];
            [place.x, place.y, frame.width - 1 - place.x, frame.height - 1 - place.y][side]
        };
        let touches =
            |side: usize| self.ends.iter().all(|ends| ends.iter().any(|&end| far(end, side) <= 1));
        (0..4).filter(|&side| touches(side)).collect()
    }

    /// Whether all ends lie at the edge.
    fn is_from_edge(&self, ask: &Ask<'_>) -> bool {
        self.ends.iter().flatten().all(|&end| {
            let place = ask.scene.cells[end];
            ask.scene.frames[place.frame].to_outside(place.x, place.y) <= 2
        })
    }
}

/// Ends, and ways that join them.
fn joined(ask: &Ask<'_>, part: &Part, ways: &Ways) -> Vec<Draft> {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let n_ends: usize = ways.ends.iter().map(Vec::len).sum();
    let n_ends = (n_ends as f64 / ways.ends.len() as f64).round().max(2.0) as usize;
    let sides = ways.sides(ask);
    let conditions = ask.conditions(part).join(", ");
    let mut explorers = Vec::new();
    let end = |place: &str| format!("{conditions}, {place} -> self({name})");
    for &side in sides.iter().take(n_ends) {
        let (line, words) = SIDES[side];
        let place = format!("{line} == 0, dist(out) == 1, dist({name}) > 2");
        explorers.push(Draft::some(
            format!("an end of the {name} at the {words}"),
            1,
            vec![end(&place)],
        ));
    }
    let n_more = n_ends - sides.len().min(n_ends);
    if n_more > 0 {
        let edge = if ways.is_from_edge(ask) { "dist(out) == 1, " } else { "" };
        let place = format!("{edge}dist({name}) > 3");
        explorers.push(Draft::some(
            format!("where {name} ends, {n_more} more"),
            n_more,
            vec![end(&place)],
        ));
    }
    let costs = if ways.n_junctions > 0 { format!("self({on})") } else { "random".to_owned() };
    let rule = format!("self({on}) -> self({name})");
    let mut join = Draft {
        description: format!("ways of {name} join them"),
        kind: "connect",
        rules: vec![rule],
        ..Draft::default()
    };
    join.parameters = vec![("entities", name.to_owned()), ("costs", costs)];
    explorers.push(join);
    explorers
}

/// A way that winds, and touches itself nowhere: the way through a maze on every second cell.
fn winding(ask: &Ask<'_>, part: &Part, ways: &Ways) -> Vec<Draft> {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let mut node = ask.conditions(part);
    node.push("column2 == 1, row2 == 1, dist(out) > 1".to_owned());
    let directions = ["left", "up", "right", "down"];
    let n_passes = ask.scene.longest_sides();
    let sides = ways.sides(ask);
    let start = sides.first().map_or(String::new(), |&side| format!(", {} < 3", SIDES[side].0));
    let grows = |chance: &str, has_tip: bool| -> Vec<String> {
        let rule = |to: &&str| {
            let tip = if has_tip { format!("tip_{to}({name}) < 2, ") } else { String::new() };
            format!(
                "self(unknown), {to}2({name}), {tip}random < {chance} -> self({name}), {to}({name})"
            )
        };
        directions.iter().map(rule).collect()
    };
    let order = |description: &str, n: usize, rules: Vec<String>| Draft {
        kind: "rorder",
        ..Draft::all(description.to_owned(), rules).repeated(n)
    };
    let mut explorers = vec![
        Draft::all(
            "open land at every second cell".into(),
            vec![format!("{} -> self(unknown)", node.join(", "))],
        ),
        Draft::some(
            format!("a {name} begins"),
            1,
            vec![format!("self(unknown){start} -> self({name})")],
        ),
        order(
            "it goes on at its tip; seldom it branches",
            n_passes,
            [grows("0.6", true), grows("0.01", false)].concat(),
        ),
        order("until the land is full", n_passes / 2, grows("0.6", false)),
        Draft::all(
            "what is still open is closed".into(),
            vec![format!("self(unknown) -> self({on})")],
        ),
    ];
    let ends: Vec<Option<usize>> = match sides[..] {
        [] => vec![None, None],
        [one] => vec![Some(one), None],
        [one, other, ..] => vec![Some(one), Some(other)],
    };
    for end in ends {
        let (rules, words) = match end {
            Some(side) => {
                let (line, words) = SIDES[side];
                let inward = directions[(side + 2) % 4];
                let rule = |from: &str, and: &str| {
                    format!("self({on}), {line} == 0, {from}({name}) -> self(unknown){and}")
                };
                let far = format!(", {inward}({name})");
                (
                    vec![rule(inward, ""), rule(&format!("{inward}2"), &far)],
                    format!(" at the {words}"),
                )
            }
            None if ways.is_from_edge(ask) => {
                let rule = |to: &&str| {
                    format!(
                        "self({on}), dist(out) == 1, {to}({name}), dist(unknown) > 6 -> self(unknown)"
                    )
                };
                (directions.iter().map(rule).collect(), " at the edge".to_owned())
            }
            None => {
                (vec![format!("self({name}), dist(unknown) > 6 -> self(unknown)")], String::new())
            }
        };
        explorers.push(Draft::some(format!("an end of the {name}{words}"), 1, rules));
    }
    // There is one way from end to end, and it costs nothing.
    let mut join = Draft {
        description: "from end to end there is one way".into(),
        kind: "connect",
        rules: vec![format!("self({name}) -> self(unknown)")],
        ..Draft::default()
    };
    join.parameters = vec![("entities", "unknown".into()), ("costs", format!("self({on})"))];
    explorers.push(join);
    let stays =
        vec![format!("self({name}) -> self({on})"), format!("self(unknown) -> self({name})")];
    explorers.push(Draft::all("it stays, and all else is grown over".into(), stays));
    explorers
}
