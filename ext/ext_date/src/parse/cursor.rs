//! Numbers out of a piece of text. Behind its end, and at a NUL byte, there is nothing but NUL bytes.

#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Cursor<'a> {
        let end = text.iter().position(|&b| b == 0).unwrap_or(text.len());
        Cursor { text: &text[..end], at: 0 }
    }

    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    #[inline]
    pub(crate) fn peek_at(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(crate) fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn skip(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    pub(crate) fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        let count = self.rest().iter().take_while(|&&b| wanted(b)).count();
        self.at += count;
    }

    /// Spaces, tabs, and the spaces of Unicode that do not break.
    pub(crate) fn skip_spaces(&mut self) {
        loop {
            let rest = self.rest();
            let length = match rest {
                [b' ' | b'\t', ..] => 1,
                [0xC2, 0xA0, ..] => 2,
                [0xE2, 0x80, 0xAF, ..] => 3,
                _ => return,
            };
            self.skip(length);
        }
    }

    /// The next number of at most `digits` digits and its length; whatever stands before it is skipped.
    pub(crate) fn number_with_length(&mut self, digits: usize) -> Option<(i64, usize)> {
        self.skip_while(|b| !b.is_ascii_digit());
        let length = self.rest().iter().take(digits).take_while(|b| b.is_ascii_digit()).count();
        let value = to_int(&self.rest()[..length]);
        self.skip(length);
        (length > 0).then_some((value, length))
    }

    pub(crate) fn number(&mut self, digits: usize) -> Option<i64> {
        self.number_with_length(digits).map(|(value, _)| value)
    }

    /// A number with any signs in front of it.
    pub(crate) fn signed_number(&mut self, digits: usize) -> Result<i64, NoNumber> {
        self.skip_while(|b| !b.is_ascii_digit() && b != b'+' && b != b'-');
        let mut negative = false;
        while matches!(self.peek(), b'+' | b'-') {
            negative ^= self.peek() == b'-';
            self.skip(1);
        }
        self.skip_while(|b| !b.is_ascii_digit());
        let length = self.rest().iter().take(digits).take_while(|b| b.is_ascii_digit()).count();
        if length == 0 {
            return Err(NoNumber::Missing);
        }
        let mut value: i64 = 0;
        for digit in &self.rest()[..length] {
            let digit = i64::from(digit - b'0');
            let next = value.checked_mul(10).and_then(|value| if negative { value.checked_sub(digit) } else { value.checked_add(digit) });
            value = next.ok_or(NoNumber::TooLarge)?;
        }
        self.skip(length);
        Ok(value)
    }

    /// A fraction behind `.` or `:`, as microseconds.
    pub(crate) fn fraction(&mut self) -> Option<i64> {
        let part = |b: u8| b == b'.' || b == b':' || b.is_ascii_digit();
        self.skip_while(|b| !part(b));
        let length = self.rest().iter().take_while(|&&b| part(b)).count();
        let digits = self.rest().get(1..length)?;
        self.skip(length);
        let mut micros = 0;
        let mut unit = 100_000;
        for digit in digits.iter().take_while(|b| b.is_ascii_digit()).take(6) {
            micros += i64::from(digit - b'0') * unit;
            unit /= 10;
        }
        Some(micros)
    }

    /// `nd`, `rd`, `st`, `th`
    pub(crate) fn skip_day_suffix(&mut self) {
        let suffix = [self.peek().to_ascii_lowercase(), self.peek_at(1).to_ascii_lowercase()];
        if [b"nd", b"rd", b"st", b"th"].contains(&&suffix) {
            self.skip(2);
        }
    }

    /// Letters.
    pub(crate) fn word(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        self.skip(length);
        &rest[..length]
    }
}

/// Why there is no signed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoNumber {
    Missing,
    TooLarge,
}

/// Digits; what is too large is as large as can be.
fn to_int(digits: &[u8]) -> i64 {
    digits.iter().fold(0i64, |value, b| value.saturating_mul(10).saturating_add(i64::from(b - b'0')))
}
