//! Running a program allocates nothing once its workspace has grown.

use marahel::{Generator, Pins, Semantics, Workspace};
use marahel_script::explorer_types;

/// A script of the given regions and explorers, on levels of one or of many sizes.
fn script(max: &str, regions: &str, explorers: &str) -> String {
    format!(
        "{{metadata: {{min: '14x12', max: '{max}'}}, entities: ['empty', 'solid', 'key'], regions: {regions},
        explorers: [{{rules: ['-> self(empty:2|solid)']}}, {explorers}]}}"
    )
}

#[track_caller]
fn check(script: &str, semantics: Semantics) {
    let script =
        marahel_dialects::parse(script).unwrap_or_else(|error| panic!("{script}\n{error}"));
    let generator = Generator::new(&script).read_as(semantics);
    let mut workspace = Workspace::new();
    let mut pins = Pins::open(14, 12);
    pins.pin(3, 4, 1);
    let mut generate = |seed| {
        generator.generate_in(seed, &mut workspace).expect("the script ends");
        generator.generate_from_in(&pins, seed, &mut workspace).expect("the script ends");
    };
    // Twice, for some lists take turns in what they hold.
    (0..100).for_each(&mut generate);
    (0..100).for_each(&mut generate);
    // The same levels need the same memory, which is there by now.
    let allocations = allocation_counter::measure(|| (0..100).for_each(&mut generate));
    assert_eq!(allocations.count_total, 0, "{semantics}: {script:?}");
}

#[test]
fn explorers_allocate_nothing() {
    let rules = "['dist(key)>2, all(solid)>1, random<0.5 -> self(empty)', 'noise>0 -> plus(solid|key)', 'percent<0.5 -> self(key)']";
    for kind in explorer_types().map(|names| names[0]) {
        for replace in ["same", "buffer"] {
            let explorer = format!(
                "{{type: '{kind}', parameters: {{replace: '{replace}', repeats: 2, heuristics: 'dist(solid), all(key), dist(out), noise, half_turn(key)',
                costs: 'self(solid), dist(key), random', mirror: 'both'}}, rules: {rules}}}"
            );
            for max in ["14x12", "19x17"] {
                check(&script(max, "{}", &explorer), Semantics::Documented);
                check(&script(max, "{}", &explorer), Semantics::Original);
            }
        }
    }
}

#[test]
fn dividers_allocate_nothing() {
    for kind in ["equal", "bsp", "sampling"] {
        let regions =
            format!("{{type: '{kind}', number: 4, parameters: {{min: '3x2', max: '5x4'}}}}");
        for walk in ["horz", "wide", "connect"] {
            let explorer = format!(
                "{{type: '{walk}', region: 'all', parameters: {{heuristics: 'dist(solid)'}}, rules: ['dist(out)>1 -> self(empty)']}}"
            );
            check(&script("19x17", &regions, &explorer), Semantics::Documented);
        }
    }
}

/// All but the connector: its path search and its list of candidates allocate.
#[test]
fn explorers_of_2017_allocate_nothing() {
    let rules = "'isConnected(solid), isEven(key@map), maxDist(key)>2, avgDist(solid|key)>1, minDist(plus, key, any)>1, noise>0.5 -> self(empty)', 'complete<0.5 -> plus(solid|key)'";
    let regions = [
        "name: 'map', border: '0,2'",
        "name: 'all', borderType: 'wrap', replacingType: 'same'",
        "name: 'some', count: 2",
    ];
    for kind in ["sequential", "random", "agent"] {
        for region in regions {
            let script = format!(
                "{{metadata: {{minDimension: '14x12', maxDimension: '19x17'}}, entities: {{empty: {{}}, solid: {{}}, key: {{max: 20}}}},
                regions: {{type: 'bsp', numberOfRegions: 4, parameters: {{min: '3x2', max: '7x7'}}}},
                explorers: [{{type: 'sequential', rules: ['random<0.3 -> self(solid)', 'self(any) -> self(empty)']}},
                {{type: '{kind}', region: {{{region}}}, iterations: 2, rules: [{rules}]}}]}}"
            );
            check(&script, Semantics::Documented);
        }
    }
}
