use crate::run::tests::testing::{Setup, cells, check, check_setup, count};

/// Marks cells by the number of visits: `.` none, `#` one, `@` two, `k` more.
const MARK: &str =
    "'self(empty) -> self(solid)', 'self(solid) -> self(player)', 'self(player) -> self(key)'";

const ROOM: &str = "..... ..... ..... .....";

/// The level after one explorer that marks its visits.
#[track_caller]
fn marks(setup: Setup<'_>, kind: &str, parameters: &str) -> String {
    setup.run(&format!("{{type: '{kind}', parameters: {{{parameters}}}, rules: [{MARK}]}}"))
}

/// Number of 4-connected components of a character.
fn n_components(level: &str, character: char) -> usize {
    let mut left = cells(level, character);
    let mut n = 0;
    while let Some(start) = left.pop() {
        n += 1;
        let mut front = vec![start];
        while let Some((x, y)) = front.pop() {
            let is_near = |&(u, v): &(usize, usize)| x.abs_diff(u) + y.abs_diff(v) == 1;
            front.extend(left.iter().copied().filter(is_near));
            left.retain(|cell| !is_near(cell));
        }
    }
    n
}

#[test]
fn explorers_without_repetition_visit_every_cell_once() {
    for kind in ["horz", "vert", "rorder", "wide"] {
        for seed in 0..20 {
            let level =
                marks(Setup::new(ROOM).seed(seed), kind, "heuristics: 'all(solid), random'");
            assert_eq!(count(&level, '#'), 20, "{kind}\n{level}");
        }
    }
}

#[test]
fn tiles_limit_the_visits_of_a_pass() {
    for kind in ["horz", "vert", "rorder", "wide"] {
        for (tiles, expected) in [(0, 0), (1, 1), (7, 7), (20, 20)] {
            let level = marks(Setup::new(ROOM), kind, &format!("tiles: {tiles}"));
            assert_eq!(count(&level, '#'), expected, "{kind}\n{level}");
        }
    }
}

#[test]
fn narrow_explorers_go_around_the_end_but_wide_ones_have_no_second_round() {
    for (kind, expected) in [("horz", '@'), ("vert", '@'), ("rorder", '#'), ("wide", '#')] {
        let level = marks(Setup::new(ROOM), kind, "tiles: 40, changes: 40");
        assert_eq!(count(&level, expected), 20, "{kind}\n{level}");
    }
}

#[test]
fn narrow_explorers_walk_on_from_a_random_cell() {
    for (kind, by_columns) in [("horz", false), ("vert", true)] {
        let mut starts = [0; 20];
        for seed in 0..1000 {
            let level = marks(Setup::new(ROOM).seed(seed), kind, "tiles: 6");
            let place = |(x, y): (usize, usize)| if by_columns { 4 * x + y } else { 5 * y + x };
            let mut is_visited = [false; 20];
            for cell in cells(&level, '#') {
                is_visited[place(cell)] = true;
            }
            let is_start = |&place: &usize| is_visited[place] && !is_visited[(place + 19) % 20];
            let found: Vec<usize> = (0..20).filter(is_start).collect();
            assert_eq!(found.len(), 1, "one stretch, around the end\n{level}");
            assert!((0..6).all(|step| is_visited[(found[0] + step) % 20]));
            starts[found[0]] += 1;
        }
        // 50 expected of each, standard deviation 7.
        assert!(starts.iter().all(|n: &i32| n.abs_diff(50) < 32), "{kind}: {starts:?}");
    }
}

#[test]
fn narrow_rand_leaves_about_37_percent_unvisited() {
    let room = format!("{} ", ".".repeat(40)).repeat(40);
    let level = marks(Setup::new(&room), "random", "");
    let n_unvisited = count(&level, '.');
    assert!(n_unvisited.abs_diff(1600 * 368 / 1000) < 60, "{n_unvisited}");
    assert!(count(&level, 'k') > 50, "some cells are visited three times");
}

#[test]
fn drunk_turtle_walks_straight_on_to_the_edge_and_stays() {
    for seed in 0..30 {
        let parameters = "directions: 'right', dirprob: 0, tiles: 12";
        let level = marks(Setup::new(ROOM).seed(seed), "digger", parameters);
        let trail: Vec<_> = cells(&level, '#').into_iter().chain(cells(&level, 'k')).collect();
        let (x, y) = trail[0];
        let expected: Vec<_> = (x..5).map(|x| (x, y)).collect();
        assert_eq!(trail, expected, "{level}");
        assert_eq!(cells(&level, 'k'), [(4, y)], "it waits at the edge\n{level}");
    }
}

