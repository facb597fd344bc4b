//! How much a file may have, and which names are taken.

use super::{Definition, SOUND};

#[test]
fn a_file_that_is_far_too_long_is_not_read() {
    let text = "#".repeat(Definition::N_BYTES_MAX + 1);
    let error = Definition::parse(&text).unwrap_err();
    assert!(error.to_string().contains("at most 1 MiB"), "{error}");
}

#[test]
fn names_are_short_and_no_settings_of_configs() {
    let told = |name: &str| {
        let text = SOUND.replace("\"crypt\"", &format!("\"{name}\""));
        Definition::parse(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(told(&"x".repeat(64)), Ok(()));
    let error = told(&"x".repeat(300_000)).expect_err("it names a folder");
    assert_eq!(
        error,
        "line 1, column 8: name: this name has 300000 bytes; give it a name of at most 64"
    );
    for name in ["search", "maps-max"] {
        let error = told(name).expect_err("its settings have a table of its name");
        assert!(error.ends_with("is a setting of configs; call the problem something else"));
    }
    let objective = format!("{} = {{ value = \"count(hero)\", range = [1, inf] }}", "y".repeat(65));
    let text = SOUND.replace("[objectives]", &format!("[objectives]\n{objective}"));
    let error = Definition::parse(&text).expect_err("it names files").to_string();
    assert!(error.contains("objective `yyyyyyyyyyyyyyyy...`: this name has 65 bytes"), "{error}");
}

#[test]
fn objectives_have_no_names_of_other_columns() {
    let told = |names: [&str; 2]| {
        let one = |name| format!("{name} = {{ value = \"count(hero)\", range = [1, inf] }}\n");
        let both = names.map(one).concat();
        let text = SOUND.replace("[objectives]", &format!("[objectives]\n{both}"));
        Definition::parse(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    for names in [["script", "a"], ["a", "a_se"], ["a_validated", "a"], ["genes", "a"]] {
        let error = told(names).expect_err("it is a column");
        assert!(error.contains("is a column of the tables of a run; call it otherwise"), "{error}");
    }
    for names in [["floor", "length"], ["a_se", "b"], ["playable", "good"]] {
        assert_eq!(told(names), Ok(()));
    }
}

#[test]
fn a_file_asks_for_no_more_dials_than_a_script_has() {
    let start = SOUND.split("[controls]").next().unwrap_or_default();
    let with = |n: usize, dial: bool| {
        let control = |n| format!("c{n} = {{ value = \"1\", range = [1, 9], dial = {dial} }}\n");
        format!("{start}[controls]\n{}", (0..n).map(control).collect::<String>())
    };
    assert!(Definition::parse(&with(16, true)).is_ok());
    let error = Definition::parse(&with(17, true)).expect_err("one too many").to_string();
    assert!(error.contains("there are 17 dials; a script has at most 16"), "{error}");
    assert!(Definition::parse(&with(64, false)).is_ok());
    let error = Definition::parse(&with(65, false)).expect_err("one too many").to_string();
    assert!(error.contains("there are 65 controls, not 1 to 64"), "{error}");
}

#[test]
fn a_file_has_at_most_64_objectives() {
    let with = |n: usize| {
        let more =
            (2..n).map(|n| format!("o{n} = {{ value = \"count(box)\", range = [{n}, inf] }}\n"));
        let text = SOUND.replace("size = \"9x7\"", "size = \"9x9\"");
        text.replace("[objectives]", &format!("[objectives]\n{}", more.collect::<String>()))
    };
    let definition = Definition::parse(&with(64)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(definition.objectives.len(), 64);
    let error = Definition::parse(&with(65)).expect_err("one too many").to_string();
    assert!(error.contains("objectives: there are 65 objectives, not 1 to 64"), "{error}");
}
