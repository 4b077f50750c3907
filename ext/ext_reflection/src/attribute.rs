//! `ReflectionAttribute`, and the attributes of whatever has some.

use loxo_runtime::value::SharedValue;
use loxo_runtime::value::object_flags;
use loxo_runtime::{AttributeArg, AttributeInfo, Attributed, BuiltinAttribute, ClassConst, ConstInit, Init, KeyRef, Property, Site};

use crate::prelude::*;
use crate::subject::{self, AttributeRef};
use crate::{export, origin};

/// `Attribute::TARGET_*`, `Attribute::IS_REPEATABLE`
pub(crate) const CLASS: i64 = 1;
pub(crate) const FUNCTION: i64 = 2;
pub(crate) const METHOD: i64 = 4;
pub(crate) const PROPERTY: i64 = 8;
pub(crate) const CLASS_CONSTANT: i64 = 16;
pub(crate) const PARAMETER: i64 = 32;
const ALL: i64 = 63;
const REPEATABLE: i64 = 64;

const NAMES: [(i64, &str); 6] = [
    (CLASS, "class"),
    (FUNCTION, "function"),
    (METHOD, "method"),
    (PROPERTY, "property"),
    (CLASS_CONSTANT, "class constant"),
    (PARAMETER, "parameter"),
];

/// `ReflectionAttribute::IS_INSTANCEOF`
const IS_INSTANCEOF: i64 = 2;

