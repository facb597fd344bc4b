pub(crate) mod testing;

use marahel_level::{OUT, UNKNOWN};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{N_STEPS_MIN, RunError, Workspace};
use crate::generator::Generator;
use crate::program::Program;
use crate::properties::{choices, scripts};
use crate::semantics::Semantics;
use marahel_script::Script;
use testing::{Setup, check, check_setup, count};

const MARK: &str =
    "'self(empty) -> self(solid)', 'self(solid) -> self(player)', 'self(player) -> self(key)'";

/// Two halves of the map, left and right in either order.
const HALVES: &str = "{type: 'equal', number: 2, parameters: {min: '2x1'}}";

#[track_caller]
fn check_parameters(level: &str, parameters: &str, expected: &str) {
    check(level, &format!("{{parameters: {{{parameters}}}, rules: [{MARK}]}}"), expected);
}

// Passes.

#[test]
fn repeats_are_passes() {
    check_parameters("... ...", "", "### ###");
    check_parameters("... ...", "repeats: 2", "@@@ @@@");
    check_parameters("... ...", "repeats: '3'", "kkk kkk");
}

#[test]
fn nothing_is_done_zero_times() {
    for parameters in ["repeats: 0", "tiles: 0", "changes: 0", "changes: '0', repeats: 5"] {
        check_parameters("... ...", parameters, "... ...");
    }
}

#[test]
fn rules_see_their_own_writes_unless_buffered() {
    let spread = |replace: &str| {
        format!(
            "{{parameters: {{replace: '{replace}', tiles: 5}}, rules: ['left(solid) -> self(solid)']}}"
        )
    };
    check("#....", &spread("buffer"), "##...");
    for seed in 0..30 {
        let found = Setup::new("#....").seed(seed).run(&spread("same"));
        // From where it starts it goes right, then around the end to where it started.
        assert!(found.starts_with("##") || found == "#....\n", "{found}");
    }
    assert!((0..30).any(|seed| Setup::new("#....").seed(seed).run(&spread("same")) == "#####\n"));
}

#[test]
fn a_buffer_is_the_map_of_the_next_pass() {
    let spread = |repeats: u32| {
        format!(
            "{{parameters: {{replace: 'buffer', repeats: {repeats}}}, rules: ['left(solid) -> self(solid)']}}"
        )
    };
    check("#....", &spread(2), "###..");
    check("#....", &spread(3), "####.");
}

#[test]
fn changes_count_visits_that_altered_a_cell() {
    for seed in 0..20 {
        let n = |parameters: &str, rule: &str| {
            let explorer = format!("{{parameters: {{{parameters}}}, rules: ['{rule}']}}");
            count(&Setup::new("...#### .......").seed(seed).run(&explorer), '#')
        };
        // Visits to solid cells fire the rule and change nothing.
        assert_eq!(n("changes: 3", "-> self(solid)"), 7);
        assert_eq!(n("changes: 99", "-> self(solid)"), 14);
        // A visit counts once, however many cells it alters.
        assert_eq!(n("changes: 1", "self(solid) -> self(empty), all(solid)") / 3, 2);
    }
}

#[test]
fn without_changes_rules_fire_as_often_as_the_region_has_cells() {
    for seed in 0..20 {
        // 6 cells, of which rules fire on 4 in the first round and in the second.
        let setup = Setup::new(".#. ..#").seed(seed);
        let found = setup.run("{parameters: {tiles: 100}, rules: ['self(empty) -> self(player)', 'self(player) -> self(key)']}");
        assert_eq!((count(&found, '@'), count(&found, 'k')), (2, 2), "{found}");
    }
}

// Regions.

