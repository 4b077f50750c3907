//! From text to events.

use std::collections::{HashMap, HashSet};

use crate::doctype::end_of_doctype;

/// libxml2's numbers.
pub(crate) mod error {
    pub(crate) const DOCUMENT_EMPTY: i64 = 4;
    pub(crate) const DOCUMENT_END: i64 = 5;
    pub(crate) const INVALID_CHAR: i64 = 9;
    pub(crate) const ENTITY_WITHOUT_SEMICOLON: i64 = 23;
    pub(crate) const EXTERNAL_ENTITY_HANDLING: i64 = 21;
    pub(crate) const UNDECLARED_ENTITY: i64 = 26;
    pub(crate) const UNDECLARED_ENTITY_WARNING: i64 = 27;
    pub(crate) const UNPARSED_ENTITY: i64 = 28;
    pub(crate) const EXTERNAL_IN_ATTRIBUTE: i64 = 29;
    pub(crate) const LT_IN_ATTRIBUTE: i64 = 38;
    pub(crate) const ATTRIBUTE_WITHOUT_VALUE: i64 = 41;
    pub(crate) const ATTRIBUTE_REDEFINED: i64 = 42;
    pub(crate) const COMMENT_NOT_FINISHED: i64 = 45;
    pub(crate) const DECLARATION_NOT_FINISHED: i64 = 57;
    pub(crate) const PI_NOT_STARTED: i64 = 46;
    pub(crate) const PI_NOT_FINISHED: i64 = 47;
    pub(crate) const MISPLACED_CDATA_END: i64 = 62;
    pub(crate) const CDATA_NOT_FINISHED: i64 = 63;
    pub(crate) const RESERVED_NAME: i64 = 64;
    pub(crate) const SPACE_REQUIRED: i64 = 65;
    pub(crate) const NAME_REQUIRED: i64 = 68;
    pub(crate) const GT_REQUIRED: i64 = 73;
    pub(crate) const TAG_MISMATCH: i64 = 76;
    pub(crate) const INVALID_ENCODING: i64 = 81;
    pub(crate) const ENTITY_LOOP: i64 = 89;
}

pub(crate) type Text = Vec<u8>;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Start {
        name: Text,
        attributes: Vec<(Text, Text)>,
        /// As it is written, if that is kept.
        source: Text,
    },
    End {
        name: Text,
        source: Text,
    },
    Characters(Text),
    /// An entity in the text, and what it stands for if that is known.
    Entity {
        name: Text,
        value: Option<Text>,
        predefined: bool,
    },
    ExternalEntity {
        name: Text,
        system: Option<Text>,
        public: Option<Text>,
    },
    Notation {
        name: Text,
        system: Option<Text>,
        public: Option<Text>,
    },
    UnparsedEntity {
        name: Text,
        system: Option<Text>,
        public: Option<Text>,
        notation: Text,
    },
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
}

/// What a document declares.
pub(crate) enum Entity {
    Text(Text),
    External { system: Option<Text>, public: Option<Text> },
    Unparsed,
}

/// Entities in entities in values.
const DEEPEST_ENTITY: usize = 40;
/// Entities in one value, those in others included.
const MOST_ENTITIES: usize = 1_000_000;
/// What entities in one value may grow to.
const LONGEST_VALUE: usize = 10_000_000;
/// Texts that are kept until more comes.
const SHORT: usize = 300;
/// Names of documents that are not declared to be huge.
const LONGEST_NAME: usize = 50_000;

/// How the source writes characters down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Utf8,
    Latin1,
    /// Units of two or four bytes, the big end first or last.
    Units {
        size: usize,
        big: bool,
    },
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
    source: Option<Source>,
    /// What is not yet a whole unit of the source.
    pending: Vec<u8>,
    pub huge: bool,
    /// Somebody may want to see tags as they are written.
    pub keep_tags: bool,
    /// Namespaces count; what stands between their names and those of elements.
    separator: Option<Text>,
    open: Vec<Text>,
    /// Namespaces by prefix, and how many elements were open around them.
    namespaces: Vec<(usize, Option<Text>, Text)>,
    pub entities: HashMap<Text, Entity>,
    /// Attributes by element, with what they are when they are not given.
    pub defaults: HashMap<Text, Vec<(Text, Text)>>,
    /// There are declarations elsewhere, which are not read.
    pub declared_elsewhere: bool,
    root_seen: bool,
    begun: bool,
    pub waiting: std::collections::VecDeque<Event>,
    pub error: i64,
    /// What does not end the reading.
    pub warning: i64,
}

