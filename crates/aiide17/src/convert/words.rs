//! The smallest parts of a script: strings, objects, entity lists.

use std::fmt::Write;

use level::{OUT, UNKNOWN};

use script::{EntityList, Operator};

/// A string as JSON writes it.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                write!(quoted, "\\u{:04x}", u32::from(control)).expect("text can be written to");
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// An object of keys and values that are JSON already.
pub(super) fn object(parts: &[(&str, String)]) -> String {
    let parts: Vec<String> =
        parts.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
    format!("{{{}}}", parts.join(", "))
}

/// An entity list as rules and parameters write it.
pub(super) fn entity_list(list: &EntityList, entities: &[String]) -> String {
    let is_plain = list.members.iter().all(|&(_, count)| count == 1);
    let n_entities = list.members.iter().filter(|(tile, _)| usize::from(*tile) < entities.len());
    let has_all = is_plain && entities.len() > 1 && n_entities.count() == entities.len();
    let rest: Vec<_> =
        list.members.iter().map(|(tile, _)| *tile).filter(|tile| *tile >= UNKNOWN).collect();
    match rest[..] {
        [] if has_all => return "entity".to_owned(),
        [UNKNOWN] if has_all => return "any".to_owned(),
        _ => {}
    }
    let member = |&(tile, count): &(u8, u32)| {
        let name = match tile {
            UNKNOWN => "unknown",
            OUT => "out",
            tile => &entities[usize::from(tile)],
        };
        if count == 1 { name.to_owned() } else { format!("{name}:{count}") }
    };
    list.members.iter().map(member).collect::<Vec<_>>().join("|")
}

/// An operator in its usual spelling.
pub(super) fn operator(operator: Operator) -> &'static str {
    let found = Operator::SPELLINGS.iter().find(|(_, known)| *known == operator);
    found.map_or("==", |(spelling, _)| spelling)
}
