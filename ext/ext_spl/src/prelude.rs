//! What every module of this extension uses, to be imported whole.

pub(crate) use loxo_runtime::{
    Callable, Class, ClassId, Cx, ExtSlot, ForeachIterator, Key, KeyRef, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr,
    Tracer, Value, class_of, compare, convert, iterate,
};
