//! What a literal's text means: numbers, escapes, heredoc indentation.

/// A problem inside a literal: message and offset relative to the text given.
pub(crate) type Problem = (String, usize);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    Int(i64),
    Float(f64),
}

fn radix_of(text: &[u8]) -> (u32, &[u8]) {
    match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, rest),
        [b'0', rest @ ..] if !rest.is_empty() => (8, rest),
        _ => (10, text),
    }
}

/// The value of an integer literal, or the float that it overflows to.
pub(crate) fn integer(text: &[u8]) -> Number {
    let (radix, digits) = radix_of(text);
    let mut value: i64 = 0;
    for &b in digits {
        let Some(digit) = (b as char).to_digit(radix) else { continue };
        let next = value.checked_mul(i64::from(radix)).and_then(|v| v.checked_add(i64::from(digit)));
        match next {
            Some(next) => value = next,
            None => return Number::Float(overflowed(radix, digits)),
        }
    }
    Number::Int(value)
}

fn overflowed(radix: u32, digits: &[u8]) -> f64 {
    if radix == 10 {
        return float(digits);
    }
    let digits = digits.iter().filter_map(|&b| (b as char).to_digit(radix));
    digits.fold(0.0, |value, digit| value * f64::from(radix) + f64::from(digit))
}

pub(crate) fn is_int(text: &[u8]) -> bool {
    matches!(integer(text), Number::Int(_))
}

/// The value of a decimal float literal.
pub(crate) fn float(text: &[u8]) -> f64 {
    let clean: String = text.iter().filter(|&&b| b != b'_').map(|&b| b as char).collect();
    clean.parse().unwrap_or(f64::INFINITY)
}

