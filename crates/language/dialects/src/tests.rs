//! The dialect of 2017.

mod surroundings;
pub(crate) mod testing;

use marahel_level::UNKNOWN;
use marahel_script::{
    Area, Border, Condition, Dialect, EntityLimit, EntityList, Estimator, Explorer, Locked,
    Neighborhood, Operator, RegionSelector, Replace, Script, Size, Spelling, Walk,
};

use crate::{
    Connection, Connector, DIALECT, Interval, OldEstimator, OldWalk, Paths, Scope, Sequential,
    Statistic,
};

const ANY: [(u8, u32); 4] = [(0, 1), (1, 1), (2, 1), (UNKNOWN, 1)];

#[track_caller]
fn parse(text: &str) -> Script {
    crate::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn list(members: &[(u8, u32)]) -> EntityList {
    EntityList { members: members.to_vec() }
}

fn neighborhood(matrix: &str) -> Neighborhood {
    Neighborhood::parse(matrix).expect("the matrix is sound")
}

/// An explorer in a document that says nothing else of its dialect than the size.
#[track_caller]
fn explorer(explorer: &str) -> Explorer {
    let script = parse(&format!(
        "{{metadata: {{dimension: '9x9'}}, entities: ['empty', 'solid', 'key'],
        neighborhoods: {{west: ['12'], knight: [[1, 2], [2, 1]]}},
        regions: {{type: 'equal', numOfRegions: 4, parameters: {{min: '2x2'}}}},
        explorers: [{explorer}]}}"
    ));
    assert_eq!(script.dialect, DIALECT);
    script.explorers.into_iter().next().expect("there is one")
}

#[track_caller]
fn condition(text: &str) -> Condition {
    let explorer = explorer(&format!("{{type: 'sequential', rules: ['{text} -> self(empty)']}}"));
    explorer.rules[0].conditions[0].clone()
}

#[track_caller]
fn estimator(text: &str) -> Estimator {
    match condition(&format!("{text} > 5")) {
        Condition::Compare(estimator, Operator::Greater, Estimator::Number(5.0)) => estimator,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_thing_tells_the_dialect() {
    let sections = |metadata: &str, rest: &str| {
        format!("{{metadata: {{{metadata}}}, entities: ['a'], {rest}}}")
    };
    let sized = |rest: &str| sections("min: 3, max: 3", rest);
    for text in [
        sections("minDimension: 3, maxDimension: 4", ""),
        sections("dimension: 3", ""),
        sized("regions: {type: 'bsp', numberOfRegions: 3}"),
        sized("region: {type: 'bsp', number: 3}"),
        sized("neighborhood: {x: '11'}"),
        sized("neighborhoods: {x: ['11']}"),
        sized("rule: []"),
        sized("explorers: [{type: 'sequential', rules: []}]"),
        sized("explorers: [{type: 'automata', rules: []}]"),
        sized("explorers: [{type: 'connector', rules: []}]"),
        sized("explorers: [{type: 'random', region: {}, rules: []}]"),
        "{metadata: {min: 3, max: 3}, entity: {a: {}}}".to_owned(),
        "{metadata: {min: 3, max: 3}, entities: {a: {}}}".to_owned(),
    ] {
        assert_eq!(parse(&text).dialect, DIALECT, "{text}");
    }
    for text in [
        sized("explorers: []"),
        sized(
            "explorers: [{type: 'agent', rules: []}, {type: 'random', region: 'map', rules: []}]",
        ),
    ] {
        assert_eq!(parse(&text).dialect, Dialect::Current, "{text}");
    }
}

#[test]
fn all_three_spellings_say_the_same() {
    let paper = parse(
        "{metadata: {minDimension: '4x5', maxDimension: '6x7'}, entities: ['empty', 'solid'],
          neighborhoods: {x: ['10', '02']}, regions: {type: 'bsp', numberOfRegions: 3, parameters: {min: '2x2'}},
          explorers: [{type: 'sequential', region: {name: 'all'}, parameters: {iterations: 2}, rules: ['x(solid) -> self(empty)']}]}",
    );
    let june = parse(
        "{metadata: {min: '4x5', max: '6x7'}, entity: {empty: {}, solid: {}},
          neighborhood: {x: '10,02'}, region: {type: 'bsp', number: '3', parameters: {min: '2x2'}},
          rule: [{type: 'automata', region: {name: 'all'}, parameters: {iterations: '2'}, rules: ['x(solid) -> self(empty)']}]}",
    );
    let october = parse(
        "{metadata: {minDimension: '4x5', maxDimension: '6x7'}, entities: {empty: {}, solid: {}},
          neighborhoods: {x: '10,02'}, regions: {type: 'bsp', numberOfRegions: '3', parameters: {min: '2x2'}},
          explorers: [{type: 'sequential', region: {name: 'all'}, parameters: {iterations: '2'}, rules: ['x(solid) -> self(empty)']}]}",
    );
    assert_eq!(paper, june);
    assert_eq!(paper, october);
    assert_eq!(paper.explorers[0].repeats, 2);
}

