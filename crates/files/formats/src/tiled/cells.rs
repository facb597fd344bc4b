//! Reads the cells of a layer.

use std::fmt;
use std::io::Read;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};
use marahel_level::{LevelError, N_TILES_MAX, checked_area};
use ruzstd::decoding::StreamingDecoder;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::document::{Layer, LayerKind};
use super::painting::Patch;

#[cfg(test)]
mod tests;

/// Some programs leave out the `=` at the end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Numbers below have one bit for flips, at least, that is not set; -1 is no tile in some programs.
const FLIPPED_MIN: i32 = 1 << 28;

#[derive(Debug)]
pub(super) enum Data {
    /// Tile numbers, unchecked.
    Numbers(Vec<i64>),
    /// Base64, or in XML also numbers between commas.
    Text(String),
}

/// Not derived, so that a mistake in a number is told with its place.
impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DataVisitor)
    }
}

struct DataVisitor;

impl<'de> Visitor<'de> for DataVisitor {
    type Value = Data;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of the numbers of tiles, or a text in base64")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, numbers: A) -> Result<Data, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(numbers)).map(Data::Numbers)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Data, E> {
        Ok(Data::Text(text.to_owned()))
    }
}

impl Layer {
    /// The rectangles of tiles of the layer; empty for other kinds of layers and for empty infinite
    /// layers.
    pub(super) fn patches(&self, is_infinite: bool) -> Result<Vec<Patch>, LevelError> {
        let is_blank = match &self.data {
            None => true,
            Some(Data::Text(text)) => text.trim().is_empty(),
            Some(Data::Numbers(numbers)) => numbers.is_empty(),
        };
        let is_unpainted = is_infinite && is_blank && self.chunks.is_empty();
        if self.kind() != LayerKind::Tiles || is_unpainted {
            return Ok(Vec::new());
        }
        if self.chunks.is_empty() {
            let gids = self.gids(self.width, self.height, self.data.as_ref())?;
            return Ok(vec![Patch { left: 0, top: 0, width: self.width, gids }]);
        }
        let mut n_cells = 0;
        let mut patches = Vec::new();
        for chunk in &self.chunks {
            let gids = self.gids(chunk.width, chunk.height, chunk.data.as_ref())?;
            n_cells += gids.len();
            if n_cells > N_TILES_MAX {
                return Err(LevelError::TooLarge);
            }
            patches.push(Patch { left: chunk.x, top: chunk.y, width: chunk.width, gids });
        }
        Ok(patches)
    }

    /// The tile numbers of a rectangle in row-major order, 0 for no tile, with the bits for flips
    /// and rotations.
    fn gids(
        &self,
        width: usize,
        height: usize,
        data: Option<&Data>,
    ) -> Result<Vec<u32>, LevelError> {
        let area = checked_area(width, height)?;
        let gids = match data {
            Some(Data::Numbers(numbers)) => self.checked(numbers, width)?,
            Some(Data::Text(text)) if self.encoding == "csv" => self.listed(text, width)?,
            Some(Data::Text(text)) => self.unpacked(text, area)?,
            None => {
                bail!(
                    "the tiles of layer `{}` are neither a list of numbers nor a text in base64",
                    self.name
                );
            }
        };
        ensure!(
            gids.len() == area,
            "layer `{}` is {width} x {height} tiles large, but has {} tiles",
            self.name,
            gids.len()
        );
        Ok(gids)
    }

    /// The numbers between commas.
    fn listed(&self, text: &str, width: usize) -> Result<Vec<u32>, LevelError> {
        let numbers = text.split(',').take(N_TILES_MAX + 2).enumerate().map(|(index, number)| {
            number.trim().parse().map_err(|_| {
                let what = match number.trim() {
                    "" if index > 0 => "a comma is followed by no tile; remove it".to_owned(),
                    "" => "there are no tiles".to_owned(),
                    text => match text.split_ascii_whitespace().collect::<Vec<_>>()[..] {
                        [number, next, ..] => {
                            format!("there is no comma between `{number}` and `{next}`")
                        }
                        _ => format!("`{text}` is no number of a tile"),
                    },
                };
                self.at(
                    if number.trim().is_empty() { index.max(1) - 1 } else { index },
                    width,
                    &what,
                )
            })
        });
        self.checked(&numbers.collect::<Result<Vec<i64>, _>>()?, width)
    }

    /// The numbers, if all are valid tile numbers.
    fn checked(&self, numbers: &[i64], width: usize) -> Result<Vec<u32>, LevelError> {
        let numbers = numbers.iter().enumerate().map(|(index, &number)| {
            // Some programs write numbers with flips as negative ones.
            let with_sign = i32::try_from(number).ok().filter(|number| *number < -FLIPPED_MIN);
            let number_of_bits = with_sign.map(i32::cast_unsigned);
            number_of_bits.map_or_else(|| u32::try_from(number), Ok).map_err(|_| {
                let what = format!("{number} is no tile; numbers of tiles are 0 to 4294967295");
                self.at(index, width, &what)
            })
        });
        numbers.collect()
    }

    fn at(&self, index: usize, width: usize, what: &str) -> LevelError {
        let (row, column) = (index / width + 1, index % width + 1);
        LevelError::Content(format!("layer `{}`, row {row}, column {column}: {what}", self.name))
    }

    /// The four-byte numbers of a base64 text, compressed or not.
    fn unpacked(&self, text: &str, area: usize) -> Result<Vec<u32>, LevelError> {
        if !["", "base64"].contains(&self.encoding.as_str()) {
            return Err(LevelError::Content(format!(
                "the tiles of layer `{}` are in `{}`, which nobody knows; choose CSV or base64 in the \
                 properties of the map",
                self.name, self.encoding
            )));
        }
        let text: String = text.split_ascii_whitespace().collect();
        let bytes = BASE64.decode(text).map_err(|_| self.packed("base64"))?;
        let packed = bytes.as_slice();
        let bytes = match self.compression.as_str() {
            "" => bytes,
            "zlib" => self.inflated(ZlibDecoder::new(packed), area, "zlib")?,
            "gzip" => self.inflated(GzDecoder::new(packed), area, "gzip")?,
            "zstd" => match StreamingDecoder::new(packed) {
                Ok(decoder) => self.inflated(decoder, area, "zstd")?,
                Err(_) => return Err(self.packed("compressed by zstd")),
            },
            other => {
                return Err(LevelError::Content(format!(
                    "the tiles of layer `{}` are compressed by `{other}`; choose CSV or another \
                     compression in the properties of the map",
                    self.name
                )));
            }
        };
        let (numbers, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(self.packed("whole numbers of four bytes"));
        }
        Ok(numbers.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
    }

    /// The output of a decoder, cut off soon after the expected size.
    fn inflated(&self, decoder: impl Read, area: usize, name: &str) -> Result<Vec<u8>, LevelError> {
        let n_bytes_max = (area + 1) as u64 * 4;
        let mut bytes = Vec::new();
        let read = decoder.take(n_bytes_max).read_to_end(&mut bytes);
        read.map_err(|_| self.packed(&format!("compressed by {name}")))?;
        Ok(bytes)
    }

    /// An error for text that does not match its encoding.
    fn packed(&self, expected: &str) -> LevelError {
        LevelError::Content(format!(
            "the tiles of layer `{}` cannot be unpacked; they are not {expected}",
            self.name
        ))
    }
}
