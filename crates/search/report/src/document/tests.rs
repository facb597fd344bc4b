//! What becomes of Markdown.

use std::fs;

use super::document;

#[test]
fn a_document_brings_its_pictures_along() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    fs::write(folder.path().join("a.svg"), "<svg/>").expect("a new file");
    fs::write(folder.path().join("b.png"), "png").expect("a new file");
    let markdown = "# One & two\n\n| a | b |\n| --- | ---: |\n| *x* | 1 < 2 |\n\n![one](a.svg)\n![two](b.png)\n";
    let page = document("Title", markdown, folder.path()).expect("the pictures are there");
    for part in [
        "<title>Title - Marahel Evolve</title>",
        "<h1>One &amp; two</h1>",
        "<div class=\"wide\"><table>",
        "<em>x</em>",
        "1 &lt; 2",
        "</table>\n</div>",
        "src=\"data:image/svg+xml;base64,PHN2Zy8+\" alt=\"one\"",
        "src=\"data:image/png;base64,cG5n\" alt=\"two\"",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("http"), "something would be fetched");
}

#[test]
fn a_missing_picture_is_an_error() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let error = document("Title", "![one](a.svg)\n", folder.path()).expect_err("there is no file");
    assert!(error.to_string().contains("a.svg"), "{error}");
}
