//! The roles of problems that are written down here, and of strangers'.

use marahel_level::Role;

use crate::tests::problem;

/// The roles of a problem file as one reads them, in the order of [`Role::all`].
#[track_caller]
fn told(text: &str) -> String {
    let problem = problem(text);
    let tiles = || problem.roles().iter().zip(problem.definition().tiles());
    let of_role = |role: Role| {
        let tiles: Vec<&str> =
            tiles().filter(|&(&of, _)| of == role).map(|(_, tile)| tile).collect();
        (!tiles.is_empty()).then(|| format!("{role} {}", tiles.join(" ")))
    };
    Role::all().filter_map(of_role).collect::<Vec<_>>().join(", ")
}

macro_rules! shipped {
    ($file:literal) => {
        told(include_str!(concat!("../../../../../", $file)))
    };
}

#[test]
fn shipped_problems_have_their_roles() {
    assert_eq!(shipped!("problems/binary.toml"), "wall solid, floor empty");
    let zelda = "wall solid, floor empty, key key, entrance player, exit door, foe enemy";
    assert_eq!(shipped!("problems/zelda.toml"), zelda);
    assert_eq!(shipped!("problems/pcg/zelda-v0.toml"), zelda);
    let sokoban = "wall solid, floor empty, entrance player, crate crate, target target";
    assert_eq!(shipped!("problems/sokoban.toml"), sokoban);
    assert_eq!(shipped!("problems/pcg/sokoban-complex-v0.toml"), sokoban);
    assert_eq!(
        shipped!("problems/roguelike.toml"),
        "wall wall, floor empty, door wooden_door, locked_door iron_door, key key, entrance up, \
         exit down, foe monster, loot treasure"
    );
    assert_eq!(
        shipped!("problems/platformer.toml"),
        "wall ground, floor empty, entrance hero, exit exit, loot coin, hazard spike, \
         climbable ladder"
    );
    assert_eq!(
        shipped!("problems/town.toml"),
        "wall house, floor empty, door door, entrance well, decoration tree"
    );
    assert_eq!(
        shipped!("problems/ddave.toml"),
        "wall solid, floor empty, key key, entrance player, exit exit, loot diamond, hazard spike"
    );
    assert_eq!(
        shipped!("problems/mdungeons.toml"),
        "wall solid, floor empty, entrance player, exit exit, foe goblin ogre, \
         loot potion treasure"
    );
    assert_eq!(
        shipped!("problems/loderunner.toml"),
        "wall solid, floor empty, entrance player, foe enemy, loot gold, climbable ladder, \
         rope rope"
    );
    assert_eq!(
        shipped!("results/problems/floor.toml"),
        "wall wall, floor empty, door wooden_door, locked_door iron_door, key key, \
         entrance hero, exit stairs, foe monster, loot treasure"
    );
    assert_eq!(
        shipped!("results/problems/locked.toml"),
        "wall wall, floor floor, door door, locked_door locked, key key, entrance hero, \
         foe monster, loot treasure"
    );
    assert_eq!(
        shipped!("configs/problems/ambush/ambush.toml"),
        "wall rock, floor empty, entrance hero, exit exit, foe enemy"
    );
    assert_eq!(
        shipped!("crates/doors/evolve/src/evolve/problem/template.toml"),
        "wall wall, floor empty, door door, entrance thief, exit stairs, foe rat, loot treasure"
    );
}

/// A problem of tiles with further lines.
fn stranger(playable: &str, tiles: &[&str], rest: &str) -> String {
    let tiles = tiles.join(" = {}\n") + " = {}";
    format!(
        "name = \"test\"\nsize = \"9x9\"\nplayable = \"{playable}\"\n[tiles]\n{tiles}\n{rest}\n\
         [objectives]\nfree = {{ value = \"share(any)\", range = [0, inf] }}\n"
    )
}

#[test]
fn names_of_strangers_are_understood() {
    let tiles =
        ["Stone_Wall2", "open_space", "lava_pits", "mossy_door", "locked_gate", "gold_coins"];
    assert_eq!(
        told(&stranger("1 == 1", &tiles, "")),
        "wall Stone_Wall2, floor open_space, door mossy_door, locked_door locked_gate, \
         loot gold_coins, hazard lava_pits"
    );
    let tiles = ["floor", "wall", "box", "goal", "spawn"];
    assert_eq!(
        told(&stranger("1 == 1", &tiles, "")),
        "wall wall, floor floor, entrance spawn, crate box, target goal"
    );
}

