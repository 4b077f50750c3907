//! What the generated thunks of builtins call: one function per kind of parameter, which coerces an argument and lends it to the body, and
//! the conversion of results.
//!
//! Arguments are counted from 1. Error texts take the names of function and parameter from the builtin that is running.

use loxo_bytecode::TypeMask;
use loxo_value::{PhpArray, PhpObject, PhpRef, PhpResource, PhpStr, Value};

use crate::{Callable, Class, Cx, PhpResult, Thrown, Type, convert, types};

/// A by-reference argument.
pub struct RefArg(PhpRef);

impl RefArg {
    pub fn new(reference: PhpRef) -> RefArg {
        RefArg(reference)
    }

    /// A copy of the variable's value.
    pub fn get(&self) -> Value {
        self.0.get().clone_deref()
    }

    /// Assigns to the variable; the types of properties that hold the reference are respected.
    pub fn set(&self, cx: &mut Cx, value: Value) -> PhpResult<()> {
        let value = if self.0.types().is_null() {
            value
        } else {
            let strict = (cx.hooks.strict)(cx);
            crate::object::assign_typed_ref(cx, &self.0, value, strict)?
        };
        drop(self.0.replace(value));
        Ok(())
    }

    /// Takes the value out, leaving null: the way to change an array without copying it. [`RefArg::put`] must follow.
    pub fn take(&self) -> Value {
        self.0.replace(Value::NULL)
    }

    /// Puts a value in that is known to be of the variable's type.
    pub fn put(&self, value: Value) {
        drop(self.0.replace(value));
    }

    pub fn reference(&self) -> &PhpRef {
        &self.0
    }

    /// Works on the value in place. PHP code must not run inside.
    pub fn with<R>(&self, work: impl FnOnce(&mut Value) -> R) -> R {
        self.0.with(work)
    }
}

/// The number of arguments is not what the function takes.
#[cold]
pub fn wrong_count(cx: &mut Cx, given: usize) -> Thrown {
    let Some(func) = cx.active else { return Thrown };
    let (min, max) = (func.required as usize, func.num_params as usize);
    let (word, wanted) = match () {
        () if !func.is_variadic() && min == max => ("exactly", min),
        () if given < min => ("at least", min),
        () => ("at most", max),
    };
    let plural = if wanted == 1 { "" } else { "s" };
    let name = String::from_utf8_lossy(&func.display_name()).into_owned();
    cx.throw_error("ArgumentCountError", format!("{name}() expects {word} {wanted} argument{plural}, {given} given"))
}

/// An instance method without its object: only a bug can do that.
#[cold]
pub fn no_this(cx: &mut Cx) -> Thrown {
    cx.error("Non-static method cannot be called statically")
}

/// TypeError "must be of type …".
#[cold]
fn mismatch(cx: &mut Cx, number: usize, wanted: &str, value: &Value) -> Thrown {
    let given = convert::value_name(value);
    cx.argument_type_error(number, [b"must be of type ", wanted.as_bytes(), b", ", given, b" given"].concat())
}

/// The declared type of a parameter as PHP prints it.
fn declared(cx: &Cx, number: usize) -> Option<Type> {
    cx.active.and_then(|func| func.param_for(number - 1)).and_then(|param| param.ty.clone())
}

fn declared_text(cx: &Cx, number: usize, otherwise: &str) -> String {
    declared(cx, number).map_or_else(|| otherwise.to_string(), |ty| String::from_utf8_lossy(&ty.spec.text).into_owned())
}

fn is_strict(cx: &Cx) -> bool {
    (cx.hooks.strict)(cx)
}

/// Null for a scalar parameter that does not allow it: deprecated, but taken in weak mode.
#[cold]
fn null_passed(cx: &mut Cx, number: usize, kind: &str) -> PhpResult<()> {
    let Some(func) = cx.active else { return Ok(()) };
    let name = String::from_utf8_lossy(&func.display_name()).into_owned();
    let param = func.param_for(number - 1).map_or(String::new(), |p| String::from_utf8_lossy(p.name.as_bytes()).into_owned());
    let kind = declared_text(cx, number, kind);
    cx.deprecated(format!("{name}(): Passing null to parameter #{number} (${param}) of type {kind} is deprecated"));
    cx.check()
}

