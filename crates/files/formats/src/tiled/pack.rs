//! Packing the numbers of tiles as a layer has them.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// The numbers of tiles in base64, compressed as the layer was.
pub(crate) fn packed(gids: &[u32], compression: &str) -> String {
    let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let bytes = match compression {
        "zlib" => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&bytes).and_then(|()| encoder.finish())
        }
        "gzip" => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&bytes).and_then(|()| encoder.finish())
        }
        "zstd" => Ok(compress_to_vec(bytes.as_slice(), CompressionLevel::Fastest)),
        _ => Ok(bytes),
    };
    STANDARD.encode(bytes.expect("there is room in memory"))
}

/// The numbers of tiles between commas, a line for each row.
pub(super) fn listed(gids: &[u32], width: usize) -> String {
    let rows =
        gids.chunks(width).map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
    rows.collect::<Vec<_>>().join(",\n")
}
