//! Symbols of well-known entities, as signed distances.
//!
//! A tile reaches from -1 to 1 on both axes, y downwards. A shape gives the
//! distance of a point to its edge, negative inside: the union of two shapes
//! is their minimum, and a band along the edge is an outline.

/// The distance from the point (x, y) to the edge of a symbol, negative inside.
pub(crate) type Shape = fn(f32, f32) -> f32;

/// The symbol of the entity called `name`; terrain and unknown names have none.
pub(crate) fn shape_of(name: &str) -> Option<Shape> {
    match name {
        "player" => Some(player),
        "enemy" | "monster" => Some(enemy),
        "key" => Some(key),
        "door" => Some(door),
        "crate" => Some(wooden_crate),
        "target" => Some(target),
        "gold" | "treasure" | "coin" => Some(coin),
        "exit" => Some(exit),
        _ => None,
    }
}

/// A head above shoulders.
fn player(x: f32, y: f32) -> f32 {
    let head = circle(x, y + 0.40, 0.42);
    let shoulders = circle(x, y - 0.84, 0.78).max(y - 0.84);
    head.min(shoulders)
}

/// A ghost: a dome with two eyes and a notched hem.
fn enemy(x: f32, y: f32) -> f32 {
    let dome = circle(x, y + 0.10, 0.74);
    let skirt = rectangle(x, y - 0.37, 0.74, 0.47);
    let eyes = circle(x.abs() - 0.28, y + 0.15, 0.12);
    let notches = circle(x.abs() - 0.28, y - 0.85, 0.16);
    dome.min(skirt).max(-eyes).max(-notches)
}

/// A ring, a shaft to the right and two teeth.
fn key(x: f32, y: f32) -> f32 {
    let bow = circle(x + 0.40, y, 0.50).max(-circle(x + 0.40, y, 0.10));
    let shaft = rectangle(x - 0.35, y, 0.53, 0.21);
    let teeth = rectangle((x - 0.51).abs() - 0.20, y - 0.25, 0.15, 0.32);
    bow.min(shaft).min(teeth)
}

/// An arched door with a knob.
fn door(x: f32, y: f32) -> f32 {
    let arch = circle(x, y + 0.22, 0.65);
    let leaf = rectangle(x, y - 0.34, 0.65, 0.56);
    let knob = circle(x - 0.25, y - 0.20, 0.07);
    arch.min(leaf).max(-knob)
}

/// A box braced by a cross.
fn wooden_crate(x: f32, y: f32) -> f32 {
    let side = rectangle(x, y, 0.78, 0.78);
    let cross = (x.abs() - y.abs()).abs() - 0.02;
    side.max(-cross)
}

/// A ring around a dot.
fn target(x: f32, y: f32) -> f32 {
    let ring = circle(x, y, 0.80).max(-circle(x, y, 0.38));
    ring.min(circle(x, y, 0.20))
}

/// A disk with a slot.
fn coin(x: f32, y: f32) -> f32 {
    circle(x, y, 0.62).max(-rectangle(x, y, 0.03, 0.22))
}

/// An arrow to the right.
fn exit(x: f32, y: f32) -> f32 {
    let shaft = rectangle(x + 0.35, y, 0.45, 0.24);
    let head = ((x - 0.75 + y.abs()) * 0.7).max(0.02 - x);
    shaft.min(head)
}

fn circle(x: f32, y: f32, radius: f32) -> f32 {
    (x * x + y * y).sqrt() - radius
}

/// An upright rectangle, by half of its width and half of its height.
fn rectangle(x: f32, y: f32, half_width: f32, half_height: f32) -> f32 {
    (x.abs() - half_width).max(y.abs() - half_height)
}
