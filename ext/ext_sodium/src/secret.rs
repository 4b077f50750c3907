//! Encryption with a shared key.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};
use loxo_sodium_sys::{self as sodium, Stream};

use crate::source::{argument, change, fail, filled, key as new_key, longer, sized, string_in, written};

const MAC: usize = 16;
const MOST_IN_STREAM: u64 = 274_877_906_816;

/// `sodium_crypto_secretbox()`
pub(crate) fn sodium_crypto_secretbox(cx: &mut Cx, message: &PhpStr, nonce: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    let nonce = sized(cx, nonce, 2, "CRYPTO_SECRETBOX_NONCEBYTES")?;
    let key = sized(cx, key, 3, "CRYPTO_SECRETBOX_KEYBYTES")?;
    let length = longer(cx, message, MAC)?;
    filled(cx, length, |out| sodium::secretbox(out, message, nonce, key))
}

/// `sodium_crypto_secretbox_open()`
pub(crate) fn sodium_crypto_secretbox_open(cx: &mut Cx, ciphertext: &PhpStr, nonce: &PhpStr, key: &PhpStr) -> PhpResult<OrFalse<PhpStr>> {
    let nonce = sized(cx, nonce, 2, "CRYPTO_SECRETBOX_NONCEBYTES")?;
    let key = sized(cx, key, 3, "CRYPTO_SECRETBOX_KEYBYTES")?;
    let Some(length) = ciphertext.len().checked_sub(MAC) else { return Ok(OrFalse::FALSE) };
    Ok(OrFalse(written(length, |out| sodium::secretbox_open(out, ciphertext, nonce, key)).ok()))
}

/// `sodium_crypto_secretbox_keygen()`
pub(crate) fn sodium_crypto_secretbox_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 32)
}

fn stream_length(cx: &mut Cx, length: i64) -> PhpResult<usize> {
    usize::try_from(length).ok().filter(|length| *length > 0).ok_or_else(|| argument(cx, 1, "must be greater than 0"))
}

/// `sodium_crypto_stream()`
pub(crate) fn sodium_crypto_stream(cx: &mut Cx, length: i64, nonce: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    let length = stream_length(cx, length)?;
    let nonce = sized(cx, nonce, 2, "CRYPTO_STREAM_NONCEBYTES")?;
    let key = sized(cx, key, 3, "CRYPTO_STREAM_KEYBYTES")?;
    filled(cx, length, |out| sodium::stream(out, nonce, key))
}

/// `sodium_crypto_stream_keygen()`
pub(crate) fn sodium_crypto_stream_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 32)
}

/// `sodium_crypto_stream_xor()`
pub(crate) fn sodium_crypto_stream_xor(cx: &mut Cx, message: &PhpStr, nonce: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    let nonce = sized(cx, nonce, 2, "CRYPTO_STREAM_NONCEBYTES")?;
    let key = sized(cx, key, 3, "CRYPTO_STREAM_KEYBYTES")?;
    filled(cx, message.len(), |out| sodium::stream_xor(out, message, nonce, key))
}

/// `sodium_crypto_stream_xchacha20()`
pub(crate) fn sodium_crypto_stream_xchacha20(cx: &mut Cx, length: i64, nonce: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    let length = stream_length(cx, length)?;
    let nonce = sized(cx, nonce, 2, "CRYPTO_STREAM_XCHACHA20_NONCEBYTES")?;
    let key = sized(cx, key, 3, "CRYPTO_STREAM_XCHACHA20_KEYBYTES")?;
    filled(cx, length, |out| sodium::stream_xchacha20(out, nonce, key))
}

/// `sodium_crypto_stream_xchacha20_keygen()`
pub(crate) fn sodium_crypto_stream_xchacha20_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 32)
}

fn xchacha20(cx: &mut Cx, message: &PhpStr, nonce: &PhpStr, counter: i64, key: &PhpStr, key_number: usize) -> PhpResult<PhpStr> {
    let nonce = sized(cx, nonce, 2, "CRYPTO_STREAM_XCHACHA20_NONCEBYTES")?;
    let key = sized(cx, key, key_number, "CRYPTO_STREAM_XCHACHA20_KEYBYTES")?;
    filled(cx, message.len(), |out| sodium::stream_xchacha20_xor_ic(out, message, nonce, counter as u64, key))
}

/// `sodium_crypto_stream_xchacha20_xor()`
pub(crate) fn sodium_crypto_stream_xchacha20_xor(cx: &mut Cx, message: &PhpStr, nonce: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    xchacha20(cx, message, nonce, 0, key, 3)
}

/// `sodium_crypto_stream_xchacha20_xor_ic()`. PHP says that the key is argument 3, though it is the fourth.
pub(crate) fn sodium_crypto_stream_xchacha20_xor_ic(
    cx: &mut Cx,
    message: &PhpStr,
    nonce: &PhpStr,
    counter: i64,
    key: &PhpStr,
) -> PhpResult<PhpStr> {
    xchacha20(cx, message, nonce, counter, key, 3)
}

