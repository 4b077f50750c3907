//! Namespaces and imports.

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
    /// Lowercase alias → name as written.
    pub classes: FxHashMap<Bytes, &'a [u8]>,
    pub functions: FxHashMap<Bytes, &'a [u8]>,
    /// Alias (case-sensitive) → name.
    pub consts: FxHashMap<&'a [u8], &'a [u8]>,
    /// Names declared in this file so far: classes and functions lowercase.
    pub seen_classes: FxHashSet<Bytes>,
    pub seen_functions: FxHashSet<Bytes>,
    pub seen_consts: FxHashSet<Bytes>,
}

/// A function or constant name: `fallback` is the global name to try when the namespaced one does not exist.
#[derive(Debug)]
pub(crate) struct Resolved {
    pub name: Vec<u8>,
    pub fully: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    SelfClass,
    Parent,
    Static,
}

pub(crate) fn lower(s: &[u8]) -> Vec<u8> {
    s.to_ascii_lowercase()
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
    pub(crate) fn with_namespace(&self, name: &[u8]) -> Vec<u8> {
        match self.names.namespace {
            Some(ns) => join(ns, name),
            None => name.to_vec(),
        }
    }

    /// Resolves a class name that is not `self`, `parent` or `static`.
    pub(crate) fn class_name(&self, name: &Name<'a>) -> CompileResult<Vec<u8>> {
        if special(name.text).is_some() {
            match name.kind {
                NameKind::FullyQualified => return self.fail(format!("'\\{}' is an invalid class name", text(name.text))),
                NameKind::Relative => return self.fail(format!("'namespace\\{}' is an invalid class name", text(name.text))),
                _ => return Ok(name.text.to_vec()),
            }
        }
        match name.kind {
            NameKind::Relative => return Ok(self.with_namespace(name.text)),
            NameKind::FullyQualified => return Ok(name.text.to_vec()),
            _ => {}
        }
        if !self.names.classes.is_empty() {
            match name.text.iter().position(|&b| b == b'\\') {
                Some(i) => {
                    if let Some(import) = self.names.classes.get(&*lower(&name.text[..i])) {
                        return Ok(join(import, &name.text[i + 1..]));
                    }
                }
                None => {
                    if let Some(import) = self.names.classes.get(&*lower(name.text)) {
                        return Ok(import.to_vec());
                    }
                }
            }
        }
        Ok(self.with_namespace(name.text))
    }

    /// A class name where `self` and friends are not allowed.
    pub(crate) fn plain_class_name(&self, name: &Name<'a>, what: &str) -> CompileResult<Vec<u8>> {
        if special_of(name).is_some() {
            return self.fail(format!("Cannot use \"{}\" as {what}, as it is reserved", text(name.text)));
        }
        self.class_name(name)
    }

    pub(crate) fn function_name(&self, name: &Name<'a>) -> Resolved {
        let import = if self.names.functions.is_empty() { None } else { self.names.functions.get(&*lower(name.text)) };
        self.non_class(name, import.copied())
    }

    pub(crate) fn const_name(&self, name: &Name<'a>) -> Resolved {
        self.non_class(name, self.names.consts.get(name.text).copied())
    }

    fn non_class(&self, name: &Name<'a>, import: Option<&'a [u8]>) -> Resolved {
        match name.kind {
            NameKind::FullyQualified => return Resolved { name: name.text.to_vec(), fully: true },
            NameKind::Relative => return Resolved { name: self.with_namespace(name.text), fully: true },
            _ => {}
        }
        if let Some(import) = import {
            return Resolved { name: import.to_vec(), fully: true };
        }
        let Some(i) = name.text.iter().position(|&b| b == b'\\') else {
            return Resolved { name: self.with_namespace(name.text), fully: false };
        };
        if let Some(import) = self.names.classes.get(&*lower(&name.text[..i])) {
            return Resolved { name: join(import, &name.text[i + 1..]), fully: true };
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
        let lookup = if item.kind == UseKind::Const { new.to_vec() } else { lower(new) };
        let full = match self.names.namespace {
            Some(ns) => join(&lower(ns), &lookup),
            None => lookup.clone(),
        };
        let seen = match item.kind {
            UseKind::Class => &self.names.seen_classes,
            UseKind::Function => &self.names.seen_functions,
            UseKind::Const => &self.names.seen_consts,
        };
        let clash = seen.contains(&*full) && !old.eq_ignore_ascii_case(&full);
        let taken = match item.kind {
            UseKind::Class => self.names.classes.contains_key(&*lookup),
            UseKind::Function => self.names.functions.contains_key(&*lookup),
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
            UseKind::Class => drop(self.names.classes.insert(lookup.into(), old)),
            UseKind::Function => drop(self.names.functions.insert(lookup.into(), old)),
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
