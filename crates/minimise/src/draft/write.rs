//! Draft to text.

use script::one_line;
use serde_json::Value;

use super::{Draft, ExplorerDraft, Parameter};

/// Lines get no longer than this if what stands in them can be split.
const WIDTH_MAX: usize = 110;

impl Draft {
    /// The script as JSON: a line for each section, explorer and, where those
    /// get long, rule.
    pub(crate) fn text(&self) -> String {
        let mut sections: Vec<String> =
            self.head.iter().map(|(name, value)| format!("  {}", property(name, value))).collect();
        if !self.neighborhoods.is_empty() {
            let shapes = self.neighborhoods.iter();
            let shapes = shapes.map(|(name, value)| property(name, value)).collect::<Vec<_>>();
            let line = format!("  \"neighborhoods\": {{{}}}", shapes.join(", "));
            sections.push(if line.chars().count() <= WIDTH_MAX {
                line
            } else {
                format!("  \"neighborhoods\": {{\n    {}\n  }}", shapes.join(",\n    "))
            });
        }
        sections.extend(
            self.regions.iter().map(|regions| format!("  {}", property("regions", regions))),
        );
        let explorers: Vec<String> = self.explorers.iter().map(explorer).collect();
        sections.push(match explorers.len() {
            0 => "  \"explorers\": []".to_owned(),
            _ => format!("  \"explorers\": [\n{}\n  ]", explorers.join(",\n")),
        });
        format!("{{\n{}\n}}\n", sections.join(",\n"))
    }
}

fn explorer(explorer: &ExplorerDraft) -> String {
    let mut keys = Vec::new();
    keys.extend(explorer.description.iter().map(|text| property("description", text)));
    keys.extend(explorer.kind.iter().map(|kind| property("type", kind)));
    keys.extend(explorer.region.iter().map(|region| property("region", region)));
    if !explorer.parameters.is_empty() {
        let parameters: Vec<String> = explorer.parameters.iter().map(parameter).collect();
        keys.push(format!("\"parameters\": {{{}}}", parameters.join(", ")));
    }
    let keys: String = keys.into_iter().map(|key| key + ", ").collect();
    let rules = explorer.rules.iter().map(|rule| quoted(&rule.to_string()));
    let rules: Vec<String> = rules.collect();
    let line = format!("    {{{keys}\"rules\": [{}]}}", rules.join(", "));
    if line.chars().count() <= WIDTH_MAX && rules.len() <= 1 {
        return line;
    }
    format!("    {{{keys}\"rules\": [\n      {}\n    ]}}", rules.join(",\n      "))
}

fn parameter(parameter: &Parameter) -> String {
    let value = parameter.value();
    let is_json = serde_json::from_str::<Value>(&value).is_ok();
    let value = if parameter.is_quoted || !is_json { quoted(&value) } else { value };
    format!("{}: {value}", quoted(&parameter.name))
}

fn property(name: &str, value: &Value) -> String {
    format!("{}: {}", quoted(name), one_line(value))
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
