use super::*;
use crate::tests::config;
use marahel::Generator;

fn script(entities: &str, rule: &str) -> String {
    format!(
        r#"{{"metadata": {{"min": "4x3", "max": "4x3"}}, "entities": [{entities}],
        "explorers": [{{"type": "horz", "rules": ["{rule}"]}}]}}"#
    )
}

#[track_caller]
fn levels(script: &str, n: u64) -> Option<Vec<Level>> {
    let config = config(&[("problem", "binary")]);
    let problem = marahel_config::problem_of(&config);
    example_levels(script, n, &config, &problem).expect("it is a script")
}

#[test]
fn levels_are_those_of_the_first_seeds() {
    let script = script(r#""empty", "solid""#, "self(any) -> self(empty|solid)");
    let found = levels(&script, 3).expect("they cost little");
    let generator = Generator::parse(&script).expect("it is a script");
    let tiles = |seed: u64| generator.generate(seed).expect("it costs little").tiles().to_vec();
    assert_eq!(found.len(), 3);
    for (seed, level) in (0..).zip(&found) {
        assert_eq!(level.tiles(), tiles(seed));
    }
}

#[test]
fn entities_of_another_order_are_tiles_of_the_problem() {
    let config = config(&[("problem", "binary")]);
    let problem = marahel_config::problem_of(&config);
    for entities in [r#""empty", "solid""#, r#""solid", "empty""#, r#""solid""#] {
        let script = script(entities, "self(any) -> self(solid)");
        let found = levels(&script, 1).expect("they cost little");
        assert_eq!(found[0].palette(), problem.palette());
        assert_eq!(found[0].palette().name(found[0].get(0, 0)), "solid");
    }
}

#[test]
fn an_entity_that_the_problem_lacks_keeps_its_name() {
    let script = script(r#""solid", "lava", "empty""#, "self(any) -> self(lava)");
    let found = levels(&script, 1).expect("they cost little");
    assert_eq!(found[0].palette().name(found[0].get(0, 0)), "lava");
}

#[test]
fn what_is_no_script_is_an_error() {
    let config = config(&[("problem", "binary")]);
    let problem = marahel_config::problem_of(&config);
    assert!(example_levels("{}", 1, &config, &problem).is_err());
}
