use marahel_level::TileSet;

use super::{N_CHANGES_MAX, TileBuffers};
use crate::program::{Layout, Log};

/// A buffers of one row of four unknown cells.
fn buffers(is_buffered: bool, log: Log) -> TileBuffers {
    let mut buffers = TileBuffers::default();
    buffers.front.reset(Layout { border: 1, stride: 6 }, 4, 1);
    buffers.begin(is_buffered, log, &[TileSet::only(0)]);
    buffers
}

fn at(buffers: &TileBuffers, x: usize) -> usize {
    buffers.front.index(x, 0)
}

#[test]
fn buffered_writes_appear_at_the_end() {
    let mut buffers = buffers(true, Log::Nothing);
    let at = at(&buffers, 1);
    assert_eq!(buffers.write_each(at, &[0], 3), 1);
    assert_ne!(buffers.front.get(at), 3);
    buffers.end();
    assert_eq!(buffers.front.get(at), 3);
}

#[test]
fn changes_are_remembered_as_asked() {
    for (log, n_expected) in [(Log::Nothing, 0), (Log::Unseen, 1), (Log::All, 1)] {
        let mut buffers = buffers(false, log);
        let at = at(&buffers, 1);
        assert_eq!(buffers.write_each(at, &[0], 3), 1);
        assert_eq!(buffers.write_each(at, &[0], 3), 0);
        assert_eq!(buffers.changes().len(), n_expected, "{log:?}");
    }
}

#[test]
fn many_changes_are_forgotten_but_distances_follow() {
    let mut buffers = buffers(false, Log::Unseen);
    let (first, last) = (at(&buffers, 0), at(&buffers, 3));
    buffers.write_each(first, &[0], 0);
    buffers.update_field(0, |_| {});
    for round in 0..3 * N_CHANGES_MAX {
        buffers.write_each(last, &[0], (round % 2) as u8);
        assert!(buffers.changes().len() < N_CHANGES_MAX);
    }
    buffers.update_field(0, |_| {});
    assert_eq!(buffers.distance(0, last), Some(3));
    buffers.write_each(last, &[0], 0);
    buffers.update_field(0, |_| {});
    let middle = at(&buffers, 2);
    assert_eq!(buffers.distance(0, middle), Some(1));
}
