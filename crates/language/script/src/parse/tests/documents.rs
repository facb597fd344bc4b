use super::{explorer, neighborhood, parse, plus, rule, script_of};
use crate::{
    Border, Condition, DialledLimits, DialledRegions, Divider, Estimator, Explorer, Locked,
    RegionSelector, Regions, Replace, Script, Size, Spelling, Walk,
};

#[test]
fn a_whole_document_is_read() {
    let script = parse(
        r#"{
            "metadata": {"min": "4x5", "max": "6x7"},
            "entities": ["empty", "solid"],
            "neighborhoods": {"cross": "101,020,101"},
            "regions": {"type": "bsp", "number": "3", "parameters": {"min": "2x3", "max": "4x4"}},
            "explorers": [{
                "type": "digger",
                "region": "all",
                "parameters": {"dirprob": "0.25", "tiles": "30", "replace": "buffer"},
                "rules": ["cross(solid) > 2 -> self(empty)"]
            }]
        }"#,
    );
    let size = |width, height| Size { width, height };
    assert_eq!((script.min, script.max), (size(4, 5), size(6, 7)));
    assert_eq!(script.entities, ["empty", "solid"]);
    let divider = Divider::Bsp { min: size(2, 3), max: size(4, 4) };
    assert_eq!(
        script.regions,
        Some(Regions { divider, number: 3, dialled: DialledRegions::default(), is_locked: false })
    );
    let expected = Explorer {
        description: Spelling::default(),
        locked: Locked::No,
        name: Spelling::default(),
        walk: Walk::TurtleDrunk { directions: plus(), change: 0.25 },
        region: vec![RegionSelector::All],
        border: Border::default(),
        wraps: false,
        replace: Replace::Buffer,
        out: None,
        mirror: None,
        repeats: 1,
        tiles: Some(30),
        changes: None,
        dialled: DialledLimits::default(),
        rules: vec![rule("plus(solid) > 2 -> self(empty)")],
    };
    let mut found = script.explorers[0].clone();
    let Condition::Compare(Estimator::Neighborhood(cross, _), ..) =
        &mut found.rules[0].conditions[0]
    else {
        panic!("{found:?}");
    };
    assert_eq!(*cross, neighborhood("101,020,101"));
    *cross = plus();
    assert_eq!(found.name.as_str(), "digger");
    assert_eq!(found.rules[0].text.as_str(), "cross(solid) > 2 -> self(empty)");
    assert_eq!(found, expected);
}

#[test]
fn json5_is_read() {
    let json5 = "// A comment,
        {metadata: {min: 3, 'max': 3,}, /* another */ entities: ['empty', \"solid\",],
         explorers: [{rules: ['self(any) \\x2d> self(solid)',],},],}";
    let json = r#"{"metadata": {"min": "3x3", "max": "3x3"}, "entities": ["empty", "solid"],
        "explorers": [{"rules": ["self(any) -> self(solid)"]}]}"#;
    assert_eq!(parse(json5), parse(json));
}

#[test]
fn sections_come_in_any_order() {
    let script = parse(
        "{explorers: [{rules: ['far(key) -> self(key)']}], neighborhoods: {far: '2001'},
          entities: ['key'], metadata: {max: 2, min: 1}}",
    );
    assert_eq!(script.explorers[0].rules.len(), 1);
}

#[test]
fn foreign_keys_are_mistakes() {
    let script = |metadata: &str, document: &str| {
        let sizes = "min: 3, max: 3";
        format!("{{metadata: {{{sizes}{metadata}}}, entities: ['a'], explorers: []{document}}}")
    };
    assert!(parse(&script("", ", $schema: 'x', description: 'y'")).explorers.is_empty());
    for (metadata, document) in
        [(", author: 'me'", ""), ("", ", comment: 1"), ("", ", exec: 'x'"), ("", ", __proto__: {}")]
    {
        let error = Script::parse(&script(metadata, document)).expect_err("it is foreign");
        let [mistake] = error.diagnostics() else { panic!("{error}") };
        assert!(mistake.message.starts_with("unknown "), "{mistake}");
    }
}

#[test]
fn sizes_are_read_in_every_spelling() {
    for (text, width, height) in [
        ("'4x5'", 4, 5),
        ("'4X5'", 4, 5),
        ("' 4 x 5 '", 4, 5),
        ("'4'", 4, 4),
        ("4", 4, 4),
        ("'4.0x5e0'", 4, 5),
        ("1e2", 100, 100),
    ] {
        let script = parse(&format!(
            "{{metadata: {{min: 1, max: {text}}}, entities: ['a'], explorers: []}}"
        ));
        assert_eq!(script.max, Size { width, height }, "{text}");
    }
}

#[test]
fn sizes_go_up_to_16_mi_tiles() {
    for size in ["4096x4096", "16777216x1", "1x16777216"] {
        let text =
            format!("{{metadata: {{min: 1, max: '{size}'}}, entities: ['a'], explorers: []}}");
        assert!(Script::parse(&text).is_ok(), "{size}");
    }
}

