//! What machine code of whole functions gives back to whoever has entered it.

use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Handler, Pc};

/// Machine code of a function: takes a frame, its machine, and 0 for a call or the number of an entry from 1 on.
pub type Compiled = unsafe extern "C-unwind" fn(*mut Value, *mut Vm, u64) -> Exit;

/// What machine code gives back: a result, or where the interpreter goes on.
#[repr(C)]
pub struct Exit {
    /// The first word of the result, or an instruction.
    pub(crate) content: u64,
    /// The second word of the result. With [`LEFT`]: the handler to go on with, or 0 for that of the instruction, which may lead back to where it came
    /// from.
    pub(crate) word: u64,
}

/// A bit of [`Exit`]'s second word: there is no result.
pub const LEFT: u64 = 1 << 63;

impl Exit {
    pub(crate) fn has_result(&self) -> bool {
        self.word & LEFT == 0
    }

    /// Writes the result to a slot that owns nothing.
    ///
    /// # Safety
    /// There is one, and it is the slot's from now on.
    #[inline(always)]
    pub(crate) unsafe fn write(&self, place: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            place.cast::<u64>().write(self.content);
            place.cast::<u64>().add(1).write(self.word);
        }
    }

    #[inline(always)]
    pub(crate) fn at(pc: Pc) -> Exit {
        Exit { content: pc as u64, word: LEFT }
    }

    /// The same with 0 as the content where that is this instruction.
    pub(crate) fn unless_at(self, expected: Pc) -> Exit {
        if self.content == expected as u64 { Exit { content: 0, word: 0 } } else { self }
    }

    /// The instruction that the interpreter goes on with, and the handler.
    ///
    /// # Safety
    /// The code was entered by the interpreter.
    #[inline(always)]
    pub(crate) unsafe fn next(&self) -> (Pc, Handler) {
        let pc = self.content as Pc;
        // SAFETY: as the caller promises: it is an instruction, and the handler 0 or a handler.
        unsafe { (pc, handler_of(self.word).unwrap_or_else(|| (*pc).handler())) }
    }
}

/// # Safety
/// The second word of an [`Exit`] without a result.
pub(crate) unsafe fn handler_of(word: u64) -> Option<Handler> {
    // SAFETY: as the caller promises; 0 is `None`.
    unsafe { std::mem::transmute::<usize, Option<Handler>>((word & !LEFT) as usize) }
}
