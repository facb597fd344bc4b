//! The operators that vary scripts, one row each.

use marahel_script::{Dialect, Script};
use rand::Rng;

use crate::explorers::Material;
use crate::sites::SiteKind;
use crate::task::Task;
use crate::{explorers, rules, sites};

/// One way of changing a script.
pub(crate) struct Operator {
    /// What the files of a run call it.
    pub(crate) name: &'static str,
    /// How often it is drawn, compared with the others.
    pub(crate) weight: usize,
    pub(crate) needs: Needs,
    change: Change,
}

/// The dialects that an operator needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    /// What it adds is of today's.
    CurrentDialect,
    /// It takes explorers of the second parent, which must be of the same dialect.
    SecondParent,
}

/// What an operator changes; each function returns whether it changed anything.
enum Change {
    Site(SiteKind),
    /// Gets the second parent.
    Rule(fn(&mut Script, &Script, &Task, &mut dyn Rng) -> bool),
    Explorers(fn(&mut Script, Material<'_>, &mut dyn Rng) -> bool),
}

pub(crate) const OPERATORS: [Operator; 14] = [
    of("number", 23, Needs::Nothing, Change::Site(SiteKind::Number)),
    of("entity", 14, Needs::Nothing, Change::Site(SiteKind::List)),
    of("neighborhood", 3, Needs::Nothing, Change::Site(SiteKind::Cells)),
    of("comparison", 2, Needs::Nothing, Change::Site(SiteKind::Comparison)),
    of("rule", 17, Needs::Nothing, Change::Rule(rules::change)),
    of("delete", 9, Needs::Nothing, Change::Explorers(explorers::delete)),
    of("place", 9, Needs::CurrentDialect, Change::Explorers(explorers::place)),
    of("move", 5, Needs::Nothing, Change::Explorers(explorers::shift)),
    of("double", 3, Needs::Nothing, Change::Explorers(explorers::double)),
    of("graft", 6, Needs::SecondParent, Change::Explorers(explorers::graft)),
    of("crossover", 3, Needs::SecondParent, Change::Explorers(explorers::cross)),
    of("insert", 2, Needs::CurrentDialect, Change::Explorers(explorers::insert)),
    of("retype", 2, Needs::CurrentDialect, Change::Explorers(explorers::retype)),
    of("regions", 2, Needs::CurrentDialect, Change::Explorers(explorers::regions)),
];

const fn of(name: &'static str, weight: usize, needs: Needs, change: Change) -> Operator {
    Operator { name, weight, needs, change }
}

impl Operator {
    /// Changes a script; returns whether it did.
    pub(crate) fn change(
        &self,
        script: &mut Script,
        second: &Script,
        task: &Task,
        rng: &mut dyn Rng,
    ) -> bool {
        let has_needs = match self.needs {
            Needs::Nothing => true,
            Needs::CurrentDialect => script.dialect == Dialect::Current,
            Needs::SecondParent => script.dialect == second.dialect,
        };
        has_needs
            && match self.change {
                Change::Site(kind) => sites::change(script, kind, task, rng),
                Change::Rule(change) => change(script, second, task, rng),
                Change::Explorers(change) => {
                    let place = explorers::any_place(script, rng);
                    change(script, Material { place, second, task }, rng)
                }
            }
    }
}
