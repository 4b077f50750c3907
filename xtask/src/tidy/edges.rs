//! Who may depend on whom: the folder that a crate lies in is its layer.

use super::{Crate, Findings};
use crate::{Result, paths};
use std::fs;
use std::path::{Path, PathBuf};

/// The order of the crates in `engine/`, lowest first, by steps: a crate sees the steps before its own.
const ENGINE: &[&[&str]] = &[
    &["loxo_base", "loxo_bytecode", "loxo_cases", "loxo_codegen", "loxo_files", "loxo_value"],
    &["loxo_form", "loxo_syntax", "loxo_runtime"],
    &["loxo_compiler", "loxo_fast_paths", "loxo_lookup_cache", "loxo_lower", "loxo_observer", "loxo_random", "loxo_streams", "loxo_units"],
    &["loxo_vm"],
    &["loxo_coverage"],
    &["loxo_engine", "loxo_tiering"],
    &["loxo_jit"],
];

/// The order in `host/`.
const HOST: &[&[&str]] = &[
    &[
        "loxo_acme",
        "loxo_cgi",
        "loxo_config",
        "loxo_cron",
        "loxo_dev",
        "loxo_exts",
        "loxo_fcgi",
        "loxo_hugepages",
        "loxo_migrate",
        "loxo_profile",
        "loxo_proxy_protocol",
        "loxo_queue",
        "loxo_workers",
    ],
    &["loxo_doctor", "loxo_htaccess", "loxo_sampler"],
    &["loxo_admin", "loxo_rewrite_map"],
    &["loxo_fpm", "loxo_server"],
    &["loxo_cli"],
];

/// What extensions see of the engine: a builtin's world has no compiler and no interpreter in it.
const EXTENSIONS_SEE: &[&str] = &["loxo_files", "loxo_observer", "loxo_random", "loxo_runtime", "loxo_streams"];

/// Edges that the folders do not tell: between extensions, and from extensions that are about the language itself to the parser.
const EXCEPTIONS: &[(&str, &[&str])] = &[
    // Iterators search by regular expressions; values that cannot be kept as they are become text of these formats.
    ("ext_apcu", &["ext_igbinary", "ext_pcre", "ext_serialize"]),
    ("ext_dom", &["ext_libxml"]),
    // Kinds of images are recognized by `ext_standard::image`.
    ("ext_exif", &["ext_standard"]),
    // The filter that takes a regular expression.
    ("ext_filter", &["ext_pcre"]),
    ("ext_igbinary", &["ext_serialize"]),
    ("ext_memcache", &["ext_serialize", "ext_session"]),
    ("ext_memcached", &["ext_igbinary", "ext_msgpack", "ext_serialize", "ext_session"]),
    ("ext_msgpack", &["ext_serialize"]),
    // Files that are left out are named by an expression.
    ("ext_pcov", &["ext_pcre"]),
    // Drivers fill in what PDO asks of them; the two SQLite extensions share functions written in PHP.
    ("ext_pdo_mysql", &["ext_pdo"]),
    ("ext_pdo_sqlite", &["ext_pdo", "ext_sqlite3"]),
    // Archives are iterated as directories are; zip has its times.
    ("ext_phar", &["ext_serialize", "ext_spl", "ext_zip"]),
    ("ext_redis", &["ext_igbinary", "ext_json", "ext_msgpack", "ext_serialize", "ext_session"]),
    // Ids are added to the URLs of pages by `ext_standard::url`.
    ("ext_session", &["ext_igbinary", "ext_msgpack", "ext_serialize", "ext_standard"]),
    ("ext_simplexml", &["ext_libxml"]),
    // `highlight_string()` and its kin show programs.
    ("ext_standard", &["ext_serialize", "loxo_syntax"]),
    // `RegexIterator`.
    ("ext_spl", &["ext_pcre"]),
    ("ext_sysvmsg", &["ext_serialize"]),
    ("ext_sysvshm", &["ext_serialize"]),
    ("ext_tokenizer", &["loxo_base", "loxo_syntax"]),
    ("ext_xml", &["ext_libxml"]),
    ("ext_xmlreader", &["ext_libxml"]),
    ("ext_xmlwriter", &["ext_libxml"]),
    // The parser reads the stubs of builtins; otherwise tools drive the engine's binary.
    ("xtask", &["loxo_syntax"]),
];

/// Foreign crates that belong to certain crates of ours: prefix, owners.
const FOREIGN: &[(&str, &[&str])] =
    &[("cranelift", &["loxo_lower", "loxo_codegen", "loxo_jit"]), ("tokio", &["loxo_server", "loxo_acme"]), ("hyper", &["loxo_server"])];

pub fn check(crates: &[Crate], findings: &mut Findings) {
    for member in crates {
        let manifest = member.dir.join("Cargo.toml");
        if let Err(reason) = placed(member) {
            findings.add(&manifest, 0, reason);
        }
        for dependency in &member.dependencies {
            let owners = FOREIGN.iter().find(|(prefix, _)| dependency.starts_with(prefix)).map(|(_, owners)| *owners);
            if owners.is_some_and(|owners| !owners.contains(&member.name.as_str())) {
                findings.add(&manifest, 0, format!("{} must not depend on {dependency}", member.name));
            }
            if let Some(other) = crates.iter().find(|other| other.name == *dependency)
                && !allowed(member, other)
            {
                findings.add(&manifest, 0, format!("the edge {} -> {dependency} is not allowed", member.name));
            }
        }
    }
}

