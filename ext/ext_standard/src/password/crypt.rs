//! `crypt()`: one-way hashes as the formats of crypt(3) have them.
//!
//! Salts are taken as PHP's own copies of these algorithms take them, which is more than a system's crypt(3) does.

use std::ops::ControlFlow;

use blowfish::Blowfish;
use md5::{Digest, Md5};
use sha2::{Sha256, Sha512};

use crate::prelude::*;

/// The longest salt that `crypt()` looks at, and the space that results of SHA-2 have.
const MAX_SALT: usize = 123;

/// `crypt()`
pub(crate) fn crypt(_cx: &mut Cx, string: &PhpStr, salt: &PhpStr) -> PhpResult<PhpStr> {
    let salt: &[u8] = &salt[..salt.len().min(MAX_SALT)];
    Ok(hashed(string, salt).unwrap_or_else(|| if salt.starts_with(b"*0") { PhpStr::new(b"*1") } else { PhpStr::new(b"*0") }))
}

/// `None`: no format begins like this salt, or the salt is bad.
pub(crate) fn hashed(password: &[u8], salt: &[u8]) -> Option<PhpStr> {
    // Both end at a NUL byte, whatever follows.
    let password = password.split(|b| *b == 0).next().unwrap_or_default();
    let salt = salt.split(|b| *b == 0).next().unwrap_or_default();
    let hash = match salt {
        [b'$', b'1', b'$', rest @ ..] => md5_crypt(password, rest),
        [b'$', b'5', b'$', rest @ ..] => sha_crypt::<Sha256>(password, rest)?,
        [b'$', b'6', b'$', rest @ ..] => sha_crypt::<Sha512>(password, rest)?,
        [b'$', b'2', variant, b'$', tens, ones, b'$', rest @ ..] => bcrypt(password, *variant, [*tens, *ones], rest)?,
        _ => des_crypt(password, salt)?,
    };
    Some(PhpStr::new(&hash))
}

/// The extended format of DES begins with an underscore, the traditional one is two characters.
#[expect(deprecated, reason = "old hashes must be checked, and programs choose their format")]
fn des_crypt(password: &[u8], salt: &[u8]) -> Option<Vec<u8>> {
    let length = if salt.starts_with(b"_") { 9 } else { 2 };
    let salt = std::str::from_utf8(salt.get(..length)?).ok()?;
    let is_digit = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'/');
    let hash = match salt.strip_prefix('_') {
        Some(digits) if digits.bytes().all(is_digit) => pwhash::bsdi_crypt::hash_with(salt, password),
        None if salt.bytes().all(is_digit) => pwhash::unix_crypt::hash_with(salt, password),
        _ => return None,
    };
    hash.ok().map(String::into_bytes)
}

const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Appends bytes in base 64, three at a time, the last byte and its lowest bits first.
fn encode_group(out: &mut Vec<u8>, bytes: &[u8]) {
    let bits = bytes.iter().fold(0u32, |bits, b| bits << 8 | u32::from(*b));
    for n in 0..=bytes.len() {
        out.push(DIGITS[(bits >> (6 * n)) as usize & 63]);
    }
}

/// What MD5 and SHA-2 hash in each round: alternately begins and ends with the last sum.
fn stir<D: Digest>(rounds: usize, first: &[u8], password: &[u8], salt: &[u8]) -> Vec<u8> {
    let mut sum = first.to_vec();
    for round in 0..rounds {
        let mut digest = D::new();
        let odd = round % 2 != 0;
        digest.update(if odd { password } else { &sum });
        if round % 3 != 0 {
            digest.update(salt);
        }
        if round % 7 != 0 {
            digest.update(password);
        }
        digest.update(if odd { &sum } else { password });
        sum.copy_from_slice(&digest.finalize());
    }
    sum
}

fn sum_of<D: Digest>(parts: &[&[u8]]) -> Vec<u8> {
    let mut digest = D::new();
    parts.iter().for_each(|part| digest.update(part));
    digest.finalize().to_vec()
}

/// `bytes`, over and over, as many as there are in `length`.
fn stretched(bytes: &[u8], length: usize) -> Vec<u8> {
    bytes.iter().copied().cycle().take(length).collect()
}

/// The salt ends at a `$`.
fn cut_salt(salt: &[u8], limit: usize) -> &[u8] {
    let salt = salt.split(|b| *b == b'$').next().unwrap_or_default();
    &salt[..salt.len().min(limit)]
}