#[test]
fn sizes_are_two_or_one() {
    let sizes = |metadata: &str| {
        let script = parse(&format!("{{metadata: {{{metadata}}}, entities: [a]}}"));
        let side = |size: Size| (size.width, size.height);
        (side(script.min), side(script.max))
    };
    assert_eq!(sizes("minDimension: '3x4', maxDimension: '5x6'"), ((3, 4), (5, 6)));
    assert_eq!(sizes("dimension: '3x4'"), ((3, 4), (3, 4)));
    assert_eq!(sizes("minDimension: '3x4'"), ((3, 4), (3, 4)));
    assert_eq!(sizes("maxDimension: 7"), ((7, 7), (7, 7)));
}

#[test]
fn entities_have_colors_and_limits() {
    let script = parse(
        "{metadata: {dimension: 3}, entities: {
            empty: {color: '#fFf'}, solid: {color: 'maroon', min: -1}, key: {color: 0x00ff80, min: '2', max: 3}}}",
    );
    assert_eq!(script.entities, ["empty", "solid", "key"]);
    assert_eq!(script.colors, [(0, [255, 255, 255]), (1, [128, 0, 0]), (2, [0, 255, 128])]);
    assert_eq!(script.limits, [EntityLimit { tile: 2, min: 2, max: Some(3) }]);
}

#[test]
fn neighborhoods_come_in_every_form() {
    let forms = [
        "['010', '131', '010']",
        "'010,131,010'",
        "[[0, 1, 0], [1, 3, 1], [0, 1, 0]]",
        "[[1, 0], [0, 1], [-1, 0], [0, -1], [0, 0]]",
        "'[(1,0), (0,1), (-1, 0), (0,-1), (0,0)]'",
    ];
    for form in forms {
        let script = parse(&format!(
            "{{metadata: {{dimension: 3}}, entities: [a], neighborhoods: {{x: {form}}},
            explorers: [{{type: agent, parameters: {{directions: x}}, rules: []}}]}}"
        ));
        let Some(OldWalk::Agent(agents)) = OldWalk::of(&script.explorers[0].walk) else {
            panic!("{script:?}")
        };
        assert_eq!(agents.directions, neighborhood("010,131,010"), "{form}");
    }
}

#[test]
fn neighborhoods_of_2017_leave_out_their_center() {
    let agent = |directions: &str| {
        let agent = explorer(&format!(
            "{{type: 'agent', parameters: {{directions: {directions}}}, rules: []}}"
        ));
        let Some(OldWalk::Agent(agents)) = OldWalk::of(&agent.walk) else { panic!("{agent:?}") };
        agents.directions.clone()
    };
    assert_eq!(agent("'plus'"), neighborhood("010,121,010"));
    assert_eq!(agent("['all']"), neighborhood("111,121,111"));
    assert_eq!(agent("['west', 'sequential']").offsets(), [(-1, 0), (0, 0), (1, 0), (0, 1)]);
}

#[test]
fn general_parameters_stand_anywhere() {
    let expected = Explorer {
        description: Spelling::default(),
        locked: Locked::No,
        name: Spelling::default(),
        walk: OldWalk::Sequential(Sequential {
            start: [0.0; 2],
            exploration: neighborhood("31,10"),
            share: 1.0,
        })
        .into(),
        region: vec![RegionSelector::All],
        border: Border { min: 1, max: 3, is_same: true },
        wraps: false,
        replace: Replace::Same,
        out: Some(1),
        mirror: None,
        repeats: 4,
        tiles: None,
        changes: None,
        dialled: marahel_script::DialledLimits::default(),
        rules: Vec::new(),
    };
    for text in [
        "{type: 'sequential', region: {name: 'all', border: '1,3', sameBorder: 'true', borderType: 'solid', replacingType: 'same'}, parameters: {iterations: 4}, rules: []}",
        "{type: 'sequential', region: {name: 'all'}, parameters: {borderSize: [1, 3], sameBorder: true, borderHandling: 'solid', replacingTech: 'same', iterations: '4'}, rules: []}",
        "{type: 'sequential', region: 'all', borderSize: '1,3', sameBorder: true, borderHandling: 'solid', replacingTech: 'same', iterations: 4, rules: []}",
    ] {
        assert_eq!(explorer(text), expected, "{text}");
    }
}

