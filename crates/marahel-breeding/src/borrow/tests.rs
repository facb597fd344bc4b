use std::collections::BTreeSet;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{borrowed, insert};
use crate::breeder::Start;
use crate::breeder::tests::{breeder_of, rooms, task};
use crate::parts::{N_EXPLORERS_MAX, script_of, writer};

#[test]
fn a_borrowed_part_writes_the_tile_and_is_sound() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let breeder = breeder_of(task(), Start::Starters);
    let (mut n_writing, mut texts) = (0, BTreeSet::new());
    for tile in (0..4).cycle().take(400) {
        let Some(part) = borrowed(tile, &[rooms()], &task(), &mut rng) else { continue };
        let n_borrowed = part.explorers.len();
        n_writing += usize::from(part.explorers[0].written().contains(tile));
        let mut script = script_of(&task(), vec![writer("horz", Vec::new(), 1)]);
        assert!(insert(&mut script, part, &mut rng));
        assert_eq!(script.explorers.len(), 1 + n_borrowed);
        let sound = breeder.sound(script).expect("it can be written");
        texts.insert(sound.to_string());
    }
    assert!(n_writing > 300, "{n_writing}");
    assert!(texts.len() > 50, "{}", texts.len());
}

#[test]
fn a_full_script_stays() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let full = vec![writer("horz", Vec::new(), 1); N_EXPLORERS_MAX];
    let mut script = script_of(&task(), full);
    let part = std::iter::repeat_with(|| borrowed(0, &[rooms()], &task(), &mut rng));
    let part = part.take(20).flatten().next().expect("rooms have explorers");
    let before = script.clone();
    assert!(!insert(&mut script, part, &mut rng));
    assert_eq!(script, before);
}
