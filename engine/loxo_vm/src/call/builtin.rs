//! Calling builtin functions and methods.

use loxo_runtime::{Body, BuiltinFlags, Func, PhpResult};
use loxo_value::Value;

use crate::Vm;
use crate::frame::header;

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
            let outer = self.cx.active.replace(func);
            self.cx.named = if header(callee).extra.is_null() { None } else { (*header(callee).extra).named.take() };
            if self.cx.named.is_some() && !func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NAMED_REST)) {
                self.cx.named = None;
                // That arguments are missing is said first, by the builtin.
                if count >= func.required {
                    let thrown = crate::call::errors::no_named_rest(&mut self.cx, func);
                    self.cx.active = outer;
                    return Err(thrown);
                }
            }
            let end = callee.add(count as usize);
            let wide = if end > self.stack_top() { (self.fp, end) } else { self.overflow_args };
            let wide = std::mem::replace(&mut self.overflow_args, wide);
            // For backtraces: the op may not say how many arguments there are.
            header(callee).nargs = count;
            let args = std::slice::from_raw_parts_mut(callee, count as usize);
            let result = match func.body {
                Body::Builtin(thunk) => thunk(&mut self.cx, args),
                Body::BuiltinMethod(thunk) => {
                    let this = header(callee).this.as_object().cloned();
                    let called = if header(callee).class.is_null() { func.class } else { Some(&*header(callee).class) };
                    let outer = std::mem::replace(&mut self.native_caller, (self.fp, called));
                    let result = thunk(&mut self.cx, this.as_ref(), args);
                    self.native_caller = outer;
                    result
                }
                _ => Ok(Value::NULL),
            };
            self.overflow_args = wide;
            self.cx.active = outer;
            result
        }
    }
}
