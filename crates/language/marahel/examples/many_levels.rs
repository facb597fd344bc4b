//! Many levels in reused memory: `cargo run -p marahel --example many_levels`.

use marahel::level::UNKNOWN;

#[expect(clippy::print_stdout, reason = "that is what the example does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generator = marahel::Generator::parse(include_str!("../tests/suite/dungeon.json"))?;
    let mut workspace = marahel::Workspace::new();
    let mut n_tiles = 0;
    for seed in 0..1000 {
        let level = generator.generate_in(seed, &mut workspace)?;
        n_tiles += level.rows().flatten().filter(|&&tile| tile != UNKNOWN).count();
    }
    println!("{n_tiles} tiles in 1000 levels");
    Ok(())
}
