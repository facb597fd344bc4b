//! Drawing upward text in pixels, such as the label of a vertical axis.
//!
//! The library's pixel backend rotates text by interpolation, which makes letters bold and ragged.
//! So this draws the text horizontally, and rotates the picture by a quarter turn, pixel by pixel.

use image::{Rgb, RgbImage, imageops};
use kuva::render::render::{Primitive, Scene, TextAnchor};

#[cfg(test)]
mod tests;

/// Maximum width of a character, the height of a line, and its height above the baseline, as
/// multiples of the text size.
const CHARACTER_MAX: f64 = 1.0;
const LINE: f64 = 2.0;
const ABOVE: f64 = 1.4;

/// An upward text, drawn horizontally in the middle of its own scene.
pub(super) struct Upward {
    pub(super) scene: Scene,
    /// The place of the upper left corner of the rotated scene.
    left: f64,
    top: f64,
}

/// Removes the texts of a scene that run upwards and are centered; returns them.
pub(super) fn take(scene: &mut Scene) -> Vec<Upward> {
    let mut upward = Vec::new();
    let mut kept = Vec::with_capacity(scene.elements.len());
    // The origins of the groups around the element, the innermost last.
    let mut origins = vec![(0.0, 0.0)];
    for element in std::mem::take(&mut scene.elements) {
        let origin = origins.last().copied().unwrap_or_default();
        match &element {
            Primitive::GroupStart { transform, .. } => {
                let (x, y) = transform.as_deref().map_or((0.0, 0.0), translation);
                origins.push((origin.0 + x, origin.1 + y));
            }
            Primitive::GroupEnd => {
                origins.pop();
            }
            _ => {}
        }
        match Upward::of(&element, scene, origin) {
            Some(text) => upward.push(text),
            None => kept.push(element),
        }
    }
    scene.elements = kept;
    upward
}

/// The x and y of `translate(x, y)`, the only transformation in figures.
fn translation(transform: &str) -> (f64, f64) {
    let arguments = transform.trim().strip_prefix("translate(");
    let arguments = arguments.and_then(|arguments| arguments.strip_suffix(')'));
    let mut numbers = arguments
        .unwrap_or_default()
        .split([',', ' '])
        .filter_map(|number| number.parse::<f64>().ok());
    (numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0))
}

impl Upward {
    /// The text of an element in a group at `origin`, if it runs upwards; `page` is its scene.
    fn of(element: &Primitive, page: &Scene, origin: (f64, f64)) -> Option<Self> {
        let &Primitive::Text {
            x,
            y,
            ref content,
            size,
            anchor: TextAnchor::Middle,
            rotate: Some(-90.0),
            bold,
            ref color,
        } = element
        else {
            return None;
        };
        if content.is_empty() {
            return None;
        }
        // Whole numbers, so that rotated pixels align with those of the page.
        let em = f64::from(size);
        let half_width = (content.chars().count() as f64 * CHARACTER_MAX * em / 2.0).ceil();
        let (height, base) = ((LINE * em).ceil(), (ABOVE * em).ceil());
        let mut scene = Scene::new(2.0 * half_width, height);
        scene.background_color.clone_from(&page.background_color);
        scene.text_color.clone_from(&page.text_color);
        scene.add(Primitive::Text {
            x: half_width,
            y: base,
            content: content.clone(),
            size,
            anchor: TextAnchor::Middle,
            rotate: None,
            bold,
            color: color.clone(),
        });
        Some(Self { scene, left: origin.0 + x - base, top: origin.1 + y - half_width })
    }

    /// Draws the text, given as the picture `drawn`, onto a page with `scale` pixels per unit. The
    /// darker pixel wins: pages are light and texts dark.
    pub(super) fn draw_on(&self, page: &mut RgbImage, drawn: &RgbImage, scale: f64) {
        let rotated = imageops::rotate270(drawn);
        let (left, top) = ((self.left * scale).round() as i64, (self.top * scale).round() as i64);
        for (x, y, &Rgb(text)) in rotated.enumerate_pixels() {
            let (x, y) = (left + i64::from(x), top + i64::from(y));
            let is_inside = (0..i64::from(page.width())).contains(&x)
                && (0..i64::from(page.height())).contains(&y);
            if is_inside {
                let Rgb(below) = page.get_pixel_mut(x as u32, y as u32);
                below.iter_mut().zip(text).for_each(|(below, text)| *below = text.min(*below));
            }
        }
    }
}
