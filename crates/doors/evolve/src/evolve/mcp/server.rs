//! The server: passes the requests of clients to the tools.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use marahel_studio::mcp::{
    self, CallToolResult, ContentBlock, JsonObject, Order, Progress, Prompt, PromptMessage,
    ResourceContents, Toolbox, Work,
};
use marahel_studio::{PATIENCE, Workshop};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::{runtime, time};

use super::desk::said;
use super::reply::Reply;
use super::sources::{ScriptText, has_ending, resolve};
use super::tools::{Does, Setting, TOOLS, Tool, WaitState};
use super::writing::{Pen, ReadFile, endings};
use super::{links, pages, prompts};

/// The address of a page without its name.
const URI: &str = "marahel://docs/";

/// Time between two looks at a search while a caller waits for it.
const LOOK_PERIOD: Duration = Duration::from_millis(500);

/// Maximum time of an answer that waits, and then asks again; clients give up after 60 s.
const ANSWER_MAX: Duration = Duration::from_secs(55);

/// The part of all progress that the measuring of levels is. Nobody knows how long the ending takes,
/// so each of its steps takes a part of what is left.
const SHARE_OF_LEVELS: f64 = 0.9;
const SHARE_OF_STEP: f64 = 0.05;

const INSTRUCTIONS: &str = "Generators of 2D tile levels: small Marahel scripts, and problem files that say \
    what a good level is. Start with docs (page = \"agents\"). Work in small steps: draft or write, check, \
    generate and look at the picture, trace, evaluate. A search tunes a script that is near, or finds one where a \
    known starter fits. Files are those of one folder.";

/// Serves a client through standard input and output until it closes them. Then stops running
/// searches so that they can be resumed. `program` is `evolve`.
pub(super) fn serve(folder: &Path, program: PathBuf, allow_judges: bool) -> anyhow::Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let to_answer = ["mcp", "--answer"].map(OsStr::new);
    let workshop = Arc::new(Workshop::open(folder, program, &to_answer)?);
    let pen = Arc::new(Pen::new(allow_judges));
    let server = Server { workshop: Arc::clone(&workshop), pen, allow_judges };
    let done = runtime.block_on(mcp::serve(Arc::new(server))).context("serving the client");
    workshop.runs.stop_all();
    // A thread may still be waiting for standard input.
    runtime.shutdown_background();
    done
}

struct Server {
    workshop: Arc<Workshop>,
    pen: Arc<Pen>,
    allow_judges: bool,
}

impl Server {
    fn setting(&self) -> Setting<'_> {
        Setting { workshop: &self.workshop, pen: &self.pen, allow_judges: self.allow_judges }
    }

    async fn reply(
        &self,
        tool: &Tool,
        mut arguments: JsonObject,
        progress: &Progress,
    ) -> anyhow::Result<Reply> {
        let begin = Instant::now();
        block_in_place(|| resolve(&self.workshop.folder, self.allow_judges, &mut arguments))?;
        let arguments = Value::Object(arguments);
        match tool.does {
            Does::Work(_, check) => {
                check(arguments.clone())?;
                block_in_place(|| self.check_place(&arguments))?;
                let call = json!({ "tool": tool.name, "arguments": arguments });
                let reply = self.work(&call, PATIENCE).await?;
                block_in_place(|| self.keep(reply, &files_read(&arguments)))
            }
            Does::Look(look) => self.look(look, arguments).await,
            Does::Watch(watch, look) => {
                let state = || block_in_place(|| watch(&self.setting(), &arguments));
                self.wait(state, progress).await?;
                let mut reply = self.look(look, arguments).await?;
                let Some(call) = reply.call.take() else { return Ok(reply) };
                let time = PATIENCE.min(ANSWER_MAX.saturating_sub(begin.elapsed()));
                Ok(match self.work(&call, time).await {
                    Ok(more) => reply.joined(more),
                    Err(error) => reply.line(&format!("{} found no time: {error:#}", call["tool"])),
                })
            }
        }
    }

    /// The reply of a tool whose cost is that of a script.
    async fn work(&self, call: &Value, time: Duration) -> anyhow::Result<Reply> {
        let answer = self.workshop.questions.answer(time, call.to_string()).await;
        let answer =
            answer.map_err(|error| if error.is_busy() { too_much() } else { error.into() });
        Reply::of_json(&answer?)
    }

    /// Rejects a place where no file may be written, before any work. Tools say which endings they
    /// write.
    fn check_place(&self, arguments: &Value) -> anyhow::Result<()> {
        let place = arguments["to"].as_str();
        let has_known_ending =
            |place: &&str| endings().iter().any(|ending| has_ending(place, ending));
        let Some(place) = place.filter(has_known_ending) else { return Ok(()) };
        let overwrites = arguments["overwrite"] == true;
        self.pen.check(&self.workshop.folder, place, overwrites)
    }

    /// The reply of a tool that looks at the folder; other calls are answered meanwhile. A look
    /// that takes too long continues in the background, because threads cannot be killed.
    async fn look(
        &self,
        look: fn(&Setting<'_>, Value) -> anyhow::Result<Reply>,
        arguments: Value,
    ) -> anyhow::Result<Reply> {
        let (workshop, pen) = (Arc::clone(&self.workshop), Arc::clone(&self.pen));
        let allow_judges = self.allow_judges;
        let work = spawn_blocking(move || {
            look(&Setting { workshop: &workshop, pen: &pen, allow_judges }, arguments)
        });
        time::timeout(PATIENCE, work).await.map_err(|_| too_much())??
    }

    /// Writes the files of a reply. If they cannot be written, the error tells what was found, too.
    fn keep(&self, mut reply: Reply, read: &[ReadFile]) -> anyhow::Result<Reply> {
        let files = std::mem::take(&mut reply.files);
        self.pen
            .write(&self.workshop.folder, &files, reply.overwrites, read)
            .map_err(|error| anyhow!("{error:#}; nothing was written\n{}", reply.text))?;
        let written = |(place, content): &(String, Vec<u8>)| {
            format!("{place} is written, {} bytes", content.len())
        };
        let mut lines: Vec<String> = files.iter().map(written).collect();
        lines.push(reply.text);
        reply.text = lines.join("\n");
        reply.written = files.into_iter().map(|(place, _)| place).collect();
        Ok(reply)
    }

    /// Waits until a search is over or the caller's time is up; reports progress meanwhile.
    async fn wait(
        &self,
        state: impl Fn() -> anyhow::Result<WaitState>,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        let begin = Instant::now();
        let (mut last_share, mut last_line) = (0.0, String::new());
        loop {
            let WaitState { line, share, is_over, patience } = state()?;
            if is_over || begin.elapsed() >= Duration::from_secs(patience) {
                return Ok(());
            }
            let share = match share {
                ..1.0 => SHARE_OF_LEVELS * share,
                _ if line == last_line => last_share,
                _ => {
                    let share = last_share.max(SHARE_OF_LEVELS);
                    share + SHARE_OF_STEP * (1.0 - share)
                }
            };
            // The protocol requires growing progress.
            if share > last_share {
                last_share = share;
                last_line.clone_from(&line);
                progress.tell(share, line).await;
            }
            time::sleep(LOOK_PERIOD).await;
        }
    }
}

