//! What is known: about a transfer, about statuses, about libcurl.

use loxo_curl_sys::Easy;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, Value};

use crate::handle::{self, state};

const HEADER_OUT: i64 = 2;
const PRIVATE: i64 = 0x10_0015;
const CAINFO: u32 = 0x10_003d;
const CAPATH: u32 = 0x10_003e;
const CERTINFO: i64 = 0x40_0022;

/// What the array has where nothing is known.
#[derive(Clone, Copy)]
enum Missing {
    Empty,
    Null,
    Absent,
}

const TABLE: [(&str, u32, Missing); 41] = [
    ("url", 0x10_0001, Missing::Empty),
    ("content_type", 0x10_0012, Missing::Null),
    ("http_code", 0x20_0002, Missing::Absent),
    ("header_size", 0x20_000b, Missing::Absent),
    ("request_size", 0x20_000c, Missing::Absent),
    ("filetime", 0x20_000e, Missing::Absent),
    ("ssl_verify_result", 0x20_000d, Missing::Absent),
    ("redirect_count", 0x20_0014, Missing::Absent),
    ("total_time", 0x30_0003, Missing::Absent),
    ("namelookup_time", 0x30_0004, Missing::Absent),
    ("connect_time", 0x30_0005, Missing::Absent),
    ("pretransfer_time", 0x30_0006, Missing::Absent),
    ("size_upload", 0x30_0007, Missing::Absent),
    ("size_download", 0x30_0008, Missing::Absent),
    ("speed_download", 0x30_0009, Missing::Absent),
    ("speed_upload", 0x30_000a, Missing::Absent),
    ("download_content_length", 0x30_000f, Missing::Absent),
    ("upload_content_length", 0x30_0010, Missing::Absent),
    ("starttransfer_time", 0x30_0011, Missing::Absent),
    ("redirect_time", 0x30_0013, Missing::Absent),
    ("redirect_url", 0x10_001f, Missing::Empty),
    ("primary_ip", 0x10_0020, Missing::Empty),
    ("certinfo", CERTINFO as u32, Missing::Absent),
    ("primary_port", 0x20_0028, Missing::Absent),
    ("local_ip", 0x10_0029, Missing::Empty),
    ("local_port", 0x20_002a, Missing::Absent),
    ("http_version", 0x20_002e, Missing::Absent),
    ("protocol", 0x20_0030, Missing::Absent),
    ("ssl_verifyresult", 0x20_002f, Missing::Absent),
    ("scheme", 0x10_0031, Missing::Empty),
    ("appconnect_time_us", 0x60_0038, Missing::Absent),
    ("connect_time_us", 0x60_0034, Missing::Absent),
    ("namelookup_time_us", 0x60_0033, Missing::Absent),
    ("pretransfer_time_us", 0x60_0035, Missing::Absent),
    ("redirect_time_us", 0x60_0037, Missing::Absent),
    ("starttransfer_time_us", 0x60_0036, Missing::Absent),
    ("posttransfer_time_us", 0x60_0043, Missing::Absent),
    ("total_time_us", 0x60_0032, Missing::Absent),
    ("effective_method", 0x10_003a, Missing::Absent),
    ("capath", CAPATH, Missing::Absent),
    ("cainfo", CAINFO, Missing::Absent),
];

fn list(items: Vec<Vec<u8>>) -> Value {
    PhpArray::from_values(items.iter().map(|item| Value::bytes(item))).into()
}

fn certificates(easy: &Easy) -> Value {
    let each = easy.certificates().unwrap_or_default().into_iter().map(|lines| {
        let mut one = PhpArray::new();
        for line in lines {
            match line.iter().position(|b| *b == b':') {
                Some(at) => one.set_bytes(&line[..at], Value::bytes(&line[at + 1..])),
                None => {
                    let _ = one.push(Value::bytes(&line));
                }
            }
        }
        Value::from(one)
    });
    PhpArray::from_values(each).into()
}

/// Counts the connections that a transfer has made.
pub(crate) fn count_connections(easy: &Easy) {
    const CONNECTIONS: u32 = 0x20_001a;
    const MICROSECONDS: u32 = 0x60_0034;
    const ADDRESS: u32 = 0x10_0020;
    const PORT: u32 = 0x20_0028;
    if !loxo_observer::counters::is_on() {
        return;
    }
    let number = |info| easy.number_info(info).and_then(|number| u64::try_from(number).ok()).unwrap_or(0);
    let address = [&easy.text_info(ADDRESS).unwrap_or_default()[..], format!(":{}", number(PORT)).as_bytes()].concat();
    // A transfer that was sent elsewhere knows the address of the last one alone.
    for _ in 0..number(CONNECTIONS) {
        loxo_observer::counters::connected(&address, number(MICROSECONDS).saturating_mul(1000));
    }
}

