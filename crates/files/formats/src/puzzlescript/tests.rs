use proptest::prelude::*;

use crate::tests::{names, told};
use crate::texts::TXT;
use crate::{Aim, Hints, Legend, NoFiles, Quantity, Reading, read};

const GAME: &str = "title Push (a game\nof two lines)\n\n========\nOBJECTS\n========\n\n\
    Background .\ngreen\n\nWall #\nbrown\n00000\n\nPlayer\nblue\n\nCrate\norange\n\nTarget\nred\n\n\
    =======\nLEGEND\n=======\n\nP = Player\n* = Crate\nO = Target\nBox = Crate and Target\n@ = Box\nX = Wall or Crate\n\n\
    ======\nLEVELS\n======\n\nmessage welcome\n\n#####\n#p*O#\n#####\n\nmessage # next\n####\n#P@\n####\n";

fn reading(text: &str) -> Result<Reading, String> {
    let hints = Hints::default();
    read(text.as_bytes(), &TXT, &hints, &NoFiles).map_err(|error| told(&error))
}

#[test]
fn levels_have_the_names_of_the_legend() {
    let reading = reading(GAME).expect("it is a game");
    let texts: Vec<String> = reading.levels.iter().map(|entry| entry.level.to_csv()).collect();
    // The second row of the second level ends early, and goes on with its last tile.
    assert_eq!(texts, ["0,0,0,0,0\n0,1,2,3,0\n0,0,0,0,0\n", "0,0,0,0\n0,1,4,4\n0,0,0,0\n"]);
    assert_eq!(names(&reading.levels[0].level), ["wall", "player", "crate", "target"]);
    assert_eq!(names(&reading.levels[1].level), ["wall", "player", "crate_and_target"]);
    let told = reading.about.told(&crate::Advice { layer: "", folder: "", legend: "", empty: "" });
    assert_eq!(told, ["read as a game of PuzzleScript, with the names of its legend"]);
}

#[test]
fn signs_of_the_legend_need_no_spaces_and_short_names_no_legend() {
    let game = GAME.replace("* = Crate", "*=Crate").replace("O = Target", "== Target");
    let game = game.replace("Target\nred", "Target\nred\n\nt\nyellow").replace("#p*O#", "#p*=#");
    let reading = reading(&game.replace("#P@", "#Pt")).expect("it is a game");
    let of = |index: usize| names(&reading.levels[index].level);
    assert_eq!(of(0), ["wall", "player", "crate", "target"]);
    assert_eq!(of(1), ["wall", "player", "t"]);
}

#[test]
fn what_a_game_says_of_its_things_is_read() {
    let game = GAME.replace(
        "LEVELS\n",
        "RULES\n\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\nCOLLISIONLAYERS\n\nBackground\nTarget\n\
         Player, Wall, Crate\n\nWINCONDITIONS\n\nall Target on Crate\nno X\nsome Wall twice\n\nLEVELS\n",
    );
    let said = reading(&game).expect("it is a game").about.said;
    let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert!(
        said.parts.contains(&("crate_and_target".to_owned(), texts(&["crate", "target"]))),
        "{said:?}"
    );
    assert_eq!(said.groups, [("x".to_owned(), texts(&["crate", "wall"]))]);
    let all =
        Aim { quantity: Quantity::All, things: texts(&["target"]), on: Some(texts(&["crate"])) };
    let none = Aim { quantity: Quantity::No, things: texts(&["crate", "wall"]), on: None };
    assert_eq!(said.aims, [all, none]);
    // Crates are pushed, and the player walks over targets.
    assert_eq!((said.walls, said.free), (texts(&["wall"]), texts(&["background", "target"])));
}

#[test]
fn many_things_in_a_cell_have_a_short_name() {
    let mut objects: Vec<String> = (0..9).map(|n| format!("something_long_{n}")).collect();
    let told = objects.iter().map(|name| format!("{name}\nred\n\n")).collect::<Vec<_>>().concat();
    objects.push("Wall".to_owned());
    let game = GAME
        .replace("Wall #", &format!("{told}Wall #"))
        .replace("O = Target", &format!("O = {}", objects.join(" and ")));
    let reading = reading(&game).expect("it is a game");
    assert_eq!(
        names(&reading.levels[0].level),
        ["wall", "player", "crate", "something_long_0_and_9_more_O"]
    );
}

#[test]
fn a_legend_of_ours_gives_other_names() {
    let legend = Legend::parse(r#"{"player": "hero"}"#).expect("it is a legend");
    let hints = Hints { legend, ..Hints::default() };
    let reading = read(GAME.as_bytes(), &TXT, &hints, &NoFiles).expect("it is a game");
    assert_eq!(names(&reading.levels[0].level), ["wall", "hero", "crate", "target"]);
}

#[test]
fn what_is_wrong_is_told() {
    let error = |old: &str, new: &str| reading(&GAME.replace(old, new)).expect_err("it is wrong");
    assert_eq!(
        error("@ = Box", "@ = @"),
        "line 32: `@` of the legend is said by itself, in a circle"
    );
    let error_of_two = error("@ = Box", "@ = Q and Crate\nQ = R or Wall\nR = @");
    assert!(
        error_of_two.ends_with("of the legend is said by itself, in a circle"),
        "{error_of_two}"
    );
    assert_eq!(error("#p*O#", "#p%O#"), "line 42, column 3: the legend does not say what `%` is");
    let expected = "line 42, column 3: `x` is one of several objects, so it is no tile";
    assert_eq!(error("#p*O#", "#pxO#"), expected);
    let expected = "line 42: the row has 6 tiles, but the first one of its level has 5";
    assert_eq!(error("#p*O#", "#p**O#"), expected);
    let no_levels = GAME.split("message welcome").next().expect("a part");
    assert_eq!(
        reading(no_levels).expect_err("none"),
        "there are no levels; at least one is needed"
    );
}

proptest! {
    #[test]
    fn any_text_with_these_words_is_a_game_or_refused(
        lines in proptest::collection::vec("objects|legend|levels|[#.@a= ()]{0,6}|a = a and b|b = a and a|#+", 0..30)
    ) {
        let text = format!("legend\n{}\nlevels\n", lines.join("\n"));
        let _ = reading(&text);
    }
}
