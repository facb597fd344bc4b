//! What problem files mean.

mod broken;
mod limits;
mod looks;
mod measures;

use std::sync::Arc;

use marahel_level::{Mirror, TileSet};

use super::Definition;

/// A file without a mistake, which each case breaks in one place.
const SOUND: &str = r##"name = "crypt"
about = "A crypt"
size = "9x7"
playable = "regions(by = ghost) == 1 and tour"
whole = "dead_ends() < 4"
solver = { kind = "optimal", states = 1000 }

[tiles]
empty = { character = ".", weight = 10 }
wall = { character = "#", color = "#202020", weight = 5 }
hero = { character = "@", weight = 1 }
red_key = { character = "k" }
red_door = { character = "d" }
slide = { character = ">" }
box = { character = "$" }

[movement.walk]
over = "empty|hero|slide"
one_way = { slide = "right" }
doors = { red_door = "red_key" }

[movement.ghost]
over = "any"
steps = "all"

[measures]
tour = "path(hero, red_key, red_door) else 0"
moves = "sokoban_solution(hero, box, red_door, by = ghost)"

[objectives]
hero = { value = "count(hero)", range = [1, 1], zero_above = 10 }
tour = { range = [12, inf] }

[variety]
way = "path(hero, red_door)"
n_unlike = 30

[controls]
steps = { value = "tour", range = [5, 20], tolerance = 1 }
"##;

const HERO_ONCE: &str = "hero = { value = \"count(hero)\", range = [1, 1], zero_above = 10 }";

