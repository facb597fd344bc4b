//! Handwritten and bred scripts keep what is pinned.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

use std::fs;
use std::path::{Path, PathBuf};

use marahel::level::{N_ENTITIES_MAX, Tile};
use marahel::{Generator, Pins, Workspace};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// All scripts in the folders of `configs/generators`.
fn scripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../configs/generators");
    let folders =
        ["gallery", "evolved", "fdg20", "aiide17", "pins"].map(|folder| root.join(folder));
    let files = folders.into_iter().flat_map(|folder| fs::read_dir(folder).expect("it is there"));
    let files = files.map(|file| file.expect("it is listed").path());
    files.filter(|file| file.extension().is_some_and(|ending| ending == "json")).collect()
}

#[test]
fn pinned_cells_stay() {
    let scripts = scripts();
    assert!(scripts.len() > 30);
    let mut workspace = Workspace::new();
    let mut rng = ChaCha8Rng::seed_from_u64(40);
    for path in scripts {
        let text = fs::read_to_string(&path).expect("it is a text");
        let script = marahel_dialects::parse(&text).expect("it is sound");
        let generator = Generator::new(&script);
        let (width, height) = (script.max.width as usize, script.max.height as usize);
        let n_entities = script.entities.len().min(N_ENTITIES_MAX);
        for seed in 0..10 {
            let mut pins = Pins::open(width, height);
            for _ in 0..rng.random_range(1..=width * height / 4) {
                let tile = rng.random_range(0..n_entities) as Tile;
                pins.pin(rng.random_range(0..width), rng.random_range(0..height), tile);
            }
            let level = generator.generate_from_in(&pins, seed, &mut workspace);
            let level = level.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(pins.iter().all(|(x, y, tile)| level.get(x, y) == tile), "{}", path.display());
        }
    }
}
