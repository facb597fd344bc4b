use marahel::Generator;
use marahel_script::{Dialect, Script};

use super::convert as convert_text;

/// A script of 2017 on one row of nine tiles.
fn script(explorers: &str) -> String {
    format!(
        "{{metadata: {{dimension: '9x5'}}, entities: ['empty', 'solid', 'key'], neighborhoods: {{near: ['111', '131', '111'], west: ['12']}},
        regions: {{type: 'equal', numberOfRegions: 3, parameters: {{min: '3x1'}}}}, explorers: [{explorers}]}}"
    )
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The explorers as rewritten, without spaces, and the messages about what is lost.
#[track_caller]
fn convert(explorers: &str) -> (String, Vec<String>) {
    let text = script(explorers);
    let conversion = convert_text(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let read = Script::parse(&conversion.text);
    let script = read.unwrap_or_else(|error| panic!("{}\n{error}", conversion.text));
    assert_eq!(script.dialect, Dialect::Current);
    let explorers = conversion.text.split("\"explorers\": ").nth(1).expect("it has explorers");
    let explorers = without_spaces(explorers);
    let losses = conversion.losses.iter().map(|loss| format!("{}: {}", loss.place, loss.message));
    (explorers, losses.collect())
}

#[track_caller]
fn check(explorer: &str, expected: &str, losses: &[&str]) {
    let (explorers, found) = convert(explorer);
    assert_eq!(explorers, format!("[{}]}}", without_spaces(expected)));
    assert_eq!(found.len(), losses.len(), "{found:?}");
    for (found, expected) in found.iter().zip(losses) {
        assert!(found.contains(expected), "{found} has no {expected}");
    }
}

#[track_caller]
fn check_rule(rule: &str, expected: &str) {
    let explorer = format!("{{type: 'random', rules: ['{rule} -> self(key)']}}");
    let expected =
        format!("{{ \"type\": \"narrow_rand\", \"rules\": [\"{expected} -> self(key)\"] }}");
    check(&explorer, &expected, &[]);
}

#[track_caller]
fn check_lost_rule(rule: &str, what: &str) {
    let explorer = format!("{{type: 'random', rules: ['{rule} -> self(key)']}}");
    let expected = "{ \"type\": \"narrow_rand\", \"rules\": [] }";
    check(&explorer, expected, &[&format!("explorer 1, rule 1: {what}")]);
}

#[test]
fn sections_are_rewritten() {
    let conversion = convert_text(
        "{metadata: {minDimension: '4x5', maxDimension: 6}, entity: {\"the 'sea'\": {}, solid: {}},
          neighborhood: {unused: '11', west: ['12']}, regions: {type: 'bsp', numberOfRegions: 2, parameters: {min: '2x2'}},
          rule: [{type: 'automata', rules: ['plus(solid), west(solid)>0 -> self(solid)']}]}",
    )
    .expect("it is sound");
    assert_eq!(
        conversion.text,
        r#"{
  "metadata": {"min": "4x5", "max": "6x6"},
  "entities": ["the 'sea'", "solid"],
  "neighborhoods": {"plus": "010,121,010", "west": "12"},
  "regions": {"type": "bsp", "number": 2, "parameters": {"min": "2x2"}},
  "explorers": [
    {
      "type": "narrow_horz",
      "parameters": {"replace": "buffer"},
      "rules": ["plus(solid) > 0, west(solid) -> self(solid)"]
    }
  ]
}
"#
    );
    assert_eq!(conversion.losses, []);
}

#[test]
fn a_script_of_today_stays_as_it_is() {
    let text = "{metadata: {min: 3, max: 3}, /* mine */ entities: ['a'], explorers: []}";
    let conversion = convert_text(text).expect("it is sound");
    assert_eq!((conversion.text.as_str(), conversion.losses.len()), (text, 0));
    assert!(convert_text("{}").is_err());
}

#[test]
fn sequential_becomes_rows() {
    check(
        "{type: 'sequential', region: {name: '0,2'}, parameters: {iterations: 3}, rules: ['near(solid)>4 -> self(solid)']}",
        r#"{ "type": "narrow_horz", "region": "0,2", "parameters": {"replace": "buffer", "repeats": 3}, "rules": ["near(solid)>4 -> self(solid)"] }"#,
        &[],
    );
    check(
        "{type: 'sequential', parameters: {start: 0.5}, rules: ['near(solid)>4 -> near(solid)']}",
        r#"{ "type": "narrow_horz", "parameters": {"replace": "buffer"}, "rules": ["near(solid)>4 -> near(solid)"] }"#,
        &["the order of visits", "begins at a random cell"],
    );
}

