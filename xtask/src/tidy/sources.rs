//! What source files must and must not contain.

use super::files::{collect, is_generated};
use super::{Crate, Findings, GENERATED_HEADER, long_functions, module_docs, tokens, vocabulary};
use crate::{Result, paths};
use regex::Regex;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const MOST_LINES: usize = 800;
/// Of a crate's src/ without what is generated: who wants to know a crate reads it.
const MOST_LINES_OF_A_CRATE: usize = 21_000;

/// Crates that may contain `unsafe`; and any that binds a foreign library, by its name.
const UNSAFE_CRATES: &[&str] = &["loxo_value", "loxo_fast_paths", "loxo_vm", "loxo_coverage", "loxo_tiering", "loxo_jit"];

/// Crates whose tests alone may: they run code that the crate makes.
const UNSAFE_TESTS: &[&str] = &["loxo_codegen"];

/// What only a program that recognises a test or benchmark would mention.
const TEST_NAMES: &[&str] = &[
    r"\.phpt\b",
    r"Zend/tests",
    r"Zend/bench",
    r"\bmicro_bench",
    r"\bbenches/",
    r"(?i)\bfannkuch",
    r"(?i)(?:^|[^\\])\bnbody\b",
    r"(?i)\bspectral_?norm",
    r"(?i)\bmandel(?:brot)?\b",
    r"(?i)\bbinary_?trees?\b",
    r"(?i)\back(?:ermann)?_?\d?\(",
    r"(?i)\brun-tests\b",
];

/// Checks all `.rs` files; returns how many.
pub fn check(crates: &[Crate], findings: &mut Findings) -> Result<usize> {
    let allowed_lengths = long_files(findings)?;
    let names: Vec<Regex> = TEST_NAMES.iter().map(|pattern| Regex::new(pattern)).collect::<Result<_, _>>()?;
    let mut long = Vec::new();
    let mut count = 0;
    for member in crates {
        let (mut files, mut size) = (Vec::new(), 0);
        collect(&member.dir, &mut files)?;
        for file in files {
            let text = fs::read_to_string(&file)?;
            let relative = file.strip_prefix(&member.dir).unwrap_or(&file).to_path_buf();
            let lines: Vec<&str> = text.lines().collect();
            count += 1;
            let generated = is_generated(&relative);
            if generated && lines.first() != Some(&GENERATED_HEADER) {
                findings.add(&file, 1, format!("a generated file must start with `{GENERATED_HEADER}`"));
            }
            if lines.len() > MOST_LINES && !generated {
                long.push((relative_to_root(&file), lines.len()));
            }
            // The compiler forbids it here, and texts about it are not it.
            if member.name != "xtask" {
                check_unsafe(member, &file, &lines, findings);
            }
            if member.name != "xtask" && relative.starts_with("src") {
                check_names(&file, &lines, &names, findings);
            }
            if relative.starts_with("src") && !generated {
                size += lines.len();
                check_prose(&file, &text, findings);
            }
        }
        if size > MOST_LINES_OF_A_CRATE {
            findings.add(&member.dir, 0, format!("has {size} lines; more than {MOST_LINES_OF_A_CRATE} want to be two crates"));
        }
    }
    let list = paths::root().join("xtask/long-files.txt");
    for (file, length) in &long {
        match allowed_lengths.get(file) {
            Some(limit) if length <= limit => {}
            Some(limit) => {
                findings.add(Path::new(file), 0, format!("has {length} lines and is listed with {limit}: such a file only shrinks"))
            }
            None => findings.add(Path::new(file), 0, format!("has {length} lines; more than {MOST_LINES} want to be two files")),
        }
    }
    for file in allowed_lengths.keys().filter(|file| !long.iter().any(|(name, _)| name == *file)) {
        findings.add(&list, 0, format!("{file} is short enough now: take it out"));
    }
    Ok(count)
}

