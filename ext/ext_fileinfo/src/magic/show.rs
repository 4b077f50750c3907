//! Messages with the values that rules have found.

use loxo_runtime::civil::UtcTime;

use super::NumberKind;

/// What a format is about.
pub(super) enum Shown<'a> {
    Int { number: i64, is_signed: bool, size: usize },
    Float(f64),
    Text(&'a [u8]),
}

/// No field is wider.
const WIDEST: usize = 255;

/// A format of C's with one value in it, as far as it fits its kind.
pub(super) fn format(message: &[u8], value: &Shown<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len());
    let mut rest = message;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'%' {
            out.push(*first);
            continue;
        }
        if let Some(behind) = rest.strip_prefix(b"%") {
            out.push(b'%');
            rest = behind;
            continue;
        }
        let flags = taken(&mut rest, |b| b"-+ #0".contains(b));
        let width = number(taken(&mut rest, u8::is_ascii_digit));
        let precision = rest.strip_prefix(b".").map(|behind| {
            rest = behind;
            number(taken(&mut rest, u8::is_ascii_digit)).unwrap_or(0)
        });
        taken(&mut rest, |b| b"hlLqjzt".contains(b));
        let Some((conversion, behind)) = rest.split_first() else { break };
        rest = behind;
        let text = converted(*conversion, value, flags, precision);
        let missing = width.unwrap_or(0).saturating_sub(text.len());
        let zeros = flags.contains(&b'0') && !flags.contains(&b'-') && precision.is_none() && !b"sc".contains(conversion);
        match () {
            () if flags.contains(&b'-') => {
                out.extend_from_slice(&text);
                out.resize(out.len() + missing, b' ');
            }
            () if zeros => {
                let sign = usize::from(text.first() == Some(&b'-'));
                out.extend_from_slice(&text[..sign]);
                out.resize(out.len() + missing, b'0');
                out.extend_from_slice(&text[sign..]);
            }
            () => {
                out.resize(out.len() + missing, b' ');
                out.extend_from_slice(&text);
            }
        }
    }
    out
}

fn taken<'a>(rest: &mut &'a [u8], is_one: impl Fn(&u8) -> bool) -> &'a [u8] {
    let (found, behind) = rest.split_at(rest.iter().position(|b| !is_one(b)).unwrap_or(rest.len()));
    *rest = behind;
    found
}

fn number(digits: &[u8]) -> Option<usize> {
    (!digits.is_empty()).then(|| digits.iter().fold(0, |n: usize, b| (n * 10 + usize::from(b - b'0')).min(WIDEST)))
}

fn converted(conversion: u8, value: &Shown<'_>, flags: &[u8], precision: Option<usize>) -> Vec<u8> {
    match (conversion, value) {
        (b's', Shown::Text(text)) => text[..precision.unwrap_or(text.len()).min(text.len())].to_vec(),
        (b's', Shown::Int { number, .. }) => number.to_string().into_bytes(),
        (b'c', Shown::Int { number, .. }) => vec![*number as u8],
        (b'c', Shown::Text(text)) => text.iter().take(1).copied().collect(),
        (_, Shown::Float(float)) => {
            let precision = precision.unwrap_or(6);
            match conversion {
                b'e' | b'E' => format!("{float:.precision$e}").into_bytes(),
                b'g' | b'G' => format!("{float}").into_bytes(),
                _ => format!("{float:.precision$}").into_bytes(),
            }
        }
        (_, Shown::Int { number, is_signed, size }) => {
            let bits = 8 * size.clamp(&1, &8);
            let plain = if bits >= 64 { *number as u64 } else { *number as u64 & ((1 << bits) - 1) };
            let digits = match conversion {
                b'x' => format!("{plain:x}"),
                b'X' => format!("{plain:X}"),
                b'o' => format!("{plain:o}"),
                b'u' => plain.to_string(),
                _ if *is_signed => number.to_string(),
                _ => plain.to_string(),
            };
            let digits = match precision {
                Some(least) if digits.len() < least => "0".repeat(least - digits.len()) + &digits,
                _ => digits,
            };
            let alternate = flags.contains(&b'#') && plain != 0;
            let prefix = match conversion {
                b'x' if alternate => "0x",
                b'X' if alternate => "0X",
                b'o' if alternate => "0",
                _ => "",
            };
            [prefix.as_bytes(), digits.as_bytes()].concat()
        }
        (_, Shown::Text(text)) => text.to_vec(),
    }
}

/// `Thu Jan  1 00:00:00 1970`
pub(super) fn date(number: i64, kind: NumberKind) -> Vec<u8> {
    /// Between 1601 and 1970.
    const WINDOWS: i64 = 11_644_473_600;
    let seconds = if kind == NumberKind::Date(true) { number / 10_000_000 - WINDOWS } else { number };
    let at = UtcTime::of_unix(seconds);
    let (day_name, month_name) = (at.day_name(), at.month_name());
    format!("{day_name} {month_name} {:2} {:02}:{:02}:{:02} {}", at.day, at.hour, at.minute, at.second, at.year).into_bytes()
}
