//! Tests of where explorers of 2017 work, what they see around, and how many cells there may be.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::tests::testing::{Setup, check, check_setup, count, generator, start};
use marahel::Workspace;

/// An explorer of the given region and parameters that visits all cells.
fn sequential(region: &str, parameters: &str, rules: &str) -> String {
    format!(
        "{{type: 'sequential', region: {{{region}}}, parameters: {{{parameters}}}, rules: [{rules}]}}"
    )
}

const WEST: &str = "{west: ['12'], around: ['111', '131', '111']}";

#[track_caller]
fn check_west(level: &str, region: &str, rule: &str, expected: &str) {
    let setup = Setup::new(level).neighborhoods(WEST);
    check_setup(setup, &sequential(region, "", &format!("'{rule}'")), expected);
}

#[test]
fn a_border_is_left_out() {
    let explorer = |region| sequential(region, "", "'self(any) -> self(key)'");
    check("..... ..... ..... .....", &explorer("border: 1"), "..... .kkk. .kkk. .....");
    check("..... ..... .....", &explorer("border: 2"), "..... ..... .....");
    check("..... ..... .....", &explorer("border: '9'"), "..... ..... .....");
}

#[test]
fn a_border_is_drawn_for_each_side_or_for_all() {
    let sides = |seed, is_same: bool| {
        let row = "....................";
        let level = [row; 20].join(" ");
        let region = format!("border: '1,4', sameBorder: {is_same}");
        let explorer = sequential(&region, "", "'self(any) -> self(key)'");
        let level = Setup::new(&level).seed(seed).run(&explorer);
        let rows: Vec<&str> = level.lines().collect();
        let is_key = |row: &&str| row.contains('k');
        let top = rows.iter().position(is_key).expect("some are left");
        let bottom = rows.iter().rev().position(is_key).expect("some are left");
        let left = rows[top].find('k').expect("there is one");
        let right = 19 - rows[top].rfind('k').expect("there is one");
        [left, top, right, bottom]
    };
    let (mut widths, mut has_uneven) = ([0; 5], false);
    for seed in 0..50 {
        let same = sides(seed, true);
        assert!(same.iter().all(|&side| side == same[0]), "{same:?}");
        let own = sides(seed, false);
        for side in own {
            widths[side] += 1;
        }
        has_uneven |= own[0] != own[1];
    }
    assert!(has_uneven && widths[0] == 0 && widths[1..].iter().all(|&n| n > 0), "{widths:?}");
}

#[test]
fn beyond_the_edge_is_unknown_or_an_entity_or_the_other_side() {
    check_west("...", "", "west(unknown) -> self(key)", "k..");
    check_west("...", "", "west(any)==0 -> self(key)", "...");
    check_west("...", "borderType: 'solid'", "west(solid) -> self(key)", "k..");
    check_west("..#", "borderType: 'wrap'", "west(solid) -> self(key)", "k.#");
    check_west("#..", "borderType: 'wrap'", "west(unknown|out) -> self(key)", "#..");
    // Every cell of a torus has eight neighbors and itself.
    check_west("... ...", "borderType: 'wrap'", "around(empty)==9 -> self(key)", "kkk kkk");
    // The border belongs to what lies beyond.
    check_west("#...", "border: '0'", "west(solid) -> self(key)", "#k..");
    check_west("#....\n#....\n#....", "border: 1", "west(solid) -> self(key)", "#.... #.... #....");
}

#[test]
fn writes_do_not_wrap() {
    check_west(
        "... ... ...",
        "borderType: 'wrap'",
        "self(empty), random<0 -> self(key)",
        "... ... ...",
    );
    let setup = Setup::new("#.. ... ...").neighborhoods(WEST);
    let explorer = sequential("borderType: 'wrap'", "", "'self(solid) -> around(key)'");
    check_setup(setup, &explorer, "kk. kk. ...");
}

