//! Closures that machine code makes.

use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Pc, header, make_closure};

/// The address of the closure that an op makes, one count of which is given, or 0 where the interpreter has to make it.
///
/// # Safety
/// For machine code that runs frame `fp`, of whose function the instruction is.
pub unsafe extern "C-unwind" fn make(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as the caller promises.
    unsafe {
        if *(*vm).pending != 0 {
            return 0;
        }
        header(fp).pc = pc;
        make_closure(&mut *vm, pc, fp).into_raw() as u64
    }
}