#[test]
fn defaults_are_those_of_2017() {
    let explorer = explorer("{type: 'sequential', rules: []}");
    assert_eq!(explorer.region, [RegionSelector::Map]);
    assert_eq!(explorer.border, Border::default());
    assert_eq!((explorer.out, explorer.wraps), (Some(UNKNOWN), false));
    assert_eq!((explorer.replace, explorer.repeats), (Replace::Buffer, 1));
}

#[test]
fn borders_are_handled_in_three_ways() {
    let border = |name: &str| {
        let explorer = explorer(&format!(
            "{{type: 'sequential', region: {{borderType: '{name}'}}, rules: []}}"
        ));
        (explorer.out, explorer.wraps)
    };
    assert_eq!(border("none"), (Some(UNKNOWN), false));
    assert_eq!(border("wrap"), (None, true));
    assert_eq!(border("key"), (Some(2), false));
}

#[test]
fn regions_are_named_in_every_way() {
    use RegionSelector::{All, Index, Map, Some, Specific};
    let region = |region: &str| {
        explorer(&format!("{{type: 'sequential', region: {region}, rules: []}}")).region
    };
    assert_eq!(region("{name: 'map'}"), [Map]);
    assert_eq!(region("{name: 'all'}"), [All]);
    assert_eq!(region("'all'"), [All]);
    assert_eq!(region("{name: 2}"), [Index(2)]);
    assert_eq!(region("{name: '0, 2,map'}"), [Index(0), Index(2), Map]);
    assert_eq!(region("{name: [0, '1-3']}"), [Index(0), Index(1), Index(2)]);
    assert_eq!(region("{name: 'some', count: 3}"), [Some(3)]);
    assert_eq!(region("{name: 'some'}"), [Some(1)]);
    let area = Specific(Area { x: 1, y: 2, width: 3, height: 4 });
    assert_eq!(region("{name: 'specific', rectangles: {x: 1, y: 2, w: 3, h: 4}}"), [area]);
    assert_eq!(region("{rectangles: [{x: 1, y: 2, width: 3, height: 4}]}"), [area]);
}

#[test]
fn sequential_and_random_are_read() {
    let sequential = explorer(
        "{type: 'automata', parameters: {start: '0.5,1', exploration: 'west', percentage: 0.25}, rules: []}",
    );
    let exploration = neighborhood("12");
    assert_eq!(
        sequential.walk,
        OldWalk::Sequential(Sequential { start: [0.5, 1.0], exploration, share: 0.25 }).into()
    );
    let random = explorer("{type: 'random', parameters: {numberOfTiles: 20}, rules: []}");
    assert_eq!(
        (random.walk, random.tiles, random.replace),
        (Walk::NarrowRand, Some(20), Replace::Same)
    );
}

#[test]
fn agents_are_read() {
    let read = |parameters: &str| {
        let agent =
            explorer(&format!("{{type: 'agent', parameters: {{{parameters}}}, rules: []}}"));
        let Some(OldWalk::Agent(agents)) = OldWalk::of(&agent.walk) else { panic!("{agent:?}") };
        agents.clone()
    };
    let agents = read("");
    let all = [agents.number, agents.lifespan, agents.change, agents.speed];
    assert_eq!(all, [1, 50, 1, 1].map(Interval::only));
    assert_eq!(agents.allowed, list(&ANY));
    let agents =
        read("number: '1,3', lifespan: [80, 150], change: '10', speed: 2, allowed: 'empty|key'");
    let interval = |min, max| Interval { min, max };
    let all = [agents.number, agents.lifespan, agents.change, agents.speed];
    assert_eq!(all, [interval(1, 3), interval(80, 150), interval(10, 10), interval(2, 2)]);
    assert_eq!(agents.allowed, list(&[(0, 1), (2, 1)]));
}

#[test]
fn connectors_are_read() {
    let read = |parameters: &str| {
        explorer(&format!("{{type: 'connector', parameters: {{{parameters}}}, rules: []}}")).walk
    };
    let connector = |connection, directions: &str, entities: &[(u8, u32)]| -> Walk {
        let (directions, entities) = (neighborhood(directions), list(entities));
        OldWalk::Connector(Connector { connection, directions, entities }).into()
    };
    let plus = "010,121,010";
    assert_eq!(read(""), connector(Connection::Random, plus, &ANY));
    for (name, connection) in Connection::NAMES {
        assert_eq!(read(&format!("type: '{name}'")), connector(connection, plus, &ANY));
    }
    let found = read("type: 'hub', neighborhood: 'all', entities: ['empty', 'key']");
    assert_eq!(found, connector(Connection::Hub, "111,121,111", &[(0, 1), (2, 1)]));
}

