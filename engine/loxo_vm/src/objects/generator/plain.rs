//! Generators that are resumed by a loop, `send()` or `next()` and yield to it, where that takes nothing but copies. What loops and yields do is
//! inlined into handlers, and calls nothing: so they save no registers.

use loxo_bytecode::{NONE, flag};
use loxo_value::{PhpObject, Value};

use super::{Generator, Handle, State, Taker};
use crate::Vm;
use crate::access::foreach::ForeachState;
use crate::code::instruction::{Pc, slot, slot_x};
use crate::frame::{HEADER, Header, header, slot};

/// A frame that runs, and the `yield` that it goes on behind; null: nothing was done.
pub struct Resumed {
    pub frame: *mut Value,
    pub at: Pc,
}

impl Resumed {
    const NOT: Resumed = Resumed { frame: std::ptr::null_mut(), at: std::ptr::null() };
}

/// What became of a call that may show what a generator yielded last.
pub(crate) enum Shown {
    /// The op is done.
    Done,
    /// The method is to be called.
    Not,
    /// The method is `next()` or `send()`.
    Moves,
}

impl Vm {
    /// Does `current()`, `key()` or `valid()` of a generator that waits at a `yield`, where that takes no more than copies and lower counts.
    ///
    /// # Safety
    /// `pc` is the running call op of frame `fp`, without arguments, and `callee` its window, with a method that is marked `@resumes`.
    #[inline(never)]
    pub(crate) unsafe fn show_by_call(pc: Pc, fp: *mut Value, callee: *mut Value) -> Shown {
        // SAFETY: as the caller promises; others have the generator too, if the window's count of it could be given up.
        unsafe {
            let head = header(callee);
            let method = (*head.func).name.as_bytes();
            if matches!(method, b"next" | b"send") {
                return Shown::Moves;
            }
            let this = &raw const head.this;
            let object = this.cast::<PhpObject>();
            let generator = if slot::tag(this) == slot::OBJECT { (*object).native::<Generator>() } else { None };
            let Some(generator) = generator.filter(|generator| generator.ready && slot::count_down(this)) else { return Shown::Not };
            if (*pc).x() != NONE {
                // The result's slot may be one of the window's header.
                let result = slot_x!(pc, fp);
                match method {
                    b"current" => slot::copy(result, slot::deref(&raw const generator.value)),
                    b"key" => slot::copy(result, slot::deref(&raw const generator.key)),
                    _ => slot::set_tag(result, slot::TRUE),
                }
            }
            Shown::Done
        }
    }

    /// Goes on with the loop that stands at `pc` in frame `fp`, whose slots are `iter`. Gives the frame that runs.
    ///
    /// # Safety
    /// As for [`Vm::resume_in_loop`].
    #[inline(always)]
    pub(crate) unsafe fn resume_plain_in_loop(&mut self, pc: Pc, fp: *mut Value, iter: *mut Value, taker: Taker) -> Resumed {
        // SAFETY: as the caller promises. The loop keeps the generator alive while it stands at `pc`.
        unsafe {
            let body = ForeachState::generator(iter);
            if body.is_null() {
                return Resumed::NOT;
            }
            self.resume_plain(&mut *body, taker, pc, fp, fp.add((*header(fp).func).frame_slots as usize))
        }
    }

    /// Goes on with `send()` or `next()`, whose window is `callee`, in the same way. Not inlined: asking an object what it is takes memory on the native stack,
    /// and the handler is to end in a jump.
    ///
    /// # Safety
    /// As for [`Vm::resume_by_call`].
    #[inline(never)]
    pub(crate) unsafe fn resume_plain_by_call(&mut self, pc: Pc, fp: *mut Value, callee: *mut Value) -> Resumed {
        // SAFETY: as the caller promises; the window's handle stays in its place while the call lasts.
        unsafe {
            let (head, count) = (header(callee), (*pc).b as u32);
            let this = &raw const head.this;
            if slot::tag(this) != slot::OBJECT || count != (*head.func).num_params {
                return Resumed::NOT;
            }
            let Some(generator) = (*this.cast::<PhpObject>()).native_mut::<Generator>() else { return Resumed::NOT };
            let resumed = self.resume_plain(generator, Taker::Call, pc, fp, callee.add(count as usize));
            if !resumed.frame.is_null() {
                head.nargs = count;
                if count == 1 {
                    slot::copy(slot!(resumed.at, resumed.frame, a), slot::deref(callee));
                }
            }
            resumed
        }
    }

