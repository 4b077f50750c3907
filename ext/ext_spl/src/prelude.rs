//! What every room uses.

pub(crate) use loxo_runtime::{
    Behaviour, Callable, Class, ClassId, Cx, ExtSlot, ForeachIterator, Key, KeyRef, Native, PhpArray, PhpObject, PhpResult, PhpStr, Tracer,
    Value, class_of, compare, convert, iterate,
};
