//! What players do in five levels of the original game.
//!
//! Index `n` is how often the library counts a run of `n` cells in them, with its way to count:
//! every cell behind the first run of a line counts once more. Falling and climbing run in columns
//! of 21 rows and the floor, walking and hanging in rows of 32 cells.

pub(super) const WALKING: [u32; 32] = [
    0, 2, 2, 4, 7, 8, 9, 11, 12, 15, 13, 17, 17, 22, 20, 19, 19, 21, 21, 18, 18, 19, 16, 15, 17,
    12, 12, 14, 12, 10, 11, 10,
];

pub(super) const HANGING: [u32; 32] = [
    0, 0, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 6, 7, 6, 6, 5, 5, 5, 4, 4, 4, 4, 4, 2, 1, 1, 1, 1, 1, 1,
];

pub(super) const CLIMBING: [u32; 22] =
    [0, 0, 1, 13, 21, 21, 24, 24, 23, 20, 22, 19, 18, 17, 20, 18, 15, 14, 13, 9, 3, 1];

pub(super) const FALLING: [u32; 22] =
    [0, 21, 51, 62, 61, 60, 64, 65, 65, 65, 66, 58, 51, 49, 54, 48, 50, 46, 35, 32, 5, 2];
