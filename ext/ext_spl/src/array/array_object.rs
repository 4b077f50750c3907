//! `ArrayObject`; `ArrayIterator` shares most methods.

use loxo_runtime::args;
use loxo_runtime::object::Fetch;

use super::{
    Asked, IS_SELF, PUBLIC_FLAGS, Source, check_not_sorting, data, debug_info as table_debug_info, elements, fresh, legacy, set_source,
    sort,
};
use crate::prelude::*;
use crate::support::{ill_typed, load_members, members_as_array, unshared};

/// An argument that must be an array or an object. PHP's message speaks of arrays alone.
pub(super) fn array_or_object(cx: &mut Cx, number: usize, value: &Value) -> PhpResult<Value> {
    let value = value.clone_deref();
    if value.is_array() || value.is_object() {
        return Ok(value);
    }
    let given = convert::value_name(&value);
    Err(cx.argument_type_error(number, format!("must be of type array, {given} given")))
}

/// The name of a class that derives from `ArrayIterator`.
fn iterator_class(cx: &mut Cx, number: usize, value: &mut Value) -> PhpResult<&'static Class> {
    let name = convert::to_string(cx, value.deref())?;
    let base = cx.builtin_class("ArrayIterator");
    match cx.class(&name)? {
        Some(class) if class.is_subclass_of(base) => Ok(class),
        _ => {
            let message = [b"must be a class name derived from ArrayIterator, ", name.as_bytes(), b" given"].concat();
            Err(cx.argument_type_error(number, message))
        }
    }
}

/// `ArrayObject::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let [source, rest @ ..] = args else { return Ok(()) };
    let source = array_or_object(cx, 1, source)?;
    let flags = match rest {
        [flags, ..] => args::int(cx, 2, flags)?,
        [] => 0,
    };
    if let [_, class, ..] = rest {
        let class = iterator_class(cx, 3, class)?;
        data(this).iterator_class = Some(class);
    }
    set_source(cx, this, &source, flags, rest.is_empty())
}

/// `ArrayObject::offsetExists()`
pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, key: &Value) -> PhpResult<bool> {
    elements::has(cx, this, key, Asked::Exists)
}

/// `ArrayObject::offsetGet()`
pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, key: &Value) -> PhpResult<Value> {
    elements::read(cx, this, Some(key), Fetch::Read)
}

/// `ArrayObject::offsetSet()`
pub(crate) fn offset_set(cx: &mut Cx, this: &PhpObject, key: &Value, value: &Value) -> PhpResult<()> {
    elements::write(cx, this, Some(key), value.clone())
}

/// `ArrayObject::offsetUnset()`
pub(crate) fn offset_unset(cx: &mut Cx, this: &PhpObject, key: &Value) -> PhpResult<()> {
    elements::unset(cx, this, key)
}

/// `ArrayObject::append()`
pub(crate) fn append(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<()> {
    elements::append(cx, this, value)
}

/// `ArrayObject::getArrayCopy()`
pub(crate) fn get_array_copy(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    elements::copy(cx, this)
}

/// `ArrayObject::count()`
pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    elements::count(cx, this)
}

/// `ArrayObject::getFlags()`
pub(crate) fn get_flags(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(data(this).flags)
}

/// `ArrayObject::setFlags()`
pub(crate) fn set_flags(_: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    data(this).flags = flags & PUBLIC_FLAGS;
    Ok(())
}

