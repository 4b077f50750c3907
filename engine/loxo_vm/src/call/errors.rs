//! Errors of calls, with PHP's texts.

use loxo_bytecode::FnFlags;
use loxo_runtime::{Cx, ErrorLevel, Func, ParamDefault, PhpResult, Thrown};
use loxo_value::Value;

use crate::Vm;
use crate::frame::header;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn name_of(func: &Func) -> String {
    text(&func.display_name())
}

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
        // Parameters are received at the function's first line, before its code runs.
        let pc = std::mem::replace(&mut header(fp).pc, std::ptr::null());
        let thrown = vm.cx.throw("ArgumentCountError", message);
        header(fp).pc = pc;
        thrown
    }
}

/// The name where PHP's text breaks off at the NUL byte of an anonymous class.
fn broken_off_name(func: &Func) -> String {
    let anonymous = func.class.filter(|c| c.name.as_bytes().contains(&0));
    anonymous.map_or_else(|| name_of(func), |c| text(loxo_runtime::convert::shown_name(c.name.as_bytes())))
}

/// `f(): Argument #1 ($x)`. What a variadic parameter takes has no name.
fn argument_place(func: &Func, position: usize) -> String {
    let name = broken_off_name(func);
    match func.params.get(position).filter(|p| !p.variadic) {
        Some(param) => format!("{name}(): Argument #{} (${})", position + 1, text(param.name.as_bytes())),
        None => format!("{name}(): Argument #{}", position + 1),
    }
}

/// A literal or expression where the callee wants a variable.
pub fn not_by_reference(cx: &mut Cx, func: &Func, index: usize) -> Thrown {
    cx.throw_error(format!("{} could not be passed by reference", argument_place(func, index)))
}

/// A builtin whose variadic parameter has no use for names got some.
pub fn no_named_rest(cx: &mut Cx, func: &Func) -> Thrown {
    cx.throw("ArgumentCountError", format!("{}() does not accept unknown named parameters", name_of(func)))
}

/// Callbacks: a by-reference parameter got a plain value.
pub fn warn_by_value(vm: &mut Vm, func: &Func, index: usize) {
    vm.cx.warning(format!("{} must be passed by reference, value given", argument_place(func, index)));
}

/// Gives skipped optional parameters of builtins and user functions their place: user functions fill defaults themselves.
pub fn fill_skipped(vm: &mut Vm, func: &'static Func, args: &mut [Value]) -> PhpResult<()> {
    for (i, arg) in args.iter_mut().enumerate() {
        if !arg.is_undef() {
            continue;
        }
        let Some(param) = func.params.get(i) else { continue };
        if i < func.required as usize && matches!(param.default, ParamDefault::None) {
            let message = format!("{}(): Argument #{} (${}) not passed", name_of(func), i + 1, text(param.name.as_bytes()));
            return Err(vm.cx.throw("ArgumentCountError", message));
        }
        if !func.is_user() {
            match &param.default {
                ParamDefault::Value(value) => *arg = value.get().clone(),
                ParamDefault::Thunk(_) | ParamDefault::Text(_) | ParamDefault::None => {
                    let message = format!(
                        "{}(): Argument #{} (${}) must be passed explicitly, because the default value is not known",
                        name_of(func),
                        i + 1,
                        text(param.name.as_bytes())
                    );
                    return Err(vm.cx.throw("ArgumentCountError", message));
                }
            }
        }
    }
    Ok(())
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

/// A declared type as messages show it: `static` is the class that was called.
fn type_text(vm: &Vm, ty: &loxo_runtime::Type) -> String {
    text(&loxo_runtime::link::shown_type(ty, vm.called()))
}

/// TypeError for an argument.
pub fn bad_argument(vm: &mut Vm, func: &'static Func, index: usize, position: usize, value: &Value) -> Thrown {
    let param = &func.params[index];
    let ty = param.ty.as_ref().map_or(String::new(), |ty| type_text(vm, ty));
    let given = crate::kind(value);
    // SAFETY: the callee's frame is running.
    let place = unsafe { call_place(vm, vm.fp, ", called ") };
    vm.cx.type_error(format!("{} must be of type {ty}, {given} given{place}", argument_place(func, position)))
}

/// TypeError for a return value.
pub fn bad_return(vm: &mut Vm, func: &'static Func, value: &Value) -> Thrown {
    let ty = func.return_type.as_ref().map_or(String::new(), |ty| type_text(vm, ty));
    let given = crate::kind(value);
    vm.cx.type_error(format!("{}(): Return value must be of type {ty}, {given} returned", name_of(func)))
}

/// The end of a function that should have returned something, or never.
pub fn missing_return(vm: &mut Vm, func: &'static Func) -> Thrown {
    let ty = func.return_type.as_ref().map_or(String::new(), |ty| type_text(vm, ty));
    if ty == "never" {
        let kind = if func.class.is_some() { "method" } else { "function" };
        return vm.cx.type_error(format!("{}(): never-returning {kind} must not implicitly return", broken_off_name(func)));
    }
    vm.cx.type_error(format!("{}(): Return value must be of type {ty}, none returned", name_of(func)))
}
