//! Rules: conditions that mean the same, spelled as today.

use std::slice;

use super::Converter;
use script::{
    Border, Condition, Estimator, Executer, Explorer, OldCondition, OldEstimator, OldWalk,
    Operator, PartMut, RegionSelector, Rule, Scope, Spelling, Walk,
};

/// Rules that one becomes at most.
const N_ALTERNATIVES_MAX: usize = 32;

impl Converter<'_> {
    /// A rule as one or more, or what it says that cannot be said. Of several
    /// at most one holds at a time.
    pub(super) fn rule(
        &mut self,
        rule: &Rule,
        explorer: &Explorer,
    ) -> Result<Vec<Rule>, &'static str> {
        let mut alternatives = vec![Vec::new()];
        for condition in &rule.conditions {
            let ways = self.condition(condition, explorer)?;
            let extend = |so_far: &Vec<Condition>| -> Vec<Vec<Condition>> {
                let one_more = |way: &Condition| [&so_far[..], slice::from_ref(way)].concat();
                ways.iter().map(one_more).collect()
            };
            alternatives = alternatives.iter().flat_map(extend).collect();
            if alternatives.len() > N_ALTERNATIVES_MAX {
                return Err("so many numbers that are even or odd");
            }
        }
        let executer = |Executer { neighborhood, entities, dialled }: &Executer| Executer {
            neighborhood: self.neighborhood(neighborhood),
            entities: entities.clone(),
            dialled: dialled.clone(),
        };
        let executers: Vec<Executer> = rule.executers.iter().map(executer).collect();
        let rule = |conditions| Rule {
            text: Spelling::default(),
            conditions,
            executers: executers.clone(),
        };
        Ok(alternatives.into_iter().map(rule).collect())
    }

    /// A condition as one or more of which at most one holds.
    fn condition(
        &mut self,
        condition: &Condition,
        explorer: &Explorer,
    ) -> Result<Vec<Condition>, &'static str> {
        match condition {
            Condition::Bare(estimator) => {
                Ok(vec![Condition::Bare(self.estimator(estimator, explorer)?)])
            }
            Condition::Compare(left, operator, right) => {
                Ok(vec![self.comparison(left, *operator, right, explorer)?])
            }
            // A count is one of few numbers.
            Condition::Old(OldCondition::Parity {
                estimator: count @ Estimator::Neighborhood(neighborhood, _),
                is_even,
            }) => {
                let n_cells = neighborhood.offsets().len();
                let count = self.estimator(count, explorer)?;
                let counts = (0..=n_cells).filter(|n| n.is_multiple_of(2) == *is_even);
                let is_count = |n| {
                    Condition::Compare(count.clone(), Operator::Equal, Estimator::Number(n as f64))
                };
                Ok(counts.map(is_count).collect())
            }
            Condition::Old(OldCondition::Parity { is_even: true, .. }) => Err("`isEven`"),
            Condition::Old(OldCondition::Parity { is_even: false, .. }) => Err("`isOdd`"),
            Condition::Old(OldCondition::Connected { .. }) => Err("`isConnected`"),
        }
    }

    fn comparison(
        &mut self,
        left: &Estimator,
        by: Operator,
        right: &Estimator,
        explorer: &Explorer,
    ) -> Result<Condition, &'static str> {
        // Noise was in 0..=1 and is in -1..=1, and has ten lattice cells across
        // the region unless it is divided; what is complete of an agent's
        // life counted down and counts up.
        let is_noise = |estimator: &Estimator| {
            matches!(estimator, Estimator::Old(OldEstimator::UnitNoise(scope))
                if *scope == Scope::Region || sees_map(explorer))
        };
        let counts_down = |estimator: &Estimator| {
            matches!(
                (estimator, &explorer.walk),
                (Estimator::Percent, Walk::Old(OldWalk::Agent(_)))
            )
        };
        let (left, by, right) = match (left, right) {
            (Estimator::Number(_), right) if is_noise(right) || counts_down(right) => {
                (right, by.mirrored(), left)
            }
            _ => (left, by, right),
        };
        let compare =
            |left, by, number| Ok(Condition::Compare(left, by, Estimator::Number(number)));
        match (left, right) {
            (noise, Estimator::Number(number)) if is_noise(noise) => {
                compare(Estimator::Noise { scale: 10 }, by, 2.0 * number - 1.0)
            }
            (noise, _) | (_, noise) if is_noise(noise) => {
                Err("`noise` compared with what is no number")
            }
            (life, Estimator::Number(number)) if counts_down(life) => {
                compare(Estimator::Percent, by.mirrored(), 1.0 - number)
            }
            (life, _) | (_, life) if counts_down(life) => {
                Err("`complete` compared with what is no number")
            }
            (Estimator::Neighborhood(neighborhood, _), Estimator::Number(0.0))
                if by == Operator::Greater && neighborhood.offsets().len() == 1 =>
            {
                Ok(Condition::Bare(self.estimator(left, explorer)?))
            }
            _ => {
                let (left, right) =
                    (self.estimator(left, explorer)?, self.estimator(right, explorer)?);
                Ok(Condition::Compare(left, by, right))
            }
        }
    }

    fn estimator(
        &mut self,
        estimator: &Estimator,
        explorer: &Explorer,
    ) -> Result<Estimator, &'static str> {
        let Estimator::Old(old) = estimator else {
            let mut converted = estimator.clone();
            for part in converted.parts_mut() {
                if let PartMut::Cells(cells, _) = part {
                    *cells = self.neighborhood(cells);
                }
            }
            return Ok(converted);
        };
        match old {
            OldEstimator::MapTotal(list) if sees_map(explorer) => {
                Ok(Estimator::Total(list.clone()))
            }
            OldEstimator::UnitNoise(_) | OldEstimator::MapTotal(_) => Err("`@map`"),
            OldEstimator::Distances(..) => Err("the mean or largest distance"),
            OldEstimator::Paths(..) => Err("a distance along paths"),
        }
    }
}

/// Whether the region of an explorer is the map.
fn sees_map(explorer: &Explorer) -> bool {
    explorer.border == Border::default()
        && explorer.region.iter().all(|&selector| selector == RegionSelector::Map)
}

/// Whether rules look at nothing but the cell they are at, so that neither the
/// region nor the cells visited before matter.
pub(super) fn are_local(rules: &[Rule]) -> bool {
    let is_local = |condition: &Condition| match condition {
        Condition::Bare(_)
        | Condition::Old(OldCondition::Parity { .. })
        | Condition::Compare(..) => condition.estimators().all(Estimator::is_local),
        Condition::Old(OldCondition::Connected { .. }) => false,
    };
    rules.iter().all(|rule| rule.conditions.iter().all(is_local)) && write_in_place(rules)
}

/// Whether a rule asks for noise.
pub(super) fn asks_for_noise(rule: &Rule) -> bool {
    let mut estimators = rule.conditions.iter().flat_map(Condition::estimators);
    estimators.any(|estimator| matches!(estimator, Estimator::Old(OldEstimator::UnitNoise(_))))
}

/// Whether rules write nothing but the cell they are at.
pub(super) fn write_in_place(rules: &[Rule]) -> bool {
    let mut executers = rules.iter().flat_map(|rule| &rule.executers);
    executers.all(|executer| executer.neighborhood.reach() == 0)
}
