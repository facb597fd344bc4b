//! What automatic layers lack, to tell the user.

use std::collections::BTreeMap;

use super::rules::{Group, Layer, Rule};

/// Maximum number of places that are kept.
const N_PLACES_MAX: usize = 200;
/// Maximum number of places that are told for a reason.
const N_PLACES_TOLD: usize = 8;
/// Maximum number of rules that are told of a group.
const N_RULES_TOLD: usize = 8;

/// The places without tiles by the reason.
#[derive(Default)]
pub(super) struct Gaps(BTreeMap<String, Vec<String>>);

impl Gaps {
    /// Adds a place, once.
    pub(super) fn add(&mut self, place: String, why: &str) {
        let n_places: usize = self.0.values().map(Vec::len).sum();
        if n_places < N_PLACES_MAX {
            let places = self.0.entry(why.to_owned()).or_default();
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }

    /// Adds rules of a group, if there are any.
    pub(super) fn add_rules<'a>(
        &mut self,
        layer: &Layer,
        group: &Group,
        rules: impl Iterator<Item = &'a Rule>,
        why: &str,
    ) {
        let numbers: Vec<String> = rules.map(|rule| rule.uid.to_string()).collect();
        let (rules, numbers) = match &numbers[..] {
            [] => return,
            [number] => ("rule", number.clone()),
            _ if numbers.len() > N_RULES_TOLD => {
                ("rules", format!("{}, ...", numbers[..N_RULES_TOLD].join(", ")))
            }
            _ => ("rules", numbers.join(", ")),
        };
        let (layer, group) = (&layer.identifier, &group.name);
        self.add(format!("layer `{layer}`, group `{group}`, {rules} {numbers}"), why);
    }

    /// A line for each reason.
    pub(super) fn notes(&self) -> Vec<String> {
        let line = |(why, places): (&String, &Vec<String>)| {
            let shown = places[..places.len().min(N_PLACES_TOLD)].join("; ");
            let n_more = places.len().saturating_sub(N_PLACES_TOLD);
            let more = if n_more > 0 { format!("; and {n_more} more") } else { String::new() };
            format!(
                "automatic tiles are missing until LDtk applies its rules, as {why}: {shown}{more}"
            )
        };
        self.0.iter().map(line).collect()
    }
}
