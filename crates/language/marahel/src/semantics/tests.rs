//! Each difference of the two readings, shown by both.

use super::Semantics::{Documented, Original};
use crate::generator::Generator;
use crate::run::tests::testing::{Setup, check_setup, count};
use marahel_script::Script;

/// Runs an explorer in both readings.
#[track_caller]
fn check(setup: Setup<'_>, explorers: &str, documented: &str, fdg20: &str) {
    check_setup(setup, explorers, documented);
    check_setup(setup.semantics(Original), explorers, fdg20);
}

#[test]
fn dist_looks_for_unknown_cells() {
    let rule = "{parameters: {replace: 'buffer'}, rules: ['dist(key)==2 -> self(solid)']}";
    check(Setup::new("k...."), rule, "k.#..", "#####");
    check(Setup::new("k...?"), rule, "k.#.?", "k.#.?");
    check(Setup::new("k..?."), rule, "k.#?.", "k#.?.");
    let outside = "{parameters: {replace: 'buffer'}, rules: ['dist(out)>9 -> self(solid)']}";
    check(Setup::new("...."), outside, "....", "####");
}

#[test]
fn dist_heuristics_are_ties_on_a_filled_map() {
    let explorer = "{type: 'wide', parameters: {heuristics: 'dist(key)', tiles: 2}, rules: ['self(empty) -> self(solid)']}";
    let is_near = |semantics| {
        (0..60).all(|seed| {
            Setup::new("k.........").semantics(semantics).seed(seed).run(explorer).starts_with("k#")
        })
    };
    assert!(is_near(Documented) && !is_near(Original));
}

#[test]
fn wide_explorers_share_a_list_that_no_pass_refills() {
    let mark = "rules: ['self(empty) -> self(solid)', 'self(solid) -> self(player)']";
    for kind in ["rorder", "wide"] {
        for explorers in [
            format!("{{type: '{kind}', parameters: {{repeats: 2}}, {mark}}}"),
            format!("{{type: '{kind}', {mark}}}, {{type: 'rorder', {mark}}}"),
            format!(
                "{{type: 'wide', {mark}}}, {{type: '{kind}', parameters: {{heuristics: 'all(solid)'}}, {mark}}}"
            ),
        ] {
            for seed in 0..10 {
                let setup = Setup::new(".... ....").seed(seed);
                let documented = setup.run(&explorers);
                assert_eq!(count(&documented, '@'), 8, "{explorers}\n{documented}");
                // And the last cell of the list is lost.
                let fdg20 = setup.semantics(Original).run(&explorers);
                assert_eq!(
                    (count(&fdg20, '#'), count(&fdg20, '.')),
                    (7, 1),
                    "{explorers}\n{fdg20}"
                );
            }
        }
    }
}

#[test]
fn a_wide_pass_cut_short_loses_one_cell_of_the_list() {
    let mark = "rules: ['self(empty) -> self(solid)', 'self(solid) -> self(player)']";
    let explorers = format!(
        "{{type: 'rorder', parameters: {{tiles: 3}}, {mark}}}, {{type: 'wide', parameters: {{heuristics: 'all(key)'}}, {mark}}}"
    );
    for seed in 0..20 {
        let found = Setup::new(".... ....").semantics(Original).seed(seed).run(&explorers);
        // Three, one lost, three more, one lost.
        assert_eq!((count(&found, '#'), count(&found, '.')), (6, 2), "{found}");
    }
}

#[test]
fn each_region_has_a_list_of_its_own() {
    let mark = "rules: ['self(empty) -> self(solid)', 'self(solid) -> self(player)']";
    let explorers = format!(
        "{{type: 'rorder', region: 'all', {mark}}}, {{type: 'rorder', region: 'map', {mark}}}"
    );
    let regions = "{type: 'equal', number: 2, parameters: {min: '2x1'}}";
    for seed in 0..20 {
        let found =
            Setup::new(".... ....").regions(regions).semantics(Original).seed(seed).run(&explorers);
        // Three of four cells in each half, then seven of eight on the map.
        assert!(count(&found, '@') >= 5 && count(&found, '.') <= 1, "{found}");
        assert_eq!(count(&found, '#') + 2 * count(&found, '@'), 13, "{found}");
    }
}

#[test]
fn changes_count_rules_that_fire() {
    let explorer = "{type: 'horz', parameters: {changes: 3}, rules: ['-> self(solid)']}";
    for seed in 0..20 {
        let setup = Setup::new("######## ...#####").seed(seed);
        assert_eq!(count(&setup.run(explorer), '.'), 0, "all three are found");
    }
    let stays = (0..20).filter(|&seed| {
        count(&Setup::new("######## ...#####").semantics(Original).seed(seed).run(explorer), '.')
            == 3
    });
    assert!(stays.count() > 5, "mostly it ends before it comes there");
}

