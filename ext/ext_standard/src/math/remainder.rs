//! The remainder of floats.

/// Bits of a float's significand behind its first one.
const BITS: u32 = f64::MANTISSA_DIGITS - 1;
/// By so many places a significand can be moved up in a word.
const ROOM: u32 = u64::BITS - f64::MANTISSA_DIGITS;
const SIGN: u64 = 1 << 63;

/// Exponent as it is stored, and the whole significand, of a positive normal number's bits.
fn parts(bits: u64) -> (u32, u64) {
    ((bits >> BITS) as u32, bits & ((1 << BITS) - 1) | 1 << BITS)
}

/// `num1 % num2` as the C library calculates it, which is exact. Older C libraries take a bit or a few at a time; this divides whole words.
pub(super) fn remainder(num1: f64, num2: f64) -> f64 {
    let sign = num1.to_bits() & SIGN;
    let (dividend, divisor) = (num1.to_bits() & !SIGN, num2.to_bits() & !SIGN);
    if dividend < divisor && divisor <= f64::INFINITY.to_bits() {
        return num1;
    }
    let normal = f64::MIN_POSITIVE.to_bits()..f64::INFINITY.to_bits();
    if !normal.contains(&dividend) || !normal.contains(&divisor) {
        return num1 % num2;
    }
    let ((high, mut rest), (low, divisor)) = (parts(dividend), parts(divisor));
    let mut places = high - low;
    while places > ROOM {
        rest = (rest << ROOM) % divisor;
        places -= ROOM;
    }
    rest = (rest << places) % divisor;
    // The first one of the significand goes back to its place, as far as exponents reach.
    let up = rest.leading_zeros().saturating_sub(ROOM);
    let bits = match rest {
        0 => 0,
        _ if low > up => (u64::from(low - up - 1) << BITS) + (rest << up),
        _ => rest << (low - 1),
    };
    f64::from_bits(sign | bits)
}

#[cfg(test)]
mod tests {
    use super::remainder;

    fn check(a: f64, b: f64) {
        let (found, expected) = (remainder(a, b), a % b);
        assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{a:e} % {b:e}: {found:e}, not {expected:e}");
    }

    #[test]
    fn remainders_are_those_of_the_c_library() {
        let special = [
            0.0,
            1.0,
            1.5,
            3.5,
            7.0,
            0.1,
            1e300,
            1e-300,
            f64::MIN_POSITIVE,
            f64::MIN_POSITIVE * 1.5,
            f64::MAX,
            5e-324,
            f64::EPSILON,
            f64::INFINITY,
            f64::NAN,
        ];
        for (a, b) in special.iter().flat_map(|a| special.iter().map(move |b| (*a, *b))) {
            for (a, b) in [(a, b), (-a, b), (a, -b), (-a, -b)] {
                check(a, b);
            }
        }
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        for _ in 0..20_000 {
            let (a, b) = (next(), next());
            check(f64::from_bits(a), f64::from_bits(b));
            // Near each other, as the numbers of programs are.
            check((a >> 20) as f64 / 1000.0, (b >> 40) as f64 / 8.0);
        }
    }
}