/// Whether a crate lies where its name says, and has a step where steps are listed.
fn placed(member: &Crate) -> Result<(), String> {
    let (name, folder) = (member.name.as_str(), member.folder());
    if member.dir.file_name().is_none_or(|last| last != name) {
        return Err(format!("{name} lies in a folder of another name"));
    }
    let fits = match folder {
        "engine" => step(ENGINE, name).is_some(),
        "host" => step(HOST, name).is_some(),
        "ext" => name.starts_with("ext_"),
        "sys" => name.starts_with("loxo_") && name.ends_with("_sys"),
        _ => true,
    };
    if fits { Ok(()) } else { Err(format!("{name} does not belong into {folder}/, or has no step there (xtask/src/tidy/edges.rs)")) }
}

/// host > ext > engine > clients > sys; within `engine/` and `host/` by steps, within the others not at all.
fn allowed(from: &Crate, to: &Crate) -> bool {
    let (name, target) = (from.name.as_str(), to.name.as_str());
    if EXCEPTIONS.iter().any(|(extension, targets)| *extension == name && targets.contains(&target)) {
        return true;
    }
    match (from.folder(), to.folder()) {
        ("engine", "engine") => step(ENGINE, target) < step(ENGINE, name),
        ("host", "host") => step(HOST, target) < step(HOST, name),
        ("host", "ext") => name == "loxo_exts",
        ("ext", "engine") => EXTENSIONS_SEE.contains(&target),
        ("host", "engine" | "clients" | "sys") | ("ext" | "engine", "clients" | "sys") | ("clients", "sys") => true,
        _ => false,
    }
}

fn step(order: &[&[&str]], name: &str) -> Option<usize> {
    order.iter().position(|step| step.contains(&name))
}

/// The members of the workspace.
pub fn crates() -> Result<Vec<Crate>> {
    let mut crates = Vec::new();
    for folder in paths::CRATES {
        let Ok(entries) = fs::read_dir(paths::root().join(folder)) else { continue };
        for entry in entries {
            add(entry?.path(), &mut crates)?;
        }
    }
    add(paths::root().join("xtask"), &mut crates)?;
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(crates)
}

fn add(dir: PathBuf, crates: &mut Vec<Crate>) -> Result<()> {
    let manifest = dir.join("Cargo.toml");
    if manifest.is_file() {
        crates.push(parse(&fs::read_to_string(&manifest)?, &dir));
    }
    Ok(())
}

/// Enough of TOML for manifests as cargo formats them.
fn parse(manifest: &str, dir: &Path) -> Crate {
    let mut section = String::new();
    let mut name = String::new();
    let mut dependencies = Vec::new();
    for line in manifest.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').to_string();
            // [dependencies.name]
            if let Some((kind, dependency)) = section.rsplit_once('.').filter(|(kind, _)| is_dependencies(kind)) {
                dependencies.push(dependency.to_string());
                section = kind.to_string() + ".";
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let key = key.trim();
        if section == "package" && key == "name" {
            name = value.trim().trim_matches('"').to_string();
        } else if is_dependencies(&section) {
            dependencies.push(key.split('.').next().unwrap_or(key).to_string());
        }
    }
    Crate { name, dir: dir.to_path_buf(), dependencies }
}

fn is_dependencies(section: &str) -> bool {
    matches!(section.rsplit('.').next(), Some("dependencies" | "build-dependencies"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests() {
        let text = "[package]\nname = \"a\"\n[dependencies]\nb.workspace = true\nc = { path = \"x\" }\n[dependencies.d]\nversion = \"1\"\n[target.'cfg(unix)'.dependencies]\ne = \"1\"\n[dev-dependencies]\nf = \"1\"\n";
        let parsed = parse(text, Path::new("a"));
        assert_eq!(parsed.name, "a");
        assert_eq!(parsed.dependencies, ["b", "c", "d", "e"]);
    }

    #[test]
    fn layers() {
        let member = |path: &str| Crate {
            name: path.rsplit('/').next().unwrap_or_default().to_string(),
            dir: paths::root().join(path),
            dependencies: Vec::new(),
        };
        let edge = |from: &str, to: &str| allowed(&member(from), &member(to));
        assert!(edge("engine/loxo_vm", "engine/loxo_value") && edge("ext/ext_json", "engine/loxo_runtime"));
        assert!(
            edge("host/loxo_exts", "ext/ext_json") && edge("ext/ext_dom", "ext/ext_libxml") && edge("ext/ext_dom", "sys/loxo_libxml_sys")
        );
        assert!(!edge("ext/ext_json", "engine/loxo_vm") && !edge("engine/loxo_vm", "ext/ext_json") && !edge("ext/ext_json", "ext/ext_dom"));
        assert!(!edge("engine/loxo_value", "engine/loxo_vm") && !edge("engine/loxo_vm", "engine/loxo_jit"));
        assert!(!edge("sys/loxo_zlib_sys", "clients/loxo_mysql") && !edge("host/loxo_server", "ext/ext_json"));
        assert!(placed(&member("engine/ext_json")).is_err() && placed(&member("sys/loxo_zlib_sys")).is_ok());
    }
}
