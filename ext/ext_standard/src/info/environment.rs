//! `getenv()` and `putenv()` on the environment that the request sees.

use loxo_runtime::environment::{set_variable, variables, with_variable};

use crate::prelude::*;

/// `getenv()`
pub(crate) fn getenv(cx: &mut Cx, name: Option<&PhpStr>, local_only: bool) -> PhpResult<Value> {
    let Some(name) = name else {
        let mut out = PhpArray::new();
        for (name, v) in variables(cx) {
            out.set_sym(name, Value::bytes(&v));
        }
        let known = has_request_variables(cx).then_some(&cx.info.server);
        for (name, v) in known.into_iter().flat_map(|known| known.iter()) {
            let own = name.eq_ignore_ascii_case(b"HTTP_PROXY") || name == b"PHP_SELF";
            if !own && out.get_sym(name).is_none() {
                out.set_sym(name, Value::bytes(v));
            }
        }
        return Ok(out.into());
    };
    // A client's `Proxy:` header must not pass for the variable that many programs obey.
    if !local_only
        && has_request_variables(cx)
        && !name.eq_ignore_ascii_case(b"HTTP_PROXY")
        && let Some(v) = cx.info.server.get(name.as_bytes())
    {
        return Ok(Value::bytes(v));
    }
    Ok(with_variable(cx, name, Value::bytes).unwrap_or(Value::FALSE))
}

/// Web servers put some of what they know of the request into the environment; PHP's built-in one does not.
fn has_request_variables(cx: &Cx) -> bool {
    cx.sapi.is_web() && cx.sapi.name() != "cli-server"
}

/// `putenv()`
pub(crate) fn putenv(cx: &mut Cx, assignment: &PhpStr) -> PhpResult<bool> {
    if assignment.is_empty() || assignment[0] == b'=' {
        return Err(cx.argument_value_error(1, "must have a valid syntax"));
    }
    let (name, v) = match memchr::memchr(b'=', assignment) {
        Some(at) => (&assignment[..at], Some(assignment[at + 1..].to_vec())),
        None => (assignment.as_bytes(), None),
    };
    set_variable(cx, name, v);
    Ok(true)
}
