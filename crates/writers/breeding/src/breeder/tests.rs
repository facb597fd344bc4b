mod sound;

use marahel_level::{Role, TileSet};
use marahel_script::parse::{Names, conditions};
use marahel_script::{Document, Explorer, Locked, Mirror, Script, Size};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Breeder, Library, Start};
use crate::demand::CellDemand;

use crate::task::{Symmetry, Task, TileInfo};
use crate::{cast, recast};

pub(crate) fn task() -> Task {
    let part = |(name, role): (&str, Role)| TileInfo {
        name: name.to_owned(),
        role,
        number: (role == Role::Key).then_some((1, 2)),
        ..TileInfo::default()
    };
    let size = Size { width: 12, height: 9 };
    let parts =
        [("brick", Role::Wall), ("air", Role::Floor), ("key", Role::Key), ("bat", Role::Foe)];
    Task {
        tiles: parts.map(part).to_vec(),
        min: size,
        max: size,
        dials: Vec::new(),
        counted: Vec::new(),
        demands: Vec::new(),
        implied: Vec::new(),
        neighborhoods: Vec::new(),
        mirrors: Vec::new(),
        locks: Vec::new(),
    }
}

pub(crate) fn rooms() -> Script {
    Script::parse(ROOMS).unwrap()
}

const ROOMS: &str = r#"{"description": "Rooms.", "metadata": {"min": "9x9", "max": "9x9"},
    "entities": ["wall", "floor", "door", "foe"], "neighborhoods": {"corner": "101,020,101"},
    "regions": {"type": "bsp", "number": 4, "parameters": {"min": "3x3", "max": "6x6"}},
    "explorers": [
        {"type": "horz", "rules": ["-> self(wall)"]},
        {"description": "carve", "type": "horz", "region": "all", "rules": ["dist(out) > 1 -> self(floor)"]},
        {"type": "rorder", "locked": true, "parameters": {"changes": 2},
         "rules": ["self(floor), corner(wall|door) > 1, dist(foe) > 3 -> self(foe)"]},
        {"type": "horz", "locked": [1], "rules": ["self(door), random < 0.5 -> self(floor)", "self(any) -> self(door|floor)"]}
    ]}"#;

fn breeder(start: Start) -> Breeder {
    breeder_of(task(), start)
}

pub(crate) fn breeder_of(task: Task, start: Start) -> Breeder {
    let script = |text| Script::parse(text).unwrap();
    let library = Library { starters: [script(ROOMS)].into(), ..Library::default() };
    Breeder::new(task, library, start, marahel_dialects::parse)
}

#[test]
fn a_starter_is_cast_by_roles() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let cast = cast(&Script::parse(ROOMS).unwrap(), &task(), &mut rng).unwrap();
    let text = cast.to_string();
    assert_eq!(cast.entities, ["brick", "air", "key", "bat"]);
    // There are no doors: floors stand in for them.
    assert!(text.contains("corner(brick|air) > 1, dist(bat) > 3 -> self(bat)"), "{text}");
    assert!(text.contains("self(any) -> self(air)"), "{text}");
    assert_eq!(Script::parse(&text).unwrap(), cast);
}

#[test]
fn a_script_is_recast_by_names_and_says_what_is_missing() {
    let script = Script::parse(&ROOMS.replace("door", "gate").replace("foe", "ogre")).unwrap();
    let names = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect::<Vec<_>>()
    };
    let error =
        recast(&script, &task(), &names(&[("wall", "brick"), ("floor", "air")])).unwrap_err();
    assert_eq!(error.unknown, ["gate", "ogre"]);
    let all = names(&[("wall", "brick"), ("floor", "air"), ("gate", "key"), ("ogre", "bat")]);
    let script = recast(&script, &task(), &all).unwrap();
    assert!(script.to_string().contains("corner(brick|key) > 1"));
}

#[test]
fn a_script_of_roles_is_recast_by_roles() {
    let recast = |text: &str, names: &[(String, String)]| {
        recast(&Script::parse(text).unwrap(), &task(), names)
    };
    // Floors stand in for doors, as in starters; what `names` says comes first.
    let script = recast(ROOMS, &[]).unwrap().to_string();
    assert!(script.contains("corner(brick|air) > 1, dist(bat) > 3 -> self(bat)"), "{script}");
    let script = recast(ROOMS, &[("door".to_owned(), "key".to_owned())]).unwrap().to_string();
    assert!(script.contains("corner(brick|key) > 1, dist(bat) > 3 -> self(bat)"), "{script}");
    // One stranger is enough to ask.
    let error = recast(&ROOMS.replace("foe", "ogre"), &[]).unwrap_err();
    assert_eq!(error.unknown, ["wall", "floor", "door", "ogre"]);
    let told = error.to_string();
    assert!(told.ends_with("--names wall=TILE,floor=TILE,door=TILE,ogre=TILE"), "{told}");
}