fn md5_crypt(password: &[u8], salt: &[u8]) -> Vec<u8> {
    let salt = cut_salt(salt, 8);
    let mut digest = Md5::new();
    for part in [password, b"$1$", salt, &stretched(&sum_of::<Md5>(&[password, salt, password]), password.len())] {
        digest.update(part);
    }
    for_each_bit(password.len(), |set| digest.update(if set { &[0] } else { &password[..1] }));
    let sum = stir::<Md5>(1000, &digest.finalize(), password, salt);

    let mut out = [b"$1$", salt, b"$"].concat();
    for (a, b, c) in [(0, 6, 12), (1, 7, 13), (2, 8, 14), (3, 9, 15), (4, 10, 5)] {
        encode_group(&mut out, &[sum[a], sum[b], sum[c]]);
    }
    encode_group(&mut out, &[sum[11]]);
    out
}

/// The bits of a length up to the highest that is set, from the lowest.
fn for_each_bit(mut length: usize, mut f: impl FnMut(bool)) {
    while length > 0 {
        f(length & 1 != 0);
        length >>= 1;
    }
}

/// One of the two formats of SHA-2, which differ in the order in which the sum is written.
trait Sha2: Digest {
    const PREFIX: &'static [u8];
    /// The bytes of the first group of three.
    const FIRST: [usize; 3];
    /// Which bytes follow a group.
    fn next(group: [usize; 3]) -> [usize; 3];
    /// What is left.
    const LAST: &'static [usize];
}

impl Sha2 for Sha256 {
    const PREFIX: &'static [u8] = b"$5$";
    const FIRST: [usize; 3] = [0, 10, 20];
    fn next([a, b, c]: [usize; 3]) -> [usize; 3] {
        [c + 1, a + 1, b + 1]
    }
    const LAST: &'static [usize] = &[31, 30];
}

impl Sha2 for Sha512 {
    const PREFIX: &'static [u8] = b"$6$";
    const FIRST: [usize; 3] = [0, 21, 42];
    fn next([a, b, c]: [usize; 3]) -> [usize; 3] {
        [b + 1, c + 1, a + 1]
    }
    const LAST: &'static [usize] = &[63];
}

