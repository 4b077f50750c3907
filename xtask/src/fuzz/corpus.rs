//! What the fuzzers start from: the programs, literals and bodies of our own tests and benches.

mod archives;

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
            "syntax" | "compiler" => programs(&text, &mut seeds),
            "unserialize" => literals(&text, r#"(?-u)['"]((?:[abdiOCErRsS]:[^\n]*?[;}]|N;))['"]"#, &mut seeds)?,
            "json" => literals(&text, r#"(?-u)'([\[{"][^'\n]*[\]}"])'"#, &mut seeds)?,
            "markup" => literals(&text, r#"(?-u)['\"]([^'\"\n]*<[^'\n]*>)['\"]"#, &mut seeds)?,
            "multipart" => forms(&text, &mut seeds),
            "numbers" => literals(&text, r#"(?-u)'(-?[0-9][0-9a-zA-Z.]*)'"#, &mut seeds)?,
            "fileinfo" => programs(&text, &mut seeds),
            "dates" if is_of(&file, &["ext_date"]) => literals(&text, r#"(?-u)['"]([^'"\n]{3,60})['"]"#, &mut seeds)?,
            "texts" if is_of(&file, &["ext_standard", "ext_session", "ext_filter"]) => {
                literals(&text, r#"(?-u)['"]([^'"\n]{6,80})['"]"#, &mut seeds)?;
            }
            "encodings" if is_of(&file, &["ext_mbstring", "ext_iconv"]) => literals(&text, r#"(?-u)['"]([^'"\n]{3,80})['"]"#, &mut seeds)?,
            _ => {}
        }
    }
    if target == "answers" {
        seeds.extend(ANSWERS.iter().map(|answer| answer.to_vec()));
    }
    if matches!(target, "images" | "metadata") {
        seeds.extend(IMAGES.iter().map(|image| image.to_vec()));
    }
    if target == "multipart" {
        seeds.push(FORM.to_vec());
    }
    let mut count = 0;
    for seed in seeds.iter().filter(|seed| seed.len() <= LONGEST) {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        fs::write(corpus.join(format!("seed-{:016x}", hasher.finish())), seed)?;
        count += 1;
    }
    Ok(count)
}

const FORM: &[u8] = b"multipart/form-data; boundary=x\n--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\n\
Content-Disposition: form-data; name=\"f[]\"; filename=\"a\\\"b.txt\"\r\nContent-Type: text/plain\r\n\tmore\r\n\r\nbody\r\n--x--\r\n";

/// What web servers say.
const ANSWERS: &[&[u8]] = &[
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello",
    b"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwiki\r\n0\r\n\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 307 Elsewhere\r\nLocation: ../c?d\r\nX: y\r\n\tz\r\n\r\n",
];

/// Is it a file of one of these extensions?
fn is_of(file: &Path, extensions: &[&str]) -> bool {
    file.components().any(|part| extensions.iter().any(|extension| part.as_os_str() == *extension))
}

/// Our tests, benches and stubs.
fn sources() -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting: Vec<PathBuf> = ["crates", "ext", "benches", "examples"].iter().map(|name| paths::root().join(name)).collect();
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

/// The smallest images of formats that we read ourselves: GIF, BMP, WBMP, XBM, XPM, TGA, gd and gd2.
const IMAGES: &[&[u8]] = &[
    b"GIF89a\x02\0\x02\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\x01\0,\0\0\0\0\x02\0\x02\0\0\x02\x03\x44\x02\x05\0;",
    b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0abcdef\0\0ghijkl\0\0",
    b"\0\0\x09\x02\xff\x80\x7f\0abcd",
    b"#define x_width 8\n#define x_height 2\nstatic char x_bits[] = {\n0x7f, 0x01};\n",
    b"/* XPM */\nstatic char *x[] = {\n\"2 2 2 1\",\n\". c #ff0000\",\n\"+ c None\",\n\".+\",\n\"+.\"};\n",
    b"\0\0\x0a\0\0\0\0\0\0\0\0\0\x02\0\x02\0\x18\x20\x83abc",
    b"\xff\xfe\0\x01\0\x01\x01\xff\xff\xff\xff\0\x10\x20\x30",
    b"gd2\0\0\x02\0\x01\0\x01\0\x40\0\x03\0\x01\0\x01\x01\xff\xff\xff\xff\0\x10\x20\x30",
];

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
