//! The generators that a page has open.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use marahel::{Certified, Generator, Workspace};
use serde::Deserialize;
use serde_json::{Value, json};

thread_local! {
    static OPEN: RefCell<Generators> = RefCell::new(Generators::default());
}

/// Generators by their numbers.
#[derive(Default)]
pub(crate) struct Generators {
    open: BTreeMap<u32, Opened>,
    last: u32,
    workspace: Workspace,
}

enum Opened {
    Plain(Generator),
    Certified(Certified),
}

#[derive(Deserialize)]
struct Request {
    script: String,
    #[serde(default)]
    dials: BTreeMap<String, f64>,
    #[serde(default)]
    certificate: Option<String>,
}

impl Generators {
    /// Does something with those of this page.
    pub(crate) fn with<T>(work: impl FnOnce(&mut Self) -> T) -> T {
        OPEN.with_borrow_mut(work)
    }

    /// Opens one; the answer in JSON.
    pub(crate) fn open(&mut self, request: &str) -> String {
        let answer = opened(request).map(|opened| {
            self.last += 1;
            let about = about(&opened, self.last);
            self.open.insert(self.last, opened);
            about
        });
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    pub(crate) fn close(&mut self, number: u32) {
        self.open.remove(&number);
    }

    /// The bytes of the level of a seed.
    pub(crate) fn generate(&mut self, number: u32, seed: u64) -> Option<Vec<u8>> {
        let view = match self.open.get(&number)? {
            Opened::Plain(generator) => generator.generate_in(seed, &mut self.workspace),
            Opened::Certified(certified) => certified.generate_in(seed, &mut self.workspace),
        };
        let view = view.ok()?;
        let mut bytes = Vec::with_capacity(8 + view.area());
        for side in [view.width(), view.height()] {
            bytes.extend(u32::try_from(side).ok()?.to_le_bytes());
        }
        bytes.extend(view.rows().flatten());
        Some(bytes)
    }
}

fn opened(request: &str) -> Result<Opened, String> {
    fn told(error: impl Display) -> String {
        error.to_string()
    }
    let request: Request = serde_json::from_str(request).map_err(told)?;
    let mut generator = Generator::parse(&request.script).map_err(told)?;
    for (name, &value) in &request.dials {
        generator = generator.with_dial(name, value).map_err(told)?;
    }
    let Some(certificate) = request.certificate else { return Ok(Opened::Plain(generator)) };
    Certified::new(generator, certificate.as_bytes()).map(Opened::Certified).map_err(told)
}

/// What a game has to know of a generator.
fn about(opened: &Opened, number: u32) -> Value {
    let generator = match opened {
        Opened::Plain(generator) => generator,
        Opened::Certified(certified) => certified.generator(),
    };
    let entities = generator.palette().entities().iter().map(|entity| {
        let [red, green, blue] = entity.color;
        json!({
            "name": entity.name,
            "character": entity.character.to_string(),
            "color": format!("#{red:02x}{green:02x}{blue:02x}"),
        })
    });
    let dials = generator.dials().iter().map(
        |dial| json!({ "name": dial.name, "min": dial.min, "max": dial.max, "value": dial.value }),
    );
    json!({
        "generator": number,
        "entities": entities.collect::<Vec<_>>(),
        "dials": dials.collect::<Vec<_>>(),
    })
}
