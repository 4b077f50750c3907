//! The extensions that `composer.json` requires.

use std::path::Path;

use serde_json::Value;

use super::known::{Known, Missing};

pub(super) fn missing(bytes: &[u8], file: &Path, known: &Known) -> Vec<Missing> {
    let Ok(manifest) = serde_json::from_slice::<Value>(bytes) else { return Vec::new() };
    let text = String::from_utf8_lossy(bytes);
    let names = manifest["require"].as_object().into_iter().flatten().filter_map(|(name, _)| name.strip_prefix("ext-"));
    let lacking = names.filter(|name| !known.extensions.contains(&extension(name)));
    lacking
        .map(|name| Missing {
            kind: "extension",
            name: name.to_string(),
            file: file.into(),
            line: 1 + text.lines().position(|line| line.contains(&format!("\"ext-{name}\""))).unwrap_or(0),
            about: "required here".into(),
            is_optional: false,
        })
        .collect()
}

/// Composer writes names with `-` for a space.
fn extension(name: &str) -> String {
    name.to_ascii_lowercase().replace("zend-opcache", "zend opcache")
}