#[inline]
pub fn int(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<i64> {
    match v.as_int() {
        Some(int) => Ok(int),
        None => int_slow(cx, number, v),
    }
}

#[cold]
fn int_slow(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<i64> {
    if !is_strict(cx) {
        if v.is_null() {
            null_passed(cx, number, "int")?;
            return Ok(0);
        }
        if let Some(int) = types::weak_int(cx, v.deref())? {
            return Ok(int);
        }
    }
    let wanted = declared_text(cx, number, "int");
    Err(mismatch(cx, number, &wanted, v))
}

#[inline]
pub fn float(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<f64> {
    match v.as_float() {
        Some(float) => Ok(float),
        None => float_slow(cx, number, v),
    }
}

#[cold]
fn float_slow(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<f64> {
    if let Some(int) = v.as_int() {
        return Ok(int as f64);
    }
    if !is_strict(cx) {
        if v.is_null() {
            null_passed(cx, number, "float")?;
            return Ok(0.0);
        }
        if let Some(float) = types::weak_float(v.deref()) {
            return Ok(float);
        }
    }
    let wanted = declared_text(cx, number, "float");
    Err(mismatch(cx, number, &wanted, v))
}

#[inline]
pub fn bool(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<bool> {
    match v.as_bool() {
        Some(bool) => Ok(bool),
        None => bool_slow(cx, number, v),
    }
}

#[cold]
fn bool_slow(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<bool> {
    if !is_strict(cx) {
        if v.is_null() {
            null_passed(cx, number, "bool")?;
            return Ok(false);
        }
        if v.is_int() || v.is_float() || v.is_string() {
            return Ok(v.to_bool());
        }
    }
    let wanted = declared_text(cx, number, "bool");
    Err(mismatch(cx, number, &wanted, v))
}

#[inline]
pub fn string<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpStr> {
    if !v.is_string() {
        string_slow(cx, number, v)?;
    }
    Ok(v.as_str().expect("just made a string"))
}

#[cold]
fn string_slow(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<()> {
    if !is_strict(cx) {
        if v.is_null() {
            null_passed(cx, number, "string")?;
            *v = Value::string(PhpStr::empty());
            return Ok(());
        }
        if types::coerce_scalar(cx, TypeMask::STRING, v, false)? {
            return Ok(());
        }
    }
    let wanted = declared_text(cx, number, "string");
    Err(mismatch(cx, number, &wanted, v))
}

/// A path: no NUL bytes.
pub fn path<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpStr> {
    let text = string(cx, number, v)?;
    if text.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(number, "must not contain any null bytes"));
    }
    Ok(text)
}

pub fn array<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpArray> {
    let v: &'a Value = v;
    match v.as_array() {
        Some(array) => Ok(array),
        None => {
            let wanted = declared_text(cx, number, "array");
            Err(mismatch(cx, number, &wanted, v))
        }
    }
}

pub fn object<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpObject> {
    let v: &'a Value = v;
    match v.as_object() {
        Some(object) => Ok(object),
        None => {
            let wanted = declared_text(cx, number, "object");
            Err(mismatch(cx, number, &wanted, v))
        }
    }
}

/// An object of the declared class.
pub fn instance<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpObject> {
    let v: &'a Value = v;
    let ty = declared(cx, number);
    let scope = cx.active.and_then(|func| func.class);
    if let Some(object) = v.as_object() {
        let fits = match &ty {
            Some(ty) => types::is_of(cx, ty, v, scope)?,
            None => true,
        };
        if fits {
            return Ok(object);
        }
    }
    let wanted = declared_text(cx, number, "object");
    Err(mismatch(cx, number, &wanted, v))
}

pub fn resource<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a PhpResource> {
    let v: &'a Value = v;
    match v.as_resource() {
        Some(resource) => Ok(resource),
        None => Err(mismatch(cx, number, "resource", v)),
    }
}

/// Something callable, resolved.
pub fn callable(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<Callable> {
    match (cx.hooks.callable)(cx, v)? {
        Ok(callable) => Ok(callable),
        Err(why) => {
            let or_null = if declared(cx, number).is_some_and(|ty| ty.spec.mask.has(TypeMask::NULL)) { " or null" } else { "" };
            Err(cx.argument_type_error(number, format!("must be a valid callback{or_null}, {why}")))
        }
    }
}

/// Something callable, as it was passed; or null, if the parameter takes it.
pub fn callable_value<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a Value> {
    let allowed_null = v.is_null() && declared(cx, number).is_some_and(|ty| ty.spec.mask.has(TypeMask::NULL));
    if !allowed_null {
        callable(cx, number, v)?;
    }
    Ok(v)
}

/// A value of one of several builtin types.
pub fn union<'a>(cx: &mut Cx, number: usize, v: &'a mut Value, mask: TypeMask) -> PhpResult<&'a Value> {
    if mask.0 & (1 << v.tag() as u32) != 0 {
        return Ok(v);
    }
    typed(cx, number, v)
}

/// A value of the declared type, whatever that is.
pub fn typed<'a>(cx: &mut Cx, number: usize, v: &'a mut Value) -> PhpResult<&'a Value> {
    let Some(ty) = declared(cx, number) else { return Ok(v) };
    let strict = is_strict(cx);
    let scope = cx.active.and_then(|func| func.class);
    if types::coerce(cx, &ty, v, strict, scope)? {
        return Ok(v);
    }
    if v.is_null() && !strict && takes_scalars(ty.spec.mask) {
        null_passed(cx, number, "mixed")?;
        *v = if ty.spec.mask.has(TypeMask::STRING) { Value::string(PhpStr::empty()) } else { Value::int(0) };
        return Ok(v);
    }
    if ty.spec.mask.has(TypeMask::CALLABLE) && ty.spec.classes.is_empty() && ty.spec.mask.without(TypeMask::NULL) == TypeMask::CALLABLE {
        callable(cx, number, v)?;
    }
    let wanted = String::from_utf8_lossy(&ty.spec.text).into_owned();
    Err(mismatch(cx, number, &wanted, v))
}

fn takes_scalars(mask: TypeMask) -> bool {
    mask.any(TypeMask::INT.with(TypeMask::FLOAT).with(TypeMask::STRING).with(TypeMask::BOOL))
}

/// Checks each of the variadic arguments.
pub fn each<'a>(cx: &mut Cx, number: usize, rest: &'a mut [Value]) -> PhpResult<&'a [Value]> {
    let ty = declared(cx, number);
    for (i, v) in rest.iter_mut().enumerate() {
        let Some(ty) = &ty else { break };
        let strict = is_strict(cx);
        if !types::coerce(cx, ty, v, strict, None)? {
            let wanted = String::from_utf8_lossy(&ty.spec.text).into_owned();
            return Err(mismatch(cx, number + i, &wanted, v));
        }
    }
    Ok(rest)
}

