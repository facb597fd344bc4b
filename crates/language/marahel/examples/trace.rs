//! How a level came about: `cargo run -p marahel --example trace`.

#[expect(clippy::print_stdout, reason = "that is what the example does")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let script = marahel::Script::parse(include_str!("../tests/suite/dungeon.json"))?;
    let generator = marahel::Generator::new(&script);
    for snapshot in generator.snapshots(7, 0)? {
        let explorer = &script.explorers[snapshot.explorer];
        for (rule, count) in explorer.rules.iter().zip(&snapshot.rules) {
            println!("{}: {} changed {} tiles", explorer.name, rule.text, count.n_changed);
        }
        println!("{}", snapshot.level.to_text());
    }
    Ok(())
}
