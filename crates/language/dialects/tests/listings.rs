//! Listings 1 to 9 of the AIIDE'17 paper (Khalifa 2017), as printed: line
//! breaks, missing quotes and all. Listing 1 is a whole script; 2 to 5 are
//! sections, 6 to 9 explorers of one.

use marahel::Generator;
use marahel_dialects::{DIALECT, OldWalk};
use marahel_level::{Level, Tile, TileSet};
use marahel_script::{Divider, Explorer, Script, Size};

const LISTINGS: [&str; 9] = [
    include_str!("listings/1.txt"),
    include_str!("listings/2.txt"),
    include_str!("listings/3.txt"),
    include_str!("listings/4.txt"),
    include_str!("listings/5.txt"),
    include_str!("listings/6.txt"),
    include_str!("listings/7.txt"),
    include_str!("listings/8.txt"),
    include_str!("listings/9.txt"),
];

const EMPTY: Tile = 0;
const SOLID: Tile = 1;
const ENEMY: Tile = 2;

#[track_caller]
fn parse(text: &str) -> Script {
    let script = marahel_dialects::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(script.dialect, DIALECT);
    script
}

/// A solid level on which some explorers of the listings run.
fn with_explorers(numbers: &[usize]) -> String {
    let explorers: Vec<&str> = numbers.iter().map(|number| LISTINGS[number - 1]).collect();
    format!(
        "{{{}, entities: [empty, solid, enemy], {}, {}, explorers: [
            {{type: 'sequential', rules: ['self(any) -> self(solid)']}}, {}]}}",
        LISTINGS[1],
        LISTINGS[3],
        LISTINGS[4],
        explorers.join(",")
    )
}

fn generator(numbers: &[usize]) -> Generator {
    Generator::new(&parse(&with_explorers(numbers)))
}

fn count(level: &Level, tile: Tile) -> usize {
    let wanted = TileSet::only(tile);
    level.tiles().iter().map(|&found| wanted.count(found) as usize).sum()
}

/// Number of 4-connected components of a tile.
fn n_components(level: &Level, tile: Tile) -> usize {
    let (width, height) = (level.width(), level.height());
    let mut is_open: Vec<bool> = level.tiles().iter().map(|&found| found == tile).collect();
    let mut n = 0;
    for start in 0..is_open.len() {
        let mut stack = vec![start];
        n += usize::from(is_open[start]);
        while let Some(cell) = stack.pop() {
            if !std::mem::replace(&mut is_open[cell], false) {
                continue;
            }
            let (x, y) = (cell % width, cell / width);
            let neighbors = [
                (x > 0).then(|| cell - 1),
                (x + 1 < width).then(|| cell + 1),
                (y > 0).then(|| cell - width),
                (y + 1 < height).then(|| cell + width),
            ];
            stack.extend(neighbors.into_iter().flatten());
        }
    }
    n
}

#[test]
fn listing_1_makes_connected_dungeons() {
    let script = parse(LISTINGS[0]);
    let size = |width, height| Size { width, height };
    assert_eq!((script.min, script.max), (size(40, 30), size(60, 45)));
    assert_eq!(script.regions.map(|regions| regions.number), Some(7));
    let generator = Generator::new(&script);
    for seed in 0..50 {
        let level = generator.generate(seed).expect("it ends");
        assert!((40..=60).contains(&level.width()) && (30..=45).contains(&level.height()));
        assert_eq!(n_components(&level, EMPTY), 1, "seed {seed}\n{}", level.to_text());
        let n_empty = count(&level, EMPTY);
        assert!(n_empty >= 7 * 6 * 6, "{n_empty} cells in seven rooms of at least 6 x 6");
        assert_eq!(n_empty + count(&level, SOLID), level.tiles().len());
    }
}

#[test]
fn listings_2_to_5_are_the_sections_of_listing_1() {
    let whole = parse(LISTINGS[0]);
    let [metadata, entities, neighborhoods, regions] =
        [1, 2, 3, 4].map(|index: usize| LISTINGS[index]);
    let script = parse(&format!("{{{metadata}, {entities}, {neighborhoods}, {regions}}}"));
    assert_eq!((script.min, script.max), (whole.min, whole.max));
    assert_eq!(script.entities, ["solid", "empty"]);
    assert_eq!(script.regions, whole.regions);
    let size = |side| Size { width: side, height: side };
    let divider = Divider::Bsp { min: size(8), max: size(15) };
    assert_eq!(script.regions.map(|regions| regions.divider), Some(divider));
    assert_eq!(script.explorers, []);
    // The neighborhoods are those that the explorers of Listing 1 use.
    let explorers: Vec<Explorer> = parse(&with_explorers(&[7, 9])).explorers;
    for index in [1, 2] {
        assert_eq!(explorers[index].walk, whole.explorers[index].walk);
        assert_eq!(explorers[index].region, whole.explorers[index].region);
        assert_eq!(explorers[index].border, whole.explorers[index].border);
    }
}

#[test]
fn listing_6_makes_at_most_20_enemies() {
    let generator = generator(&[7, 6]);
    for seed in 0..20 {
        let level = generator.generate(seed).expect("it ends");
        let n_enemies = count(&level, ENEMY);
        assert!((1..=20).contains(&n_enemies), "{n_enemies}");
    }
}

#[test]
fn listing_7_leaves_a_border_around_each_region() {
    let level = generator(&[7]).generate(1).expect("it ends");
    assert_eq!(n_components(&level, EMPTY), 7, "{}", level.to_text());
}

#[test]
fn listing_8_digs_with_three_agents() {
    let script = parse(&with_explorers(&[8]));
    let Some(OldWalk::Agent(agents)) = OldWalk::of(&script.explorers[1].walk) else {
        panic!("it is an agent")
    };
    let all = [agents.number, agents.change, agents.lifespan];
    assert_eq!(all.map(|interval| (interval.min, interval.max)), [(3, 3), (10, 10), (150, 150)]);
    assert_eq!(agents.directions.offsets(), [(0, -1), (-1, 0), (1, 0), (0, 1)]);
    let generator = generator(&[8]);
    for seed in 0..20 {
        let level = generator.generate(seed).expect("it ends");
        assert!((1..=3).contains(&n_components(&level, EMPTY)), "{}", level.to_text());
        // 30 % of 450 steps empty nine cells, but many of them repeatedly.
        assert!((150..2000).contains(&count(&level, EMPTY)), "{}", level.to_text());
    }
}

#[test]
fn listing_9_joins_what_agents_dug() {
    let generator = generator(&[8, 9]);
    for seed in 0..20 {
        let level = generator.generate(seed).expect("it ends");
        assert_eq!(n_components(&level, EMPTY), 1, "{}", level.to_text());
    }
}
