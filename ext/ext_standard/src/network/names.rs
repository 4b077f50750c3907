//! Hosts, interfaces, and what a URL's server says.

use std::net::IpAddr;

use loxo_streams::{OpenOptions, context, state};

use super::dns;
use crate::file::with_open;
use crate::prelude::*;

/// `gethostbyaddr()`
pub(crate) fn gethostbyaddr(cx: &mut Cx, ip: &PhpStr) -> PhpResult<Value> {
    let address: Option<IpAddr> = std::str::from_utf8(ip).ok().and_then(|text| text.parse().ok());
    let Some(address) = address else {
        cx.warn("Address is not a valid IPv4 or IPv6 address")?;
        return Ok(Value::FALSE);
    };
    let name = hosts_entry(address).or_else(|| dns::reverse(address));
    Ok(name.map_or_else(|| Value::string(ip.clone()), Value::from))
}

/// The first name of an address in `/etc/hosts`.
fn hosts_entry(address: IpAddr) -> Option<String> {
    let text = std::fs::read_to_string("/etc/hosts").ok()?;
    text.lines().find_map(|line| {
        let mut words = line.split('#').next()?.split_whitespace();
        let found: IpAddr = words.next()?.parse().ok()?;
        if found == address { words.next().map(str::to_string) } else { None }
    })
}

/// `net_get_interfaces()`
pub(crate) fn net_get_interfaces(_cx: &mut Cx) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    for (name, flags, addresses) in interfaces() {
        let mut unicast = PhpArray::new();
        let mut first = PhpArray::new();
        first.set_bytes(b"flags", Value::int(flags));
        let _ = unicast.push(Value::array(first));
        for address in addresses {
            let mut entry = PhpArray::new();
            entry.set_bytes(b"flags", Value::int(flags));
            entry.set_bytes(b"family", Value::int(if address.is_ipv4() { 2 } else { 10 }));
            entry.set_bytes(b"address", Value::from(address.to_string()));
            let _ = unicast.push(Value::array(entry));
        }
        let mut interface = PhpArray::new();
        interface.set_bytes(b"unicast", Value::array(unicast));
        interface.set_bytes(b"up", Value::bool(flags & 1 != 0));
        out.set_bytes(name.as_bytes(), Value::array(interface));
    }
    Ok(out)
}

/// Name, flags and addresses, as the kernel lists them in its files.
fn interfaces() -> Vec<(String, i64, Vec<IpAddr>)> {
    let Ok(entries) = std::fs::read_dir("/sys/class/net") else { return Vec::new() };
    let v6 = std::fs::read_to_string("/proc/net/if_inet6").unwrap_or_default();
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let text = std::fs::read_to_string(format!("/sys/class/net/{name}/flags")).unwrap_or_default();
            let flags = i64::from_str_radix(text.trim().trim_start_matches("0x"), 16).unwrap_or(0);
            let mut addresses: Vec<IpAddr> = if name == "lo" { vec![IpAddr::from([127, 0, 0, 1])] } else { Vec::new() };
            addresses.extend(v6.lines().filter_map(|line| v6_address(line, &name)));
            (name, flags, addresses)
        })
        .collect()
}

/// A line of `/proc/net/if_inet6`: the address in hexadecimal digits, and at its end the interface.
fn v6_address(line: &str, name: &str) -> Option<IpAddr> {
    let mut words = line.split_whitespace();
    let digits = words.next()?;
    if words.last()? != name {
        return None;
    }
    u128::from_str_radix(digits, 16).ok().map(|bits| IpAddr::from(bits.to_be_bytes()))
}

/// `get_headers()`
pub(crate) fn get_headers(cx: &mut Cx, url: &PhpStr, associative: bool, context: &Value) -> PhpResult<Value> {
    let context = context::from_arg(cx, 3, context, false)?;
    let options = OpenOptions::REPORT_ERRORS.with(OpenOptions::USE_URL).with(OpenOptions::ONLY_GET_HEADERS);
    let headers = with_open(cx, url, b"r", options, context.as_ref(), |_, stream| Ok(stream.wrapper_data.borrow().clone()))?;
    let Some(headers) = headers.as_ref().and_then(Value::as_array) else { return Ok(Value::FALSE) };
    if !associative {
        return Ok(Value::array(headers.clone()));
    }
    let mut out = PhpArray::new();
    for line in headers.values() {
        let Some(line) = line.deref().as_str() else { continue };
        match memchr::memchr(b':', line) {
            None => drop(out.push(Value::string(line.clone()))),
            Some(colon) => add_header(&mut out, &line[..colon], Value::bytes(line[colon + 1..].trim_ascii_start())),
        }
    }
    Ok(Value::array(out))
}

/// A name that comes again has a list.
fn add_header(out: &mut PhpArray, name: &[u8], value: Value) {
    let place = out.entry_bytes(name);
    if place.is_null() || place.is_undef() {
        *place = value;
        return;
    }
    if !place.is_array() {
        let first = place.take();
        *place = Value::array(PhpArray::from_values([first]));
    }
    if let Some(list) = place.as_array_mut() {
        let _ = list.push(value);
    }
}

/// `http_get_last_response_headers()`
pub(crate) fn http_get_last_response_headers(cx: &mut Cx) -> PhpResult<Value> {
    Ok(state(cx).last_http_headers.clone().unwrap_or(Value::NULL))
}

/// `http_clear_last_response_headers()`
pub(crate) fn http_clear_last_response_headers(cx: &mut Cx) -> PhpResult<()> {
    state(cx).last_http_headers = None;
    Ok(())
}
