//! The virtual machine of one request: registers, operands, the interpreter loop and its way back out.

use loxo_base::stack;
use loxo_bytecode::{BinaryOp, FnFlags, flag};
use loxo_runtime::{Class, Cx, Ending, Func, PhpResult, Property, Thrown, convert, operators};
use loxo_value::{PhpArray, PhpObject, RcHeader, Value};

use crate::code::code_of;
use crate::code::instruction::{Insn, Pc, slot};
use crate::frame::slot;
use crate::frame::stack::FrameStack;
use crate::frame::symbol_table::SymbolTable;
use crate::frame::{self, HEADER, flags, header};
use crate::request::deadline::Deadline;
use crate::request::interrupt::{Interrupts, reason};

/// One inline cache: what was found last time, valid while the key matches.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct InlineCache {
    /// Address of the class that was seen.
    pub key: usize,
    pub value: usize,
}

/// A request's interpreter. The context comes first, so that the two share their address and hooks find one from the other.
#[repr(C)]
pub struct Vm {
    pub cx: Cx,
    /// Frame of the PHP function that is running.
    pub fp: *mut Value,
    /// The lvalue register; null after an unset walk that found nothing.
    pub lv: *mut Value,
    /// Where `lv` points when the container is a result instead of a variable.
    pub lv_tmp: Value,
    /// What a walk with `lv` keeps alive.
    pub(crate) lv_keep: Value,
    /// The array, object or reference that the place at `lv` belongs to, unless that is a frame, a static property or `lv_tmp`. It means
    /// something during a walk only (see [`Vm::hold_lv_owner`]).
    pub(crate) lv_owner: *const RcHeader,
    /// The typed property that `lv` points at.
    pub lv_property: Option<&'static Property>,
    pub caches: *mut InlineCache,
    /// The heap's byte that says destructors or the collector wait.
    pub pending: *const u8,
    pub stack: FrameStack,
    pub(crate) cache_table: Vec<InlineCache>,
    pub(crate) interrupts: Interrupts,
    /// `max_execution_time`, if there is one.
    pub(crate) deadline: Option<Deadline>,
    /// Units of evaluated texts in this request.
    pub(crate) evals: crate::source::eval_cache::UnitsInUse,
    /// Classes (unit and index) that were declared before the code of their file ran.
    pub(crate) early: rustc_hash::FxHashSet<(usize, u32)>,
    /// The request runs `opcache.preload`.
    pub(crate) preloading: Option<crate::source::preload::Units>,
    pub(crate) globals: Box<SymbolTable>,
    /// Static variables by `Func::statics`.
    pub(crate) statics: Vec<Vec<Value>>,
    pub(crate) files: crate::source::include::Files,
    /// What the settings say of cached files, as read last.
    pub(crate) cache_policy: crate::source::code_cache::CachePolicy,
    /// `ticks` counter and functions.
    pub(crate) ticks: u32,
    pub(crate) fiber: Option<PhpObject>,
    /// Depth of nested interpreter loops on this native stack.
    pub(crate) depth: u32,
    /// The frame that called the builtin method that is running, and the method's late-static-binding class. In PHP code that the
    /// method runs, another frame is on top.
    pub(crate) native_caller: (*mut Value, Option<&'static Class>),
    /// Properties whose storage started `parent::$x::get()`/`set()` calls mean.
    pub(crate) storage_hooks: Vec<loxo_value::PhpStr>,
    /// An empty argument list for the next call with spreads or names.
    pub(crate) spare_list: Value,
    /// Instructions that traces asked for.
    pub(crate) sites: crate::frame::backtrace::Sites,
    /// Room for the entries of a trace that is being made.
    pub(crate) trace_entries: Vec<PhpArray>,
    /// Members found before.
    pub(crate) members: crate::access::lookup_cache::LookupCache,
    /// Classes being autoloaded right now.
    pub(crate) loading: Vec<loxo_runtime::ClassId>,
    /// The global variables are being let go.
    pub(crate) at_end: bool,
    /// Deprecated class constants (addresses) whose messages are being made.
    pub(crate) reporting_constants: Vec<usize>,
    /// The frame that stands at a call of a builtin whose arguments reach beyond the frame, and their end.
    pub(crate) overflow_args: (*mut Value, *mut Value),
    /// Functions for `declare(ticks)` are running.
    pub(crate) ticking: bool,
    pub(crate) builtins: &'static (dyn loxo_compiler::Builtins + Sync),
    pub(crate) read_source: Option<crate::request::engine::ReadSource>,
    /// A catch clause did not match: the handler entry to try next.
    pub(crate) next_catch: Option<Pc>,
}

/// What a nested write holds that waits for PHP code to end (see [`Vm::lv`]).
struct Walk {
    tmp: Value,
    keep: Value,
}

impl Vm {
    /// The machine that a context belongs to.
    pub fn of(cx: &mut Cx) -> &mut Vm {
        // SAFETY: contexts are only made as the first field of a `#[repr(C)]` Vm (see `Vm::new`), which is alive while it is.
        unsafe { &mut *std::ptr::from_mut(cx).cast::<Vm>() }
    }

