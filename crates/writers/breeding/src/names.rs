//! Names of neighborhoods, which follow the parts of a script into another.

use marahel_script::{Neighborhood, Part, Script};

/// Names all neighborhoods that explorers use: by the script, else by the first donor that knows
/// one. Removes the names that nothing uses.
pub fn settle(script: &mut Script, donors: [&[(String, Neighborhood)]; 2]) {
    let predefined = script.dialect.predefined();
    let mut used: Vec<Neighborhood> = Vec::new();
    for site in script.parts() {
        if let Part::Cells(cells, _) = site.part
            && !used.contains(cells)
        {
            used.push(cells.clone());
        }
    }
    let names = &mut script.neighborhoods.0;
    names.retain(|(_, cells)| used.contains(cells));
    for cells in used {
        let is_known = names.iter().any(|(_, named)| *named == cells);
        // A script may use a predefined name for another neighborhood.
        let is_predefined = predefined.iter().any(|(name, named)| {
            *named == cells && names.iter().all(|(declared, _)| declared != name)
        });
        if is_known || is_predefined {
            continue;
        }
        let mut donated = donors.into_iter().flatten();
        let Some((name, _)) = donated.find(|(_, donated_cells)| *donated_cells == cells) else {
            continue;
        };
        let is_free = |name: &String| {
            names.iter().all(|(own, _)| own != name)
                && predefined.iter().all(|(word, _)| word != name)
        };
        let numbered = (2..100).map(|number| format!("{name}{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(is_free);
        names.extend(free.map(|name| (name, cells)));
    }
}
