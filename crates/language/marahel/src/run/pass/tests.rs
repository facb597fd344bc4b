use crate::run::tests::testing::{Setup, check, check_setup, count};

/// Applies rules to all cells at once.
#[track_caller]
fn check_rules(level: &str, rules: &str, expected: &str) {
    check_parameters(level, "", rules, expected);
}

/// As [`check_rules`], with parameters of the explorer.
#[track_caller]
fn check_parameters(level: &str, parameters: &str, rules: &str, expected: &str) {
    let setup = Setup::new(level).neighborhoods("{none: '020', far: '20001', square: '1111111,1111111,1111111,1112111,1111111,1111111,1111111'}");
    check_setup(setup, &explorer(parameters, rules), expected);
}

fn explorer(parameters: &str, rules: &str) -> String {
    format!("{{parameters: {{replace: 'buffer', {parameters}}}, rules: [{rules}]}}")
}

/// Share of cells of a large level that a rule writes.
fn share(rule: &str) -> f64 {
    let room = format!("{} ", ".".repeat(100)).repeat(100);
    count(&Setup::new(&room).run(&explorer("", rule)), '#') as f64 / 1e4
}

// Conditions and operators.

#[test]
fn neighborhood_counts_listed_cells() {
    let level = "#.# .#. ...";
    check_rules(level, "'plus(solid)>=2 -> self(key)'", "#k# k#k ...");
    check_rules(level, "'all(solid)==3 -> self(key)'", "#k# .k. ...");
    check_rules(level, "'self(solid)==1 -> self(key)'", "k.k .k. ...");
    check_rules(level, "'all(solid|empty)==9 -> self(key)'", "#.# .k. ...");
    check_rules(level, "'right(solid) -> self(key)'", "#k# k#. ...");
}

#[test]
fn every_operator_compares() {
    // From left to right, cells have 1, 0, 2, 0, 1 and 0 keys beside them.
    let level = ".k.k..";
    for (operators, expected) in [
        ([">", ">"], ".k#k.."),
        (["<", "<"], ".#.#.#"),
        ([">=", ">="], "#k#k#."),
        (["<=", "<="], "##.###"),
        (["==", "="], "#k.k#."),
        (["!=", "<>"], ".###.#"),
    ] {
        for operator in operators {
            check_rules(level, &format!("'horz(key){operator}1 -> self(solid)'"), expected);
            // The last cell has nothing on its right, so that both sides are 0 there.
            let last = if [">", "<", "!=", "<>"].contains(&operator) { '.' } else { '#' };
            let rule = format!("'horz(key) {operator} right(any) -> self(solid)'");
            check_rules(level, &rule, &format!("{}{last}", &expected[..5]));
        }
    }
}

#[test]
fn sides_of_a_comparison_are_alike() {
    let level = ".k.k..";
    check_rules(level, "'1<horz(key) -> self(solid)'", ".k#k..");
    check_rules(level, "'horz(key)>left(key) -> self(solid)'", "#k#k..");
    check_rules(level, "'2>horz(key), horz(key)>0 -> self(solid)'", "#k.k#.");
}

#[test]
fn comparisons_of_numbers_are_decided_once() {
    check_rules("..", "'1<2 -> self(solid)'", "##");
    check_rules("..", "'-0.5>=.5 -> self(solid)'", "..");
    check_rules("..", "'1e3==1000 -> self(solid)'", "##");
    check_rules("..", "'5 -> self(solid)'", "##");
    check_rules("..", "'0 -> self(solid)'", "..");
    check_rules("..", "'self(any)==1 -> self(solid)'", "##");
    check_rules("..", "'self(any)>1 -> self(solid)'", "..");
    check_rules("..", "'plus(solid)>=0 -> self(solid)'", "##");
    check_rules("..", "'plus(solid)>5 -> self(solid)'", "..");
}

