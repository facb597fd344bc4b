//! Values in scripts of 2017: a number, a string with one or two numbers, or an array.

use std::ops::RangeInclusive;

use jsonc_parser::ast::{ObjectProp, Value};

use marahel_script::parse::{Piece, parse_integer, parse_real, range_of};

use crate::document::OldReader;
use crate::walks::Interval;

impl<'t> OldReader<'_, 't> {
    /// The parts of a list: a string split at commas, or the elements of an array.
    pub(super) fn list_of<'v>(&mut self, property: &'v ObjectProp<'t>) -> Vec<Piece<'v>> {
        let Value::Array(array) = &property.value else {
            let Some(list) = self.text_of(property) else { return Vec::new() };
            return list.text.split(',').map(|part| list.part(part).trim()).collect();
        };
        let mut parts = Vec::with_capacity(array.elements.len());
        for element in &array.elements {
            if let Some(part) = Piece::of(element, self.text) {
                parts.push(part.trim());
            } else {
                let message =
                    format!("`{}` should list strings or numbers", property.name.as_str());
                self.report(range_of(element), message).help("write it like \"name\" or 3");
            }
        }
        if array.elements.is_empty() {
            let message = format!("`{}` is an empty list", property.name.as_str());
            self.report(range_of(&property.value), message).help("put something into it");
        }
        parts
    }

    /// A whole number, or the two ends of a range: `3`, `"3"`, `"1,3"`, `[1, 3]`.
    pub(super) fn interval_of(
        &mut self,
        property: &ObjectProp<'t>,
        limits: RangeInclusive<u64>,
    ) -> Option<Interval> {
        let parts = self.list_of(property);
        let numbers: Vec<Option<u64>> = parts
            .iter()
            .map(|part| parse_integer(part.text).filter(|number| limits.contains(number)))
            .collect();
        match numbers[..] {
            [Some(number)] => return Some(Interval::only(number)),
            [Some(min), Some(max)] if min <= max => return Some(Interval { min, max }),
            [] => return None, // reported
            _ => {}
        }
        let message = format!("`{}` is not a possible number", property.name.as_str());
        let help = format!(
            "write a whole number from {} to {}, or the smallest and the largest, as in \"1,3\"",
            limits.start(),
            limits.end()
        );
        self.report(range_of(&property.value), message).help(help);
        None
    }

    pub(super) fn integer_of(
        &mut self,
        property: &ObjectProp<'t>,
        limits: RangeInclusive<u64>,
    ) -> Option<u64> {
        let piece = self.text_of(property)?;
        let number = parse_integer(piece.text).filter(|number| limits.contains(number));
        if number.is_none() {
            let message = format!("`{}` is `{}`", property.name.as_str(), piece.text);
            let help = format!("write a whole number from {} to {}", limits.start(), limits.end());
            self.report(piece.range(), message).help(help);
        }
        number
    }

    pub(super) fn share_of(&mut self, name: &str, piece: Piece<'_>) -> Option<f64> {
        let share = parse_real(piece.text).filter(|share| (0.0..=1.0).contains(share));
        if share.is_none() {
            self.report(piece.range(), format!("`{name}` is `{}`", piece.text))
                .help("write a number from 0 to 1");
        }
        share
    }

    /// `true` or `false`, with or without quotes.
    pub(super) fn boolean_of(&mut self, property: &ObjectProp<'t>) -> bool {
        let word = match &property.value {
            Value::BooleanLit(literal) => return literal.value,
            Value::StringLit(string) => string.value.trim().to_lowercase(),
            _ => String::new(),
        };
        if word != "true" && word != "false" {
            let message = format!("`{}` is neither true nor false", property.name.as_str());
            self.report(range_of(&property.value), message).help("write one of them");
        }
        word == "true"
    }
}
