//! The list of what is linked, as CycloneDX 1.5 has such lists (<https://cyclonedx.org/docs/1.5/json/>).

use serde_json::{Value, json};

use super::licences::{Linked, Part};
use super::run::date;
use crate::Result;

pub(super) fn text(version: &str, time: u64, linked: &Linked) -> Result<String> {
    let list = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": date(time, "%Y-%m-%dT%H:%M:%SZ")?,
            "component": {
                "type": "application",
                "name": "loxo",
                "version": version,
                "licenses": [{ "expression": "Apache-2.0 OR MIT" }],
            },
        },
        "components": linked.parts.iter().map(component).collect::<Vec<_>>(),
    });
    Ok(format!("{list:#}\n"))
}

fn component(part: &Part) -> Value {
    let mut component = json!({ "type": "library", "bom-ref": part.url, "name": part.name, "version": part.version, "purl": part.url });
    if !part.licence.is_empty() {
        component["licenses"] = json!([{ "expression": part.licence }]);
    }
    if let Some(sum) = &part.sha256 {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    component
}