    /// Makes a generator's frame the running one, at its place above `above`; the `yield` that it stands at has the result null. Gives the
    /// frame.
    ///
    /// # Safety
    /// The op at `pc` of frame `fp` keeps the generator while it runs; nothing of that frame is alive from `above` on.
    #[inline(always)]
    pub unsafe fn resume_plain(&mut self, generator: &mut Generator, taker: Taker, pc: Pc, fp: *mut Value, above: *mut Value) -> Resumed {
        // SAFETY: as the caller promises. The block of a generator that is ready begins with its frame's header, which has an extra part.
        unsafe {
            if !generator.ready || above.byte_add(generator.reach) > self.stack.limit {
                return Resumed::NOT;
            }
            let resumed = self.move_to_stack(generator, taker, pc, fp, above);
            slot::set_tag(slot!(resumed.at, resumed.frame, a), slot::NULL);
            resumed
        }
    }

    /// Begins a generator that nothing has run of, for the loop that stands at `pc` in frame `fp`, whose slots are `iter`.
    ///
    /// # Safety
    /// As for [`Vm::resume_in_loop`].
    #[inline(never)]
    pub(crate) unsafe fn begin_in_loop(&mut self, pc: Pc, fp: *mut Value, iter: *mut Value, taker: Taker) -> Resumed {
        // SAFETY: as for `resume_plain_in_loop`; the block of a generator that is fresh holds its frame.
        unsafe {
            let Some(generator) = ForeachState::begun(iter).as_mut() else { return Resumed::NOT };
            let above = fp.add((*header(fp).func).frame_slots as usize);
            if generator.state.get() != State::Fresh || generator.surplus != 0 || above.byte_add(generator.reach) > self.stack.limit {
                return Resumed::NOT;
            }
            // Later steps find the generator at once.
            slot::set_tag(iter.add(1), ForeachState::GOES_ON);
            self.move_to_stack(generator, taker, pc, fp, above)
        }
    }

    /// Makes a generator's frame the running one, at its place above `above`.
    ///
    /// # Safety
    /// As for [`Vm::resume_plain`]; the block begins with the header, and the stack reaches as far as the generator wants.
    #[inline(always)]
    unsafe fn move_to_stack(&mut self, generator: &mut Generator, taker: Taker, pc: Pc, fp: *mut Value, above: *mut Value) -> Resumed {
        // SAFETY: as the caller promises. Whole groups end before the slots that the stack reaches beyond the frame.
        unsafe {
            header(fp).pc = pc;
            generator.resumes += 1;
            // What was written lately is not read from the places that it was copied to: the copies may have to wait.
            let block = generator.block.start.cast::<Value>();
            let (head, saved) = (above.cast::<Header>(), block.cast::<Header>());
            let at = (*saved).pc;
            slot::copy_whole(&raw mut (*head).closure, &raw const (*saved).closure);
            ((*head).func, (*head).pc, (*head).prev, (*head).extra) = (generator.func, at, fp, (*saved).extra);
            slot::copy_whole((&raw mut (*head).class).cast(), (&raw const (*saved).class).cast());
            slot::copy_whole(&raw mut (*head).this, &raw const (*saved).this);
            let resumed = above.add(HEADER);
            slot::copy_groups::<false>(resumed, block.add(HEADER), generator.block.len - HEADER);
            generator.block.len = 0;
            generator.taker = taker;
            generator.waiter = Handle::default();
            generator.extra.root = Handle { body: generator };
            generator.frame = resumed;
            generator.state.set(State::Running);
            generator.ready = false;
            self.fp = resumed;
            Resumed { frame: resumed, at }
        }
    }

