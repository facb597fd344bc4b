//! What holds for every script.

pub(crate) mod choices;
mod naive;
mod pins;
pub(crate) mod scripts;

use std::collections::BTreeSet;

use marahel_level::{Level, Mirror, Tile, UNKNOWN};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::cells::CellCounter;
use crate::generator::Generator;
use crate::run::{Snapshot, Workspace};
use crate::semantics::Semantics;
use choices::check;
use marahel_script::{Estimator, Script, Walk};
use scripts::{TODAY, automata, estimator, scripts, sections, walks};

const SEMANTICS: [Semantics; 2] = [Semantics::Documented, Semantics::Original];

fn generator(script: &str, semantics: Semantics) -> Generator {
    let script = Script::parse(script).unwrap_or_else(|error| panic!("{script}\n{error}"));
    Generator::new(&script).read_as(semantics)
}

/// Number of tiles in which two levels differ.
fn n_different(one: &Level, other: &Level) -> u64 {
    one.tiles().iter().zip(other.tiles()).map(|(one, other)| u64::from(one != other)).sum()
}

#[test]
fn every_walk_that_has_a_slow_twin_is_tried_against_it() {
    for names in marahel_script::explorer_types() {
        let has_twin = naive::knows(&Walk::named(names[0]).expect("it is a type"));
        let is_tried = TODAY["order"].iter().any(|name| names.contains(&name.as_str()));
        assert_eq!(is_tried, has_twin, "{}", names[0]);
    }
}

#[test]
fn what_a_script_writes_is_the_script() {
    check(200, |choices| {
        let text = scripts(choices);
        let script = Script::parse(&text).expect("the script is sound");
        let written = script.to_string();
        let again = Script::parse(&written);
        let again = again.unwrap_or_else(|error| panic!("{text}\n{written}\n{error}"));
        assert_eq!(&again, &script, "{}\n{}", text, &written);
        assert!(again.neighborhoods.0.starts_with(&script.neighborhoods.0));
        assert_eq!(again.to_json(), script.to_json());
    });
}

#[test]
fn a_seed_gives_one_level_of_known_tiles() {
    check(200, |choices| {
        let seed = choices.seed();
        let scripts = [(); 2].map(|()| scripts(choices));
        let semantics = choices.of(&SEMANTICS);
        let mut workspace = Workspace::new();
        for text in &scripts {
            let script = Script::parse(text).expect("the script is sound");
            let generator = Generator::new(&script).read_as(semantics);
            let level = generator.generate(seed).expect("the script ends");
            // Memory that served another script changes nothing.
            let view = generator.generate_in(seed, &mut workspace).expect("the script ends");
            let again: Vec<Tile> = view.rows().flatten().copied().collect();
            assert_eq!(level.tiles(), &again);
            let trace = generator.trace(seed).expect("the script ends");
            assert_eq!(trace.len(), script.explorers.len());
            assert_eq!(trace.last(), Some(&level));
            let is_tile =
                |&tile: &Tile| tile == UNKNOWN || usize::from(tile) < scripts::ENTITIES.len();
            assert!(level.tiles().iter().all(is_tile));
            let sides = [
                (level.width(), script.min.width, script.max.width),
                (level.height(), script.min.height, script.max.height),
            ];
            assert!(
                sides.iter().all(|&(side, min, max)| (min as usize..=max as usize).contains(&side))
            );
        }
    });
}

#[test]
fn snapshots_lead_to_the_level_and_account_for_every_change() {
    check(200, |choices| {
        let seed = choices.seed();
        let text = scripts(choices);
        let semantics = choices.of(&SEMANTICS);
        let n_snapshots_max = choices.number(0..40) as u64;
        let generator = generator(&text, semantics);
        let snapshots = generator.snapshots(seed, n_snapshots_max).expect("the script ends");
        let level = generator.generate(seed).expect("the script ends");
        assert_eq!(snapshots.last().map(|snapshot| &snapshot.level), Some(&level));
        let n_explorers = generator.trace(seed).expect("the script ends").len() as u64;
        assert!(snapshots.len() as u64 <= n_explorers.max(n_snapshots_max));
        let mut before = Level::new(level.width(), level.height(), generator.palette().clone());
        for snapshot in &snapshots {
            let n_changed: u64 = snapshot.rules.iter().map(|rule| rule.n_changed).sum();
            assert!(n_changed >= n_different(&before, &snapshot.level));
            assert!(snapshot.rules.iter().all(|rule| rule.n_fired > 0 || rule.n_changed == 0));
            let changed =
                before.tiles().iter().zip(snapshot.level.tiles()).map(|(was, new)| was != new);
            assert!(
                changed
                    .zip(&snapshot.by_rule)
                    .all(|(is_changed, rule)| !is_changed || rule.is_some())
            );
            let mut named =
                snapshot.by_rule.iter().flatten().map(|&rule| snapshot.rules[usize::from(rule)]);
            assert!(named.all(|rule| rule.n_changed > 0));
            before = snapshot.level.clone();
        }
        let sum = |snapshots: &[Snapshot]| -> u64 {
            snapshots.iter().flat_map(|snapshot| &snapshot.rules).map(|rule| rule.n_fired).sum()
        };
        assert_eq!(sum(&snapshots), sum(&generator.snapshots(seed, 0).expect("the script ends")));
    });
}

