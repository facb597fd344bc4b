//! Random scripts that are sound: all constructs, on small levels.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use script::parse::explorer_types;

/// Entities of every random script.
pub(super) const ENTITIES: [&str; 3] = ["empty", "solid", "key"];

/// Neighborhoods beside the predefined ones: without cells, with a gap, without
/// a center, one-sided, and more cells than a table of counts has.
const NEIGHBORHOODS: &str = "{none: '020', gap: '10201', ring: '111,121,111', tail: '2,01,001,0001', west: '1111112', north: '1,1,1,1,1,1,2',
    huge: '111111111,111111111,111111111,111111111,111131111,111111111,111111111,111111111,111111111'}";

/// A script whose levels are at most 9 x 9 tiles.
pub(super) fn scripts() -> impl Strategy<Value = String> {
    (size(), size(), option::of(regions()), vec(explorer(), 1..4)).prop_map(
        |(one, other, regions, explorers)| {
            let sizes = |pick: fn(u32, u32) -> u32| {
                format!("'{}x{}'", pick(one.0, other.0), pick(one.1, other.1))
            };
            script(&sizes(u32::min), &sizes(u32::max), regions.as_deref(), &explorers.join(",\n"))
        },
    )
}

/// A script of one size whose second explorer replaces tile by tile, with
/// rules that depend only on the map: all but the type of this explorer, which
/// stands where the text says `TYPE`.
pub(super) fn automata() -> impl Strategy<Value = String> {
    let condition = prop_oneof![
        count(),
        (count(), operator(), number()).prop_map(join),
        (distance(), operator(), number()).prop_map(join)
    ];
    let rule = (vec(condition, 0..3), select(&ENTITIES[..]))
        .prop_map(|(conditions, entity)| format!("'{} -> self({entity})'", conditions.join(", ")));
    (size(), vec(rule, 1..4)).prop_map(|((width, height), rules)| {
        let size = format!("'{width}x{height}'");
        let explorers = format!(
            "{{rules: ['-> self(any)']}}, {{type: 'TYPE', parameters: {{replace: 'buffer'}}, rules: [{}]}}",
            rules.join(", ")
        );
        script(&size, &size, None, &explorers)
    })
}

/// A script whose second explorer draws nothing but where it starts.
pub(super) fn walks() -> impl Strategy<Value = String> {
    let word = || {
        select(vec!["percent", "cpercent", "rpercent", "key", "any", "out"]).prop_map(str::to_owned)
    };
    let estimator = || prop_oneof![3 => count(), 3 => distance(), 2 => number(), 2 => word()];
    let condition =
        || prop_oneof![estimator(), (estimator(), operator(), estimator()).prop_map(join)];
    let executer = (neighborhood(), select(vec!["empty", "solid", "key", "unknown"]))
        .prop_map(|(neighborhood, entity)| format!("{neighborhood}({entity})"));
    let rule = (vec(condition(), 0..3), vec(executer, 1..3)).prop_map(|(conditions, executers)| {
        format!("'{} -> {}'", conditions.join(", "), executers.join(", "))
    });
    let kind = select(vec!["horz", "vert", "greedy", "wide"]);
    let heuristics = vec(prop_oneof![count(), distance()], 0..3);
    (1_u32..=5, 1_u32..=5, kind, walk_parameters(), heuristics, vec(rule, 1..4)).prop_map(
        |(width, height, kind, parameters, heuristics, rules)| {
            // Where the others are equal, the last two tell all cells apart.
            let heuristics = heuristics.into_iter().chain(["west(out)", "north(out)"].map(str::to_owned));
            let heuristics = heuristics.collect::<Vec<_>>().join(",");
            let size = format!("'{width}x{height}'");
            let explorers = format!(
                "{{rules: ['-> self(any)']}}, {{type: '{kind}', parameters: {{{parameters} heuristics: '{heuristics}'}}, rules: [{}]}}",
                rules.join(", ")
            );
            script(&size, &size, None, &explorers)
        },
    )
}

/// Parameters that need no random numbers.
fn walk_parameters() -> impl Strategy<Value = String> {
    (
        option::of(select(vec!["same", "buffer"])),
        option::of(select(vec!["empty", "unknown", "out"])),
        option::of(0_u32..3),
        option::of(0_u32..40),
        option::of(0_u32..20),
        option::of(select(vec!["plus", "all", "horz", "gap", "tail"])),
    )
        .prop_map(|(replace, out, repeats, tiles, changes, directions)| {
            let parameter = |name: &str, value: Option<String>| {
                value.map(|value| format!("{name}: '{value}', ")).unwrap_or_default()
            };
            [
                parameter("replace", replace.map(str::to_owned)),
                parameter("out", out.map(str::to_owned)),
                parameter("repeats", repeats.map(|number| number.to_string())),
                parameter("tiles", tiles.map(|number| number.to_string())),
                parameter("changes", changes.map(|number| number.to_string())),
                parameter("directions", directions.map(str::to_owned)),
            ]
            .concat()
        })
}

