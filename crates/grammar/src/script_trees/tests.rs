mod by_hand;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::*;

const ENTITIES: [&str; 6] = ["door", "empty", "enemy", "key", "player", "solid"];

fn trees() -> ScriptTrees {
    let grammar = Grammar::free().with_entities(ENTITIES);
    ScriptTrees::new(grammar, Cleanup::Intended).expect("all symbols are supplied")
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A whole script of a document, for a level of 11 x 7.
fn script(document: &Document) -> Value {
    let mut script = json!({
        "metadata": {"min": "11x7", "max": "11x7"},
        "entities": ENTITIES,
        "neighborhoods": Grammar::free().neighborhoods(),
        "explorers": document.explorers,
    });
    if let Some(regions) = &document.regions {
        script["regions"] = json!(regions);
    }
    script
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn genomes_stay_genomes_and_their_scripts_are_scripts(seed: u64) {
        let trees = trees();
        let mut rng = rng(seed);
        let mut genome = trees.random(&mut rng);
        let other = trees.random(&mut rng);
        for _ in 0..30 {
            let again = trees.vary(&genome, &other, &mut rng.clone());
            let child = trees.vary(&genome, &other, &mut rng);
            prop_assert_eq!(&again, &child);
            prop_assert!(child.genome != genome && trees.fits(&child.genome), "{}", child.operator);
            let document = trees.decode(&child.genome).expect("it fits");
            let script = script(&document).to_string();
            let read = marahel::Script::parse(&script);
            prop_assert!(read.is_ok(), "{:?}\n{}", read.err(), script);
            genome = child.genome;
        }
    }
}

#[test]
fn random_scripts_have_a_sensible_size() {
    let trees = trees();
    let mut rng = rng(1);
    let mut random = || trees.decode(&trees.random(&mut rng)).expect("it fits").explorers;
    let scripts: Vec<_> = (0..2000).map(|_| random()).collect();
    let share = |n: usize, of: usize| n as f64 / of as f64;
    let n_short = scripts.iter().filter(|script| script.len() <= 6).count();
    assert!(share(n_short, 2000) > 0.75, "up to six explorers: {n_short}");
    let explorers: Vec<_> = scripts.iter().flatten().collect();
    let n_few = explorers.iter().filter(|explorer| explorer.rules.len() <= 4).count();
    assert!(
        share(n_few, explorers.len()) > 0.85,
        "up to four rules, as many as one that is turned: {n_few}"
    );
    let rules: Vec<_> = explorers.iter().flat_map(|explorer| &explorer.rules).collect();
    let n_conditions =
        |rule: &str| rule.split("->").next().map_or(0, |left| left.split(',').count());
    let n_few = rules.iter().filter(|rule| n_conditions(rule) <= 3).count();
    assert!(share(n_few, rules.len()) > 0.85, "up to three conditions: {n_few}");
}

#[test]
fn most_children_say_something_else_whatever_made_them() {
    let trees = trees();
    let mut rng = rng(2);
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for _ in 0..10_000 {
        let (first, second) = (trees.random(&mut rng), trees.random(&mut rng));
        let child = trees.vary(&first, &second, &mut rng);
        assert_eq!(child.uses_second, ["graft", "explorer"].contains(&child.operator));
        let [n_new, n] = counts.entry(child.operator).or_default();
        *n_new += usize::from(trees.decode(&child.genome) != trees.decode(&first));
        *n += 1;
    }
    assert_eq!(counts.len(), 9, "{counts:?}");
    assert!(counts.values().all(|[n_new, n]| n_new * 100 > n * 80), "{counts:?}");
}

/// Names of the symbols for which `is_wanted` holds.
fn names(trees: &ScriptTrees, is_wanted: impl Fn(usize) -> bool) -> String {
    let symbols = (0..trees.lists.len()).filter(|&symbol| is_wanted(symbol));
    let names: Vec<_> = symbols.map(|symbol| trees.grammar.name(symbol)).collect();
    names.join(" ")
}

#[test]
fn lists_and_numbers_are_found_in_the_grammar() {
    let trees = trees();
    assert_eq!(
        names(&trees, |symbol| trees.lists[symbol].is_some()),
        "mixture explorers indices heuristics rules conditions executers written entities"
    );
    assert_eq!(
        names(&trees, |symbol| trees.scales[symbol].is_some()),
        "regionCount divisions side trials weight few gap index repeatCount tileCount changeCount fraction \
         signedFraction number"
    );
}

/// The trees of a small grammar: `a`, `b` or `c`, once or more.
fn small() -> ScriptTrees {
    let grammar = Grammar::parse(
        r##"{"symbols": {
            "origin": ["type: horz; rule: #explorers#"],
            "explorers": ["#item#,#explorers#", "#item#"],
            "item": ["a", "b", "c#number#"],
            "number": ["1", "5", "3"]
        }}"##,
    );
    let grammar = grammar.expect("the test's grammar is valid");
    ScriptTrees::new(grammar, Cleanup::Intended).expect("all symbols are supplied")
}

