//! Addresses of files of the folder: answers link to what a tool has written, and a client reads it.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use marahel_studio::Folder;
use marahel_studio::mcp::{ContentBlock, Resource, ResourceContents};
use marahel_system::files::FileKind;

use super::writing::endings;

/// The address of a file without its name.
const URI: &str = "marahel://files/";

/// Types of files by their endings; others are bytes.
const TYPES: [(&str, &str); 9] = [
    ("json", "application/json"),
    ("jsonl", "application/jsonl"),
    ("tmj", "application/json"),
    ("ldtk", "application/json"),
    ("toml", "application/toml"),
    ("txt", "text/plain"),
    ("csv", "text/csv"),
    ("png", "image/png"),
    ("gif", "image/gif"),
];

pub(super) fn link(place: &str) -> ContentBlock {
    let resource = Resource::new(format!("{URI}{}", encoded(place)), place);
    ContentBlock::resource_link(resource.with_mime_type(type_of(place)))
}

/// The file at an address; `None` if it is the address of something else, and an error in words if it
/// cannot be read.
pub(super) fn read(folder: &Folder, address: &str) -> Option<Result<ResourceContents, String>> {
    let place = decoded(address.strip_prefix(URI)?);
    Some(place.ok_or_else(|| "this address is not a file".to_owned()).and_then(|place| {
        let path = folder.place_of(&place, &endings()).map_err(|error| error.to_string())?;
        let bytes = FileKind::OF_STUDIO.bytes(&path).map_err(|error| error.to_string())?;
        let kind = type_of(&place);
        let contents = match String::from_utf8(bytes) {
            Ok(text) if !kind.starts_with("image/") => ResourceContents::text(text, address),
            Ok(text) => ResourceContents::blob(BASE64_STANDARD.encode(text), address),
            Err(error) => ResourceContents::blob(BASE64_STANDARD.encode(error.as_bytes()), address),
        };
        Ok(contents.with_mime_type(kind))
    }))
}

fn type_of(place: &str) -> &'static str {
    let ending = Path::new(place).extension().and_then(|ending| ending.to_str());
    let row = TYPES.iter().find(|(name, _)| Some(*name) == ending);
    row.map_or("application/octet-stream", |(_, kind)| kind)
}

/// A path with the bytes escaped that an address cannot have.
fn encoded(place: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    place.bytes().map(byte).collect()
}

fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let code =
            part.get(..2).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{decoded, encoded};

    #[test]
    fn each_name_has_an_address_and_comes_back() {
        for name in ["mine.json", "a b/ä%41.png", "100 %.txt", "?#&+.csv", ""] {
            let address = encoded(name);
            assert_eq!(decoded(&address).as_deref(), Some(name), "{address}");
            assert!(address.is_ascii() && !address.contains([' ', '?', '#']), "{address}");
        }
        for address in ["%", "%4", "%+1", "%zz", "%ff", "a%e"] {
            assert_eq!(decoded(address), None, "{address}");
        }
    }
}
