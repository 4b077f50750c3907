//! A context without an interpreter behind it: extensions are linked in one when the process starts, and unit tests of builtins need no more.
//!
//! What would run PHP code answers with an error or with nothing.

use loxo_value::{PhpArray, PhpObject, PhpStr, Value};

use crate::hooks::LocalsOp;
use crate::ini::Ini;
use crate::reflect::Reflect;
use crate::{Callable, Class, ClassId, Cx, Func, LastCall, PhpResult, Sapi, Thrown, VmHooks};

/// A new detached context.
pub fn context() -> Cx {
    Cx::new(&HOOKS, Box::new(NullSapi), Ini::default())
}

/// A server that nobody listens to.
pub(crate) struct NullSapi;

impl Sapi for NullSapi {
    fn name(&self) -> &'static str {
        "cli"
    }
    fn write(&mut self, _bytes: &[u8]) -> bool {
        true
    }
    fn log(&mut self, _message: &[u8]) {}
}

pub(crate) const HOOKS: VmHooks = VmHooks {
    call: |_: &mut Cx, _: &Callable, _: &mut [Value], _: Option<&PhpArray>| Err(Thrown),
    call_method_again: |cx: &mut Cx, object: &PhpObject, func: &'static Func, _: &mut LastCall| cx.call_method(object, func, &[]),
    call_again: |cx: &mut Cx, callable: &Callable, args: &mut [Value], _: &mut LastCall| (cx.hooks.call)(cx, callable, args, None),
    call_method: |_: &mut Cx, _: &PhpObject, _: &'static Func, _: &mut [Value]| Err(Thrown),
    callable: |_: &mut Cx, _: &Value| Ok(Err("no interpreter is running".into())),
    closure: |cx: &mut Cx, _: &Callable| empty_object(cx),
    class: |cx: &mut Cx, name: &[u8], _: bool| Ok(ClassId::find(name).and_then(|id| cx.class_by_id(id))),
    init_class: |_: &mut Cx, _: &'static Class| Ok(()),
    class_constant: |_: &mut Cx, _: &'static Class, _: &[u8]| Ok(None),
    deprecated_constant: |_, _| Ok(()),
    run_thunk: |_: &mut Cx, _: &'static Func| Err(Thrown),
    location: |_: &Cx| (PhpStr::empty(), 0),
    running: |_: &Cx| None,
    result_unused: |_: &Cx| false,
    called_by_name: |_: &Cx| true,
    scope: |_: &Cx| None,
    this: |_: &Cx| None,
    called_class: |_: &Cx| None,
    strict: |_: &Cx| false,
    calls: |_: &mut Cx, _: u32, _: usize, _: usize| (PhpArray::new(), 0),
    include: |_: &mut Cx, _: &[u8], _: u32| Err(Thrown),
    locals: |_: &mut Cx, _: LocalsOp<'_>| nothing(),
    globals: |_: &mut Cx, _: LocalsOp<'_>| nothing(),
    reflect: |_: &mut Cx, _: Reflect<'_>| nothing(),
    generator_function: |_| None,
    attributes: |_, _| Vec::new(),
    at_site: |_, _, _| Err(Thrown),
    time_limit: |_: &mut Cx, _: i64| {},
    housekeeping: |_: &mut Cx| {},
    included_files: |_: &mut Cx| Vec::new(),
    alias_class: |_: &mut Cx, _: &'static Class, _: &[u8]| false,
    code_cache: crate::codecache::NONE,
};

fn nothing() -> PhpResult<Value> {
    Ok(Value::NULL)
}

fn empty_object(cx: &mut Cx) -> PhpObject {
    let class = cx.builtin_class("stdClass");
    loxo_value::new_object(class, &[])
}
