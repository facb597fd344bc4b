//! What holds for every script of 2017.

use level::{Tile, TileSet, UNKNOWN};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::generator::Generator;
use crate::run::Workspace;
use crate::script::{Dialect, Script};

/// A script of any constructs whose levels have at most 9 x 9 tiles.
pub(super) fn scripts() -> impl Strategy<Value = String> {
    let limit = select(vec!["", "max: 3", "min: 1, max: 9", "max: 0", "color: '#123'"]);
    let divider = select(vec!["equal", "bsp", "sampling"]);
    let regions = option::of((divider, 1_u32..5, 1_u32..4));
    let size = || (1_u32..=9, 1_u32..=9);
    (size(), limit, regions, vec(explorer(), 1..4)).prop_map(
        |((width, height), limit, regions, explorers)| {
            let regions = regions.map_or_else(String::new, |(kind, n, min)| {
                format!("regions: {{type: {kind}, numberOfRegions: {n}, parameters: {{min: {min}, max: 4}}}},")
            });
            format!(
                "{{metadata: {{dimension: '{width}x{height}'}},
                entities: {{empty: {{}}, solid: {{}}, key: {{{limit}}}}}, {regions}
                neighborhoods: {{gap: ['10201'], knight: [[1, 2], [2, 1]], here: '3', wide: ['111', '131', '111']}},
                explorers: [{{type: sequential, rules: ['random<0.5 -> self(empty)', 'self(any) -> self(solid)']}}, {}]}}",
                explorers.join(",\n")
            )
        },
    )
}

fn explorer() -> impl Strategy<Value = String> {
    explorer_in(region())
}

fn explorer_in(region: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let kind = prop_oneof![
        sequential_parameters()
            .prop_map(|parameters| format!("type: sequential, parameters: {{{parameters}}}")),
        (0_u32..40).prop_map(|n| format!("type: random, parameters: {{numberOfTiles: {n}}}")),
        agent_parameters()
            .prop_map(|parameters| format!("type: agent, parameters: {{{parameters}}}")),
        connector_parameters()
            .prop_map(|parameters| format!("type: connector, parameters: {{{parameters}}}")),
    ];
    (kind, region, 0_u32..3, vec(rule(), 0..4)).prop_map(|(kind, region, iterations, rules)| {
        format!(
            "{{{kind}, region: {{{region}}}, iterations: {iterations}, rules: [{}]}}",
            rules.join(", ")
        )
    })
}

fn region() -> impl Strategy<Value = String> {
    let name = select(vec![
        "name: map",
        "name: all",
        "name: '0,2'",
        "name: '1-3'",
        "name: some, count: 2",
        "rectangles: [{x: 1, y: 0, w: 3, h: 4}, {x: 7, y: 7, w: 5, h: 5}]",
    ]);
    let border =
        select(vec!["", ", border: 1", ", border: '0,2'", ", border: [1, 2], sameBorder: true"]);
    let outside =
        select(vec!["", ", borderType: none", ", borderType: wrap", ", borderHandling: solid"]);
    let replacing = select(vec!["", ", replacingType: same", ", replacingTech: buffer"]);
    (name, border, outside, replacing)
        .prop_map(|(name, border, outside, replacing)| [name, border, outside, replacing].concat())
}

fn sequential_parameters() -> impl Strategy<Value = String> {
    let start = select(vec!["0", "1", "0.5", "'0.3,0.9'"]);
    let exploration = select(vec!["sequential", "plus", "knight", "[gap, all]"]);
    (start, exploration, select(vec!["0", "0.5", "1"])).prop_map(|(start, exploration, share)| {
        format!("start: {start}, exploration: {exploration}, percentage: {share}")
    })
}

fn agent_parameters() -> impl Strategy<Value = String> {
    let range = || select(vec!["1", "3", "'1,4'", "[2, 9]"]);
    let directions = select(vec!["plus", "[all]", "[plus, knight]", "here"]);
    let allowed = select(vec!["any", "empty", "[solid, key]"]);
    (range(), range(), range(), range(), directions, allowed).prop_map(
        |(number, lifespan, change, speed, directions, allowed)| {
            format!("number: {number}, lifespan: {lifespan}, change: {change}, speed: {speed}, directions: {directions}, allowed: {allowed}")
        },
    )
}

fn connector_parameters() -> impl Strategy<Value = String> {
    let kind = select(vec!["short", "random", "hub", "full"]);
    let directions = select(vec!["plus", "all", "knight", "[gap, plus]", "here"]);
    let entities = select(vec!["empty", "[empty, key]", "any", "solid"]);
    (kind, directions, entities).prop_map(|(kind, directions, entities)| {
        format!("type: {kind}, directions: {directions}, entities: {entities}")
    })
}