    /// `yield` of values that are no references, with a key or without, to a loop. Gives the op to go on with; null: nothing was done.
    ///
    /// # Safety
    /// `pc` is the running `Yield` of frame `fp`, which has a value that it does not yield by reference. Who takes it is a loop, as `taker` says.
    #[inline(always)]
    pub unsafe fn yield_to_loop<const KEY: bool>(&mut self, pc: Pc, fp: *mut Value, taker: Taker) -> Pc {
        // SAFETY: as the caller promises. The frame below resumed this one and stands at the op of the loop.
        unsafe {
            let resumer = header(fp).prev;
            let step = header(resumer).pc;
            let generator = self.can_yield::<KEY>(pc, fp);
            let dst = slot!(step, resumer, b);
            if generator.is_null() || taker != Taker::Temporary && !slot::give_up(dst) {
                return std::ptr::null();
            }
            self.park_plain::<KEY>(pc, fp, resumer, &mut *generator);
            slot::copy(dst, &raw const (*generator).value);
            if taker == Taker::VariableAndKey {
                let key = slot!(step.add(1), resumer, a);
                if slot::give_up(key) {
                    slot::copy(key, &raw const (*generator).key);
                    return step.add(2);
                }
            }
            if (*step).x() != NONE {
                slot::copy(slot_x!(step, resumer), &raw const (*generator).key);
            }
            step.add(1)
        }
    }

    /// The same where the old values own more than a count. Null: nothing was done, but that what was yielded before is given up.
    ///
    /// # Safety
    /// As for [`Vm::yield_to_loop`].
    #[inline(never)]
    pub unsafe fn replace_in_loop<const KEY: bool>(&mut self, pc: Pc, fp: *mut Value, taker: Taker) -> Pc {
        // SAFETY: as the caller promises. What is given up makes something pending at most: no PHP code runs before the frame of the loop does.
        unsafe {
            if *self.pending != 0 {
                return std::ptr::null();
            }
            let (generator, root) = (*header(fp).extra).chain();
            (*generator.body).forget();
            (*root.body).forget();
            let resumer = header(fp).prev;
            let dst = slot!(header(resumer).pc, resumer, b);
            let mut old = Value::UNDEF;
            if taker != Taker::Temporary && slot::tag(dst) != slot::REFERENCE {
                slot::copy_bits(&raw mut old, dst);
                slot::set_tag(dst, slot::NULL);
            }
            let next = self.yield_to_loop::<KEY>(pc, fp, taker);
            if next.is_null() {
                if !old.is_undef() {
                    slot::copy_bits(dst, &raw const old);
                    std::mem::forget(old);
                }
                return next;
            }
            drop(old);
            crate::handlers::finish(Ok(next), pc, fp, self)
        }
    }

    /// The same to a call of `send()` or `next()`, which is then to be ended: see [`Vm::end_resuming_call`]. `false`: nothing was done.
    ///
    /// # Safety
    /// As for [`Vm::yield_to_loop`], but that such a call takes it.
    #[inline(always)]
    pub unsafe fn yield_to_call<const KEY: bool>(&mut self, pc: Pc, fp: *mut Value) -> *const Generator {
        // SAFETY: as the caller promises.
        unsafe {
            let generator = self.can_yield::<KEY>(pc, fp);
            if !generator.is_null() {
                self.park_plain::<KEY>(pc, fp, header(fp).prev, &mut *generator);
            }
            generator
        }
    }

