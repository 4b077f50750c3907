//! The functions of the extension mhash of old.

use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr};

use crate::algorithm::Algorithm;
use crate::hmac::Keyed;

/// Names by number; what they are called here, where that is not the name in lower case.
const NAMES: [Option<(&str, Option<&str>)>; 42] = [
    Some(("CRC32", None)),
    Some(("MD5", None)),
    Some(("SHA1", None)),
    Some(("HAVAL256", Some("haval256,3"))),
    None,
    Some(("RIPEMD160", None)),
    None,
    Some(("TIGER", Some("tiger192,3"))),
    Some(("GOST", None)),
    Some(("CRC32B", None)),
    Some(("HAVAL224", Some("haval224,3"))),
    Some(("HAVAL192", Some("haval192,3"))),
    Some(("HAVAL160", Some("haval160,3"))),
    Some(("HAVAL128", Some("haval128,3"))),
    Some(("TIGER128", Some("tiger128,3"))),
    Some(("TIGER160", Some("tiger160,3"))),
    Some(("MD4", None)),
    Some(("SHA256", None)),
    Some(("ADLER32", None)),
    Some(("SHA224", None)),
    Some(("SHA512", None)),
    Some(("SHA384", None)),
    Some(("WHIRLPOOL", None)),
    Some(("RIPEMD128", None)),
    Some(("RIPEMD256", None)),
    Some(("RIPEMD320", None)),
    None,
    Some(("SNEFRU256", None)),
    Some(("MD2", None)),
    Some(("FNV132", None)),
    Some(("FNV1A32", None)),
    Some(("FNV164", None)),
    Some(("FNV1A64", None)),
    Some(("JOAAT", None)),
    Some(("CRC32C", None)),
    Some(("MURMUR3A", None)),
    Some(("MURMUR3C", None)),
    Some(("MURMUR3F", None)),
    Some(("XXH32", None)),
    Some(("XXH64", None)),
    Some(("XXH3", None)),
    Some(("XXH128", None)),
];

fn row(number: i64) -> Option<(&'static str, Option<&'static str>)> {
    *NAMES.get(usize::try_from(number).ok()?)?
}

fn algorithm(number: i64) -> Option<&'static Algorithm> {
    let (name, here) = row(number)?;
    Algorithm::find(here.unwrap_or(name).as_bytes())
}

/// `mhash()`
pub(crate) fn mhash(cx: &mut Cx, algo: i64, data: &PhpStr, key: Option<&PhpStr>) -> PhpResult<OrFalse<PhpStr>> {
    let Some(algorithm) = algorithm(algo) else { return Ok(OrFalse::FALSE) };
    let digest = match key {
        Some(_) if !algorithm.crypto => {
            return Err(cx.argument_value_error(1, "must be a valid cryptographic hashing algorithm"));
        }
        Some(key) => Keyed::new(algorithm, key).digest(&[data]),
        None => {
            let mut hash = algorithm.start();
            hash.update(data);
            algorithm.digest_of(&mut *hash)
        }
    };
    Ok(PhpStr::new(&digest).into())
}

/// `mhash_get_hash_name()`
pub(crate) fn mhash_get_hash_name(_: &mut Cx, algo: i64) -> PhpResult<OrFalse<&'static str>> {
    Ok(OrFalse(row(algo).map(|(name, _)| name)))
}

/// `mhash_count()`
pub(crate) fn mhash_count(_: &mut Cx) -> PhpResult<i64> {
    Ok(NAMES.len() as i64 - 1)
}

/// `mhash_get_block_size()`
pub(crate) fn mhash_get_block_size(_: &mut Cx, algo: i64) -> PhpResult<OrFalse<i64>> {
    Ok(OrFalse(algorithm(algo).map(|algorithm| algorithm.digest as i64)))
}

/// `mhash_keygen_s2k()` (RFC 2440, salted S2K)
pub(crate) fn mhash_keygen_s2k(cx: &mut Cx, algo: i64, password: &PhpStr, salt: &PhpStr, length: i64) -> PhpResult<OrFalse<PhpStr>> {
    const SALT: usize = 8;
    let length = length as i32;
    if length <= 0 {
        return Err(cx.argument_value_error(4, "must be a greater than 0"));
    }
    let length = length as usize;
    let Some(algorithm) = algorithm(algo) else { return Ok(OrFalse::FALSE) };
    let mut padded = [0; SALT];
    let used = salt.len().min(SALT);
    padded[..used].copy_from_slice(&salt[..used]);
    ensure_room(length + algorithm.digest);
    let mut key = Vec::with_capacity(length + algorithm.digest);
    for number in 0..length.div_ceil(algorithm.digest) {
        let mut hash = algorithm.start();
        hash.update(&vec![0; number]);
        hash.update(&padded);
        hash.update(password);
        key.extend(algorithm.digest_of(&mut *hash));
    }
    Ok(PhpStr::new(&key[..length]).into())
}
