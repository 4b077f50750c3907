//! What the generated thunks of builtins call: arguments out of slots, results into values.
//!
//! Extractors take the number of the argument (from 1) and its slot. They coerce as PHP's parameters are: strings and numbers of either kind in
//! place, and lend that; `int`, `float` and `bool` are returned, and traces go on to show what was passed. Nullable parameters are the caller's
//! business: an extractor that sees null has a parameter that must not be null.

use loxo_bytecode::TypeMask;
use loxo_value::{Held, PhpArray, PhpObject, PhpRef, PhpResource, PhpStr, Tag, Value};

use crate::display::value_name;
use crate::{Callable, Cx, PhpResult, Thrown, Type, types};

/// `int`
#[inline]
pub fn int(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<i64> {
    match v.as_int() {
        Some(n) => Ok(n),
        None => Ok(coerced(cx, number, v, TypeMask::INT, "int")?.as_int().unwrap_or(0)),
    }
}

/// `float`
#[inline]
pub fn float(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<f64> {
    if let Some(d) = v.as_float() {
        return Ok(d);
    }
    match v.as_int() {
        // Strict or not.
        Some(n) => Ok(n as f64),
        None => Ok(coerced(cx, number, v, TypeMask::FLOAT, "float")?.as_float().unwrap_or(0.0)),
    }
}

/// `bool`
#[inline]
pub fn bool(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<bool> {
    match v.as_bool() {
        Some(b) => Ok(b),
        None => Ok(coerced(cx, number, v, TypeMask::BOOL, "bool")?.is_true()),
    }
}

/// The value that an argument becomes for a parameter of one scalar type; the argument stays what it was.
#[cold]
#[inline(never)]
fn coerced(cx: &mut Cx, number: usize, v: &Value, mask: TypeMask, name: &str) -> PhpResult<Value> {
    let mut v = v.clone_deref();
    scalar(cx, number, &mut v, mask, name)?;
    Ok(v)
}

/// `string`
#[inline]
pub fn string<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpStr> {
    if !v.is_string() {
        scalar(cx, number, v, TypeMask::STRING, "string")?;
    }
    v.as_str().ok_or(Thrown)
}

/// A `string` without NUL bytes, such as the name of a file.
pub fn path<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpStr> {
    let path = string(cx, number, v)?;
    if path.contains(&0) {
        return Err(cx.argument_value_error(number, "must not contain any null bytes"));
    }
    Ok(path)
}

/// `int|float`, as a value.
pub fn number<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a Value> {
    union(cx, number, v, TypeMask::INT.with(TypeMask::FLOAT))
}

/// An `int|float` whose parameter is declared as `float`, which the message does not say. The parameter is `@unchecked`.
pub fn number_for_float(cx: &mut Cx, number: usize, v: &Value) -> PhpResult<Value> {
    let mask = TypeMask::INT.with(TypeMask::FLOAT);
    let mut v = v.clone_deref();
    let strict = (cx.hooks.strict)(cx);
    if types::in_mask(mask, &v) {
        return Ok(v);
    }
    if v.is_null() && !strict {
        coerce(cx, number, &mut v, mask, "int|float")?;
        return Ok(v);
    }
    match types::coerce_scalar(cx, mask, &v, strict)? {
        Some(new) => Ok(new),
        None => Err(cx.argument_type_error(number, format!("must be of type int|float, {} given", value_name(&v)))),
    }
}

/// `array`
#[inline]
pub fn array<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpArray> {
    if !v.is_array() {
        exact(cx, number, v, Tag::Array, "array")?;
    }
    v.as_array().ok_or(Thrown)
}

/// `object`
#[inline]
pub fn object<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpObject> {
    if !v.is_object() {
        exact(cx, number, v, Tag::Object, "object")?;
    }
    v.as_object().ok_or(Thrown)
}

/// A resource.
pub fn resource<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpResource> {
    if !v.is_resource() {
        unshare(v);
    }
    if !v.is_resource() {
        return Err(cx.argument_type_error(number, format!("must be of type resource, {} given", value_name(v))));
    }
    v.as_resource().ok_or(Thrown)
}

/// An object of the classes that the parameter's type names.
pub fn instance<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpObject> {
    unshare(v);
    let fits = match (v.as_object(), parameter_type(cx, number)) {
        (Some(_), Some(ty)) => types::admits(cx, ty, v)?,
        (object, _) => object.is_some(),
    };
    if !fits {
        return Err(type_error(cx, number, v, "object"));
    }
    v.as_object().ok_or(Thrown)
}

/// Any type: what the parameter declares.
pub fn typed<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a Value> {
    let declared = parameter_type(cx, number);
    if !v.is_ref() && declared.is_some_and(|ty| types::in_mask(ty.spec.mask, v)) {
        return Ok(v);
    }
    unshare(v);
    let Some(ty) = declared else { return Ok(v) };
    if types::in_mask(ty.spec.mask, v) || types::admits(cx, ty, v)? {
        return Ok(v);
    }
    if ty.spec.mask == TypeMask::CALLABLE || ty.spec.mask == TypeMask::CALLABLE.with(TypeMask::NULL) {
        return Err(not_callable(cx, number, v, ty.spec.mask.any(TypeMask::NULL)));
    }
    coerce(cx, number, v, ty.spec.mask, "mixed")?;
    Ok(v)
}

/// A union of builtin types.
#[inline]
pub fn union<'a>(cx: &mut Cx, number: usize, v: &'a mut Value, mask: TypeMask) -> PhpResult<&'a Value> {
    if v.is_ref() || !types::in_mask(mask, v) {
        union_slow(cx, number, v, mask)?;
    }
    Ok(v)
}

#[cold]
fn union_slow(cx: &mut Cx, number: usize, v: &mut Value, mask: TypeMask) -> PhpResult<()> {
    unshare(v);
    let fits = types::in_mask(mask, v) || (mask.any(TypeMask::ITERABLE) && types::is_iterable(cx, v));
    if fits { Ok(()) } else { coerce(cx, number, v, mask, "mixed") }
}

/// What a parameter takes that wants a string or an int: not as a union does, for floats become ints whenever they can.
pub enum StrOrInt {
    Str(PhpStr),
    Int(i64),
}

/// `None`: of no type that becomes one. The parameter is `@unchecked`.
pub fn str_or_int(cx: &mut Cx, number: usize, v: &Value) -> PhpResult<Option<StrOrInt>> {
    let v = v.deref();
    match v.tag() {
        Tag::String => return Ok(v.as_str().cloned().map(StrOrInt::Str)),
        Tag::Int => return Ok(v.as_int().map(StrOrInt::Int)),
        _ if (cx.hooks.strict)(cx) => return Ok(None),
        Tag::Undef | Tag::Null => null_argument(cx, number, "string|int")?,
        _ => {}
    }
    match types::weak_int(cx, v)? {
        Some(n) => Ok(Some(StrOrInt::Int(n))),
        None => Ok(types::weak_string(cx, v)?.map(StrOrInt::Str)),
    }
}

/// `callable`
pub fn callable(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<Callable> {
    unshare(v);
    match (cx.hooks.callable)(cx, v)? {
        Ok(callable) => Ok(callable),
        Err(reason) => {
            let null = parameter_type(cx, number).is_some_and(|ty| ty.spec.mask.any(TypeMask::NULL));
            Err(callback_error(cx, number, &reason, null))
        }
    }
}

/// A `callable` that the body gets as it was passed; or null, if the parameter takes it.
pub fn callable_value<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a Value> {
    let null = v.is_null() && parameter_type(cx, number).is_some_and(|ty| ty.spec.mask.any(TypeMask::NULL));
    if !null {
        callable(cx, number, v)?;
    }
    Ok(v)
}

#[cold]
fn not_callable(cx: &mut Cx, number: usize, v: &Value, null: bool) -> Thrown {
    match (cx.hooks.callable)(cx, v) {
        Ok(Err(reason)) => callback_error(cx, number, &reason, null),
        _ => Thrown,
    }
}

#[cold]
fn callback_error(cx: &mut Cx, number: usize, reason: &str, null: bool) -> Thrown {
    let or_null = if null { " or null" } else { "" };
    cx.argument_type_error(number, format!("must be a valid callback{or_null}, {reason}"))
}

/// The arguments of a variadic parameter (`number` is the first one's), each of its type.
pub fn each<'a>(cx: &mut Cx, number: usize, values: &'a mut [Value]) -> PhpResult<&'a [Value]> {
    for (i, v) in values.iter_mut().enumerate() {
        typed(cx, number + i, v)?;
    }
    Ok(values)
}