/// `Err`: the document is wrong; `Ok(None)`: more is needed.
type Found<T> = Result<Option<T>, i64>;

fn is_name_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || matches!(b, b'_' | b':' | 0x80..)
}

fn is_name(b: u8) -> bool {
    is_name_start(b) || b.is_ascii_digit() || matches!(b, b'-' | b'.')
}

pub(crate) fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\r' | b'\n')
}

fn name_length(text: &[u8]) -> usize {
    if text.first().is_some_and(|b| is_name_start(*b)) { text.iter().take_while(|b| is_name(**b)).count() } else { 0 }
}

impl Scanner {
    pub(crate) fn new(latin1: bool, separator: Option<Text>) -> Scanner {
        Scanner { source: latin1.then_some(Source::Latin1), separator, line: 1, column: 1, ..Scanner::default() }
    }

    pub(crate) fn feed(&mut self, data: &[u8]) {
        if self.begun || data.is_empty() {
            return self.append(data);
        }
        self.pending.extend(data);
        if self.source.is_none() && b"\xef\xbb\xbf\xff\xfe\0<".contains(&self.pending[0]) && self.pending.len() < 4 {
            return;
        }
        let data = std::mem::take(&mut self.pending);
        self.begin(&data);
    }

    /// The first bytes say how the rest is to be read.
    fn begin(&mut self, data: &[u8]) {
        self.begun = true;
        let units = |size, big| Source::Units { size, big };
        let (mark, source) = match data {
            [0xef, 0xbb, 0xbf, ..] => (3, Source::Utf8),
            [0, 0, 0xfe, 0xff, ..] => (4, units(4, true)),
            [0xff, 0xfe, 0, 0, ..] => (4, units(4, false)),
            [0xfe, 0xff, ..] => (2, units(2, true)),
            [0xff, 0xfe, ..] => (2, units(2, false)),
            [0, 0, 0, b'<', ..] => (0, units(4, true)),
            [b'<', 0, 0, 0, ..] => (0, units(4, false)),
            [0, b'<', 0, ..] => (0, units(2, true)),
            [b'<', 0, _, 0, ..] => (0, units(2, false)),
            _ => {
                let head = &data[..data.len().min(200)];
                let declared = head.starts_with(b"<?xml").then(|| memchr::memmem::find(head, b"?>")).flatten().map(|end| &head[..end]);
                let latin1 = declared.is_some_and(|head| memchr::memmem::find(&head.to_ascii_lowercase(), b"iso-8859-1").is_some());
                (0, if latin1 { Source::Latin1 } else { Source::Utf8 })
            }
        };
        self.source.get_or_insert(source);
        self.append(&data[mark..]);
    }

    fn append(&mut self, data: &[u8]) {
        match self.source {
            Some(Source::Latin1) => {
                let text: String = data.iter().map(|b| char::from(*b)).collect();
                self.buffer.extend(text.as_bytes());
            }
            Some(Source::Units { size, big }) => {
                self.pending.extend(data);
                self.decode(size, big);
            }
            _ => self.buffer.extend(data),
        }
    }

