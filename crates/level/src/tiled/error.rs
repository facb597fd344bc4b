//! What can be wrong with a map of Tiled.

/// Why a map of Tiled is no level.
///
/// Rows and columns are counted from 1 at the top left.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TiledError {
    /// A text is not XML.
    #[error("not a map of Tiled in XML")]
    Xml(#[source] roxmltree::Error),
    /// Something else in XML.
    #[error("the document is a <{0}>; a <map> of Tiled is expected")]
    NoMap(String),
    /// An attribute that should be a whole number.
    #[error("`{name}` of a <{element}> is `{found}`, but should be a whole number")]
    Attribute {
        /// Name of the element.
        element: String,
        /// Name of the attribute.
        name: &'static str,
        /// What it is, nothing if it is missing.
        found: String,
    },
    /// There are no tiles.
    #[error("there is no tile layer; a level needs one")]
    NoTileLayer,
    /// A map without bounds.
    #[error("the map is infinite; turn that off in the properties of the map")]
    Infinite,
    /// Tiles are written in a way that the format does not have.
    #[error("the tiles of layer `{layer}` are neither a list of numbers nor a text in base64")]
    Encoding {
        /// Name of the layer.
        layer: String,
    },
    /// Tiles are compressed in a way that we do not read.
    #[error(
        "the tiles of layer `{layer}` are compressed by `{found}`; choose CSV, or base64 \
         uncompressed, by zlib or by gzip, in the properties of the map"
    )]
    Compression {
        /// Name of the layer.
        layer: String,
        /// Name of the compression.
        found: String,
    },
    /// A text that is not what its encoding says.
    #[error("the tiles of layer `{layer}` cannot be unpacked; they are not {expected}")]
    Packed {
        /// Name of the layer.
        layer: String,
        /// What they should be.
        expected: String,
    },
    /// A layer has more or fewer tiles than its size says.
    #[error("layer `{layer}` is {width} x {height} tiles large, but has {actual} tiles")]
    Length {
        /// Name of the layer.
        layer: String,
        /// Number of its columns.
        width: usize,
        /// Number of its rows.
        height: usize,
        /// Number of its tiles; where there are too many, one more than fit.
        actual: usize,
    },
    /// A number that no tile can have, such as a negative one.
    #[error(
        "layer `{layer}`, row {row}, column {column}: {number} is no tile; \
         numbers of tiles are 0 to 4294967295"
    )]
    Number {
        /// Name of the layer.
        layer: String,
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// What stands there.
        number: i64,
    },
    /// The tileset is elsewhere, and nothing else says what its tiles are.
    #[error(
        "the tileset is in {0}; embed it in the map, or say which entities its tiles are, in order"
    )]
    External(String),
    /// Some tiles name entities, but this one is of a tileset that is elsewhere.
    #[error(
        "row {row}, column {column}: the tileset of this tile is in {tileset}; embed it in the map"
    )]
    Elsewhere {
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// Where the tileset is.
        tileset: String,
    },
    /// A tile is of no tileset.
    #[error("row {row}, column {column}: tile {gid} is in no tileset of the map")]
    NoTileset {
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// Number of the tile in the map.
        gid: u32,
    },
    /// Some tiles name entities, but this one does not.
    #[error(
        "row {row}, column {column}: tile {id} of its tileset has no class; \
         enter the name of its entity there, as other tiles have it"
    )]
    NoClass {
        /// Number of the row.
        row: usize,
        /// Number of the column.
        column: usize,
        /// Number of the tile in its tileset, from 0.
        id: u32,
    },
}
