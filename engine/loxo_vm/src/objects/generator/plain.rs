//! Generators that are resumed by a loop, `send()` or `next()` and yield to it, where that takes nothing but copies. All of it is inlined into handlers,
//! and calls nothing: so they save no registers.

use loxo_bytecode::{NONE, flag};
use loxo_value::Value;

use super::{Generator, Handle, State, Taker, copy_frame};
use crate::Vm;
use crate::access::foreach::ForeachState;
use crate::code::instruction::{Pc, slot, slot_x};
use crate::frame::{HEADER, Header, header, slot};

impl Vm {
    /// Goes on with the loop that stands at `pc` in frame `fp`. Null: nothing was done.
    ///
    /// # Safety
    /// As for [`Vm::resume_in_loop`].
    #[inline(always)]
    pub(crate) unsafe fn resume_plain_in_loop(&mut self, pc: Pc, fp: *mut Value, state: *const ForeachState, taker: Taker) -> Pc {
        // SAFETY: as the caller promises. The loop keeps the generator alive, and the address of its handle, while it stands at `pc`.
        unsafe {
            let ForeachState::Generator { inner, body, started: true, .. } = &*state else { return std::ptr::null() };
            let handle = Handle { object: &inner.object, body: *body };
            let resumed = self.resume_plain(handle, taker, pc, fp, fp.add((*header(fp).func).frame_slots as usize));
            if resumed.is_null() {
                return std::ptr::null();
            }
            header(resumed).pc.add(1)
        }
    }

    /// Makes a generator's frame the running one, at its place above `above`; the `yield` that it stands at has the result null. Gives the frame. Null:
    /// nothing was done but that it may have lost its current value and key.
    ///
    /// # Safety
    /// The op at `pc` of frame `fp` keeps the handle while it runs; nothing of that frame is alive from `above` on.
    #[inline(always)]
    pub(super) unsafe fn resume_plain(&mut self, handle: Handle, taker: Taker, pc: Pc, fp: *mut Value, above: *mut Value) -> *mut Value {
        // SAFETY: as the caller promises. The block of a suspended generator begins with its frame's header unless there are surplus arguments.
        unsafe {
            let generator = &mut *handle.body;
            let is_alone = generator.delegate.is_none() && !generator.aborted && generator.surplus == 0;
            if generator.state.get() != State::Suspended || !is_alone || slot::tag(&raw const generator.sent) != slot::UNDEF {
                return std::ptr::null_mut();
            }
            let resumed = above.add(HEADER);
            if resumed.add(generator.func.frame_slots as usize + HEADER) > self.stack.limit {
                return std::ptr::null_mut();
            }
            let block = generator.block.as_ptr();
            let extra = (*block.cast::<Header>()).extra;
            if extra.is_null() || !slot::give_up(&raw const generator.value) {
                return std::ptr::null_mut();
            }
            slot::set_tag(&raw mut generator.value, slot::UNDEF);
            if !slot::give_up(&raw const generator.key) {
                return std::ptr::null_mut();
            }
            slot::set_tag(&raw mut generator.key, slot::UNDEF);
            header(fp).pc = pc;
            generator.resumes += 1;
            generator.waiter = Handle::default();
            copy_frame(block, above.cast(), generator.block.len());
            generator.block.set_len(0);
            let head = header(resumed);
            head.prev = fp;
            (*extra).generator = handle;
            (*extra).root = handle;
            (*extra).taker = taker;
            generator.frame = resumed;
            generator.state.set(State::Running);
            self.fp = resumed;
            let at = head.pc;
            slot::set_tag(slot!(at, resumed, a), slot::NULL);
            resumed
        }
    }

    /// `yield` of values that are no references to who resumed the generator, which gets them if that is a loop. Gives the generator; null: nothing was
    /// done.
    ///
    /// # Safety
    /// `pc` is the running `Yield` of frame `fp`.
    #[inline(always)]
    pub(crate) unsafe fn yield_plain(&mut self, pc: Pc, fp: *mut Value) -> *mut Generator {
        /// It is defined, and no reference.
        #[inline(always)]
        unsafe fn is_plain(value: *const Value) -> bool {
            // SAFETY: the caller passes a slot.
            unsafe { slot::tag(value).wrapping_sub(slot::NULL) < slot::REFERENCE - slot::NULL }
        }
        /// Moves or copies an operand.
        #[inline(always)]
        unsafe fn take(dst: *mut Value, src: *const Value, consume: bool) {
            // SAFETY: the caller passes a place that owns nothing and an operand.
            unsafe { if consume { slot::copy_bits(dst, src) } else { slot::copy(dst, src) } }
        }
        // SAFETY: as the caller promises. While it runs, a generator's current value and key own nothing, and its extra part says who resumed it: the
        // frame below, which stands at that op.
        unsafe {
            let head = header(fp);
            let (extra, resumer) = (&*head.extra, head.prev);
            let (taker, body) = (extra.taker, extra.generator.body);
            let generator = &mut *body;
            let (value, key) = (slot!(pc, fp, b), slot!(pc, fp, c));
            let has_key = (*pc).c as u32 != NONE;
            if taker == Taker::Other || generator.closing || (*pc).b as u32 == NONE || (*pc).has(flag::BY_REF) {
                return std::ptr::null_mut();
            }
            if !is_plain(value) || has_key && !is_plain(key) || *self.pending != 0 {
                return std::ptr::null_mut();
            }
            let slots = (generator.func.num_locals + (*pc).x()) as usize;
            if generator.block.capacity() < HEADER + slots {
                return std::ptr::null_mut();
            }
            let step = header(resumer).pc;
            let dst = slot!(step, resumer, b);
            if taker == Taker::Variable && !slot::give_up(dst) {
                return std::ptr::null_mut();
            }
            take(&raw mut generator.value, value, (*pc).has(flag::CONSUME_B));
            if has_key {
                take(&raw mut generator.key, key, (*pc).has(flag::CONSUME_C));
                if slot::tag(&raw const generator.key) == slot::INT {
                    generator.last_key = generator.last_key.max(slot::int(&raw const generator.key));
                }
            } else {
                generator.last_key += 1;
                slot::set_int(&raw mut generator.key, generator.last_key);
            }
            // The rest of the header is in the block since the frame was taken from there.
            let block = generator.block.as_mut_ptr();
            let saved = block.cast::<Header>();
            (*saved).pc = pc;
            (*saved).flags = head.flags;
            copy_frame(fp.cast(), block.add(HEADER), slots);
            generator.block.set_len(HEADER + slots);
            generator.state.set(State::Suspended);
            generator.frame = std::ptr::null_mut();
            self.fp = resumer;
            if taker != Taker::Call {
                slot::copy(dst, &raw const generator.value);
                if (*step).x() != NONE {
                    slot::copy(slot_x!(step, resumer), &raw const generator.key);
                }
            }
            body
        }
    }

    /// Ends the call of `send()` or `next()` that a generator has yielded to: see [`Vm::yield_plain`].
    ///
    /// # Safety
    /// The frame `fp` made that call and stands there.
    pub(crate) unsafe fn end_resuming_call(&mut self, fp: *mut Value, generator: *const Generator) -> Pc {
        // SAFETY: as the caller promises; the window keeps the generator.
        unsafe { self.end_call(header(fp).pc, fp, (*generator).value.clone_deref()) }
    }
}