#[test]
fn neighborhoods_of_many_cells_count_like_small_ones() {
    // Counts of up to 63 cells are looked up in a table; these are 81.
    let row = "111111111";
    let huge = format!("{{huge: '{row},{row},{row},{row},111131111,{row},{row},{row},{row}'}}");
    let setup = Setup::new(".k....... ......k..").neighborhoods(&huge);
    check_setup(setup, &explorer("", "'huge(key)==2 -> self(solid)'"), ".k####... ..####k..");
    check_setup(setup, &explorer("", "'2==huge(key) -> self(solid)'"), ".k####... ..####k..");
    check_setup(setup, &explorer("", "'huge(empty|key) -> self(solid)'"), ".k....... ......k..");
    let everywhere = "######### #########";
    check_setup(setup, &explorer("out: 'key'", "'huge(empty|key) -> self(solid)'"), everywhere);
}

#[test]
fn a_neighborhood_alone_means_all_of_its_cells() {
    check_rules("... ... ...", "'plus(empty) -> self(solid)'", "... .#. ...");
    check_rules("... .k. ...", "'all(empty) -> self(solid)'", "... .k. ...");
    check_rules("..#..", "'horz(empty|solid) -> self(key)'", ".kkk.");
}

#[test]
fn another_estimator_alone_means_above_zero() {
    check_rules(".k.", "'key -> self(solid)'", "###");
    check_rules(".#.", "'key -> self(solid)'", ".#.");
    check_rules(".k.", "'dist(key) -> self(solid)'", "#k#");
    check_rules(
        "..",
        "'percent -> self(solid)'",
        &Setup::new("..").run("{rules: ['percent -> self(solid)']}"),
    );
}

#[test]
fn all_conditions_must_hold_and_the_first_rule_that_holds_counts() {
    check_rules(".k.", "'self(empty), left(key) -> self(solid)'", ".k#");
    check_rules(".k.", "'self(empty) -> self(solid)', 'left(key) -> self(player)'", "#k#");
    check_rules(".k.", "'left(key) -> self(player)', 'self(empty) -> self(solid)'", "#k@");
    check_rules(".k.", "'-> self(solid)', 'left(key) -> self(player)'", "###");
    check_rules(".k.", "", ".k.");
}

// Estimators.

#[test]
fn outside_is_counted_as_out() {
    check_rules("... ... ...", "'plus(out)>0 -> self(solid)'", "### #.# ###");
    check_rules("... ... ...", "'plus(out)==2 -> self(solid)'", "#.# ... #.#");
    check_rules("...", "'left(out|solid) -> self(solid)'", "#..");
    check_rules("...", "'left(any)==0 -> self(solid)'", "#..");
}

#[test]
fn a_substitute_is_seen_beside_out() {
    check_parameters("...", "out: 'empty'", "'horz(empty) -> self(solid)'", "###");
    check_parameters("...", "out: 'empty'", "'left(out) -> self(solid)'", "#..");
    check_parameters("...", "out: 'unknown'", "'left(unknown) -> self(solid)'", "#..");
    check_parameters("...", "out: 'out'", "'left(empty)==0 -> self(solid)'", "#..");
}

#[test]
fn far_neighborhoods_look_beyond_the_edge() {
    check_rules(".....k", "'far(key) -> self(solid)'", ".#...k");
    check_rules("...", "'far(out) -> self(solid)'", "###");
    check_rules("..", "'square(out)==47 -> self(solid)'", "##");
}

#[test]
fn empty_neighborhoods_count_nothing() {
    check_rules("..", "'none(solid)==0 -> self(key)'", "kk");
    check_rules("..", "'none(solid) -> self(key)'", "kk");
    check_rules("..", "'none(solid)>0 -> self(key)'", "..");
    check_rules("..", "'-> none(key), right(solid)'", ".#");
}

#[test]
fn totals_count_the_region() {
    check_rules(
        ".kk#",
        "'key==2, empty==1, unknown==0, out==0, any==4, entity==4 -> self(solid)'",
        "####",
    );
    check_rules("?k", "'any==2, entity==1, unknown==1 -> self(solid)'", "##");
    check_rules(".k", "'key>empty -> self(solid)'", ".k");
}