#[test]
fn bare_estimators_are_above_zero() {
    let above_zero =
        |estimator| Condition::Compare(estimator, Operator::Greater, Estimator::Number(0.0));
    let west = Estimator::Neighborhood(neighborhood("12"), list(&[(1, 1)]));
    assert_eq!(condition("west(solid)"), above_zero(west));
    assert_eq!(condition("random"), above_zero(Estimator::Random));
}

#[test]
fn conditions_with_a_name_are_read() {
    let key = || Estimator::Total(list(&[(2, 1)]));
    assert_eq!(
        condition("isEven(key)"),
        OldEstimator::Parity { estimator: key(), is_even: true }.into()
    );
    assert_eq!(
        condition("isOdd( key )"),
        OldEstimator::Parity { estimator: key(), is_even: false }.into()
    );
    let one = Condition::Compare(key(), Operator::Equal, Estimator::Number(1.0));
    assert_eq!(condition("isSingular(key)"), one);
    let plus = neighborhood("010,121,010");
    assert_eq!(
        condition("isConnected"),
        OldEstimator::Connected { entities: None, neighborhood: plus.clone() }.into()
    );
    let entities = Some(list(&[(0, 1), (2, 1)]));
    assert_eq!(
        condition("isConnected(empty|key)"),
        OldEstimator::Connected { entities: entities.clone(), neighborhood: plus }.into()
    );
    assert_eq!(
        condition("isConnected(empty|key, all)"),
        OldEstimator::Connected { entities, neighborhood: neighborhood("111,121,111") }.into()
    );
}

#[test]
fn estimators_are_read() {
    let key = || list(&[(2, 1)]);
    assert_eq!(estimator("noise"), OldEstimator::UnitNoise(Scope::Region).into());
    assert_eq!(estimator("noise@map"), OldEstimator::UnitNoise(Scope::Map).into());
    assert_eq!(estimator("key"), Estimator::Total(key()));
    assert_eq!(estimator("key@map"), OldEstimator::MapTotal(key()).into());
    assert_eq!(estimator("complete"), Estimator::RepeatPercent);
    assert_eq!(estimator("minDist(key)"), Estimator::Distance(key()));
    assert_eq!(estimator("avgDist(key)"), OldEstimator::Distances(Statistic::Mean, key()).into());
    assert_eq!(estimator("maxDist(key)"), OldEstimator::Distances(Statistic::Max, key()).into());
    let paths = |allowed: &[(u8, u32)]| Paths {
        directions: neighborhood("010,121,010"),
        entities: key(),
        allowed: list(allowed),
    };
    assert_eq!(
        estimator("minDist(plus, key)"),
        OldEstimator::Paths(Statistic::Min, paths(&ANY)).into()
    );
    assert_eq!(
        estimator("maxDist(plus, key, empty)"),
        OldEstimator::Paths(Statistic::Max, paths(&[(0, 1)])).into()
    );
}

#[test]
fn complete_is_another_share_for_each_explorer() {
    let complete = |kind: &str| {
        let text = format!("{{type: '{kind}', rules: ['complete>0.5 -> self(key)']}}");
        explorer(&text).rules[0].conditions[0].clone()
    };
    let half = |estimator| Condition::Compare(estimator, Operator::Greater, Estimator::Number(0.5));
    assert_eq!(complete("sequential"), half(Estimator::RepeatPercent));
    for kind in ["random", "agent", "connector"] {
        assert_eq!(complete(kind), half(Estimator::Percent));
    }
}

#[test]
fn what_only_the_other_dialect_has_is_unknown() {
    let other = "{metadata: {dimension: 3}, entities: [a], explorers: [
        {type: 'narrow_horz', rules: []}, {type: sequential, rules: ['dist(a)>1 -> self(a)', 'left(a) -> self(a)', 'rpercent>0 -> self(a)']}]}";
    let error = crate::parse(other).expect_err("it mixes the dialects");
    assert_eq!(error.diagnostics().len(), 4, "{error}");
    let today = "{metadata: {min: 3, max: 3}, entities: ['a'], explorers: [{rules: ['minDist(a)>1 -> self(a)', 'complete -> self(a)']}]}";
    let error = crate::parse(today).expect_err("it mixes the dialects");
    assert_eq!(error.diagnostics().len(), 2, "{error}");
}

#[test]
fn names_without_quotes_are_those_of_2017() {
    let error = crate::parse("{metadata: {min: 3, max: 3}, entities: [a], explorers: []}");
    let error = error.expect_err("it is neither JSON nor of 2017").to_string();
    assert!(error.contains("not valid JSON"), "{error}");
    // Places are those of the text as it was written.
    let error = crate::parse("{metadata: {dimension: 3},\n entities: [empty, empty]}");
    let error = error.expect_err("an entity is declared twice").to_string();
    assert!(error.starts_with("line 2, column 20: "), "{error}");
}
