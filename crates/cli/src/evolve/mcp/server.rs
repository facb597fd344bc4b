//! The server: passes the requests of clients to the tools.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use studio::mcp::{
    CallToolResult, ContentBlock, JsonObject, Progress, Prompt, PromptMessage, Served, Work,
};
use studio::{PATIENCE, Workshop};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::{runtime, time};

use super::desk::said;
use super::reply::Reply;
use super::sources::resolve;
use super::tools::{self, Does, Setting, Tool, Watched};
use super::{pages, prompts};

/// The address of a page without its name.
const URI: &str = "marahel://docs/";

/// Time between two looks at a search while a caller waits for it.
const LOOK_PERIOD: Duration = Duration::from_millis(500);

const INSTRUCTIONS: &str = "Generators of 2D tile levels: small Marahel scripts, and problem files that say \
    what a good level is. Start with docs (page = \"agents\"). Work in small steps: write, check, generate \
    and look at the picture, trace, evaluate. A search tunes a script that is near, or finds one where a \
    known starter fits. Files are those of one folder.";

/// Serves a client through standard input and output until it closes them. Then stops running
/// searches so that they can be resumed. `program` is `evolve`.
pub(super) fn serve(folder: &Path, program: PathBuf, allow_judges: bool) -> anyhow::Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let workshop = Arc::new(Workshop::open(folder, program, &["mcp", "--answer"])?);
    let server = Server { workshop: Arc::clone(&workshop), allow_judges };
    let done = runtime.block_on(studio::mcp::serve(Arc::new(server))).context("serving the client");
    workshop.runs.stop_all();
    // A thread may still be waiting for standard input.
    runtime.shutdown_background();
    done
}

struct Server {
    workshop: Arc<Workshop>,
    allow_judges: bool,
}

impl Server {
    fn setting(&self) -> Setting<'_> {
        Setting { workshop: &self.workshop, allow_judges: self.allow_judges }
    }

    /// The reply of a tool to a call.
    async fn told(
        &self,
        tool: Tool,
        mut arguments: JsonObject,
        progress: &Progress,
    ) -> anyhow::Result<Reply> {
        block_in_place(|| resolve(&self.workshop.folder, self.allow_judges, &mut arguments))?;
        let arguments = Value::Object(arguments);
        match tool.does {
            Does::Work(_) => {
                let call = json!({ "tool": tool.name, "arguments": arguments });
                let answer = self.workshop.questions.answer(PATIENCE, call.to_string()).await;
                let answer =
                    answer.map_err(|error| if error.is_busy() { too_much() } else { error.into() });
                let told = Reply::of_json(&answer?)?;
                block_in_place(|| self.keep(told))
            }
            Does::Look(look) => self.looked(look, arguments).await,
            Does::Watch(watch, look) => {
                let state = || block_in_place(|| watch(&self.setting(), &arguments));
                self.watched(state, progress).await?;
                self.looked(look, arguments).await
            }
        }
    }

    /// The reply of a tool that looks at the folder; other calls are answered meanwhile. A look
    /// that takes too long continues in the background, because threads cannot be killed.
    async fn looked(
        &self,
        look: fn(&Setting<'_>, Value) -> anyhow::Result<Reply>,
        arguments: Value,
    ) -> anyhow::Result<Reply> {
        let (workshop, allow_judges) = (Arc::clone(&self.workshop), self.allow_judges);
        let looked =
            spawn_blocking(move || look(&Setting { workshop: &workshop, allow_judges }, arguments));
        time::timeout(PATIENCE, looked).await.map_err(|_| too_much())??
    }

    fn keep(&self, mut told: Reply) -> anyhow::Result<Reply> {
        let folder = &self.workshop.folder;
        // All or none.
        for (place, _) in &told.files {
            tools::check_free(folder, place, told.overwrites)?;
        }
        let mut lines = Vec::new();
        for (place, content) in std::mem::take(&mut told.files) {
            tools::write(folder, &place, &content, told.overwrites)?;
            lines.push(format!("{place} is written, {} bytes", content.len()));
        }
        lines.push(told.text);
        told.text = lines.join("\n");
        Ok(told)
    }

    /// Waits until a search is over or the caller's time is up; reports progress meanwhile.
    async fn watched(
        &self,
        state: impl Fn() -> anyhow::Result<Watched>,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        let begin = Instant::now();
        let mut told_share = 0.0;
        loop {
            let seen = state()?;
            if seen.is_over || begin.elapsed() >= Duration::from_secs(seen.patience) {
                return Ok(());
            }
            // The protocol requires growing progress.
            if seen.share > told_share {
                told_share = seen.share;
                progress.tell(told_share, seen.line).await;
            }
            time::sleep(LOOK_PERIOD).await;
        }
    }
}

fn too_much() -> anyhow::Error {
    anyhow!(
        "this took longer than {} s, or the server is busy: it is too much work; ask for fewer or smaller levels, \
         or limit `repeats` and `tiles` of explorers",
        PATIENCE.as_secs()
    )
}

/// The reply of a tool in the form of the protocol; the text comes first.
fn result(told: anyhow::Result<Reply>, words: impl Fn(&str) -> String) -> CallToolResult {
    match told {
        Ok(told) => {
            let mut content = vec![ContentBlock::text(words(&told.short_text()))];
            let picture =
                |png: &Vec<u8>| ContentBlock::image(BASE64_STANDARD.encode(png), "image/png");
            content.extend(told.pictures.iter().map(picture));
            CallToolResult::success(content)
        }
        Err(error) => CallToolResult::error(vec![ContentBlock::text(words(&said(&error)))]),
    }
}

impl Served for Server {
    fn instructions(&self) -> &str {
        INSTRUCTIONS
    }

    fn tools(&self) -> Vec<studio::mcp::Tool> {
        tools::all().iter().map(Tool::model).collect()
    }

    fn call<'a>(
        &'a self,
        name: &str,
        arguments: JsonObject,
        progress: &'a Progress,
    ) -> Option<Work<'a, CallToolResult>> {
        let tool = tools::tool(name)?;
        Some(Box::pin(async move {
            let folder = &self.workshop.folder;
            let told = self.told(tool, arguments, progress).await;
            result(told, |text| folder.as_seen_from_it(text))
        }))
    }

    fn pages(&self) -> Vec<(String, &str, &str)> {
        pages::all().map(|(name, about)| (format!("{URI}{name}"), name, about)).collect()
    }

    fn page(&self, address: &str) -> Result<String, String> {
        let name = address.strip_prefix(URI).unwrap_or_default();
        pages::whole(name).map_err(|error| said(&error))
    }

    fn prompts(&self) -> Vec<Prompt> {
        prompts::all()
    }

    fn prompt(&self, name: &str, given: &JsonObject) -> Result<PromptMessage, String> {
        prompts::filled(name, given)
    }
}
