//! Calls of PHP functions and methods from Rust code.

use loxo_value::{PhpObject, Value};

use super::Cx;
use crate::{Callable, Func, LastCall, PhpResult};

/// Calls that a builtin makes of one callable, one after the other: what they have in common is prepared once. The callable is an argument of the builtin, or
/// goes with it otherwise, so that these calls are over when it returns.
pub struct CallsInARow<'c> {
    callable: &'c Callable,
    last: LastCall,
}

impl<'c> CallsInARow<'c> {
    pub fn of(callable: &'c Callable) -> CallsInARow<'c> {
        CallsInARow { callable, last: LastCall::NONE }
    }

    /// The next one; arguments are moved, and none is by reference.
    #[inline(always)]
    pub fn call(&mut self, cx: &mut Cx, mut args: impl AsMut<[Value]>) -> PhpResult<Value> {
        (cx.hooks.call_again)(cx, self.callable, args.as_mut(), &mut self.last)
    }
}

impl Cx {
    /// Calls a callable with positional arguments.
    pub fn call(&mut self, callable: &Callable, args: &[Value]) -> PhpResult<Value> {
        // Callbacks have few arguments: no allocation for them.
        match args {
            [] => (self.hooks.call)(self, callable, &mut [], None),
            [a] => (self.hooks.call)(self, callable, &mut [a.clone()], None),
            [a, b] => (self.hooks.call)(self, callable, &mut [a.clone(), b.clone()], None),
            [a, b, c] => (self.hooks.call)(self, callable, &mut [a.clone(), b.clone(), c.clone()], None),
            _ => (self.hooks.call)(self, callable, &mut args.to_vec(), None),
        }
    }

    /// The same, arguments moved.
    #[inline(always)]
    pub fn call_vec(&mut self, callable: &Callable, mut args: impl AsMut<[Value]>) -> PhpResult<Value> {
        (self.hooks.call)(self, callable, args.as_mut(), None)
    }

    /// Calls a method by its linked function.
    pub fn call_method(&mut self, object: &PhpObject, func: &'static Func, args: &[Value]) -> PhpResult<Value> {
        match args {
            [] => (self.hooks.call_method)(self, object, func, &mut []),
            [a] => (self.hooks.call_method)(self, object, func, &mut [a.clone()]),
            [a, b] => (self.hooks.call_method)(self, object, func, &mut [a.clone(), b.clone()]),
            _ => (self.hooks.call_method)(self, object, func, &mut args.to_vec()),
        }
    }

    /// Calls a public method by name; `None` if the class has none of that name.
    pub fn call_method_named(&mut self, object: &PhpObject, name: &str, args: &[Value]) -> PhpResult<Option<Value>> {
        let class = self.class_of(object);
        let found = match name.bytes().any(|b| b.is_ascii_uppercase()) {
            true => class.method(name.to_ascii_lowercase().as_bytes()),
            false => class.method(name.as_bytes()),
        };
        match found {
            Some(func) => self.call_method(object, func, args).map(Some),
            None => Ok(None),
        }
    }
}
