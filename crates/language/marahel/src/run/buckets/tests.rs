use std::collections::BTreeMap;

use super::Buckets;
use crate::properties::choices::{Choices, check};

/// What happens to a queue of cells; events that do not fit are skipped.
#[derive(Clone, Copy, Debug)]
enum Event {
    Insert { cell: u32, key: u32 },
    Change { cell: u32, key: u32 },
    Remove { cell: u32 },
}

const N_CELLS: u32 = 20;
/// More than two words of buckets.
const N_KEYS: u32 = 150;

fn event(choices: &mut Choices) -> Event {
    let cell = choices.number(0..N_CELLS as usize) as u32;
    // Few of the keys, so that many are equal, in all words.
    let key = choices.of(&[0, 1, 2, 63, 64, 149]);
    choices.of(&[Event::Insert { cell, key }, Event::Change { cell, key }, Event::Remove { cell }])
}

fn play(queue: &mut Buckets, events: Vec<Event>) {
    let mut keys = BTreeMap::new();
    queue.begin(N_CELLS as usize, N_KEYS as usize);
    for event in events {
        match event {
            Event::Insert { cell, key } if !keys.contains_key(&cell) => {
                keys.insert(cell, key);
                queue.insert(cell, key);
            }
            Event::Change { cell, key } if keys.contains_key(&cell) => {
                keys.insert(cell, key);
                queue.change(cell, key);
            }
            Event::Remove { cell } if keys.contains_key(&cell) => {
                keys.remove(&cell);
                queue.remove(cell);
            }
            _ => {}
        }
        let smallest = keys.values().min();
        let equals = keys.iter().filter(|&(_, key)| Some(key) == smallest);
        let expected: Vec<u32> = equals.map(|(&cell, _)| cell).collect();
        let mut lowest = queue.lowest().to_vec();
        lowest.sort_unstable();
        assert_eq!(lowest, expected);
        for cell in 0..N_CELLS {
            assert_eq!(queue.key(cell), keys.get(&cell).copied());
        }
    }
}

#[test]
fn the_lowest_are_those_that_a_scan_of_all_cells_finds() {
    check(256, |choices| {
        let first = choices.list(0..40, event);
        let second = choices.list(0..40, event);
        // The second time nothing of the first is left.
        let mut queue = Buckets::default();
        play(&mut queue, first);
        play(&mut queue, second);
    });
}
