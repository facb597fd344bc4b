//! Straight runs of several lengths: platforms, fences, shelves.

use crate::layers::ask::{Ask, Found, Part};
use crate::layers::bits;
use crate::layers::draft::{Draft, Drafts, counted};
use crate::layers::lengths::Lengths;
use crate::layers::scene::PLUS;

/// Cost of runs in bits, in addition to each run: a number and two lengths.
const N_BITS: f64 = 12.0;

/// Minimum length of a run, and minimum share of the cells in runs.
const LENGTH_MIN: usize = 2;
const STRAIGHT_MIN: f64 = 0.9;

/// Maximum number of runs in a drawing.
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
    let n_within = part.n_those() - n_missed;
    if lengths.len() < n_drawings.max(2)
        || lengths.len() > N_RUNS_MAX * n_drawings
        || (n_within as f64) < STRAIGHT_MIN * part.n_those() as f64
    {
        return None;
    }
    let n_runs = lengths.len();
    // Ignore lengths that occur less than once in twenty.
    let lengths = Lengths::of(lengths, n_runs / 20);
    let bits = bits::SCRIPT * N_BITS
        + bits::of_choice(n_runs, part.n_all())
        + n_runs as f64 * lengths.bits()
        + n_missed as f64 * bits::of_one(part.n_all());
    let number = (n_runs as f64 / n_drawings as f64).round().max(1.0) as usize;
    let drafts = drafts(ask, part, is_row, number, &lengths);
    Some(Found { bits, breaks: false, has_parts: false, drafts })
}

/// Runs of the minimum length, which grow at one end at random.
fn drafts(ask: &Ask<'_>, part: &Part, is_row: bool, number: usize, lengths: &Lengths) -> Drafts {
    let (name, on) = (ask.name(ask.tile), ask.name(ask.on));
    let turned = |(x, y): (i32, i32)| if is_row { (x, y) } else { (y, x) };
    let mut drafts = Drafts { neighborhoods: ask.neighborhoods(part), ..Drafts::default() };
    let least = lengths.least;
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
    drafts.explorers.push(Draft::some(
        format!("{} in runs of {}{}", counted(number, name), lengths.words(), ask.place(part)),
        number,
        vec![format!("{} -> {body}({name})", seed.join(", "))],
    ));
    if let Some((n_passes, chance)) = lengths.growth() {
        let before = if is_row { "left" } else { "up" };
        let next = [(1, 0), (0, 1), (0, -1)].map(turned);
        let next = drafts.neighborhood("next_of_run", &next);
        let mut grows = vec![
            format!("self({on})"),
            format!("{before}({name})"),
            format!("{next}({name}) == 0"),
        ];
        grows.extend(ask.conditions(part).into_iter().skip(1).filter(|_| part.is_about_place(ask)));
        grows.push(chance);
        let mut grow = Draft::all(
            "some of them longer".to_owned(),
            vec![format!("{} -> self({name})", grows.join(", "))],
        );
        grow.parameters.push(("replace", "buffer".to_owned()));
        drafts.explorers.push(grow.repeated(n_passes));
    }
    drafts
}