#[test]
fn totals_are_of_the_region_or_the_map() {
    let explorer = |total: &str| sequential("border: 1", "", &format!("'{total}==1 -> self(key)'"));
    check("#... .#.. ....", &explorer("solid"), "#... .kk. ....");
    check("#... .#.. ....", &explorer("solid@map"), "#... .#.. ....");
    check("#... .... ....", &explorer("solid@map"), "#... .kk. ....");
}

#[test]
fn parity_is_that_of_the_whole_part() {
    let rule = |condition: &str| sequential("", "", &format!("'{condition} -> self(key)'"));
    check("##. ...", &rule("isEven(solid)"), "kkk kkk");
    check("##. ...", &rule("isOdd(solid)"), "##. ...");
    check("#.", &rule("isOdd(1.5)"), "kk");
    check("#.", &rule("isEven(1.5)"), "#.");
    check("#.", &rule("isEven(-0.5)"), "#.");
    check("##. ...", &rule("isEven(plus(solid))"), "##. ..k");
    check("##. ...", &rule("isSingular(plus(solid))"), "kkk kk.");
    // There is no key: the condition on its distance holds.
    check("#.", &rule("isOdd(minDist(key))"), "kk");
    check("#.", &rule("isEven(maxDist(key))"), "kk");
}

#[test]
fn parity_follows_what_is_written() {
    let explorer = sequential("replacingType: 'same'", "", "'isOdd(minDist(key)) -> self(key)'");
    check("k....", &explorer, "kkkkk");
}

#[test]
fn connected_is_one_component_or_none() {
    let rule = |condition: &str| sequential("", "", &format!("'{condition} -> self(key)'"));
    check("#.# ##.", &rule("isConnected(solid)"), "#.# ##.");
    check("#.# ###", &rule("isConnected(solid)"), "kkk kkk");
    check("#.. .#.", &rule("isConnected(solid)"), "#.. .#.");
    check("#.. .#.", &rule("isConnected(solid, all)"), "kkk kkk");
    check("...", &rule("isConnected(solid)"), "kkk");
    // The solid cells are connected, the empty ones are not.
    check("#.. ### ...", &rule("isConnected"), "k.. kkk ...");
}

#[test]
fn connected_follows_what_is_written() {
    let explorer = "{type: 'sequential', region: {replacingType: 'same'}, rules: ['isConnected(solid) -> self(solid)', 'self(any) -> self(empty)']}";
    // The first cell is emptied, then the others are one component.
    check("#.#", explorer, ".##");
}

#[test]
fn connected_costs_what_is_looked_at() {
    // Two cells at the start answer the question anew before each of many writes.
    let rows = ["#.#".to_owned() + &".".repeat(297), [".".repeat(300).as_str(); 299].join(" ")];
    let explorer = sequential(
        "replacingType: 'same'",
        "",
        "'isConnected(solid) -> self(player)', 'self(empty) -> self(key)'",
    );
    let level = Setup::new(&rows.join(" ")).run(&explorer);
    assert!(level.starts_with("#k#k") && level.ends_with("k\n") && !level.contains('@'));
}

#[test]
fn a_used_up_budget_is_told_in_the_words_of_the_dialect() {
    for (kind, parameters, words) in [
        ("sequential", "iterations: 9007199254740992", "`iterations`"),
        ("random", "numberOfTiles: 9007199254740992", "`numberOfTiles`"),
        ("agent", "lifespan: 9007199254740992", "`number` or `lifespan`"),
        ("connector", "iterations: 9007199254740992", "choose the type"),
    ] {
        let explorer = format!(
            "{{type: 'sequential', rules: []}}, {{type: '{kind}', parameters: {{{parameters}}}, rules: ['self(any) -> self(empty|solid)']}}"
        );
        let error = Setup::new("... ...").try_run(&explorer).expect_err("the budget is smaller");
        let error = error.to_string();
        assert!(error.contains(words) && !error.contains("repeats"), "{error}");
    }
}

