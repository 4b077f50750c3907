//! Messages of the newer format (CMS).

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::message::Cms;
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value};

use crate::errors;
use crate::mime::{self, BINARY};
use crate::source::{self, warn};

const DETACHED: i64 = 0x40;
const STREAM: i64 = 0x1000;
const PARTIAL: i64 = 0x4000;

const DER: i64 = 0;
const SMIME: i64 = 1;
const PEM: i64 = 2;

/// A message, with what stands beside it.
type Read = Option<(Cms, Option<Bio>)>;

fn read(input: &Bio, encoding: i64) -> Read {
    match encoding {
        PEM => Cms::read_text(input).map(|message| (message, None)),
        DER => Cms::read_der(input).map(|message| (message, None)),
        _ => Cms::read_mime(input),
    }
}

/// `openssl_cms_verify()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_cms_verify(
    cx: &mut Cx,
    input: &PhpStr,
    flags: i64,
    signers: Option<&PhpStr>,
    trusted: &PhpArray,
    others: Option<&PhpStr>,
    content: Option<&PhpStr>,
    output: Option<&PhpStr>,
    signature: Option<&PhpStr>,
    encoding: i64,
) -> PhpResult<bool> {
    let (binary, detached) = (flags & BINARY != 0, flags & DETACHED != 0);
    let Some(input) = source::open(cx, input, 1, binary)? else { return Ok(false) };
    let mut beside = None;
    if let Some(file) = signature.filter(|_| detached) {
        if encoding == SMIME {
            warn(cx, "Detached signatures not possible with S/MIME encoding")?;
            return Ok(false);
        }
        beside = source::open(cx, file, 1, binary)?;
        if beside.is_none() {
            return Ok(false);
        }
    }
    if !matches!(encoding, DER | SMIME | PEM) {
        warn(cx, "Unknown encoding")?;
        return Ok(false);
    }
    let read = read(beside.as_ref().unwrap_or(&input), encoding);
    let Some((message, data)) = errors::noted(cx, read) else { return Ok(false) };
    let data = if encoding == SMIME { data.as_ref() } else { Some(&input).filter(|_| detached) };
    let Some((others, store)) = mime::checking(cx, others, trusted)? else { return Ok(false) };
    let mut places = [None, None];
    for (place, (file, argument)) in places.iter_mut().zip([(content, 6), (output, 7)]) {
        let Some(file) = file else { continue };
        *place = source::create(cx, file, argument, true)?;
        if place.is_none() {
            return Ok(false);
        }
    }
    let [content, output] = places;
    if !message.verify(others.as_deref(), &store, data, content.as_ref(), flags as u32) {
        errors::store(cx);
        return Ok(false);
    }
    let Some(signers) = signers else { return Ok(true) };
    let written = mime::write_signers(cx, signers, || message.signers())?;
    if output.is_some_and(|output| !message.write_text(&output)) {
        warn(cx, "Failed to write CMS to file")?;
        errors::store(cx);
        return Ok(false);
    }
    Ok(written)
}

/// Writes header fields, if there is a place for them, and the message.
fn finish(cx: &mut Cx, message: &Cms, out: &Bio, data: &Bio, headers: Option<&PhpArray>, flags: i64, encoding: i64) -> PhpResult<bool> {
    if encoding == SMIME && !mime::write_headers(cx, out, headers)? {
        return Ok(false);
    }
    let is_partial = flags & PARTIAL != 0 && flags & STREAM == 0;
    let complete = || !is_partial || message.finish(data, flags as u32);
    let done = match encoding {
        SMIME => message.write_mime(out, data, flags as i32),
        DER => complete() && message.write_der(out),
        PEM if flags & STREAM != 0 => complete() && message.write_text_stream(out, data, flags as i32),
        PEM => complete() && message.write_text(out),
        _ => {
            warn(cx, "Unknown OPENSSL encoding")?;
            return Ok(false);
        }
    };
    Ok(errors::noted(cx, done.then_some(())).is_some())
}

/// `openssl_cms_encrypt()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_cms_encrypt(
    cx: &mut Cx,
    input: &PhpStr,
    output: &PhpStr,
    readers: &Value,
    headers: Option<&PhpArray>,
    flags: i64,
    encoding: i64,
    cipher: i64,
) -> PhpResult<bool> {
    let Some(work) = mime::encrypting(cx, [input, output], readers, flags, cipher)? else { return Ok(false) };
    let message = Cms::encrypt(&work.readers, &work.input, work.cipher, flags as u32);
    let Some(message) = errors::noted(cx, message) else { return Ok(false) };
    work.input.reset();
    finish(cx, &message, &work.output, &work.input, headers, flags, encoding)
}

/// `openssl_cms_sign()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_cms_sign(
    cx: &mut Cx,
    input: &PhpStr,
    output: &PhpStr,
    certificate: &Value,
    private_key: &Value,
    headers: Option<&PhpArray>,
    flags: i64,
    encoding: i64,
    others: Option<&PhpStr>,
) -> PhpResult<bool> {
    let work = mime::signing(cx, [input, output], certificate, private_key, flags, (others, 8), |cx| {
        let impossible = encoding & SMIME != 0 && flags & DETACHED != 0;
        if impossible {
            warn(cx, "Detached signatures not possible with S/MIME encoding")?;
        }
        Ok(!impossible)
    })?;
    let Some(work) = work else { return Ok(false) };
    let message = Cms::sign(&work.cert, &work.key, work.others.as_deref(), &work.input, flags as u32);
    let Some(message) = errors::noted(cx, message) else {
        warn(cx, "Error creating CMS structure!")?;
        return Ok(false);
    };
    if !work.input.reset() {
        errors::store(cx);
        return Ok(false);
    }
    finish(cx, &message, &work.output, &work.input, headers, flags, encoding)
}

/// `openssl_cms_decrypt()`
pub(crate) fn openssl_cms_decrypt(
    cx: &mut Cx,
    input: &PhpStr,
    output: &PhpStr,
    certificate: &Value,
    private_key: &Value,
    encoding: i64,
) -> PhpResult<bool> {
    let Some(work) = mime::decrypting(cx, [input, output], certificate, private_key)? else { return Ok(false) };
    if !matches!(encoding, DER | SMIME | PEM) {
        return Err(cx.argument_value_error(5, "must be an OPENSSL_ENCODING_* constant"));
    }
    let Some((message, _)) = errors::noted(cx, read(&work.input, encoding)) else { return Ok(false) };
    let done = message.decrypt(&work.key, &work.cert, &work.output);
    Ok(errors::noted(cx, done.then_some(())).is_some())
}

/// `openssl_cms_read()`
pub(crate) fn openssl_cms_read(cx: &mut Cx, data: &PhpStr, certificates: &RefArg) -> PhpResult<bool> {
    let message = Bio::of_bytes(data).and_then(|input| Cms::read_text(&input));
    let Some(message) = errors::noted(cx, message) else { return Ok(false) };
    certificates.set(cx, Value::array(PhpArray::from_values(message.certificates())))?;
    Ok(true)
}
