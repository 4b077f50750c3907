//! Calling builtin functions and methods.

use loxo_runtime::{Body, BuiltinFlags, Func, MethodThunk, PhpResult, Thunk};
use loxo_value::{PhpObject, Value};

use crate::Vm;
use crate::frame::header;

/// Runs a builtin function on the arguments in the window `callee`, which stay the caller's. Every call of one comes here.
///
/// # Safety
/// The window holds `count` arguments, which nobody else looks at meanwhile.
#[inline(always)]
pub unsafe fn run_function(vm: *mut Vm, thunk: Thunk, func: &'static Func, callee: *mut Value, count: u32) -> PhpResult<Value> {
    // SAFETY: as the caller promises.
    unsafe {
        let outer = (*vm).cx.active.replace(func);
        let args = std::slice::from_raw_parts_mut(callee, count as usize);
        let result = thunk(&mut (*vm).cx, args);
        (*vm).cx.active = outer;
        result
    }
}

/// The same for a method of a builtin class, whose object the window keeps; `fp` is the frame that calls it.
///
/// # Safety
/// As for [`run_function`].
#[inline(always)]
pub unsafe fn run_method(
    vm: *mut Vm,
    thunk: MethodThunk,
    func: &'static Func,
    callee: *mut Value,
    count: u32,
    fp: *mut Value,
) -> PhpResult<Value> {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(callee);
        let outer = (*vm).cx.active.replace(func);
        // The window keeps the object, in this place.
        let this = head.this.as_object().map(|_| &*(&raw const head.this).cast::<PhpObject>());
        let called = if head.class.is_null() { func.class } else { Some(&*head.class) };
        let caller = std::mem::replace(&mut (*vm).native_caller, (fp, called));
        let args = std::slice::from_raw_parts_mut(callee, count as usize);
        let result = thunk(&mut (*vm).cx, this, args);
        (*vm).native_caller = caller;
        (*vm).cx.active = outer;
        result
    }
}

impl Vm {
    /// A builtin that works on its caller's variables was not called outright.
    #[cold]
    pub(crate) fn refuse_dynamic_call(&mut self, func: &'static Func) -> loxo_runtime::Thrown {
        let outer = self.cx.active.replace(func);
        let error = self.cx.throw_error(format!("Cannot call {}() dynamically", func.name));
        self.cx.active = outer;
        error
    }

    /// # Safety
    /// The window holds a complete call of a builtin.
    pub(crate) unsafe fn run_builtin(&mut self, callee: *mut Value, func: &'static Func, count: u32) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            self.cx.named = if header(callee).extra.is_null() { None } else { (*header(callee).extra).named.take() };
            if self.cx.named.is_some() && !func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NAMED_REST)) {
                self.cx.named = None;
                // That arguments are missing is said first, by the builtin.
                if count >= func.required {
                    let outer = self.cx.active.replace(func);
                    let thrown = loxo_runtime::error::calls::no_named_rest(&mut self.cx, func);
                    self.cx.active = outer;
                    return Err(thrown);
                }
            }
            let end = callee.add(count as usize);
            let wide = if end > self.stack_top() { (self.fp, end) } else { self.overflow_args };
            let wide = std::mem::replace(&mut self.overflow_args, wide);
            // For backtraces: the op may not say how many arguments there are.
            header(callee).nargs = count;
            let result = match func.body {
                _ if self.stack.is_watched() => self.run_watched(callee, func, count),
                Body::Builtin(thunk) => run_function(self, thunk, func, callee, count),
                Body::BuiltinMethod(thunk) => run_method(self, thunk, func, callee, count, self.fp),
                _ => Ok(Value::NULL),
            };
            self.overflow_args = wide;
            result
        }
    }
}
