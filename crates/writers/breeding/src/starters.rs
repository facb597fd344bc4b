//! Scripts embedded in the programs: known generators for initial scripts, and examples for people.
//!
//! The entities of generators are roles, such as `wall`, not tiles; the user assigns tiles to
//! roles. The README of this crate describes each.

/// A name and the document of a script.
pub type Named = (&'static str, &'static str);

/// Generators of whole levels, by name.
pub static GENERATORS: &[Named] = include!(concat!(env!("OUT_DIR"), "/generators.rs"));

/// Layouts alone, by name, for searches without a fitting generator.
pub static PLANS: &[Named] = include!(concat!(env!("OUT_DIR"), "/plans.rs"));

/// Complete generators with their own tiles: those of `configs/generators`, by folder and name,
/// such as `gallery/castle`.
pub static EXAMPLES: &[Named] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

#[cfg(test)]
mod tests {
    use marahel_level::Role;
    use marahel_script::Script;

    #[test]
    fn every_starter_says_what_it_is_for_and_is_about_roles() {
        for &(name, text) in super::GENERATORS.iter().chain(super::PLANS) {
            let script = Script::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!script.description.as_str().is_empty(), "{name}");
            for explorer in &script.explorers {
                assert!(!explorer.description.as_str().is_empty(), "{name}: {explorer:?}");
            }
            let unknown = script.entities.iter().find(|role| Role::of_name(role).is_none());
            assert_eq!(unknown, None, "{name}");
        }
        assert!(super::GENERATORS.len() > 20);
    }
}
