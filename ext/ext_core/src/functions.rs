//! Functions about functions and the running call.

use loxo_runtime::{Cx, Ending, FnId, LocalsOp, PhpArray, PhpResult, PhpStr, Thrown, Value};

/// `func_num_args()`
pub(crate) fn func_num_args(cx: &mut Cx) -> PhpResult<i64> {
    let args = arguments(cx, "func_num_args() must be called from a function context")?;
    Ok(args.len() as i64)
}

/// `func_get_arg()`
pub(crate) fn func_get_arg(cx: &mut Cx, position: i64) -> PhpResult<Value> {
    if position < 0 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    let args = arguments(cx, "func_get_arg() cannot be called from the global scope")?;
    match args.get_int(position) {
        Some(value) => Ok(value.clone()),
        None => Err(cx.argument_value_error(1, "must be less than the number of the arguments passed to the currently executed function")),
    }
}

/// `func_get_args()`
pub(crate) fn func_get_args(cx: &mut Cx) -> PhpResult<PhpArray> {
    arguments(cx, "func_get_args() cannot be called from the global scope")
}

/// Arguments of the calling function; outside of one the error is as given.
fn arguments(cx: &mut Cx, outside: &str) -> PhpResult<PhpArray> {
    match (cx.hooks.locals)(cx, LocalsOp::Args)?.into_array() {
        Ok(args) => Ok(args),
        Err(_) => Err(cx.throw("Error", outside)),
    }
}

/// `function_exists()`
pub(crate) fn function_exists(cx: &mut Cx, function: &PhpStr) -> PhpResult<bool> {
    let name = function.strip_prefix(b"\\").unwrap_or(function);
    Ok(FnId::find(name).is_some_and(|id| cx.func(id).is_some()))
}

/// `get_defined_functions()`
pub(crate) fn get_defined_functions(cx: &mut Cx, exclude_disabled: bool) -> PhpResult<PhpArray> {
    if !exclude_disabled {
        cx.deprecated("get_defined_functions(): Setting $exclude_disabled to false has no effect");
        cx.check()?;
    }
    let mut result = PhpArray::new();
    let internal = crate::info::extensions().flat_map(|extension| extension.functions);
    let there = |row: &&loxo_runtime::BuiltinFn| loxo_runtime::FnId::find(row.name.as_bytes()).is_none_or(|id| !cx.is_disabled(id));
    let internal = internal.filter(there).map(|row| PhpStr::new(row.name.as_bytes()));
    result.set_bytes(b"internal", Value::array(internal.collect()));
    let user = cx.declared.fns.iter().map(|id| id.name().to_php().to_ascii_lower());
    result.set_bytes(b"user", Value::array(user.collect()));
    Ok(result)
}

/// `get_defined_vars()`
pub(crate) fn get_defined_vars(cx: &mut Cx) -> PhpResult<Value> {
    (cx.hooks.locals)(cx, LocalsOp::All)
}

/// `exit()`, `die()`
pub(crate) fn exit(cx: &mut Cx, status: &Value) -> PhpResult<()> {
    match status.as_int() {
        Some(status) => cx.info.exit_status = status as i32,
        None => {
            cx.info.exit_status = 0;
            if let Some(message) = status.as_bytes() {
                cx.echo(message);
                cx.check()?;
            }
        }
    }
    cx.ending = Some(Ending::Exit);
    Err(Thrown)
}
