//! Parses tokens into expressions.

use std::ops::Range;

use super::lexer::{Token, TokenKind, tokens};
use super::{Argument, Expression, ExpressionKind, Mistake, Operator};

/// Maximum number of nested parentheses, calls and signs, so that the stack does not overflow.
const DEPTH_MAX: usize = 64;

/// Maximum number of operators of one expression, because a row of operators is nested, too.
const N_OPERATORS_MAX: usize = 500;

pub(crate) fn parse(text: &str) -> Result<Expression, Mistake> {
    let mut parser = Parser::new(text, true)?;
    let expression = parser.expression()?;
    parser.end()?;
    Ok(expression)
}

/// Parses tiles such as `a|b`.
pub(crate) fn parse_tiles(text: &str) -> Result<Vec<(String, Range<usize>)>, Mistake> {
    let mut parser = Parser::new(text, false)?;
    let first = parser.name("a tile, or several as in `floor|door`")?;
    let tiles = parser.more_tiles(first)?;
    match parser.peek().kind {
        TokenKind::End | TokenKind::Close => parser.end().map(|()| tiles),
        _ => Err(parser.unexpected("`|` between tiles, as in `floor|door`")),
    }
}

fn operation(operator: Operator, left: Expression, right: Expression) -> Expression {
    let range = left.range.start..right.range.end;
    Expression { kind: ExpressionKind::Operation(operator, vec![left, right]), range }
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    n_operators: usize,
    /// Whether a comma means `and`.
    takes_commas: bool,
}

