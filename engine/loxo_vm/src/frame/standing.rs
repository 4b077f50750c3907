//! The calls that are under way, for those who look at them from time to time. No values are made, and nothing is counted.

use loxo_bytecode::{FnFlags, OpCode};
use loxo_observer::{Called, Standing};
use loxo_value::Value;

use crate::Vm;
use crate::code::code_of;
use crate::code::instruction::{slot, slot_x};
use crate::frame::{HEADER, backtrace, flags, header};

impl Vm {
    /// Shows them innermost first, until the answer is false.
    pub(crate) fn each_standing(&mut self, each: &mut dyn FnMut(Standing) -> bool) {
        let (mut fp, mut fiber) = (self.fp, self.fiber.clone());
        let mut innermost = true;
        // SAFETY: as for `Vm::backtrace`.
        unsafe {
            loop {
                if fp.is_null() {
                    let Some((outer, previous)) = fiber.take().and_then(|f| crate::objects::fiber::resumer(&f)) else { return };
                    (fp, fiber) = (outer, previous);
                    continue;
                }
                let head = header(fp);
                let reentry = head.flags & flags::REENTRY != 0;
                let builtin = match reentry {
                    true => self.reentry_builtin(fp),
                    false if innermost && self.cx.active.is_none() => self.ended_builtin(fp),
                    false => self.standing_builtin(fp),
                };
                if let Some(builtin) = builtin
                    && !each(Standing {
                        called: Called::Builtin(builtin.func),
                        line: 0,
                        file: None,
                        first_line: 0,
                        address: builtin.callee as usize,
                    })
                {
                    return;
                }
                let own = (!reentry).then_some(fp);
                let waiting = if head.flags & (flags::GENERATOR | flags::DELEGATE) != 0 { self.waiting_frames(fp) } else { Vec::new() };
                for frame in own.into_iter().chain(waiting) {
                    if !self.is_bare(frame) && !each(self.standing(frame)) {
                        return;
                    }
                }
                innermost &= reentry;
                fp = head.prev;
            }
        }
    }

    /// The builtin whose call the frame stands behind, at a safepoint: what was waited for was waited for there.
    ///
    /// # Safety
    /// As for [`Vm::is_bare`].
    unsafe fn ended_builtin(&self, fp: *mut Value) -> Option<backtrace::Standing> {
        // SAFETY: as the caller promises; the flag, by which the call is none of a backtrace's, is put back.
        unsafe {
            if !keeps_window(fp) {
                return None;
            }
            let head = header(fp);
            let beside = head.flags & flags::BESIDE_CALL;
            head.flags &= !flags::BESIDE_CALL;
            let found = self.standing_builtin(fp);
            head.flags |= beside;
            found
        }
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn is_bare(&self, fp: *mut Value) -> bool {
        // SAFETY: as the caller promises.
        unsafe { (*header(fp).func).flags.has(FnFlags::THUNK) }
    }

    /// # Safety
    /// As for [`Vm::is_bare`].
    unsafe fn standing(&self, fp: *mut Value) -> Standing {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func = &*head.func;
            let code = code_of(func);
            let line = if head.pc.is_null() { code.function().start_line } else { code.line_at(head.pc) };
            let file = code.unit.path;
            let called = if head.flags & flags::MAIN != 0 { Called::File(func, file) } else { Called::Function(func) };
            Standing { called, line, file: Some(file), first_line: code.function().start_line, address: fp as usize }
        }
    }
}

/// The frame stands behind a call whose window still says what was called: the result was not written there.
///
/// # Safety
/// As for [`Vm::is_bare`].
unsafe fn keeps_window(fp: *mut Value) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let pc = header(fp).pc;
        if pc.is_null() {
            return false;
        }
        let op = code_of(&*header(fp).func).op_at(pc);
        match op.code {
            OpCode::CallBuiltin | OpCode::CallFrameBuiltin => true,
            OpCode::Call | OpCode::CallRef => {
                let callee = slot!(pc, fp, a);
                let result = slot_x!(pc, fp);
                !(callee.sub(HEADER)..callee).contains(&result)
            }
            _ => false,
        }
    }
}
