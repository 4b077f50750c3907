//! Before an application moves to Loxo: what it uses that is not there, with file and line.
//!
//! Modules: `program` (a PHP file), `htaccess`, `composer`, `known` (what is there, and what is not).

mod composer;
mod htaccess;
mod known;
mod program;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use known::Lacking;
pub use known::{Known, Missing};

/// What PHP's own extensions declare that Loxo may lack: `KIND NAME EXTENSION` in small letters. `names.php` writes it.
const NAMES: &str = include_str!("names.txt");
/// Bigger files are data.
const MOST_BYTES: u64 = 8 << 20;

fn lacking(known: &Known) -> Lacking {
    let line = |line: &'static str| {
        let mut words = line.split(' ');
        let (kind, name, extension) = (words.next()?, words.next()?, words.next()?);
        let (kind, set) = match kind {
            "function" => ("function", &known.functions),
            "class" => ("class", &known.classes),
            _ => ("setting", &known.settings),
        };
        (!set.contains(name)).then(|| ((kind, name.to_string()), extension))
    };
    NAMES.lines().filter_map(line).collect()
}

/// What an application uses that is not there; and how many files were read. The error is one line.
pub fn missing(folder: &Path, known: &Known) -> Result<(Vec<Missing>, usize), String> {
    let mut files = Vec::new();
    collect(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    let lacking = lacking(known);
    let (mut found, mut declared) = (Vec::new(), BTreeSet::new());
    for file in &files {
        let Ok(bytes) = std::fs::read(file) else { continue };
        let shown = file.strip_prefix(folder).unwrap_or(file);
        match file.file_name().and_then(|name| name.to_str()) {
            Some(".htaccess") => found.extend(htaccess::missing(&bytes, shown)),
            Some("composer.json") => found.extend(composer::missing(&bytes, shown, known)),
            _ => program::read(&bytes, shown, &lacking, &mut found, &mut declared),
        }
    }
    // What the application brings itself (polyfills) is there.
    found.retain(|one| !declared.contains(&(one.kind, one.name.clone())));
    found.sort();
    found.dedup();
    Ok((found, files.len()))
}

/// Links are not followed: releases link to folders that they share.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if kind.is_dir() && !matches!(&*name, ".git" | ".hg" | ".svn" | "node_modules") {
            // What is not for us to read is not served by us either.
            let _ = collect(&path, files);
        }
        let is_program = [".php", ".inc", ".phtml"].iter().any(|end| name.ends_with(end));
        let is_read = is_program || name == ".htaccess" || name == "composer.json";
        if kind.is_file() && is_read && entry.metadata()?.len() <= MOST_BYTES {
            files.push(path);
        }
    }
    Ok(())
}

/// The list as text.
pub fn listed(found: &[Missing], files: usize) -> String {
    let needed = found.iter().filter(|one| !one.is_optional).count();
    let mut out = format!(
        "{files} files read: {needed} uses of what is not there, {} more that the program asks about first\n",
        found.len() - needed
    );
    for one in found {
        let optional = if one.is_optional { " (optional)" } else { "" };
        out.push_str(&format!("{}:{}: {} {}: {}{optional}\n", one.file.display(), one.line, one.kind, one.name, one.about));
    }
    out.chars().map(|c| if c.is_control() && c != '\n' { '.' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_is_read() {
        let folder = std::env::temp_dir().join(format!("loxo-moving-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("vendor")).unwrap();
        std::fs::write(
            folder.join("a.php"),
            "<?php\nuuid_create();\n\\FTP_connect('a');\nfunction_exists('ftp_ssl_connect') && ftp_ssl_connect('a');\n",
        )
        .unwrap();
        std::fs::write(folder.join("vendor/uuid.php"), "<?php\nfunction uuid_create() {}\n").unwrap();
        std::fs::write(folder.join(".htaccess"), "RewriteEngine On\nphp_value memory_limit 1G\n").unwrap();
        std::fs::write(folder.join("composer.json"), "{\n\"require\": {\n\"ext-imagick\": \"*\", \"ext-json\": \"*\"\n}}").unwrap();
        let known = Known { extensions: ["json".to_string()].into(), ..Known::default() };
        let (found, files) = missing(&folder, &known).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let shown: Vec<String> =
            found.iter().map(|one| format!("{} {} {}{}", one.kind, one.name, one.line, if one.is_optional { "?" } else { "" })).collect();
        assert_eq!(shown, ["directive php_value 2", "extension imagick 3", "function ftp_connect 3", "function ftp_ssl_connect 4?"]);
        assert_eq!(files, 4);
        assert!(listed(&found, files).starts_with("4 files read: 3 uses"));
    }
}
