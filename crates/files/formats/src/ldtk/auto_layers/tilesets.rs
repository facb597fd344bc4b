//! Where tiles stand in the picture of a tileset, and which of them hide what is below.

use serde::Deserialize;

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tileset {
    pub(super) uid: i64,
    rel_path: Option<String>,
    embed_atlas: Option<String>,
    #[serde(default)]
    px_wid: i64,
    #[serde(default)]
    px_hei: i64,
    #[serde(default)]
    tile_grid_size: i64,
    /// Pixels between tiles, and around all.
    #[serde(default)]
    spacing: i64,
    #[serde(default)]
    padding: i64,
    cached_pixel_data: Option<PixelData>,
}

/// What LDtk remembers of the picture.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PixelData {
    /// For each tile `1` if it has no transparent pixel.
    #[serde(default)]
    opaque_tiles: String,
}

impl Tileset {
    pub(super) fn place(&self, tile: i64) -> (i64, i64) {
        let columns = self.n_cells(self.px_wid);
        let row = tile.checked_div(columns).unwrap_or(0);
        (tile.wrapping_sub(row.wrapping_mul(columns)), row)
    }

    pub(super) fn pixel(&self, tile: i64) -> (i64, i64) {
        let (column, row) = self.place(tile);
        let step = self.tile_grid_size.saturating_add(self.spacing);
        let pixel = |at: i64| self.padding.saturating_add(at.saturating_mul(step));
        (pixel(column), pixel(row))
    }

    /// Whether a tile hides what is below, as far as the project says so.
    pub(super) fn is_opaque(&self, tile: i64) -> bool {
        let data = self.cached_pixel_data.as_ref().map_or("", |data| &data.opaque_tiles);
        let n_tiles = self.n_cells(self.px_wid).checked_mul(self.n_cells(self.px_hei));
        let is_whole = n_tiles.is_some_and(|n_tiles| n_tiles == data.len() as i64);
        let at = usize::try_from(tile).unwrap_or(usize::MAX);
        is_whole && data.as_bytes().get(at) == Some(&b'1')
    }

    /// Columns or rows of a picture of so many pixels.
    fn n_cells(&self, n_pixels: i64) -> i64 {
        if self.rel_path.is_none() && self.embed_atlas.is_none() {
            return 0;
        }
        let step = self.tile_grid_size.saturating_add(self.spacing).max(1);
        let inside = n_pixels.saturating_sub(self.padding.saturating_mul(2)).max(0);
        inside.saturating_add(step - 1) / step
    }
}
