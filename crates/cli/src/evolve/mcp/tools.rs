//! The tools: description, parameters, and implementation.

mod check;
mod drawings;
mod judge;
mod levels;
mod library;
mod searches;

use anyhow::{Context, bail};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use studio::mcp::{JsonObject, ToolAnnotations};
use studio::{Folder, Workshop};

use super::reply::Reply;
use crate::terminal::print;

/// A tool that an assistant can call.
#[derive(Clone, Copy)]
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// What it does, and when to use it.
    about: &'static str,
    /// Its parameters.
    schema: fn(studio::mcp::Tool) -> studio::mcp::Tool,
    pub(super) does: Does,
    /// Whether it changes files or searches.
    changes: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Does {
    /// In its own process: its cost is that of a script.
    Work(fn(Value) -> anyhow::Result<Reply>),
    /// By the server: it looks at the folder and its searches.
    Look(fn(&Setting<'_>, Value) -> anyhow::Result<Reply>),
    /// By the server, which waits until something has happened, and then looks.
    Watch(
        fn(&Setting<'_>, &Value) -> anyhow::Result<Watched>,
        fn(&Setting<'_>, Value) -> anyhow::Result<Reply>,
    ),
}

pub(super) struct Setting<'a> {
    pub(super) workshop: &'a Workshop,
    pub(super) allow_judges: bool,
}

pub(super) struct Watched {
    /// Its progress in words.
    pub(super) line: String,
    /// The finished share, in 0..=1.
    pub(super) share: f64,
    /// Whether there is nothing to wait for.
    pub(super) is_over: bool,
    /// How long the caller wants to wait, in seconds.
    pub(super) patience: u64,
}

/// A tool call whose cost is that of a script.
trait Work: DeserializeOwned + JsonSchema + 'static {
    fn work(self) -> anyhow::Result<Reply>;
}

/// A tool call that looks at the folder.
trait Look: DeserializeOwned + JsonSchema + 'static {
    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply>;
}

impl Tool {
    fn of_work<W: Work>(name: &'static str, about: &'static str) -> Self {
        let does = Does::Work(|arguments| read::<W>(arguments)?.work());
        Self {
            name,
            about,
            schema: studio::mcp::Tool::with_input_schema::<W>,
            does,
            changes: false,
        }
    }

    fn of_look<L: Look>(name: &'static str, about: &'static str) -> Self {
        let does = Does::Look(|setting, arguments| read::<L>(arguments)?.look(setting));
        Self {
            name,
            about,
            schema: studio::mcp::Tool::with_input_schema::<L>,
            does,
            changes: false,
        }
    }

    const fn changing(self) -> Self {
        Self { changes: true, ..self }
    }

    /// The tool in the form of the protocol.
    pub(super) fn model(&self) -> studio::mcp::Tool {
        let annotations = ToolAnnotations::new().read_only(!self.changes).open_world(false);
        let model = studio::mcp::Tool::new(self.name, self.about, JsonObject::new());
        (self.schema)(model).with_annotations(annotations.destructive(false))
    }
}

/// Writes a file of the folder, and makes the folders that it needs.
pub(super) fn write(
    folder: &Folder,
    place: &str,
    content: &[u8],
    overwrites: bool,
) -> anyhow::Result<()> {
    check_free(folder, place, overwrites)?;
    Ok(folder.write(place, &WRITTEN, content)?)
}

/// Rejects replacing a file unless `overwrites` is set. Makes the folders that the file needs.
pub(super) fn check_free(folder: &Folder, place: &str, overwrites: bool) -> anyhow::Result<()> {
    folder.make_parent(place, &WRITTEN)?;
    if !overwrites && folder.place_of(place, &WRITTEN)?.exists() {
        bail!("{place} already exists; give another name, or overwrite = true");
    }
    Ok(())
}

/// Extensions of files that tools write.
const WRITTEN: [&str; 9] = ["json", "toml", "png", "gif", "txt", "csv", "tmj", "ldtk", "cert"];

fn read<T: DeserializeOwned>(arguments: Value) -> anyhow::Result<T> {
    serde_json::from_value(arguments).context("these arguments are invalid")
}

/// All tools, in the order of use.
pub(super) fn all() -> [Tool; 17] {
    [
        Tool::of_look::<library::Docs>(
            "docs",
            "Read the manual: the script language, problem files, roles, measures, recipes. Use it before you \
             write a script or a problem file. Without arguments it lists the pages; with a page, its sections.",
        ),
        Tool::of_look::<library::List>(
            "list",
            "List what there is: known starters (generators whose entities are roles), example generators, \
             built-in problems, files of the folder, searches.",
        ),
        Tool::of_look::<library::Read>(
            "read",
            "Read a script or a problem file: of the folder, a known starter or generator, or a built-in problem. \
             Use it to learn from a near one before you write your own.",
        ),
        Tool::of_look::<library::Save>(
            "save",
            "Write a script (.json) or a problem file (.toml) into the folder. Check it first.",
        )
        .changing(),
        Tool::of_work::<check::Check>(
            "check",
            "Find all mistakes of a script or a problem file, each with its place, what is wrong and a fix, and \
             parts that do nothing. Use it after each change; with fix = true what can be mended is mended.",
        )
        .changing(),
        Tool::of_work::<levels::Generate>(
            "generate",
            "Make levels of a script and look at them, as a picture and as text. Use it often: a picture tells \
             more than any number.",
        ),
        Tool::of_work::<levels::Trace>(
            "trace",
            "Show how one level comes about, explorer by explorer, with how often each rule fired. Use it when \
             levels are not what you meant.",
        ),
        Tool::of_work::<judge::Evaluate>(
            "evaluate",
            "Measure a script for a problem: how many of its levels are playable and good, the mean score of each \
             objective, what levels lack and how often, and the worst level as a picture.",
        ),
        Tool::of_work::<judge::Score>(
            "score",
            "Judge single levels by a problem: each objective with its value and range, whether the level is \
             playable and good, and what it lacks. Use it on a level that you drew, to see whether your problem \
             file asks for what you mean.",
        ),
        Tool::of_work::<drawings::Imitate>(
            "imitate",
            "From two to ten drawn levels: a problem file that asks for what they share, and a script that explains \
             them layer by layer. Both are written to the folder. Use it when examples say more than words.",
        )
        .changing(),
        Tool::of_look::<searches::Start>(
            "start_search",
            "Start a search that writes scripts for a problem, in the background: from known starters, or from \
             your own scripts, parts of which can be locked. Use it when your script is near, or when you have \
             none.",
        )
        .changing(),
        searches::LOOK_AT,
        Tool::of_look::<searches::Stop>(
            "stop_search",
            "End a search with what it has found; it can go on later.",
        )
        .changing(),
        Tool::of_look::<searches::Resume>("resume_search", "Go on with a search that was stopped.")
            .changing(),
        Tool::of_look::<searches::TakeBest>(
            "take_best",
            "Copy the best script of a search, or another one of its front, to a file of the folder.",
        )
        .changing(),
        Tool::of_work::<judge::Certify>(
            "certify",
            "Judge the levels of many seeds of a script once, and write which are playable, so that a game makes \
             playable levels alone, without a judge. Use it at the very end.",
        )
        .changing(),
        Tool::of_work::<levels::Export>(
            "export",
            "Write levels of a script to a file of the folder: png, gif (how a level comes about), txt, csv, json, \
             tmj (Tiled), ldtk (LDtk).",
        )
        .changing(),
    ]
}

pub(super) fn tool(name: &str) -> Option<Tool> {
    all().into_iter().find(|tool| tool.name == name)
}

pub(super) fn print_all() -> anyhow::Result<()> {
    for tool in all() {
        print(format_args!("{}\n    {}", tool.name, tool.about))?;
    }
    Ok(())
}
