//! Scripts that the programs carry: known generators, with which searches begin, and examples for
//! people.
//!
//! The entities of generators are roles, such as `wall`, not tiles: whoever uses one says which
//! tile plays which role. The README of this crate says what each is for.

/// A name, and the document of a script.
pub type Named = (&'static str, &'static str);

/// Generators of whole levels, by name.
pub static GENERATORS: &[Named] = include!(concat!(env!("OUT_DIR"), "/generators.rs"));

/// Layouts alone, by name: what a search goes on with where no generator is near.
pub static PLANS: &[Named] = include!(concat!(env!("OUT_DIR"), "/plans.rs"));

/// Generators that stand alone, with tiles of their own: those of `configs/generators`, by folder
/// and name, such as `gallery/castle`.
pub static EXAMPLES: &[Named] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

#[cfg(test)]
mod tests {
    use problem::Role;
    use script::Script;

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
