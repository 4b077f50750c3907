//! What has come with a message, as arrays.

use std::os::fd::{AsFd, AsRawFd, OwnedFd};

use loxo_runtime::{Cx, PhpArray, PhpStr, Value};
use loxo_socket_sys::{self as sys, Ancillary, Got, Received};
use loxo_streams::{into_resource, plain};

use crate::addresses::{self, AddressText, INET, INET6, UNIX};
use crate::ancillary::Kind;
use crate::sockets;

/// What to say of something that cannot be shown.
type ToPhp<T> = Result<T, String>;

fn wrong<T>(way: &str, text: impl std::fmt::Display) -> ToPhp<T> {
    Err(format!("error converting native data (path: {way}): {text}"))
}

pub(crate) fn rows(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    let mut all = PhpArray::new();
    pairs.into_iter().for_each(|(name, value)| all.set_str(&PhpStr::interned(name.as_bytes()), value));
    Value::array(all)
}

/// The message that was received; `from` is where its sender's address was written, if it was asked for.
pub(crate) fn message(cx: &mut Cx, from: Option<&[u8]>, data: &[u8], received: Received) -> ToPhp<Value> {
    let name = from.map_or(Ok(Value::NULL), name)?;
    let mut control = PhpArray::new();
    for (at, one) in received.ancillary.into_iter().enumerate() {
        let way = format!("msghdr > control > element #{} > data", at + 1);
        let (level, kind) = (one.level, one.kind);
        let shown = ancillary(cx, one, &way)?;
        let _ = control.push(rows([("level", Value::int(level.into())), ("type", Value::int(kind.into())), ("data", shown)]));
    }
    let mut pieces = PhpArray::new();
    if let Some(data) = data.get(..received.count).filter(|data| !data.is_empty()) {
        let _ = pieces.push(Value::bytes(data));
    }
    let flags = Value::int(received.flags.into());
    Ok(rows([("name", name), ("control", Value::array(control)), ("iov", Value::array(pieces)), ("flags", flags)]))
}

fn uint(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk::<4>).map_or(0, |four| u32::from_ne_bytes(*four))
}

fn int(bytes: &[u8], at: usize) -> i32 {
    uint(bytes, at) as i32
}

fn name(address: &[u8]) -> ToPhp<Value> {
    let family = address.first_chunk::<2>().map_or(0, |two| i32::from(u16::from_ne_bytes(*two)));
    let shown_family = ("family", Value::int(family.into()));
    Ok(match (family, addresses::to_text(address)) {
        (0, _) => Value::NULL,
        (INET, AddressText::Inet(text, port)) => rows([shown_family, ("addr", Value::bytes(&text)), ("port", Value::int(port.into()))]),
        (INET6, AddressText::Inet(text, port)) => rows([
            shown_family,
            ("addr", Value::bytes(&text)),
            ("port", Value::int(port.into())),
            ("flowinfo", Value::int(uint(address, 4).into())),
            ("scope_id", Value::int(uint(address, 24).into())),
        ]),
        (UNIX, AddressText::Path(path)) => {
            if !address.iter().skip(2).any(|b| *b == 0) {
                return wrong("msghdr > name > path", "could not find a NUL in the path");
            }
            rows([shown_family, ("path", Value::bytes(&path))])
        }
        _ => return wrong("msghdr > name", format!("cannot read struct sockaddr with family {family}; not supported")),
    })
}

fn ancillary(cx: &mut Cx, one: Ancillary, way: &str) -> ToPhp<Value> {
    let Some(kind) = Kind::of(one.level, one.kind) else {
        return wrong(way, format!("cmsghdr with level {} and type {} not supported", one.level, one.kind));
    };
    let least = sys::HEAD + kind.size();
    if least > one.length {
        let got = one.length;
        return wrong(way, format!("the cmsghdr structure is unexpectedly small; expected a length of at least {least}, but got {got}"));
    }
    Ok(match (kind, one.content) {
        (_, Got::Descriptors(fds)) => {
            let mut all = PhpArray::new();
            for fd in fds {
                let _ = all.push(descriptor(cx, fd, way)?);
            }
            Value::array(all)
        }
        (Kind::PacketInfo, Got::Bytes(bytes)) => packet_info(&bytes),
        (Kind::Credentials, Got::Bytes(bytes)) => rows([
            ("pid", Value::int(int(&bytes, 0).into())),
            ("uid", Value::int(uint(&bytes, 4).into())),
            ("gid", Value::int(uint(&bytes, 8).into())),
        ]),
        (_, Got::Bytes(bytes)) => Value::int(int(&bytes, 0).into()),
    })
}

/// `in6_pktinfo`
pub(crate) fn packet_info(bytes: &[u8]) -> Value {
    let octets = bytes.first_chunk::<16>().copied().unwrap_or_default();
    let address = std::net::Ipv6Addr::from(octets).to_string();
    rows([("addr", Value::bytes(address.as_bytes())), ("ifindex", Value::int(uint(bytes, 16).into()))])
}

/// A `Socket`, or a stream of anything else.
fn descriptor(cx: &mut Cx, fd: OwnedFd, way: &str) -> ToPhp<Value> {
    let number = fd.as_raw_fd();
    let is_socket = match rustix::fs::fstat(&fd) {
        Ok(stat) => rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::Socket,
        Err(error) => {
            let errno = error.raw_os_error();
            let text = "error creating resource for received file descriptor";
            return wrong(way, format!("{text} {number}: fstat() call failed with errno {errno}"));
        }
    };
    if !is_socket {
        return Ok(Value::resource(into_resource(plain::from_fd(fd, b"rw"))));
    }
    match sys::local_address(fd.as_fd()) {
        Ok(address) => {
            let family = address.first_chunk::<2>().map_or(0, |two| i32::from(u16::from_ne_bytes(*two)));
            Ok(Value::object(sockets::object(cx, fd, family)))
        }
        Err(error) => {
            let errno = error.raw_os_error().unwrap_or(0);
            wrong(way, format!("error getting protocol descriptor {number}: getsockopt() call failed with errno {errno}"))
        }
    }
}
