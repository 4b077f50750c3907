//! Backtraces. Builtins have no frames of their own: a frame that stands at a call of one says which builtin runs, with which arguments.

use loxo_bytecode::{FnFlags, OpCode};
use loxo_runtime::{Class, Func};
use loxo_value::{PhpArray, PhpStr, Value};

use crate::Vm;
use crate::code::{code_of, is_call};
use crate::frame::{HEADER, flags, header};

/// `DEBUG_BACKTRACE_PROVIDE_OBJECT`
pub const PROVIDE_OBJECT: u32 = 1;
/// `DEBUG_BACKTRACE_IGNORE_ARGS`
pub const IGNORE_ARGS: u32 = 2;

/// The call that a user frame stands at.
struct Standing {
    func: &'static Func,
    callee: *mut Value,
    count: usize,
}

impl Vm {
    /// The trace array of `debug_backtrace()` and exceptions: innermost first, `skip` entries left out.
    pub(crate) fn backtrace(&mut self, options: u32, limit: usize, skip: usize) -> PhpArray {
        let mut entries: Vec<PhpArray> = Vec::new();
        let mut fp = self.fp;
        // SAFETY: the chain of frames ends in a root frame.
        unsafe {
            while !fp.is_null() {
                let head = header(fp);
                if head.flags & flags::REENTRY != 0 {
                    fp = head.prev;
                    continue;
                }
                // What this frame is calling, if that is a builtin, comes before it.
                if let Some(standing) = self.standing_builtin(fp) {
                    let position = Some((code_of(&*head.func).unit.unit.path.to_vec(), code_of(&*head.func).line_at(head.pc)));
                    entries.push(self.builtin_entry(&standing, position, options));
                }
                let position = self.caller_position(fp);
                if let Some(entry) = self.user_entry(fp, position, options) {
                    entries.push(entry);
                }
                fp = head.prev;
                if limit != 0 && entries.len() >= limit + skip {
                    break;
                }
            }
        }
        let mut trace = PhpArray::new();
        for entry in entries.into_iter().skip(skip).take(if limit == 0 { usize::MAX } else { limit }) {
            let _ = trace.push(Value::array(entry));
        }
        trace
    }

