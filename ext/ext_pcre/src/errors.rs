//! The settings and the last error of a request.

use loxo_pcre_sys::error;
use loxo_runtime::ini::{parse_bool, parse_quantity};
use loxo_runtime::value::SharedValue;
use loxo_runtime::{Cx, ExtSlot, PhpResult, PhpStr, Value};

/// `PREG_*_ERROR`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum PregError {
    #[default]
    None = 0,
    Internal = 1,
    BacktrackLimit = 2,
    RecursionLimit = 3,
    BadUtf8 = 4,
    BadUtf8Offset = 5,
    JitStackLimit = 6,
}

impl From<i32> for PregError {
    /// Of the library's error numbers.
    fn from(number: i32) -> PregError {
        match number {
            error::MATCHLIMIT => PregError::BacktrackLimit,
            error::DEPTHLIMIT => PregError::RecursionLimit,
            error::BADUTFOFFSET => PregError::BadUtf8Offset,
            error::JIT_STACKLIMIT => PregError::JitStackLimit,
            error::UTF8_LAST..=error::UTF8_FIRST => PregError::BadUtf8,
            _ => PregError::Internal,
        }
    }
}

/// What a request knows.
pub(crate) struct State {
    pub last: PregError,
    pub backtrack_limit: u32,
    pub recursion_limit: u32,
    pub jit: bool,
}

impl Default for State {
    fn default() -> State {
        State { last: PregError::None, backtrack_limit: 1_000_000, recursion_limit: 100_000, jit: true }
    }
}

impl ExtSlot for State {}

/// `pcre.backtrack_limit`
pub(crate) fn backtrack_limit(cx: &mut Cx, text: &[u8]) -> bool {
    cx.ext::<State>().backtrack_limit = parse_quantity(text).value as u32;
    true
}

/// `pcre.recursion_limit`
pub(crate) fn recursion_limit(cx: &mut Cx, text: &[u8]) -> bool {
    cx.ext::<State>().recursion_limit = parse_quantity(text).value as u32;
    true
}

/// `pcre.jit`
pub(crate) fn jit(cx: &mut Cx, text: &[u8]) -> bool {
    cx.ext::<State>().jit = parse_bool(text);
    true
}

/// `PCRE_VERSION`
pub(crate) fn version() -> SharedValue {
    let text = PhpStr::interned(loxo_pcre_sys::version().as_bytes());
    SharedValue::new(Value::string(text)).expect("interned")
}

/// `preg_last_error()`
pub(crate) fn preg_last_error(cx: &mut Cx) -> PhpResult<i64> {
    Ok(cx.ext::<State>().last as i64)
}

/// `preg_last_error_msg()`
pub(crate) fn preg_last_error_msg(cx: &mut Cx) -> PhpResult<&'static str> {
    Ok(match cx.ext::<State>().last {
        PregError::None => "No error",
        PregError::Internal => "Internal error",
        PregError::BacktrackLimit => "Backtrack limit exhausted",
        PregError::RecursionLimit => "Recursion limit exhausted",
        PregError::BadUtf8 => "Malformed UTF-8 characters, possibly incorrectly encoded",
        PregError::BadUtf8Offset => "The offset did not correspond to the beginning of a valid UTF-8 code point",
        PregError::JitStackLimit => "JIT stack limit exhausted",
    })
}
