//! What is linked into the binary, and under which licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::run::output;
use crate::{Result, paths};

/// A crate that is linked, or a library of the system that is linked statically.
pub(super) struct Part {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) licence: String,
    /// Where it comes from, as a package URL.
    pub(super) url: String,
    /// Of the crate's archive, if it comes from a registry.
    pub(super) sha256: Option<String>,
    /// Files or folders with its licence's text.
    texts: Vec<PathBuf>,
}

pub(super) struct Linked {
    pub(super) parts: Vec<Part>,
}

/// Libraries of Debian that build scripts link statically: package, licence.
const SYSTEM: [(&str, &str); 2] = [("libicu-dev", "Unicode-3.0"), ("libstdc++-12-dev", "GPL-3.0-or-later WITH GCC-exception-3.1")];
const COPYRIGHT: &str = "copyright";

impl Linked {
    /// Asks cargo what the program is made of: what is needed to build it alone, or to test it, is not in it.
    pub(super) fn find() -> Result<Linked> {
        let mut command = Command::new("cargo");
        command.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &paths::host()?]).current_dir(paths::root());
        let metadata: Value = serde_json::from_str(&output(&mut command)?)?;
        let lock = fs::read_to_string(paths::root().join("Cargo.lock"))?;
        let mut parts = linked_crates(&metadata, &checksums(&lock))?;
        parts.extend(SYSTEM.iter().filter_map(|(package, licence)| system_part(package, licence)));
        Ok(Linked { parts })
    }
}

/// A library of the machine that builds; `None`: it is not one of Debian.
fn system_part(package: &str, licence: &str) -> Option<Part> {
    let version = output(Command::new("dpkg-query").args(["-W", "-f", "${Version}", package])).ok()?;
    Some(Part {
        name: package.to_string(),
        url: format!("pkg:deb/debian/{package}@{}", version.replace('+', "%2B")),
        version,
        licence: licence.to_string(),
        sha256: None,
        texts: vec![Path::new("/usr/share/doc").join(package).join(COPYRIGHT)],
    })
}

fn word<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

fn linked_crates(metadata: &Value, checksums: &BTreeMap<(String, String), String>) -> Result<Vec<Part>> {
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"], "nodes").map(|node| (word(node, "id"), node)).collect();
    let packages: BTreeMap<&str, &Value> = list(metadata, "packages").map(|package| (word(package, "id"), package)).collect();
    let root = packages.iter().find(|(_, package)| word(package, "name") == "loxo_cli").ok_or("cargo does not know loxo_cli")?;
    let (mut seen, mut todo) = (BTreeSet::new(), vec![*root.0]);
    while let Some(id) = todo.pop() {
        if seen.insert(id) {
            let is_macro = list(packages[id], "targets").any(|target| list(target, "kind").any(|kind| kind == "proc-macro"));
            let dependencies = nodes.get(id).filter(|_| !is_macro).into_iter().flat_map(|node| list(node, "deps"));
            let linked = dependencies.filter(|dependency| list(dependency, "dep_kinds").any(|kind| kind["kind"].is_null()));
            todo.extend(linked.map(|dependency| word(dependency, "pkg")));
        }
    }
    // Sources of C libraries are what builds those crates, and are linked.
    let is_source = |package: &Value| word(package, "name").ends_with("-src");
    let built = packages.iter().filter(|(id, package)| is_source(package) && !seen.contains(*id)).map(|(id, _)| *id).collect::<Vec<_>>();
    seen.extend(built);
    let mut parts = Vec::new();
    for id in seen {
        let package = packages[id];
        // The project's own.
        if package["source"].is_null() {
            continue;
        }
        let (name, version) = (word(package, "name").to_string(), word(package, "version").to_string());
        let folder = Path::new(word(package, "manifest_path")).parent().map(Path::to_path_buf).unwrap_or_default();
        parts.push(Part {
            licence: expression(word(package, "license")),
            url: format!("pkg:cargo/{name}@{}", version.replace('+', "%2B")),
            sha256: checksums.get(&(name.clone(), version.clone())).cloned(),
            texts: licence_files(&folder, 0),
            name,
            version,
        });
    }
    parts.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(parts)
}

