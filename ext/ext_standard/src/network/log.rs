//! `syslog()` and its like, which write to the system's log.

use std::os::unix::net::UnixDatagram;

use crate::prelude::*;

/// What `openlog()` said.
#[derive(Default)]
struct Log {
    prefix: Vec<u8>,
    flags: i64,
    facility: i64,
}

impl ExtSlot for Log {}

const LOG_USER: i64 = 8;
const LOG_PID: i64 = 1;
const LOG_PERROR: i64 = 32;

/// `openlog()`
pub(crate) fn openlog(cx: &mut Cx, prefix: &PhpStr, flags: i64, facility: i64) -> PhpResult<bool> {
    *cx.ext::<Log>() = Log { prefix: prefix.to_vec(), flags, facility };
    Ok(true)
}

/// `closelog()`
pub(crate) fn closelog(cx: &mut Cx) -> PhpResult<bool> {
    *cx.ext::<Log>() = Log::default();
    Ok(true)
}

/// `syslog()`
pub(crate) fn syslog(cx: &mut Cx, priority: i64, message: &PhpStr) -> PhpResult<bool> {
    let log = cx.ext::<Log>();
    let facility = if log.facility == 0 { LOG_USER } else { log.facility };
    let priority = if priority & !7 == 0 { priority | facility } else { priority };
    let mut origin = if log.prefix.is_empty() { b"php".to_vec() } else { log.prefix.clone() };
    if log.flags & LOG_PID != 0 {
        origin.extend_from_slice(format!("[{}]", std::process::id()).as_bytes());
    }
    let also_here = log.flags & LOG_PERROR != 0;
    for line in message.split(|&b| b == b'\n') {
        send(&[&origin[..], b": ", &without_controls(line)].concat(), priority, also_here);
    }
    Ok(true)
}

/// Control characters could fake entries, so they are spelled out.
fn without_controls(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    for &b in line {
        match b {
            0..0x20 | 0x7f => out.extend_from_slice(format!("\\x{b:02x}").as_bytes()),
            _ => out.push(b),
        }
    }
    out
}

fn send(line: &[u8], priority: i64, also_here: bool) {
    if also_here {
        use std::io::Write;
        // There is nowhere to report to.
        let _ = std::io::stderr().write_all(&[line, b"\n"].concat());
    }
    // A system without a log has nobody to tell, which PHP does not report either.
    if let Ok(socket) = UnixDatagram::unbound() {
        let _ = socket.send_to(&[format!("<{priority}>").as_bytes(), line].concat(), "/dev/log");
    }
}
