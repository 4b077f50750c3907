//! Patterns: delimiters and modifiers, and the cache of what is compiled.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock, RwLock};

use loxo_pcre_sys::{Code, flag};
use loxo_runtime::{Cx, ExtSlot, IStr, PhpStr};
use rustc_hash::FxBuildHasher;

use crate::errors::{PregError, State};
use crate::plain::Plain;
use crate::prefilter::Prefilter;

/// A compiled pattern.
pub(crate) struct Regex {
    /// As programs write it, delimiters and modifiers included.
    source: Box<[u8]>,
    code: Code,
    /// The same as machine code, if that is possible; made at the second use.
    fast: OnceLock<Option<Code>>,
    used: AtomicBool,
    /// Capturing groups, the whole match included.
    pub groups: usize,
    /// Their names, by number; empty if none has one.
    pub names: Vec<Option<IStr>>,
    pub is_utf: bool,
    /// The pattern itself, if it is so simple.
    pub plain: Option<Plain>,
    pub prefilter: Option<Prefilter>,
}

/// A subject of that length is worth machine code at once.
const LONG_SUBJECT: usize = 256;

impl Regex {
    fn compile(source: &[u8]) -> Result<Regex, Vec<u8>> {
        let parsed = parse(source)?;
        let code = Code::compile(parsed.pattern, parsed.options, parsed.extra)
            .map_err(|error| format!("Compilation failed: {} at offset {}", error.message(), error.offset))?;
        let mut names = Vec::new();
        for (number, name) in code.names() {
            names.resize(code.groups(), None);
            if let Some(slot) = names.get_mut(number) {
                *slot = Some(IStr::new(&name));
            }
        }
        let (groups, is_utf) = (code.groups(), code.is_utf());
        let plain = Plain::parse(parsed.pattern, parsed.options);
        let prefilter = if plain.is_none() { Prefilter::of(&code, parsed.pattern, parsed.options) } else { None };
        let (source, fast, used) = (source.into(), OnceLock::new(), AtomicBool::new(false));
        Ok(Regex { source, code, fast, used, groups, names, is_utf, plain, prefilter })
    }

    pub(crate) fn name(&self, group: usize) -> Option<IStr> {
        self.names.get(group).copied().flatten()
    }

    /// The code to search with. Machine code takes time to make, and most patterns of a short program are used once.
    #[inline]
    pub(crate) fn code(&self, jit: bool, subject: &[u8]) -> &Code {
        if !jit {
            return &self.code;
        }
        match self.fast.get() {
            Some(fast) => fast.as_ref().unwrap_or(&self.code),
            None => self.first_code(subject),
        }
    }

    #[cold]
    fn first_code(&self, subject: &[u8]) -> &Code {
        if subject.len() < LONG_SUBJECT && !self.used.swap(true, Ordering::Relaxed) {
            return &self.code;
        }
        self.fast_code().unwrap_or(&self.code)
    }

    /// Machine code, if there can be any.
    pub(crate) fn fast_code(&self) -> Option<&Code> {
        let make = || {
            let mut code = self.code.duplicate()?;
            code.jit().ok().filter(|()| code.has_jit()).map(|()| code)
        };
        self.fast.get_or_init(make).as_ref()
    }
}

/// A pattern without its wrapping.
#[derive(Debug, PartialEq)]
struct Parsed<'a> {
    pattern: &'a [u8],
    options: u32,
    extra: u32,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Takes a pattern out of its delimiters; the error is a warning's text.
fn parse(source: &[u8]) -> Result<Parsed<'_>, Vec<u8>> {
    let start = source.iter().take_while(|byte| is_space(**byte)).count();
    let Some((&open, rest)) = source[start..].split_first() else { return Err(b"Empty regular expression".to_vec()) };
    if open.is_ascii_alphanumeric() || open == b'\\' || open == 0 {
        return Err(b"Delimiter must not be alphanumeric, backslash, or NUL byte".to_vec());
    }
    let close = match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        _ => open,
    };
    let Some(end) = find_end(rest, open, close) else {
        let what: &[u8] = if open == close { b"No ending delimiter '" } else { b"No ending matching delimiter '" };
        return Err([what, &[close], b"' found"].concat());
    };
    let (mut options, mut extra) = (0, flag::EXTRA_ALLOW_LOOKAROUND_BSK);
    for &modifier in &rest[end + 1..] {
        match modifier {
            b'i' => options |= flag::CASELESS,
            b'm' => options |= flag::MULTILINE,
            b'n' => options |= flag::NO_AUTO_CAPTURE,
            b's' => options |= flag::DOTALL,
            b'x' => options |= flag::EXTENDED,
            b'A' => options |= flag::ANCHORED,
            b'D' => options |= flag::DOLLAR_ENDONLY,
            b'r' => extra |= flag::EXTRA_CASELESS_RESTRICT,
            b'U' => options |= flag::UNGREEDY,
            b'u' => options |= flag::UTF | flag::UCP,
            b'J' => options |= flag::DUPNAMES,
            // What they once asked for is always done.
            b'S' | b'X' | b' ' | b'\n' | b'\r' => {}
            0 => return Err(b"NUL byte is not a valid modifier".to_vec()),
            _ => return Err([&b"Unknown modifier '"[..], &[modifier], b"'"].concat()),
        }
    }
    Ok(Parsed { pattern: &rest[..end], options, extra })
}

