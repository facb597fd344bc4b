//! Scripts that are fine give no warnings.

use crate::cases::scripts;

/// Where what evolution wrote is kept: much of that is idle.
const EVOLVED: [&str; 2] = ["/evolved/", "/fdg20/"];

#[test]
fn nothing_that_was_written_by_hand_is_idle() {
    let mut n_scripts = 0;
    for (name, text) in scripts() {
        let (_, mut warnings) =
            marahel_dialects::check(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        // One of the suite shows what `any` writes.
        warnings.retain(|warning| warning.message != "`any` may also write unknown");
        // Parts of a world connect what is pinned at their seams.
        warnings.retain(|warning| {
            !name.contains("/world/") || !warning.message.starts_with("without pins, ")
        });
        if EVOLVED.iter().any(|folder| name.contains(folder)) {
            continue;
        }
        n_scripts += 1;
        let said: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert!(said.is_empty(), "{name}: {}", said.join("\n"));
    }
    assert!(n_scripts >= 20, "only {n_scripts} scripts were found");
}
