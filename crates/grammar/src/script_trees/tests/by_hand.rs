//! Scripts written by hand are within reach of the built-in grammar of whole scripts.

use super::*;
use crate::derivation::Node;
use crate::grammar::Piece;

/// A derivation of `text`, found by trying all alternatives in turn.
fn parse(grammar: &Grammar, text: &str) -> Option<Tree> {
    let mut tree = Tree::new();
    let start = [Piece::Symbol(grammar.start)];
    derives(grammar, &Rest::Pieces(&start, &Rest::End), text, &mut tree).then_some(tree)
}

/// What has yet to be written.
enum Rest<'r> {
    End,
    Pieces(&'r [Piece], &'r Rest<'r>),
}

fn derives(grammar: &Grammar, rest: &Rest<'_>, text: &str, tree: &mut Tree) -> bool {
    match rest {
        Rest::End => text.is_empty(),
        Rest::Pieces([], rest) => derives(grammar, rest, text, tree),
        Rest::Pieces([Piece::Text(piece), pieces @ ..], rest) => text
            .strip_prefix(piece.as_str())
            .is_some_and(|text| derives(grammar, &Rest::Pieces(pieces, rest), text, tree)),
        Rest::Pieces([Piece::Symbol(symbol), pieces @ ..], rest) => {
            let rest = Rest::Pieces(pieces, rest);
            let n_nodes = tree.len();
            let alternatives = &grammar.symbols[*symbol];
            alternatives.iter().enumerate().any(|(choice, alternative)| {
                if alternatives[..choice].contains(alternative) {
                    return false;
                }
                tree.truncate(n_nodes);
                tree.push(Node { symbol: *symbol, choice });
                derives(grammar, &Rest::Pieces(alternative, &rest), text, tree)
            })
        }
    }
}

/// Checks that a script can be written by the grammar and decoded again.
#[track_caller]
fn check(entities: &[&str], text: &str, expected: &Value) {
    let grammar = Grammar::free().with_entities(entities.iter().copied());
    let trees = ScriptTrees::new(grammar, Cleanup::Intended).expect("all symbols are supplied");
    let tree = parse(trees.grammar(), text).expect("the grammar writes it");
    let document = trees.decode(&trees.genes(&tree)).expect("it is a tree");
    assert_eq!(json!(document), *expected);
}

/// A script of the gallery, without what the problem decides, in the words of the grammar.
fn gallery(name: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/generators/gallery/");
    let text = std::fs::read_to_string(format!("{path}{name}.json")).expect("it is there");
    let script: Value = serde_json::from_str(&text).expect("it is JSON");
    let strings = |object: &Value| -> Value {
        let numbers = object.as_object().expect("parameters").iter();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        numbers.map(|(name, value)| (name.clone(), json!(text(value)))).collect()
    };
    let mut document = json!({"explorers": script["explorers"]});
    for explorer in document["explorers"].as_array_mut().expect("a list") {
        if explorer["type"] == "drunk" {
            explorer["type"] = json!("digger");
        }
        if explorer.get("region").is_none() {
            explorer["region"] = json!("map");
        }
        if explorer.get("parameters").is_some() {
            explorer["parameters"] = strings(&explorer["parameters"]);
        }
        for rule in explorer["rules"].as_array_mut().expect("a list") {
            // the clean-up joins without spaces
            let text = rule.as_str().expect("a rule").replace(", ", ",");
            *rule = json!(text);
        }
    }
    if let Some(regions) = script.get("regions") {
        document["regions"] = json!({
            "type": regions["type"],
            "number": regions["number"].to_string(),
            "parameters": strings(&regions["parameters"]),
        });
    }
    document
}

#[test]
fn a_maze_that_grows_like_a_tree() {
    let text = "type: horz; rule: -> self(solid); \
                type: rorder; changes: 1; rule: -> self(empty); \
                type: rorder; repeats: 40; rule: self(solid), plusnc(empty)==1 -> self(empty); ";
    let expected = json!({"explorers": [
        {"type": "horz", "region": "map", "rules": ["-> self(solid)"]},
        {"type": "rorder", "region": "map", "parameters": {"changes": "1"}, "rules": ["-> self(empty)"]},
        {"type": "rorder", "region": "map", "parameters": {"repeats": "40"},
         "rules": ["self(solid),plusnc(empty)==1 -> self(empty)"]},
    ]});
    check(&["empty", "solid"], text, &expected);
}

