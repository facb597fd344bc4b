//! Documents in XML, within limits.

use marahel_level::{LevelError, N_TILES_MAX};
use roxmltree::{Document, Node, ParsingOptions};

/// Parses a document. References to a grammar (old versions) are accepted, entity definitions,
/// which can expand to any size, are not.
pub(crate) fn parsed<'a>(xml: &'a str, what: &str) -> Result<Document<'a>, LevelError> {
    ensure!(
        !xml.contains("<!ENTITY"),
        "the document defines entities of XML, which are not read; remove its <!DOCTYPE ...>"
    );
    check_tags(xml)?;
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: N_NODES_MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options);
    document.map_err(|error| LevelError::Content(format!("not a {what} in XML: {error}")))
}

/// The text of a document that declares ISO-8859-1, whose bytes are the first 256 characters;
/// `None` if it declares something else, or nothing.
pub(crate) fn of_latin1(bytes: &[u8]) -> Option<String> {
    let head = bytes.strip_prefix(b"<?xml")?;
    let head = &head[..head.iter().position(|&byte| byte == b'>')?];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    head.contains("iso-8859-1").then(|| bytes.iter().map(|&byte| char::from(byte)).collect())
}

/// Maximum elements and texts of a document, of which each takes much memory.
const N_NODES_MAX: u32 = N_TILES_MAX as u32;

/// Maximum attributes of one element and namespace prefixes of a document. The library compares
/// each with all others, so that many would take hours.
const N_ATTRIBUTES_MAX: usize = 256;
const N_PREFIXES_MAX: usize = 256;

/// Rejects documents with too many attributes on an element.
fn check_tags(xml: &str) -> Result<(), LevelError> {
    if xml.matches("xmlns").nth(N_PREFIXES_MAX).is_some() {
        bail!("the document declares more than {N_PREFIXES_MAX} prefixes of names");
    }
    for tag in xml.split('<').skip(1) {
        if n_attributes(tag) > N_ATTRIBUTES_MAX {
            let name = tag.split_ascii_whitespace().next().unwrap_or_default();
            bail!("a <{name}> has more than {N_ATTRIBUTES_MAX} attributes");
        }
    }
    Ok(())
}

/// Number of attributes of the tag at the start of a text, behind its `<`, counted as far as
/// needed.
fn n_attributes(tag: &str) -> usize {
    let mut tail = tag;
    let mut n = 0;
    while let Some(at) = tail.find(['=', '>'])
        && tail[at..].starts_with('=')
        && n <= N_ATTRIBUTES_MAX
    {
        n += 1;
        let value = tail[at + 1..].trim_start();
        let Some(quote) = value.chars().next().filter(|quote| "\"'".contains(*quote)) else {
            break;
        };
        let Some(length) = value[1..].find(quote) else { break };
        tail = &value[length + 2..];
    }
    n
}

pub(crate) fn children<'a, 'b>(
    node: Node<'a, 'b>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'b>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

pub(crate) fn text(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect()
}
