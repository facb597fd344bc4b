//! The tools: description, parameters, and implementation.

mod budget;
pub(super) mod check;
mod compare;
mod draft;
mod drawings;
mod improve;
mod judge;
mod levels;
mod library;
mod making;
mod remix;
mod searches;

use std::sync::Arc;

use anyhow::{Context, anyhow};
use marahel_studio::Workshop;
use marahel_studio::mcp::{self, JsonObject, Order, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::reply::Reply;
use super::writing::{Pen, check_text};
use crate::terminal::print;

/// The tools, in the order of use.
pub(super) static TOOLS: &[Tool] = &[
    Tool::of_look::<library::Docs>(),
    Tool::of_look::<library::List>(),
    Tool::of_look::<library::Read>(),
    Tool::of_look::<library::Save>(),
    Tool::of_look::<library::Edit>(),
    Tool::of_look::<library::Rename>(),
    Tool::of_look::<library::Remove>(),
    Tool::of_work::<draft::Draft>(),
    Tool::of_work::<check::Check>(),
    Tool::of_work::<levels::Generate>(),
    Tool::of_work::<levels::Trace>(),
    Tool::of_work::<judge::Evaluate>(),
    Tool::of_work::<judge::Score>(),
    Tool::of_work::<remix::Repair>(),
    Tool::of_work::<compare::Compare>(),
    Tool::of_work::<improve::Improve>(),
    Tool::of_work::<drawings::Imitate>(),
    Tool::of_look::<searches::Start>(),
    Tool::of_watch::<searches::LookAt>(),
    Tool::of_look::<searches::Stop>(),
    Tool::of_look::<searches::Resume>(),
    Tool::of_look::<searches::TakeBest>(),
    Tool::of_work::<judge::Certify>(),
    Tool::of_work::<levels::Export>(),
];

/// A tool that an assistant can call.
#[derive(Clone, Copy)]
pub(super) struct Tool {
    pub(super) name: &'static str,
    about: &'static str,
    schema: Schema,
    pub(super) does: Does,
    title: &'static str,
    effect: Effect,
    is_long: bool,
    output: Option<Schema>,
}

/// Gives a tool the schema of its arguments, or of its answer.
type Schema = fn(mcp::Tool) -> mcp::Tool;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Nothing.
    Reads,
    /// It adds something with each call.
    Adds,
    /// It ends or sets something; a second call of the same kind changes nothing more.
    Sets,
    /// It may replace or remove files; a second call of the same kind changes nothing more.
    Replaces,
}