/// `sodium_crypto_secretstream_xchacha20poly1305_keygen()`
pub(crate) fn sodium_crypto_secretstream_xchacha20poly1305_keygen(cx: &mut Cx) -> PhpResult<PhpStr> {
    new_key(cx, 32)
}

fn bytes_of(stream: &Stream) -> PhpStr {
    let mut bytes = [0; Stream::SIZE];
    stream.write_to(&mut bytes);
    PhpStr::new(&bytes)
}

/// `sodium_crypto_secretstream_xchacha20poly1305_init_push()`
pub(crate) fn sodium_crypto_secretstream_xchacha20poly1305_init_push(cx: &mut Cx, key: &PhpStr) -> PhpResult<PhpArray> {
    let key = sized(cx, key, 1, "CRYPTO_SECRETSTREAM_XCHACHA20POLY1305_KEYBYTES")?;
    let (stream, header) = Stream::push(key).map_err(|_| fail(cx, "internal error"))?;
    Ok(PhpArray::from_values(vec![Value::string(bytes_of(&stream)), Value::bytes(&header)]))
}

/// `sodium_crypto_secretstream_xchacha20poly1305_init_pull()`
pub(crate) fn sodium_crypto_secretstream_xchacha20poly1305_init_pull(cx: &mut Cx, header: &PhpStr, key: &PhpStr) -> PhpResult<PhpStr> {
    let header = sized(cx, header, 1, "CRYPTO_SECRETSTREAM_XCHACHA20POLY1305_HEADERBYTES")?;
    let key = sized(cx, key, 2, "CRYPTO_SECRETSTREAM_XCHACHA20POLY1305_KEYBYTES")?;
    let stream = Stream::pull(header, key).map_err(|_| fail(cx, "internal error"))?;
    Ok(bytes_of(&stream))
}

/// The bytes in a variable that should be a state, or what to say of their length.
fn stream_in(cx: &mut Cx, state: &Value) -> PhpResult<Option<Stream>> {
    let Some(bytes) = string_in(state) else { return Err(argument(cx, 1, "must be a reference to a state")) };
    Ok(bytes.as_bytes().try_into().ok().map(Stream::from_bytes))
}

fn put_back(state: &Value, stream: &Stream) {
    change(state, |bytes| {
        if let Ok(bytes) = bytes.try_into() {
            stream.write_to(bytes);
        }
    });
}

/// `sodium_crypto_secretstream_xchacha20poly1305_push()`
pub(crate) fn sodium_crypto_secretstream_xchacha20poly1305_push(
    cx: &mut Cx,
    state: &Value,
    message: &PhpStr,
    data: &PhpStr,
    tag: i64,
) -> PhpResult<PhpStr> {
    let Some(mut stream) = stream_in(cx, state)? else { return Err(argument(cx, 1, "must have a correct length")) };
    if u64::try_from(message.len()).map_or(true, |length| length > MOST_IN_STREAM) {
        return Err(argument(cx, 2, "must be at most SODIUM_CRYPTO_SECRETSTREAM_XCHACHA20POLY1305_MESSAGEBYTES_MAX bytes long"));
    }
    let Ok(tag) = u8::try_from(tag) else { return Err(argument(cx, 4, "must be in the range of 0-255")) };
    let length = longer(cx, message, Stream::ADDED)?;
    let out = filled(cx, length, |out| stream.encrypt(out, message, data, tag))?;
    put_back(state, &stream);
    Ok(out)
}

/// `sodium_crypto_secretstream_xchacha20poly1305_pull()`
pub(crate) fn sodium_crypto_secretstream_xchacha20poly1305_pull(
    cx: &mut Cx,
    state: &Value,
    ciphertext: &PhpStr,
    data: &PhpStr,
) -> PhpResult<OrFalse<PhpArray>> {
    let Some(mut stream) = stream_in(cx, state)? else { return Err(fail(cx, "incorrect state length")) };
    let Some(length) = ciphertext.len().checked_sub(Stream::ADDED) else { return Ok(OrFalse::FALSE) };
    let mut tag = 0;
    let message = written(length, |out| {
        tag = stream.decrypt(out, ciphertext, data)?;
        Ok(())
    });
    let Ok(message) = message else { return Ok(OrFalse::FALSE) };
    put_back(state, &stream);
    Ok(OrFalse(Some(PhpArray::from_values(vec![Value::string(message), Value::int(i64::from(tag))]))))
}

/// `sodium_crypto_secretstream_xchacha20poly1305_rekey()`
pub(crate) fn sodium_crypto_secretstream_xchacha20poly1305_rekey(cx: &mut Cx, state: &Value) -> PhpResult<()> {
    let Some(mut stream) = stream_in(cx, state)? else { return Err(fail(cx, "incorrect state length")) };
    stream.rekey();
    put_back(state, &stream);
    Ok(())
}
