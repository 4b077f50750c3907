//! The codes and messages of `DOMException`, which is thrown, or becomes a warning where `strictErrorChecking` is off.

use crate::prelude::*;

/// Codes of `DOMException`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    IndexSize = 1,
    Hierarchy = 3,
    WrongDocument = 4,
    InvalidCharacter = 5,
    NoModification = 7,
    NotFound = 8,
    NotSupported = 9,
    InUse = 10,
    InvalidState = 11,
    Syntax = 12,
    InvalidModification = 13,
    Namespace = 14,
}

impl Code {
    fn text(self) -> &'static str {
        match self {
            Code::IndexSize => "Index Size Error",
            Code::Hierarchy => "Hierarchy Request Error",
            Code::WrongDocument => "Wrong Document Error",
            Code::InvalidCharacter => "Invalid Character Error",
            Code::NoModification => "No Modification Allowed Error",
            Code::NotFound => "Not Found Error",
            Code::NotSupported => "Not Supported Error",
            Code::InUse => "Inuse Attribute Error",
            Code::InvalidModification => "Invalid Modification Error",
            Code::InvalidState => "Invalid State Error",
            Code::Syntax => "Syntax Error",
            Code::Namespace => "Namespace Error",
        }
    }
}

/// Throws.
#[cold]
pub(crate) fn dom_error(cx: &mut Cx, code: Code) -> Thrown {
    cx.throw_with_code("DOMException", code.text(), code as i64)
}

/// Throws, with words of its own.
#[cold]
pub(crate) fn dom_error_saying(cx: &mut Cx, code: Code, text: impl AsRef<[u8]>) -> Thrown {
    cx.throw_with_code("DOMException", text, code as i64)
}

/// Throws, or warns where the document is not strict.
#[cold]
pub(crate) fn refuse(cx: &mut Cx, about: &Node, code: Code) -> PhpResult<()> {
    if props(about).strict_error.get() {
        return Err(dom_error(cx, code));
    }
    cx.builtin_warning(code.text());
    cx.check()
}
