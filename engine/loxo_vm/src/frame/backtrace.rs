//! Backtraces. Builtins have no frames of their own: a frame that stands at a call of one says which builtin runs, with which arguments.

use std::cell::Cell;

use loxo_bytecode::{FnFlags, OpCode};
use loxo_runtime::Func;
use loxo_runtime::error::trace;
use loxo_value::{PhpArray, PhpStr, Value};

use crate::Vm;
use crate::code::instruction::Pc;
use crate::code::{Code, code_of, is_call};
use crate::frame::constant_expressions::{default_line, is_expression};
use crate::frame::sites::{Doing, SITES, Site, Sites};
use crate::frame::{HEADER, flags, header, slot};
use loxo_bytecode::IncludeKind;

/// The call that a user frame stands at.
pub(crate) struct Standing {
    pub(crate) func: &'static Func,
    pub(super) callee: *mut Value,
    count: usize,
}

/// The list of entries keeps the capacity for so many.
const KEPT_ENTRIES: usize = 256;

impl Vm {
    /// The trace array of `debug_backtrace()` and exceptions: innermost first, `skip` entries left out.
    pub(crate) fn backtrace(&mut self, options: u32, limit: usize, skip: usize) -> PhpArray {
        let mut entries = std::mem::take(&mut self.trace_entries);
        let mut fp = self.fp;
        let mut fiber = self.fiber.clone();
        // Kind of the code that the frame looked at before this one runs.
        let (mut innermost, mut inner_is_file) = (true, false);
        // Where the next frame stands, if the one before had to know.
        let mut known = None;
        // SAFETY: the chain of frames ends in a root frame, and a fiber's goes on with its resumer's.
        unsafe {
            loop {
                if fp.is_null() {
                    let Some((outer, previous)) = fiber.take().and_then(|f| crate::objects::fiber::resumer(&f)) else { break };
                    (fp, fiber) = (outer, previous);
                    continue;
                }
                if limit != 0 && entries.len() >= limit + skip {
                    break;
                }
                let head = header(fp);
                if head.flags & flags::REENTRY != 0 {
                    if let Some(standing) = self.reentry_builtin(fp) {
                        // Called by an op that is no call, a loop's for example.
                        let position = self.caller_position(fp);
                        entries.push(self.builtin_entry(&standing, position, options));
                    }
                    let waiting = self.waiting_frames(fp);
                    self.waiting_entries(fp, &waiting, options, &mut entries);
                    inner_is_file &= waiting.is_empty();
                    fp = head.prev;
                    continue;
                }
                let here = known.take().unwrap_or_else(|| self.position(fp));
                if innermost && entries.is_empty() && ((*head.func).class.is_some() || self.expressions_may_call()) {
                    entries.extend(self.expression_entry(fp));
                }
                // What this frame is calling, if that is a builtin, comes before it.
                if let Some(standing) = self.standing_builtin(fp).filter(|_| !innermost || self.cx.active.is_some()) {
                    entries.push(self.builtin_entry(&standing, here, options));
                } else if let Some(kind) = self.standing_include(fp).filter(|_| !innermost && !inner_is_file) {
                    // The file is still being looked for or compiled.
                    entries.push(trace::named(here, kind.name().as_bytes(), None));
                }
                let generator = head.flags & (flags::GENERATOR | flags::DELEGATE) != 0;
                let waiting = if generator { self.waiting_frames(fp) } else { Vec::new() };
                let position = match waiting.first() {
                    Some(saved) => self.position(*saved),
                    None if called_directly(fp) => known.insert(self.position(head.prev)).clone(),
                    None => self.caller_position(fp),
                };
                if let Some(mut entry) = self.user_entry(fp, position, options) {
                    let calls = trace::has_file;
                    // PHP takes an included file's name from where the call inside it was made: without one it does not know the name.
                    if head.flags & flags::MAIN != 0 && !(entries.len() > skip && entries.last().is_some_and(calls)) {
                        entry.remove_bytes(b"args");
                    }
                    entries.push(entry);
                }
                if generator {
                    self.waiting_entries(fp, &waiting, options, &mut entries);
                }
                (innermost, inner_is_file) = (false, head.flags & flags::MAIN != 0);
                fp = head.prev;
            }
        }
        let shown = entries.drain(..).skip(skip).take(if limit == 0 { usize::MAX } else { limit });
        let trace = PhpArray::from_values(shown.map(Value::array));
        if entries.capacity() <= KEPT_ENTRIES {
            self.trace_entries = entries;
        }
        trace
    }

