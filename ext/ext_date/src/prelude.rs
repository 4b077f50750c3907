//! What every module of this extension uses, to be imported whole.

pub(crate) use loxo_runtime::args::OrFalse;
pub(crate) use loxo_runtime::{
    Class, Cx, ErrorLevel, ExtSlot, ForeachIterator, Key, KeyRef, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Tag,
    Thrown, Tracer, Value, class_of, compare, convert,
};
