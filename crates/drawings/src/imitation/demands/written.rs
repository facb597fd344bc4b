//! Demands as lines of a problem file.

use std::fmt::Write as _;

use super::catalogue::{Wants, number};
use super::chosen::Holding;
use super::scene::Scene;
use super::ways::Way;
use super::{BLOCK, Demands};
use crate::imitation::inferred::key;

impl Demands {
    /// The lines of the chosen demands. `taken` are the names of existing objectives.
    pub(super) fn written(
        scene: &Scene<'_>,
        chosen: &[&Holding],
        ways: &[Way],
        mut taken: Vec<String>,
    ) -> Self {
        let mut demands = Self::default();
        for one in chosen {
            let own = &one.candidate.key;
            let numbered = (2..).map(|number| format!("{own}_{number}"));
            let mut free = std::iter::once(own.clone()).chain(numbered);
            let name = free.find(|name| !taken.contains(name)).expect("numbers do not end");
            demands.objectives += &objective(scene, one, &name);
            taken.push(name);
        }
        let uses = |part: &str| chosen.iter().any(|one| one.candidate.value.contains(part));
        let needed = ways.iter().filter(|way| uses(&format!("by = {})", way.name)));
        demands.tables = needed.map(Way::text).collect();
        if uses("block(") {
            demands.tables += BLOCK;
        }
        demands
    }
}

/// The line of an objective, below its description.
fn objective(scene: &Scene<'_>, one: &Holding, name: &str) -> String {
    let Holding { candidate, range, wrong, .. } = one;
    let (low, high) = (range.low, range.high);
    let says = match (low == high, high.is_infinite(), candidate.wants) {
        (_, true, _) => candidate.says.replace('#', &low.to_string()),
        (_, _, Wants::Share) => {
            let shares = format!("{:.0} to {:.0} %", low * 100.0, high * 100.0);
            candidate.says.replace('#', &shares)
        }
        (true, ..) => candidate.says.replace('#', &number(low as usize)),
        (false, ..) => candidate.says.replace('#', &format!("{low} to {high}")),
    };
    let plurals = ["gaps", "pieces", "junctions", "dead ends"];
    let says = plurals.iter().fold(says, |says, many| {
        says.replace(&format!("one {many}"), &format!("one {}", &many[..many.len() - 1]))
    });
    // From about the median of shuffled levels on, the score is 0.
    let (middle, most) = wrong.unwrap_or((high, high));
    let is_share = high <= 1.0 && low > 0.0;
    let n = scene.levels().len();
    let whose = match n {
        1 => "the drawing".to_owned(),
        2 => "both drawings".to_owned(),
        _ => format!("all {} drawings", number(n)),
    };
    let mut line = format!("# {whose}: {says}\n{} = {{ value = '{}', ", key(name), candidate.value);
    if high.is_infinite() {
        let _ = write!(line, "range = [{low}, inf]");
    } else {
        let above = if is_share { 2.0 } else { middle.max(2.0 * high + 2.0).ceil() };
        let above = if most > high { above } else { (2.0 * high + 2.0).ceil().min(above) };
        let _ = write!(line, "range = [{low}, {high}]");
        if is_share && middle < low && middle > 0.0 {
            let _ = write!(line, ", zero_below = {:.2}", (middle * 0.9 * 100.0).floor() / 100.0);
        }
        let _ = write!(line, ", zero_above = {above}");
    }
    line + " }\n"
}
