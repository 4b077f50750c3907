//! The builtins `openssl_pkey_*`: keys are generated, read, exported and described, and shared secrets derived.

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::cipher::Cipher;
use loxo_openssl_sys::{Key, key};
use loxo_runtime::args::RefArg;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::settings::Settings;
use crate::source::{self, PathOrigin, warn};
use crate::{errors, key_params, objects};

/// `openssl_pkey_new()`
pub(crate) fn openssl_pkey_new(cx: &mut Cx, options: Option<&PhpArray>) -> PhpResult<OrFalse<PhpObject>> {
    if let Some(options) = options
        && let Some(made) = key_params::of_options(cx, options)?
    {
        return Ok(OrFalse(made.map(|(key, private)| objects::new_key(cx, key, private))));
    }
    let Some(settings) = Settings::read(cx, options)? else { return Ok(OrFalse::FALSE) };
    let key = settings.new_key(cx)?;
    Ok(OrFalse(key.map(|key| objects::new_key(cx, key, true))))
}

/// The key of the first argument.
fn first_key(cx: &mut Cx, key: &Value, passphrase: Option<&PhpStr>) -> PhpResult<Option<Key>> {
    let found = source::private_key(cx, key, passphrase.map(|text| &text[..]), 1)?;
    if found.is_none() {
        warn(cx, "Cannot get key from parameter 1")?;
    }
    Ok(found)
}

/// Writes a key as the settings say. False: that failed.
fn write(cx: &mut Cx, out: &Bio, key: &Key, passphrase: Option<&PhpStr>, settings: &Settings) -> bool {
    let mut cipher = None;
    if passphrase.is_some() && settings.encrypt {
        cipher = settings.encrypt_cipher.or_else(|| Cipher::named(b"des-ede3-cbc"));
    }
    let done = key::write_private(out, key, cipher.as_ref(), passphrase.map(|text| &text[..]).unwrap_or_default());
    errors::noted(cx, done.then_some(())).is_some()
}

/// `openssl_pkey_export_to_file()`
pub(crate) fn openssl_pkey_export_to_file(
    cx: &mut Cx,
    key: &Value,
    filename: &PhpStr,
    passphrase: Option<&PhpStr>,
    options: Option<&PhpArray>,
) -> PhpResult<bool> {
    let Some(key) = first_key(cx, key, passphrase)? else { return Ok(false) };
    let Some(path) = source::path(cx, filename, PathOrigin::argument(2))? else { return Ok(false) };
    let Some(settings) = Settings::read(cx, options)? else { return Ok(false) };
    let Some(out) = errors::noted(cx, Bio::create(&path, true)) else { return Ok(false) };
    Ok(write(cx, &out, &key, passphrase, &settings))
}

/// `openssl_pkey_export()`
pub(crate) fn openssl_pkey_export(
    cx: &mut Cx,
    key: &Value,
    output: &RefArg,
    passphrase: Option<&PhpStr>,
    options: Option<&PhpArray>,
) -> PhpResult<bool> {
    let Some(key) = first_key(cx, key, passphrase)? else { return Ok(false) };
    let Some(settings) = Settings::read(cx, options)? else { return Ok(false) };
    let Some(out) = Bio::memory() else { return Ok(false) };
    if !write(cx, &out, &key, passphrase, &settings) {
        return Ok(false);
    }
    output.set(cx, Value::from(out.rest()))?;
    Ok(true)
}

/// `openssl_pkey_get_public()`
pub(crate) fn openssl_pkey_get_public(cx: &mut Cx, public_key: &Value) -> PhpResult<OrFalse<PhpObject>> {
    let key = source::public_key(cx, public_key, 1)?;
    Ok(OrFalse(key.map(|key| objects::new_key(cx, key, false))))
}

/// `openssl_pkey_free()`
pub(crate) fn openssl_pkey_free(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `openssl_pkey_get_private()`
pub(crate) fn openssl_pkey_get_private(cx: &mut Cx, private_key: &Value, passphrase: Option<&PhpStr>) -> PhpResult<OrFalse<PhpObject>> {
    let key = source::private_key(cx, private_key, Some(passphrase.map(|text| &text[..]).unwrap_or_default()), 1)?;
    Ok(OrFalse(key.map(|key| objects::new_key(cx, key, true))))
}

/// `openssl_pkey_get_details()`
pub(crate) fn openssl_pkey_get_details(cx: &mut Cx, key: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let Some((key, _)) = objects::key(key) else { return Ok(OrFalse::FALSE) };
    let Some(text) = errors::noted(cx, key::public_text(&key)) else { return Ok(OrFalse::FALSE) };
    let mut all = PhpArray::new();
    all.set_bytes(b"bits", Value::int(i64::from(key.bits())));
    all.set_bytes(b"key", Value::from(text));
    let (kind, parts) = key_params::details(&key);
    if let Some((name, parts)) = parts {
        all.set_bytes(name.as_bytes(), Value::array(parts));
    }
    all.set_bytes(b"type", Value::int(kind));
    Ok(all.into())
}

/// `openssl_dh_compute_key()`
pub(crate) fn openssl_dh_compute_key(cx: &mut Cx, public_key: &PhpStr, private_key: &PhpObject) -> PhpResult<OrFalse<PhpStr>> {
    const DH: i32 = 28;
    let Some((key, _)) = objects::key(private_key) else { return Ok(OrFalse::FALSE) };
    if key::kind(&key) != DH {
        return Ok(OrFalse::FALSE);
    }
    let secret = errors::noted(cx, key::derive_from_public(&key, public_key));
    Ok(OrFalse(secret.map(|secret| PhpStr::new(&secret))))
}

/// `openssl_pkey_derive()`
pub(crate) fn openssl_pkey_derive(cx: &mut Cx, public_key: &Value, private_key: &Value, length: i64) -> PhpResult<OrFalse<PhpStr>> {
    /// More than any secret has.
    const LONGEST: usize = 1 << 20;
    let Ok(length) = usize::try_from(length) else {
        return Err(cx.argument_value_error(3, "must be greater than or equal to 0"));
    };
    let Some(key) = source::private_key(cx, private_key, Some(b""), 2)? else { return Ok(OrFalse::FALSE) };
    let Some(peer) = source::public_key(cx, public_key, 1)? else { return Ok(OrFalse::FALSE) };
    let secret = errors::noted(cx, key::derive(&key, &peer, length.min(LONGEST)));
    Ok(OrFalse(secret.map(|secret| PhpStr::new(&secret))))
}