fn check_prose(file: &Path, text: &str, findings: &mut Findings) {
    if let Some(fault) = module_docs::fault(text) {
        findings.add(file, 1, fault);
    }
    let scanned = tokens::scan(text);
    let words = vocabulary::faults(&relative_to_root(file), &scanned);
    for (line, fault) in words.into_iter().chain(long_functions::faults(text, &scanned)) {
        findings.add(file, line, fault);
    }
}

fn check_unsafe(member: &Crate, file: &Path, lines: &[&str], findings: &mut Findings) {
    let is_test = file.strip_prefix(&member.dir).is_ok_and(|file| file.starts_with("tests"));
    let may = UNSAFE_CRATES.contains(&member.name.as_str())
        || is_test && UNSAFE_TESTS.contains(&member.name.as_str())
        || member.name.ends_with("_sys");
    for (at, line) in lines.iter().enumerate() {
        let code = code_of(line);
        let Some(position) = tokens::find_word(code, "unsafe") else { continue };
        if !may {
            findings.add(file, at + 1, format!("unsafe is not allowed in {}", member.name));
            continue;
        }
        let rest = code[position + "unsafe".len()..].trim_start();
        let is_block = rest.starts_with('{') || rest.starts_with("impl") || rest.is_empty();
        if is_block && !is_explained(lines, at) {
            findings.add(file, at + 1, "unsafe without a `// SAFETY:` comment above");
        }
    }
}

/// A `SAFETY:` comment on the line, or above it within the same statement.
fn is_explained(lines: &[&str], at: usize) -> bool {
    if lines[at].contains("SAFETY:") {
        return true;
    }
    let mut code_lines = 0;
    for line in lines[..at].iter().rev() {
        let trimmed = line.trim();
        if trimmed.starts_with("//") {
            if trimmed.contains("SAFETY:") {
                return true;
            }
        } else if trimmed.is_empty() || code_lines == 3 {
            return false;
        } else if !trimmed.starts_with('#') {
            code_lines += 1;
        }
    }
    false
}

fn check_names(file: &Path, lines: &[&str], names: &[Regex], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        // Unit tests stand at the end of a file and may name what they test.
        if line.trim() == "#[cfg(test)]" {
            return;
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with("//") {
            continue;
        }
        if let Some(found) = names.iter().find_map(|name| name.find(line)) {
            findings.add(file, at + 1, format!("mentions `{}`: the engine knows no test and no benchmark", found.as_str()));
        }
    }
}

/// The line without its comment and its strings, well enough for finding a keyword.
fn code_of(line: &str) -> &str {
    let end = line.find("//").unwrap_or(line.len());
    let code = &line[..end];
    match code.find('"') {
        Some(quote) => &code[..quote],
        None => code,
    }
}

/// `path limit`, one a line; `#` comments.
fn long_files(findings: &mut Findings) -> Result<BTreeMap<String, usize>> {
    let path = paths::root().join("xtask/long-files.txt");
    let mut limits = BTreeMap::new();
    for (at, line) in fs::read_to_string(&path).unwrap_or_default().lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once(' ').and_then(|(file, limit)| Some((file, limit.trim().parse().ok()?))) {
            Some((file, limit)) => drop(limits.insert(file.to_string(), limit)),
            None => findings.add(&path, at + 1, "a line is `path limit`"),
        }
    }
    Ok(limits)
}

fn relative_to_root(file: &Path) -> String {
    file.strip_prefix(paths::root()).unwrap_or(file).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_is_found_and_its_reason_too() {
        assert_eq!(tokens::find_word(code_of("let x = unsafe { y };"), "unsafe"), Some(8));
        assert_eq!(tokens::find_word(code_of("#![forbid(unsafe_code)] // unsafe"), "unsafe"), None);
        let lines = ["// SAFETY: x", "let a =", "    unsafe { b };", "", "unsafe { c };"];
        assert!(is_explained(&lines, 2));
        assert!(!is_explained(&lines, 4));
    }
}