#[test]
fn the_dungeon_of_the_gallery() {
    let text = "regions: equal; number: 15; min: 5x3; \
        type: horz; region: all; rule: left(out)==0, left2(out) -> self(solid); \
            rule: up(out)==0, up2(out) -> self(solid); \
        type: rorder; changes: 1; rule: self(unknown) -> self(empty); \
        type: rorder; repeats: 40; \
            turns: self(unknown), left2(empty), random<0.3 -> self(empty), left(empty); \
        type: rorder; changes: 1; rule: self(empty), plus(solid|out)==3 -> self(player); \
        type: rorder; changes: 1; \
            rule: self(empty), plus(solid|out)==3, dist(player)>5 -> self(key); \
        type: rorder; changes: 1; rule: self(empty), plus(solid|out)==3, dist(key)>5 -> self(door); \
        type: rorder; changes: 3; \
            rule: self(empty), dist(player)>3, dist(enemy)>2 -> self(enemy); ";
    check(&ENTITIES, text, &gallery("zelda"));
}

#[test]
fn the_puzzle_of_the_gallery() {
    let text = "type: horz; rule: dist(out)==1 -> self(solid); rule: -> self(empty); \
        type: rorder; changes: 4; rule: all(solid)<3, all(empty)>5 -> self(solid); \
        type: rorder; changes: 3; \
            turns: right_lane(empty), dist(crate)>1, random<0.5 -> self(crate), right(target); \
        type: digger; dirprob: 0.3; tiles: 300; \
            rule: self(empty), right(crate), left(empty|target) -> self(crate), right(empty); \
            rule: self(empty), down(crate), up(empty|target) -> self(crate), down(empty); \
            rule: self(empty), left(crate), right(empty|target) -> self(crate), left(empty); \
            rule: self(empty), up(crate), down(empty|target) -> self(crate), up(empty); \
        type: rorder; changes: 1; rule: self(empty) -> self(player); ";
    let entities = ["crate", "empty", "player", "solid", "target"];
    check(&entities, text, &gallery("sokoban"));
}

#[test]
fn the_corridor_of_the_gallery() {
    let text = "type: horz; rule: up2(out) -> self(solid); rule: right(out) -> self(empty); \
            rule: -> self(empty:5|solid:2); \
        type: connect; entities: empty; rule: self(solid) -> self(empty); \
        type: horz; rule: up(out), left(out) -> self(door); rule: up(out) -> self(empty); \
            rule: up2(out), right(out) -> self(empty); \
        type: rorder; changes: 1; rule: self(empty), up2(out)==0 -> self(key); \
        type: rorder; changes: 1; rule: self(empty), up2(out)==0, dist(key)>2 -> self(player); \
        type: rorder; changes: 3; rule: self(empty) -> self(enemy); ";
    check(&ENTITIES, text, &gallery("corridor"));
}

#[test]
fn the_warehouse_of_the_gallery() {
    let text = "type: horz; rule: -> self(empty); \
        type: rorder; changes: 1; rule: dist(out)==1, random<0.1 -> self(solid); \
        type: rorder; changes: 5; rule: dist(out)>1, all(crate)<2, random<0.4 -> self(crate); \
        type: rorder; \
            rule: self(empty), dist(out)>1, all(crate)<2, crate<3 -> self(crate); \
        type: rorder; rule: self(empty), dist(crate)>1, target<crate -> self(target); \
        type: rorder; changes: 1; rule: self(empty) -> self(player); ";
    let entities = ["crate", "empty", "player", "solid", "target"];
    check(&entities, text, &gallery("warehouse"));
}

#[test]
fn a_weighted_fill_comes_first_or_not_at_all() {
    let text = "type: horz; rule: -> self(empty:3|solid); type: vert; rule: -> self(solid); ";
    let expected = json!({"explorers": [
        {"type": "horz", "region": "map", "rules": ["-> self(empty:3|solid)"]},
        {"type": "vert", "region": "map", "rules": ["-> self(solid)"]},
    ]});
    check(&["empty", "solid"], text, &expected);
    let text = "type: vert; rule: -> self(solid); ";
    let expected = json!({"explorers": [
        {"type": "vert", "region": "map", "rules": ["-> self(solid)"]},
    ]});
    check(&["empty", "solid"], text, &expected);
}