/// What attributes stand on.
#[derive(Clone, Copy)]
pub(crate) enum AttributeTarget {
    Class(&'static Class),
    Function(&'static Func),
    Parameter(&'static Func, usize),
    Property(&'static Property),
    ClassConstant(&'static ClassConst),
}

impl AttributeTarget {
    fn attributes(self, cx: &mut Cx) -> Vec<AttributeInfo> {
        let place = match self {
            AttributeTarget::Class(class) => match class.builtin {
                Some(row) => return row.attributes.iter().map(of_builtin).collect(),
                None => Attributed::Class(class),
            },
            AttributeTarget::Function(func) => Attributed::Function(crate::invoke::target(cx, func)),
            AttributeTarget::Parameter(func, index) => match func.builtin {
                Some(row) => return row.params[index].sensitive.then(|| plain("SensitiveParameter")).into_iter().collect(),
                None => Attributed::Param(func, index),
            },
            AttributeTarget::Property(property) => Attributed::Property(property.class, property.origin, property.decl),
            AttributeTarget::ClassConstant(constant) => Attributed::Constant(constant.class, constant.origin, constant.decl),
        };
        (cx.hooks.attributes)(cx, place)
    }

    fn file(self, cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
        match self {
            AttributeTarget::Class(class) => origin::file_of_class(cx, class),
            AttributeTarget::Function(func) | AttributeTarget::Parameter(func, _) => {
                Ok(origin::of_func(cx, func)?.map(|position| position.file))
            }
            AttributeTarget::Property(property) => origin::file_of_class(cx, property.origin.unwrap_or(property.class)),
            AttributeTarget::ClassConstant(constant) => origin::file_of_class(cx, constant.origin.unwrap_or(constant.class)),
        }
    }

    /// `declare(strict_types=1)` holds where the attribute stands.
    fn strict(self) -> bool {
        match self {
            AttributeTarget::Class(class) => class.flags.has(ClassFlags::STRICT_TYPES),
            AttributeTarget::Function(func) | AttributeTarget::Parameter(func, _) => func.flags.has(FnFlags::STRICT_TYPES),
            AttributeTarget::Property(property) => property.origin.unwrap_or(property.class).flags.has(ClassFlags::STRICT_TYPES),
            AttributeTarget::ClassConstant(constant) => constant.origin.unwrap_or(constant.class).flags.has(ClassFlags::STRICT_TYPES),
        }
    }
}

fn plain(name: &str) -> AttributeInfo {
    AttributeInfo { name: PhpStr::from(name), args: Vec::new(), line: 0 }
}

fn of_builtin(attribute: &BuiltinAttribute) -> AttributeInfo {
    let args = attribute.args.iter().map(|arg| {
        let value = match arg {
            ConstInit::Int(value) => Value::int(*value),
            ConstInit::Str(text) => Value::string(PhpStr::interned(text)),
            _ => Value::NULL,
        };
        AttributeArg { name: None, value: SharedValue::new(value).map_or(Init::Uninit, Init::Value), text: None }
    });
    AttributeInfo { args: args.collect(), ..plain(attribute.name) }
}

/// `getAttributes()` of everything that has some.
pub(crate) fn list(cx: &mut Cx, place: AttributeTarget, target: i64, name: Option<&PhpStr>, flags: i64) -> PhpResult<PhpArray> {
    if flags & !IS_INSTANCEOF != 0 {
        return Err(cx.argument_value_error(2, "must be a valid attribute filter flag"));
    }
    let base = match name.filter(|_| flags & IS_INSTANCEOF != 0) {
        Some(name) => match cx.class(name)? {
            Some(class) => Some(class),
            None => return Err(cx.throw_error(message(&[b"Class \"", name, b"\" not found"]))),
        },
        None => None,
    };
    let all = place.attributes(cx);
    if all.is_empty() {
        return Ok(PhpArray::new());
    }
    let file = place.file(cx)?;
    let mut list = PhpArray::new();
    for attribute in &all {
        let wanted = match (base, name) {
            (Some(base), _) => cx.class(&attribute.name)?.is_some_and(|class| class.is_subclass_of(base)),
            (None, Some(name)) => attribute.name.eq_ignore_ascii_case(name),
            (None, None) => true,
        };
        if !wanted {
            continue;
        }
        let found = AttributeRef {
            info: attribute.clone(),
            target,
            repeated: all.iter().filter(|other| other.name.eq_ignore_ascii_case(&attribute.name)).count() > 1,
            file: file.clone(),
            strict: place.strict(),
        };
        let shown = Value::string(found.info.name.clone());
        let object = subject::make(cx, "ReflectionAttribute", Subject::Attribute(found), &[shown])?;
        let _ = list.push(Value::object(object));
    }
    Ok(list)
}

fn attribute(cx: &mut Cx, this: &PhpObject) -> PhpResult<AttributeRef> {
    match subject::subject(this) {
        Subject::Attribute(attribute) => Ok(attribute.clone()),
        _ => Err(subject::unfinished(cx)),
    }
}

/// `ReflectionAttribute::__construct()`: private.
pub(crate) fn construct(cx: &mut Cx, _: &PhpObject, _: &mut [Value]) -> PhpResult<()> {
    Err(exception(cx, "Cannot directly instantiate ReflectionAttribute"))
}

/// `ReflectionAttribute::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let AttributeInfo { name, args, .. } = attribute(cx, this)?.info;
    let mut out = join(&[b"Attribute [ ", &name, b" ]"]);
    if args.is_empty() {
        out.push(b'\n');
        return Ok(out);
    }
    out.extend_from_slice(format!(" {{\n  - Arguments [{}] {{\n", args.len()).as_bytes());
    for (index, arg) in args.iter().enumerate() {
        out.extend_from_slice(format!("    Argument #{index} [ ").as_bytes());
        if let Some(name) = &arg.name {
            out.extend_from_slice(&join(&[name, b" = "]));
        }
        match (&arg.text, &arg.value) {
            (Some(text), _) => out.extend_from_slice(text),
            (None, Init::Value(value)) => export::value::write(cx, &mut out, value.get()),
            (None, _) => {}
        }
        out.extend_from_slice(b" ]\n");
    }
    out.extend_from_slice(b"  }\n}\n");
    Ok(out)
}

/// `ReflectionAttribute::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(attribute(cx, this)?.info.name)
}

/// `ReflectionAttribute::getTarget()`
pub(crate) fn get_target(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(attribute(cx, this)?.target)
}

/// `ReflectionAttribute::isRepeated()`
pub(crate) fn is_repeated(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(attribute(cx, this)?.repeated)
}

/// Expressions have values only when somebody asks for them.
fn evaluate(cx: &mut Cx, args: &[AttributeArg]) -> PhpResult<PhpArray> {
    let mut values = PhpArray::new();
    for arg in args {
        let value = match &arg.value {
            Init::Uninit => Value::NULL,
            Init::Value(value) => value.get().clone(),
            Init::Thunk(func) => (cx.hooks.run_thunk)(cx, func)?,
        };
        match &arg.name {
            Some(name) => values.set_str(name, value),
            None => drop(values.push(value)),
        }
    }
    Ok(values)
}

/// `ReflectionAttribute::getArguments()`
pub(crate) fn get_arguments(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let attribute = attribute(cx, this)?;
    evaluate(cx, &attribute.info.args)
}

/// `ReflectionAttribute::newInstance()`
pub(crate) fn new_instance(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let attribute = attribute(cx, this)?;
    let name = &attribute.info.name;
    let Some(class) = cx.class(name)? else {
        return Err(cx.throw_error(message(&[b"Attribute class \"", name, b"\" not found"])));
    };
    let markers = AttributeTarget::Class(class).attributes(cx);
    let Some(marker) = markers.iter().find(|marker| marker.name.eq_ignore_ascii_case(b"Attribute")) else {
        return Err(cx.throw_error(message(&[b"Attempting to use non-attribute class \"", name, b"\" as attribute"])));
    };
    if class.builtin.is_none() {
        let flags = flags_of(cx, marker)?;
        check_use(cx, &attribute, flags)?;
    }
    instantiate(cx, class, &attribute)
}

/// The flags that a class of attributes gives in its own `#[Attribute]`.
fn flags_of(cx: &mut Cx, marker: &AttributeInfo) -> PhpResult<i64> {
    let args = evaluate(cx, &marker.args)?;
    let Some(first) = args.values().next() else { return Ok(ALL) };
    let Some(flags) = first.as_int() else {
        let given = convert::value_name(first);
        return Err(cx.throw_error(format!("Attribute::__construct(): Argument #1 ($flags) must be of type int, {given} given")));
    };
    if flags & !(ALL | REPEATABLE) != 0 {
        return Err(cx.throw_error("Invalid attribute flags specified"));
    }
    Ok(flags)
}

fn target_names(targets: i64) -> String {
    let names: Vec<&str> = NAMES.iter().filter(|(bit, _)| targets & bit != 0).map(|(_, name)| *name).collect();
    names.join(", ")
}

fn check_use(cx: &mut Cx, attribute: &AttributeRef, flags: i64) -> PhpResult<()> {
    let name = attribute.info.name.to_str_lossy();
    if attribute.target & flags == 0 {
        let (place, allowed) = (target_names(attribute.target), target_names(flags));
        return Err(cx.throw_error(format!("Attribute \"{name}\" cannot target {place} (allowed targets: {allowed})")));
    }
    if flags & REPEATABLE == 0 && attribute.repeated {
        return Err(cx.throw_error(format!("Attribute \"{name}\" must not be repeated")));
    }
    Ok(())
}

/// `new` of the attribute, as code at its place would do it.
fn instantiate(cx: &mut Cx, class: &'static Class, attribute: &AttributeRef) -> PhpResult<PhpObject> {
    let Some(file) = &attribute.file else { return construct_attribute(cx, class, attribute) };
    let site = Site { file, line: attribute.info.line, strict: attribute.strict };
    let mut made = None;
    (cx.hooks.at_site)(cx, &site, &mut |cx| {
        made = Some(construct_attribute(cx, class, attribute)?);
        Ok(())
    })?;
    made.ok_or(Thrown)
}

fn construct_attribute(cx: &mut Cx, class: &'static Class, attribute: &AttributeRef) -> PhpResult<PhpObject> {
    let args = evaluate(cx, &attribute.info.args)?;
    let object = cx.instantiate(class)?;
    let Some(constructor) = class.magic.constructor else {
        // Arguments by name are for somebody; others are ignored.
        return match args.iter().find_map(|(key, _)| if let KeyRef::Str(name) = key { Some(name.clone()) } else { None }) {
            Some(name) => Err(cx.throw_error(message(&[b"Unknown named parameter $", &name]))),
            None => Ok(object),
        };
    };
    object::check_constructor(cx, constructor, None)?;
    let callable = Callable { func: constructor, this: Some(object.clone()), called_class: Some(class), closure: None, magic_name: None };
    let (mut positional, named) = crate::invoke::split(cx, &args)?;
    let outcome = (cx.hooks.call)(cx, &callable, &mut positional, named.as_ref());
    if outcome.is_err() {
        object.set_flags(object_flags::DESTRUCTED);
    }
    outcome.map(|_| object)
}