/// `ArrayObject::asort()`
pub(crate) fn asort(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<Value> {
    sort::sort(cx, this, "asort", Some(Value::int(flags)))
}

/// `ArrayObject::ksort()`
pub(crate) fn ksort(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<Value> {
    sort::sort(cx, this, "ksort", Some(Value::int(flags)))
}

/// `ArrayObject::uasort()`
pub(crate) fn uasort(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    sort::sort(cx, this, "uasort", args.first().map(Value::clone_deref))
}

/// `ArrayObject::uksort()`
pub(crate) fn uksort(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    sort::sort(cx, this, "uksort", args.first().map(Value::clone_deref))
}

/// `ArrayObject::natsort()`
pub(crate) fn natsort(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    sort::sort(cx, this, "natsort", None)
}

/// `ArrayObject::natcasesort()`
pub(crate) fn natcasesort(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    sort::sort(cx, this, "natcasesort", None)
}

/// `ArrayObject::exchangeArray()`
pub(crate) fn exchange_array(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<PhpArray> {
    let source = match args {
        [source, ..] => array_or_object(cx, 1, source)?,
        [] => return Ok(PhpArray::new()),
    };
    check_not_sorting(cx, this)?;
    let old = elements::copy(cx, this)?;
    set_source(cx, this, &source, 0, true)?;
    Ok(old)
}

/// `ArrayObject::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let class = data(this).iterator_class.unwrap_or_else(|| cx.builtin_class("ArrayIterator"));
    // The constructor of the class is not asked.
    let iterator = loxo_runtime::object::instantiate_raw(cx, class)?;
    let flags = data(this).flags;
    iterator.set_native(Box::new(super::Data { flags, ..fresh(Source::Other(this.clone())) }));
    Ok(iterator)
}

/// `ArrayObject::setIteratorClass()`
pub(crate) fn set_iterator_class(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    if let [class, ..] = args {
        let class = iterator_class(cx, 1, class)?;
        data(this).iterator_class = Some(class);
    }
    Ok(())
}

/// `ArrayObject::getIteratorClass()`
pub(crate) fn get_iterator_class(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(data(this).iterator_class.map_or_else(|| Value::from("ArrayIterator"), |class| class.name.to_value()))
}

/// `ArrayObject::serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    legacy::serialize(cx, this)
}

/// `ArrayObject::unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<()> {
    legacy::unserialize(cx, this, data)
}

/// Flags as serialized data has them.
pub(super) fn stored_flags(this: &PhpObject) -> i64 {
    let own = data(this);
    own.flags | if matches!(own.source, Source::Own) { IS_SELF } else { 0 }
}

/// The storage as serialized data has it.
pub(super) fn stored_source(this: &PhpObject) -> Option<Value> {
    match &data(this).source {
        Source::Own => None,
        Source::Array(array) => Some(unshared(array.clone())),
        Source::Object(object) | Source::Other(object) => Some(Value::object(object.clone())),
    }
}

/// `ArrayObject::__serialize()`
pub(crate) fn magic_serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let class = data(this).iterator_class.filter(|class| class.name.as_bytes() != b"ArrayIterator");
    Ok(PhpArray::from_values([
        Value::int(stored_flags(this)),
        stored_source(this).unwrap_or(Value::NULL),
        unshared(members_as_array(this)),
        class.map_or(Value::NULL, |class| class.name.to_value()),
    ]))
}

/// `ArrayObject::__unserialize()`
pub(crate) fn magic_unserialize(cx: &mut Cx, this: &PhpObject, stored: &PhpArray) -> PhpResult<()> {
    let part = |index| stored.get_int(index).map(Value::clone_deref);
    let class = part(3).unwrap_or(Value::NULL);
    let parts = (part(0).and_then(|flags| flags.as_int()), part(1), part(2).and_then(|members| members.into_array().ok()));
    let (Some(flags), Some(source), Some(members)) = parts else { return Err(ill_typed(cx)) };
    if !class.is_null() && !class.is_string() {
        return Err(ill_typed(cx));
    }
    data(this).flags = flags & PUBLIC_FLAGS;
    if flags & IS_SELF != 0 {
        let old = std::mem::replace(&mut data(this).source, Source::Own);
        drop(old);
    } else if source.is_array() || source.is_object() {
        set_source(cx, this, &source, 0, true)?;
    } else {
        return Err(cx.throw("InvalidArgumentException", "Passed variable is not an array or object"));
    }
    load_members(cx, this, &members)?;
    match class.as_str() {
        Some(name) => restore_iterator_class(cx, this, name),
        None => Ok(()),
    }
}

fn restore_iterator_class(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    let iterator = cx.builtin_class("Iterator");
    let why = match cx.class(name)? {
        Some(class) if class.is_subclass_of(iterator) => {
            data(this).iterator_class = Some(class);
            return Ok(());
        }
        Some(_) => &b"this class does not implement the Iterator interface"[..],
        None => b"no such class exists",
    };
    let message = [b"Cannot deserialize ArrayObject with iterator class '", name.as_bytes(), b"'; ", why].concat();
    Err(cx.throw("UnexpectedValueException", message))
}

/// `ArrayObject::__debugInfo()`
pub(crate) fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(table_debug_info(this))
}