#[test]
fn the_benchmark_alone_says_from_where_on_its_levels_are_unlike() {
    let text = include_str!("../../../../../problems/pcg/binary-v0.toml");
    let text = text.replace("n_unlike = ", "unlike = 0.4\nn_unlike = ");
    let error = Definition::parse(&text).expect_err("it says so twice").to_string();
    let expected = "variety: the PCG Benchmark defines when levels are unlike; \
                    leave out `unlike`, or set `way` or `places`";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_sound_file_is_sound() {
    let definition = Definition::parse(SOUND).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(definition.warnings(), []);
}

#[test]
fn a_demand_is_a_value_with_its_range() {
    let objective = |line: &str| {
        let definition = Definition::parse(&SOUND.replace(HERO_ONCE, line));
        let definition = definition.unwrap_or_else(|error| panic!("{line}: {error}"));
        let objective = definition.objectives.first().expect("there is one");
        (objective.band, objective.text().to_owned(), objective.node.clone())
    };
    let cases = [
        ("count(hero) == 1", "count(hero)", "range = [1, 1], zero_above = 12"),
        ("2 <= count(hero) <= 4", "count(hero)", "range = [2, 4], zero_above = 18"),
        ("count(hero) >= 2", "count(hero)", "range = [2, inf]"),
        ("count(hero) / 63 <= 0.2", "count(hero) / 63", "range = [-inf, 0.2], zero_above = 1"),
        ("share(hero) <= 0.2", "share(hero)", "range = [-inf, 0.2], zero_above = 1"),
        ("count(hero) == count(box)", "abs(count(hero) - (count(box)))", "range = [0, 0]"),
    ];
    for (demand, value, band) in cases {
        let short = objective(&format!("hero = '{demand}'"));
        assert_eq!(short, objective(&format!("hero = {{ value = '{value}', {band} }}")));
    }
}

#[test]
fn tiles_that_nobody_asks_for_are_warned_of() {
    let text = SOUND
        .replace("box = {", "rat = {}\nbat = {}\nbox = {")
        .replace("empty|hero|slide", "empty|hero|slide|rat|bat");
    let definition = Definition::parse(&text).unwrap();
    let places: Vec<&str> = definition.warnings().iter().map(|one| one.place.as_str()).collect();
    assert_eq!(places, ["tile `rat`", "tile `bat`"]);
}

#[test]
fn conditions_that_are_decided_are_warned_of() {
    let warned = |value: &str| -> Vec<String> {
        let text = SOUND.replace("\"count(hero)\"", &format!("'{value}'"));
        let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let told = definition.warnings().iter();
        told.map(|one| format!("{}: {}", &text[one.range.clone()], one.message)).collect()
    };
    let [never, always] =
        ["this condition never holds, so no cell is counted", "this condition always holds"];
    for (conditions, told) in [
        // A neighborhood alone is about all its tiles, and these have their center among them.
        ("self(hero), all(empty)", Some(("all(empty)", never))),
        ("self(hero), plus(hero) == 0", Some(("plus(hero) == 0", never))),
        ("plus(hero) == 0, self(hero)", Some(("self(hero)", never))),
        ("self(hero), column > 8", Some(("column > 8", never))),
        ("self(hero), plus(hero) > 0", Some(("plus(hero) > 0", always))),
        ("self(hero), plus(hero) == 1", None),
        ("self(hero), horz(empty)", None),
        ("self(hero), dist(hero) > 0", Some(("dist(hero) > 0", never))),
        // It holds where there is none.
        ("self(hero), dist(empty) < 1", None),
        ("self(hero), horz(empty) == 1.5", Some(("horz(empty) == 1.5", never))),
        (
            "self(hero), column90 > 3",
            Some((
                "column90 > 3",
                "`column90` is `column`, because no level has more than 9 of them",
            )),
        ),
        ("self(any)", None),
    ] {
        let told = told.map(|(condition, message)| format!("{condition}: {message}"));
        assert_eq!(
            warned(&format!("cells(\"{conditions}\")")),
            Vec::from_iter(told),
            "{conditions}"
        );
    }
    // Each tile is near itself.
    assert_eq!(
        warned("near(hero, hero|box, 2)"),
        ["near(hero, hero|box, 2): this counts all of these tiles"]
    );
    assert_eq!(warned("near(hero|box, hero, 2)"), <[String; 0]>::default());
    let text = SOUND.replace("count(hero)", "cells('self(hero), dist(hero) < 2')");
    let help = Definition::parse(&text).unwrap().warnings()[0].help.clone();
    assert!(help.contains("`apart(...)`"), "{help}");
    // In a measure it is told where the measure is, once.
    let text =
        SOUND.replace("[measures]", "[measures]\nlone = 'cells(\"self(hero), plus(hero) == 0\")'");
    let text = text.replace("count(hero)", "count(hero) + lone + lone");
    let definition = Definition::parse(&text).unwrap();
    let places: Vec<&str> = definition.warnings().iter().map(|one| &*one.place).collect();
    assert_eq!(places, ["measure `lone`"]);
}

#[test]
fn a_group_stands_for_its_tiles_wherever_tiles_are_listed() {
    let file = |groups: &str, places: &str, ground: &str, all: &str| {
        let text = SOUND
            .replace("[tiles]", &format!("{groups}[tiles]"))
            .replace("over = \"empty|hero|slide\"", &format!("over = \"{ground}\""))
            .replace("way = \"path(hero, red_door)\"", &format!("places = \"{places}\""))
            .replace(
                "\"count(hero)\"",
                &format!("'count({all}) + cells(\"self({all}), horz({ground}|box) > 1\")'"),
            );
        Definition::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    };
    // In any order: `all` comes before `ground`.
    let groups = "[groups]\nall = \"ground|wall\"\nground = \"empty|hero|slide\"\n";
    let named = file(groups, "ground|box", "ground", "all");
    let spelt = file("", "empty|hero|slide|box", "empty|hero|slide", "empty|hero|slide|wall");
    assert_eq!(named.formulas.movements, spelt.formulas.movements);
    assert_eq!(named.formulas.measures, spelt.formulas.measures);
    assert_eq!(named.formulas.cells, spelt.formulas.cells);
    assert_eq!(named.way, spelt.way);
    assert_eq!(named.warnings(), spelt.warnings());
    // In conditions besides those of the file, too.
    let problem = crate::Problem::with_defaults(std::sync::Arc::new(named));
    problem.with_condition("cells(\"self(all)\") > 9 and count(all) > 9").expect("it is known");
}

#[test]
fn levels_can_be_checked_by_a_file_without_a_name_and_objectives() {
    let text = SOUND.replace("name = \"crypt\"\n", "");
    let (start, end) = (text.find("[objectives]").unwrap(), text.find("[variety]").unwrap());
    let definition = Definition::parse(&format!("{}{}", &text[..start], &text[end..])).unwrap();
    assert_eq!((definition.name(), definition.n_objectives()), ("game", 0));
    // Nor a size: levels of any are checked, and a condition on a far column may hold in one.
    let text = format!("{}{}", &text[..start], &text[end..]).replace("size = \"9x7\"\n", "");
    let far = text.replacen("playable = \"", "playable = \"cells('column > 90') >= 0 and ", 1);
    let definition = Definition::parse(&far).unwrap();
    assert!(!definition.has_sizes());
    assert_eq!(definition.warnings().len(), Definition::parse(&text).unwrap().warnings().len());
    let problem = crate::Problem::with_defaults(std::sync::Arc::new(definition));
    assert_eq!(problem.sizes(), [(20, 15)]);
}

#[test]
fn a_misspelt_key_is_told_without_what_follows_from_it() {
    for (part, other, meant) in [
        ("playable =", "playble =", "playable"),
        ("name =", "nmae =", "name"),
        ("size =", "sise =", "size"),
        ("zero_above = 10", "zero_abve = 10", "zero_above"),
        ("value = \"count(hero)\"", "vlaue = \"count(hero)\"", "value"),
        ("range = [12, inf]", "rnge = [12, inf]", "range"),
        ("over = \"any\"", "ovre = \"any\"", "over"),
        ("[tiles]", "[tile]", "tiles"),
        ("[objectives]", "[objektives]", "objectives"),
    ] {
        assert_eq!(SOUND.matches(part).count(), 1, "{part}");
        let error = Definition::parse(&SOUND.replace(part, other)).expect_err("it is misspelt");
        let helps: Vec<&str> = error.diagnostics().iter().map(|one| &*one.help).collect();
        assert_eq!(helps, [format!("did you mean `{meant}`?")], "{other}: {error}");
    }
    // What is missing beside it is told.
    let text = SOUND.replace("size = \"9x7\"\n", "").replace("playable =", "playble =");
    let error = Definition::parse(&text).expect_err("it has no size");
    assert_eq!(error.diagnostics().len(), 2, "{error}");
}

#[test]
fn regions_that_locked_doors_cut_off_are_warned_of() {
    let warned = |text: &str| -> Vec<String> {
        let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}"));
        definition.warnings().iter().map(ToString::to_string).collect()
    };
    let told = "`regions()` takes doors (`red_door`) for walls, so that a locked room is a region \
                of its own; name the tiles, with the doors: `regions(empty|hero|red_door|slide)`";
    let playable = SOUND.replace("regions(by = ghost)", "regions()");
    assert_eq!(warned(&playable), [format!("line 4, column 13: playable: {told}")]);
    let whole = SOUND.replace("dead_ends() < 4", "regions() == 1");
    assert_eq!(warned(&whole), [format!("line 5, column 10: whole: {told}")]);
    // Where a measure has it, it is told there, once.
    let named = SOUND
        .replace("[measures]", "[measures]\none = \"regions() == 1\"")
        .replace("regions(by = ghost) == 1", "one")
        .replace("dead_ends() < 4", "one and largest_region(by = walk) > 9");
    let largest = "`largest_region(empty|hero|red_door|slide, by = walk)`";
    let told = warned(&named);
    assert!(told.len() == 2 && told[0].contains(largest), "{told:?}");
    assert!(told[1].contains("measure `one`: `regions()`"), "{told:?}");
    // Whoever names tiles means them, doors that stand open cut off nothing, and what is
    // measured otherwise is no condition.
    for (part, other) in [
        ("dead_ends() < 4", "regions(empty|hero) == 1"),
        ("dead_ends() < 4", "regions(empty|hero|red_door) == 1"),
        ("moves = \"", "one = \"regions()\"\nmoves = \""),
    ] {
        assert_eq!(warned(&SOUND.replace(part, other)), [""; 0], "{other}");
    }
    let open = playable.replace("over = \"empty|hero", "over = \"red_door|empty|hero");
    assert_eq!(warned(&open), [""; 0]);
}