fn make_ref(v: &mut Value) -> RefArg {
    if v.is_undef() {
        *v = Value::NULL;
    }
    RefArg(v.make_ref())
}

/// A variable of any type.
pub fn reference(_cx: &mut Cx, _number: usize, v: &mut Value) -> PhpResult<RefArg> {
    Ok(make_ref(v))
}

/// A variable that holds an array.
pub fn array_reference(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<RefArg> {
    if !v.deref().is_array() {
        let wanted = declared_text(cx, number, "array");
        return Err(mismatch(cx, number, &wanted, v.deref()));
    }
    Ok(make_ref(v))
}

/// A variable that holds a value of the declared type.
pub fn typed_reference(cx: &mut Cx, number: usize, v: &mut Value) -> PhpResult<RefArg> {
    if let Some(ty) = declared(cx, number) {
        let mut value = v.clone_deref();
        let strict = is_strict(cx);
        if !types::coerce(cx, &ty, &mut value, strict, None)? {
            let wanted = String::from_utf8_lossy(&ty.spec.text).into_owned();
            return Err(mismatch(cx, number, &wanted, v.deref()));
        }
    }
    Ok(make_ref(v))
}

/// What a builtin may return.
pub trait IntoValue {
    fn into_value(self) -> Value;
}

/// `T|false`
pub struct OrFalse<T>(pub Option<T>);

impl<T> From<Option<T>> for OrFalse<T> {
    fn from(value: Option<T>) -> Self {
        OrFalse(value)
    }
}

impl<T: IntoValue> IntoValue for OrFalse<T> {
    fn into_value(self) -> Value {
        self.0.map_or(Value::FALSE, T::into_value)
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Value {
        self.map_or(Value::NULL, T::into_value)
    }
}

macro_rules! into_value {
    ($($ty:ty => |$v:ident| $body:expr;)*) => {$(
        impl IntoValue for $ty {
            fn into_value(self) -> Value {
                let $v = self;
                $body
            }
        }
    )*};
}

into_value! {
    () => |_v| Value::NULL;
    Value => |v| v;
    i64 => |v| Value::int(v);
    usize => |v| Value::int(i64::try_from(v).unwrap_or(i64::MAX));
    u32 => |v| Value::int(i64::from(v));
    i32 => |v| Value::int(i64::from(v));
    f64 => |v| Value::float(v);
    bool => |v| Value::bool(v);
    PhpStr => |v| Value::string(v);
    PhpArray => |v| Value::array(v);
    PhpObject => |v| Value::object(v);
    PhpResource => |v| Value::resource(v);
    &str => |v| Value::bytes(v.as_bytes());
    String => |v| Value::bytes(v.as_bytes());
    Vec<u8> => |v| Value::bytes(&v);
    &Class => |v| Value::string(v.name.to_php());
}
