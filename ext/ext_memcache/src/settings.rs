//! Settings, and what may be in them.

use loxo_memcached::{Pool, PoolHash, Strategy};
use loxo_runtime::{Cx, Value};

fn is(cx: &Cx, setting: &str, value: &[u8]) -> bool {
    cx.ini_str(setting).eq_ignore_ascii_case(value)
}

/// A pool as the settings want it.
pub(crate) fn new_pool(cx: &Cx) -> Pool {
    let strategy = if is(cx, "memcache.hash_strategy", b"standard") { Strategy::Standard } else { Strategy::Consistent };
    let hash = if is(cx, "memcache.hash_function", b"fnv") { PoolHash::Fnv1a } else { PoolHash::Crc32 };
    Pool::new(strategy, hash, is(cx, "memcache.protocol", b"binary"))
}

/// How many servers are tried for a key; none but the first if that is not wanted.
pub(crate) fn attempts(cx: &Cx) -> Option<u32> {
    (cx.ini_int("memcache.allow_failover") != 0).then(|| u32::try_from(cx.ini_int("memcache.max_failover_attempts")).unwrap_or(1))
}

/// What goes before all keys: a fixed text and the host that is asked, if the settings want them.
pub(crate) fn prefix(cx: &mut Cx, session: bool) -> Vec<u8> {
    let kind = if session { "session_prefix" } else { "prefix" };
    let mut prefix = cx.ini_str(&format!("memcache.{kind}_static_key")).to_vec();
    if cx.ini_bool(&format!("memcache.{kind}_host_key")) {
        let server = (cx.hooks.globals)(cx, loxo_runtime::LocalsOp::Get(&loxo_runtime::PhpStr::from("_SERVER"))).ok();
        let name = server.as_ref().and_then(|server| server.deref().as_array()?.get_bytes(b"SERVER_NAME")?.deref().as_str().cloned());
        let name = name.unwrap_or_default();
        let mut host = name.as_bytes();
        if cx.ini_bool(&format!("memcache.{kind}_host_key_remove_www"))
            && host.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"www."))
        {
            host = host.get(4..).unwrap_or_default();
        }
        if cx.ini_bool(&format!("memcache.{kind}_host_key_remove_subdomain")) {
            let dots = host.iter().enumerate().rev().filter(|(at, byte)| *at > 0 && **byte == b'.').map(|(at, _)| at);
            if let Some(at) = dots.take(3).nth(1) {
                host = host.get(at + 1..).unwrap_or_default();
            }
        }
        prefix.extend_from_slice(host);
    }
    prefix
}

fn refuse(cx: &mut Cx, message: &str, value: &[u8]) -> bool {
    cx.builtin_warning([message.as_bytes(), b" ('", value, b"' given)"].concat());
    false
}

fn number(value: &[u8]) -> i64 {
    loxo_runtime::convert::scalar_to_int(&Value::bytes(value))
}

fn at_least(cx: &mut Cx, name: &str, value: &[u8], least: i64) -> bool {
    if number(value) >= least {
        return cx.ini.settles(true);
    }
    refuse(cx, &format!("memcache.{name} must be a positive integer"), value)
}

pub(crate) fn change_positive(cx: &mut Cx, value: &[u8]) -> bool {
    at_least(cx, "max_failover_attempts", value, 1)
}

pub(crate) fn change_chunk_size(cx: &mut Cx, value: &[u8]) -> bool {
    at_least(cx, "chunk_size", value, 1)
}

pub(crate) fn change_redundancy(cx: &mut Cx, value: &[u8]) -> bool {
    at_least(cx, "redundancy", value, 1)
}

pub(crate) fn change_threshold(cx: &mut Cx, value: &[u8]) -> bool {
    at_least(cx, "compress_threshold", value, 0)
}

pub(crate) fn change_lock_timeout(cx: &mut Cx, value: &[u8]) -> bool {
    at_least(cx, "lock_timeout", value, 1)
}

fn one_of(cx: &mut Cx, name: &str, value: &[u8], known: [&str; 2]) -> bool {
    if known.iter().any(|known| value.eq_ignore_ascii_case(known.as_bytes())) {
        return cx.ini.settles(true);
    }
    refuse(cx, &format!("memcache.{name} must be in set {{{}}}", known.join(", ")), value)
}

pub(crate) fn change_protocol(cx: &mut Cx, value: &[u8]) -> bool {
    one_of(cx, "protocol", value, ["ascii", "binary"])
}

pub(crate) fn change_strategy(cx: &mut Cx, value: &[u8]) -> bool {
    one_of(cx, "hash_strategy", value, ["standard", "consistent"])
}

pub(crate) fn change_function(cx: &mut Cx, value: &[u8]) -> bool {
    one_of(cx, "hash_function", value, ["crc32", "fnv"])
}

pub(crate) fn change_select(cx: &mut Cx, value: &[u8]) -> bool {
    one_of(cx, "select_api", value, ["select", "poll"])
}

pub(crate) fn change_static_prefix(cx: &mut Cx, value: &[u8]) -> bool {
    if value.contains(&b'.') {
        cx.builtin_warning("memcache.session_prefix_static_key cannot have dot inside (.)");
        return false;
    }
    cx.ini.settles(true)
}
