//! Errors of calls, with PHP's texts.

use loxo_bytecode::FnFlags;
use loxo_runtime::{Cx, ErrorLevel, Func, ParamDefault, PhpResult, Thrown};
use loxo_value::Value;

use crate::Vm;
use crate::code::code_of;
use crate::frame::{flags, header};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn name_of(func: &Func) -> String {
    text(&func.display_name())
}

/// Where the frame that called `fp` stands, if PHP code called it: ` in %s on line %d`.
///
/// # Safety
/// `fp` is a live frame.
unsafe fn caller_position(fp: *mut Value) -> Option<(String, u32)> {
    // SAFETY: as the caller promises.
    unsafe {
        let caller = header(fp).prev;
        let head = header(caller);
        if head.flags & flags::REENTRY != 0 || !(*head.func).is_user() {
            return None;
        }
        let code = code_of(&*head.func);
        Some((text(&code.unit.unit.path), code.line_at(head.pc)))
    }
}

/// ArgumentCountError for the frame that was just entered.
pub fn too_few_arguments(vm: &mut Vm, fp: *mut Value, passed: u32) -> Thrown {
    // SAFETY: the entered frame is live.
    unsafe {
        let func: &'static Func = &*header(fp).func;
        let exactly = if func.required == func.num_params && !func.is_variadic() { "exactly" } else { "at least" };
        let place = caller_position(fp).map_or(String::new(), |(file, line)| format!(" in {file} on line {line}"));
        let message =
            format!("Too few arguments to function {}(), {passed} passed{place} and {exactly} {} expected", name_of(func), func.required);
        vm.cx.throw_error("ArgumentCountError", message)
    }
}

/// A literal or expression where the callee wants a variable.
pub fn not_by_reference(cx: &mut Cx, func: &Func, index: usize) -> Thrown {
    let param = func.param_for(index).map_or(String::new(), |p| text(p.name.as_bytes()));
    cx.error(format!("{}(): Argument #{} (${param}) could not be passed by reference", name_of(func), index + 1))
}

/// Callbacks: a by-reference parameter got a plain value.
pub fn warn_by_value(vm: &mut Vm, func: &Func, index: usize) {
    let param = func.param_for(index).map_or(String::new(), |p| text(p.name.as_bytes()));
    vm.cx.warning(format!("{}(): Argument #{} (${param}) must be passed by reference, value given", name_of(func), index + 1));
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
            return Err(vm.cx.throw_error("ArgumentCountError", message));
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
                    return Err(vm.cx.throw_error("ArgumentCountError", message));
                }
            }
        }
    }
    Ok(())
}

/// "Deprecated: Function f() is deprecated" and `#[\NoDiscard]`'s warning.
pub fn announce(vm: &mut Vm, func: &'static Func, discards: bool) -> PhpResult<()> {
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
    let ty = param.ty.as_ref().map_or(String::new(), |ty| text(&ty.spec.text));
    let given = crate::kind(value);
    // SAFETY: the callee's frame is running.
    let place = unsafe { caller_position(vm.fp) }.map_or(String::new(), |(file, line)| format!(", called in {file} on line {line}"));
    let message = format!(
        "{}(): Argument #{} (${}) must be of type {ty}, {given} given{place}",
        name_of(func),
        position + 1,
        text(param.name.as_bytes())
    );
    vm.cx.type_error(message)
}

/// TypeError for a return value.
pub fn bad_return(vm: &mut Vm, func: &'static Func, value: &Value) -> Thrown {
    let ty = func.return_type.as_ref().map_or(String::new(), |ty| text(&ty.spec.text));
    let given = crate::kind(value);
    vm.cx.type_error(format!("{}(): Return value must be of type {ty}, {given} returned", name_of(func)))
}

/// The end of a function that should have returned something, or never.
pub fn missing_return(vm: &mut Vm, func: &'static Func) -> Thrown {
    let ty = func.return_type.as_ref().map_or(String::new(), |ty| text(&ty.spec.text));
    if ty == "never" {
        return vm.cx.type_error(format!("{}(): never-returning function must not implicitly return", name_of(func)));
    }
    vm.cx.type_error(format!("{}(): Return value must be of type {ty}, none returned", name_of(func)))
}