#[test]
fn mirrors_are_told_with_the_tiles_that_equal_their_images() {
    let mirrors = |expression: &str| -> Vec<(Mirror, String)> {
        let text = crate::tests::file(crate::tests::PIECES, expression);
        let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let palette = Arc::clone(&definition.palette);
        let names = |tiles: TileSet| {
            let names = tiles.iter().map(|tile| palette.entities()[usize::from(tile)].name.clone());
            names.collect::<Vec<_>>().join("|")
        };
        definition.mirrors().into_iter().map(|(mirror, tiles)| (mirror, names(tiles))).collect()
    };
    let all = "crate|door|enemy|floor|key|player|target|wall";
    let both = [(Mirror::LeftRight, all.to_owned()), (Mirror::TopBottom, all.to_owned())];
    assert_eq!(mirrors("symmetry()"), both);
    let half_turn = |tiles: &str| vec![(Mirror::HalfTurn, tiles.to_owned())];
    assert_eq!(mirrors("symmetry(half_turn, wall|door)"), half_turn("door|wall"));
    assert_eq!(mirrors("cells('self(wall), half_turn(wall)')"), half_turn("wall"));
    // What mirrors something else is no image of itself.
    let others = "crate|door|floor|key|target|wall";
    assert_eq!(mirrors("cells('self(player), half_turn(enemy)')"), half_turn(others));
    let several = "symmetry(half_turn, wall) + cells('self(player), half_turn(enemy)')";
    assert_eq!(mirrors(several), half_turn("wall"));
    assert_eq!(mirrors("count(wall)"), []);
}

