//! What a search begins with: known generators, and idioms that can be added to them.
//!
//! They are Marahel scripts whose entities are roles, such as `wall`, not tiles: whoever uses
//! one says which tile plays which role. The README of this crate says what each is for.

use include_dir::{Dir, include_dir};

static GENERATORS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/generators");
static IDIOMS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/idioms");

/// Generators of whole levels, each with its name and its document, by name.
pub fn generators() -> Vec<(&'static str, &'static str)> {
    scripts(&GENERATORS)
}

/// One or a few explorers with one purpose, which can stand behind those of any generator, each
/// with its name and its document, by name.
pub fn idioms() -> Vec<(&'static str, &'static str)> {
    scripts(&IDIOMS)
}

fn scripts(folder: &'static Dir<'_>) -> Vec<(&'static str, &'static str)> {
    let script = |file: &'static include_dir::File<'_>| {
        let is_script = file.path().extension().is_some_and(|extension| extension == "json");
        let name = file.path().file_stem()?.to_str()?;
        Some((name, file.contents_utf8()?)).filter(|_| is_script)
    };
    let mut scripts: Vec<_> = folder.files().filter_map(script).collect();
    scripts.sort_unstable();
    scripts
}

#[cfg(test)]
mod tests {
    use problem::Role;
    use script::Script;

    #[test]
    fn every_starter_says_what_it_is_for_and_is_about_roles() {
        let all = super::generators().into_iter().chain(super::idioms());
        let mut n = 0;
        for (name, text) in all {
            let script = Script::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!script.description.as_str().is_empty(), "{name}");
            for explorer in &script.explorers {
                assert!(!explorer.description.as_str().is_empty(), "{name}: {explorer:?}");
            }
            let unknown = script.entities.iter().find(|role| Role::of_name(role).is_none());
            assert_eq!(unknown, None, "{name}");
            n += 1;
        }
        assert!(n > 20, "{n}");
    }
}
