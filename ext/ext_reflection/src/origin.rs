//! Where declarations come from: files, lines, doc comments, extensions, namespaces.

use loxo_runtime::{Extension, KeyRef, Registry};

use crate::prelude::*;

/// File, lines and doc comment of a declaration in PHP code.
pub(crate) struct Position {
    pub file: PhpStr,
    pub start: i64,
    pub end: i64,
    pub doc: Option<PhpStr>,
}

impl Position {
    fn read(parts: &Value) -> Option<Position> {
        let parts = parts.as_array()?;
        let number = |index| parts.get_int(index).and_then(Value::as_int).unwrap_or(0);
        Some(Position {
            file: parts.get_int(0)?.as_str()?.clone(),
            start: number(1),
            end: number(2),
            doc: parts.get_int(3).and_then(Value::as_str).cloned(),
        })
    }
}

/// Written in PHP, abstract methods included.
pub(crate) fn is_user(func: &Func) -> bool {
    func.code.is_some()
}

pub(crate) fn of_func(cx: &mut Cx, func: &'static Func) -> PhpResult<Option<Position>> {
    if !is_user(func) {
        return Ok(None);
    }
    (cx.hooks.reflect)(cx, Reflect::FunctionPosition(func)).map(|parts| Position::read(&parts))
}

pub(crate) fn of_class(cx: &mut Cx, class: &'static Class) -> PhpResult<Option<Position>> {
    if class.builtin.is_some() {
        return Ok(None);
    }
    (cx.hooks.reflect)(cx, Reflect::ClassPosition(class)).map(|parts| Position::read(&parts))
}

pub(crate) fn file_of_class(cx: &mut Cx, class: &'static Class) -> PhpResult<Option<PhpStr>> {
    Ok(of_class(cx, class)?.map(|position| position.file))
}

/// The extension that a builtin class belongs to.
pub(crate) fn extension_of_class(class: &Class) -> Option<&'static Extension> {
    let row = class.builtin?;
    Registry::get()?.extensions.iter().copied().find(|extension| extension.classes.iter().any(|other| std::ptr::eq(other, row)))
}

/// The extension that a builtin function belongs to.
pub(crate) fn extension_of_func(func: &Func) -> Option<&'static Extension> {
    // What closures have for `__invoke()`, and enums for `cases()`, belongs to no extension.
    let row = func.builtin?;
    if let Some(class) = func.class {
        return extension_of_class(class);
    }
    Registry::get()?.extensions.iter().copied().find(|extension| extension.functions.iter().any(|other| std::ptr::eq(other, row)))
}

/// Namespace and last part of a name.
pub(crate) fn split_name(name: &[u8]) -> (&[u8], &[u8]) {
    match name.iter().rposition(|&b| b == b'\\') {
        Some(at) => (&name[..at], &name[at + 1..]),
        None => (b"", name),
    }
}

/// The text of a key.
pub(crate) fn key_text(key: KeyRef<'_>) -> PhpStr {
    match key {
        KeyRef::Str(name) => name.clone(),
        KeyRef::Int(number) => PhpStr::from(number.to_string()),
    }
}
