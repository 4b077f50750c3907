//! What every room uses.

pub(crate) use loxo_runtime::{
    Callable, Class, ClassFlags, Cx, FnFlags, Func, MemberFlags, PhpArray, PhpObject, PhpResult, PhpStr, Reflect, Thrown, Value, class_of,
    convert, object, object::Access,
};

pub(crate) use crate::subject::{Subject, exception, exception_with_code};

/// The texts one behind the other.
pub(crate) fn join(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}
