//! A server of the Model Context Protocol over standard input and output, for any [`Toolbox`].

mod turns;

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

pub use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams,
    GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ProgressToken, ReadResourceRequestParams, ReadResourceResult, ServerCapabilities, ServerInfo,
};
pub use rmcp::model::{
    CallToolResult, ContentBlock, JsonObject, Prompt, PromptArgument, PromptMessage, Resource,
    ResourceContents, Role, Tool, ToolAnnotations,
};
use rmcp::service::{Peer, RequestContext, RoleServer, serve_server};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio;

use tokio::io::{AsyncRead, ReadBuf};
pub use turns::Order;
use turns::{Arrivals, Ticket};

/// Maximum bytes of a message, which is kept until its line ends.
const N_BYTES_MAX: usize = 16 << 20;

/// Asynchronous work.
pub type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What is served: tools, pages, and prompts.
pub trait Toolbox: Send + Sync + 'static {
    /// Instructions for the client.
    fn instructions(&self) -> &str;

    /// The available tools.
    fn tools(&self) -> Vec<Tool>;

    /// How a call of a tool works beside others.
    fn order(&self, tool: &str, arguments: &JsonObject) -> Order;

    /// Calls a tool; `None` if there is none of this name. A client that stops waiting drops the
    /// work.
    fn call<'a>(
        &'a self,
        tool: &str,
        arguments: JsonObject,
        progress: &'a Progress,
    ) -> Option<Work<'a, CallToolResult>>;

    /// The address, name and description of each page.
    fn pages(&self) -> Vec<(String, &str, &str)>;

    /// The page, or another file, at an address; an error gives the reason in words.
    fn contents(&self, address: &str) -> Result<ResourceContents, String>;

    /// Prompts to begin a conversation with.
    fn prompts(&self) -> Vec<Prompt>;

    /// The prompt of a name, filled with `arguments`; an error gives the reason in words.
    fn prompt(&self, name: &str, arguments: &JsonObject) -> Result<PromptMessage, String>;
}

/// Reports the progress of a call to its client.
pub struct Progress {
    peer: Peer<RoleServer>,
    /// `None` if the client does not want progress.
    token: Option<ProgressToken>,
}

impl Progress {
    /// Reports the finished share, in 0..=1, which must grow, and a line of text.
    pub fn tell(&self, share: f64, line: String) -> Work<'_, ()> {
        Box::pin(async move {
            let Some(token) = self.token.clone() else { return };
            let progress = ProgressNotificationParam::new(token, share).with_total(1.0);
            // The client may have gone.
            let _ = self.peer.notify_progress(progress.with_message(line)).await;
        })
    }
}

/// Serves a client through standard input and output until it closes them.
pub fn serve(toolbox: Arc<dyn Toolbox>) -> Work<'static, io::Result<()>> {
    Box::pin(async move {
        let (input, output) = stdio();
        let lines = AsyncRwTransport::new_server(Bounded { input, n_bytes: 0 }, output);
        let lines = Arrivals::of(lines, Arc::clone(&toolbox));
        let running = serve_server(Handler(toolbox), lines).await;
        // A client that disconnects before its first message is not an error.
        let Ok(running) = running else { return Ok(()) };
        running.waiting().await.map(drop).map_err(io::Error::other)
    })
}

/// An input that fails at a line that is too long.
struct Bounded<R> {
    input: R,
    /// Bytes of the last line.
    n_bytes: usize,
}

impl<R: AsyncRead + Unpin> AsyncRead for Bounded<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let n_before = buffer.filled().len();
        ready!(Pin::new(&mut self.input).poll_read(context, buffer))?;
        let read = &buffer.filled()[n_before..];
        let mut parts = read.split(|&byte| byte == b'\n');
        let is_long = self.n_bytes + parts.next().map_or(0, <[u8]>::len) > N_BYTES_MAX;
        self.n_bytes = parts.next_back().map_or(self.n_bytes + read.len(), <[u8]>::len);
        Poll::Ready(if is_long { Err(io::ErrorKind::InvalidData.into()) } else { Ok(()) })
    }
}

struct Handler(Arc<dyn Toolbox>);

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerInfo {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let about = Implementation::new("marahel", env!("CARGO_PKG_VERSION"));
        let info = ServerInfo::new(capabilities).with_server_info(about);
        info.with_instructions(self.0.instructions())
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        refuse_cursor(page)?;
        Ok(ListToolsResult::with_all_items(self.0.tools()))
    }

    /// Mistakes in a call are reported to the assistant, which can correct them; only an unknown
    /// tool is a protocol error.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let turn = context.extensions.get::<Ticket>().and_then(Ticket::take);
        let token = context.meta.get_progress_token();
        let progress = Progress { peer: context.peer, token };
        let arguments = request.arguments.unwrap_or_default();
        let Some(work) = self.0.call(&request.name, arguments, &progress) else {
            let message = format!("there is no tool `{}`", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let work = async {
            let _turn = match turn {
                Some(turn) => turn.begin().await,
                None => None,
            };
            work.await
        };
        // A client that stops waiting ends the work.
        tokio::select! {
            result = work => Ok(result),
            () = context.ct.cancelled() => {
                Ok(CallToolResult::error(vec![ContentBlock::text("the call was cancelled")]))
            }
        }
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        refuse_cursor(page)?;
        let pages = self.0.pages().into_iter().map(|(address, name, about)| {
            Resource::new(address, name).with_description(about).with_mime_type("text/markdown")
        });
        Ok(ListResourcesResult::with_all_items(pages.collect()))
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        refuse_cursor(page)?;
        Ok(ListResourceTemplatesResult::default())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        let contents = self.0.contents(&request.uri);
        let contents = contents.map_err(|message| ErrorData::resource_not_found(message, None))?;
        Ok(ReadResourceResult::new(vec![contents]))
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        refuse_cursor(page)?;
        Ok(ListPromptsResult::with_all_items(self.0.prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResult, ErrorData> {
        let message = self.0.prompt(&request.name, &request.arguments.unwrap_or_default());
        let message = message.map_err(|message| ErrorData::invalid_params(message, None))?;
        Ok(GetPromptResult::new(vec![message]))
    }

    /// A request of a known method with other parameters is read as one of an unknown method.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let message = format!("`{}` is unknown, or its parameters are wrong", request.method);
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None))
    }
}

/// Lists come whole, so that every cursor is an unknown one.
fn refuse_cursor(page: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match page.and_then(|page| page.cursor) {
        Some(_) => Err(ErrorData::invalid_params("unknown cursor: the list is whole", None)),
        None => Ok(()),
    }
}
