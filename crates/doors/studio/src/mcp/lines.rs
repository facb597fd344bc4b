//! Messages from a client, one per line and of bounded length, and the answers to invalid ones.

use std::sync::Arc;
use std::{io, mem};

use rmcp::ErrorData;
use rmcp::model::{ClientRequest, GetExtensions, JsonRpcMessage};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::session::Session;
use super::turns::Door;

/// Maximum bytes of a message, including its end.
const N_BYTES_MAX: usize = 16 << 20;

/// JSON texts may begin with a byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Lines of JSON-RPC. An invalid line is answered, and reading continues.
pub(super) struct Lines<R, W> {
    input: BufReader<R>,
    /// The partial next line, because reading may be interrupted.
    line: Line,
    session: Session,
    door: Door,
    output: Output<W>,
    /// The task that is writing the answer to an invalid line.
    answering: Option<JoinHandle<io::Result<()>>>,
}

/// The output for complete answers; `None` after it was closed.
type Output<W> = Arc<Mutex<Option<W>>>;

#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    /// Whether it is too long; its bytes are then dropped.
    is_long: bool,
}

impl<R: AsyncRead + Unpin, W> Lines<R, W> {
    pub(super) fn of(input: R, output: W) -> Self {
        Self {
            input: BufReader::new(input),
            line: Line::default(),
            session: Session::default(),
            door: Door::default(),
            output: Arc::new(Mutex::new(Some(output))),
            answering: None,
        }
    }

    /// The next line; `None` at the end of the input.
    async fn next(&mut self) -> Option<Line> {
        loop {
            let bytes = self.input.fill_buf().await.ok()?;
            if bytes.is_empty() {
                let last = mem::take(&mut self.line);
                return (last.is_long || !last.bytes.is_empty()).then_some(last);
            }
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let n_bytes = end.unwrap_or(bytes.len());
            self.line.add(&bytes[..n_bytes]);
            self.input.consume(end.map_or(n_bytes, |end| end + 1));
            if end.is_some() {
                return Some(mem::take(&mut self.line));
            }
        }
    }
}

