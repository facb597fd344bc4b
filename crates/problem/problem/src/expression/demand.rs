//! Demands: comparisons such as `6 <= count(tower) <= 10`, as a value and its good range.

use std::ops::Range;

use super::{Expression, ExpressionKind, Mistake, Operator, parse};

/// A value, and the range in which it is good.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Demand {
    pub(crate) value: String,
    /// Where the value stands in the text; `None` if it is made of both sides.
    pub(crate) place: Option<Range<usize>>,
    pub(crate) range: [f64; 2],
}

/// Reads a demand. If both sides of a comparison are measures, the value is their difference.
pub(crate) fn demand(text: &str) -> Result<Demand, Mistake> {
    let expression = parse(text)?;
    let mut parts = Vec::new();
    comparisons(text, &expression, &mut parts)?;
    let (first, more) = parts.split_first().expect("an expression is at least one comparison");
    let mut demand = first.clone();
    for Demand { value, range: [low, high], place } in more {
        if *value != demand.value {
            let place = place.clone().unwrap_or(expression.range);
            let help = "give each value an objective of its own, or ask for all in `playable`";
            return Err(Mistake::new(place, "an objective asks for one value", help));
        }
        demand.range = [demand.range[0].max(*low), demand.range[1].min(*high)];
    }
    Ok(demand)
}

fn comparisons(
    text: &str,
    expression: &Expression,
    parts: &mut Vec<Demand>,
) -> Result<(), Mistake> {
    let (operator, left, right) = match &expression.kind {
        ExpressionKind::Operation(Operator::And, operands) => {
            return operands.iter().try_for_each(|operand| comparisons(text, operand, parts));
        }
        ExpressionKind::Operation(operator, operands) if operands.len() == 2 => {
            (*operator, &operands[0], &operands[1])
        }
        _ => return Err(no_demand(expression)),
    };
    let words = |side: &Expression| text[side.range.clone()].to_owned();
    let (value, place, operator, number) = match (number(left), number(right)) {
        (_, Some(number)) => (words(left), Some(left.range.clone()), operator, number),
        (Some(number), None) => {
            (words(right), Some(right.range.clone()), operator.mirrored(), number)
        }
        // The score of a distance falls in both directions.
        (None, None) if operator == Operator::Equal => {
            (format!("abs({} - ({}))", words(left), words(right)), None, operator, 0.0)
        }
        (None, None) if operator == Operator::AtLeast => {
            (format!("{} - ({})", words(right), words(left)), None, Operator::AtMost, 0.0)
        }
        (None, None) => (format!("{} - ({})", words(left), words(right)), None, operator, 0.0),
    };
    let range = match operator {
        Operator::Equal => [number, number],
        Operator::AtLeast => [number, f64::INFINITY],
        Operator::AtMost => [f64::NEG_INFINITY, number],
        Operator::Greater | Operator::Less => {
            let message = "`<` and `>` leave the end of a range open";
            let help = "write `>= 3` for `> 2`";
            return Err(Mistake::new(expression.range.clone(), message, help));
        }
        _ => return Err(no_demand(expression)),
    };
    parts.push(Demand { value, place, range });
    Ok(())
}

/// The value of a number, which may have a sign.
fn number(expression: &Expression) -> Option<f64> {
    match &expression.kind {
        ExpressionKind::Number(number) => Some(*number),
        ExpressionKind::Operation(Operator::Negative, operands) => Some(-number(&operands[0])?),
        _ => None,
    }
}

fn no_demand(expression: &Expression) -> Mistake {
    let help = "compare a value with its good numbers, as in `6 <= count(tower) <= 10`; \
                parentheses go around `else`";
    Mistake::new(expression.range.clone(), "an objective is a comparison", help)
}

#[cfg(test)]
mod tests {
    use super::demand;

    #[track_caller]
    fn check(text: &str, value: &str, range: [f64; 2]) {
        let demand = demand(text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
        assert_eq!((&*demand.value, demand.range), (value, range), "{text}");
    }

    #[test]
    fn comparisons_are_a_value_and_its_range() {
        const INF: f64 = f64::INFINITY;
        check("count(gate) == 1", "count(gate)", [1.0, 1.0]);
        check("6 <= count(tower) <= 10", "count(tower)", [6.0, 10.0]);
        check("10 >= count(tower) >= 6", "count(tower)", [6.0, 10.0]);
        check("count(tower) >= 6 and count(tower) <= 10", "count(tower)", [6.0, 10.0]);
        check("share(tree) >= 0.1", "share(tree)", [0.1, INF]);
        check("-2 <= balance() <= 2", "balance()", [-2.0, 2.0]);
        check("(apart(foe) else 9) >= 3", "(apart(foe) else 9)", [3.0, INF]);
        check("count(a) == count(b) + 1", "abs(count(a) - (count(b) + 1))", [0.0, 0.0]);
        check("count(a) <= count(b)", "count(a) - (count(b))", [-INF, 0.0]);
        check("count(a) >= count(b)", "count(b) - (count(a))", [-INF, 0.0]);
    }

    #[test]
    fn what_asks_for_no_range_says_so() {
        let cases = [
            ("count(a)", "is a comparison"),
            ("count(a) > 2", "leave the end"),
            ("count(a) != 2", "is a comparison"),
            ("path(a, b) else 0 >= 3", "is a comparison"),
            ("count(a) == 1 and count(b) == 1", "asks for one value"),
        ];
        for (text, expected) in cases {
            let mistake = demand(text).expect_err(text);
            assert!(mistake.message.contains(expected), "{text}: {}", mistake.message);
        }
    }
}
