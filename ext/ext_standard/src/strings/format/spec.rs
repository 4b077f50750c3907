//! Conversion specifications of `printf()` and its kin, parsed: `%[argnum$][flags][width][.precision]specifier`.

use crate::prelude::*;

const INT_MAX: i64 = 2_147_483_647;

#[derive(Clone, Copy)]
pub(super) enum Argument {
    Next,
    Number(usize),
}

/// What stands between `%` and the conversion character.
pub(super) struct Spec {
    pub argument: Argument,
    pub pad: u8,
    pub left: bool,
    pub plus: bool,
    pub width: usize,
    /// `None`: not given.
    pub precision: Option<i32>,
}

impl Spec {
    /// Nothing stands between `%` and the conversion character, or nothing that changes anything.
    pub fn is_plain(&self) -> bool {
        self.width == 0 && self.precision.is_none() && !self.plus
    }

    /// Appends text padded to the width. `text` begins with a sign if `negative` or if the specification asks for one and `signed`.
    pub fn push(&self, out: &mut StrBuilder, text: &[u8], negative: bool, signed: bool) {
        let mut text = text;
        let pad = self.width.saturating_sub(text.len());
        if self.left {
            out.push_bytes(text);
            out.push_n(self.pad, pad);
            return;
        }
        // Zeros go between sign and digits. What is not a number ("NaN") loses its first letter to the sign, as in PHP.
        if self.pad == b'0' && (negative || (signed && self.plus)) && !text.is_empty() {
            out.push(if negative { b'-' } else { b'+' });
            text = &text[1..];
        }
        out.push_n(self.pad, pad);
        out.push_bytes(text);
    }
}

pub(super) enum Fault {
    /// There is no such argument; reported at the end, when all are known.
    Missing(usize),
    Bad(String),
}

/// A format being read.
pub(super) struct Scanner<'a> {
    format: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(format: &'a [u8]) -> Scanner<'a> {
        Scanner { format, at: 0 }
    }

    pub fn done(&self) -> bool {
        self.at >= self.format.len()
    }

    /// Text up to the next `%`.
    pub fn literal(&mut self) -> &'a [u8] {
        let rest = &self.format[self.at..];
        let len = memchr::memchr(b'%', rest).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// The conversion character.
    pub fn conversion(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    pub fn advance(&mut self) {
        self.at += 1;
    }

    fn eat(&mut self, b: u8) -> bool {
        let hit = self.conversion() == Some(b);
        self.at += usize::from(hit);
        hit
    }

    /// Reads what follows `%`, up to the conversion character; `None` for `%%`.
    pub fn spec(&mut self, values: &[Value], next: &mut usize) -> Result<Option<Spec>, Fault> {
        self.at += 1;
        if self.eat(b'%') {
            return Ok(None);
        }
        let mut spec = Spec { argument: Argument::Next, pad: b' ', left: false, plus: false, width: 0, precision: None };
        if self.conversion().is_some_and(|b| b.is_ascii_alphabetic()) {
            self.eat(b'l');
            return Ok(Some(spec));
        }
        spec.argument = self.argument()?;
        self.flags(&mut spec)?;
        if self.eat(b'*') {
            let width = self.star(values, next, "Width must be an integer")?;
            spec.width = Self::within(width, 0, "Width must be between 0 and 2147483647")? as usize;
        } else if let Some(width) = self.number() {
            spec.width = Self::within(width, 0, "Width must be between 0 and 2147483647")? as usize;
        }
        if self.eat(b'.') {
            if self.eat(b'*') {
                let precision = self.star(values, next, "Precision must be an integer")?;
                spec.precision = Some(Self::within(precision, -1, "Precision must be between -1 and 2147483647")? as i32);
            } else if let Some(precision) = self.number() {
                spec.precision = Some(Self::within(precision, 0, "Precision must be between 0 and 2147483647")? as i32);
            }
        }
        self.eat(b'l');
        Ok(Some(spec))
    }

    fn flags(&mut self, spec: &mut Spec) -> Result<(), Fault> {
        loop {
            match self.conversion() {
                Some(pad @ (b'0' | b' ')) => spec.pad = pad,
                Some(b'-') => spec.left = true,
                Some(b'+') => spec.plus = true,
                Some(b'\'') => {
                    self.at += 1;
                    spec.pad = self.conversion().ok_or_else(|| Fault::Bad("Missing padding character".into()))?;
                }
                _ => return Ok(()),
            }
            self.at += 1;
        }
    }

    /// Digits; a number that is too large comes back as such.
    fn number(&mut self) -> Option<i64> {
        let digits = self.format[self.at..].iter().take_while(|b| b.is_ascii_digit());
        let (len, value) = digits.fold((0, 0i64), |(len, n), d| (len + 1, n.saturating_mul(10).saturating_add(i64::from(d - b'0'))));
        self.at += len;
        // The largest one is refused where it is written in the format.
        (len > 0).then_some(if value >= INT_MAX { i64::MAX } else { value })
    }

    /// `argnum$`
    fn argument(&mut self) -> Result<Argument, Fault> {
        let start = self.at;
        let number = self.number();
        if !self.eat(b'$') {
            self.at = start;
            return Ok(Argument::Next);
        }
        match number {
            Some(n) if n > 0 && n < INT_MAX => Ok(Argument::Number(n as usize - 1)),
            _ => Err(Fault::Bad("Argument number specifier must be greater than zero and less than 2147483647".into())),
        }
    }

    /// The value of a width or precision given as an argument.
    fn star(&mut self, values: &[Value], next: &mut usize, not_int: &str) -> Result<i64, Fault> {
        let index = match self.argument()? {
            Argument::Number(n) => n,
            Argument::Next => {
                *next += 1;
                *next - 1
            }
        };
        let value = values.get(index).ok_or(Fault::Missing(index))?;
        value.deref().as_int().ok_or_else(|| Fault::Bad(not_int.into()))
    }

    fn within(n: i64, least: i64, message: &str) -> Result<i64, Fault> {
        if (least..=INT_MAX).contains(&n) { Ok(n) } else { Err(Fault::Bad(message.into())) }
    }
}
