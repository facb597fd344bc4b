//! The manual: pages of `docs/` and the measures, in parts for small context windows.

use anyhow::{Context, bail, ensure};
use marahel_problem::{CATALOGUE, Entry};

pub(super) struct Page {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    text: &'static str,
}

/// Lists the pages; the text of each is a file of `docs/`.
macro_rules! pages {
    ($($name:literal: $about:literal,)*) => {
        &[$(Page {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../docs/", $name, ".md")),
        }),*]
    };
}

/// The pages, in the order of reading.
static PAGES: &[Page] = pages! {
    "agents": "how to work with these tools",
    "your-own-game": "from a sentence to levels: the loop, a checklist of loopholes, what verdicts mean",
    "first-generator": "a script, step by step",
    "language": "the script language: explorers, rules, regions, neighborhoods, dials",
    "how-to-say": "recipes: rings, lattices, mirrors, ways, doors, things beside things",
    "problem-files": "problem files: tiles and roles, measures, objectives, playable, variety",
    "draw-and-imitate": "problems from drawn levels",
    "level-files": "formats of levels, and legends",
    "run-folder": "what a search leaves",
    "studio": "a page for people, with an editor, traces and searches",
    "ship-it": "levels in a game: Rust, Bevy, C, Godot, the web",
    "commands": "the programs on the command line",
};

/// The page of the measures, which is generated from the code.
pub(super) const MEASURES: &str = "measures";
const ABOUT_MEASURES: &str = "all that a problem file can measure, each with an example";

/// Names and descriptions of all pages.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.iter().map(|page| (page.name, page.about)).chain([(MEASURES, ABOUT_MEASURES)])
}

pub(super) fn contents(name: &str, about: &str) -> String {
    let titles = titles(name).unwrap_or_default().join("; ");
    // Measures are a page of rows.
    let is_listed = name != MEASURES && !titles.is_empty();
    if is_listed { format!("{name}: {about} ({titles})") } else { format!("{name}: {about}") }
}

pub(super) fn whole(name: &str) -> anyhow::Result<String> {
    if name == MEASURES {
        let entries = CATALOGUE.iter().map(ToString::to_string);
        return Ok(entries.collect::<Vec<_>>().join("\n"));
    }
    Ok(without_links(page(name)?.text))
}

/// A text without pictures and the targets of links: no tool opens them. Examples outside of the pages,
/// which stand in parentheses, are left out.
fn without_links(text: &str) -> String {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        match line {
            _ if is_code => lines.push(line.to_owned()),
            // Commands that made a picture.
            _ if line.starts_with("<!--") => {}
            _ => lines.push(without_links_of_line(line)),
        }
    }
    lines.join("\n") + "\n"
}

fn without_links_of_line(line: &str) -> String {
    let mut short = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        let parts = before.rsplit_once('[').zip(after.split_once(')'));
        let Some(((start, label), (target, end))) = parts else {
            short.extend([before, "]("]);
            rest = after;
            continue;
        };
        let is_picture = start.ends_with('!');
        short.push_str(start.strip_suffix('!').unwrap_or(start));
        rest = end;
        if is_picture {
            continue;
        }
        let is_example = target.starts_with("../");
        if is_example && short.ends_with(" (") && rest.starts_with(')') {
            short.truncate(short.len() - " (".len());
            rest = &rest[1..];
        } else {
            short.push_str(label);
        }
    }
    short + rest
}

/// A part of a page. With parts of titles, between semicolons, the sections that have them; without,
/// the text before the first section and a list of sections.
pub(super) fn part(name: &str, section: Option<&str>) -> anyhow::Result<String> {
    let Some(wanted) = section else { return head(name) };
    check_number(wanted.split(';').count(), "sections")?;
    let mut parts: Vec<String> = Vec::new();
    for title_part in wanted.split(';') {
        for section in sections_of(name, title_part.trim())? {
            if !parts.contains(&section) {
                parts.push(section);
            }
        }
    }
    Ok(parts.join("\n"))
}

/// Maximum number of sections, or of words, that a question asks for.
const N_WANTED_MAX: usize = 50;

fn check_number(n: usize, what: &str) -> anyhow::Result<()> {
    ensure!(n <= N_WANTED_MAX, "{n} {what} at once, at most {N_WANTED_MAX}");
    Ok(())
}

