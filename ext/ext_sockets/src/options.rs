//! Options of sockets: most are numbers, some are structures that PHP shows as arrays.

use std::os::fd::AsFd;

use loxo_runtime::{Cx, Key, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert, object};
use loxo_socket_sys as sys;

use crate::addresses::{self, INET, INET6};
use crate::ancillary::IPV6_PKTINFO;
use crate::sockets::{self, Socket};
use crate::{from_php, to_php};

const SOL_SOCKET: i32 = 1;
const IPPROTO_IP: i32 = 0;
const IPPROTO_TCP: i32 = 6;
const IPPROTO_IPV6: i32 = 41;
const TCP_CONGESTION: i32 = 13;
const SO_LINGER: i32 = 13;
const SO_RCVTIMEO: i32 = 20;
const SO_SNDTIMEO: i32 = 21;
const SO_BINDTODEVICE: i32 = 25;
const SO_DETACH_BPF: i32 = 27;
const SO_ATTACH_REUSEPORT_CBPF: i32 = 51;
const SO_MEMINFO: i32 = 55;
const IP_MULTICAST_IF: i32 = 32;
const IP_MULTICAST_TTL: i32 = 33;
const IP_MULTICAST_LOOP: i32 = 34;
const IPV6_MULTICAST_IF: i32 = 17;
const IPV6_MULTICAST_HOPS: i32 = 18;
const IPV6_MULTICAST_LOOP: i32 = 19;
const MCAST_JOIN_GROUP: i32 = 42;
const MCAST_LEAVE_SOURCE_GROUP: i32 = 47;

fn number(bytes: &[u8], at: usize) -> i64 {
    bytes.get(at * 4..).and_then(<[u8]>::first_chunk::<4>).map_or(0, |four| i64::from(i32::from_ne_bytes(*four)))
}

fn long(bytes: &[u8], at: usize) -> i64 {
    bytes.get(at * 8..).and_then(<[u8]>::first_chunk::<8>).map_or(0, |eight| i64::from_ne_bytes(*eight))
}

fn rows(pairs: &[(&str, Value)]) -> Value {
    let mut all = PhpArray::new();
    pairs.iter().for_each(|(name, value)| all.set_str(&PhpStr::interned(name.as_bytes()), value.clone()));
    Value::array(all)
}

/// `socket_get_option()`
pub(crate) fn socket_get_option(cx: &mut Cx, socket: &PhpObject, level: i64, option: i64) -> PhpResult<Value> {
    let socket = sockets::of(cx, socket)?;
    let (level, option) = (level as i32, option as i32);
    if (level, option) == (IPPROTO_IPV6, IPV6_PKTINFO) {
        return match sys::option(socket.fd.as_fd(), level, option, 20) {
            Ok(value) => Ok(to_php::packet_info(&value)),
            Err(error) => sockets::fail(cx, &socket, "unable to get socket option", &error).map(Value::bool),
        };
    }
    let size = match (level, option) {
        (SOL_SOCKET, SO_LINGER) => 8,
        (SOL_SOCKET, SO_RCVTIMEO | SO_SNDTIMEO) | (IPPROTO_TCP, TCP_CONGESTION) => 16,
        (SOL_SOCKET, SO_MEMINFO) => 36,
        _ => 4,
    };
    let value = match sys::option(socket.fd.as_fd(), level, option, size) {
        Ok(value) => value,
        Err(error) => return sockets::fail(cx, &socket, "Unable to retrieve socket option", &error).map(Value::bool),
    };
    let int = |at| Value::int(number(&value, at));
    Ok(match (level, option) {
        (SOL_SOCKET, SO_LINGER) => rows(&[("l_onoff", int(0)), ("l_linger", int(1))]),
        (SOL_SOCKET, SO_RCVTIMEO | SO_SNDTIMEO) => rows(&[("sec", Value::int(long(&value, 0))), ("usec", Value::int(long(&value, 1)))]),
        (SOL_SOCKET, SO_MEMINFO) => {
            const NAMES: [&str; 9] =
                ["rmem_alloc", "rcvbuf", "wmem_alloc", "sndbuf", "fwd_alloc", "wmem_queued", "optmem", "backlog", "drops"];
            let pairs: Vec<_> = NAMES.into_iter().enumerate().map(|(at, name)| (name, int(at))).collect();
            rows(&pairs)
        }
        (IPPROTO_TCP, TCP_CONGESTION) => rows(&[("name", Value::bytes(value.split(|b| *b == 0).next().unwrap_or_default()))]),
        (IPPROTO_IP, IP_MULTICAST_IF) => match interface_of(&value) {
            Some(index) => Value::int(i64::from(index)),
            None => Value::FALSE,
        },
        _ if value.len() == 1 => Value::int(i64::from(value[0])),
        _ => int(0),
    })
}

