//! What holds for every script of 2017.

/// Random choices, as the tests of today's scripts make them.
#[path = "../../../marahel/src/properties/choices.rs"]
pub(crate) mod choices;
/// The grammars of random scripts, those of today among them.
#[expect(dead_code, reason = "scripts of today are for other tests")]
#[path = "../../../marahel/src/properties/scripts.rs"]
mod scripts;
mod scripts_of_2017;

use marahel::{Generator, Pins, Workspace};
use marahel_level::{Level, Tile, TileSet, UNKNOWN};
use marahel_script::{Dialect, Script};

use crate::{DIALECT, convert};
use choices::check;
use scripts_of_2017::{in_a_region, scripts};

fn generator(text: &str) -> Generator {
    let script = crate::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    Generator::new(&script)
}

#[test]
fn a_seed_gives_one_level() {
    check(300, |choices| {
        let seed = choices.seed();
        let scripts = [(); 2].map(|()| scripts(choices));
        let mut workspace = Workspace::new();
        for text in &scripts {
            let script = crate::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_eq!(script.dialect, DIALECT);
            let generator = Generator::new(&script);
            let level = generator.generate(seed).expect("the script ends");
            // Memory that served another script changes nothing.
            let view = generator.generate_in(seed, &mut workspace).expect("the script ends");
            let again: Vec<Tile> = view.rows().flatten().copied().collect();
            assert_eq!(level.tiles(), &again);
            let trace = generator.trace(seed).expect("the script ends");
            assert_eq!(trace.len(), script.explorers.len());
            assert_eq!(trace.last(), Some(&level));
            assert!(level.tiles().iter().all(|&tile| tile == UNKNOWN || tile < 3));
        }
    });
}

#[test]
fn no_entity_has_more_cells_than_it_may() {
    check(300, |choices| {
        let seed = choices.seed();
        let text = scripts(choices);
        let script = crate::parse(&text).expect("it is sound");
        let trace = generator(&text).trace(seed).expect("it ends");
        for limit in &script.limits {
            for level in &trace {
                let limited = TileSet::only(limit.tile);
                let n: u32 = level.tiles().iter().map(|&tile| limited.count(tile)).sum();
                assert!(limit.max.is_none_or(|max| n <= max), "{}\n{}", text, level.to_text());
            }
        }
    });
}

#[test]
fn explorers_write_in_their_region_only() {
    check(300, |choices| {
        let seed = choices.seed();
        let text = in_a_region(choices);
        let generator = generator(&text);
        let trace = generator.trace(seed).expect("it ends");
        for y in 0..9 {
            for x in 0..9 {
                let is_inside = (3..6).contains(&x) && (2..6).contains(&y);
                assert!(
                    is_inside || trace[0].get(x, y) == trace[1].get(x, y),
                    "{x}, {y} of {text}"
                );
            }
        }
    });
}

#[test]
fn what_is_converted_is_sound() {
    check(300, |choices| {
        let seed = choices.seed();
        let text = scripts(choices);
        let conversion = convert(&text).expect("it is sound");
        let script = Script::parse(&conversion.text);
        assert!(script.is_ok(), "{}\n{}", conversion.text, script.expect_err("it failed"));
        assert_eq!(script.expect("it is sound").dialect, Dialect::Current);
        let level = Generator::parse(&conversion.text).expect("it is sound").generate(seed);
        assert!(level.is_ok());
    });
}

#[test]
fn connectors_leave_one_component() {
    check(300, |choices| {
        let seed = choices.seed();
        let kind = choices.of(&["short", "random", "hub", "full"]);
        let directions = choices.of(&["plus", "all"]);
        let wraps = choices.of(&[false, true]);
        let border = if wraps { "wrap" } else { "none" };
        let text = format!(
        "{{metadata: {{minDimension: '1x1', maxDimension: '14x11'}}, entities: [empty, solid, key], explorers: [
            {{type: sequential, rules: ['random<0.3 -> self(empty)', 'self(any) -> self(solid)']}},
            {{type: connector, borderType: {border}, parameters: {{type: {kind}, directions: {directions}, entities: empty}},
              rules: ['self(solid) -> self(empty)']}},
            {{type: sequential, borderType: {border}, rules: ['isConnected(empty, {directions}) -> self(key)']}}]}}"
    );
        let level = generator(&text).generate(seed).expect("it ends");
        let keys = TileSet::only(2);
        assert!(level.tiles().iter().all(|&tile| keys.contains(tile)), "{}", level.to_text());
    });
}

#[test]
fn what_a_script_writes_is_the_script() {
    check(200, |choices| {
        let text = scripts(choices);
        let script = crate::parse(&text).expect("the script is sound");
        let written = script.to_string();
        let again = crate::parse(&written);
        let again = again.unwrap_or_else(|error| panic!("{text}\n{written}\n{error}"));
        assert_eq!(&again, &script, "{}\n{}", text, &written);
        // Several directions together may get a name.
        assert!(again.neighborhoods.0.starts_with(&script.neighborhoods.0));
        assert_eq!(again.to_json(), script.to_json());
    });
}

#[test]
fn pinned_cells_stay() {
    check(200, |choices| {
        let seed = choices.seed();
        let script = crate::parse(&scripts(choices)).expect("the script is sound");
        let (width, height) = (script.max.width as usize, script.max.height as usize);
        let mut pins = Pins::open(width, height);
        for (x, y, tile) in choices.list(0..20, |choices| {
            (choices.number(0..width), choices.number(0..height), choices.number(0..3) as Tile)
        }) {
            pins.pin(x, y, tile);
        }
        let generator = Generator::new(&script);
        let level = generator.generate_from(&pins, seed).expect("the script ends");
        let snapshots = generator.snapshots_from(&pins, seed, 40).expect("the script ends");
        let holds = |level: &Level| pins.iter().all(|(x, y, tile)| level.get(x, y) == tile);
        assert!(snapshots.iter().all(|snapshot| holds(&snapshot.level)));
        assert_eq!(snapshots.last().map(|snapshot| &snapshot.level), Some(&level));
    });
}
