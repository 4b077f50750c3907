//! `CallbackFilterIterator`: passes over the elements for which a function returns false.

use std::rc::Rc;

use super::{Kind, checked};
use crate::prelude::*;

/// `CallbackFilterIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject, callback: &Value) -> PhpResult<()> {
    super::check_unset(cx, this)?;
    let callable = match (cx.hooks.callable)(cx, callback)? {
        Ok(callable) => callable,
        Err(why) => return Err(cx.argument_type_error(2, format!("must be a valid callback, {why}"))),
    };
    super::construct(cx, this, Some(iterator), Kind::Callback { given: callback.clone(), callable: Rc::new(callable) })
}

/// `CallbackFilterIterator::accept()`
pub(crate) fn accept(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let dual = checked(cx, this)?;
    let (Kind::Callback { callable, .. }, Some(inner)) = (&dual.kind, &dual.inner) else { return Ok(Value::FALSE) };
    if dual.current.is_undef() || dual.key.is_undef() {
        return Ok(Value::FALSE);
    }
    let (callable, args) = (callable.clone(), [dual.current.clone(), dual.key.clone(), Value::object(inner.clone())]);
    cx.call_vec(&callable, args)
}