/// Older manifests say `MIT/Apache-2.0`.
fn expression(licence: &str) -> String {
    licence.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ")
}

/// Name and version of a package to the checksum that `Cargo.lock` holds.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let packages = lock.split("[[package]]").skip(1).filter_map(|package| {
        let value =
            |key: &str| package.lines().find_map(|line| Some(line.strip_prefix(key)?.strip_prefix(" = ")?.trim_matches('"').to_string()));
        Some(((value("name")?, value("version")?), value("checksum")?))
    });
    packages.collect()
}

/// Licences in a crate's folder, and in what it bundles.
fn licence_files(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_lowercase());
        if path.is_dir() {
            if depth < 3 {
                files.extend(licence_files(&path, depth + 1));
            }
        } else if is_licence(&name) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// By the name of a file, in small letters.
fn is_licence(name: &str) -> bool {
    let is_text = name.rsplit_once('.').is_none_or(|(_, end)| {
        let is_number = end.bytes().all(|b| b.is_ascii_digit());
        is_number || matches!(end, "txt" | "md" | "ijg" | "mit" | "apache") || end.contains('-')
    });
    is_text && ["license", "licence", "copying", "notice", "unlicense", COPYRIGHT, "patents"].iter().any(|word| name.starts_with(word))
}

/// All texts, each once, behind a line for each part that has it.
pub(super) fn text(linked: &Linked) -> Result<String> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut out = String::from("Loxo is linked with what is listed here; the texts of the licences follow.\n\n");
    for part in &linked.parts {
        let named = format!("{} {}", part.name, part.version);
        out += &format!("{named}: {}\n", if part.licence.is_empty() { "see below" } else { &part.licence });
        for file in &part.texts {
            let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            texts.entry(String::from_utf8_lossy(&bytes).trim_end().to_string()).or_default().insert(named.clone());
        }
    }
    for (text, users) in texts {
        let users: Vec<String> = users.into_iter().collect();
        out += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(78), users.join(", "));
    }
    Ok(out)
}

/// The project's own licences.
pub(super) fn own() -> Result<String> {
    let read = |name: &str| fs::read_to_string(paths::root().join(name));
    let head = "Loxo is licensed under Apache-2.0 OR MIT, at your choice. What it is linked with: third-party-licences.txt.gz.";
    Ok(format!("{head}\n\n{}\n{}", read("LICENSE-MIT")?, read("LICENSE-APACHE")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_only_builds_or_tests_is_not_linked() {
        let package = |name: &str, kind: &str, source: Value| {
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0", "source": source,
                    "manifest_path": format!("/nowhere/{name}/Cargo.toml"), "targets": [{ "kind": [kind] }] })
        };
        let dependency = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [
                package("loxo_cli", "bin", Value::Null),
                package("used", "lib", json!("registry")),
                package("builder", "lib", json!("registry")),
                package("derive", "proc-macro", json!("registry")),
                package("syn", "lib", json!("registry")),
            ],
            "resolve": { "nodes": [
                { "id": "loxo_cli", "deps": [dependency("used", Value::Null), dependency("builder", json!("build")), dependency("derive", Value::Null)] },
                { "id": "derive", "deps": [dependency("syn", Value::Null)] },
            ] },
        });
        let sums = checksums("[[package]]\nname = \"used\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n");
        let parts = linked_crates(&metadata, &sums).expect("a list");
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["derive", "used"]);
        assert_eq!((parts[1].licence.as_str(), parts[1].sha256.as_deref()), ("MIT OR Apache-2.0", Some("abc")));
    }

    #[test]
    fn names_of_licences() {
        assert!(["license-mit", "copying", "licence.txt", "unlicense", "license.apache-2.0"].iter().all(|name| is_licence(name)));
        assert!(!is_licence("license.rs") && !is_licence("readme.md"));
    }
}