/// `"$a[123]"`: an integer if the text is one in its canonical form.
pub(crate) fn canonical_int(text: &[u8], negative: bool) -> Option<i64> {
    let canonical = match text {
        [b'0'] => !negative,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let digits = std::str::from_utf8(text).ok()?;
    if !canonical {
        return None;
    }
    let value: i64 = digits.parse().ok()?;
    Some(if negative { -value } else { value })
}

/// The contents of a single-quoted string.
pub(crate) fn single_quoted(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(i) = rest.iter().position(|&b| b == b'\\') {
        out.extend_from_slice(&rest[..i]);
        match rest.get(i + 1) {
            Some(&b @ (b'\\' | b'\'')) => out.push(b),
            Some(&b) => out.extend_from_slice(&[b'\\', b]),
            None => out.push(b'\\'),
        }
        rest = rest.get(i + 2..).unwrap_or(&[]);
    }
    out.extend_from_slice(rest);
}

/// Resolves the escapes of a double-quoted string, backticks or a heredoc (`quote` 0). Warnings go to `warnings`.
pub(crate) fn escapes(text: &[u8], quote: u8, out: &mut Vec<u8>, warnings: &mut Vec<Problem>) -> Result<(), Problem> {
    let mut at = 0;
    while let Some(i) = text[at..].iter().position(|&b| b == b'\\') {
        out.extend_from_slice(&text[at..at + i]);
        at = escape(text, at + i + 1, quote, out, warnings)?;
    }
    out.extend_from_slice(&text[at..]);
    Ok(())
}

/// One escape; `at` is behind the backslash. Returns where the text goes on.
fn escape(text: &[u8], at: usize, quote: u8, out: &mut Vec<u8>, warnings: &mut Vec<Problem>) -> Result<usize, Problem> {
    let Some(&byte) = text.get(at) else {
        out.push(b'\\');
        return Ok(at);
    };
    let simple = match byte {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'f' => 0x0c,
        b'v' => 0x0b,
        b'e' => 0x1b,
        b'\\' | b'$' => byte,
        b'"' | b'`' if byte == quote => byte,
        b'x' | b'X' if text.get(at + 1).is_some_and(u8::is_ascii_hexdigit) => return Ok(hex_escape(text, at + 1, out)),
        b'u' if text.get(at + 1) == Some(&b'{') => return unicode_escape(text, at + 2, out),
        b'0'..=b'7' => return Ok(octal_escape(text, at, out, warnings)),
        _ => {
            out.extend_from_slice(&[b'\\', byte]);
            return Ok(at + 1);
        }
    };
    out.push(simple);
    Ok(at + 1)
}

fn hex_escape(text: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let len = text[at..].iter().take(2).take_while(|b| b.is_ascii_hexdigit()).count();
    let digits = text[at..at + len].iter().filter_map(|&b| (b as char).to_digit(16));
    out.push(digits.fold(0, |value, digit| value * 16 + digit) as u8);
    at + len
}

fn octal_escape(text: &[u8], at: usize, out: &mut Vec<u8>, warnings: &mut Vec<Problem>) -> usize {
    let len = text[at..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
    let digits = &text[at..at + len];
    let value = digits.iter().fold(0u32, |value, &b| value * 8 + u32::from(b - b'0'));
    if value > 0xff {
        let shown = String::from_utf8_lossy(digits);
        warnings.push((format!("Octal escape sequence overflow \\{shown} is greater than \\377"), at - 1));
    }
    out.push(value as u8);
    at + len
}

/// `\u{...}`; `at` is behind the brace.
fn unicode_escape(text: &[u8], at: usize, out: &mut Vec<u8>) -> Result<usize, Problem> {
    let invalid = || ("Invalid UTF-8 codepoint escape sequence".to_string(), at);
    let len = text[at..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
    if len == 0 || text.get(at + len) != Some(&b'}') {
        return Err(invalid());
    }
    let digits = text[at..at + len].iter().filter_map(|&b| (b as char).to_digit(16));
    let value = digits.fold(0u64, |value, digit| value.saturating_mul(16).saturating_add(u64::from(digit)));
    if value > 0x10_ffff {
        return Err(("Invalid UTF-8 codepoint escape sequence: Codepoint too large".into(), at));
    }
    push_utf8(value as u32, out);
    Ok(at + len + 1)
}

/// Like UTF-8 encoding of a `char`, but surrogates are encoded too.
fn push_utf8(value: u32, out: &mut Vec<u8>) {
    let tail = |shift: u32| 0x80 | (value >> shift & 0x3f) as u8;
    match value {
        0..=0x7f => out.push(value as u8),
        0x80..=0x7ff => out.extend_from_slice(&[0xc0 | (value >> 6) as u8, tail(0)]),
        0x800..=0xffff => out.extend_from_slice(&[0xe0 | (value >> 12) as u8, tail(6), tail(0)]),
        _ => out.extend_from_slice(&[0xf0 | (value >> 18) as u8, tail(12), tail(6), tail(0)]),
    }
}

pub(crate) fn body_indentation_error(indentation: u32) -> String {
    format!("Invalid body indentation level (expecting an indentation level of at least {indentation})")
}

/// A piece of a heredoc's body, and how its lines are indented.
#[derive(Clone, Copy)]
pub(crate) struct Body<'s> {
    pub text: &'s [u8],
    pub indentation: usize,
    pub uses_spaces: bool,
    /// The piece begins a line.
    pub at_line_start: bool,
    /// The closing label follows.
    pub at_end: bool,
}

impl Body<'_> {
    /// Removes the indentation from every line that begins in this piece.
    pub(crate) fn unindent(&self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let text = self.text;
        let mut at = 0;
        if !self.at_line_start {
            at = line_end(text, 0).unwrap_or(text.len());
            out.extend_from_slice(&text[..at]);
            if !text[..at].ends_with(b"\n") && !text[..at].ends_with(b"\r") {
                return Ok(());
            }
        }
        loop {
            let next = line_end(text, at);
            let has_newline = next.is_some();
            let end = next.unwrap_or(text.len());
            at = self.skip_indentation(at, has_newline || self.at_end)?;
            out.extend_from_slice(&text[at.min(end)..end]);
            if !has_newline {
                return Ok(());
            }
            at = end;
        }
    }

    /// The end of the indentation of the line at `from`. Lines of blanks may have less if they are `complete`.
    fn skip_indentation(&self, from: usize, complete: bool) -> Result<usize, Problem> {
        for at in from..from + self.indentation {
            match self.text.get(at) {
                None | Some(b'\n' | b'\r') if complete => return Ok(at),
                Some(&blank @ (b' ' | b'\t')) => {
                    if (blank == b' ') != self.uses_spaces {
                        return Err(("Invalid indentation - tabs and spaces cannot be mixed".into(), from));
                    }
                }
                _ => return Err((body_indentation_error(self.indentation as u32), from)),
            }
        }
        Ok(from + self.indentation)
    }
}

/// The offset behind the newline that ends the line at `from`.
fn line_end(text: &[u8], from: usize) -> Option<usize> {
    let newline = from + text.get(from..)?.iter().position(|&b| b == b'\n' || b == b'\r')?;
    let is_crlf = text[newline] == b'\r' && text.get(newline + 1) == Some(&b'\n');
    Some(newline + 1 + usize::from(is_crlf))
}