fn rule() -> impl Strategy<Value = String> {
    let estimator = || {
        select(vec![
            "random",
            "noise",
            "noise@map",
            "complete",
            "solid",
            "solid@map",
            "self(empty)",
            "wide(solid|unknown)",
            "knight(any)",
            "minDist(key)",
            "avgDist(solid|key)",
            "maxDist(solid)",
            "minDist(plus, key)",
            "avgDist(all, solid|key, empty)",
            "maxDist(knight, solid)",
            "2",
            "0.5",
        ])
    };
    let compared = (estimator(), select(vec![">", "<", "==", "!="]), estimator())
        .prop_map(|(left, operator, right)| format!("{left}{operator}{right}"));
    let named = (select(vec!["isEven", "isOdd", "isSingular"]), estimator())
        .prop_map(|(name, estimator)| format!("{name}({estimator})"));
    let connected =
        select(vec!["isConnected", "isConnected(solid)", "isConnected(solid|key, knight)"]);
    let condition = prop_oneof![
        compared,
        named,
        connected.prop_map(str::to_owned),
        estimator().prop_map(str::to_owned)
    ];
    let executer = select(vec![
        "self(solid)",
        "self(empty)",
        "plus(key)",
        "wide(empty|key:2)",
        "knight(unknown)",
    ]);
    (vec(condition, 0..3), vec(executer, 1..3)).prop_map(|(conditions, executers)| {
        format!("'{} -> {}'", conditions.join(", "), executers.join(", "))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_seed_gives_one_level(scripts in [scripts(), scripts()], seed in any::<u64>()) {
        let mut workspace = Workspace::new();
        for text in &scripts {
            let script = Script::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            prop_assert_eq!(script.dialect, Dialect::Aiide17);
            let generator = Generator::parse(text).expect("it is sound");
            let level = generator.generate(seed).expect("the script ends");
            // Memory that served another script changes nothing.
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let view = generator.generate_with(&mut rng, &mut workspace).expect("the script ends");
            let again: Vec<Tile> = view.rows().flatten().copied().collect();
            prop_assert_eq!(level.tiles(), &again);
            let trace = generator.trace(seed).expect("the script ends");
            prop_assert_eq!(trace.len(), script.explorers.len());
            prop_assert_eq!(trace.last(), Some(&level));
            prop_assert!(level.tiles().iter().all(|&tile| tile == UNKNOWN || tile < 3));
        }
    }

    #[test]
    fn no_entity_has_more_cells_than_it_may(text in scripts(), seed in any::<u64>()) {
        let script = Script::parse(&text).expect("it is sound");
        let trace = Generator::parse(&text).expect("it is sound").trace(seed).expect("it ends");
        for limit in &script.limits {
            for level in &trace {
                let limited = TileSet::only(limit.tile);
                let n: u32 = level.tiles().iter().map(|&tile| limited.count(tile)).sum();
                prop_assert!(limit.max.is_none_or(|max| n <= max), "{}\n{}", text, level.to_text());
            }
        }
    }

    #[test]
    fn explorers_write_in_their_region_only(
        explorer in explorer_in(Just("rectangles: {x: 2, y: 1, w: 5, h: 6}, border: 1".to_owned())),
        seed in 0_u64..1000,
    ) {
        let text = format!(
            "{{metadata: {{dimension: '9x9'}}, entities: [empty, solid, key],
            neighborhoods: {{gap: ['10201'], knight: [[1, 2], [2, 1]], here: '3', wide: ['111', '131', '111']}},
            explorers: [{{type: sequential, rules: ['random<0.5 -> self(empty)', 'self(any) -> self(solid)']}}, {explorer}]}}"
        );
        let generator = Generator::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let trace = generator.trace(seed).expect("it ends");
        for y in 0..9 {
            for x in 0..9 {
                let is_inside = (3..6).contains(&x) && (2..6).contains(&y);
                prop_assert!(is_inside || trace[0].get(x, y) == trace[1].get(x, y), "{}, {} of {}", x, y, text);
            }
        }
    }

    #[test]
    fn what_is_converted_is_sound(text in scripts(), seed in any::<u64>()) {
        let conversion = Script::convert(&text).expect("it is sound");
        let script = Script::parse(&conversion.text);
        prop_assert!(script.is_ok(), "{}\n{}", conversion.text, script.expect_err("it failed"));
        prop_assert_eq!(script.expect("it is sound").dialect, Dialect::Current);
        let level = Generator::parse(&conversion.text).expect("it is sound").generate(seed);
        prop_assert!(level.is_ok());
    }

    #[test]
    fn connectors_leave_one_component(
        kind in select(vec!["short", "random", "hub", "full"]), directions in select(vec!["plus", "all"]),
        wraps in any::<bool>(), seed in any::<u64>(),
    ) {
        let border = if wraps { "wrap" } else { "none" };
        let text = format!(
            "{{metadata: {{minDimension: '1x1', maxDimension: '14x11'}}, entities: [empty, solid, key], explorers: [
                {{type: sequential, rules: ['random<0.3 -> self(empty)', 'self(any) -> self(solid)']}},
                {{type: connector, borderType: {border}, parameters: {{type: {kind}, directions: {directions}, entities: empty}},
                  rules: ['self(solid) -> self(empty)']}},
                {{type: sequential, borderType: {border}, rules: ['isConnected(empty, {directions}) -> self(key)']}}]}}"
        );
        let level = Generator::parse(&text).expect("it is sound").generate(seed).expect("it ends");
        let keys = TileSet::only(2);
        prop_assert!(level.tiles().iter().all(|&tile| keys.contains(tile)), "{}", level.to_text());
    }
}
