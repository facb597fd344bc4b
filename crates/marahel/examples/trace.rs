//! How a level came about: `cargo run -p marahel --example trace`.

#[expect(clippy::print_stdout, reason = "that is what the example does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let script = marahel::Script::parse(include_str!("../tests/suite/dungeon.json"))?;
    let generator = marahel::Generator::new(&script, marahel::Semantics::Documented);
    for frame in generator.frames(7, 0)? {
        let explorer = &script.explorers[frame.explorer];
        for (rule, count) in explorer.rules.iter().zip(&frame.rules) {
            println!("{}: {} changed {} tiles", explorer.name, rule.text, count.n_changed);
        }
        println!("{}", frame.level.to_text());
    }
    Ok(())
}