#[test]
fn a_border_becomes_a_condition() {
    check(
        "{type: 'sequential', region: {name: 'all', border: 1}, rules: ['self(any) -> self(empty)', 'self(solid), random<0.5 -> self(key)']}",
        r#"{ "type": "narrow_horz", "region": "all", "rules": [ "dist(out)>1, self(any) -> self(empty)", "dist(out)>1, self(solid), random<0.5 -> self(key)" ] }"#,
        &[],
    );
    let (_, losses) = convert(
        "{type: 'sequential', region: {border: '1,2'}, rules: ['self(any) -> self(empty)']}",
    );
    assert_eq!(losses.len(), 1);
    let (_, losses) = convert(
        "{type: 'sequential', region: {border: 1}, rules: ['near(empty)>2 -> self(empty)']}",
    );
    assert_eq!(losses.len(), 1);
}

#[test]
fn what_lies_beyond_is_said_where_rules_can_tell() {
    check(
        "{type: 'sequential', region: {borderType: 'solid'}, rules: ['west(solid) -> self(key)']}",
        r#"{ "type": "narrow_horz", "parameters": {"replace": "buffer", "out": "solid"}, "rules": ["west(solid) -> self(key)"] }"#,
        &[],
    );
    check(
        "{type: 'sequential', rules: ['west(any)==0 -> self(key)']}",
        r#"{ "type": "narrow_horz", "parameters": {"replace": "buffer", "out": "unknown"}, "rules": ["west(any)==0 -> self(key)"] }"#,
        &[],
    );
    let (_, losses) = convert(
        "{type: 'sequential', region: {borderType: 'wrap'}, rules: ['west(key) -> self(key)']}",
    );
    assert!(losses[0].contains("wrap around"), "{losses:?}");
}

#[test]
fn random_becomes_random() {
    check(
        "{type: 'random', parameters: {numberOfTiles: 20, iterations: 2}, rules: ['self(empty), complete>0.5 -> self(key)']}",
        r#"{ "type": "narrow_rand", "parameters": {"repeats": 2, "tiles": 20, "changes": 20}, "rules": ["self(empty), percent>0.5 -> self(key)"] }"#,
        &[],
    );
}

#[test]
fn agents_and_connectors_become_the_closest_turtles() {
    check(
        "{type: 'agent', parameters: {number: 3, change: 10, lifespan: '100,200', allowed: 'empty'}, rules: ['complete>0.25 -> self(key)']}",
        r#"{ "type": "turtle_drunk", "parameters": {"directions": "plus", "dirprob": 0.1, "repeats": 3, "tiles": 150, "changes": 150}, "rules": ["percent<0.75 -> self(key)"] }"#,
        &["drunk turtles", "`allowed`"],
    );
    check(
        "{type: 'connector', region: {border: 1}, parameters: {type: 'hub', entities: ['empty', 'key']}, rules: ['self(solid) -> self(empty)']}",
        r#"{ "type": "turtle_connect", "parameters": {"directions": "plus", "entities": "empty|key", "replace": "buffer"}, "rules": ["self(solid) -> self(empty)"] }"#,
        &["`hub` connector", "the border is left out"],
    );
}

#[test]
fn conditions_that_can_be_said_are() {
    check_rule("plus(solid)", "plus(solid)>0");
    check_rule("self(solid|empty)", "self(solid|empty)");
    check_rule("isSingular(key)", "key==1");
    check_rule("key@map<3, key<3", "key<3, key<3");
    check_rule("minDist(key|solid)>2, random", "dist(key|solid)>2, random>0");
}

#[test]
fn noise_is_that_of_one_lattice_cell() {
    check(
        "{type: 'random', rules: ['noise>0.75, 0.25>=noise@map -> self(key)']}",
        r#"{ "type": "narrow_rand", "rules": ["noise10>0.5, noise10<=-0.5 -> self(key)"] }"#,
        &["at the corner of a tile"],
    );
}

