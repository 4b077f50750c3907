//! The executable form of ops and how control passes from one to the next.
//!
//! Each instruction holds the address of its handler. In release builds a handler ends in a call of the next one, which LLVM turns into a
//! jump; in debug builds it returns the next instruction to a loop, since the calls would pile up there.

use std::sync::atomic::{AtomicPtr, Ordering};

use loxo_value::Value;

use crate::Vm;

/// Runs one instruction and all that follow it. The result has no meaning in release builds; in debug builds it is the next instruction.
pub type Handler = unsafe extern "C-unwind" fn(*const Insn, *mut Value, *mut Vm) -> u64;

/// One instruction. Slot operands are byte offsets from the frame, constants byte offsets from the instruction, jumps too.
#[repr(C)]
pub struct Insn {
    handler: AtomicPtr<()>,
    pub a: i32,
    pub b: i32,
    pub c: i32,
    /// Operand `x` in the low 24 bits, flags above.
    pub xf: u32,
}

impl Insn {
    pub const fn new(handler: Handler, [a, b, c]: [i32; 3], xf: u32) -> Insn {
        Insn { handler: AtomicPtr::new(handler as *mut ()), a, b, c, xf }
    }

    #[inline(always)]
    pub fn handler(&self) -> Handler {
        // SAFETY: only handlers are ever put here.
        unsafe { std::mem::transmute::<*mut (), Handler>(self.handler.load(Ordering::Relaxed)) }
    }

    /// Puts another handler in front of the instruction. Other threads may be running it, and see the old one for a while.
    pub fn set_handler(&self, handler: Handler) {
        self.handler.store(handler as *mut (), Ordering::Release);
    }

    #[inline(always)]
    pub fn x(&self) -> u32 {
        self.xf & 0x00ff_ffff
    }

    #[inline(always)]
    pub fn flags(&self) -> u8 {
        (self.xf >> 24) as u8
    }

    /// The number of the operator in the flags, of an op that has it there.
    #[inline(always)]
    pub fn operator(&self) -> u32 {
        self.xf >> (24 + loxo_bytecode::flag::OPERATOR)
    }

    #[inline(always)]
    pub fn has(&self, flag: u8) -> bool {
        self.xf & (u32::from(flag) << 24) != 0
    }
}

/// Address of an instruction.
pub type Pc = *const Insn;

/// Continues with instruction `$pc` in frame `$fp`.
#[cfg(not(debug_assertions))]
macro_rules! go {
    ($pc:expr, $fp:expr, $vm:expr) => {{
        let pc: $crate::code::instruction::Pc = $pc;
        return ((*pc).handler())(pc, $fp, $vm);
    }};
}

#[cfg(debug_assertions)]
macro_rules! go {
    ($pc:expr, $fp:expr, $vm:expr) => {{
        let _ = $fp;
        let _ = $vm;
        return $pc as u64;
    }};
}
pub(crate) use go;

/// The slot that operand `$field` of `$pc` names.
macro_rules! slot {
    ($pc:expr, $fp:expr, $field:ident) => {
        $fp.cast::<u8>().offset((*$pc).$field as isize).cast::<loxo_value::Value>()
    };
}
pub(crate) use slot;

/// The slot that operand `x` names (a plain slot number).
macro_rules! slot_x {
    ($pc:expr, $fp:expr) => {
        $fp.add((*$pc).x() as usize)
    };
}
pub(crate) use slot_x;

/// The constant that operand `$field` of `$pc` names.
macro_rules! konst {
    ($pc:expr, $field:ident) => {
        $pc.cast::<u8>().offset((*$pc).$field as isize).cast::<loxo_value::Value>()
    };
}
pub(crate) use konst;

/// The instruction that jump operand `c` names.
macro_rules! target {
    ($pc:expr) => {
        $pc.byte_offset((*$pc).c as isize)
    };
}
pub(crate) use target;

const _: () = assert!(size_of::<Insn>() == 24);
