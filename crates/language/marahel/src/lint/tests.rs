use crate::Generator;
use marahel_script::Script;

use crate::lint::check;
use crate::lint::regions::n_certain;

/// Messages of the warnings about a script with the given explorers.
fn warnings(explorers: &str) -> Vec<String> {
    let text = format!(
        "{{metadata: {{min: '4x4', max: '5x5'}}, entities: ['empty', 'solid'], explorers: [{explorers}]}}"
    );
    let (_, warnings) = check(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    warnings.into_iter().map(|warning| warning.message).collect()
}

/// Whether a condition is said to hold always or never, where cells hold
/// anything and an earlier explorer wrote it.
#[track_caller]
fn check_condition(condition: &str, expected: Option<bool>) {
    let found = warnings(&format!(
        "{{rules: ['random<0.5 -> self(entity)']}},
         {{parameters: {{repeats: 3}}, rules: ['{condition} -> self(solid:2|empty)']}}"
    ));
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    match (&found[..], expected) {
        (["this condition always holds"], Some(true)) | ([], None) => {}
        (all, Some(false))
            if all.contains(&"this condition never holds, so the rule never fires") => {}
        (other, _) => panic!("{condition}: {other:?}"),
    }
}

/// The only share of a single repeat is 0, which is a number of tiles, too.
#[test]
fn the_share_of_a_single_repeat_is_whole() {
    let never = warnings("{rules: ['out == rpercent -> self(solid)']}");
    assert!(never.iter().all(|message| !message.contains("never")), "{never:?}");
}

#[test]
fn conditions_are_decided_by_what_estimators_can_be() {
    for (condition, expected) in [
        ("1", Some(true)),
        ("0", Some(false)),
        ("2>1", Some(true)),
        ("random", None),
        ("random>=0", Some(true)),
        ("random<0", Some(false)),
        ("random<1", Some(true)),
        ("random>1", Some(false)),
        ("noise>=-1", Some(true)),
        ("noise>0", None),
        ("noise>1", Some(false)),
        ("percent<1", Some(true)),
        ("cpercent>=1", Some(false)),
        ("percent", None),
        ("rpercent>=0.5", None),
        ("rpercent>0.7", Some(false)),
        ("column>=0", Some(true)),
        ("column>3", None),
        ("from_right>4", Some(false)),
        ("row2<2", Some(true)),
        ("row10>4", Some(false)),
        ("left_right(solid)", None),
        ("left_right(solid)<2", Some(true)),
        ("both(solid)>3", Some(false)),
        ("half_turn(any)", Some(true)),
        ("half_turn(out)", Some(false)),
        ("solid>=0", Some(true)),
        ("solid<0", Some(false)),
        ("solid>25", Some(false)),
        ("solid>24", None),
        ("any>0", Some(true)),
        ("out", Some(false)),
        ("self(any)", None),
        ("self(out)", Some(false)),
        ("self(any)==1", Some(true)),
        ("plus(any)", None),
        ("plus(any|out)", Some(true)),
        ("plus(any)>0", Some(true)),
        ("plus(solid)>5", Some(false)),
        ("plus(solid)==2.5", Some(false)),
        ("column==random", None),
        ("2.5!=solid", Some(true)),
        ("dist(any)>0", Some(false)),
        ("plus(solid)<=5", Some(true)),
        ("left(out)!=0", None),
        ("2==plus(solid)", None),
        ("6==plus(solid)", Some(false)),
        ("dist(solid)>=0", Some(true)),
        // It holds where there is none.
        ("dist(solid)<0", None),
        ("dist(out)<1", Some(false)),
        ("dist(out)>0", Some(true)),
        ("dist(out)>3", Some(false)),
        ("dist(out)>2", None),
        ("dist(out|solid)>0", None),
    ] {
        check_condition(condition, expected);
    }
}

#[test]
fn conditions_that_exclude_each_other_are_told() {
    let told = "this condition excludes one before it, so the rule never fires";
    for (rule, is_told) in [
        ("self(empty), plus(solid) -> self(solid)", true),
        ("self(empty), random<0.5, all(solid|empty), self(solid) -> self(solid)", true),
        ("self(empty), plus(solid|empty) -> self(solid)", false),
        ("self(empty), plus(solid)>0 -> self(solid)", false),
        ("self(empty), left(solid) -> self(solid)", false),
        // `plus` has its center among its cells.
        ("self(empty), plus(empty)==0 -> self(solid)", true),
        ("plus(empty)==0, self(empty) -> self(solid)", true),
        ("self(empty), plus(solid)==5 -> self(solid)", true),
        ("self(empty), plus(solid)==4 -> self(solid)", false),
        ("self(empty), left(empty)==0 -> self(solid)", false),
        ("self(empty), dist(empty)>0 -> self(solid)", true),
        ("self(empty), dist(empty|solid)==0 -> self(solid)", false),
    ] {
        let found = warnings(&format!(
            "{{rules: ['random<0.5 -> self(entity)']}}, {{rules: ['{rule}', 'left(solid) -> self(empty)']}}"
        ));
        assert_eq!(found.iter().any(|message| message == told), is_told, "{rule}: {found:?}");
    }
}

#[test]
fn conditions_that_follow_from_those_before_are_told() {
    for (rule, is_told) in [
        ("self(empty), plus(empty)>0 -> self(solid)", true),
        ("self(empty), empty>0 -> self(solid)", true),
        ("self(empty), self(empty|solid) -> self(solid)", true),
        ("plus(empty)>0, self(empty) -> self(solid)", false),
        ("self(empty), plus(empty)>1 -> self(solid)", false),
        ("self(empty), left(empty)>0 -> self(solid)", false),
    ] {
        let found = warnings(&format!(
            "{{rules: ['random<0.5 -> self(entity)']}}, {{rules: ['{rule}', 'left(solid) -> self(empty)']}}"
        ));
        let told = "this condition always holds";
        assert_eq!(found.iter().any(|message| message == told), is_told, "{rule}: {found:?}");
    }
}

#[test]
fn a_remainder_that_is_the_number_itself_is_told() {
    for (rule, told) in [
        (
            "row5>2 -> self(solid)",
            Some("`row5` is `row`, because no level has more than 5 of them"),
        ),
        ("from_right7==column", Some("`from_right7` is `from_right`, because no level has more")),
        ("row4>2 -> self(solid)", None),
        ("row7<7 -> self(solid)", Some("this condition always holds")),
    ] {
        let rule =
            if rule.contains("->") { rule.to_owned() } else { format!("{rule} -> self(solid)") };
        let found = warnings(&format!("{{rules: ['{rule}', '-> self(empty)']}}"));
        assert_eq!(
            found.iter().any(|message| message.starts_with('`')),
            told.is_some_and(|told| told.starts_with('`')),
            "{rule}: {found:?}"
        );
        assert!(
            told.is_none_or(|told| found.iter().any(|message| message.starts_with(told))),
            "{rule}: {found:?}"
        );
    }
}

#[test]
fn regions_that_do_not_fit_are_told() {
    let all = "explorers: [{type: 'horz', region: 'all', rules: ['-> self(solid)']}]";
    for (size, divider, told) in [
        (
            "21x21",
            "type: 'equal', parameters: {min: '20x13'}",
            Some("of 20 columns of regions of 21 cells all get 1 but the last, which gets 2"),
        ),
        (
            "41x21",
            "type: 'equal', parameters: {min: '20x13'}",
            Some("of 13 rows of regions of 21 cells all get 1 but the last, which gets 9"),
        ),
        (
            "10x10",
            "type: 'equal', parameters: {min: '20x13'}",
            Some("20 columns of regions of 10 cells are too many"),
        ),
        ("41x27", "type: 'equal', parameters: {min: '20x13'}", None),
        ("10x10", "type: 'equal', parameters: {min: '10x1'}", None),
        // Nine columns would fit.
        ("9x9", "type: 'equal', parameters: {min: '5x1', max: '9x1'}", None),
        (
            "13x13",
            "type: 'bsp', parameters: {min: '7x7'}",
            Some("13x13 cannot be split into parts of at least 7x7"),
        ),
        ("13x13", "type: 'bsp', parameters: {min: '99x6'}", None),
        (
            "10x10",
            "type: 'sampling', parameters: {min: '5x5'}",
            Some("5 rectangles of at least 5x5 overlap in 10x10"),
        ),
        ("12x11", "type: 'sampling', parameters: {min: '5x5'}", None),
    ] {
        let text = format!(
            "{{metadata: {{min: '{size}', max: '{size}'}}, entities: ['empty', 'solid'], regions: {{{divider}, number: 5}}, {all}}}"
        );
        let (_, found) = check(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let found: Vec<&str> = found.iter().map(|warning| &*warning.message).collect();
        let told = told.map(|told| format!("the regions do not fit the level: {told}"));
        assert_eq!(found, Vec::from_iter(told), "{size}: {divider}");
    }
}

/// Chambers of 5x5 on a grid for 44x30 find no room in regions of 5x4.
#[test]
fn nothing_is_further_from_the_outside_than_the_middle_of_the_largest_region() {
    let told = |divider: &str, region: &str, condition: &str| {
        let text = format!(
            "{{metadata: {{min: '20x13', max: '20x13'}}, entities: ['solid', 'floor'],
              regions: {{{divider}, number: 12}}, explorers: [{{rules: ['-> self(solid)']}},
              {{region: '{region}', rules: ['{condition} -> self(floor)']}}, {{region: 0, rules: ['-> self(floor)']}}]}}"
        );
        let (_, found) = check(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        found.iter().any(|warning| warning.message.contains("never holds"))
    };
    // Rows of 4, 4 and 5 cells.
    let equal = "type: 'equal', parameters: {min: '4x3'}";
    for (divider, region, condition, expected) in [
        (equal, "all", "dist(out) > 3", true),
        (equal, "all", "dist(out) > 2", false),
        (equal, "all", "row > 4", true),
        (equal, "map", "dist(out) > 3", false),
        (equal, "map", "dist(out) > 7", true),
        ("type: 'sampling', parameters: {min: 2, max: 4}", "all", "dist(out) > 2", true),
        ("type: 'sampling', parameters: {min: 2, max: 4}", "all", "dist(out) > 1", false),
        ("type: 'bsp', parameters: {min: 2, max: 4}", "all", "dist(out) > 2", false),
    ] {
        assert_eq!(told(divider, region, condition), expected, "{divider} {region} {condition}");
    }
}

#[test]
fn what_may_do_something_is_not_told() {
    for explorers in [
        "{rules: ['self(any) -> self(entity)']}",
        // The first protects what the second would change.
        "{rules: ['-> self(entity)']}, {rules: ['self(solid) -> self(solid)', 'plus(empty) -> self(solid)']}",
        "{rules: ['random<0.5 -> self(solid)', 'random<0.5 -> self(empty)']}",
        "{rules: ['solid>2 -> self(empty)', 'solid>1 -> self(empty)', '-> self(solid)']}",
        "{rules: ['-> self(solid)']}, {type: 'connect', parameters: {entities: 'solid'}, rules: ['-> plus(empty)']}",
        "{parameters: {out: 'solid'}, rules: ['left(solid) -> self(empty)', '-> self(solid)']}",
    ] {
        assert_eq!(warnings(explorers), [""; 0], "{explorers}");
    }
}

#[test]
fn fewest_regions_are_those_of_some_level() {
    for (regions, size, expected) in [
        ("type: 'equal', number: 9, parameters: {min: 2, max: 3}", 9, 4),
        ("type: 'equal', number: 3, parameters: {min: 2, max: 3}", 9, 3),
        ("type: 'equal', number: 9, parameters: {min: '5x1', max: '9x9'}", 4, 4),
        ("type: 'bsp', number: 9, parameters: {min: 3, max: 5}", 9, 4),
        ("type: 'bsp', number: 9, parameters: {min: 5}", 14, 4),
        ("type: 'bsp', number: 9, parameters: {min: '2x9'}", 9, 3),
        ("type: 'bsp', number: 9, parameters: {min: 20}", 14, 1),
        ("type: 'sampling', number: 5, parameters: {min: 3}", 9, 5),
    ] {
        // Each region that is there gets an explorer that writes.
        let explorer = |index| format!("{{region: '{index}', rules: ['-> self(a)']}}");
        let explorers = (0..9).map(explorer).collect::<Vec<_>>().join(",");
        let text = format!(
            "{{metadata: {{min: {size}, max: {size}}}, entities: ['a'], regions: {{{regions}}},
              explorers: [{explorers}]}}"
        );
        let script = Script::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let certain = n_certain(&script.regions.expect("there are"), script.min);
        assert_eq!(certain, expected, "{regions}");
        let generator = Generator::new(&script);
        let n_regions = |seed| {
            let snapshots = generator.snapshots(seed, 0).expect("it is small");
            snapshots.iter().filter(|snapshot| snapshot.rules[0].n_fired > 0).count()
        };
        assert_eq!((0..2000).map(n_regions).min(), Some(expected as usize), "{regions}");
    }
}

