//! Which methods of generators machine code runs without calling them.

use loxo_runtime::{Body, BuiltinFlags, Func};

/// What a method of `Generator` does that machine code does itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Current,
    Key,
    Valid,
    Next,
    Send,
}

impl Method {
    /// The method that a function is.
    pub(crate) fn of(func: &Func) -> Option<Method> {
        let resumes = matches!(func.body, Body::BuiltinMethod(_)) && func.builtin?.flags.has(BuiltinFlags::RESUMES);
        match func.name.as_bytes() {
            _ if !resumes => None,
            b"current" => Some(Method::Current),
            b"key" => Some(Method::Key),
            b"valid" => Some(Method::Valid),
            b"next" => Some(Method::Next),
            b"send" => Some(Method::Send),
            _ => None,
        }
    }

    pub(crate) const fn params(self) -> u32 {
        matches!(self, Method::Send) as u32
    }
}
