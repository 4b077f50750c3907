//! The access log: one line per request, by the codes of `access.format`.

use loxo_runtime::web::HeaderLine;

use crate::scoreboard::Process;

/// A line is cut here.
const LIMIT: usize = 1024;

/// What the codes ask for.
pub(crate) struct Request<'a> {
    pub process: &'a Process,
    pub pool: &'a str,
    pub status: u16,
    pub client: &'a [u8],
    pub headers: &'a [HeaderLine],
    /// `None`: the client gave no such parameter.
    pub parameter: &'a dyn Fn(&[u8]) -> Option<Vec<u8>>,
}

/// A piece of a format.
enum Piece<'a> {
    Plain(u8),
    Code(u8, Option<&'a str>),
}

/// The pieces of a format; the error is php-fpm's message.
fn pieces(format: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(first) = rest.bytes().next() {
        rest = rest.get(1..).unwrap_or_default();
        if first != b'%' {
            found.push(Piece::Plain(first));
            continue;
        }
        let mut argument = None;
        if let Some(inner) = rest.strip_prefix('{') {
            let Some((text, behind)) = inner.split_once('}').filter(|(_, behind)| !behind.is_empty()) else {
                return Err("missing closing embrace in the access.format".into());
            };
            (argument, rest) = (Some(text).filter(|text| !text.is_empty()), behind);
        }
        // A percent sign at the end stands for nothing.
        let Some(code) = rest.chars().next() else { break };
        rest = &rest[code.len_utf8()..];
        let code = u8::try_from(code).unwrap_or(b'?');
        allowed(code, argument)?;
        found.push(Piece::Code(code, argument));
    }
    Ok(found)
}

fn is_one_of(text: &str, all: &[&str]) -> bool {
    all.iter().any(|known| text.eq_ignore_ascii_case(known))
}

const SECONDS: &[&str] = &["seconds"];
const MILLI: &[&str] = &["milliseconds", "milli", "miliseconds", "mili"];
const MICRO: &[&str] = &["microseconds", "micro"];
const BYTES: &[&str] = &["bytes"];
const KILO: &[&str] = &["kilobytes", "kilo"];
const MEGA: &[&str] = &["megabytes", "mega"];

fn allowed(code: u8, argument: Option<&str>) -> Result<(), String> {
    let letter = char::from(code);
    let text = argument.unwrap_or_default();
    let among = |groups: &[&[&str]]| argument.is_none() || groups.iter().any(|group| is_one_of(text, group));
    let only = |words: &str| Err(format!("only {words} are allowed as a modifier for %{letter} ('{text}')"));
    match code {
        b'C' if !among(&[&["total", "user", "system"]]) => only("'total', 'user' or 'system'"),
        b'd' if !among(&[SECONDS, MILLI, MICRO]) => only("'seconds', 'milli', 'milliseconds', 'micro' or 'microseconds'"),
        b'M' if !among(&[BYTES, KILO, MEGA]) => only("'bytes', 'kilo', 'kilobytes', 'mega' or 'megabytes'"),
        b'e' if argument.is_none() => Err(format!("the name of the environment variable must be set between embraces for %{letter}")),
        b'o' if argument.is_none() => Err(format!("the name of the header must be set between embraces for %{letter}")),
        b'C' | b'd' | b'M' | b'e' | b'o' | b't' | b'T' => Ok(()),
        b'%' | b'f' | b'l' | b'm' | b'n' | b'p' | b'P' | b'q' | b'Q' | b'r' | b'R' | b's' | b'u' if argument.is_none() => Ok(()),
        b'%' | b'f' | b'l' | b'm' | b'n' | b'p' | b'P' | b'q' | b'Q' | b'r' | b'R' | b's' | b'u' => {
            Err(format!("embrace is not allowed for modifier %{letter}"))
        }
        _ => Err(format!("Invalid token in the access.format (%{letter})")),
    }
}

/// Is the format one? The error is php-fpm's message.
pub(crate) fn check(format: &str) -> Result<(), String> {
    pieces(format).map(drop)
}

fn or_dash(text: &[u8]) -> Vec<u8> {
    if text.is_empty() { b"-".to_vec() } else { text.to_vec() }
}

/// The line of a request, and whether it had to be cut.
pub(crate) fn line(format: &str, request: &Request<'_>) -> (Vec<u8>, bool) {
    let mut out = Vec::new();
    for piece in pieces(format).unwrap_or_default() {
        match piece {
            Piece::Plain(byte) => out.push(byte),
            Piece::Code(code, argument) => out.extend_from_slice(&value(code, argument, request)),
        }
    }
    let cut = out.len() >= LIMIT;
    out.truncate(LIMIT);
    (out, cut)
}

