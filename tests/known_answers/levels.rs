//! Levels: the maps of the known answers are read, written and counted.

use std::collections::BTreeMap;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use marahel_level::{Level, Palette};
use serde_json::{Value, json};

use crate::oracle;

const BINARY: [&str; 2] = ["empty", "solid"];
const ZELDA: [&str; 6] = ["empty", "solid", "player", "enemy", "key", "door"];
const SOKOBAN: [&str; 5] = ["empty", "solid", "player", "crate", "target"];

pub(crate) fn trials() -> Vec<Trial> {
    vec![trial("binary", &BINARY), trial("zelda", &ZELDA), trial("sokoban", &SOKOBAN)]
}

fn trial(problem: &'static str, names: &'static [&str]) -> Trial {
    oracle::trial(format!("levels::{problem}"), move || {
        let palette = Arc::new(Palette::of_names(names)?);
        let lines = oracle::lines(&format!("metrics-{problem}.jsonl"));
        let mistakes: Vec<String> =
            lines.iter().filter_map(|line| check(line, &palette).err()).collect();
        if mistakes.is_empty() {
            return Ok(());
        }
        let (n_mistakes, n_lines) = (mistakes.len(), lines.len());
        let first = mistakes[..n_mistakes.min(3)].join("\n");
        Err(Failed::from(format!("{n_mistakes} of {n_lines} maps differ, the first:\n{first}")))
    })
}

fn check(line: &Value, palette: &Arc<Palette>) -> Result<(), String> {
    let id = &line["id"];
    let level = Level::from_json(&line.to_string(), Some(palette.clone()))
        .map_err(|error| format!("{id}: {error}"))?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entity in palette.entities() {
        counts.insert(&entity.name, 0);
    }
    for &tile in level.tiles() {
        *counts.entry(palette.name(tile)).or_default() += 1;
    }
    let found = json!({
        "w": level.width(),
        "h": level.height(),
        "map": level.to_text().lines().collect::<Vec<_>>(),
        "counts": counts,
    });
    for (field, found) in found.as_object().expect("it is an object") {
        if &line[field] != found {
            return Err(format!("{id}: `{field}` is {found}, expected {}", line[field]));
        }
    }
    Ok(())
}