/// The same for a type that is a union of builtin types.
#[inline]
pub fn each_of<'a>(cx: &mut Cx, number: usize, values: &'a mut [Value], mask: TypeMask) -> PhpResult<&'a [Value]> {
    for (i, v) in values.iter_mut().enumerate() {
        if v.is_ref() || !types::in_mask(mask, v) {
            typed(cx, number + i, v)?;
        }
    }
    Ok(values)
}

/// Something else than what callers may pass is never written to: what a reference argument holds belongs to the caller.
fn unshare(v: &mut Value) {
    if v.is_ref() {
        let plain = v.clone_deref();
        *v = plain;
    }
    if v.is_undef() {
        *v = Value::NULL;
    }
}

/// The declared type of an argument of the running builtin.
fn parameter_type(cx: &Cx, number: usize) -> Option<&'static Type> {
    cx.active?.param_for(number.checked_sub(1)?)?.ty.as_ref()
}

#[cold]
#[inline(never)]
fn scalar(cx: &mut Cx, number: usize, v: &mut Value, mask: TypeMask, name: &str) -> PhpResult<()> {
    unshare(v);
    // An int is a float wherever one is wanted, in strict code too.
    if let Some(i) = v.as_int().filter(|_| mask == TypeMask::FLOAT) {
        *v = Value::float(i as f64);
    }
    if types::in_mask(mask, v) { Ok(()) } else { coerce(cx, number, v, mask, name) }
}

