use crate::tests::testing::{Setup, check, check_setup, count, generator, start};

fn connector(kind: &str, parameters: &str, rules: &str) -> String {
    format!(
        "{{type: 'connector', parameters: {{type: '{kind}', entities: ['empty'], {parameters}}}, rules: [{rules}]}}"
    )
}

const DIG: &str = "'self(solid) -> self(empty)'";

/// Number of components of empty tiles.
fn n_components(level: &str) -> usize {
    let rows: Vec<&[u8]> = level.lines().map(str::as_bytes).collect();
    let mut is_open: Vec<Vec<bool>> =
        rows.iter().map(|row| row.iter().map(|&tile| tile == b'.').collect()).collect();
    let mut n = 0;
    for y in 0..rows.len() {
        for x in 0..rows[0].len() {
            n += usize::from(is_open[y][x]);
            let mut stack = vec![(x, y)];
            while let Some((x, y)) = stack.pop() {
                let Some(cell) = is_open.get_mut(y).and_then(|row| row.get_mut(x)) else {
                    continue;
                };
                if std::mem::replace(cell, false) {
                    stack.extend([
                        (x + 1, y),
                        (x, y + 1),
                        (x.wrapping_sub(1), y),
                        (x, y.wrapping_sub(1)),
                    ]);
                }
            }
        }
    }
    n
}

#[test]
fn digs_the_shortest_way() {
    check("..##..", &connector("short", "", DIG), "......");
    check("..##.. ###### #.####", &connector("short", "", DIG), "...... #.#### #.####");
    check("...... ......", &connector("short", "", DIG), "...... ......");
    check("###", &connector("short", "", DIG), "###");
}

#[test]
fn every_type_joins_everything() {
    let level = "..#####... ..###.###. ########## ###..###.# .#####.### ##.#######";
    for kind in ["short", "random", "hub", "full"] {
        for seed in 0..20 {
            let found = Setup::new(level).seed(seed).run(&connector(kind, "", DIG));
            assert_eq!(n_components(&found), 1, "{kind}\n{found}");
        }
    }
}

#[test]
fn short_digs_no_more_than_a_spanning_tree() {
    // Three rooms in a row, two and one cells apart; the outer ones three rows below each other.
    let level = ".##.#. ###### ######";
    for seed in 0..20 {
        let found = Setup::new(level).seed(seed).run(&connector("short", "", DIG));
        assert_eq!(found, "......\n######\n######\n");
    }
}

#[test]
fn the_hub_is_in_the_middle() {
    // The center of the middle room is nearest to all others: each gets its own way to it.
    let level = ".###.###. ######### ######### ######### ####.####";
    for seed in 0..20 {
        let found = Setup::new(level).seed(seed).run(&connector("hub", "", DIG));
        assert_eq!(found, ".........\n####.####\n####.####\n####.####\n####.####\n");
    }
}

#[test]
fn walks_around_what_no_rule_holds_at() {
    for seed in 0..20 {
        let found = Setup::new(".k. ###").seed(seed).run(&connector("short", "", DIG));
        assert_eq!(found, ".k.\n...\n");
        // Nothing is dug in vain, for all rules are asked beforehand.
        let found = Setup::new(".#k#. kkkkk #####").seed(seed).run(&connector("short", "", DIG));
        assert_eq!(found, ".#k#.\nkkkkk\n#####\n");
    }
}

#[test]
fn finds_the_way_around_a_long_wall() {
    // The only gap is far from all of the first ten paths.
    let wall = [".....#k#....."; 3].join(" ");
    let rest = ["######k######"; 40].join(" ");
    let level = format!("{rest} {wall} {rest} #############");
    for kind in ["short", "random", "hub", "full"] {
        for seed in 0..5 {
            let found = Setup::new(&level).seed(seed).run(&connector(kind, "", DIG));
            assert_eq!(n_components(&found), 1, "{kind}\n{found}");
        }
    }
}

#[test]
fn gives_up_what_cannot_be_joined() {
    for kind in ["short", "random", "hub", "full"] {
        check(".#k#.#.", &connector(kind, "", DIG), ".#k#...");
    }
}

#[test]
fn tiles_that_are_listed_are_not_in_the_way() {
    // A random way from the left room to the right leads over the middle one.
    for seed in 0..20 {
        let found = Setup::new(".#.#.").seed(seed).run(&connector("random", "", DIG));
        assert_eq!(found, ".....\n");
    }
}

#[test]
fn steps_along_its_directions() {
    let diagonal = "{diagonal: ['101', '020', '101']}";
    let setup = Setup::new(".## ### ##.").neighborhoods(diagonal);
    check_setup(setup, &connector("short", "directions: ['diagonal']", DIG), ".## #.# ##.");
    // Cells of the other color are out of reach.
    let setup = Setup::new(".#. ###").neighborhoods(diagonal);
    check_setup(setup, &connector("short", "neighborhood: 'diagonal'", DIG), ".#. #.#");
    let setup = Setup::new(".##. ####").neighborhoods(diagonal);
    check_setup(setup, &connector("short", "neighborhood: 'diagonal'", DIG), ".##. ####");
    // One way is enough.
    let setup = Setup::new(".##.").neighborhoods("{right: ['21']}");
    check_setup(setup, &connector("short", "directions: 'right'", DIG), "....");
}

