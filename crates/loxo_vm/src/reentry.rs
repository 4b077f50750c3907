//! Rust code calling PHP code: the frame between the two, and the instructions it stands at.

use std::sync::LazyLock;

use loxo_bytecode::{FnFlags, flag};
use loxo_runtime::{Body, Cx, Func, PhpResult, object};
use loxo_value::{IStr, PhpObject, Value};

use crate::Vm;
use crate::insn::{Insn, Pc};

/// A re-entry frame stands at the first instruction, a pretended call whose result goes to its first slot (references kept);
/// returning from the callee then runs the second, which leaves the loop.
pub static HALT: [Insn; 2] =
    [Insn { handler: halt, a: 0, b: 0, c: 0, xf: (flag::KEEP as u32) << 24 }, Insn { handler: halt, a: 0, b: 0, c: 0, xf: 0 }];

/// Where unwinding ends that has reached Rust code.
pub fn stop() -> Pc {
    &raw const HALT[1]
}

/// Leaves the interpreter loop.
unsafe extern "C-unwind" fn halt(_pc: Pc, _fp: *mut Value, _vm: *mut Vm) -> u64 {
    0
}

/// `parent::$x::get()` of a property without that hook: its storage is read.
pub fn storage_get() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| with_body("get", FnFlags::default(), Body::BuiltinMethod(read_storage)));
    &FUNC
}

/// `parent::$x::set()` of a property without that hook: its storage is written.
pub fn storage_set() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| with_body("set", FnFlags::default(), Body::BuiltinMethod(write_storage)));
    &FUNC
}

fn read_storage(cx: &mut Cx, this: Option<&PhpObject>, _args: &mut [Value]) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    let (Some(name), Some(this), Some(fp)) = (vm.storage_hooks.pop(), this, vm.user_frame()) else { return Ok(Value::NULL) };
    // SAFETY: a live frame: that of the running hook.
    let access = unsafe { vm.access(fp) };
    object::read_prop(&mut vm.cx, this, &name, &access, object::Fetch::Read)
}

fn write_storage(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    let (Some(name), Some(this), Some(fp)) = (vm.storage_hooks.pop(), this, vm.user_frame()) else { return Ok(Value::NULL) };
    // SAFETY: as above.
    let access = unsafe { vm.access(fp) };
    let value = args.first().map_or(Value::NULL, Value::clone_deref);
    object::write_prop(&mut vm.cx, this, &name, value, &access)
}

fn bare(name: &str, flags: FnFlags) -> &'static Func {
    with_body(name, flags, Body::Abstract)
}

fn with_body(name: &str, flags: FnFlags, body: Body) -> &'static Func {
    Box::leak(Box::new(Func {
        entry: 0,
        flags,
        num_params: 0,
        required: 0,
        num_locals: 0,
        frame_slots: 0,
        statics: u32::MAX,
        body,
        class: None,
        name: IStr::new(name.as_bytes()),
        params: [].into(),
        return_type: None,
        prototype: None,
        code: None,
        builtin: None,
        origin: None,
        shadows_private: false,
    }))
}

/// What a window holds when a class has no constructor.
pub fn no_constructor() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::VARIADIC));
    &FUNC
}

/// The function of frames that stand for Rust code.
pub fn rust_code() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::default()));
    &FUNC
}