#[test]
fn explorers_write_in_their_region_only() {
    check(200, |choices| {
        let seed = choices.seed();
        let text = scripts::in_a_region(choices);
        let semantics = choices.of(&SEMANTICS);
        let program = generator(&text, semantics).program().clone();
        let mut workspace = Workspace::new();
        let mut before = Vec::new();
        let result = program.run(
            &mut ChaCha8Rng::seed_from_u64(seed),
            &mut workspace,
            &mut |explorer, view, _| {
                if explorer == 0 {
                    before = view.rows().flatten().copied().collect();
                }
            },
        );
        assert!(result.is_ok());
        let region = workspace.region(0);
        let after = workspace.level().rows().flatten();
        for (cell, (before, after)) in before.iter().zip(after).enumerate() {
            let (x, y) = (cell % 9, cell / 9);
            let is_inside = (region.x..region.x + region.width).contains(&x)
                && (region.y..region.y + region.height).contains(&y);
            assert!(is_inside || before == after, "{x}, {y} in {region:?}");
        }
    });
}

/// Cells are counted where an explorer with the same conditions would write.
#[test]
fn cells_are_counted_where_rules_hold() {
    check(1000, |choices| {
        let seed = choices.seed();
        let lists = [(); 2].map(|()| scripts::conditions(choices));
        let [width, height] = [(); 2].map(|()| choices.number(1..8));
        let explorer = |list: &str| {
            format!(
                "{{rules: ['-> self(empty|solid|key|unknown)']}},
                {{parameters: {{replace: 'buffer'}}, rules: ['{list} -> self(mark)']}}"
            )
        };
        let mut traces = lists.iter().map(|list| {
            let sizes = format!("min: '{width}x{height}', max: '{width}x{height}'");
            let text = sections(&sizes, "{}", &explorer(list));
            let text = text.replacen("\"key\"]", "\"key\", 'mark']", 1);
            let script = Script::parse(&text).expect("the script is sound");
            let conditions = script.explorers[1].rules[0].conditions.clone();
            let levels = Generator::new(&script).trace(seed);
            (conditions, levels.expect("it is small"))
        });
        let [(first, levels), (second, others)] = [(); 2].map(|()| traces.next().expect("two"));
        assert_eq!(levels[0], others[0]);
        let mut counter = CellCounter::new([&first[..], &second]);
        // A level before leaves nothing behind.
        counter.load(levels[1].view());
        counter.count(0);
        counter.load(levels[0].view());
        for (list, marked) in [&levels[1], &others[1]].into_iter().enumerate() {
            let is_marked = |(x, y): &(usize, usize)| marked.get(*x, *y) == 3;
            let all = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
            let n = all.filter(is_marked).count();
            assert_eq!(counter.count(list) as usize, n, "{}", lists[list]);
        }
    });
}

#[test]
fn mirrored_explorers_make_regions_symmetric() {
    check(1000, |choices| {
        let seed = choices.seed();
        let (name, mirror) = choices.of(&Mirror::NAMES);
        let text = scripts::mirrored(choices, name);
        let semantics = choices.of(&SEMANTICS);
        let program = generator(&text, semantics).program().clone();
        let mut workspace = Workspace::new();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        program.run(&mut rng, &mut workspace, &mut |_, _, _| {}).expect("the script ends");
        let (region, level) = (workspace.region(0), workspace.level());
        let tile = |(x, y): (usize, usize)| level.get(region.x + x, region.y + y);
        let size = (region.width, region.height);
        for cell in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
            let mut images = mirror.images(cell, size);
            assert!(
                images.all(|image| tile(image) == tile(cell)),
                "{text}\n{cell:?} in {region:?}"
            );
        }
    });
}

#[test]
fn order_does_not_matter_to_buffered_explorers() {
    check(200, |choices| {
        let seed = choices.seed();
        let text = automata(choices);
        let semantics = choices.of(&SEMANTICS);
        let level = |kind: &str| {
            generator(&text.replace("TYPE", kind), semantics)
                .generate(seed)
                .expect("the script ends")
        };
        assert_eq!(level("horz"), level("vert"));
        if semantics == Semantics::Documented {
            assert_eq!(level("horz"), level("rorder"));
        }
    });
}

#[test]
fn a_test_in_vain_draws_only_if_its_estimator_does() {
    check(200, |choices| {
        let seed = choices.seed();
        let estimator = estimator(choices);
        let text = |vain: &str| {
            let explorer = format!("{{rules: [{vain} '-> self(entity)']}}");
            sections("min: '6x5', max: '6x5'", "{}", &explorer)
        };
        let with = text(&format!("'{estimator} != dist(out), out>0 -> self(key)',"));
        let parsed = Script::parse(&with).expect("the script is sound");
        let draws = parsed.explorers[0].rules[0].conditions[0].estimators().any(Estimator::draws);
        let level = |text: &str| {
            generator(text, Semantics::Documented).generate(seed).expect("it is small")
        };
        assert!(draws || level(&with) == level(&text("")));
    });
}

#[test]
fn white_space_means_nothing() {
    check(200, |choices| {
        let text = scripts(choices);
        let dense: String = text.chars().filter(|character| !character.is_whitespace()).collect();
        assert_eq!(Script::parse(&dense), Script::parse(&text));
    });
}

#[test]
fn levels_are_what_a_naive_reading_says() {
    check(2000, |choices| {
        let seed = choices.seed();
        let text = walks(choices);
        let script = Script::parse(&text).expect("the script is sound");
        let levels = Generator::new(&script).trace(seed).expect("it is small");
        let map = |index: usize| -> naive::Map {
            levels[index].view().rows().map(<[Tile]>::to_vec).collect()
        };
        let outcomes = naive::outcomes(&script.explorers[1], &map(0), &BTreeSet::new());
        assert!(
            outcomes.contains(&map(1)),
            "from\n{}\nto\n{}",
            levels[0].to_text(),
            levels[1].to_text()
        );
    });
}
