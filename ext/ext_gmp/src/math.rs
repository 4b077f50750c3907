//! Integers: texts, and number theory that the library does not have. Knows nothing of PHP.

use dashu_int::fast_div::ConstDivisor;
use dashu_int::ops::{BitTest, DivRem, ExtendedGcd, Gcd, RemEuclid, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, Sign, UBig};

/// Largest base of texts.
pub(crate) const MAX_BASE: i64 = 62;

/// What a character counts for: bases up to 36 do not tell cases apart.
fn digit(c: u8, base: u32) -> Option<u32> {
    let value = match c {
        b'0'..=b'9' => c - b'0',
        b'A'..=b'Z' => c - b'A' + 10,
        b'a'..=b'z' if base <= 36 => c - b'a' + 10,
        b'a'..=b'z' => c - b'a' + 36,
        _ => return None,
    };
    Some(u32::from(value)).filter(|value| *value < base)
}

fn is_space(c: u8) -> bool {
    c.is_ascii_whitespace() || c == 0x0b
}

/// Reads a number as PHP and GMP do: white space anywhere, base 0 looks for a prefix.
pub(crate) fn parse(text: &[u8], base: u32) -> Option<IBig> {
    let text = text.split(|c| *c == 0).next().unwrap_or_default();
    let text = &text[text.iter().take_while(|c| is_space(**c)).count()..];
    match text {
        [b'0', b'x' | b'X', rest @ ..] if matches!(base, 0 | 16) => signed(rest, 16),
        [b'0', b'o' | b'O', rest @ ..] if matches!(base, 0 | 8) => signed(rest, 8),
        [b'0', b'b' | b'B', rest @ ..] if matches!(base, 0 | 2) => signed(rest, 2),
        _ => signed(text, base),
    }
}

fn signed(text: &[u8], base: u32) -> Option<IBig> {
    let text = &text[text.iter().take_while(|c| is_space(**c)).count()..];
    let (sign, text) = match text {
        [b'-', rest @ ..] => (Sign::Negative, rest),
        _ => (Sign::Positive, text),
    };
    digit(*text.first()?, if base == 0 { 10 } else { base })?;
    let (base, text) = match (base, text) {
        (0, [b'0', b'x' | b'X', rest @ ..]) => (16, rest),
        (0, [b'0', b'b' | b'B', rest @ ..]) => (2, rest),
        (0, [b'0', rest @ ..]) => (8, rest),
        (0, _) => (10, text),
        _ => (base, text),
    };
    let digits: Option<Vec<u8>> = text.iter().filter(|c| !is_space(**c)).map(|c| digit(*c, base).map(|value| value as u8)).collect();
    Some(IBig::from_parts(sign, from_digits(&digits?, base)))
}

/// Digits in a base, highest first.
fn from_digits(digits: &[u8], base: u32) -> UBig {
    if base <= 36 {
        let text: String = digits.iter().filter_map(|value| char::from_digit(u32::from(*value), base)).collect();
        return UBig::from_str_radix(&text, base).unwrap_or(UBig::ZERO);
    }
    // Halves, so that long texts do not take quadratic time.
    if digits.len() <= 10 {
        let value = digits.iter().fold(0u64, |n, value| n * u64::from(base) + u64::from(*value));
        return UBig::from(value);
    }
    let (high, low) = digits.split_at(digits.len() / 2);
    from_digits(high, base) * UBig::from(base).pow(low.len()) + from_digits(low, base)
}

/// The number in a base: 2 to 36 with small letters, -2 to -36 with capitals, 37 to 62 with capitals first.
pub(crate) fn text(number: &IBig, base: i64) -> Vec<u8> {
    let magnitude = number.unsigned_abs();
    let radix = base.unsigned_abs() as u8;
    let mut out = match base {
        10 => magnitude.to_string().into_bytes(),
        -36..=36 => magnitude.in_radix(radix.clamp(2, 36)).to_string().into_bytes(),
        _ => {
            let mut digits = Vec::new();
            put_digits(&magnitude, u32::from(radix), 0, &mut digits);
            digits
        }
    };
    if base < 0 {
        out.make_ascii_uppercase();
    }
    if number.sign() == Sign::Negative {
        out.insert(0, b'-');
    }
    out
}

