//! `openssl_encrypt()` and `openssl_decrypt()`: symmetric ciphers with padding, initialization vectors and authentication tags.

use loxo_openssl_sys::cipher::{Cipher, Crypter, Mode};
use loxo_openssl_sys::openssl::base64;
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr, Value};

use crate::errors;
use crate::source::warn;

const RAW_DATA: i64 = 1;
const ZERO_PADDING: i64 = 2;
const DONT_ZERO_PAD_KEY: i64 = 4;

/// What is encrypted or decrypted, and how.
struct Work<'a> {
    cipher: Cipher,
    mode: Mode,
    data: &'a [u8],
    passphrase: &'a [u8],
    options: i64,
    iv: &'a [u8],
    aad: &'a [u8],
    encrypt: bool,
    tag: Option<&'a [u8]>,
    tag_length: i64,
}

impl Work<'_> {
    fn is_authenticated(&self) -> bool {
        !matches!(self.mode, Mode::Plain | Mode::Wrap)
    }

    /// Sets the cipher up. `None`: a warning said what is wrong, or the library noted it.
    fn start(&self, cx: &mut Cx) -> PhpResult<Option<Crypter>> {
        let needed = self.cipher.iv_length();
        if self.encrypt && self.iv.is_empty() && needed > 0 && !self.is_authenticated() {
            warn(cx, "Using an empty Initialization Vector (iv) is potentially insecure and not recommended")?;
        }
        let Some(mut crypter) = errors::noted(cx, Crypter::new(self.cipher, self.encrypt)) else { return Ok(None) };
        let Some(iv) = self.vector(cx, &mut crypter, needed)? else { return Ok(None) };
        if !self.set_tag(cx, &mut crypter)? {
            return Ok(None);
        }
        let Some(key) = self.key(cx, &mut crypter)? else { return Ok(None) };
        if errors::noted(cx, crypter.start(&key, &iv).then_some(())).is_none() {
            return Ok(None);
        }
        if self.options & ZERO_PADDING != 0 {
            crypter.without_padding();
        }
        Ok(Some(crypter))
    }

    /// The initialization vector, as long as it must be.
    fn vector(&self, cx: &mut Cx, crypter: &mut Crypter, needed: usize) -> PhpResult<Option<Vec<u8>>> {
        let given = self.iv.len();
        if self.is_authenticated() {
            if !crypter.set_iv_length(given) {
                warn(cx, "Setting of IV length for AEAD mode failed")?;
                return Ok(None);
            }
            return Ok(Some(self.iv.to_vec()));
        }
        let mut iv = self.iv.to_vec();
        iv.resize(needed, 0);
        if given > 0 && given < needed {
            warn(cx, format!("IV passed is only {given} bytes long, cipher expects an IV of precisely {needed} bytes, padding with \\0"))?;
        } else if given > needed {
            warn(cx, format!("IV passed is {given} bytes long which is longer than the {needed} expected by selected cipher, truncating"))?;
        }
        Ok(Some(iv))
    }

    fn set_tag(&self, cx: &mut Cx, crypter: &mut Crypter) -> PhpResult<bool> {
        let always = self.mode == Mode::Ocb;
        let length = if self.encrypt { self.tag_length } else { self.tag.map_or(0, |tag| tag.len() as i64) };
        if always || (self.encrypt && self.mode == Mode::Ccm) {
            let set = usize::try_from(length).is_ok_and(|length| crypter.set_tag_length(length));
            if !set {
                warn(cx, "Setting tag length for AEAD cipher failed")?;
                return Ok(false);
            }
        }
        let Some(tag) = self.tag.filter(|tag| !tag.is_empty() && !self.encrypt) else { return Ok(true) };
        if !self.is_authenticated() {
            warn(cx, "The tag cannot be used because the cipher algorithm does not support AEAD")?;
        } else if !crypter.set_tag(tag) {
            warn(cx, "Setting tag for AEAD cipher decryption failed")?;
            return Ok(false);
        }
        Ok(true)
    }

    /// The key: the passphrase with zeros behind, if it is too short.
    fn key(&self, cx: &mut Cx, crypter: &mut Crypter) -> PhpResult<Option<Vec<u8>>> {
        let (needed, given) = (self.cipher.key_length(), self.passphrase.len());
        let mut key = self.passphrase.to_vec();
        if needed > given {
            if self.options & DONT_ZERO_PAD_KEY != 0 && !crypter.set_key_length(given) {
                errors::store(cx);
                warn(cx, "Key length cannot be set for the cipher algorithm")?;
                return Ok(None);
            }
            key.resize(needed, 0);
        } else if given > needed && !crypter.set_key_length(given) {
            errors::store(cx);
        }
        Ok(Some(key))
    }

    /// All of the data but for the end.
    fn update(&self, cx: &mut Cx, crypter: &mut Crypter) -> PhpResult<Option<Vec<u8>>> {
        if self.mode == Mode::Ccm && !crypter.announce(self.data.len()) {
            errors::store(cx);
            warn(cx, "Setting of data length failed")?;
            return Ok(None);
        }
        if self.is_authenticated() && !crypter.authenticate(self.aad) {
            errors::store(cx);
            warn(cx, "Setting of additional application data failed")?;
            return Ok(None);
        }
        Ok(errors::noted(cx, crypter.update(self.data)))
    }
}

