//! The expressions of problem files, which measure levels.
//!
//! ```text
//! expression = any ("else" any)*
//! any        = all ("or" all)*
//! all        = compared (("and" | ",") compared)*
//! compared   = sum (("==" | "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=") sum)*
//! sum        = product (("+" | "-") product)*
//! product    = unary (("*" | "/" | "%") unary)*
//! unary      = ["-" | "not"] atom
//! atom       = number | "none" | text | name | name "(" arguments ")" | "(" expression ")"
//! arguments  = argument ("," argument)*
//! argument   = [name "="] (name ("|" name)+ | expression)
//! ```
//!
//! A comma that does not separate arguments means `and`, as between the conditions of a rule, and
//! `2 <= n <= 4` means `2 <= n and n <= 4`.

mod demand;
mod lexer;
mod parse;

use std::ops::Range;

pub(crate) use demand::demand;
pub(crate) use lexer::{is_name, is_of_name};
pub(crate) use parse::{parse, parse_tiles};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExpressionKind {
    Number(f64),
    /// No value (NaN).
    None,
    /// A named measure; as an argument a tile, a movement or a word.
    Name(String),
    Text(String),
    /// Tiles, as an argument: `a|b`.
    Tiles(Vec<(String, Range<usize>)>),
    Call {
        name: String,
        arguments: Vec<Argument>,
    },
    Operation(Operator, Vec<Expression>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Argument {
    /// The name in `name = value`.
    pub(crate) name: Option<(String, Range<usize>)>,
    pub(crate) value: Expression,
}

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

    /// The comparison that holds if both sides change places.
    fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::Greater => Self::Less,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            operator => operator,
        }
    }

    /// The precedence of an operator: a higher one is calculated first. Prefixes and functions have
    /// the highest.
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