#[test]
fn distance_is_manhattan_to_the_nearest() {
    check_rules("..... ..... k....", "'dist(key)==2 -> self(solid)'", "#.... .#... k.#..");
    check_rules("k...k", "'dist(key)==1 -> self(solid)'", "k#.#k");
    check_rules("k...@", "'dist(key|player)==1 -> self(solid)'", "k#.#@");
    check_rules("k...", "'dist(key)==0 -> self(solid)'", "#...");
    check_rules("k..", "'dist(unknown|key)<=1 -> self(solid)'", "##.");
}

#[test]
fn distance_to_the_outside_is_one_at_every_edge() {
    check_rules("..... ..... .....", "'dist(out)==1 -> self(solid)'", "##### #...# #####");
    check_rules(".....k.", "'dist(out|key)==1 -> self(solid)'", "#####k#");
    check_rules(
        "..... ..... ..... ..... .....",
        "'dist(out)==3 -> self(solid)'",
        "..... ..... ..#.. ..... .....",
    );
    check_rules(
        "..... ..... ..k.. ..... .....",
        "'dist(out|key)==2 -> self(solid)'",
        "..... .#.#. ..k.. .#.#. .....",
    );
}

#[test]
fn a_condition_on_an_absent_distance_holds() {
    for condition in [
        "dist(key)<0",
        "dist(key)>99",
        "5==dist(key)",
        "dist(key)",
        "dist(key)!=dist(key)",
        "dist(out)<dist(key)",
    ] {
        check_rules("...", &format!("'{condition} -> self(solid)'"), "###");
    }
}

#[test]
fn distances_follow_what_is_written() {
    // Each cell written is a key at once, so the distance of the next is one.
    check(
        "k....",
        "{type: 'wide', parameters: {heuristics: 'dist(out)', repeats: 4},
        rules: ['self(empty), left(key), dist(key)==1 -> self(key)']}",
        "kkkkk",
    );
    // The only key goes, and conditions on its distance hold from then on.
    let rules = "rules: ['self(key) -> self(solid)', 'dist(key)>9 -> self(player)']";
    check("..k", &format!("{{parameters: {{repeats: 2, tiles: 3}}, {rules}}}"), "@@@");
}

#[test]
fn percent_is_the_share_of_the_visits() {
    for seed in 0..10 {
        let setup = Setup::new(".... ....").seed(seed);
        let n = |condition: &str| {
            count(&setup.run(&format!("{{rules: ['{condition} -> self(solid)']}}")), '#')
        };
        assert_eq!(n("percent<0.5"), 4);
        assert_eq!(n("percent==0"), 1);
        assert_eq!(n("percent>=1"), 0);
        assert_eq!(n("percent>0.8"), 1);
    }
}

#[test]
fn cpercent_is_the_share_of_the_changes() {
    for seed in 0..10 {
        let setup = Setup::new("........").seed(seed);
        let n = |parameters: &str| {
            let rule = "self(empty), cpercent<0.5 -> self(solid)";
            count(&setup.run(&format!("{{parameters: {{{parameters}}}, rules: ['{rule}']}}")), '#')
        };
        assert_eq!(n("changes: 4"), 2);
        assert_eq!(n("changes: 5"), 3);
        assert_eq!(n(""), 4);
    }
}

#[test]
fn rpercent_is_the_share_of_the_repeats() {
    let rules =
        "rules: ['self(empty), rpercent>0.4 -> self(solid)', 'self(solid) -> self(player)']";
    let repeats = |n: u32| format!("{{parameters: {{repeats: {n}}}, {rules}}}");
    check(".", &repeats(1), ".");
    check(".", &repeats(2), "#");
    check(".", &repeats(3), "#");
    check(".", &repeats(4), "@");
}

#[test]
fn random_is_a_fresh_uniform_number() {
    // Standard deviations are below 0.005.
    assert!((share("'random<0.3 -> self(solid)'") - 0.3).abs() < 0.025);
    assert!((share("'random<random -> self(solid)'") - 0.5).abs() < 0.025);
    assert!((share("'random>0.5, random>0.5 -> self(solid)'") - 0.25).abs() < 0.025);
    assert_eq!(share("'random>=1 -> self(solid)'"), 0.0);
    assert_eq!(share("'random>=0 -> self(solid)'"), 1.0);
}

