//! Errors of calls that say where the call is: see `loxo_runtime::error::calls` for the others.

use loxo_bytecode::FnFlags;
use loxo_runtime::error::calls::{argument_place, name_of, text, type_text};
use loxo_runtime::{ErrorLevel, Func, PhpResult, Thrown};
use loxo_value::Value;

use crate::Vm;
use crate::frame::header;

/// `in %s on line %d` behind a text: where PHP code called the frame; nothing if a builtin did.
///
/// # Safety
/// `fp` is a live frame.
unsafe fn call_place(vm: &Vm, fp: *mut Value, before: &str) -> String {
    // SAFETY: as the caller promises.
    let caller = unsafe { vm.caller_position(fp) };
    caller.map_or(String::new(), |(file, line)| format!("{before}in {} on line {line}", text(file.as_bytes())))
}

/// ArgumentCountError for the frame that was just entered.
pub fn too_few_arguments(vm: &mut Vm, fp: *mut Value, passed: u32) -> Thrown {
    // SAFETY: the entered frame is live.
    unsafe {
        let func: &'static Func = &*header(fp).func;
        let named = func.num_params - u32::from(func.is_variadic());
        let exactly = if func.required == named { "exactly" } else { "at least" };
        let place = call_place(vm, fp, " ");
        let message =
            format!("Too few arguments to function {}(), {passed} passed{place} and {exactly} {} expected", name_of(func), func.required);
        before_code(fp, || vm.cx.throw("ArgumentCountError", message))
    }
}

/// Arguments by name left a required parameter of the frame that was just entered without a value.
pub fn not_passed(vm: &mut Vm, fp: *mut Value, index: usize) -> Thrown {
    // SAFETY: the entered frame is live.
    unsafe {
        let func: &'static Func = &*header(fp).func;
        before_code(fp, || loxo_runtime::error::calls::not_passed(&mut vm.cx, func, index))
    }
}

/// Throws at the function's first line, where parameters are received before its code runs.
///
/// # Safety
/// `fp` is a live frame.
unsafe fn before_code(fp: *mut Value, throw: impl FnOnce() -> Thrown) -> Thrown {
    // SAFETY: as the caller promises; what makes the exception reads the frame alone.
    unsafe {
        let pc = std::mem::replace(&mut header(fp).pc, std::ptr::null());
        let thrown = throw();
        header(fp).pc = pc;
        thrown
    }
}

/// "Deprecated: Function f() is deprecated" and `#[\NoDiscard]`'s warning.
pub fn report_deprecation(vm: &mut Vm, func: &Func, discards: bool) -> PhpResult<()> {
    let kind = if func.class.is_some() { "Method" } else { "Function" };
    if func.flags.has(FnFlags::DEPRECATED) {
        let details = vm.attribute_message(func, b"deprecated")?;
        let user = func.is_user();
        let message = format!("{kind} {}() is deprecated{details}", name_of(func));
        let level = if user { ErrorLevel::UserDeprecated } else { ErrorLevel::Deprecated };
        vm.cx.raise(level, message);
        vm.cx.check()?;
    }
    if discards && func.flags.has(FnFlags::NO_DISCARD) {
        let details = vm.attribute_message(func, b"nodiscard")?;
        let kind = kind.to_ascii_lowercase();
        vm.cx.warning(format!(
            "The return value of {kind} {}() should either be used or intentionally ignored by casting it as (void){details}",
            name_of(func)
        ));
        vm.cx.check()?;
    }
    Ok(())
}

/// TypeError for an argument.
pub fn bad_argument(vm: &mut Vm, func: &'static Func, index: usize, position: usize, value: &Value) -> Thrown {
    let param = &func.params[index];
    let ty = param.ty.as_ref().map_or(String::new(), |ty| type_text(ty, vm.called()));
    let given = loxo_runtime::convert::value_name(value);
    // SAFETY: the callee's frame is running.
    let place = unsafe { call_place(vm, vm.fp, ", called ") };
    vm.cx.type_error(format!("{} must be of type {ty}, {given} given{place}", argument_place(func, position)))
}
