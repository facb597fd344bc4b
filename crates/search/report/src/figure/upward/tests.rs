use kuva::render::color::Color;

use super::*;
use crate::figure::Figure;

fn text(rotate: Option<f64>, x: f64, y: f64) -> Primitive {
    Primitive::Text {
        x,
        y,
        content: "hypervolume".to_owned(),
        size: 14,
        anchor: TextAnchor::Middle,
        rotate,
        bold: false,
        color: Some(Color::Rgb(0, 0, 0)),
    }
}

fn picture(element: Primitive, width: f64, height: f64) -> RgbImage {
    let mut scene = Scene::new(width, height);
    scene.add(element);
    let png = Figure::new(scene).png().expect("it can be encoded");
    image::load_from_memory(&png).expect("it is a picture").into_rgb8()
}

/// The pixels that are not white, as they stand within the smallest frame around them.
fn ink(picture: &RgbImage) -> RgbImage {
    let dark = || picture.enumerate_pixels().filter(|(_, _, pixel)| pixel.0 != [255; 3]);
    let (left, right) = (dark().map(|dark| dark.0).min(), dark().map(|dark| dark.0).max());
    let (top, bottom) = (dark().map(|dark| dark.1).min(), dark().map(|dark| dark.1).max());
    let (left, top) = (left.expect("there is ink"), top.expect("there is ink"));
    let width = right.map_or(0, |right| right - left + 1);
    let height = bottom.map_or(0, |bottom| bottom - top + 1);
    imageops::crop_imm(picture, left, top, width, height).to_image()
}

#[test]
fn text_that_runs_upwards_has_the_letters_of_level_text() {
    let level = picture(text(None, 100.0, 20.0), 200.0, 40.0);
    let upward = picture(text(Some(-90.0), 20.0, 100.0), 40.0, 200.0);
    assert_eq!(ink(&upward), imageops::rotate270(&ink(&level)));
}

#[test]
fn text_that_runs_upwards_stands_where_it_should() {
    // Its base is at x = 20, and its middle at y = 100; two pixels are one unit.
    let upward = picture(text(Some(-90.0), 20.0, 100.0), 40.0, 200.0);
    let dark = || upward.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[0] < 128);
    let base = dark().map(|(x, ..)| x).max().expect("there is ink");
    // The tails of y and p reach below the base, by less than a third of the size.
    assert!((40..40 + 10).contains(&base), "{base}");
    let (top, bottom) = (dark().map(|dark| dark.1).min(), dark().map(|dark| dark.1).max());
    let middle = f64::from(top.unwrap_or(0) + bottom.unwrap_or(0)) / 2.0;
    assert!((middle - 200.0).abs() < 3.0, "{middle}");
}

#[test]
fn text_in_a_group_moves_with_it() {
    let alone = picture(text(Some(-90.0), 30.0, 90.0), 60.0, 160.0);
    let mut scene = Scene::new(60.0, 160.0);
    let group = |transform: &str| Primitive::GroupStart {
        transform: Some(transform.to_owned()),
        title: None,
        extra_attrs: None,
    };
    scene.elements.extend([group("translate(7,20)"), group("translate(3 0)")]);
    scene.add(text(Some(-90.0), 20.0, 70.0));
    scene.elements.extend([Primitive::GroupEnd, Primitive::GroupEnd]);
    let png = Figure::new(scene).png().expect("it can be encoded");
    let grouped = image::load_from_memory(&png).expect("it is a picture").into_rgb8();
    assert!(grouped == alone);
}

#[test]
fn no_text_needs_no_room() {
    let mut scene = Scene::new(20.0, 20.0);
    let mut nothing = text(Some(-90.0), 10.0, 10.0);
    if let Primitive::Text { content, .. } = &mut nothing {
        content.clear();
    }
    scene.add(nothing);
    assert!(Figure::new(scene).png().is_ok());
}

#[test]
fn text_beyond_the_page_is_cut_off() {
    let cut = picture(text(Some(-90.0), 2.0, 5.0), 20.0, 20.0);
    assert_eq!(cut.dimensions(), (40, 40));
}
