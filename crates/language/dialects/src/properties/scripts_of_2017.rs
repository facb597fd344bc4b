//! Random scripts of 2017 that are sound: all constructs, on small levels.

use std::sync::LazyLock;

use super::choices::Choices;
use super::scripts::{Grammar, read, text};

/// Sizes, regions and explorers.
static OF_2017: LazyLock<Grammar> = LazyLock::new(|| {
    read(
        "
side = 1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9
limit =  / max: 3 / min: 1, max: 9 / max: 0 / color: '#123'
regions =  / regions: {type: $divider, numberOfRegions: $count, parameters: {min: $min, max: 4}},
divider = equal / bsp / sampling
count = 1 / 2 / 3 / 4
min = 1 / 2 / 3
explorers = $explorer / $explorer,$explorer / $explorer,$explorer,$explorer
explorer = {region: {$place$border$outside$replacing}, $rest}
rest = type: $kind, iterations: $few, rules: [$rules]
few = 0 / 1 / 2
place = name: map / name: all / name: '0,2' / name: '1-3' / name: some, count: 2
    / rectangles: [{x: 1, y: 0, w: 3, h: 4}, {x: 7, y: 7, w: 5, h: 5}]
border =  / , border: 1 / , border: '0,2' / , border: [1, 2], sameBorder: true
outside =  / , borderType: none / , borderType: wrap / , borderHandling: solid
replacing =  / , replacingType: same / , replacingTech: buffer
kind = sequential, parameters: {start: $start, exploration: $exploration, percentage: $share}
    / random, parameters: {numberOfTiles: $tiles}
    / agent, parameters: {number: $range, lifespan: $range, change: $range, speed: $range, directions: $directions, allowed: $allowed}
    / connector, parameters: {type: $connection, directions: $steps, entities: $joined}
start = 0 / 1 / 0.5 / '0.3,0.9'
exploration = sequential / plus / knight / [gap, all]
share = 0 / 0.5 / 1
tiles = 0 / 1 / 2 / $side / 1$side / 2$side / 3$side
range = 1 / 3 / '1,4' / [2, 9]
directions = plus / [all] / [plus, knight] / here
allowed = any / empty / [solid, key]
connection = short / random / hub / full
steps = plus / all / knight / [gap, plus] / here
joined = empty / [empty, key] / any / solid
rules =  / $rule / $rule, $rule / $rule, $rule, $rule
rule = '$conditions -> $executers'
conditions =  / $condition / $condition, $condition
condition = $estimator / $estimator$operator$estimator / $parity($estimator) / $connected
operator = > / < / == / !=
parity = isEven / isOdd / isSingular
connected = isConnected / isConnected(solid) / isConnected(solid|key, knight)
estimator = random / noise / noise@map / complete / solid / solid@map / self(empty)
    / wide(solid|unknown) / knight(any) / minDist(key) / avgDist(solid|key) / maxDist(solid)
    / minDist(plus, key) / avgDist(all, solid|key, empty) / maxDist(knight, solid) / 2 / 0.5
executers = $executer / $executer, $executer
executer = self(solid) / self(empty) / plus(key) / wide(empty|key:2) / knight(unknown)
",
    )
});

/// A script of any constructs whose levels have at most 9 x 9 tiles.
pub(super) fn scripts(choices: &mut Choices) -> String {
    text(&OF_2017, &sections("$side x $side", "{$limit}", "$regions", "$explorers"), choices)
}

/// A script whose second explorer works in a rectangle with a border.
pub(super) fn in_a_region(choices: &mut Choices) -> String {
    let explorer = "{region: {rectangles: {x: 2, y: 1, w: 5, h: 6}, border: 1}, $rest}";
    text(&OF_2017, &sections("9x9", "{}", "", explorer), choices)
}

/// A script whose first explorer writes to all tiles.
fn sections(size: &str, key: &str, regions: &str, explorers: &str) -> String {
    format!(
        "{{metadata: {{dimension: '{size}'}},
        entities: {{empty: {{}}, solid: {{}}, key: {key}}}, {regions}
        neighborhoods: {{gap: ['10201'], knight: [[1, 2], [2, 1]], here: '3', wide: ['111', '131', '111']}},
        explorers: [{{type: sequential, rules: ['random<0.5 -> self(empty)', 'self(any) -> self(solid)']}}, {explorers}]}}"
    )
}
