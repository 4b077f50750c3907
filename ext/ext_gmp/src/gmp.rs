//! The functions. Numbers are objects, ints, or texts.

use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, Sign, UBig};
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, ExtSlot, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::math::{self, Toward};
use crate::object::{Number, argument, check_bits, initial, modulo, modulo_by_zero, number_of, object, power, text};
use crate::random::Twister;

/// Random numbers of the request.
#[derive(Default)]
struct Randomness(Option<Twister>);

impl ExtSlot for Randomness {}

fn two(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<(IBig, IBig)> {
    Ok((argument(cx, 1, num1)?, argument(cx, 2, num2)?))
}

fn not_negative(cx: &mut Cx, number: usize, value: i64) -> PhpResult<u64> {
    u64::try_from(value).map_err(|_| cx.argument_value_error(number, "must be greater than or equal to 0"))
}

fn pair(cx: &mut Cx, first: IBig, second: IBig) -> PhpResult<PhpArray> {
    let (first, second) = (object(cx, first)?, object(cx, second)?);
    Ok([Value::object(first), Value::object(second)].into_iter().collect())
}

fn is_negative(n: &IBig) -> bool {
    n.sign() == Sign::Negative && !n.is_zero()
}

/// `gmp_init()`
pub(crate) fn gmp_init(cx: &mut Cx, num: &Value, base: i64) -> PhpResult<PhpObject> {
    let number = initial(cx, num, base)?;
    object(cx, number)
}

/// How bytes are laid out.
struct Layout {
    word: usize,
    least_first: bool,
    little: bool,
}

fn layout(cx: &mut Cx, word_size: i64, flags: i64) -> PhpResult<Layout> {
    const LSW_FIRST: i64 = 2;
    const LITTLE: i64 = 4;
    const BIG: i64 = 8;
    const NATIVE: i64 = 16;
    let Some(word) = usize::try_from(word_size).ok().filter(|size| *size > 0) else {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 1"));
    };
    let least_first = match flags & 3 {
        LSW_FIRST => true,
        3 => return Err(cx.argument_value_error(3, "cannot use multiple word order options")),
        _ => false,
    };
    let little = match flags & (LITTLE | BIG | NATIVE) {
        LITTLE => true,
        BIG => false,
        0 | NATIVE => cfg!(target_endian = "little"),
        _ => return Err(cx.argument_value_error(3, "cannot use multiple endian options")),
    };
    Ok(Layout { word, least_first, little })
}

impl Layout {
    /// From the layout to bytes with the lowest first, and the other way round.
    fn turn(&self, bytes: &mut [u8]) {
        if !self.little {
            bytes.chunks_mut(self.word).for_each(<[u8]>::reverse);
        }
        if !self.least_first {
            // Words the other way round, each as it is.
            bytes.reverse();
            bytes.chunks_mut(self.word).for_each(<[u8]>::reverse);
        }
    }
}

/// `gmp_import()`
pub(crate) fn gmp_import(cx: &mut Cx, data: &PhpStr, word_size: i64, flags: i64) -> PhpResult<PhpObject> {
    let layout = layout(cx, word_size, flags)?;
    if !data.len().is_multiple_of(layout.word) {
        return Err(cx.argument_value_error(1, "must be a multiple of argument #2 ($word_size)"));
    }
    let mut bytes = data.to_vec();
    layout.turn(&mut bytes);
    object(cx, IBig::from(UBig::from_le_bytes(&bytes)))
}

/// `gmp_export()`
pub(crate) fn gmp_export(cx: &mut Cx, num: &Value, word_size: i64, flags: i64) -> PhpResult<PhpStr> {
    let too_large = word_size > i64::MAX / 4;
    let layout = if too_large { None } else { Some(layout(cx, word_size, flags)?) };
    let number = argument(cx, 1, num)?.unsigned_abs();
    if number.is_zero() {
        return Ok(PhpStr::empty());
    }
    let Some(layout) = layout else { return Err(cx.argument_value_error(2, "is too large for argument #1 ($num)")) };
    let mut bytes = number.to_le_bytes().into_vec();
    let length = bytes.len().next_multiple_of(layout.word);
    ensure_room(length);
    bytes.resize(length, 0);
    // Undone in the opposite order, which is the same: both steps stay within words or move whole ones.
    layout.turn(&mut bytes);
    Ok(PhpStr::from_vec(bytes))
}

/// `gmp_intval()`
pub(crate) fn gmp_intval(cx: &mut Cx, num: &Value) -> PhpResult<i64> {
    Ok(math::low_int(&argument(cx, 1, num)?))
}

/// `gmp_strval()`
pub(crate) fn gmp_strval(cx: &mut Cx, num: &Value, base: i64) -> PhpResult<PhpStr> {
    if !matches!(base, 2..=62 | -36..=-2) {
        return Err(cx.argument_value_error(2, format!("must be between 2 and {}, or -2 and -36", math::MAX_BASE)));
    }
    Ok(text(&argument(cx, 1, num)?, base))
}

/// `gmp_add()`
pub(crate) fn gmp_add(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    object(cx, a + b)
}

/// `gmp_sub()`
pub(crate) fn gmp_sub(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    object(cx, a - b)
}

/// `gmp_mul()`
pub(crate) fn gmp_mul(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    object(cx, a * b)
}

fn divide(cx: &mut Cx, num1: &Value, num2: &Value, rounding_mode: i64) -> PhpResult<(IBig, IBig)> {
    let toward = match rounding_mode {
        0 => Toward::Zero,
        1 => Toward::Up,
        2 => Toward::Down,
        _ => return Err(cx.argument_value_error(3, "must be one of GMP_ROUND_ZERO, GMP_ROUND_PLUSINF, or GMP_ROUND_MINUSINF")),
    };
    let (a, b) = two(cx, num1, num2)?;
    if b.is_zero() {
        return Err(cx.division_by_zero());
    }
    Ok(math::div_rem(&a, &b, toward))
}

/// `gmp_div_qr()`
pub(crate) fn gmp_div_qr(cx: &mut Cx, num1: &Value, num2: &Value, rounding_mode: i64) -> PhpResult<PhpArray> {
    let (quotient, rest) = divide(cx, num1, num2, rounding_mode)?;
    pair(cx, quotient, rest)
}

/// `gmp_div_q()`
pub(crate) fn gmp_div_q(cx: &mut Cx, num1: &Value, num2: &Value, rounding_mode: i64) -> PhpResult<PhpObject> {
    let (quotient, _) = divide(cx, num1, num2, rounding_mode)?;
    object(cx, quotient)
}

/// `gmp_div_r()`
pub(crate) fn gmp_div_r(cx: &mut Cx, num1: &Value, num2: &Value, rounding_mode: i64) -> PhpResult<PhpObject> {
    let (_, rest) = divide(cx, num1, num2, rounding_mode)?;
    object(cx, rest)
}

/// `gmp_mod()`
pub(crate) fn gmp_mod(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    if b.is_zero() {
        return Err(modulo_by_zero(cx));
    }
    object(cx, modulo(&a, &b))
}

/// `gmp_divexact()`
pub(crate) fn gmp_divexact(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    if b.is_zero() {
        return Err(cx.division_by_zero());
    }
    object(cx, a / b)
}

/// `gmp_neg()`
pub(crate) fn gmp_neg(cx: &mut Cx, num: &Value) -> PhpResult<PhpObject> {
    let number = argument(cx, 1, num)?;
    object(cx, -number)
}

/// `gmp_abs()`
pub(crate) fn gmp_abs(cx: &mut Cx, num: &Value) -> PhpResult<PhpObject> {
    let number = argument(cx, 1, num)?.unsigned_abs();
    object(cx, IBig::from(number))
}

/// `gmp_fact()`
pub(crate) fn gmp_fact(cx: &mut Cx, num: &Value) -> PhpResult<PhpObject> {
    if is_negative(&argument(cx, 1, num)?) {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    // The int that PHP itself makes of the argument, not the number that it is.
    let n = convert::to_int(cx, num)? as u64;
    let bits = 63 - n.max(2).leading_zeros();
    check_bits(n.saturating_mul(u64::from(bits)) / 2);
    object(cx, IBig::from(math::factorial(n)))
}

/// `gmp_binomial()`
pub(crate) fn gmp_binomial(cx: &mut Cx, n: &Value, k: i64) -> PhpResult<PhpObject> {
    let k = not_negative(cx, 2, k)?;
    let number = argument(cx, 1, n)?;
    let other = u64::try_from(&number - IBig::from(k)).unwrap_or(u64::MAX);
    if is_negative(&number) || number >= IBig::from(k) {
        // Each step adds a bit or more.
        check_bits(k.min(other).saturating_mul(8));
    }
    object(cx, math::binomial(&number, k))
}

/// `gmp_pow()`
pub(crate) fn gmp_pow(cx: &mut Cx, num: &Value, exponent: i64) -> PhpResult<PhpObject> {
    let exponent = not_negative(cx, 2, exponent)?;
    let number = argument(cx, 1, num)?;
    object(cx, power(&number, exponent))
}

/// `gmp_powm()`
pub(crate) fn gmp_powm(cx: &mut Cx, num: &Value, exponent: &Value, modulus: &Value) -> PhpResult<PhpObject> {
    let (base, exponent) = two(cx, num, exponent)?;
    if is_negative(&exponent) {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    }
    let modulus = argument(cx, 3, modulus)?;
    if modulus.is_zero() {
        return Err(modulo_by_zero(cx));
    }
    object(cx, math::pow_mod(&base, &exponent.unsigned_abs(), &modulus))
}

fn radicand(cx: &mut Cx, num: &Value) -> PhpResult<UBig> {
    let number = argument(cx, 1, num)?;
    if is_negative(&number) {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    Ok(number.unsigned_abs())
}

/// `gmp_sqrt()`
pub(crate) fn gmp_sqrt(cx: &mut Cx, num: &Value) -> PhpResult<PhpObject> {
    let number = radicand(cx, num)?;
    object(cx, IBig::from(number.sqrt()))
}

/// `gmp_sqrtrem()`
pub(crate) fn gmp_sqrtrem(cx: &mut Cx, num: &Value) -> PhpResult<PhpArray> {
    let number = radicand(cx, num)?;
    let root = number.sqrt();
    let rest = number - &root * &root;
    pair(cx, IBig::from(root), IBig::from(rest))
}

fn root(cx: &mut Cx, num: &Value, nth: i64, least: &str) -> PhpResult<(IBig, IBig)> {
    let Some(degree) = usize::try_from(nth).ok().filter(|nth| *nth > 0) else { return Err(cx.argument_value_error(2, least)) };
    let number = argument(cx, 1, num)?;
    if degree % 2 == 0 && is_negative(&number) {
        return Err(cx.argument_value_error(2, "must be odd if argument #1 ($a) is negative"));
    }
    let sign = number.sign();
    let magnitude = number.unsigned_abs();
    let root = if degree > magnitude.bit_len() { UBig::from(u8::from(!magnitude.is_zero())) } else { magnitude.nth_root(degree) };
    let whole = if root <= UBig::ONE { root.clone() } else { root.pow(degree) };
    let rest = magnitude - whole;
    Ok((IBig::from_parts(sign, root), IBig::from_parts(sign, rest)))
}

/// `gmp_root()`
pub(crate) fn gmp_root(cx: &mut Cx, num: &Value, nth: i64) -> PhpResult<PhpObject> {
    let (root, _) = root(cx, num, nth, "must be greater than 0")?;
    object(cx, root)
}

/// `gmp_rootrem()`
pub(crate) fn gmp_rootrem(cx: &mut Cx, num: &Value, nth: i64) -> PhpResult<PhpArray> {
    let (root, rest) = root(cx, num, nth, "must be greater than or equal to 1")?;
    pair(cx, root, rest)
}

/// `gmp_perfect_square()`
pub(crate) fn gmp_perfect_square(cx: &mut Cx, num: &Value) -> PhpResult<bool> {
    Ok(math::is_square(&argument(cx, 1, num)?))
}

/// `gmp_perfect_power()`
pub(crate) fn gmp_perfect_power(cx: &mut Cx, num: &Value) -> PhpResult<bool> {
    Ok(math::is_power(&argument(cx, 1, num)?))
}

/// `gmp_prob_prime()`
pub(crate) fn gmp_prob_prime(cx: &mut Cx, num: &Value, repetitions: i64) -> PhpResult<i64> {
    Ok(math::is_prime(&argument(cx, 1, num)?, repetitions))
}

/// `gmp_gcd()`
pub(crate) fn gmp_gcd(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    object(cx, math::gcd(&a, &b))
}

/// `gmp_lcm()`
pub(crate) fn gmp_lcm(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    if a.is_zero() || b.is_zero() {
        return object(cx, IBig::ZERO);
    }
    let common = math::gcd(&a, &b);
    let multiple = (a / common * b).unsigned_abs();
    object(cx, IBig::from(multiple))
}

/// `gmp_gcdext()`
pub(crate) fn gmp_gcdext(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpArray> {
    let (a, b) = two(cx, num1, num2)?;
    let (g, s, t) = math::gcd_ext(&a, &b);
    let mut all = PhpArray::new();
    for (name, number) in [("g", g), ("s", s), ("t", t)] {
        let number = object(cx, number)?;
        all.set_str(&PhpStr::interned(name.as_bytes()), Value::object(number));
    }
    Ok(all)
}

/// `gmp_invert()`
pub(crate) fn gmp_invert(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<Value> {
    if num2.deref().as_int() == Some(0) {
        return Err(cx.division_by_zero());
    }
    let (a, b) = two(cx, num1, num2)?;
    if b.is_zero() {
        return Err(cx.division_by_zero());
    }
    match math::invert(&a, &b) {
        Some(inverse) => Ok(Value::object(object(cx, inverse)?)),
        None => Ok(Value::FALSE),
    }
}

/// `gmp_kronecker()`, which is also what GMP gives for the other two symbols.
pub(crate) fn gmp_kronecker(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<i64> {
    let (a, b) = two(cx, num1, num2)?;
    Ok(math::kronecker(&a, &b))
}

/// `gmp_cmp()`
pub(crate) fn gmp_cmp(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<i64> {
    let (a, b) = two(cx, num1, num2)?;
    let (left, right) = (math::words(&a), math::words(&b));
    // GMP's answer for numbers of different lengths says by how much.
    Ok(if left == right { a.cmp(&b) as i64 } else { left - right })
}

/// `gmp_sign()`
pub(crate) fn gmp_sign(cx: &mut Cx, num: &Value) -> PhpResult<i64> {
    Ok(argument(cx, 1, num)?.cmp(&IBig::ZERO) as i64)
}

fn randomness(cx: &mut Cx) -> PhpResult<&mut Twister> {
    if cx.ext::<Randomness>().0.is_none() {
        let mut seed = [0; 8];
        if loxo_random::system_bytes(&mut seed).is_err() {
            return Err(cx.throw_exception("Could not gather sufficient random data"));
        }
        cx.ext::<Randomness>().0 = Some(Twister::new(&UBig::from_le_bytes(&seed)));
    }
    Ok(cx.ext::<Randomness>().0.get_or_insert_with(|| Twister::new(&UBig::ZERO)))
}

/// `gmp_random_seed()`
pub(crate) fn gmp_random_seed(cx: &mut Cx, seed: &Value) -> PhpResult<()> {
    let seed = argument(cx, 1, seed)?.unsigned_abs();
    cx.ext::<Randomness>().0 = Some(Twister::new(&seed));
    Ok(())
}

/// `gmp_random_bits()`
pub(crate) fn gmp_random_bits(cx: &mut Cx, bits: i64) -> PhpResult<PhpObject> {
    const MOST: i64 = i32::MAX as i64;
    if !(1..=MOST).contains(&bits) {
        return Err(cx.argument_value_error(1, format!("must be between 1 and {MOST}")));
    }
    check_bits(bits as u64);
    let drawn = randomness(cx)?.bits(bits as usize);
    object(cx, IBig::from(drawn))
}

/// `gmp_random_range()`
pub(crate) fn gmp_random_range(cx: &mut Cx, min: &Value, max: &Value) -> PhpResult<PhpObject> {
    let max = argument(cx, 2, max)?;
    let min = argument(cx, 1, min)?;
    if max <= min {
        return Err(cx.argument_value_error(1, "must be less than argument #2 ($maximum)"));
    }
    let range = (max - &min).unsigned_abs() + UBig::ONE;
    let drawn = randomness(cx)?.below(&range);
    object(cx, IBig::from(drawn) + min)
}

/// `gmp_and()`
pub(crate) fn gmp_and(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    object(cx, a & b)
}

/// `gmp_or()`
pub(crate) fn gmp_or(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    object(cx, a | b)
}

/// `gmp_com()`
pub(crate) fn gmp_com(cx: &mut Cx, num: &Value) -> PhpResult<PhpObject> {
    let number = argument(cx, 1, num)?;
    object(cx, !number)
}

/// `gmp_xor()`
pub(crate) fn gmp_xor(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<PhpObject> {
    let (a, b) = two(cx, num1, num2)?;
    object(cx, a ^ b)
}

/// Changes a bit of an object's number.
fn put_bit(this: &PhpObject, index: u64, set: bool) {
    let number = number_of(this);
    let at = usize::try_from(index).unwrap_or(usize::MAX);
    if number.bit(at) == set {
        return;
    }
    check_bits(index);
    let bit = IBig::ONE << at;
    this.set_native(Box::new(Number(if set { number | bit } else { number & !bit })));
}

/// `gmp_setbit()`
pub(crate) fn gmp_setbit(cx: &mut Cx, num: &PhpObject, index: i64, value: bool) -> PhpResult<()> {
    const LIMB: i64 = 64;
    let at = not_negative(cx, 2, index)?;
    if index / LIMB >= i64::from(i32::MAX) {
        return Err(cx.argument_value_error(2, format!("must be less than {} * {LIMB}", i32::MAX)));
    }
    put_bit(num, at, value);
    Ok(())
}

/// `gmp_clrbit()`
pub(crate) fn gmp_clrbit(cx: &mut Cx, num: &PhpObject, index: i64) -> PhpResult<()> {
    let at = not_negative(cx, 2, index)?;
    put_bit(num, at, false);
    Ok(())
}

/// `gmp_testbit()`
pub(crate) fn gmp_testbit(cx: &mut Cx, num: &Value, index: i64) -> PhpResult<bool> {
    let at = not_negative(cx, 2, index)?;
    Ok(argument(cx, 1, num)?.bit(usize::try_from(at).unwrap_or(usize::MAX)))
}

/// `gmp_scan0()`
pub(crate) fn gmp_scan0(cx: &mut Cx, num1: &Value, start: i64) -> PhpResult<i64> {
    let start = not_negative(cx, 2, start)?;
    Ok(math::scan(&argument(cx, 1, num1)?, start, false))
}

/// `gmp_scan1()`
pub(crate) fn gmp_scan1(cx: &mut Cx, num1: &Value, start: i64) -> PhpResult<i64> {
    let start = not_negative(cx, 2, start)?;
    Ok(math::scan(&argument(cx, 1, num1)?, start, true))
}

/// `gmp_popcount()`
pub(crate) fn gmp_popcount(cx: &mut Cx, num: &Value) -> PhpResult<i64> {
    let number = argument(cx, 1, num)?;
    Ok(math::hamming(&number, &IBig::ZERO))
}

/// `gmp_hamdist()`
pub(crate) fn gmp_hamdist(cx: &mut Cx, num1: &Value, num2: &Value) -> PhpResult<i64> {
    let (a, b) = two(cx, num1, num2)?;
    Ok(math::hamming(&a, &b))
}

/// `gmp_nextprime()`
pub(crate) fn gmp_nextprime(cx: &mut Cx, num: &Value) -> PhpResult<PhpObject> {
    let number = argument(cx, 1, num)?;
    let prime = math::next_prime(&number, || cx.check_interrupt())?;
    object(cx, prime)
}
