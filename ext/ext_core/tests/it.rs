//! The extension links, and its tables say what PHP's reflection says.

use loxo_runtime::registry::NumberedNames;
use loxo_runtime::{ClassId, ConstId, Cx, FnId, Registry, Tag, headless, object};

fn context() -> Cx {
    let registry = Registry::build(&[&ext_core::EXTENSION], &NumberedNames::NONE).expect("links");
    let mut cx = headless::context();
    registry.start(&mut cx);
    cx
}

#[test]
fn functions_know_their_parameters() {
    let cx = context();
    let func = cx.func(FnId::of(b"strncmp")).expect("is linked");
    assert_eq!((func.required, func.num_params), (3, 3));
    let func = cx.func(FnId::of(b"trigger_error")).expect("is linked");
    assert_eq!((func.required, func.num_params), (1, 2));
    assert!(cx.func(FnId::of(b"exit")).is_some() && cx.func(FnId::of(b"exit_")).is_none());
}

#[test]
fn classes_are_linked_after_what_they_need() {
    let cx = context();
    Registry::get().expect("is built").link_all().expect("all can be linked");
    let class = |name: &str| cx.class_by_id(ClassId::of(name.as_bytes())).expect("is linked");
    assert!(class("DivisionByZeroError").is_subclass_of(class("Stringable")));
    assert!(class("ErrorException").is_subclass_of(class("Throwable")));
    assert!(!class("Error").is_subclass_of(class("Exception")));
    assert!(class("WeakMap").is_subclass_of(class("Traversable")));
    assert_eq!(class("ErrorException").slots.len(), 8);
}

#[test]
fn deprecated_constants_are_found_the_slow_way_only() {
    let cx = context();
    assert_eq!(cx.constant(ConstId::of(b"E_ALL")).and_then(|v| v.as_int()), Some(30719));
    assert!(cx.constant(ConstId::of(b"E_STRICT")).is_none());
    let strict = Registry::get().and_then(|registry| registry.deprecated_constant(ConstId::of(b"E_STRICT")));
    assert_eq!(strict.map(|v| v.tag()), Some(Tag::Int));
}

#[test]
fn new_exceptions_have_their_defaults() {
    let mut cx = context();
    let class = cx.builtin_class("ErrorException");
    let exception = object::instantiate(&mut cx, class).expect("can be made");
    assert_eq!(exception.slot(7).as_int(), Some(1));
    assert!(exception.slot(5).is_array());
}