/// Explorers that are locked in a script, as they are written, without those that are not.
pub(crate) fn locked(script: &Script) -> Vec<String> {
    let whole = script.explorers.iter().enumerate().filter(|(_, one)| one.locked == Locked::Whole);
    let mut locked: Vec<String> =
        whole.map(|(index, _)| script.to_json()["explorers"][index].to_string()).collect();
    for (index, explorer) in script.explorers.iter().enumerate() {
        if let Locked::Rules(rules) = &explorer.locked {
            locked.extend(rules.iter().map(|&rule| script.rule_texts(index)[rule].clone()));
        }
    }
    locked
}

/// Children that are tried; `BREEDING_CHILDREN=1000000 cargo test --release -p marahel-breeding` tries more.
fn n_children() -> usize {
    let asked = std::env::var("BREEDING_CHILDREN").ok();
    asked.map_or(4000, |n| n.parse().expect("it is a number"))
}

/// The script that is read from a document, if it is about the tiles of the breeder.
fn read(breeder: &Breeder, text: &str) -> Option<Script> {
    marahel_dialects::parse(text).ok().filter(|script| breeder.fits(script))
}

/// What was bred is what its document says, the names of neighborhoods and texts of rules included.
#[track_caller]
pub(crate) fn check(breeder: &Breeder, bred: &Document) {
    let Document { script, text, .. } = bred;
    let read = read(breeder, text).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(*script, read, "{text}");
    assert_eq!(format!("{script:?}"), format!("{read:?}"), "what is equal however it is called");
    assert_eq!(Document::of(read), *bred, "{text}");
}

#[test]
fn what_varies_is_sound_and_what_is_locked_stays() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let rooms = cast(&rooms(), &task(), &mut rng).unwrap();
    let breeder = breeder(Start::Scripts(vec![rooms.clone()]));
    let kept = locked(&rooms);
    assert_eq!(kept.len(), 2);
    let mut population = vec![rooms; 20];
    let mut operators = std::collections::BTreeSet::new();
    for step in 0..n_children() {
        let (first, second) = (&population[step % 20], &population[(step * 7 + 3) % 20]);
        let child = breeder.vary(first, second, &mut rng);
        check(&breeder, &child.document);
        assert_eq!(locked(&child.document.script), kept, "{}", child.document.text);
        operators.insert(child.operator);
        population[step % 20] = child.document.script;
    }
    assert_eq!(operators.len(), crate::operators::OPERATORS.len(), "{operators:?}");
}

#[test]
fn every_start_gives_sound_scripts_that_vary() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for start in [Start::Random, Start::Starters] {
        let breeder = breeder(start);
        let mut all = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let first = breeder.first(&mut rng).0;
            check(&breeder, &first);
            all.insert(first.text);
        }
        assert!(all.len() > 100, "{}", all.len());
    }
}

#[test]
fn scripts_begin_however_long_the_names_of_tiles_are() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut long = task();
    for part in &mut long.tiles {
        // As long as a name may be.
        part.name = part.name.chars().cycle().take(256).collect();
    }
    for start in [Start::Random, Start::Starters] {
        let breeder = breeder_of(long.clone(), start);
        check(&breeder, &breeder.first(&mut rng).0);
    }
}

#[test]
fn first_scripts_name_what_they_were_made_from() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let sources = |start: Start, rng: &mut ChaCha8Rng| {
        let breeder = breeder(start);
        (0..300).map(|_| breeder.first(rng).1).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(sources(Start::Random, &mut rng), [None].into());
    assert_eq!(sources(Start::Starters, &mut rng), [Some(0)].into());
}

/// All tiles must equal their images by a half turn.
pub(crate) fn half_turn() -> Symmetry {
    Symmetry { mirror: Mirror::HalfTurn, tiles: TileSet::entities(task().tiles.len()) }
}

