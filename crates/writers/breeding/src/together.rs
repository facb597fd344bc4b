//! Locked explorers that stand side by side stay so: a skeleton is not torn apart.

use marahel_script::{Explorer, Locked, Script};

/// Moves what stands between two locked explorers behind them, if they stand side by side in the
/// script that a search began with. What its author put between them stays.
pub(crate) fn keep_together(script: &mut Script, starts: &[Script]) {
    let is_own = |start: &&Script| locked(&start.explorers).eq(locked(&script.explorers));
    let Some(start) = starts.iter().find(is_own) else { return };
    // For each locked explorer, whether the next explorer of the start is locked, too.
    let joins = start.explorers.iter().zip(start.explorers.iter().skip(1));
    let joins = joins.filter(|(explorer, _)| is_whole(explorer)).map(|(_, next)| is_whole(next));
    let mut joins = joins.chain(std::iter::repeat(false));
    let (mut is_joined, mut moved) = (false, Vec::new());
    for explorer in std::mem::take(&mut script.explorers) {
        if is_whole(&explorer) {
            is_joined = joins.next() == Some(true);
            script.explorers.push(explorer);
            if !is_joined {
                script.explorers.append(&mut moved);
            }
        } else if is_joined {
            moved.push(explorer);
        } else {
            script.explorers.push(explorer);
        }
    }
}

fn locked(explorers: &[Explorer]) -> impl Iterator<Item = &Explorer> {
    explorers.iter().filter(|explorer| is_whole(explorer))
}

fn is_whole(explorer: &Explorer) -> bool {
    explorer.locked == Locked::Whole
}