/// Where the pattern ends: brackets nest, and a backslash hides what follows it.
fn find_end(rest: &[u8], open: u8, close: u8) -> Option<usize> {
    let mut depth = 1;
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        if byte == b'\\' && at + 1 < rest.len() {
            at += 1;
        } else if byte == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        } else if byte == open {
            depth += 1;
        }
        at += 1;
    }
    None
}

/// All patterns of the process.
static SHARED: LazyLock<RwLock<HashMap<Box<[u8]>, Arc<Regex>, FxBuildHasher>>> = LazyLock::new(RwLock::default);

/// That many patterns are kept. What programs make up as they run must not fill the memory.
const SHARED_LIMIT: usize = 4096;

const LOCAL_SLOTS: usize = 512;

/// A pattern as a thread holds it: clones of the inner count would be seen by all threads.
pub(crate) type LocalRegex = Rc<Arc<Regex>>;

#[derive(Clone)]
struct Known {
    /// Where the interned source stands, which it does for good; 0 for sources that are not interned.
    address: usize,
    regex: LocalRegex,
}

thread_local! {
    /// What this thread used last, while no request has it.
    static BETWEEN_REQUESTS: Cell<Vec<Option<Known>>> = const { Cell::new(Vec::new()) };
}

/// What this thread used last, by hash: no lock, and no count that threads share.
struct Recent(Vec<Option<Known>>);

impl ExtSlot for Recent {}

impl Default for Recent {
    fn default() -> Recent {
        Recent(BETWEEN_REQUESTS.take())
    }
}

impl Drop for Recent {
    fn drop(&mut self) {
        // At the end of the thread nothing is kept.
        let _ = BETWEEN_REQUESTS.try_with(|kept| kept.set(std::mem::take(&mut self.0)));
    }
}

/// Up to this length, and for interned strings, whose hash is known, a pattern is found by its hash.
const SHORT: usize = 64;

/// Where a pattern may stand among those that the thread used last. Long patterns that programs put together again for each use are not read in
/// whole for that: comparing them with what is there is faster than hashing them.
#[inline]
fn place(source: &PhpStr) -> usize {
    let bytes = source.as_bytes();
    if bytes.len() <= SHORT || source.is_interned() {
        return source.hash() as usize % LOCAL_SLOTS;
    }
    let word = |at: usize| bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    let middle = bytes.len() / 2;
    let parts = [word(0), word(middle / 2), word(middle), word(bytes.len() - 16), word(bytes.len() - 8), bytes.len() as u64];
    FxBuildHasher.hash_one(parts) as usize % LOCAL_SLOTS
}

/// The compiled pattern; warns and notes the error if there is none.
#[inline]
pub(crate) fn find(cx: &mut Cx, source: &PhpStr) -> Option<LocalRegex> {
    let slot = place(source);
    let address = source.header_ptr() as usize;
    match cx.ext::<Recent>().0.get(slot) {
        Some(Some(known)) if known.address == address || *known.regex.source == *source.as_bytes() => Some(known.regex.clone()),
        _ => find_elsewhere(cx, source, slot),
    }
}

/// The same for one that the thread did not use of late.
#[inline(never)]
fn find_elsewhere(cx: &mut Cx, source: &PhpStr, slot: usize) -> Option<LocalRegex> {
    let regex = Rc::new(find_shared(cx, source)?);
    let address = if source.is_interned() { source.header_ptr() as usize } else { 0 };
    let recent = &mut cx.ext::<Recent>().0;
    recent.resize(LOCAL_SLOTS, None);
    recent[slot] = Some(Known { address, regex: regex.clone() });
    Some(regex)
}

fn find_shared(cx: &mut Cx, source: &PhpStr) -> Option<Arc<Regex>> {
    let known = SHARED.read().ok().and_then(|all| all.get(source.as_bytes()).cloned());
    if known.is_some() {
        return known;
    }
    match Regex::compile(source.as_bytes()) {
        Ok(regex) => {
            let regex = Arc::new(regex);
            if let Ok(mut all) = SHARED.write() {
                if all.len() >= SHARED_LIMIT {
                    let mut nth = 0;
                    all.retain(|_, _| {
                        nth += 1;
                        nth % 8 != 0
                    });
                }
                all.insert(source.as_bytes().into(), regex.clone());
            }
            Some(regex)
        }
        Err(message) => {
            cx.builtin_warning(message);
            cx.ext::<State>().last = PregError::Internal;
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters() {
        let inside = |source: &str| parse(source.as_bytes()).map(|parsed| String::from_utf8_lossy(parsed.pattern).into_owned());
        assert_eq!(inside(" /a\\/b/i"), Ok("a\\/b".into()));
        assert_eq!(inside("{a{2}}"), Ok("a{2}".into()));
        assert_eq!(inside("/a"), Err(b"No ending delimiter '/' found".to_vec()));
        assert_eq!(inside("(a"), Err(b"No ending matching delimiter ')' found".to_vec()));
        assert_eq!(inside("/a\\"), Err(b"No ending delimiter '/' found".to_vec()));
        assert_eq!(inside("/a/k"), Err(b"Unknown modifier 'k'".to_vec()));
    }
}