#[test]
fn drunk_turtle_moves_by_its_directions_only() {
    for seed in 0..30 {
        let setup = Setup::new(ROOM).neighborhoods("{jump: '10201'}").seed(seed);
        let level = marks(setup, "digger", "directions: 'jump', tiles: 50");
        let visited: Vec<_> = "#@k".chars().flat_map(|mark| cells(&level, mark)).collect();
        let (x, y) = visited[0];
        assert!(visited.iter().all(|&(u, v)| v == y && u % 2 == x % 2), "{level}");
        let n_places = if x % 2 == 0 { 3 } else { 2 };
        assert_eq!(visited.len(), n_places, "it reaches all of them\n{level}");
    }
}

#[test]
fn drunk_turtle_turns_with_the_given_probability() {
    let room = "....................".repeat(3);
    let n_turns = |change: &str| {
        let mut n = 0;
        for seed in 0..200 {
            // Ten steps from a random cell of a long corridor: without a turn, eleven cells.
            let parameters = format!("directions: 'horz', change: {change}, tiles: 11");
            let level = marks(Setup::new(&room).seed(seed), "turtle", &parameters);
            n += usize::from(count(&level, '#') < 11);
        }
        n
    };
    // Only an end of the corridor turns it back: from 10 of 60 cells it gets there.
    let at_the_ends = n_turns("0");
    assert!(at_the_ends.abs_diff(33) < 22, "{at_the_ends}");
    assert!(n_turns("0.1") > 60);
    assert!(n_turns("1") > 190);
}

#[test]
fn greedy_turtle_climbs_to_the_nearest_key() {
    for seed in 0..40 {
        let setup = Setup::new("......k ....... ....... ....... k......").seed(seed);
        let level = marks(setup, "greedy", "heuristics: 'dist(key)', tiles: 20");
        let distance = |(x, y): (usize, usize)| (6 - x + y).min(x + 4 - y);
        let mut trail: Vec<usize> = cells(&level, '#').into_iter().map(distance).collect();
        trail.sort_unstable();
        assert_eq!(
            trail,
            (1..=trail.len()).collect::<Vec<_>>(),
            "one cell of each distance\n{level}"
        );
    }
}

#[test]
fn greedy_turtle_draws_among_equals_uniformly() {
    let mut n_visits = [0; 3];
    for seed in 0..1500 {
        // Two steps down from the only cell of the top row that is inside the region.
        let setup = Setup::new("... ...").neighborhoods("{below: '020,111'}").seed(seed);
        let level = marks(setup, "agent", "directions: 'below', heuristics: 'dist(out)', tiles: 2");
        if cells(&level, '#').first() == Some(&(1, 0)) {
            n_visits[cells(&level, '#')[1].0] += 1;
        }
    }
    let n: i32 = n_visits.iter().sum();
    assert!(
        n.abs_diff(250) < 80 && n_visits.iter().all(|visits| visits.abs_diff(n / 3) < 40),
        "{n_visits:?}"
    );
}

#[test]
fn greedy_turtle_compares_from_left_to_right() {
    // From the middle, a key is equally far on both sides; the second heuristic
    // prefers the cell that has no key on its left.
    let explorer = "{type: 'greedy', parameters: {directions: 'horz', tiles: 2,
        heuristics: 'dist(key), left(key)'}, rules: ['self(empty) -> self(player)']}";
    let levels: Vec<_> = (0..50).map(|seed| Setup::new("k...k").seed(seed).run(explorer)).collect();
    assert!(levels.iter().any(|level| level == "k.@@k\n"));
    assert!(levels.iter().all(|level| level != "k@@.k\n"));
}

#[test]
fn wide_explorer_takes_the_best_cells_first() {
    let level = "..... ..... ..k.. ..... .....";
    let rules = "rules: ['self(empty) -> self(solid)']";
    let first = |tiles: usize| {
        format!(
            "{{type: 'wide', parameters: {{heuristics: 'dist(key)', tiles: {tiles}}}, {rules}}}"
        )
    };
    check(level, &first(5), "..... ..#.. .#k#. ..#.. .....");
    check(level, &first(13), "..#.. .###. ##k## .###. ..#..");
}

