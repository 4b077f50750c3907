//! Addresses: from what programs write to what the system takes, and back; and `AddressInfo`.

use std::ffi::CString;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::os::fd::AsFd;

use loxo_runtime::{Cx, Key, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Value, compare, convert};
use loxo_socket_sys::{self as sys, AddressInfo};

use crate::sockets::{self, Socket};

pub(crate) const UNIX: i32 = 1;
pub(crate) const INET: i32 = 2;
pub(crate) const INET6: i32 = 10;
/// Space for a path in the address of a Unix socket.
pub(crate) const MAX_PATH: usize = 108;
/// Lookup errors are below this number.
const LOOKUP: i32 = -10_000;

pub(crate) fn inet(address: Ipv4Addr, port: u16) -> Vec<u8> {
    [&(INET as u16).to_ne_bytes()[..], &port.to_be_bytes(), &address.octets(), &[0; 8]].concat()
}

pub(crate) fn inet6(address: Ipv6Addr, port: u16, scope: u32) -> Vec<u8> {
    [&(INET6 as u16).to_ne_bytes()[..], &port.to_be_bytes(), &[0; 4], &address.octets(), &scope.to_ne_bytes()].concat()
}

/// A path; the first byte of an abstract name is NUL.
pub(crate) fn unix(path: &[u8]) -> Vec<u8> {
    [&(UNIX as u16).to_ne_bytes()[..], path].concat()
}

/// An address as PHP shows it: text and port, or a path.
pub(crate) enum AddressText {
    Inet(Vec<u8>, u16),
    Path(Vec<u8>),
    Unknown,
}

pub(crate) fn to_text(address: &[u8]) -> AddressText {
    let Some((family, rest)) = address.split_first_chunk::<2>() else { return AddressText::Unknown };
    let port = rest.first_chunk::<2>().map_or(0, |port| u16::from_be_bytes(*port));
    match i32::from(u16::from_ne_bytes(*family)) {
        INET => {
            let octets = rest.get(2..).and_then(<[u8]>::first_chunk::<4>).copied().unwrap_or_default();
            AddressText::Inet(Ipv4Addr::from(octets).to_string().into_bytes(), port)
        }
        INET6 => {
            let octets = rest.get(6..).and_then(<[u8]>::first_chunk::<16>).copied().unwrap_or_default();
            AddressText::Inet(Ipv6Addr::from(octets).to_string().into_bytes(), port)
        }
        // Texts of C end at the first NUL: abstract names are not shown.
        UNIX => AddressText::Path(rest.split(|b| *b == 0).next().unwrap_or_default().to_vec()),
        _ => AddressText::Unknown,
    }
}

/// Asks the resolver for an address of a family.
fn resolve(name: &[u8], family: i32, flags: i32) -> Option<Vec<u8>> {
    let name = CString::new(name).ok()?;
    sys::lookup(&name, None, [flags, family, 0, 0]).ok()?.into_iter().map(|info| info.address).next()
}

fn failed(cx: &mut Cx, socket: &Socket) -> PhpResult<Option<Vec<u8>>> {
    const HOST_NOT_FOUND: i32 = 1;
    sockets::fail_with(cx, socket, "Host lookup failed", LOOKUP - HOST_NOT_FOUND)?;
    Ok(None)
}

/// The address that a text means for a socket of a family that has ports. `None`: there is no such host, which has been reported.
pub(crate) fn parse(cx: &mut Cx, socket: &Socket, text: &[u8], port: i64) -> PhpResult<Option<Vec<u8>>> {
    const V4MAPPED: i32 = 8;
    const ADDRCONFIG: i32 = 32;
    let port = port as u16;
    let plain = String::from_utf8_lossy(text).into_owned();
    if socket.family == INET {
        if let Ok(address) = plain.parse::<Ipv4Addr>() {
            return Ok(Some(inet(address, port)));
        }
        let found = if text.len() > 255 { None } else { resolve(text, INET, 0) };
        return match found.map(|address| to_text(&address)) {
            Some(AddressText::Inet(text, _)) => Ok(String::from_utf8_lossy(&text).parse().ok().map(|address| inet(address, port))),
            _ => failed(cx, socket),
        };
    }
    let (name, scope) = match plain.split_once('%') {
        Some((name, scope)) => (name, scope.parse().ok().or_else(|| sys::interface_index(scope.as_bytes())).unwrap_or(0)),
        None => (plain.as_str(), 0),
    };
    if let Ok(address) = name.parse::<Ipv6Addr>() {
        return Ok(Some(inet6(address, port, scope)));
    }
    match resolve(text, INET6, V4MAPPED | ADDRCONFIG).map(|address| to_text(&address)) {
        Some(AddressText::Inet(text, _)) => Ok(String::from_utf8_lossy(&text).parse().ok().map(|address| inet6(address, port, scope))),
        _ => failed(cx, socket),
    }
}