    /// The generator of a frame whose op can be done by copies alone; what it yielded before is given up. Else null.
    ///
    /// # Safety
    /// As for [`Vm::yield_to_loop`].
    #[inline(always)]
    unsafe fn can_yield<const KEY: bool>(&mut self, pc: Pc, fp: *mut Value) -> *mut Generator {
        // SAFETY: as the caller promises.
        unsafe {
            if !slot::is_plain(slot!(pc, fp, b)) || KEY && !slot::is_plain(slot!(pc, fp, c)) || *self.pending != 0 {
                return std::ptr::null_mut();
            }
            let (body, root) = ((*header(fp).extra).generator.body, (*header(fp).extra).root.body);
            // The first of a chain shows the same.
            let is_root = std::ptr::eq(body, root) || slot::empty(&raw mut (*root).value) && slot::empty(&raw mut (*root).key);
            if is_root && slot::empty(&raw mut (*body).value) && slot::empty(&raw mut (*body).key) { body } else { std::ptr::null_mut() }
        }
    }

    /// # Safety
    /// As for [`Vm::yield_to_loop`]; the generator's current value and key own nothing.
    #[inline(always)]
    unsafe fn park_plain<const KEY: bool>(&mut self, pc: Pc, fp: *mut Value, resumer: *mut Value, generator: &mut Generator) {
        // SAFETY: as the caller promises. A generator that was resumed plainly has a block, into which whole groups fit behind the frame.
        unsafe {
            slot::take(&raw mut generator.value, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B));
            if KEY {
                slot::take(&raw mut generator.key, slot!(pc, fp, c), (*pc).has(flag::CONSUME_C));
                if slot::tag(&raw const generator.key) == slot::INT {
                    generator.last_key = generator.last_key.max(slot::int(&raw const generator.key));
                }
            } else {
                generator.last_key += 1;
                slot::set_int(&raw mut generator.key, generator.last_key);
            }
            let root = generator.extra.root.body;
            if !std::ptr::eq(root, generator) {
                slot::copy(&raw mut (*root).value, &raw const generator.value);
                slot::copy(&raw mut (*root).key, &raw const generator.key);
            }
            // The rest of the header is in the block since the frame was taken from there.
            let block = generator.block.start;
            let saved = block.cast::<Header>();
            (*saved).pc = pc;
            if (*saved).flags != header(fp).flags {
                (*saved).flags = header(fp).flags;
            }
            let slots = (generator.func.num_locals + (*pc).x()) as usize;
            slot::copy_groups::<true>(block.add(HEADER).cast(), fp, slots);
            generator.block.len = HEADER + slots;
            generator.state.set(State::Suspended);
            generator.ready = true;
            generator.frame = std::ptr::null_mut();
            self.fp = resumer;
        }
    }

    /// Ends such a call, at `pc` of frame `fp`, if that takes nothing but copies and lower counts. `false`: nothing was done.
    ///
    /// # Safety
    /// As for [`Vm::end_resuming_call`].
    #[inline(always)]
    pub unsafe fn end_plain_call(&mut self, pc: Pc, fp: *mut Value, generator: *const Generator) -> bool {
        // SAFETY: as the caller promises; others have the generator too, if the window's count of it could be given up.
        unsafe {
            let callee = slot!(pc, fp, a);
            let head = header(callee);
            let sends = head.nargs == 1;
            if sends && slot::counted(callee) || !slot::count_down(&raw const head.this) {
                return false;
            }
            // The result's slot may be one of the window's header.
            if (*pc).x() != NONE {
                let result = slot_x!(pc, fp);
                if sends {
                    slot::copy(result, &raw const (*generator).value);
                } else {
                    slot::set_tag(result, slot::NULL);
                }
            }
            true
        }
    }

    /// Ends the call of `send()` or `next()` that a generator has yielded to: see [`Vm::yield_to_call`].
    ///
    /// # Safety
    /// The frame `fp` made that call and stands there.
    pub unsafe fn end_resuming_call(&mut self, fp: *mut Value, generator: *const Generator) -> Pc {
        // SAFETY: as the caller promises; the window keeps the generator.
        unsafe { self.end_call(header(fp).pc, fp, (*generator).value.clone_deref()) }
    }
}
