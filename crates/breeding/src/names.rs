//! Names of neighborhoods: those of a script come along when a part of it goes elsewhere.

use script::{Neighborhood, Part, Script};

/// Neighborhoods with their names.
type Named = [(String, Neighborhood)];

/// Gives all neighborhoods that explorers use their names: those of the script, else those of the
/// donors, the first one first; and forgets the names that nothing uses.
pub(crate) fn settle(script: &mut Script, donors: [&Named; 2]) {
    let predefined = script.dialect.predefined();
    let mut used: Vec<Neighborhood> = Vec::new();
    for found in script.parts() {
        if let Part::Cells(cells, _) = found.part
            && !used.contains(cells)
        {
            used.push(cells.clone());
        }
    }
    let names = &mut script.neighborhoods.0;
    names.retain(|(_, cells)| used.contains(cells));
    for cells in used {
        let is_known = names.iter().any(|(_, known)| *known == cells);
        // A script may have another neighborhood under a predefined name.
        let is_predefined = predefined.iter().any(|(name, known)| {
            *known == cells && names.iter().all(|(declared, _)| declared != name)
        });
        if is_known || is_predefined {
            continue;
        }
        let mut donated = donors.into_iter().flatten();
        let Some((name, _)) = donated.find(|(_, known)| *known == cells) else { continue };
        let is_free = |name: &String| {
            names.iter().all(|(known, _)| known != name)
                && predefined.iter().all(|(known, _)| known != name)
        };
        let numbered = (2..100).map(|number| format!("{name}{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(is_free);
        names.extend(free.map(|name| (name, cells)));
    }
}
