//! Random scripts of 2017 that are sound: all constructs, on small levels.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

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

pub(super) fn explorer_in(region: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
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