    /// The builtin that a user frame is calling right now.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn standing_builtin(&self, fp: *mut Value) -> Option<Standing> {
        // SAFETY: as the caller promises; the window of a call in progress still has its header.
        unsafe {
            let head = header(fp);
            let code = code_of(&*head.func);
            if head.pc.is_null() {
                return None;
            }
            let op = code.op_at(head.pc);
            if !is_call(op.code) {
                return None;
            }
            let callee = fp.byte_offset((*head.pc).a as isize);
            let (func, count) = match op.code {
                OpCode::CallBuiltin | OpCode::CallFrameBuiltin => (self.cx.func(loxo_runtime::FnId((*head.pc).b as u32))?, op.c as usize),
                OpCode::CallFn => return None,
                OpCode::CallArgs => (&*header(callee).func, self.args_in_window),
                _ => (&*header(callee).func, op.b as usize),
            };
            if func.is_user() || func.entry != 0 || header(callee).flags & flags::NO_CONSTRUCTOR != 0 && op.code != OpCode::CallBuiltin {
                return None;
            }
            self.cx.active?;
            Some(Standing { func, callee, count })
        }
    }

    /// Where the PHP code stands that called the frame; `None` if a builtin did. What the engine calls by itself (handlers, magic methods,
    /// destructors) counts as called by the code that was running.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn caller_position(&self, fp: *mut Value) -> Option<(Vec<u8>, u32)> {
        // SAFETY: as the caller promises.
        unsafe {
            let mut caller = header(fp).prev;
            let direct = header(caller).flags & flags::REENTRY == 0;
            while !caller.is_null() && header(caller).flags & flags::REENTRY != 0 {
                caller = header(caller).prev;
            }
            if caller.is_null() {
                return None;
            }
            let head = header(caller);
            let code = code_of(&*head.func);
            if !direct && header(fp).flags & flags::MAIN == 0 {
                let generator = header(fp).flags & flags::GENERATOR != 0;
                let delegating = code.op_at(head.pc).code == OpCode::YieldFrom;
                if self.standing_builtin(caller).is_some() || (generator && !delegating) {
                    return None;
                }
            }
            Some((code.unit.unit.path.to_vec(), code.line_at(head.pc)))
        }
    }

    unsafe fn builtin_entry(&mut self, standing: &Standing, position: Option<(Vec<u8>, u32)>, options: u32) -> PhpArray {
        let mut entry = PhpArray::new();
        put_position(&mut entry, position);
        entry.set_bytes(b"function", Value::string(standing.func.name.to_php()));
        if let Some(class) = standing.func.class {
            // SAFETY: the window's header is alive while the builtin runs.
            let this = unsafe { header(standing.callee).this.clone() };
            put_class(&mut entry, class, &this, options);
        }
        if options & IGNORE_ARGS == 0 {
            // SAFETY: the arguments stay in the window while the builtin runs.
            let args = (0..standing.count).map(|i| unsafe { argument(standing.callee.add(i)) });
            let args: Vec<Value> = args.collect();
            let args = self.hide_sensitive(standing.func, args);
            entry.set_bytes(b"args", Value::array(PhpArray::from_values(args)));
        }
        entry
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn user_entry(&mut self, fp: *mut Value, position: Option<(Vec<u8>, u32)>, options: u32) -> Option<PhpArray> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func: &'static Func = &*head.func;
            let mut entry = PhpArray::new();
            if head.flags & flags::MAIN != 0 {
                let kind = if head.extra.is_null() { None } else { (*head.extra).include_kind };
                // The main script is nobody's callee.
                let kind = kind.filter(|_| position.is_some())?;
                put_position(&mut entry, position);
                let name: &[u8] = match kind {
                    0 => b"include",
                    1 => b"include_once",
                    2 => b"require",
                    3 => b"require_once",
                    _ => b"eval",
                };
                if kind != crate::include::EVAL && options & IGNORE_ARGS == 0 {
                    let path = Value::bytes(&code_of(func).unit.unit.path);
                    entry.set_bytes(b"args", Value::array(PhpArray::from_values([path])));
                }
                entry.set_bytes(b"function", Value::bytes(name));
                return Some(entry);
            }
            put_position(&mut entry, position);
            if func.flags.has(FnFlags::THUNK) {
                entry.set_bytes(b"function", Value::bytes(b"[constant expression]"));
                if options & IGNORE_ARGS == 0 {
                    entry.set_bytes(b"args", Value::EMPTY_ARRAY);
                }
                return Some(entry);
            }
            entry.set_bytes(b"function", Value::string(func.name.to_php()));
            if let Some(class) = func.class {
                put_class(&mut entry, class, &head.this, options);
            }
            if options & IGNORE_ARGS == 0 {
                let args = self.frame_arguments(fp);
                let args = self.hide_sensitive(func, args);
                entry.set_bytes(b"args", Value::array(PhpArray::from_values(args)));
            }
            Some(entry)
        }
    }

    /// The arguments of a user frame as they are now (`func_get_args()` and traces agree on that).
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn frame_arguments(&self, fp: *mut Value) -> Vec<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func = &*head.func;
            let passed = head.nargs as usize;
            let declared = func.num_params as usize;
            let mut args = Vec::with_capacity(passed);
            for i in 0..passed.min(declared) {
                if func.params[i].variadic {
                    match (*fp.add(i)).deref().as_array() {
                        Some(rest) => args.extend(rest.values().map(Value::clone_deref)),
                        None => args.push(argument(fp.add(i))),
                    }
                    return args;
                }
                args.push(argument(fp.add(i)));
            }
            if head.flags & flags::EXTRA_ARGS != 0 {
                let surplus = passed - declared;
                let below = fp.sub(HEADER + surplus);
                args.extend((0..surplus).map(|i| argument(below.add(i))));
            }
            args
        }
    }

    /// Replaces arguments whose parameters are `#[\SensitiveParameter]`.
    fn hide_sensitive(&mut self, func: &'static Func, mut args: Vec<Value>) -> Vec<Value> {
        if !func.is_user() {
            return args;
        }
        let params = &code_of(func).function().params;
        for (i, arg) in args.iter_mut().enumerate() {
            let param = params.get(i).or(params.last().filter(|p| p.variadic));
            if param.is_some_and(|p| p.attributes.iter().any(|a| a.name.eq_ignore_ascii_case(b"SensitiveParameter"))) {
                let class = self.cx.builtin_class("SensitiveParameterValue");
                let object = self.cx.new_object_raw(class);
                *object.slot_mut(0) = std::mem::replace(arg, Value::NULL);
                *arg = Value::object(object);
            }
        }
        args
    }

    /// File and line of the PHP code that is running.
    pub(crate) fn location(&self) -> (PhpStr, u32) {
        match self.user_frame() {
            // SAFETY: a live frame of a user function.
            Some(fp) => unsafe {
                let head = header(fp);
                let code = code_of(&*head.func);
                let line = if head.pc.is_null() { code.function().start_line } else { code.line_at(head.pc) };
                (code.unit.path.to_php(), line)
            },
            None => (PhpStr::interned(b"Unknown"), 0),
        }
    }
}

unsafe fn argument(place: *const Value) -> Value {
    // SAFETY: a live slot, as the callers see to.
    let value = unsafe { (*place).clone_deref() };
    if value.is_undef() { Value::NULL } else { value }
}

fn put_position(entry: &mut PhpArray, position: Option<(Vec<u8>, u32)>) {
    if let Some((file, line)) = position {
        entry.set_bytes(b"file", Value::bytes(&file));
        entry.set_bytes(b"line", Value::int(i64::from(line)));
    }
}

fn put_class(entry: &mut PhpArray, class: &'static Class, this: &Value, options: u32) {
    entry.set_bytes(b"class", Value::string(class.name.to_php()));
    if this.is_object() {
        if options & PROVIDE_OBJECT != 0 {
            entry.set_bytes(b"object", this.clone());
        }
        entry.set_bytes(b"type", Value::bytes(b"->"));
    } else {
        entry.set_bytes(b"type", Value::bytes(b"::"));
    }
}
