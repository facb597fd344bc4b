//! The page of idioms: its scripts do what its measures ask for, and by no accident.

use std::fmt::Write;
use std::sync::Arc;

use marahel::{Generator, Script};
use marahel_level::Level;
use marahel_problem::{Definition, Problem};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

const PAGE: &str = include_str!("../../../../docs/how-to-say.md");

/// The first block of a section in a language.
fn block<'s>(section: &'s str, language: &str) -> &'s str {
    let fence = format!("```{language}\n");
    let (_, rest) =
        section.split_once(&fence).unwrap_or_else(|| panic!("no {language}: {section}"));
    rest.split("```").next().unwrap_or(rest)
}

/// A problem about the tiles and the size of a script.
fn problem(script: &Script, rest: &str) -> Problem {
    let mut text = format!(
        "name = 'idiom'\nsize = '{}x{}'\n{rest}\n[objectives]\none = {{ value = '1', range = [1, inf] }}\n[tiles]\n",
        script.max.width, script.max.height
    );
    for name in &script.entities {
        writeln!(text, "{name} = {{}}").expect("memory suffices");
    }
    let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Problem::with_defaults(Arc::new(definition))
}

#[test]
fn each_script_makes_what_its_measure_asks_for() {
    let sections: Vec<&str> = PAGE.split("\n### ").skip(1).collect();
    assert!(sections.len() >= 10);
    for section in sections {
        let title = section.lines().next().unwrap_or_default();
        let script =
            Script::parse(block(section, "json")).unwrap_or_else(|error| panic!("{error}"));
        let problem = problem(&script, block(section, "toml"));
        let names = problem.tiles_of(&script.entities).expect("it has these tiles");
        let generator = Generator::new(&script);
        let (mut meter, mut n_shuffled) = (problem.meter(), 0);
        for seed in 0..50 {
            let level = generator.generate(seed).expect("it is small");
            let mut tiles: Vec<u8> = level.tiles().to_vec();
            if let Some(names) = names {
                for tile in &mut tiles {
                    *tile = names[usize::from(*tile)];
                }
            }
            let mut is_playable = |tiles: &[u8]| {
                let palette = Arc::clone(problem.palette());
                let level = Level::from_tiles(level.width(), tiles.to_vec(), palette);
                meter.judge(level.view()).is_playable
            };
            assert!(is_playable(&tiles), "{title}, seed {seed}:\n{}", level.to_text());
            tiles.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
            n_shuffled += usize::from(is_playable(&tiles));
        }
        assert!(n_shuffled < 5, "{title}: {n_shuffled} of 50 shuffled levels are right, too");
    }
}
