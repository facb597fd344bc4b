//! Numbers that the text does not give, and what else they might have been.

use ::aiide17::{Interval, OldWalk};
use script::{Divider, Script, Size};

use super::evidence::{DIGGER, NONUNIFORM};

/// One of the generators with another number. It is measured beside them, so
/// that claims which do not hold can be held against it, too.
pub(super) struct Variant {
    /// Index of the generator.
    pub(super) generator: usize,
    /// What the number is that the text does not give.
    pub(super) assumption: &'static str,
    /// What it is in the variant.
    pub(super) parameter: &'static str,
    /// Gives the script the other number.
    pub(super) change: fn(&mut Script),
}

/// Index of the digger with more agents.
pub(super) const MORE_AGENTS: usize = 0;
/// Index of the nonuniform generator with smaller regions.
pub(super) const SMALLER_REGIONS: usize = 1;

/// All variants.
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
                let square = |side| Size { width: side, height: side };
                regions.divider = Divider::Bsp { min: square(8), max: square(15) };
            }
        },
    },
];
