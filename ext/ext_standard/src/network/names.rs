//! Hosts, interfaces, and what a URL's server says.

use std::net::IpAddr;

use loxo_streams::{OpenOptions, context, state};

use super::dns;
use crate::files::with_open;
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
pub(crate) fn net_get_interfaces(cx: &mut Cx) -> PhpResult<Value> {
    let addresses = match loxo_socket_sys::interface_addresses() {
        Ok(addresses) => addresses,
        Err(error) => {
            let number = error.raw_os_error().unwrap_or(0);
            cx.warn(&format!("getifaddrs() failed {number}: {}", loxo_streams::error_text(error)))?;
            return Ok(Value::FALSE);
        }
    };
    let mut interfaces: Vec<(Vec<u8>, PhpArray, bool)> = Vec::new();
    for address in addresses {
        let at = interfaces.iter().position(|(name, ..)| *name == address.name).unwrap_or_else(|| {
            interfaces.push((address.name.clone(), PhpArray::new(), false));
            interfaces.len() - 1
        });
        let mut entry = PhpArray::new();
        entry.set_bytes(b"flags", Value::int(i64::from(address.flags)));
        if let Some(family) = address.family {
            entry.set_bytes(b"family", Value::int(i64::from(family)));
        }
        let parts = [("address", address.address), ("netmask", address.netmask), ("broadcast", address.broadcast), ("ptp", address.peer)];
        for (name, part) in parts {
            if let Some(part) = part {
                entry.set_bytes(name.as_bytes(), Value::from(part.to_string()));
            }
        }
        let _ = interfaces[at].1.push(Value::array(entry));
        interfaces[at].2 = address.flags & 1 != 0;
    }
    let mut out = PhpArray::new();
    for (name, unicast, up) in interfaces {
        let mut interface = PhpArray::new();
        interface.set_bytes(b"unicast", Value::array(unicast));
        interface.set_bytes(b"up", Value::bool(up));
        out.set_bytes(&name, Value::array(interface));
    }
    Ok(Value::array(out))
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
