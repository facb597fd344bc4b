//! A level as the tiles of a game: `cargo run -p marahel --example game_tiles`.

#[derive(Clone, Copy, Debug)]
enum Ground {
    Floor,
    Wall,
}

#[expect(clippy::print_stdout, reason = "that is what the example does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generator = marahel::Generator::parse(include_str!("../tests/suite/dungeon.json"))?;
    let level = generator.generate(7)?;
    let names = level.tiles().iter().map(|&tile| level.palette().name(tile));
    let ground = |name| if name == "solid" { Ground::Wall } else { Ground::Floor };
    let map: Vec<Ground> = names.map(ground).collect();
    println!("{:?} in the top left corner of {} tiles", map[0], map.len());
    Ok(())
}