    /// Reads something of an instruction of a function, or of null, where its frame has not begun.
    #[inline(always)]
    pub(crate) fn site<R>(&self, code: &Code, pc: Pc, read: impl FnOnce(Site) -> R) -> R {
        let place = &self.sites[pc as usize / size_of::<u64>() % SITES];
        let place = if place.get().key == pc as usize + 1 { place } else { look_up(&self.sites, code, pc) };
        read(place.get())
    }

    /// The builtin that a user frame is calling right now.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn standing_builtin(&self, fp: *mut Value) -> Option<Standing> {
        // SAFETY: as the caller promises; the window of a call in progress still has its header.
        unsafe {
            let head = header(fp);
            let code = code_of(&*head.func);
            if head.pc.is_null() || head.flags & flags::BESIDE_CALL != 0 {
                return None;
            }
            if !self.site(code, head.pc, |site| matches!(site.doing, Doing::Calling | Doing::CallingFromWindow)) {
                return None;
            }
            let op = code.op_at(head.pc);
            let callee = fp.byte_offset((*head.pc).a as isize);
            let (func, count) = match op.code {
                OpCode::CallBuiltin | OpCode::CallFrameBuiltin => (self.cx.func(loxo_runtime::FnId((*head.pc).b as u32))?, op.c as usize),
                OpCode::CallArgs => (&*header(callee).func, header(callee).nargs as usize),
                _ => (&*header(callee).func, op.b as usize),
            };
            // The windows of functions that are called outright have no header.
            let outright = op.code.info().headless;
            if func.is_user() || func.entry.get() != 0 || !outright && header(callee).flags & flags::NO_CONSTRUCTOR != 0 {
                return None;
            }
            Some(Standing { func, callee, count })
        }
    }

    /// The builtin that Rust code runs on top of a re-entry frame.
    ///
    /// # Safety
    /// `fp` is a live re-entry frame.
    pub(crate) unsafe fn reentry_builtin(&self, fp: *mut Value) -> Option<Standing> {
        // SAFETY: while the call runs, the frame counts its window among its slots.
        unsafe {
            let count = (header(fp).nargs as usize).checked_sub(1 + HEADER)?;
            let callee = fp.add(1 + HEADER);
            let func: &'static Func = &*header(callee).func;
            let builtin = !func.is_user() && func.entry.get() == 0 && !func.name.as_bytes().is_empty();
            builtin.then_some(Standing { func, callee, count })
        }
    }

    /// The entries of the generators that wait for the one in frame `fp`.
    ///
    /// # Safety
    /// `fp` is a live frame, `waiting` what [`Vm::waiting_frames`] says of it.
    unsafe fn waiting_entries(&mut self, fp: *mut Value, waiting: &[*mut Value], options: u32, entries: &mut Vec<PhpArray>) {
        for (i, saved) in waiting.iter().enumerate() {
            // SAFETY: as the caller promises; suspended frames are complete.
            unsafe {
                let position = match waiting.get(i + 1) {
                    Some(outer) => self.position(*outer),
                    None => self.caller_position(fp),
                };
                entries.extend(self.user_entry(*saved, position, options));
            }
        }
    }

    /// The include op that a user frame stands at: its kind.
    ///
    /// # Safety
    /// As for [`Vm::standing_builtin`].
    unsafe fn standing_include(&self, fp: *mut Value) -> Option<IncludeKind> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            if head.pc.is_null() || head.flags & flags::BESIDE_CALL != 0 {
                return None;
            }
            let code = code_of(&*head.func);
            self.site(code, head.pc, |site| site.doing == Doing::Including).then(|| IncludeKind::of(code.op_at(head.pc).x))
        }
    }

    /// Where a user frame stands.
    ///
    /// # Safety
    /// As for [`Vm::standing_builtin`].
    unsafe fn position(&self, fp: *mut Value) -> Option<(PhpStr, u32)> {
        // SAFETY: as the caller promises.
        unsafe {
            if is_expression(fp) {
                return self.caller_position(fp);
            }
            let (path, line) = self.written_at(fp);
            Some((path, default_line(fp).unwrap_or(line)))
        }
    }

    /// The line that a frame stands at.
    ///
    /// # Safety
    /// As for [`Vm::standing_builtin`].
    #[inline]
    unsafe fn written_at(&self, fp: *mut Value) -> (PhpStr, u32) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let code = code_of(&*head.func);
            (code.unit.path.to_php(), self.site(code, head.pc, |site| site.line))
        }
    }

    /// The entry about a constant expression that is evaluated right now, where that is elsewhere than the code that needs the value.
    ///
    /// # Safety
    /// As for [`Vm::standing_builtin`].
    unsafe fn expression_entry(&self, fp: *mut Value) -> Option<PhpArray> {
        // SAFETY: as the caller promises, and `expression_at`.
        unsafe {
            let (expression, needs) = self.expression_at(fp);
            let (written, needed) = (self.written_at(expression?), self.position(needs));
            if needed.as_ref() == Some(&written) {
                return None;
            }
            Some(trace::named(needed, b"[constant expression]", None))
        }
    }

    /// Where the PHP code stands that called the frame; `None` if a builtin did.
    ///
    /// # Safety
    /// `fp` is a live frame.
    pub(crate) unsafe fn caller_position(&self, fp: *mut Value) -> Option<(PhpStr, u32)> {
        // SAFETY: as the caller promises; what called it is complete.
        unsafe { self.calling_frame(fp).and_then(|caller| self.position(caller)) }
    }

    /// The frame of the PHP code that called a frame, or one that stands for a place; `None` if a builtin did. What the engine calls by itself
    /// (handlers, magic methods, destructors) counts as called by the code that was running.
    ///
    /// # Safety
    /// `fp` is a live frame.
    pub(crate) unsafe fn calling_frame(&self, fp: *mut Value) -> Option<*mut Value> {
        // SAFETY: every chain of frames ends in a re-entry frame without a previous one.
        unsafe {
            let mut caller = header(fp).prev;
            // A generator may be run by a call of a builtin, although there is no frame of Rust code between.
            let direct = called_directly(fp);
            while !caller.is_null() && header(caller).flags & flags::REENTRY != 0 {
                if let Some(saved) = self.waiting_frames(caller).first() {
                    return Some(*saved);
                }
                if self.reentry_builtin(caller).is_some() {
                    return None;
                }
                caller = header(caller).prev;
            }
            let by_builtin =
                caller.is_null() || (!direct && header(fp).flags & flags::MAIN == 0 && self.standing_builtin(caller).is_some());
            (!by_builtin).then_some(caller)
        }
    }

    unsafe fn builtin_entry(&mut self, standing: &Standing, position: Option<(PhpStr, u32)>, options: u32) -> PhpArray {
        // The windows of functions that were called outright have no header.
        let this = match standing.func.class {
            // SAFETY: a method's window has its header, which is alive while the builtin runs.
            Some(_) => unsafe { header(standing.callee).this.clone() },
            None => Value::UNDEF,
        };
        let args = (options & trace::IGNORE_ARGS == 0).then(|| {
            // SAFETY: the arguments stay in the window while the builtin runs.
            let args = (0..standing.count).map(|i| unsafe { argument(standing.callee.add(i)) }).collect();
            PhpArray::from_values(self.hide_sensitive(standing.func, args))
        });
        trace::called(position, standing.func, &this, args, options)
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn user_entry(&mut self, fp: *mut Value, position: Option<(PhpStr, u32)>, options: u32) -> Option<PhpArray> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func: &'static Func = &*head.func;
            if head.flags & flags::MAIN != 0 {
                let kind = if head.extra.is_null() { None } else { (*head.extra).include_kind };
                // The main script is nobody's callee.
                let kind = kind.filter(|_| position.is_some())?;
                // A file is named even if arguments are not wanted.
                let path = (kind != IncludeKind::Eval).then(|| Value::bytes(&code_of(func).unit.unit.path));
                return Some(trace::named(position, kind.name().as_bytes(), path));
            }
            if is_expression(fp) {
                return None;
            }
            let args = (options & trace::IGNORE_ARGS == 0).then(|| {
                let mut args = match hides(func) {
                    false if head.nargs <= func.num_params && !func.is_variadic() && head.extra.is_null() => {
                        copies(fp, head.nargs as usize)
                    }
                    false => {
                        let mut args = PhpArray::packed_with_capacity(head.nargs as usize);
                        self.each_argument(fp, |value| {
                            let _ = args.push(value);
                        });
                        args
                    }
                    true => PhpArray::from_values(self.hide_sensitive(func, self.frame_arguments(fp))),
                };
                if func.is_variadic() || !head.extra.is_null() {
                    for (name, value) in self.named_arguments(fp) {
                        let hidden = self.hide_sensitive_at(func, func.params.len(), value);
                        args.set_str(&name, hidden);
                    }
                }
                args
            });
            Some(trace::called(position, func, &head.this, args, options))
        }
    }

    /// The arguments of a user frame as they are now (`func_get_args()` and traces agree on that).
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn frame_arguments(&self, fp: *mut Value) -> Vec<Value> {
        // SAFETY: as the caller promises.
        let mut args = Vec::with_capacity(unsafe { header(fp).nargs as usize });
        // SAFETY: as the caller promises.
        unsafe { self.each_argument(fp, |value| args.push(value)) };
        args
    }

    /// # Safety
    /// As for [`Vm::frame_arguments`].
    pub(crate) unsafe fn each_argument(&self, fp: *mut Value, mut each: impl FnMut(Value)) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func = &*head.func;
            let passed = head.nargs as usize;
            let declared = func.num_params as usize;
            for i in 0..passed.min(declared) {
                let place = parameter(fp, i);
                if func.params[i].variadic {
                    match (*place).deref().as_array() {
                        Some(rest) => rest.iter().filter(|(key, _)| key.is_int()).for_each(|(_, v)| each(v.clone_deref())),
                        None => each(argument(place)),
                    }
                    return;
                }
                each(argument(place));
            }
            if head.flags & flags::EXTRA_ARGS != 0 {
                let surplus = passed - declared;
                let below = fp.sub(HEADER + surplus);
                (0..surplus).for_each(|i| each(argument(below.add(i))));
            }
        }
    }

    /// The arguments that a variadic parameter collected by names.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn named_arguments(&self, fp: *mut Value) -> Vec<(PhpStr, Value)> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func = &*head.func;
            let collected = func.is_variadic().then(|| (*fp.add(func.num_params as usize - 1)).deref().as_array().cloned()).flatten();
            let waiting = if head.extra.is_null() { None } else { (*head.extra).named.clone() };
            let all = waiting.iter().chain(&collected).flat_map(PhpArray::iter);
            all.filter_map(|(key, value)| match key {
                loxo_value::KeyRef::Str(name) => Some((name.clone(), value.clone_deref())),
                loxo_value::KeyRef::Int(_) => None,
            })
            .collect()
        }
    }

    /// Replaces arguments whose parameters are `#[\SensitiveParameter]`.
    fn hide_sensitive(&mut self, func: &'static Func, args: Vec<Value>) -> Vec<Value> {
        if !hides(func) {
            return args;
        }
        args.into_iter().enumerate().map(|(i, arg)| self.hide_sensitive_at(func, i, arg)).collect()
    }

    fn hide_sensitive_at(&mut self, func: &'static Func, index: usize, arg: Value) -> Value {
        let hidden = match func.builtin {
            Some(row) => row.params.get(index).or(row.params.last().filter(|p| p.variadic)).is_some_and(|p| p.sensitive),
            None if func.is_user() => {
                let params = &code_of(func).function().params;
                let param = params.get(index).or(params.last().filter(|p| p.variadic));
                param.is_some_and(|p| p.attributes.iter().any(|a| a.name.eq_ignore_ascii_case(b"SensitiveParameter")))
            }
            None => false,
        };
        if !hidden {
            return arg;
        }
        let class = self.cx.builtin_class("SensitiveParameterValue");
        let object = self.cx.new_object_raw(class);
        *object.slot_mut(0) = arg;
        Value::object(object)
    }

    /// File and line of the PHP code that is running.
    pub(crate) fn location(&self) -> (PhpStr, u32) {
        match self.user_frame() {
            // SAFETY: a live frame of a user function.
            Some(fp) if unsafe { !is_expression(fp) } && !self.expressions_may_call() => unsafe { self.written_at(fp) },
            // SAFETY: as above, and `expression_at`.
            Some(fp) => unsafe {
                let (expression, needs) = self.expression_at(fp);
                self.written_at(expression.unwrap_or(needs))
            },
            None => (PhpStr::interned(b"Unknown"), 0),
        }
    }

    /// What messages name as the origin of what user code does itself.
    pub(crate) fn running_name(&self) -> Option<Vec<u8>> {
        self.user_frame().map(|fp| {
            // SAFETY: a live frame of a user function, and an instruction of it.
            unsafe {
                let head = header(fp);
                let func = &*head.func;
                if !head.pc.is_null() && self.site(code_of(func), head.pc, |site| site.doing == Doing::Including) {
                    return IncludeKind::of((*head.pc).x()).name().as_bytes().to_vec();
                }
                if head.flags & flags::MAIN != 0 { b"main".to_vec() } else { func.display_name() }
            }
        })
    }

    /// Does the call that user code stands at throw its result away?
    pub(crate) fn result_unused(&self) -> bool {
        self.user_frame().is_some_and(|fp| {
            // SAFETY: a live frame of a user function, and an instruction of it.
            unsafe {
                let pc = header(fp).pc;
                !pc.is_null() && (*pc).x() == loxo_bytecode::NONE && (*pc).has(loxo_bytecode::flag::DISCARD)
            }
        })
    }

    /// Does user code stand at a call of the running builtin that has its name and no list of arguments?
    pub(crate) fn called_by_name(&self) -> bool {
        // Calls that the compiler tries are such ones.
        if self.cx.errors.trial.is_some() {
            return true;
        }
        // SAFETY: the running frame is live.
        unsafe {
            let head = header(self.fp);
            if head.flags & flags::REENTRY != 0 || !(*head.func).is_user() {
                return false;
            }
            let standing = self.standing_builtin(self.fp);
            if !standing.is_some_and(|standing| self.cx.active.is_some_and(|active| std::ptr::eq(active, standing.func))) {
                return false;
            }
            let code = code_of(&*head.func);
            let call = code.op_at(head.pc);
            match call.code {
                OpCode::CallBuiltin => true,
                OpCode::Call | OpCode::CallRef | OpCode::CallForArg => {
                    let before = &code.function().code[..code.index_of(head.pc)];
                    let starts = |op: &&loxo_bytecode::Op| op.code.info().starts_call && op.a == call.a;
                    before.iter().rev().find(starts).is_some_and(|op| matches!(op.code, OpCode::InitFn | OpCode::InitFnNs))
                }
                _ => false,
            }
        }
    }
}

