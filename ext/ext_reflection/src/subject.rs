//! The native part of reflection objects: what they are about.

use std::rc::Rc;

use loxo_runtime::{AttributeInfo, ClassConst, ConstId, Extension, Native, ObjectHandlers, PhpRef, Property, Tracer};

use crate::prelude::*;

/// What an object is about; nothing before its constructor has run.
#[derive(Clone, Default)]
pub(crate) enum Subject {
    #[default]
    None,
    Class {
        class: &'static Class,
        /// `ReflectionObject`: the object itself.
        object: Option<PhpObject>,
    },
    Function(FunctionRef),
    Parameter {
        function: FunctionRef,
        index: usize,
    },
    Type(TypeRef),
    Property(PropertyRef),
    ClassConstant(&'static ClassConst),
    Attribute(AttributeRef),
    Constant {
        id: ConstId,
        name: PhpStr,
    },
    Extension(&'static Extension),
    /// A generator or fiber.
    Running(PhpObject),
    Reference(PhpRef),
}

/// A function or method.
#[derive(Clone)]
pub(crate) struct FunctionRef {
    pub func: &'static Func,
    /// Methods: the class through which it was found.
    pub class: Option<&'static Class>,
    /// The closure that the function was taken from.
    pub closure: Option<PhpObject>,
}

/// A type as a program sees it.
#[derive(Clone)]
pub(crate) struct TypeRef {
    pub shape: Rc<crate::types::Shape>,
    /// `?T` is `T` by name.
    pub short_name: bool,
}

#[derive(Clone)]
pub(crate) struct PropertyRef {
    /// The class through which it was found: the scope of reading and writing.
    pub class: &'static Class,
    /// `None`: a dynamic property.
    pub property: Option<&'static Property>,
    pub name: PhpStr,
}

/// An attribute where it is written.
#[derive(Clone)]
pub(crate) struct AttributeRef {
    pub info: AttributeInfo,
    /// As `Attribute::TARGET_CLASS`.
    pub target: i64,
    pub repeated: bool,
    pub file: Option<PhpStr>,
    pub strict: bool,
}

pub(crate) struct Data(pub Subject);

impl Native for Data {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        match &self.0 {
            Subject::Class { object: Some(object), .. } | Subject::Running(object) => tracer.object(object),
            Subject::Function(function) | Subject::Parameter { function, .. } => function.closure.iter().for_each(|o| tracer.object(o)),
            Subject::Reference(reference) => tracer.reference(reference),
            _ => {}
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Data(Subject::None))),
        write_property: Some(refuse_names),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// Names say what the object is about, and stay.
fn refuse_names(cx: &mut Cx, this: &PhpObject, name: &PhpStr, _: &Value) -> PhpResult<bool> {
    let class = class_of(this);
    if !matches!(name.as_bytes(), b"name" | b"class") || !class.properties.contains_key(name.as_bytes()) {
        return Ok(false);
    }
    Err(exception(cx, message(&[b"Cannot set read-only property ", convert::class_name(class), b"::$", name])))
}

/// `__clone()` of all of them; private, but reflection gets there.
pub(crate) fn clone(cx: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Err(exception(cx, "Cannot clone object using __clone()"))
}

/// `throw new ReflectionException(...)`
#[cold]
pub(crate) fn exception(cx: &mut Cx, message: impl AsRef<[u8]>) -> Thrown {
    cx.throw("ReflectionException", message)
}

#[cold]
pub(crate) fn exception_with_code(cx: &mut Cx, message: impl AsRef<[u8]>, code: i64) -> Thrown {
    if cx.exception.is_some() || cx.ending.is_some() {
        return Thrown;
    }
    cx.throw_with_code("ReflectionException", message, code)
}

/// What an object is about.
pub(crate) fn subject(this: &PhpObject) -> &Subject {
    const NOTHING: &Subject = &Subject::None;
    this.native::<Data>().map_or(NOTHING, |data| &data.0)
}

pub(crate) fn set(this: &PhpObject, subject: Subject) {
    this.set_native(Box::new(Data(subject)));
}

/// For objects whose constructor has not run.
#[cold]
pub(crate) fn unfinished(cx: &mut Cx) -> Thrown {
    if cx.exception.is_some() || cx.ending.is_some() {
        return Thrown;
    }
    cx.throw_error("Internal error: Failed to retrieve the reflection object")
}

pub(crate) fn class(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static Class> {
    match subject(this) {
        Subject::Class { class, .. } => Ok(class),
        _ => Err(unfinished(cx)),
    }
}

/// The object of a `ReflectionObject`.
pub(crate) fn reflected_object(this: &PhpObject) -> Option<PhpObject> {
    match subject(this) {
        Subject::Class { object, .. } => object.clone(),
        _ => None,
    }
}

pub(crate) fn function(cx: &mut Cx, this: &PhpObject) -> PhpResult<FunctionRef> {
    match subject(this) {
        Subject::Function(function) => Ok(function.clone()),
        _ => Err(unfinished(cx)),
    }
}

pub(crate) fn func(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static Func> {
    match subject(this) {
        Subject::Function(function) => Ok(function.func),
        _ => Err(unfinished(cx)),
    }
}

pub(crate) fn property(cx: &mut Cx, this: &PhpObject) -> PhpResult<PropertyRef> {
    match subject(this) {
        Subject::Property(property) => Ok(property.clone()),
        _ => Err(unfinished(cx)),
    }
}

/// A new reflection object, without running a constructor. `names` go into its first properties.
pub(crate) fn make(cx: &mut Cx, class: &str, subject: Subject, names: &[Value]) -> PhpResult<PhpObject> {
    let class = cx.builtin_class(class);
    let object = object::instantiate_raw(cx, class)?;
    name(&object, subject, names);
    Ok(object)
}

/// Says what an object is about.
pub(crate) fn name(object: &PhpObject, subject: Subject, names: &[Value]) {
    set(object, subject);
    for (slot, name) in names.iter().enumerate() {
        *object.slot_mut(slot) = name.clone();
    }
}

/// `ReflectionClass`, or `ReflectionEnum` for enums.
pub(crate) fn of_class(cx: &mut Cx, class: &'static Class) -> PhpResult<PhpObject> {
    let reflection = if class.is_enum() { "ReflectionEnum" } else { "ReflectionClass" };
    make(cx, reflection, Subject::Class { class, object: None }, &[class.name.to_value()])
}

pub(crate) fn of_method(cx: &mut Cx, class: &'static Class, func: &'static Func) -> PhpResult<PhpObject> {
    of_method_ref(cx, FunctionRef { func, class: Some(class), closure: None })
}

pub(crate) fn of_method_ref(cx: &mut Cx, function: FunctionRef) -> PhpResult<PhpObject> {
    let func = function.func;
    let declaring = func.class.or(function.class).map_or(Value::NULL, |class| class.name.to_value());
    make(cx, "ReflectionMethod", Subject::Function(function), &[func.name.to_value(), declaring])
}

pub(crate) fn of_function(cx: &mut Cx, func: &'static Func, closure: Option<PhpObject>) -> PhpResult<PhpObject> {
    let subject = Subject::Function(FunctionRef { func, class: None, closure });
    make(cx, "ReflectionFunction", subject, &[func.name.to_value()])
}

pub(crate) fn of_property(cx: &mut Cx, property: PropertyRef) -> PhpResult<PhpObject> {
    let declaring = property.property.map_or(property.class, |property| property.class);
    let names = [Value::string(property.name.clone()), declaring.name.to_value()];
    make(cx, "ReflectionProperty", Subject::Property(property), &names)
}

/// The class of an `object|string` argument.
pub(crate) fn class_argument(cx: &mut Cx, value: &Value, code: i64) -> PhpResult<&'static Class> {
    if let Some(object) = value.as_object() {
        return Ok(class_of(object));
    }
    let name = convert::to_string(cx, value)?;
    match cx.class(&name)? {
        Some(class) => Ok(class),
        None => Err(exception_with_code(cx, message(&[b"Class \"", &name, b"\" does not exist"]), code)),
    }
}
