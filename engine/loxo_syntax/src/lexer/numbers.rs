//! Where a number ends. Its value is computed by [`crate::decode`].

use super::{Lexer, Token, TokenKind};

impl Lexer<'_> {
    /// The end of a run of digits with single underscores between them, or `at` when there is no digit.
    fn digits(&self, mut at: usize, is_digit: fn(u8) -> bool) -> usize {
        if !is_digit(self.at(at)) {
            return at;
        }
        loop {
            while is_digit(self.at(at)) {
                at += 1;
            }
            if self.at(at) != b'_' || !is_digit(self.at(at + 1)) {
                return at;
            }
            at += 1;
        }
    }

    fn decimal_digits(&self, at: usize) -> usize {
        self.digits(at, |b| b.is_ascii_digit())
    }

    /// `0x`, `0b` and `0o` literals: the end, if there is one at `at`.
    pub(super) fn prefixed_number(&self, at: usize) -> Option<usize> {
        if self.at(at) != b'0' {
            return None;
        }
        let end = match self.at(at + 1) | 0x20 {
            b'x' => self.digits(at + 2, |b| b.is_ascii_hexdigit()),
            b'b' => self.digits(at + 2, |b| b == b'0' || b == b'1'),
            b'o' => self.digits(at + 2, |b| (b'0'..=b'7').contains(&b)),
            _ => return None,
        };
        (end > at + 2).then_some(end)
    }

    /// A number in code; the caller has seen a digit, or a dot and a digit.
    pub(super) fn number(&mut self) -> Token {
        let start = self.pos;
        if let Some(end) = self.prefixed_number(start) {
            let kind = if crate::decode::is_int(&self.src[start..end]) { TokenKind::Int } else { TokenKind::Float };
            return self.token(kind, start, end);
        }
        let integer_end = self.decimal_digits(start);
        let mut end = integer_end;
        if self.at(end) == b'.' {
            end = self.decimal_digits(end + 1);
        }
        if self.at(end) | 0x20 == b'e' {
            let digits = end + 1 + usize::from(matches!(self.at(end + 1), b'+' | b'-'));
            let exponent_end = self.decimal_digits(digits);
            if exponent_end > digits {
                end = exponent_end;
            }
        }
        if end > integer_end {
            return self.token(TokenKind::Float, start, end);
        }
        let text = &self.src[start..end];
        let kind = if end - start < 19 || crate::decode::is_int(text) { TokenKind::Int } else { TokenKind::Float };
        let token = self.token(kind, start, end);
        if text[0] == b'0' && text.iter().any(|b| matches!(b, b'8' | b'9')) {
            return self.fail("Invalid numeric literal", start, token);
        }
        token
    }

    /// The number in `"$a[0]"`: the end, if there is one.
    pub(super) fn offset_number(&self, at: usize) -> Option<usize> {
        if let Some(end) = self.prefixed_number(at) {
            return Some(end);
        }
        let end = self.decimal_digits(at);
        (end > at).then_some(end)
    }
}
