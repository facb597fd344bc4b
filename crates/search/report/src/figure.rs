//! A drawn figure, and its file.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use kuva::backend::svg::SvgBackend;
use kuva::render::color::Color;
use kuva::render::render::{Primitive, Scene};
use marahel_system::files::write_atomically;

use crate::ReportError;

/// A drawn figure.
///
/// Equal figures give equal bytes. An SVG names its fonts, and a viewer uses the first that it has,
/// at last any sans-serif; embedded fonts would take a megabyte.
#[derive(Debug)]
pub struct Figure {
    scene: Scene,
}

impl Figure {
    /// The figure of a scene.
    ///
    /// Removes clip frames and areas without a color. Nothing is outside of the axes, and markers
    /// on an axis should be whole. The names of clip frames also count the figures drawn by the
    /// process, so equal figures would differ.
    pub fn of_scene(mut scene: Scene) -> Self {
        scene.defs.clear();
        scene
            .elements
            .retain(|element| !matches!(element, Primitive::ClipStart { .. } | Primitive::ClipEnd));
        scene.elements.iter_mut().for_each(drop_invisible);
        Self { scene }
    }

    pub fn svg(&self) -> String {
        let svg = SvgBackend::new().with_pretty(true).render_scene(&self.scene);
        // With a view box the figure scales with the page that contains it.
        let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", self.scene.width, self.scene.height);
        svg.replacen("<svg ", &view_box, 1)
    }

    /// Writes the figure into an existing folder, as `STEM.svg`; returns the file.
    pub fn write(&self, folder: &Path, stem: &str) -> Result<PathBuf, ReportError> {
        let path = folder.join(format!("{stem}.svg"));
        write_atomically(&path, self.svg().as_bytes())?;
        Ok(path)
    }
}

/// Removes the rectangles without a color from a batch.
fn drop_invisible(element: &mut Primitive) {
    let Primitive::RectBatch { x, y, w, h, fills } = element else { return };
    for sizes in [x, y, w, h] {
        let mut fills = fills.iter();
        sizes.retain(|_| fills.next().is_some_and(|fill| !matches!(fill, Color::None)));
    }
    fills.retain(|fill| !matches!(fill, Color::None));
}