/// The interface that has an IPv4 address; 0 for none.
fn interface_of(address: &[u8]) -> Option<u32> {
    if address.iter().all(|b| *b == 0) {
        return Some(0);
    }
    sys::interfaces().into_iter().find(|(_, own)| own == address).map(|(index, _)| index)
}

/// A key of an array, or property of an object.
fn wanted(cx: &mut Cx, value: &Value, key: &str) -> PhpResult<i64> {
    let table = match value.as_object() {
        Some(object) => object::to_array(cx, object)?,
        None => value.as_array().cloned().unwrap_or_default(),
    };
    match table.get(&Key::Str(PhpStr::interned(key.as_bytes()))).cloned() {
        Some(found) => convert::to_int(cx, found.deref()),
        None => Err(cx.argument_value_error(4, format!("must have key \"{key}\""))),
    }
}

fn must_be_array(cx: &mut Cx, value: &Value, option: &str) -> PhpResult<()> {
    if value.is_array() || value.is_object() {
        return Ok(());
    }
    let name = convert::value_name(value);
    Err(cx.argument_type_error(4, format!("must be of type array when argument #3 ($option) is {option}, {name} given")))
}

/// `socket_set_option()`
pub(crate) fn socket_set_option(cx: &mut Cx, socket: &PhpObject, level: i64, option: i64, value: &Value) -> PhpResult<bool> {
    let socket = sockets::of(cx, socket)?;
    let (level, option) = (level as i32, option as i32);
    let value = value.deref();
    let text = || value.as_bytes().unwrap_or_default().to_vec();
    let int = |cx: &mut Cx| convert::to_int(cx, value).map(|n| (n as i32).to_ne_bytes().to_vec());
    let bytes = match (level, option) {
        (IPPROTO_IP | IPPROTO_IPV6, MCAST_JOIN_GROUP..=MCAST_LEAVE_SOURCE_GROUP) => return group(cx, &socket, level, option, value),
        (IPPROTO_IP, IP_MULTICAST_IF) => {
            let Some(index) = interface(cx, value)? else { return Ok(false) };
            let found = sys::interfaces().into_iter().find(|(own, _)| *own == index).map(|(_, address)| address);
            match (index, found) {
                (0, _) => vec![0; 4],
                (_, Some(address)) => address.to_vec(),
                (_, None) => {
                    cx.builtin_warning("The interface with index has no IPv4 address");
                    return cx.check().map(|()| false);
                }
            }
        }
        (IPPROTO_IP, IP_MULTICAST_LOOP) => vec![u8::from(convert::to_bool(cx, value)?)],
        (IPPROTO_IP, IP_MULTICAST_TTL) => {
            let ttl = convert::to_int(cx, value)?;
            match u8::try_from(ttl) {
                Ok(ttl) => vec![ttl],
                Err(_) => return Err(cx.argument_value_error(4, "must be between 0 and 255")),
            }
        }
        (IPPROTO_IPV6, IPV6_MULTICAST_IF) => {
            let Some(index) = interface(cx, value)? else { return Ok(false) };
            index.to_ne_bytes().to_vec()
        }
        (IPPROTO_IPV6, IPV6_MULTICAST_LOOP) => i32::from(convert::to_bool(cx, value)?).to_ne_bytes().to_vec(),
        (IPPROTO_IPV6, IPV6_MULTICAST_HOPS) => {
            let hops = convert::to_int(cx, value)?;
            if !(-1..=255).contains(&hops) {
                return Err(cx.argument_value_error(4, "must be between -1 and 255"));
            }
            (hops as i32).to_ne_bytes().to_vec()
        }
        (IPPROTO_IPV6, IPV6_PKTINFO) => match from_php::write(cx, &socket, "in6_pktinfo", |writer| writer.packet_info(value))? {
            Some(bytes) => bytes,
            None => return Ok(false),
        },
        (IPPROTO_IP | IPPROTO_IPV6, _) => int(cx)?,
        (IPPROTO_TCP, TCP_CONGESTION) => text(),
        (_, SO_LINGER) => {
            must_be_array(cx, value, "SO_LINGER")?;
            let (on, linger) = (wanted(cx, value, "l_onoff")?, wanted(cx, value, "l_linger")?);
            for (name, given) in [("l_onoff", on), ("l_linger", linger)] {
                if !(0..=i64::from(u16::MAX)).contains(&given) {
                    return Err(cx.argument_value_error(4, format!("\"{name}\" must be between 0 and {}", u16::MAX)));
                }
            }
            [(on as i32).to_ne_bytes(), (linger as i32).to_ne_bytes()].concat()
        }
        (_, SO_RCVTIMEO | SO_SNDTIMEO) => {
            must_be_array(cx, value, if option == SO_RCVTIMEO { "SO_RCVTIMEO" } else { "SO_SNDTIMEO" })?;
            let (seconds, micros) = (wanted(cx, value, "sec")?, wanted(cx, value, "usec")?);
            [seconds.to_ne_bytes(), micros.to_ne_bytes()].concat()
        }
        (_, SO_BINDTODEVICE) => text(),
        (_, SO_ATTACH_REUSEPORT_CBPF) => {
            const CPU: i64 = 36;
            const QUEUE: i64 = 24;
            let outcome = match convert::to_int(cx, value)? {
                0 => sys::set_option(socket.fd.as_fd(), level, SO_DETACH_BPF, &1i32.to_ne_bytes()),
                by @ (CPU | QUEUE) => sys::attach_balance(socket.fd.as_fd(), by as u32),
                _ => {
                    cx.builtin_warning("Unsupported CBPF filter");
                    return cx.check().map(|()| false);
                }
            };
            return sockets::done(cx, &socket, "Unable to set socket option", outcome);
        }
        _ => int(cx)?,
    };
    let outcome = sys::set_option(socket.fd.as_fd(), level, option, &bytes);
    sockets::done(cx, &socket, "Unable to set socket option", outcome)
}

