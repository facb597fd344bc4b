//! A run folder as one self-contained HTML file.
//!
//! The page contains everything that a reader may want: the config, the figures, the front as a
//! sortable table, and each generator with its script and levels. Pictures are embedded.

pub(crate) mod front;
pub(crate) mod listing;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use marahel_evolution::{RunStatus, Table};
use marahel_system::files::{FileKind, check_no_links, write_atomically};
use marahel_system::reasons;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use toml::Value;

use crate::ReportError;
use crate::figures::{Draw, N_PAIRED_MAX, RUN_FIGURES, RunFigure, validated_hypervolume};
use crate::records::Records;
use front::Front;
use listing::explorers_as_text;

/// Maximum number of generators to show with script and levels; the table has all.
const N_GENERATORS_MAX: usize = 60;

/// Writes `report.html` into the folder of a run and returns its path.
///
/// Reads `config.toml`, `run.toml`, `generations.csv`, `front.csv`, `population.csv`, and the
/// scripts and level sheets named in the front; missing scripts or sheets are omitted. Equal
/// folders give equal bytes.
pub fn write_page(folder: &Path) -> Result<PathBuf, ReportError> {
    let records = Records::read(folder)?;
    let front = Front::read(folder, &records)?;
    let config = FileKind::CONFIG.text(&folder.join("config.toml"))?;
    let page = page(folder, &config, &records, &front);
    check_no_links(folder)?;
    let path = folder.join("report.html");
    write_atomically(&path, page.into_string().as_bytes())?;
    Ok(path)
}

fn page(folder: &Path, config: &str, records: &Records, front: &Front<'_>) -> Markup {
    let settings: toml::Table = config.parse().unwrap_or_default();
    let problem = problem_name(folder, &settings);
    let seed = settings.get("seed").map(Value::to_string).unwrap_or_default();
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(&format!("{problem}, seed {seed}")))
            body {
                header {
                    h1 { "Generators of " (problem) " levels" }
                    p { (summary(records, front)) }
                }
                main {
                    (facts(&problem, &seed, &settings, records, front))
                    (best(folder))
                    (front.table())
                    (generators(folder, front))
                    (drawings(records))
                    section {
                        h2 { "Config" }
                        p { code { "evolve --config config.toml" } (again(records)) }
                        details { summary { "config.toml" } pre { code { (config) } } }
                    }
                }
                (footer())
                script { (PreEscaped(include_str!("page/sort.js"))) }
            }
        }
    }
}

pub(crate) fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            title { (title) " - Marahel Evolve" }
            style { (PreEscaped(include_str!("page/style.css"))) }
        }
    }
}

pub(crate) fn footer() -> Markup {
    html! { footer { p { "Marahel Evolve " (env!("CARGO_PKG_VERSION")) } } }
}

/// What the config of a run reproduces.
fn again(records: &Records) -> String {
    match interruption(records) {
        Some(interruption) => format!(
            " with this text makes the run that was planned. This one was {interruption}; it is the beginning of that."
        ),
        None => " with this text makes the run again.".to_owned(),
    }
}

fn interruption(records: &Records) -> Option<String> {
    records.status.as_ref().and_then(RunStatus::interruption)
}

/// The levels that validated a front, such as `1000 levels each`.
fn validation_levels(records: &Records) -> String {
    match records.status.as_ref().map(|run| run.n_validation_levels) {
        Some(1) => "1 level each".to_owned(),
        Some(n) => format!("{n} levels each"),
        None => "levels".to_owned(),
    }
}

fn summary(records: &Records, front: &Front<'_>) -> String {
    let n_generations = plural(records.generations.indices.len(), "generation", "generations");
    let members = plural(front.len(), "member", "members");
    let generators =
        plural(front.generators().len(), "different generator", "different generators");
    let searched = searched_hypervolume(records);
    let validated = if let Some(n) = front.n_still_non_dominated() {
        let are = plural(n, "is", "are");
        let levels = validation_levels(records);
        let volumes = validated_hypervolume(records).zip(searched);
        let volumes = volumes.map_or_else(String::new, |(volume, searched)| {
            format!(", and the hypervolume is {volume:.4}; as searched it was {searched:.4}")
        });
        format!(
            "Measured on {levels} that the search never saw, {are} still non-dominated{volumes}."
        )
    } else {
        let volume = searched.map_or_else(String::new, |searched| {
            format!("; as searched the hypervolume is {searched:.4}")
        });
        format!("They were not measured on held-out levels{volume}.")
    };
    let interrupted = interruption(records)
        .map_or_else(String::new, |interruption| format!(" The search was {interruption}."));
    format!(
        "After {n_generations} the first front has {members}, {generators}. {validated}{interrupted}"
    )
}

fn plural(n: usize, singular: &str, plural: &str) -> String {
    format!("{n} {}", if n == 1 { singular } else { plural })
}

fn searched_hypervolume(records: &Records) -> Option<f64> {
    records.generations.hypervolumes.last().copied().flatten()
}

