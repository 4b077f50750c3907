//! What the compiler noted about the calls of a function.

use loxo_bytecode::CallSite;
use loxo_value::Value;

use crate::code::code_of;
use crate::code::instruction::Pc;
use crate::frame::header;

/// What the compiler noted about the arguments of the call at `pc`; nothing for calls from Rust code.
///
/// # Safety
/// `pc` is the call op that frame `fp` stands at.
pub(crate) unsafe fn call_site(fp: *mut Value, pc: Pc, count: u32) -> Option<&'static CallSite> {
    use loxo_bytecode::OpCode as O;
    // SAFETY: as the caller promises.
    unsafe {
        if !(*header(fp).func).is_user() {
            return None;
        }
        let code = code_of(&*header(fp).func);
        let at = code.index_of(pc) as u32;
        if code.function().code[at as usize].code == O::CallFn {
            return None;
        }
        let window = code.function().code[at as usize].a;
        // The innermost start before this op that has its window.
        let starts = |op: &loxo_bytecode::Op| op.started_window() == Some(window);
        let start = code.function().code[..at as usize].iter().rposition(starts)? as u32;
        code.function().call_sites.iter().find(|site| site.pc == start && site.kinds.len() == count as usize)
    }
}
