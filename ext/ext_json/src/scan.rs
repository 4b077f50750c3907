//! Splits JSON text into tokens, with strings decoded and checked, for the parser of `json_decode()`.

use loxo_runtime::value::number;

use crate::json::{JsonError, flag};
use crate::text::{next_char, push_utf8, span};

/// What the text consists of. Strings without escapes are lent.
#[derive(Debug)]
pub(crate) enum Token<'a> {
    OpenArray,
    CloseArray,
    OpenObject,
    CloseObject,
    Comma,
    Colon,
    Null,
    True,
    False,
    Int(i64),
    Float(f64),
    /// An integer that does not fit.
    BigInt(&'a [u8]),
    Str(&'a [u8]),
    /// A string that is in the scanner's buffer.
    Escaped,
    End,
}

pub(crate) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    flags: i64,
    /// The last string that had escapes.
    pub(crate) buffer: Vec<u8>,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a [u8], flags: i64) -> Scanner<'a> {
        Scanner { text, at: 0, flags, buffer: Vec::new() }
    }

    #[inline(always)]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.get(self.at) {
            self.at += 1;
        }
    }

    /// Takes one byte, a token, if that is what comes next.
    #[inline]
    pub(crate) fn take(&mut self, token: u8) -> bool {
        self.skip_space();
        let is_next = self.text.get(self.at) == Some(&token);
        self.at += usize::from(is_next);
        is_next
    }

    pub(crate) fn next(&mut self) -> Result<Token<'a>, JsonError> {
        self.skip_space();
        let Some(byte) = self.text.get(self.at) else { return Ok(Token::End) };
        let token = match byte {
            b'"' => return self.string(),
            b'-' | b'0'..=b'9' => return self.number(),
            b'[' => Token::OpenArray,
            b']' => Token::CloseArray,
            b'{' => Token::OpenObject,
            b'}' => Token::CloseObject,
            b',' => Token::Comma,
            b':' => Token::Colon,
            b'n' => return self.word(b"null", Token::Null),
            b't' => return self.word(b"true", Token::True),
            b'f' => return self.word(b"false", Token::False),
            0..0x20 => return Err(JsonError::CtrlChar),
            _ if next_char(&self.text[self.at..]).is_err() => return Err(JsonError::Utf8),
            _ => return Err(JsonError::Syntax),
        };
        self.at += 1;
        Ok(token)
    }

    fn word(&mut self, word: &[u8], token: Token<'a>) -> Result<Token<'a>, JsonError> {
        if !self.text[self.at..].starts_with(word) {
            return Err(JsonError::Syntax);
        }
        self.at += word.len();
        Ok(token)
    }

    fn digits(&self, at: usize) -> usize {
        self.text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    fn number(&mut self) -> Result<Token<'a>, JsonError> {
        let start = self.at;
        let mut at = start + usize::from(self.text[start] == b'-');
        at += match self.text.get(at) {
            // What follows a leading zero is a token of its own, and never one that may stand here.
            Some(b'0') => 1,
            _ => self.digits(at),
        };
        if at == start || self.text[at - 1] == b'-' {
            return Err(JsonError::Syntax);
        }
        let int_end = at;
        if self.text.get(at) == Some(&b'.') {
            let digits = self.digits(at + 1);
            if digits > 0 {
                at += 1 + digits;
            }
        }
        if let Some(b'e' | b'E') = self.text.get(at) {
            let sign = usize::from(matches!(self.text.get(at + 1), Some(b'+' | b'-')));
            let digits = if at + 1 + sign <= self.text.len() { self.digits(at + 1 + sign) } else { 0 };
            if digits > 0 {
                at += 1 + sign + digits;
            }
        }
        self.at = at;
        let text = &self.text[start..at];
        if at != int_end {
            return Ok(Token::Float(number::strtod(text).0));
        }
        Ok(small_int(text).map_or(Token::BigInt(text), Token::Int))
    }

    fn string(&mut self) -> Result<Token<'a>, JsonError> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            at += plain(&self.text[at..]);
            match self.text.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(Token::Str(&self.text[start..at]));
                }
                Some(0x80..) => match next_char(&self.text[at..]) {
                    Ok((_, len)) => at += len,
                    Err(_) => break,
                },
                _ => break,
            }
        }
        self.buffer.clear();
        self.buffer.extend_from_slice(&self.text[start..at]);
        self.at = at;
        self.escaped_string()
    }

    /// The rest of a string that is not all plain, into the buffer.
    fn escaped_string(&mut self) -> Result<Token<'a>, JsonError> {
        loop {
            let rest = &self.text[self.at..];
            let plain = plain(rest);
            self.buffer.extend_from_slice(&rest[..plain]);
            self.at += plain;
            let rest = &rest[plain..];
            match rest.first() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Token::Escaped);
                }
                Some(b'\\') => self.escape(&rest[1..])?,
                Some(0x80..) => match next_char(rest) {
                    Ok((_, len)) => {
                        self.buffer.extend_from_slice(&rest[..len]);
                        self.at += len;
                    }
                    // Here, unlike in json_encode(), each byte counts.
                    Err(_) if self.flags & flag::INVALID_UTF8_IGNORE != 0 => self.at += 1,
                    Err(_) if self.flags & flag::INVALID_UTF8_SUBSTITUTE != 0 => {
                        push_utf8(&mut self.buffer, 0xfffd);
                        self.at += 1;
                    }
                    Err(_) => return Err(JsonError::Utf8),
                },
                // The end of the text counts as the control character that C puts there.
                _ => return Err(JsonError::CtrlChar),
            }
        }
    }

    /// `rest` is what follows the backslash.
    fn escape(&mut self, rest: &[u8]) -> Result<(), JsonError> {
        let byte = match rest.first() {
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(byte @ (b'"' | b'\\' | b'/')) => *byte,
            Some(b'u') => return self.unicode_escape(&rest[1..]),
            _ => return Err(JsonError::Syntax),
        };
        self.buffer.push(byte);
        self.at += 2;
        Ok(())
    }

    fn unicode_escape(&mut self, rest: &[u8]) -> Result<(), JsonError> {
        let unit = hex(rest).ok_or(JsonError::Syntax)?;
        let (code, len) = match unit {
            0xd800..0xdc00 => match rest[4..].strip_prefix(b"\\u").and_then(hex) {
                Some(low @ 0xdc00..0xe000) => (0x1_0000 + ((unit & 0x3ff) << 10 | low & 0x3ff), 12),
                _ => return Err(JsonError::Utf16),
            },
            0xdc00..0xe000 => return Err(JsonError::Utf16),
            _ => (unit, 6),
        };
        push_utf8(&mut self.buffer, code);
        self.at += len;
        Ok(())
    }
}

fn hex(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.get(..4)?;
    digits.iter().try_fold(0, |n, byte| Some(n << 4 | char::from(*byte).to_digit(16)?))
}

fn small_int(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    // Nineteen digits fit an unsigned number.
    let n = if digits.len() <= 19 { digits.iter().fold(0u64, |n, digit| n * 10 + u64::from(digit - b'0')) } else { return None };
    if negative { 0i64.checked_sub_unsigned(n) } else { i64::try_from(n).ok() }
}

/// How many bytes at the start stand for themselves in strings and need no look at what follows. Eight at a time: what is subtracted borrows from
/// bytes behind it only, so the first bit that is set is right.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*word);
        let controls = word.wrapping_sub(ONES * 0x20) & !word;
        let quotes = zeros(word ^ (ONES * u64::from(b'"')));
        let backslashes = zeros(word ^ (ONES * u64::from(b'\\')));
        let ends = (word | controls | quotes | backslashes) & HIGH;
        if ends != 0 {
            return at + ends.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + span(&bytes[at..], &PLAIN)
}

/// The same as a table.
static PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0x20;
    while byte < 0x80 {
        table[byte] = byte != b'"' as usize && byte != b'\\' as usize;
        byte += 1;
    }
    table
};
