//! The server: what clients ask over the pipe, handed to the tools.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, GetPromptRequestParams, GetPromptResult,
    Implementation, JsonObject, ListPromptsResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams,
    ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerInfo,
};
use rmcp::service::{RequestContext, RoleServer, serve_server};
use rmcp::transport::stdio;
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value, json};
use studio::{PATIENCE, Workshop};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::{runtime, time};

use super::desk::said;
use super::lines::Lines;
use super::sources::resolve;
use super::told::Told;
use super::tools::{self, Does, Setting, Tool, Watched};
use super::{pages, prompts};

/// Before the name of a page.
const URI: &str = "marahel://docs/";

/// How often a search is looked at while somebody waits for it.
const LOOK_PERIOD: Duration = Duration::from_millis(500);

/// What a client is told first.
const INSTRUCTIONS: &str = "Generators of 2D tile levels: small Marahel scripts, and problem files that say \
    what a good level is. Start with docs (page = \"agents\"). Work in small steps: write, check, generate \
    and look at the picture, trace, evaluate. A search tunes a script that is near, or finds one where a \
    known starter fits. Files are those of one folder.";

/// Serves a client through standard input and output until it closes them. Searches that still run
/// then are stopped so that they can go on later. The program is `evolve`.
pub(super) fn serve(folder: &Path, program: PathBuf, allow_judges: bool) -> anyhow::Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let workshop = Arc::new(Workshop::open(folder, program, &["mcp", "--answer"])?);
    let handler = Server { workshop: Arc::clone(&workshop), allow_judges };
    let served = runtime.block_on(async {
        let (input, output) = stdio();
        let running = serve_server(handler, (Lines::of(input), output)).await;
        // A client that goes before it has said anything is none.
        let Ok(running) = running else { return Ok(()) };
        running.waiting().await.map(drop).context("serving the client")
    });
    workshop.runs.stop_all();
    // Standard input may still be waited for.
    runtime.shutdown_background();
    served
}

struct Server {
    workshop: Arc<Workshop>,
    allow_judges: bool,
}

impl Server {
    fn setting(&self) -> Setting<'_> {
        Setting { workshop: &self.workshop, allow_judges: self.allow_judges }
    }

    /// What a tool tells of a call.
    async fn told(
        &self,
        tool: Tool,
        mut arguments: JsonObject,
        context: &RequestContext<RoleServer>,
    ) -> anyhow::Result<Told> {
        block_in_place(|| resolve(&self.workshop.folder, self.allow_judges, &mut arguments))?;
        let arguments = Value::Object(arguments);
        match tool.does {
            Does::Work(_) => {
                let call = json!({ "tool": tool.name, "arguments": arguments });
                let answer = self.workshop.questions.answer(PATIENCE, call.to_string()).await;
                let told = Told::of_json(&answer.map_err(|_| too_much())?)?;
                block_in_place(|| self.keep(told))
            }
            Does::Look(look) => {
                let (workshop, allow_judges) = (Arc::clone(&self.workshop), self.allow_judges);
                let looked = spawn_blocking(move || {
                    look(&Setting { workshop: &workshop, allow_judges }, arguments)
                });
                looked.await?
            }
            Does::Watch(watch) => {
                let look = || block_in_place(|| watch(&self.setting(), &arguments));
                self.watched(look, context).await
            }
        }
    }

    /// Writes the files that a tool made to the folder.
    fn keep(&self, mut told: Told) -> anyhow::Result<Told> {
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

    /// What is seen when a search is over, or the caller has waited long enough, who is told of
    /// progress meanwhile.
    async fn watched(
        &self,
        look: impl Fn() -> anyhow::Result<Watched>,
        context: &RequestContext<RoleServer>,
    ) -> anyhow::Result<Told> {
        let begin = Instant::now();
        let mut told_share = 0.0;
        loop {
            let seen = look()?;
            if seen.is_over || begin.elapsed() >= Duration::from_secs(seen.patience) {
                return Ok(seen.told);
            }
            // Progress has to grow.
            if let Some(token) =
                context.meta.get_progress_token().filter(|_| seen.share > told_share)
            {
                told_share = seen.share;
                let progress = ProgressNotificationParam::new(token, seen.share).with_total(1.0);
                let line = seen.told.text.lines().nth(1).unwrap_or_default().to_owned();
                // Whoever is gone need not be told.
                let _ = context.peer.notify_progress(progress.with_message(line)).await;
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

/// What a tool told, as clients see it: text first.
fn result(told: anyhow::Result<Told>) -> CallToolResult {
    match told {
        Ok(told) => {
            let mut content = vec![ContentBlock::text(told.short_text())];
            let picture =
                |png: &Vec<u8>| ContentBlock::image(BASE64_STANDARD.encode(png), "image/png");
            content.extend(told.pictures.iter().map(picture));
            CallToolResult::success(content)
        }
        Err(error) => CallToolResult::error(vec![ContentBlock::text(said(&error))]),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerInfo {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let about = Implementation::new("marahel", env!("CARGO_PKG_VERSION"));
        ServerInfo::new(capabilities).with_server_info(about).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all().iter().map(Tool::model).collect()))
    }

    /// A mistake in a call is told to the assistant, who can mend it; only a tool that is none is an
    /// error of the client.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let Some(tool) = tools::tool(&request.name) else {
            let message = format!("there is no tool `{}`", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let told = self.told(tool, arguments, &context);
        // Whoever does not wait any more ends the work.
        let told = tokio::select! {
            told = told => told,
            () = context.ct.cancelled() => Err(anyhow!("the call was cancelled")),
        };
        Ok(result(told))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |(name, about): (&str, &str)| {
            let resource = Resource::new(format!("{URI}{name}"), name).with_description(about);
            resource.with_mime_type("text/markdown")
        };
        Ok(ListResourcesResult::with_all_items(pages::all().map(resource).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        let name = request.uri.strip_prefix(URI).unwrap_or_default();
        let text = pages::whole(name)
            .map_err(|error| ErrorData::resource_not_found(said(&error), None))?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type("text/markdown");
        Ok(ReadResourceResult::new(vec![contents]))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResult, ErrorData> {
        let given = request.arguments.unwrap_or_default();
        let message = prompts::filled(&request.name, &given)
            .map_err(|message| ErrorData::invalid_params(message, None))?;
        Ok(GetPromptResult::new(vec![message]))
    }
}
