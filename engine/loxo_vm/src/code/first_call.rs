//! The first call of a function, which makes its instructions.

use loxo_bytecode::OpCode;
use loxo_runtime::Func;
use loxo_value::Value;

use crate::Vm;
use crate::code::instruction::{Insn, Pc, go};
use crate::code::{code_of, machine_code};
use crate::frame::header;

/// An instruction with what lies in front of the first one of a function.
#[repr(C)]
struct Stub {
    prefix: [usize; machine_code::PREFIX / size_of::<usize>()],
    instruction: Insn,
}

/// Stands for the first instruction of all functions whose instructions were not made yet. They have no machine code.
static FIRST_CALL: Stub = Stub { prefix: [0; machine_code::PREFIX / size_of::<usize>()], instruction: Insn::new(first_call, [0, 0, 0], 0) };

/// What the address of such a function is.
pub(crate) fn address() -> usize {
    &raw const FIRST_CALL.instruction as usize
}

unsafe extern "C-unwind" fn first_call(_: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: a call has come here, so the frame is that of the function called.
    unsafe {
        let entry = loaded_entry(&*header(fp).func);
        go!(entry, fp, vm)
    }
}

/// Where calls that need nothing but their arguments enter a user function, which has instructions then.
pub(crate) fn direct_entry(func: &Func) -> Pc {
    match func.direct.entry.get() {
        entry if entry == address() => loaded_entry(func),
        entry => entry as Pc,
    }
}

/// Makes the instructions of a user function, unless another thread or a copy of it was faster, and gives it their addresses.
#[cold]
#[inline(never)]
fn loaded_entry(func: &Func) -> Pc {
    let code = code_of(func);
    let entry = code.start().wrapping_add(code.function().skipped_defaults());
    func.entry.set(code.start() as usize);
    func.direct.entry.set(entry as usize);
    entry
}

/// Functions that only return a constant are not entered: those that call them read their first instruction.
pub(crate) fn load_if_read_by_callers(func: &Func) {
    if code_of(func).function().code.first().is_some_and(|op| op.code == OpCode::ReturnK) {
        loaded_entry(func);
    }
}