#[cold]
#[inline(never)]
fn exact(cx: &mut Cx, number: usize, v: &mut Value, tag: Tag, name: &str) -> PhpResult<()> {
    unshare(v);
    if v.tag() == tag { Ok(()) } else { Err(type_error(cx, number, v, name)) }
}

/// Weak or strict coercion of a builtin's argument; `name` is the type if the function declares none.
#[cold]
#[inline(never)]
fn coerce(cx: &mut Cx, number: usize, v: &mut Value, mask: TypeMask, name: &str) -> PhpResult<()> {
    let scalars = TypeMask::BOOL.with(TypeMask::INT).with(TypeMask::FLOAT).with(TypeMask::STRING);
    let strict = (cx.hooks.strict)(cx);
    if v.is_null() && !strict && mask.any(scalars) {
        null_argument(cx, number, name)?;
        *v = if mask.any(TypeMask::INT) {
            // Where a string would do as well, too.
            Value::int(0)
        } else if mask.any(TypeMask::STRING) {
            Value::EMPTY_STRING
        } else if mask.any(TypeMask::FLOAT) {
            Value::float(0.0)
        } else {
            Value::FALSE
        };
        return Ok(());
    }
    match types::coerce_scalar(cx, mask, v, strict)? {
        Some(new) => {
            *v = new;
            Ok(())
        }
        None => Err(type_error(cx, number, v, name)),
    }
}

/// "strlen(): Passing null to parameter #1 ($string) of type string is deprecated"
#[cold]
fn null_argument(cx: &mut Cx, number: usize, name: &str) -> PhpResult<()> {
    let Some(func) = cx.active else { return Ok(()) };
    let param = func.params.get(number.wrapping_sub(1)).filter(|p| !p.variadic);
    let shown = param.map_or(String::new(), |p| format!(" (${})", p.name));
    let ty = type_text(cx, number, name);
    let function = String::from_utf8_lossy(&func.display_name()).into_owned();
    cx.deprecated(format!("{function}(): Passing null to parameter #{number}{shown} of type {ty} is deprecated"));
    cx.check()
}

fn type_text(cx: &Cx, number: usize, name: &str) -> String {
    parameter_type(cx, number).map_or_else(|| name.into(), |ty| String::from_utf8_lossy(&ty.spec.text).into_owned())
}

/// "must be of type int, string given"
#[cold]
pub fn type_error(cx: &mut Cx, number: usize, v: &Value, name: &str) -> Thrown {
    let takes_both = parameter_type(cx, number).is_some_and(|ty| ty.spec.mask == TypeMask::ARRAY.with(TypeMask::OBJECT));
    // Objects are tolerated where arrays are meant.
    let ty = if takes_both { "array".into() } else { type_text(cx, number, name) };
    cx.argument_type_error(number, format!("must be of type {ty}, {} given", value_name(v)))
}

/// "foo() expects exactly 1 argument, 0 given", about the running builtin.
#[cold]
pub fn wrong_count(cx: &mut Cx, given: usize) -> Thrown {
    let Some(func) = cx.active else { return cx.throw("ArgumentCountError", "Wrong number of arguments") };
    let (min, max) = (func.required as usize, (!func.is_variadic()).then_some(func.params.len()));
    let (how, limit) = match max {
        Some(max) if min == max => ("exactly", min),
        _ if given < min => ("at least", min),
        Some(max) => ("at most", max),
        None => ("at least", min),
    };
    let plural = if limit == 1 { "" } else { "s" };
    let function = String::from_utf8_lossy(&func.display_name()).into_owned();
    cx.throw("ArgumentCountError", format!("{function}() expects {how} {limit} argument{plural}, {given} given"))
}

/// Checks the number of arguments of the running builtin.
#[inline]
pub fn check_count(cx: &mut Cx, given: usize, min: usize, max: Option<usize>) -> PhpResult<()> {
    if given >= min && max.is_none_or(|max| given <= max) { Ok(()) } else { Err(wrong_count(cx, given)) }
}