#[test]
fn wide_explorer_sees_what_its_rules_write() {
    // Each new key makes its right neighbor the best of the cells left.
    let explorer = "{type: 'wide', parameters: {heuristics: 'dist(key)', tiles: 4},
        rules: ['self(empty), left(key|player) -> self(player)']}";
    check("k...... ", explorer, "k@@@...");
    let explorer = "{type: 'wide', parameters: {heuristics: 'dist(key)'},
        rules: ['self(empty) -> right(key)']}";
    check("k......", explorer, "k.k.k.k");
}

#[test]
fn counts_and_distances_are_both_followed() {
    // Measuring a cell for its count once kept the others from hearing of new distances.
    let setup = Setup::new(".#.?").neighborhoods("{west: '1112', ring: '121'}");
    let explorer = "{type: 'wide', parameters: {heuristics: 'dist(solid), west(out)'},
        rules: ['-> ring(key), left(solid)']}";
    check_setup(setup, explorer, "###k");
}

#[test]
fn wide_explorers_visit_every_cell_again_in_each_repeat() {
    for kind in ["wide", "rorder"] {
        let level = marks(Setup::new(ROOM), kind, "repeats: 2, heuristics: 'dist(out)'");
        assert_eq!(count(&level, '@'), 20, "{kind}\n{level}");
    }
}

#[test]
fn after_random_no_heuristic_matters() {
    // Heeding the distance, a turtle would never step to the right, and a wide
    // explorer would begin with the key and its neighbor.
    let rules = "rules: ['percent==0 -> self(solid)', 'self(empty) -> self(player)']";
    let explorer = |kind: &str| {
        format!(
            "{{type: '{kind}', parameters: {{heuristics: 'random, dist(key)', directions: 'horz', tiles: 2}}, {rules}}}"
        )
    };
    let run = |kind: &str, seed| Setup::new("k........").seed(seed).run(&explorer(kind));
    assert!((0..50).any(|seed| run("greedy", seed).contains("#@")));
    assert!((0..50).any(|seed| run("wide", seed).starts_with("k.")));
}

#[test]
fn wide_explorer_without_telling_heuristics_draws_cells() {
    for heuristics in ["random", "percent", "solid", "5", "nothing(solid)"] {
        let mut n_visits = [0_i32; 4];
        for seed in 0..800 {
            let setup = Setup::new(".. ..").neighborhoods("{nothing: '020'}").seed(seed);
            let level = marks(setup, "wide", &format!("tiles: 1, heuristics: '{heuristics}'"));
            let (x, y) = cells(&level, '#')[0];
            n_visits[2 * y + x] += 1;
        }
        // 200 expected of each, standard deviation 12.
        assert!(n_visits.iter().all(|n| n.abs_diff(200) < 55), "{heuristics}: {n_visits:?}");
    }
}

#[test]
fn connect_yields_one_component() {
    let rooms = [
        ".####. ###### ###### .####.",
        ".#.#.#. ####### .#.#.#. ####### .#.#.#.",
        "..##.. ..##.. ###### ..##.. ..##..",
        "...... .####. .#..#. .#..#. .####. ......",
    ];
    let dig =
        "{type: 'connect', parameters: {entities: 'empty'}, rules: ['self(solid) -> self(empty)']}";
    for level in rooms {
        for seed in 0..50 {
            let found = Setup::new(level).seed(seed).run(dig);
            assert_eq!(n_components(&found, '.'), 1, "seed {seed}\n{found}");
        }
    }
}

#[test]
fn connect_walks_from_room_to_room_on_a_shortest_way() {
    let dig = "{type: 'connect', parameters: {entities: 'empty'}, rules: ['self(solid) -> self(player)']}";
    for seed in 0..50 {
        let found = Setup::new("#.### ##### ##### ####.").seed(seed).run(dig);
        // From (1, 0) to (4, 3) there are five cells between; walking back may take others.
        assert!((5..=10).contains(&count(&found, '@')), "{found}");
        assert_eq!(count(&found, '.'), 2);
    }
}

