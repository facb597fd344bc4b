//! [`Unruled`]: demands from which a search derives no rule, and what says the same to rules.

use marahel_level::TileSet;
use marahel_paths::Steps;

use crate::Problem;
use crate::catalogue::{Parameter, Search};
use crate::formulas::Call;

/// A demand that a search can only measure: no rule follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unruled {
    /// The name of the objective, or the text of the condition.
    pub text: String,
    /// An expression near to it from which rules follow, if there is one.
    pub also: Option<String>,
}

impl Problem {
    /// The demands from which no rule follows, in the order of [`cases`](Self::cases); conditions, if
    /// [they are named](Self::with_named_parts). What has no range is left out.
    pub fn unruled(&self) -> Vec<Unruled> {
        let formulas = &self.definition.formulas;
        let demanded = self.definition.demanded_cells();
        let is_ruled = |index: usize| {
            let call = &formulas.measures[index];
            let movement = &formulas.movements[call.arguments.by];
            let is_way =
                call.entry.search != Search::None && matches!(movement.steps, Steps::Offsets(_));
            let is_mirror = call.entry.parameters.contains(&Parameter::Mirror);
            is_way || is_mirror || demanded.iter().any(|cells| cells.measure == index)
        };
        let objectives = self.own_objectives().iter().filter(|goal| !goal.band.is_open());
        let objectives = objectives.map(|goal| {
            let is_known = formulas.demand(&goal.node, goal.band.min(), goal.band.max()).is_some();
            (&*goal.name, &goal.node, is_known)
        });
        let parts = self.parts.iter().flatten().map(|part| {
            (part.text(), &part.node, formulas.demand_of_condition(&part.node).is_some())
        });
        let mut unruled = Vec::new();
        for (text, node, is_known) in objectives.chain(parts) {
            let mut measures = Vec::new();
            formulas.each_measure(node, &mut |index| measures.push(index));
            if !is_known && !measures.is_empty() && !measures.iter().any(|&index| is_ruled(index)) {
                let mut calls = measures.iter().map(|&index| &formulas.measures[index]);
                let also = calls.find_map(|call| self.also(call));
                unruled.push(Unruled { text: text.to_owned(), also });
            }
        }
        unruled
    }

    /// What says something near to a measure to rules.
    fn also(&self, call: &Call) -> Option<String> {
        let text = call.entry.also?;
        let mut tiles = call.arguments.tiles.iter().map(|&tiles| self.names(tiles));
        let first = tiles.next().unwrap_or_else(|| "TILE".to_owned());
        let second = tiles.next().unwrap_or_else(|| "OTHER".to_owned());
        let parts = text.split('$').map(|part| match part {
            "tiles" => &first,
            "others" => &second,
            part => part,
        });
        Some(parts.collect())
    }

    fn names(&self, tiles: TileSet) -> String {
        let entities = self.palette().entities().iter().zip(0..);
        let names = entities.filter(|&(_, tile)| tiles.contains(tile));
        names.map(|(entity, _)| entity.name.as_str()).collect::<Vec<_>>().join("|")
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{PIECES, problem};

    #[test]
    fn what_no_rule_follows_from_is_told_with_what_says_it_too() {
        for (value, also) in [
            ("count(key)", None),
            ("cells(\"self(key), plus(wall) > 1\")", None),
            ("path(player, key)", None),
            ("symmetry(both)", None),
            ("max(count(key), dead_ends(floor))", None),
            (
                "regions_with(floor|enemy, enemy, 1)",
                Some(Some("cells(\"self(enemy), plus(enemy|floor) > 0\")")),
            ),
            ("smallest_region(wall)", Some(Some("cells(\"self(wall), plus(wall) == 0\")"))),
            ("count(key) - count(enemy)", Some(Some("count(key)"))),
            ("entropy()", Some(Some("share(TILE)"))),
        ] {
            let text = format!(
                "name = 'test'\nsize = '5x5'\nplayable = '1'\n[objectives]\n\
                 one = {{ value = '{value}', range = [1, 2], zero_above = 99, zero_below = -1 }}\n\
                 {PIECES}[movement]\nby = {{ over = 'floor' }}\n"
            );
            let unruled = problem(&text).unruled();
            let found: Vec<_> = unruled.iter().map(|one| one.also.as_deref()).collect();
            assert_eq!(found, Vec::from_iter(also), "{value}");
        }
    }
}
