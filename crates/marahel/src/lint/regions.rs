//! Warns of regions that do not exist, and of a division that no explorer uses.

use marahel_script::parse::{Outline, Report};
use marahel_script::{Divider, RegionSelector, Regions, Script, Severity, Size};

pub(super) fn warn(script: &Script, outline: &Outline, report: &mut Report) {
    warn_of_unused_division(script, outline, report);
    for (index, (explorer, places)) in script.explorers.iter().zip(&outline.explorers).enumerate() {
        for (&selector, range) in explorer.region.iter().zip(&places.regions) {
            let RegionSelector::Index(index_of_region) = selector else { continue };
            let Some((message, help)) = problem(script, index_of_region) else { continue };
            let place = format!("explorer {}", index + 1);
            report.add(Severity::Warning, range.clone(), place, message).help(help);
        }
    }
}

/// What is wrong with the index of a region, and the help.
fn problem(script: &Script, index: u32) -> Option<(String, String)> {
    let Some(regions) = script.regions else {
        let message = format!("the level is not divided, so region {index} is the whole map");
        return Some((message, "write `map`, or add a section `regions`".to_owned()));
    };
    let n_certain = n_certain(&regions, script.min);
    if index >= regions.number {
        let message = format!("there is no region {index}, which is skipped");
        let last = regions.number - 1;
        let help = format!("`number` is {}; the indices go from 0 to {last}", regions.number);
        Some((message, help))
    } else if index >= n_certain {
        let message = format!("region {index} may not exist; it is skipped in levels without it");
        let help = format!("only {n_certain} of the {} regions are certain", regions.number);
        Some((message, help))
    } else {
        None
    }
}

/// Number of regions in the level with the fewest.
pub(super) fn n_certain(regions: &Regions, map: Size) -> u32 {
    let side = |side: u32, of_map: u32| u64::from(side.min(of_map));
    let n = match regions.divider {
        // The fewest columns and rows.
        Divider::Equal { min, .. } => side(min.width, map.width) * side(min.height, map.height),
        // Parts are split until they are less than twice `min` on both axes, so the fewest remain
        // if all are as large as that allows.
        Divider::Bsp { min, .. } => {
            let n_parts =
                |min: u32, of_map: u32| u64::from(of_map).div_ceil(2 * side(min, of_map) - 1);
            n_parts(min.width, map.width) * n_parts(min.height, map.height)
        }
        Divider::Sampling { .. } => u64::from(regions.number),
    };
    n.min(u64::from(regions.number)) as u32
}

fn warn_of_unused_division(script: &Script, outline: &Outline, report: &mut Report) {
    let Some(range) = &outline.regions else { return };
    let mut selectors = script.explorers.iter().flat_map(|explorer| &explorer.region);
    if script.regions.is_some() && selectors.all(|&selector| selector == RegionSelector::Map) {
        let message = "no explorer works on the regions".to_owned();
        report
            .add(Severity::Warning, range.clone(), String::new(), message)
            .help("give one the `region` all or an index, or remove the section");
    }
}
