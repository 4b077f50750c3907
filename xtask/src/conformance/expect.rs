//! Does an output match what a test expects? `%`-codes, regular expressions, and a diff for people.

use regex::bytes::{Regex, RegexBuilder};
use similar::algorithms::{Capture, Replace, myers};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// What a test expects of its output.
pub enum Expectation {
    Text(Vec<u8>),
    /// `--EXPECTF--`: text with `%`-codes.
    Format(Vec<u8>),
    /// `--EXPECTREGEX--`.
    Pattern(Vec<u8>),
}

impl Expectation {
    pub fn text(&self) -> &[u8] {
        match self {
            Expectation::Text(text) | Expectation::Format(text) | Expectation::Pattern(text) => text,
        }
    }

    /// The error is a pattern that cannot be compiled.
    pub fn matches(&self, output: &[u8]) -> Result<bool, String> {
        match self {
            Expectation::Text(text) => Ok(text == output),
            // Most outputs without any code, and the quickest answer for the rest.
            Expectation::Format(text) if !text.contains(&b'%') => Ok(text == output),
            Expectation::Format(text) => Ok(compile(&format_pattern(text))?.is_match(output)),
            Expectation::Pattern(text) if let Some((text, forbidden)) = tempered_dot(text) => {
                Ok(compile(&translate(&text, false))?.is_match(output) && !compile_part(&translate(&forbidden, false))?.is_match(output))
            }
            Expectation::Pattern(text) => Ok(compile(&translate(text, false))?.is_match(output)),
        }
    }

    /// Equal lines are left out but for a little context; lines that match by their codes are equal.
    pub fn diff(&self, output: &[u8]) -> Diff {
        let expected: Vec<Line> = lines(self.text()).into_iter().map(|line| self.line(line)).collect();
        let actual = lines(output);
        let deadline = Some(Instant::now() + Duration::from_secs(5));
        let actual_lines: Vec<Actual> = actual.iter().map(|line| Actual(line)).collect();
        let mut hook = Replace::new(Capture::new());
        let (old, new) = (Keyed(&expected), Keyed(&actual_lines));
        // The hook cannot fail.
        let _ = myers::diff_deadline(&mut hook, &old, 0..expected.len(), &new, 0..actual.len(), deadline);
        let ops = hook.into_inner().into_ops();
        Diff {
            hunks: ops.iter().map(|op| (op.tag(), op.old_range(), op.new_range())).collect(),
            expected: expected.iter().map(|line| line.text.to_vec()).collect(),
            actual: actual.iter().map(|line| line.to_vec()).collect(),
        }
    }

    fn line<'a>(&self, text: &'a [u8]) -> Line<'a> {
        let pattern = match self {
            Expectation::Text(_) => None,
            Expectation::Format(_) => text.contains(&b'%').then(|| compile(&format_pattern(text)).ok()).flatten(),
            Expectation::Pattern(_) => compile(&translate(text, false)).ok(),
        };
        Line { text, pattern }
    }
}

/// The differences between what was expected and what came, by line.
pub struct Diff {
    hunks: Vec<(similar::DiffTag, std::ops::Range<usize>, std::ops::Range<usize>)>,
    expected: Vec<Vec<u8>>,
    actual: Vec<Vec<u8>>,
}

