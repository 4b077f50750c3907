//! From text to events.

use std::collections::HashMap;

/// libxml2's numbers.
pub(crate) mod error {
    pub(crate) const DOCUMENT_EMPTY: i64 = 4;
    pub(crate) const DOCUMENT_END: i64 = 5;
    pub(crate) const INVALID_CHARREF: i64 = 8;
    pub(crate) const INVALID_CHAR: i64 = 9;
    pub(crate) const ENTITY_WITHOUT_SEMICOLON: i64 = 23;
    pub(crate) const UNDECLARED_ENTITY: i64 = 26;
    pub(crate) const LT_IN_ATTRIBUTE: i64 = 38;
    pub(crate) const ATTRIBUTE_NOT_STARTED: i64 = 39;
    pub(crate) const ATTRIBUTE_WITHOUT_VALUE: i64 = 41;
    pub(crate) const ATTRIBUTE_REDEFINED: i64 = 42;
    pub(crate) const COMMENT_NOT_FINISHED: i64 = 45;
    pub(crate) const PI_NOT_FINISHED: i64 = 47;
    pub(crate) const CDATA_NOT_FINISHED: i64 = 63;
    pub(crate) const RESERVED_NAME: i64 = 64;
    pub(crate) const NAME_REQUIRED: i64 = 68;
    pub(crate) const GT_REQUIRED: i64 = 73;
    pub(crate) const TAG_MISMATCH: i64 = 76;
    pub(crate) const TAG_NOT_FINISHED: i64 = 77;
    pub(crate) const INVALID_ENCODING: i64 = 81;
}

type Text = Vec<u8>;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Start {
        name: Text,
        attributes: Vec<(Text, Text)>,
    },
    End(Text),
    Characters(Text),
    Instruction {
        target: Text,
        data: Option<Text>,
    },
    /// Comments and the like, as they are written.
    Other(Text),
    NamespaceStart {
        prefix: Option<Text>,
        uri: Text,
    },
    NamespaceEnd(Option<Text>),
}

/// A document as far as it came in. Texts are UTF-8.
#[derive(Default)]
pub(crate) struct Scanner {
    buffer: Vec<u8>,
    at: usize,
    /// What was in front of the buffer.
    consumed: usize,
    line: i64,
    column: i64,
    /// The source has one byte for each character.
    latin1: Option<bool>,
    /// Namespaces count; what stands between their names and those of elements.
    separator: Option<Text>,
    open: Vec<Text>,
    /// Namespaces by prefix, and how many elements were open around them.
    namespaces: Vec<(usize, Option<Text>, Text)>,
    entities: HashMap<Text, Text>,
    root_seen: bool,
    begun: bool,
    waiting: std::collections::VecDeque<Event>,
    pub error: i64,
}

/// `Err`: the document is wrong; `Ok(None)`: more is needed.
type Found<T> = Result<Option<T>, i64>;

fn is_name_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || matches!(b, b'_' | b':' | 0x80..)
}

fn is_name(b: u8) -> bool {
    is_name_start(b) || b.is_ascii_digit() || matches!(b, b'-' | b'.')
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\r' | b'\n')
}

fn name_length(text: &[u8]) -> usize {
    if text.first().is_some_and(|b| is_name_start(*b)) { text.iter().take_while(|b| is_name(**b)).count() } else { 0 }
}

impl Scanner {
    pub(crate) fn new(latin1: Option<bool>, separator: Option<Text>) -> Scanner {
        Scanner { latin1, separator, line: 1, column: 1, ..Scanner::default() }
    }

    pub(crate) fn feed(&mut self, data: &[u8]) {
        if !self.begun && !data.is_empty() {
            self.begun = true;
            let head = &data[..data.len().min(200)];
            let declared = head.starts_with(b"<?xml").then(|| memchr::memmem::find(head, b"?>")).flatten().map(|end| &head[..end]);
            let says = |name: &[u8]| declared.is_some_and(|head| memchr::memmem::find(&head.to_ascii_lowercase(), name).is_some());
            self.latin1.get_or_insert(says(b"iso-8859-1"));
            let data = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
            return self.append(data);
        }
        self.append(data);
    }

    fn append(&mut self, data: &[u8]) {
        if self.latin1 == Some(true) {
            let text: String = data.iter().map(|b| char::from(*b)).collect();
            self.buffer.extend(text.as_bytes());
        } else {
            self.buffer.extend(data);
        }
    }

