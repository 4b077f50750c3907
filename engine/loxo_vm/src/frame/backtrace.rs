//! Backtraces. Builtins have no frames of their own: a frame that stands at a call of one says which builtin runs, with which arguments.

use std::cell::Cell;

use loxo_bytecode::{FnFlags, OpCode};
use loxo_runtime::Func;
use loxo_runtime::error::trace::{self, Calls, Position};
use loxo_value::{IStr, PhpArray, PhpStr, Value};

use crate::Vm;
use crate::code::instruction::Pc;
use crate::code::{Code, code_of, is_call};
use crate::frame::constant_expressions::{default_line_at, is_expression};
use crate::frame::{HEADER, flags, header};
use loxo_bytecode::IncludeKind;
use loxo_units::sites::{Doing, SITES, Site, Sites};

/// The call that a user frame stands at.
pub(crate) struct Standing {
    pub(crate) func: &'static Func,
    pub(super) callee: *mut Value,
    count: usize,
    /// By its name, with so many arguments that PHP makes no frame for it.
    is_frameless: bool,
}

impl Vm {
    /// The parts of a trace, and how many arrays more it will have: see [`trace::Calls`]. Innermost first, `skip` entries left out.
    pub(crate) fn calls(&mut self, options: u32, limit: usize, skip: usize) -> (PhpArray, u32) {
        let mut calls = Calls::new(limit, skip, std::mem::take(&mut self.trace_parts));
        let mut fp = self.fp;
        let mut fiber = self.fiber.clone();
        // Kind of the code that the frame looked at before this one runs.
        let (mut innermost, mut inner_is_file) = (true, false);
        // Where the next frame stands, if the one before had to know.
        let mut known = None;
        // The frame of PHP code that was looked at before.
        let mut inner = std::ptr::null_mut();
        // SAFETY: the chain of frames ends in a root frame, and a fiber's goes on with its resumer's.
        unsafe {
            loop {
                if fp.is_null() {
                    let Some((outer, previous)) = fiber.take().and_then(|f| crate::objects::fiber::resumer(&f)) else { break };
                    (fp, fiber) = (outer, previous);
                    continue;
                }
                if calls.is_full() {
                    break;
                }
                let head = header(fp);
                if head.flags & flags::REENTRY != 0 {
                    if let Some(standing) = self.reentry_builtin(fp) {
                        // Called by an op that is no call, a loop's for example.
                        let position = self.caller_position(fp);
                        self.capture_builtin(&standing, position, options, &mut calls);
                    }
                    let waiting = self.waiting_frames(fp);
                    self.capture_waiting(fp, &waiting, options, &mut calls);
                    inner_is_file &= waiting.is_empty();
                    inner = std::ptr::null_mut();
                    fp = head.prev;
                    continue;
                }
                let (here, doing) = known.take().unwrap_or_else(|| self.stands(fp));
                if !innermost && is_plain_call(fp, doing, inner) {
                    let stands = self.stands(head.prev);
                    let args = (0..head.nargs as usize).map(|i| argument(fp.add(i)));
                    calls.capture(stands.0, &*head.func, &head.this, options, args);
                    (known, inner_is_file, inner) = (Some(stands), false, fp);
                    fp = head.prev;
                    continue;
                }
                if innermost && calls.is_empty() && ((*head.func).class.is_some() || self.expressions_may_call()) {
                    self.capture_expression(fp, &mut calls);
                }
                // What this frame is calling, if that is a builtin, comes before it.
                let calls_builtin = !matches!(doing, Doing::Other | Doing::Including) && (!innermost || self.cx.active.is_some());
                if let Some(standing) = if calls_builtin { self.standing_builtin(fp) } else { None } {
                    self.capture_builtin(&standing, here, options, &mut calls);
                } else if doing == Doing::Including && !innermost && !inner_is_file && head.flags & flags::BESIDE_CALL == 0 {
                    // The file is still being looked for or compiled.
                    let kind = IncludeKind::of(code_of(&*head.func).op_at(head.pc).x);
                    calls.capture_named(here, kind.name().as_bytes(), None);
                }
                let generator = head.flags & (flags::GENERATOR | flags::DELEGATE) != 0;
                let waiting = if generator { self.waiting_frames(fp) } else { Vec::new() };
                let position = match waiting.first() {
                    Some(saved) => self.stands(*saved).0,
                    None if called_directly(fp) => known.insert(self.stands(head.prev)).0,
                    None => self.caller_position(fp),
                };
                self.capture_frame(fp, position, options, &mut calls);
                if generator {
                    self.capture_waiting(fp, &waiting, options, &mut calls);
                }
                (innermost, inner_is_file, inner) = (false, head.flags & flags::MAIN != 0, fp);
                fp = head.prev;
            }
        }
        let (parts, more, memory) = calls.finish();
        self.trace_parts = memory;
        (parts, more)
    }

