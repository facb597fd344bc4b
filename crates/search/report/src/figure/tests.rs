use std::fs;

use super::*;

fn line() -> Figure {
    let mut scene = Scene::new(40.0, 20.0);
    scene.add(Primitive::PolyLine {
        points: vec![(5.0, 10.0), (35.0, 10.0)],
        stroke: Color::Rgb(0, 0, 0),
        stroke_width: 1.0,
        stroke_dasharray: None,
    });
    Figure::of_scene(scene)
}

#[test]
fn equal_figures_give_equal_bytes() {
    assert_eq!(line().svg(), line().svg());
}

#[test]
fn a_figure_is_written_into_a_folder() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let figure = line();
    let file = figure.write(folder.path(), "a line").expect("it can be written");
    assert_eq!(file, folder.path().join("a line.svg"));
    assert_eq!(fs::read_to_string(file).expect("it was written"), figure.svg());
    let missing = folder.path().join("missing");
    assert!(figure.write(&missing, "a line").is_err(), "there is no such folder");
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
    let svg = Figure::of_scene(scene).svg();
    assert!(!svg.contains("clip"), "{svg}");
    assert_eq!(svg.matches("<rect").count(), 2, "the background and one area: {svg}");
    assert!(svg.contains(r##"x="2" y="4" width="6" height="8" fill="#010203""##), "{svg}");
}
