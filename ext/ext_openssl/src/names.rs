//! What the library has.

use loxo_openssl_sys::names;
use loxo_runtime::value::SharedValue;
use loxo_runtime::{Cx, PhpArray, PhpResult, Value};

use crate::settings;

/// `OPENSSL_VERSION_TEXT`
pub(crate) fn version() -> SharedValue {
    SharedValue::new(Value::from(names::version())).expect("strings can be shared")
}

/// `OPENSSL_VERSION_NUMBER`
pub(crate) fn version_number() -> SharedValue {
    SharedValue::new(Value::int(loxo_openssl_sys::openssl::version::number())).expect("numbers can be shared")
}

/// `openssl_get_md_methods()`
pub(crate) fn openssl_get_md_methods(_: &mut Cx, aliases: bool) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(names::digests(aliases)))
}

/// `openssl_get_cipher_methods()`
pub(crate) fn openssl_get_cipher_methods(_: &mut Cx, aliases: bool) -> PhpResult<PhpArray> {
    let mut all = names::ciphers(aliases);
    all.sort();
    Ok(PhpArray::from_values(all))
}

/// `openssl_get_curve_names()`
pub(crate) fn openssl_get_curve_names(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(names::curves()))
}

/// `openssl_get_cert_locations()`
pub(crate) fn openssl_get_cert_locations(cx: &mut Cx) -> PhpResult<PhpArray> {
    let area = settings::area();
    let mut all = PhpArray::new();
    let rows = [
        ("default_cert_file", format!("{area}/cert.pem")),
        ("default_cert_file_env", "SSL_CERT_FILE".into()),
        ("default_cert_dir", format!("{area}/certs")),
        ("default_cert_dir_env", "SSL_CERT_DIR".into()),
        ("default_private_dir", format!("{area}/private")),
        ("default_default_cert_area", area.into()),
    ];
    for (name, text) in rows {
        all.set_bytes(name.as_bytes(), Value::from(text));
    }
    for (name, setting) in [("ini_cafile", "openssl.cafile"), ("ini_capath", "openssl.capath")] {
        all.set_bytes(name.as_bytes(), Value::bytes(&cx.ini_str(setting)));
    }
    Ok(all)
}
