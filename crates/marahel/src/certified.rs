//! A generator all of whose levels play.

#[cfg(test)]
mod tests;

use level::{Level, View};

use crate::{Certificate, CertificateError, Generator, RunError, Workspace};

/// Candidates for a seed until one plays. Where fewer than one level in ten plays, this may not
/// be enough.
const N_CANDIDATES: u64 = 64;

/// A generator that turns any seed into a level that plays, by a [`Certificate`].
///
/// Each seed stands for one of those that the certificate knows to play; all of these are
/// equally likely. It takes one lookup for each try, and a pass over the certificate where 64
/// tries fail.
///
/// ```no_run
/// use marahel::{Certified, Generator};
///
/// let generator = Generator::parse(&std::fs::read_to_string("zelda.json")?)?;
/// let certified = Certified::new(generator, &std::fs::read("zelda.cert")?)?;
/// let level = certified.generate(7)?; // plays, as for every other seed
/// assert_eq!(level, certified.generator().generate(certified.seed(7))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certified {
    generator: Generator,
    certificate: Certificate,
    n_playing: u64,
}

impl Certified {
    /// A generator with the bytes of its certificate.
    ///
    /// # Errors
    ///
    /// If the bytes are no certificate, or that of another script or other semantics, or none
    /// of its levels plays.
    pub fn new(generator: Generator, certificate: &[u8]) -> Result<Self, CertificateError> {
        let certificate = Certificate::parse(certificate)?;
        certificate.check(&generator)?;
        match certificate.n_playing() {
            0 => Err(CertificateError::Empty),
            n_playing => Ok(Self { generator, certificate, n_playing }),
        }
    }

    /// The certified seed that a seed stands for: [`Generator::generate`] makes its level.
    pub fn seed(&self, seed: u64) -> u64 {
        let n_seeds = self.certificate.n_seeds();
        let candidates = (0..N_CANDIDATES).map(|attempt| scaled(candidate(seed, attempt), n_seeds));
        let mut playing = candidates.filter(|&candidate| self.certificate.contains(candidate));
        playing.next().unwrap_or_else(|| {
            let nth = scaled(candidate(seed, N_CANDIDATES), self.n_playing);
            self.certificate.nth(nth).expect("so many levels play")
        })
    }

    /// The level of the certified seed that a seed stands for.
    ///
    /// # Errors
    ///
    /// Never, unless the certificate was not made by `marahel certify`: those of
    /// [`Generator::generate`].
    pub fn generate(&self, seed: u64) -> Result<Level, RunError> {
        self.generator.generate(self.seed(seed))
    }

    /// The same level in reused memory; see [`Generator::generate_in`].
    ///
    /// # Errors
    ///
    /// Those of [`generate`](Self::generate).
    pub fn generate_in<'w>(
        &self,
        seed: u64,
        workspace: &'w mut Workspace,
    ) -> Result<View<'w>, RunError> {
        self.generator.generate_in(self.seed(seed), workspace)
    }

    /// Share of the certified seeds whose levels play, in 0..=1.
    pub fn share(&self) -> f64 {
        self.n_playing as f64 / self.certificate.n_seeds() as f64
    }

    /// The generator without its certificate.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// Which seeds play.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }
}

/// A number that stands for a seed at an attempt, 0 to 2^64 - 1, as if drawn: what to try
/// where the seed itself will not do.
pub fn candidate(seed: u64, attempt: u64) -> u64 {
    // The increment of SplitMix64, 2^64 over the golden ratio.
    mixed(mixed(seed).wrapping_add(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The output function of `SplitMix64` (Steele, Lea and Flood 2014, doi 10.1145/2660193.2660195).
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A number of 64 bits as one of 0..n, all equally likely.
fn scaled(number: u64, n: u64) -> u64 {
    ((u128::from(number) * u128::from(n)) >> 64) as u64
}