/// Checks what a genome of the small grammar says, or why it says nothing.
#[track_caller]
fn check(genes: &[u32], expected: Result<&str, &str>) {
    let decoded = small().decode(genes).map(|document| document.explorers[0].rules.join(" "));
    let decoded = decoded.map_err(|error| error.to_string());
    assert_eq!(decoded.as_deref().map_err(String::as_str), expected);
    assert_eq!(small().fits(genes), expected.is_ok());
}

#[test]
fn each_gene_is_the_choice_of_a_symbol_that_has_one() {
    check(&[1, 0], Ok("a"));
    check(&[0, 0, 0, 2, 1, 1, 1], Ok("a,c5,b"));
}

#[test]
fn genes_are_those_of_one_tree() {
    check(&[], Err("the 0 genes end before the script does; take whole subtrees only"));
    check(&[0, 0, 1], Err("the 3 genes end before the script does; take whole subtrees only"));
    check(&[1, 0, 0], Err("a genome has 2 genes, not 3"));
    check(&[1, 3], Err("gene 1 is 3; genes are at most 2"));
    check(&[0; 2000], Err("the script takes more than 1000 symbols; make it shorter"));
}

#[test]
fn a_number_goes_to_one_near_it() {
    let trees = small();
    let tree = trees.tree(&[1, 2, 1]).expect("it fits");
    let number = trees.scales[tree[3].symbol].as_ref().expect("it writes numbers");
    let reached = |choice| {
        let mut rng = rng(1);
        let reached: BTreeSet<_> = (0..50).filter_map(|_| number.near(choice, &mut rng)).collect();
        reached
    };
    assert_eq!(reached(0), BTreeSet::from([1, 2]), "from 1 up to 3 and 5");
    assert_eq!(reached(1), BTreeSet::from([0, 2]), "from 5 down to 3 and 1");
}

#[test]
fn a_grammar_without_entities_asks_for_them() {
    let error = ScriptTrees::new(Grammar::free(), Cleanup::Intended).expect_err("no entities");
    assert_eq!(
        error.to_string(),
        "symbol `entity` has no alternatives; supply them with `Grammar::with_entities`"
    );
}

#[test]
fn the_regions_stand_before_the_explorers() {
    let text =
        "regions: bsp; number: 4; min: 3x3; type: vert; region: all; rule: -> self(a); type: wide";
    let document = Document::from_statements(text).expect("statements");
    let expected = json!({
        "regions": {"type": "bsp", "number": "4", "parameters": {"min": "3x3"}},
        "explorers": [
            {"type": "vert", "region": "all", "rules": ["-> self(a)"]},
            {"type": "wide", "region": "map", "rules": []},
        ],
    });
    assert_eq!(json!(document), expected);
    assert_eq!(Document::from_statements("regions"), Err((0, "regions")));
    assert_eq!(Document::from_statements("type: horz; type: vert; x"), Err((2, "x")));
}
