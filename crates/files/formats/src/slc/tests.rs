use crate::slc::SLC;
use crate::tests::{palette, told};
use crate::{Hints, NoFiles, read};

const TWO: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE SokobanLevels>\n\
    <SokobanLevels><Title>Two</Title><LevelCollection MaxWidth=\"6\">\n\
    <Level Id=\"first\" Width=\"5\" Height=\"3\"><L>#####</L><L>#@$.#</L><L>#####</L></Level>\n\
    <Level Id=\"second\" Width=\"6\" Height=\"4\"><L>  ####</L><L>###.-#</L><L>#@ $ #</L><L>######</L></Level>\n\
    </LevelCollection></SokobanLevels>\n";

#[test]
fn puzzles_are_read_with_their_titles() {
    let names = ["wall", "floor", "player", "crate", "target"];
    let hints = Hints { target: Some(palette(&names)), ..Hints::default() };
    let reading = read(TWO.as_bytes(), &SLC, &hints, &NoFiles).expect("a collection");
    let texts: Vec<String> = reading.levels.iter().map(|entry| entry.level.to_csv()).collect();
    let expected = [
        "0,0,0,0,0\n0,2,3,4,0\n0,0,0,0,0\n",
        "1,1,0,0,0,0\n0,0,0,4,1,0\n0,2,1,3,1,0\n0,0,0,0,0,0\n",
    ];
    assert_eq!(texts, expected);
    let titles: Vec<&str> =
        reading.levels.iter().filter_map(|entry| entry.id.as_ref()?.as_str()).collect();
    assert_eq!(titles, ["first", "second"]);
}

#[test]
fn older_collections_declare_another_encoding() {
    let text = TWO.replace("utf-8", "ISO-8859-1").replace("first", "caf\u{e9}");
    let bytes: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    let reading = read(&bytes, &SLC, &Hints::default(), &NoFiles).expect("a collection");
    assert_eq!(reading.levels[0].id.as_ref().and_then(|id| id.as_str()), Some("caf\u{e9}"));
    let undeclared = text.replace(" encoding=\"ISO-8859-1\"", "");
    let bytes: Vec<u8> = undeclared.chars().map(|letter| letter as u8).collect();
    let error = read(&bytes, &SLC, &Hints::default(), &NoFiles).expect_err("nothing says it");
    assert_eq!(told(&error), "not text in UTF-8");
}

#[test]
fn what_is_wrong_is_told() {
    let error = |text: &str, hints: &Hints| {
        told(&read(text.as_bytes(), &SLC, hints, &NoFiles).expect_err("it is wrong"))
    };
    let open = Hints::default();
    let expected = "line 4, row 2, column 3: `x` is no tile of Sokoban";
    assert_eq!(error(&TWO.replace("@$.", "@x."), &open), expected);
    let expected = "not a collection of Sokoban in XML: the root node was opened but never closed";
    assert_eq!(error("<SokobanLevels>", &open), expected);
    assert_eq!(error("<SokobanLevels/>", &open), "there are no levels; at least one is needed");
    let few = Hints { target: Some(palette(&["wall", "floor"])), ..Hints::default() };
    assert!(error(TWO, &few).starts_with("this is a Sokoban collection (XSB), whose tiles are"));
    let entity = format!("<!DOCTYPE a [<!ENTITY b \"#\">]>{TWO}");
    assert!(error(&entity, &open).starts_with("the document defines entities of XML"));
}