/// A method was called without its object.
#[cold]
pub fn no_this(cx: &mut Cx) -> Thrown {
    let name = cx.active.map_or_else(Vec::new, |func| func.display_name());
    cx.throw_error([b"Non-static method ", &name[..], b"() cannot be called statically"].concat())
}

/// An argument passed by reference.
#[derive(Clone)]
pub struct RefArg(Held<PhpRef>);

/// `&$x` of any type. What cannot be a reference is held for the time of the call.
pub fn reference(_cx: &mut Cx, _number: usize, v: &mut Value) -> PhpResult<RefArg> {
    Ok(RefArg(Held::new(v.make_ref())))
}

/// `array &$x`
pub fn array_reference(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<RefArg> {
    let reference = v.make_ref();
    if !reference.value().is_array() {
        return Err(type_error(cx, number, reference.value(), "array"));
    }
    Ok(RefArg(Held::new(reference)))
}

/// `T &$x`
pub fn typed_reference(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<RefArg> {
    let reference = v.make_ref();
    if let Some(ty) = parameter_type(cx, number)
        && !types::admits(cx, ty, reference.value())?
    {
        let mut inner = reference.get();
        coerce(cx, number, &mut inner, ty.spec.mask, "mixed")?;
        reference.set(inner);
    }
    Ok(RefArg(Held::new(reference)))
}

impl RefArg {
    /// The value now.
    pub fn get(&self) -> Value {
        self.0.get()
    }

    /// The reference itself.
    pub fn reference(&self) -> PhpRef {
        PhpRef::clone(&self.0)
    }

    /// Assigns; typed properties that are bound to the reference have their say.
    pub fn set(&self, cx: &mut Cx, value: Value) -> PhpResult<()> {
        if self.0.types().is_null() {
            self.0.set(value);
            return Ok(());
        }
        let strict = (cx.hooks.strict)(cx);
        crate::object::assign_typed_ref(cx, &self.0, value, strict).map(drop)
    }

    /// The object in it, if it holds one.
    pub fn object(&self) -> Option<PhpObject> {
        self.0.value().as_object().cloned()
    }

    /// The array in it; empty if it holds none.
    pub fn array(&self) -> PhpArray {
        self.0.value().as_array().cloned().unwrap_or_default()
    }

    /// Takes the array out, so that it is changed in place where nobody else has it; to be put back.
    pub fn take_array(&self) -> PhpArray {
        self.0.replace(Value::EMPTY_ARRAY).into_array().unwrap_or_default()
    }

    pub fn put_array(&self, array: PhpArray) {
        self.0.set(Value::array(array));
    }

    /// Works on the array in place; no PHP code may run meanwhile. Something else becomes an array.
    pub fn with_array<R>(&self, work: impl FnOnce(&mut PhpArray) -> R) -> R {
        if let Some(array) = self.0.value_mut().as_array_mut() {
            return work(array);
        }
        self.put_array(PhpArray::new());
        self.with_array(work)
    }
}

/// What bodies of builtins return.
pub trait IntoValue {
    fn into_value(self) -> Value;
}

/// `T|false`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrFalse<T>(pub Option<T>);

impl<T> OrFalse<T> {
    pub const FALSE: OrFalse<T> = OrFalse(None);

    pub fn some(v: T) -> OrFalse<T> {
        OrFalse(Some(v))
    }
}

impl<T> From<T> for OrFalse<T> {
    fn from(v: T) -> OrFalse<T> {
        OrFalse(Some(v))
    }
}

macro_rules! into_value {
    ($($ty:ty),* $(,)?) => {
        $(impl IntoValue for $ty {
            #[inline(always)]
            fn into_value(self) -> Value {
                Value::from(self)
            }
        })*
    };
}

into_value!(
    i64,
    i32,
    u32,
    u8,
    usize,
    f64,
    bool,
    (),
    PhpStr,
    &PhpStr,
    &str,
    String,
    &[u8],
    Vec<u8>,
    PhpArray,
    &PhpArray,
    PhpObject,
    &PhpObject
);
into_value!(PhpResource, PhpRef);

impl IntoValue for Value {
    #[inline(always)]
    fn into_value(self) -> Value {
        self
    }
}

impl IntoValue for &Value {
    #[inline(always)]
    fn into_value(self) -> Value {
        self.clone_deref()
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    /// `None` is null.
    #[inline]
    fn into_value(self) -> Value {
        self.map_or(Value::NULL, T::into_value)
    }
}

impl<T: IntoValue> IntoValue for OrFalse<T> {
    #[inline]
    fn into_value(self) -> Value {
        self.0.map_or(Value::FALSE, T::into_value)
    }
}
