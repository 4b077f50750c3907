//! The documents at the root are true as far as a machine can see: links lead somewhere, ARCHITECTURE.md is short enough to be read, and the answers in
//! its last section name files and functions that are there.

use super::Findings;
use crate::{Result, paths};
use std::fs;
use std::path::Path;

const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "ROADMAP.md"];
const MAP: &str = "ARCHITECTURE.md";
const MOST_WORDS: usize = 1500;

/// The section of the map whose answers are paths, and whether it must be there.
const QUESTIONS: &str = "## Ten questions";
const QUESTIONS_REQUIRED: bool = true;

pub fn check(findings: &mut Findings) -> Result<()> {
    for name in DOCUMENTS {
        let path = paths::root().join(name);
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (line, fault) in links(&text, paths::root()) {
            findings.add(&path, line, fault);
        }
        if *name == MAP {
            for (line, fault) in map(&text, paths::root(), QUESTIONS_REQUIRED) {
                findings.add(&path, line, fault);
            }
        }
    }
    Ok(())
}

/// Relative links, `[text](path)`, that lead nowhere.
fn links(text: &str, root: &Path) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in outside_fences(text) {
        for (at, _) in line.match_indices("](") {
            let Some((target, _)) = line[at + 2..].split_once(')') else { continue };
            let path = target.split(['#', ' ']).next().unwrap_or_default();
            // Addresses, and places in the same document.
            if path.is_empty() || path.contains("://") || path.starts_with("mailto:") {
                continue;
            }
            if !root.join(path).exists() {
                found.push((number, format!("the link to {path} leads nowhere")));
            }
        }
    }
    found
}

/// What is wrong with the map: its length, and its answers.
fn map(text: &str, root: &Path, required: bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let words = text.split_whitespace().count();
    if words > MOST_WORDS && (required || text.contains(QUESTIONS)) {
        found.push((0, format!("has {words} words; more than {MOST_WORDS} are not read")));
    }
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.trim_end() != QUESTIONS);
    if lines.next().is_none() {
        if required {
            found.push((0, format!("must end in the section `{QUESTIONS}`")));
        }
        return found;
    }
    let mut paths = 0;
    for (at, line) in lines {
        if line.starts_with("## ") {
            found.push((at + 1, format!("`{QUESTIONS}` is the last section")));
            break;
        }
        // Every second part stands in backticks.
        for code in line.split('`').skip(1).step_by(2) {
            if let Some(answer) = answer(code) {
                paths += 1;
                if let Err(fault) = exists(answer, root) {
                    found.push((at + 1, fault));
                }
            }
        }
    }
    if paths == 0 && required {
        found.push((0, format!("`{QUESTIONS}` answers nothing with a path")));
    }
    found
}

/// The path, and the name in it, of `engine/a/src/b.rs`, `engine/a/src/b.rs::name` or `engine/a/src/b.rs: fn name`; `None`: the code is no path.
fn answer(code: &str) -> Option<(&str, Option<&str>)> {
    // Before `:` as well as before `::`.
    let (path, name) = match code.split_once(':') {
        Some((path, rest)) => (path, rest.trim_start_matches(':').split_whitespace().next_back()),
        None => (code, None),
    };
    let is_path = path.contains('/') && !path.contains([' ', '(', '$', '<', '*', '{', '@']) && !path.starts_with('/');
    is_path.then_some((path, name))
}

fn exists((path, name): (&str, Option<&str>), root: &Path) -> Result<(), String> {
    let file = root.join(path);
    if !file.exists() {
        return Err(format!("there is no {path}"));
    }
    let Some(name) = name else { return Ok(()) };
    // `Type::method` is looked for by its last part.
    let name = name.rsplit("::").next().unwrap_or(name).trim_end_matches("()");
    let text = fs::read_to_string(&file).map_err(|error| format!("{path}: {error}"))?;
    let kinds = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "macro_rules!"];
    let is_there = kinds.iter().any(|kind| super::tokens::find_word(&text, &format!("{kind} {name}")).is_some());
    // Ops, helpers and variants are declared in tables.
    let in_table = || super::tokens::find_word(&text, name).is_some() && name.starts_with(|c: char| c.is_ascii_uppercase());
    if is_there || in_table() { Ok(()) } else { Err(format!("{path} has no `{name}`")) }
}

/// Lines with their numbers, without those of code blocks.
fn outside_fences(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        if line.trim_start().starts_with("```") {
            inside = !inside;
            return None;
        }
        (!inside).then_some((at + 1, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        paths::root()
    }

    #[test]
    fn links_lead_somewhere() {
        let text = "[a](Cargo.toml#x) [b](https://e.x/y) [c](#here)\n```\n[d](nowhere.md)\n```\n[e](xtask/src) [f](nowhere.md)";
        assert_eq!(links(text, root()), [(5, "the link to nowhere.md leads nowhere".to_string())]);
    }

    #[test]
    fn answers_are_there() {
        let good =
            "# A\n\n## Ten questions\n\nWhere? `xtask/src/main.rs: fn main` and `xtask/src/main.rs::Command`, not `$o->m()` or `a / b`.\n";
        assert_eq!(map(good, root(), true), []);
        let bad = good.replace("fn main", "fn elsewhere").replace("main.rs::", "none.rs::");
        let faults: Vec<String> = map(&bad, root(), true).into_iter().map(|(_, fault)| fault).collect();
        assert_eq!(faults, ["xtask/src/main.rs has no `elsewhere`", "there is no xtask/src/none.rs"]);
        assert_eq!(map(&(good.to_string() + "## After\n"), root(), true).len(), 1);
    }

    #[test]
    fn the_section_and_the_length() {
        assert_eq!((map("# A\n", root(), false).len(), map("# A\n", root(), true).len()), (0, 1));
        assert_eq!(map("## Ten questions\nNone.\n", root(), true).len(), 1);
        let long = "a ".repeat(1501) + "\n## Ten questions\n`xtask/src/main.rs`\n";
        assert_eq!(map(&long, root(), true).len(), 1);
    }
}
