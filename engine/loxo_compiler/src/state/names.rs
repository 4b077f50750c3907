//! The namespace and the imports in force, and what names mean by themselves.

use std::borrow::Cow;

use loxo_bytecode::Bytes;
use loxo_syntax::ast::{Name, NameKind};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Default)]
pub(crate) struct Names<'a> {
    /// Current namespace, as written; `None`: the global one.
    pub namespace: Option<&'a [u8]>,
    pub bracketed: bool,
    pub in_namespace: bool,
    pub classes: Imports<'a>,
    pub functions: Imports<'a>,
    /// Alias (case-sensitive) → name.
    pub consts: FxHashMap<&'a [u8], &'a [u8]>,
    /// Names declared in this file so far: classes and functions lowercase.
    pub seen_classes: FxHashSet<Bytes>,
    pub seen_functions: FxHashSet<Bytes>,
    pub seen_consts: FxHashSet<Bytes>,
}

/// A function or constant name: `fallback` is the global name to try when the namespaced one does not exist.
#[derive(Debug)]
pub(crate) struct Resolved<'a> {
    pub name: Cow<'a, [u8]>,
    pub fully: bool,
}

/// A word that names a class by where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RelativeClass {
    SelfClass,
    Parent,
    Static,
}

pub(crate) fn lower(s: &[u8]) -> Cow<'_, [u8]> {
    if s.iter().any(u8::is_ascii_uppercase) { Cow::Owned(s.to_ascii_lowercase()) } else { Cow::Borrowed(s) }
}

/// Aliases, found without regard to case.
#[derive(Debug, Default)]
pub(crate) struct Imports<'a> {
    /// Alias and name, both as written.
    entries: Vec<(&'a [u8], &'a [u8])>,
    index: FxHashMap<u64, u32>,
}

impl<'a> Imports<'a> {
    fn hash(alias: &[u8]) -> u64 {
        alias.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3))
    }

    pub(crate) fn get(&self, alias: &[u8]) -> Option<&'a [u8]> {
        if self.entries.is_empty() {
            return None;
        }
        let mut h = Self::hash(alias);
        loop {
            let (known, name) = self.entries[*self.index.get(&h)? as usize];
            if known.eq_ignore_ascii_case(alias) {
                return Some(name);
            }
            h = h.wrapping_add(1);
        }
    }

    pub(crate) fn insert(&mut self, alias: &'a [u8], name: &'a [u8]) {
        let mut h = Self::hash(alias);
        while self.index.contains_key(&h) {
            h = h.wrapping_add(1);
        }
        self.index.insert(h, self.entries.len() as u32);
        self.entries.push((alias, name));
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
    }
}

/// The part behind the last backslash.
pub(crate) fn base_name(s: &[u8]) -> &[u8] {
    match s.iter().rposition(|&b| b == b'\\') {
        Some(i) => &s[i + 1..],
        None => s,
    }
}

pub(crate) fn relative_class(name: &[u8]) -> Option<RelativeClass> {
    match name.len() {
        4 if name.eq_ignore_ascii_case(b"self") => Some(RelativeClass::SelfClass),
        6 if name.eq_ignore_ascii_case(b"parent") => Some(RelativeClass::Parent),
        6 if name.eq_ignore_ascii_case(b"static") => Some(RelativeClass::Static),
        _ => None,
    }
}

/// `self`, `parent` or `static`, unless written with a leading backslash.
pub(crate) fn relative_class_of(name: &Name<'_>) -> Option<RelativeClass> {
    if name.kind == NameKind::FullyQualified { None } else { relative_class(name.text) }
}

const RESERVED: [&[u8]; 15] = [
    b"bool",
    b"false",
    b"float",
    b"int",
    b"null",
    b"parent",
    b"self",
    b"static",
    b"string",
    b"true",
    b"void",
    b"never",
    b"iterable",
    b"object",
    b"mixed",
];

pub(crate) fn is_reserved_class(name: &[u8]) -> bool {
    let base = base_name(name);
    RESERVED.iter().any(|r| base.eq_ignore_ascii_case(r))
}

pub(crate) fn join(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len() + b.len() + 1);
    out.extend_from_slice(a);
    out.push(b'\\');
    out.extend_from_slice(b);
    out
}
