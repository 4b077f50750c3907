//! Lists out of strings and strings out of lists.

use loxo_runtime::args;
use loxo_runtime::{TypeMask, types};
use memchr::memmem;

use crate::prelude::*;

/// `explode()`
pub(crate) fn explode(cx: &mut Cx, separator: &PhpStr, string: &PhpStr, limit: i64) -> PhpResult<PhpArray> {
    if separator.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if string.is_empty() {
        return Ok(if limit >= 0 { PhpArray::from_values([PhpStr::empty()]) } else { PhpArray::new() });
    }
    Ok(match (limit, separator.as_bytes()) {
        (0 | 1, _) => PhpArray::from_values([string.clone()]),
        (2.., [one]) => pieces(string, 1, limit as usize, memchr::memchr_iter(*one, string)),
        (2.., separator) => pieces(string, separator.len(), limit as usize, memmem::find_iter(string, separator)),
        (_, separator) => all_but(string, separator, limit.unsigned_abs()),
    })
}

fn pieces(string: &PhpStr, width: usize, limit: usize, splits: impl Iterator<Item = usize>) -> PhpArray {
    let mut out = PhpArray::packed_with_capacity(8);
    let mut start = 0;
    let mut add = |piece: PhpStr| {
        let _ = out.push(Value::string(piece));
    };
    for at in splits.take(limit - 1) {
        add(PhpStr::new(&string[start..at]));
        start = at + width;
    }
    add(string.slice(start..string.len()));
    out
}

fn all_but(string: &PhpStr, separator: &[u8], drop_last: u64) -> PhpArray {
    let positions: Vec<usize> = memmem::find_iter(string, separator).collect();
    let keep = (positions.len() as u64 + 1).saturating_sub(drop_last) as usize;
    let mut start = 0;
    let mut out = PhpArray::packed_with_capacity(keep);
    for at in &positions[..keep.min(positions.len())] {
        let _ = out.push(PhpStr::new(&string[start..*at]).into());
        start = at + separator.len();
    }
    out
}

/// `implode()`
pub(crate) fn implode(cx: &mut Cx, args: &mut [Value]) -> PhpResult<PhpStr> {
    match &*args {
        [array] if let Some(pieces) = array.as_array() => join_pieces(cx, b"", pieces),
        [separator, array] if let (Some(separator), Some(pieces)) = (separator.as_bytes(), array.as_array()) => {
            join_pieces(cx, separator, pieces)
        }
        _ => implode_others(cx, args),
    }
}

/// PHP calls this without a frame where code has its name, and looks at the arguments one after the other, by how many there are. Other calls check
/// types as those of `join()` do.
#[cold]
fn implode_others(cx: &mut Cx, args: &mut [Value]) -> PhpResult<PhpStr> {
    for arg in args.iter_mut().filter(|arg| arg.is_ref()) {
        *arg = arg.clone_deref();
    }
    let given = args.len();
    let is_named = (cx.hooks.called_by_name)(cx);
    let mut absent = Value::NULL;
    let (separator, array) = match args {
        [separator] => (separator, &mut absent),
        [separator, array] => (separator, array),
        _ => return Err(args::wrong_count(cx, given)),
    };
    if !is_named {
        let separator = args::union(cx, 1, separator, TypeMask::ARRAY.with(TypeMask::STRING))?;
        let array = if array.is_null() { None } else { Some(args::array(cx, 2, array)?) };
        return join(cx, separator, array);
    }
    if given == 1 {
        let Some(pieces) = separator.as_array() else { return Err(no_pieces(cx)) };
        return join_pieces(cx, b"", pieces);
    }
    if !separator.is_string() {
        *separator = text_argument(cx, 1, separator)?.into();
    }
    match array.as_array() {
        Some(pieces) => join_pieces(cx, separator.as_bytes().unwrap_or_default(), pieces),
        None if array.is_null() => Err(no_pieces(cx)),
        None => {
            let given = cx.value_name(array);
            Err(cx.argument_type_error(2, format!("must be of type ?array, {given} given")))
        }
    }
}