fn sections_of(name: &str, title_part: &str) -> anyhow::Result<Vec<String>> {
    let title_part = heading(name, title_part);
    let mut texts = Vec::new();
    // A wanted section includes its subsections.
    let mut is_within = false;
    for (title, text) in sections(name)? {
        is_within &= text.starts_with("### ");
        let is_match = !title.is_empty() && heading(name, &title).contains(&title_part);
        is_within |= is_match && text.starts_with("## ");
        if is_match || is_within {
            texts.push(text);
        }
    }
    if texts.is_empty() {
        bail!("the page {name} has no section `{title_part}`; without `section` it lists them");
    }
    Ok(texts)
}

/// Maximum number of lines that a search shows, and of characters of each.
const N_FOUND: usize = 30;
const N_CHARS_OF_LINE: usize = 200;

/// The lines of all pages, or of one, that have each of some words, or else the most of them, with
/// their pages and sections. Sections whose titles have them come first.
pub(in crate::evolve) fn found(name: Option<&str>, words: &str) -> anyhow::Result<String> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    check_number(words.len(), "words")?;
    ensure!(!words.is_empty(), "`search` needs words");
    let n_words = |text: &str| {
        let text = text.to_lowercase();
        words.iter().filter(|word| text.contains(*word)).count()
    };
    let names: Vec<&str> = match name {
        Some(name) => vec![name],
        None => all().map(|(name, _)| name).collect(),
    };
    let (mut by_title, mut by_line) = (Vec::new(), Vec::new());
    for name in names {
        for (title, text) in sections(name)? {
            let place = if title.is_empty() { name.to_owned() } else { format!("{name}, {title}") };
            by_title.push((n_words(&title), place.clone()));
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            by_line.extend(lines.map(|line| {
                let shown: String = line.trim().chars().take(N_CHARS_OF_LINE).collect();
                (n_words(line), format!("{place}: {shown}"))
            }));
        }
    }
    let mut lines = by_title;
    lines.append(&mut by_line);
    let most = lines.iter().map(|&(n, _)| n).max().unwrap_or(0);
    ensure!(most != 0, "no line of the manual has one of these words; try others");
    lines.retain(|&(n, _)| n == most);
    let n_left = lines.len().saturating_sub(N_FOUND);
    lines.truncate(N_FOUND);
    let mut lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    if most < words.len() {
        lines.insert(
            0,
            format!("no line has all of these words; these have {most} of {}:", words.len()),
        );
    }
    if n_left > 0 {
        lines.push(format!("... and {n_left} more lines; add a word, or name a page"));
    }
    Ok(lines.join("\n"))
}

/// A title in lower case, without the arguments of a measure.
fn heading(page: &str, title: &str) -> String {
    let end = title.find('(').filter(|_| page == MEASURES).unwrap_or(title.len());
    title[..end].to_lowercase()
}

fn head(name: &str) -> anyhow::Result<String> {
    if name == MEASURES {
        let rows: Vec<String> = CATALOGUE.iter().map(Entry::row).collect();
        return Ok(format!("sections of {name}: each row, with an example\n\n{}", rows.join("\n")));
    }
    let sections = sections(name)?;
    let titles = titles(name)?;
    let before = sections.first().filter(|(title, _)| title.is_empty());
    let before = before.map_or("", |(_, text)| text.trim_end());
    Ok(format!("{before}\n\nsections of {name}: {}", titles.join("; ")).trim_start().to_owned())
}

fn titles(name: &str) -> anyhow::Result<Vec<String>> {
    let titles = sections(name)?.into_iter().map(|(title, _)| title);
    Ok(titles.filter(|title| !title.is_empty()).collect())
}

fn page(name: &str) -> anyhow::Result<&'static Page> {
    PAGES.iter().find(|page| page.name == name).with_context(|| {
        let names: Vec<&str> = all().map(|(name, _)| name).collect();
        format!("there is no page `{name}`; there are {}", names.join(", "))
    })
}

