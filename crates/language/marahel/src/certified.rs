//! Generators with a certificate, so that all their levels play.

#[cfg(test)]
mod tests;

use marahel_level::{Level, View};

use crate::{Certificate, CertificateError, Generator, RunError, Workspace};

/// A generator that makes a level that plays from any seed, by a [`Certificate`].
///
/// Each seed maps to one of the certified seeds, all with the same probability. Levels show their
/// tiles by the characters of the problem.
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
}

impl Certified {
    /// Combines a generator with the bytes of its certificate.
    pub fn new(generator: Generator, certificate: &[u8]) -> Result<Self, CertificateError> {
        let certificate = Certificate::parse(certificate)?;
        let generator = certificate.apply(generator)?;
        if certificate.playing().is_empty() {
            return Err(CertificateError::Empty);
        }
        Ok(Self { generator, certificate })
    }

    /// The certified seed that a seed maps to; [`Generator::generate`] makes its level.
    pub fn seed(&self, seed: u64) -> u64 {
        self.certificate.pick(seed).expect("some levels play")
    }

    /// The level of the certified seed that a seed maps to. This fails only if `marahel certify`
    /// did not make the certificate.
    pub fn generate(&self, seed: u64) -> Result<Level, RunError> {
        self.generator.generate(self.seed(seed))
    }

    /// As [`generate`](Self::generate), in reused memory; see [`Generator::generate_in`].
    pub fn generate_in<'w>(
        &self,
        seed: u64,
        workspace: &'w mut Workspace,
    ) -> Result<View<'w>, RunError> {
        self.generator.generate_in(self.seed(seed), workspace)
    }

    /// Share of the certificate's seeds whose levels play, in 0..=1.
    pub fn share(&self) -> f64 {
        self.certificate.share()
    }

    /// The generator without its certificate.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }
}
