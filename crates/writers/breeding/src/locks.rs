//! Locks of several kinds, each with its key.

use marahel_level::{Role, Tile, UNKNOWN};
use marahel_script::{Explorer, Operator, Script, Spelling};

use crate::parts::{compare, explorer_of, here, list, number_of, rule, writer, writes};
use crate::task::Task;

/// For a script with one kind of lock and a problem with several: turns the doors and keys behind
/// the first ones into the second kind, and so on.
pub fn tell_locks_apart(script: &mut Script, task: &Task) {
    let is_written = |tile: &Tile| writes(script, *tile);
    let floor = task.of_role(Role::Floor).into_iter().find(is_written);
    let start = task.of_role(Role::Entrance).into_iter().find(is_written);
    let (Some(floor), Some(start)) = (floor, start) else { return };
    let doors: Vec<Tile> = task.locks.iter().map(|lock| lock.0).filter(is_written).collect();
    let keys: Vec<Tile> = task.locks.iter().map(|lock| lock.1).filter(is_written).collect();
    let (&[door], &[key]) = (&doors[..], &keys[..]) else { return };
    // The tiles reachable without a key of a later kind; they grow door by door.
    let mut passed = vec![start];
    for (index, pair) in task.locks.windows(2).enumerate() {
        let ((first_door, first_key), (next_door, next_key)) = (pair[0], pair[1]);
        if index == 0 && (first_door, first_key) != (door, key) {
            let rename = vec![rule(vec![here(door)], first_door), rule(vec![here(key)], first_key)];
            let words = "the first lock and its key";
            script.explorers.push(described(explorer_of("horz", rename), words));
        }
        passed.push(UNKNOWN);
        let is_beside =
            compare(number_of("plus", list(passed.iter().copied())), Operator::Greater, 0.0);
        let spread = writer("horz", vec![here(floor), is_beside], UNKNOWN);
        let spread = Explorer { repeats: 20, ..spread };
        script.explorers.push(described(spread, "marks what is not behind another lock"));
        let rules = [(first_door, next_door), (first_key, next_key)].map(|(from, to)| {
            let is_behind = compare(number_of("plus", list([UNKNOWN])), Operator::Equal, 0.0);
            rule(vec![here(from), is_behind], to)
        });
        let rules = explorer_of("horz", rules.to_vec());
        script.explorers.push(described(rules, "what lies behind has the next lock and key"));
        passed.push(first_door);
    }
    if task.locks.len() > 1 {
        let unmark = writer("horz", vec![here(UNKNOWN)], floor);
        script.explorers.push(described(unmark, "marks are floor"));
    }
}

fn described(explorer: Explorer, words: &str) -> Explorer {
    Explorer { description: Spelling::of(words), ..explorer }
}
