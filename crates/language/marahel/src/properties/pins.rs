//! What holds for every script that begins with pins.

use marahel_level::{Level, Tile};

use super::choices::{Choices, check};
use super::{SEMANTICS, naive, scripts};
use crate::generator::Generator;
use crate::pins::Pins;
use marahel_script::{Script, Size};

/// Cells to pin, each by its place as shares of the sides.
type Spots = (f64, f64, Vec<(f64, f64, Tile)>);

fn spots(choices: &mut Choices) -> Spots {
    let spot =
        |choices: &mut Choices| (choices.share(), choices.share(), choices.number(0..3) as u8);
    (choices.share(), choices.share(), choices.list(0..20, spot))
}

/// Pins in a size that the script allows.
fn pins(script: &Script, (width, height, spots): &Spots) -> Pins {
    let part = |share: f64, n: usize| (share * n as f64) as usize;
    let Script { min: Size { width: w, height: h }, max, .. } = *script;
    let width = w as usize + part(*width, (max.width - w) as usize + 1);
    let height = h as usize + part(*height, (max.height - h) as usize + 1);
    let mut pins = Pins::open(width, height);
    for &(x, y, tile) in spots {
        pins.pin(part(x, width), part(y, height), tile);
    }
    pins
}

fn holds(level: &Level, pins: &Pins) -> bool {
    (level.width(), level.height()) == pins.size()
        && pins.iter().all(|(x, y, tile)| level.get(x, y) == tile)
}

#[test]
fn pinned_cells_stay() {
    check(400, |choices| {
        let seed = choices.seed();
        let text = scripts::scripts(choices);
        let semantics = choices.of(&SEMANTICS);
        let spots = spots(choices);
        let script = Script::parse(&text).expect("the script is sound");
        let generator = Generator::new(&script).read_as(semantics);
        let pins = pins(&script, &spots);
        let level = generator.generate_from(&pins, seed).expect("the script ends");
        let snapshots = generator.snapshots_from(&pins, seed, 40).expect("the script ends");
        assert!(snapshots.iter().all(|snapshot| holds(&snapshot.level, &pins)));
        assert_eq!(snapshots.last().map(|snapshot| &snapshot.level), Some(&level));
    });
}

#[test]
fn no_pins_change_nothing() {
    check(400, |choices| {
        let seed = choices.seed();
        let text = scripts::scripts(choices);
        let semantics = choices.of(&SEMANTICS);
        let mut script = Script::parse(&text).expect("the script is sound");
        script.min = script.max;
        let generator = Generator::new(&script).read_as(semantics);
        let open = Pins::open(script.max.width as usize, script.max.height as usize);
        assert_eq!(generator.generate_from(&open, seed), generator.generate(seed));
    });
}

/// A pinned cell reads as its tile, and else the language stays as it is.
#[test]
fn pinned_levels_are_what_a_naive_reading_says() {
    check(1000, |choices| {
        let seed = choices.seed();
        let text = scripts::walks(choices);
        let spots = spots(choices);
        let script = Script::parse(&text).expect("the script is sound");
        let pins = pins(&script, &spots);
        let generator = Generator::new(&script);
        let snapshots = generator.snapshots_from(&pins, seed, 0).expect("it is small");
        let map = |index: usize| -> naive::Map {
            snapshots[index].level.view().rows().map(<[Tile]>::to_vec).collect()
        };
        let pinned = pins.iter().map(|(x, y, _)| (x as i32, y as i32)).collect();
        let outcomes = naive::outcomes(&script.explorers[1], &map(0), &pinned);
        assert!(outcomes.contains(&map(1)), "{text}\n{pins:?}");
    });
}
