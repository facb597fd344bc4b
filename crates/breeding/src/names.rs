//! Names of neighborhoods, which follow the parts of a script into another.

use script::{Neighborhood, Part, Script};

type Named = [(String, Neighborhood)];

/// Names all neighborhoods that explorers use: by the script, else by the first donor that knows
/// one. Removes the names that nothing uses.
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
        // A script may use a predefined name for another neighborhood.
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
