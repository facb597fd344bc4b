//! Random scripts that are sound: all constructs, on small levels.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::choices::Choices;

/// Entities of every random script.
pub(super) const ENTITIES: [&str; 3] = ["empty", "solid", "key"];

/// Neighborhoods beside the predefined ones: without cells, with a gap, without
/// a center, one-sided, and more cells than a table of counts has.
const NEIGHBORHOODS: &str = "{none: '020', gap: '10201', ring: '111,121,111', tail: '2,01,001,0001', west: '1111112', north: '1,1,1,1,1,1,2',
    huge: '111111111,111111111,111111111,111111111,111131111,111111111,111111111,111111111,111111111'}";

/// The words of a grammar, and the texts that may stand for each.
pub(super) type Grammar = BTreeMap<String, Vec<String>>;

/// Sizes, regions and explorers.
pub(super) static TODAY: LazyLock<Grammar> = LazyLock::new(|| {
    read(
        "
sizes = $ranges / $ranges / $ranges / min: '9x7', max: '9x7' / min: '1x9', max: '1x9'
ranges = min: '$low x $low', max: '$high x $high'
low = 1 / 2 / 3 / 4 / 5
high = 5 / 6 / 7 / 8 / 9
extent = $low / $high
regions = {type: '$divider', number: $count, parameters: {min: '$extent x $extent', max: '$extent x $extent'}}
divider = equal / bsp / sampling
count = 1 / 2 / 3 / 4
explorers = $explorer / $explorer,$explorer / $explorer,$explorer,$explorer
explorer = {region: '$region', $rest}
rest = type: '$kind', parameters: {$replace $out $mirrored $limits $turns $directions $entities $heuristics $costs}, rules: [$rules]
region = map / all / 0 / 1,0 / all,map / 7
kind = narrow_horz / narrow_vert / narrow_rand / turtle_drunk / turtle_heur / turtle_connect
    / wide_heur / wide_rand
replace =  /  / replace: 'same', / replace: 'buffer',
out =  /  / out: 'empty', / out: 'unknown', / out: 'out',
mirrored =  /  / mirror: '$mirror',
mirror = left_right / top_bottom / both / half_turn / quarter_turns
limits = $repeats $tiles $changes
repeats =  / repeats: '$few',
tiles =  / tiles: '$many',
changes =  / changes: '$many',
few = 0 / 1 / 2 / 3
many = $few / $few / $few$digit / $count$digit / 5$digit
digit = 0 / 1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9
turns =  / dirprob: '0', / dirprob: '0.3', / dirprob: '1',
directions =  / directions: '$moves',
moves = plus / all / horz / gap / tail
entities =  / entities: '$list',
heuristics = heuristics: 'random' / heuristics: '$estimator' / heuristics: '$estimator,$estimator'
    / heuristics: '$estimator,$estimator,$estimator'
costs =  / , costs: '$estimator' / , costs: '$estimator,$estimator'
    / , costs: ['$conditions -> $estimator', '$estimator']
rules =  / $rule / $rule, $rule / $rule, $rule, $rule
rule = '$conditions -> $executers'
conditions =  / $condition / $condition, $condition
condition = $estimator / $estimator $operator $estimator
operator = > / < / >= / <= / == / != / = / <>
estimator = $cells / $cells / $cells / $cells / $distance / $distance / $number / $number / $word
    / $word / $word
word = random / noise / noise3 / percent / cpercent / rpercent / key / any / unknown / out
    / column / row / from_right / from_bottom / $remainder
remainder = $edge$divisor
edge = column / row / from_right / from_bottom
divisor = 2 / 3 / 10
number = $few / 4 / 0.5 / -1 / .25
cells = $neighborhood($list)
distance = dist($list) / dist($list) / left_right($list) / top_bottom($list) / both($list)
    / half_turn($list) / quarter_turns($list)
neighborhood = self / all / plus / left / down / vert / none / gap / ring / tail / huge
list = $member / $member|$member / $member|$member|$member
member = $name / $name / $name:$count
name = empty / solid / key / unknown / any / entity / out
executers = $executer / $executer, $executer
executer = $neighborhood($writtens)
writtens = $weighted / $weighted|$weighted / $weighted|$weighted|$weighted
weighted = $written / $written / $written:$count
written = empty / solid / key / unknown / any / entity
# Rules that depend only on the map.
automaton = $cell_rule / $cell_rule, $cell_rule / $cell_rule, $cell_rule, $cell_rule
cell_rule = '$cell_conditions -> self($entity)'
cell_conditions =  / $cell_condition / $cell_condition, $cell_condition
cell_condition = $cells / $cells $operator $number / $distance $operator $number
entity = empty / solid / key
certain = $certain_value / $certain_value $operator $certain_value
certain_value = $cells / $cells / $distance / $number / $edge / $remainder / key / any / out
# An explorer that draws nothing but where it starts. Where its other heuristics are equal,
# the last two tell all cells apart.
walk = type: '$order', parameters: {$replace $out $mirrored $brief $tiles $changes $directions heuristics: '$keys west(out),north(out)'}, rules: [$steady]
brief =  / repeats: '0', / repeats: '1', / repeats: '2',
order = horz / vert / greedy / wide
keys =  / $key_of_cell, / $key_of_cell,$key_of_cell,
key_of_cell = $cells / $distance / $edge / $remainder
steady = $steady_rule / $steady_rule, $steady_rule / $steady_rule, $steady_rule, $steady_rule
steady_rule = '$steady_conditions -> $writes'
steady_conditions =  / $steady_condition / $steady_condition, $steady_condition
steady_condition = $measure / $measure $operator $measure
measure = $cells / $cells / $cells / $distance / $distance / $distance / $number / $number
    / $share / $share
share = percent / cpercent / rpercent / key / any / out / $edge / $remainder / $edge
writes = $write / $write, $write
write = $neighborhood($tile)
tile = empty / solid / key / unknown
",
    )
});

