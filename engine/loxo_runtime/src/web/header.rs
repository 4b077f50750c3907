//! The header fields of the response: what `header()` does to them, and the dates of cookies.

use loxo_base::civil::UtcTime;

use super::HeaderLine;
use crate::{Cx, PhpResult};

/// Header fields can be set until the head has been sent; a warning says where output began.
pub fn headers_may_change(cx: &mut Cx) -> PhpResult<bool> {
    if !cx.info.headers_sent {
        return Ok(true);
    }
    let text = match &cx.info.output_started {
        Some((file, line)) => {
            format!("Cannot modify header information - headers already sent by (output started at {file}:{line})")
        }
        None => "Cannot modify header information - headers already sent".into(),
    };
    cx.warning(&text);
    cx.check()?;
    Ok(false)
}

/// Adds or replaces a line of the response's head, as `header()` does. False: it was refused, with a warning.
pub fn set_header_line(cx: &mut Cx, line: &[u8], replace: bool, response_code: i64) -> PhpResult<bool> {
    if !headers_may_change(cx)? || line.is_empty() {
        return Ok(false);
    }
    let end = line.iter().rposition(|b| !matches!(b, b' ' | 9..=13)).map_or(0, |at| at + 1);
    let line = &line[..end];
    for b in line {
        match b {
            b'\n' | b'\r' => {
                cx.warning("Header may not contain more than a single header, new line detected");
                cx.check()?;
                return Ok(false);
            }
            0 => {
                cx.warning("Header may not contain NUL bytes");
                cx.check()?;
                return Ok(false);
            }
            _ => {}
        }
    }
    if line.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/")) {
        status_line(cx, line);
        return Ok(true);
    }
    let explicit = u16::try_from(response_code).ok().filter(|code| *code > 0);
    let mut line = HeaderLine::new(line.to_vec());
    special_field(cx, &mut line, explicit)?;
    set_status(cx, explicit);
    if let Some(name) = line.name().filter(|_| replace) {
        cx.info.headers.remove(name);
    }
    cx.info.headers.push(line);
    Ok(true)
}

/// `HTTP/1.1 404 Not Found`
fn status_line(cx: &mut Cx, line: &[u8]) {
    let code = line.split(|b| *b == b' ').skip(1).find(|part| !part.is_empty()).unwrap_or_default();
    let code = code.iter().take_while(|b| b.is_ascii_digit()).fold(0u16, |n, d| n.saturating_mul(10).saturating_add(u16::from(d - b'0')));
    cx.info.status = if code == 0 { 200 } else { code };
    cx.info.status_line = Some(line.to_vec());
}

fn set_status(cx: &mut Cx, code: Option<u16>) {
    if let Some(code) = code.filter(|code| *code != cx.info.status) {
        cx.info.status = code;
        cx.info.status_line = None;
    }
}

/// Fields that mean something to PHP itself.
fn special_field(cx: &mut Cx, line: &mut HeaderLine, explicit: Option<u16>) -> PhpResult<()> {
    match line.name().unwrap_or_default().to_ascii_lowercase().as_slice() {
        b"content-type" => {
            let charset = cx.ini_str("default_charset");
            let value = line.value();
            let lower = value.to_ascii_lowercase();
            if !charset.is_empty() && lower.starts_with(b"text/") && memchr::memmem::find(&lower, b"charset=").is_none() {
                *line = HeaderLine::field("Content-type", &[value, b";charset=", &charset].concat());
            }
        }
        b"content-length" => {
            // Compression would make it wrong.
            let _ = cx.ini_set(b"zlib.output_compression", b"0");
            cx.check()?;
        }
        b"location" if !(300..400).contains(&cx.info.status) && cx.info.status != 201 => {
            // Whatever the method: only Apache says to PHP that the client may be answered with 303.
            set_status(cx, explicit.or(Some(302)));
        }
        b"www-authenticate" => set_status(cx, Some(401)),
        _ => {}
    }
    Ok(())
}

/// `Fri, 01 Jan 2038 00:00:00 GMT`; `None` if the year has more than four digits.
pub fn cookie_date(time: i64) -> Option<String> {
    // Far beyond year 9999 already.
    let at = UtcTime::of_unix(time.clamp(-1 << 50, 1 << 50));
    let (day_name, month_name) = (at.day_name(), at.month_name());
    (at.year <= 9999)
        .then(|| format!("{day_name}, {:02} {month_name} {:04} {:02}:{:02}:{:02} GMT", at.day, at.year, at.hour, at.minute, at.second))
}