#[test]
fn dividers_have_defaults() {
    let size = |side| Size { width: side, height: side };
    let rectangle = |width, height| Size { width, height };
    let all = Size { width: u32::MAX, height: u32::MAX };
    for (regions, divider, number) in [
        ("type: 'equal'", Divider::Equal { min: size(1), max: size(1) }, 1),
        (
            "type: 'equal', number: 4, parameters: {min: 3}",
            Divider::Equal { min: size(3), max: size(3) },
            4,
        ),
        ("type: 'equal', parameters: {max: '3'}", Divider::Equal { min: size(1), max: size(3) }, 1),
        ("type: 'bsp', number: '7'", Divider::Bsp { min: size(1), max: all }, 7),
        (
            "type: 'bsp', parameters: {min: 0, max: '5x6'}",
            Divider::Bsp { min: size(1), max: rectangle(5, 6) },
            1,
        ),
        ("type: 'sampling'", Divider::Sampling { min: size(1), max: size(1), trials: None }, 1),
        (
            "type: ' sample ', parameters: {min: 2, max: 5, trials: '50'}",
            Divider::Sampling { min: size(2), max: size(5), trials: Some(50) },
            1,
        ),
        // On each axis the smaller one is `min`.
        (
            "type: 'sampling', parameters: {min: '2x9', max: '5x3'}",
            Divider::Sampling { min: rectangle(2, 3), max: rectangle(5, 9), trials: None },
            1,
        ),
    ] {
        let script = parse(&script_of(&format!("regions: {{{regions}}},"), ""));
        assert_eq!(
            script.regions,
            Some(Regions { divider, number, dialled: DialledRegions::default(), is_locked: false }),
            "{regions}"
        );
    }
    assert_eq!(parse(&script_of("regions: {},", "")).regions, None);
}

#[test]
fn region_lists_are_read() {
    use RegionSelector::{All, Index, Map};
    for (region, expected) in [
        ("'map'", vec![Map]),
        ("'all'", vec![All]),
        ("'0'", vec![Index(0)]),
        ("3", vec![Index(3)]),
        ("' 2 ,map,\\n0, all,2'", vec![Index(2), Map, Index(0), All, Index(2)]),
    ] {
        let found = explorer(&format!("{{region: {region}, rules: []}}"));
        assert_eq!(found.region, expected, "{region}");
    }
    assert_eq!(explorer("{rules: []}").region, [Map]);
}

#[test]
fn a_description_is_for_readers_alone() {
    let plain = parse(&script_of("", ""));
    assert_eq!(parse(&script_of("description: 'Caves, with lakes.',", "")), plain);
}

#[test]
fn a_document_of_2017_is_refused() {
    let text = "{metadata: {dimension: 3}, entities: ['a'], explorers: [{type: 'sequential'}]}";
    let error = Script::parse(text).expect_err("it is of 2017").to_string();
    let expected = "line 1, column 1: this document is in the dialect of 2017; \
        rewrite it in today's with `marahel convert`";
    assert_eq!(error, expected);
}

#[test]
fn of_many_mistakes_some_are_told_and_the_rest_is_counted() {
    let told = |n: usize| {
        let rules = vec!["\"selff(empty) -> self(solid)\""; n].join(",\n");
        let text = script_of("", &format!("{{\"rules\": [{rules}]}}"));
        Script::parse(&text).expect_err("there are mistakes").diagnostics().to_vec()
    };
    assert_eq!(told(1000).len(), 1000);
    let all = told(1003);
    assert_eq!(all.len(), 1001);
    assert_eq!(all[1000].message, "3 more mistakes are not shown");
    assert_eq!(all[999].place, "explorer 1, rule 1000");
    // The first is mended all the same: one mistake less is left.
    assert!(all[0].fix.is_some());
    let n_fixes = told(150).iter().filter(|one| one.fix.is_some()).count();
    assert_eq!(n_fixes, 100, "the next check offers the others");
}

#[test]
fn objects_have_so_many_keys() {
    let told = |n: usize| {
        let names: Vec<String> = (0..n).map(|index| format!("\"n{index}\": \"3\"")).collect();
        let section = format!("\"neighborhoods\": {{{}}},", names.join(", "));
        let text = script_of(&section, "{\"rules\": [\"n1(empty) -> self(solid)\"]}");
        Script::parse(&text).map(|script| script.neighborhoods.0.len())
    };
    assert_eq!(told(256), Ok(256));
    let error = told(257).expect_err("it is one too many").to_string();
    assert!(error.ends_with("this object has 257 keys; at most 256 are possible"), "{error}");
}

#[test]
fn lists_of_known_names_are_cut() {
    let names: Vec<String> =
        (0..60).map(|index| format!("\"{index}{}\"", "x".repeat(99))).collect();
    let text = format!(
        "{{\"metadata\": {{\"min\": 4, \"max\": 4}}, \"entities\": [{}], \
         \"explorers\": [{{\"rules\": [\"-> self(water)\"]}}]}}",
        names.join(", ")
    );
    let error = Script::parse(&text).expect_err("there is no water").to_string();
    assert!(error.ends_with("and 55 more"), "{error}");
    assert!(error.len() < 1200, "{error}");
}
