//! Objects without a tile: points, rectangles, ellipses and polygons, and the cells that they cover.

use std::ops::Range;

use super::document::{Map, Object};

#[cfg(test)]
mod tests;

/// Where an object without a tile is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Area {
    /// In a cell, or in a row or column of cells.
    Cells { columns: Range<i64>, rows: Range<i64> },
    /// In more columns and rows than one, so that it says something of a region and is no thing.
    Region,
    /// In no cell, in a map of an orientation without such cells.
    Nowhere,
}

impl Object {
    /// What it is without a tile: its class, or else its name.
    pub(super) fn own_name(&self) -> &str {
        let names = [self.class().trim(), self.name.trim()];
        names.into_iter().find(|name| !name.is_empty()).unwrap_or("")
    }

    /// Whether it is a text or a line, which are no things.
    pub(super) fn is_drawn_only(&self) -> bool {
        self.text.is_some() || self.polyline.is_some()
    }

    /// Where it is if it has no tile. A side counts as so many cells as it has, rounded; one of no
    /// more than a cell is in the cell of its middle.
    pub(super) fn area(&self, map: &Map) -> Area {
        let Some((columns, rows)) = self.columns_and_rows(map) else { return Area::Nowhere };
        if columns.end - columns.start > 1 && rows.end - rows.start > 1 {
            return Area::Region;
        }
        Area::Cells { columns, rows }
    }

    /// The columns and rows that it covers, if there are such.
    pub(super) fn columns_and_rows(&self, map: &Map) -> Option<(Range<i64>, Range<i64>)> {
        let (width, height) = size_of_cells(map)?;
        let [left, top, right, bottom] = self.bounds();
        Some((covered(left, right, width)?, covered(top, bottom, height)?))
    }

    /// Left, top, right and bottom, in the lengths of the map.
    fn bounds(&self) -> [f64; 4] {
        let corners =
            [(0.0, 0.0), (self.width, 0.0), (0.0, self.height), (self.width, self.height)];
        let polygon = self.polygon.iter().map(|point| (point.x, point.y));
        let points: Vec<(f64, f64)> =
            if self.polygon.is_empty() { corners.to_vec() } else { polygon.collect() };
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        for (x, y) in points {
            let (x, y) = (self.x + x * cos - y * sin, self.y + x * sin + y * cos);
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
        }
        bounds
    }
}

/// The sides of a cell in the lengths of objects, if cells lie in columns and rows.
pub(super) fn size_of_cells(map: &Map) -> Option<(f64, f64)> {
    let (width, height) = (map.tilewidth, map.tileheight);
    let size = match map.orientation.as_str() {
        "" | "orthogonal" => (width, height),
        // Both axes are measured in tile heights.
        "isometric" => (height, height),
        _ => return None,
    };
    (width > 0.0 && height > 0.0).then_some(size)
}

fn covered(low: f64, high: f64, cell: f64) -> Option<Range<i64>> {
    let (start, end) = ((low / cell).round(), (high / cell).round());
    let (start, end) = if ((high - low) / cell).round() > 1.0 {
        (start, end)
    } else {
        let middle = f64::midpoint(low, high) / cell;
        (middle.floor(), middle.floor() + 1.0)
    };
    (start.abs() < 1e9 && end.abs() < 1e9).then_some(start as i64..end as i64)
}
