//! Rules with the same meaning, spelled as today.

use std::slice;

use super::Converter;
use marahel_script::{
    Border, Condition, Estimator, Explorer, Operator, PartMut, RegionSelector, Rule, Spelling,
};

use crate::measures::{OldEstimator, Scope};
use crate::walks::OldWalk;

const N_ALTERNATIVES_MAX: usize = 32;

impl Converter<'_> {
    /// The rule as one or more; at most one holds at a time. An error names what today's
    /// dialect cannot express.
    pub(super) fn rule(
        &mut self,
        rule: &Rule,
        explorer: &Explorer,
    ) -> Result<Vec<Rule>, &'static str> {
        let mut alternatives = vec![Vec::new()];
        for condition in &rule.conditions {
            let ways = self.condition(condition, explorer)?;
            let longer = alternatives.iter().flat_map(|so_far: &Vec<Condition>| {
                ways.iter().map(|way| [&so_far[..], slice::from_ref(way)].concat())
            });
            alternatives = longer.collect();
            if alternatives.len() > N_ALTERNATIVES_MAX {
                return Err("so many conditions on even or odd numbers");
            }
        }
        let mut executers = rule.executers.clone();
        for executer in &mut executers {
            executer.neighborhood = self.neighborhood(&executer.neighborhood);
        }
        let rules = alternatives.into_iter().map(|conditions| Rule {
            text: Spelling::default(),
            conditions,
            executers: executers.clone(),
        });
        Ok(rules.collect())
    }

    /// A condition as one or more; at most one holds.
    fn condition(
        &mut self,
        condition: &Condition,
        explorer: &Explorer,
    ) -> Result<Vec<Condition>, &'static str> {
        let estimator = match condition {
            Condition::Bare(estimator) => estimator,
            Condition::Compare(left, operator, right) => {
                return Ok(vec![self.comparison(left, *operator, right, explorer)?]);
            }
        };
        match OldEstimator::of(estimator) {
            // A count has few possible values.
            Some(OldEstimator::Parity {
                estimator: count @ Estimator::Neighborhood(neighborhood, _),
                is_even,
            }) => {
                let n_cells = neighborhood.offsets().len();
                let count = self.estimator(count, explorer)?;
                let counts = (0..=n_cells).filter(|n| n.is_multiple_of(2) == *is_even);
                let conditions = counts.map(|n| {
                    Condition::Compare(count.clone(), Operator::Equal, Estimator::Number(n as f64))
                });
                Ok(conditions.collect())
            }
            _ => Ok(vec![Condition::Bare(self.estimator(estimator, explorer)?)]),
        }
    }

    fn comparison(
        &mut self,
        left: &Estimator,
        by: Operator,
        right: &Estimator,
        explorer: &Explorer,
    ) -> Result<Condition, &'static str> {
        // Noise was in 0..=1 and is in -1..=1; it has ten lattice cells across the region unless it
        // is divided. `complete` of an agent counted down, and `percent` counts up.
        let is_noise = |estimator: &Estimator| {
            matches!(OldEstimator::of(estimator), Some(OldEstimator::UnitNoise(scope))
                if *scope == Scope::Region || sees_map(explorer))
        };
        let counts_down = |estimator: &Estimator| {
            matches!(
                (estimator, OldWalk::of(&explorer.walk)),
                (Estimator::Percent, Some(OldWalk::Agent(_)))
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
                Err("`noise` compared with something other than a number")
            }
            (life, Estimator::Number(number)) if counts_down(life) => {
                compare(Estimator::Percent, by.mirrored(), 1.0 - number)
            }
            (life, _) | (_, life) if counts_down(life) => {
                Err("`complete` compared with something other than a number")
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
        let Some(old) = OldEstimator::of(estimator) else {
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
            OldEstimator::Parity { is_even: true, .. } => Err("`isEven`"),
            OldEstimator::Parity { is_even: false, .. } => Err("`isOdd`"),
            OldEstimator::Connected { .. } => Err("`isConnected`"),
        }
    }
}

/// Whether the region of an explorer is the whole map.
fn sees_map(explorer: &Explorer) -> bool {
    explorer.border == Border::default()
        && explorer.region.iter().all(|&selector| selector == RegionSelector::Map)
}

/// Whether rules read and write only the current cell, so that region and order of visits do not
/// matter.
pub(super) fn are_local(rules: &[Rule]) -> bool {
    rules.iter().all(|rule| estimators(rule).all(Estimator::is_local)) && write_in_place(rules)
}

pub(super) fn asks_for_noise(rule: &Rule) -> bool {
    estimators(rule)
        .any(|estimator| matches!(OldEstimator::of(estimator), Some(OldEstimator::UnitNoise(_))))
}

pub(super) fn estimators(rule: &Rule) -> impl Iterator<Item = &Estimator> {
    let all = rule.conditions.iter().flat_map(Condition::estimators);
    all.map(|estimator| match OldEstimator::of(estimator) {
        Some(OldEstimator::Parity { estimator, .. }) => estimator,
        _ => estimator,
    })
}

/// Whether rules write only the current cell.
pub(super) fn write_in_place(rules: &[Rule]) -> bool {
    let mut executers = rules.iter().flat_map(|rule| &rule.executers);
    executers.all(|executer| executer.neighborhood.reach() == 0)
}
