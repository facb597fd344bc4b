//! The cells of a layer, however they are packed.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::LevelError;
use crate::rows::area;

#[derive(Debug, Deserialize)]
pub(super) struct Layer {
    #[serde(default)]
    pub(super) name: String,
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) width: usize,
    #[serde(default)]
    pub(super) height: usize,
    pub(super) data: Option<Data>,
    #[serde(default)]
    pub(super) compression: String,
    /// Whether tiles are elsewhere, as those of infinite maps are.
    #[serde(default, rename = "chunks", deserialize_with = "is_there")]
    pub(super) is_chunked: bool,
    #[serde(default)]
    pub(super) layers: Vec<Layer>,
}

/// Whether a field is there, whatever it holds.
fn is_there<'a, D: Deserializer<'a>>(deserializer: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| true)
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Data {
    /// Numbers of tiles, but in files that other hands wrote not always.
    Numbers(Vec<i64>),
    Packed(String),
}

impl Layer {
    /// The first layer of tiles, also in a group.
    pub(super) fn first_of_tiles(layers: &[Self]) -> Option<&Self> {
        layers.iter().find_map(|layer| match layer.r#type.as_str() {
            "tilelayer" => Some(layer),
            _ => Self::first_of_tiles(&layer.layers),
        })
    }

    /// Number of columns and the numbers of the tiles in row-major order, 0
    /// where there is none, with the bits that say how a tile is turned.
    pub(super) fn cells(&self) -> Result<(usize, Vec<u32>), LevelError> {
        let Self { width, height, .. } = *self;
        if self.is_chunked {
            return Err(infinite());
        }
        let area = area(width, height)?;
        let cells = match &self.data {
            Some(Data::Numbers(numbers)) => self.checked(numbers)?,
            Some(Data::Packed(text)) => self.unpacked(text)?,
            None => {
                return Err(LevelError::Content(format!(
                    "the tiles of layer `{}` are neither a list of numbers nor a text in base64",
                    self.name
                )));
            }
        };
        if cells.len() != area {
            return Err(LevelError::Content(format!(
                "layer `{}` is {width} x {height} tiles large, but has {} tiles",
                self.name,
                cells.len()
            )));
        }
        Ok((width, cells))
    }

    /// The numbers, if all can be those of tiles.
    fn checked(&self, numbers: &[i64]) -> Result<Vec<u32>, LevelError> {
        let numbers = numbers.iter().enumerate().map(|(index, &number)| {
            u32::try_from(number).map_err(|_| {
                let (row, column) = (index / self.width + 1, index % self.width + 1);
                LevelError::Content(format!(
                    "layer `{}`, row {row}, column {column}: {number} is no tile; numbers of tiles \
                     are 0 to 4294967295",
                    self.name
                ))
            })
        });
        numbers.collect()
    }

    /// The numbers in a text of base64, each of four bytes, compressed or not.
    fn unpacked(&self, text: &str) -> Result<Vec<u32>, LevelError> {
        let bytes = STANDARD.decode(text.trim()).map_err(|_| self.packed("base64"))?;
        let bytes = match self.compression.as_str() {
            "" => bytes,
            "zlib" => self.inflated(ZlibDecoder::new(bytes.as_slice()), "zlib")?,
            "gzip" => self.inflated(GzDecoder::new(bytes.as_slice()), "gzip")?,
            other => {
                return Err(LevelError::Content(format!(
                    "the tiles of layer `{}` are compressed by `{other}`; choose CSV, or base64 \
                     uncompressed, by zlib or by gzip, in the properties of the map",
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

    /// What a decoder yields, but not much more than the layer has room for.
    fn inflated(&self, decoder: impl Read, name: &str) -> Result<Vec<u8>, LevelError> {
        let n_bytes_max = (self.width * self.height + 1) as u64 * 4;
        let mut bytes = Vec::new();
        let read = decoder.take(n_bytes_max).read_to_end(&mut bytes);
        read.map_err(|_| self.packed(&format!("compressed by {name}")))?;
        Ok(bytes)
    }

    /// What is wrong with a text that is not what its encoding says.
    fn packed(&self, expected: &str) -> LevelError {
        LevelError::Content(format!(
            "the tiles of layer `{}` cannot be unpacked; they are not {expected}",
            self.name
        ))
    }
}

pub(super) fn infinite() -> LevelError {
    let what = "the map is infinite; turn that off in the properties of the map";
    LevelError::Content(what.to_owned())
}