#[test]
fn noise_is_zero_at_the_corners_of_its_lattice() {
    let room = format!("{} ", ".".repeat(20)).repeat(20);
    for (noise, spacing) in
        [("noise", 2), ("noise0", 2), ("noise2", 4), ("noise5", 10), ("noise10", 20)]
    {
        let found = Setup::new(&room).run(&explorer("", &format!("'{noise}==0 -> self(solid)'")));
        let rows: Vec<&[u8]> = found.lines().map(str::as_bytes).collect();
        for (x, y) in
            (0..20).step_by(spacing).flat_map(|y| (0..20).step_by(spacing).map(move |x| (x, y)))
        {
            assert_eq!(rows[y][x], b'#', "{noise} at {x}, {y}\n{found}");
        }
    }
}

#[test]
fn noise_is_smoother_with_a_larger_scale() {
    let room = format!("{} ", ".".repeat(60)).repeat(60);
    let n_borders = |noise: &str| {
        let found = Setup::new(&room).run(&explorer("", &format!("'{noise}>0 -> self(solid)'")));
        found.as_bytes().windows(2).filter(|pair| pair == b".#" || pair == b"#.").count()
    };
    let [fine, medium, coarse] = ["noise", "noise4", "noise10"].map(n_borders);
    assert!(fine > 2 * medium && medium > coarse, "{fine}, {medium}, {coarse}");
}

#[test]
fn noise_has_both_signs_and_is_another_in_each_level() {
    let room = format!("{} ", ".".repeat(30)).repeat(30);
    let level =
        |seed: u64| Setup::new(&room).seed(seed).run(&explorer("", "'noise>0 -> self(solid)'"));
    let (first, second) = (level(1), level(2));
    assert_ne!(first, second);
    assert!(count(&first, '#').abs_diff(450) < 200, "{first}");
}

// Executers.

#[test]
fn executers_write_their_neighborhood() {
    check_rules("...k...", "'self(key) -> right(solid), left(player)'", "..@k#..");
    check_rules("...k...", "'self(key) -> right(solid), all(player)'", "..@@@..");
    check_rules("...k...", "'self(key) -> all(player), right(solid)'", "..@@#..");
    check_rules("k......", "'self(key) -> far(solid)'", "k...#..");
    check_rules("?.k", "'self(key) -> self(unknown)'", "?.?");
    check_rules("..k", "'self(key) -> right(solid)'", "..k");
}

#[test]
fn an_executer_draws_once_for_its_whole_neighborhood() {
    let mut n_solid = 0;
    for seed in 0..400 {
        let setup = Setup::new(".....").neighborhoods("{row: '111131111'}").seed(seed);
        let found = setup.run("{parameters: {tiles: 1}, rules: ['-> row(solid:3|key)']}");
        assert!(found == "#####\n" || found == "kkkkk\n", "{found}");
        n_solid += usize::from(found.contains('#'));
    }
    // 300 expected, standard deviation 9.
    assert!(n_solid.abs_diff(300) < 40, "{n_solid}");
}

#[test]
fn weights_are_shares() {
    let room = format!("{} ", ".".repeat(100)).repeat(100);
    let drawn = |list: &str| Setup::new(&room).run(&explorer("", &format!("'-> self({list})'")));
    // Of 10,000 tiles; standard deviations are below 50.
    let level = drawn("empty:50|solid:30|key:20");
    assert!(count(&level, '.').abs_diff(5000) < 230);
    assert!(count(&level, '#').abs_diff(3000) < 230);
    assert!(count(&level, 'k').abs_diff(2000) < 230);
    assert!(count(&drawn("solid|key|solid"), '#').abs_diff(6667) < 230);
    assert_eq!(count(&drawn("solid|key:0"), '#'), 10_000);
    let level = drawn("any");
    assert!(".#@k?".chars().all(|tile| count(&level, tile).abs_diff(2000) < 230));
    let level = drawn("entity");
    assert!(".#@k".chars().all(|tile| count(&level, tile).abs_diff(2500) < 230));
    let level = drawn("any|key:5");
    assert!(count(&level, 'k').abs_diff(6000) < 230 && count(&level, '?').abs_diff(1000) < 230);
}