    pub fn of_ref(cx: &Cx) -> &Vm {
        // SAFETY: as above.
        unsafe { &*std::ptr::from_ref(cx).cast::<Vm>() }
    }

    /// Makes the inline cache table as large as the process needs by now.
    pub(crate) fn grow_caches(&mut self) {
        let wanted = crate::code::cache_count() + 1024;
        if self.cache_table.len() < crate::code::cache_count() {
            self.cache_table.resize(wanted, InlineCache::default());
            self.caches = self.cache_table.as_mut_ptr();
        }
    }

    // ---------------------------------------------------------------------------------------------------- operands

    /// The value of a `Src` operand: moved out of a consumed temporary, else a copy; undefined variables warn and are null.
    ///
    /// # Safety
    /// `place` is a slot of the running frame `fp`.
    #[inline]
    pub(crate) unsafe fn operand(&mut self, fp: *mut Value, place: *mut Value, consume: bool) -> Value {
        // SAFETY: as the caller promises.
        unsafe {
            if consume {
                let value = (*place).take_undef();
                return if value.is_ref() { value.clone_deref() } else { value };
            }
            if slot::tag(place) == slot::UNDEF {
                self.undefined_variable(fp, place);
                return Value::NULL;
            }
            (*place).clone_deref()
        }
    }

    /// # Safety
    /// `pc` is the running instruction of frame `fp`, and its operand `a` a slot.
    #[inline]
    pub(crate) unsafe fn operand_a(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { self.operand(fp, slot!(pc, fp, a), (*pc).has(flag::CONSUME_A)) }
    }

