//! [`Document::is_sound`]: whether a document reads back as the script that it was written from.

use std::mem::discriminant;

use marahel_level::{OUT, Tile};

use super::{Document, Writer};
use crate::parse::{
    N_CELLS_MAX, N_REGIONS_MAX, N_RULES_MAX, N_TRIALS_MAX, WEIGHT_MAX, greatest_common_divisor,
};
use crate::parts::Whole;
use crate::spelling::word_of_list;
use crate::{
    Border, Cells, Condition, Cost, Dialect, Dialled, DialledRegions, DialledWeights, Divider,
    EntityList, Estimator, Explorer, Listed, Locked, Parameter, Part, Place, PlacedPart,
    RegionSelector, Regions, SCRIPT_BYTES_MAX, Walk,
};

impl Document {
    /// Whether [`Script::parse`](crate::Script::parse) reads exactly this script from the text. It
    /// does not parse: it checks each part for what the parser would refuse or read differently.
    ///
    /// It checks only regions and explorers, and assumes that the rest comes from a script that was
    /// read, and that numbers are [up to date](crate::Script::follow_dials) with their dials. A
    /// document of another dialect is never sound.
    pub fn is_sound(&self) -> bool {
        let Self { script, text, .. } = self;
        let writer = Writer::of(script);
        let n_rules = script.explorers.iter().map(|explorer| explorer.rules.len()).sum::<usize>();
        script.dialect == Dialect::Current
            && text.len() <= SCRIPT_BYTES_MAX
            && script.n_cells() <= N_CELLS_MAX
            && script.explorers.len().max(n_rules) <= N_RULES_MAX
            && script.dials.iter().all(|dial| writer.is_free(&dial.name))
            && script.regions.as_ref().is_none_or(are_regions)
            && script.parts().iter().all(|piece| writer.is_part(piece))
            && script.explorers.iter().all(|explorer| writer.is_explorer(explorer))
    }
}

impl Writer<'_> {
    /// Whether no entity and no neighborhood has this name.
    fn is_free(&self, name: &str) -> bool {
        self.names.tiles(name).is_none() && !self.names.is_neighborhood(name)
    }

    fn is_part(&self, PlacedPart { place, part, .. }: &PlacedPart<Part<'_>>) -> bool {
        match part {
            Part::Constant(Estimator::Dial(dialled, _)) => is_finite(dialled),
            Part::Constant(estimator) => {
                !matches!(estimator, Estimator::Number(number) if !number.is_finite())
            }
            Part::Share(share) => (0.0..=1.0).contains(*share),
            Part::Whole(Whole { number, least, follows }) => {
                let (dialled, [least, most]) = follows.unwrap_or((&None, [*least, u64::MAX]));
                let is_within = number.get().is_none_or(|number| (least..=most).contains(&number));
                (is_within || *place == Place::Regions) && dialled.iter().all(is_finite)
            }
            Part::List(list, Listed::Written, dialled) => {
                is_written(list, dialled.map_or(&[][..], DialledWeights::as_slice))
            }
            Part::List(list, Listed::Total, _) => {
                let is_whole = ["any", "entity"].iter().any(|word| {
                    let tiles = self.names.tiles(word).into_iter().flatten();
                    list.members.iter().copied().eq(tiles.map(|tile| (tile, 1)))
                });
                is_whole || matches!(list.members[..], [(_, 1)])
            }
            Part::List(list, Listed::Read, _) => is_list(list),
            Part::Cells(cells, Cells::Moves) => !cells.offsets().is_empty(),
            Part::Cells(..) | Part::Comparison(_) => true,
        }
    }

    /// Whether an explorer is sound, apart from its parts.
    fn is_explorer(&self, explorer: &Explorer) -> bool {
        let Explorer { locked, name, walk, region, border, wraps, out, rules, .. } = explorer;
        let conditions = rules.iter().flat_map(|rule| &rule.conditions);
        !matches!(locked, Locked::Rules(numbers) if !are_locked(numbers, rules.len()))
            && Walk::named(name.as_str()).is_some_and(|of| discriminant(&of) == discriminant(walk))
            && walk.parameters().iter().all(|(_, parameter)| self.is_parameter(parameter))
            && !region.is_empty()
            && !region.iter().any(|selector| {
                matches!(selector, RegionSelector::Some(_) | RegionSelector::Specific(_))
            })
            && (*border, *wraps) == (Border::default(), false)
            && *out != Some(OUT)
            && rules.iter().all(|rule| !rule.executers.is_empty())
            && conditions
                .flat_map(Condition::estimators)
                .all(|estimator| self.is_estimator(estimator))
    }

    fn is_parameter(&self, parameter: &Parameter<'_>) -> bool {
        !matches!(parameter, Parameter::Heuristics(all) if all.is_empty())
            && !matches!(parameter, Parameter::Heuristics(all) if !all.iter().all(|estimator| self.is_estimator(estimator)))
            && !matches!(parameter, Parameter::Costs(all) if !all.iter().flat_map(Cost::estimators).all(|estimator| self.is_estimator(estimator)))
    }

    /// Whether an estimator reads back as itself, apart from its parts: no entity, dial or
    /// neighborhood may have its name.
    fn is_estimator(&self, estimator: &Estimator) -> bool {
        let has_list = estimator.parts().iter().any(|part| matches!(part, Part::List(..)));
        !estimator.is_plugged_in()
            && word_of_list(estimator).is_none_or(|word| !self.names.is_neighborhood(word))
            && (has_list || self.is_no_name(estimator))
    }

    /// Whether no entity, and no other dial, has the estimator's text as name.
    fn is_no_name(&self, estimator: &Estimator) -> bool {
        let text = self.estimator(estimator, &Walk::WideRand);
        let is_dial = matches!(estimator, Estimator::Dial(..));
        self.names.tiles(&text).is_none()
            && (is_dial || self.script.dials.iter().all(|dial| dial.name != text))
    }
}

