//! Namespaces and imports.

use std::borrow::Cow;

use loxo_bytecode::Bytes;
use loxo_syntax::ast::{Name, NameKind, UseItem, UseKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compiler::{CompileResult, Compiler, Level, text};

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
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

    fn insert(&mut self, alias: &'a [u8], name: &'a [u8]) {
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

pub(crate) fn special(name: &[u8]) -> Option<Special> {
    match name.len() {
        4 if name.eq_ignore_ascii_case(b"self") => Some(Special::SelfClass),
        6 if name.eq_ignore_ascii_case(b"parent") => Some(Special::Parent),
        6 if name.eq_ignore_ascii_case(b"static") => Some(Special::Static),
        _ => None,
    }
}

/// `self`, `parent` or `static`, unless written with a leading backslash.
pub(crate) fn special_of(name: &Name<'_>) -> Option<Special> {
    if name.kind == NameKind::FullyQualified { None } else { special(name.text) }
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

impl<'a> Compiler<'a> {
    pub(crate) fn with_namespace<'n>(&self, name: &'n [u8]) -> Cow<'n, [u8]> {
        match self.names.namespace {
            Some(ns) => Cow::Owned(join(ns, name)),
            None => Cow::Borrowed(name),
        }
    }

    /// Resolves a class name that is not `self`, `parent` or `static`.
    pub(crate) fn class_name<'n>(&self, name: &Name<'n>) -> CompileResult<Cow<'n, [u8]>>
    where
        'a: 'n,
    {
        if special(name.text).is_some() {
            match name.kind {
                NameKind::FullyQualified => return self.fail(format!("'\\{}' is an invalid class name", text(name.text))),
                NameKind::Relative => return self.fail(format!("'namespace\\{}' is an invalid class name", text(name.text))),
                _ => return Ok(Cow::Borrowed(name.text)),
            }
        }
        match name.kind {
            NameKind::Relative => return Ok(self.with_namespace(name.text)),
            NameKind::FullyQualified => return Ok(Cow::Borrowed(name.text)),
            _ => {}
        }
        match name.text.iter().position(|&b| b == b'\\') {
            Some(i) => {
                if let Some(import) = self.names.classes.get(&name.text[..i]) {
                    return Ok(Cow::Owned(join(import, &name.text[i + 1..])));
                }
            }
            None => {
                if let Some(import) = self.names.classes.get(name.text) {
                    return Ok(Cow::Borrowed(import));
                }
            }
        }
        Ok(self.with_namespace(name.text))
    }

    /// A class name where `self` and friends are not allowed.
    pub(crate) fn plain_class_name(&self, name: &Name<'a>, what: &str) -> CompileResult<Cow<'a, [u8]>> {
        if special_of(name).is_some() {
            return self.fail(format!("Cannot use \"{}\" as {what}, as it is reserved", text(name.text)));
        }
        self.class_name(name)
    }

    pub(crate) fn function_name(&self, name: &Name<'a>) -> Resolved<'a> {
        self.non_class(name, self.names.functions.get(name.text))
    }

    pub(crate) fn const_name<'n>(&self, name: &Name<'n>) -> Resolved<'n>
    where
        'a: 'n,
    {
        self.non_class(name, self.names.consts.get(name.text).copied())
    }

    fn non_class<'n>(&self, name: &Name<'n>, import: Option<&'n [u8]>) -> Resolved<'n>
    where
        'a: 'n,
    {
        match name.kind {
            NameKind::FullyQualified => return Resolved { name: Cow::Borrowed(name.text), fully: true },
            NameKind::Relative => return Resolved { name: self.with_namespace(name.text), fully: true },
            _ => {}
        }
        if let Some(import) = import {
            return Resolved { name: Cow::Borrowed(import), fully: true };
        }
        let Some(i) = name.text.iter().position(|&b| b == b'\\') else {
            return Resolved { name: self.with_namespace(name.text), fully: false };
        };
        if let Some(import) = self.names.classes.get(&name.text[..i]) {
            return Resolved { name: Cow::Owned(join(import, &name.text[i + 1..])), fully: true };
        }
        Resolved { name: self.with_namespace(name.text), fully: true }
    }

    // -------------------------------------------------------------------------------------------------------------------- imports

    pub(crate) fn compile_use(&mut self, items: &'a [UseItem<'a>]) -> CompileResult<()> {
        for item in items {
            self.at(item.name.span);
            self.use_item(item)?;
        }
        Ok(())
    }

    fn use_item(&mut self, item: &UseItem<'a>) -> CompileResult<()> {
        let old = item.name.text;
        let new = match item.alias {
            Some(alias) => alias.name,
            None => {
                let base = base_name(old);
                if base.len() == old.len() && self.names.namespace.is_none() {
                    let message = format!("The use statement with non-compound name '{}' has no effect", text(base));
                    self.note(Level::Warning, message);
                }
                base
            }
        };
        if item.kind == UseKind::Class && is_reserved_class(new) {
            let new = text(new);
            return self.fail(format!("Cannot use {} as {new} because '{new}' is a special class name", text(old)));
        }
        let lookup = if item.kind == UseKind::Const { Cow::Borrowed(new) } else { lower(new) };
        let full = match self.names.namespace {
            Some(ns) => Cow::Owned(join(&lower(ns), &lookup)),
            None => lookup,
        };
        let seen = match item.kind {
            UseKind::Class => &self.names.seen_classes,
            UseKind::Function => &self.names.seen_functions,
            UseKind::Const => &self.names.seen_consts,
        };
        let clash = seen.contains(&*full) && !old.eq_ignore_ascii_case(&full);
        let taken = match item.kind {
            UseKind::Class => self.names.classes.get(new).is_some(),
            UseKind::Function => self.names.functions.get(new).is_some(),
            UseKind::Const => self.names.consts.contains_key(new),
        };
        if clash || taken {
            let what = match item.kind {
                UseKind::Class => "",
                UseKind::Function => " function",
                UseKind::Const => " const",
            };
            return self.fail(format!("Cannot use{what} {} as {} because the name is already in use", text(old), text(new)));
        }
        match item.kind {
            UseKind::Class => self.names.classes.insert(new, old),
            UseKind::Function => self.names.functions.insert(new, old),
            UseKind::Const => drop(self.names.consts.insert(new, old)),
        }
        Ok(())
    }
}

pub(crate) fn join(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len() + b.len() + 1);
    out.extend_from_slice(a);
    out.push(b'\\');
    out.extend_from_slice(b);
    out
}
