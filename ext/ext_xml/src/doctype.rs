//! Document types: entities, notations and attributes that are declared in them.

use crate::scanner::{Entity, Event, Referred, Scanner, Text, end_of_tag, is_space, reference};

impl Scanner {
    /// What a document type declares.
    pub(crate) fn declarations(&mut self, text: &[u8]) {
        let (head, mut text) = text.split_at(start_of_subset(text));
        self.declared_elsewhere = words(head).iter().any(|word| word.is(b"SYSTEM") || word.is(b"PUBLIC"));
        loop {
            let at = memchr::memmem::find(text, b"<").unwrap_or(text.len());
            self.declared_elsewhere |= text[..at].contains(&b'%');
            text = &text[at..];
            let Some(length) = length_of_markup(text) else { break };
            if let Some(declaration) = text[..length].strip_prefix(b"<!")
                && !declaration.starts_with(b"--")
            {
                self.declaration_of(&words(&declaration[..declaration.len() - 1]));
            }
            text = &text[length..];
        }
    }

    fn declaration_of(&mut self, words: &[Word<'_>]) {
        match words {
            [kind, name, rest @ ..] if kind.is(b"ENTITY") && !name.is(b"%") => self.declare_entity(name.text, rest),
            [kind, name, rest @ ..] if kind.is(b"NOTATION") => {
                let (system, public, _) = identifiers(rest);
                self.waiting.push_back(Event::Notation { name: name.text.to_vec(), system, public });
            }
            [kind, element, rest @ ..] if kind.is(b"ATTLIST") => self.declare_attributes(element.text, rest),
            _ => {}
        }
    }

    fn declare_entity(&mut self, name: &[u8], rest: &[Word<'_>]) {
        let entity = match rest {
            [value] if value.quoted => Entity::Text(characters_of(value.text)),
            [kind, ..] if kind.is(b"SYSTEM") || kind.is(b"PUBLIC") => {
                let (system, public, rest) = identifiers(rest);
                match rest {
                    [data, notation] if data.is(b"NDATA") => {
                        let notation = notation.text.to_vec();
                        self.waiting.push_back(Event::UnparsedEntity { name: name.to_vec(), system, public, notation });
                        Entity::Unparsed
                    }
                    _ => Entity::External { system, public },
                }
            }
            _ => return,
        };
        self.entities.entry(name.to_vec()).or_insert(entity);
    }

    fn declare_attributes(&mut self, element: &[u8], mut rest: &[Word<'_>]) {
        while let [name, kind, left @ ..] = rest {
            rest = left;
            if kind.is(b"NOTATION") {
                rest = rest.get(1..).unwrap_or_default();
            }
            if rest.first().is_some_and(|word| word.is(b"#FIXED")) {
                rest = &rest[1..];
            }
            let Some((default, left)) = rest.split_first() else { break };
            rest = left;
            if default.quoted
                && let Ok(value) = self.attribute_value(default.text)
            {
                let value = match kind.is(b"CDATA") {
                    true => value,
                    false => value.split(|b| *b == b' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(&b' '),
                };
                let known = self.defaults.entry(element.to_vec()).or_default();
                if known.iter().all(|(known, _)| known != name.text) {
                    known.push((name.text.to_vec(), value));
                }
            }
        }
    }
}

/// Comments, instructions and declarations with their ends.
fn length_of_markup(text: &[u8]) -> Option<usize> {
    let behind = |start: usize, end: &[u8]| memchr::memmem::find(text.get(start..)?, end).map(|at| start + at + end.len());
    match text {
        [b'<', b'!', b'-', b'-', ..] => behind(4, b"-->"),
        [b'<', b'?', ..] => behind(2, b"?>"),
        _ => end_of_tag(text).map(|end| end + 1),
    }
}

/// Behind the bracket that opens a document type's declarations; all of it, if there are none.
fn start_of_subset(text: &[u8]) -> usize {
    let mut quote = None;
    let bracket = text.iter().position(|b| {
        match (quote, b) {
            (None, b'[') => return true,
            (None, b'"' | b'\'') => quote = Some(*b),
            (Some(open), b) if open == *b => quote = None,
            _ => {}
        }
        false
    });
    bracket.map_or(text.len(), |at| at + 1)
}

/// Behind a document type with its declarations.
pub(crate) fn end_of_doctype(text: &[u8]) -> Option<usize> {
    let head = end_of_tag(text);
    let mut at = start_of_subset(text);
    if at == text.len() || head.is_some_and(|end| end < at) {
        return head.map(|end| end + 1);
    }
    loop {
        let rest = &text[at..];
        match rest.first()? {
            b']' => return memchr::memchr(b'>', rest).map(|end| at + end + 1),
            b'<' => at += length_of_markup(rest)?,
            _ => at += 1,
        }
    }
}

/// A piece of a declaration.
struct Word<'a> {
    text: &'a [u8],
    quoted: bool,
}

impl Word<'_> {
    fn is(&self, what: &[u8]) -> bool {
        !self.quoted && self.text == what
    }
}

fn words(mut text: &[u8]) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    loop {
        text = text.trim_ascii_start();
        let Some(first) = text.first() else { return out };
        let (start, length, behind, quoted) = match first {
            b'"' | b'\'' => {
                let length = memchr::memchr(*first, &text[1..]).unwrap_or(text.len() - 1);
                (1, length, length + 2, true)
            }
            b'(' => {
                let length = memchr::memchr(b')', text).map_or(text.len(), |at| at + 1);
                (0, length, length, false)
            }
            _ => {
                let ends = |b: &u8| is_space(*b) || b"\"'(".contains(b);
                let length = text.iter().position(ends).unwrap_or(text.len());
                (0, length, length, false)
            }
        };
        out.push(Word { text: &text[start..start + length], quoted });
        text = text.get(behind..).unwrap_or_default();
    }
}

/// `SYSTEM "…"` or `PUBLIC "…" "…"`: the two names, and what follows.
fn identifiers<'w, 'a>(words: &'w [Word<'a>]) -> (Option<Text>, Option<Text>, &'w [Word<'a>]) {
    match words {
        [kind, public, system, rest @ ..] if kind.is(b"PUBLIC") && system.quoted => {
            (Some(system.text.to_vec()), Some(public.text.to_vec()), rest)
        }
        [kind, public, rest @ ..] if kind.is(b"PUBLIC") => (None, Some(public.text.to_vec()), rest),
        [kind, system, rest @ ..] if kind.is(b"SYSTEM") => (Some(system.text.to_vec()), None, rest),
        _ => (None, None, words),
    }
}

/// The text of an entity: numbers are what they stand for already, names are not.
fn characters_of(text: &[u8]) -> Text {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(b) = text.get(at) {
        if *b == b'&'
            && let Ok(Some((Referred::Character(character), length))) = reference(&text[at..], true)
        {
            out.extend(character);
            at += length;
            continue;
        }
        out.push(*b);
        at += 1;
    }
    out
}
