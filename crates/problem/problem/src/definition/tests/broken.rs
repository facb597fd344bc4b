//! What is said about broken problem files.
//!
//! `UPDATE_GOLDEN=1 cargo test -p marahel-problem definition` writes the messages anew.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use super::{HERO_ONCE, SOUND};
use crate::Definition;

/// What is replaced by what.
const CASES: &[(&str, &str)] = &[
    ("solver =", "like = []\nsolver ="),
    ("solver =", "like = \"drawn.txt\"\nsolver ="),
    ("solver =", "like = [3]\nsolver ="),
    ("solver =", "like = [\"..#\\n.x.\\n\"]\nsolver ="),
    ("solver =", "like = [\"..#\\n...\\n\\n..\\n#?\\n\"]\nsolver ="),
    ("solver =", "like = [\"\\n\"]\nsolver ="),
    ("regions(by = ghost) == 1", "like() > 0.5"),
    ("name = \"crypt\"", "name = \"the crypt\""),
    ("name = \"crypt\"", "name = 7"),
    ("about = \"A crypt\"", "abuot = \"A crypt\""),
    ("size = \"9x7\"\n", ""),
    ("size = \"9x7\"", "size = \"9 by 7\""),
    ("size = \"9x7\"", "size = \"0x7\""),
    ("size = \"9x7\"", "size = \"9000x9000\""),
    ("size = \"9x7\"", "size = 9"),
    ("size = \"9x7\"", "size = \"4000x4000\""),
    ("size = \"9x7\"", "sizes = []"),
    ("size = \"9x7\"", "sizes = [\"9x7\", \"9x7\"]"),
    ("size = \"9x7\"", "size = \"9x7\"\nsizes = [\"9x7\"]"),
    ("playable = \"regions(by = ghost) == 1 and tour\"\n", ""),
    ("regions(by = ghost) == 1", "region() == 1"),
    ("regions(by = ghost) == 1", "regions == 1"),
    ("regions(by = ghost) == 1", "regions(, ) == 1"),
    ("regions(by = ghost) == 1", "regions() === 1"),
    ("regions(by = ghost) == 1", "regions() == one"),
    ("regions(by = ghost) == 1", "hero == 1"),
    ("regions(by = ghost) == 1", "regions(emty) == 1"),
    ("regions(by = ghost) == 1", "regions(empty, wall) == 1"),
    ("regions(by = ghost) == 1", "regions(by = goast) == 1"),
    ("regions(by = ghost) == 1", "regions(through = ghost) == 1"),
    ("regions(by = ghost) == 1", "regions(by = 3) == 1"),
    ("regions(by = ghost) == 1", "(regions() == 1"),
    ("regions(by = ghost) == 1", "regions()) == 1"),
    ("regions(by = ghost) == 1", "empty|wall"),
    ("regions(by = ghost) == 1", "count(3) == 1"),
    ("regions(by = ghost) == 1", "count() == 1"),
    ("regions(by = ghost) == 1", "near(hero, box) == 1"),
    ("regions(by = ghost) == 1", "near(hero, box, 2.5) == 1"),
    ("regions(by = ghost) == 1", "regions_with(empty, empty) == 1"),
    ("regions(by = ghost) == 1", "regions_with(empty, empty, 3, 2) == 1"),
    ("regions(by = ghost) == 1", "regions_with(empty, empty, 1, 2, 3) == 1"),
    ("regions(by = ghost) == 1", "regions_with(empty, hero, 1) == 1"),
    ("regions(by = ghost) == 1", "smallest_region() == 9"),
    ("regions(by = ghost) == 1", "symmetry(left_rigth) == 1"),
    ("regions(by = ghost) == 1", "symmetry(box) == 1"),
    ("regions(by = ghost) == 1", "symmetry(hero|box, both) == 1"),
    ("regions(by = ghost) == 1", "symmetry(both, left_right) == 1"),
    ("regions(by = ghost) == 1", "symmetry(both, box, hero) == 1"),
    ("regions(by = ghost) == 1", "path(hero)"),
    ("regions(by = ghost) == 1", "if(hero)"),
    ("regions(by = ghost) == 1", "if(tour = 1, 2, 3)"),
    ("regions(by = ghost) == 1", "initial(initial(regions())) == 1"),
    ("regions(by = ghost) == 1", "regions() ≥ 1"),
    ("dead_ends() < 4", "dead_ends() <"),
    ("solver = { kind = \"optimal\"", "solver = { kind = \"best\""),
    ("states = 1000", "states = 0"),
    ("solver = {", "path = \"exact\"\nsolver = {"),
    ("[tiles]", "[tile]"),
    ("wall = { character = \"#\"", "wall = { character = \"##\""),
    ("wall = { character = \"#\"", "wall = { character = \".\""),
    ("wall = { character = \"#\"", "wall = { char = \"#\""),
    ("\"#202020\"", "\"grey\""),
    ("weight = 10", "weight = -1"),
    ("weight = 10", "weight = 1.5"),
    ("box = {", "any = {"),
    ("box = {", "big-box = {"),
    ("box = { character = \"$\" }", "box = \"$\""),
    ("over = \"empty|hero|slide\"\n", ""),
    ("over = \"empty|hero|slide\"", "over = \"empty|heroes\""),
    ("over = \"empty|hero|slide\"", "over = \"empty,hero\""),
    ("[movement.walk]", "[movement]"),
    ("regions(by = ghost) == 1", "regions() => 1"),
    ("regions(by = ghost) == 1", "regions() =< 1"),
    ("regions(by = ghost) == 1", "cells(\"self(empty)\") == 1"),
    ("over = \"any\"", "over = \"any\"\njump = 3"),
    ("over = \"any\"\nsteps = \"all\"", "solid = \"wall\"\njump = 3\nbelow = \"deathly\""),
    ("over = \"any\"\nsteps = \"all\"", "solid = \"wall\"\njump = 3\nbelow = \"lava\""),
    ("over = \"any\"\nsteps = \"all\"", "solid = \"wall\"\njump = 3\nbelow = true"),
    ("over = \"any\"\nsteps = \"all\"", "solid = \"wall\"\njump = 3\ndeadly = \"lava\""),
    ("steps = \"all\"", "below = \"deadly\""),
    ("steps = \"all\"", "steps = \"plsu\""),
    ("steps = \"all\"", "steps = []"),
    ("steps = \"all\"", "steps = [[1]]"),
    ("steps = \"all\"", "steps = [[0, 0]]"),
    ("slide = \"right\"", "slide = \"forward\""),
    ("slide = \"right\"", "glide = \"right\""),
    ("red_door = \"red_key\"", "red_door = \"blue_key\""),
    ("tour = \"path(hero, red_key, red_door) else 0\"", "tour = \"tour + 1\""),
    ("moves = \"soko", "7moves = \"soko"),
    (HERO_ONCE, "hero = \"count(hero) > 1\""),
    (HERO_ONCE, "hero = \"count(hero)\""),
    (HERO_ONCE, "hero = \"1 <= count(hreo) <= 2\""),
    (HERO_ONCE, "hero = \"count(hero) == 1, count(box) == 1\""),
    (HERO_ONCE, "hero = \"path(hero, slide) else 0 >= 3\""),
    (HERO_ONCE, "hero = \"3 <= count(hero) <= 2\""),
    (HERO_ONCE, "hero = 1"),
    ("range = [1, 1], zero_above = 10", "range = [2, 1], zero_above = 10"),
    ("range = [1, 1], zero_above = 10", "range = [1], zero_above = 10"),
    ("range = [1, 1], zero_above = 10", "zero_above = 10"),
    ("range = [1, 1], zero_above = 10", "range = [1, 1], zero_above = 0"),
    ("range = [1, 1], zero_above = 10", "range = [70, 90], zero_above = 100"),
    ("tour = { range = [12, inf] }", "tour = { range = [700, inf] }"),
    ("tour = { range = [12, inf] }", "length = { range = [12, inf] }"),
    ("tour = { range = [12, inf] }", "tour = [12, inf]"),
    ("[objectives]", "[objektives]"),
    ("way = \"path(hero, red_door)\"", "way = \"count(hero)\""),
    ("way = \"path(hero, red_door)\"", "way = \"path(hero, red_door)\"\nplaces = \"hero\""),
    ("n_unlike = 30", "n_unlike = 0"),
    ("range = [5, 20]", "range = [5.5, 20]"),
    ("range = [5, 20]", "range = [20, 5]"),
    ("tolerance = 1", "tolerance = \"one\""),
    ("box = { character = \"$\" }", "box = { character = \"$\", sprite = \"create\" }"),
    ("box = { character = \"$\" }", "box = { character = \"$\", sprite = \"box.gif\" }"),
    ("box = { character = \"$\" }", "box = { character = \"$\", sprite = 3 }"),
    ("box = { character = \"$\" }", "box = { character = \"$\", sprites = \"crate\" }"),
    ("box = { character = \"$\" }", "box = { character = \"$\", role = \"crates\" }"),
    ("box = { character = \"$\" }", "box = { character = \"$\", role = 3 }"),
    ("regions(by = ghost) == 1", "outside(fun) == 1"),
    ("moves = \"sokoban_solution(hero, box, red_door, by = ghost)\"", "moves = \"outside()\""),
    ("[variety]", "[outside]\ncommand = [\"judge\"]\nvalues = [\"fun\"]\n[variety]"),
    ("[controls]", "outside = { command = \"judge\", values = [\"fun\"] }\n[controls]"),
    ("[measures]", "[outside]\n[measures]"),
    ("[measures]", "[outside]\ncommand = []\nvalues = []\n[measures]"),
    ("[measures]", "[outside]\ncommand = [\"\"]\nvalues = [\"id\", \"a b\"]\n[measures]"),
    (
        "[measures]",
        "[outside]\ncommand = [\"judge\"]\nvalues = [\"fun\", \"fun\"]\n[measures]\njoy = \"outside(fan)\"",
    ),
    (
        "[measures]",
        "[outside]\ncommand = [\"judge\", 3]\nvalues = [\"fun\"]\n[measures]\njoy = \"outside(3)\"",
    ),
    (
        "[measures]",
        "[outside]\ncommand = [\"judge\"]\nvalues = [\"fun\"]\ntimeout = \"2h\"\non_failure = \"zeros\"\ntime = 2\n[measures]\njoy = \"outside(fun, 2)\"",
    ),
    ("n_unlike = 30", "different = \"pcg_benchmark(zelda_v1)\""),
    ("n_unlike = 30", "different = \"pcg_benchmark(zelda_v0)\""),
    ("n_unlike = 30", "different = \"path(hero, box)\""),
    ("regions(by = ghost) == 1", "cells() == 1"),
    ("regions(by = ghost) == 1", "cells(wall) == 1"),
    ("regions(by = ghost) == 1", "cells('') == 1"),
    ("regions(by = ghost) == 1", "cells('self(hro)') == 1"),
    ("regions(by = ghost) == 1", "cells('self(hero), random < 0.5') == 1"),
    ("regions(by = ghost) == 1", "cells('self(wall) -> self(hero)') == 1"),
    ("regions(by = ghost) == 1", "cells('self(wall), blok(wall)') == 1"),
    ("regions(by = ghost) == 1", "cells('self(wall), row = 0') == 1 and 'self(wall)'"),
    ("regions(by = ghost) == 1", "cells('self(wall)"),
    ("[controls]", "[neighborhoods]\nblock = \"31,12\"\n[controls]"),
    ("[controls]", "[neighborhoods]\n\"a|b\" = \"31,11\"\nc = 3\n[controls]"),
    ("[controls]", "[neighborhoods]\nblock = \"31,11\"\n[controls]"),
    ("[controls]", "[neighborhoods]\nb = \"31\"\n\" b\" = \"13\"\n[controls]"),
    (
        "[controls]",
        "[groups]\nany = \"wall\"\nwall = \"hero\"\na = \"b|hero\"\nb = \"a\"\nc = \"heroo\"\n[controls]",
    ),
    ("regions(by = ghost) == 1", "cells('column + 1 == 0') == 1"),
    ("[controls]", "[controls"),
    ("[controls]", "[objectives]"),
    ("[objectives]", "[objectives]\nkitchen = { character = \"K\", weight = 2 }"),
    ("[measures]", "[measures]\nkitchen = { character = \"K\" }\nkitchens = \"count(kitchen)\""),
    ("[tiles]", "[tiles]\nwalls = { value = \"count(wall)\", range = [1, 9], zero_above = 90 }"),
    ("[tiles]", "kitchen = { character = \"K\" }\n[tiles]"),
];

