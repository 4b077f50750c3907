//! Why a value cannot be called, and what calls and checks say then.

use loxo_runtime::{Class, convert};
use loxo_value::PhpStr;

use crate::callable::text;

/// Why a value calls nothing.
#[derive(Debug)]
pub enum NotCallable {
    /// An object without `__invoke()`.
    Object(&'static Class),
    /// A value of another type, which is named.
    Value(&'static str),
    Function(PhpStr),
    Class(Vec<u8>),
    ArrayLength,
    ArrayKeys,
    ArrayTarget,
    ArrayMethod,
    /// What only a check finds.
    Checked(String),
}

impl NotCallable {
    /// The text behind "must be a valid callback, ".
    pub fn reason(self) -> String {
        match self {
            NotCallable::Object(_) | NotCallable::Value(_) => "no array or string given".into(),
            NotCallable::Function(name) => format!("function \"{}\" not found or invalid function name", text(name.as_bytes())),
            NotCallable::Class(name) => format!("class \"{}\" not found", text(&name)),
            NotCallable::ArrayLength => "array callback must have exactly two members".into(),
            NotCallable::ArrayKeys => "array callback has to contain indices 0 and 1".into(),
            NotCallable::ArrayTarget => "first array member is not a valid class name or object".into(),
            NotCallable::ArrayMethod => "second array member is not a valid method".into(),
            NotCallable::Checked(reason) => reason,
        }
    }

    /// The message of the Error that a call throws.
    pub fn error(self) -> Vec<u8> {
        match self {
            NotCallable::Object(class) => format!("Object of type {} is not callable", convert::class_text(class)).into(),
            NotCallable::Value(kind) => format!("Value of type {kind} is not callable").into(),
            NotCallable::Function(name) => [b"Call to undefined function ", convert::shown_name(name.as_bytes()), b"()"].concat(),
            NotCallable::Class(name) => [b"Class \"", convert::shown_name(&name), b"\" not found"].concat(),
            NotCallable::ArrayLength => "Array callback must have exactly two elements".into(),
            NotCallable::ArrayKeys => "Array callback has to contain indices 0 and 1".into(),
            NotCallable::ArrayTarget => "First array member is not a valid class name or object".into(),
            NotCallable::ArrayMethod => "Second array member is not a valid method".into(),
            NotCallable::Checked(reason) => reason.into(),
        }
    }
}
