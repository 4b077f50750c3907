//! Who may depend on whom.

use super::{Crate, Findings};
use crate::{Result, paths};
use std::fs;
use std::path::{Path, PathBuf};

/// Every crate of ours and its layer. A dependency goes to a lower layer, or is in [`WITHIN`].
/// Extensions (`ext_*`) are not listed: they see [`EXTENSIONS_SEE`] alone.
const LAYERS: &[(&str, u8)] = &[
    ("loxo_base", 0),
    ("loxo_syntax", 0),
    ("loxo_bytecode", 1),
    ("loxo_compiler", 1),
    ("loxo_value", 2),
    ("loxo_runtime", 2),
    ("loxo_abi", 2),
    ("loxo_curl_sys", 0),
    ("loxo_gd_sys", 0),
    ("loxo_iconv_sys", 0),
    ("loxo_icu_sys", 0),
    ("loxo_openssl_sys", 0),
    ("loxo_pcre_sys", 0),
    ("loxo_process_sys", 0),
    ("loxo_locale_sys", 0),
    ("loxo_socket_sys", 0),
    ("loxo_sysv_sys", 0),
    ("loxo_zlib_sys", 0),
    ("loxo_sodium_sys", 0),
    ("loxo_libxml_sys", 0),
    ("loxo_sqlite_sys", 0),
    ("loxo_mysql", 1),
    ("loxo_memcache", 1),
    ("loxo_redis", 0),
    ("loxo_vm", 3),
    ("loxo_lower", 3),
    ("loxo_jit", 3),
    ("loxo_aot", 3),
    ("loxo_server", 4),
    ("loxo_profiler", 4),
    ("loxo_exts", 4),
    ("loxo_cli", 4),
    ("loxo_testkit", 9),
    ("xtask", 9),
];

/// Edges within a layer.
const WITHIN: &[(&str, &str)] = &[
    ("loxo_syntax", "loxo_base"),
    ("loxo_compiler", "loxo_bytecode"),
    ("loxo_runtime", "loxo_value"),
    ("loxo_abi", "loxo_value"),
    ("loxo_abi", "loxo_runtime"),
    ("loxo_jit", "loxo_lower"),
    ("loxo_jit", "loxo_vm"),
    ("loxo_aot", "loxo_lower"),
    ("loxo_server", "loxo_profiler"),
    ("loxo_cli", "loxo_server"),
    ("loxo_cli", "loxo_process_sys"),
    ("loxo_cli", "loxo_profiler"),
    ("loxo_cli", "loxo_exts"),
];

/// Lower layers that a crate must not see all the same.
const FORBIDDEN: &[(&str, &str)] = &[
    // Values know nothing of programs.
    ("loxo_value", "loxo_syntax"),
    ("loxo_value", "loxo_bytecode"),
    ("loxo_value", "loxo_compiler"),
    // A builtin's world has no compiler in it.
    ("loxo_runtime", "loxo_syntax"),
    ("loxo_runtime", "loxo_compiler"),
];

const EXTENSIONS_SEE: &[&str] = &["loxo_runtime"];

/// Extensions that are about the language itself.
const EXTENSIONS_ALSO_SEE: &[(&str, &str)] = &[
    ("ext_tokenizer", "loxo_syntax"),
    ("ext_tokenizer", "loxo_base"),
    ("ext_pcre", "loxo_pcre_sys"),
    ("ext_pcntl", "loxo_process_sys"),
    ("ext_posix", "loxo_process_sys"),
    ("ext_iconv", "loxo_iconv_sys"),
    ("ext_gettext", "loxo_iconv_sys"),
    ("ext_gettext", "ext_standard"),
    // Which objects may be stored, and how they come back, is `serialize()`'s business.
    ("ext_msgpack", "ext_standard"),
    ("ext_intl", "loxo_icu_sys"),
    ("ext_openssl", "loxo_openssl_sys"),
    ("ext_zlib", "loxo_zlib_sys"),
    // Archives are walked as directories are; what is noted of them is `serialize()`'s; they are compressed and signed; zip has its times.
    ("ext_phar", "ext_spl"),
    ("ext_phar", "ext_standard"),
    ("ext_phar", "ext_zip"),
    ("ext_phar", "loxo_zlib_sys"),
    ("ext_phar", "loxo_openssl_sys"),
    ("ext_curl", "loxo_curl_sys"),
    ("ext_gd", "loxo_gd_sys"),
    ("ext_gd", "loxo_zlib_sys"),
    ("ext_sodium", "loxo_sodium_sys"),
    // Values are kept serialized and compressed, and sessions with them.
    ("ext_memcached", "loxo_memcache"),
    ("ext_memcached", "loxo_zlib_sys"),
    ("ext_memcached", "ext_standard"),
    ("ext_memcached", "ext_session"),
    ("ext_memcached", "ext_igbinary"),
    ("ext_memcached", "ext_msgpack"),
    ("ext_memcache", "loxo_memcache"),
    ("ext_memcache", "loxo_zlib_sys"),
    ("ext_memcache", "ext_standard"),
    ("ext_memcache", "ext_session"),
    ("ext_zip", "loxo_zlib_sys"),
    ("ext_zip", "loxo_openssl_sys"),
    // `highlight_string()` and its kin show programs.
    ("ext_standard", "loxo_syntax"),
    // The size of a packed film.
    ("ext_standard", "loxo_zlib_sys"),
    // What sessions are kept as is `serialize()`'s format, and the id travels as other cookies do.
    ("ext_session", "ext_standard"),
    ("ext_session", "ext_igbinary"),
    ("ext_session", "ext_msgpack"),
    ("ext_exif", "ext_standard"),
    ("ext_sockets", "loxo_socket_sys"),
    ("ext_sysvmsg", "loxo_sysv_sys"),
    ("ext_sysvmsg", "ext_standard"),
    ("ext_sysvsem", "loxo_sysv_sys"),
    ("ext_sysvshm", "loxo_sysv_sys"),
    ("ext_sysvshm", "ext_standard"),
    ("ext_shmop", "loxo_sysv_sys"),
    // libxml2 stands in one room; its documents, errors and streams are everybody's who shows XML.
    ("ext_libxml", "loxo_libxml_sys"),
    ("ext_dom", "loxo_libxml_sys"),
    ("ext_dom", "ext_libxml"),
    ("ext_xml", "loxo_libxml_sys"),
    ("ext_xml", "ext_libxml"),
    ("ext_simplexml", "loxo_libxml_sys"),
    ("ext_simplexml", "ext_libxml"),
    ("ext_xmlreader", "loxo_libxml_sys"),
    ("ext_xmlreader", "ext_libxml"),
    ("ext_xmlwriter", "loxo_libxml_sys"),
    ("ext_xmlwriter", "ext_libxml"),
    ("ext_sqlite3", "loxo_sqlite_sys"),
    ("ext_pdo_sqlite", "loxo_sqlite_sys"),
    // Drivers fill in what PDO asks of them; the two SQLite extensions share functions written in PHP.
    ("ext_mysqli", "loxo_mysql"),
    ("ext_pdo_mysql", "loxo_mysql"),
    ("ext_pdo_mysql", "ext_pdo"),
    ("ext_pdo_sqlite", "ext_pdo"),
    ("ext_pdo_sqlite", "ext_sqlite3"),
    // Values that cannot be kept as they are become `serialize()`'s text; iterators search by regular expressions.
    ("ext_apcu", "ext_standard"),
    ("ext_apcu", "ext_pcre"),
    ("ext_apcu", "ext_igbinary"),
    // Objects come back as they do from `unserialize()`.
    ("ext_igbinary", "ext_standard"),
    // Values are kept as text of these formats; sessions may be kept in Redis.
    ("ext_redis", "loxo_redis"),
    ("ext_redis", "ext_json"),
    ("ext_redis", "ext_standard"),
    ("ext_redis", "ext_session"),
    ("ext_redis", "ext_igbinary"),
    ("ext_redis", "ext_msgpack"),
    // The filter that takes a regular expression.
    ("ext_filter", "ext_pcre"),
];

