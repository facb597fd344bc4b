//! The expressions of problem files: what a level is measured by.
//!
//! ```text
//! expression = any ("else" any)*
//! any        = all ("or" all)*
//! all        = compared (("and" | ",") compared)*
//! compared   = sum [("==" | "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=") sum]
//! sum        = product (("+" | "-") product)*
//! product    = unary (("*" | "/" | "%") unary)*
//! unary      = ["-" | "not"] atom
//! atom       = number | "none" | text | name | name "(" arguments ")" | "(" expression ")"
//! arguments  = argument ("," argument)*
//! argument   = [name "="] (name ("|" name)+ | expression)
//! ```
//!
//! A comma means `and`, as between the conditions of a rule, where it does not separate arguments.

mod lexer;
mod parse;

use std::ops::Range;

pub(crate) use lexer::{is_name, is_of_name};
pub(crate) use parse::{parse, parse_tiles};

/// A part of an expression, and the bytes of its text that it stands in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expression {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Number(f64),
    /// No value: of no length, scored 0, and unlike any other.
    None,
    /// A named measure, or, as an argument, a tile, a movement or a word.
    Name(String),
    /// A text in quotes, as an argument.
    Text(String),
    /// Tiles, as an argument: `a|b`.
    Tiles(Vec<(String, Range<usize>)>),
    Call {
        name: String,
        arguments: Vec<Argument>,
    },
    Operation(Operator, Vec<Expression>),
}

/// The arguments of a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Argument {
    /// The name in `name = value`.
    pub(crate) name: Option<(String, Range<usize>)>,
    pub(crate) value: Expression,
}

/// What makes a value of others: signs and words between two, those before one, and functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Else,
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Negative,
    Not,
    Absolute,
    Least,
    Greatest,
    If,
}

impl Operator {
    const COMPARISON: usize = 4;

    /// How strongly it binds what is on both its sides; what binds more strongly is
    /// calculated first. Those that stand before a value or are called bind it at once.
    fn strength(self) -> usize {
        match self {
            Self::Else => 1,
            Self::Or => 2,
            Self::And => 3,
            Self::Equal
            | Self::Unequal
            | Self::Less
            | Self::AtMost
            | Self::Greater
            | Self::AtLeast => Self::COMPARISON,
            Self::Plus | Self::Minus => 5,
            Self::Times | Self::Over | Self::Modulo => 6,
            Self::Negative
            | Self::Not
            | Self::Absolute
            | Self::Least
            | Self::Greatest
            | Self::If => 7,
        }
    }
}

/// The mistake in an expression, its position, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: String,
}

impl Mistake {
    pub(crate) fn new(
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { range, message: message.into(), help: help.into() }
    }
}

#[cfg(test)]
mod tests;
