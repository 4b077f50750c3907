//! Callables made of functions and methods, and the names of both.

use loxo_runtime::{Callable, Class, Func, convert};
use loxo_value::PhpObject;

/// A name as messages show it.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(convert::shown_name(bytes)).into_owned()
}

/// The callable that is a function without class.
pub(crate) fn plain_callable(func: &'static Func) -> Callable {
    Callable { func, this: None, called_class: None, closure: None, magic_name: None }
}

/// The callable that is a method of an object of `class`.
pub(crate) fn method_callable(func: &'static Func, object: &PhpObject, class: &'static Class) -> Callable {
    let this = if func.is_static() { None } else { Some(object.clone()) };
    Callable { func, this, called_class: Some(class), closure: None, magic_name: None }
}

/// `A::f` in two. The last colon counts, so that a class of `A::B` may be asked for; without a class there is nothing to split.
pub(crate) fn split_name(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = name.iter().rposition(|&b| b == b':')?;
    let class = name[..colon].strip_suffix(b":")?;
    Some((class, &name[colon + 1..]))
}