fn value(code: u8, argument: Option<&str>, request: &Request<'_>) -> Vec<u8> {
    let process = request.process;
    let is = |group: &[&str]| argument.is_some_and(|text| is_one_of(text, group));
    match code {
        b'C' => {
            let [user, system, children_user, children_system] = process.cpu;
            let ticks = match () {
                () if is(&["user"]) => user + children_user,
                () if is(&["system"]) => system + children_system,
                () => user + system + children_user + children_system,
            };
            format!("{:.2}", process.cpu_percent(ticks)).into_bytes()
        }
        b'd' if is(MILLI) => format!("{:.3}", process.duration as f64 / 1e3).into_bytes(),
        b'd' if is(MICRO) => process.duration.to_string().into_bytes(),
        b'd' => format!("{:.3}", process.duration as f64 / 1e6).into_bytes(),
        b'e' => or_dash(&(request.parameter)(argument.unwrap_or_default().as_bytes()).unwrap_or_default()),
        b'f' => or_dash(&process.script),
        b'l' => process.length.to_string().into_bytes(),
        b'm' => or_dash(&process.method),
        b'M' if is(KILO) => (process.memory >> 10).to_string().into_bytes(),
        b'M' if is(MEGA) => (process.memory >> 20).to_string().into_bytes(),
        b'M' => process.memory.to_string().into_bytes(),
        b'n' => or_dash(request.pool.as_bytes()),
        b'o' => {
            let wanted = request.headers.iter().find(|line| line.name().is_some_and(|name| Some(name) == argument.map(str::as_bytes)));
            or_dash(wanted.map_or(b"", HeaderLine::value))
        }
        b'p' => std::process::id().to_string().into_bytes(),
        b'P' => std::os::unix::process::parent_id().to_string().into_bytes(),
        b'q' => process.query.clone(),
        b'Q' if process.query.is_empty() => Vec::new(),
        b'Q' => b"?".to_vec(),
        b'r' => process.uri.clone(),
        b'R' => or_dash(request.client),
        b's' => request.status.to_string().into_bytes(),
        b't' | b'T' => {
            let time = if code == b't' { process.accepted_time } else { crate::log::now().0 };
            loxo_process_sys::format_local(argument.unwrap_or("%d/%b/%Y:%H:%M:%S %z").as_bytes(), time)
        }
        b'u' => process.user.clone(),
        _ => vec![code],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        for (format, error) in [
            ("%R - %u %t \"%m %r%Q%q\" %s %f %{mili}d %{kilo}M %C%% %{User-Agent}e %{X}o %{%s}T", None),
            ("%{x}d", Some("only 'seconds', 'milli', 'milliseconds', 'micro' or 'microseconds' are allowed as a modifier for %d ('x')")),
            ("%e", Some("the name of the environment variable must be set between embraces for %e")),
            ("%{a}R", Some("embrace is not allowed for modifier %R")),
            ("%{a", Some("missing closing embrace in the access.format")),
            ("%{a}", Some("missing closing embrace in the access.format")),
            ("%z", Some("Invalid token in the access.format (%z)")),
        ] {
            assert_eq!(check(format).err().as_deref(), error, "{format}");
        }
    }

    #[test]
    fn lines() {
        let process = Process {
            uri: b"/a.php".to_vec(),
            query: b"b=c".to_vec(),
            method: b"GET".to_vec(),
            duration: 1_234_567,
            memory: 3 << 20,
            accepted_time: 86400,
            cpu: [100, 20, 3, 0],
            ..Process::default()
        };
        let headers = [HeaderLine::field("X-Y", b"z")];
        let parameter = |name: &[u8]| (name == b"REMOTE_ADDR").then(|| b"10.0.0.1".to_vec());
        let request = Request { process: &process, pool: "w", status: 201, client: b"::1", headers: &headers, parameter: &parameter };
        let text = |format| String::from_utf8(line(format, &request).0).expect("text");
        assert_eq!(text("%R %n \"%m %r%Q%q\" %s %f|%u|"), "::1 w \"GET /a.php?b=c\" 201 -||");
        assert_eq!(text("%d %{milli}d %{micro}d %M %{mega}M %{%s}t %%"), "1.235 1234.567 1234567 3145728 3 86400 %");
        assert_eq!(text("%{REMOTE_ADDR}e %{NO}e %{X-Y}o %{X}o %{user}C"), "10.0.0.1 - z - 83.43");
        let long = line(&"x".repeat(2000), &request);
        assert_eq!((long.0.len(), long.1), (1024, true));
    }
}