#[test]
fn noise_is_a_share() {
    for seed in 0..20 {
        let row = "....................";
        let setup = Setup::new(row).seed(seed);
        let explorer = sequential(
            "",
            "",
            "'noise<0 -> self(key)', 'noise>1 -> self(key)', 'noise>0.5 -> self(solid)'",
        );
        let level = setup.run(&explorer);
        assert!(!level.contains('k'), "{level}");
        assert!(level.contains('#') || level.contains('.'), "{level}");
    }
}

#[test]
fn noise_varies_in_regions_of_any_size() {
    for level in
        [".", ".....\n.....\n.....\n.....\n.....", &["..........", "\n"].concat().repeat(10)]
    {
        for scope in ["noise", "noise@map"] {
            let rules = format!("'{scope}>0.5 -> self(solid)', '{scope}<0.5 -> self(key)'");
            let explorer = sequential("", "", &rules);
            let all: String =
                (0..40).map(|seed| Setup::new(level).seed(seed).run(&explorer)).collect();
            let n = |tile: char| all.chars().filter(|&found| found == tile).count();
            let n_cells = n('.') + n('#') + n('k');
            // At the middle of a lattice cell the gradients often cancel out.
            assert!(n('.') * 2 < n_cells && n('#') * 5 > n_cells && n('k') * 5 > n_cells, "{all}");
        }
    }
}

#[test]
fn a_path_to_nothing_is_not_looked_for() {
    let script = "{metadata: {dimension: '400x400'}, entities: ['empty', 'key'], explorers: [
        {type: 'random', parameters: {numberOfTiles: 100000}, rules: ['self(any) -> self(empty)']},
        {type: 'sequential', rules: ['minDist(plus, key)>3 -> self(empty)']}]}";
    let generator = generator(script);
    let level = generator.generate(1).expect("no flood is needed");
    assert!(level.to_text().bytes().all(|tile| tile == b'.' || tile == b'\n'));
}

#[test]
fn noise_of_the_map_goes_on_where_regions_end() {
    let level = [".................."; 12].join(" ");
    let setup = Setup::new(&level)
        .regions("{type: 'equal', numberOfRegions: 6, parameters: {min: '3x2', max: '3x2'}}");
    let run = |region: &str| {
        setup.run(&format!("{{type: 'sequential', region: {{name: '{region}'}}, rules: ['noise@map>0.5 -> self(solid)']}}"))
    };
    assert_eq!(run("map"), run("all"));
}

#[test]
fn regions_are_some_or_specific() {
    let level = ["............"; 6].join(" ");
    let setup = Setup::new(&level)
        .regions("{type: 'equal', numberOfRegions: 6, parameters: {min: '3x2', max: '3x2'}}");
    let n_keys = |region: &str| {
        let explorer = sequential(region, "", "'self(any) -> self(key)'");
        setup.run(&explorer).matches('k').count()
    };
    assert_eq!(n_keys("name: 'some', count: 2"), 2 * 12);
    assert_eq!(n_keys("name: 'some', count: 9"), 6 * 12);
    assert_eq!(n_keys("name: '1-4'"), 3 * 12);
    let explorer = sequential(
        "name: 'specific', rectangles: [{x: 1, y: 0, w: 2, h: 1}, {x: 3, y: 1, w: 9, h: 9}, {x: 9, y: 9, w: 1, h: 1}]",
        "",
        "'self(any) -> self(key)'",
    );
    check("..... ..... .....", &explorer, ".kk.. ...kk ...kk");
}

/// How often a level is made until it is as the limits of the keys say, and
/// how many keys it has then.
fn make(limits: &str, region: &str, rules: &str) -> (usize, usize) {
    make_from(1, limits, region, rules)
}

