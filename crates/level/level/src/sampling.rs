//! Pictures of shapes: each pixel is the mean of some points in it, so that edges are smooth.

use image::{Rgba, RgbaImage};

/// A square of `scale` pixels, each the mean of `n` by `n` points.
///
/// `color_at` gets the place of a point, in pixels, and returns its color and its opacity; `None`
/// if it is transparent.
pub(crate) fn sampled(
    scale: u32,
    n: u32,
    color_at: impl Fn((f32, f32)) -> Option<([u8; 3], u32)>,
) -> RgbaImage {
    let place = |pixel: u32, sample: u32| ((pixel * n + sample) as f32 + 0.5) / n as f32;
    RgbaImage::from_fn(scale, scale, |x, y| {
        let points = (0..n * n).map(|point| (place(x, point % n), place(y, point / n)));
        let (mut sum, mut opacity) = ([0_u32; 3], 0);
        for (color, opaque) in points.filter_map(&color_at) {
            opacity += opaque;
            for (sum, channel) in sum.iter_mut().zip(color) {
                *sum += u32::from(channel) * opaque;
            }
        }
        let [red, green, blue] = sum.map(|sum| (sum / opacity.max(1)) as u8);
        Rgba([red, green, blue, (opacity / (n * n)) as u8])
    })
}
