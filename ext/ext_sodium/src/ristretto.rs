//! The builtins for the group Ristretto255: arithmetic on points and scalars, from which protocols are built.

use loxo_runtime::{Cx, PhpResult, PhpStr};
use loxo_sodium_sys::ristretto;

use crate::source::{argument, array, fail, sized};

const POINT: &str = "CRYPTO_CORE_RISTRETTO255_BYTES";
const SCALAR: &str = "CRYPTO_CORE_RISTRETTO255_SCALARBYTES";

macro_rules! of_two {
    ($($name:ident $constant:ident $work:ident;)*) => {$(
        #[doc = concat!("`", stringify!($name), "()`")]
        pub(crate) fn $name(cx: &mut Cx, first: &PhpStr, second: &PhpStr) -> PhpResult<PhpStr> {
            let first = sized(cx, first, 1, $constant)?;
            let second = sized(cx, second, 2, $constant)?;
            array(cx, |out| ristretto::$work(out, first, second))
        }
    )*};
}

macro_rules! of_one {
    ($($name:ident $constant:expr, $work:ident;)*) => {$(
        #[doc = concat!("`", stringify!($name), "()`")]
        pub(crate) fn $name(cx: &mut Cx, only: &PhpStr) -> PhpResult<PhpStr> {
            let only = sized(cx, only, 1, $constant)?;
            array(cx, |out| ristretto::$work(out, only))
        }
    )*};
}

of_two! {
    sodium_crypto_core_ristretto255_add POINT add;
    sodium_crypto_core_ristretto255_sub POINT sub;
    sodium_crypto_core_ristretto255_scalar_add SCALAR scalar_add;
    sodium_crypto_core_ristretto255_scalar_sub SCALAR scalar_sub;
    sodium_crypto_core_ristretto255_scalar_mul SCALAR scalar_mul;
}

of_one! {
    sodium_crypto_core_ristretto255_from_hash "CRYPTO_CORE_RISTRETTO255_HASHBYTES", from_hash;
    sodium_crypto_core_ristretto255_scalar_complement SCALAR, scalar_complement;
    sodium_crypto_core_ristretto255_scalar_invert SCALAR, scalar_invert;
    sodium_crypto_core_ristretto255_scalar_negate SCALAR, scalar_negate;
    sodium_crypto_core_ristretto255_scalar_reduce "CRYPTO_CORE_RISTRETTO255_NONREDUCEDSCALARBYTES", scalar_reduce;
}

/// `sodium_crypto_core_ristretto255_is_valid_point()`
pub(crate) fn sodium_crypto_core_ristretto255_is_valid_point(cx: &mut Cx, point: &PhpStr) -> PhpResult<bool> {
    let point = sized(cx, point, 1, POINT)?;
    Ok(ristretto::is_valid_point(point))
}

/// `sodium_crypto_core_ristretto255_random()`
pub(crate) fn sodium_crypto_core_ristretto255_random(cx: &mut Cx) -> PhpResult<PhpStr> {
    array(cx, ristretto::random)
}

/// `sodium_crypto_core_ristretto255_scalar_random()`
pub(crate) fn sodium_crypto_core_ristretto255_scalar_random(cx: &mut Cx) -> PhpResult<PhpStr> {
    array(cx, ristretto::scalar_random)
}

/// `sodium_crypto_scalarmult_ristretto255()`
pub(crate) fn sodium_crypto_scalarmult_ristretto255(cx: &mut Cx, scalar: &PhpStr, point: &PhpStr) -> PhpResult<PhpStr> {
    let scalar = sized(cx, scalar, 1, "CRYPTO_SCALARMULT_RISTRETTO255_SCALARBYTES")?;
    let point = sized(cx, point, 2, "CRYPTO_SCALARMULT_RISTRETTO255_BYTES")?;
    let mut out = [0; 32];
    ristretto::multiply(&mut out, scalar, point).map_err(|_| fail(cx, "Result is identity element"))?;
    Ok(PhpStr::new(&out))
}

/// `sodium_crypto_scalarmult_ristretto255_base()`
pub(crate) fn sodium_crypto_scalarmult_ristretto255_base(cx: &mut Cx, scalar: &PhpStr) -> PhpResult<PhpStr> {
    let scalar = sized(cx, scalar, 1, "CRYPTO_SCALARMULT_RISTRETTO255_SCALARBYTES")?;
    let mut out = [0; 32];
    ristretto::multiply_base(&mut out, scalar).map_err(|_| argument(cx, 1, "must not be zero"))?;
    Ok(PhpStr::new(&out))
}