#[test]
fn drawings_bring_an_objective() {
    let like = "like = [\"..#\\n#..\\n\\n..@\\n@..\\n\", \"drawn/*.txt\"]\nsolver";
    let text = SOUND.replacen("solver", like, 1);
    let sound = Definition::parse(&text).expect("sound");
    assert_eq!(sound.drawings().levels().len(), 2);
    let names: Vec<&str> = sound.objectives.iter().map(|goal| goal.name.as_str()).collect();
    assert_eq!(names, ["hero", "tour", "like"]);
    assert_eq!(sound.objectives[2].band.min(), 1.0, "two drawings do not tell what can be reached");
    let own = "[objectives]\nlike = { value = \"like()\", range = [0.5, inf] }";
    let own = Definition::parse(&text.replacen("[objectives]", own, 1)).expect("sound");
    assert_eq!((own.objectives.len(), own.objectives[0].band.min()), (3, 0.5));

    // What somebody reads takes the place of the path.
    assert_eq!(sound.drawn()[0].path, "drawn/*.txt");
    let levels = ["..\n\\'", "###\n\n#..\n", "@@\n\"\"\"\n"].map(str::to_owned);
    for level in levels {
        let text = sound.text_with_drawings(std::slice::from_ref(&level));
        let document: toml::Table = toml::from_str(&text).expect("it is TOML still");
        assert_eq!(document["like"].as_array().and_then(|like| like[1].as_str()), Some(&*level));
    }
    let whole = sound.text_with_drawings(&["###\n\n#..\n".to_owned()]);
    let whole = Definition::parse(&whole).expect("sound");
    assert_eq!((whole.drawings().levels().len(), whole.drawn().len()), (4, 0));
}

#[test]
fn drawings_alone_are_an_objective() {
    let (head, _) = SOUND.split_once("[movement.walk]").expect("it is there");
    let head = head
        .replace("(by = ghost) == 1 and tour", "() == 1")
        .replace("solver = { kind = \"optimal\", states = 1000 }", "");
    let drawn: Vec<String> =
        (0..5).map(|at| format!("{}#{}\n####", &"..."[at % 3..], &"..."[..at % 3])).collect();
    let text = format!("like = {drawn:?}\n{head}");
    let definition = Definition::parse(&text).expect("sound");
    let ceiling = definition.drawings().ceiling().expect("five drawings");
    assert_eq!(definition.objectives.len(), 1);
    assert_eq!(definition.objectives[0].band.min(), ceiling);
    assert_eq!(definition.warnings(), [], "all tiles are asked for");
    // Drawings say by themselves how much floor plans differ.
    assert_eq!(definition.variety_goals.floor, 0.0);
    assert!(Definition::parse(SOUND).expect("sound").variety_goals.floor > 0.0);
}

