//! What a document of 2017 writes in its own way.

use script::{Area, Border, Explorer, RegionSelector, Replace, Walk, Writer};
use serde_json::{Map, Value, json};

use crate::measures::Statistic;
use crate::walks::OldWalk;

/// Where an explorer of 2017 works, and how it sees what lies around.
pub(crate) fn region(explorer: &Explorer, writer: &Writer<'_>) -> Value {
    let Explorer { region, border, wraps, out, replace, repeats, .. } = explorer;
    let mut written = Map::new();
    let mut put = |name: &str, value: Value| drop(written.insert(name.to_owned(), value));
    put("name", json!(writer.region(explorer)));
    let mut areas = Vec::new();
    for selector in region {
        match selector {
            RegionSelector::Some(count) => put("count", json!(count)),
            RegionSelector::Specific(Area { x, y, width, height }) => {
                areas.push(json!({"x": x, "y": y, "width": width, "height": height}));
            }
            RegionSelector::Map | RegionSelector::All | RegionSelector::Index(_) => {}
        }
    }
    if !areas.is_empty() {
        put("rectangles", json!(areas));
    }
    let Border { min, max, is_same } = *border;
    put("border", json!([min, max]));
    put("sameBorder", json!(is_same));
    let border_type = match out {
        _ if *wraps => "wrap".to_owned(),
        Some(tile) => writer.tile(*tile).to_owned(),
        None => "none".to_owned(),
    };
    put("borderType", json!(border_type));
    put("replacingType", json!(if *replace == Replace::Same { "same" } else { "buffer" }));
    put("iterations", json!(repeats));
    Value::Object(written)
}

/// What a word of today's estimators is called in rules of an explorer with this walk.
pub(crate) fn word(word: &'static str, walk: &Walk) -> &'static str {
    let is_sequential = matches!(OldWalk::of(walk), Some(OldWalk::Sequential(_)));
    match word {
        "dist" => Statistic::Min.word(),
        "percent" if !is_sequential => "complete",
        "rpercent" if is_sequential => "complete",
        _ => word,
    }
}
