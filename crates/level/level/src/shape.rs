//! Symbols of well-known entities, as signed distances.
//!
//! A tile spans -1 to 1 on both axes, y downwards. A shape returns the distance of a point to its
//! edge, negative inside: a union is a minimum, and an outline is a band along the edge.

/// The distance from the point (x, y) to the edge of a symbol, negative inside.
pub(crate) type Shape = fn(f32, f32) -> f32;

/// The symbol of the entity called `name`; `None` for terrain and unknown names.
pub(crate) fn shape_of(name: &str) -> Option<Shape> {
    match name {
        "player" => Some(player),
        "enemy" | "monster" => Some(enemy),
        "key" => Some(key),
        "door" => Some(door),
        "crate" => Some(wooden_crate),
        "target" => Some(target),
        "gold" | "coin" => Some(coin),
        "treasure" | "chest" => Some(chest),
        "exit" => Some(exit),
        "entrance" | "start" => Some(entrance),
        "stairs" => Some(stairs),
        "trap" | "spikes" => Some(spikes),
        "ladder" => Some(ladder),
        "flower" => Some(flower),
        "tree" => Some(tree),
        "rock" => Some(rock),
        "mountain" => Some(mountain),
        "house" | "village" => Some(house),
        "tower" => Some(tower),
        "table" => Some(table),
        "statue" => Some(statue),
        "fountain" => Some(fountain),
        // Several are drawn as one.
        _ => name.strip_suffix('s').and_then(shape_of),
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

/// A leaf with a knob, and a small window.
fn door(x: f32, y: f32) -> f32 {
    let leaf = rectangle(x, y - 0.02, 0.6, 0.86);
    let knob = circle(x - 0.24, y - 0.2, 0.07);
    let window = rectangle(x, y + 0.44, 0.16, 0.06);
    leaf.max(-knob).max(-window)
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

/// An open arch.
fn entrance(x: f32, y: f32) -> f32 {
    arch(x, y, 0.72).max(-arch(x, y, 0.34))
}

fn arch(x: f32, y: f32, radius: f32) -> f32 {
    circle(x, y + 0.1, radius).min(rectangle(x, y - 0.31, radius, 0.41))
}

/// Three steps up to the right.
fn stairs(x: f32, y: f32) -> f32 {
    let low = rectangle(x + 0.47, y - 0.5, 0.25, 0.22);
    let middle = rectangle(x, y - 0.26, 0.25, 0.46);
    let high = rectangle(x - 0.47, y, 0.25, 0.72);
    low.min(middle).min(high)
}

/// Two points on the ground.
fn spikes(x: f32, y: f32) -> f32 {
    triangle(x.abs() - 0.42, y - 0.1, 0.38, 0.66)
}

/// Two poles and three rungs.
fn ladder(x: f32, y: f32) -> f32 {
    let poles = (x.abs() - 0.5).abs() - 0.16;
    let rungs = ((y.abs() - 0.33).abs() - 0.33).abs() - 0.12;
    poles.min(rungs.max(x.abs() - 0.5))
}

/// Four petals around an eye.
fn flower(x: f32, y: f32) -> f32 {
    let (near, far) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    circle(near, far - 0.36, 0.32).max(0.13 - (x * x + y * y).sqrt())
}

/// A round crown on a trunk.
fn tree(x: f32, y: f32) -> f32 {
    let crown = circle(x, y + 0.22, 0.68);
    let trunk = rectangle(x, y - 0.6, 0.17, 0.32);
    crown.min(trunk)
}

/// A boulder.
fn rock(x: f32, y: f32) -> f32 {
    let boulder = circle(x, (y - 0.15) * 1.2, 0.72);
    boulder.max(y - 0.62)
}

/// A peak before a lower one.
fn mountain(x: f32, y: f32) -> f32 {
    let peak = triangle(x + 0.16, y - 0.02, 0.76, 0.72);
    let behind = triangle(x - 0.46, y - 0.26, 0.5, 0.48);
    peak.min(behind)
}

/// A gable over a wall with a door.
fn house(x: f32, y: f32) -> f32 {
    let gable = triangle(x, y + 0.42, 0.88, 0.42);
    let wall = rectangle(x, y - 0.36, 0.56, 0.42);
    let door = rectangle(x, y - 0.54, 0.12, 0.26);
    gable.min(wall).max(-door)
}

/// A tower with three merlons.
fn tower(x: f32, y: f32) -> f32 {
    let shaft = rectangle(x, y - 0.22, 0.5, 0.6);
    let top = rectangle(x, y + 0.4, 0.7, 0.38);
    let gaps = rectangle(x.abs() - 0.3, y + 0.7, 0.12, 0.24);
    shaft.min(top.max(-gaps))
}

/// A board on two legs.
fn table(x: f32, y: f32) -> f32 {
    let board = rectangle(x, y + 0.15, 0.78, 0.26);
    let legs = rectangle(x.abs() - 0.56, y - 0.35, 0.14, 0.35);
    board.min(legs)
}

/// A bust on a base.
fn statue(x: f32, y: f32) -> f32 {
    let head = circle(x, y + 0.46, 0.3);
    let body = rectangle(x, y - 0.05, 0.3, 0.45);
    let base = rectangle(x, y - 0.6, 0.6, 0.2);
    head.min(body).min(base)
}

/// A basin around a jet.
fn fountain(x: f32, y: f32) -> f32 {
    let basin = circle(x, y, 0.82).max(-circle(x, y, 0.56));
    basin.min(circle(x, y, 0.3))
}

/// A box with a rounded lid and a lock.
fn chest(x: f32, y: f32) -> f32 {
    let body = rectangle(x, y - 0.3, 0.7, 0.36);
    let lid = circle(x * 0.75, y - 0.1, 0.56).max(y - 0.02);
    let seam = rectangle(x, y - 0.04, 0.7, 0.03);
    let lock = rectangle(x, y - 0.2, 0.1, 0.12);
    body.min(lid).max(-seam).max(-lock)
}

/// An upright triangle, by half of its base and half of its height.
fn triangle(x: f32, y: f32, half_width: f32, half_height: f32) -> f32 {
    let (across, down) = (2.0 * half_height, half_width);
    let slope = across * x.abs() - down * (y + half_height);
    (slope / (across * across + down * down).sqrt()).max(y - half_height)
}

fn circle(x: f32, y: f32, radius: f32) -> f32 {
    (x * x + y * y).sqrt() - radius
}

/// An upright rectangle, by half of its width and half of its height.
fn rectangle(x: f32, y: f32, half_width: f32, half_height: f32) -> f32 {
    (x.abs() - half_width).max(y.abs() - half_height)
}
