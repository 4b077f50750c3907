//! How far the running frame reaches, and making the stack of frames reach further.

use loxo_runtime::{PhpResult, Thrown};
use loxo_value::Value;

use crate::Vm;
use crate::frame::{flags, header};

impl Vm {
    /// Slots above everything that the running frame may use.
    pub(crate) fn stack_top(&self) -> *mut Value {
        self.stack_tops.set(self.stack_tops.get() + 1);
        // SAFETY: `fp` is a live frame.
        unsafe {
            let head = header(self.fp);
            let slots = if head.flags & flags::REENTRY != 0 { head.nargs as usize } else { (*head.func).frame_slots as usize };
            let end = self.fp.add(slots);
            // The arguments of a running builtin may reach further, if they came out of an array.
            if self.overflow_args.0 == self.fp { end.max(self.overflow_args.1) } else { end }
        }
    }

    /// Makes sure the frame stack reaches up to `end`.
    #[inline]
    pub(crate) fn ensure_stack(&mut self, end: *mut Value) -> PhpResult<()> {
        if end <= self.stack.limit { Ok(()) } else { self.grow_stack(end) }
    }

    #[cold]
    fn grow_stack(&mut self, end: *mut Value) -> PhpResult<()> {
        match self.stack.grow(end) {
            Ok(()) => Ok(()),
            Err(tried) => {
                let limit = loxo_value::heap::limit();
                Err(self.cx.fatal(format!("Allowed memory size of {limit} bytes exhausted (tried to allocate {tried} bytes)")))
            }
        }
    }

    /// The error for recursion through native code.
    #[cold]
    #[inline(never)]
    pub(crate) fn stack_overflow(&mut self) -> Thrown {
        loxo_runtime::stack_limit::overflow(&mut self.cx)
    }
}