    /// Operand `a` as what is to be written to: nobody is told of a variable that is undefined.
    ///
    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline]
    pub(crate) unsafe fn target_a(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { if slot::tag(slot!(pc, fp, a)) == slot::UNDEF { Value::NULL } else { self.operand_a(fp, pc) } }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline]
    pub(crate) unsafe fn operand_b(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { self.operand(fp, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)) }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline]
    pub(crate) unsafe fn operand_c(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { self.operand(fp, slot!(pc, fp, c), (*pc).has(flag::CONSUME_C)) }
    }

    /// Operand `a` with a reference kept as one.
    ///
    /// # Safety
    /// As for [`Vm::operand_a`].
    pub(crate) unsafe fn take_a(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { take(slot!(pc, fp, a), (*pc).has(flag::CONSUME_A)) }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    pub(crate) unsafe fn take_b(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { take(slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)) }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    pub(crate) unsafe fn take_c(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { take(slot!(pc, fp, c), (*pc).has(flag::CONSUME_C)) }
    }

    /// Warns about a variable that was never set.
    ///
    /// # Safety
    /// `place` is a local of frame `fp`.
    #[cold]
    pub(crate) unsafe fn undefined_variable(&mut self, fp: *mut Value, place: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let func = &*header(fp).func;
            let index = place.offset_from(fp);
            if index == -1 {
                return;
            }
            let name = code_of(func).function().locals.get(index as usize);
            let name: &[u8] = name.map_or(b"?", |n| n);
            // One exception is enough.
            if self.cx.exception.is_none() {
                let text = [b"Undefined variable $", name].concat();
                match self.walked_place() {
                    Some(walked) => _ = self.keeping_walk(walked, |vm| vm.cx.warning(text)),
                    None => self.cx.warning(text),
                }
            }
        }
    }

    pub(crate) fn truthy(&mut self, value: &Value) -> PhpResult<bool> {
        let value = value.deref();
        if value.is_object() { convert::to_bool(&mut self.cx, value) } else { Ok(value.to_bool()) }
    }

    /// Points `lv` at a place inside of a live array, object or reference.
    pub(crate) fn set_lv_in(&mut self, owner: *const RcHeader, place: *mut Value) {
        self.lv = place;
        self.lv_owner = owner;
    }

    /// Points `lv` at a value of its own.
    pub(crate) fn set_lv_tmp(&mut self, value: Value) {
        let old = std::mem::replace(&mut self.lv_tmp, value);
        self.lv = &mut self.lv_tmp;
        self.lv_property = None;
        self.lv_owner = std::ptr::null();
        drop(old);
    }

    /// Makes the walk an owner of what `lv` points into: PHP code may run, and let go of it. Whatever that code writes to an array goes to
    /// a copy of it then; the walk's own write goes where `lv` points.
    #[inline(always)]
    pub(crate) fn hold_lv_owner(&mut self) {
        if !self.lv_owner.is_null() {
            self.keep_owner();
        }
    }

    #[cold]
    fn keep_owner(&mut self) {
        let mut held = Value::UNDEF;
        std::mem::swap(&mut held, &mut self.lv_keep);
        // SAFETY: the owner was live when `lv` was set, and no PHP code has run since.
        self.lv_keep = unsafe { Value::sharing(self.lv_owner) };
        self.lv_owner = std::ptr::null();
        drop(held);
    }

    /// The walk with `lv` keeps nothing alive that its end would let go.
    #[inline(always)]
    pub(crate) fn walk_holds_nothing(&self) -> bool {
        !self.lv_keep.is_refcounted() && !self.lv_tmp.is_refcounted()
    }

    /// The walk with `lv` is over: what only it held is let go.
    #[inline(always)]
    pub(crate) fn end_walk(&mut self) {
        if self.lv_keep.is_refcounted() {
            drop(self.lv_keep.take_undef());
        }
        if self.lv_tmp.is_refcounted() {
            drop(self.lv_tmp.take_undef());
        }
    }

    // ------------------------------------------------------------------------------------- read-modify-write

    /// `*place op= rhs`, with the rules of the typed property or reference behind it.
    ///
    /// # Safety
    /// `place` is live; if it is a local, `fp` is its frame.
    pub(crate) unsafe fn assign_op_place(&mut self, fp: *mut Value, place: *mut Value, op: u32, rhs: &Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            if slot::tag(place) == slot::UNDEF {
                if self.is_local(fp, place) {
                    self.undefined_variable(fp, place);
                }
                slot::set_tag(place, slot::NULL);
            }
            let op = BinaryOp::ALL[op as usize];
            let typed = self.lv_property.take().filter(|_| std::ptr::eq(place, self.lv));
            if typed.is_none() && !(*place).as_ref().is_some_and(|r| r.has_types()) {
                // In place: an error leaves the old value.
                let target: *mut Value = (*place).deref_mut();
                return operators::assign_op(&mut self.cx, op, &mut *target, rhs);
            }
            let old = (*place).clone_deref();
            let new = operators::binary(&mut self.cx, op, &old, rhs)?;
            drop(old);
            match typed {
                Some(property) => crate::access::typed_refs::assign_property(&mut self.cx, &mut *place, property, new),
                None => self.assign(place, new),
            }
        }
    }

    /// `++`/`--` at a place; gives the value before.
    ///
    /// # Safety
    /// As for [`Vm::assign_op_place`].
    pub(crate) unsafe fn inc_dec_place(
        &mut self,
        fp: *mut Value,
        place: *mut Value,
        step: fn(&mut Cx, &mut Value) -> PhpResult<()>,
    ) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            if slot::tag(place) == slot::UNDEF {
                if self.is_local(fp, place) {
                    self.undefined_variable(fp, place);
                }
                slot::set_tag(place, slot::NULL);
            }
            let typed = self.lv_property.take().filter(|_| std::ptr::eq(place, self.lv));
            let old = (*place).clone_deref();
            let mut new = old.clone();
            step(&mut self.cx, &mut new)?;
            match typed {
                Some(property) => crate::access::typed_refs::step_property(&mut self.cx, &mut *place, property, &old, new)?,
                None if (*place).as_ref().is_some_and(|r| r.has_types()) => {
                    crate::access::typed_refs::step_reference(&mut self.cx, &mut *place, &old, new)?;
                }
                None => self.assign(place, new)?,
            }
            Ok(old)
        }
    }

    /// # Safety
    /// `fp` is the running frame.
    unsafe fn is_local(&self, fp: *mut Value, place: *mut Value) -> bool {
        // SAFETY: as the caller promises.
        unsafe { place >= fp && place < fp.add((*header(fp).func).num_locals as usize) }
    }

    /// Assignment through the lvalue register.
    ///
    /// # Safety
    /// `place` is `lv`.
    pub(crate) unsafe fn assign_lv(&mut self, place: *mut Value, value: Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            match self.lv_property.take() {
                Some(property) => crate::access::typed_refs::assign_property(&mut self.cx, &mut *place, property, value),
                None => self.assign(place, value),
            }
        }
    }

    // ------------------------------------------------------------------------------------------------ the loop

    /// Runs from `pc` until the frame that was current when Rust called in returns.
    ///
    /// # Safety
    /// `self.fp` is a complete frame that returns to a re-entry frame.
    pub(crate) unsafe fn run(&mut self, pc: Pc) {
        // SAFETY: as the caller promises; code is verified.
        unsafe {
            // Few calls come out of the middle of a nested write that keeps something.
            let (lv, property, owner) = (self.lv, self.lv_property.take(), std::mem::replace(&mut self.lv_owner, std::ptr::null()));
            let kept = (!self.lv_tmp.is_undef() || !self.lv_keep.is_undef()).then(|| self.leave_walk());
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
            (self.lv, self.lv_property, self.lv_owner) = (lv, property, owner);
            match kept {
                Some(kept) => self.return_to_walk(kept),
                None => self.end_walk(),
            }
        }
    }

    /// Puts what a walk holds aside: the op that calls PHP code may stand in the middle of a nested write, and that code has nested writes
    /// of its own. What `lv_tmp` holds is back at its address when the op goes on.
    fn leave_walk(&mut self) -> Walk {
        Walk { tmp: self.lv_tmp.take_undef(), keep: self.lv_keep.take_undef() }
    }

    fn return_to_walk(&mut self, walk: Walk) {
        drop((std::mem::replace(&mut self.lv_tmp, walk.tmp), std::mem::replace(&mut self.lv_keep, walk.keep)));
    }

    /// Slots above everything that the running frame may use.
    pub(crate) fn stack_top(&self) -> *mut Value {
        // SAFETY: `fp` is a live frame.
        unsafe {
            let head = header(self.fp);
            let slots = if head.flags & flags::REENTRY != 0 { head.nargs as usize } else { (*head.func).frame_slots as usize };
            let end = self.fp.add(slots);
            // The arguments of a running builtin may reach further, if they came out of an array.
            if self.overflow_args.0 == self.fp { end.max(self.overflow_args.1) } else { end }
        }
    }

    /// Pushes the frame that stands for Rust code between two PHP frames: `slots` values, all undef.
    pub(crate) fn push_reentry(&mut self, func: &'static Func, slots: usize) -> PhpResult<*mut Value> {
        if stack::exhausted() {
            return Err(self.stack_overflow());
        }
        let fp = self.stack_top().wrapping_add(HEADER);
        self.ensure_stack(fp.wrapping_add(slots + HEADER + 8))?;
        // SAFETY: the stack reaches that far.
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
        self.fp = fp;
        Ok(fp)
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
            if !head.extra.is_null() {
                drop(Box::from_raw(head.extra));
                head.extra = std::ptr::null_mut();
            }
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
    pub(crate) fn stack_overflow(&mut self) -> Thrown {
        self.cx.throw_error("Maximum call stack size reached. Infinite recursion?")
    }

    #[cold]
    pub(crate) fn handle_interrupt(&mut self) -> PhpResult<()> {
        let why = self.interrupts.take();
        if why & reason::FLUSH != 0 {
            self.cx.flush_pending();
        }
        if let Some(work) = self.cx.on_attention {
            work(&mut self.cx)?;
        }
        if why & reason::STOP != 0 {
            self.cx.ending.get_or_insert(Ending::Exit);
            return Err(Thrown);
        }
        if why & reason::TIME_IS_UP == 0 {
            return Ok(());
        }
        let seconds = self.cx.ini_int("max_execution_time");
        // What runs at the end of the request gets as much time again.
        (self.cx.hooks.time_limit)(&mut self.cx, seconds);
        let plural = if seconds == 1 { "" } else { "s" };
        Err(self.cx.fatal(format!("Maximum execution time of {seconds} second{plural} exceeded")))
    }

    /// Runs destructors that wait, and the collector if it is due.
    #[cold]
    pub(crate) fn run_pending(&mut self) {
        crate::request::pending_work::run_pending(self);
    }

    // -------------------------------------------------------------------------------------------------- context

    /// The innermost PHP function, skipping frames that stand for Rust code.
    pub(crate) fn user_frame(&self) -> Option<*mut Value> {
        let mut fp = self.fp;
        // SAFETY: the chain of frames ends in the root frame, whose `prev` is null.
        unsafe {
            while !fp.is_null() {
                let head = header(fp);
                if head.flags & flags::REENTRY == 0 && (*head.func).is_user() {
                    return Some(fp);
                }
                fp = head.prev;
            }
        }
        None
    }

    /// Class scope of the running PHP code.
    pub(crate) fn scope(&self) -> Option<&'static Class> {
        // A builtin method called by Rust code (array_map over a builtin callable) has its own scope.
        // SAFETY: a live frame.
        self.user_frame().and_then(|fp| unsafe { (*header(fp).func).class })
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    #[inline]
    pub(crate) unsafe fn scope_of(&self, fp: *mut Value) -> Option<&'static Class> {
        // SAFETY: as the caller promises.
        unsafe { (*header(fp).func).class }
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn is_strict(&self, fp: *mut Value) -> bool {
        // SAFETY: as the caller promises.
        unsafe { (*header(fp).func).flags.has(FnFlags::STRICT_TYPES) }
    }
}

/// Moves out of a temporary, or copies a variable with its reference.
///
/// # Safety
/// `place` is a live slot.
unsafe fn take(place: *mut Value, consume: bool) -> Value {
    // SAFETY: as the caller promises.
    unsafe { if consume { (*place).take_undef() } else { (*place).clone() } }
}

const _: () = assert!(size_of::<Insn>() == 24);
