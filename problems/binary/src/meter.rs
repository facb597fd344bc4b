//! The values of the two objectives.

use level::View;
use problem::{Floor, Meter, Signature, Survey};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{PASSABLE, PathMeasure};

/// Measures how many regions a level has and how much longer its longest
/// shortest path is than after the initial explorer.
pub(crate) struct BinaryMeter {
    floor: Floor,
    measure: PathMeasure,
    initial_path: u32,
    rng: ChaCha8Rng,
}

impl BinaryMeter {
    pub(crate) fn new(measure: PathMeasure) -> Self {
        Self { floor: Floor::new(), measure, initial_path: 0, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    fn survey(&mut self, level: View<'_>) -> Survey {
        self.floor.load(level, PASSABLE);
        match self.measure {
            PathMeasure::Exact => self.floor.survey(),
            PathMeasure::TwoSweep => Survey {
                regions: self.floor.regions(),
                diameter: self.floor.two_sweep(&mut self.rng),
            },
        }
    }
}

impl Meter for BinaryMeter {
    fn start(&mut self, initial: View<'_>, draw_seed: u64) {
        if self.measure == PathMeasure::TwoSweep {
            self.rng = ChaCha8Rng::seed_from_u64(draw_seed);
        }
        self.initial_path = self.survey(initial).diameter;
    }

    fn measure(&mut self, level: View<'_>, values: &mut [f64]) -> bool {
        let Survey { regions, diameter } = self.survey(level);
        let improvement = f64::from(diameter) - f64::from(self.initial_path);
        values.copy_from_slice(&[f64::from(regions), improvement]);
        regions == 1
    }

    /// The exact length, whatever the objective is measured by.
    fn controls(&mut self, level: View<'_>, values: &mut [f64]) {
        self.floor.load(level, PASSABLE);
        values.copy_from_slice(&[f64::from(self.floor.survey().diameter)]);
    }

    fn sign(&mut self, level: View<'_>, signature: &mut Signature) {
        signature.begin(level, PASSABLE);
    }
}