    fn decode(&mut self, size: usize, big: bool) {
        let unit = |bytes: &[u8]| {
            let add = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
            if big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
        };
        let mut at = 0;
        while let Some(bytes) = self.pending.get(at..at + size) {
            let mut number = unit(bytes);
            let mut length = size;
            if size == 2 && number & 0xfc00 == 0xd800 {
                let Some(low) = self.pending.get(at + 2..at + 4).map(unit) else { break };
                if low & 0xfc00 == 0xdc00 {
                    number = 0x10000 + ((number & 0x3ff) << 10) + (low & 0x3ff);
                    length = 4;
                }
            }
            match char::from_u32(number) {
                Some(character) => self.buffer.extend(character.encode_utf8(&mut [0; 4]).bytes()),
                // It is found to be wrong where it is read.
                None => self.buffer.push(0xff),
            }
            at += length;
        }
        self.pending.drain(..at);
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
        if is_final && !self.begun && !self.pending.is_empty() {
            let data = std::mem::take(&mut self.pending);
            self.begin(&data);
        }
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
            () if rest.starts_with(b"<?xml ") && self.position() == 0 => error::DECLARATION_NOT_FINISHED,
            () if rest.starts_with(b"<?") && name_length(&rest[2..]) > 0 => error::PI_NOT_FINISHED,
            () if rest.starts_with(b"<?") && !self.open.is_empty() => error::PI_NOT_STARTED,
            () if rest.starts_with(b"<") && rest.iter().any(|b| is_space(*b)) => error::GT_REQUIRED,
            () if rest.starts_with(b"<") || !self.open.is_empty() => error::DOCUMENT_END,
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
            return self.reference_in_text(is_final);
        }
        self.characters(is_final)
    }

    fn reference_in_text(&mut self, is_final: bool) -> Result<bool, i64> {
        let Some((referred, length)) = reference(self.rest(), is_final)? else { return Ok(false) };
        let name = match referred {
            Referred::Character(text) => {
                self.waiting.push_back(Event::Characters(text));
                self.advance(length);
                return Ok(true);
            }
            Referred::Entity(name) => name,
        };
        let mut result = Ok(true);
        let predefined = predefined(&name);
        let event = match self.entities.get(&name) {
            _ if predefined.is_some() => Event::Entity { name, value: predefined.map(<[u8]>::to_vec), predefined: true },
            Some(Entity::Text(value)) => Event::Entity { value: Some(value.clone()), name, predefined: false },
            Some(Entity::External { system, public }) => Event::ExternalEntity { name, system: system.clone(), public: public.clone() },
            Some(Entity::Unparsed) => return Err(error::UNPARSED_ENTITY),
            None => {
                match self.declared_elsewhere {
                    true => self.warning = error::UNDECLARED_ENTITY_WARNING,
                    false => result = Err(error::UNDECLARED_ENTITY),
                }
                Event::Entity { name, value: None, predefined: false }
            }
        };
        self.waiting.push_back(event);
        self.advance(length);
        result
    }

    fn characters(&mut self, is_final: bool) -> Result<bool, i64> {
        let rest = self.rest();
        if !is_final && rest.len() < SHORT && memchr::memchr(b'<', rest).is_none() {
            return Ok(false);
        }
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
        if memchr::memmem::find(text, b"]]>").is_some() {
            return Err(error::MISPLACED_CDATA_END);
        }
        let event = Event::Characters(line_ends(text));
        self.waiting.push_back(event);
        self.advance(end);
        Ok(true)
    }

    fn instruction(&mut self) -> Result<bool, i64> {
        let rest = self.rest();
        // The mark at the start is not the first half of that at the end.
        let Some(inner) = rest.get(2..) else { return Ok(false) };
        let Some(length) = memchr::memmem::find(inner, b"?>") else { return Ok(false) };
        let (end, inner) = (length + 2, &inner[..length]);
        let (target, data) = inner.split_at(name_length(inner));
        if target.is_empty() {
            return Err(error::PI_NOT_STARTED);
        }
        if target.eq_ignore_ascii_case(b"xml") {
            if self.position() > 0 || !data.first().is_some_and(|b| is_space(*b)) {
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
            let text = rest[..end].to_vec();
            self.declarations(&text);
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
        if name.len() > LONGEST_NAME && !self.huge {
            return Err(error::NAME_REQUIRED);
        }
        let source = if self.keep_tags || empty { [b"<", inner, b">"].concat() } else { Vec::new() };
        let name = name.to_vec();
        let mut attributes: Vec<(Text, Text)> = Vec::new();
        let mut given = HashSet::new();
        loop {
            let spaces = left.iter().take_while(|b| is_space(**b)).count();
            left = &left[spaces..];
            if left.is_empty() {
                break;
            }
            let (attribute, after) = left.split_at(name_length(left));
            if attribute.is_empty() || spaces == 0 {
                return Err(if attribute.is_empty() { error::GT_REQUIRED } else { error::SPACE_REQUIRED });
            }
            let Some(after) = after.trim_ascii_start().strip_prefix(b"=") else { return Err(error::ATTRIBUTE_WITHOUT_VALUE) };
            let after = after.trim_ascii_start();
            let Some(quote @ (b'"' | b'\'')) = after.first().copied() else { return Err(error::ATTRIBUTE_WITHOUT_VALUE) };
            let Some(close) = memchr::memchr(quote, &after[1..]) else { return Err(error::ATTRIBUTE_WITHOUT_VALUE) };
            let value = self.attribute_value(&after[1..1 + close])?;
            if !given.insert(attribute) {
                return Err(error::ATTRIBUTE_REDEFINED);
            }
            attributes.push((attribute.to_vec(), value));
            left = &after[close + 2..];
        }
        if self.separator.is_some()
            && let Some(defaults) = self.defaults.get(&name)
        {
            for (known, value) in defaults {
                if !given.contains(&known[..]) {
                    attributes.push((known.clone(), value.clone()));
                }
            }
        }
        self.root_seen = true;
        self.advance(end + 1);
        let depth = self.open.len();
        self.open.push(name.clone());
        if self.separator.is_some() {
            self.declare_namespaces(depth, &mut attributes);
        }
        if self.separator.is_none() {
            self.waiting.push_back(Event::Start { name, attributes, source });
        } else {
            let shown = self.expanded(&name, true);
            let attributes = attributes.into_iter().map(|(name, value)| (self.expanded(&name, false), value)).collect();
            self.waiting.push_back(Event::Start { name: shown, attributes, source });
        }
        if empty {
            self.close(true);
        }
        Ok(true)
    }

    pub(crate) fn attribute_value(&self, text: &[u8]) -> Result<Text, i64> {
        let mut out = Vec::with_capacity(text.len());
        self.add_value(text, 0, &mut { MOST_ENTITIES }, &mut out)?;
        Ok(out)
    }

    fn add_value(&self, text: &[u8], depth: usize, left: &mut usize, out: &mut Text) -> Result<(), i64> {
        if text.contains(&b'<') {
            return Err(error::LT_IN_ATTRIBUTE);
        }
        if depth > DEEPEST_ENTITY || (depth > 0 && out.len() > LONGEST_VALUE) {
            return Err(error::ENTITY_LOOP);
        }
        let mut at = 0;
        while let Some(b) = text.get(at) {
            at += 1;
            match b {
                b'&' => {
                    let Some((referred, length)) = reference(&text[at - 1..], true)? else { continue };
                    at += length - 1;
                    match referred {
                        Referred::Character(text) => out.extend(text),
                        Referred::Entity(name) => match (predefined(&name), self.entities.get(&name)) {
                            (Some(text), _) => out.extend(text),
                            (None, Some(Entity::Text(text))) => {
                                *left = left.checked_sub(1).ok_or(error::ENTITY_LOOP)?;
                                self.add_value(text, depth + 1, left, out)?;
                            }
                            (None, Some(Entity::External { .. })) => return Err(error::EXTERNAL_IN_ATTRIBUTE),
                            (None, Some(Entity::Unparsed)) => return Err(error::UNPARSED_ENTITY),
                            (None, None) if self.declared_elsewhere => {}
                            (None, None) => return Err(error::UNDECLARED_ENTITY),
                        },
                    }
                }
                b if is_space(*b) => out.push(b' '),
                b => out.push(*b),
            }
        }
        Ok(())
    }

    fn end_tag(&mut self) -> Result<bool, i64> {
        let rest = self.rest();
        let Some(end) = memchr::memchr(b'>', rest) else { return Ok(false) };
        let name = rest[2..end].trim_ascii_end();
        match self.open.last() {
            Some(last) if last == name => {}
            Some(_) => return Err(error::TAG_MISMATCH),
            None => return Err(if self.root_seen { error::DOCUMENT_END } else { error::DOCUMENT_EMPTY }),
        }
        self.advance(end + 1);
        self.close(self.keep_tags);
        Ok(true)
    }

    /// The innermost element ends.
    fn close(&mut self, keep: bool) {
        let Some(name) = self.open.last() else { return };
        let source = if keep { [b"</", &name[..], b">"].concat() } else { Vec::new() };
        let shown = if self.separator.is_some() { Some(self.expanded(name, true)) } else { None };
        let Some(name) = self.open.pop() else { return };
        self.waiting.push_back(Event::End { name: shown.unwrap_or(name), source });
        let depth = self.open.len();
        while self.namespaces.pop_if(|(around, ..)| *around >= depth).is_some() {}
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

    /// The name with its namespace; attributes have none by default. The prefix "xml" needs no declaration.
    fn expanded(&self, name: &[u8], element: bool) -> Text {
        let Some(separator) = &self.separator else { return name.to_vec() };
        let (prefix, local) = match memchr::memchr(b':', name) {
            Some(colon) => (Some(&name[..colon]), &name[colon + 1..]),
            None if element => (None, name),
            None => return name.to_vec(),
        };
        if prefix == Some(b"xml") {
            return [&b"http://www.w3.org/XML/1998/namespace"[..], separator, local].concat();
        }
        let found = self.namespaces.iter().rev().find(|(_, known, _)| known.as_deref() == prefix);
        match found {
            Some((_, _, uri)) if !uri.is_empty() => [&uri[..], separator, local].concat(),
            _ => name.to_vec(),
        }
    }
}

/// One line end is a line feed.
fn line_ends(text: &[u8]) -> Text {
    if memchr::memchr(b'\r', text).is_none() {
        return text.to_vec();
    }
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
pub(crate) fn end_of_tag(text: &[u8]) -> Option<usize> {
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

pub(crate) enum Referred {
    Character(Text),
    Entity(Text),
}

/// What a reference at the start of `text` means, and its length.
pub(crate) fn reference(text: &[u8], is_final: bool) -> Found<(Referred, usize)> {
    let Some(end) = memchr::memchr(b';', &text[..text.len().min(256)]) else {
        return if is_final || text.len() >= 256 { Err(error::ENTITY_WITHOUT_SEMICOLON) } else { Ok(None) };
    };
    let name = &text[1..end];
    let number = match name {
        [b'#', b'x', digits @ ..] => Some((digits, 16)),
        [b'#', digits @ ..] => Some((digits, 10)),
        _ => None,
    };
    if let Some((digits, radix)) = number {
        // Rust would take a sign.
        let number =
            std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+')).map(|digits| u32::from_str_radix(digits, radix));
        let valid = |c: &char| *c >= ' ' || matches!(*c, '\t' | '\n' | '\r');
        let Some(character) = number.and_then(Result::ok).and_then(char::from_u32).filter(valid) else { return Err(error::INVALID_CHAR) };
        return Ok(Some((Referred::Character(character.to_string().into_bytes()), end + 1)));
    }
    if name_length(name) != name.len() || name.is_empty() {
        return Err(if name.is_empty() { error::NAME_REQUIRED } else { error::ENTITY_WITHOUT_SEMICOLON });
    }
    Ok(Some((Referred::Entity(name.to_vec()), end + 1)))
}

/// What every document knows.
fn predefined(name: &[u8]) -> Option<&'static [u8]> {
    Some(match name {
        b"lt" => b"<",
        b"gt" => b">",
        b"amp" => b"&",
        b"quot" => b"\"",
        b"apos" => b"'",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(pieces: &[&str]) -> (String, i64) {
        let mut scanner = Scanner::new(false, None);
        let mut out = String::new();
        for (index, piece) in pieces.iter().enumerate() {
            scanner.feed(piece.as_bytes());
            while let Some(event) = scanner.next(index + 1 == pieces.len()) {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                out += &match event {
                    Event::Start { name, attributes, .. } => format!("<{}{}>", text(&name), attributes.len()),
                    Event::End { name, .. } => format!("</{}>", text(&name)),
                    Event::Characters(t) | Event::Entity { value: Some(t), .. } => text(&t),
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
            ("<a>", error::DOCUMENT_END),
            ("", error::DOCUMENT_EMPTY),
            ("<a/>x", error::DOCUMENT_END),
            ("<a>&x;</a>", error::UNDECLARED_ENTITY),
            ("<a b='1' b='2'/>", error::ATTRIBUTE_REDEFINED),
        ] {
            assert_eq!(events(&[text]).1, error, "{text}");
        }
    }
}
