//! Messages of the older format (PKCS #7).

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::message::Pkcs7;
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value};

use crate::errors;
use crate::mime::{self, BINARY};
use crate::source::{self, warn};

const DETACHED: i64 = 0x40;

/// `openssl_pkcs7_verify()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_pkcs7_verify(
    cx: &mut Cx,
    input: &PhpStr,
    flags: i64,
    signers: Option<&PhpStr>,
    trusted: &PhpArray,
    others: Option<&PhpStr>,
    content: Option<&PhpStr>,
    output: Option<&PhpStr>,
) -> PhpResult<Value> {
    const FAILED: Value = Value::int(-1);
    let flags = flags & !DETACHED;
    let Some((others, store)) = mime::checking(cx, others, trusted)? else { return Ok(FAILED) };
    let Some(input) = source::open(cx, input, 1, flags & BINARY != 0)? else { return Ok(FAILED) };
    let Some((message, data)) = errors::noted(cx, Pkcs7::read_mime(&input)) else { return Ok(FAILED) };
    let mut places = [None, None];
    for (place, (file, argument)) in places.iter_mut().zip([(content, 6), (output, 7)]) {
        let Some(file) = file else { continue };
        *place = source::create(cx, file, argument, true)?;
        if place.is_none() {
            return Ok(FAILED);
        }
    }
    let [content, output] = places;
    if !message.verify(others.as_deref(), &store, data.as_ref(), content.as_ref(), flags as i32) {
        errors::store(cx);
        return Ok(Value::FALSE);
    }
    let Some(signers) = signers else { return Ok(Value::TRUE) };
    let written = mime::write_signers(cx, signers, || message.signers(others.as_deref(), flags as i32))?;
    if output.is_some_and(|output| !message.write_text(&output)) {
        warn(cx, "Failed to write PKCS7 to file")?;
        errors::store(cx);
        return Ok(Value::FALSE);
    }
    Ok(if written { Value::TRUE } else { FAILED })
}

/// `openssl_pkcs7_encrypt()`
pub(crate) fn openssl_pkcs7_encrypt(
    cx: &mut Cx,
    input: &PhpStr,
    output: &PhpStr,
    readers: &Value,
    headers: Option<&PhpArray>,
    flags: i64,
    cipher: i64,
) -> PhpResult<bool> {
    let Some(work) = mime::encrypting(cx, [input, output], readers, flags, cipher)? else { return Ok(false) };
    let message = Pkcs7::encrypt(&work.readers, &work.input, work.cipher, flags as i32);
    let Some(message) = errors::noted(cx, message) else { return Ok(false) };
    finish(cx, &message, &work.output, &work.input, headers, flags)
}

/// Writes header fields and the message.
fn finish(cx: &mut Cx, message: &Pkcs7, out: &Bio, data: &Bio, headers: Option<&PhpArray>, flags: i64) -> PhpResult<bool> {
    data.reset();
    if !mime::write_headers(cx, out, headers)? {
        return Ok(false);
    }
    let done = message.write_mime(out, data, flags as i32);
    Ok(errors::noted(cx, done.then_some(())).is_some())
}

/// `openssl_pkcs7_sign()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_pkcs7_sign(
    cx: &mut Cx,
    input: &PhpStr,
    output: &PhpStr,
    certificate: &Value,
    private_key: &Value,
    headers: Option<&PhpArray>,
    flags: i64,
    others: Option<&PhpStr>,
) -> PhpResult<bool> {
    let work = mime::signing(cx, [input, output], certificate, private_key, flags, (others, 7), |_| Ok(true))?;
    let Some(work) = work else { return Ok(false) };
    let message = Pkcs7::sign(&work.cert, &work.key, work.others.as_deref(), &work.input, flags as i32);
    let Some(message) = errors::noted(cx, message) else {
        warn(cx, "Error creating PKCS7 structure!")?;
        return Ok(false);
    };
    finish(cx, &message, &work.output, &work.input, headers, flags)
}

/// `openssl_pkcs7_decrypt()`
pub(crate) fn openssl_pkcs7_decrypt(
    cx: &mut Cx,
    input: &PhpStr,
    output: &PhpStr,
    certificate: &Value,
    private_key: &Value,
) -> PhpResult<bool> {
    let Some(work) = mime::decrypting(cx, [input, output], certificate, private_key)? else { return Ok(false) };
    let Some((message, _)) = errors::noted(cx, Pkcs7::read_mime(&work.input)) else { return Ok(false) };
    let done = message.decrypt(&work.key, &work.cert, &work.output, DETACHED as i32);
    Ok(errors::noted(cx, done.then_some(())).is_some())
}

/// `openssl_pkcs7_read()`
pub(crate) fn openssl_pkcs7_read(cx: &mut Cx, data: &PhpStr, certificates: &RefArg) -> PhpResult<bool> {
    let message = Bio::of_bytes(data).and_then(|input| Pkcs7::read_text(&input));
    let Some(message) = errors::noted(cx, message) else { return Ok(false) };
    certificates.set(cx, Value::array(PhpArray::from_values(message.certificates())))?;
    Ok(true)
}