#[derive(Clone, Copy)]
pub(super) enum Does {
    /// In its own process, because its cost is that of a script; and what rejects invalid arguments
    /// before that.
    Work(fn(Value) -> anyhow::Result<Reply>, fn(Value) -> anyhow::Result<()>),
    /// By the server: it looks at the folder and its searches.
    Look(fn(&Setting<'_>, Value) -> anyhow::Result<Reply>),
    /// By the server, which waits until something has happened, and then looks.
    Watch(
        fn(&Setting<'_>, &Value) -> anyhow::Result<WaitState>,
        fn(&Setting<'_>, Value) -> anyhow::Result<Reply>,
    ),
}

pub(super) struct Setting<'a> {
    pub(super) workshop: &'a Workshop,
    pub(super) pen: &'a Pen,
    pub(super) allow_judges: bool,
}

/// How far something is that a caller waits for.
pub(super) struct WaitState {
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
    const NAME: &'static str;
    /// What it does, and when to use it.
    const ABOUT: &'static str;
    const TITLE: &'static str;
    const EFFECT: Effect = Effect::Reads;
    /// Whether it takes all the time that it is given.
    const IS_LONG: bool = false;
    /// The schema of its answer as data; `None` if it is a text alone.
    const OUTPUT: Option<Schema> = None;

    fn work(self) -> anyhow::Result<Reply>;
}

/// A tool call that looks at the folder.
trait Look: DeserializeOwned + JsonSchema + 'static {
    const NAME: &'static str;
    /// What it does, and when to use it.
    const ABOUT: &'static str;
    const TITLE: &'static str;
    const EFFECT: Effect = Effect::Reads;
    /// The schema of its answer as data; `None` if it is a text alone.
    const OUTPUT: Option<Schema> = None;

    fn look(self, setting: &Setting<'_>) -> anyhow::Result<Reply>;
}

/// A tool call that may wait before it looks at the folder.
trait Watch: Look {
    fn state(self, setting: &Setting<'_>) -> anyhow::Result<WaitState>;
}

impl Tool {
    const fn of_work<W: Work>() -> Self {
        let does = Does::Work(
            |arguments| read::<W>(&arguments)?.work(),
            |arguments| read::<W>(&arguments).map(drop),
        );
        let schema = mcp::Tool::with_input_schema::<W>;
        Self {
            name: W::NAME,
            about: W::ABOUT,
            schema,
            does,
            title: W::TITLE,
            effect: W::EFFECT,
            is_long: W::IS_LONG,
            output: W::OUTPUT,
        }
    }

    const fn of_look<L: Look>() -> Self {
        let does = Does::Look(|setting, arguments| read::<L>(&arguments)?.look(setting));
        let schema = mcp::Tool::with_input_schema::<L>;
        Self {
            name: L::NAME,
            about: L::ABOUT,
            schema,
            does,
            title: L::TITLE,
            effect: L::EFFECT,
            is_long: false,
            output: L::OUTPUT,
        }
    }

    const fn of_watch<W: Watch>() -> Self {
        let does = Does::Watch(
            |setting, arguments| read::<W>(arguments)?.state(setting),
            |setting, arguments| read::<W>(&arguments)?.look(setting),
        );
        Self { does, ..Self::of_look::<W>() }
    }

    pub(super) fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// How a call works beside others, by the files that it writes.
    pub(super) fn order(&self, arguments: &JsonObject) -> Order {
        let mends = arguments.get("fix") == Some(&json!(true));
        let keys = ["to", "file", "script"].into_iter().take(if mends { 3 } else { 2 });
        let places = keys.filter_map(|key| arguments.get(key)?.as_str());
        let places: Vec<String> = places.map(str::to_owned).collect();
        match self.does {
            Does::Watch(..) => Order::Waits,
            _ if self.effect == Effect::Reads => Order::Reads,
            Does::Work(..) if places.is_empty() => Order::Reads,
            Does::Work(..) if self.is_long => Order::Works(places),
            _ => Order::Writes(places),
        }
    }

    pub(super) fn model(&self) -> mcp::Tool {
        let is_reading = self.effect == Effect::Reads;
        let mut annotations =
            ToolAnnotations::with_title(self.title).read_only(is_reading).open_world(false);
        // The other hints mean nothing for a tool that only reads.
        if !is_reading {
            annotations = annotations
                .destructive(self.effect == Effect::Replaces)
                .idempotent(self.effect != Effect::Adds);
        }
        let model = mcp::Tool::new(self.name, self.about, JsonObject::new());
        let mut model = (self.schema)(model).with_annotations(annotations);
        model.input_schema = Arc::new(shortened((*model.input_schema).clone()));
        if let Some(schema) = self.output {
            model = schema(model);
            model.output_schema = model.output_schema.map(|schema| Arc::new(outline(&schema)));
        }
        model
    }
}

/// The names and types of the properties alone.
fn outline(schema: &JsonObject) -> JsonObject {
    let mut outline = shortened(schema.clone());
    outline.retain(|name, _| ["type", "properties"].contains(&&**name));
    let properties = outline.get_mut("properties").and_then(Value::as_object_mut);
    for property in properties.into_iter().flat_map(|properties| properties.values_mut()) {
        // What has a name of its own is an object.
        let kind = property.get("type").cloned().unwrap_or_else(|| json!("object"));
        *property = json!({ "type": kind });
    }
    outline
}

/// A schema without words that no assistant needs: it reads all schemas before anything else. All
/// types are single ones, because some clients know no others: what may be null may be left out.
fn shortened(mut schema: JsonObject) -> JsonObject {
    if let Some(choice) = only_choice(&schema) {
        schema.remove("anyOf");
        // The words of a property are nearer to its use than those of its type.
        for (name, value) in choice {
            schema.entry(name).or_insert(value);
        }
    }
    if let Some(Value::Array(choices)) = schema.remove("oneOf") {
        let names = choices.iter().filter_map(|choice| choice.get("const").cloned());
        schema.insert("enum".to_owned(), names.collect());
        schema.insert("type".to_owned(), json!("string"));
    }
    let is_needed = |(name, value): &(String, Value)| match name.as_str() {
        "$schema" | "title" | "format" => !value.is_string(),
        "minimum" | "maximum" => !value.is_number(),
        "additionalProperties" => !value.is_boolean(),
        "default" => ![json!(null), json!(false), json!([]), json!({}), json!("")].contains(value),
        _ => true,
    };
    let entries = schema.into_iter().filter(is_needed);
    entries.map(|(name, value)| (name.clone(), shorter(&name, value))).collect()
}

/// The schema that a value has if it is not null.
fn only_choice(schema: &JsonObject) -> Option<JsonObject> {
    let mut choices = schema.get("anyOf")?.as_array()?.iter();
    let choice = choices.find(|choice| choice["type"] != "null")?;
    let is_only = choices.all(|choice| choice["type"] == "null");
    choice.as_object().filter(|_| is_only).cloned()
}

fn shorter(name: &str, value: Value) -> Value {
    match (name, value) {
        (_, Value::Object(inner)) => Value::Object(shortened(inner)),
        ("type", Value::Array(types)) => {
            types.into_iter().find(|kind| kind != "null").unwrap_or_default()
        }
        ("enum", Value::Array(values)) => {
            values.into_iter().filter(|value| !value.is_null()).collect()
        }
        ("description", Value::String(text)) => Value::String(text.replace('\n', " ")),
        (_, value) => value,
    }
}

impl Setting<'_> {
    /// Writes a text that is a script or a problem file without mistakes.
    fn write_text(&self, place: &str, text: String, overwrites: bool) -> anyhow::Result<()> {
        check_text(place, &text).with_context(|| format!("{place} is not written"))?;
        let files = [(place.to_owned(), text.into_bytes())];
        self.pen.write(&self.workshop.folder, &files, overwrites, &[])
    }
}

fn read<T: DeserializeOwned>(arguments: &Value) -> anyhow::Result<T> {
    let read = |arguments: &Value| T::deserialize(arguments).map_err(|error| error.to_string());
    read(arguments).map_err(|error| {
        // Without the value that is wrong, another thing is.
        let is_wrong = |name: &&String| {
            let mut others = arguments.as_object().cloned().unwrap_or_default();
            others.remove(*name);
            read(&Value::Object(others)).err().as_ref() != Some(&error)
        };
        let mut names = arguments.as_object().into_iter().flat_map(|arguments| arguments.keys());
        let place = names.find(is_wrong).filter(|name| !error.contains(&format!("`{name}`")));
        let place = place.map_or_else(String::new, |name| format!("`{name}`: "));
        anyhow!("these arguments are invalid: {place}{error}")
    })
}

pub(super) fn print_all() -> anyhow::Result<()> {
    for tool in TOOLS {
        print(format_args!("{}\n    {}", tool.name, tool.about))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::TOOLS;
    use crate::evolve::mcp::pages;

    #[test]
    fn the_manual_names_each_tool() {
        let page = pages::whole("agents").unwrap();
        for tool in TOOLS {
            let is_in_a_row = |line: &str| line.contains(&format!("`{}`", tool.name));
            let mut rows = page.lines().filter(|line| line.starts_with("| `"));
            assert!(rows.any(is_in_a_row), "docs/agents.md has no row of {}", tool.name);
        }
    }
}
