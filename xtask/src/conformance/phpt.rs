//! The `.phpt` format: a file of `--SECTION--` blocks.

use std::collections::BTreeMap;
use std::path::Path;

const SECTIONS: &[&str] = &[
    "ARGS",
    "CAPTURE_STDIO",
    "CGI",
    "CLEAN",
    "CONFLICTS",
    "COOKIE",
    "CREDITS",
    "DEFLATE_POST",
    "DESCRIPTION",
    "ENV",
    "EXPECT",
    "EXPECTF",
    "EXPECTF_EXTERNAL",
    "EXPECTHEADERS",
    "EXPECTREGEX",
    "EXPECTREGEX_EXTERNAL",
    "EXPECT_EXTERNAL",
    "EXTENSIONS",
    "FILE",
    "FILEEOF",
    "FILE_EXTERNAL",
    "FLAKY",
    "GET",
    "GZIP_POST",
    "INI",
    "PHPDBG",
    "POST",
    "POST_RAW",
    "PUT",
    "REDIRECTTEST",
    "SKIPIF",
    "STDIN",
    "TEST",
    "WHITESPACE_SENSITIVE",
    "XFAIL",
    "XLEAK",
];

/// A parsed test. Text is bytes: tests are in many encodings.
pub struct Phpt {
    sections: BTreeMap<String, Vec<u8>>,
}

impl Phpt {
    /// Reads and checks a test. The error says what is malformed, as php-src's runner would ("borked").
    pub fn read(path: &Path) -> Result<Phpt, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("cannot read test: {error}"))?;
        let mut phpt = Phpt::split(&bytes)?;
        phpt.complete(path)?;
        Ok(phpt)
    }

    fn split(bytes: &[u8]) -> Result<Phpt, String> {
        if !bytes.starts_with(b"--TEST--") {
            return Err("tests must start with --TEST--".into());
        }
        let mut sections: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut section = "TEST".to_string();
        sections.insert(section.clone(), Vec::new());
        // What follows `===DONE===` in a program is not part of it.
        let (mut in_file, mut done) = (false, false);
        for line in bytes.split_inclusive(|&byte| byte == b'\n').skip(1) {
            if let Some(name) = header(line) {
                if sections.get(name).is_some_and(|text| !text.is_empty() && text != b"0") {
                    return Err(format!("duplicated {name} section"));
                }
                if !SECTIONS.contains(&name) {
                    return Err(format!("Unknown section \"{name}\""));
                }
                section = name.to_string();
                sections.insert(section.clone(), Vec::new());
                in_file = matches!(name, "FILE" | "FILEEOF" | "FILE_EXTERNAL");
                done = false;
                continue;
            }
            if !done {
                sections.entry(section.clone()).or_default().extend_from_slice(line);
            }
            if in_file && line.strip_prefix(b"===DONE===").is_some_and(|rest| rest.iter().all(u8::is_ascii_whitespace)) {
                done = true;
            }
        }
        Ok(Phpt { sections })
    }

    fn complete(&mut self, path: &Path) -> Result<(), String> {
        if self.has("REDIRECTTEST") {
            return Ok(());
        }
        let programs = ["FILE", "FILEEOF", "FILE_EXTERNAL"].iter().filter(|name| self.has(name)).count();
        if !self.has("PHPDBG") && programs != 1 {
            return Err("missing section --FILE--".into());
        }
        if let Some(mut text) = self.sections.remove("FILEEOF") {
            while text.last().is_some_and(|byte| matches!(byte, b'\r' | b'\n')) {
                text.pop();
            }
            self.sections.insert("FILE".into(), text);
        }
        for name in ["FILE", "EXPECT", "EXPECTF", "EXPECTREGEX"] {
            if let Some(file) = self.get(&format!("{name}_EXTERNAL")) {
                let file = String::from_utf8_lossy(file).replace("..", "");
                let file = path.with_file_name(file.trim());
                let text =
                    std::fs::read(&file).map_err(|error| format!("could not load --{name}_EXTERNAL-- {}: {error}", file.display()))?;
                self.sections.insert(name.into(), text);
            }
        }
        if ["EXPECT", "EXPECTF", "EXPECTREGEX"].iter().filter(|name| self.has(name)).count() != 1 {
            return Err("missing section --EXPECT--, --EXPECTF-- or --EXPECTREGEX--".into());
        }
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.sections.get(name).map(Vec::as_slice)
    }

    /// The section as text, by [`decode`].
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(decode)
    }

    pub fn has(&self, name: &str) -> bool {
        self.sections.contains_key(name)
    }

    /// The section if it says anything ("0" counts as nothing, as PHP's `empty` has it).
    pub fn non_empty(&self, name: &str) -> Option<&[u8]> {
        self.get(name).filter(|text| !text.is_empty() && *text != b"0")
    }

    pub fn set(&mut self, name: &str, text: Vec<u8>) {
        self.sections.insert(name.into(), text);
    }

    /// Whether the program must run as a CGI one.
    pub fn is_cgi(&self) -> bool {
        const REQUEST: [&str; 8] = ["GET", "POST", "GZIP_POST", "DEFLATE_POST", "POST_RAW", "PUT", "COOKIE", "EXPECTHEADERS"];
        self.has("CGI") || REQUEST.iter().any(|name| self.non_empty(name).is_some())
    }

    pub fn extensions(&self) -> Vec<String> {
        self.text("EXTENSIONS").map(|text| text.split_whitespace().map(str::to_string).collect()).unwrap_or_default()
    }

    /// The test's own conflict keys, or `None` when its folder's apply.
    pub fn conflicts(&self) -> Option<Vec<String>> {
        self.text("CONFLICTS").map(|text| parse_conflicts(&text))
    }
}

/// One key a line, `#` comments.
pub fn parse_conflicts(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(str::to_string).collect()
}

/// Where bytes that are not UTF-8 go in [`decode`]d text: characters that no test uses.
const ESCAPE: u32 = 0x10_ff00;

/// Bytes as text, without loss.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|&byte| char::from_u32(ESCAPE + u32::from(byte))));
    }
    text
}

/// The bytes that [`decode`] was given.
pub fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match (character as u32).checked_sub(ESCAPE) {
            Some(byte @ 0..=0xff) => bytes.push(byte as u8),
            _ => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

fn header(line: &[u8]) -> Option<&str> {
    let rest = line.strip_prefix(b"--")?;
    let length = rest.iter().position(|byte| !(byte.is_ascii_uppercase() || *byte == b'_'))?;
    if length == 0 || !rest[length..].starts_with(b"--") {
        return None;
    }
    std::str::from_utf8(&rest[..length]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_split_and_the_tail_of_a_program_is_dropped() {
        let phpt = Phpt::split(b"--TEST--\nname\n--FILE--\n<?php\n===DONE===\ntail\n--EXPECT--\n--x--\n").unwrap();
        assert_eq!(phpt.get("FILE"), Some(&b"<?php\n===DONE===\n"[..]));
        assert_eq!(phpt.get("EXPECT"), Some(&b"--x--\n"[..]));
        assert!(Phpt::split(b"--TEST--\nx\n--NOPE--\n").is_err());
    }

    #[test]
    fn bytes_survive_as_text() {
        let bytes: Vec<u8> = (0..=255).chain("é€😀".bytes()).collect();
        assert_eq!(encode(&decode(&bytes)), bytes);
    }
}
