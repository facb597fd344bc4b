use std::sync::Arc;

use marahel_level::{Level, Palette, Tile};
use marahel_script::{Document, Script};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::Lesson;
use crate::breeder::Start;
use crate::breeder::tests::{breeder_of, task};
use crate::parts::script_of;

const BRICK: Tile = 0;
const AIR: Tile = 1;
const BAT: Tile = 3;

/// A room; the judge wants a tile beside its walls, and never elsewhere.
fn lesson() -> Lesson {
    let palette = Arc::new(Palette::of_names(&task().names()).unwrap());
    let mut level = Level::new(12, 9, palette);
    let mut cells = Vec::new();
    for (x, y) in (0..9).flat_map(|y| (0..12).map(move |x| (x, y))) {
        let far = x.min(y).min(11 - x).min(8 - y);
        level.set(x, y, if far == 0 { BRICK } else { AIR });
        if far > 0 {
            cells.push(((x, y), if far == 1 { 0.5 } else { 0.0 }));
        }
    }
    Lesson { level, cells }
}

#[test]
fn what_the_judge_wants_becomes_a_rule() {
    let breeder = breeder_of(task(), Start::Random);
    let explorers = breeder.taught(BAT, &[lesson()], &mut ChaCha8Rng::seed_from_u64(1));
    assert!(!explorers.is_empty());
    let script: Script = Document::of(script_of(&task(), explorers)).script;
    let rules: Vec<String> =
        (0..script.explorers.len()).flat_map(|e| script.rule_texts(e)).collect();
    // One condition tells all good cells from all bad ones, in several ways.
    let wanted = ["plus(brick) >= 1", "all(brick) >= 1", "dist(brick) <= 1", "dist(out) <= 2"];
    let is_right = |rule: &String| wanted.iter().any(|condition| rule.contains(condition));
    assert!(is_right(&rules[0]), "{rules:?}");
    assert!(rules.iter().all(|rule| rule.starts_with("self(air)") && rule.ends_with("self(bat)")));
}

#[test]
fn what_would_be_taken_away_is_not_written() {
    let breeder = breeder_of(task(), Start::Random);
    let script = |rule: &str| {
        let text = format!(
            r#"{{"metadata": {{"min": "12x9", "max": "12x9"}}, "entities": ["brick", "air", "key", "bat"],
            "explorers": [{{"type": "horz", "rules": ["{rule}", "-> self(air)"]}}]}}"#
        );
        Script::parse(&text).unwrap()
    };
    let taught = script("self(bat), plus(brick) > 1 -> self(air)");
    let mut mending = taught.explorers[0].clone();
    mending.rules.truncate(1);
    let narrowed = breeder.narrowed(&script("random < 0.5 -> self(bat)"), &mending).unwrap();
    assert_eq!(narrowed.rule_texts(0)[0], "random < 0.5, plus(brick) <= 1 -> self(bat)");
    assert_eq!(narrowed.rule_texts(0)[1], "-> self(air)");
    assert!(breeder.narrowed(&script("-> self(key)"), &mending).is_none());
}

#[test]
fn without_good_cells_nothing_is_taught() {
    let Lesson { level, mut cells } = lesson();
    for (_, gain) in &mut cells {
        *gain = 0.0;
    }
    let breeder = breeder_of(task(), Start::Random);
    let lessons = [Lesson { level, cells }];
    assert!(breeder.taught(BAT, &lessons, &mut ChaCha8Rng::seed_from_u64(1)).is_empty());
}
