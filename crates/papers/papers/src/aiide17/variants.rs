//! Numbers that the text omits, and other possible values.

use marahel_dialects::{Interval, OldWalk};
use marahel_script::{Divider, Script, Size};

use super::evidence::{DIGGER, NONUNIFORM};

/// A generator with another value for a number. It is measured too, to test claims that fail
/// otherwise.
pub(super) struct Variant {
    pub(super) generator: usize,
    /// The number that the text omits.
    pub(super) assumption: &'static str,
    pub(super) parameter: &'static str,
    /// Sets this value in the script.
    pub(super) change: fn(&mut Script),
}

pub(super) const MORE_AGENTS: usize = 0;
pub(super) const SMALLER_REGIONS: usize = 1;

pub(super) const VARIANTS: [Variant; 2] = [
    Variant {
        generator: DIGGER,
        assumption: "the text does not say how many agents the digger has; here they are the three of Listing 8",
        parameter: "five agents (`number: 5`)",
        change: |script| {
            for explorer in &mut script.explorers {
                if let Some(OldWalk::Agent(agents)) = OldWalk::of_mut(&mut explorer.walk) {
                    agents.number = Interval::only(5);
                }
            }
        },
    },
    Variant {
        generator: NONUNIFORM,
        assumption: "the text gives no sizes of regions; here nonuniform ones have 10 x 10 to 20 x 20 cells",
        parameter: "the 8 x 8 to 15 x 15 cells of Listing 1",
        change: |script| {
            if let Some(regions) = &mut script.regions {
                let [min, max] = [8, 15].map(|side| Size { width: side, height: side });
                regions.divider = Divider::Bsp { min, max };
            }
        },
    },
];
