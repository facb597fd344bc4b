//! Prints a level: `cargo run -p marahel --example print SCRIPT [SEED]`.

use std::error::Error;

#[expect(clippy::print_stdout, reason = "that is what the example does")]
#[expect(clippy::disallowed_methods, reason = "one file of one's own is read")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a script, such as tests/suite/dungeon.json")?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let generator = marahel::Generator::parse(&std::fs::read_to_string(path)?)?;
    print!("{}", generator.generate(seed)?.to_text());
    Ok(())
}
