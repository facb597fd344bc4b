//! A frame and explorers are the script that a document with both is.

use super::{parse, script_of};
use crate::{ExplorerText, Frame, Script};

const SECTIONS: &str = "neighborhoods: {ring: '111,101,111'}, regions: {type: 'bsp', number: 2},";

/// The script that a frame makes of one explorer.
fn framed(parameters: &[(&str, &str)], rules: &[&str]) -> Option<Script> {
    let owned = |text: &&str| (*text).to_owned();
    let parameters: Vec<_> =
        parameters.iter().map(|(name, text)| (owned(name), owned(text))).collect();
    let rules: Vec<_> = rules.iter().map(owned).collect();
    let frame = Frame::parse(&script_of(SECTIONS, "{rules: []}")).expect("the frame is sound");
    frame.script([ExplorerText {
        kind: "digger",
        region: "all",
        parameters: &parameters,
        rules: &rules,
    }])
}

#[test]
fn a_framed_script_is_the_script_of_the_document() {
    let expected = parse(&script_of(
        SECTIONS,
        "{type: 'digger', region: 'all', parameters: {repeats: '2', directions: 'ring'},
        rules: ['ring(solid)>2, random<0.5 -> plus(empty|key:2)', '-> self(solid)']}",
    ));
    let rules = ["ring(solid)>2, random<0.5 -> plus(empty|key:2)", "-> self(solid)"];
    assert_eq!(framed(&[("repeats", "2"), ("directions", "ring")], &rules), Some(expected));
}

#[test]
fn explorers_with_a_mistake_make_no_script() {
    assert!(framed(&[], &["-> self(solid)"]).is_some());
    assert_eq!(framed(&[], &["-> self(stone)"]), None);
    assert_eq!(framed(&[], &["-> hexagon(solid)"]), None);
    assert_eq!(framed(&[("repeats", "many")], &["-> self(solid)"]), None);
    assert_eq!(framed(&[("speed", "2")], &["-> self(solid)"]), None);
}

#[test]
fn a_level_too_slender_for_its_neighborhoods_makes_no_script() {
    let wide = format!("0{}3", "1".repeat(63));
    let frame = |width: u32| {
        let document = format!(
            "{{metadata: {{min: '{width}x1', max: '{width}x1'}}, entities: ['solid'],
            neighborhoods: {{wide: '{wide}'}}, explorers: []}}"
        );
        Frame::parse(&document).expect("without explorers nothing reaches far")
    };
    let rules = ["-> wide(solid)".to_owned()];
    let explorer = ExplorerText { kind: "horz", region: "map", parameters: &[], rules: &rules };
    assert!(frame(1000).script([explorer]).is_some());
    assert_eq!(frame(16_000_000).script([explorer]), None);
}

#[test]
fn a_broken_document_makes_no_frame() {
    assert!(Frame::parse("{metadata: {min: '3x3'}, entities: [], explorers: []}").is_err());
}
