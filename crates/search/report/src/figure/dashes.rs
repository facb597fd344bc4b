//! Converting dashed lines into one line for each dash.
//!
//! The library's pixel backend restarts the pattern at each point of a line, so a line of many
//! points has no gaps. In SVG the pattern continues.

use kuva::render::render::{Primitive, Scene};

#[cfg(test)]
mod tests;

type Point = (f64, f64);

/// The scene with each dashed line split into its dashes.
pub(super) fn split(scene: &Scene) -> Scene {
    let mut split = Scene::with_capacity(scene.width, scene.height, scene.elements.len());
    split.background_color.clone_from(&scene.background_color);
    split.text_color.clone_from(&scene.text_color);
    split.elements = scene.elements.iter().flat_map(dashes_of).collect();
    split
}

fn dashes_of(element: &Primitive) -> Vec<Primitive> {
    let (points, stroke, stroke_width, pattern) = match element {
        Primitive::PolyLine { points, stroke, stroke_width, stroke_dasharray: Some(pattern) } => {
            (points.clone(), stroke, *stroke_width, pattern)
        }
        &Primitive::Line {
            x1,
            y1,
            x2,
            y2,
            ref stroke,
            stroke_width,
            stroke_dasharray: Some(ref pattern),
        } => (vec![(x1, y1), (x2, y2)], stroke, stroke_width, pattern),
        element => return vec![element.clone()],
    };
    let pattern: Vec<f64> =
        pattern.split_whitespace().filter_map(|part| part.parse().ok()).collect();
    let dashes = dashes(&points, &pattern, stroke_width).into_iter();
    dashes
        .map(|points| Primitive::PolyLine {
            points,
            stroke: stroke.clone(),
            stroke_width,
            stroke_dasharray: None,
        })
        .collect()
}

/// Walks along a line with a pattern of lengths: dash and gap in turn.
///
/// Drawn lines extend half their width beyond both ends, so dashes are shortened by their width,
/// down to a minimum.
fn dashes(points: &[Point], pattern: &[f64], width: f64) -> Vec<Vec<Point>> {
    let mut parts: Vec<(f64, bool)> = Vec::new();
    for (index, &length) in pattern.iter().enumerate() {
        let is_dash = index % 2 == 0;
        let reach = if is_dash { -width } else { width };
        parts.push(((length + reach).max(0.5), is_dash));
    }
    let Some(&first) = parts.first() else { return vec![points.to_vec()] };

    let mut cycle = parts.iter().copied().cycle().skip(1);
    let (mut left, mut is_dash) = first;
    let mut dashes = vec![points[..1].to_vec()];
    for ends in points.windows(2) {
        let (mut from, to) = (ends[0], ends[1]);
        loop {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).sqrt();
            if length < left {
                left -= length;
                if is_dash {
                    extend(&mut dashes, to);
                }
                break;
            }
            from = (from.0 + dx * left / length, from.1 + dy * left / length);
            if is_dash {
                extend(&mut dashes, from);
            } else {
                dashes.push(vec![from]);
            }
            (left, is_dash) = cycle.next().expect("a cycle has no end");
        }
    }
    dashes.retain(|dash| dash.len() > 1);
    dashes
}

fn extend(dashes: &mut [Vec<Point>], point: Point) {
    dashes.last_mut().expect("a line begins with a dash").push(point);
}
