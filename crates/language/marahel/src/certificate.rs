//! Certificates: which of the first 2^bits seeds of a generator make levels that play.
//!
//! A file contains a header, the text of a condition, a bit for each seed, and a checksum. Numbers
//! are little-endian.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use marahel_script::{Locked, Script, Size, Spelling};

use crate::seeds::Seeds;
use crate::{Generator, Semantics, Workspace};

/// The first bytes of each certificate.
const MAGIC: [u8; 8] = *b"MARACERT";

const VERSION: u8 = 1;

/// Levels that are hashed to recognize a program version that makes other levels.
const N_LEVELS: u64 = 4;

/// Which of the seeds 0..2^bits of a generator make levels that play, as found by `marahel
/// certify`. [`Certified`](crate::Certified) maps any seed to one of these.
///
/// A certificate takes 2^bits / 8 bytes and at most 1 KB more, on disk and in memory. It detects
/// accidents, not forgery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    bits: u8,
    semantics: Semantics,
    script: u64,
    levels: u64,
    problem: u64,
    sizes: [Size; 2],
    condition: String,
    seeds: Seeds,
}

/// Why bytes are not a certificate, or not that of a generator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The bytes are something else.
    #[error("this is not a certificate; `marahel certify` makes them")]
    NoCertificate,
    /// A layout of another version of this program.
    #[error("the certificate has layout {0}, which this program does not know; certify again")]
    Version(u8),
    /// Bytes are missing, added or changed.
    #[error("the certificate is damaged: {0}; certify again")]
    Damaged(&'static str),
    /// The number of seeds is out of range.
    #[error("a certificate is about 2^3 to 2^24 seeds, not 2^{0}")]
    Bits(u8),
    /// The condition does not fit into the header.
    #[error(
        "the condition has {0} bytes, and a certificate has room for {max}; give parts of it \
         names in the problem file",
        max = Certificate::CONDITION_BYTES_MAX
    )]
    Condition(usize),
    /// The certificate belongs to another script.
    #[error("the certificate is about another script, or this one before it was changed")]
    Script,
    /// The certificate belongs to the other semantics.
    #[error("the certificate is about levels in the semantics {0}")]
    Semantics(Semantics),
    /// The script is the same, but the program makes other levels.
    #[error("this version of the program makes other levels of the script; certify again")]
    Levels,
    /// None of its seeds makes a level that plays.
    #[error("none of the certified levels plays")]
    Empty,
}

impl Certificate {
    /// The binary logarithms of the possible numbers of seeds.
    pub const BITS: RangeInclusive<u8> = 3..=24;

    /// Maximum number of bytes of a condition.
    pub const CONDITION_BYTES_MAX: usize = 512;

    /// Bytes of the longest certificate.
    pub const N_BYTES_MAX: usize = (1 << 24) / 8 + 1024;

    /// A certificate of a generator, with no seed that plays yet.
    ///
    /// `problem` is the text of the problem file, which defines what plays; `condition` is a
    /// further condition on the levels, or empty.
    pub fn new(
        generator: &Generator,
        bits: u8,
        problem: &str,
        condition: &str,
    ) -> Result<Self, CertificateError> {
        if !Self::BITS.contains(&bits) {
            return Err(CertificateError::Bits(bits));
        }
        if condition.len() > Self::CONDITION_BYTES_MAX {
            return Err(CertificateError::Condition(condition.len()));
        }
        let script = generator.script();
        Ok(Self {
            bits,
            semantics: generator.semantics(),
            script: script_hash(script),
            levels: levels_hash(generator),
            problem: fnv(problem.bytes()),
            sizes: [script.min, script.max],
            condition: condition.to_owned(),
            seeds: Seeds::of(vec![0; (1 << bits) / 8]),
        })
    }

    /// Reads the bytes of a certificate file.
    pub fn parse(bytes: &[u8]) -> Result<Self, CertificateError> {
        let Some((content, checksum)) = bytes.split_last_chunk() else {
            return Err(CertificateError::NoCertificate);
        };
        let mut fields = Fields(content);
        if fields.take() != Some(MAGIC) {
            return Err(CertificateError::NoCertificate);
        }
        let cut_off = || CertificateError::Damaged("it is cut off");
        match fields.byte().ok_or_else(cut_off)? {
            VERSION => (),
            other => return Err(CertificateError::Version(other)),
        }
        if fnv(content.iter().copied()) != u64::from_le_bytes(*checksum) {
            return Err(CertificateError::Damaged("its checksum is wrong"));
        }
        let found = fields.certificate().ok_or_else(cut_off)??;
        if fields.0.is_empty() {
            Ok(found)
        } else {
            Err(CertificateError::Damaged("there are bytes after its end"))
        }
    }

