//! The functions: the request's generator, and numbers from the system.

use loxo_random::Mt19937;
use loxo_runtime::{Cx, PhpResult, PhpStr, Value, args};

/// `MT_RAND_PHP`
pub(crate) const LEGACY: i64 = 1;
/// `MT_RAND_MT19937`
pub(crate) const STANDARD: i64 = 0;

const MT_RAND_MAX: i64 = 0x7fff_ffff;

/// `lcg_value()`
pub(crate) fn lcg_value(cx: &mut Cx) -> PhpResult<f64> {
    Ok(loxo_random::combined_lcg(cx))
}

/// `mt_srand()`
pub(crate) fn mt_srand(cx: &mut Cx, seed: Option<i64>, mode: i64) -> PhpResult<()> {
    let legacy = mode == LEGACY;
    if legacy {
        warn_of_legacy(cx)?;
    }
    match seed {
        Some(seed) => loxo_random::seed(cx, seed as u32, legacy),
        None => {
            let seed = seed_bytes::<4>(cx)?;
            loxo_random::seed(cx, u32::from_le_bytes(seed), legacy);
        }
    }
    Ok(())
}

pub(crate) fn warn_of_legacy(cx: &mut Cx) -> PhpResult<()> {
    cx.deprecated("The MT_RAND_PHP variant of Mt19937 is deprecated");
    cx.check()
}

/// Bytes for a seed.
pub(crate) fn seed_bytes<const N: usize>(cx: &mut Cx) -> PhpResult<[u8; N]> {
    let mut seed = [0; N];
    match loxo_random::system_bytes(&mut seed) {
        Ok(()) => Ok(seed),
        Err(_) => Err(cx.throw("Random\\RandomException", "Failed to generate a random seed")),
    }
}

/// `rand()`
pub(crate) fn rand(cx: &mut Cx, args: &mut [Value]) -> PhpResult<i64> {
    match limits(cx, args)? {
        None => Ok(next(cx)),
        Some((min, max)) => Ok(between(cx, min.min(max), min.max(max))),
    }
}

/// `mt_rand()`
pub(crate) fn mt_rand(cx: &mut Cx, args: &mut [Value]) -> PhpResult<i64> {
    if let [min, max] = args
        && let (Some(min), Some(max)) = (min.as_int(), max.as_int())
        && min <= max
        && let Some(engine) = cx.random.as_mut().filter(|engine| !engine.is_legacy())
        && let Some(n) = engine.next_between(min, max)
    {
        return Ok(n);
    }
    mt_rand_of_any(cx, args)
}

#[inline(never)]
fn mt_rand_of_any(cx: &mut Cx, args: &mut [Value]) -> PhpResult<i64> {
    match limits(cx, args)? {
        None => Ok(next(cx)),
        Some((min, max)) if max < min => Err(cx.argument_value_error(2, "must be greater than or equal to argument #1 ($min)")),
        Some((min, max)) => Ok(between(cx, min, max)),
    }
}

/// Both limits or none.
fn limits(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Option<(i64, i64)>> {
    match args {
        [] => Ok(None),
        [min, max] => Ok(Some((args::int(cx, 1, min)?, args::int(cx, 2, max)?))),
        _ => {
            let name = cx.active.map_or_else(String::new, |func| String::from_utf8_lossy(&func.display_name()).into_owned());
            Err(cx.throw("ArgumentCountError", format!("{name}() expects exactly 2 arguments, {} given", args.len())))
        }
    }
}

fn next(cx: &mut Cx) -> i64 {
    i64::from(loxo_random::engine(cx).next_u32() >> 1)
}

#[inline]
fn between(cx: &mut Cx, min: i64, max: i64) -> i64 {
    let engine = loxo_random::engine(cx);
    if engine.is_legacy() { badly_scaled(engine, min, max) } else { engine.between(min, max) }
}

/// How PHP 5 scaled: by floats, so that some numbers are likelier than others.
pub(crate) fn badly_scaled(engine: &mut Mt19937, min: i64, max: i64) -> i64 {
    let drawn = f64::from(engine.next_u32() >> 1);
    let offset = (max as f64 - min as f64 + 1.0) * (drawn / (MT_RAND_MAX as f64 + 1.0));
    (offset as u64).wrapping_add(min as u64) as i64
}

/// `mt_getrandmax()`
pub(crate) fn mt_getrandmax(_: &mut Cx) -> PhpResult<i64> {
    Ok(MT_RAND_MAX)
}

/// `random_bytes()`
pub(crate) fn random_bytes(cx: &mut Cx, length: i64) -> PhpResult<PhpStr> {
    if length < 1 {
        return Err(cx.argument_value_error(1, "must be greater than 0"));
    }
    let mut bytes = PhpStr::repeat(b"\0", length as usize);
    system_bytes(cx, bytes.as_mut_bytes())?;
    Ok(bytes)
}

/// `random_int()`
pub(crate) fn random_int(cx: &mut Cx, min: i64, max: i64) -> PhpResult<i64> {
    if min > max {
        return Err(cx.argument_value_error(1, "must be less than or equal to argument #2 ($max)"));
    }
    let span = (max as u64).wrapping_sub(min as u64);
    let offset = match span.checked_add(1) {
        None => system_u64(cx)?,
        Some(count) if count.is_power_of_two() => system_u64(cx)? & span,
        Some(count) => {
            // Numbers above the last multiple would favour small results.
            let limit = u64::MAX - u64::MAX % count - 1;
            loop {
                let drawn = system_u64(cx)?;
                if drawn <= limit {
                    break drawn % count;
                }
            }
        }
    };
    Ok((min as u64).wrapping_add(offset) as i64)
}

pub(crate) fn system_u64(cx: &mut Cx) -> PhpResult<u64> {
    let mut bytes = [0; 8];
    system_bytes(cx, &mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn system_bytes(cx: &mut Cx, bytes: &mut [u8]) -> PhpResult<()> {
    loxo_random::system_bytes(bytes)
        .map_err(|error| cx.throw("Random\\RandomException", format!("Could not gather sufficient random data: {error}")))
}
