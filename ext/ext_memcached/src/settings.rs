//! Settings, and what may be in them.

use loxo_runtime::Cx;
use loxo_runtime::ini::IniStage;

pub(crate) const COMPRESSION_ZLIB: i64 = 1;
pub(crate) const COMPRESSION_FASTLZ: i64 = 2;
pub(crate) const SERIALIZER_PHP: i64 = 1;
pub(crate) const SERIALIZER_IGBINARY: i64 = 2;
pub(crate) const SERIALIZER_JSON: i64 = 3;
pub(crate) const SERIALIZER_JSON_ARRAY: i64 = 4;
pub(crate) const SERIALIZER_MSGPACK: i64 = 5;

fn compression_named(name: &[u8]) -> Option<i64> {
    match name {
        b"fastlz" => Some(COMPRESSION_FASTLZ),
        b"zlib" => Some(COMPRESSION_ZLIB),
        _ => None,
    }
}

fn serializer_named(name: &[u8]) -> Option<i64> {
    match name {
        b"php" => Some(SERIALIZER_PHP),
        b"igbinary" => Some(SERIALIZER_IGBINARY),
        b"json" => Some(SERIALIZER_JSON),
        b"json_array" => Some(SERIALIZER_JSON_ARRAY),
        b"msgpack" => Some(SERIALIZER_MSGPACK),
        _ => None,
    }
}

pub(crate) fn compression_type(cx: &Cx) -> i64 {
    compression_named(&cx.ini_str("memcached.compression_type")).unwrap_or(COMPRESSION_FASTLZ)
}

pub(crate) fn serializer(cx: &Cx) -> i64 {
    serializer_named(&cx.ini_str("memcached.serializer")).unwrap_or(SERIALIZER_IGBINARY)
}

/// How much smaller compressed values must be.
pub(crate) fn compression_factor(cx: &Cx) -> f64 {
    std::str::from_utf8(&cx.ini_str("memcached.compression_factor")).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0.0)
}

pub(crate) fn change_compression(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles(compression_named(value).is_some())
}

pub(crate) fn change_serializer(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles(serializer_named(value).is_some())
}

pub(crate) fn at_least_zero(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles(!value.trim_ascii_start().starts_with(b"-"))
}

pub(crate) fn change_deprecated(cx: &mut Cx, value: &[u8]) -> bool {
    if cx.ini.stage == IniStage::Activate && value == b"not set" {
        return cx.ini.settles(true);
    }
    if !value.is_empty() && value != b"not set" {
        cx.builtin_deprecated(
            "memcached.sess_lock_wait and memcached.sess_lock_max_wait are deprecated. Please update your configuration to use \
             memcached.sess_lock_wait_min, memcached.sess_lock_wait_max and memcached.sess_lock_retries",
        );
    }
    false
}

pub(crate) fn change_prefix(cx: &mut Cx, value: &[u8]) -> bool {
    const LONGEST: usize = 251;
    if value.len() > LONGEST {
        cx.builtin_warning(format!("memcached.sess_prefix too long (max: {})", LONGEST - 1));
        return false;
    }
    if !value.iter().all(u8::is_ascii_graphic) {
        cx.builtin_warning("memcached.sess_prefix cannot contain whitespace or control characters");
        return false;
    }
    cx.ini.settles(true)
}

pub(crate) fn change_hash_type(cx: &mut Cx, value: &[u8]) -> bool {
    if matches!(value, b"" | b"ketama" | b"ketama_weighted") {
        return cx.ini.settles(true);
    }
    cx.builtin_warning("memcached.sess_consistent_hash_type must be ketama or ketama_weighted");
    false
}
