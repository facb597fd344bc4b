//! Where the pattern of a rule holds.

use std::collections::BTreeMap;

use super::rules::{Layer, Rule};

#[cfg(test)]
mod tests;

/// The need for any value; with a minus of none.
const ANYTHING: i64 = 1_000_001;
/// Needs from here on are for groups: 1000 for the first one, 2000 for the next.
const GROUP_STEP: i64 = 1000;
/// Columns or rows of the largest pattern.
const SIZE_MAX: i64 = 9;
/// Columns and rows of the areas in which LDtk counts values.
const AREA: i64 = 10;

pub(super) struct Cells<'a> {
    pub(super) width: i64,
    pub(super) height: i64,
    values: Vec<i32>,
    groups: &'a BTreeMap<i64, i64>,
}

pub(super) struct Pattern {
    needs: Vec<(i64, i64, Need)>,
    radius: i64,
    /// The value of cells outside of the level.
    outside: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Anything,
    Nothing,
    Value(i64),
    NoValue(i64),
    Group(i64),
    NoGroup(i64),
}

impl<'a> Cells<'a> {
    /// The values of a layer with this definition, row by row.
    pub(super) fn of(layer: &'a Layer, width: i64, height: i64, values: Vec<i32>) -> Option<Self> {
        let area = usize::try_from(width.checked_mul(height)?).ok()?;
        let is_whole = width >= 0 && values.len() == area;
        is_whole.then_some(Self { width, height, values, groups: &layer.groups })
    }

    pub(super) fn area(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value of a cell; `None` outside of the level.
    fn value(&self, x: i64, y: i64) -> Option<i64> {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_inside.then(|| i64::from(self.values[(y * self.width + x) as usize]))
    }

    /// Whether the area of LDtk around a cell has a value that meets the need.
    fn area_meets(&self, need: Need, x: i64, y: i64) -> bool {
        let (left, top) = (x / AREA * AREA, y / AREA * AREA);
        (top..top + AREA).any(|y| {
            let mut row = (left..left + AREA).filter_map(|x| self.value(x, y));
            row.any(|value| need.is_met(value, self))
        })
    }
}

impl Need {
    fn of(number: i64) -> Option<Self> {
        let group = number.checked_abs()? / GROUP_STEP - 1;
        Some(match number {
            0 => return None,
            ANYTHING => Self::Anything,
            _ if number == -ANYTHING => Self::Nothing,
            GROUP_STEP.. => Self::Group(group),
            1.. => Self::Value(number),
            _ if number <= -GROUP_STEP => Self::NoGroup(group),
            _ => Self::NoValue(-number),
        })
    }

    fn is_met(self, value: i64, cells: &Cells<'_>) -> bool {
        let is_of = |group| cells.groups.get(&value) == Some(&group);
        match self {
            Self::Anything => value != 0,
            Self::Nothing => value == 0,
            Self::Value(number) => value == number,
            Self::NoValue(number) => value != number,
            Self::Group(group) => is_of(group),
            Self::NoGroup(group) => !is_of(group),
        }
    }

    /// Whether a certain value or group must be there.
    fn is_required(self) -> bool {
        matches!(self, Self::Value(_) | Self::Group(_))
    }
}

impl Pattern {
    /// The pattern of a rule, if it has a size that LDtk knows.
    pub(super) fn of(rule: &Rule) -> Option<Self> {
        let size = rule.size;
        if !(1..=SIZE_MAX).contains(&size) || size % 2 == 0 {
            return None;
        }
        let radius = size / 2;
        let rows = rule.pattern.chunks(size as usize).take(size as usize);
        let needs = (-radius..).zip(rows).flat_map(|(y, row)| {
            let row = (-radius..).zip(row);
            row.filter_map(move |(x, &number)| Some((x, y, Need::of(number)?)))
        });
        let needs = needs.collect();
        Some(Self { needs, radius, outside: rule.out_of_bounds_value })
    }

    /// Whether the cells around this one are as the pattern needs. A direction is -1 to flip the pattern,
    /// or else 1. Counts in `n_steps` the cells that were looked at.
    pub(super) fn holds(
        &self,
        cells: &Cells<'_>,
        (x, y): (i64, i64),
        (x_direction, y_direction): (i64, i64),
        n_steps: &mut u64,
    ) -> bool {
        let mut is_lent = false;
        for &(x_way, y_way, need) in &self.needs {
            *n_steps += 1;
            let inside = cells.value(x + x_direction * x_way, y + y_direction * y_way);
            let Some(value) = inside.or(self.outside) else { return false };
            if !need.is_met(value, cells) {
                return false;
            }
            is_lent |= inside.is_none() && need.is_required();
        }
        // LDtk skips a rule in areas that lack a required value, and forgets that the outside may
        // have it.
        !is_lent || self.is_around(cells, (x, y), n_steps)
    }

    /// Whether the areas at the corners of the pattern have all required values.
    fn is_around(&self, cells: &Cells<'_>, (x, y): (i64, i64), n_steps: &mut u64) -> bool {
        let mut required = self.needs.iter().map(|(.., need)| *need);
        let r = self.radius;
        let corners = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)];
        required.all(|need| {
            !need.is_required() || {
                *n_steps += 4 * (AREA * AREA) as u64;
                corners.iter().any(|&(x, y)| cells.area_meets(need, x, y))
            }
        })
    }
}