#[test]
fn given_cells_come_from_levels_of_the_right_size() {
    let row = ".@k..#d..\n";
    let level = row.repeat(7);
    let text = format!("pins = [\"held/*.txt\", {level:?}]\nlike = [\"drawn.txt\"]\n{SOUND}");
    let definition = Definition::parse(&text).expect("sound");
    assert_eq!((definition.pinned().len(), definition.drawings().levels().len()), (1, 0));
    let paths: Vec<&str> = definition.drawn().iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["held/*.txt", "drawn.txt"]);
    let whole = definition.text_with_drawings(&[format!("{level}\n{level}"), level.clone()]);
    let whole = Definition::parse(&whole).expect("sound");
    assert_eq!((whole.pinned().len(), whole.drawings().levels().len()), (3, 1));
    let error = Definition::parse(&format!("pins = [{row:?}]\n{SOUND}")).expect_err("too small");
    assert!(error.to_string().contains("a level has 9x1 tiles"), "{error}");
}

/// What is said of objectives together in levels of 5x4.
fn contradictions(objectives: &str) -> Vec<String> {
    let text = format!(
        "name = 'p'\nsize = '5x4'\nplayable = '1 == 1'\n[measures]\n_walls = 'count(wall)'\n\
         [tiles]\nwall = {{ character = '#' }}\nair = {{ character = '.' }}\nbat = {{ character = 'b' }}\n\
         [objectives]\n{objectives}"
    );
    let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    definition.unreachable().map(|one| format!("{}: {}", one.place, one.message)).collect()
}

#[test]
fn a_share_up_to_1_needs_no_zero_above() {
    assert_eq!(contradictions("all = { value = 'share(wall)', range = [0.5, 1] }\n"), [""; 0]);
}

#[test]
fn objectives_that_no_level_meets_together_are_told() {
    let goal = |name: &str, value: &str, [least, most]: [f64; 2]| {
        format!("{name} = {{ value = '{value}', range = [{least}, {most}], zero_above = 99 }}\n")
    };
    let air = goal("air", "count(air)", [0.0, 20.0]);
    // Two ranges of one value, one of them under a name.
    let both = goal("a", "count(wall)", [1.0, 3.0]) + &goal("b", "_walls", [5.0, 9.0]) + &air;
    assert_eq!(
        contradictions(&both),
        [
            "objective `b`: no level meets this and another: `a` (line 11) requires 1 to 3, and `b` (line 12) \
          requires 5 to 9 of the same value"
        ]
    );
    let touching = goal("a", "count(wall)", [1.0, 5.0]) + &goal("b", "_walls", [5.0, 9.0]) + &air;
    assert_eq!(contradictions(&touching), [""; 0]);
    // Shares of all cells.
    let shares =
        |floor| goal("a", "share(wall)", [0.6, 0.9]) + &goal("b", "share(air|bat)", [floor, 1.0]);
    assert_eq!(contradictions(&shares(0.4)), [""; 0]);
    assert_eq!(
        contradictions(&shares(0.5)),
        [
            "objective `b`: no level of 5x4 meets this and others: 22 cells are needed, and it has 20; `a` \
          (line 11) requires 0.6 to 0.9, `b` (line 12) requires 0.5 to 1"
        ]
    );
    // Parts that are more than the whole; the same tiles twice are no more than once.
    let parts = |n| {
        goal("a", "count(wall|bat)", [5.0, 6.0])
            + &goal("b", "count(wall)", [4.0, 9.0])
            + &goal("c", "count(bat)", [n, 9.0])
            + &goal("d", "count(bat) + 0", [n, 9.0])
            + &air
    };
    assert_eq!(contradictions(&parts(2.0)), [""; 0]);
    assert_eq!(
        contradictions(&parts(3.0)),
        [
            "objective `a`: no level of 5x4 meets this and others: it allows 6 cells, and 7 are needed, for \
          `b` (line 12) requires 4 to 9, `c` (line 13) requires 3 to 9"
        ]
    );
}

#[test]
fn without_movements_nobody_enters_a_wall_whatever_its_name() {
    let text =
        "size = '3x3'\nplayable = '1'\n[tiles]\nfloor = {}\nrock = { role = 'wall' }\nsolid = {}\n";
    let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let floor = definition.palette().tile("floor").expect("it is there");
    assert_eq!(definition.movements()[0].over, TileSet::only(floor));
}
