use marahel_script::{Dial, Script};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::adopt;
use crate::breeder::Start;
use crate::breeder::tests::{breeder_of, task};
use crate::task::Task;

fn n_following(script: &Script) -> usize {
    let mut n = 0;
    script.clone().for_each_dialled(|_| n += 1);
    n
}

#[test]
fn a_search_lets_numbers_follow_its_dials() {
    let dials = vec![Dial::new("length", 11.0, 19.0), Dial::new("foes", 0.0, 8.0)];
    let breeder = breeder_of(Task { dials: dials.clone(), ..task() }, Start::Starters);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut n_with, mut n_changed) = (0, 0);
    for _ in 0..100 {
        let first = breeder.first(&mut rng).0.script;
        assert_eq!(first.dials, dials);
        n_with += usize::from(n_following(&first) > 0);
        for _ in 0..10 {
            let child = breeder.vary(&first, &first, &mut rng);
            let script = child.document.script;
            n_changed += usize::from(child.operator == "dial");
            for dial in &dials {
                let turned = script.clone().with_dial(&dial.name, dial.max).expect("in range");
                assert_eq!(Script::parse(&turned.to_string()).expect("it is sound"), turned);
            }
        }
    }
    assert!(n_with > 90 && n_changed > 100, "{n_with} with, {n_changed} changed");
}

#[test]
fn dials_are_taken_over_by_name() {
    let text = r"{metadata: {min: 9, max: 9}, entities: ['wall', 'floor'],
        dials: {foes: [0, 4], length: [1, 20]},
        explorers: [{parameters: {repeats: 'foes+1', tiles: 'length'}, rules: ['-> self(wall)']}]}";
    let script = Script::parse(text).expect("it is sound");
    let dials = vec![Dial::new("length", 11.0, 19.0), Dial::new("foes", 0.0, 8.0)];
    let mut adopted = script.clone();
    adopt(&mut adopted, &Task { dials: dials.clone(), ..task() });
    let one = &adopted.explorers[0];
    assert_eq!((&adopted.dials, one.repeats, one.tiles), (&dials, 5, Some(15)));
    let mut fixed = script;
    adopt(&mut fixed, &Task { dials: dials[..1].to_vec(), ..task() });
    let one = &fixed.explorers[0];
    assert_eq!((n_following(&fixed), one.repeats, one.tiles), (0, 3, Some(10)));
}