struct Info(Option<AddressInfo>);

impl Native for Info {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Info(None))),
        no_new: Some("Cannot directly construct AddressInfo, use socket_addrinfo_lookup() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// `socket_addrinfo_lookup()`
pub(crate) fn socket_addrinfo_lookup(cx: &mut Cx, host: &PhpStr, service: Option<&PhpStr>, hints: &PhpArray) -> PhpResult<Value> {
    let mut wishes = [0; 4];
    for (key, hint) in hints.clone().iter() {
        let Key::Str(name) = key.to_key() else { continue };
        let at = match name.as_bytes() {
            b"ai_flags" => 0,
            b"ai_family" => 1,
            b"ai_socktype" => 2,
            b"ai_protocol" => 3,
            _ => {
                let message = "must only contain array keys \"ai_flags\", \"ai_socktype\", \"ai_protocol\", or \"ai_family\"";
                return Err(cx.argument_value_error(3, message));
            }
        };
        wishes[at] = convert::to_int(cx, hint.deref())? as i32;
    }
    let c_text = |text: &PhpStr| CString::new(text.split(|b| *b == 0).next().unwrap_or_default()).unwrap_or_default();
    let (host, service) = (c_text(host), service.map(c_text));
    let Ok(found) = sys::lookup(&host, service.as_deref(), wishes) else { return Ok(Value::FALSE) };
    let class = cx.builtin_class("AddressInfo");
    let mut all = PhpArray::new();
    for info in found {
        let object = cx.new_object_raw(class);
        object.set_native(Box::new(Info(Some(info))));
        let _ = all.push(Value::object(object));
    }
    Ok(Value::array(all))
}

fn info(cx: &mut Cx, address: &PhpObject) -> PhpResult<AddressInfo> {
    match address.native::<Info>().and_then(|info| info.0.clone()) {
        Some(info) => Ok(info),
        None => Err(cx.throw_error("AddressInfo is empty")),
    }
}

/// A socket of the address's kind.
fn open(cx: &mut Cx, info: &AddressInfo) -> PhpResult<Option<(Value, Socket)>> {
    match sys::socket(info.family, info.kind, info.protocol) {
        Ok(fd) => {
            let object = sockets::object(cx, fd, info.family);
            let socket = sockets::of(cx, &object)?;
            Ok(Some((Value::object(object), socket)))
        }
        Err(error) => {
            sockets::creation_failed(cx, "socket", &error)?;
            Ok(None)
        }
    }
}

/// `socket_addrinfo_connect()`
pub(crate) fn socket_addrinfo_connect(cx: &mut Cx, address: &PhpObject) -> PhpResult<Value> {
    let info = info(cx, address)?;
    let Some((object, socket)) = open(cx, &info)? else { return Ok(Value::FALSE) };
    match sys::connect(socket.fd.as_fd(), &info.address) {
        Ok(()) => Ok(object),
        Err(error) => sockets::fail(cx, &socket, "Unable to connect address", &error).map(Value::bool),
    }
}

/// `socket_addrinfo_bind()`
pub(crate) fn socket_addrinfo_bind(cx: &mut Cx, address: &PhpObject) -> PhpResult<Value> {
    let info = info(cx, address)?;
    let Some((object, socket)) = open(cx, &info)? else { return Ok(Value::FALSE) };
    match sys::bind(socket.fd.as_fd(), &info.address) {
        Ok(()) => Ok(object),
        Err(error) => sockets::fail(cx, &socket, "Unable to bind address", &error).map(Value::bool),
    }
}

/// `socket_addrinfo_explain()`
pub(crate) fn socket_addrinfo_explain(cx: &mut Cx, address: &PhpObject) -> PhpResult<PhpArray> {
    let info = info(cx, address)?;
    let mut all = PhpArray::new();
    let put = |all: &mut PhpArray, name: &str, value: Value| all.set_str(&PhpStr::interned(name.as_bytes()), value);
    for (name, value) in [("ai_flags", info.flags), ("ai_family", info.family), ("ai_socktype", info.kind), ("ai_protocol", info.protocol)]
    {
        put(&mut all, name, Value::int(i64::from(value)));
    }
    if let Some(name) = &info.canonical_name {
        put(&mut all, "ai_canonname", Value::bytes(name));
    }
    let mut address = PhpArray::new();
    if let AddressText::Inet(text, port) = to_text(&info.address) {
        let prefix = if info.family == INET6 { "sin6" } else { "sin" };
        put(&mut address, &format!("{prefix}_port"), Value::int(i64::from(port)));
        put(&mut address, &format!("{prefix}_addr"), Value::bytes(&text));
    }
    put(&mut all, "ai_addr", Value::array(address));
    Ok(all)
}
