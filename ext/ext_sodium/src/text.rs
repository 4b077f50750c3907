//! Bytes as text, padding, long numbers.

use loxo_runtime::value::SharedValue;
use loxo_runtime::{Cx, PhpResult, PhpStr, StrBuilder, Value};
use loxo_sodium_sys as sodium;

use crate::source::{argument, change, checked, fail, filled, forget, string_in, written};

/// `SODIUM_LIBRARY_VERSION`
pub(crate) fn library_version() -> SharedValue {
    SharedValue::new(Value::from(sodium::version())).expect("strings can be shared")
}

/// `SODIUM_LIBRARY_MAJOR_VERSION`
pub(crate) fn library_major() -> SharedValue {
    SharedValue::new(Value::int(sodium::interface().0)).expect("numbers can be shared")
}

/// `SODIUM_LIBRARY_MINOR_VERSION`
pub(crate) fn library_minor() -> SharedValue {
    SharedValue::new(Value::int(sodium::interface().1)).expect("numbers can be shared")
}

/// `sodium_memzero()`
pub(crate) fn sodium_memzero(cx: &mut Cx, string: &Value) -> PhpResult<()> {
    if !string.deref().is_string() {
        return Err(fail(cx, "a PHP string is required"));
    }
    forget(string);
    Ok(())
}

/// `sodium_increment()`
pub(crate) fn sodium_increment(cx: &mut Cx, string: &Value) -> PhpResult<()> {
    if !string.deref().is_string() {
        return Err(fail(cx, "a PHP string is required"));
    }
    change(string, sodium::increment);
    Ok(())
}

/// Numbers are compared and added if they are equally long. PHP names the second argument as it was called once.
fn same_length(cx: &mut Cx, a: usize, b: usize) -> PhpResult<()> {
    if a == b { Ok(()) } else { Err(argument(cx, 1, "and argument #2 ($string_2) must have the same length")) }
}

/// `sodium_add()`
pub(crate) fn sodium_add(cx: &mut Cx, string: &Value, other: &PhpStr) -> PhpResult<()> {
    let Some(number) = string_in(string) else { return Err(fail(cx, "PHP strings are required")) };
    same_length(cx, number.len(), other.len())?;
    drop(number);
    change(string, |number| sodium::add(number, other)).map_or(Ok(()), |done| checked(cx, done))
}

/// `sodium_compare()`
pub(crate) fn sodium_compare(cx: &mut Cx, a: &PhpStr, b: &PhpStr) -> PhpResult<i64> {
    same_length(cx, a.len(), b.len())?;
    let order = sodium::compare(a, b).map_err(|_| fail(cx, "internal error"))?;
    Ok(i64::from(order))
}

/// `sodium_memcmp()`
pub(crate) fn sodium_memcmp(cx: &mut Cx, a: &PhpStr, b: &PhpStr) -> PhpResult<i64> {
    same_length(cx, a.len(), b.len())?;
    Ok(if sodium::same(a, b) { 0 } else { -1 })
}

fn block_size(cx: &mut Cx, size: i64) -> PhpResult<usize> {
    usize::try_from(size).ok().filter(|size| *size > 0).ok_or_else(|| argument(cx, 2, "must be greater than 0"))
}

/// `sodium_pad()`: a mark, then zeros up to the end of a block.
pub(crate) fn sodium_pad(cx: &mut Cx, string: &PhpStr, block: i64) -> PhpResult<PhpStr> {
    const MARK: u8 = 0x80;
    let block = block_size(cx, block)?;
    let zeros = block - 1 - string.len() % block;
    let Some(length) = string.len().checked_add(zeros).and_then(|length| length.checked_add(1)) else {
        return Err(fail(cx, "input is too large"));
    };
    loxo_runtime::memory_limit::ensure_room(length);
    let mut out = StrBuilder::with_capacity(length);
    out.push_bytes(string);
    out.push(MARK);
    out.push_n(0, zeros);
    Ok(out.finish())
}

/// `sodium_unpad()`
pub(crate) fn sodium_unpad(cx: &mut Cx, string: &PhpStr, block: i64) -> PhpResult<PhpStr> {
    let block = block_size(cx, block)?;
    if string.len() < block {
        return Err(argument(cx, 1, "must be at least as long as the block size"));
    }
    let length = sodium::unpad(string, block).map_err(|_| fail(cx, "invalid padding"))?;
    Ok(string.slice(0..length))
}

/// `sodium_bin2hex()`
pub(crate) fn sodium_bin2hex(cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let Some(length) = string.len().checked_mul(2) else { return Err(fail(cx, "arithmetic overflow")) };
    filled(cx, length, |out| sodium::hex_encode(out, string))
}

/// A string of at most so many bytes, of which the work says how many there are.
fn decoded(most: usize, work: impl FnOnce(&mut [u8]) -> Result<usize, sodium::Failed>) -> Result<PhpStr, sodium::Failed> {
    let mut length = 0;
    let whole = written(most, |out| {
        length = work(out)?;
        Ok(())
    })?;
    Ok(if length == whole.len() { whole } else { whole.slice(0..length.min(whole.len())) })
}

/// `sodium_hex2bin()`
pub(crate) fn sodium_hex2bin(cx: &mut Cx, string: &PhpStr, ignore: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let ignore = ignore.map(PhpStr::as_bytes);
    decoded(string.len() / 2, |out| sodium::hex_decode(out, string, ignore))
        .map_err(|_| argument(cx, 1, "must be a valid hexadecimal string"))
}

fn variant(cx: &mut Cx, id: i64) -> PhpResult<i32> {
    // The library looks at the lower 32 bits alone.
    let known = i32::try_from(id as u32).ok().filter(|id| matches!(id, 1 | 3 | 5 | 7));
    known.ok_or_else(|| argument(cx, 2, "must be a valid base64 variant identifier"))
}

/// `sodium_bin2base64()`
pub(crate) fn sodium_bin2base64(cx: &mut Cx, string: &PhpStr, id: i64) -> PhpResult<PhpStr> {
    let variant = variant(cx, id)?;
    if string.len() >= usize::MAX / 4 * 3 - 4 {
        return Err(fail(cx, "arithmetic overflow"));
    }
    let length = sodium::base64_encoded_len(string.len(), variant);
    loxo_runtime::memory_limit::ensure_room(length);
    let mut out = StrBuilder::with_capacity(length + 1);
    out.push_n(0, length + 1);
    let done = sodium::base64_encode(out.as_mut_bytes(), string, variant);
    checked(cx, done)?;
    out.truncate(length);
    Ok(out.finish())
}

/// `sodium_base642bin()`
pub(crate) fn sodium_base642bin(cx: &mut Cx, string: &PhpStr, id: i64, ignore: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let variant = variant(cx, id)?;
    let ignore = ignore.map(PhpStr::as_bytes);
    decoded(string.len() / 4 * 3 + 2, |out| sodium::base64_decode(out, string, ignore, variant))
        .map_err(|_| argument(cx, 1, "must be a valid base64 string"))
}
