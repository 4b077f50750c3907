//! `get_meta_tags()`: the tags in the head of an HTML file.

use super::{open_options, with_open};
use crate::prelude::*;

/// Longest text of one token.
const LONGEST: usize = 8192;

enum Token {
    Open,
    Close,
    Slash,
    Equal,
    Space,
    Id(Vec<u8>),
    Text(Vec<u8>),
    Other,
}

struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let b = *self.text.get(self.at)?;
        self.at += 1;
        Some(match b {
            b'<' => Token::Open,
            b'>' => Token::Close,
            b'=' => Token::Equal,
            b'/' => Token::Slash,
            b'\'' | b'"' => {
                let rest = &self.text[self.at..];
                let end = rest.iter().position(|c| *c == b || matches!(c, b'<' | b'>')).unwrap_or(rest.len());
                let closed = rest.get(end) == Some(&b);
                self.at += end + usize::from(closed);
                Token::Text(rest[..end.min(LONGEST)].to_vec())
            }
            b'\n' | b'\r' | b'\t' => self.next()?,
            b' ' => Token::Space,
            _ if b.is_ascii_alphanumeric() => {
                let start = self.at - 1;
                let more = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.' | b':');
                self.at += self.text[self.at..].iter().take_while(|c| more(c)).count();
                Token::Id(self.text[start..self.at].to_vec())
            }
            _ => Token::Other,
        })
    }
}

/// `get_meta_tags()`
pub(crate) fn get_meta_tags(cx: &mut Cx, filename: &PhpStr, use_include_path: bool) -> PhpResult<Value> {
    let options = open_options(use_include_path);
    let text = with_open(cx, filename, b"rb", options, None, |cx, stream| Ok(stream.read_all(cx, None)))?;
    Ok(text.map_or(Value::FALSE, |text| Value::array(meta_tags(&text))))
}

/// What the tag that is being read has said so far.
#[derive(Default)]
struct Tag {
    name: Option<Vec<u8>>,
    content: Option<Vec<u8>>,
    is_meta: bool,
    /// Which attribute was named last, if its value is still to come.
    waiting: Option<Attribute>,
}

#[derive(Clone, Copy)]
enum Attribute {
    Name,
    Content,
}

impl Tag {
    fn take_value(&mut self, value: Vec<u8>) {
        match self.waiting.take() {
            Some(Attribute::Name) => {
                let unsafe_bytes = b".\\+*?[^]$() ";
                self.name = Some(value.into_iter().map(|b| if unsafe_bytes.contains(&b) { b'_' } else { b }).collect());
            }
            Some(Attribute::Content) => self.content = Some(value),
            None => {}
        }
    }
}

fn meta_tags(text: &[u8]) -> PhpArray {
    let mut out = PhpArray::new();
    let mut tag = Tag::default();
    let mut in_tag = false;
    let mut last = Token::Other;
    for token in (Tokens { text, at: 0 }) {
        match &token {
            Token::Id(id) => match last {
                Token::Open => tag.is_meta = id.eq_ignore_ascii_case(b"meta"),
                // The end of the head is the end of the search.
                Token::Slash if in_tag && id.eq_ignore_ascii_case(b"head") => break,
                Token::Equal if tag.waiting.is_some() => tag.take_value(id.clone()),
                _ if tag.is_meta && id.eq_ignore_ascii_case(b"name") => tag.waiting = Some(Attribute::Name),
                _ if tag.is_meta && id.eq_ignore_ascii_case(b"content") => tag.waiting = Some(Attribute::Content),
                _ => {}
            },
            Token::Text(value) if matches!(last, Token::Equal) => tag.take_value(value.clone()),
            Token::Open => {
                if tag.waiting.take().is_some() {
                    (tag.name, tag.content) = (None, None);
                }
                in_tag = true;
            }
            Token::Close => {
                let done = std::mem::take(&mut tag);
                if let Some(name) = done.name {
                    out.set_sym(name.to_ascii_lowercase(), Value::from(done.content.unwrap_or_default()));
                }
                in_tag = false;
            }
            _ => {}
        }
        if !matches!(token, Token::Space) || matches!(last, Token::Open) {
            last = token;
        } else {
            last = Token::Space;
        }
    }
    out
}