/// The files of scripts that a call was given, with their texts then.
fn files_read(arguments: &Value) -> Vec<ReadFile> {
    let scripts = ["script", "with"].iter().filter_map(|name| arguments.get(name));
    let scripts = scripts.filter_map(|script| ScriptText::deserialize(script).ok());
    scripts.filter_map(|script| Some((script.file?, script.text))).collect()
}

fn too_much() -> anyhow::Error {
    anyhow!(
        "this took longer than {} s, or the server is busy: it is too much work; ask for fewer levels (`count`, \
         `budget`) or smaller ones, or limit `repeats` and `tiles` of explorers",
        PATIENCE.as_secs()
    )
}

/// A text whose control characters can be seen: they come from files of strangers.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() && !matches!(letter, '\n' | '\t') {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// The reply of a tool in the form of the protocol; the text comes first.
fn result(reply: anyhow::Result<Reply>, words: impl Fn(&str) -> String) -> CallToolResult {
    match reply {
        Ok(reply) => {
            let mut content = vec![ContentBlock::text(words(&reply.short_text()))];
            let picture =
                |png: &Vec<u8>| ContentBlock::image(BASE64_STANDARD.encode(png), "image/png");
            content.extend(reply.pictures.iter().map(picture));
            content.extend(reply.written.iter().map(|place| links::link(place)));
            let mut result = CallToolResult::success(content);
            // Names of files are in it, too.
            let data = reply.data.map(|data| words(&data.to_string()));
            result.structured_content = data.and_then(|data| serde_json::from_str(&data).ok());
            result
        }
        Err(error) => CallToolResult::error(vec![ContentBlock::text(words(&said(&error)))]),
    }
}

impl Toolbox for Server {
    fn instructions(&self) -> &str {
        INSTRUCTIONS
    }

    fn tools(&self) -> Vec<mcp::Tool> {
        TOOLS.iter().map(Tool::model).collect()
    }

    fn order(&self, tool: &str, arguments: &JsonObject) -> Order {
        Tool::named(tool).map_or(Order::Reads, |tool| tool.order(arguments))
    }

    fn call<'a>(
        &'a self,
        name: &str,
        arguments: JsonObject,
        progress: &'a Progress,
    ) -> Option<Work<'a, CallToolResult>> {
        let tool = Tool::named(name)?;
        Some(Box::pin(async move {
            let folder = &self.workshop.folder;
            let reply = self.reply(tool, arguments, progress).await;
            result(reply, |text| visible(&folder.as_seen_from_it(text)))
        }))
    }

    fn pages(&self) -> Vec<(String, &str, &str)> {
        pages::all().map(|(name, about)| (format!("{URI}{name}"), name, about)).collect()
    }

    fn contents(&self, address: &str) -> Result<ResourceContents, String> {
        if let Some(file) = links::read(&self.workshop.folder, address) {
            return file;
        }
        let name = address.strip_prefix(URI).unwrap_or_default();
        let text = pages::whole(name).map_err(|error| said(&error))?;
        Ok(ResourceContents::text(text, address).with_mime_type("text/markdown"))
    }

    fn prompts(&self) -> Vec<Prompt> {
        prompts::all()
    }

    fn prompt(&self, name: &str, arguments: &JsonObject) -> Result<PromptMessage, String> {
        prompts::filled(name, arguments)
    }
}