#[test]
fn regions_are_chosen_by_index_or_all_together() {
    let explorer = |region: &str| format!("{{region: '{region}', rules: [{MARK}]}}");
    let setup = Setup::new(".... ....").regions(HALVES);
    check_setup(setup, &explorer("map"), "#### ####");
    check_setup(setup, &explorer("all"), "#### ####");
    check_setup(setup, &explorer("0,1"), "#### ####");
    check_setup(setup, &explorer("1 , 0, all"), "@@@@ @@@@");
    check_setup(setup, &explorer("map,all,0,1"), "kkkk kkkk");
    for seed in 0..10 {
        let half = setup.seed(seed).run(&explorer("1"));
        assert!(half == "##..\n##..\n" || half == "..##\n..##\n", "{half}");
        let other = setup.seed(seed).run(&explorer("0"));
        assert_ne!(half, other);
    }
}

#[test]
fn a_region_that_is_not_there_is_skipped() {
    let setup = Setup::new("....").regions(HALVES);
    check_setup(setup, &format!("{{region: '2', rules: [{MARK}]}}"), "....");
    check_setup(setup, &format!("{{region: '7,all', rules: [{MARK}]}}"), "####");
    let for_ever =
        "{region: '2', parameters: {repeats: 9007199254740992}, rules: ['-> self(key)']}";
    check_setup(setup, for_ever, "....");
    check_setup(setup, &format!("{{region: '4294967295', rules: [{MARK}]}}"), "....");
}

#[test]
fn without_a_divider_regions_are_the_map() {
    for region in ["all", "0", "17"] {
        check("..", &format!("{{region: '{region}', rules: [{MARK}]}}"), "##");
    }
}

#[test]
fn a_region_is_all_that_its_explorer_sees_and_writes() {
    let setup = Setup::new("k..# k..#").regions(HALVES);
    let explorer = |rule: &str| {
        format!("{{region: 'all', parameters: {{replace: 'buffer'}}, rules: ['{rule}']}}")
    };
    // Total, distance and outside are those of the half.
    check_setup(setup, &explorer("solid>0 -> self(player)"), "k.@@ k.@@");
    check_setup(setup, &explorer("dist(key)==1 -> self(player)"), "k@@@ k@@@");
    check_setup(setup, &explorer("right(out) -> self(player)"), "k@.@ k@.@");
    check_setup(setup, &explorer("dist(out)>1 -> self(player)"), "k..# k..#");
    check_setup(setup, &explorer("self(key) -> right(player)"), "k@.# k@.#");
    check_setup(setup, &explorer("self(empty) -> all(player)"), "@@@@ @@@@");
    let setup = Setup::new("#.k. #.k.").regions(HALVES);
    check_setup(setup, &explorer("self(key) -> all(player)"), "#.@@ #.@@");
}

#[test]
fn limits_are_those_of_each_region() {
    // The last of two columns of a row of five is one wider.
    let setup = Setup::new(".....").regions(HALVES);
    check_setup(setup, &format!("{{region: 'all', rules: [{MARK}]}}"), "#####");
}

#[test]
fn every_explorer_stays_in_its_region() {
    for kind in ["horz", "vert", "random", "digger", "greedy", "connect", "wide", "rorder"] {
        for seed in 0..20 {
            let setup = Setup::new("........ ........ ........").regions(HALVES).seed(seed);
            let explorer = format!(
                "{{type: '{kind}', region: '0', parameters: {{heuristics: 'dist(out), random'}}, rules: ['-> all(solid)']}}"
            );
            let found = setup.run(&explorer);
            let is_left = found.lines().all(|row| !row[4..].contains('#'));
            let is_right = found.lines().all(|row| !row[..4].contains('#'));
            assert!(found.contains('#') && (is_left || is_right), "{kind}\n{found}");
        }
    }
}

// Sizes, budgets, workspaces.

fn generator(explorers: &str, metadata: &str) -> Generator {
    let script = format!(
        "{{metadata: {{{metadata}}}, entities: ['empty', 'solid'], explorers: [{explorers}]}}"
    );
    Generator::parse(&script).unwrap_or_else(|error| panic!("{script}\n{error}"))
}

