//! Resolves names by the namespace and the imports in force, and enters new imports.

use std::borrow::Cow;

use loxo_syntax::ast::{Name, NameKind, UseItem, UseKind};

use crate::state::compiler::Compiler;
use crate::state::diagnostics::{CompileResult, Level, text};
use crate::state::names::{Resolved, base_name, is_reserved_class, join, lower, relative_class, relative_class_of};

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
        if relative_class(name.text).is_some() {
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
        if relative_class_of(name).is_some() {
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
