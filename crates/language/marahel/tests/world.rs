//! The world of `configs/generators`: any part can be made alone, and be walked to.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

use std::fs;
use std::path::Path;
use std::thread;

use marahel::level::{Level, TileSet};
use marahel::{Generator, Workspace, World};

/// Parts of the area, and tiles of a part, along each side.
const N_PARTS: usize = 8;
const SIDE: usize = 32;

fn world() -> World {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../configs/generators/world");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it is there");
    World::parse(&read("world.json"), |name| Generator::parse(&read(name))).expect("it is right")
}

#[test]
fn parts_made_alone_or_by_threads_are_those_of_the_whole() {
    let world = world();
    let (area, whole) = (world.area(5).expect("small"), world.generate(5).expect("small"));
    thread::scope(|scope| {
        for y in 0..N_PARTS {
            let (world, area, whole) = (&world, &area, &whole);
            scope.spawn(move || {
                let mut workspace = Workspace::new();
                for x in (0..N_PARTS).rev() {
                    let part = world.part_of(area, 5, x, y, &mut workspace).expect("it is small");
                    for (row, tiles) in part.view().rows().enumerate() {
                        let whole = whole.view().row(y * SIDE + row);
                        assert_eq!(tiles, &whole[x * SIDE..][..SIDE]);
                    }
                }
            });
        }
    });
}

/// A way leads through every seam, and the parts join their ways.
#[test]
fn each_part_can_be_walked_to() {
    let world = world();
    let open = ["grass", "flower", "path", "door", "dirt", "sand", "bridge"];
    let open: TileSet = open.iter().filter_map(|name| world.palette().tile(name)).collect();
    for seed in 0..5 {
        let whole = world.generate(seed).expect("it is small");
        let reached = reached(&whole, open);
        for (x, y) in (0..N_PARTS).flat_map(|y| (0..N_PARTS).map(move |x| (x, y))) {
            let cells = (0..SIDE * SIDE).map(|at| (x * SIDE + at % SIDE, y * SIDE + at / SIDE));
            let n_reached = cells.filter(|&(x, y)| reached[y * whole.width() + x]).count();
            assert!(n_reached > 10, "part {x},{y} of seed {seed}");
        }
        // Nobody leaves the world.
        assert!(whole.view().row(0).iter().all(|&tile| !open.contains(tile)), "seed {seed}");
    }
}

/// Which cells can be walked to from a way through the first seam.
fn reached(whole: &Level, open: TileSet) -> Vec<bool> {
    let (width, height) = (whole.width(), whole.height());
    let is_way = |&y: &usize| [SIDE - 1, SIDE].iter().all(|&x| open.contains(whole.get(x, y)));
    let start = (1..SIDE - 1).find(is_way).expect("a way leads through each seam");
    let mut reached = vec![false; width * height];
    let mut queue = vec![(SIDE, start)];
    while let Some((x, y)) = queue.pop() {
        if x >= width || y >= height || reached[y * width + x] || !open.contains(whole.get(x, y)) {
            continue;
        }
        reached[y * width + x] = true;
        let (left, up) = (x.wrapping_sub(1), y.wrapping_sub(1));
        queue.extend([(left, y), (x + 1, y), (x, up), (x, y + 1)]);
    }
    reached
}
