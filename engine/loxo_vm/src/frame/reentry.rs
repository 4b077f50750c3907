//! Rust code calling PHP code: the frame between the two, and the instructions it stands at.

use loxo_bytecode::flag;
use loxo_runtime::{Func, PhpResult};
use loxo_value::Value;

use crate::Vm;
use crate::code::instruction::{Insn, Pc};
use crate::frame::{self, HEADER, flags, header};

/// A re-entry frame stands at the first instruction, a pretended call whose result goes to its first slot (references kept);
/// returning from the callee then runs the second, which leaves the loop.
pub static HALT: [Insn; 2] = [Insn::new(halt, [0; 3], (flag::KEEP as u32) << 24), Insn::new(halt, [0; 3], 0)];

/// Where unwinding ends that has reached Rust code.
pub fn stop() -> Pc {
    &raw const HALT[1]
}

/// Leaves the interpreter loop.
unsafe extern "C-unwind" fn halt(_pc: Pc, _fp: *mut Value, _vm: *mut Vm) -> u64 {
    0
}

impl Vm {
    /// Runs from `pc` until the frame that was current when Rust called in returns.
    ///
    /// # Safety
    /// `self.fp` is a complete frame that returns to a re-entry frame.
    #[inline(always)]
    pub(crate) unsafe fn run(&mut self, pc: Pc) {
        // SAFETY: as the caller promises; code is verified.
        unsafe {
            let aside = self.lv.set_aside();
            self.depth += 1;
            #[cfg(not(debug_assertions))]
            ((*pc).handler())(pc, self.fp, self);
            #[cfg(debug_assertions)]
            {
                let mut pc = pc;
                while !pc.is_null() {
                    pc = ((*pc).handler())(pc, self.fp, self) as Pc;
                }
            }
            self.depth -= 1;
            self.lv.put_back(aside);
        }
    }

    /// Pushes the frame that stands for Rust code between two PHP frames: `slots` values, all undef.
    #[inline(always)]
    pub(crate) fn push_reentry(&mut self, func: &'static Func, slots: usize) -> PhpResult<*mut Value> {
        if loxo_base::stack::exhausted() {
            return Err(self.stack_overflow());
        }
        let fp = self.stack_top().wrapping_add(HEADER);
        self.ensure_stack(fp.wrapping_add(slots + HEADER + 8))?;
        // SAFETY: the stack reaches that far.
        unsafe { self.write_reentry(fp, func, slots) };
        self.fp = fp;
        Ok(fp)
    }

    /// Writes that frame.
    ///
    /// # Safety
    /// The stack reaches beyond it, and nothing of anybody's lies there.
    #[inline(always)]
    pub(crate) unsafe fn write_reentry(&self, fp: *mut Value, func: &'static Func, slots: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = fp.sub(HEADER).cast::<frame::Header>();
            head.write(frame::Header {
                closure: Value::UNDEF,
                func,
                pc: crate::frame::reentry::HALT.as_ptr(),
                prev: self.fp,
                extra: std::ptr::null_mut(),
                class: std::ptr::null(),
                nargs: slots as u32,
                flags: flags::REENTRY,
                this: Value::UNDEF,
            });
            for i in 0..slots {
                fp.add(i).write(Value::UNDEF);
            }
        }
    }

    /// Takes a re-entry frame down again.
    pub(crate) fn pop_reentry(&mut self, fp: *mut Value) {
        // SAFETY: `fp` came from `push_reentry` and everything above it is gone.
        unsafe {
            let head = header(fp);
            self.fp = head.prev;
            for i in 0..head.nargs as usize {
                drop((*fp.add(i)).take_undef());
            }
            drop(head.this.take_undef());
            drop(head.closure.take_undef());
            frame::drop_extra(head);
        }
    }

    /// Does something for a call that a frame stands at while its callee does not run.
    ///
    /// # Safety
    /// `fp` is a live frame.
    pub(crate) unsafe fn beside_call<R>(&mut self, fp: *mut Value, work: impl FnOnce(&mut Vm) -> R) -> R {
        // SAFETY: as the caller promises; the work leaves the frame where it is.
        unsafe {
            header(fp).flags |= flags::BESIDE_CALL;
            let result = work(self);
            header(fp).flags &= !flags::BESIDE_CALL;
            result
        }
    }
}