fn read(easy: &Easy, info: u32) -> Option<Value> {
    match info & 0xf0_0000 {
        // Where handles look by default; libcurl has been built without such places.
        _ if info == CAINFO => handle::default_ca_file().map(|file| Value::bytes(file.to_bytes())),
        _ if info == CAPATH => handle::default_ca_directory().map(|directory| Value::bytes(directory.to_bytes())),
        0x10_0000 => easy.text_info(info).map(|text| Value::bytes(&text)),
        0x30_0000 => easy.float_info(info).map(Value::from),
        0x40_0000 if i64::from(info) == CERTINFO => Some(certificates(easy)),
        0x40_0000 => easy.list_info(info).map(list),
        _ => easy.number_info(info).map(Value::int),
    }
}

/// `curl_getinfo()`
pub(crate) fn curl_getinfo(cx: &mut Cx, this: &PhpObject, option: Option<i64>) -> PhpResult<Value> {
    let own = state(cx, this)?;
    let Some(option) = option else {
        let mut out = PhpArray::new();
        for (name, info, missing) in TABLE {
            let value = match (read(&own.easy, info), missing) {
                (Some(value), _) => value,
                (None, Missing::Empty) => Value::bytes(b""),
                (None, Missing::Null) => Value::NULL,
                (None, Missing::Absent) => continue,
            };
            out.set_bytes(name.as_bytes(), value);
        }
        if let Some(sent) = &own.sent {
            out.set_bytes(b"request_header", Value::bytes(sent));
        }
        return Ok(out.into());
    };
    Ok(match option {
        HEADER_OUT => own.sent.as_ref().map_or(Value::FALSE, |sent| Value::bytes(sent)),
        PRIVATE => {
            if own.private.is_null() {
                Value::FALSE
            } else {
                own.private.clone()
            }
        }
        _ => u32::try_from(option).ok().and_then(|info| read(&own.easy, info)).unwrap_or(Value::FALSE),
    })
}

/// `curl_strerror()`
pub(crate) fn curl_strerror(_: &mut Cx, code: i64) -> PhpResult<&'static str> {
    Ok(loxo_curl_sys::easy_text(code as i32))
}

/// What may be in libcurl, by its bit.
const FEATURES: [(&str, u32); 29] = [
    ("AsynchDNS", 7),
    ("CharConv", 12),
    ("Debug", 6),
    ("GSS-Negotiate", 5),
    ("IDN", 10),
    ("IPv6", 0),
    ("krb4", 1),
    ("Largefile", 9),
    ("libz", 3),
    ("NTLM", 4),
    ("NTLMWB", 15),
    ("SPNEGO", 8),
    ("SSL", 2),
    ("SSPI", 11),
    ("TLS-SRP", 14),
    ("HTTP2", 16),
    ("GSSAPI", 17),
    ("KERBEROS5", 18),
    ("UNIX_SOCKETS", 19),
    ("PSL", 20),
    ("HTTPS_PROXY", 21),
    ("MULTI_SSL", 22),
    ("BROTLI", 23),
    ("ALTSVC", 24),
    ("HTTP3", 25),
    ("UNICODE", 27),
    ("ZSTD", 26),
    ("HSTS", 28),
    ("GSASL", 29),
];

/// `curl_version()`
pub(crate) fn curl_version(_: &mut Cx) -> PhpResult<PhpArray> {
    let version = loxo_curl_sys::version();
    let mut features = PhpArray::new();
    for (name, bit) in FEATURES {
        features.set_bytes(name.as_bytes(), Value::from(version.features & (1 << bit) != 0));
    }
    let text = |text: Option<&str>| Value::bytes(text.unwrap_or("").as_bytes());
    let rows = [
        ("version_number", Value::int(version.number)),
        ("age", Value::int(version.age)),
        ("features", Value::int(version.features)),
        ("feature_list", features.into()),
        ("ssl_version_number", Value::int(0)),
        ("version", text(Some(version.text))),
        ("host", text(Some(version.host))),
        ("ssl_version", text(version.ssl)),
        ("libz_version", text(version.zlib)),
        ("protocols", PhpArray::from_values(version.protocols.iter().map(|name| Value::bytes(name.as_bytes()))).into()),
        ("ares", text(None)),
        ("ares_num", Value::int(0)),
        ("libidn", text(None)),
        ("iconv_ver_num", Value::int(0)),
        ("libssh_version", text(None)),
        ("brotli_ver_num", Value::int(0)),
        ("brotli_version", text(None)),
    ];
    let mut out = PhpArray::new();
    for (name, value) in rows {
        out.set_bytes(name.as_bytes(), value);
    }
    Ok(out)
}

/// What `phpinfo()` shows.
pub(crate) fn rows() -> Vec<(String, String)> {
    let version = loxo_curl_sys::version();
    let mut rows = vec![
        ("cURL support".into(), "enabled".into()),
        ("cURL Information".into(), version.text.into()),
        ("Age".into(), version.age.to_string()),
        ("Features".into(), "\0".into()),
    ];
    rows.extend(FEATURES.map(|(name, bit)| (name.into(), if version.features & (1 << bit) != 0 { "Yes" } else { "No" }.into())));
    rows.push(("Protocols".into(), version.protocols.join(", ")));
    rows.push(("Host".into(), version.host.into()));
    rows.extend(version.ssl.map(|ssl| ("SSL Version".into(), ssl.into())));
    rows.extend(version.zlib.map(|zlib| ("ZLib Version".into(), zlib.into())));
    rows
}