#[test]
fn warnings_hold_wherever_dials_are_set() {
    let found = |explorers: &str| {
        let text = format!(
            "{{metadata: {{min: 4, max: 4}}, entities: ['a', 'b'], dials: {{n: [0, 5, 0]}},
              explorers: [{{rules: ['-> self(a)']}}, {explorers}]}}"
        );
        let (_, warnings) = check(&text).expect("there are no mistakes");
        warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    assert_eq!(
        found("{parameters: {repeats: 'n', tiles: 'n+1'}, rules: ['b < n -> self(b)']}"),
        [""; 0]
    );
    assert_eq!(
        found("{parameters: {repeats: '-1*n'}, rules: ['n > 9, self(a) -> self(b)']}"),
        ["this explorer can change nothing: `repeats` is 0"]
    );
    assert_eq!(found("{rules: ['-> self(b)']}"), ["nothing follows the dial `n`"]);
}

#[test]
fn mirrors_are_no_idleness_and_need_squares_for_quarter_turns() {
    let written = "{rules: ['random<0.5 -> self(entity)']}";
    let explorer = |mirror: &str| {
        format!(
            "{written}, {{parameters: {{mirror: '{mirror}'}}, rules: ['self(solid) -> self(solid)']}}"
        )
    };
    assert_eq!(warnings(&explorer("left_right")), [""; 0]);
    assert_eq!(warnings(&explorer("quarter_turns")), [""; 0]);
    let text = |size: &str| {
        format!(
            "{{metadata: {{{size}}}, entities: ['empty', 'solid'], explorers: [{}]}}",
            explorer("quarter_turns")
        )
    };
    let n_warnings = |size: &str| check(&text(size)).expect("it is sound").1.len();
    assert_eq!(n_warnings("min: '4x5', max: '4x9'"), 1);
    assert_eq!(n_warnings("min: '4x3', max: '4x9'"), 0);
}