/// An argument as a string, whatever else its parameter takes: messages name the string alone, but that null is deprecated is said of the declared
/// type.
pub(super) fn text_argument(cx: &mut Cx, number: usize, v: &Value) -> PhpResult<PhpStr> {
    let mut v = v.clone_deref();
    let strict = (cx.hooks.strict)(cx);
    if v.is_string() || v.is_null() && !strict {
        return args::string(cx, number, &mut v).cloned();
    }
    if let Some(text) = types::coerce_scalar(cx, TypeMask::STRING, &v, strict)?.and_then(|text| text.into_str().ok()) {
        return Ok(text);
    }
    let given = cx.value_name(&v);
    Err(cx.argument_type_error(number, format!("must be of type string, {given} given")))
}

/// `join()`
pub(crate) fn join(cx: &mut Cx, separator: &Value, array: Option<&PhpArray>) -> PhpResult<PhpStr> {
    match (separator.as_array(), array) {
        (Some(pieces), None) => join_pieces(cx, b"", pieces),
        (Some(_), Some(_)) => Err(cx.argument_type_error(1, "must be of type string, array given")),
        (None, Some(pieces)) => {
            let separator = cx.str_of(separator)?;
            join_pieces(cx, &separator, pieces)
        }
        (None, None) => Err(no_pieces(cx)),
    }
}

/// There is no array to join.
#[cold]
fn no_pieces(cx: &mut Cx) -> Thrown {
    let name = cx.active_name();
    let rest = "(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given";
    cx.type_error(format!("{name}{rest}"))
}

/// The values as strings with a separator between them.
pub(crate) fn join_pieces(cx: &mut Cx, separator: &[u8], pieces: &PhpArray) -> PhpResult<PhpStr> {
    if pieces.len() == 1
        && let Some((_, only)) = pieces.first()
    {
        return cx.str_of(only);
    }
    if let Some(texts) = pieces.dense_values().filter(|values| values.iter().all(Value::is_string)) {
        return Ok(PhpStr::join(separator, texts.iter().filter_map(Value::as_bytes)));
    }
    let mut size = separator.len() * pieces.len().saturating_sub(1);
    size += match pieces.dense_values() {
        Some(values) => values.iter().map(written_length).sum::<usize>(),
        None => pieces.values().map(written_length).sum(),
    };
    let mut out = StrBuilder::with_capacity(size);
    // Converting may run PHP code that changes the array: it is kept as it was.
    let held = Held::new(pieces.clone());
    if let Some(values) = held.dense_values() {
        join_all(cx, &mut out, separator, values.iter())?;
    } else {
        join_all(cx, &mut out, separator, held.values())?;
    }
    Ok(out.finish())
}

/// How many bytes a value takes as a string, or about so many.
#[inline(always)]
fn written_length(v: &Value) -> usize {
    let v = v.deref();
    match (v.as_bytes(), v.as_int()) {
        (Some(text), _) => text.len(),
        (_, Some(0..10)) => 1,
        (_, Some(n)) => n.unsigned_abs().ilog10() as usize + 1 + usize::from(n < 0),
        _ => 8,
    }
}

#[inline(always)]
fn join_all<'a>(cx: &mut Cx, out: &mut StrBuilder, separator: &[u8], pieces: impl Iterator<Item = &'a Value>) -> PhpResult<()> {
    let mut is_first = true;
    for piece in pieces {
        if !std::mem::replace(&mut is_first, false) {
            out.push_bytes(separator);
        }
        let piece = piece.deref();
        if let Some(text) = piece.as_bytes() {
            out.push_bytes(text);
        } else if let Some(n) = piece.as_int() {
            out.push_int(n);
        } else {
            out.push_bytes(&cx.str_of(piece)?);
        }
    }
    Ok(())
}

/// `nl2br()`
pub(crate) fn nl2br(_cx: &mut Cx, string: &PhpStr, use_xhtml: bool) -> PhpResult<PhpStr> {
    let Some(first) = memchr::memchr2(b'\n', b'\r', string) else { return Ok(string.clone()) };
    let tag: &[u8] = if use_xhtml { b"<br />" } else { b"<br>" };
    let mut out = StrBuilder::with_capacity(string.len() + 16 * tag.len());
    out.push_bytes(&string[..first]);
    let mut rest = &string[first..];
    while let [b, tail @ ..] = rest {
        let pair = matches!((b, tail.first()), (b'\n', Some(b'\r')) | (b'\r', Some(b'\n')));
        let line = if pair { &tail[1..] } else { tail };
        let end = memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len());
        out.push_bytes(tag);
        out.push_bytes(&rest[..rest.len() - line.len() + end]);
        rest = &line[end..];
    }
    Ok(out.finish())
}

