//! A Markdown report as one self-contained HTML file.

use std::path::Path;

use marahel_system::files::FileKind;
use maud::{DOCTYPE, PreEscaped, html};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::ReportError;
use crate::page::{data_url, footer, head};

#[cfg(test)]
mod tests;

/// The HTML of a report in Markdown, with the pictures from `folder` embedded.
pub fn document(title: &str, markdown: &str, folder: &Path) -> Result<String, ReportError> {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let events = events.map(|event| embed(event, folder)).collect::<Result<Vec<_>, _>>()?;
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, events.into_iter().flat_map(framed));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(title))
            body.document { main { (PreEscaped(body)) } (footer()) }
        }
    };
    Ok(page.into_string())
}

/// The event, with a picture embedded instead of its file.
fn embed<'e>(event: Event<'e>, folder: &Path) -> Result<Event<'e>, ReportError> {
    let Event::Start(Tag::Image { link_type, dest_url, title, id }) = event else {
        return Ok(event);
    };
    let path = folder.join(&*dest_url);
    let bytes = FileKind::TABLE.bytes(&path)?;
    let is_svg = path.extension().is_some_and(|ending| ending == "svg");
    let kind = if is_svg { "image/svg+xml" } else { "image/png" };
    let dest_url = data_url(kind, &bytes).into();
    Ok(Event::Start(Tag::Image { link_type, dest_url, title, id }))
}

/// A table in its own frame, which scrolls sideways.
fn framed(event: Event<'_>) -> Vec<Event<'_>> {
    match event {
        Event::Start(Tag::Table(_)) => {
            vec![Event::Html("<div class=\"wide\">".into()), event]
        }
        Event::End(TagEnd::Table) => vec![event, Event::Html("</div>".into())],
        event => vec![event],
    }
}
