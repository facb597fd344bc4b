//! Demands as lines of a problem file.

use std::fmt::Write as _;

use super::candidate::{Bound, Need, number};
use super::chosen::Demand;
use super::scene::Scene;
use super::ways::Way;
use crate::imitation::toml::{free, key};

/// The conditions, as parts of a problem file.
#[derive(Debug, Default)]
pub(crate) struct Demands {
    /// Lines of `[objectives]`, each below its description.
    pub(crate) objectives: String,
    /// Movements and neighborhoods that only these objectives use.
    pub(crate) tables: String,
}

/// The neighborhood of a square of two by two cells.
pub(super) const BLOCK: &str = "\n[neighborhoods]\nblock = \"31,11\"\n";

impl Demands {
    /// The lines of the chosen demands. `names` are those of existing objectives.
    pub(super) fn written(
        scene: &Scene<'_>,
        chosen: &[&Demand],
        ways: &[Way],
        mut names: Vec<String>,
    ) -> Self {
        let mut demands = Self::default();
        for demand in chosen {
            let name = free(&demand.candidate.key, &names);
            demands.objectives += &objective(scene, demand, &name);
            names.push(name);
        }
        let needs: Vec<&Need> =
            chosen.iter().filter_map(|demand| demand.candidate.needs.as_ref()).collect();
        let is_needed = |way: &&Way| {
            needs.iter().any(|need| matches!(need, Need::Way(name) if *name == way.name))
        };
        demands.tables = ways.iter().filter(is_needed).map(Way::text).collect();
        if needs.contains(&&Need::Block) {
            demands.tables += BLOCK;
        }
        demands
    }
}

/// The line of an objective, below its description.
fn objective(scene: &Scene<'_>, demand: &Demand, name: &str) -> String {
    let Demand { candidate, range, shuffled, .. } = demand;
    let (low, high) = (range.low, range.high);
    let description = candidate.description.replace(
        '#',
        &match candidate.bound {
            Bound::Long(..) => low.to_string(),
            Bound::Share => format!("{:.0} to {:.0} %", low * 100.0, high * 100.0),
            _ if low == high => number(low as usize),
            _ => format!("{low} to {high}"),
        },
    );
    let plurals = ["gaps", "pieces", "junctions", "dead ends"];
    let description = plurals.iter().fold(description, |description, many| {
        description.replace(&format!("one {many}"), &format!("one {}", &many[..many.len() - 1]))
    });
    // From about the median of shuffled levels on, the score is 0.
    let (middle, most) = shuffled.unwrap_or((high, high));
    let is_share = high <= 1.0 && low > 0.0;
    let n = scene.levels().len();
    let whose = match n {
        1 => "the drawing".to_owned(),
        2 => "both drawings".to_owned(),
        _ => format!("all {} drawings", number(n)),
    };
    let mut line = format!(
        "# {whose}: {description}\n{} = {{ value = '{}', ",
        key(name),
        candidate.expression
    );
    let above = if is_share { 2.0 } else { middle.max(2.0 * high + 2.0).ceil() };
    let above = if most > high { above } else { (2.0 * high + 2.0).ceil().min(above) };
    let _ = write!(line, "range = [{low}, {high}]");
    if is_share && middle < low && middle > 0.0 {
        let _ = write!(line, ", zero_below = {:.2}", (middle * 0.9 * 100.0).floor() / 100.0);
    }
    let _ = write!(line, ", zero_above = {above}");
    line + " }\n"
}