/// Digits of a large base, at least `width` of them.
fn put_digits(number: &UBig, base: u32, width: usize, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if let Ok(mut small) = u64::try_from(number) {
        let mut digits = Vec::new();
        while small > 0 || digits.len() < width.max(1) {
            digits.push(DIGITS[(small % u64::from(base)) as usize]);
            small /= u64::from(base);
        }
        digits.reverse();
        return out.extend(digits);
    }
    // A power of about half the length divides it.
    let length = (number.bit_len() as f64 / f64::from(base).log2()) as usize + 1;
    let half = (length / 2).max(1);
    let (high, low) = number.div_rem(UBig::from(base).pow(half));
    put_digits(&high, base, width.saturating_sub(half), out);
    put_digits(&low, base, half, out);
}

/// The low bits, as C's `long` would have them: 63 of the magnitude and the sign.
pub(crate) fn low_int(number: &IBig) -> i64 {
    let magnitude = number.unsigned_abs();
    let low = low_word(&magnitude);
    match number.sign() {
        Sign::Positive => (low & i64::MAX as u64) as i64,
        Sign::Negative => -1 - (low.wrapping_sub(1) & i64::MAX as u64) as i64,
    }
}

fn low_word(number: &UBig) -> u64 {
    let mut low = number.clone();
    low.clear_high_bits(64);
    u64::try_from(low).unwrap_or(0)
}

/// How many words of 64 bits the number takes, with its sign.
pub(crate) fn words(number: &IBig) -> i64 {
    let count = number.unsigned_abs().bit_len().div_ceil(64) as i64;
    if number.sign() == Sign::Negative { -count } else { count }
}

/// Cut towards zero where the float has fewer bits.
pub(crate) fn to_float(number: &IBig) -> f64 {
    let magnitude = number.unsigned_abs();
    let spare = magnitude.bit_len().saturating_sub(53);
    let top = low_word(&(magnitude >> spare)) as f64;
    let float = if spare > 1100 { f64::INFINITY } else { top * 2f64.powi(spare as i32) };
    if number.sign() == Sign::Negative { -float } else { float }
}

/// Towards which side quotients are rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toward {
    Zero,
    Up,
    Down,
}

/// Quotient and what is left over; the divisor is not zero.
pub(crate) fn div_rem(a: &IBig, b: &IBig, toward: Toward) -> (IBig, IBig) {
    let (q, r) = a.div_rem(b);
    if r.is_zero() {
        return (q, r);
    }
    let negative = a.sign() != b.sign();
    match toward {
        Toward::Up if !negative => (q + IBig::ONE, r - b),
        Toward::Down if negative => (q - IBig::ONE, r + b),
        _ => (q, r),
    }
}

/// Modulo a number, never negative.
fn residue(a: &IBig, n: &UBig) -> UBig {
    a.rem_euclid(&IBig::from(n.clone()))
}

/// `g = a*s + b*t`, with the factors that GMP gives: the smallest ones.
pub(crate) fn gcd_ext(a: &IBig, b: &IBig) -> (IBig, IBig, IBig) {
    let sign = |n: &IBig| if n.is_zero() { IBig::ZERO } else { IBig::from_parts(n.sign(), UBig::ONE) };
    let (abs_a, abs_b) = (a.unsigned_abs(), b.unsigned_abs());
    if abs_a == abs_b {
        return (IBig::from(abs_a), IBig::ZERO, sign(b));
    }
    if b.is_zero() {
        return (IBig::from(abs_a), sign(a), IBig::ZERO);
    }
    if a.is_zero() {
        return (IBig::from(abs_b), IBig::ZERO, sign(b));
    }
    let (g, s, _) = (&abs_a).gcd_ext(&abs_b);
    let g = IBig::from(g);
    let twice = &g * IBig::from(2);
    if IBig::from(abs_b.clone()) == twice {
        let s = sign(a);
        let t = (&g - a * &s) / b;
        return (g, s, t);
    }
    if IBig::from(abs_a.clone()) == twice {
        let t = sign(b);
        let s = (&g - b * &t) / a;
        return (g, s, t);
    }
    // The residue of least size modulo b/g.
    let modulus = IBig::from(abs_b) / &g;
    let mut s = IBig::from((s * sign(a)).rem_euclid(&modulus));
    if &s * IBig::from(2) > modulus {
        s -= &modulus;
    }
    let t = (&g - a * &s) / b;
    (g, s, t)
}

