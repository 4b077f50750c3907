//! The version that scripts and clients see.

use loxo_runtime::{ConstId, Registry};

/// `PHP_VERSION`
pub fn php_version() -> String {
    let value = Registry::get().and_then(|registry| registry.constant(ConstId::find(b"PHP_VERSION")?));
    value.and_then(|value| value.get().as_bytes().map(|text| String::from_utf8_lossy(text).into_owned())).unwrap_or_else(|| "8.4".into())
}

/// The value of `X-Powered-By`, which `expose_php` asks for.
pub fn powered_by() -> Vec<u8> {
    format!("PHP/{}", php_version()).into_bytes()
}
