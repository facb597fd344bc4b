//! Straight runs of several lengths: platforms, fences, shelves.

use marahel_script::{Explorer, Replace};

use crate::layers::ask::{Ask, Fit, Part};
use crate::layers::bits;
use crate::layers::draft::{Drafts, counted};
use crate::layers::lengths::Lengths;
use crate::layers::rules::{
    Compared, HERE, LEFT, Offset, UP, all, count, has, repeated, rule, rule_at, some, transposed,
};
use crate::layers::scene::PLUS;

/// Minimum length of a run, and minimum share of the cells in runs.
const LENGTH_MIN: usize = 2;
const STRAIGHT_MIN: f64 = 0.9;

/// Maximum number of runs in a drawing.
const N_RUNS_MAX: usize = 30;

pub(crate) fn find(ask: &Ask<'_>, part: &Part, is_row: bool) -> Option<Fit> {
    let scene = ask.scene;
    let pieces = scene.pieces(&part.cells, &PLUS);
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
    let n_within = part.n_cells() - n_missed;
    if lengths.len() < n_drawings.max(2)
        || lengths.len() > N_RUNS_MAX * n_drawings
        || (n_within as f64) < STRAIGHT_MIN * part.n_cells() as f64
    {
        return None;
    }
    let n_runs = lengths.len();
    // Ignore lengths that occur less than once in twenty.
    let lengths = Lengths::of(lengths, n_runs / 20);
    let bits = bits::of_choice(n_runs, part.n_all()) + n_runs as f64 * lengths.bits();
    let drafts = drafts(ask, part, is_row, ask.mean(n_runs), &lengths)?;
    Some(Fit::of(bits, n_missed, drafts))
}

/// Runs of the minimum length, which grow at one end at random.
fn drafts(
    ask: &Ask<'_>,
    part: &Part,
    is_row: bool,
    number: usize,
    lengths: &Lengths,
) -> Option<Drafts> {
    let least = lengths.least as i32;
    let body: Vec<Offset> = (0..least).map(|far| transposed((far, 0), !is_row)).collect();
    let sides = (0..least).flat_map(|far| [(far, -1), (far, 1)]);
    let around = [(-1, 0), (least, 0)].into_iter().chain(sides);
    let around: Vec<Offset> = around.map(|cell| transposed(cell, !is_row)).collect();
    let mut drafts = ask.drafts(part, Vec::new());
    drafts.declare(&format!("{least}_ahead"), &body)?;
    drafts.declare(&format!("beside_{least}_ahead"), &around)?;
    let mut seed = ask.conditions(part);
    seed.extend([has(&body, [ask.on]), count(&around, [ask.tile]).is(0)]);
    let name = ask.name(ask.tile);
    let words =
        format!("{} in runs of {}{}", counted(number, name), lengths.words(), ask.place(part));
    drafts.explorers.push(some(words, number, vec![rule_at(seed, [(&body[..], ask.tile)])]));
    if let Some((n_passes, chance)) = lengths.growth() {
        let next = [(1, 0), (0, 1), (0, -1)].map(|cell| transposed(cell, !is_row));
        drafts.declare("next_of_run", &next)?;
        let before = if is_row { LEFT } else { UP };
        let mut grows =
            vec![has(HERE, [ask.on]), has(before, [ask.tile]), count(&next, [ask.tile]).is(0)];
        grows.extend(ask.conditions_on_place(part));
        grows.push(chance);
        let grow = all("some of them longer", vec![rule(grows, ask.tile)]);
        drafts.explorers.push(Explorer { replace: Replace::Buffer, ..repeated(n_passes, grow) });
    }
    Some(drafts)
}