#[test]
fn goes_around_a_torus() {
    let wrapping = format!(
        "{{type: 'connector', region: {{borderType: 'wrap'}}, parameters: {{type: 'short', entities: 'empty'}}, rules: [{DIG}]}}"
    );
    check("#.####.#", &wrapping, "..####..");
    check(".#####.", &wrapping, ".#####.");
}

#[test]
fn complete_is_the_share_of_the_path() {
    let rules =
        "'complete<0.25 -> self(key)', 'complete<0.75 -> self(solid)', 'self(any) -> self(player)'";
    let found = Setup::new(".####.").run(&connector("short", "", rules));
    assert!(found == ".k##@.\n" || found == ".@##k.\n", "{found}");
}

#[test]
fn rules_read_the_level_as_it_was_or_as_it_is() {
    let setup = || Setup::new(".####.").neighborhoods("{near: ['121']}");
    let rule = "'near(empty) -> self(empty)'";
    // Only the cells beside the rooms have empty neighbors: the way is not free.
    check_setup(setup(), &connector("short", "", rule), ".####.");
    check_setup(setup(), &connector("short", "replacingType: 'same'", rule), "......");
}

#[test]
fn a_listing_of_all_entities_is_connected() {
    let explorer = "{type: 'connector', rules: ['self(any) -> self(key)']}";
    check(".#. #.#", explorer, ".#. #.#");
}

#[test]
fn full_digs_more_than_it_needs() {
    let row = ".##.##.##.##.##.";
    let level = [
        row,
        "################",
        "################",
        row,
        "################",
        "################",
        row,
    ]
    .join(" ");
    let n_dug = |kind: &str| -> usize {
        (0..10)
            .map(|seed| count(&Setup::new(&level).seed(seed).run(&connector(kind, "", DIG)), '.'))
            .sum()
    };
    assert!(n_dug("full") > n_dug("short"));
}

#[test]
fn a_spanning_tree_of_rooms_is_a_random_one() {
    let level = ".#. ### .#.";
    let mut found: Vec<String> = (0..40)
        .map(|seed| Setup::new(level).seed(seed).run(&connector("short", "", DIG)))
        .collect();
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 4, "one of four walls stays");
}

/// The level that a connector leaves of a large one, where few tiles are open.
#[track_caller]
fn connect_large(parameters: &str, rule: &str) -> String {
    let script = format!(
        "{{metadata: {{dimension: '200x200'}}, entities: ['empty', 'solid', 'key'], explorers: [
        {{type: 'sequential', rules: ['random<0.05 -> self(empty)', 'self(any) -> self(solid)']}},
        {{type: 'connector', parameters: {{entities: ['empty'], {parameters}}}, rules: ['{rule}']}}]}}"
    );
    let generator = generator(&script);
    generator.generate(1).expect("the connector gives up in time").to_text()
}

#[test]
fn many_pairs_end_in_a_level_that_is_connected() {
    for parameters in ["type: 'full'", "type: 'hub'", "type: 'full', iterations: 3"] {
        let level = connect_large(parameters, "self(solid) -> self(empty)");
        assert_eq!(n_components(&level), 1, "{parameters}");
    }
}

#[test]
fn where_no_rule_fires_the_level_stays_as_it_is() {
    for parameters in
        ["type: 'short'", "type: 'random'", "type: 'hub'", "type: 'full', iterations: 20"]
    {
        let level = connect_large(parameters, "self(key) -> self(empty)");
        assert!(n_components(&level) > 1000 && !level.contains('k'), "{parameters}");
    }
}

#[test]
fn a_large_cave_takes_linear_time() {
    // Thousands of components: were all pairs of them compared, the budget would not do.
    let script = "{metadata: {dimension: '400x400'}, entities: ['empty', 'solid'], explorers: [
        {type: 'sequential', rules: ['random<0.4 -> self(empty)', 'self(any) -> self(solid)']},
        {type: 'connector', parameters: {type: 'short', entities: ['empty']}, rules: ['self(solid) -> self(empty)']}]}";
    let level = generator(script).generate(1).expect("it ends");
    assert_eq!(n_components(&level.to_text()), 1);
}

#[test]
fn leads_around_what_it_cannot_dig() {
    let generator = generator(
        "{metadata: {dimension: '7x3'}, entities: [empty, solid],
          explorers: [{type: sequential, rules: ['self(unknown) -> self(solid)']},
            {type: connector, parameters: {type: short, entities: empty}, rules: ['self(solid) -> self(empty)']}]}",
    );
    // The ends of a wall, and of a row where nothing is in the way.
    for (map, n_empty) in [(".?????. ??????? ???????", 7..=7), (".?###?. ???##?? ???????", 10..=20)]
    {
        let pins = generator.pins(&start(map)).expect("it suits");
        for seed in 0..20 {
            let level = generator.generate_from(&pins, seed).expect("it is small").to_text();
            assert!(n_empty.contains(&count(&level, '.')), "{level}");
            assert_eq!(n_components(&level), 1, "{level}");
        }
    }
}
