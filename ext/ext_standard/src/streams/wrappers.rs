//! Wrappers that the program brings.

use loxo_streams::user::{self, RegisterError, Restored};

use crate::prelude::*;

/// `STREAM_IS_URL`
const IS_URL: i64 = 1;

/// `stream_wrapper_register()`
pub(crate) fn stream_wrapper_register(cx: &mut Cx, protocol: &PhpStr, class: &PhpStr, flags: i64) -> PhpResult<bool> {
    let Some(found) = cx.class(class)? else {
        let message = [b"must be a valid class name, ", class.as_bytes(), b" given"].concat();
        return Err(cx.argument_type_error(2, message));
    };
    // The wrapper takes a number, as PHP's does.
    drop(loxo_runtime::PhpResource::new("stream factory", Box::new(())));
    match user::register(cx, protocol, found, flags & IS_URL != 0) {
        Ok(()) => return Ok(true),
        Err(RegisterError::Taken) => cx.builtin_warning([b"Protocol ", protocol.as_bytes(), b":// is already defined."].concat()),
        Err(RegisterError::Invalid) => {
            let name = convert::class_name(found);
            let protocol = convert::shown_name(protocol.as_bytes());
            let message = [b"Invalid protocol scheme specified. Unable to register wrapper class ", name, b" to ", protocol, b"://"];
            cx.builtin_warning(message.concat());
        }
    }
    cx.check()?;
    Ok(false)
}

/// `stream_wrapper_unregister()`
pub(crate) fn stream_wrapper_unregister(cx: &mut Cx, protocol: &PhpStr) -> PhpResult<bool> {
    if user::unregister(cx, protocol) {
        return Ok(true);
    }
    cx.builtin_warning([b"Unable to unregister protocol ", protocol.as_bytes(), b"://"].concat());
    cx.check()?;
    Ok(false)
}

/// `stream_wrapper_restore()`
pub(crate) fn stream_wrapper_restore(cx: &mut Cx, protocol: &PhpStr) -> PhpResult<bool> {
    let restored = user::restore(cx, protocol);
    match restored {
        Restored::Yes => {}
        Restored::NeverChanged => cx.builtin_notice([protocol.as_bytes(), b":// was never changed, nothing to restore"].concat()),
        Restored::NeverExisted => cx.builtin_warning([protocol.as_bytes(), b":// never existed, nothing to restore"].concat()),
    }
    cx.check()?;
    Ok(restored != Restored::NeverExisted)
}
