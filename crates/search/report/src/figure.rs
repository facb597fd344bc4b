//! A drawn figure, and its file formats.

mod dashes;
mod upward;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageFormat, RgbImage};
use kuva::PngBackend;
use kuva::backend::svg::SvgBackend;
use kuva::render::color::Color;
use kuva::render::render::{Primitive, Scene};
use marahel_system::files::write_atomically;

use crate::ReportError;

/// Pixels of a PNG for each pixel of the SVG, along each side: enough for print.
const PNG_SCALE: f32 = 2.0;

/// A figure, drawn once, for any format.
///
/// Equal figures give equal bytes. An SVG names its fonts, and a viewer uses the first that it has,
/// at last any sans-serif; embedded fonts would take a megabyte. A PNG uses fonts embedded in the
/// program.
#[derive(Debug)]
pub struct Figure {
    scene: Scene,
}

/// A format of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureFormat {
    /// Lines and text, for the web and for papers.
    Svg,
    /// Pixels, twice as many along each side as the units of the SVG.
    Png,
}

impl FigureFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Svg, Self::Png];

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

impl Figure {
    /// The figure of a scene.
    ///
    /// Removes clip frames and areas without a color. Nothing is outside of the axes, and markers
    /// on an axis should be whole. The names of clip frames also count the figures drawn by the
    /// process, so equal figures would differ.
    pub(crate) fn new(mut scene: Scene) -> Self {
        scene.defs.clear();
        scene
            .elements
            .retain(|element| !matches!(element, Primitive::ClipStart { .. } | Primitive::ClipEnd));
        scene.elements.iter_mut().for_each(drop_invisible);
        Self { scene }
    }

    /// The figure as SVG.
    pub fn svg(&self) -> String {
        let svg = SvgBackend::new().with_pretty(true).render_scene(&self.scene);
        // With a view box the figure scales with the page that contains it.
        let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", self.scene.width, self.scene.height);
        svg.replacen("<svg ", &view_box, 1)
    }

    pub(crate) fn png(&self) -> Result<Vec<u8>, ReportError> {
        let mut scene = dashes::split(&self.scene);
        let upward = upward::take(&mut scene);
        let mut page = pixels(&scene)?;
        for text in &upward {
            text.draw_on(&mut page, &pixels(&text.scene)?, f64::from(PNG_SCALE));
        }
        let mut png = Vec::new();
        // Areas of one color compress best without a filter.
        let (compression, filter) = (CompressionType::Default, FilterType::NoFilter);
        page.write_with_encoder(PngEncoder::new_with_quality(&mut png, compression, filter))
            .map_err(png_error)?;
        Ok(png)
    }

    /// Writes the figure into an existing folder, as `STEM.svg` or `STEM.png`; returns the file.
    pub fn write(
        &self,
        folder: &Path,
        stem: &str,
        format: FigureFormat,
    ) -> Result<PathBuf, ReportError> {
        let bytes = match format {
            FigureFormat::Svg => self.svg().into_bytes(),
            FigureFormat::Png => self.png()?,
        };
        let path = folder.join(format!("{stem}.{}", format.extension()));
        write_atomically(&path, &bytes)?;
        Ok(path)
    }
}

/// Writes a figure in both formats.
pub fn write_figure(folder: &Path, stem: &str, figure: &Figure) -> Result<(), ReportError> {
    FigureFormat::ALL.iter().try_for_each(|&format| figure.write(folder, stem, format).map(drop))
}

fn pixels(scene: &Scene) -> Result<RgbImage, ReportError> {
    let png = PngBackend::new().with_scale(PNG_SCALE).render_scene(scene);
    let png = png.map_err(ReportError::Png)?;
    let picture = image::load_from_memory_with_format(&png, ImageFormat::Png);
    Ok(picture.map_err(png_error)?.into_rgb8())
}

fn png_error(error: impl std::fmt::Display) -> ReportError {
    ReportError::Png(error.to_string())
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
