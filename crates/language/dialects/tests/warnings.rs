//! What warnings say is so, whatever the seed.

#[path = "../../marahel/src/properties/choices.rs"]
mod choices;
#[path = "../../marahel/src/properties/scripts.rs"]
#[expect(dead_code, reason = "some of it is for the properties of that crate")]
mod scripts;
#[path = "../src/properties/scripts_of_2017.rs"]
#[expect(dead_code, reason = "some of it is for the properties of that crate")]
mod scripts_of_2017;

use choices::{Choices, check};
use marahel::{Generator, Pins, Snapshot};
use marahel_level::{Level, Tile};
use marahel_script::{Diagnostic, Fix, Script};

fn of_either_dialect(choices: &mut Choices) -> String {
    choices.of(&[scripts::scripts, scripts_of_2017::scripts])(choices)
}

fn warnings(text: &str) -> Vec<Diagnostic> {
    marahel_dialects::check(text).expect("the script is sound").1
}

/// Cells to pin, each by its place as shares of the sides.
type Spots = Vec<(f64, f64, Tile)>;

fn spots(choices: &mut Choices) -> Spots {
    choices.list(1..20, |choices| (choices.share(), choices.share(), choices.number(0..3) as u8))
}

fn pins(script: &Script, spots: &Spots) -> Pins {
    let (width, height) = (script.min.width as usize, script.min.height as usize);
    let mut pins = Pins::open(width, height);
    for &(x, y, tile) in spots {
        pins.pin((x * width as f64) as usize, (y * height as f64) as usize, tile);
    }
    pins
}

fn parsed(text: &str) -> Script {
    marahel_dialects::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The levels of some seeds after each explorer, without pins and then with them.
fn traces(text: &str, seed: u64, spots: &Spots) -> Vec<Vec<Level>> {
    let script = parsed(text);
    let generator = Generator::new(&script);
    let pins = pins(&script, spots);
    let seeds = seed..seed.saturating_add(4);
    let open = seeds.clone().map(|seed| generator.snapshots(seed, 0));
    let pinned = seeds.map(|seed| generator.snapshots_from(&pins, seed, 0));
    let levels = |snapshots: Result<Vec<Snapshot>, _>| {
        let snapshots = snapshots.expect("the script ends");
        snapshots.into_iter().map(|snapshot| snapshot.level).collect()
    };
    open.chain(pinned).map(levels).collect()
}

/// How many of these traces a warning is about.
fn n_concerned(warning: &Diagnostic, traces: &[Vec<Level>]) -> usize {
    traces.len() / if warning.message.starts_with("without pins, ") { 2 } else { 1 }
}

/// The number of the explorer that a warning is about, from 0.
fn explorer_of(warning: &Diagnostic) -> usize {
    let number = warning.place.trim_start_matches("explorer ").split(',').next();
    number.and_then(|number| number.parse::<usize>().ok()).expect("it names one") - 1
}

#[test]
fn what_is_idle_can_be_deleted() {
    check(200, |choices| {
        let seed = choices.seed();
        let text = of_either_dialect(choices);
        let spots = spots(choices);
        let mut idle = warnings(&text);
        idle.retain(|warning| warning.fix.as_ref().is_some_and(|fix| fix.replacement.is_empty()));
        let before = traces(&text, seed, &spots);
        for warning in &idle {
            let deleted = warning.fix.as_ref().expect("only those are left").apply(&text);
            assert!(traces(&deleted, seed, &spots) == before, "{warning}\n{deleted}");
        }
        let deleted = Fix::apply_all(&idle, &text);
        assert!(traces(&deleted, seed, &spots) == before, "{idle:#?}\n{deleted}");
    });
}

#[test]
fn idle_explorers_change_nothing() {
    check(200, |choices| {
        let seed = choices.seed();
        let text = of_either_dialect(choices);
        let spots = spots(choices);
        let traces = traces(&text, seed, &spots);
        let n_pins = pins(&parsed(&text), &spots).iter().count();
        for warning in warnings(&text) {
            if !warning.message.contains("this explorer can change nothing") {
                continue;
            }
            let explorer = explorer_of(&warning);
            let n_concerned = n_concerned(&warning, &traces);
            for (index, trace) in traces[..n_concerned].iter().enumerate() {
                let is_idle = if explorer > 0 {
                    trace[explorer] == trace[explorer - 1]
                } else {
                    let known =
                        trace[0].tiles().iter().filter(|&&tile| tile != marahel_level::UNKNOWN);
                    known.count() == if index < traces.len() / 2 { 0 } else { n_pins }
                };
                assert!(is_idle, "{warning}");
            }
        }
    });
}

#[test]
fn dead_rules_never_fire() {
    check(200, |choices| {
        let seed = choices.seed();
        let text = of_either_dialect(choices);
        let spots = spots(choices);
        let before = traces(&text, seed, &spots);
        for warning in warnings(&text) {
            if !warning.message.contains("never fire") {
                continue;
            }
            // Whatever it writes is never seen.
            let start = warning.range.start;
            let arrow = start + text[start..].find("->").expect("a rule has an arrow") + 2;
            let end = arrow + text[arrow..].find('\'').expect("a rule ends");
            if text[arrow..end].contains("unknown") || text[arrow..end].contains("any") {
                continue; // what compiling knows about unknown tiles depends on it
            }
            let changed = format!("{} all(key){}", &text[..arrow], &text[end..]);
            let n = n_concerned(&warning, &before);
            let after = traces(&changed, seed, &spots);
            assert!(after[..n] == before[..n], "{warning}\n{changed}");
        }
    });
}

#[test]
fn what_may_do_something_in_2017_is_not_told() {
    for explorer in [
        "{type: 'sequential', rules: ['self(any) -> self(solid)']}",
        "{type: 'sequential', rules: ['any -> self(solid)', 'out -> self(empty)']}",
        "{type: 'sequential', rules: ['plus(any) > 3 -> self(solid)', '-> self(empty)']}",
        "{type: 'random', region: {name: 'map', borderType: 'wrap'}, rules: ['plus(out) -> self(solid)', 'plus(any) > 3 -> self(empty)']}",
        "{type: 'agent', parameters: {number: '0,1', lifespan: '0,1'}, rules: ['-> self(solid)']}",
        "{type: 'random', parameters: {number: 0, lifespan: 0}, rules: ['-> self(solid)']}",
        "{type: 'sequential', rules: ['random < 0.5 -> self(solid)', 'random < 0.5 -> self(empty)']}",
    ] {
        let text = format!(
            "{{metadata: {{dimension: 9}}, entities: ['empty', 'solid'], explorers: [{explorer}]}}"
        );
        let (_, warnings) =
            marahel_dialects::check(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let idle = warnings.iter().filter(|warning| !warning.message.contains("does not use"));
        assert_eq!(idle.map(ToString::to_string).collect::<Vec<_>>(), [""; 0], "{explorer}");
    }
}