#[cold]
#[inline(never)]
fn look_up<'a>(sites: &'a Sites, code: &Code, pc: Pc) -> &'a Cell<Site> {
    let function = code.function();
    let (line, doing) = match pc.is_null() {
        true => (function.start_line, Doing::Other),
        false => (code.line_at(pc), doing_at(code.op_at(pc).code)),
    };
    let is_bare = function.flags.has(FnFlags::THUNK);
    let at = if pc.is_null() { 0 } else { code.index_of(pc) as u32 };
    let is_clean = !function.live.iter().any(|range| range.start < at && at < range.end);
    // Other code is never freed.
    let at = if pc.is_null() || code.is_transient() { SITES } else { pc as usize / size_of::<u64>() % SITES };
    sites[at].set(Site {
        key: pc as usize + 1,
        file: Some(code.unit.path),
        line,
        first_line: function.start_line,
        doing,
        is_bare,
        is_clean,
    });
    &sites[at]
}

fn doing_at(op: OpCode) -> Doing {
    match op {
        OpCode::Include => Doing::Including,
        OpCode::CallBuiltin | OpCode::CallFrameBuiltin | OpCode::CallArgs => Doing::Calling,
        // Of functions of the same file.
        OpCode::CallFn => Doing::Other,
        op if is_call(op) => Doing::CallingFromWindow,
        _ => Doing::Other,
    }
}

