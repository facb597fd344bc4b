use std::fs;

use super::*;

/// Width and height that a PNG says it has.
fn size_of(png: &[u8]) -> [u32; 2] {
    assert_eq!(&png[1..4], b"PNG");
    [16, 20].map(|start| u32::from_be_bytes(png[start..start + 4].try_into().expect("four bytes")))
}

fn line(stroke_dasharray: Option<&str>) -> Figure {
    let mut scene = Scene::new(40.0, 20.0);
    scene.add(Primitive::PolyLine {
        points: vec![(5.0, 10.0), (35.0, 10.0)],
        stroke: Color::Rgb(0, 0, 0),
        stroke_width: 1.0,
        stroke_dasharray: stroke_dasharray.map(str::to_owned),
    });
    Figure::new(scene)
}

#[test]
fn a_png_is_twice_as_large_and_not_blank() {
    let blank = Figure::new(Scene::new(40.0, 20.0)).png().expect("it can be encoded");
    let drawn = line(None).png().expect("it can be encoded");
    assert_eq!(size_of(&drawn), [80, 40]);
    assert_ne!(drawn, blank);
    assert_ne!(drawn, line(Some("4 2")).png().expect("it can be encoded"));
}

#[test]
fn equal_figures_give_equal_bytes() {
    assert_eq!(line(None).svg(), line(None).svg());
    let png = || line(Some("4 2")).png().expect("it can be encoded");
    assert_eq!(png(), png());
}

#[test]
fn a_figure_is_written_in_both_formats() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let figure = line(None);
    write_figure(folder.path(), "a line", &figure).expect("it can be written");
    let paths = ["a line.svg", "a line.png"].map(|name| folder.path().join(name));
    assert_eq!(fs::read_to_string(&paths[0]).expect("it was written"), figure.svg());
    assert_eq!(fs::read(&paths[1]).expect("it was written"), figure.png().expect("it can be"));
    let missing = folder.path().join("missing");
    assert!(write_figure(&missing, "a line", &figure).is_err(), "there is no such folder");
}

#[test]
fn areas_without_a_color_and_frames_are_left_out() {
    let mut scene = Scene::new(40.0, 20.0);
    let frame = (0.0, 0.0, 40.0, 20.0);
    scene.add(Primitive::ClipStart {
        x: frame.0,
        y: frame.1,
        width: frame.2,
        height: frame.3,
        id: "clip-17".to_owned(),
    });
    scene.add(Primitive::RectBatch {
        x: vec![1.0, 2.0],
        y: vec![3.0, 4.0],
        w: vec![5.0, 6.0],
        h: vec![7.0, 8.0],
        fills: vec![Color::None, Color::Rgb(1, 2, 3)],
    });
    scene.add(Primitive::ClipEnd);
    let svg = Figure::new(scene).svg();
    assert!(!svg.contains("clip"), "{svg}");
    assert_eq!(svg.matches("<rect").count(), 2, "the background and one area: {svg}");
    assert!(svg.contains(r##"x="2" y="4" width="6" height="8" fill="#010203""##), "{svg}");
}
