//! `ReflectionClass` and `ReflectionObject`: what a class is. Its members, its objects and lazy objects have modules of their own.

mod create;
mod lazy;
mod members;
pub(crate) mod object;

use loxo_runtime::OrFalse;

use crate::prelude::*;
use crate::reflection::modifier;
use crate::subject::{self, class};
use crate::{attribute, export, extension, origin};

pub(crate) use create::*;
pub(crate) use lazy::*;
pub(crate) use members::*;

/// `ReflectionClass::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, object_or_class: &Value) -> PhpResult<()> {
    let class = subject::class_argument(cx, object_or_class, -1)?;
    subject::name(this, Subject::Class { class, object: None }, &[class.name.to_value()]);
    Ok(())
}

/// `ReflectionClass::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let class = class(cx, this)?;
    let mut out = Vec::new();
    export::class::write(cx, &mut out, class, subject::reflected_object(this).as_ref(), "")?;
    Ok(out)
}

/// `ReflectionClass::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(class(cx, this)?.name.to_php())
}

/// `ReflectionClass::isInternal()`
pub(crate) fn is_internal(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.builtin.is_some())
}

/// `ReflectionClass::isUserDefined()`
pub(crate) fn is_user_defined(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.builtin.is_none())
}

/// `ReflectionClass::isAnonymous()`
pub(crate) fn is_anonymous(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.flags.has(ClassFlags::ANONYMOUS))
}

/// `ReflectionClass::isInstantiable()`
pub(crate) fn is_instantiable(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let class = class(cx, this)?;
    let is_public = |func: &Func| !func.flags.any(FnFlags::PRIVATE.with(FnFlags::PROTECTED));
    Ok(class.is_instantiable() && class.magic.constructor.is_none_or(is_public))
}

/// `ReflectionClass::isCloneable()`
pub(crate) fn is_cloneable(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let class = class(cx, this)?;
    let is_public = |func: &Func| !func.flags.any(FnFlags::PRIVATE.with(FnFlags::PROTECTED));
    Ok(class.is_instantiable() && class.magic.clone.map_or(!class.object_handlers.no_clone, is_public))
}

/// `ReflectionClass::getFileName()`
pub(crate) fn get_file_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpStr>> {
    let class = class(cx, this)?;
    Ok(OrFalse(origin::file_of_class(cx, class)?))
}

/// `ReflectionClass::getStartLine()`
pub(crate) fn get_start_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<i64>> {
    let class = class(cx, this)?;
    Ok(OrFalse(origin::of_class(cx, class)?.map(|position| position.start)))
}

/// `ReflectionClass::getEndLine()`
pub(crate) fn get_end_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<i64>> {
    let class = class(cx, this)?;
    Ok(OrFalse(origin::of_class(cx, class)?.map(|position| position.end)))
}

/// `ReflectionClass::getDocComment()`
pub(crate) fn get_doc_comment(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpStr>> {
    let class = class(cx, this)?;
    Ok(OrFalse(origin::of_class(cx, class)?.and_then(|position| position.doc)))
}

/// `ReflectionClass::getAttributes()`
pub(crate) fn get_attributes(cx: &mut Cx, this: &PhpObject, name: Option<&PhpStr>, flags: i64) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    attribute::list(cx, attribute::AttributeTarget::Class(class), attribute::CLASS, name, flags)
}

/// `ReflectionClass::getInterfaces()`
pub(crate) fn get_interfaces(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    by_name(cx, &class.interfaces)
}

/// `ReflectionClass::getTraits()`
pub(crate) fn get_traits(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    by_name(cx, &class.traits)
}

/// Objects for classes, under their names.
pub(crate) fn by_name(cx: &mut Cx, classes: &[&'static Class]) -> PhpResult<PhpArray> {
    let mut all = PhpArray::new();
    for class in classes {
        let object = subject::of_class(cx, class)?;
        all.set_bytes(class.name.as_bytes(), Value::object(object));
    }
    Ok(all)
}

fn names(classes: &[&'static Class]) -> PhpArray {
    PhpArray::from_values(classes.iter().map(|class| class.name.to_value()))
}

/// `ReflectionClass::getInterfaceNames()`
pub(crate) fn get_interface_names(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(names(&class(cx, this)?.interfaces))
}

/// `ReflectionClass::getTraitNames()`
pub(crate) fn get_trait_names(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(names(&class(cx, this)?.traits))
}

/// `ReflectionClass::getTraitAliases()`
pub(crate) fn get_trait_aliases(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    let rules = (cx.hooks.reflect)(cx, Reflect::TraitAliases(class))?;
    let mut aliases = PhpArray::new();
    for rule in rules.as_array().into_iter().flat_map(PhpArray::values) {
        let text = |index| rule.as_array().and_then(|rule| rule.get_int(index)).and_then(Value::as_str);
        let (Some(alias), Some(method)) = (text(0), text(1)) else { continue };
        let owner = match text(2) {
            Some(name) => name.clone(),
            None => {
                let lower = method.to_ascii_lower();
                let owner = class.traits.iter().find(|used| used.method(&lower).is_some());
                owner.map_or_else(PhpStr::empty, |used| used.name.to_php())
            }
        };
        aliases.set_str(alias, Value::bytes(&join(&[&owner, b"::", method])));
    }
    Ok(aliases)
}

/// `ReflectionClass::isInterface()`
pub(crate) fn is_interface(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.is_interface())
}

/// `ReflectionClass::isTrait()`
pub(crate) fn is_trait(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.is_trait())
}

