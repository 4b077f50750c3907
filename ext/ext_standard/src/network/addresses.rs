//! Internet addresses and names.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::prelude::*;

/// `ip2long()`
pub(crate) fn ip2long(_cx: &mut Cx, ip: &PhpStr) -> PhpResult<Value> {
    let address: Option<Ipv4Addr> = std::str::from_utf8(ip).ok().and_then(|text| text.parse().ok());
    Ok(address.map_or(Value::FALSE, |a| Value::int(i64::from(u32::from(a)))))
}

/// `long2ip()`
pub(crate) fn long2ip(_cx: &mut Cx, ip: i64) -> PhpResult<String> {
    Ok(Ipv4Addr::from(ip as u32).to_string())
}

/// As the C library writes it: behind six groups of zeros comes an IPv4 address.
fn v6_text(address: Ipv6Addr) -> String {
    let groups = address.segments();
    if groups[..6] == [0; 6] && groups[6] != 0 {
        let [.., a, b, c, d] = address.octets();
        return format!("::{}", Ipv4Addr::new(a, b, c, d));
    }
    address.to_string()
}

/// `inet_ntop()`
pub(crate) fn inet_ntop(_cx: &mut Cx, ip: &PhpStr) -> PhpResult<Value> {
    let text = match ip.len() {
        4 => <[u8; 4]>::try_from(ip.as_bytes()).map(|b| Ipv4Addr::from(b).to_string()),
        16 => <[u8; 16]>::try_from(ip.as_bytes()).map(|b| v6_text(Ipv6Addr::from(b))),
        _ => return Ok(Value::FALSE),
    };
    Ok(text.map_or(Value::FALSE, Value::from))
}

/// `inet_pton()`
pub(crate) fn inet_pton(_cx: &mut Cx, ip: &PhpStr) -> PhpResult<Value> {
    let address: Option<IpAddr> = std::str::from_utf8(ip).ok().and_then(|text| text.parse().ok());
    Ok(match address {
        Some(IpAddr::V4(a)) => Value::bytes(&a.octets()),
        Some(IpAddr::V6(a)) => Value::bytes(&a.octets()),
        None => Value::FALSE,
    })
}

fn resolve(name: &[u8]) -> Vec<Ipv4Addr> {
    let Ok(name) = std::str::from_utf8(name) else { return Vec::new() };
    let found = loxo_process_sys::resolve(name, 0);
    let mut out: Vec<Ipv4Addr> = Vec::new();
    for address in found.into_iter().flatten() {
        if let IpAddr::V4(a) = address.ip()
            && !out.contains(&a)
        {
            out.push(a);
        }
    }
    out
}

const LONGEST_NAME: usize = 255;

fn too_long(cx: &mut Cx, name: &PhpStr) -> PhpResult<bool> {
    if name.len() <= LONGEST_NAME {
        return Ok(false);
    }
    cx.warn(&format!("Host name cannot be longer than {LONGEST_NAME} characters"))?;
    Ok(true)
}

/// `gethostbyname()`: the name itself if it is not found.
pub(crate) fn gethostbyname(cx: &mut Cx, hostname: &PhpStr) -> PhpResult<PhpStr> {
    if too_long(cx, hostname)? {
        return Ok(hostname.clone());
    }
    Ok(resolve(hostname).first().map_or_else(|| hostname.clone(), |a| PhpStr::from(a.to_string())))
}

/// `gethostbynamel()`
pub(crate) fn gethostbynamel(cx: &mut Cx, hostname: &PhpStr) -> PhpResult<Value> {
    if too_long(cx, hostname)? {
        return Ok(Value::FALSE);
    }
    let found = resolve(hostname);
    Ok(if found.is_empty() { Value::FALSE } else { PhpArray::from_values(found.iter().map(Ipv4Addr::to_string)).into() })
}

/// Rows of `/etc/services` and `/etc/protocols`, comments removed, as words.
fn rows(path: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = |line: &str| line.split('#').next().unwrap_or("").split_whitespace().map(str::to_string).collect::<Vec<_>>();
    text.lines().map(line).filter(|words| words.len() >= 2).collect()
}

/// `getservbyname()`
pub(crate) fn getservbyname(_cx: &mut Cx, service: &PhpStr, protocol: &PhpStr) -> PhpResult<Value> {
    let suffix = format!("/{protocol}");
    let wanted = service.to_str_lossy();
    let found = rows("/etc/services").into_iter().find_map(|row| {
        let named = row.iter().enumerate().any(|(i, word)| i != 1 && *word == wanted);
        if named { row[1].strip_suffix(&suffix)?.parse().ok() } else { None }
    });
    Ok(found.map_or(Value::FALSE, Value::int))
}

/// `getservbyport()`
pub(crate) fn getservbyport(_cx: &mut Cx, port: i64, protocol: &PhpStr) -> PhpResult<Value> {
    let wanted = format!("{port}/{protocol}");
    let found = rows("/etc/services").into_iter().find(|row| row[1] == wanted);
    Ok(found.map_or(Value::FALSE, |row| row[0].as_str().into()))
}

/// `getprotobyname()`
pub(crate) fn getprotobyname(_cx: &mut Cx, protocol: &PhpStr) -> PhpResult<Value> {
    let wanted = protocol.to_str_lossy();
    let found = rows("/etc/protocols").into_iter().find(|row| row.iter().enumerate().any(|(i, word)| i != 1 && *word == wanted));
    Ok(found.and_then(|row| row[1].parse().ok()).map_or(Value::FALSE, Value::int))
}

/// `getprotobynumber()`
pub(crate) fn getprotobynumber(_cx: &mut Cx, protocol: i64) -> PhpResult<Value> {
    let wanted = protocol.to_string();
    let found = rows("/etc/protocols").into_iter().find(|row| row[1] == wanted);
    Ok(found.map_or(Value::FALSE, |row| row[0].as_str().into()))
}
