//! Objects of hand-made classes, in a context without an interpreter.

use loxo_bytecode::MemberFlags;
use loxo_value::{PhpStr, Value};

use super::*;
use crate::headless;
use crate::link::tests::{NONE, class};

#[test]
fn slots_remember_why_they_are_empty() {
    let mut cx = headless::context();
    let a = class("Obj1", NONE).property("x", "int", MemberFlags::PUBLIC).property("y", "", MemberFlags::PUBLIC).link(&mut cx);
    let object = instantiate(&mut cx, a).expect("an object");
    let (x, y) = (PhpStr::from("x"), PhpStr::from("y"));
    let access = Access::default();
    assert!(object.slot(0).is_undef() && object.slot(0).aux() == 0);
    assert!(object.slot(1).is_null() && !object.slot(1).is_undef());
    assert!(!isset_prop(&mut cx, &object, &x, &access, Probe::Isset).expect("no error"));
    write_prop(&mut cx, &object, &x, Value::int(3), &access).expect("no error");
    assert!(isset_prop(&mut cx, &object, &x, &access, Probe::NotEmpty).expect("no error"));
    unset_prop(&mut cx, &object, &x, &access).expect("no error");
    unset_prop(&mut cx, &object, &y, &access).expect("no error");
    assert_eq!((object.slot(0).aux(), object.slot(1).aux()), (slot_flags::UNSET, slot_flags::UNSET));
    let copy = clone_object(&mut cx, &object, None).expect("a clone");
    assert_eq!(copy.slot(0).aux(), slot_flags::UNSET);
    write_prop(&mut cx, &object, &y, Value::TRUE, &access).expect("no error");
    assert_eq!((object.slot(1).is_true(), object.slot(1).aux()), (true, 0));
}

#[test]
fn tables_follow_declaration_and_scope() {
    let mut cx = headless::context();
    let a = class("Obj2", NONE).property("x", "", MemberFlags::PRIVATE).property("y", "", MemberFlags::PROTECTED).link(&mut cx);
    let b = class("Obj3", NONE).extends(a).property("x", "", MemberFlags::PUBLIC).link(&mut cx);
    let object = instantiate(&mut cx, b).expect("an object");
    object.dynamic_mut().set_bytes(b"7", Value::int(7));
    let keys = |table: loxo_value::PhpArray| -> Vec<String> { table.keys().map(|key| format!("{:?}", key.to_value())).collect() };
    let table = properties_table(&mut cx, &object, Purpose::Debug).expect("a table");
    assert_eq!(table.len(), 4);
    let first = table.keys().next().map(|key| key.to_value());
    assert_eq!(first.as_ref().and_then(Value::as_bytes), Some(b"\0Obj2\0x".as_slice()));
    assert_eq!(unmangle(b"\0Obj2\0x"), (Some(b"Obj2".as_slice()), b"x".as_slice()));
    let seen = |cx: &mut crate::Cx, scope| keys(visible_properties(cx, &object, scope).expect("a table"));
    assert_eq!(seen(&mut cx, None), ["\"x\"", "7"]);
    assert_eq!(seen(&mut cx, Some(b)), ["\"y\"", "\"x\"", "7"]);
    assert_eq!(seen(&mut cx, Some(a)), ["\"x\"", "\"y\"", "7"]);
    assert_eq!(keys(to_array(&mut cx, &object).expect("an array")).last().map(String::as_str), Some("7"));
}

#[test]
fn references_know_their_typed_properties() {
    let mut cx = headless::context();
    let a = class("Obj4", NONE).property("n", "?int", MemberFlags::PUBLIC).link(&mut cx);
    let object = instantiate(&mut cx, a).expect("an object");
    let n = PhpStr::from("n");
    let mut place = prop_place(&mut cx, &object, &n, &Access::default(), Fetch::Write).expect("a place");
    let reference = place_ref(&mut cx, &mut place).expect("a reference");
    assert_eq!(ref_sources(&reference).len(), 1);
    unset_prop(&mut cx, &object, &n, &Access::default()).expect("no error");
    assert!(ref_sources(&reference).is_empty() && reference.types().is_null());
}