/// Foreign crates that belong to certain crates of ours: prefix, owners.
const FOREIGN: &[(&str, &[&str])] =
    &[("cranelift", &["loxo_lower", "loxo_jit", "loxo_aot"]), ("tokio", &["loxo_server"]), ("hyper", &["loxo_server"])];

pub fn check(crates: &[Crate], findings: &mut Findings) {
    for member in crates {
        let manifest = member.dir.join("Cargo.toml");
        let extension = member.name.starts_with("ext_");
        let layer = LAYERS.iter().find(|(name, _)| *name == member.name).map(|(_, layer)| *layer);
        if layer.is_none() && !extension {
            findings.add(&manifest, 0, format!("{} has no layer: give it one in xtask/src/tidy/edges.rs", member.name));
        }
        if member.dir.file_name().is_none_or(|folder| folder.to_string_lossy() != member.name) {
            findings.add(&manifest, 0, format!("{} lies in a folder of another name", member.name));
        }
        for dependency in &member.dependencies {
            let owners = FOREIGN.iter().find(|(prefix, _)| dependency.starts_with(prefix)).map(|(_, owners)| *owners);
            if owners.is_some_and(|owners| !owners.contains(&member.name.as_str())) {
                findings.add(&manifest, 0, format!("{} must not depend on {dependency}", member.name));
            }
            if crates.iter().any(|other| other.name == *dependency) && !allowed(&member.name, layer, dependency) {
                findings.add(&manifest, 0, format!("the edge {} -> {dependency} is not allowed", member.name));
            }
        }
    }
}

fn allowed(from: &str, layer: Option<u8>, to: &str) -> bool {
    if from.starts_with("ext_") {
        return EXTENSIONS_SEE.contains(&to) || EXTENSIONS_ALSO_SEE.contains(&(from, to));
    }
    if to.starts_with("ext_") {
        return from == "loxo_exts";
    }
    let target = LAYERS.iter().find(|(name, _)| *name == to).map(|(_, layer)| *layer);
    match (layer, target) {
        // Tools drive the engine's binary; only the test kit may link it. The parser reads the stubs of builtins.
        _ if from == "xtask" => to == "loxo_syntax",
        (Some(layer), Some(target)) => (target < layer || WITHIN.contains(&(from, to))) && !FORBIDDEN.contains(&(from, to)),
        // Reported as a crate without a layer.
        _ => true,
    }
}

/// The members of the workspace.
pub fn crates() -> Result<Vec<Crate>> {
    let mut crates = Vec::new();
    for folder in ["crates", "ext"] {
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
        let edge = |from: &str, to: &str| allowed(from, LAYERS.iter().find(|(name, _)| *name == from).map(|(_, layer)| *layer), to);
        assert!(edge("loxo_vm", "loxo_value") && edge("ext_json", "loxo_runtime") && edge("loxo_exts", "ext_json"));
        assert!(
            !edge("ext_json", "loxo_vm") && !edge("loxo_vm", "ext_json") && !edge("loxo_value", "loxo_vm") && !edge("loxo_vm", "loxo_jit")
        );
    }
}
