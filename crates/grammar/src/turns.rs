//! Rules turned by quarters: what a rule does to the left, done in all four directions.

/// Neighborhoods that are turned into each other, each into the next by a quarter to the right
/// and the last into the first. Others look the same after a quarter, or keep their name.
const TURNS: [&[&str]; 6] = [
    &["left", "up", "right", "down"],
    &["left2", "up2", "right2", "down2"],
    &["left_lane", "up_lane", "right_lane", "down_lane"],
    &["up_left", "up_right", "down_right", "down_left"],
    &["horz", "vert"],
    &["horzl", "vertl"],
];

/// A rule and its three turns, each a quarter to the right of the one before.
pub(crate) fn turns(rule: &str) -> [String; 4] {
    let first = turned(rule);
    let second = turned(&first);
    let third = turned(&second);
    [rule.to_owned(), first, second, third]
}

/// A rule turned by a quarter: its neighborhoods are, and nothing else has a direction.
fn turned(rule: &str) -> String {
    let mut text = String::with_capacity(rule.len() + 8);
    let mut rest = rule;
    while let Some((before, behind)) = rest.split_once('(') {
        let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
        let (head, name) = before.split_at(before.trim_end_matches(is_of_name).len());
        text.extend([head, quarter(name), "("]);
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// The neighborhood that another one is after a quarter.
fn quarter(name: &str) -> &str {
    let next = |names: &&[&'static str]| {
        let place = names.iter().position(|other| *other == name)?;
        Some(names[(place + 1) % names.len()])
    };
    TURNS.iter().find_map(next).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{TURNS, turns};
    use crate::Grammar;

    #[test]
    fn neighborhoods_turn_and_nothing_else_does() {
        let rule = "self(left|up), left2(up)>1,noise2<dist(out) -> up_left(left:2|x),horzl(down)";
        let expected = [
            rule,
            "self(left|up), up2(up)>1,noise2<dist(out) -> up_right(left:2|x),vertl(down)",
            "self(left|up), right2(up)>1,noise2<dist(out) -> down_right(left:2|x),horzl(down)",
            "self(left|up), down2(up)>1,noise2<dist(out) -> down_left(left:2|x),vertl(down)",
        ];
        assert_eq!(turns(rule), expected);
        assert_eq!(turns("-> self(x)"), ["-> self(x)"; 4]);
    }

    /// Cells of a neighborhood by column and row from its middle, whether it counts itself.
    fn cells(matrix: &str) -> Vec<(i32, i32)> {
        let of_rows = matrix.split(',').zip(0..).flat_map(|(row, y)| {
            row.chars().zip(0..).map(move |(digit, x)| (digit, (x, y))).collect::<Vec<_>>()
        });
        let of_rows: Vec<(char, (i32, i32))> = of_rows.collect();
        let middle = of_rows.iter().find(|(digit, _)| "23".contains(*digit)).expect("it has one");
        let (left, top) = middle.1;
        let members = of_rows.iter().filter(|(digit, _)| "13".contains(*digit));
        let mut cells: Vec<_> = members.map(|(_, (x, y))| (x - left, y - top)).collect();
        cells.sort_unstable();
        cells
    }

    #[test]
    fn the_neighborhoods_of_the_built_in_grammar_are_quarter_turns_of_each_other() {
        let grammar = Grammar::free();
        let known = |name: &str| match name {
            // Marahel's own, in the notation of a grammar
            "left" => "12".to_owned(),
            "right" => "21".to_owned(),
            "up" => "1,2".to_owned(),
            "down" => "2,1".to_owned(),
            "horz" => "121".to_owned(),
            "vert" => "1,2,1".to_owned(),
            name => grammar.neighborhoods[name].clone(),
        };
        for names in TURNS {
            for (name, next) in names.iter().zip(names.iter().cycle().skip(1)) {
                let mut turned: Vec<_> =
                    cells(&known(name)).into_iter().map(|(x, y)| (-y, x)).collect();
                turned.sort_unstable();
                assert_eq!(turned, cells(&known(next)), "{name} turned is {next}");
            }
        }
        let has_turns = |name: &str| TURNS.iter().any(|names| names.contains(&name));
        for (name, matrix) in &grammar.neighborhoods {
            let mut turned: Vec<_> = cells(matrix).into_iter().map(|(x, y)| (-y, x)).collect();
            turned.sort_unstable();
            assert!(has_turns(name) || turned == cells(matrix), "{name} has no turns");
        }
    }
}