#[test]
fn connect_visits_a_lone_component_once_twice_or_thrice() {
    let mut n_visits = [0_i32; 3];
    for seed in 0..2000 {
        let level = marks(Setup::new(ROOM).seed(seed), "connect", "entities: 'empty'");
        assert_eq!(count(&level, '.'), 19, "{level}");
        n_visits["#@k".chars().position(|mark| level.contains(mark)).expect("it was visited")] += 1;
    }
    // It turns back with 1/4, and then closes a loop with 1/2.
    assert!(n_visits[0].abs_diff(1500) < 100, "{n_visits:?}");
    assert!(n_visits[1].abs_diff(250) < 75 && n_visits[2].abs_diff(250) < 75, "{n_visits:?}");
}

#[test]
fn connect_prefers_the_middle_of_a_component() {
    let mut n_visits = [0_i32; 3];
    for seed in 0..3000 {
        let level = marks(Setup::new("...").seed(seed), "connect", "directions: 'all'");
        n_visits[level.find(|mark| "#@k".contains(mark)).expect("it was visited")] += 1;
    }
    // Ranks have weights 3, 2, 1 of 6; the two ends are equal and share 2 and 1.
    assert!(n_visits[1].abs_diff(1500) < 140, "{n_visits:?}");
    assert!(n_visits[0].abs_diff(750) < 120 && n_visits[2].abs_diff(750) < 120, "{n_visits:?}");
}

#[test]
fn connect_does_nothing_without_its_entities() {
    check(
        "### ###",
        "{type: 'connect', parameters: {entities: 'key|out'}, rules: ['-> self(player)']}",
        "### ###",
    );
}

#[test]
fn connect_gives_up_what_its_moves_cannot_reach() {
    for seed in 0..20 {
        let explorer = "{type: 'connect', parameters: {entities: 'empty', directions: 'right'}, rules: ['self(solid) -> self(key)']}";
        let found = Setup::new(".###.").seed(seed).run(explorer);
        assert!(found == ".###.\n" || found == ".kkk.\n", "{found}");
    }
}

#[test]
fn connect_ends_after_its_tiles_and_changes() {
    for seed in 0..20 {
        let dig = |limit: &str| {
            let explorer = format!(
                "{{type: 'connect', parameters: {{entities: 'empty', {limit}}}, rules: ['self(solid) -> self(key)']}}"
            );
            count(&Setup::new(".#######.").seed(seed).run(&explorer), 'k')
        };
        assert_eq!(dig("changes: 2"), 2);
        assert!(dig("tiles: 4") <= 3);
        assert_eq!(dig("tiles: 99"), 7);
    }
}

#[test]
fn components_hang_together_by_the_directions() {
    // Diagonal neighbors are one component for `all`, so nothing is dug.
    let explorer = |directions: &str| {
        format!(
            "{{type: 'connect', parameters: {{entities: 'empty', directions: '{directions}'}}, rules: ['self(solid) -> self(key)']}}"
        )
    };
    for seed in 0..20 {
        let setup = Setup::new(".# #.").seed(seed);
        assert_eq!(count(&setup.run(&explorer("all")), 'k'), 0);
        assert!(count(&setup.run(&explorer("plus")), 'k') > 0);
    }
}

#[test]
fn percent_of_a_connecting_turtle_is_its_share_of_waypoints() {
    let explorer = "{type: 'connect', parameters: {entities: 'empty'},
        rules: ['self(solid), percent>0 -> self(key)', 'self(empty), percent==0 -> self(player)']}";
    for seed in 0..20 {
        let found = Setup::new(".###.").seed(seed).run(explorer);
        assert_eq!((count(&found, '@'), count(&found, 'k')), (1, 3), "{found}");
    }
}

#[test]
fn levels_of_one_cell_or_one_row_suit_every_explorer() {
    for level in [".", "......", ". . . . ."] {
        for kind in marahel_script::explorer_types().map(|names| names[0]) {
            for seed in 0..5 {
                let parameters = "heuristics: 'all(solid), dist(solid), dist(out), noise'";
                let found = marks(Setup::new(level).seed(seed), kind, parameters);
                assert!(found.contains(['#', '@', 'k']), "{kind}\n{found}");
            }
        }
    }
}

