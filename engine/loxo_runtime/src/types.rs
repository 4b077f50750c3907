//! Checking values against declared types, and coercing them where PHP does.

use loxo_bytecode::TypeMask;
use loxo_value::number::{self, Numeric};
use loxo_value::{PhpObject, PhpStr, Tag, Value};

use crate::convert;
use crate::{Class, ClassId, Cx, PhpResult, Type, class_of};

/// The bit of a value's tag.
#[inline(always)]
fn tag_bit(v: &Value) -> TypeMask {
    TypeMask(1 << (v.tag().max(Tag::Null) as u32))
}

/// Is the value of one of these builtin types as it is? `callable`, `iterable` and `static` are not asked.
#[inline]
pub fn in_mask(mask: TypeMask, v: &Value) -> bool {
    mask.any(tag_bit(v.deref()))
}

/// Does the value have the type, without any coercion?
pub fn admits(cx: &mut Cx, ty: &Type, v: &Value) -> PhpResult<bool> {
    let v = v.deref();
    if in_mask(ty.spec.mask, v) {
        return Ok(true);
    }
    if let Some(object) = v.as_object()
        && is_instance(cx, ty, object)
    {
        return Ok(true);
    }
    admits_special(cx, ty.spec.mask, v)
}

/// Is the object of one of the classes that the type names? Classes that are not declared have no objects.
pub fn is_instance(cx: &Cx, ty: &Type, object: &PhpObject) -> bool {
    let class = class_of(object);
    ty.ids.iter().any(|all| all.iter().all(|id| is_a(cx, class, *id)))
}

fn is_a(cx: &Cx, class: &'static Class, id: ClassId) -> bool {
    if class.id == id {
        return true;
    }
    cx.class_by_id(id).is_some_and(|wanted| class.is_subclass_of(wanted))
}

/// `iterable`, `static`, `callable`.
fn admits_special(cx: &mut Cx, mask: TypeMask, v: &Value) -> PhpResult<bool> {
    if mask.any(TypeMask::ITERABLE) && is_iterable(cx, v) {
        return Ok(true);
    }
    if mask.any(TypeMask::STATIC)
        && let Some(object) = v.as_object()
        && (cx.hooks.called_class)(cx).is_some_and(|class| class_of(object).is_subclass_of(class))
    {
        return Ok(true);
    }
    if mask.any(TypeMask::CALLABLE) && matches!(v.tag(), Tag::String | Tag::Array | Tag::Object) {
        return Ok((cx.hooks.callable)(cx, v)?.is_ok());
    }
    Ok(false)
}

/// `is_iterable()`
pub fn is_iterable(cx: &Cx, v: &Value) -> bool {
    let v = v.deref();
    match v.as_object() {
        None => v.is_array(),
        Some(object) => ClassId::find(b"traversable").is_some_and(|id| is_a(cx, class_of(object), id)),
    }
}

/// Checks a value against a declared type, and coerces scalars as the mode allows. `false`: it does not fit, and is what it was.
///
/// References are looked through: what is behind one is coerced in place.
#[inline]
pub fn coerce(cx: &mut Cx, ty: &Type, v: &mut Value, strict: bool, scope: Option<&'static Class>) -> PhpResult<bool> {
    if in_mask(ty.spec.mask, v) {
        return Ok(true);
    }
    coerce_slow(cx, ty, v, strict, scope)
}

fn coerce_slow(cx: &mut Cx, ty: &Type, v: &mut Value, strict: bool, scope: Option<&'static Class>) -> PhpResult<bool> {
    if admits(cx, ty, v)? {
        return Ok(true);
    }
    // Without a running frame `static` is the class whose code the type belongs to.
    if ty.spec.mask.any(TypeMask::STATIC)
        && let (Some(object), Some(scope)) = (v.deref().as_object(), scope)
        && (cx.hooks.called_class)(cx).is_none()
        && class_of(object).is_subclass_of(scope)
    {
        return Ok(true);
    }
    let coerced = coerce_scalar(cx, ty.spec.mask, v.deref(), strict)?;
    Ok(coerced.map(|new| *v.deref_mut() = new).is_some())
}

/// The same, by value. The inner result gives a value back that does not fit.
pub fn coerce_value(cx: &mut Cx, ty: &Type, mut v: Value, strict: bool) -> PhpResult<Result<Value, Value>> {
    match coerce(cx, ty, &mut v, strict, None)? {
        true => Ok(Ok(v)),
        false => Ok(Err(v)),
    }
}

