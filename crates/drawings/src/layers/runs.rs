//! Straight runs of several lengths: platforms, fences, shelves.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, counted};
use crate::layers::scene::PLUS;

/// Bits that runs cost beside each of them: a number and two lengths.
const N_BITS: f64 = 12.0;

/// Runs have at least so many cells, and this share of all cells is in runs.
const LENGTH_MIN: usize = 2;
const STRAIGHT_MIN: f64 = 0.9;

/// So many runs of a drawing can be told apart.
const N_RUNS_MAX: usize = 30;

pub(crate) fn explain(ask: &Ask<'_>, part: &Part) -> Option<Found> {
    if ask.mirror.is_some() {
        return None;
    }
    [true, false]
        .into_iter()
        .filter_map(|is_row| runs(ask, part, is_row))
        .min_by(|a, b| a.bits.total_cmp(&b.bits))
}

fn runs(ask: &Ask<'_>, part: &Part, is_row: bool) -> Option<Found> {
    let scene = ask.scene;
    let pieces = scene.pieces(&part.those, &PLUS);
    let n_drawings = scene.frames.len();
    let mut lengths = Vec::new();
    let mut n_missed = 0;
    for piece in &pieces {
        let (width, height) = scene.rectangle(piece);
        let (length, thick) = if is_row { (width, height) } else { (height, width) };
        if thick == 1 && length >= LENGTH_MIN {
            lengths.push(length);
        } else {
            n_missed += piece.len();
        }
    }
    lengths.sort_unstable();
    let n_within = part.n_those() - n_missed;
    if lengths.len() < n_drawings.max(2)
        || lengths.len() > N_RUNS_MAX * n_drawings
        || (n_within as f64) < STRAIGHT_MIN * part.n_those() as f64
    {
        return None;
    }
    // What is drawn once in twenty times is no limit.
    let least = lengths[lengths.len() / 20];
    let most = lengths[lengths.len() - 1 - lengths.len() / 20];
    let bits = bits::SCRIPT * N_BITS
        + bits::of_choice(lengths.len(), part.n_all())
        + lengths.len() as f64 * bits::of_one(most - least + 1)
        + n_missed as f64 * bits::of_one(part.n_all());
    let number = (lengths.len() as f64 / n_drawings as f64).round().max(1.0) as usize;
    let mean = n_within as f64 / lengths.len() as f64;
    Some(Found {
        bits,
        breaks: false,
        has_parts: false,
        drafts: drafts(ask, part, is_row, number, (least, mean, most)),
    })
}

/// A cell of each run, which grows at one end for as long as all runs do, and then by chance.
fn drafts(
    ask: &Ask<'_>,
    part: &Part,
    is_row: bool,
    number: usize,
    (least, mean, most): (usize, f64, usize),
) -> Drafts {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let turned = |(x, y): (i32, i32)| if is_row { (x, y) } else { (y, x) };
    let mut drafts = Drafts { neighborhoods: ask.neighborhoods(part), ..Drafts::default() };
    let ahead: Vec<(i32, i32)> = (0..least as i32).map(|far| turned((far, 0))).collect();
    let body = drafts.neighborhood(&format!("{least}_ahead"), &ahead);
    let aside: Vec<(i32, i32)> = [(-1, 0), (least as i32, 0)]
        .into_iter()
        .chain((0..least as i32).flat_map(|far| [(far, -1), (far, 1)]))
        .map(turned)
        .collect();
    let aside = drafts.neighborhood(&format!("beside_{least}_ahead"), &aside);
    let mut seed = ask.conditions(part);
    seed.extend([format!("{body}({on})"), format!("{aside}({name}) == 0")]);
    let long = if least == most { least.to_string() } else { format!("{least} to {most}") };
    drafts.explorers.push(Draft::some(
        format!("{} in runs of {long}{}", counted(number, name), ask.place(part)),
        number,
        vec![format!("{} -> {body}({name})", seed.join(", "))],
    ));
    if most > least {
        let (before, on_side) = if is_row { ("left", (1, 0)) } else { ("up", (0, 1)) };
        let next = drafts.neighborhood(
            "next_of_run",
            &[turned((1, 0)), (on_side.1, on_side.0), (-on_side.1, -on_side.0)],
        );
        let mut grows = vec![
            format!("self({on})"),
            format!("{before}({name})"),
            format!("{next}({name}) == 0"),
        ];
        grows.extend(ask.conditions(part).into_iter().skip(1).filter(|_| part.is_about_place(ask)));
        let chance = (mean - least as f64) / (most - least) as f64;
        grows.push(format!("random < {:.2}", chance.clamp(0.05, 0.95)));
        let mut grow = Draft::all(
            "some of them longer".to_owned(),
            vec![format!("{} -> self({name})", grows.join(", "))],
        );
        grow.parameters.push(("replace", "buffer".to_owned()));
        drafts.explorers.push(grow.repeated(most - least));
    }
    drafts
}
