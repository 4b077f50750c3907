//! Keyed digests (RFC 2104) and keys derived with them (RFC 2898, 5869).

use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr};

use crate::algorithm::{Algorithm, Hash};
use crate::hash::{crypto_algorithm, hexadecimal};

/// A key that is ready for use: the digests that have taken in its two forms.
pub(crate) struct Keyed {
    algorithm: &'static Algorithm,
    inner: Box<dyn Hash>,
    outer: Box<dyn Hash>,
}

impl Keyed {
    pub fn new(algorithm: &'static Algorithm, key: &[u8]) -> Keyed {
        let block = key_block(algorithm, key);
        Keyed { algorithm, inner: padded(algorithm, &block, INNER), outer: padded(algorithm, &block, OUTER) }
    }

    pub fn start(&self) -> Box<dyn Hash> {
        self.inner.copy()
    }

    /// The digest of what was taken in since [`Keyed::start`].
    pub fn finish(&self, inner: &mut dyn Hash) -> Vec<u8> {
        let digest = self.algorithm.digest_of(inner);
        let mut outer = self.outer.copy();
        outer.update(&digest);
        self.algorithm.digest_of(&mut *outer)
    }

    pub fn digest(&self, parts: &[&[u8]]) -> Vec<u8> {
        let mut inner = self.start();
        parts.iter().for_each(|part| inner.update(part));
        self.finish(&mut *inner)
    }
}

pub(crate) const INNER: u8 = 0x36;
pub(crate) const OUTER: u8 = 0x5c;

/// The key as long as a block.
pub(crate) fn key_block(algorithm: &Algorithm, key: &[u8]) -> Vec<u8> {
    let mut block = key.to_vec();
    if key.len() > algorithm.block {
        let mut hash = algorithm.start();
        hash.update(key);
        block = algorithm.digest_of(&mut *hash);
    }
    block.resize(algorithm.block, 0);
    block
}

/// A digest that has taken in the key, mixed with a byte.
pub(crate) fn padded(algorithm: &Algorithm, block: &[u8], pad: u8) -> Box<dyn Hash> {
    let mut hash = algorithm.start();
    let mixed: Vec<u8> = block.iter().map(|byte| byte ^ pad).collect();
    hash.update(&mixed);
    hash
}

/// `hash_hkdf()`
pub(crate) fn hash_hkdf(cx: &mut Cx, algo: &PhpStr, key: &PhpStr, length: i64, info: &PhpStr, salt: &PhpStr) -> PhpResult<PhpStr> {
    let algorithm = crypto_algorithm(cx, algo)?;
    if key.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let Ok(length) = usize::try_from(length) else {
        return Err(cx.argument_value_error(3, "must be greater than or equal to 0"));
    };
    let most = algorithm.digest * 255;
    if length > most {
        return Err(cx.argument_value_error(3, format!("must be less than or equal to {most}")));
    }
    let length = if length == 0 { algorithm.digest } else { length };
    let extracted = Keyed::new(algorithm, salt).digest(&[key]);
    let keyed = Keyed::new(algorithm, &extracted);
    let (mut made, mut last) = (Vec::with_capacity(length), Vec::new());
    for number in 1..=length.div_ceil(algorithm.digest) {
        last = keyed.digest(&[&last, info, &[number as u8]]);
        made.extend_from_slice(&last);
    }
    Ok(PhpStr::new(&made[..length]))
}

/// `hash_pbkdf2()`
#[allow(clippy::too_many_arguments)] // PHP's parameters
pub(crate) fn hash_pbkdf2(
    cx: &mut Cx,
    algo: &PhpStr,
    password: &PhpStr,
    salt: &PhpStr,
    iterations: i64,
    length: i64,
    binary: bool,
    options: &PhpArray,
) -> PhpResult<PhpStr> {
    let algorithm = crypto_algorithm(cx, algo)?;
    if salt.len() > i32::MAX as usize - 4 {
        return Err(cx.argument_value_error(3, "must be less than or equal to INT_MAX - 4 bytes"));
    }
    if iterations <= 0 {
        return Err(cx.argument_value_error(4, "must be greater than 0"));
    }
    let Ok(length) = usize::try_from(length) else {
        return Err(cx.argument_value_error(5, "must be greater than or equal to 0"));
    };
    // Options are for algorithms that are refused above, but what is wrong with them is reported.
    algorithm.start_with(cx, options)?;
    let per_byte = if binary { 1 } else { 2 };
    let length = if length == 0 { algorithm.digest * per_byte } else { length };
    let wanted = length.div_ceil(per_byte);
    ensure_room(length.saturating_add(wanted));
    let keyed = Keyed::new(algorithm, password);
    let mut made = Vec::with_capacity(wanted);
    for number in 1..=wanted.div_ceil(algorithm.digest) {
        let mut last = keyed.digest(&[salt, &(number as u32).to_be_bytes()]);
        let mut sum = last.clone();
        for iteration in 1..iterations {
            if iteration % 1024 == 0 {
                cx.check_interrupt()?;
            }
            last = keyed.digest(&[&last]);
            sum.iter_mut().zip(&last).for_each(|(sum, byte)| *sum ^= byte);
        }
        made.extend_from_slice(&sum);
    }
    made.truncate(wanted);
    Ok(if binary { PhpStr::new(&made) } else { hexadecimal(&made).slice(0..length) })
}
