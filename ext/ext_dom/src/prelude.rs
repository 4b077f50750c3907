//! What every module of this extension uses, to be imported whole.

pub(crate) use ext_libxml::{NodeNative, report, report_plain};
pub(crate) use loxo_libxml_sys::{Node, Ns, kind, names};
pub(crate) use loxo_runtime::{
    Class, Cx, ForeachIterator, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Thrown, Tracer, Value, class_of, convert,
    object,
};

pub(crate) use crate::errors::{Code, dom_error, refuse};
pub(crate) use crate::object::{DocProps, node_of, props, this_node, value_for};

/// A text's bytes.
pub(crate) fn bytes(text: Option<&PhpStr>) -> Option<&[u8]> {
    text.map(PhpStr::as_bytes)
}

pub(crate) fn text(value: impl AsRef<[u8]>) -> Value {
    Value::from(PhpStr::new(value.as_ref()))
}

/// A text or null.
pub(crate) fn opt_text(value: Option<Vec<u8>>) -> Value {
    value.map_or(Value::NULL, text)
}