/// The least number of `#` that a way from the first cell to the second enters: each cell tells its
/// neighbors, until nobody hears anything new.
fn least_costs(level: &str, [from, to]: [(usize, usize); 2]) -> usize {
    let rows: Vec<&[u8]> = level.lines().map(str::as_bytes).collect();
    let mut least = vec![vec![usize::MAX; rows[0].len()]; rows.len()];
    least[from.1][from.0] = 0;
    loop {
        let before = least.clone();
        for (y, x) in (0..rows.len()).flat_map(|y| (0..rows[0].len()).map(move |x| (y, x))) {
            let neighbors = [
                y.checked_sub(1).map(|y| before[y][x]),
                x.checked_sub(1).map(|x| before[y][x]),
                before.get(y + 1).map(|row| row[x]),
                before[y].get(x + 1).copied(),
            ];
            let nearest = neighbors.into_iter().flatten().min().unwrap_or(usize::MAX);
            let entered = nearest.saturating_add(usize::from(rows[y][x] == b'#'));
            least[y][x] = least[y][x].min(entered);
        }
        if before == least {
            return least[to.1][to.0];
        }
    }
}

#[test]
fn the_connecting_turtle_takes_the_cheapest_way() {
    for seed in 0..200 {
        let noise = Setup::new("@........ ......... ......... ......... ........@").seed(seed).run(
            "{parameters: {tiles: 45}, rules: ['self(player) -> self(player)', 'random < 0.6 -> self(solid)']}",
        );
        let setup = noise.split_whitespace().collect::<Vec<_>>().join(" ");
        let dug = Setup::new(&setup).seed(seed).run(
            "{type: 'connect', parameters: {entities: 'player', costs: 'self(solid)'},
                rules: ['self(solid) -> self(key)']}",
        );
        let expected = least_costs(noise.trim(), [(0, 0), (8, 4)]);
        assert_eq!(count(&dug, 'k'), expected, "{noise}\n{dug}");
    }
}

#[test]
fn the_connecting_turtle_goes_straight_on_where_it_may_choose() {
    for seed in 0..50 {
        let level = Setup::new("@.... ..... ..... ....@").seed(seed).run(
            "{type: 'connect', parameters: {entities: 'player', costs: 1, tiles: 8},
                rules: ['self(empty) -> self(solid)']}",
        );
        let way = cells(&level, '#');
        let has = |x: usize, y: usize| way.contains(&(x, y));
        let is_turn = |&&(x, y): &&(usize, usize)| {
            (has(x + 1, y) || x > 0 && has(x - 1, y)) && (has(x, y + 1) || y > 0 && has(x, y - 1))
        };
        assert_eq!((way.len(), way.iter().filter(is_turn).count()), (6, 1), "{level}");
    }
}

#[test]
fn ways_are_shared_where_what_is_dug_costs_nothing() {
    for seed in 0..50 {
        let level = Setup::new("@...@...@ ......... ......... ......... ....@....").seed(seed).run(
            "{type: 'connect', parameters: {entities: 'player', costs: 'self(empty)'},
                rules: ['self(empty) -> self(solid)']}",
        );
        // Three ways of three cells; none of them leads beside another.
        assert_eq!(count(&level, '#'), 9, "{level}");
    }
}

/// The way from `@` to `@` has the row of `#`, where it is free, above it, and rows 3 and 4 below.
fn way_beside_a_wall(costs: &str, seed: u64) -> String {
    Setup::new("######### ......... @.......@ ......... .........").seed(seed).run(&format!(
        "{{type: 'connect', parameters: {{entities: 'player', costs: {costs}}},
            rules: ['self(empty) -> self(key)']}}"
    ))
}

#[test]
fn a_cost_holds_where_its_conditions_hold() {
    for seed in 0..20 {
        let straight = way_beside_a_wall("['1', 'row > 3 -> 9']", seed);
        assert_eq!(straight.split_whitespace().nth(2), Some("@kkkkkkk@"), "{straight}");
        let free_on_walls = way_beside_a_wall("['self(empty)', 'self(empty), row > 1 -> 9']", seed);
        assert_eq!(free_on_walls.split_whitespace().nth(1), Some("k.......k"), "{free_on_walls}");
        let off_walls = way_beside_a_wall(
            "['self(empty), dist(solid) < 3 -> 9', 'self(solid) -> 99', '1']",
            seed,
        );
        assert_eq!(off_walls.split_whitespace().nth(3), Some("kkkkkkkkk"), "{off_walls}");
    }
}

#[test]
fn a_waypoint_that_no_way_leads_to_is_given_up() {
    let level = Setup::new("@...@ ..... @....").run(
        "{type: 'connect', parameters: {entities: 'player', costs: 1, directions: 'horz'},
            rules: ['self(empty) -> self(solid)']}",
    );
    assert!(count(&level, '#') <= 3, "{level}");
}
