//! Callables made of functions and methods, and the names of both.

use loxo_runtime::{Callable, Class, Func, convert};
use loxo_value::{PhpArray, PhpObject, Value};

/// A name as messages show it.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(convert::shown_name(bytes)).into_owned()
}

/// The callable that is a function without class.
pub fn plain_callable(func: &'static Func) -> Callable {
    Callable { func, this: None, called_class: None, closure: None, magic_name: None }
}

/// The callable that is a method of an object of `class`.
pub fn method_callable(func: &'static Func, object: &PhpObject, class: &'static Class) -> Callable {
    let this = if func.is_static() { None } else { Some(object.clone()) };
    Callable { func, this, called_class: Some(class), closure: None, magic_name: None }
}

/// `A::f` in two. The last colon counts, so that a class of `A::B` may be asked for; without a class there is nothing to split.
pub fn split_name(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = name.iter().rposition(|&b| b == b':')?;
    let class = name[..colon].strip_suffix(b":")?;
    Some((class, &name[colon + 1..]))
}

/// A callable as a program would write it.
pub fn written(callable: &Callable) -> Value {
    if let Some(closure) = &callable.closure {
        return Value::object(closure.clone());
    }
    let name = match &callable.magic_name {
        Some(name) => Value::string(name.clone()),
        None => Value::string(callable.func.name.to_php()),
    };
    match (&callable.this, callable.called_class) {
        (Some(this), _) => Value::array(PhpArray::from_values([Value::object(this.clone()), name])),
        (None, Some(class)) => Value::array(PhpArray::from_values([Value::string(class.name.to_php()), name])),
        (None, None) => name,
    }
}
