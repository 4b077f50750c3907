//! Sorting, by the functions of the same names.

use super::{data, elements, root};
use crate::prelude::*;
use crate::support::call_function;

use loxo_runtime::value::PhpRef;

/// Sorts the elements with `function`; they cannot be changed meanwhile.
pub(super) fn sort(cx: &mut Cx, this: &PhpObject, function: &str, argument: Option<Value>) -> PhpResult<Value> {
    let root = root(cx, this)?;
    let reference = PhpRef::new(Value::array(elements::copy(cx, this)?));
    let mut args = vec![Value::reference(reference.clone())];
    args.extend(argument);
    data(this).sorting += 1;
    let result = call_function(cx, function, args);
    data(this).sorting -= 1;
    if let Ok(sorted) = reference.get().into_array() {
        elements::replace(&root, sorted);
    }
    result
}
