//! `strnatcmp()`: runs of digits compare as numbers, so that `img12` comes after `img10` and `img2`.

use std::cmp::Ordering;

/// Where we are in a string. Beyond the end there are NULs.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn digits(&self) -> usize {
        self.bytes[self.at.min(self.bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t'..=b'\r') {
            self.at += 1;
        }
    }

    /// Zeros in front of other digits, at the start of the string only.
    fn skip_leading_zeros(&mut self) {
        while self.peek() == b'0' && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }
}

/// `strnatcmp()`, or `strnatcasecmp()` with `fold`.
pub fn natural_compare(a: &[u8], b: &[u8], fold: bool) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return a.len().cmp(&b.len());
    }
    let (mut a, mut b) = (Cursor { bytes: a, at: 0 }, Cursor { bytes: b, at: 0 });
    a.skip_leading_zeros();
    b.skip_leading_zeros();
    loop {
        a.skip_space();
        b.skip_space();
        if a.peek().is_ascii_digit() && b.peek().is_ascii_digit() {
            let order = compare_runs(&mut a, &mut b);
            if order != Ordering::Equal {
                return order;
            }
            match (a.at_end(), b.at_end()) {
                (true, true) => return Ordering::Equal,
                (true, false) => return Ordering::Less,
                (false, true) => return Ordering::Greater,
                // What follows the numbers is not skipped over if it is white space.
                (false, false) => {}
            }
        }
        let (x, y) = (a.peek(), b.peek());
        let (x, y) = if fold { (x.to_ascii_uppercase(), y.to_ascii_uppercase()) } else { (x, y) };
        if x != y {
            return x.cmp(&y);
        }
        a.at += 1;
        b.at += 1;
        match (a.at_end(), b.at_end()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
    }
}

/// Two runs of digits. One that starts with a zero is a fraction: the first difference decides. Else the longer is the greater.
fn compare_runs(a: &mut Cursor<'_>, b: &mut Cursor<'_>) -> Ordering {
    let fraction = a.peek() == b'0' || b.peek() == b'0';
    let (x, y) = (&a.bytes[a.at..a.at + a.digits()], &b.bytes[b.at..b.at + b.digits()]);
    let order = if fraction { x.cmp(y) } else { x.len().cmp(&y.len()).then_with(|| x.cmp(y)) };
    a.at += x.len();
    b.at += y.len();
    order
}
