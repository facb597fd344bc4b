//! The rules of a session: what may come first, and which requests are refused before any work.

use std::collections::{BTreeSet, VecDeque};

use rmcp::ErrorData;
use rmcp::model::{ClientRequest, ErrorCode, JsonRpcMessage, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage};

/// Maximum bytes of the text of a request id, because ids are kept.
const N_BYTES_OF_ID_MAX: usize = 256;

/// Number of ids that are kept to recognize repeated ones.
const N_IDS: usize = 10_000;

/// The methods of this server with parameters, and what these are.
const METHODS: [(&str, &str); 8] = [
    ("initialize", "`protocolVersion`, `capabilities` and `clientInfo`"),
    ("tools/list", "nothing, or `cursor`"),
    ("tools/call", "`name`, a text, and `arguments`, an object"),
    ("resources/list", "nothing, or `cursor`"),
    ("resources/templates/list", "nothing, or `cursor`"),
    ("resources/read", "`uri`, a text"),
    ("prompts/list", "nothing, or `cursor`"),
    ("prompts/get", "`name`, a text, and `arguments`, an object of texts"),
];

/// A session, from its first message on.
#[derive(Default)]
pub(super) struct Session {
    is_begun: bool,
    /// The latest ids, oldest first, and the same ones to find.
    ids: VecDeque<String>,
    known_ids: BTreeSet<String>,
}

impl Session {
    /// Whether a message goes to the server. An error is the answer to a refused request.
    ///
    /// Before `initialize`, clients may ask which protocol a server speaks (`server/discover`); they
    /// get an error, and go on with `initialize`.
    pub(super) fn admits(
        &mut self,
        message: &RxJsonRpcMessage<RoleServer>,
    ) -> Result<bool, ErrorData> {
        let JsonRpcMessage::Request(request) = message else { return Ok(self.is_begun) };
        if !self.is_begun {
            match &request.request {
                ClientRequest::PingRequest(_) => return Ok(true),
                ClientRequest::InitializeRequest(_) => self.is_begun = true,
                other if other.method() == "initialize" => {}
                other => {
                    let message = format!("`{}` is unknown before `initialize`", other.method());
                    return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
                }
            }
        }
        if self.is_begun {
            self.keep(&request.id)?;
        }
        // A request of a known method with other parameters is read as one of an unknown method.
        let ClientRequest::CustomRequest(custom) = &request.request else { return Ok(true) };
        let Some((method, params)) = METHODS.iter().find(|(method, _)| *method == custom.method)
        else {
            return Ok(true);
        };
        Err(ErrorData::invalid_params(format!("the params of `{method}` are {params}"), None))
    }

    /// Keeps the id of a request; an error if it was there before.
    fn keep(&mut self, id: &RequestId) -> Result<(), ErrorData> {
        let id = id.clone().into_json_value().to_string();
        if id.len() > N_BYTES_OF_ID_MAX {
            let message = format!("an id has at most {N_BYTES_OF_ID_MAX} bytes");
            return Err(ErrorData::invalid_request(message, None));
        }
        if !self.known_ids.insert(id.clone()) {
            let message = format!("the id {id} was used before; each request has its own");
            return Err(ErrorData::invalid_request(message, None));
        }
        self.ids.push_back(id);
        if self.ids.len() > N_IDS {
            let oldest = self.ids.pop_front();
            self.known_ids.remove(&oldest.unwrap_or_default());
        }
        Ok(())
    }
}
