//! "Natural order": numbers in strings compare as numbers.

use std::cmp::Ordering;
use std::cmp::Ordering::{Equal, Greater, Less};

use crate::prelude::*;

/// `strnatcmp()`
pub(crate) fn strnatcmp(_cx: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(natural_order(string1, string2, false) as i64)
}

/// `strnatcasecmp()`
pub(crate) fn strnatcasecmp(_cx: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(natural_order(string1, string2, true) as i64)
}

/// A string that is being walked; 0 stands behind its end.
struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn done(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn digit(&self) -> Option<u8> {
        self.bytes.get(self.at).copied().filter(u8::is_ascii_digit)
    }

    fn skip_zeros(&mut self) {
        while self.peek() == b'0' && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | 9..=13) {
            self.at += 1;
        }
    }
}

/// Compares in natural order (after Martin Pool's algorithm).
pub(crate) fn natural_order(a: &[u8], b: &[u8], no_case: bool) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return a.len().cmp(&b.len());
    }
    let mut a = Walk { bytes: a, at: 0 };
    let mut b = Walk { bytes: b, at: 0 };
    a.skip_zeros();
    b.skip_zeros();
    loop {
        a.skip_space();
        b.skip_space();
        if a.digit().is_some() && b.digit().is_some() {
            let fractional = a.peek() == b'0' || b.peek() == b'0';
            let order = if fractional { compare_left(&mut a, &mut b) } else { compare_right(&mut a, &mut b) };
            if order != Equal {
                return order;
            }
            if a.done() || b.done() {
                return b.done().cmp(&a.done());
            }
        }
        let fold = |c: u8| if no_case { c.to_ascii_uppercase() } else { c };
        let order = fold(a.peek()).cmp(&fold(b.peek()));
        if order != Equal {
            return order;
        }
        a.at += 1;
        b.at += 1;
        if a.done() || b.done() {
            return b.done().cmp(&a.done());
        }
    }
}

/// Numbers: the longer run of digits is greater, else the first difference counts.
fn compare_right(a: &mut Walk, b: &mut Walk) -> Ordering {
    let mut bias = Equal;
    loop {
        match (a.digit(), b.digit()) {
            (None, None) => return bias,
            (None, Some(_)) => return Less,
            (Some(_), None) => return Greater,
            (Some(x), Some(y)) => bias = bias.then(x.cmp(&y)),
        }
        a.at += 1;
        b.at += 1;
    }
}

/// Fractions: the first difference counts.
fn compare_left(a: &mut Walk, b: &mut Walk) -> Ordering {
    loop {
        match (a.digit(), b.digit()) {
            (None, None) => return Equal,
            (None, Some(_)) => return Less,
            (Some(_), None) => return Greater,
            (Some(x), Some(y)) if x != y => return x.cmp(&y),
            _ => {}
        }
        a.at += 1;
        b.at += 1;
    }
}
