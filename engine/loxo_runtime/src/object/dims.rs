//! What `$object[...]` does: `ArrayAccess`, or handlers of the class.

use loxo_value::{PhpObject, Value};

use super::{Fetch, isset::truth};
use crate::display::class_text;
use crate::{Class, Cx, PhpResult, Thrown, class_of};

fn no_array(cx: &mut Cx, class: &'static Class) -> Thrown {
    cx.throw("Error", format!("Cannot use object of type {} as array", class_text(class)))
}

fn offset(key: Option<&Value>) -> Value {
    key.map_or(Value::NULL, Value::clone_deref)
}

/// `$object[key]`; without a key: `$object[]` that is fetched for writing.
pub fn read_dim(cx: &mut Cx, object: &PhpObject, key: Option<&Value>, fetch: Fetch) -> PhpResult<Value> {
    let class = class_of(object);
    if let Some(read) = class.object_handlers.read_dim {
        // Builtins that only read are not asked first whether there is something.
        if fetch == Fetch::Quiet
            && let Some(key) = key.filter(|_| class.object_handlers.has_dim.is_some() || class.array_access.exists.is_some())
            && !has_dim(cx, object, key, false)?
        {
            return Ok(Value::NULL);
        }
        return read(cx, object, key, fetch);
    }
    let Some(get) = class.array_access.get else { return Err(no_array(cx, class)) };
    let (object, offset) = (object.clone(), offset(key));
    if fetch == Fetch::Quiet
        && let Some(exists) = class.array_access.exists
    {
        let answer = cx.call_method(&object, exists, std::slice::from_ref(&offset))?;
        if !truth(cx, answer.deref())? {
            return Ok(Value::NULL);
        }
    }
    let value = cx.call_method(&object, get, std::slice::from_ref(&offset))?;
    Ok(if fetch.modifies() { value } else { value.clone_deref() })
}

/// `$object[key] = value`; without a key: `$object[] = value`.
pub fn write_dim(cx: &mut Cx, object: &PhpObject, key: Option<&Value>, value: Value) -> PhpResult<()> {
    let class = class_of(object);
    if let Some(write) = class.object_handlers.write_dim {
        return write(cx, object, key, value);
    }
    let Some(set) = class.array_access.set else { return Err(no_array(cx, class)) };
    let object = object.clone();
    cx.call_method(&object, set, &[offset(key), value]).map(drop)
}

/// `isset($object[key])`, or with `not_empty` `!empty($object[key])`.
pub fn has_dim(cx: &mut Cx, object: &PhpObject, key: &Value, not_empty: bool) -> PhpResult<bool> {
    let class = class_of(object);
    if let Some(has) = class.object_handlers.has_dim {
        return has(cx, object, key, not_empty);
    }
    let Some(exists) = class.array_access.exists else { return Err(no_array(cx, class)) };
    let (object, offset) = (object.clone(), key.clone_deref());
    let answer = cx.call_method(&object, exists, std::slice::from_ref(&offset))?;
    if !truth(cx, answer.deref())? || !not_empty {
        return truth(cx, answer.deref());
    }
    let value = read_dim(cx, &object, Some(&offset), Fetch::Read)?;
    truth(cx, value.deref())
}

/// `unset($object[key])`
pub fn unset_dim(cx: &mut Cx, object: &PhpObject, key: &Value) -> PhpResult<()> {
    let class = class_of(object);
    if let Some(unset) = class.object_handlers.unset_dim {
        return unset(cx, object, key);
    }
    let Some(unset) = class.array_access.unset else { return Err(no_array(cx, class)) };
    let object = object.clone();
    cx.call_method(&object, unset, &[key.clone_deref()]).map(drop)
}