fn are_locked(numbers: &[usize], n_rules: usize) -> bool {
    numbers.is_sorted_by(|number, next| number < next)
        && numbers.last().is_some_and(|&last| last < n_rules)
}

/// Whether a list to draw from reads back unchanged; `dialled` has the weights that follow a dial.
fn is_written(list: &EntityList, dialled: &[(Tile, Dialled)]) -> bool {
    // The parser sets weights that follow a dial to 1 at first.
    let members = list.members.iter().map(|&(tile, weight)| {
        (tile, if dialled.iter().any(|&(of, _)| of == tile) { 1 } else { weight })
    });
    let read = EntityList { members: members.collect() };
    let weights = || read.members.iter().map(|&(_, weight)| weight);
    is_list(&read)
        && read.members.iter().all(|&(tile, _)| tile != OUT)
        && weights().map(u64::from).sum::<u64>() <= WEIGHT_MAX
        && (!dialled.is_empty() || weights().fold(0, greatest_common_divisor) == 1)
        && dialled.iter().all(|(_, dialled)| is_finite(dialled))
}

/// Whether a list has members, all different and with a weight above 0.
fn is_list(EntityList { members }: &EntityList) -> bool {
    let mut weighted = members.iter().enumerate();
    !members.is_empty()
        && weighted.all(|(index, &(tile, weight))| {
            weight > 0 && members[..index].iter().all(|(earlier, _)| *earlier != tile)
        })
}

fn are_regions(Regions { divider, number, dialled, is_locked: _ }: &Regions) -> bool {
    let (min, max, least, trials) = match divider {
        Divider::Equal { min, max } => (min, max, 1, None),
        Divider::Bsp { min, max } => (min, max, 0, None),
        Divider::Sampling { min, max, trials } => (min, max, 1, *trials),
    };
    let DialledRegions { number: _, sides } = dialled;
    let (of_min, of_max) = sides.split_at(2);
    // An unlimited largest size is not written: it is the default of `bsp`; the others default to
    // the smallest.
    let is_said = max.width < u32::MAX || max.height < u32::MAX;
    let is_default = if least == 0 { of_max == [None; 2] } else { min == max && of_min == of_max };
    // If no side follows a dial, the parser raises all to at least 1.
    let least = if sides.iter().all(Option::is_none) { 1 } else { least };
    (is_said || is_default)
        && (least..=max.width).contains(&min.width)
        && (least..=max.height).contains(&min.height)
        && (1..=N_REGIONS_MAX).contains(&u64::from(*number))
        && trials.is_none_or(|trials| u64::from(trials) <= N_TRIALS_MAX)
}

fn is_finite(dialled: &Dialled) -> bool {
    dialled.factor.is_finite() && dialled.offset.is_finite()
}
