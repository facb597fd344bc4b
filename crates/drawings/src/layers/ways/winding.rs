//! A winding way that does not touch itself: the way through a maze.

use crate::layers::ask::{Ask, Part};
use crate::layers::draft::{Draft, TWO_STEPS};
use crate::layers::ways::Ways;
use crate::layers::ways::ends::SIDES;

/// Neighborhoods by which a winding way grows.
pub(super) fn neighborhoods() -> Vec<(String, String)> {
    let tips = [
        ("tip_left", "010,10102,010"),
        ("tip_up", "010,101,010,000,020"),
        ("tip_right", "0001,20101,0001"),
        ("tip_down", "020,000,010,101,010"),
    ];
    let steps = TWO_STEPS.map(|(to, rows)| (format!("{to}2"), rows.to_owned()));
    steps.into_iter().chain(tips.map(|(name, rows)| (name.to_owned(), rows.to_owned()))).collect()
}

/// The way through a maze on every second cell.
pub(super) fn explorers(ask: &Ask<'_>, part: &Part, ways: &Ways) -> Vec<Draft> {
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
    // The only way from end to end costs nothing.
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
