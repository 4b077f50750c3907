//! Upper and lower case. ASCII letters only, whatever the locale.

use crate::prelude::*;

/// The last string that was asked for twice in a row, and that in lower case: one autoloader after another looks for the same name so.
#[derive(Default)]
struct LastLower {
    /// Address of the last string, which may be gone.
    asked: usize,
    pair: Option<(PhpStr, PhpStr)>,
}

impl ExtSlot for LastLower {}

/// Longer strings are not kept.
const LONGEST_KEPT: usize = 256;

/// `strtolower()`
pub(crate) fn strtolower(cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    // What nobody holds but the caller's variable and this call is mostly new each time, at an address that comes again.
    if string.refcount() < 3 {
        return Ok(string.to_ascii_lower());
    }
    let last = cx.ext::<LastLower>();
    let address = string.as_bytes().as_ptr() as usize;
    if std::mem::replace(&mut last.asked, address) != address || string.len() > LONGEST_KEPT {
        return Ok(string.to_ascii_lower());
    }
    if let Some((_, lower)) = last.pair.as_ref().filter(|(known, _)| known.ptr_eq(string)) {
        return Ok(lower.clone());
    }
    let lower = string.to_ascii_lower();
    // While the string is kept nobody writes to it, nor is another one made at its address.
    last.pair = Some((string.clone(), lower.clone()));
    Ok(lower)
}

/// `strtoupper()`
pub(crate) fn strtoupper(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(string.to_ascii_upper())
}

/// `ucfirst()`
pub(crate) fn ucfirst(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(with_first(string, u8::to_ascii_uppercase))
}

/// `lcfirst()`
pub(crate) fn lcfirst(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(with_first(string, u8::to_ascii_lowercase))
}

fn with_first(string: &PhpStr, change: fn(&u8) -> u8) -> PhpStr {
    match string.first() {
        Some(first) if change(first) != *first => {
            if string.len() == 1 {
                return PhpStr::byte(change(first));
            }
            let mut out = string.clone();
            out.as_mut_bytes()[0] = change(first);
            out
        }
        _ => string.clone(),
    }
}

/// `ucwords()`
pub(crate) fn ucwords(cx: &mut Cx, string: &PhpStr, separators: &PhpStr) -> PhpResult<PhpStr> {
    let mask = super::trim::char_mask(cx, separators)?;
    if string.len() < 2 {
        return Ok(string.to_ascii_upper());
    }
    let mut out = PhpStr::new(string);
    let mut start = true;
    for b in out.as_mut_bytes() {
        if start {
            b.make_ascii_uppercase();
        }
        start = mask[*b as usize];
    }
    Ok(out)
}

/// `str_increment()`
pub(crate) fn str_increment(cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    alphanumeric(cx, string)?;
    let mut out = string.to_vec();
    for at in (0..out.len()).rev() {
        let (wrapped, next) = match out[at] {
            b'z' => (true, b'a'),
            b'Z' => (true, b'A'),
            b'9' => (true, b'0'),
            b => (false, b + 1),
        };
        out[at] = next;
        if !wrapped {
            return Ok(PhpStr::new(&out));
        }
    }
    // Every character overflowed: one more in front, "1" before digits.
    let lead = if out[0] == b'0' { b'1' } else { out[0] };
    out.insert(0, lead);
    Ok(PhpStr::new(&out))
}

/// `str_decrement()`
pub(crate) fn str_decrement(cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    alphanumeric(cx, string)?;
    let out_of_range = |cx: &mut Cx| {
        let text = format!("\"{}\" is out of decrement range", string.to_str_lossy());
        Err(cx.argument_value_error(1, &text))
    };
    if string[0] == b'0' {
        return out_of_range(cx);
    }
    let mut out = string.to_vec();
    let mut carry = true;
    for at in (0..out.len()).rev() {
        let (wrapped, next) = match out[at] {
            b'a' => (true, b'z'),
            b'A' => (true, b'Z'),
            b'0' => (true, b'9'),
            b => (false, b - 1),
        };
        out[at] = next;
        carry = wrapped;
        if !carry {
            break;
        }
    }
    // "10" becomes "9", "aa" becomes "z".
    if carry || (out[0] == b'0' && out.len() > 1) {
        if out.len() == 1 {
            return out_of_range(cx);
        }
        out.remove(0);
    }
    Ok(PhpStr::new(&out))
}

fn alphanumeric(cx: &mut Cx, string: &PhpStr) -> PhpResult<()> {
    if string.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if !string.iter().all(u8::is_ascii_alphanumeric) {
        return Err(cx.argument_value_error(1, "must be composed only of alphanumeric ASCII characters"));
    }
    Ok(())
}
