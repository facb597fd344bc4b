//! A winding way that does not touch itself: the way through a maze.

use marahel_level::{Tile, UNKNOWN};
use marahel_script::{Edge, Estimator, Rule};

use crate::layers::ask::{Ask, Part};
use crate::layers::draft::Drafts;
use crate::layers::rules::{
    Compared, DIRECTIONS, EDGES, HERE, Offset, TWO_STEPS, all, chance, count, distance, has,
    joining, place, repeated, rule, rule_at, shuffled, some, to_outside,
};
use crate::layers::ways::Ways;
use crate::layers::ways::ends::SIDES;

/// The cells around the one two steps away, in each direction: a way grows where they are free.
const TIPS: [(&str, &[Offset]); 4] = [
    ("tip_left", &[(-3, -1), (-4, 0), (-2, 0), (-3, 1)]),
    ("tip_up", &[(0, -4), (-1, -3), (1, -3), (0, -2)]),
    ("tip_right", &[(3, -1), (2, 0), (4, 0), (3, 1)]),
    ("tip_down", &[(0, 2), (-1, 3), (1, 3), (0, 4)]),
];

/// The way through a maze on every second cell.
pub(super) fn drafts(ask: &Ask<'_>, part: &Part, ways: &Ways) -> Drafts {
    let (tile, on, name) = (ask.tile, ask.on, ask.name(ask.tile));
    let mut nodes = ask.conditions(part);
    nodes.extend([Edge::Left, Edge::Top].map(|edge| Estimator::Place(edge, Some(2)).is(1)));
    nodes.push(to_outside().above(1));
    let n_passes = ask.scene.longest_sides();
    let sides = ways.sides(ask);
    let start = sides.first().map(|&side| place(EDGES[side]).below(3));
    let begins = rule([has(HERE, [UNKNOWN])].into_iter().chain(start), tile);
    let tips = [steps(tile, 0.6, true), steps(tile, 0.01, false)].concat();
    let mut explorers = vec![
        all("open land at every second cell", vec![rule(nodes, UNKNOWN)]),
        some(format!("a {name} begins"), 1, vec![begins]),
        repeated(n_passes, shuffled("it goes on at its tip; seldom it branches", tips)),
        repeated(n_passes / 2, shuffled("until the land is full", steps(tile, 0.6, false))),
        all("what is still open is closed", vec![rule([has(HERE, [UNKNOWN])], on)]),
    ];
    let ends: Vec<Option<usize>> = match sides[..] {
        [] => vec![None, None],
        [side] => vec![Some(side), None],
        [side, opposite, ..] => vec![Some(side), Some(opposite)],
    };
    for end in ends {
        let (rules, words) = match end {
            Some(side) => (end_at_side(ask, side), format!(" at the {}", SIDES[side])),
            None if ways.is_from_edge(ask) => {
                let outward = DIRECTIONS.map(|inward| {
                    let is_border = [has(HERE, [on]), to_outside().is(1)];
                    let is_end = [has(inward, [tile]), distance(UNKNOWN).above(6)];
                    rule(is_border.into_iter().chain(is_end), UNKNOWN)
                });
                (outward.to_vec(), " at the edge".to_owned())
            }
            None => {
                let apart = [has(HERE, [tile]), distance(UNKNOWN).above(6)];
                (vec![rule(apart, UNKNOWN)], String::new())
            }
        };
        explorers.push(some(format!("an end of the {name}{words}"), 1, rules));
    }
    // The only way from end to end costs nothing.
    let paved = rule([has(HERE, [tile])], UNKNOWN);
    let costs = vec![count(HERE, [on])];
    let words = "from end to end there is one way";
    explorers.push(joining(words, [UNKNOWN], costs, vec![paved]));
    let stays = vec![rule([has(HERE, [tile])], on), rule([has(HERE, [UNKNOWN])], tile)];
    explorers.push(all("it stays, and all else is grown over", stays));
    let mut drafts = Drafts::of(explorers);
    for (name, cells) in TWO_STEPS.into_iter().chain(TIPS) {
        drafts.declare(name, cells).expect("it is small");
    }
    drafts
}

/// Rules by which a way grows by two cells; only at a tip, if so wanted.
fn steps(tile: Tile, probability: f64, is_at_tip: bool) -> Vec<Rule> {
    (0..4)
        .map(|direction| {
            let (step, (_, two_steps), (_, tip)) =
                (DIRECTIONS[direction], TWO_STEPS[direction], TIPS[direction]);
            let tip = is_at_tip.then(|| count(tip, [tile]).below(2));
            let conditions = [has(HERE, [UNKNOWN]), has(two_steps, [tile])].into_iter().chain(tip);
            rule_at(conditions.chain([chance(probability)]), [(HERE, tile), (step, tile)])
        })
        .collect()
}

/// Rules that end a way at a side, from one or two cells away.
fn end_at_side(ask: &Ask<'_>, side: usize) -> Vec<Rule> {
    let inward = (side + 2) % 4;
    let (step, (_, two_steps)) = (DIRECTIONS[inward], TWO_STEPS[inward]);
    let [near, far] = [step, two_steps]
        .map(|way| [has(HERE, [ask.on]), place(EDGES[side]).is(0), has(way, [ask.tile])]);
    vec![rule(near, UNKNOWN), rule_at(far, [(HERE, UNKNOWN), (step, ask.tile)])]
}
