//! `getOption()` and `setOption()`: which options a connection has, and what values they take.

use loxo_redis::compress::Compression;
use loxo_runtime::{Cx, PhpResult, Value, convert};

use crate::backoff::Algorithm;
use crate::pack::Serializer;
use crate::shared_connection::SharedConnection;

/// `Redis::OPT_*`
mod option {
    pub const SERIALIZER: i64 = 1;
    pub const PREFIX: i64 = 2;
    pub const READ_TIMEOUT: i64 = 3;
    pub const SCAN: i64 = 4;
    pub const TCP_KEEPALIVE: i64 = 6;
    pub const COMPRESSION: i64 = 7;
    pub const REPLY_LITERAL: i64 = 8;
    pub const COMPRESSION_LEVEL: i64 = 9;
    pub const NULL_MULTIBULK_AS_NULL: i64 = 10;
    pub const MAX_RETRIES: i64 = 11;
    pub const BACKOFF_ALGORITHM: i64 = 12;
    pub const BACKOFF_BASE: i64 = 13;
    pub const BACKOFF_CAP: i64 = 14;
    pub const PACK_IGNORE_NUMBERS: i64 = 15;
}

/// `Redis::SCAN_*`
mod scan {
    pub const NO_RETRY: i64 = 0;
    pub const RETRY: i64 = 1;
    pub const PREFIX: i64 = 2;
    pub const NO_PREFIX: i64 = 3;
}

pub(crate) fn get(cx: &mut Cx, connection: &SharedConnection, number: i64) -> PhpResult<Value> {
    let sock = connection.lock(cx)?;
    Ok(match number {
        option::SERIALIZER => Value::int(sock.packing.serializer as i64),
        option::COMPRESSION => Value::int(sock.packing.compression as i64),
        option::COMPRESSION_LEVEL => Value::int(sock.packing.level),
        option::PREFIX => sock.prefix.clone().map_or(Value::NULL, Value::string),
        option::READ_TIMEOUT => Value::float(sock.read_timeout),
        option::TCP_KEEPALIVE => Value::int(sock.keepalive.into()),
        option::SCAN => Value::int(i64::from(sock.scan_retries) * scan::RETRY + i64::from(sock.scan_prefixes) * scan::PREFIX),
        option::REPLY_LITERAL => Value::int(sock.literal.into()),
        option::NULL_MULTIBULK_AS_NULL => Value::int(sock.null_as_null.into()),
        option::MAX_RETRIES => Value::int(sock.max_retries),
        option::BACKOFF_ALGORITHM => Value::int(sock.backoff.algorithm as i64),
        option::BACKOFF_BASE => Value::int((sock.backoff.base / 1000) as i64),
        option::BACKOFF_CAP => Value::int((sock.backoff.cap / 1000) as i64),
        option::PACK_IGNORE_NUMBERS => Value::int(sock.packing.ignores_numbers.into()),
        _ => Value::FALSE,
    })
}

/// False: there is no such option, or it cannot be that.
pub(crate) fn set(cx: &mut Cx, connection: &SharedConnection, number: i64, value: &Value) -> PhpResult<bool> {
    let value = value.deref();
    // Converted before the connection is taken: objects may have a say in it.
    let text = match number {
        option::PREFIX => convert::to_string(cx, value)?,
        _ => loxo_runtime::PhpStr::empty(),
    };
    let float = if number == option::READ_TIMEOUT { convert::to_float(cx, value)? } else { 0.0 };
    let int = match number {
        option::PREFIX | option::READ_TIMEOUT => 0,
        option::SERIALIZER..=option::PACK_IGNORE_NUMBERS if number != 5 => convert::to_int(cx, value)?,
        5 => return Ok(false),
        _ => {
            cx.builtin_warning(format!("Unknown option '{number}'"));
            return cx.check().map(|()| false);
        }
    };
    let micros = u64::try_from(int).ok().map(|millis| millis.saturating_mul(1000));
    let mut sock = connection.lock(cx)?;
    match number {
        option::SERIALIZER => match Serializer::find(int) {
            Some(serializer) => sock.packing.serializer = serializer,
            None => return Ok(false),
        },
        option::COMPRESSION => match Compression::find(int) {
            Some(compression) => sock.packing.compression = compression,
            None => return Ok(false),
        },
        option::COMPRESSION_LEVEL => sock.packing.level = int,
        option::PREFIX => sock.prefix = Some(text).filter(|prefix| !prefix.is_empty()),
        option::READ_TIMEOUT => {
            sock.read_timeout = float;
            sock.apply_read_timeout(cx);
        }
        option::TCP_KEEPALIVE => {
            if sock.is_unix() {
                return Ok(false);
            }
            let on = int > 0;
            if on != sock.keepalive {
                return Ok(sock.apply_keepalive(on));
            }
        }
        option::SCAN => match int {
            scan::NO_RETRY => sock.scan_retries = false,
            scan::RETRY => sock.scan_retries = true,
            scan::PREFIX => sock.scan_prefixes = true,
            scan::NO_PREFIX => sock.scan_prefixes = false,
            _ => return Ok(false),
        },
        option::REPLY_LITERAL => sock.literal = int != 0,
        option::NULL_MULTIBULK_AS_NULL => sock.null_as_null = int != 0,
        option::MAX_RETRIES if int >= 0 => sock.max_retries = int,
        option::BACKOFF_ALGORITHM => match Algorithm::find(int) {
            Some(algorithm) => sock.backoff.algorithm = algorithm,
            None => return Ok(false),
        },
        option::BACKOFF_BASE => match micros {
            Some(micros) => sock.backoff.base = micros,
            None => return Ok(false),
        },
        option::BACKOFF_CAP => match micros {
            Some(micros) => sock.backoff.cap = micros,
            None => return Ok(false),
        },
        option::PACK_IGNORE_NUMBERS => sock.packing.ignores_numbers = int != 0,
        _ => return Ok(false),
    }
    Ok(true)
}
