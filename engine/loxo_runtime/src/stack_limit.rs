//! How deep calls may nest that take native stack in PHP: those that builtins, hooks and magic methods make.
//!
//! PHP asks how much of its native stack is left. Ours is far larger, since compiled code uses it for calls that take none in PHP, so calls from
//! Rust code are counted instead. Recursion without end through them is an Error, as in PHP, before it has filled the memory.

use crate::{Cx, Thrown};

/// What PHP takes where nothing is said: the stack that Linux gives to a program.
const USUAL_STACK: usize = 8 << 20;
/// What it holds back of that, at least.
const RESERVED: usize = 48 << 10;
/// PHP takes 640 to 1700 bytes of native stack where a builtin calls back and the callback calls a builtin. This is less, so that what ends in PHP
/// ends here, too.
const LEAST_FOR_CALL: usize = 400;

/// How many bytes of native stack PHP would use at most; None: no limit is wanted.
fn allowed_bytes(cx: &Cx) -> Option<usize> {
    let whole = match cx.ini_int("zend.max_allowed_stack_size") {
        0 => USUAL_STACK,
        size => usize::try_from(size).ok()?,
    };
    let reserved = usize::try_from(cx.ini_int("zend.reserved_stack_size")).unwrap_or(0);
    Some(whole.saturating_sub(reserved.max(RESERVED)))
}

/// How many calls from Rust code may nest.
pub fn deepest(cx: &Cx) -> u32 {
    allowed_bytes(cx).and_then(|bytes| u32::try_from(bytes / LEAST_FOR_CALL).ok()).unwrap_or(u32::MAX)
}

/// The error where they nest deeper.
pub fn overflow(cx: &mut Cx) -> Thrown {
    let bytes = allowed_bytes(cx).unwrap_or(0);
    cx.throw_error(format!(
        "Maximum call stack size of {bytes} bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion?"
    ))
}