/// The inverse of `a` modulo `n`, between 0 and |n|.
pub(crate) fn invert(a: &IBig, n: &IBig) -> Option<IBig> {
    let n = n.unsigned_abs();
    if n == UBig::ONE {
        return Some(IBig::ZERO);
    }
    let reduced = residue(a, &n);
    if reduced.is_zero() {
        return None;
    }
    let (g, s, _) = (&reduced).gcd_ext(&n);
    (g == UBig::ONE).then(|| IBig::from(residue(&s, &n)))
}

/// `base^exponent` modulo |modulus|, never negative; the exponent is not, and the modulus is not zero.
pub(crate) fn pow_mod(base: &IBig, exponent: &UBig, modulus: &IBig) -> IBig {
    let modulus = modulus.unsigned_abs();
    if modulus == UBig::ONE {
        return IBig::ZERO;
    }
    let base = residue(base, &modulus);
    let ring = ConstDivisor::new(modulus);
    IBig::from(ring.reduce(base).pow(exponent).residue())
}

/// Kronecker's symbol.
pub(crate) fn kronecker(a: &IBig, b: &IBig) -> i64 {
    if b.is_zero() {
        return i64::from(a.unsigned_abs() == UBig::ONE);
    }
    let even = |n: &IBig| n.trailing_zeros().is_some_and(|zeros| zeros > 0) || n.is_zero();
    if even(a) && even(b) {
        return 0;
    }
    let twos = b.trailing_zeros().unwrap_or(0);
    let mut sign = 1;
    let eighth = |n: &UBig| low_word(n) & 7;
    let low = eighth(&residue(a, &UBig::from(8u8)));
    if twos % 2 == 1 && matches!(low, 3 | 5) {
        sign = -sign;
    }
    if b.sign() == Sign::Negative && a.sign() == Sign::Negative {
        sign = -sign;
    }
    // From here on Jacobi's symbol of an odd positive number.
    let mut n = b.unsigned_abs() >> twos;
    let mut a = residue(a, &n);
    while !a.is_zero() {
        let twos = a.trailing_zeros().unwrap_or(0);
        a >>= twos;
        if twos % 2 == 1 && matches!(eighth(&n), 3 | 5) {
            sign = -sign;
        }
        if eighth(&a) & 3 == 3 && eighth(&n) & 3 == 3 {
            sign = -sign;
        }
        std::mem::swap(&mut a, &mut n);
        a %= &n;
    }
    if n == UBig::ONE { sign } else { 0 }
}

pub(crate) fn is_square(n: &IBig) -> bool {
    if n.sign() == Sign::Negative {
        return n.is_zero();
    }
    let magnitude = n.unsigned_abs();
    let root = magnitude.sqrt();
    &root * &root == magnitude
}

/// Is the number a power with an exponent above 1?
pub(crate) fn is_power(n: &IBig) -> bool {
    let magnitude = n.unsigned_abs();
    if magnitude <= UBig::ONE {
        return true;
    }
    let negative = n.sign() == Sign::Negative;
    let bits = magnitude.bit_len();
    // Roots of prime degree are enough; if there is a small prime factor, its multiplicity bounds the degree.
    (2..=bits).filter(|k| is_small_prime(*k as u64) && !(negative && *k == 2)).any(|k| {
        let root = magnitude.nth_root(k);
        root > UBig::ONE && root.pow(k) == magnitude
    })
}

