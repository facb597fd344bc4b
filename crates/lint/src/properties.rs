//! What warnings say is so, whatever the seed.

#[path = "../../marahel/src/properties/scripts.rs"]
#[expect(dead_code, reason = "some of it is for the properties of that crate")]
mod scripts;
#[path = "../../marahel/src/properties/scripts_of_2017.rs"]
mod scripts_of_2017;

use level::Level;
use marahel::{Generator, Semantics};
use proptest::prelude::*;
use script::{Diagnostic, Fix};

/// Scripts of both dialects.
fn scripts_of_all() -> impl Strategy<Value = String> {
    prop_oneof![scripts::scripts(), scripts_of_2017::scripts()]
}

fn warnings(text: &str) -> Vec<Diagnostic> {
    crate::check(text).expect("the script is sound").1
}

/// The levels of some seeds after each explorer.
fn traces(text: &str, seed: u64) -> Vec<Vec<Level>> {
    let script = aiide17::parse_either(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let generator = Generator::new(&script, Semantics::Documented);
    let seeds = seed..seed.saturating_add(4);
    seeds.map(|seed| generator.trace(seed).expect("the script ends")).collect()
}

/// The number of the explorer that a warning is about, from 0.
fn explorer_of(warning: &Diagnostic) -> usize {
    let number = warning.place.trim_start_matches("explorer ").split(',').next();
    number.and_then(|number| number.parse::<usize>().ok()).expect("it names one") - 1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_idle_can_be_deleted(text in scripts_of_all(), seed in 0_u64..1000) {
        let mut idle = warnings(&text);
        idle.retain(|warning| warning.fix.as_ref().is_some_and(|fix| fix.replacement.is_empty()));
        let before = traces(&text, seed);
        for warning in &idle {
            let deleted = warning.fix.as_ref().expect("only those are left").apply(&text);
            prop_assert!(traces(&deleted, seed) == before, "{}\n{}", warning, deleted);
        }
        let deleted = Fix::apply_all(&idle, &text);
        prop_assert!(traces(&deleted, seed) == before, "{:#?}\n{}", idle, deleted);
    }

    #[test]
    fn idle_explorers_change_nothing(text in scripts_of_all(), seed in 0_u64..1000) {
        let traces = traces(&text, seed);
        for warning in warnings(&text) {
            if !warning.message.starts_with("this explorer can change nothing") {
                continue;
            }
            let explorer = explorer_of(&warning);
            for trace in &traces {
                let is_idle = match explorer.checked_sub(1) {
                    Some(before) => trace[explorer] == trace[before],
                    None => trace[0].tiles().iter().all(|&tile| tile == level::UNKNOWN),
                };
                prop_assert!(is_idle, "{warning}");
            }
        }
    }

    #[test]
    fn dead_rules_never_fire(text in scripts_of_all(), seed in 0_u64..1000) {
        let before = traces(&text, seed);
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
            prop_assert!(traces(&changed, seed) == before, "{}\n{}", warning, changed);
        }
    }
}
