//! Tables in Lua as values of JSON: no code is run. The crates that read such tables need a
//! JavaScript runtime in a browser.
//!
//! Source: Lua 5.4 reference manual (lua.org), 3.1 Lexical Conventions, 3.4.9 Table Constructors.

use marahel_level::{LevelError, check_count};
use serde_json::{Map, Number, Value};

const DEPTH_MAX: usize = 64;

/// The value of `return VALUE`; the line of what is no such text.
pub(super) fn returned(lua: &str) -> Result<Value, usize> {
    let mut text = Text { rest: lua, is_endless: [false; LONG.len()] };
    let value = text.returned();
    let line = || 1 + lua[..lua.len() - text.rest.len()].matches('\n').count();
    value.filter(|_| text.rest.is_empty()).ok_or_else(line)
}

/// The maps in calls of `des.map`: their only argument, or its field `map`.
pub(crate) fn maps_of_calls(lua: &str) -> Result<Vec<String>, LevelError> {
    let mut text = Text { rest: lua, is_endless: [false; LONG.len()] };
    text.skip();
    let mut maps = Vec::new();
    let mut last = [Token::End, Token::End, Token::End];
    loop {
        let token = text.token();
        if let Token::End = token {
            return Ok(maps);
        }
        last.rotate_left(1);
        last[2] = token;
        if let [Token::Name("des"), Token::Sign('.'), Token::Name("map")] = last {
            maps.extend(text.map_of_call());
            check_count(maps.len())?;
        }
    }
}

enum Token<'t> {
    Name(&'t str),
    Text(String),
    Sign(char),
    End,
}

struct Text<'t> {
    rest: &'t str,
    /// By the number of `=` in a long string, whether none of what is left has an end.
    is_endless: [bool; LONG.len()],
}

impl<'t> Text<'t> {
    fn returned(&mut self) -> Option<Value> {
        self.skip();
        self.take("return")?;
        let value = self.value(0)?;
        let _ = self.take(";");
        Some(value)
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.rest.chars().next()? {
            '{' if depth < DEPTH_MAX => self.table(depth + 1),
            '"' | '\'' => self.string().map(Value::String),
            '[' => self.long_string().map(|text| Value::String(text.to_owned())),
            '-' | '.' | '0'..='9' => self.number().map(Value::Number),
            _ => match self.name()? {
                "nil" => Some(Value::Null),
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
        }
    }

    /// A list if no entry has a key, even an empty one.
    fn table(&mut self, depth: usize) -> Option<Value> {
        self.take("{")?;
        let (mut list, mut entries) = (Vec::new(), Map::new());
        while self.take("}").is_none() {
            match self.key() {
                Some(key) => {
                    entries.insert(key, self.value(depth)?);
                }
                None => list.push(self.value(depth)?),
            }
            if self.take(",").or_else(|| self.take(";")).is_none() && !self.rest.starts_with('}') {
                return None;
            }
        }
        match (list.is_empty(), entries.is_empty()) {
            (_, true) => Some(Value::Array(list)),
            (true, false) => Some(Value::Object(entries)),
            (false, false) => None,
        }
    }

    /// `name =` or `["name"] =`, also with a number; nothing is read of anything else.
    fn key(&mut self) -> Option<String> {
        let mut ahead = Text { ..*self };
        let key = if self.rest.starts_with('[') && self.long().is_none() {
            ahead.take("[")?;
            let key = match ahead.value(DEPTH_MAX)? {
                Value::String(key) => key,
                Value::Number(number) => number.to_string(),
                _ => return None,
            };
            ahead.take("]")?;
            key
        } else {
            ahead.name()?.to_owned()
        };
        ahead.take("=")?;
        self.rest = ahead.rest;
        Some(key)
    }

    fn map_of_call(&mut self) -> Option<String> {
        let mut token = self.token();
        if let Token::Sign('(') = token {
            token = self.token();
        }
        let mut depth = match token {
            Token::Text(map) => return Some(map),
            Token::Sign('{') => 1,
            _ => return None,
        };
        // Whether a text here is the map: behind `map =`.
        let (mut is_named, mut is_map) = (false, false);
        while depth > 0 {
            let token = self.token();
            match token {
                Token::Text(map) if is_map => return Some(map),
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => depth -= 1,
                Token::End => return None,
                _ => {}
            }
            is_map = is_named && matches!(token, Token::Sign('='));
            is_named = depth == 1 && matches!(token, Token::Name("map"));
        }
        None
    }

    fn token(&mut self) -> Token<'t> {
        let Some(sign) = self.rest.chars().next() else { return Token::End };
        let text = match sign {
            '"' | '\'' => self.string(),
            '[' => self.long_string().map(str::to_owned),
            _ => None,
        };
        if let Some(text) = text {
            return Token::Text(text);
        }
        if let Some(name) = self.name() {
            return Token::Name(name);
        }
        let _ = self.split(sign.len_utf8());
        Token::Sign(sign)
    }

