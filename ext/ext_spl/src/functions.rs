//! Functions about classes, objects and iterators.

use crate::generated::CLASSES;
use crate::prelude::*;

use loxo_runtime::args::OrFalse;

/// The class of the first argument; `None` after a warning.
fn class_of_argument(cx: &mut Cx, value: &Value, autoload: bool) -> PhpResult<Option<&'static Class>> {
    if let Some(object) = value.as_object() {
        return Ok(Some(class_of(object)));
    }
    let Some(name) = value.as_str() else {
        let given = convert::value_name(value);
        return Err(cx.argument_type_error(1, format!("must be of type object|string, {given} given")));
    };
    let class = (cx.hooks.class)(cx, name, autoload)?;
    if class.is_none() {
        let loaded: &[u8] = if autoload { b" and could not be loaded" } else { b"" };
        cx.builtin_warning([b"Class ", convert::shown_name(name.as_bytes()), b" does not exist", loaded].concat());
        cx.check()?;
    }
    Ok(class)
}

/// Names as keys and values.
fn names(classes: impl IntoIterator<Item = &'static Class>) -> PhpArray {
    let mut names = PhpArray::new();
    for class in classes {
        names.set_bytes(class.name.as_bytes(), class.name.to_value());
    }
    names
}

/// `class_implements()`
pub(crate) fn class_implements(cx: &mut Cx, object_or_class: &Value, autoload: bool) -> PhpResult<OrFalse<PhpArray>> {
    let class = class_of_argument(cx, object_or_class, autoload)?;
    Ok(OrFalse(class.map(|class| names(class.interfaces.iter().copied()))))
}

/// `class_parents()`
pub(crate) fn class_parents(cx: &mut Cx, object_or_class: &Value, autoload: bool) -> PhpResult<OrFalse<PhpArray>> {
    let class = class_of_argument(cx, object_or_class, autoload)?;
    Ok(OrFalse(class.map(|class| names(std::iter::successors(class.parent, |class| class.parent)))))
}

/// `class_uses()`
pub(crate) fn class_uses(cx: &mut Cx, object_or_class: &Value, autoload: bool) -> PhpResult<OrFalse<PhpArray>> {
    let class = class_of_argument(cx, object_or_class, autoload)?;
    Ok(OrFalse(class.map(|class| names(class.traits.iter().copied()))))
}

/// By name, as PHP lists them.
fn sorted_classes() -> Vec<&'static loxo_runtime::BuiltinClass> {
    let mut classes: Vec<_> = CLASSES.iter().collect();
    classes.sort_by_key(|class| class.name.to_ascii_lowercase());
    classes
}

/// `spl_classes()`
pub(crate) fn spl_classes(_: &mut Cx) -> PhpResult<PhpArray> {
    let mut names = PhpArray::new();
    for class in sorted_classes() {
        names.set_bytes(class.name.as_bytes(), Value::from(class.name));
    }
    Ok(names)
}

/// Rows of `phpinfo()`.
pub(crate) fn info(_: &mut Cx) -> Vec<(String, String)> {
    let list = |interfaces: bool| {
        let rows = sorted_classes().into_iter();
        let rows = rows.filter(|class| class.flags.has(loxo_runtime::ClassFlags::INTERFACE) == interfaces);
        rows.map(|class| class.name).collect::<Vec<_>>().join(", ")
    };
    vec![("SPL support".into(), "enabled".into()), ("Interfaces".into(), list(true)), ("Classes".into(), list(false))]
}

/// The text that `spl_object_hash()` gives.
pub(crate) fn object_hash(object: &PhpObject) -> PhpStr {
    let mut text = [b'0'; 32];
    let mut handle = object.handle();
    for digit in text[..16].iter_mut().rev() {
        *digit = b"0123456789abcdef"[(handle & 15) as usize];
        handle >>= 4;
    }
    PhpStr::new(&text)
}

/// `spl_object_hash()`
pub(crate) fn spl_object_hash(_: &mut Cx, object: &PhpObject) -> PhpResult<PhpStr> {
    Ok(object_hash(object))
}

/// `spl_object_id()`
pub(crate) fn spl_object_id(_: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    Ok(i64::from(object.handle()))
}

/// `iterator_apply()`
pub(crate) fn iterator_apply(cx: &mut Cx, iterator: &PhpObject, callback: &Callable, args: Option<&PhpArray>) -> PhpResult<i64> {
    let (mut positional, mut named) = (Vec::new(), PhpArray::new());
    for (key, value) in args.into_iter().flatten() {
        match key {
            KeyRef::Int(_) => positional.push(value.clone()),
            KeyRef::Str(name) => named.set_str(name, value.clone()),
        }
    }
    let named = (!named.is_empty()).then_some(named);
    let mut calls = 0;
    iterate::walk(cx, iterator, |cx, _| {
        calls += 1;
        let go_on = (cx.hooks.call)(cx, callback, &mut positional.clone(), named.as_ref())?;
        convert::to_bool(cx, go_on.deref())
    })?;
    Ok(calls)
}

/// `iterator_count()`
pub(crate) fn iterator_count(cx: &mut Cx, iterator: &Value) -> PhpResult<i64> {
    if let Some(array) = iterator.as_array() {
        return Ok(array.len() as i64);
    }
    let Some(object) = iterator.as_object() else { return Ok(0) };
    let mut count = 0;
    iterate::walk(cx, object, |_, _| {
        count += 1;
        Ok(true)
    })?;
    Ok(count)
}

/// `iterator_to_array()`
pub(crate) fn iterator_to_array(cx: &mut Cx, iterator: &Value, preserve_keys: bool) -> PhpResult<PhpArray> {
    if let Some(array) = iterator.as_array() {
        return Ok(match preserve_keys {
            true => array.clone(),
            false => PhpArray::from_values(array.values().cloned()),
        });
    }
    let mut result = PhpArray::new();
    let Some(object) = iterator.as_object() else { return Ok(result) };
    iterate::walk(cx, object, |cx, iterator| {
        let value = iterator.current(cx)?.clone_deref();
        if preserve_keys {
            let key = iterator.key(cx)?;
            let key = convert::offset_key(cx, &key)?;
            result.set(&key, value);
        } else if result.push(value).is_err() {
            return Err(cx.throw_error("Cannot add element to the array as the next element is already occupied"));
        }
        Ok(true)
    })?;
    Ok(result)
}
