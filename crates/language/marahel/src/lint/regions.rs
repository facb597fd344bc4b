//! Warns of regions that do not exist, and of a division that no explorer uses.

use std::ops::RangeInclusive;

use marahel_script::parse::{Outline, Report};
use marahel_script::{Divider, Explorer, RegionSelector, Regions, Script, Severity, Size};

pub(super) fn warn(script: &Script, outline: &Outline, report: &mut Report) {
    warn_of_division(script, outline, report);
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

/// Why a division fits no level of the script.
fn misfit(script: &Script, regions: Regions) -> Option<String> {
    let Size { width, height } = script.max;
    match regions.divider {
        Divider::Equal { min, max } => {
            let columns = uneven(min.width..=max.width, script.min.width..=script.max.width);
            let rows = uneven(min.height..=max.height, script.min.height..=script.max.height);
            let columns = columns.map(|text| text.replace("parts", "columns of regions"));
            columns.or_else(|| rows.map(|text| text.replace("parts", "rows of regions")))
        }
        Divider::Bsp { min, .. } => {
            let is_whole =
                width < min.width.saturating_mul(2) && height < min.height.saturating_mul(2);
            (is_whole && regions.number > 1).then(|| {
                format!(
                    "{width}x{height} cannot be split into parts of at least {}x{}",
                    min.width, min.height
                )
            })
        }
        Divider::Sampling { min, .. } => {
            let [least, area] = [[min.width.min(width), min.height.min(height)], [width, height]]
                .map(|sides| sides.map(u64::from).iter().product::<u64>());
            let overlap = least * u64::from(regions.number) > area;
            overlap.then(|| {
                format!(
                    "{} rectangles of at least {}x{} overlap in {width}x{height}",
                    regions.number, min.width, min.height
                )
            })
        }
    }
}

/// The largest region that an explorer may work on, or the largest level.
pub(super) fn largest(script: &Script, explorer: &Explorer) -> Size {
    let Size { width, height } = script.max;
    match script.regions.map(|regions| regions.divider) {
        Some(_) if explorer.region.contains(&RegionSelector::Map) => script.max,
        Some(Divider::Equal { min, max }) => Size {
            width: longest(min.width..=max.width, script.min.width..=width),
            height: longest(min.height..=max.height, script.min.height..=height),
        },
        Some(Divider::Sampling { max, .. }) => {
            Size { width: max.width.min(width), height: max.height.min(height) }
        }
        Some(Divider::Bsp { .. }) | None => script.max,
    }
}

/// The longest part of all these divisions of all these sides.
fn longest(numbers: RangeInclusive<u32>, sides: RangeInclusive<u32>) -> u32 {
    if n_divisions(&numbers, &sides) > N_DIVISIONS_MAX {
        return *sides.end();
    }
    let parts = sides.flat_map(|side| numbers.clone().map(move |number| parts(side, number).1));
    parts.max().unwrap_or_default()
}

/// The length of the parts of a side, and of the last one, which gets the remainder.
fn parts(side: u32, number: u32) -> (u32, u32) {
    let n = number.clamp(1, side.max(1));
    (side / n, side - side / n * (n - 1))
}

fn n_divisions(numbers: &RangeInclusive<u32>, sides: &RangeInclusive<u32>) -> u64 {
    let n = |range: &RangeInclusive<u32>| u64::from(range.end().saturating_sub(*range.start())) + 1;
    n(numbers).saturating_mul(n(sides))
}

/// Maximum number of divisions to look at.
const N_DIVISIONS_MAX: u64 = 10_000;

/// What is wrong with all these divisions of all these sides, if something is: there are more parts
/// than cells, or the last part, which gets the remainder, is twice as large as others.
fn uneven(numbers: RangeInclusive<u32>, sides: RangeInclusive<u32>) -> Option<String> {
    if n_divisions(&numbers, &sides) > N_DIVISIONS_MAX {
        return None;
    }
    let misfit = |side: u32, number: u32| {
        let (length, last) = parts(side, number);
        (number > side || last >= 2 * length && number > 1).then_some((length, last))
    };
    let mut divisions =
        sides.clone().flat_map(|side| numbers.clone().map(move |n| misfit(side, n)));
    if divisions.any(|misfit| misfit.is_none()) {
        return None;
    }
    let (side, number) = (*sides.end(), *numbers.start());
    let (length, last) = misfit(side, number)?;
    Some(if number > side {
        format!("{number} parts of {side} cells are too many")
    } else {
        format!(
            "of {number} parts of {side} cells all get {length} but the last, which gets {last}"
        )
    })
}

fn warn_of_division(script: &Script, outline: &Outline, report: &mut Report) {
    let Some((range, regions)) = outline.regions.as_ref().zip(script.regions) else { return };
    let mut selectors = script.explorers.iter().flat_map(|explorer| &explorer.region);
    let (message, help) = if selectors.all(|&selector| selector == RegionSelector::Map) {
        let help = "give one the `region` all or an index, or remove the section";
        ("no explorer works on the regions".to_owned(), help)
    } else if let Some(misfit) = misfit(script, regions) {
        let help = "change their numbers, or the size of the level";
        (format!("the regions do not fit the level: {misfit}"), help)
    } else {
        return;
    };
    report.add(Severity::Warning, range.clone(), String::new(), message).help(help);
}
