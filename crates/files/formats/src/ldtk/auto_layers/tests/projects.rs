//! The tiles of projects that LDtk saved: `LDTK_PROJECTS` names a folder with some, at any depth.

#![expect(clippy::print_stdout, reason = "the numbers are for people")]
#![expect(clippy::disallowed_methods, reason = "the files are those of a person")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::*;
use crate::ldtk::Project;
use crate::ldtk::host::level_lists;

/// Numbers of tiles.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// That LDtk saved, of rules that are supported.
    saved: usize,
    /// Of these that are the same here.
    same: usize,
    /// That LDtk did not save, in layers whose rules are all supported.
    more: usize,
    /// Of rules that are not supported.
    left_out: usize,
}

#[test]
fn tiles_are_those_that_ldtk_saved() {
    let Some(folder) = std::env::var_os("LDTK_PROJECTS") else { return };
    let mut all = Count::default();
    for path in projects(Path::new(&folder)) {
        let text = fs::read_to_string(&path).expect("it is there");
        if let Err(error) = Project::parse(&text) {
            println!("{}: {error}", path.display());
            continue;
        }
        let project = serde_json::from_str(&text).expect("it was parsed");
        let (count, notes) = count_project(&project, path.parent().expect("a folder"));
        let version = project["jsonVersion"].as_str().unwrap_or_default();
        println!("{}: LDtk {version}, {count:?}, {notes:#?}", path.display());
        all += count;
    }
    println!("{all:?}");
    assert!(all.same * 100 >= all.saved * 95 && all.more * 100 <= all.saved * 5, "{all:?}");
}

fn projects(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("it is there").path();
        if path.is_dir() {
            paths.extend(projects(&path));
        } else if path.extension().is_some_and(|ending| ending == "ldtk") {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

fn count_project(project: &Value, folder: &Path) -> (Count, Vec<String>) {
    let mut layers = AutoLayers::of(&project["defs"]);
    let groups = layers.layers.values().flat_map(|layer| &layer.auto_rule_groups);
    let noisy = groups.flat_map(|group| &group.rules).filter(|rule| rule.perlin_active);
    let noisy: BTreeSet<i64> = noisy.map(|rule| rule.uid).collect();
    let mut count = Count::default();
    for level in level_lists(&mut project.clone()).into_iter().flatten() {
        let level = &*level;
        let path = level["externalRelPath"].as_str();
        let text = path.and_then(|path| fs::read_to_string(folder.join(path)).ok());
        let apart: Option<Value> = text.and_then(|text| serde_json::from_str(&text).ok());
        let level = apart.as_ref().unwrap_or(level);
        let made = json!(layers.tiles(level));
        let instances = list(level, "layerInstances");
        for (instance, made) in instances.iter().zip(made.as_array().expect("a list")) {
            let saved = list(instance, "autoLayerTiles");
            let layer = count_layer(saved, made.as_array().expect("a list"), &noisy);
            if layer.same < layer.saved || layer.more > 0 {
                println!("  {} {}: {layer:?}", level["identifier"], instance["__identifier"]);
            }
            count += layer;
        }
    }
    (count, layers.notes())
}

fn count_layer(saved: &[Value], made: &[Value], noisy: &BTreeSet<i64>) -> Count {
    let mut count = Count::default();
    let mut rest: BTreeMap<String, usize> = BTreeMap::new();
    for tile in made {
        *rest.entry(key(tile)).or_default() += 1;
    }
    for tile in saved {
        if tile["d"][0].as_i64().is_some_and(|rule| noisy.contains(&rule)) {
            count.left_out += 1;
            continue;
        }
        count.saved += 1;
        if let Some(n @ 1..) = rest.get_mut(&key(tile)) {
            *n -= 1;
            count.same += 1;
        }
    }
    if count.left_out == 0 {
        count.more = rest.values().sum();
        let is_same = (count.same, count.more) == (saved.len(), 0);
        let order = |tiles: &[Value]| tiles.iter().map(key).collect::<Vec<_>>();
        assert!(!is_same || order(saved) == order(made), "the same tiles have the same order");
    }
    count
}

/// What makes two tiles the same.
fn key(tile: &Value) -> String {
    format!("{} {} {} {} {}", tile["px"], tile["src"], tile["f"], tile["t"], tile["d"])
}

impl AddAssign for Count {
    fn add_assign(&mut self, count: Self) {
        self.saved += count.saved;
        self.same += count.same;
        self.more += count.more;
        self.left_out += count.left_out;
    }
}
