//! What a client sends. Subjects and headers must have no control characters and no spaces; that is the caller's to see to.

/// The first operation of a client: `options` is JSON.
pub fn connect(out: &mut Vec<u8>, options: &str) {
    out.extend_from_slice(format!("CONNECT {options}\r\n").as_bytes());
}

/// Messages to a subject, in which `*` is any word, are wanted under a number.
pub fn subscribe(out: &mut Vec<u8>, subject: &str, number: u64) {
    out.extend_from_slice(format!("SUB {subject} {number}\r\n").as_bytes());
}

/// Sends a message, to which answers are expected at `reply`.
pub fn publish(out: &mut Vec<u8>, subject: &str, reply: Option<&str>, headers: &[(&str, &str)], payload: &[u8]) {
    let reply = reply.map_or_else(String::new, |reply| format!(" {reply}"));
    if headers.is_empty() {
        out.extend_from_slice(format!("PUB {subject}{reply} {}\r\n", payload.len()).as_bytes());
    } else {
        let lines: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!("NATS/1.0\r\n{lines}\r\n");
        out.extend_from_slice(format!("HPUB {subject}{reply} {} {}\r\n{head}", head.len(), head.len() + payload.len()).as_bytes());
    }
    out.extend_from_slice(payload);
    out.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::publish;

    #[test]
    fn messages_have_their_lengths() {
        let mut out = Vec::new();
        publish(&mut out, "a", None, &[], b"12");
        publish(&mut out, "a", Some("r"), &[("X", "y")], b"12");
        assert_eq!(out, b"PUB a 2\r\n12\r\nHPUB a r 18 20\r\nNATS/1.0\r\nX: y\r\n\r\n12\r\n");
    }
}
