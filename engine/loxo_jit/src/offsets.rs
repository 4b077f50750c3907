//! Where machine code of whole functions finds what it reads and writes without a call.

use std::mem::offset_of;

use loxo_lower::Offsets;
use loxo_runtime::{Class, EntryKind, Func, ObjectHandlers};
use loxo_value::Values;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Closure, FrameStack, HEADER_BYTES, Header, InlineCache, SymbolTable, flags};

pub(crate) const OFFSETS: Offsets = Offsets {
    fp: offset_of!(Vm, fp) as i32,
    pending: offset_of!(Vm, pending) as i32,
    stack_limit: (offset_of!(Vm, stack) + offset_of!(FrameStack, limit)) as i32,
    stack_base: (offset_of!(Vm, stack) + offset_of!(FrameStack, base)) as i32,
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
    plain: EntryKind::Plain as u8,
    caches: offset_of!(Vm, caches) as i32,
    request_key: offset_of!(Vm, request_key) as i32,
    globals: offset_of!(Vm, globals) as i32,
    generation: offset_of!(SymbolTable, generation) as i32,
    object_class: offset_of!(loxo_value::ObjHeader, class) as i32,
    class_cast: (offset_of!(Class, object_handlers) + offset_of!(ObjectHandlers, cast)) as i32,
    cache_key: offset_of!(InlineCache, key) as i32,
    cache_value: offset_of!(InlineCache, value) as i32,
    cache: size_of::<InlineCache>() as i32,
    called_natively: flags::NATIVE,
    bare: flags::BARE,
    unwanted: flags::UNWANTED,
    constructor: flags::CONSTRUCTOR,
    no_constructor: flags::NO_CONSTRUCTOR,
    drops_names: flags::DROPS_NAMES,
    collected: flags::COLLECTED,
    func_flags: offset_of!(Func, flags) as i32,
    func_class: offset_of!(Func, class) as i32,
    class_parent: offset_of!(Class, parent) as i32,
    class_flags: offset_of!(Class, flags) as i32,
    class_name: offset_of!(Class, name) as i32,
    // `Closure` has no properties.
    native_part: loxo_value::ObjHeader::SLOTS as i32,
    closure_func: offset_of!(Closure, func) as i32,
    closure_this: offset_of!(Closure, this) as i32,
    closure_called: offset_of!(Closure, called) as i32,
    closure_captured: (offset_of!(Closure, bound) + Values::FIRST) as i32,
};

const fn of_header(offset: usize) -> i32 {
    offset as i32 - HEADER_BYTES as i32
}
