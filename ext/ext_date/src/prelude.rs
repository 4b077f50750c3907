//! What every room uses.

pub(crate) use loxo_runtime::args::OrFalse;
pub(crate) use loxo_runtime::{
    Behaviour, Class, Cx, ErrorLevel, ExtSlot, ForeachIterator, Key, KeyRef, Native, PhpArray, PhpObject, PhpResult, PhpStr, Tag, Thrown,
    Tracer, Value, class_of, compare, convert,
};
