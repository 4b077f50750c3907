//! Puts other handlers in front of instructions.

use loxo_vm::for_machine_code::{Code, Handler};

pub(crate) fn set_handlers(code: &Code, ops: impl IntoIterator<Item = u32>, handler: impl Fn(u32) -> Handler) {
    for at in ops {
        // SAFETY: an instruction of this code.
        unsafe { (*code.at(at)).set_handler(handler(at)) };
    }
}

/// Nothing stands in front of an op.
pub(crate) fn has_plain_handler(code: &Code, at: u32) -> bool {
    // SAFETY: an instruction of the code.
    std::ptr::fn_addr_eq(unsafe { (*code.at(at)).handler() }, code.plain_handler(at))
}
