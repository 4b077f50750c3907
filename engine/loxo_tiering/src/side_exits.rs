//! What is left to do where machine code hands over because something is not as it was made for: code says in a few instructions which record says it.

use std::sync::atomic::{AtomicUsize, Ordering};

use loxo_runtime::{Class, Func};
use loxo_value::{Tag, Value, low_memory};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Handler, Pc, finish, flags, header, slot};

use crate::calls::{Exit, LEFT, open, own_this, result_in, returned};
use crate::function_code::Guesses;

/// A slot of which the code has written the first word, and the tag that belongs there: of a bool that of false, to which the first byte is added; of what is
/// to be copied from elsewhere that of a reference, and both words together are the address.
pub type Slot = (u32, Tag);

/// What a frame is left with.
#[derive(Clone, Copy)]
pub struct SideExit<'a> {
    /// The instruction to go on with, and the handler if it is another one.
    pub pc: Pc,
    pub handler: Option<Handler>,
    pub guesses: Guesses,
    pub slots: &'a [Slot],
    /// Slots that hold nothing yet.
    pub undefined: &'a [u32],
    /// Copies of instructions, and handlers, that are run by themselves before.
    pub before: &'a [(Pc, Handler)],
    /// A slot with an array and one with an int: what was expected is other if the int is the place behind the array's last element.
    pub appends: Option<[u32; 2]>,
    /// Something is pending behind this instruction, and is seen to first.
    pub pending_behind: Option<Pc>,
}

/// A call of code without a frame whose callee has left.
#[derive(Clone, Copy)]
pub struct LeftCall<'a> {
    /// The callee, the number of its arguments, and flags of its frame.
    pub func: &'static Func,
    pub nargs: u32,
    pub flags: u32,
    /// The slot of the caller that it begins at.
    pub frame: u32,
    /// The slot that gets the result, or [`loxo_bytecode::NONE`].
    pub result: u32,
    /// What the caller's frame does not have yet; its instruction is the one of the call.
    pub caller: SideExit<'a>,
    /// The word with the callee's code, and the code that was made beside the one that was called: if it is another one, that counts as a wrong guess.
    pub made: Option<(&'static AtomicUsize, usize)>,
}

impl SideExit<'_> {
    /// The same with lists that live as long as code. They are never freed: other threads may be in that.
    fn kept(&self) -> SideExit<'static> {
        SideExit {
            pc: self.pc,
            handler: self.handler,
            guesses: self.guesses,
            slots: self.slots.to_vec().leak(),
            undefined: self.undefined.to_vec().leak(),
            before: self.before.to_vec().leak(),
            appends: self.appends,
            pending_behind: self.pending_behind,
        }
    }

    /// Completes what the code has written to the frame.
    ///
    /// # Safety
    /// It has written the first words of the slots, which own nothing.
    #[inline(always)]
    unsafe fn write(&self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            for &(at, tag) in self.slots {
                let place = fp.add(at as usize);
                match tag {
                    Tag::False => slot::set_bool(place, place.cast::<u8>().read() != 0),
                    Tag::Reference => {
                        let distance = place.cast::<usize>().add(1).read();
                        slot::copy(place, place.cast::<*const Value>().read().wrapping_byte_add(distance));
                    }
                    tag => slot::set_tag(place, tag as u8),
                }
            }
            for &at in self.undefined {
                slot::set_tag(fp.add(at as usize), slot::UNDEF);
            }
        }
    }

    /// # Safety
    /// The frame is complete.
    unsafe fn is_wrong(&self, fp: *mut Value) -> bool {
        self.appends.is_none_or(|[array, index]| {
            // SAFETY: as the caller promises.
            let (array, index) = unsafe { ((*fp.add(array as usize)).deref(), &*fp.add(index as usize)) };
            array.as_array().is_some_and(|array| index.as_int() == Some(array.len() as i64))
        })
    }

    fn count(&self) {
        for number in self.guesses.into_iter().flatten() {
            number.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// # Safety
    /// The frame is complete.
    #[inline(always)]
    unsafe fn run_before(&self, fp: *mut Value, vm: *mut Vm) {
        for &(pc, handler) in self.before {
            // SAFETY: as the caller promises; the handler comes back at a copy of an instruction.
            unsafe { handler(pc, fp, vm) };
        }
    }
}

impl LeftCall<'_> {
    /// Writes the header of the callee, but for what stands there already: its caller, and where it was left.
    ///
    /// # Safety
    /// The header owns nothing.
    unsafe fn write_header(&self, callee: *mut Value) {
        // SAFETY: as the caller promises.
        let head = unsafe { header(callee) };
        open(head, self.func);
        (head.nargs, head.flags) = (self.nargs, self.flags);
    }
}