/// `ReflectionClass::isEnum()`
pub(crate) fn is_enum(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.is_enum())
}

/// `ReflectionClass::isAbstract()`
pub(crate) fn is_abstract(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class_is_abstract(class(cx, this)?))
}

/// Written so, or with a method that is. Interfaces have abstract methods only where they have methods at all.
pub(crate) fn class_is_abstract(class: &Class) -> bool {
    let abstract_method = || class.methods.values().any(|method| method.flags.has(FnFlags::ABSTRACT));
    match class.is_interface() || class.is_trait() {
        true => abstract_method(),
        false => class.is_abstract,
    }
}

/// `ReflectionClass::isFinal()`
pub(crate) fn is_final(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class_is_final(class(cx, this)?))
}

pub(crate) fn class_is_final(class: &Class) -> bool {
    class.flags.any(ClassFlags::FINAL.with(ClassFlags::ENUM))
}

/// `ReflectionClass::isReadOnly()`
pub(crate) fn is_read_only(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.flags.has(ClassFlags::READONLY))
}

/// `ReflectionClass::getModifiers()`
pub(crate) fn get_modifiers(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let class = class(cx, this)?;
    let mut modifiers = 0;
    if class.flags.has(ClassFlags::ABSTRACT) {
        modifiers |= modifier::ABSTRACT;
    }
    if class_is_final(class) {
        modifiers |= modifier::FINAL;
    }
    if class.flags.has(ClassFlags::READONLY) {
        modifiers |= modifier::READONLY_CLASS;
    }
    Ok(modifiers)
}

/// `ReflectionClass::isInstance()`
pub(crate) fn is_instance(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<bool> {
    let class = class(cx, this)?;
    Ok(class_of(object).is_subclass_of(class))
}

/// `ReflectionClass::getParentClass()`
pub(crate) fn get_parent_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    match class(cx, this)?.parent {
        Some(parent) => Ok(OrFalse(Some(subject::of_class(cx, parent)?))),
        None => Ok(OrFalse::FALSE),
    }
}

/// The class of a `ReflectionClass|string` argument.
fn other_class(cx: &mut Cx, other: &Value, kind: &str) -> PhpResult<&'static Class> {
    if let Some(reflection) = other.as_object() {
        return match subject::subject(reflection) {
            Subject::Class { class, .. } => Ok(class),
            _ => Err(cx.throw_error("Internal error: Failed to retrieve the argument's reflection object")),
        };
    }
    let name = convert::to_string(cx, other)?;
    match cx.class(&name)? {
        Some(class) => Ok(class),
        None => Err(exception_with_code(cx, message(&[kind.as_bytes(), b" \"", &name, b"\" does not exist"]), 0)),
    }
}

/// `ReflectionClass::isSubclassOf()`
pub(crate) fn is_subclass_of(cx: &mut Cx, this: &PhpObject, other: &Value) -> PhpResult<bool> {
    let other = other_class(cx, other, "Class")?;
    let class = class(cx, this)?;
    Ok(!class.same(other) && class.is_subclass_of(other))
}

/// `ReflectionClass::implementsInterface()`
pub(crate) fn implements_interface(cx: &mut Cx, this: &PhpObject, interface: &Value) -> PhpResult<bool> {
    let interface = other_class(cx, interface, "Interface")?;
    if !interface.is_interface() {
        return Err(exception(cx, message(&[convert::class_name(interface), b" is not an interface"])));
    }
    Ok(class(cx, this)?.is_subclass_of(interface))
}

/// `ReflectionClass::isIterable()`
pub(crate) fn is_iterable(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let class = class(cx, this)?;
    if class.is_interface() || class.is_trait() || class.is_abstract {
        return Ok(false);
    }
    Ok(class.is_subclass_of(cx.builtin_class("Traversable")))
}

/// `ReflectionClass::getExtension()`
pub(crate) fn get_extension(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let class = class(cx, this)?;
    extension::of(cx, origin::extension_of_class(class))
}

/// `ReflectionClass::getExtensionName()`
pub(crate) fn get_extension_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<&'static str>> {
    let class = class(cx, this)?;
    Ok(OrFalse(origin::extension_of_class(class).map(|extension| extension.name)))
}

/// `ReflectionClass::inNamespace()`
pub(crate) fn in_namespace(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(class(cx, this)?.name.as_bytes().contains(&b'\\'))
}

/// `ReflectionClass::getNamespaceName()`
pub(crate) fn get_namespace_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static [u8]> {
    Ok(origin::split_name(class(cx, this)?.name.as_bytes()).0)
}

/// `ReflectionClass::getShortName()`
pub(crate) fn get_short_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static [u8]> {
    Ok(origin::split_name(class(cx, this)?.name.as_bytes()).1)
}
