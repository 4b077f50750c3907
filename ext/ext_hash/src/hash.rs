//! Digests of strings, files and streams.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value, convert, hex};
use loxo_streams::{OpenOptions, StreamRef};

use crate::algorithm::{ALL, Algorithm, Hash};
use crate::hmac::Keyed;

/// `hash()`
pub(crate) fn hash(cx: &mut Cx, algo: &PhpStr, data: &PhpStr, binary: bool, options: &PhpArray) -> PhpResult<PhpStr> {
    let algorithm = algorithm(cx, algo)?;
    let mut hash = algorithm.start_with(cx, options)?;
    hash.update(data);
    Ok(encode_digest(&algorithm.digest_of(&mut *hash), binary))
}

/// `hash_file()`
pub(crate) fn hash_file(cx: &mut Cx, algo: &PhpStr, filename: &PhpStr, binary: bool, options: &PhpArray) -> PhpResult<OrFalse<PhpStr>> {
    let algorithm = algorithm(cx, algo)?;
    // PHP blames the first argument.
    let Some(stream) = open(cx, filename, 1)? else { return Ok(OrFalse::FALSE) };
    let mut hash = algorithm.start_with(cx, options)?;
    if !read_all(cx, &stream, &mut *hash)? {
        return Ok(OrFalse::FALSE);
    }
    Ok(encode_digest(&algorithm.digest_of(&mut *hash), binary).into())
}

/// `hash_hmac()`
pub(crate) fn hash_hmac(cx: &mut Cx, algo: &PhpStr, data: &PhpStr, key: &PhpStr, binary: bool) -> PhpResult<PhpStr> {
    let keyed = Keyed::new(crypto_algorithm(cx, algo)?, key);
    Ok(encode_digest(&keyed.digest(&[data]), binary))
}

/// `hash_hmac_file()`
pub(crate) fn hash_hmac_file(cx: &mut Cx, algo: &PhpStr, filename: &PhpStr, key: &PhpStr, binary: bool) -> PhpResult<OrFalse<PhpStr>> {
    let keyed = Keyed::new(crypto_algorithm(cx, algo)?, key);
    let Some(stream) = open(cx, filename, 2)? else { return Ok(OrFalse::FALSE) };
    let mut inner = keyed.start();
    if !read_all(cx, &stream, &mut *inner)? {
        return Ok(OrFalse::FALSE);
    }
    Ok(encode_digest(&keyed.finish(&mut *inner), binary).into())
}

/// `hash_algos()`
pub(crate) fn hash_algos(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(ALL.iter().map(|row| row.name)))
}

/// `hash_hmac_algos()`
pub(crate) fn hash_hmac_algos(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(ALL.iter().filter(|row| row.crypto).map(|row| row.name)))
}

/// `hash_equals()`: takes the same time wherever the difference is.
pub(crate) fn hash_equals(cx: &mut Cx, known: &Value, user: &Value) -> PhpResult<bool> {
    for (number, value) in [(1, known), (2, user)] {
        if !value.deref().is_string() {
            let given = convert::value_name(value.deref());
            return Err(cx.argument_type_error(number, format!("must be of type string, {given} given")));
        }
    }
    let (known, user) = (known.deref().as_bytes().unwrap_or_default(), user.deref().as_bytes().unwrap_or_default());
    let differences = known.iter().zip(user).fold(0, |found, (a, b)| std::hint::black_box(found | a ^ b));
    Ok(known.len() == user.len() && differences == 0)
}

pub(crate) fn algorithm(cx: &mut Cx, name: &[u8]) -> PhpResult<&'static Algorithm> {
    Algorithm::find(name).ok_or_else(|| cx.argument_value_error(1, "must be a valid hashing algorithm"))
}

pub(crate) fn crypto_algorithm(cx: &mut Cx, name: &[u8]) -> PhpResult<&'static Algorithm> {
    let found = Algorithm::find(name).filter(|row| row.crypto);
    found.ok_or_else(|| cx.argument_value_error(1, "must be a valid cryptographic hashing algorithm"))
}

/// A digest as bytes or as hexadecimal digits.
pub(crate) fn encode_digest(digest: &[u8], binary: bool) -> PhpStr {
    if binary { PhpStr::new(digest) } else { hexadecimal(digest) }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> PhpStr {
    let mut digits = PhpStr::with_capacity(2 * bytes.len());
    digits.push_n(0, 2 * bytes.len());
    hex::encode_to(bytes, digits.as_mut_bytes());
    digits.finish()
}

/// Opens a file; `number` is the argument to blame for what cannot be a name.
fn open(cx: &mut Cx, filename: &PhpStr, number: usize) -> PhpResult<Option<StreamRef>> {
    if filename.contains(&0) {
        return Err(cx.argument_value_error(number, "must not contain any null bytes"));
    }
    open_in(cx, filename, None)
}

pub(crate) fn open_in(cx: &mut Cx, filename: &PhpStr, context: Option<&loxo_runtime::PhpResource>) -> PhpResult<Option<StreamRef>> {
    let default = loxo_streams::context::default_context(cx);
    let options = OpenOptions::REPORT_ERRORS;
    let stream = loxo_streams::open_stream(cx, filename, b"rb", options, Some(context.unwrap_or(&default)))?;
    cx.check()?;
    Ok(stream)
}

/// Takes in the rest of a stream and closes it; false if it cannot be read.
pub(crate) fn read_all(cx: &mut Cx, stream: &StreamRef, hash: &mut dyn Hash) -> PhpResult<bool> {
    let mut buffer = [0; 8192];
    let whole = loop {
        match stream.read(cx, &mut buffer) {
            Some(0) => break true,
            Some(count) => hash.update(&buffer[..count]),
            None => break false,
        }
    };
    stream.close(cx);
    cx.check()?;
    Ok(whole)
}
