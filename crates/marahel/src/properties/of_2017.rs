//! What holds for every script of 2017.

use aiide17::{convert, parse_either};
use level::{Tile, TileSet, UNKNOWN};
use script::{Dialect, Script};

use super::choices::check;
use super::scripts_of_2017::{in_a_region, scripts};
use crate::generator::Generator;
use crate::run::Workspace;
use crate::semantics::Semantics;

fn generator(text: &str) -> Generator {
    let script = parse_either(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    Generator::new(&script, Semantics::Documented)
}

#[test]
fn a_seed_gives_one_level() {
    check(300, |choices| {
        let seed = choices.seed();
        let scripts = [(); 2].map(|()| scripts(choices));
        let mut workspace = Workspace::new();
        for text in &scripts {
            let script = parse_either(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_eq!(script.dialect, Dialect::Aiide17);
            let generator = Generator::new(&script, Semantics::Documented);
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
        let script = parse_either(&text).expect("it is sound");
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
