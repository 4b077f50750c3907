//! Splits Rust sources into words, marks and comments, as far as the house rules need it: strings and comments must not be taken for code.

/// A word, or a mark of one character (`::` is one mark). Literals and lifetimes are left as [`Kind::Other`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// From 1.
    pub line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Mark,
    Other,
}

/// One `//` comment or the whole of a `/* */` one.
#[derive(Clone, Copy, Debug)]
pub struct Comment<'a> {
    pub text: &'a str,
    pub line: usize,
}

#[derive(Default)]
pub struct Scanned<'a> {
    pub tokens: Vec<Token<'a>>,
    pub comments: Vec<Comment<'a>>,
}

pub fn scan(text: &str) -> Scanned<'_> {
    let mut scanned = Scanned::default();
    let bytes = text.as_bytes();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let start = at;
        let rest = &bytes[at..];
        let kind = match rest[0] {
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                scanned.comments.push(Comment { text: &text[start..at], line });
                None
            }
            b'/' if rest.starts_with(b"/*") => {
                at += block_comment(rest);
                scanned.comments.push(Comment { text: &text[start..at], line });
                None
            }
            b'"' => {
                at += quoted(rest, b'"');
                Some(Kind::Other)
            }
            b'\'' => {
                at += character_or_lifetime(rest);
                Some(Kind::Other)
            }
            b'r' | b'b' | b'c' if prefixed_string(rest).is_some() => {
                at += prefixed_string(rest).unwrap_or(1);
                Some(Kind::Other)
            }
            byte if is_word(byte) => {
                at += rest.iter().position(|&byte| !is_word(byte)).unwrap_or(rest.len());
                Some(if byte.is_ascii_digit() { Kind::Other } else { Kind::Word })
            }
            b':' if rest.starts_with(b"::") => {
                at += 2;
                Some(Kind::Mark)
            }
            byte => {
                at += 1;
                (!byte.is_ascii_whitespace()).then_some(Kind::Mark)
            }
        };
        if let Some(kind) = kind {
            scanned.tokens.push(Token { kind, text: &text[start..at], line });
        }
        line += bytes[start..at].iter().filter(|&&byte| byte == b'\n').count();
    }
    scanned
}

/// Bytes of other scripts are taken for letters: they stand in identifiers and literals alone.
fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || byte >= 0x80
}

fn block_comment(text: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// The length of a literal that opens with `quote`.
fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != quote {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

fn character_or_lifetime(text: &[u8]) -> usize {
    let word = text[1..].iter().position(|&byte| !is_word(byte)).unwrap_or(text.len() - 1);
    // `'é'` is a character of several bytes, `'static` is a lifetime.
    if word > 0 && text.get(1 + word) != Some(&b'\'') { 1 + word } else { quoted(text, b'\'') }
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br"…"`, `c"…"`, `b'…'`.
fn prefixed_string(text: &[u8]) -> Option<usize> {
    let letters = text.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    let raw = matches!(&text[..letters], b"r" | b"br" | b"cr");
    if !raw && !matches!(&text[..letters], b"b" | b"c") {
        return None;
    }
    let rest = &text[letters..];
    if !raw {
        return matches!(rest.first(), Some(b'"' | b'\'')).then(|| letters + quoted(rest, rest[0]));
    }
    let hashes = rest.iter().take_while(|&&byte| byte == b'#').count();
    if rest.get(hashes) != Some(&b'"') {
        return None;
    }
    let mut closing = vec![b'"'];
    closing.resize(hashes + 1, b'#');
    let body = &rest[hashes + 1..];
    let length = body.windows(closing.len()).position(|part| part == closing).unwrap_or(body.len());
    Some((letters + hashes + 1 + length + closing.len()).min(text.len()))
}

/// Where `word` stands in a text, and not as a part of a longer one.
pub fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_word = |character: Option<char>| character.is_some_and(|character| character.is_alphanumeric() || character == '_');
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|&at| !is_word(text[..at].chars().next_back()) && !is_word(text[at + word.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        scan(text).tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| token.text).collect()
    }

    #[test]
    fn literals_and_comments_are_no_code() {
        assert_eq!(words("a /* b /* c */ d */ e // f\n g"), ["a", "e", "g"]);
        assert_eq!(words(r##"a "b \" c" d r#"e " f"# g b'h' 'i' '\'' 'é' j"##), ["a", "d", "g", "j"]);
        assert_eq!(words("fn f<'a>(x: &'a str) -> r#type"), ["fn", "f", "x", "str", "r", "type"]);
    }

    #[test]
    fn lines_count_through_literals() {
        let scanned = scan("a\n\"b\nc\"\nd // e");
        assert_eq!(scanned.tokens.iter().map(|token| token.line).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!((scanned.comments[0].text, scanned.comments[0].line), ("// e", 4));
    }
}