impl Line {
    fn add(&mut self, bytes: &[u8]) {
        self.is_long |= self.bytes.len() + bytes.len() >= N_BYTES_MAX;
        if self.is_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// The message of this line; `None` if it needs no answer; or the answer to an invalid one.
    fn message(
        &self,
        session: &mut Session,
    ) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Value> {
        if self.is_long {
            let message =
                format!("a message has at most {} MiB; send less at once", N_BYTES_MAX >> 20);
            return Err(refusal(None, &ErrorData::invalid_request(message, None)));
        }
        let text = self.bytes.strip_prefix(MARK).unwrap_or(&self.bytes).trim_ascii();
        if text.is_empty() {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(text).map_err(|error| {
            let message = format!("this line is not valid JSON: {error}");
            refusal(None, &ErrorData::parse_error(message, None))
        })?;
        // Notifications and answers are never answered, even invalid ones.
        let keys = ["method", "id", "result", "error"].map(|key| value.get(key).is_some());
        let is_answered =
            !matches!(keys, [true, false, ..] | [false, _, true, _] | [false, _, _, true]);
        let id = value.get("id").filter(|id| id.is_string() || id.is_i64()).cloned();
        if is_answered && id.is_none() && keys[1] {
            let message = "the id of a request is a text or an integer of 64 bits";
            return Err(refusal(None, &ErrorData::invalid_request(message, None)));
        }
        let Ok(message) = serde_json::from_value(value) else {
            let message =
                "this line is not a JSON-RPC 2.0 message: an object with jsonrpc, id and method";
            let error = ErrorData::invalid_request(message, None);
            return if is_answered { Err(refusal(id.as_ref(), &error)) } else { Ok(None) };
        };
        let is_admitted = session.admits(&message).map_err(|error| refusal(id.as_ref(), &error))?;
        Ok(is_admitted.then_some(message))
    }
}

/// The answer to an invalid line, with the id of the request if known.
fn refusal(id: Option<&Value>, error: &ErrorData) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        write(Arc::clone(&self.output), message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            // A client that does not read answers gets no more of them. An answer is written
            // completely, even if this call is interrupted.
            if let Some(answering) = &mut self.answering {
                let written = answering.await;
                self.answering = None;
                written.ok()?.ok()?;
            }
            let line = self.next().await?;
            match line.message(&mut self.session) {
                Ok(Some(mut message)) => {
                    if let JsonRpcMessage::Request(request) = &mut message
                        && matches!(request.request, ClientRequest::CallToolRequest(_))
                    {
                        request.request.extensions_mut().insert(self.door.turn().await);
                    }
                    return Some(message);
                }
                Ok(None) => {}
                Err(answer) => {
                    let output = Arc::clone(&self.output);
                    self.answering = Some(tokio::spawn(write(output, answer)));
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        drop(self.output.lock().await.take());
        Ok(())
    }
}

async fn write<W, M>(output: Output<W>, message: M) -> io::Result<()>
where
    W: AsyncWrite + Unpin,
    M: Serialize,
{
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let mut output = output.lock().await;
    let output = output.as_mut().ok_or(io::ErrorKind::NotConnected)?;
    output.write_all(&line).await?;
    output.flush().await
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use rmcp::transport::Transport;
    use serde_json::{Value, json};
    use tokio::runtime;

    use super::{Lines, N_BYTES_MAX};

    /// The number of messages in these lines, and the answers to the others: request ids and error
    /// codes.
    fn answered(text: impl Into<Vec<u8>>) -> (usize, Vec<(Value, i64)>) {
        let runtime = runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut lines = Lines::of(Cursor::new(text.into()), Vec::new());
            let mut n_messages = 0;
            while lines.receive().await.is_some() {
                n_messages += 1;
            }
            let output = lines.output.lock().await.take().unwrap();
            let answers = String::from_utf8(output).unwrap();
            let answers = answers.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let answers = answers
                .inspect(|answer| assert_eq!(answer["jsonrpc"], "2.0", "{answer}"))
                .inspect(|answer| assert!(answer.get("id").is_some(), "{answer}"))
                .map(|answer| (answer["id"].clone(), answer["error"]["code"].as_i64().unwrap()));
            (n_messages, answers.collect())
        })
    }

    const PING: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#;

    #[test]
    fn what_is_no_json_is_answered_and_the_next_line_is_read() {
        let null = Value::Null;
        for line in ["{", "nonsense", "\0", "{} {}"] {
            let told = answered(format!("{line}\n{PING}\n"));
            assert_eq!(told, (1, vec![(null.clone(), -32700)]), "{line}");
        }
        let deep = "[".repeat(129) + &"]".repeat(129);
        assert_eq!(answered(format!("{deep}\n{PING}")), (1, vec![(null.clone(), -32700)]));
        assert_eq!(answered(b"\xFF\n{"), (0, vec![(null.clone(), -32700), (null, -32700)]));
    }

    #[test]
    fn what_is_no_message_is_answered_unless_nobody_waits() {
        for line in [
            "null",
            "[1]",
            "{}",
            r#"{"jsonrpc": "2.0", "id": [7]}"#,
            r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#,
            r#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#,
        ] {
            assert_eq!(answered(format!("{line}\n{PING}")), (1, vec![(json!(null), -32600)]));
        }
        assert_eq!(answered(r#"{"jsonrpc": "2.0", "id": 7}"#), (0, vec![(json!(7), -32600)]));
        for line in ["", " \r", r#"{"method": 5}"#, r#"{"id": null, "error": {"code": "bad"}}"#] {
            assert_eq!(answered(format!("{line}\n{PING}\r\n")), (1, vec![]), "{line}");
        }
    }

    #[test]
    fn a_request_before_initialize_is_refused_and_the_session_begins_later() {
        let request = |id: u64, method: &str, params: Value| {
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
        };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let lines = [
            request(1, "server/discover", json!({ "_meta": { "any": 1 } })),
            request(2, "tools/list", json!({})),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
            request(3, "initialize", json!({ "protocolVersion": 7 })),
            PING.to_owned(),
            // The first that counts; ids before it may come again.
            request(1, "initialize", hello),
            request(2, "tools/list", json!({})),
            request(2, "tools/list", json!({})),
            request(4, "tools/call", json!({ "name": "list", "arguments": [1] })),
            request(5, "tools/call", Value::Null),
            request(6, "no/such", json!({})),
        ];
        let refused =
            [(1, -32601), (2, -32601), (3, -32602), (2, -32600), (4, -32602), (5, -32602)];
        let refused = refused.map(|(id, code)| (json!(id), code)).to_vec();
        assert_eq!(answered(lines.join("\n")), (4, refused));
    }

    #[test]
    fn a_long_line_is_refused_and_others_are_read() {
        let padded = |n_bytes: usize| PING.to_owned() + &" ".repeat(n_bytes - PING.len());
        let [longest, long] = [N_BYTES_MAX - 1, N_BYTES_MAX].map(padded);
        let refused = vec![(Value::Null, -32600)];
        assert_eq!(answered(format!("{longest}\n{long}\n{PING}\n")), (2, refused.clone()));
        assert_eq!(answered(long), (0, refused));
    }
}