/// An interface by number or name. `None`: there is none, which has been reported.
fn interface(cx: &mut Cx, value: &Value) -> PhpResult<Option<u32>> {
    if let Some(n) = value.as_int() {
        return match u32::try_from(n) {
            Ok(index) => Ok(Some(index)),
            Err(_) => {
                cx.builtin_warning(format!("The interface index cannot be negative or larger than {}; given {n}", u32::MAX));
                cx.check().map(|()| None)
            }
        };
    }
    let name = convert::to_string(cx, value)?;
    match sys::interface_index(&name) {
        Some(index) => Ok(Some(index)),
        None => {
            let shown = name.to_str_lossy().into_owned();
            cx.builtin_warning(format!("No interface with name \"{shown}\" could be found"));
            cx.check().map(|()| None)
        }
    }
}

/// Joining and leaving groups: an array with `group`, `interface` and `source`.
fn group(cx: &mut Cx, socket: &Socket, level: i32, option: i32, value: &Value) -> PhpResult<bool> {
    // A socket address has its own field in the structure, behind a number that is padded.
    const ROOM: usize = 128;
    let Some(table) = value.as_array().cloned() else {
        let name = convert::value_name(value);
        return Err(cx.argument_type_error(4, format!("must be of type array when argument #3 ($option) is MCAST_*, {name} given")));
    };
    let get = |key: &str| table.get(&Key::Str(PhpStr::interned(key.as_bytes()))).map(|value| value.deref().clone());
    let family = if level == IPPROTO_IP { INET } else { INET6 };
    let mut of_family = socket.clone();
    of_family.family = family;
    let address = |cx: &mut Cx, key: &str| -> PhpResult<Option<Vec<u8>>> {
        let Some(value) = get(key) else {
            cx.builtin_warning(format!("No key \"{key}\" passed in optval"));
            return cx.check().map(|()| None);
        };
        let text = convert::to_string(cx, &value)?;
        let Some(mut address) = addresses::parse(cx, &of_family, &text, 0)? else { return Ok(None) };
        address.resize(ROOM, 0);
        Ok(Some(address))
    };
    let Some(group) = address(cx, "group")? else { return Ok(false) };
    let index = match get("interface") {
        Some(value) => match interface(cx, &value)? {
            Some(index) => index,
            None => return Ok(false),
        },
        None => 0,
    };
    let mut bytes = [&index.to_ne_bytes()[..], &[0; 4], &group].concat();
    if !matches!(option, MCAST_JOIN_GROUP | 45) {
        let Some(source) = address(cx, "source")? else { return Ok(false) };
        bytes.extend(source);
    }
    let outcome = sys::set_option(socket.fd.as_fd(), level, option, &bytes);
    sockets::done(cx, socket, "Unable to set socket option", outcome)
}
