//! Turns of calls: they begin in the order in which they arrive, though each is answered by a task of
//! its own, and none reads what an earlier one is still writing.

use std::path::{Component, Path};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ClientRequest, ErrorCode, ErrorData, JsonObject, JsonRpcMessage};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::watch;

use super::Toolbox;

/// How a call works beside others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// It reads files, so that earlier calls have written theirs.
    Reads,
    /// It writes these files, alone but for long calls on other files.
    Writes(Vec<String>),
    /// It works long, as one that reads, and then writes these files. Calls on other files go before.
    Works(Vec<String>),
    /// It begins as one that reads, but then waits for something, so that later calls do not wait for it.
    Waits,
}

impl Order {
    fn written(&self) -> &[String] {
        match self {
            Self::Writes(places) | Self::Works(places) => places,
            Self::Reads | Self::Waits => &[],
        }
    }
}

/// A call that has arrived and is not over.
struct Call {
    number: u64,
    order: Order,
    /// All texts of its arguments: names of files are among them.
    texts: Vec<String>,
}

impl Call {
    /// Whether a later call waits until this one is over.
    fn delays(&self, later: &Self) -> bool {
        match (&self.order, &later.order) {
            // Two would share the cores, and each would find less in its time.
            (Order::Works(_), Order::Works(_)) => true,
            (Order::Works(_), _) | (_, Order::Works(_)) => {
                names_one(&later.texts, self.order.written())
                    || names_one(&self.texts, later.order.written())
            }
            (first, second) => {
                matches!(first, Order::Writes(_)) || matches!(second, Order::Writes(_))
            }
        }
    }
}

/// Whether a text names one of these files, or one that a tool writes beside it: `mine-2.json` beside
/// `mine.json`.
fn names_one(texts: &[String], places: &[String]) -> bool {
    let stems =
        places.iter().map(|place| place.rsplit_once('.').map_or(&**place, |(stem, _)| stem));
    let mut stems = stems.map(short);
    stems.any(|stem| texts.iter().any(|text| short(text).starts_with(&stem)))
}

/// A path without `.` and doubled separators.
fn short(path: &str) -> String {
    let parts = Path::new(path).components().filter(|part| *part != Component::CurDir);
    parts
        .map(|part| part.as_os_str().to_string_lossy().to_lowercase())
        .collect::<Vec<_>>()
        .join("/")
}

/// The texts in a value, at any depth.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(values) => values.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// All calls that are not over, in the order of their arrival.
#[derive(Clone, Default)]
struct Calls(watch::Sender<Vec<Arc<Call>>>);

/// The place of a call among those that arrived, until it is dropped.
pub(super) struct Turn(Calls, Arc<Call>);

/// A turn as it goes with a request.
#[derive(Clone)]
pub(super) struct Ticket(Arc<Mutex<Option<Turn>>>);

impl Ticket {
    /// The turn, which nobody has taken yet.
    pub(super) fn take(&self) -> Option<Turn> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Turn {
    /// Waits until no earlier call delays this one; answers what is to be kept while it works.
    pub(super) async fn begin(self) -> Option<Self> {
        let is_free = |calls: &Vec<Arc<Call>>| {
            let mut earlier = calls.iter().take_while(|call| call.number != self.1.number);
            !earlier.any(|call| call.delays(&self.1))
        };
        // The sender lives as long as this.
        let _ = self.0.0.subscribe().wait_for(is_free).await;
        (self.1.order != Order::Waits).then_some(self)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.0.send_modify(|calls| calls.retain(|call| call.number != self.1.number));
    }
}

/// Messages as rmcp reads them. Each call of a tool gets its turn as it arrives, and a request before
/// `initialize` is refused instead of ending the server: newer clients ask first which protocol it
/// speaks.
pub(super) struct Arrivals<T> {
    pub(super) lines: T,
    pub(super) toolbox: Arc<dyn Toolbox>,
    is_begun: bool,
    n_calls: u64,
    calls: Calls,
}

impl<T> Arrivals<T> {
    pub(super) fn of(lines: T, toolbox: Arc<dyn Toolbox>) -> Self {
        Self { lines, toolbox, is_begun: false, n_calls: 0, calls: Calls::default() }
    }

    fn ticket(&mut self, tool: &str, arguments: Option<&JsonObject>) -> Ticket {
        self.n_calls += 1;
        let none = JsonObject::new();
        let arguments = arguments.unwrap_or(&none);
        let mut all = Vec::new();
        arguments.values().for_each(|value| texts(value, &mut all));
        let order = self.toolbox.order(tool, arguments);
        let call = Arc::new(Call { number: self.n_calls, order, texts: all });
        self.calls.0.send_modify(|calls| calls.push(Arc::clone(&call)));
        Ticket(Arc::new(Mutex::new(Some(Turn(self.calls.clone(), call)))))
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Arrivals<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        self.lines.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let mut message = self.lines.receive().await?;
            let JsonRpcMessage::Request(request) = &mut message else {
                if self.is_begun {
                    return Some(message);
                }
                continue;
            };
            match &mut request.request {
                ClientRequest::InitializeRequest(_) => self.is_begun = true,
                ClientRequest::PingRequest(_) => {}
                early if !self.is_begun => {
                    let text = format!("`{}` is unknown before `initialize`", early.method());
                    let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, text, None);
                    let id = Some(request.id.clone());
                    self.lines.send(TxJsonRpcMessage::<RoleServer>::error(error, id)).await.ok()?;
                    continue;
                }
                ClientRequest::CallToolRequest(call) => {
                    let ticket = self.ticket(&call.params.name, call.params.arguments.as_ref());
                    call.extensions.insert(ticket);
                }
                _ => {}
            }
            return Some(message);
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), T::Error>> + Send {
        self.lines.close()
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, Order};

    fn call(order: Order, texts: &[&str]) -> Call {
        Call { number: 0, order, texts: texts.iter().map(ToString::to_string).collect() }
    }

    fn long(places: &[&str], texts: &[&str]) -> Call {
        call(Order::Works(places.iter().map(ToString::to_string).collect()), texts)
    }

    #[test]
    fn short_calls_go_before_long_ones_on_other_files() {
        let works = long(&["b.json"], &["a.json", "p.toml", "b.json"]);
        let writes = |place: &str| call(Order::Writes(vec![place.to_owned()]), &[place]);
        for (later, waits) in [
            (call(Order::Reads, &["a.json", "p.toml"]), false),
            (call(Order::Reads, &["b.json"]), true),
            (call(Order::Reads, &["x", "./B-2.json"]), true),
            (call(Order::Waits, &["b"]), true),
            (writes("c.json"), false),
            (writes("b.json"), true),
            (writes("a.json"), true),
            (long(&["c.json"], &["c.json"]), true),
        ] {
            assert_eq!(works.delays(&later), waits, "{:?} {:?}", later.order, later.texts);
            assert_eq!(later.delays(&works), waits, "{:?} {:?}", later.order, later.texts);
        }
    }

    #[test]
    fn a_file_is_written_alone() {
        let reads = || call(Order::Reads, &["a.json"]);
        let writes = || call(Order::Writes(vec!["b.json".to_owned()]), &["b.json"]);
        assert!(reads().delays(&writes()) && writes().delays(&reads()));
        assert!(writes().delays(&writes()) && !reads().delays(&reads()));
    }
}
