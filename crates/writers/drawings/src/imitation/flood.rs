//! Flood fills of levels.

use std::collections::VecDeque;

use marahel_level::{Level, TileSet};

/// Whether each cell can be reached over the tiles `over`, in four directions, from the tiles
/// `from`.
pub(crate) fn reached(level: &Level, from: TileSet, over: TileSet) -> Vec<bool> {
    steps(level, from, over).iter().map(Option::is_some).collect()
}

/// The fewest steps to each cell that [`reached`] reaches.
pub(crate) fn steps(level: &Level, from: TileSet, over: TileSet) -> Vec<Option<usize>> {
    let begins = level.tiles().iter().map(|&tile| from.contains(tile).then_some(0));
    let mut steps: Vec<Option<usize>> = begins.collect();
    let mut queue: VecDeque<usize> =
        (0..steps.len()).filter(|&cell| steps[cell] == Some(0)).collect();
    while let Some(cell) = queue.pop_front() {
        for next in level.view().beside(cell) {
            if over.contains(level.tiles()[next]) && steps[next].is_none() {
                steps[next] = steps[cell].map(|n| n + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

/// The cells of the largest piece of these tiles.
pub(crate) fn largest(level: &Level, tiles: TileSet) -> Vec<bool> {
    let (numbers, sizes) = pieces(level, tiles);
    let largest = (0..sizes.len()).rev().max_by_key(|&number| sizes[number]);
    numbers.into_iter().map(|number| number.is_some() && number == largest).collect()
}

/// The index of the piece of these tiles that each cell belongs to; and the sizes of the pieces.
pub(crate) fn pieces(level: &Level, tiles: TileSet) -> (Vec<Option<usize>>, Vec<usize>) {
    let mut numbers = vec![None; level.tiles().len()];
    let mut sizes: Vec<usize> = Vec::new();
    for start in 0..numbers.len() {
        if numbers[start].is_some() || !tiles.contains(level.tiles()[start]) {
            continue;
        }
        let number = sizes.len();
        let mut queue = vec![start];
        numbers[start] = Some(number);
        let mut size = 0;
        while let Some(cell) = queue.pop() {
            size += 1;
            for next in level.view().beside(cell) {
                if numbers[next].is_none() && tiles.contains(level.tiles()[next]) {
                    numbers[next] = Some(number);
                    queue.push(next);
                }
            }
        }
        sizes.push(size);
    }
    (numbers, sizes)
}
