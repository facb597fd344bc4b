//! Certificates: which of the first seeds of a generator make levels that play.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use marahel_level::{Palette, PaletteError};
use marahel_script::{Locked, Script, Spelling};
use serde::{Deserialize, Serialize};

use crate::seeds::Seeds;
use crate::{Generator, Workspace};

/// The first bytes of certificates of earlier versions, which were no JSON.
const EARLIER: &[u8] = b"MARACERT";

/// Levels that are hashed to recognize a program version that makes other levels.
const N_LEVELS: u64 = 4;

/// Which of the first seeds of a generator make levels that play, as found by `marahel certify`.
/// [`Certified`](crate::Certified) maps any seed to one of these.
///
/// A file is an object of JSON with these fields. It detects accidents, not forgery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    problem: String,
    condition: String,
    /// The characters by which the problem shows tiles.
    characters: BTreeMap<String, char>,
    semantics: String,
    hashes: Hashes,
    seeds: Seeds,
}

/// Of the texts of the script and the problem, and of the first levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Hashes {
    script: String,
    problem: String,
    levels: String,
}

/// Why bytes are not a certificate, or not that of a generator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The bytes are something else.
    #[error("this is no certificate: {0}; `marahel certify` makes them")]
    NoCertificate(String),
    /// A file of an earlier version of this program.
    #[error("this is a certificate of an earlier version, which was no JSON; certify again")]
    Earlier,
    /// The number of seeds is out of range.
    #[error("a certificate is about 2^3 to 2^20 seeds, not 2^{0}")]
    Bits(u8),
    /// The certificate belongs to another script.
    #[error("the certificate is about another script, or this one before it was changed")]
    Script,
    /// The certificate belongs to the other semantics.
    #[error("the certificate is about levels in the semantics {0}")]
    Semantics(String),
    /// The script is the same, but the program makes other levels.
    #[error("this version of the program makes other levels of the script; certify again")]
    Levels,
    /// None of its seeds makes a level that plays.
    #[error("none of the certified levels plays")]
    Empty,
}

impl Certificate {
    /// The binary logarithms of the possible numbers of seeds.
    pub const BITS: RangeInclusive<u8> = 3..=20;

    /// Bytes of the longest certificate.
    pub const N_BYTES_MAX: usize = 9 << 20;

    /// A certificate of a generator, with no seed that plays yet.
    ///
    /// `condition` is a further condition on the levels, or empty.
    pub fn new(generator: &Generator, bits: u8, condition: &str) -> Result<Self, CertificateError> {
        if !Self::BITS.contains(&bits) {
            return Err(CertificateError::Bits(bits));
        }
        Ok(Self {
            problem: String::new(),
            condition: condition.to_owned(),
            characters: BTreeMap::new(),
            semantics: generator.semantics().to_string(),
            hashes: Hashes {
                script: hash_of_script(generator.script()),
                problem: String::new(),
                levels: hash_of_levels(generator),
            },
            seeds: Seeds { tried: 1 << bits, playing: Vec::new() },
        })
    }

    /// The same for the problem that says what plays: its name, the text of its file, and its tiles.
    #[must_use]
    pub fn for_problem(self, name: &str, text: &str, palette: &Palette) -> Self {
        let entities = palette.entities().iter();
        Self {
            problem: name.to_owned(),
            characters: entities.map(|entity| (entity.name.clone(), entity.character)).collect(),
            hashes: Hashes { problem: fnv(text.bytes()), ..self.hashes },
            ..self
        }
    }

    /// The same with the seeds whose levels play, in order.
    #[must_use]
    pub fn with_seeds(self, playing: Vec<u32>) -> Self {
        Self { seeds: Seeds { playing, ..self.seeds }, ..self }
    }

    /// Reads the bytes of a certificate file.
    pub fn parse(bytes: &[u8]) -> Result<Self, CertificateError> {
        if bytes.starts_with(EARLIER) {
            return Err(CertificateError::Earlier);
        }
        let certificate: Self = serde_json::from_slice(bytes)
            .map_err(|error| CertificateError::NoCertificate(error.to_string()))?;
        if !certificate.seeds.are_sound() {
            let mistake = "its seeds are not in order, or were not tried";
            return Err(CertificateError::NoCertificate(mistake.to_owned()));
        }
        Ok(certificate)
    }

    /// The text of the file, for [`parse`](Self::parse).
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("names and numbers are JSON") + "\n"
    }

    /// The generator, whose levels show their tiles as the problem does; an error if the
    /// certificate is not about its levels.
    pub(crate) fn apply(&self, generator: Generator) -> Result<Generator, CertificateError> {
        if self.hashes.script != hash_of_script(generator.script()) {
            return Err(CertificateError::Script);
        }
        if self.semantics != generator.semantics().to_string() {
            return Err(CertificateError::Semantics(self.semantics.clone()));
        }
        if self.hashes.levels != hash_of_levels(&generator) {
            return Err(CertificateError::Levels);
        }
        let unsound = |error: PaletteError| CertificateError::NoCertificate(error.to_string());
        generator.with_characters(&self.characters).map_err(unsound)
    }

    /// Number of tried seeds: 0 up to this.
    pub fn n_seeds(&self) -> u64 {
        self.seeds.tried.into()
    }

    /// The further condition on the levels; empty for none.
    pub fn condition(&self) -> &str {
        &self.condition
    }

    /// The seeds whose levels play, in order.
    pub fn playing(&self) -> &[u32] {
        &self.seeds.playing
    }

    /// Share of the seeds whose levels play, in 0..=1.
    pub fn share(&self) -> f64 {
        self.playing().len() as f64 / f64::from(self.seeds.tried)
    }

    /// The seed with a playing level that `seed` maps to, if there is one.
    pub(crate) fn pick(&self, seed: u64) -> Option<u64> {
        self.seeds.pick(seed)
    }
}

/// A hash of the script, without descriptions, locks and colors, which do not affect levels.
fn hash_of_script(script: &Script) -> String {
    let mut plain = script.clone();
    plain.description = Spelling::default();
    plain.colors.clear();
    for explorer in &mut plain.explorers {
        (explorer.description, explorer.locked) = (Spelling::default(), Locked::No);
    }
    if let Some(regions) = &mut plain.regions {
        regions.is_locked = false;
    }
    fnv(plain.to_json().to_string().bytes())
}

fn hash_of_levels(generator: &Generator) -> String {
    let mut workspace = Workspace::new();
    let mut bytes = Vec::new();
    for seed in 0..N_LEVELS {
        if let Ok(level) = generator.generate_in(seed, &mut workspace) {
            bytes.extend((level.width() as u32).to_le_bytes());
            bytes.extend(level.rows().flatten());
        }
    }
    fnv(bytes)
}

/// FNV-1a: the same on every machine, and three lines instead of a dependency of each game. It
/// detects mistakes, not attacks.
fn fnv(bytes: impl IntoIterator<Item = u8>) -> String {
    let hash = bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
