//! Calls of methods that an op stands for without being a call: machine code of the method is entered in a window above all that the running frame uses.

use loxo_bytecode::{FRAME_HEADER_SLOTS, FnFlags, NONE};
use loxo_runtime::{EntryKind, Func, class_of};
use loxo_value::{PhpObject, Value};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::stack_pointer;
use loxo_vm::for_machine_code::{Handler, Pc, flags, header, slot};

use crate::builtins::{PENDING, settle_behind};
use crate::calls::{Compiled, Exit, drop_object, gives_up_object, native_of, open, returned};
use crate::side_exits::own_object;

/// What is answered where the frame goes on behind the op.
pub(crate) const BEHIND: Exit = Exit { content: 0, word: 0 };

/// From this many slots on calls are left to the interpreter: a method that calls itself without end is to meet the Error of calls from Rust.
const DEEP: isize = 1 << 16;

/// A window with the header of a method, whose arguments are written next.
pub(crate) struct Window {
    callee: *mut Value,
    native: usize,
    /// Address of the object, which is kept for the method.
    object: u64,
}

impl Window {
    /// Opens one for the method of an object. The object is taken out of its place if that is a temporary. `None`: nothing was done, as the method has no
    /// machine code that takes so many arguments as they are.
    ///
    /// # Safety
    /// For machine code that runs frame `fp` and stands at an op. The place has an object, and is no reference if it is a temporary.
    #[inline(always)]
    pub(crate) unsafe fn open(
        place: *mut Value,
        is_temporary: bool,
        func: &'static Func,
        count: u32,
        fp: *mut Value,
        vm: *mut Vm,
    ) -> Option<Window> {
        // SAFETY: as the caller promises; the window lies below the limit of the stack, and nothing of anybody's lies there.
        unsafe {
            if func.entry_kind != EntryKind::Plain || func.num_params != count || func.flags.has(FnFlags::RETURNS_REF) {
                return None;
            }
            let slots = (*header(fp).func).frame_slots + FRAME_HEADER_SLOTS;
            let callee = fp.wrapping_add(slots as usize);
            let end = callee.wrapping_add((func.frame_slots + FRAME_HEADER_SLOTS) as usize);
            let limit = (*vm).stack.native_limit;
            let is_deep = callee.offset_from((*vm).stack.base()) > DEEP;
            if is_deep || end > (*vm).stack.limit || limit == 0 || stack_pointer() < limit {
                return None;
            }
            let native = native_of(func);
            if native == 0 {
                return None;
            }
            let base = slot::deref(place);
            let object: &PhpObject = (*base).as_object().unwrap_unchecked();
            let head = header(callee);
            open(head, func);
            head.class = class_of(object);
            head.nargs = count;
            head.prev = fp;
            slot::copy_bits(&raw mut head.this, base);
            if is_temporary {
                slot::set_tag(place, slot::UNDEF);
            } else {
                slot::count_up(base);
            }
            Some(Window { callee, native, object: *base.cast::<u64>() })
        }
    }

    /// Writes an argument, which is not undef; a temporary is taken out of its slot. References are seen through.
    ///
    /// # Safety
    /// The method has such a parameter, and the source is an operand of the running op.
    #[inline(always)]
    pub(crate) unsafe fn pass(&self, index: usize, source: *mut Value, is_temporary: bool) {
        // SAFETY: as the caller promises.
        unsafe {
            let (argument, value) = (self.callee.add(index), slot::deref(source));
            if !is_temporary {
                return slot::copy(argument, value);
            }
            if value == source {
                slot::copy_bits(argument, value);
            } else {
                slot::copy(argument, value);
                slot::release(source);
            }
            slot::set_tag(source, slot::UNDEF);
        }
    }

    /// Passes null.
    ///
    /// # Safety
    /// The method has such a parameter.
    #[inline(always)]
    pub(crate) unsafe fn pass_null(&self, index: usize) {
        // SAFETY: as the caller promises.
        unsafe { slot::set_tag(self.callee.add(index), slot::NULL) };
    }

    /// Calls the method, whose result goes where the op wants it. The content is 0 where the frame goes on behind the op, else where the interpreter goes
    /// on.
    ///
    /// # Safety
    /// All arguments were passed; `pc` is the copy of the instruction of the op where frame `fp` stands, which has this handler and operand `x` for the
    /// result.
    #[inline(always)]
    pub(crate) unsafe fn call(self, pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
        // SAFETY: as the caller promises; the address is that of machine code, which takes the frame as it is.
        unsafe {
            let result = (*pc).x();
            header(self.callee).flags = flags::NATIVE | flags::BARE | if result == NONE { flags::UNWANTED } else { 0 };
            header(fp).pc = pc;
            (*vm).fp = self.callee;
            let native = std::mem::transmute::<usize, Compiled>(self.native);
            let exit = native(self.callee, vm, 0);
            if !exit.has_result() {
                return left(exit, self.object, pc, fp, vm, handler);
            }
            (*vm).fp = fp;
            if result != NONE {
                exit.write(fp.add(result as usize));
            }
            if gives_up_object(self.object) { BEHIND } else { drop_kept(self.object, pc, fp, vm, handler) }
        }
    }
}

/// The method gave no result: it goes on in the interpreter, or something was thrown.
#[cold]
#[inline(never)]
unsafe fn left(exit: Exit, object: u64, pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `Window::call`. The method's frame, if there still is one, has an object of its own.
    unsafe {
        own_object(exit.word, vm);
        drop_object(object, vm);
        let exit = returned(fp, vm, exit.content as Pc, exit.word);
        if exit.content == 0 { settle(pc, fp, vm, handler) } else { exit }
    }
}

/// Gives up the last count of the object, or one that leaves a possible root of a cycle.
#[cold]
#[inline(never)]
unsafe fn drop_kept(object: u64, pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `Window::call`.
    unsafe {
        drop_object(object, vm);
        settle(pc, fp, vm, handler)
    }
}

/// Sees to what is pending behind the op.
unsafe fn settle(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `Window::call`.
    unsafe { if *(*vm).pending == 0 { BEHIND } else { settle_behind(fp, vm, pc, PENDING, handler) } }
}