#[test]
fn sizes_are_drawn_between_both_limits_on_each_axis() {
    let generator = generator("", "min: '2x5', max: '4x6'");
    let mut n = [[0_i32; 2]; 3];
    for seed in 0..600 {
        let level = generator.generate(seed).expect("it does nothing");
        assert!(level.tiles().iter().all(|&tile| tile == UNKNOWN));
        n[level.width() - 2][level.height() - 5] += 1;
    }
    // 100 expected of each, standard deviation 9.
    assert!(n.iter().flatten().all(|n| n.abs_diff(100) < 40), "{n:?}");
}

#[test]
fn a_run_without_end_uses_up_its_budget() {
    for (kind, parameters) in [
        ("horz", "tiles: 9007199254740992, changes: 9007199254740992"),
        ("horz", "repeats: 9007199254740992, tiles: 0"),
        ("rorder", "repeats: 9007199254740992"),
    ] {
        let result = Setup::new("... ...").try_run(&format!(
            "{{rules: ['-> self(solid)']}}, {{type: '{kind}', parameters: {{{parameters}}}, rules: ['-> self(empty|solid)']}}"
        ));
        let error = result.expect_err("the budget is smaller");
        assert!(
            matches!(error, RunError::Budget { explorer: 2, n_steps_max: N_STEPS_MIN, .. }),
            "{error}"
        );
        let message = format!(
            "explorer 2 used up the budget of {N_STEPS_MIN} steps for one level; lower its `repeats` or `tiles`, "
        );
        assert!(error.to_string().starts_with(&message), "{error}");
    }
}

#[test]
fn levels_within_their_limit_are_the_same_and_others_fail() {
    choices::check(100, |choices| {
        let seed = choices.seed();
        let script = Script::parse(&scripts::scripts(choices)).expect("the script is sound");
        let program = Program::new(&script);
        let mut workspace = Workspace::new();
        let mut made = |limit| {
            workspace.limit_steps(limit);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            program.run(&mut rng, &mut workspace, &mut |_, _, _| {}).ok()?;
            let tiles: Vec<_> = workspace.level().rows().flatten().copied().collect();
            Some((tiles, workspace.n_steps()))
        };
        let free = made(None);
        let n_steps = free.as_ref().map_or(0, |(_, n_steps)| *n_steps);
        assert_eq!(made(Some(n_steps)), free);
        assert!(n_steps == 0 || made(Some(n_steps - 1)).is_none());
    });
}

#[test]
fn costly_visits_use_up_the_budget_sooner() {
    // A visit looks at thousands of cells, so that this would take minutes.
    let row = "1".repeat(65);
    let all: Vec<&str> = (0..65).map(|_| row.as_str()).collect();
    let neighborhoods = format!("{{huge: '{}'}}", all.join(","));
    let setup = Setup::new(".. ..").neighborhoods(&neighborhoods);
    for explorer in [
        "{parameters: {tiles: 1e9, changes: 1e9}, rules: ['huge(solid)==huge(key) -> huge(solid|key)']}",
        "{type: 'greedy', parameters: {tiles: 1e9, changes: 1e9, directions: 'huge', heuristics: 'huge(solid), huge(key)'}, rules: ['-> self(solid|key)']}",
        "{type: 'wide', parameters: {repeats: 1e9, heuristics: 'huge(solid)'}, rules: ['-> self(solid|key)']}",
        "{parameters: {tiles: 1e9, changes: 1e9}, rules: ['dist(solid)>5 -> self(key)', 'dist(key)>2 -> self(key)', 'dist(key)>=0 -> self(solid|key)']}",
    ] {
        assert!(setup.try_run(explorer).is_err(), "{explorer}");
    }
}

#[test]
fn many_components_cost_little_more_than_few() {
    let room = format!("{} {} ", ".#".repeat(50), "#.".repeat(50)).repeat(50);
    let explorer =
        "{type: 'connect', parameters: {entities: 'empty', tiles: 1, repeats: 100}, rules: []}";
    assert!(Setup::new(&room).try_run(explorer).is_ok());
}