    /// Reads something of an instruction of a function, or of null, where its frame has not begun.
    #[inline(always)]
    pub(crate) fn site<R>(&self, code: &Code, pc: Pc, read: impl FnOnce(Site) -> R) -> R {
        let sites = self.sites.get_or_init(loxo_units::sites::of_thread);
        let place = &sites[pc as usize / size_of::<u64>() % SITES];
        let place = if place.get().key == pc as usize + 1 { place } else { look_up(sites, code, pc) };
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
            // PHP has ops for these two, which make no frame.
            let is_op =
                op.code == OpCode::CallBuiltin && matches!((func.name.as_bytes(), count), (b"get_class", 0 | 1) | (b"get_called_class", 0));
            if is_op || func.is_user() || func.entry.get() != 0 || !outright && header(callee).flags & flags::NO_CONSTRUCTOR != 0 {
                return None;
            }
            let is_frameless = op.code == OpCode::CallBuiltin && func.builtin.is_some_and(|row| row.flags.is_frameless(count));
            Some(Standing { func, callee, count, is_frameless })
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
            builtin.then_some(Standing { func, callee, count, is_frameless: false })
        }
    }

    /// The generators that wait for the one in frame `fp`.
    ///
    /// # Safety
    /// `fp` is a live frame, `waiting` what [`Vm::waiting_frames`] says of it.
    unsafe fn capture_waiting(&mut self, fp: *mut Value, waiting: &[*mut Value], options: u32, calls: &mut Calls) {
        for (i, saved) in waiting.iter().enumerate() {
            // SAFETY: as the caller promises; suspended frames are complete.
            unsafe {
                let position = match waiting.get(i + 1) {
                    Some(outer) => self.stands(*outer).0,
                    None => self.caller_position(fp),
                };
                self.capture_frame(*saved, position, options, calls);
            }
        }
    }

    /// Where a user frame stands, and what it may be doing.
    ///
    /// # Safety
    /// As for [`Vm::standing_builtin`].
    #[inline(always)]
    unsafe fn stands(&self, fp: *mut Value) -> (Position, Doing) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func = &*head.func;
            let code = code_of(func);
            let (line, needed, doing) = self.site(code, head.pc, |site| (site.line, site.default_line, site.doing));
            if is_expression(fp) {
                return (self.caller_position(fp), doing);
            }
            (Some((code.unit.path, if func.class.is_some() && needed != 0 { needed } else { line })), doing)
        }
    }

    /// The line that a frame stands at.
    ///
    /// # Safety
    /// As for [`Vm::standing_builtin`].
    #[inline]
    unsafe fn written_at(&self, fp: *mut Value) -> (IStr, u32) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let code = code_of(&*head.func);
            (code.unit.path, self.site(code, head.pc, |site| site.line))
        }
    }

    /// A constant expression that is evaluated right now, where that is elsewhere than the code that needs the value.
    ///
    /// # Safety
    /// As for [`Vm::standing_builtin`].
    unsafe fn capture_expression(&self, fp: *mut Value, calls: &mut Calls) {
        // SAFETY: as the caller promises, and `expression_at`.
        unsafe {
            let (expression, needs) = self.expression_at(fp);
            let Some(written) = expression.map(|expression| self.written_at(expression)) else { return };
            let needed = self.stands(needs).0;
            if needed != Some(written) {
                calls.capture_named(needed, b"[constant expression]", None);
            }
        }
    }

    /// Where the PHP code stands that called the frame; `None` if a builtin did.
    ///
    /// # Safety
    /// `fp` is a live frame.
    pub(crate) unsafe fn caller_position(&self, fp: *mut Value) -> Position {
        // SAFETY: as the caller promises; what called it is complete.
        unsafe { self.calling_frame(fp).and_then(|caller| self.stands(caller).0) }
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

    unsafe fn capture_builtin(&mut self, standing: &Standing, position: Position, options: u32, calls: &mut Calls) {
        let Standing { func, callee, count, is_frameless } = *standing;
        // SAFETY: the arguments stay in the window while the builtin runs, and so does a method's header. The windows of functions that were called
        // outright have none.
        unsafe {
            let this = if func.class.is_some() { &header(callee).this } else { &Value::UNDEF };
            let args = (0..count).map(|i| argument(callee.add(i)));
            match hides(func) && options & trace::IGNORE_ARGS == 0 {
                true => {
                    let args = self.hide_sensitive(func, args.collect());
                    calls.capture(position, func, this, options, args.into_iter());
                }
                false if is_frameless => calls.capture_frameless(position, func, options, args),
                false => calls.capture(position, func, this, options, args),
            }
        }
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn capture_frame(&mut self, fp: *mut Value, position: Position, options: u32, calls: &mut Calls) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func: &'static Func = &*head.func;
            if head.flags & flags::MAIN != 0 {
                let kind = if head.extra.is_null() { None } else { (*head.extra).include_kind };
                // The main script is nobody's callee.
                let Some(kind) = kind.filter(|_| position.is_some()) else { return };
                // PHP takes an included file's name from where the call inside it was made: without one it does not know the name. It is named even if
                // arguments are not wanted.
                let named = kind != IncludeKind::Eval && calls.last_has_file();
                let path = named.then(|| Value::bytes(&code_of(func).unit.unit.path));
                return calls.capture_named(position, kind.name().as_bytes(), path);
            }
            if is_expression(fp) {
                return;
            }
            let plain = !func.is_variadic() && head.extra.is_null() && !hides(func);
            if plain && head.nargs <= func.num_params || options & trace::IGNORE_ARGS != 0 {
                let args = (0..head.nargs as usize).map(|i| argument(fp.add(i)));
                return calls.capture(position, func, &head.this, options, args);
            }
            let mut args = PhpArray::from_values(self.hide_sensitive(func, self.frame_arguments(fp)));
            if !plain {
                for (name, value) in self.named_arguments(fp) {
                    let hidden = self.hide_sensitive_at(func, func.params.len(), value);
                    args.set_str(&name, hidden);
                }
            }
            calls.capture_with(position, func, &head.this, options, args);
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
                if func.params[i].variadic
                    && has_collected(fp)
                    && let Some(rest) = (*place).deref().as_array()
                {
                    return rest.iter().filter(|(key, _)| key.is_int()).for_each(|(_, v)| each(v.clone_deref()));
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
            let collected = has_collected(fp).then(|| (*fp.add(func.num_params as usize - 1)).deref().as_array().cloned()).flatten();
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
            Some(fp) if unsafe { !is_expression(fp) } && !self.expressions_may_call() => unsafe { shared(self.written_at(fp)) },
            // SAFETY: as above, and `expression_at`.
            Some(fp) => unsafe {
                let (expression, needs) = self.expression_at(fp);
                shared(self.written_at(expression.unwrap_or(needs)))
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
    let (line, default_line, doing) = match pc.is_null() {
        true => (function.start_line, 0, Doing::Other),
        false => (code.line_at(pc), default_line_at(code, pc).unwrap_or(0), doing_at(code.op_at(pc).code)),
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
        default_line,
        first_line: function.start_line,
        doing,
        is_bare,
        is_clean,
        has_tries: !function.tries.is_empty(),
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

/// Nothing but a frame of PHP code has called the function that a frame runs, which has taken its arguments as parameters, and is itself calling the frame
/// looked at before.
///
/// # Safety
/// `fp` is a live frame of a user function, and may be doing that.
#[inline(always)]
unsafe fn is_plain_call(fp: *mut Value, doing: Doing, inner: *mut Value) -> bool {
    const OTHERS: u32 = flags::MAIN | flags::GENERATOR | flags::DELEGATE | flags::MAGIC | flags::PLACE | flags::BESIDE_CALL;
    // SAFETY: as the caller promises; the header of the frame below is live.
    unsafe {
        let head = header(fp);
        let func = &*head.func;
        let is_calling = doing == Doing::CallingFromWindow && fp.byte_offset((*head.pc).a as isize) == inner || doing == Doing::Other;
        is_calling
            && head.flags & OTHERS == 0
            && called_directly(fp)
            && head.extra.is_null()
            && head.nargs <= func.num_params
            && ![FnFlags::THUNK, FnFlags::PARAM_ATTRIBUTES, FnFlags::VARIADIC].into_iter().any(|flag| func.flags.has(flag))
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

fn shared((file, line): (IStr, u32)) -> (PhpStr, u32) {
    (file.to_php(), line)
}

unsafe fn argument(place: *const Value) -> Value {
    // SAFETY: a live slot, as the callers see to.
    let value = unsafe { (*place).clone_deref() };
    if value.is_undef() { Value::NULL } else { value }
}

/// The function's variadic parameter holds its array already: what was passed has been moved there.
///
/// # Safety
/// `fp` is a live frame of a user function.
unsafe fn has_collected(fp: *mut Value) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(fp);
        let func: &'static Func = &*head.func;
        if !func.is_variadic() || head.flags & flags::COLLECTED != 0 || head.pc.is_null() {
            return func.is_variadic() && head.flags & flags::COLLECTED != 0;
        }
        let code = code_of(func);
        let collects = code.function().code.iter().position(|op| op.code == OpCode::CollectVariadic);
        collects.is_some_and(|at| at < code.index_of(head.pc))
    }
}