/// `wordwrap()`
pub(crate) fn wordwrap(cx: &mut Cx, string: &PhpStr, width: i64, r#break: &PhpStr, cut_long_words: bool) -> PhpResult<PhpStr> {
    if string.is_empty() {
        return Ok(PhpStr::empty());
    }
    if r#break.is_empty() {
        return Err(cx.argument_value_error(3, "must not be empty"));
    }
    if width == 0 && cut_long_words {
        return Err(cx.argument_value_error(4, "cannot be true when argument #2 ($width) is 0"));
    }
    if let ([brk], false) = (r#break.as_bytes(), cut_long_words) {
        return Ok(wrap_in_place(string, width, *brk));
    }
    Ok(wrap(string, width, r#break, cut_long_words))
}

/// One byte breaks replace spaces: the length stays.
fn wrap_in_place(text: &[u8], width: i64, brk: u8) -> PhpStr {
    let mut out = StrBuilder::with_capacity(text.len());
    out.push_bytes(text);
    let new = out.as_mut_bytes();
    let (mut line, mut space) = (0usize, 0usize);
    for (at, b) in text.iter().enumerate() {
        let long = at as i64 - line as i64 >= width;
        if *b == brk {
            line = at + 1;
            space = at + 1;
        } else if *b == b' ' {
            if long {
                new[at] = brk;
                line = at + 1;
            }
            space = at;
        } else if long && line != space {
            new[space] = brk;
            line = space + 1;
        }
    }
    out.finish()
}

fn wrap(text: &[u8], width: i64, brk: &[u8], cut: bool) -> PhpStr {
    let mut out = StrBuilder::with_capacity(text.len() + brk.len());
    let (mut line, mut space, mut at) = (0usize, 0usize, 0usize);
    while at < text.len() {
        let long = at as i64 - line as i64 >= width;
        if text[at] == brk[0] && at + brk.len() < text.len() && text[at..].starts_with(brk) {
            out.push_bytes(&text[line..at + brk.len()]);
            at += brk.len() - 1;
            line = at + 1;
            space = at + 1;
        } else if text[at] == b' ' {
            if long {
                out.push_bytes(&text[line..at]);
                out.push_bytes(brk);
                line = at + 1;
            }
            space = at;
        } else if long && cut && line >= space {
            out.push_bytes(&text[line..at]);
            out.push_bytes(brk);
            line = at;
            space = at;
        } else if long && line < space {
            out.push_bytes(&text[line..space]);
            out.push_bytes(brk);
            line = space + 1;
            space = line;
        }
        at += 1;
    }
    out.push_bytes(&text[line.min(text.len())..]);
    out.finish()
}

/// `str_pad()`
pub(crate) fn str_pad(cx: &mut Cx, string: &PhpStr, length: i64, pad_string: &PhpStr, pad_type: i64) -> PhpResult<PhpStr> {
    let Some(pad) = usize::try_from(length).ok().and_then(|n| n.checked_sub(string.len())).filter(|n| *n > 0) else {
        return Ok(string.clone());
    };
    if pad_string.is_empty() {
        return Err(cx.argument_value_error(3, "must not be empty"));
    }
    let (left, right) = match pad_type {
        0 => (pad, 0),
        1 => (0, pad),
        2 => (pad / 2, pad - pad / 2),
        _ => return Err(cx.argument_value_error(4, "must be STR_PAD_LEFT, STR_PAD_RIGHT, or STR_PAD_BOTH")),
    };
    let mut out = StrBuilder::with_capacity(string.len().saturating_add(pad));
    push_pad(&mut out, pad_string, left);
    out.push_bytes(string);
    push_pad(&mut out, pad_string, right);
    Ok(out.finish())
}

fn push_pad(out: &mut StrBuilder, pad: &[u8], count: usize) {
    if let [one] = pad {
        return out.push_n(*one, count);
    }
    for _ in 0..count / pad.len() {
        out.push_bytes(pad);
    }
    out.push_bytes(&pad[..count % pad.len()]);
}

/// `str_repeat()`
pub(crate) fn str_repeat(cx: &mut Cx, string: &PhpStr, times: i64) -> PhpResult<PhpStr> {
    let Ok(times) = usize::try_from(times) else {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    };
    Ok(PhpStr::repeat(string, times))
}