/// Reads lines such as `word = text / other text`.
pub(super) fn read(grammar: &str) -> Grammar {
    let joined = grammar.replace("\n    /", " /");
    let words = joined.lines().filter_map(|line| line.split_once(" ="));
    let texts = |texts: &str| texts.split(" /").map(|text| text.trim().to_owned()).collect();
    words.map(|(word, all)| (word.to_owned(), texts(all))).collect()
}

/// A random text: each word of a grammar behind a `$` becomes one of the texts that stand for it.
pub(super) fn text(grammar: &Grammar, pattern: &str, choices: &mut Choices) -> String {
    let mut pieces = pattern.split('$');
    let mut expansion = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|next: char| !next.is_alphanumeric() && next != '_');
        let (word, rest) = piece.split_at(end.unwrap_or(piece.len()));
        let texts = &grammar[word];
        let one = &texts[choices.number(0..texts.len())];
        expansion += &text(grammar, one, choices);
        expansion += rest;
    }
    expansion
}

/// A script whose levels are at most 9 x 9 tiles.
pub(crate) fn scripts(choices: &mut Choices) -> String {
    let regions = choices.of(&["{}", "$regions"]);
    text(&TODAY, &sections("$sizes", regions, "$explorers"), choices)
}

/// A script of one size whose second explorer replaces tile by tile, with
/// rules that depend only on the map: all but the type of this explorer, which
/// stands where the text says `TYPE`.
pub(super) fn automata(choices: &mut Choices) -> String {
    let explorer = "type: 'TYPE', parameters: {replace: 'buffer'}, rules: [$automaton]";
    of_one_size(choices, 9, explorer)
}

/// A script whose second explorer draws nothing but where it starts.
pub(super) fn walks(choices: &mut Choices) -> String {
    of_one_size(choices, 5, "$walk")
}

fn of_one_size(choices: &mut Choices, side_max: usize, explorer: &str) -> String {
    let [width, height] = [(); 2].map(|()| choices.number(1..side_max + 1));
    let sizes = format!("min: '{width}x{height}', max: '{width}x{height}'");
    let explorers = format!("{{rules: ['-> self(any)']}}, {{{explorer}}}");
    text(&TODAY, &sections(&sizes, "{}", &explorers), choices)
}

/// A script on levels of 9 x 8 tiles: it fills the map, and an explorer of any kind runs in region 0.
pub(super) fn in_a_region(choices: &mut Choices) -> String {
    let explorers = "{rules: ['-> self(any)']}, {region: '0', $rest}";
    text(&TODAY, &sections("min: '9x8', max: '9x8'", "$regions", explorers), choices)
}

/// The same, where every level begins all alike, and the explorer has a mirror: one of this name.
pub(super) fn mirrored(choices: &mut Choices, mirror: &str) -> String {
    let explorers = format!(
        "{{rules: ['-> self($entity)']}}, {{region: '0', type: '$kind', rules: [$rules], \
         parameters: {{$replace $out mirror: '{mirror}', $limits $turns $directions $entities $heuristics $costs}}}}"
    );
    let sizes = "min: '$low x $low', max: '$high x $high'";
    text(&TODAY, &sections(sizes, "$regions", &explorers), choices)
}

/// Conditions that depend only on the map.
pub(super) fn conditions(choices: &mut Choices) -> String {
    let pattern = choices.of(&["$certain", "$certain, $certain"]);
    text(&TODAY, pattern, choices)
}

pub(super) fn estimator(choices: &mut Choices) -> String {
    text(&TODAY, "$estimator", choices)
}

/// A script of sections in JSON5.
pub(crate) fn sections(sizes: &str, regions: &str, explorers: &str) -> String {
    format!(
        "{{metadata: {{{sizes}}}, entities: {ENTITIES:?}, neighborhoods: {NEIGHBORHOODS},
        regions: {regions}, explorers: [{explorers}]}}"
    )
}

#[test]
fn every_kind_of_explorer_is_tried() {
    let kinds = marahel_script::explorer_types().map(|names| names[0]);
    assert!(kinds.eq(TODAY["kind"].iter()));
}

#[test]
fn every_estimator_is_tried() {
    for word in marahel_script::estimator_words() {
        let texts = TODAY["word"].iter().chain(&TODAY["distance"]);
        let mut words = texts.map(|text| text.split('(').next());
        assert!(words.any(|tried| tried == Some(word)), "{word}");
    }
}