/// A task of a problem that asks for keys between two bricks, for no bat above air, for keys and bats
/// with some bricks around and keys with one bat at most, and for half turns.
fn kit_that_asks() -> Task {
    let mut names = Names::new(task().names(), Vec::new());
    let wanted = conditions("self(key), horz(brick) == 2", &mut names).unwrap();
    let unwanted = conditions("self(bat), down(air)", &mut names).unwrap();
    let open = conditions("self(key|bat), all(brick) < 3", &mut names).unwrap();
    let crowded = conditions("self(key), plus(bat) > 1", &mut names).unwrap();
    let asked = [(wanted, true), (unwanted, false), (open, false), (crowded, false)];
    let asked = asked.into_iter().zip(0..).map(|((conditions, is_wanted), measure)| CellDemand {
        conditions,
        is_wanted,
        measure,
    });
    Task { demands: asked.collect(), mirrors: vec![half_turn()], ..task() }
}

/// Two locked explorers side by side, and a third behind one that its author left free.
#[test]
fn nothing_comes_between_locked_explorers_that_stand_side_by_side() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut start = cast(&rooms(), &task(), &mut rng).unwrap();
    let [wall, carve] = [start.explorers[0].clone(), start.explorers[1].clone()];
    let free = Explorer { locked: Locked::No, ..start.explorers[3].clone() };
    let lock = |explorer: &Explorer| Explorer { locked: Locked::Whole, ..explorer.clone() };
    start.explorers = vec![lock(&wall), lock(&carve), free, lock(&start.explorers[2])];
    let breeder = breeder(Start::Scripts(vec![start.clone()]));
    let mut population = vec![start; 20];
    let mut n_between = 0;
    for step in 0..n_children() {
        let (first, second) = (&population[step % 20], &population[(step * 7 + 3) % 20]);
        let child = breeder.vary(first, second, &mut rng);
        check(&breeder, &child.document);
        let explorers = &child.document.script.explorers;
        let places = (0..explorers.len()).filter(|&index| explorers[index].locked == Locked::Whole);
        let places: Vec<usize> = places.collect();
        assert!(places.len() == 3 && places[1] == places[0] + 1, "{}", child.document.text);
        n_between += usize::from(places[2] > places[1] + 1);
        population[step % 20] = child.document.script;
    }
    assert!(n_between > 0, "something may still come where an explorer is free");
    // An improvement adds its explorers by `sound`, wherever a lesson was.
    for place in 0..=population[0].explorers.len() {
        let mut script = population[0].clone();
        script.explorers.insert(place, Explorer { locked: Locked::No, ..carve.clone() });
        let explorers = breeder.sound(script).expect("it is sound").explorers;
        let is_locked = |explorer: &Explorer| explorer.locked == Locked::Whole;
        let first = explorers.iter().position(is_locked).expect("three are locked");
        assert!(is_locked(&explorers[first + 1]), "one added at {place} is between");
    }
    for _ in 0..100 {
        let first = breeder.first(&mut rng).0.script.explorers;
        let first = first.iter().map(|explorer| explorer.locked == Locked::Whole);
        let first: Vec<bool> = first.collect();
        assert!(first.windows(2).any(|pair| pair == [true, true]), "{first:?}");
    }
}

#[test]
fn what_is_asked_for_becomes_rules_and_mirrors() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let rooms = cast(&Script::parse(ROOMS).unwrap(), &kit_that_asks(), &mut rng).unwrap();
    let breeder = breeder_of(kit_that_asks(), Start::Scripts(vec![rooms.clone()]));
    let measures: Vec<usize> = (0..4).collect();
    let mut found = [false; 6];
    for _ in 0..4000 {
        let towards = breeder.towards(&rooms, &measures, &mut rng);
        for child in
            [Some(breeder.vary(&rooms, &rooms, &mut rng).document), towards.map(Document::of)]
        {
            let Some(child) = child else { continue };
            check(&breeder, &child);
            assert_eq!(locked(&child.script), locked(&rooms), "{}", child.text);
            let has = |text: &str| child.text.contains(text);
            found[0] |= has("self(air), horz(brick) == 2 -> self(key)");
            found[1] |= has("self(key), horz(brick) == 2 -> self(air)");
            found[2] |= has("\"mirror\":\"half_turn\"");
            found[3] |= has("self(bat), down(air) -> self(air)")
                || has("self(bat), down(air) -> self(brick)");
            found[4] |= has("self(air), all(key|bat) > 0 -> self(brick)");
            found[5] |= has("self(bat), plus(key) > 0 -> self(air)");
        }
    }
    assert_eq!(found, [true; 6]);
    let breeder = breeder_of(kit_that_asks(), Start::Starters);
    let mut firsts = (0..300).map(|_| breeder.first(&mut rng).0.text);
    assert!(firsts.any(|text| text.contains("down(air) < 1")));
}