    fn name(&mut self) -> Option<&'t str> {
        let is_of_name = |sign: char| sign == '_' || sign.is_ascii_alphanumeric();
        let end = self.rest.find(|sign| !is_of_name(sign)).unwrap_or(self.rest.len());
        self.split(end).filter(|name| !name.is_empty())
    }

    fn number(&mut self) -> Option<Number> {
        let sign = if self.take("-").is_some() { -1 } else { 1 };
        let is_of_number = |part: char| part.is_ascii_alphanumeric() || "+-.".contains(part);
        let end = self.rest.find(|part| !is_of_number(part)).unwrap_or(self.rest.len());
        let digits = self.split(end)?;
        let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
        let whole = match hexadecimal {
            Some(digits) => i64::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        };
        match whole.and_then(|whole: i64| whole.checked_mul(sign)) {
            Some(whole) => Some(whole.into()),
            None => Number::from_f64(f64::from(sign as i32) * digits.parse::<f64>().ok()?),
        }
    }

    /// A string in quotes, without the escapes of which maps have none.
    fn string(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut text = String::new();
        let mut signs = self.rest.char_indices().skip(1);
        while let Some((place, sign)) = signs.next() {
            match sign {
                '\n' => return None,
                '\\' => text.push(match signs.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    other @ ('\\' | '"' | '\'' | '\n') => other,
                    _ => return None,
                }),
                _ if sign == quote => {
                    self.split(place + 1)?;
                    return Some(text);
                }
                _ => text.push(sign),
            }
        }
        None
    }

    /// `[[text]]`, also with signs such as `[==[text]==]`.
    fn long_string(&mut self) -> Option<&'t str> {
        let (text, end) = self.long()?;
        self.split(end)?;
        Some(text.strip_prefix('\n').unwrap_or(text))
    }

    /// Reads these signs and what separates them from the next.
    fn take(&mut self, signs: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(signs)?;
        self.skip();
        Some(())
    }

    /// Reads so many bytes and what separates them from the next.
    fn split(&mut self, end: usize) -> Option<&'t str> {
        let (text, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        self.skip();
        Some(text)
    }

    /// Leaves out blanks and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let Some(comment) = self.rest.strip_prefix("--") else { return };
            self.rest = comment;
            self.rest = match self.long() {
                Some((_, end)) => &comment[end..],
                None => comment.split_once('\n').map_or("", |(_, rest)| rest),
            };
        }
    }

    fn long(&mut self) -> Option<(&'t str, usize)> {
        let starts = |(start, _): &(&str, &str)| self.rest.starts_with(start);
        let level = LONG.iter().position(starts).filter(|&level| !self.is_endless[level])?;
        let (start, end) = LONG[level];
        let text = &self.rest[start.len()..];
        let Some(length) = text.find(end) else {
            self.is_endless[level] = true;
            return None;
        };
        Some((&text[..length], start.len() + length + end.len()))
    }
}

/// The signs around long strings and comments.
const LONG: [(&str, &str); 3] = [("[[", "]]"), ("[=[", "]=]"), ("[==[", "]==]")];

#[cfg(test)]
mod tests;
