use crate::Script;

const SCRIPT: &str = r#"{
  "description": "A cave with a key.",
  "metadata": {"min": "4x5", "max": "6x7"},
  "entities": ["empty", "solid", "key"],
  "neighborhoods": {"ring": "111,121,111"},
  "regions": {"type": "bsp", "number": 3, "parameters": {"min": "2x3"}, "locked": true},
  "explorers": [
    {"type": "horz", "rules": ["-> self(entity)"]},
    {
      "description": "join the caves",
      "locked": [1],
      "type": "connect",
      "region": "all",
      "parameters": {
        "directions": "plus",
        "entities": "empty|key",
        "costs": ["self(empty)", "plus(key) > 0, row < 2 -> random"],
        "replace": "buffer",
        "changes": 9
      },
      "rules": [
        "ring(solid:2|out) > 4, dist(key) <= noise3, self(any) -> self(empty)",
        "random < 0.5, key != 1 -> ring(solid|key:3)"
      ]
    }
  ]
}
"#;

#[test]
fn a_document_is_written_as_it_is_read() {
    let script = Script::parse(SCRIPT).unwrap();
    assert_eq!(script.to_string(), SCRIPT);
}

#[test]
fn a_neighborhood_without_a_name_gets_one() {
    let mut script = Script::parse(SCRIPT).unwrap();
    script.neighborhoods.0[0].0 = "cells1".to_owned();
    script.neighborhoods.0[0].1 = crate::Neighborhood::parse("13").unwrap();
    let written = script.to_json();
    assert_eq!(written["neighborhoods"]["cells2"], "111,121,111");
    assert_eq!(Script::parse(&written.to_string()).unwrap(), script);
}