    pub(crate) fn line(&self) -> i64 {
        self.line
    }

    pub(crate) fn column(&self) -> i64 {
        self.column
    }

    pub(crate) fn position(&self) -> i64 {
        (self.consumed + self.at) as i64
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    fn advance(&mut self, count: usize) {
        for b in &self.buffer[self.at..self.at + count] {
            if *b == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if *b & 0xc0 != 0x80 {
                self.column += 1;
            }
        }
        self.at += count;
        if self.at > 1 << 16 {
            self.consumed += self.at;
            self.buffer.drain(..self.at);
            self.at = 0;
        }
    }

    /// The next event; `None`: more is needed, the document has ended, or it is wrong.
    pub(crate) fn next(&mut self, is_final: bool) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            if self.error != 0 {
                return None;
            }
            match self.step(is_final) {
                Ok(true) => {}
                Ok(false) => {
                    if is_final {
                        self.error = self.unfinished();
                    }
                    return self.waiting.pop_front();
                }
                Err(error) => self.error = error,
            }
        }
    }

    /// What is missing at the end; 0: nothing.
    fn unfinished(&self) -> i64 {
        let rest = self.rest();
        match () {
            () if rest.starts_with(b"<!--") => error::COMMENT_NOT_FINISHED,
            () if rest.starts_with(b"<![CDATA[") => error::CDATA_NOT_FINISHED,
            () if rest.starts_with(b"<?") => error::PI_NOT_FINISHED,
            () if rest.starts_with(b"<") => {
                if self.root_seen {
                    error::GT_REQUIRED
                } else {
                    error::DOCUMENT_EMPTY
                }
            }
            () if !self.open.is_empty() => error::TAG_NOT_FINISHED,
            () if !self.root_seen => error::DOCUMENT_EMPTY,
            () => 0,
        }
    }

    /// Reads one thing. False: it is not complete, or there is nothing.
    fn step(&mut self, is_final: bool) -> Result<bool, i64> {
        let rest = self.rest();
        let Some(first) = rest.first().copied() else { return Ok(false) };
        if first == b'<' {
            return match rest.get(1) {
                None => Ok(false),
                Some(b'/') => self.end_tag(),
                Some(b'?') => self.instruction(),
                Some(b'!') => self.declaration(),
                Some(_) => self.start_tag(),
            };
        }
        if self.open.is_empty() {
            let spaces = rest.iter().take_while(|b| is_space(**b)).count();
            if spaces == 0 {
                return Err(if self.root_seen { error::DOCUMENT_END } else { error::DOCUMENT_EMPTY });
            }
            self.advance(spaces);
            return Ok(true);
        }
        if first == b'&' {
            let Some((text, length)) = self.reference(rest, is_final)? else { return Ok(false) };
            if !text.is_empty() {
                self.waiting.push_back(Event::Characters(text));
            }
            self.advance(length);
            return Ok(true);
        }
        self.characters(is_final)
    }

    fn characters(&mut self, is_final: bool) -> Result<bool, i64> {
        let rest = self.rest();
        let mut end = memchr::memchr2(b'<', b'&', rest).unwrap_or(rest.len());
        if end == rest.len() && !is_final {
            // A character may be cut in two, and a line end as well.
            while end > 0 && (rest[end - 1] >= 0x80 || rest[end - 1] == b'\r') {
                end -= 1;
            }
            if end < rest.len() && end == 0 {
                return Ok(false);
            }
        }
        let text = &rest[..end];
        if std::str::from_utf8(text).is_err() {
            return Err(error::INVALID_ENCODING);
        }
        if text.iter().any(|b| *b < 0x20 && !is_space(*b)) {
            return Err(error::INVALID_CHAR);
        }
        let event = Event::Characters(line_ends(text));
        self.waiting.push_back(event);
        self.advance(end);
        Ok(true)
    }

    /// What a reference at the start of `text` stands for, and its length.
    fn reference(&self, text: &[u8], is_final: bool) -> Found<(Text, usize)> {
        let Some(end) = memchr::memchr(b';', &text[..text.len().min(256)]) else {
            return if is_final || text.len() >= 256 { Err(error::ENTITY_WITHOUT_SEMICOLON) } else { Ok(None) };
        };
        let name = &text[1..end];
        let number = match name {
            [b'#', b'x', digits @ ..] => Some(u32::from_str_radix(&String::from_utf8_lossy(digits), 16)),
            [b'#', digits @ ..] => Some(String::from_utf8_lossy(digits).parse()),
            _ => None,
        };
        if let Some(number) = number {
            let valid = |c: &char| *c >= ' ' || matches!(*c, '\t' | '\n' | '\r');
            let Some(character) = number.ok().and_then(char::from_u32).filter(valid) else { return Err(error::INVALID_CHARREF) };
            return Ok(Some((character.to_string().into_bytes(), end + 1)));
        }
        if name_length(name) != name.len() || name.is_empty() {
            return Err(if name.is_empty() { error::NAME_REQUIRED } else { error::ENTITY_WITHOUT_SEMICOLON });
        }
        let value: &[u8] = match name {
            b"lt" => b"<",
            b"gt" => b">",
            b"amp" => b"&",
            b"quot" => b"\"",
            b"apos" => b"'",
            name => self.entities.get(name).map(Vec::as_slice).ok_or(error::UNDECLARED_ENTITY)?,
        };
        Ok(Some((value.to_vec(), end + 1)))
    }

    fn instruction(&mut self) -> Result<bool, i64> {
        let rest = self.rest();
        let Some(end) = memchr::memmem::find(rest, b"?>") else { return Ok(false) };
        let inner = &rest[2..end];
        let length = name_length(inner);
        let (target, data) = inner.split_at(length);
        if target.is_empty() {
            return Err(error::NAME_REQUIRED);
        }
        if target.eq_ignore_ascii_case(b"xml") {
            if self.position() > 0 {
                return Err(error::RESERVED_NAME);
            }
        } else {
            let data = data.trim_ascii_start();
            let data = (!data.is_empty()).then(|| data.to_vec());
            let event = Event::Instruction { target: target.to_vec(), data };
            self.waiting.push_back(event);
        }
        self.advance(end + 2);
        Ok(true)
    }

    /// Comments, character sections, document types.
    fn declaration(&mut self) -> Result<bool, i64> {
        let rest = self.rest();
        let starts = |what: &[u8]| rest.starts_with(what);
        if starts(b"<!--") {
            let Some(end) = memchr::memmem::find(&rest[4..], b"-->") else { return Ok(false) };
            let event = Event::Other(rest[..end + 7].to_vec());
            self.waiting.push_back(event);
            self.advance(end + 7);
            return Ok(true);
        }
        if starts(b"<![CDATA[") && !self.open.is_empty() {
            let Some(end) = memchr::memmem::find(&rest[9..], b"]]>") else { return Ok(false) };
            let event = Event::Characters(line_ends(&rest[9..9 + end]));
            if end > 0 {
                self.waiting.push_back(event);
            }
            self.advance(end + 12);
            return Ok(true);
        }
        if starts(b"<!DOCTYPE") && !self.root_seen {
            let Some(end) = end_of_doctype(rest) else { return Ok(false) };
            let subset = rest[..end].to_vec();
            self.entity_declarations(&subset);
            self.advance(end);
            return Ok(true);
        }
        if b"<!--".starts_with(&rest[..rest.len().min(4)])
            || b"<![CDATA[".starts_with(&rest[..rest.len().min(9)])
            || b"<!DOCTYPE".starts_with(&rest[..rest.len().min(9)])
        {
            return Ok(false);
        }
        Err(if self.open.is_empty() { error::DOCUMENT_EMPTY } else { error::NAME_REQUIRED })
    }

    /// `<!ENTITY name "value">`; values that contain markup are not kept.
    fn entity_declarations(&mut self, mut text: &[u8]) {
        while let Some(at) = memchr::memmem::find(text, b"<!ENTITY") {
            text = text[at + 8..].trim_ascii_start();
            let (name, rest) = text.split_at(name_length(text));
            let rest = rest.trim_ascii_start();
            if !name.is_empty() && (rest.starts_with(b"SYSTEM") || rest.starts_with(b"PUBLIC")) {
                // What is elsewhere is not fetched.
                self.entities.entry(name.to_vec()).or_default();
            }
            if let Some(quote @ (b'"' | b'\'')) = rest.first().copied()
                && let Some(end) = memchr::memchr(quote, &rest[1..])
            {
                let value = &rest[1..1 + end];
                if !name.is_empty() && !value.contains(&b'<') && !value.contains(&b'&') {
                    self.entities.entry(name.to_vec()).or_insert_with(|| value.to_vec());
                }
            }
        }
    }

    fn start_tag(&mut self) -> Result<bool, i64> {
        let rest = self.rest();
        let Some(end) = end_of_tag(rest) else { return Ok(false) };
        if self.open.is_empty() && self.root_seen {
            return Err(error::DOCUMENT_END);
        }
        let inner = &rest[1..end];
        let (inner, empty) = match inner.strip_suffix(b"/") {
            Some(inner) => (inner, true),
            None => (inner, false),
        };
        let (name, mut left) = inner.split_at(name_length(inner));
        if name.is_empty() {
            return Err(if self.root_seen { error::NAME_REQUIRED } else { error::DOCUMENT_EMPTY });
        }
        let name = name.to_vec();
        let mut attributes: Vec<(Text, Text)> = Vec::new();
        loop {
            let spaces = left.iter().take_while(|b| is_space(**b)).count();
            left = &left[spaces..];
            if left.is_empty() {
                break;
            }
            let (attribute, after) = left.split_at(name_length(left));
            if attribute.is_empty() || spaces == 0 {
                return Err(error::GT_REQUIRED);
            }
            let Some(after) = after.trim_ascii_start().strip_prefix(b"=") else { return Err(error::ATTRIBUTE_WITHOUT_VALUE) };
            let after = after.trim_ascii_start();
            let Some(quote @ (b'"' | b'\'')) = after.first().copied() else { return Err(error::ATTRIBUTE_NOT_STARTED) };
            let Some(close) = memchr::memchr(quote, &after[1..]) else { return Err(error::ATTRIBUTE_NOT_STARTED) };
            let value = self.attribute_value(&after[1..1 + close])?;
            if attributes.iter().any(|(known, _)| known == attribute) {
                return Err(error::ATTRIBUTE_REDEFINED);
            }
            attributes.push((attribute.to_vec(), value));
            left = &after[close + 2..];
        }
        self.root_seen = true;
        self.advance(end + 1);
        let depth = self.open.len();
        self.open.push(name.clone());
        if self.separator.is_some() {
            self.declare_namespaces(depth, &mut attributes);
        }
        let shown = self.expanded(&name, true);
        let attributes = attributes.into_iter().map(|(name, value)| (self.expanded(&name, false), value)).collect();
        self.waiting.push_back(Event::Start { name: shown, attributes });
        if empty {
            self.close(&name);
        }
        Ok(true)
    }

    fn attribute_value(&self, text: &[u8]) -> Result<Text, i64> {
        if text.contains(&b'<') {
            return Err(error::LT_IN_ATTRIBUTE);
        }
        let mut out = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some(b) = text.get(at) {
            match b {
                b'&' => {
                    let (value, length) = self.reference(&text[at..], true)?.unwrap_or_default();
                    out.extend(value);
                    at += length.max(1);
                    continue;
                }
                b if is_space(*b) => out.push(b' '),
                b => out.push(*b),
            }
            at += 1;
        }
        Ok(out)
    }

    fn end_tag(&mut self) -> Result<bool, i64> {
        let rest = self.rest();
        let Some(end) = memchr::memchr(b'>', rest) else { return Ok(false) };
        let name = rest[2..end].trim_ascii_end().to_vec();
        if self.open.is_empty() {
            return Err(if self.root_seen { error::DOCUMENT_END } else { error::DOCUMENT_EMPTY });
        }
        if self.open.last() != Some(&name) {
            return Err(error::TAG_MISMATCH);
        }
        self.advance(end + 1);
        self.close(&name);
        Ok(true)
    }

    fn close(&mut self, name: &[u8]) {
        let shown = self.expanded(name, true);
        self.waiting.push_back(Event::End(shown));
        self.open.pop();
        let depth = self.open.len();
        while let Some((_, prefix, _)) = self.namespaces.pop_if(|(around, ..)| *around >= depth) {
            self.waiting.push_back(Event::NamespaceEnd(prefix));
        }
    }

    fn declare_namespaces(&mut self, depth: usize, attributes: &mut Vec<(Text, Text)>) {
        let mut declared = Vec::new();
        attributes.retain(|(name, value)| {
            let prefix = match name.strip_prefix(b"xmlns") {
                Some([]) => None,
                Some([b':', prefix @ ..]) => Some(prefix.to_vec()),
                _ => return true,
            };
            declared.push((depth, prefix, value.clone()));
            false
        });
        for (_, prefix, uri) in &declared {
            self.waiting.push_back(Event::NamespaceStart { prefix: prefix.clone(), uri: uri.clone() });
        }
        self.namespaces.extend(declared);
    }

    /// The name with its namespace; attributes have none by default.
    fn expanded(&self, name: &[u8], element: bool) -> Text {
        let Some(separator) = &self.separator else { return name.to_vec() };
        let (prefix, local) = match memchr::memchr(b':', name) {
            Some(colon) => (Some(&name[..colon]), &name[colon + 1..]),
            None if element => (None, name),
            None => return name.to_vec(),
        };
        let found = self.namespaces.iter().rev().find(|(_, known, _)| known.as_deref() == prefix);
        match found {
            Some((_, _, uri)) if !uri.is_empty() => [&uri[..], separator, local].concat(),
            _ => name.to_vec(),
        }
    }
}