impl Parser {
    fn new(text: &str, takes_commas: bool) -> Result<Self, Mistake> {
        Ok(Self { tokens: tokens(text)?, next: 0, depth: 0, n_operators: 0, takes_commas })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.next]
    }

    fn take(&mut self) -> Token {
        let token = self.tokens[self.next].clone();
        // `End` stays.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    fn is(&mut self, kind: &TokenKind) -> bool {
        let is = self.peek().kind == *kind;
        if is {
            self.take();
        }
        is
    }

    fn end(&self) -> Result<(), Mistake> {
        match &self.peek().kind {
            TokenKind::End => Ok(()),
            TokenKind::Close => Err(Mistake::new(
                self.peek().range.clone(),
                "this parenthesis was never opened",
                "leave it out",
            )),
            _ => Err(self.unexpected("an operator, such as `and` or `+`")),
        }
    }

    fn unexpected(&self, expected: &str) -> Mistake {
        let range = self.peek().range.clone();
        if let Some((written, meant)) = self.miswritten() {
            let message = format!("`{written}` compares nothing");
            return Mistake::new(range, message, format!("write `{meant}`"));
        }
        let message = match self.peek().kind {
            TokenKind::End => "the expression ends too early".to_owned(),
            _ => "this is not expected here".to_owned(),
        };
        Mistake::new(range, message, format!("write {expected}"))
    }

    /// A comparison whose second sign is here, as other languages write it, and how it is written.
    fn miswritten(&self) -> Option<(&'static str, &'static str)> {
        let before = &self.tokens[self.next.checked_sub(1)?];
        let here = self.peek();
        if before.range.end != here.range.start {
            return None;
        }
        let TokenKind::Operator(first) = before.kind else { return None };
        match (first, &here.kind) {
            (Operator::Equal, TokenKind::Operator(Operator::Greater)) => Some(("=>", ">=")),
            (Operator::Equal, TokenKind::Operator(Operator::Less)) => Some(("=<", "<=")),
            (Operator::Equal, TokenKind::Operator(Operator::Equal)) => Some(("===", "==")),
            _ => None,
        }
    }

    fn expression(&mut self) -> Result<Expression, Mistake> {
        self.binary(1)
    }

    /// Parses operands joined by operators with a precedence of at least `weakest`.
    fn binary(&mut self, weakest: usize) -> Result<Expression, Mistake> {
        let mut left = self.unary()?;
        // What a row of comparisons, such as `2 <= n <= 4`, compares once more.
        let mut middle: Option<Expression> = None;
        while let Some(operator) =
            self.operator().filter(|&operator| operator.strength() >= weakest)
        {
            let strength = operator.strength();
            let range = self.take().range;
            self.n_operators += 1;
            if self.n_operators > N_OPERATORS_MAX {
                let message = format!("an expression has at most {N_OPERATORS_MAX} operators");
                return Err(Mistake::new(range, message, "give a part of it a name in [measures]"));
            }
            let right = self.binary(strength + 1)?;
            let is_comparison = strength == Operator::COMPARISON;
            left = match middle.take().filter(|_| is_comparison) {
                Some(middle) => {
                    operation(Operator::And, left, operation(operator, middle, right.clone()))
                }
                None => operation(operator, left, right.clone()),
            };
            middle = is_comparison.then_some(right);
        }
        Ok(left)
    }

    fn operator(&self) -> Option<Operator> {
        match self.peek().kind {
            TokenKind::Operator(operator) => Some(operator),
            TokenKind::Comma if self.takes_commas => Some(Operator::And),
            _ => None,
        }
    }

    fn unary(&mut self) -> Result<Expression, Mistake> {
        if self.depth == DEPTH_MAX {
            let range = self.peek().range.clone();
            let message = "the expression is nested too deeply";
            return Err(Mistake::new(range, message, "give a part of it a name in [measures]"));
        }
        self.depth += 1;
        let expression = match self.peek().kind {
            TokenKind::Operator(Operator::Minus) => self.sign(Operator::Negative),
            // `not a == b` means `not (a == b)`.
            TokenKind::Not => self.sign(Operator::Not),
            _ => self.atom(),
        };
        self.depth -= 1;
        expression
    }

    fn sign(&mut self, operator: Operator) -> Result<Expression, Mistake> {
        let start = self.take().range.start;
        let operand = match operator {
            Operator::Not => self.binary(Operator::COMPARISON)?,
            _ => self.unary()?,
        };
        let range = start..operand.range.end;
        Ok(Expression { kind: ExpressionKind::Operation(operator, vec![operand]), range })
    }

    fn atom(&mut self) -> Result<Expression, Mistake> {
        let Token { kind, range } = self.peek().clone();
        match kind {
            TokenKind::Number(number) => {
                self.take();
                Ok(Expression { kind: ExpressionKind::Number(number), range })
            }
            TokenKind::Open => {
                self.take();
                let before = std::mem::replace(&mut self.takes_commas, true);
                let inner = self.expression()?;
                self.takes_commas = before;
                let range = range.start..self.close(&range)?;
                Ok(Expression { range, ..inner })
            }
            TokenKind::Text(text) => {
                self.take();
                Ok(Expression { kind: ExpressionKind::Text(text), range })
            }
            TokenKind::Name(name) => {
                self.take();
                self.name_or_call(name, range)
            }
            _ => Err(self.unexpected("a measure, a number or a name")),
        }
    }

    fn name_or_call(&mut self, name: String, range: Range<usize>) -> Result<Expression, Mistake> {
        if self.peek().kind == TokenKind::Open {
            let open = self.take().range;
            let arguments = self.arguments()?;
            let end = self.close(&open)?;
            return Ok(Expression {
                kind: ExpressionKind::Call { name, arguments },
                range: range.start..end,
            });
        }
        if self.peek().kind == TokenKind::Bar {
            let tiles = self.more_tiles((name, range.clone()))?;
            let end = tiles.last().map_or(range.end, |(_, range)| range.end);
            return Ok(Expression { kind: ExpressionKind::Tiles(tiles), range: range.start..end });
        }
        let kind = if name == "none" { ExpressionKind::None } else { ExpressionKind::Name(name) };
        Ok(Expression { kind, range })
    }

    fn more_tiles(
        &mut self,
        first: (String, Range<usize>),
    ) -> Result<Vec<(String, Range<usize>)>, Mistake> {
        let mut tiles = vec![first];
        while self.is(&TokenKind::Bar) {
            tiles.push(self.name("another tile")?);
        }
        Ok(tiles)
    }

    fn name(&mut self, expected: &str) -> Result<(String, Range<usize>), Mistake> {
        let Token { kind: TokenKind::Name(name), range } = self.peek().clone() else {
            return Err(self.unexpected(expected));
        };
        self.take();
        Ok((name, range))
    }

    fn arguments(&mut self) -> Result<Vec<Argument>, Mistake> {
        let mut arguments = Vec::new();
        if self.peek().kind == TokenKind::Close {
            return Ok(arguments);
        }
        let before = std::mem::replace(&mut self.takes_commas, false);
        loop {
            arguments.push(self.argument()?);
            if !self.is(&TokenKind::Comma) {
                self.takes_commas = before;
                return Ok(arguments);
            }
        }
    }

    fn argument(&mut self) -> Result<Argument, Mistake> {
        let names_value = self.tokens.get(self.next + 1).is_some_and(|token| {
            // `==` compares; only a single `=` names an argument.
            token.kind == TokenKind::Operator(Operator::Equal) && token.range.len() == 1
        });
        let mut name = None;
        if names_value && let TokenKind::Name(word) = &self.peek().kind {
            name = Some((word.clone(), self.peek().range.clone()));
            self.take();
            self.take();
        }
        Ok(Argument { name, value: self.expression()? })
    }

    /// Expects the end of a parenthesis that was opened at `open`; returns its end.
    fn close(&mut self, open: &Range<usize>) -> Result<usize, Mistake> {
        let end = self.peek().range.end;
        if self.is(&TokenKind::Close) {
            return Ok(end);
        }
        if self.peek().kind == TokenKind::End {
            let message = "this parenthesis is never closed";
            return Err(Mistake::new(open.clone(), message, "write `)` behind its last argument"));
        }
        Err(self.unexpected("`,` or `)`"))
    }
}