fn make_from(seed: u64, limits: &str, region: &str, rules: &str) -> (usize, usize) {
    let text = format!(
        "{{metadata: {{dimension: '8x6'}}, entities: {{empty: {{}}, key: {{{limits}}}}},
        regions: {{type: 'equal', numberOfRegions: 4, parameters: {{min: '2x2'}}}},
        explorers: [{{type: 'sequential', region: {{{region}}}, rules: [{rules}]}}]}}"
    );
    let generator = generator(&text);
    let mut n_attempts = 0;
    let mut workspace = Workspace::new();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let result = generator.program().run(&mut rng, &mut workspace, &mut |_, _, _| n_attempts += 1);
    assert_eq!(result, Ok(()));
    (n_attempts, workspace.level().rows().flatten().filter(|&&tile| tile == 1).count())
}

#[test]
fn a_level_with_too_few_is_made_again() {
    assert_eq!(make("min: 48", "", "'self(any) -> self(key)'"), (1, 48));
    assert_eq!(make("min: 49", "", "'self(any) -> self(key)'"), (10, 48));
    assert_eq!(make("min: 1", "", "'self(any) -> self(empty)'"), (10, 0));
    // Nearly every other level has as many.
    let half = "'random<0.5 -> self(key)', 'self(any) -> self(empty)'";
    let mut most = 0;
    for seed in 0..20 {
        let (n_attempts, n) = make_from(seed, "min: 25", "", half);
        assert!(n >= 25 || n_attempts == 10, "{n} after {n_attempts}");
        most = most.max(n_attempts);
    }
    assert!(most > 2, "{most}");
}

#[test]
fn a_write_too_many_is_dropped() {
    for region in [
        "",
        "name: 'all'",
        "replacingType: 'same'",
        "name: 'all', border: 1, replacingType: 'same'",
    ] {
        let (_, n) = make("max: 3", region, "'self(any) -> self(key)'");
        assert_eq!(n, 3, "{region}");
        assert_eq!(make("max: 0", region, "'self(any) -> self(key)'").1, 0);
    }
    // What is a key already is not one more.
    assert_eq!(
        make(
            "max: 3",
            "replacingType: 'same'",
            "'self(any) -> self(key), self(key), self(empty), self(key)'"
        )
        .1,
        3
    );
}

#[test]
fn what_is_pinned_counts_for_limits_and_may_exceed_them() {
    let generator = generator(
        "{metadata: {dimension: '5x1'}, entities: {empty: {}, solid: {max: 2}},
          explorers: [{type: sequential, rules: ['self(any) -> self(solid)']}]}",
    );
    for (map, expected) in [("?????", "##???"), ("???#?", "#??#?"), ("?#.##", "?#.##")] {
        let pins = generator.pins(&start(map)).expect("it suits");
        let level = generator.generate_from(&pins, 1).expect("it is small");
        assert_eq!(level.to_text().trim(), expected);
    }
}

#[test]
fn another_attempt_begins_anew_and_connectors_are_counted() {
    let generator = generator(
        "{metadata: {dimension: 6}, entities: {empty: {min: 3}, solid: {}}, explorers: [
            {type: 'sequential', rules: ['-> self(solid)']},
            {type: 'random', parameters: {numberOfTiles: 3}, rules: ['-> self(empty)']},
            {type: 'connector', parameters: {entities: 'empty'}, rules: ['self(solid) -> self(empty)']}]}",
    );
    for seed in 0..20 {
        let snapshots = generator.snapshots(seed, 0).expect("it is small");
        assert_eq!(snapshots.iter().map(|one| one.explorer).collect::<Vec<_>>(), [0, 1, 2]);
        let level = generator.generate(seed).expect("it is small");
        assert_eq!(snapshots[2].level, level);
        let n_dug = count(&level.to_text(), '.') - count(&snapshots[1].level.to_text(), '.');
        assert_eq!(snapshots[2].rules[0].n_changed, n_dug as u64);
        assert_eq!(snapshots[0].rules[0].n_fired, 36);
    }
}