/// Some argument of the function may have to be hidden.
fn hides(func: &Func) -> bool {
    match func.builtin {
        Some(row) => row.params.iter().any(|p| p.sensitive),
        None => func.flags.has(FnFlags::PARAM_ATTRIBUTES),
    }
}

/// A frame of PHP code entered the frame by itself, not through Rust code.
///
/// # Safety
/// `fp` is a live frame.
unsafe fn called_directly(fp: *mut Value) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(fp);
        let outside = flags::REENTRY | flags::GENERATOR;
        head.flags & outside == 0 && !head.prev.is_null() && header(head.prev).flags & flags::REENTRY == 0
    }
}

/// Where a parameter is: in its slot, or with the variables that an included file shares with the function while it runs.
///
/// # Safety
/// `fp` is the frame of a running user function that has the parameter.
unsafe fn parameter(fp: *mut Value, index: usize) -> *mut Value {
    // SAFETY: as the caller promises.
    unsafe {
        let (slot, head) = (fp.add(index), header(fp));
        if (*slot).is_undef()
            && let Some(symbols) = head.extra.as_mut().and_then(|extra| extra.symbols.as_mut())
        {
            return symbols.find((&*head.func).params[index].name.as_bytes()).unwrap_or(slot);
        }
        slot
    }
}

unsafe fn argument(place: *const Value) -> Value {
    // SAFETY: a live slot, as the callers see to.
    let value = unsafe { (*place).clone_deref() };
    if value.is_undef() { Value::NULL } else { value }
}

/// A list of copies of values: of what references refer to, and null for what is undefined.
///
/// # Safety
/// `values` are so many live values.
unsafe fn copies(values: *const Value, count: usize) -> PhpArray {
    // SAFETY: as the caller promises; what moves without its count gets one before anybody looks.
    unsafe {
        let list = PhpArray::from_moved(values, count);
        for place in (0..count as u32).map(|i| list.own_slot(i)) {
            match slot::tag(place) {
                slot::UNDEF => slot::set_tag(place, slot::NULL),
                slot::REFERENCE => slot::copy(place, slot::deref(place)),
                _ => slot::count_up(place),
            }
        }
        list
    }
}