impl Diff {
    /// The first lines that differ: expected and actual, either may be absent.
    pub fn first(&self) -> (Option<&[u8]>, Option<&[u8]>) {
        let Some((_, old, new)) = self.hunks.iter().find(|(tag, ..)| *tag != similar::DiffTag::Equal) else { return (None, None) };
        let pick = |lines: &'_ [Vec<u8>], range: &std::ops::Range<usize>| -> Option<usize> {
            range.clone().find(|&index| !lines[index].is_empty())
        };
        (pick(&self.expected, old).map(|index| &*self.expected[index]), pick(&self.actual, new).map(|index| &*self.actual[index]))
    }

    /// Lines of the output that nothing was expected for.
    pub fn unexpected(&self) -> impl Iterator<Item = &[u8]> {
        let changed = self.hunks.iter().filter(|(tag, ..)| *tag != similar::DiffTag::Equal);
        changed.flat_map(|(_, _, new)| self.actual[new.clone()].iter().map(Vec::as_slice))
    }

    /// Expected lines that did not come.
    pub fn missing(&self) -> impl Iterator<Item = &[u8]> {
        let changed = self.hunks.iter().filter(|(tag, ..)| *tag != similar::DiffTag::Equal);
        changed.flat_map(|(_, old, _)| self.expected[old.clone()].iter().map(Vec::as_slice))
    }

    /// Like `diff -u`, with line numbers: `-` was expected, `+` came.
    pub fn render(&self, context: usize, colour: bool) -> Vec<u8> {
        let (red, green, dim, reset) = if colour { ("\x1b[31m", "\x1b[32m", "\x1b[2m", "\x1b[0m") } else { ("", "", "", "") };
        let mut out = Vec::new();
        let mut put = |prefix: &str, mark: char, number: usize, line: &[u8]| {
            out.extend_from_slice(format!("{prefix}{:>5} {mark} ", number + 1).as_bytes());
            out.extend_from_slice(line);
            out.extend_from_slice(reset.as_bytes());
            out.push(b'\n');
        };
        for (at, (tag, old, new)) in self.hunks.iter().enumerate() {
            if *tag == similar::DiffTag::Equal {
                let length = new.len();
                let head = if at == 0 { 0 } else { context.min(length) };
                let tail = if at + 1 == self.hunks.len() { 0 } else { context.min(length - head) };
                for index in (0..head).chain(length - tail..length) {
                    if index == length - tail && head + tail < length {
                        put(dim, ' ', new.start + index, b"...");
                    }
                    put("", ' ', new.start + index, &self.actual[new.start + index]);
                }
                continue;
            }
            for index in old.clone() {
                put(red, '-', index, &self.expected[index]);
            }
            for index in new.clone() {
                put(green, '+', index, &self.actual[index]);
            }
        }
        out
    }
}

struct Line<'a> {
    text: &'a [u8],
    pattern: Option<Regex>,
}

struct Actual<'a>(&'a [u8]);

impl PartialEq<Line<'_>> for Actual<'_> {
    fn eq(&self, line: &Line<'_>) -> bool {
        self.0 == line.text || line.pattern.as_ref().is_some_and(|pattern| pattern.is_match(self.0))
    }
}

/// `similar` indexes what it compares; slices of two different types will do.
struct Keyed<'a, T>(&'a [T]);

impl<T> std::ops::Index<usize> for Keyed<'_, T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        &self.0[index]
    }
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split(|&byte| byte == b'\n').collect()
}

fn compile(pattern: &str) -> Result<Regex, String> {
    compile_part(&format!("^(?:{pattern})$"))
}

fn compile_part(pattern: &str) -> Result<Regex, String> {
    RegexBuilder::new(pattern)
        .unicode(false)
        .dot_matches_new_line(true)
        .octal(true)
        .size_limit(512 << 20)
        .dfa_size_limit(64 << 20)
        .build()
        .map_err(|error| format!("cannot compile the expectation: {error}"))
}

/// Translates an `--EXPECTF--` text.
fn format_pattern(text: &[u8]) -> String {
    let mut pattern = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(start) = find(rest, b"%r") {
        // An opening %r without its pair ends the search; what follows is plain text.
        let Some(length) = find(&rest[start + 2..], b"%r") else { break };
        plain(&mut pattern, &rest[..start]);
        let _ = write!(pattern, "(?:{})", translate(&rest[start + 2..start + 2 + length], true));
        rest = &rest[start + 4 + length..];
    }
    plain(&mut pattern, rest);
    pattern
}

fn plain(pattern: &mut String, text: &[u8]) {
    let mut index = 0;
    while index < text.len() {
        match code(&text[index..]) {
            Some(code) => {
                pattern.push_str(code);
                index += 2;
            }
            None => {
                literal(pattern, text[index]);
                index += 1;
            }
        }
    }
}

/// What the `%`-code at the start of `text` stands for.
fn code(text: &[u8]) -> Option<&'static str> {
    let (b'%', code) = (*text.first()?, text.get(1)?) else { return None };
    Some(match code {
        b'e' => "/",
        b's' => "[^\r\n]+",
        b'S' => "[^\r\n]*",
        b'a' => ".+",
        b'A' => ".*",
        b'w' => r"\s*",
        b'i' => r"[+-]?\d+",
        b'd' => r"\d+",
        b'x' => "[0-9a-fA-F]+",
        b'f' => r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[Ee][+-]?\d+)?",
        b'c' => ".",
        b'0' => r"\x00",
        _ => return None,
    })
}

fn literal(pattern: &mut String, byte: u8) {
    match byte {
        b' ' | b'\n' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => pattern.push(byte as char),
        b'!'..=b'~' if byte != b'<' && byte != b'>' => {
            pattern.push('\\');
            pattern.push(byte as char);
        }
        b'<' | b'>' => pattern.push(byte as char),
        _ => {
            let _ = write!(pattern, "\\x{byte:02x}");
        }
    }
}

