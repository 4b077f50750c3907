//! Rust code calling PHP code: the frame between the two, and the instructions it stands at.

use std::sync::LazyLock;

use loxo_bytecode::{FnFlags, flag};
use loxo_runtime::{Body, Func};
use loxo_value::{IStr, Value};

use crate::Vm;
use crate::insn::{Insn, Pc};

/// A re-entry frame stands at the first instruction, a pretended call whose result goes to its first slot (references kept);
/// returning from the callee then runs the second, which leaves the loop.
pub static HALT: [Insn; 2] = [
    Insn { handler: halt, a: 0, b: 0, c: 0, xf: (flag::KEEP as u32) << 24 },
    Insn { handler: halt, a: 0, b: 0, c: 0, xf: 0 },
];

/// Where unwinding ends that has reached Rust code.
pub fn stop() -> Pc {
    &raw const HALT[1]
}

/// Leaves the interpreter loop.
unsafe extern "C-unwind" fn halt(_pc: Pc, _fp: *mut Value, _vm: *mut Vm) -> u64 {
    0
}

fn bare(name: &str, flags: FnFlags) -> &'static Func {
    Box::leak(Box::new(Func {
        entry: 0,
        flags,
        num_params: 0,
        required: 0,
        num_locals: 0,
        frame_slots: 0,
        statics: u32::MAX,
        body: Body::Abstract,
        class: None,
        name: IStr::new(name.as_bytes()),
        params: Vec::new(),
        return_type: None,
        prototype: None,
        code: None,
        builtin: None,
        origin: None,
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
