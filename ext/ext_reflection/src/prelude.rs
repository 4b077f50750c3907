//! What every module of this extension uses, to be imported whole.

pub(crate) use loxo_runtime::{
    Callable, Class, ClassFlags, Cx, FnFlags, Func, MemberFlags, PhpArray, PhpObject, PhpResult, PhpStr, Reflect, Thrown, Value, class_of,
    convert, object, object::Access,
};

pub(crate) use crate::subject::{Subject, exception, exception_with_code};

/// A message of these parts, each as far as its first NUL byte: PHP formats them as C strings.
pub(crate) fn message(parts: &[&[u8]]) -> Vec<u8> {
    parts.iter().flat_map(|part| convert::shown_name(part)).copied().collect()
}

/// The texts one behind the other.
pub(crate) fn join(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}
