//! The system's log.

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
    let mut line = format!("<{priority}>").into_bytes();
    line.extend_from_slice(if log.prefix.is_empty() { b"php" } else { &log.prefix });
    if log.flags & LOG_PID != 0 {
        line.extend_from_slice(format!("[{}]", std::process::id()).as_bytes());
    }
    line.extend_from_slice(b": ");
    line.extend_from_slice(message);
    if log.flags & LOG_PERROR != 0 {
        use std::io::Write;
        let start = line.iter().position(|&b| b == b'>').map_or(0, |at| at + 1);
        // There is nowhere to report to.
        let _ = std::io::stderr().write_all(&[&line[start..], b"\n"].concat());
    }
    // A system without a log has nobody to tell, which PHP does not report either.
    if let Ok(socket) = UnixDatagram::unbound() {
        let _ = socket.send_to(&line, "/dev/log");
    }
    Ok(true)
}
