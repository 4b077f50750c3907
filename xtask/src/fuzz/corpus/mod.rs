//! What the fuzzers start from: the programs, literals and bodies of our own tests and benches.

mod archives;
mod small;

use crate::{Result, paths};
use regex::bytes::Regex;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// A longer seed teaches the fuzzer nothing that its parts do not.
const LONGEST: usize = 8192;

/// Adds the seeds of a target to its corpus, which keeps what earlier runs found. Gives their number.
pub fn make(target: &str, corpus: &Path) -> Result<usize> {
    fs::create_dir_all(corpus)?;
    let mut seeds = Vec::new();
    if target == "archives" {
        seeds.extend(archives::all());
    }
    for file in sources()? {
        let text = fs::read(&file)?;
        match target {
            "syntax" | "compiler" | "units" => programs(&text, &mut seeds),
            "unserialize" => literals(&text, r#"(?-u)['"]((?:[abdiOCErRsS]:[^\n]*?[;}]|N;))['"]"#, &mut seeds)?,
            "json" => literals(&text, r#"(?-u)'([\[{"][^'\n]*[\]}"])'"#, &mut seeds)?,
            "html" => literals(&text, r#"(?-u)['\"]([^'\"\n]*<[^'\n]*>)['\"]"#, &mut seeds)?,
            "multipart" => forms(&text, &mut seeds),
            "numbers" => literals(&text, r#"(?-u)'(-?[0-9][0-9a-zA-Z.]*)'"#, &mut seeds)?,
            "fileinfo" => programs(&text, &mut seeds),
            "dates" if is_of(&file, &["ext_date"]) => literals(&text, r#"(?-u)['"]([^'"\n]{3,60})['"]"#, &mut seeds)?,
            "text_formats" if is_of(&file, &["ext_standard", "ext_session", "ext_filter"]) => {
                literals(&text, r#"(?-u)['"]([^'"\n]{6,80})['"]"#, &mut seeds)?;
            }
            "xml" if is_of(&file, &["ext_xml", "ext_xmlreader", "ext_simplexml", "ext_dom"]) => {
                literals(&text, r#"(?-u)['\"]([^'\"\n]*<[^'\n]*>)['\"]"#, &mut seeds)?;
            }
            "patterns" if is_of(&file, &["ext_pcre", "ext_intl", "ext_mbstring"]) => {
                literals(&text, r#"(?-u)['"]([^'"\n]{3,80})['"]"#, &mut seeds)?
            }
            "encodings" if is_of(&file, &["ext_mbstring", "ext_iconv"]) => literals(&text, r#"(?-u)['"]([^'"\n]{3,80})['"]"#, &mut seeds)?,
            _ => {}
        }
    }
    seeds.extend(small::of(target).iter().map(|seed| seed.to_vec()));
    let mut count = 0;
    for seed in seeds.iter().filter(|seed| seed.len() <= LONGEST) {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        fs::write(corpus.join(format!("seed-{:016x}", hasher.finish())), seed)?;
        count += 1;
    }
    Ok(count)
}

/// Is it a file of one of these extensions?
fn is_of(file: &Path, extensions: &[&str]) -> bool {
    file.components().any(|part| extensions.iter().any(|extension| part.as_os_str() == *extension))
}

/// Our tests, benches and stubs.
fn sources() -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting: Vec<PathBuf> = paths::CRATES.iter().chain(&["benches", "examples"]).map(|name| paths::root().join(name)).collect();
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "php" || extension == "phpt") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The text behind a `--NAME--` line, up to the next.
fn section<'a>(text: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let start = format!("\n--{name}--\n");
    let at = text.windows(start.len()).position(|window| window == start.as_bytes())? + start.len();
    let rest = &text[at..];
    let end = Regex::new(r"(?m)^--[A-Z_]+--\r?$").ok()?.find(rest).map_or(rest.len(), |found| found.start());
    Some(&rest[..end])
}

fn programs(text: &[u8], seeds: &mut Vec<Vec<u8>>) {
    let program = section(text, "FILE").unwrap_or(text);
    // Long ones in pieces, cut where statements on the top level seem to end.
    let Some(body) = program.strip_prefix(b"<?php") else {
        seeds.push(program.to_vec());
        return;
    };
    let mut piece = b"<?php".to_vec();
    for line in body.split_inclusive(|b| *b == b'\n') {
        piece.extend_from_slice(line);
        if piece.len() > 600 && (line == b"}\n" || line == b"\n") {
            seeds.push(std::mem::replace(&mut piece, b"<?php\n".to_vec()));
        }
    }
    seeds.push(piece);
}

fn literals(text: &[u8], pattern: &str, seeds: &mut Vec<Vec<u8>>) -> Result<()> {
    let pattern = Regex::new(pattern)?;
    seeds.extend(pattern.captures_iter(text).map(|found| found[1].to_vec()));
    Ok(())
}

fn forms(text: &[u8], seeds: &mut Vec<Vec<u8>>) {
    let Some(body) = section(text, "POST_RAW") else { return };
    seeds.push(body.strip_prefix(b"Content-Type: ").unwrap_or(body).to_vec());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds() {
        let test = b"--TEST--\nx\n--FILE--\n<?php echo unserialize('i:1;');\n--EXPECT--\n1\n";
        assert_eq!(section(test, "FILE"), Some(&b"<?php echo unserialize('i:1;');\n"[..]));
        let mut found = Vec::new();
        literals(test, r"(?-u)'(i:[^\n]*?;)'", &mut found).expect("a pattern");
        assert_eq!(found, [b"i:1;"]);
        for archive in archives::all() {
            assert!((100..LONGEST).contains(&archive.len()));
        }
    }
}
