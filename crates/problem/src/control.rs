//! What somebody can ask single levels for: a way of about 40 steps, 3 crates.

/// A quantity of a level that somebody may want to have a certain value.
///
/// Sources: the controls of the PCG Benchmark, Khalifa 2025 (arXiv 2503.21474),
/// with the numbers of its repository `amidos2006/pcg_benchmark`, `probs/*/problem.py`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Name as in tables and on the command line.
    pub name: String,
    /// The least value that is asked for, ...
    pub low: u32,
    /// ... and the first that is no longer.
    pub high: u32,
    /// A level has a wanted value if its own is at most this far from it.
    pub tolerance: u32,
}

impl Control {
    /// The values that are asked for.
    pub fn values(&self) -> impl Iterator<Item = u32> + use<> {
        self.low..self.high
    }

    /// Whether a value is as good as a wanted one; NaN never is.
    pub fn is_hit(&self, value: f64, wanted: f64) -> bool {
        (value - wanted).abs() <= f64::from(self.tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::Control;

    #[test]
    fn a_value_is_hit_from_within_the_tolerance() {
        let control = Control { name: "path".to_owned(), low: 35, high: 98, tolerance: 7 };
        assert!(control.is_hit(33.0, 40.0) && control.is_hit(47.0, 40.0));
        assert!(!control.is_hit(32.9, 40.0) && !control.is_hit(f64::NAN, 40.0));
        assert_eq!((control.values().min(), control.values().max()), (Some(35), Some(97)));
    }
}