/// `((?!X).)*`, which the `regex` crate has no means for: no X up to the end. Returns the pattern without it, and X.
fn tempered_dot(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let start = find(text, b"((?!")?;
    let length = find(&text[start..], b").)*")?;
    let forbidden = text[start + 4..start + length].to_vec();
    Some(([&text[..start], b".*", &text[start + length + 4..]].concat(), forbidden))
}

/// Rewrites what PCRE understands and the `regex` crate does not: bytes above 127, literal braces and brackets, `\h`, `\R`, `\/`.
/// `%`-codes count inside `%r…%r` too (`codes`).
fn translate(text: &[u8], codes: bool) -> String {
    let mut pattern = String::with_capacity(text.len());
    let mut in_class = false;
    let mut index = 0;
    while index < text.len() {
        let byte = text[index];
        match byte {
            b'%' if codes && code(&text[index..]).is_some() => {
                pattern.push_str(code(&text[index..]).unwrap_or_default());
                index += 1;
            }
            b'\\' => {
                index += 1;
                match text.get(index) {
                    Some(b'h') => pattern.push_str("[ \\t]"),
                    Some(b'R') => pattern.push_str("(?:\\r\\n|\\n|\\r)"),
                    Some(b'e') => pattern.push_str("\\x1b"),
                    // PCRE reads `\r` and `\n` like the crate does; any other escaped character is itself.
                    Some(&escaped) if escaped.is_ascii_alphanumeric() => {
                        pattern.push('\\');
                        pattern.push(escaped as char);
                    }
                    Some(&escaped) => literal(&mut pattern, escaped),
                    None => pattern.push_str("\\\\"),
                }
            }
            b'[' if in_class && text.get(index + 1) == Some(&b':') => {
                let end = find(&text[index..], b":]").map_or(text.len(), |end| index + end + 2);
                pattern.push_str(&String::from_utf8_lossy(&text[index..end]));
                index = end - 1;
            }
            b'[' if in_class => pattern.push_str("\\["),
            b'[' => {
                in_class = true;
                pattern.push('[');
                if text.get(index + 1) == Some(&b'^') {
                    pattern.push('^');
                    index += 1;
                }
                if text.get(index + 1) == Some(&b']') {
                    pattern.push_str("\\]");
                    index += 1;
                }
            }
            b']' if in_class => {
                in_class = false;
                pattern.push(']');
            }
            b'&' | b'~' if in_class => literal(&mut pattern, byte),
            b'{' if !in_class && !is_quantifier(&text[index..]) => pattern.push_str("\\{"),
            0x80.. => literal(&mut pattern, byte),
            _ => pattern.push(byte as char),
        }
        index += 1;
    }
    pattern
}

fn is_quantifier(text: &[u8]) -> bool {
    let Some(end) = text.iter().position(|&byte| byte == b'}') else { return false };
    let body = &text[1..end];
    body.first().is_some_and(u8::is_ascii_digit) && body.iter().all(|byte| byte.is_ascii_digit() || *byte == b',')
}

fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(expected: &str, output: &str) -> bool {
        Expectation::Format(expected.into()).matches(output.as_bytes()).unwrap()
    }

    #[test]
    fn codes() {
        assert!(format("in %s on line %d", "in /x/y.php on line 12"));
        assert!(!format("a%sb", "ab"));
        assert!(format("a%Sb|%A", "ab|x\ny"));
        assert!(format("%i %f %f %x %c %w|", "-5 .5 1.5E+3 fF ? \n |"));
        assert!(format("%r(x|y)+%r%0.", "xyx\0."));
        assert!(format("100%, [%d]", "100%, [7]"));
    }

    #[test]
    fn patterns() {
        let pattern = Expectation::Pattern(br"object\(a\)#\d+ \(1\) {\s+[[:alpha:]]{2}}".to_vec());
        assert_eq!(pattern.matches(b"object(a)#4 (1) {\n  ab}"), Ok(true));
        let pattern = Expectation::Pattern(b"ok((?!leaks? found).)*".to_vec());
        assert_eq!((pattern.matches(b"ok it is"), pattern.matches(b"ok, leak found")), (Ok(true), Ok(false)));
    }

    #[test]
    fn diffs() {
        let diff = Expectation::Format(b"one %d\ntwo\nthree".to_vec()).diff(b"one 5\n2\nthree");
        assert_eq!(diff.first(), (Some(&b"two"[..]), Some(&b"2"[..])));
        assert_eq!(String::from_utf8(diff.render(1, false)).unwrap(), "    1   one 5\n    2 - two\n    2 + 2\n    3   three\n");
    }
}
