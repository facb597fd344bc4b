use super::*;

#[test]
fn the_built_in_grammar_has_the_alternatives_of_the_released_one() {
    let grammar = Grammar::fdg20(["a"]);
    let counts: Vec<_> = grammar
        .symbols
        .iter()
        .map(|(name, alternatives)| format!("{name} {}", alternatives.len()))
        .collect();
    assert_eq!(
        counts.join(", "),
        "origin 1, typeStatement 1, type 10, regionStatement 1, parameters 1, repeats 8, \
         replace 2, directions 2, heuristics 5, heuristic 2, out 3, changes 3, changeCount 43, \
         ruleStatements 1, rules 5, rule 1, conditions 5, condition 3, leftEstimator 4, \
         rightEstimator 5, tileEstimator 3, randomCondition 3, fraction 9, signedFraction 2, \
         order 4, operator 3, number 46, executer 1, neighborhood 25, entities 5, entity 1"
    );
}

/// The offsets from the center at which a matrix has cells, as Marahel reads it.
fn offsets(matrix: &str) -> Vec<(i32, i32)> {
    let cells = || {
        (0..)
            .zip(matrix.split(','))
            .flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, digit)| (x, y, digit)))
    };
    let (center_x, center_y, _) = cells().find(|cell| "23".contains(cell.2)).expect("a center");
    cells()
        .filter(|cell| "13".contains(cell.2))
        .map(|(x, y, _)| (x - center_x, y - center_y))
        .collect()
}

#[track_caller]
fn check_neighborhood(name: &str, expected: impl Fn(i32, i32) -> bool) {
    let square = (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y)));
    let expected: Vec<_> = square.filter(|&(x, y)| expected(x, y)).collect();
    let grammar = Grammar::fdg20(["a"]);
    assert_eq!(offsets(&grammar.neighborhoods()[name]), expected, "{name}");
}

#[test]
fn neighborhoods_hold_what_their_names_say() {
    let near = |x: i32, y: i32| x.abs() <= 1 && y.abs() <= 1;
    check_neighborhood("allnc", |x, y| near(x, y) && (x, y) != (0, 0));
    check_neighborhood("plusnc", |x, y| x.abs() + y.abs() == 1);
    check_neighborhood("horzl", |x, y| near(x, y) && y == 0);
    check_neighborhood("vertl", |x, y| near(x, y) && x == 0);
    check_neighborhood("diag", |x, y| near(x, y) && x.abs() == y.abs());
    check_neighborhood("diagnc", |x, y| x.abs() == 1 && y.abs() == 1);
    check_neighborhood("allfive", |_, _| true);
    check_neighborhood("plusfive", |x, y| x == 0 || y == 0);
    check_neighborhood("diagfive", |x, y| x.abs() == y.abs());
    assert_eq!(Grammar::fdg20(["a"]).neighborhoods().len(), 9);
}

#[test]
fn a_symbol_can_be_redefined_and_its_alternatives_are_literal() {
    let grammar = Grammar::parse(r##"{"symbols": {"origin": ["#entity#"], "entity": ["a"]}}"##)
        .with_entities(["#origin#", "b"]);
    let literal = |text: &str| vec![Piece::Text(text.to_owned())];
    assert_eq!(grammar.symbols["entity"], [literal("#origin#"), literal("b")]);
}