fn is_small_prime(n: u64) -> bool {
    n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// 2: prime, 1: very probably, 0: not.
pub(crate) fn is_prime(n: &IBig, repetitions: i64) -> i64 {
    let n = n.unsigned_abs();
    if let Ok(small) = u64::try_from(&n)
        && small <= 1_000_000
    {
        return if is_small_prime(small) { 2 } else { 0 };
    }
    if n.trailing_zeros() != Some(0) || has_small_factor(&n) || !miller_rabin(&n, &UBig::from(2u8)) || !strong_lucas(&n) {
        return 0;
    }
    // GMP trusts both tests as far as its makers have tried all numbers.
    if n < UBig::from(35u64 << 46) {
        return 2;
    }
    let mut bases = crate::random::Twister::new(&n);
    let more = (24..repetitions.min(10_000)).all(|_| {
        let base = bases.below(&(&n - UBig::from(3u8))) + UBig::from(2u8);
        miller_rabin(&n, &base)
    });
    i64::from(more)
}

fn has_small_factor(n: &UBig) -> bool {
    (3u32..1000).step_by(2).any(|d| (n % UBig::from(d)).is_zero())
}

fn miller_rabin(n: &UBig, base: &UBig) -> bool {
    let less = n - UBig::ONE;
    let twos = less.trailing_zeros().unwrap_or(0);
    let ring = ConstDivisor::new(n.clone());
    let mut x = ring.reduce(base.clone()).pow(&(&less >> twos));
    let (one, minus) = (ring.reduce(UBig::ONE), ring.reduce(less));
    if x == one || x == minus {
        return true;
    }
    for _ in 1..twos {
        x = x.sqr();
        if x == minus {
            return true;
        }
    }
    false
}

/// The strong Lucas test with Selfridge's parameters.
fn strong_lucas(n: &UBig) -> bool {
    let whole = IBig::from(n.clone());
    if is_square(&whole) {
        return false;
    }
    let mut d = 5i64;
    loop {
        match kronecker(&IBig::from(d), &whole) {
            -1 => break,
            0 if !residue(&IBig::from(d), n).is_zero() => return false,
            _ => d = if d > 0 { -(d + 2) } else { -d + 2 },
        }
    }
    let q = (1 - d) / 4;
    let ring = ConstDivisor::new(n.clone());
    let of = |value: i64| ring.reduce(IBig::from(value));
    let (d, q) = (of(d), of(q));
    let half = ring.reduce((n + UBig::ONE) >> 1);
    let above = n + UBig::ONE;
    let twos = above.trailing_zeros().unwrap_or(0);
    let odd = &above >> twos;
    let (mut u, mut v, mut power) = (of(1), of(1), q.clone());
    for bit in (0..odd.bit_len() - 1).rev() {
        u = &u * &v;
        v = v.sqr() - (&power + &power);
        power = power.sqr();
        if odd.bit(bit) {
            let next = (&u + &v) * &half;
            v = (&d * &u + &v) * &half;
            u = next;
            power = &power * &q;
        }
    }
    let zero = of(0);
    if u == zero || v == zero {
        return true;
    }
    for _ in 1..twos {
        v = v.sqr() - (&power + &power);
        power = power.sqr();
        if v == zero {
            return true;
        }
    }
    false
}

/// The next prime above a number; `check_interrupt` is asked now and then whether to go on.
pub(crate) fn next_prime<E>(n: &IBig, mut check_interrupt: impl FnMut() -> Result<(), E>) -> Result<IBig, E> {
    let two = IBig::from(2);
    if *n < two {
        return Ok(two);
    }
    let mut candidate = n + IBig::ONE;
    if candidate.trailing_zeros() != Some(0) {
        candidate += IBig::ONE;
    }
    while is_prime(&candidate, 25) == 0 {
        check_interrupt()?;
        candidate += &two;
    }
    Ok(candidate)
}

/// `n!`
pub(crate) fn factorial(n: u64) -> UBig {
    product(2, n)
}

/// The product of a range, by halves.
fn product(from: u64, to: u64) -> UBig {
    if from > to {
        return UBig::ONE;
    }
    if to - from < 8 {
        return (from..=to).fold(UBig::ONE, |all, n| all * UBig::from(n));
    }
    let middle = from + (to - from) / 2;
    product(from, middle) * product(middle + 1, to)
}

/// Binomial coefficient; the caller has made sure that `k` steps can be made.
pub(crate) fn binomial(n: &IBig, k: u64) -> IBig {
    let steps = IBig::from(k);
    if n.sign() == Sign::Negative {
        let above = binomial(&(&steps - n - IBig::ONE), k);
        return if k % 2 == 1 { -above } else { above };
    }
    if *n < steps {
        return IBig::ZERO;
    }
    let k = u64::try_from(n - &steps).map_or(k, |other| other.min(k));
    let first = n - IBig::from(k);
    (1..=k).fold(IBig::ONE, |all, i| all * (&first + IBig::from(i)) / IBig::from(i))
}

pub(crate) fn gcd(a: &IBig, b: &IBig) -> IBig {
    if a.is_zero() && b.is_zero() { IBig::ZERO } else { IBig::from(a.gcd(b)) }
}

/// Bits that differ; -1 if infinitely many do.
pub(crate) fn hamming(a: &IBig, b: &IBig) -> i64 {
    let (negative_a, negative_b) = (a.sign() == Sign::Negative, b.sign() == Sign::Negative);
    if negative_a != negative_b { -1 } else { (a ^ b).unsigned_abs().count_ones() as i64 }
}

/// The first bit of a kind from a place on; -1 if there is none.
pub(crate) fn scan(n: &IBig, start: u64, wanted: bool) -> i64 {
    let negative = n.sign() == Sign::Negative;
    let start = usize::try_from(start).unwrap_or(usize::MAX);
    let length = n.unsigned_abs().bit_len() + 1;
    if start >= length {
        return if negative == wanted { start as i64 } else { -1 };
    }
    // Zeros are the ones of the complement.
    let looked = if wanted { n.clone() } else { !n.clone() };
    match (looked >> start).trailing_zeros() {
        Some(zeros) => (start + zeros) as i64,
        None => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> IBig {
        parse(text.as_bytes(), 0).expect("is a number")
    }

    #[test]
    fn texts() {
        for (given, base, shown) in [("0x1A", 0, Some("26")), ("-0b11", 0, Some("-3")), ("017", 0, Some("15")), ("0o17", 0, Some("15"))] {
            assert_eq!(parse(given.as_bytes(), base).map(|n| n.to_string()).as_deref(), shown, "{given}");
        }
        for bad in ["", "-", "+1", "1.5", "0x", "9z", "- 1"] {
            assert!(parse(bad.as_bytes(), 0).is_none(), "{bad}");
        }
        let n = int("123456789012345678901234567890123456789");
        for base in [2, 16, 36, 37, 62] {
            assert_eq!(parse(&text(&n, base), base as u32), Some(n.clone()), "{base}");
        }
        assert_eq!(text(&int("-255"), -16), b"-FF");
    }

    #[test]
    fn number_theory() {
        assert_eq!(kronecker(&int("2"), &int("15")), 1);
        assert_eq!(kronecker(&int("-5"), &int("-7")), -kronecker(&int("-5"), &int("7")));
        assert_eq!(is_prime(&int("18446744073709551557"), 10), 1);
        assert_eq!(is_prime(&int("1000000000039"), 10), 2);
        assert_eq!(is_prime(&int("170141183460469231731687303715884105727"), 10), 1);
        assert_eq!(is_prime(&int("3825123056546413051"), 10), 0);
        assert_eq!(binomial(&int("-3"), 2), int("6"));
        assert!(is_power(&int("-27")) && !is_power(&int("-16777215")) && is_power(&int("1024")));
        let (g, s, t) = gcd_ext(&int("-12"), &int("18"));
        assert_eq!(int("-12") * s + int("18") * t, g);
        assert_eq!(scan(&int("-8"), 0, true), 3);
        assert_eq!(scan(&int("7"), 0, false), 3);
        assert_eq!(low_int(&int("-9223372036854775808")), i64::MIN);
    }
}