/// One line end is a line feed.
fn line_ends(text: &[u8]) -> Text {
    let mut out = Vec::with_capacity(text.len());
    for (at, b) in text.iter().enumerate() {
        match b {
            b'\r' if text.get(at + 1) == Some(&b'\n') => {}
            b'\r' => out.push(b'\n'),
            b => out.push(*b),
        }
    }
    out
}

/// The closing bracket of a tag, which may stand in values too.
fn end_of_tag(text: &[u8]) -> Option<usize> {
    let mut quote = None;
    text.iter().position(|b| {
        match (quote, b) {
            (None, b'>') => return true,
            (None, b'"' | b'\'') => quote = Some(*b),
            (Some(open), b) if open == *b => quote = None,
            _ => {}
        }
        false
    })
}

/// Behind a document type with its declarations.
fn end_of_doctype(text: &[u8]) -> Option<usize> {
    let (mut quote, mut inside) = (None, false);
    let end = text.iter().position(|b| {
        match (quote, b) {
            (Some(open), b) if open == *b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(*b),
            (None, b'[') => inside = true,
            (None, b']') => inside = false,
            (None, b'>') => return !inside,
            _ => {}
        }
        false
    })?;
    Some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(pieces: &[&str]) -> (String, i64) {
        let mut scanner = Scanner::new(None, None);
        let mut out = String::new();
        for (index, piece) in pieces.iter().enumerate() {
            scanner.feed(piece.as_bytes());
            while let Some(event) = scanner.next(index + 1 == pieces.len()) {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                out += &match event {
                    Event::Start { name, attributes } => format!("<{}{}>", text(&name), attributes.len()),
                    Event::End(name) => format!("</{}>", text(&name)),
                    Event::Characters(t) => text(&t),
                    Event::Instruction { target, .. } => format!("?{}", text(&target)),
                    Event::Other(t) => format!("!{}", t.len()),
                    _ => String::new(),
                };
            }
        }
        (out, scanner.error)
    }

    #[test]
    fn documents() {
        let whole = "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'E'>]><a x='1' y=\"&lt;>\">t&amp;&e;<b/><![CDATA[<]]><!--c--><?p q?></a>";
        let expected = ("<a2>t&E<b0></b><!8?p</a>".to_string(), 0);
        assert_eq!(events(&[whole]), expected);
        // Cut anywhere, it is the same document.
        for at in 1..whole.len() {
            assert_eq!(events(&[&whole[..at], &whole[at..]]), expected, "{at}");
        }
    }

    #[test]
    fn mistakes() {
        for (text, error) in [
            ("<a></b>", error::TAG_MISMATCH),
            ("<a>", error::TAG_NOT_FINISHED),
            ("", error::DOCUMENT_EMPTY),
            ("<a/>x", error::DOCUMENT_END),
            ("<a>&x;</a>", error::UNDECLARED_ENTITY),
            ("<a b='1' b='2'/>", error::ATTRIBUTE_REDEFINED),
        ] {
            assert_eq!(events(&[text]).1, error, "{text}");
        }
    }
}
