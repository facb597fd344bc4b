//! The bits of encodings.

use std::sync::LazyLock;

use libm::lgamma;

/// Larger numbers are rare and not tabulated.
const N_TABLED: usize = 1 << 16;

/// The logarithms of Γ(n + 1/2) / Γ(1/2) and of n! for each number `n`.
static LOGARITHMS: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| {
    let (mut half, mut whole) = (0.0, 0.0);
    (0..N_TABLED)
        .map(|n| {
            if n > 0 {
                half += libm::log2(n as f64 - 0.5);
                whole += libm::log2(n as f64);
            }
            (half, whole)
        })
        .collect()
});

/// Bits to encode which `n` of `all` cells are set, without knowing `n`, by the estimate of
/// Krichevsky and Trofimov (1981).
pub(crate) fn of_choice(n: usize, all: usize) -> f64 {
    let table = &*LOGARITHMS;
    if all < N_TABLED {
        return (table[all].1 - table[n].0 - table[all - n].0).max(0.0);
    }
    let (yes, no) = (n as f64, (all - n) as f64);
    let nats = lgamma(yes + 0.5) + lgamma(no + 0.5) - 2.0 * lgamma(0.5) - lgamma(yes + no + 1.0);
    (-nats / std::f64::consts::LN_2).max(0.0)
}

/// Bits to encode one of `n` things.
pub(crate) fn of_one(n: usize) -> f64 {
    libm::log2(n.max(1) as f64)
}

/// Weight of the cost of a script relative to that of cells: a few drawings stand for all similar
/// ones, as in ARC-MDL, where each example counts ten times.
pub(crate) const SCRIPT: f64 = 0.6;
