//! The text of a file of directives as lines and words: continuations, comments, quotes, sections.

use std::sync::Arc;

use crate::bytes::is;

/// Sections within sections.
const DEEPEST: usize = 64;
/// Sections of a file: each becomes rules of its own, some 1.5 kB, and each request asks whether they hold.
const MOST_SECTIONS: usize = 4_096;
/// Directives of a file, those in sections included.
const MOST_DIRECTIVES: usize = 1_000_000;

/// Why a file cannot be used: the line and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub line: u32,
    pub message: String,
}

/// Makes a fault of a message, at this line.
pub(crate) fn at(line: u32) -> impl Fn(String) -> Fault {
    move |message| Fault { line, message }
}

pub(crate) type Result<T> = std::result::Result<T, String>;

/// A directive, or a section with those in it.
#[derive(Clone, Debug)]
pub(crate) struct Directive {
    pub(crate) name: Vec<u8>,
    /// All behind the name.
    pub(crate) arguments: Vec<u8>,
    pub(crate) line: u32,
    /// `Some`: a section.
    pub(crate) inner: Option<Arc<[Directive]>>,
    /// The end of the text came before that of the section.
    pub(crate) is_cut_short: bool,
}

/// Lines with their numbers, continued ones put together.
fn lines(text: &[u8]) -> impl Iterator<Item = (u32, std::borrow::Cow<'_, [u8]>)> {
    let mut raw = text.split(|b| *b == b'\n').zip(1u32..);
    std::iter::from_fn(move || {
        let (first, number) = raw.next()?;
        let Some(mut part) = first.trim_ascii_end().strip_suffix(b"\\") else {
            return Some((number, first.trim_ascii().into()));
        };
        let mut whole = Vec::new();
        loop {
            whole.extend_from_slice(part);
            let Some((next, _)) = raw.next() else { break };
            match next.trim_ascii_end().strip_suffix(b"\\") {
                Some(more) => part = more,
                None => {
                    whole.extend_from_slice(next);
                    break;
                }
            }
        }
        Some((number, whole.trim_ascii().to_vec().into()))
    })
}

/// The directives of a text, sections as trees.
pub(crate) fn parse(text: &[u8]) -> std::result::Result<Arc<[Directive]>, Fault> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut open: Vec<Directive> = Vec::new();
    let mut levels: Vec<Vec<Directive>> = vec![Vec::new()];
    let (mut sections, mut directives) = (0, 0);
    for (line, text) in lines(text) {
        let fault = |message: String| Fault { line, message };
        let text = match &*text {
            [] | [b'#', ..] => continue,
            text => text,
        };
        if let Some(name) = text.strip_prefix(b"</") {
            let name = name.split(|b| *b == b'>').next().unwrap_or_default().trim_ascii();
            let Some(mut section) = open.pop() else {
                return Err(fault(format!("</{}> without matching <{0}> section", String::from_utf8_lossy(name))));
            };
            if !name.eq_ignore_ascii_case(&section.name) {
                let [expected, found] = [&section.name, name].map(String::from_utf8_lossy);
                return Err(fault(format!("Expected </{expected}> but saw </{found}>")));
            }
            section.inner = Some(levels.pop().unwrap_or_default().into());
            levels.last_mut().unwrap_or(&mut Vec::new()).push(section);
            continue;
        }
        let (is_section, text) = match text.strip_prefix(b"<") {
            Some(text) => (true, text),
            None => (false, text),
        };
        let end = text.iter().position(|b| b.is_ascii_whitespace() || is_section && *b == b'>').unwrap_or(text.len());
        let (name, rest) = (text[..end].to_vec(), text[end..].trim_ascii());
        if !is_section {
            directives += 1;
            if directives > MOST_DIRECTIVES {
                return Err(fault(format!("the file has more than {MOST_DIRECTIVES} directives")));
            }
            levels.last_mut().unwrap_or(&mut Vec::new()).push(Directive {
                name,
                arguments: rest.to_vec(),
                line,
                inner: None,
                is_cut_short: false,
            });
            continue;
        }
        let Some(close) = rest.iter().rposition(|b| *b == b'>') else {
            return Err(fault(format!("<{}> directive missing closing '>'", String::from_utf8_lossy(&name))));
        };
        if open.len() >= DEEPEST {
            return Err(fault(format!("sections are nested deeper than {DEEPEST}")));
        }
        sections += 1;
        if sections > MOST_SECTIONS {
            return Err(fault(format!("the file has more than {MOST_SECTIONS} sections")));
        }
        let arguments = rest[..close].trim_ascii().to_vec();
        open.push(Directive { name, arguments, line, inner: None, is_cut_short: false });
        levels.push(Vec::new());
    }
    while let Some(section) = open.pop() {
        let inner = levels.pop().unwrap_or_default();
        let section = Directive { inner: Some(inner.into()), is_cut_short: true, ..section };
        levels.last_mut().unwrap_or(&mut Vec::new()).push(section);
    }
    Ok(levels.pop().unwrap_or_default().into())
}