/// The main facts of the run: names and values.
fn facts(
    problem: &str,
    seed: &str,
    settings: &toml::Table,
    records: &Records,
    front: &Front<'_>,
) -> Markup {
    let [validated, searched] = [validated_hypervolume(records), searched_hypervolume(records)]
        .map(|volume| volume.map_or("-".to_owned(), |volume| format!("{volume:.4}")));
    let facts = [
        ("problem", problem.to_owned()),
        ("seed", seed.to_owned()),
        ("generations", records.generations.indices.len().to_string()),
        ("first front", front.len().to_string()),
        ("validated hypervolume", validated),
        ("searched hypervolume", searched),
    ];
    // How genomes are bred and, in a search for genomes of integers, what a level and a score is.
    let settings = [("search", "algorithm"), ("study", "semantics"), ("study", "noise")]
        .map(|(table, name)| Some((name, settings.get(table)?.get(name)?.as_str()?.to_owned())));
    let facts = facts.into_iter().chain(settings.into_iter().flatten());
    html! {
        dl.facts { @for (name, value) in facts { div { dt { (name) } dd { (value) } } } }
    }
}

/// The figures; pairs of objectives come last.
fn drawings(records: &Records) -> Markup {
    let (pairs, curves): (Vec<&RunFigure>, Vec<_>) =
        RUN_FIGURES.iter().partition(|figure| matches!(figure.draw, Draw::Each(_)));
    html! {
        section {
            h2 { "The search" }
            div.figures { @for figure in curves { (drawing(figure, records)) } }
        }
        section {
            h2 { "The front, objective by objective" }
            @if records.objectives.len() > N_PAIRED_MAX {
                p { "More than " (N_PAIRED_MAX) " objectives are not drawn pair by pair, and their hypervolume is not measured." }
            }
            div.figures { @for figure in pairs { (drawing(figure, records)) } }
        }
    }
}

/// Figures as embedded pictures, so that the styles of the page do not affect them.
fn drawing(figure: &RunFigure, records: &Records) -> Markup {
    let pictures = figure.draw(records);
    let pictures = pictures.iter();
    let pictures =
        pictures.map(|(name, figure)| (name, data_url("image/svg+xml", figure.svg().as_bytes())));
    html! { @for (name, source) in pictures { figure { img loading="lazy" alt=(name) src=(source); } } }
}

/// The generator to try first; empty for a run without one.
fn best(folder: &Path) -> Markup {
    let Ok(table) = Table::read(folder.join("best.csv")) else { return Markup::default() };
    let id = table.fields("id").next().unwrap_or_default();
    html! {
        section {
            h2 { "The generator to try first: " code { "best.json" } }
            (beside_levels(folder, "best.json", &format!("scripts/{id:0>6}.json")))
            @if let Ok(why) = FileKind::OF_STUDIO.text(&folder.join("best.txt")) {
                details { summary { "Why this one" } pre { (why) } }
            }
        }
    }
}

/// A script beside a sheet of levels: its own, or that of the script `of_sheet` that it was made
/// from.
fn beside_levels(folder: &Path, script: &str, of_sheet: &str) -> Markup {
    html! {
        div.pair {
            @match FileKind::SCRIPT.text(&folder.join(script)) {
                Ok(text) => (listing(&text)),
                Err(error) if folder.join(script).exists() => {
                    p { (script) " is not shown: " (reasons(&error)) }
                }
                Err(_) => {}
            }
            @if let Ok(sheet) = FileKind::TABLE.bytes(&folder.join(sheet_of(of_sheet))) {
                img loading="lazy" alt={ "levels of " (script) } src=(data_url("image/png", &sheet));
            }
        }
    }
}

/// Each different generator with its script and its levels.
fn generators(folder: &Path, front: &Front<'_>) -> Markup {
    let mut generators = front.generators();
    front.sort(&mut generators);
    html! {
        section {
            h2 { "Generators" }
            @if generators.len() > N_GENERATORS_MAX {
                p { "The first " (N_GENERATORS_MAX) " of " (generators.len()) "; the others are in " code { "scripts/" } "." }
            }
            @for (script, members) in generators.iter().take(N_GENERATORS_MAX) {
                article.generator id=(anchor(script)) {
                    h3 { (script) }
                    p { (front.describe(members)) }
                    (beside_levels(folder, script, script))
                }
            }
        }
    }
}

/// The explorers of a script with their rules; the whole script on demand.
fn listing(script: &str) -> Markup {
    let explorers = serde_json::from_str(script).map(|script| explorers_as_text(&script));
    html! {
        div {
            @match explorers {
                Ok(explorers) => {
                    pre { code { (explorers) } }
                    details { summary { "the whole script" } pre { code { (script) } } }
                }
                Err(_) => pre { code { (script) } },
            }
        }
    }
}

/// The sheet of levels of a script: `scripts/7.json` has `levels/7.png`.
fn sheet_of(script: &str) -> String {
    script.replacen("scripts/", "levels/", 1).trim_end_matches(".json").to_owned() + ".png"
}

fn anchor(script: &str) -> String {
    script.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

pub(crate) fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes))
}

/// The name of the problem of a config, which may be a file in the folder.
fn problem_name(folder: &Path, settings: &toml::Table) -> String {
    let problem = settings.get("problem").and_then(Value::as_str).unwrap_or_default();
    let is_file = Path::new(problem).extension().is_some_and(|ending| ending == "toml");
    let file = is_file
        .then(|| FileKind::PROBLEM.text(&folder.join(problem)).ok()?.parse::<toml::Table>().ok());
    let file = file.flatten().unwrap_or_default();
    file.get("name").and_then(Value::as_str).unwrap_or(problem).to_owned()
}