#[test]
fn parity_tells_what_lies_beyond() {
    check(
        "{type: 'sequential', region: {borderType: 'solid'}, rules: ['isOdd(west(solid)) -> self(key)']}",
        r#"{ "type": "narrow_horz", "parameters": {"replace": "buffer", "out": "solid"}, "rules": ["west(solid)==1 -> self(key)"] }"#,
        &[],
    );
    check(
        "{type: 'sequential', rules: ['isEven(west(unknown)) -> self(key)']}",
        r#"{ "type": "narrow_horz", "parameters": {"replace": "buffer", "out": "unknown"}, "rules": ["west(unknown)==0 -> self(key)"] }"#,
        &[],
    );
}

#[test]
fn parity_of_few_cells_becomes_several_rules() {
    check(
        "{type: 'random', rules: ['random<0.5, isOdd(plus(solid)) -> self(key)', 'isEven(self(solid)), isEven(west(key)) -> self(solid)']}",
        r#"{ "type": "narrow_rand", "rules": [ "random<0.5, plus(solid)==1 -> self(key)", "random<0.5, plus(solid)==3 -> self(key)", "self(solid)==0, west(key)==0 -> self(solid)" ] }"#,
        &[],
    );
    check_lost_rule(
        "isEven(near(key)), isEven(near(solid)), isOdd(near(empty))",
        "so many conditions on even or odd numbers",
    );
}

#[test]
fn rules_that_cannot_be_said_are_left_out() {
    check_lost_rule("isEven(key)", "`isEven`");
    check_lost_rule("isOdd(key)", "`isOdd`");
    check_lost_rule("isConnected", "`isConnected`");
    check_lost_rule("maxDist(key)>2", "the mean or largest distance");
    check_lost_rule("avgDist(key)>2", "the mean or largest distance");
    check_lost_rule("minDist(plus, key)>2", "a distance along paths");
    check_lost_rule("noise>random", "`noise` compared");
    let (_, losses) = convert(
        "{type: 'random', region: 'all', rules: ['key@map>2 -> self(key)', 'noise@map>0.5 -> self(key)']}",
    );
    assert_eq!(losses.len(), 2, "{losses:?}");
}

#[test]
fn regions_that_cannot_be_named() {
    let (explorers, losses) = convert(
        "{type: 'random', region: {name: 'some', count: 2}, rules: []}, {type: 'random', region: {name: 'specific', rectangles: {x: 1, y: 1, w: 2, h: 2}}, rules: []}",
    );
    assert!(explorers.contains("\"0,1\"") && explorers.matches("type").count() == 1, "{explorers}");
    assert_eq!(losses.len(), 2);
}

#[test]
fn losses_have_their_places() {
    let conversion = convert_text(
        "{metadata: {dimension: 3},\n entities: {empty: {color: red}, solid: {min: 1}},\n explorers: [{type: agent, rules: []}]}",
    );
    let losses = conversion.expect("it is sound").losses;
    let places: Vec<(usize, usize)> = losses.iter().map(|loss| (loss.line, loss.column)).collect();
    assert_eq!(places, [(2, 13), (2, 34), (3, 21)]);
}

#[test]
fn without_losses_the_levels_are_the_same() {
    // Nothing random but where rows begin, which does not matter.
    let explorers = "{type: 'sequential', rules: ['self(any) -> self(solid)']},
        {type: 'sequential', region: {name: 'all', border: 1}, rules: ['self(any) -> self(empty)']},
        {type: 'sequential', parameters: {iterations: 2}, rules: ['near(empty), self(solid) -> self(key)', 'near(unknown)>2 -> self(empty)', 'complete>0, west(key) -> self(solid)']},
        {type: 'sequential', region: {replacingType: 'same', name: '1-3'}, rules: ['self(key), isSingular(self(key)) -> self(empty)']},
        {type: 'sequential', rules: ['isOdd(near(solid)), isEven(plus(empty)) -> self(key)']}";
    let text = script(explorers);
    let conversion = convert_text(&text).expect("it is sound");
    assert_eq!(conversion.losses, []);
    let generate = |text: &str| {
        let script = crate::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let generator = Generator::new(&script);
        generator.generate(1).expect("it is small").to_text()
    };
    assert_eq!(generate(&text), generate(&conversion.text), "{}", conversion.text);
}
