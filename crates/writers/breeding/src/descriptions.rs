//! [`Descriptions`]: descriptions of bred scripts, as far as they are true.
//!
//! Children inherit explorers with their descriptions, and then change them. So a description counts
//! only if the explorer is as in a script whose author described it; one of the user counts while the
//! explorer writes the same tiles. Others are described by what they write.

use marahel_level::{Role, Tile};
use marahel_script::{Explorer, Script, Spelling};

use crate::about::about;
use crate::cast::explorer_with;
use crate::task::Task;

/// The scripts whose authors described their explorers.
#[derive(Clone, Debug)]
pub struct Descriptions {
    /// Their entities are roles.
    generators: Vec<Script>,
    /// They have the tiles of the problem.
    own: Vec<Script>,
    /// Those of the user, with the same tiles.
    from_user: Vec<Script>,
    task: Task,
}

impl Descriptions {
    /// Of `generators`, whose entities are roles, and with the tiles of a problem `own`, which
    /// nobody wrote by hand, and `given` by the user.
    pub fn new(
        generators: Vec<Script>,
        own: Vec<Script>,
        from_user: Vec<Script>,
        task: Task,
    ) -> Self {
        Self { generators, own, from_user, task }
    }

    /// Keeps the descriptions of a bred script that are true, and describes its other explorers.
    pub fn settle(&self, script: &mut Script) {
        for index in 0..script.explorers.len() {
            if !self.is_true(script, index) {
                script.explorers[index].description = Spelling::of(&about(script, index));
            }
        }
        let is_of = |origin: &&Script| origin.description.as_str() == script.description.as_str();
        let is_whole = self.own.iter().filter(is_of).any(|own| own == script);
        if !is_whole && !self.from_user.iter().any(|from_user| is_of(&from_user)) {
            script.description = Spelling::default();
        }
    }

    /// Whether an explorer is as its author described it, or left it without a description.
    fn is_true(&self, script: &Script, index: usize) -> bool {
        let explorer = &script.explorers[index];
        let is_of = |original: &Script, explorer: &Explorer| {
            let mut explorers = original.explorers.iter();
            explorers.any(|origin| has_same_description(origin, explorer) && origin == explorer)
        };
        let has_tiles = |origin: &&Script| origin.entities == script.entities;
        self.own.iter().filter(has_tiles).any(|own| is_of(own, explorer))
            || self
                .from_user
                .iter()
                .filter(has_tiles)
                .any(|from_user| is_changed_of(from_user, explorer))
            || self.generators.iter().any(|generator| {
                let of_roles = |tile| self.of_role(generator, tile);
                let n_tiles = [script.entities.len(), generator.entities.len()];
                let renamed = explorer_with(explorer, n_tiles, &of_roles);
                renamed.is_some_and(|renamed| is_of(generator, &renamed))
            })
    }

    /// The entity of a generator that stands for a tile.
    fn of_role(&self, generator: &Script, tile: Tile) -> Option<Tile> {
        let role = self.task.tiles.get(usize::from(tile))?.role;
        let entity = generator.entities.iter().position(|name| Role::of_name(name) == Some(role));
        entity.map(|entity| entity as Tile)
    }
}

/// Keeps the descriptions of a script's explorers that are in a version of it with the same levels,
/// where somebody wrote them and they are true, and describes the others by what they write.
pub fn settle_as_in(script: &mut Script, version: &Script) {
    let is_of_author =
        |index: &usize| version.explorers[*index].description.as_str() != about(version, *index);
    let authors: Vec<usize> = (0..version.explorers.len()).filter(is_of_author).collect();
    for index in 0..script.explorers.len() {
        let explorer = &script.explorers[index];
        if !authors.iter().any(|&author| has_same_tiles(&version.explorers[author], explorer)) {
            script.explorers[index].description = Spelling::of(&about(script, index));
        }
    }
}

/// Whether an explorer has the description and the tiles of one of a script.
fn is_changed_of(original: &Script, explorer: &Explorer) -> bool {
    original.explorers.iter().any(|origin| has_same_tiles(origin, explorer))
}

fn has_same_tiles(origin: &Explorer, explorer: &Explorer) -> bool {
    has_same_description(origin, explorer) && origin.written() == explorer.written()
}

fn has_same_description(left: &Explorer, right: &Explorer) -> bool {
    left.description.as_str() == right.description.as_str()
}

#[cfg(test)]
mod tests {
    use marahel_level::Role;
    use marahel_script::{Script, Size};

