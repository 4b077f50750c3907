//! Constant expressions in messages and traces. An expression of a class reports where it stands, whatever goes wrong in it, and in what it calls; all
//! else that happens while one is evaluated is said to happen where the code stands that needs its value.

use loxo_bytecode::{FnFlags, OpCode, OperandKind};
use loxo_runtime::{Func, ParamDefault};
use loxo_value::Value;

use crate::Vm;
use crate::code::code_of;
use crate::frame::context::user_frame_from;
use crate::frame::header;

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
                if func.class.is_some() && !is_bare_constant(func) {
                    expression.get_or_insert(fp);
                }
                let Some(below) = user_frame_from(header(fp).prev) else { break };
                fp = below;
            }
            (expression.or_else(|| default_line(fp).map(|_| fp)).or_else(|| calling_expression(fp)), fp)
        }
    }
}

/// The expression that has called a constructor, which has led to frame `fp`. Autoloaders are on their own: what runs while an op wants a class.
///
/// # Safety
/// As for [`is_expression`].
unsafe fn calling_expression(fp: *mut Value) -> Option<*mut Value> {
    let mut fp = fp;
    // SAFETY: as the caller promises.
    unsafe {
        loop {
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
pub(super) unsafe fn default_line(fp: *mut Value) -> Option<u32> {
    // SAFETY: as the caller promises.
    let (func, pc) = unsafe { (&*header(fp).func, header(fp).pc) };
    if pc.is_null() || func.class.is_none() {
        return None;
    }
    let mut expressions = func.params.iter().filter(|param| matches!(param.default, ParamDefault::Thunk(_))).count();
    if expressions == 0 {
        return None;
    }
    let code = code_of(func);
    let index = code.index_of(pc);
    // Defaults come first in a function, one behind the other.
    for (at, op) in code.function().code.iter().enumerate().take(index) {
        if op.code == OpCode::JumpIfPassed {
            if op.c as usize > index {
                return Some(code.line_of(at));
            }
            expressions -= 1;
            if expressions == 0 {
                break;
            }
        }
    }
    None
}

/// A constant expression that is no more than the name of a constant: what goes wrong is reported where its value is needed.
fn is_bare_constant(func: &Func) -> bool {
    let ops = &code_of(func).function().code;
    matches!(ops.first().map(|op| op.code), Some(OpCode::FetchConst | OpCode::FetchConstNs))
        && ops.get(1).is_none_or(|op| op.code == OpCode::Return)
}