/// Addresses of records.
pub fn keep(exits: &[SideExit<'_>]) -> Vec<usize> {
    let records = low_memory::leak(exits.iter().map(SideExit::kept).collect());
    records.iter().map(|record| std::ptr::from_ref(record) as usize).collect()
}

/// Address of a record.
pub fn keep_call(call: LeftCall<'_>) -> usize {
    std::ptr::from_ref(&low_memory::leak(vec![LeftCall { caller: call.caller.kept(), ..call }])[0]) as usize
}

/// Stands for `New` where the object was made by code that was left before it has called the constructor: starts that call.
///
/// # Safety
/// A copy of the instruction, whose slot has the object; the window owns nothing.
pub(crate) unsafe extern "C-unwind" fn start_constructor(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as the caller promises; the class has a constructor.
    unsafe {
        let slot_at = |distance: i32| fp.cast::<u8>().offset(distance as isize).cast::<Value>();
        let (object, window) = (slot_at((*pc).a), slot_at((*pc).c));
        let class: &'static Class = &*(*slot::object(object)).class.cast::<Class>();
        if let Some(constructor) = class.magic.constructor {
            let head = header(window);
            open(head, constructor);
            (head.class, head.flags) = (class, flags::CONSTRUCTOR);
            slot::copy(&raw mut head.this, object);
        }
        let next = pc.add(1);
        ((*next).handler())(next, fp, vm)
    }
}

/// Stands for a handler where code is left with a record in place of an instruction.
///
/// # Safety
/// It is a [`SideExit`] of the code that ran in this frame.
pub unsafe extern "C-unwind" fn leave(record: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as the caller promises.
    unsafe {
        let exit = &*record.cast::<SideExit<'_>>();
        own_this(fp);
        exit.write(fp);
        exit.run_before(fp, vm);
        if exit.is_wrong(fp) {
            exit.count();
        }
        if exit.pending_behind.is_some() {
            return settle(record, fp, vm);
        }
        let handler = exit.handler.unwrap_or_else(|| (*exit.pc).handler());
        handler(exit.pc, fp, vm)
    }
}

/// Code has given back this word in place of a result. If it was left with a record, its frame gets an object of its own: whoever has kept one for it is going
/// to give that up.
///
/// # Safety
/// For whoever has called the code.
pub(crate) unsafe fn own_object(word: u64, vm: *mut Vm) {
    if (word & !LEFT) as usize == leave as *const () as usize {
        // SAFETY: as the caller promises: the machine stands in the frame that was left.
        unsafe { own_this((*vm).fp) };
    }
}

/// Sees to what is pending. The handlers above are done with their memory when they call this, and end in a jump.
#[inline(never)]
unsafe extern "C-unwind" fn settle(record: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `leave`.
    unsafe {
        let exit = &*record.cast::<SideExit<'_>>();
        let at = exit.pending_behind.unwrap_or(exit.pc);
        header(fp).pc = at;
        let next = finish(Ok(exit.pc), at, fp, vm);
        ((*next).handler())(next, (*vm).fp, vm)
    }
}

/// Code without a frame has left: the machine stands in the innermost frame that was left, whose header has a record of [`leave`] as its instruction, and
/// the handler as its closure; each frame between that and the outermost one has as its instruction the record of its call. Completes them, but for the
/// header of the outermost one; gives what is due in that.
///
/// # Safety
/// That is so.
unsafe fn complete(outermost: *mut Value, vm: *mut Vm) -> Option<&'static SideExit<'static>> {
    // SAFETY: as the caller promises.
    unsafe {
        let mut frame = (*vm).fp;
        let mut own: Option<&SideExit<'_>> = None;
        while frame != outermost {
            let caller = header(frame).prev;
            let call = &*header(caller).pc.cast::<LeftCall<'_>>();
            call.write_header(frame);
            run_in(frame, own, vm);
            call.caller.write(caller);
            header(caller).pc = call.caller.pc;
            if call.made.is_some_and(|(word, code)| word.load(Ordering::Acquire) != code) {
                call.caller.count();
            }
            own = Some(&call.caller);
            frame = caller;
        }
        own
    }
}

/// Runs what is due in a frame that the machine does not stand in.
///
/// # Safety
/// As for [`complete`]; the frame is complete.
unsafe fn run_in(frame: *mut Value, due: Option<&SideExit<'_>>, vm: *mut Vm) {
    let Some(due) = due.filter(|due| !due.before.is_empty()) else { return };
    // SAFETY: as the caller promises.
    unsafe {
        let innermost = std::mem::replace(&mut (*vm).fp, frame);
        due.run_before(frame, vm);
        (*vm).fp = innermost;
    }
}

/// A function without a frame that machine code has called in frame `fp` has left. Runs the interpreter until the frame goes on behind the call. Gives the
/// result then, which lies in its slot too, else where the interpreter goes on.
///
/// # Safety
/// For machine code that runs frame `fp`; it is so, and this is the record of the call.
pub unsafe extern "C-unwind" fn frameless_left(call: &LeftCall<'_>, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let callee = fp.add(call.frame as usize);
        header(callee).prev = fp;
        let due = complete(callee, vm);
        call.write_header(callee);
        run_in(callee, due, vm);
        header(fp).pc = call.caller.pc;
        let left = left_at(vm);
        let exit = returned(fp, vm, left.content as Pc, left.word);
        if exit.content == 0 { result_in(fp, call.result) } else { exit }
    }
}

/// A function's code without a frame was called for a frame of it, and has left. Gives where the interpreter goes on.
///
/// # Safety
/// For machine code that runs frame `fp`; it is so.
pub unsafe extern "C-unwind" fn adapter_left(fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let due = complete(fp, vm);
        own_this(fp);
        run_in(fp, due, vm);
        left_at(vm)
    }
}

/// Where the interpreter goes on, by the header of the innermost frame that was left.
///
/// # Safety
/// As for [`complete`].
unsafe fn left_at(vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header((*vm).fp);
        Exit { content: head.pc as u64, word: (&raw const head.closure).cast::<u64>().read() }
    }
}