/// `rounds=N$` in front of a salt, and what follows. `Break`: the number is out of range, which PHP refuses; what is no number is part of the salt.
fn split_rounds(salt: &[u8]) -> ControlFlow<(), (Option<usize>, &[u8])> {
    let plain = ControlFlow::Continue((None, salt));
    let Some(number) = salt.strip_prefix(b"rounds=") else { return plain };
    // As strtoul() reads it: white space, a sign, and a negative number is its complement.
    let spaces = number.iter().take_while(|b| b" \t\n\x0b\x0c\r".contains(b)).count();
    let (negative, digits) = match &number[spaces..] {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let count = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    // Without a digit nothing was read at all, not even the white space.
    let rest = if count == 0 { number } else { &digits[count..] };
    let Some(rest) = rest.strip_prefix(b"$") else { return plain };
    let value = digits[..count].iter().try_fold(0u64, |n, d| n.checked_mul(10)?.checked_add(u64::from(d - b'0')));
    let value = value.map_or(u64::MAX, |n| if negative { n.wrapping_neg() } else { n });
    match value {
        1000..=999_999_999 => ControlFlow::Continue((Some(value as usize), rest)),
        _ => ControlFlow::Break(()),
    }
}

fn sha_crypt<D: Sha2>(password: &[u8], salt: &[u8]) -> Option<Vec<u8>> {
    let ControlFlow::Continue((rounds, salt)) = split_rounds(salt) else { return None };
    let salt = cut_salt(salt, 16);
    let size = <D as Digest>::output_size();
    let mut out = D::PREFIX.to_vec();
    if let Some(rounds) = rounds {
        out.extend_from_slice(format!("rounds={rounds}$").as_bytes());
    }
    out.extend_from_slice(salt);
    out.push(b'$');
    if out.len() + (size * 8).div_ceil(6) >= MAX_SALT {
        return None;
    }

    let alternate = sum_of::<D>(&[password, salt, password]);
    let mut digest = D::new();
    for part in [password, salt, &stretched(&alternate, password.len())] {
        digest.update(part);
    }
    for_each_bit(password.len(), |set| digest.update(if set { &alternate } else { password }));
    let first = digest.finalize();

    let repeated = |part: &[u8], times: usize| {
        let mut digest = D::new();
        (0..times).for_each(|_| digest.update(part));
        stretched(&digest.finalize(), part.len())
    };
    let password = repeated(password, password.len());
    let salt = repeated(salt, 16 + usize::from(first[0]));
    let sum = stir::<D>(rounds.unwrap_or(5000), &first, &password, &salt);

    let mut group = D::FIRST;
    for _ in 0..size / 3 {
        encode_group(&mut out, &group.map(|n| sum[n]));
        group = D::next(group);
    }
    let mut last = [0; 2];
    let last = &mut last[..D::LAST.len()];
    last.iter_mut().zip(D::LAST).for_each(|(byte, n)| *byte = sum[*n]);
    encode_group(&mut out, last);
    Some(out)
}

const BCRYPT_DIGITS: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Bytes that a key has in all: 18 words.
const KEY: usize = 72;

/// The key of Blowfish: the password with its NUL byte, over and over.
struct BcryptKey {
    /// Of all rounds.
    expanded: [u8; KEY],
    /// Of the first expansion.
    initial: [u8; KEY],
}

impl BcryptKey {
    /// `2x` is the hash of older programs, which extended the signs of bytes. Of those there are many that collide with one correct hash, so in `2a`,
    /// which may stand for both, the correct hash is another where that is so.
    fn new(password: &[u8], variant: u8) -> BcryptKey {
        let mut bytes = password.iter().copied().chain([0]).cycle();
        let (mut right, mut wrong) = ([0; KEY], [0; KEY]);
        let mut extends = false;
        for at in (0..KEY).step_by(4) {
            let (mut right_word, mut wrong_word) = (0u32, 0u32);
            for n in 0..4 {
                let byte = bytes.next().unwrap_or_default();
                right_word = right_word << 8 | u32::from(byte);
                wrong_word = wrong_word << 8 | byte as i8 as u32;
                extends |= n > 0 && byte >= 0x80;
            }
            right[at..at + 4].copy_from_slice(&right_word.to_be_bytes());
            wrong[at..at + 4].copy_from_slice(&wrong_word.to_be_bytes());
        }
        if variant == b'x' {
            return BcryptKey { expanded: wrong, initial: wrong };
        }
        let mut initial = right;
        if variant == b'a' && extends && right == wrong {
            // Bit 16 of the first word.
            initial[1] ^= 1;
        }
        BcryptKey { expanded: right, initial }
    }
}

fn bcrypt(password: &[u8], variant: u8, [tens, ones]: [u8; 2], rest: &[u8]) -> Option<Vec<u8>> {
    if !matches!(variant, b'a' | b'b' | b'x' | b'y') || !tens.is_ascii_digit() || !ones.is_ascii_digit() {
        return None;
    }
    let cost = (tens - b'0') * 10 + (ones - b'0');
    if !(4..=31).contains(&cost) {
        return None;
    }
    let digits = rest.get(..22)?;
    let mut salt = [0; 16];
    let mut bits = 0u32;
    for (n, digit) in digits.iter().enumerate() {
        bits = bits << 6 | BCRYPT_DIGITS.iter().position(|b| b == digit)? as u32;
        if n % 4 != 0 {
            let byte = n / 4 * 3 + n % 4 - 1;
            salt[byte] = (bits >> (6 - 2 * (n % 4))) as u8;
        }
    }

    let key = BcryptKey::new(password, variant);
    let mut state = Blowfish::bc_init_state();
    state.salted_expand_key(&salt, &key.initial);
    for _ in 0..1u64 << cost {
        state.bc_expand_key(&key.expanded);
        state.bc_expand_key(&salt);
    }
    let mut sum = Vec::with_capacity(24);
    for block in b"OrpheanBeholderScryDoubt".chunks_exact(8) {
        let word = |at: usize| block[at..at + 4].iter().fold(0, |word, b| word << 8 | u32::from(*b));
        let (left, right) = (0..64).fold((word(0), word(4)), |(left, right), _| state.bc_encrypt(left, right));
        sum.extend_from_slice(&left.to_be_bytes());
        sum.extend_from_slice(&right.to_be_bytes());
    }

    let mut out = vec![b'$', b'2', variant, b'$', tens, ones, b'$'];
    bcrypt_encode(&mut out, &salt);
    // The last byte was forgotten when the format was young.
    bcrypt_encode(&mut out, &sum[..23]);
    Some(out)
}

fn bcrypt_encode(out: &mut Vec<u8>, bytes: &[u8]) {
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, n| bits << 8 | u32::from(group.get(n).copied().unwrap_or(0)));
        for n in 0..=group.len() {
            out.push(BCRYPT_DIGITS[(bits >> (18 - 6 * n)) as usize & 63]);
        }
    }
}