/// Takes the next word off a text: quoted, or up to a blank. `None`: there is none.
pub(crate) fn word(text: &mut &[u8]) -> Option<Vec<u8>> {
    let rest = text.trim_ascii_start();
    let first = *rest.first()?;
    let quote = matches!(first, b'"' | b'\'').then_some(first);
    let mut rest = if quote.is_some() { &rest[1..] } else { rest };
    let mut out = Vec::new();
    while let Some((byte, more)) = rest.split_first() {
        match (byte, more.first()) {
            (b'\\', Some(next)) if *next == b'\\' || Some(*next) == quote => {
                out.push(*next);
                rest = &more[1..];
                continue;
            }
            (byte, _) if Some(*byte) == quote => {
                rest = more;
                break;
            }
            (byte, _) if quote.is_none() && byte.is_ascii_whitespace() => break,
            (byte, _) => out.push(*byte),
        }
        rest = more;
    }
    *text = rest.trim_ascii_start();
    Some(out)
}

/// All words of a text.
pub(crate) fn words(mut text: &[u8]) -> Vec<Vec<u8>> {
    std::iter::from_fn(|| word(&mut text)).collect()
}

/// `on` or `off`.
pub(crate) fn flag(name: &str, text: &[u8]) -> Result<bool> {
    let words = words(text);
    match words.as_slice() {
        [word] if is(word, "on") => Ok(true),
        [word] if is(word, "off") => Ok(false),
        _ => Err(format!("{name} must be On or Off")),
    }
}

/// The arguments of `RewriteRule` and `RewriteCond`: a backslash before a blank keeps it, and both stay. `None`: there are fewer than two.
pub(crate) fn rewrite_arguments(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>, Option<Vec<u8>>)> {
    let mut rest = text;
    let mut next = || {
        rest = rest.trim_ascii_start();
        let quote = rest.first().copied().filter(|byte| matches!(byte, b'"' | b'\''));
        let start = usize::from(quote.is_some());
        if start >= rest.len() {
            return None;
        }
        let mut at = start;
        while at < rest.len() {
            let byte = rest[at];
            if Some(byte) == quote || quote.is_none() && byte.is_ascii_whitespace() {
                break;
            }
            at += if byte == b'\\' && rest.get(at + 1).is_some_and(u8::is_ascii_whitespace) { 2 } else { 1 };
        }
        let (word, ended) = (rest[start..at.min(rest.len())].to_vec(), at < rest.len());
        rest = if ended { &rest[at + 1..] } else { &[] };
        Some((word, ended))
    };
    let (first, _) = next().filter(|(_, ended)| *ended)?;
    let (second, _) = next()?;
    Some((first, second, next().map(|(word, _)| word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        let all = words(br#"a "b c" 'd "e' f\\g "h\"i""#);
        assert_eq!(all, [&b"a"[..], b"b c", b"d \"e", b"f\\g", b"h\"i"]);
    }

    #[test]
    fn rules_keep_their_backslashes() {
        let (a, b, c) = rewrite_arguments(br#"^a\ b$ "/x y" [L,R=301]"#).expect("three");
        assert_eq!((&a[..], &b[..], c.as_deref()), (&br"^a\ b$"[..], &b"/x y"[..], Some(&b"[L,R=301]"[..])));
        assert!(rewrite_arguments(b"one").is_none());
    }

    #[test]
    fn files_have_bounds() {
        for (text, most, message) in [
            ("<A>\n</A>\n", MOST_SECTIONS, "the file has more than 4096 sections"),
            ("<A>\nB\n", DEEPEST, "sections are nested deeper than 64"),
            ("B\n", MOST_DIRECTIVES, "the file has more than 1000000 directives"),
        ] {
            assert!(parse(text.repeat(most).as_bytes()).is_ok(), "{message}");
            let fault = parse(text.repeat(most + 1).as_bytes()).expect_err(message);
            assert_eq!(fault.message, message);
        }
    }

    #[test]
    fn sections_are_trees() {
        let all = parse(b"# x\nA 1 \\\n  2\n<Files \"a b\">\n B\n</files>\n").expect("is right");
        assert_eq!(all.len(), 2);
        assert_eq!((&all[0].arguments[..], all[0].line), (&b"1   2"[..], 2));
        assert_eq!(all[1].inner.as_ref().expect("a section").len(), 1);
        let cut = parse(b"<A>\n<B>\nC").expect("is whole");
        let inner = cut[0].inner.as_ref().expect("a section");
        assert!(cut[0].is_cut_short && inner[0].is_cut_short && !inner[0].inner.as_ref().expect("a section")[0].is_cut_short);
        for (text, line) in [("x\n</A>", 2), ("<A>\n</B>", 2), ("<A", 1)] {
            assert_eq!(parse(text.as_bytes()).expect_err("is wrong").line, line, "{text}");
        }
    }
}