#[test]
fn what_no_name_says_is_told_by_how_it_is_used() {
    let movement = "[movement.walk]\nover = \"xa|xb|xc|xd|stone\"\ndoors = { xf = \"xg\" }\n";
    let rest = |rest: &str| format!("{movement}{rest}");
    let tiles = ["xa", "xb", "xc", "xd", "xe", "xf", "xg", "xh", "stone"];
    let text = stranger("path(xa, xb, xc)", &tiles, &rest(""));
    let counted = |tile| {
        format!(
            "[objectives]\n{tile} = {{ value = \"count({tile})\", range = [1, 1], zero_above = 9 }}\n"
        )
    };
    let text = text.replace("[objectives]\n", &counted("xh"));
    assert_eq!(
        told(&text),
        "wall xe, floor stone, locked_door xf, key xg, entrance xa, exit xc, loot xb, \
         decoration xd xh"
    );
    // A file has the last word.
    let text = text.replace("xe = {}", "xe = { role = \"foe\" }");
    assert!(told(&text).contains("wall xh, floor stone"), "{}", told(&text));
    assert!(told(&text).contains("foe xe"), "{}", told(&text));
}

#[test]
fn what_may_be_anything_is_no_ground() {
    let tiles = ["crane", "yard", "wall"];
    let over = "[movement.walk]\nover = \"crane|yard\"\n";
    // A yard is no word that is known either; but there has to be some floor.
    let text = stranger("1 == 1", &tiles, over).replace("yard = {}", "yard = { weight = 9 }");
    assert_eq!(told(&text), "wall wall, floor yard, decoration crane");
    let text = text.replace("yard", "floor");
    assert_eq!(told(&text), "wall wall, floor floor, decoration crane");
    let guessed = problem(&text);
    assert_eq!(guessed.definition().guessed().collect::<Vec<_>>(), ["crane"]);
}

#[test]
fn movements_to_measure_by_leave_walls_walls() {
    let walk = "[movement.walk]\nover = \"floor\"\n";
    for other in ["wall", "floor|wall", "any"] {
        let text = format!("{walk}[movement.ghost]\nover = \"{other}\"\n");
        let told = told(&stranger("1 == 1", &["floor", "wall"], &text));
        assert_eq!(told, "wall wall, floor floor", "{other}");
    }
}

#[test]
fn there_is_something_to_build_with() {
    let tiles = ["grass", "flower", "water"];
    let weighted = stranger("1 == 1", &tiles, "[movement.walk]\nover = \"grass\"\n")
        .replace("water = {}", "water = { weight = 5 }");
    assert_eq!(told(&weighted), "wall water, floor grass, decoration flower");
    let bare = stranger("1 == 1", &["flower", "statue"], "[movement.walk]\nover = \"flower\"\n");
    assert_eq!(told(&bare), "wall statue, floor flower");
}

#[test]
fn what_has_to_be_in_many_cells_is_no_loot() {
    let of_size = |size: &str, least: usize, most: usize| {
        told(&format!(
            "size = \"{size}\"\nplayable = \"path(hero, exit) > 0\"\n[tiles]\nair = {{}}\nhero = {{}}\n\
             exit = {{}}\nground = {{ role = \"floor\" }}\ngoo = {{}}\n[movement.run]\nover = \"ground|goo|hero|exit\"\n\
             [objectives]\ngoo = {{ value = \"count(goo)\", range = [{least}, {most}], zero_above = 99 }}\n"
        ))
    };
    let asked = |least: usize| of_size("24x20", least, 48);
    assert!(asked(6).contains("loot goo"), "{}", asked(6));
    assert!(asked(22).contains("decoration goo"), "{}", asked(22));
    // All that a small board may have.
    assert!(of_size("8x8", 4, 8).contains("loot goo"), "{}", of_size("8x8", 4, 8));
}

#[test]
fn what_kills_who_jumps_is_a_hazard() {
    let file = |deadly: &str| {
        told(&format!(
            "size = \"5x4\"\nplayable = \"path(hero, exit) > 0\"\n[tiles]\nair = {{}}\nhero = {{}}\n\
             exit = {{}}\nground = {{}}\ngoo = {{}}\n[movement.run]\nsolid = \"ground\"\njump = 2\n\
             reach = 3\n{deadly}\n[objectives]\ngoo = {{ value = \"count(goo)\", range = [1, 2], \
             zero_above = 5 }}\n"
        ))
    };
    let others = "wall ground, floor air, entrance hero, exit exit";
    assert_eq!(file("deadly = \"goo\""), format!("{others}, hazard goo"));
    assert_eq!(file(""), format!("{others}, loot goo"));
}
