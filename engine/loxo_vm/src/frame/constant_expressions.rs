//! Constant expressions in messages and traces. An expression of a class reports where it stands, whatever goes wrong in it, and in what it calls; all
//! else that happens while one is evaluated is said to happen where the code stands that needs its value.

use std::sync::atomic::{AtomicBool, Ordering};

use loxo_bytecode::{FnFlags, Function, OperandKind};
use loxo_value::Value;

use crate::Vm;
use crate::code::{Code, code_of, instruction::Pc};
use crate::frame::context::user_frame_from;
use crate::frame::header;

/// A function was loaded whose parameters' defaults call something.
static DEFAULTS_CALL: AtomicBool = AtomicBool::new(false);

/// Notes what a function that is loaded may do.
pub(crate) fn note_defaults(function: &Function) {
    if function.calls_for_defaults() {
        DEFAULTS_CALL.store(true, Ordering::Relaxed);
    }
}

impl Vm {
    /// The frame of the expression of a class that frame `fp` evaluates or is called by, if it is, and the frame of the code that needs a value.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(super) unsafe fn expression_at(&self, fp: *mut Value) -> (Option<*mut Value>, *mut Value) {
        let (mut fp, mut expression) = (fp, None);
        // SAFETY: as the caller promises; the chain of frames ends in a null.
        unsafe {
            while is_expression(fp) {
                let func = &*header(fp).func;
                if func.class.is_some() && !code_of(func).function().is_name_of_constant() {
                    expression.get_or_insert(fp);
                }
                let Some(below) = user_frame_from(header(fp).prev) else { break };
                fp = below;
            }
            (expression.or_else(|| default_line(fp).map(|_| fp)).or_else(|| self.calling_expression(fp)), fp)
        }
    }

    /// An expression can have called what runs. Messages and exceptions are many, stacks may be deep, and such expressions are few.
    #[inline]
    pub(super) fn expressions_may_call(&self) -> bool {
        self.expressions != 0 || DEFAULTS_CALL.load(Ordering::Relaxed)
    }

    /// The expression that has called a constructor, which has led to frame `fp`. Autoloaders are on their own: what runs while an op wants a class.
    ///
    /// # Safety
    /// As for [`is_expression`].
    unsafe fn calling_expression(&self, mut fp: *mut Value) -> Option<*mut Value> {
        while self.expressions_may_call() {
            // SAFETY: as the caller promises.
            unsafe {
                fp = user_frame_from(header(fp).prev)?;
                let (func, pc) = (&*header(fp).func, header(fp).pc);
                if pc.is_null() || code_of(func).op_at(pc).code.info().operands.contains(&OperandKind::Class) {
                    return None;
                }
                if is_expression(fp) && func.class.is_some() || default_line(fp).is_some() {
                    return Some(fp);
                }
            }
        }
        None
    }
}

/// The frame evaluates a constant expression by itself.
///
/// # Safety
/// `fp` is a live frame of a user function.
pub(super) unsafe fn is_expression(fp: *mut Value) -> bool {
    // SAFETY: as the caller promises.
    unsafe { (*header(fp).func).flags.has(FnFlags::THUNK) }
}

/// The line of a method's code that needs the value of a parameter's default, if the frame evaluates one.
///
/// # Safety
/// As for [`is_expression`].
#[inline(always)]
pub(super) unsafe fn default_line(fp: *mut Value) -> Option<u32> {
    // SAFETY: as the caller promises.
    let (func, pc) = unsafe { (&*header(fp).func, header(fp).pc) };
    if pc.is_null() || func.class.is_none() { None } else { default_line_at(code_of(func), pc) }
}

pub(super) fn default_line_at(code: &Code, pc: Pc) -> Option<u32> {
    code.function().default_around(code.index_of(pc)).map(|at| code.line_of(at))
}
