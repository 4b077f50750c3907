//! Literals as PHP prints them.

/// A string in the quotes that its contents need.
pub(super) fn quoted(text: &[u8], out: &mut Vec<u8>) {
    if text.iter().any(|&b| b < b' ') {
        out.push(b'"');
        quoted_inside(b'"', text, out);
        return out.push(b'"');
    }
    out.push(b'\'');
    for &byte in text {
        if byte == b'\'' || byte == b'\\' {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b'\'');
}

/// The inside of a string between double quotes or backticks.
pub(super) fn quoted_inside(quote: u8, text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        let letter = match byte {
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x0c => b'f',
            0x0b => b'v',
            0x1b => b'e',
            0..=0x1f => {
                out.extend_from_slice(&[b'\\', b'0', b'0' + byte / 8, b'0' + byte % 8]);
                continue;
            }
            b'$' | b'\\' => byte,
            _ if byte == quote => byte,
            _ => {
                out.push(byte);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', letter]);
    }
}

/// A float with 14 significant digits (the default of ini `precision`), always recognizable as a float.
pub(super) fn double(value: f64) -> String {
    const PRECISION: i32 = 14;
    if value.is_nan() {
        return "NAN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INF".into() } else { "-INF".into() };
    }
    let scientific = format!("{:.*e}", PRECISION as usize - 1, value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(|&c| c != '.').collect();
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        rest => rest,
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if !(-4..PRECISION).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        return format!("{sign}{first}.{rest}E{}{}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    if exponent < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat((-exponent - 1) as usize));
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        return format!("{sign}{digits}{}.0", "0".repeat(whole - digits.len()));
    }
    format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
}