fn check_lengths(cx: &mut Cx, parts: [(&str, usize); 4]) -> PhpResult<()> {
    match parts.into_iter().find(|(_, length)| i32::try_from(*length).is_err()) {
        Some((name, _)) => Err(cx.value_error(format!("{name} is too long"))),
        None => Ok(()),
    }
}

fn named(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<Cipher>> {
    let cipher = Cipher::named(name);
    if cipher.is_none() {
        warn(cx, "Unknown cipher algorithm")?;
    }
    Ok(cipher)
}

/// `openssl_encrypt()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_encrypt(
    cx: &mut Cx,
    data: &PhpStr,
    algorithm: &PhpStr,
    passphrase: &PhpStr,
    options: i64,
    iv: &PhpStr,
    tag: Option<&RefArg>,
    aad: &PhpStr,
    tag_length: i64,
) -> PhpResult<OrFalse<PhpStr>> {
    let wanted = usize::try_from(tag_length).unwrap_or(0);
    check_lengths(cx, [("data", data.len()), ("password", passphrase.len()), ("aad", aad.len()), ("tag_len", wanted)])?;
    let Some(cipher) = named(cx, algorithm)? else { return Ok(OrFalse::FALSE) };
    let mode = cipher.mode();
    let work = Work { cipher, mode, data, passphrase, options, iv, aad, encrypt: true, tag: None, tag_length };
    let Some(mut crypter) = work.start(cx)? else { return Ok(OrFalse::FALSE) };
    let Some(mut out) = work.update(cx, &mut crypter)? else { return Ok(OrFalse::FALSE) };
    let ended = crypter.finish(&mut out);
    if errors::noted(cx, ended.then_some(())).is_none() {
        return Ok(OrFalse::FALSE);
    }
    match tag {
        Some(place) if work.is_authenticated() => {
            let Some(tag) = usize::try_from(tag_length).ok().and_then(|length| crypter.tag(length)) else {
                warn(cx, "Retrieving verification tag failed")?;
                return Ok(OrFalse::FALSE);
            };
            place.set(cx, Value::from(tag))?;
        }
        Some(place) => place.set(cx, Value::NULL)?,
        None if work.is_authenticated() => {
            warn(cx, "A tag should be provided when using AEAD mode")?;
            return Ok(OrFalse::FALSE);
        }
        None => {}
    }
    Ok(if options & RAW_DATA != 0 { PhpStr::new(&out) } else { PhpStr::from(base64::encode_block(&out)) }.into())
}

/// `openssl_decrypt()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn openssl_decrypt(
    cx: &mut Cx,
    data: &PhpStr,
    algorithm: &PhpStr,
    passphrase: &PhpStr,
    options: i64,
    iv: &PhpStr,
    tag: Option<&PhpStr>,
    aad: &PhpStr,
) -> PhpResult<OrFalse<PhpStr>> {
    if algorithm.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let tag_length = tag.map_or(0, |tag| tag.len());
    check_lengths(cx, [("data", data.len()), ("password", passphrase.len()), ("aad", aad.len()), ("tag", tag_length)])?;
    let Some(cipher) = named(cx, algorithm)? else { return Ok(OrFalse::FALSE) };
    let decoded = if options & RAW_DATA != 0 { None } else { Some(decode_base64(data)) };
    let data = decoded.as_deref().unwrap_or(data);
    let (mode, tag) = (cipher.mode(), tag.map(|tag| &tag[..]));
    let work = Work { cipher, mode, data, passphrase, options, iv, aad, encrypt: false, tag, tag_length: 0 };
    let Some(mut crypter) = work.start(cx)? else { return Ok(OrFalse::FALSE) };
    let Some(mut out) = work.update(cx, &mut crypter)? else { return Ok(OrFalse::FALSE) };
    let ended = mode == Mode::Ccm || crypter.finish(&mut out);
    Ok(OrFalse(errors::noted(cx, ended.then_some(())).map(|()| PhpStr::new(&out))))
}

/// What is no digit is passed over.
fn decode_base64(text: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut have) = (0u32, 0);
    for value in text.iter().filter_map(digit) {
        bits = bits << 6 | u32::from(value);
        have += 6;
        if have >= 8 {
            have -= 8;
            out.push((bits >> have) as u8);
        }
    }
    out
}

/// `openssl_cipher_iv_length()`
pub(crate) fn openssl_cipher_iv_length(cx: &mut Cx, algorithm: &PhpStr) -> PhpResult<OrFalse<i64>> {
    if algorithm.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    Ok(OrFalse(named(cx, algorithm)?.map(|cipher| cipher.iv_length() as i64)))
}

/// `openssl_cipher_key_length()`
pub(crate) fn openssl_cipher_key_length(cx: &mut Cx, algorithm: &PhpStr) -> PhpResult<OrFalse<i64>> {
    if algorithm.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    Ok(OrFalse(named(cx, algorithm)?.map(|cipher| cipher.key_length() as i64)))
}
