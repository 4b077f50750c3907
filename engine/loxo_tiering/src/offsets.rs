//! Where machine code of whole functions finds what it reads and writes without a call.

use std::mem::offset_of;

use loxo_runtime::{EntryKind, Func};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{FrameStack, HEADER_BYTES, Header, InlineCache, Insn, flags};

/// Where machine code finds things: offsets in bytes.
pub struct Offsets {
    /// Of the machine.
    pub fp: i32,
    pub pending: i32,
    pub stack_limit: i32,
    pub native_limit: i32,
    /// From a frame's address.
    pub closure: i32,
    pub func: i32,
    pub pc: i32,
    pub prev: i32,
    pub extra: i32,
    pub class: i32,
    /// Followed by the flags.
    pub nargs: i32,
    pub flags: i32,
    pub this: i32,
    /// Of a function.
    pub entry: i32,
    pub num_params: i32,
    pub frame_slots: i32,
    pub entry_kind: i32,
    /// From a function's first instruction.
    pub native: i32,
    /// Of an instruction.
    pub x: i32,
    pub instruction: i64,
    /// Of the machine, of an object, of an inline cache's two words.
    pub caches: i32,
    pub object_class: i32,
    pub cache_key: i32,
    pub cache_value: i32,
    /// Bytes of an inline cache.
    pub cache: i32,
    /// The kind of functions that take nothing but their arguments.
    pub plain: u8,
    /// Flags of a frame that a result may be given back from as it is, and those that say that compiled code has called it.
    pub ordinary: u32,
    pub called_natively: u32,
    pub bare: u32,
    pub unwanted: u32,
    /// Of a function.
    pub func_flags: i32,
}

pub const OFFSETS: Offsets = Offsets {
    fp: offset_of!(Vm, fp) as i32,
    pending: offset_of!(Vm, pending) as i32,
    stack_limit: (offset_of!(Vm, stack) + offset_of!(FrameStack, limit)) as i32,
    native_limit: (offset_of!(Vm, stack) + offset_of!(FrameStack, native_limit)) as i32,
    closure: of_header(offset_of!(Header, closure)),
    func: of_header(offset_of!(Header, func)),
    pc: of_header(offset_of!(Header, pc)),
    prev: of_header(offset_of!(Header, prev)),
    extra: of_header(offset_of!(Header, extra)),
    class: of_header(offset_of!(Header, class)),
    nargs: of_header(offset_of!(Header, nargs)),
    flags: of_header(offset_of!(Header, flags)),
    this: of_header(offset_of!(Header, this)),
    entry: offset_of!(Func, entry) as i32,
    num_params: offset_of!(Func, num_params) as i32,
    frame_slots: offset_of!(Func, frame_slots) as i32,
    entry_kind: offset_of!(Func, entry_kind) as i32,
    native: -(size_of::<usize>() as i32),
    x: offset_of!(Insn, xf) as i32,
    instruction: size_of::<Insn>() as i64,
    plain: EntryKind::Plain as u8,
    caches: offset_of!(Vm, caches) as i32,
    object_class: offset_of!(loxo_value::ObjHeader, class) as i32,
    cache_key: offset_of!(InlineCache, key) as i32,
    cache_value: offset_of!(InlineCache, value) as i32,
    cache: size_of::<InlineCache>() as i32,
    ordinary: flags::ORDINARY,
    called_natively: flags::NATIVE,
    bare: flags::BARE,
    unwanted: flags::UNWANTED,
    func_flags: offset_of!(Func, flags) as i32,
};

const fn of_header(offset: usize) -> i32 {
    offset as i32 - HEADER_BYTES as i32
}
