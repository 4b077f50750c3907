//! The text that `ReflectionClass::__toString()` gives, with all members and their counts.

use super::{function, members, put};
use crate::class::{class_is_abstract, class_is_final, shown_methods, shown_properties};
use crate::prelude::*;
use crate::subject::FunctionRef;
use crate::{invoke, origin};

/// `Class [ <user> class A ] {...}`; with an object, that one's dynamic properties too.
pub(crate) fn write(cx: &mut Cx, out: &mut Vec<u8>, class: &'static Class, object: Option<&PhpObject>, indent: &str) -> PhpResult<()> {
    write_head(cx, out, class, object.is_some(), indent)?;
    let inner = format!("{indent}    ");
    put!(out, "\n", indent, format!("  - Constants [{}] {{\n", class.constants.len()));
    for constant in class.constants.values() {
        members::write_constant(cx, out, constant, &inner)?;
    }
    put!(out, indent, "  }\n");
    write_properties(cx, out, class, true, indent)?;
    write_methods(cx, out, class, object, true, indent)?;
    write_properties(cx, out, class, false, indent)?;
    if let Some(object) = object {
        write_dynamic(cx, out, object, indent)?;
    }
    write_methods(cx, out, class, object, false, indent)?;
    put!(out, indent, "}\n");
    Ok(())
}

/// `foreach` has a way of its own to walk the objects.
fn is_walked(cx: &Cx, class: &'static Class) -> bool {
    let derives = |name: &str| {
        let base = cx.builtin_class(name);
        !class.same(base) && class.is_subclass_of(base)
    };
    class.has_hooks
        || derives("Iterator")
        || derives("IteratorAggregate")
        || (class.builtin.is_some() && class.object_handlers.iterate.is_some())
}

fn write_head(cx: &mut Cx, out: &mut Vec<u8>, class: &'static Class, of_object: bool, indent: &str) -> PhpResult<()> {
    let position = origin::of_class(cx, class)?;
    if let Some(doc) = position.as_ref().and_then(|position| position.doc.as_ref()) {
        put!(out, indent, doc.as_bytes(), "\n");
    }
    let kind = match () {
        () if of_object => "Object of class",
        () if class.is_interface() => "Interface",
        () if class.is_trait() => "Trait",
        () => "Class",
    };
    put!(out, indent, kind, " [ ", if position.is_some() { "<user" } else { "<internal" });
    if let Some(extension) = origin::extension_of_class(class) {
        put!(out, ":", extension.name);
    }
    put!(out, "> ");
    if is_walked(cx, class) {
        put!(out, "<iterateable> ");
    }
    if class.is_interface() {
        put!(out, "interface ");
    } else if class.is_trait() {
        put!(out, "trait ");
    } else {
        let words = [
            (class_is_abstract(class), "abstract "),
            (class_is_final(class), "final "),
            (class.flags.has(ClassFlags::READONLY), "readonly "),
        ];
        words.iter().filter(|(holds, _)| *holds).for_each(|(_, word)| put!(out, word));
        put!(out, "class ");
    }
    put!(out, convert::class_name(class));
    if let Some(parent) = class.parent {
        put!(out, " extends ", convert::class_name(parent));
    }
    for (index, interface) in class.interfaces.iter().enumerate() {
        let word = match (index, class.is_interface()) {
            (0, true) => " extends ",
            (0, false) => " implements ",
            _ => ", ",
        };
        put!(out, word, interface.name.as_bytes());
    }
    put!(out, " ] {\n");
    if let Some(position) = position {
        put!(out, indent, "  @@ ", position.file.as_bytes(), format!(" {}-{}\n", position.start, position.end));
    }
    Ok(())
}

fn write_properties(cx: &mut Cx, out: &mut Vec<u8>, class: &'static Class, statics: bool, indent: &str) -> PhpResult<()> {
    let shown: Vec<_> = shown_properties(class).filter(|property| property.is_static() == statics).collect();
    let title = if statics { "Static properties" } else { "Properties" };
    put!(out, "\n", indent, format!("  - {title} [{}] {{\n", shown.len()));
    let inner = format!("{indent}    ");
    for property in shown {
        members::write_property(cx, out, Some(property), property.name.as_bytes(), &inner)?;
    }
    put!(out, indent, "  }\n");
    Ok(())
}

fn write_dynamic(cx: &mut Cx, out: &mut Vec<u8>, object: &PhpObject, indent: &str) -> PhpResult<()> {
    let table = if object::is_lazy(object) { None } else { object.dynamic().cloned() };
    let class = class_of(object);
    let names: Vec<PhpStr> = table.iter().flat_map(PhpArray::iter).map(|(key, _)| origin::key_text(key)).collect();
    // Private properties of ancestors hide dynamic ones.
    let names: Vec<PhpStr> = names.into_iter().filter(|name| object::declared_property(class, name).is_none()).collect();
    put!(out, "\n", indent, format!("  - Dynamic properties [{}] {{\n", names.len()));
    let inner = format!("{indent}    ");
    for name in names {
        members::write_property(cx, out, None, &name, &inner)?;
    }
    put!(out, indent, "  }\n");
    Ok(())
}

fn write_methods(
    cx: &mut Cx,
    out: &mut Vec<u8>,
    class: &'static Class,
    object: Option<&PhpObject>,
    statics: bool,
    indent: &str,
) -> PhpResult<()> {
    let mut shown: Vec<&'static Func> = shown_methods(class).filter(|func| func.is_static() == statics).collect();
    if let Some(object) = object.filter(|_| !statics && invoke::is_closure_class(cx, class)) {
        shown.push(invoke::invoke_method(cx, Some(object))?);
    }
    let title = if statics { "Static methods" } else { "Methods" };
    put!(out, "\n", indent, format!("  - {title} [{}] {{", shown.len()));
    let inner = format!("{indent}    ");
    for func in &shown {
        put!(out, "\n");
        function::write(cx, out, &FunctionRef { func, class: Some(class), closure: None }, Some(class), &inner)?;
    }
    if shown.is_empty() {
        put!(out, "\n");
    }
    put!(out, indent, "  }\n");
    Ok(())
}