/// A script of sections in JSON5.
pub(super) fn script(min: &str, max: &str, regions: Option<&str>, explorers: &str) -> String {
    let regions = regions.unwrap_or("{}");
    format!(
        "{{metadata: {{min: {min}, max: {max}}}, entities: {ENTITIES:?}, neighborhoods: {NEIGHBORHOODS},
        regions: {regions}, explorers: [{explorers}]}}"
    )
}

fn size() -> impl Strategy<Value = (u32, u32)> {
    (1_u32..=9, 1_u32..=9)
}

pub(super) fn regions() -> impl Strategy<Value = String> {
    let kind = select(vec!["equal", "bsp", "sampling"]);
    (kind, 1_u32..5, size(), size()).prop_map(|(kind, number, min, max)| {
        format!(
            "{{type: '{kind}', number: {number}, parameters: {{min: '{}x{}', max: '{}x{}'}}}}",
            min.0, min.1, max.0, max.1
        )
    })
}

/// An explorer of any kind.
pub(super) fn explorer() -> impl Strategy<Value = String> {
    let region = select(vec!["map", "all", "0", "1,0", "all,map", "7"]);
    explorer_in(region)
}

/// An explorer of any kind in one of the given regions.
pub(super) fn explorer_in(
    region: impl Strategy<Value = &'static str>,
) -> impl Strategy<Value = String> {
    let kind = select(explorer_types().map(|names| names[0]).collect::<Vec<_>>());
    (kind, region, parameters(), vec(rule(), 0..4)).prop_map(|(kind, region, parameters, rules)| {
        format!(
            "{{type: '{kind}', region: '{region}', parameters: {{{parameters}}}, rules: [{}]}}",
            rules.join(", ")
        )
    })
}

fn parameters() -> impl Strategy<Value = String> {
    let parameter = |name: &'static str, value: BoxedStrategy<String>| {
        option::of(value).prop_map(move |value| {
            value.map(|value| format!("{name}: '{value}', ")).unwrap_or_default()
        })
    };
    let word = |words: &[&'static str]| select(words.to_vec()).prop_map(str::to_owned).boxed();
    let small = || (0_u32..60).prop_map(|number| number.to_string()).boxed();
    (
        parameter("replace", word(&["same", "buffer"])),
        parameter("out", word(&["empty", "unknown", "out"])),
        parameter("repeats", (0_u32..4).prop_map(|number| number.to_string()).boxed()),
        parameter("tiles", small()),
        parameter("changes", small()),
        parameter("dirprob", word(&["0", "0.3", "1"])),
        parameter("directions", word(&["plus", "all", "horz", "gap", "tail"])),
        parameter("entities", list().boxed()),
        parameter("heuristics", vec(estimator(), 1..4).prop_map(|all| all.join(",")).boxed()),
    )
        .prop_map(|(a, b, c, d, e, f, g, h, i)| [a, b, c, d, e, f, g, h, i].concat())
}

fn rule() -> impl Strategy<Value = String> {
    let executer =
        (neighborhood(), list_of(&["empty", "solid", "key", "unknown", "any", "entity"]))
            .prop_map(|(neighborhood, list)| format!("{neighborhood}({list})"));
    (vec(condition(), 0..3), vec(executer, 1..3)).prop_map(|(conditions, executers)| {
        format!("'{} -> {}'", conditions.join(", "), executers.join(", "))
    })
}

fn condition() -> impl Strategy<Value = String> {
    prop_oneof![estimator(), (estimator(), operator(), estimator()).prop_map(join)]
}

fn join((left, operator, right): (String, &str, String)) -> String {
    format!("{left} {operator} {right}")
}

fn operator() -> impl Strategy<Value = &'static str> {
    select(vec![">", "<", ">=", "<=", "==", "!=", "=", "<>"])
}

pub(super) fn estimator() -> impl Strategy<Value = String> {
    let word = select(vec![
        "random", "noise", "noise3", "percent", "cpercent", "rpercent", "key", "any", "unknown",
        "out",
    ]);
    prop_oneof![4 => count(), 2 => distance(), 2 => number(), 3 => word.prop_map(str::to_owned)]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (0_u32..5).prop_map(|n| n.to_string()),
        select(vec!["0.5", "-1", ".25"]).prop_map(str::to_owned)
    ]
}

fn count() -> impl Strategy<Value = String> {
    (neighborhood(), list()).prop_map(|(neighborhood, list)| format!("{neighborhood}({list})"))
}

fn distance() -> impl Strategy<Value = String> {
    list().prop_map(|list| format!("dist({list})"))
}

fn neighborhood() -> impl Strategy<Value = &'static str> {
    select(vec![
        "self", "all", "plus", "left", "down", "vert", "none", "gap", "ring", "tail", "huge",
    ])
}

fn list() -> impl Strategy<Value = String> {
    list_of(&["empty", "solid", "key", "unknown", "any", "entity", "out"])
}

fn list_of(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let member = (select(names), option::weighted(0.3, 1_u32..4)).prop_map(|(name, weight)| {
        weight.map_or_else(|| name.to_owned(), |weight| format!("{name}:{weight}"))
    });
    vec(member, 1..4).prop_map(|members| members.join("|"))
}
