//! `IntlIterator`: a walk over texts that ICU listed.

use loxo_runtime::{Behaviour, Cx, Native, PhpObject, PhpResult, Value};

/// The native part; nothing until a function has made one.
#[derive(Default)]
pub(crate) struct Walk {
    list: Option<Vec<Vec<u8>>>,
    at: usize,
}

impl Native for Walk {}

pub(crate) fn behaviour() -> Behaviour {
    Behaviour { new_native: Some(|_, _| Box::new(Walk::default())), no_clone: true, no_serialize: true, ..Behaviour::default() }
}

/// A new object that walks a list.
pub(crate) fn create(cx: &mut Cx, list: Vec<Vec<u8>>) -> PhpResult<PhpObject> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("IntlIterator"))?;
    object.set_native(Box::new(Walk { list: Some(list), at: 0 }));
    Ok(object)
}

fn walk<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<(&'a [Vec<u8>], &'a mut usize)> {
    match this.native_mut::<Walk>() {
        Some(Walk { list: Some(list), at }) => Ok((list, at)),
        _ => Err(cx.error("Found unconstructed IntlIterator")),
    }
}

/// `IntlIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let (list, at) = walk(cx, this)?;
    Ok(list.get(*at).map_or(Value::NULL, |text| Value::bytes(text)))
}

/// `IntlIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<usize> {
    Ok(*walk(cx, this)?.1)
}

/// `IntlIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let (list, at) = walk(cx, this)?;
    *at = (*at + 1).min(list.len());
    Ok(())
}

/// `IntlIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    *walk(cx, this)?.1 = 0;
    Ok(())
}

/// `IntlIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (list, at) = walk(cx, this)?;
    Ok(*at < list.len())
}