/// The titles and texts of a page's sections; the text before the first one has an empty title.
fn sections(name: &str) -> anyhow::Result<Vec<(String, String)>> {
    if name == MEASURES {
        let sections = CATALOGUE.iter().map(|entry| (entry.usage(), entry.to_string()));
        return Ok(sections.collect());
    }
    let mut sections = vec![(String::new(), String::new())];
    let mut is_code = false;
    for line in whole(name)?.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let title = line.strip_prefix("## ").or_else(|| line.strip_prefix("### "));
        if let Some(title) = title.filter(|_| !is_code) {
            sections.push((title.to_owned(), String::new()));
        }
        if let Some((_, text)) = sections.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::{CATALOGUE, N_FOUND, PAGES, all, found, part, sections, whole, without_links};

    /// What users asked before the pages were cut: words to search for, and the page that answers.
    const QUESTIONS: [(&str, &str, &str); 52] = [
        ("How do I connect an assistant by the server?", "mcp add", "agents"),
        ("Which files may an assistant write?", "one folder", "agents"),
        ("How long may a call of a tool take?", "30 seconds", "agents"),
        ("What does a problem file look like?", "playable = \"path", "your-own-game"),
        ("How do I know that my file asks for what I mean?", "bad one", "your-own-game"),
        ("Why are my levels good and yet bad?", "loopholes", "your-own-game"),
        ("How do I forbid side roads?", "junctions(road)", "your-own-game"),
        ("What does `nearly` mean?", "nearly 80", "your-own-game"),
        ("What does `alike` mean?", "alike differ", "your-own-game"),
        ("How do I keep a part of my script in a search?", "--lock", "your-own-game"),
        ("How do I take only some edits?", "--take", "your-own-game"),
        ("My drafts are wrong; what now?", "drafts.png", "your-own-game"),
        ("How do I make maps for Tiled?", "maps Tiled", "your-own-game"),
        ("How do I make caves?", "cave.json", "first-generator"),
        ("What is an explorer?", "explorer visits", "first-generator"),
        ("Which explorers are there?", "turtle_connect", "language"),
        ("How do I place three of a thing?", "changes pass ends", "language"),
        ("How do I make winding ways?", "random winding", "language"),
        ("What does buffer do?", "buffer pass began", "language"),
        ("How do I give a number to my game's code?", "dial --dial", "language"),
        ("How do I keep given cells?", "pinned cells", "language"),
        ("How large may a world be, and of what is it made?", "world parts", "language"),
        ("How do I find mistakes in a script?", "marahel check mistakes", "language"),
        ("How do I make a mirrored level?", "mirror images", "language"),
        ("What does dist mean if there is none?", "dist( none", "language"),
        ("How do I put a ring around a level?", "ring", "how-to-say"),
        ("How do I place doors between walls?", "door two walls", "how-to-say"),
        ("How do I say that things stand apart?", "apart(", "how-to-say"),
        ("How do I make two locks in order?", "locks", "how-to-say"),
        ("What cannot be said?", "cannot be said", "how-to-say"),
        ("How do I say that a hero jumps?", "jump reach", "problem-files"),
        ("What is zero_above?", "zero_above", "problem-files"),
        ("Which roles are there?", "locked_door", "problem-files"),
        ("How do I let my own program judge?", "judge outside", "problem-files"),
        ("How do I say how levels should differ?", "places unlike", "problem-files"),
        ("How do I count cells by conditions?", "cells( conditions", "problem-files"),
        ("How do I group tiles?", "[groups]", "problem-files"),
        ("How do I learn from drawn levels?", "evolve like", "draw-and-imitate"),
        ("How many drawings are enough?", "three drawings", "draw-and-imitate"),
        ("How do I name tiles of a text file?", "--legend", "draw-and-imitate"),
        ("Does it read my LDtk project?", "LDtk IntGrid", "level-files"),
        ("How do I write into my own map?", "--into", "level-files"),
        ("What is a cell without a tile?", "--empty", "level-files"),
        ("Which file is the best script of a run?", "best.json", "run-folder"),
        ("How do I go on with a stopped search?", "evolve resume", "run-folder"),
        ("What does `unlike` count?", "unlike dissimilar", "run-folder"),
        ("How do I watch levels while I type?", "levels appear", "studio"),
        ("How do I use levels in Rust?", "Generator::parse", "ship-it"),
        ("How do I get only levels that play?", "certify", "ship-it"),
        ("When is a file written over?", "--force written", "commands"),
        ("How do I stop a search early?", "Ctrl-C", "commands"),
        ("How do I get only levels with a long way?", "--where", "commands"),
    ];

    #[test]
    fn each_question_is_answered() {
        for (question, words, page) in QUESTIONS {
            let lines = found(None, words).unwrap_or_else(|error| panic!("{question} {error}"));
            let is_answer = |line: &str| {
                line.starts_with(&format!("{page}, ")) || line.starts_with(&format!("{page}: "))
            };
            assert!(lines.lines().any(is_answer), "{question} {page} does not say:\n{lines}");
        }
    }

    #[test]
    fn words_are_found_in_all_pages() {
        let text = found(None, "MIRRORS").unwrap();
        assert!(text.lines().any(|line| line.starts_with("language, ")), "{text}");
        let text = found(None, "the").unwrap();
        assert_eq!(text.lines().count(), N_FOUND + 1, "{text}");
        assert!(text.contains(" more lines; add a word"), "{text}");
        let text = found(Some("measures"), "share").unwrap();
        assert!(text.lines().all(|line| line.starts_with("measures, ")), "{text}");
        let text = found(None, "mirrors qwertz").unwrap();
        assert!(text.starts_with("no line has all of these words; these have 1 of 2:"), "{text}");
        for words in ["", "  ", "qwertz"] {
            assert!(found(None, words).is_err(), "{words}");
        }
    }

    #[test]
    fn pages_are_in_parts_that_are_all_of_them() {
        for page in PAGES {
            let parts: String =
                sections(page.name).unwrap().into_iter().map(|(_, text)| text).collect();
            assert_eq!(parts.trim_end(), whole(page.name).unwrap().trim_end(), "{}", page.name);
        }
        for (name, _) in all() {
            assert!(part(name, None).unwrap().contains(&format!("sections of {name}: ")), "{name}");
            assert!(!whole(name).unwrap().is_empty());
        }
    }

    #[test]
    fn measures_are_listed_with_their_arguments() {
        let [list, page] = [part("measures", None).unwrap(), whole("measures").unwrap()];
        assert_eq!(list.lines().count(), 2 + CATALOGUE.len());
        assert!(list.contains(
            "\nshare(tiles): The share of the cells that have one of the tiles, in 0..=1.\n"
        ));
        for entry in CATALOGUE {
            let usage = entry.usage();
            assert!(
                list.contains(&format!("\n{usage}: ")) && page.contains(&format!("{usage}\n")),
                "{usage}"
            );
        }
    }

    #[test]
    fn links_are_their_words() {
        for (line, short) in [
            ("a [b](c.md#d), [e](f)", "a b, e"),
            ("the number ([x.json](../tests/x.json)) |", "the number |"),
            ("see [x.json](../x.json) for it", "see x.json for it"),
            ("see ![four maps](maps.png)", "see "),
            ("`[[1, 0]]` and f](", "`[[1, 0]]` and f]("),
        ] {
            assert_eq!(without_links(line), format!("{short}\n"), "{line}");
        }
        let code = "```json\n{\"a\": \"[b](c)\"}\n```\n";
        assert_eq!(without_links(code), code);
        let several = part("language", Some("mirrors; dials")).unwrap();
        assert!(several.contains("### Mirrors\n") && several.contains("## Dials\n"), "{several}");
        let twice = part("language", Some("mirrors; mirrors")).unwrap();
        assert_eq!(twice, part("language", Some("mirrors")).unwrap());
        assert!(!several.contains("](") && part("language", Some("mirrors; no such")).is_err());
    }

    #[test]
    fn a_section_is_found_by_a_part_of_its_title() {
        assert!(part("language", Some("mirror")).unwrap().starts_with("### Mirrors\n"));
        let things = part("how-to-say", Some("things beside")).unwrap();
        assert!(things.starts_with("## Things beside things\n"), "{things}");
        assert!(
            things.contains("### A door between two walls\n") && !things.contains("## Ways\n"),
            "{things}"
        );
        for wanted in ["share", "share(tiles)", "Share(floor)"] {
            let told = part("measures", Some(wanted)).unwrap();
            assert!(told.starts_with("share(tiles)\n"), "{told}");
            assert!(!told.contains("count(tiles)\n"), "{told}");
        }
        let lost = part("language", Some("no such")).unwrap_err().to_string();
        assert!(lost.contains("without `section` it lists them"), "{lost}");
        assert!(part("none", None).unwrap_err().to_string().contains("there are agents, "));
    }
}
