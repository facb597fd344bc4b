use super::Wished;
use crate::tests::{PIECES, problem};

/// The wishes of an objective of a small problem, as text.
fn wishes(objective: &str, range: &str) -> Vec<String> {
    let text = format!(
        "name = 'test'\nsize = '8x5'\nplayable = '1'\n[objectives]\n\
         one = {{ value = '''{objective}''', range = {range}, zero_below = -99, zero_above = 99 }}\n{PIECES}"
    );
    let problem = problem(&text);
    let names = |tiles: marahel_level::TileSet| {
        tiles.iter().map(|tile| problem.palette().name(tile)).collect::<Vec<_>>().join("|")
    };
    let wishes = problem.wishes().into_iter().filter(|wish| wish.text == "one");
    let words = wishes.map(|wish| {
        let what = match &wish.of {
            Wished::Count(tiles) => format!("count {}", names(*tiles)),
            Wished::Cells(lists) => format!("cells {}", lists.len()),
            Wished::Each(tiles, lists) => format!("each {} {}", names(*tiles), lists.len()),
            Wished::Reached(from, to, _) => format!("{} reach {}", names(*from), names(*to)),
            Wished::Size(tiles, _) => format!("size {}", names(*tiles)),
            Wished::Way(stops, _) => format!("way over {}", stops.len()),
            Wished::Lone(tiles, _) => format!("lone {}", names(*tiles)),
            Wished::Mirrored(..) => "mirrored".to_owned(),
            Wished::Other => "other".to_owned(),
            of => format!("{of:?}").chars().take_while(|letter| letter.is_alphabetic()).collect(),
        };
        format!("{what} {}..{}", wish.min, wish.max)
    });
    words.collect()
}

#[test]
fn expressions_are_read_as_a_person_reads_them() {
    for (objective, range, expected) in [
        ("share(wall)", "[0.25, 0.5]", &["count wall 10..20"][..]),
        ("2 * count(key) + 1", "[3, 5]", &["count key 1..2"]),
        ("count(key) + count(door)", "[2, 3]", &["count door|key 2..3"]),
        ("count(key) - cells(\"self(key), plus(wall) > 0\")", "[0, 0]", &["each key 1 0..0"]),
        ("near(key, wall, 1) / count(key) else 0", "[1, 1]", &["each key 1 1..1"]),
        ("cells(\"self(key), plus(wall) > 0\") / count(key)", "[0, 0.2]", &["cells 1 0..0"]),
        ("near(key, wall, 1) == count(key)", "[1, 1]", &["each key 1 0..0"]),
        ("count(key) - reachable(player, key)", "[0, 0]", &["player reach key 1..inf"]),
        ("count(key) / regions(key) else 0", "[2, 4]", &["size key 2..4"]),
        ("count(key) - regions(key)", "[0, 0]", &["lone key 0..0"]),
        (
            "cells(\"self(key), left(key)\") + cells(\"self(key), up(key)\")",
            "[2, 3]",
            &["cells 2 2..3"],
        ),
        ("dead_ends(floor) + junctions(floor)", "[0, 0]", &["cells 1 0..0", "cells 1 0..0"]),
        ("abs(count(key) - 3)", "[0, 1]", &["count key 2..4"]),
        (
            "if(count(key) >= 2 and count(door) < 3, path(player, key))",
            "[4, 9]",
            &["count key 2..inf", "count door -inf..2", "way over 2 4..9"],
        ),
        ("not path(player, key) > 0", "[1, 1]", &["way over 2 -inf..0"]),
        ("40 - symmetry() * 40", "[0, 2]", &["mirrored 1..1"]),
        ("max(across() else 0, upward() else 0)", "[5, 9]", &["Across 5..9", "Across -inf..9"]),
        ("regions(key|wall) - regions(wall)", "[0, 0]", &["Touching 0..0"]),
        (
            "regions_with(wall, wall, 4, 9) - regions(wall)",
            "[0, 0]",
            &["Smallest 4..9", "Largest 4..9"],
        ),
        (
            "regions_with(wall, wall, 4, 9) / regions(wall)",
            "[1, 1]",
            &["Smallest 4..9", "Largest 4..9"],
        ),
        (
            "count(key) + cells(\"self(key), dist(out) > 1\")",
            "[1, 1]",
            &["count key 1..1", "cells 1 0..0"],
        ),
        ("count(door) - count(key)", "[0, 0]", &["Tied 0..0"]),
        ("count(key) - near(key, wall, 4)", "[5, 8]", &["cells 1 5..8"]),
        ("count(key) - near(key, wall, 4) - near(key, door, 4)", "[5, 8]", &["cells 1 5..8"]),
        ("count(door) == regions(wall)", "[1, 1]", &["AsMany 0..0"]),
        (
            "cells(\"self(door), plus(wall) == 1\") - regions(wall)",
            "[0, 0]",
            &["each door 1 0..0", "AsMany 0..0"],
        ),
        ("largest_region(key|wall) - count(key|wall)", "[0, 0]", &["Pieces 1..1"]),
        ("largest_region(key|wall) - 0.9 * count(key|wall)", "[0, 99]", &["Pieces 1..1"]),
        ("near(key, wall, 2) + abs(count(key) - 1)", "[1, 1]", &["count key 1..1", "cells 1 1..1"]),
        ("regions_with(wall, wall, 4)", "[2, 3]", &["Sized 2..3"]),
        ("regions_with(wall|key, key, 1, 1)", "[2, 3]", &["Holding 2..3"]),
        (
            "cells(\"self(key), column < 4\") - cells(\"self(key), column > 3\")",
            "[2, 3]",
            &["cells 1 2..3", "cells 1 0..0"],
        ),
        (
            "cells(\"self(key), row == 0\") + 3 * cells(\"self(key), row > 0\")",
            "[1, 2]",
            &["cells 1 1..2", "cells 1 0..0"],
        ),
        (
            "share(key) + cells(\"self(key), plus(key) < 2\") / 100",
            "[0.05, 0.25]",
            &["count key 2..10", "cells 1 0..0"],
        ),
        (
            "regions(key) - 3 * cells(\"self(key), plus(wall) > 0\")",
            "[2, 5]",
            &["Pieces 2..5", "cells 1 0..0"],
        ),
        ("entropy()", "[1, 2]", &["other 1..2"]),
    ] {
        assert_eq!(wishes(objective, range), expected, "{objective}");
    }
}