    use super::{Descriptions, settle_as_in};
    use crate::task::{Task, TileInfo};

    fn script(entities: &str, explorers: &[(&str, &str)]) -> Script {
        let one = |(about, rest): &(&str, &str)| format!(r#"{{"description": "{about}", {rest}}}"#);
        let explorers: Vec<String> = explorers.iter().map(one).collect();
        let text = format!(
            r#"{{"description": "A hill with foes.", "metadata": {{"min": "9x9", "max": "9x9"}},
            "entities": [{entities}], "explorers": [{}]}}"#,
            explorers.join(", ")
        );
        Script::parse(&text).expect("it is sound")
    }

    fn told(script: &Script) -> Vec<&str> {
        let mut told = vec![script.description.as_str()];
        told.extend(script.explorers.iter().map(|explorer| explorer.description.as_str()));
        told
    }

    fn descriptions(generators: Vec<Script>, from_user: Vec<Script>) -> Descriptions {
        let tiles = [("bat", Role::Foe), ("rock", Role::Wall), ("air", Role::Floor)];
        let tile = |(name, role): (&str, Role)| TileInfo {
            name: name.to_owned(),
            role,
            ..TileInfo::default()
        };
        let size = Size { width: 9, height: 9 };
        let task = Task {
            tiles: tiles.map(tile).to_vec(),
            min: size,
            max: size,
            dials: Vec::new(),
            counted: vec![None; 3],
            demands: Vec::new(),
            implied: Vec::new(),
            neighborhoods: Vec::new(),
            mirrors: Vec::new(),
            locks: Vec::new(),
        };
        Descriptions::new(generators, Vec::new(), from_user, task)
    }

    const HILL: [(&str, &str); 3] = [
        ("a hill", r#""rules": ["dist(out)==1 -> self(wall)"]"#),
        (
            "few foes in corners",
            r#""rules": ["self(floor), plus(wall)>1, random<0.1 -> self(foe)"]"#,
        ),
        ("foes leave", r#""rules": ["self(foe), plus(wall)<1 -> self(floor)"]"#),
    ];

    fn named(rules: &str) -> String {
        rules.replace("wall", "rock").replace("floor", "air").replace("foe", "bat")
    }

    #[test]
    fn a_description_stays_only_while_its_explorer_is_as_it_was() {
        let generator = script(r#""foe", "floor", "wall""#, &HILL);
        let [hill, foes, leave] = HILL.map(|(_, rules)| named(rules));
        let many = foes.replace("0.1", "0.9");
        let bred =
            [("a hill", hill.as_str()), ("few foes in corners", &many), ("foes leave", &leave)];
        let mut bred = script(r#""bat", "rock", "air""#, &bred);
        descriptions(vec![generator], Vec::new()).settle(&mut bred);
        assert_eq!(
            told(&bred),
            ["", "a hill", "bat on air beside at least 2 rock here and there", "foes leave"]
        );
    }

    #[test]
    fn a_script_of_the_user_keeps_all_while_it_is_the_same() {
        let rules = HILL.map(|(about, rules)| (about, named(rules)));
        let rules = rules.each_ref().map(|(about, rules)| (*about, rules.as_str()));
        let own = script(r#""bat", "rock", "air""#, &rules);
        let descriptions = descriptions(Vec::new(), vec![own.clone()]);
        let mut bred = own.clone();
        descriptions.settle(&mut bred);
        assert_eq!(told(&bred), told(&own));
        bred.explorers.remove(0);
        descriptions.settle(&mut bred);
        assert_eq!(told(&bred)[1..], ["few foes in corners", "foes leave"]);
        // What it is about is what it writes.
        let changed = |rules: &str| {
            let rules = format!(r#""parameters": {{"changes": 3}}, {rules}"#);
            let entities = r#""bat", "rock", "air""#;
            script(entities, &[("foes leave", rules.as_str())]).explorers.remove(0)
        };
        bred.explorers[1] = changed(rules[2].1);
        descriptions.settle(&mut bred);
        assert_eq!(
            told(&bred),
            told(&own).iter().filter(|about| **about != rules[0].0).copied().collect::<Vec<_>>()
        );
        bred.explorers[1] = changed(&rules[2].1.replace("self(air)", "self(rock)"));
        settle_as_in(&mut bred, &own);
        assert_eq!(told(&bred)[1..], ["few foes in corners", "at most 3 rock on bat apart"]);
    }
}