#[test]
fn cpercent_counts_rules_that_fire() {
    // Half of the changes are used up by visits that alter nothing.
    let explorer = "{type: 'horz', parameters: {changes: 4}, rules: ['cpercent<0.5 -> self(solid)', 'self(solid) -> self(player)']}";
    for seed in 0..10 {
        let setup = Setup::new("........").seed(seed);
        assert_eq!(count(&setup.run(explorer), '#'), 2);
        assert_eq!(count(&setup.semantics(Original).run(explorer), '#'), 2);
        let setup = Setup::new("########").seed(seed);
        assert_eq!(count(&setup.run(explorer), '@'), 0, "nothing ever changes");
        // Two fire without effect, then two others use up the rest.
        assert_eq!(count(&setup.semantics(Original).run(explorer), '@'), 2);
    }
}

#[test]
fn limits_default_to_the_largest_region() {
    // Halves of 2 and 3 cells: the smaller is walked around once and a half.
    let regions = "{type: 'equal', number: 2, parameters: {min: '2x1'}}";
    let explorer =
        "{region: 'all', rules: ['self(empty) -> self(solid)', 'self(solid) -> self(player)']}";
    for seed in 0..10 {
        let setup = Setup::new(".....").regions(regions).seed(seed);
        assert_eq!(setup.run(explorer), "#####\n");
        let found = setup.semantics(Original).run(explorer);
        assert!(found == "#@###\n" || found == "@####\n", "{found}");
    }
}

#[test]
fn list_members_count_with_multiplicity() {
    let rule = |condition: &str| {
        format!("{{parameters: {{replace: 'buffer'}}, rules: ['{condition} -> self(solid)']}}")
    };
    check(Setup::new("k.."), &rule("left(key:3)>=2"), "k..", "k#.");
    check(Setup::new("k.."), &rule("left(key|key)==1"), "k#.", "k..");
    // A bare neighborhood is compared with its number of cells.
    check(Setup::new("k.. ... ..."), &rule("horz(key:2)"), "k.. ... ...", "k#. ... ...");
    check(Setup::new("k.k"), &rule("horz(key:2)"), "k#k", "k#k");
}

#[test]
fn a_substitute_counts_with_the_weight_of_its_entity() {
    let explorer =
        "{parameters: {replace: 'buffer', out: 'key'}, rules: ['left(key:2)==2 -> self(solid)']}";
    check(Setup::new("..k."), explorer, "..k.", "#.k#");
}

#[test]
fn the_largest_weights_do_not_overflow() {
    let explorer = "{parameters: {out: 'key'}, rules: ['all(key:4294967295|out:4294967295)>0 -> self(solid)']}";
    check(Setup::new("..."), explorer, "###", "###");
}

#[test]
fn noise_is_one_fixed_field() {
    let room = format!("{} ", ".".repeat(11)).repeat(7);
    let explorer = "{parameters: {replace: 'buffer'}, rules: ['noise>=-0.5 -> self(solid)']}";
    let n = |semantics, seed| {
        count(&Setup::new(&room).semantics(semantics).seed(seed).run(explorer), '#')
    };
    assert!((0..5).all(|seed| n(Original, seed) == 61));
    assert!((0..5).any(|seed| n(Documented, seed) != 61));
}

#[test]
fn upper_limits_of_sizes_are_exclusive() {
    let script = "{metadata: {min: '4x7', max: '6x7'}, entities: ['empty'], explorers: []}";
    let script = Script::parse(script).expect("it is sound");
    for (semantics, expected) in [(Documented, [4, 5, 6].as_slice()), (Original, &[4, 5])] {
        let generator = Generator::new(&script).read_as(semantics);
        let levels = (0..100).map(|seed| generator.generate(seed).expect("it does nothing"));
        let mut widths: Vec<usize> = levels.map(|level| level.width()).collect();
        widths.sort_unstable();
        widths.dedup();
        assert_eq!(widths, expected);
    }
}

#[test]
fn connect_ignores_tiles() {
    let explorer = "{type: 'connect', parameters: {entities: 'empty', tiles: 3}, rules: ['self(solid) -> self(key)']}";
    for seed in 0..10 {
        let setup = Setup::new(".#######.").seed(seed);
        assert!(count(&setup.run(explorer), 'k') <= 2);
        assert_eq!(count(&setup.semantics(Original).run(explorer), 'k'), 7);
    }
}
