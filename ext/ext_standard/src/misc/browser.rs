//! `get_browser()`: the file that the setting `browscap` names, read once per process, and the search in it.

use std::os::unix::ffi::OsStrExt;
use std::sync::{Arc, Mutex, PoisonError};

use loxo_runtime::ini::{IniEvent, IniMode, IniNames, parse};
use rustc_hash::FxHashMap;

use crate::prelude::*;

/// The section that counts for browsers that nothing else fits.
const DEFAULT_SECTION: &[u8] = b"Default Browser Capability Settings";

/// A section: a pattern with `*` and `?`, and what is known of browsers that it fits.
struct Entry {
    pattern: Vec<u8>,
    lower: Vec<u8>,
    parent: Option<Vec<u8>>,
    facts: Vec<(Vec<u8>, Vec<u8>)>,
}

#[derive(Default)]
struct Browsers {
    entries: Vec<Entry>,
    by_pattern: FxHashMap<Vec<u8>, usize>,
}

/// The file that was read last, and what stands in it.
static KNOWN: Mutex<Option<(Vec<u8>, Arc<Browsers>)>> = Mutex::new(None);

/// Values stand for themselves.
struct NoNames;

impl IniNames for NoNames {
    fn constant(&mut self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn variable(&mut self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

impl Browsers {
    fn read(text: &[u8]) -> Browsers {
        let mut all = Browsers::default();
        let mut current = None;
        // What stands before an error counts.
        let _ = parse(text, IniMode::Raw, &mut NoNames, &mut |event| match event {
            IniEvent::Section(pattern) => current = Some(all.section(pattern)),
            IniEvent::Entry { name, value: Some(value) } => {
                if let Some(entry) = current.and_then(|at| all.entries.get_mut(at)) {
                    entry.add(&name, value.into_text());
                }
            }
            _ => {}
        });
        all
    }

    /// Begins a section; a second one of the same name takes the place of the first.
    fn section(&mut self, pattern: Vec<u8>) -> usize {
        let entry = Entry { lower: pattern.to_ascii_lowercase(), pattern: pattern.clone(), parent: None, facts: Vec::new() };
        let at = *self.by_pattern.entry(pattern).or_insert(self.entries.len());
        match self.entries.get_mut(at) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        at
    }

    fn named(&self, pattern: &[u8]) -> Option<&Entry> {
        self.by_pattern.get(pattern).and_then(|at| self.entries.get(*at))
    }

    /// The pattern with the most characters of its own that fits; one that is the name itself ends the search.
    fn find(&self, agent: &[u8]) -> Option<&Entry> {
        if let Some(entry) = self.named(agent) {
            return Some(entry);
        }
        let mut best: Option<(usize, &Entry)> = None;
        for entry in &self.entries {
            if entry.lower == agent {
                return Some(entry);
            }
            let weight = entry.lower.iter().filter(|b| !matches!(b, b'*' | b'?')).count();
            if best.is_none_or(|(known, _)| known < weight) && weight <= agent.len() && fits(&entry.lower, agent) {
                best = Some((weight, entry));
            }
        }
        best.map(|(_, entry)| entry).or_else(|| self.named(DEFAULT_SECTION))
    }
}

impl Entry {
    fn add(&mut self, name: &[u8], value: Vec<u8>) {
        let value = match value.to_ascii_lowercase().as_slice() {
            b"on" | b"yes" | b"true" => b"1".to_vec(),
            b"off" | b"no" | b"none" | b"false" => Vec::new(),
            _ => value,
        };
        if !name.eq_ignore_ascii_case(b"parent") {
            self.facts.push((name.to_ascii_lowercase(), value));
        } else if value != self.pattern {
            self.parent = Some(value);
        }
    }

    /// The pattern as a regular expression, for those who want to see it.
    fn expression(&self) -> Vec<u8> {
        let mut out = b"~^".to_vec();
        for b in &self.lower {
            match b {
                b'?' => out.push(b'.'),
                b'*' => out.extend_from_slice(b".*"),
                b'.' | b'\\' | b'(' | b')' | b'~' | b'+' => out.extend_from_slice(&[b'\\', *b]),
                b => out.push(*b),
            }
        }
        out.extend_from_slice(b"$~");
        out
    }

    fn describe(&self) -> PhpArray {
        let mut out = PhpArray::new();
        out.set_bytes(b"browser_name_regex", Value::bytes(&self.expression()));
        out.set_bytes(b"browser_name_pattern", Value::bytes(&self.pattern));
        if let Some(parent) = &self.parent {
            out.set_bytes(b"parent", Value::bytes(parent));
        }
        self.add_facts(&mut out);
        out
    }

    /// What is known already stays.
    fn add_facts(&self, out: &mut PhpArray) {
        for (name, value) in &self.facts {
            if out.get_bytes(name).is_none() {
                out.set_bytes(name, Value::bytes(value));
            }
        }
    }
}

/// Does a pattern fit a whole text? Goes back to the last star only, so the time is bounded by the product of both lengths.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while seen < text.len() {
        match (pattern.get(at), star) {
            (Some(b'*'), _) => {
                star = Some((at, seen));
                at += 1;
            }
            (Some(b), _) if *b == b'?' || *b == text[seen] => {
                at += 1;
                seen += 1;
            }
            (_, Some((star_at, taken))) => {
                star = Some((star_at, taken + 1));
                at = star_at + 1;
                seen = taken + 1;
            }
            _ => return false,
        }
    }
    pattern[at..].iter().all(|b| *b == b'*')
}

/// The browsers of a file; `None`: it cannot be read.
fn browsers(path: &[u8]) -> Option<Arc<Browsers>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, browsers)) = known.as_ref().filter(|(file, _)| file == path) {
        return Some(browsers.clone());
    }
    let text = loxo_files::read(std::path::Path::new(std::ffi::OsStr::from_bytes(path))).ok()?;
    let browsers = Arc::new(Browsers::read(&text));
    *known = Some((path.to_vec(), browsers.clone()));
    Some(browsers)
}

/// `get_browser()`
pub(crate) fn get_browser(cx: &mut Cx, user_agent: Option<&PhpStr>, return_array: bool) -> PhpResult<Value> {
    let file = cx.ini_str("browscap");
    if file.is_empty() {
        cx.warn("browscap ini directive not set")?;
        return Ok(Value::FALSE);
    }
    let Some(browsers) = browsers(&file) else {
        cx.warn(&format!("Cannot open \"{}\" for reading", String::from_utf8_lossy(&file)))?;
        return Ok(Value::FALSE);
    };
    let agent = match user_agent {
        Some(agent) => agent.to_ascii_lowercase(),
        None => {
            let Some(own) = cx.info.server.get(b"HTTP_USER_AGENT").map(<[u8]>::to_ascii_lowercase) else {
                cx.warn("HTTP_USER_AGENT variable is not set, cannot determine user agent name")?;
                return Ok(Value::FALSE);
            };
            own
        }
    };
    let Some(mut entry) = browsers.find(&agent) else { return Ok(Value::FALSE) };
    let mut facts = entry.describe();
    // Parents that name each other end somewhere.
    for _ in 0..browsers.entries.len() {
        let Some(parent) = entry.parent.as_ref().and_then(|parent| browsers.named(parent)) else { break };
        entry = parent;
        entry.add_facts(&mut facts);
    }
    if return_array { Ok(facts.into()) } else { Ok(convert::to_object(cx, &Value::array(facts))?.into()) }
}
