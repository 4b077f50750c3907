//! The value of an entry, as a request sees it.

use std::sync::atomic::Ordering::Relaxed;

use loxo_runtime::{Cx, PhpResult, Value};

use crate::cache::{Entry, Stored};

/// The value of an entry; `None`: it cannot be read any more.
pub(crate) fn value_of(cx: &mut Cx, entry: &Entry) -> PhpResult<Option<Value>> {
    match &entry.value {
        Stored::Int(number) => Ok(Some(Value::int(number.load(Relaxed)))),
        Stored::Other(value) => value.thaw(cx),
    }
}
