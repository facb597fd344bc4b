use level::TileSet;

use super::{Canvas, N_CHANGES_MAX};
use crate::program::{Layout, Log};

/// A canvas of one row of four unknown cells.
fn canvas(is_buffered: bool, log: Log) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.front.reset(Layout { border: 1, stride: 6 }, 4, 1);
    canvas.begin(is_buffered, log, &[TileSet::only(0)]);
    canvas
}

fn at(canvas: &Canvas, x: usize) -> usize {
    canvas.front.index(x, 0)
}

#[test]
fn buffered_writes_appear_at_the_end() {
    let mut canvas = canvas(true, Log::Nothing);
    let at = at(&canvas, 1);
    assert!(canvas.write(at, 3));
    assert_ne!(canvas.front.get(at), 3);
    canvas.end();
    assert_eq!(canvas.front.get(at), 3);
}

#[test]
fn changes_are_remembered_as_asked() {
    for (log, n_expected) in [(Log::Nothing, 0), (Log::Unseen, 1), (Log::All, 1)] {
        let mut canvas = canvas(false, log);
        let at = at(&canvas, 1);
        assert!(canvas.write(at, 3));
        assert!(!canvas.write(at, 3));
        assert_eq!(canvas.changes().len(), n_expected, "{log:?}");
    }
}

#[test]
fn many_changes_are_forgotten_but_distances_follow() {
    let mut canvas = canvas(false, Log::Unseen);
    let (first, last) = (at(&canvas, 0), at(&canvas, 3));
    canvas.write(first, 0);
    canvas.update_field(0, |_| {});
    for round in 0..3 * N_CHANGES_MAX {
        canvas.write(last, (round % 2) as u8);
        assert!(canvas.changes().len() < N_CHANGES_MAX);
    }
    canvas.update_field(0, |_| {});
    assert_eq!(canvas.distance(0, last), Some(3));
    canvas.write(last, 0);
    canvas.update_field(0, |_| {});
    let middle = at(&canvas, 2);
    assert_eq!(canvas.distance(0, middle), Some(1));
}