#[test]
fn a_workspace_serves_one_program_after_the_other() {
    let first = generator(
        "{rules: ['-> self(empty|solid)']}, {type: 'wide', parameters: {heuristics: 'dist(solid), all(empty), noise'}, rules: ['self(empty) -> all(solid)']},
         {type: 'connect', rules: ['-> self(empty)']}",
        "min: '9x4', max: '12x9'",
    );
    let second = generator(
        "{type: 'digger', rules: ['dist(solid)>1 -> self(solid)', 'noise>0 -> self(empty)']}, {type: 'rorder', rules: ['-> self(solid)']}",
        "min: 3, max: 20",
    );
    let mut workspace = Workspace::new();
    for seed in 0..40 {
        for generator in [&first, &second, &first] {
            let reused = generator.generate_in(seed, &mut workspace).expect("it is small");
            let reused: Vec<u8> = reused.rows().flatten().copied().collect();
            assert_eq!(reused, generator.generate(seed).expect("it is small").tiles());
        }
    }
}

#[test]
fn a_trace_ends_with_the_level() {
    let generator = generator(
        "{rules: ['-> self(empty|solid)']}, {type: 'digger', rules: ['-> self(empty)']}",
        "min: 9, max: 9",
    );
    let levels = generator.trace(3).expect("it is small");
    assert_eq!(levels.len(), 2);
    assert_eq!(levels.last(), Some(&generator.generate(3).expect("it is small")));
    assert_ne!(levels.first(), levels.last());
}

#[test]
fn an_observer_may_replace_the_stream() {
    let generator = generator(
        "{rules: ['-> self(empty|solid)']}, {rules: ['-> self(empty|solid)']}",
        "min: 9, max: 9",
    );
    let level = |seed| {
        let (mut rng, mut workspace) = (ChaCha8Rng::seed_from_u64(seed), Workspace::new());
        let result = generator.program().run(&mut rng, &mut workspace, &mut |explorer, _, rng| {
            if explorer == 0 {
                *rng = ChaCha8Rng::seed_from_u64(7);
            }
        });
        result.expect("it is small");
        workspace.level().rows().flatten().copied().collect::<Vec<u8>>()
    };
    assert_eq!(level(1), level(2));
}

#[test]
fn outside_is_never_stored() {
    let generator = generator(
        "{parameters: {out: 'solid'}, rules: ['plus(out) -> all(any)', '-> plus(any)']}",
        "min: 1, max: 5",
    );
    for seed in 0..50 {
        assert!(!generator.generate(seed).expect("it is small").tiles().contains(&OUT));
    }
}

#[test]
fn slender_levels_are_made_with_wide_borders() {
    let reach = "0".repeat(63);
    for size in ["1x3000", "3000x1"] {
        let script = format!("{{metadata: {{min: '{size}', max: '{size}'}}, entities: ['empty', 'solid'],
            neighborhoods: {{far: '2{reach}1'}}, explorers: [{{rules: ['far(out) -> self(solid)', '-> self(empty)']}}]}}");
        let generator = Generator::parse(&script).expect("it is sound");
        let level = generator.generate(1).expect("it is small");
        let n_solid = level.tiles().iter().map(|&tile| usize::from(tile)).sum::<usize>();
        assert_eq!(n_solid, if size == "1x3000" { 3000 } else { 64 });
    }
}

#[test]
fn semantics_are_read_and_written_by_name() {
    for name in Semantics::NAMES {
        assert_eq!(name.parse::<Semantics>().map(|found| found.to_string()), Ok(name.to_owned()));
    }
    let error = "fdg21".parse::<Semantics>().expect_err("there is none of that name");
    assert_eq!(error, "unknown semantics `fdg21`; there are documented and fdg20");
}