    /// The bytes of the file, for [`parse`](Self::parse).
    pub fn to_bytes(&self) -> Vec<u8> {
        let semantics = match self.semantics {
            Semantics::Documented => 0,
            Semantics::Original => 1,
        };
        let mut content = vec![self.bits, semantics];
        for hash in [self.script, self.levels, self.problem] {
            content.extend(hash.to_le_bytes());
        }
        for side in self.sizes.iter().flat_map(|size| [size.width, size.height]) {
            content.extend(side.to_le_bytes());
        }
        content.extend((self.condition.len() as u16).to_le_bytes());
        content.extend(self.condition.as_bytes());
        content.extend(self.seeds.bitmap());
        Self::sealed(&content)
    }

    /// Wraps any content in the first bytes and the checksum of a file, for tests of
    /// [`parse`](Self::parse).
    pub fn sealed(content: &[u8]) -> Vec<u8> {
        let mut bytes = [&MAGIC[..], &[VERSION], content].concat();
        let checksum = fnv(bytes.iter().copied());
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Checks that the certificate belongs to the levels of this generator.
    pub fn check(&self, generator: &Generator) -> Result<(), CertificateError> {
        if self.script != script_hash(generator.script()) {
            return Err(CertificateError::Script);
        }
        if self.semantics != generator.semantics() {
            return Err(CertificateError::Semantics(self.semantics));
        }
        if self.levels != levels_hash(generator) {
            return Err(CertificateError::Levels);
        }
        Ok(())
    }

    /// Whether both certify the same levels for the same problem and condition, whatever their
    /// seeds.
    pub fn asks_the_same(&self, other: &Self) -> bool {
        let asked = |one: &Self| Self { seeds: Seeds::default(), ..one.clone() };
        asked(self) == asked(other)
    }

    /// Binary logarithm of [`n_seeds`](Self::n_seeds).
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// Number of seeds: 0 up to this.
    pub fn n_seeds(&self) -> u64 {
        1 << self.bits
    }

    /// The semantics in which the levels were made.
    pub fn semantics(&self) -> Semantics {
        self.semantics
    }

    /// The further condition on the levels; empty for none.
    pub fn condition(&self) -> &str {
        &self.condition
    }

    /// The smallest and the largest size of the levels, in tiles.
    pub fn sizes(&self) -> [Size; 2] {
        self.sizes
    }

    /// Records that the level of a seed plays.
    ///
    /// # Panics
    ///
    /// If the seed is not below [`n_seeds`](Self::n_seeds).
    pub fn insert(&mut self, seed: u64) {
        self.seeds.insert(seed);
    }

    /// Whether the level of a seed is known to play.
    pub fn contains(&self, seed: u64) -> bool {
        self.seeds.contains(seed)
    }

    /// Number of seeds whose levels play.
    pub fn n_playing(&self) -> u64 {
        self.seeds.n()
    }

    /// Share of the seeds whose levels play, in 0..=1.
    pub fn share(&self) -> f64 {
        self.n_playing() as f64 / self.n_seeds() as f64
    }

    /// The seed with a playing level that `seed` maps to, if there is one.
    pub(crate) fn pick(&self, seed: u64) -> Option<u64> {
        self.seeds.pick(seed)
    }
}

struct Fields<'b>(&'b [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }

    fn some(&mut self, n: usize) -> Option<Vec<u8>> {
        let (field, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(field.to_vec())
    }

    fn byte(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    fn hash(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn size(&mut self) -> Option<Size> {
        let width = self.take().map(u32::from_le_bytes)?;
        self.take().map(|height| Size { width, height: u32::from_le_bytes(height) })
    }

    /// Reads everything after the version; `None` if the bytes end too early.
    fn certificate(&mut self) -> Option<Result<Certificate, CertificateError>> {
        let (bits, semantics) = (self.byte()?, self.byte()?);
        let (script, levels, problem) = (self.hash()?, self.hash()?, self.hash()?);
        let sizes = [self.size()?, self.size()?];
        let n_condition = usize::from(self.take().map(u16::from_le_bytes)?);
        if !Certificate::BITS.contains(&bits) {
            return Some(Err(CertificateError::Bits(bits)));
        }
        if n_condition > Certificate::CONDITION_BYTES_MAX {
            return Some(Err(CertificateError::Condition(n_condition)));
        }
        let Ok(condition) = String::from_utf8(self.some(n_condition)?) else {
            return Some(Err(CertificateError::Damaged("its condition is not UTF-8")));
        };
        let semantics = match semantics {
            0 => Semantics::Documented,
            1 => Semantics::Original,
            _ => return Some(Err(CertificateError::Damaged("its semantics are unknown"))),
        };
        let bitmap = self.some((1 << bits) / 8)?;
        let seeds = Seeds::of(bitmap);
        Some(Ok(Certificate { bits, semantics, script, levels, problem, sizes, condition, seeds }))
    }
}

/// A hash of the script, without descriptions, locks and colors, which do not affect levels.
fn script_hash(script: &Script) -> u64 {
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

fn levels_hash(generator: &Generator) -> u64 {
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
fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