/// All that is said about the cases.
fn told() -> String {
    let mut told = String::new();
    for (part, other) in CASES {
        assert_eq!(SOUND.matches(part).count(), 1, "{part}");
        let text = SOUND.replace(part, other);
        let diagnostics = match Definition::parse(&text) {
            Ok(definition) => definition.warnings().to_vec(),
            Err(error) => error.diagnostics().to_vec(),
        };
        writeln!(told, "{} -> {}", part.trim_end(), other.trim_end().replace('\n', " / ")).unwrap();
        for diagnostic in &diagnostics {
            writeln!(told, "  {}, {diagnostic}", diagnostic.severity).unwrap();
            assert!(text.get(diagnostic.range.clone()).is_some(), "{diagnostic}");
        }
        assert!(!diagnostics.is_empty(), "nothing is said about `{part}` -> `{other}`");
    }
    told
}

#[test]
fn broken_files_are_told_as_they_were() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/definition/tests/broken.txt");
    let told = told();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &told).expect("it can be written");
    }
    let expected = fs::read_to_string(&golden).expect("it is there");
    for (found, expected) in told.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(told, expected);
}

#[test]
fn all_mistakes_are_told_in_the_order_of_the_file() {
    let text = SOUND
        .replace("9x7", "9by7")
        .replace("weight = 10", "weight = -1")
        .replace("count(hero)", "cuont(hero)");
    let error = Definition::parse(&text).unwrap_err();
    let lines: Vec<usize> = error.diagnostics().iter().map(|one| one.line).collect();
    assert_eq!(lines, [3, 9, 31]);
}

/// Nothing is known of the tiles here, but kinds and keys of what follows are.
#[test]
fn mistakes_are_told_behind_a_part_that_says_nothing() {
    let text = SOUND
        .replace("[tiles]", "[tilse]")
        .replace("playable = ", "legend = 3\nplayable = ")
        .replace("[objectives]", "[objectives]\npath = 1.5");
    let error = Definition::parse(&text).unwrap_err();
    let messages: Vec<&str> = error.diagnostics().iter().map(|one| &*one.message).collect();
    let expected = [
        "a text in quotes is expected here, not a number",
        "`tilse` means nothing here",
        "a text in quotes is expected here, not a number",
    ];
    assert_eq!(messages, expected);
}
