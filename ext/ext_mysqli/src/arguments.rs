//! What programs give to statements, as the server gets it.

use loxo_mysql::Argument;
use loxo_runtime::{Cx, PhpArray, PhpResult, Value, convert};

use crate::report::position;

/// The values of the parameters now.
pub(crate) fn arguments(cx: &mut Cx, params: &[(u8, Value)], long: &[bool]) -> PhpResult<Vec<Argument>> {
    let mut out = Vec::with_capacity(params.len());
    for (at, (letter, slot)) in params.iter().enumerate() {
        let value = slot.clone_deref();
        if *letter == b'b' && long.get(at) == Some(&true) {
            out.push(Argument::Sent);
            continue;
        }
        out.push(match letter {
            _ if value.is_null() => Argument::Null,
            // Nothing was sent ahead: an empty text.
            b'b' => Argument::Bytes(Vec::new()),
            b'i' => {
                // A number that fits no int is sent as it is.
                match value.as_float().filter(|d| d.abs() >= 9.2e18) {
                    Some(_) => Argument::Bytes(convert::to_string(cx, &value)?.as_bytes().to_vec()),
                    None => Argument::Int(convert::to_int(cx, &value)?),
                }
            }
            b'd' => Argument::Double(convert::to_float(cx, &value)?),
            _ => Argument::Bytes(convert::to_string(cx, &value)?.as_bytes().to_vec()),
        });
    }
    Ok(out)
}

/// Values of `execute()`'s own array.
pub(crate) fn listed(cx: &mut Cx, given: &PhpArray, wanted: usize, number: usize) -> PhpResult<Vec<Argument>> {
    let at = position(cx, number);
    if !given.is_list() {
        return Err(cx.argument_value_error(at, "must be a list array"));
    }
    if given.len() != wanted {
        let text = format!("must consist of exactly {wanted} elements, {} present", given.len());
        return Err(cx.argument_value_error(at, text));
    }
    let params: Vec<(u8, Value)> = given.values().map(|value| (b's', value.clone_deref())).collect();
    arguments(cx, &params, &[])
}
