//! What every room uses.

pub(crate) use loxo_runtime::{
    Callable, Class, ClassId, Cx, ExtSlot, ForeachIterator, Key, KeyRef, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr,
    Tracer, Value, class_of, compare, convert, iterate,
};
