//! Puts other handlers in front of instructions.

use loxo_vm::for_machine_code::{Code, Handler};

pub(crate) fn set_handlers(code: &Code, ops: impl IntoIterator<Item = u32>, handler: impl Fn(u32) -> Handler) {
    for at in ops {
        // SAFETY: an instruction of this code.
        unsafe { (*code.at(at)).set_handler(handler(at)) };
    }
}