/// A scalar (or object with `__toString`) as the first of int, float, string, bool that the mask has and that takes it. Null never fits.
pub fn coerce_scalar(cx: &mut Cx, mask: TypeMask, v: &Value, strict: bool) -> PhpResult<Option<Value>> {
    if strict {
        // The one exception of the strict mode.
        return Ok(v.as_int().filter(|_| mask.any(TypeMask::FLOAT)).map(|n| Value::float(n as f64)));
    }
    if v.is_null() {
        return Ok(None);
    }
    if mask.any(TypeMask::INT) {
        let numeric = v.as_str().filter(|_| mask.any(TypeMask::FLOAT)).map(|s| number::parse_numeric(s));
        match numeric {
            // The string decides between int and float.
            Some(parsed) => {
                if let Some(parsed) = parsed.filter(|p| !p.trailing_data) {
                    return Ok(Some(convert::numeric_value(parsed.number)));
                }
            }
            None => {
                if let Some(n) = weak_int(cx, v)? {
                    return Ok(Some(Value::int(n)));
                }
            }
        }
    }
    if mask.any(TypeMask::FLOAT)
        && let Some(d) = weak_float(v)
    {
        return Ok(Some(Value::float(d)));
    }
    if mask.any(TypeMask::STRING)
        && let Some(s) = weak_string(cx, v)?
    {
        return Ok(Some(Value::string(s)));
    }
    if mask.has(TypeMask::BOOL)
        && let Some(b) = weak_bool(v)
    {
        return Ok(Some(Value::bool(b)));
    }
    Ok(None)
}

/// What an `int` parameter makes of a value that is none; null counts as 0.
pub fn weak_int(cx: &mut Cx, v: &Value) -> PhpResult<Option<i64>> {
    match v.tag() {
        Tag::Int => Ok(v.as_int()),
        Tag::Float => float_in_range(v.as_float().unwrap_or(f64::NAN), |d| convert::lossy_float(cx, d)),
        Tag::String => {
            let Some(s) = v.as_str().cloned() else { return Ok(None) };
            match number::parse_numeric(&s).filter(|p| !p.trailing_data).map(|p| p.number) {
                None => Ok(None),
                Some(Numeric::Int(n)) => Ok(Some(n)),
                Some(Numeric::Float(d)) => float_in_range(d, |_| convert::lossy_numeric_string(cx, &s)),
            }
        }
        Tag::Undef | Tag::Null | Tag::False => Ok(Some(0)),
        Tag::True => Ok(Some(1)),
        _ => Ok(None),
    }
}

/// A float that an int can hold; `lossy` complains about a fraction.
fn float_in_range(d: f64, lossy: impl FnOnce(f64) -> PhpResult<()>) -> PhpResult<Option<i64>> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if !(-LIMIT..LIMIT).contains(&d) {
        return Ok(None);
    }
    if !number::float_is_int(d) {
        lossy(d)?;
    }
    Ok(Some(d as i64))
}

/// What a `float` parameter makes of a value; null counts as 0.
pub fn weak_float(v: &Value) -> Option<f64> {
    match v.tag() {
        Tag::Float => v.as_float(),
        Tag::Int => v.as_int().map(|n| n as f64),
        Tag::String => match number::parse_numeric(v.as_str()?).filter(|p| !p.trailing_data)?.number {
            Numeric::Int(n) => Some(n as f64),
            Numeric::Float(d) => Some(d),
        },
        Tag::Undef | Tag::Null | Tag::False => Some(0.0),
        Tag::True => Some(1.0),
        _ => None,
    }
}

/// What a `string` parameter makes of a value; null counts as empty.
pub fn weak_string(cx: &mut Cx, v: &Value) -> PhpResult<Option<PhpStr>> {
    match v.tag() {
        Tag::Array | Tag::Resource => Ok(None),
        Tag::Object => {
            let Some(object) = v.as_object().cloned() else { return Ok(None) };
            convert::object_to_string(cx, &object)
        }
        _ => Ok(Some(convert::scalar_to_string(v, cx.precision))),
    }
}

/// What a `bool` parameter makes of a value; null counts as false.
pub fn weak_bool(v: &Value) -> Option<bool> {
    (v.tag() <= Tag::String).then(|| v.to_bool())
}
