//! `password_hash()` and its like, for the algorithms that PHP offers.

pub(crate) mod crypt;

use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::password::crypt::hashed;
use crate::prelude::*;
use crate::strings::encoding::{from_base64, to_base64};

/// Algorithms of `password_hash()`.
#[derive(Clone, Copy, PartialEq)]
enum Algo {
    Bcrypt,
    Argon2i,
    Argon2id,
}

impl Algo {
    const ALL: [Algo; 3] = [Algo::Bcrypt, Algo::Argon2i, Algo::Argon2id];

    fn id(self) -> &'static str {
        match self {
            Algo::Bcrypt => "2y",
            Algo::Argon2i => "argon2i",
            Algo::Argon2id => "argon2id",
        }
    }

    fn name(self) -> &'static str {
        if self == Algo::Bcrypt { "bcrypt" } else { self.id() }
    }

    /// What made the hash.
    fn of_hash(hash: &[u8]) -> Option<Algo> {
        let id = hash.strip_prefix(b"$")?.split(|b| *b == b'$').next()?;
        let algo = Algo::ALL.into_iter().find(|algo| algo.id().as_bytes() == id)?;
        (algo != Algo::Bcrypt || hash.len() == 60).then_some(algo)
    }

    fn find(algo: Option<&Value>) -> Option<Algo> {
        match algo {
            None => Some(Algo::Bcrypt),
            Some(v) => match (v.as_int(), v.as_bytes()) {
                (Some(0), _) => Some(Algo::Bcrypt),
                (Some(n @ 1..=3), _) => Some(Algo::ALL[n as usize - 1]),
                (_, Some(id)) => Algo::ALL.into_iter().find(|algo| algo.id().as_bytes() == id),
                _ => None,
            },
        }
    }

    fn read(cx: &mut Cx, algo: Option<&Value>) -> PhpResult<Algo> {
        Algo::find(algo).ok_or_else(|| cx.argument_value_error(2, "must be a valid password hashing algorithm"))
    }
}

/// What the options say, or the defaults.
#[derive(Clone, Copy, PartialEq)]
struct Costs {
    bcrypt: i64,
    memory: i64,
    time: i64,
    threads: i64,
}

impl Costs {
    fn read(cx: &mut Cx, options: &PhpArray) -> PhpResult<Costs> {
        let mut number = |name: &str, default: i64| match options.get_bytes(name.as_bytes()).map(Value::clone_deref) {
            Some(v) => cx.int_of(&v),
            None => Ok(default),
        };
        Ok(Costs {
            bcrypt: number("cost", 12)?,
            memory: number("memory_cost", 65536)?,
            time: number("time_cost", 4)?,
            threads: number("threads", 1)?,
        })
    }

    /// Those of a hash.
    fn of_hash(hash: &[u8]) -> Costs {
        let mut costs = Costs { bcrypt: 10, memory: 65536, time: 4, threads: 1 };
        let number = |digits: &[u8]| {
            digits.iter().take_while(|b| b.is_ascii_digit()).fold(0i64, |n, d| n.saturating_mul(10).saturating_add(i64::from(d - b'0')))
        };
        let mut parts = hash.split(|b| *b == b'$').skip(2);
        if Algo::of_hash(hash) == Some(Algo::Bcrypt) {
            costs.bcrypt = parts.next().map_or(10, number);
            return costs;
        }
        for setting in parts.nth(1).unwrap_or_default().split(|b| *b == b',') {
            match setting {
                [b'm', b'=', digits @ ..] => costs.memory = number(digits),
                [b't', b'=', digits @ ..] => costs.time = number(digits),
                [b'p', b'=', digits @ ..] => costs.threads = number(digits),
                _ => {}
            }
        }
        costs
    }

    fn as_options(self, algo: Algo) -> PhpArray {
        let mut out = PhpArray::new();
        if algo == Algo::Bcrypt {
            out.set_bytes(b"cost", Value::int(self.bcrypt));
        } else {
            out.set_bytes(b"memory_cost", Value::int(self.memory));
            out.set_bytes(b"time_cost", Value::int(self.time));
            out.set_bytes(b"threads", Value::int(self.threads));
        }
        out
    }
}

fn random_salt(cx: &mut Cx) -> PhpResult<[u8; 16]> {
    let mut salt = [0; 16];
    loxo_random::system_bytes(&mut salt).map_err(|_| cx.value_error("Unable to generate salt"))?;
    Ok(salt)
}

/// `password_hash()`
pub(crate) fn password_hash(cx: &mut Cx, password: &PhpStr, algo: Option<&Value>, options: &PhpArray) -> PhpResult<PhpStr> {
    let algo = Algo::read(cx, algo)?;
    if options.get_bytes(b"salt").is_some() {
        cx.warn("The \"salt\" option has been ignored, since providing a custom salt is no longer supported")?;
    }
    let costs = Costs::read(cx, options)?;
    match algo {
        Algo::Bcrypt => bcrypt_hash(cx, password, costs),
        _ => argon2_hash(cx, password, algo, costs),
    }
}

fn bcrypt_hash(cx: &mut Cx, password: &[u8], costs: Costs) -> PhpResult<PhpStr> {
    if password.contains(&0) {
        return Err(cx.value_error("Bcrypt password must not contain null character"));
    }
    if !(4..=31).contains(&costs.bcrypt) {
        return Err(cx.value_error(format!("Invalid bcrypt cost parameter specified: {}", costs.bcrypt)));
    }
    // bcrypt's alphabet is base 64 with the dot for the plus; 22 digits hold 16 bytes.
    let salt = to_base64(&random_salt(cx)?).to_str_lossy().replace('+', ".");
    let setting = format!("$2y${:02}${}", costs.bcrypt, &salt[..22]);
    hashed(password, setting.as_bytes()).ok_or_else(|| cx.throw_error("Password hashing failed for unknown reason"))
}

fn argon2_hash(cx: &mut Cx, password: &[u8], algo: Algo, costs: Costs) -> PhpResult<PhpStr> {
    if !(8..=0xffff_ffff).contains(&costs.memory) {
        return Err(cx.value_error("Memory cost is outside of allowed memory range"));
    }
    if !(1..=0xffff_ffff).contains(&costs.time) {
        return Err(cx.value_error("Time cost is outside of allowed time range"));
    }
    if !(1..=0xff_ffff).contains(&costs.threads) {
        return Err(cx.value_error("Invalid number of threads"));
    }
    let salt = random_salt(cx)?;
    let Some(sum) = argon2_sum(password, &salt, algo, costs, 32) else {
        return Err(cx.value_error("Memory cost is outside of allowed memory range"));
    };
    let bare = |bytes: &[u8]| to_base64(bytes).to_str_lossy().trim_end_matches('=').to_string();
    Ok(PhpStr::from(format!("${}$v=19$m={},t={},p={}${}${}", algo.id(), costs.memory, costs.time, costs.threads, bare(&salt), bare(&sum))))
}

fn argon2_sum(password: &[u8], salt: &[u8], algo: Algo, costs: Costs, length: usize) -> Option<Vec<u8>> {
    let number = |n: i64| u32::try_from(n).ok();
    let params = Params::new(number(costs.memory)?, number(costs.time)?, number(costs.threads)?, Some(length)).ok()?;
    let kind = if algo == Algo::Argon2i { Algorithm::Argon2i } else { Algorithm::Argon2id };
    // PHP takes this memory from the system, whatever `memory_limit` is; there may be none.
    let mut memory: Vec<Block> = Vec::new();
    memory.try_reserve_exact(params.block_count()).ok()?;
    memory.resize(params.block_count(), Block::default());
    let mut sum = vec![0; length];
    Argon2::new(kind, Version::V0x13, params).hash_password_into_with_memory(password, salt, &mut sum, &mut memory).ok()?;
    Some(sum)
}

/// `password_verify()`
pub(crate) fn password_verify(_cx: &mut Cx, password: &PhpStr, hash: &PhpStr) -> PhpResult<bool> {
    Ok(match Algo::of_hash(hash) {
        Some(algo @ (Algo::Argon2i | Algo::Argon2id)) => argon2_fits(password, hash, algo).unwrap_or(false),
        _ => hashed(password, hash).is_some_and(|made| same(&made, hash) && hash.len() >= 13),
    })
}

fn argon2_fits(password: &[u8], hash: &[u8], algo: Algo) -> Option<bool> {
    let mut parts = hash.rsplit(|b| *b == b'$');
    let sum = from_base64(parts.next()?, false)?;
    let salt = from_base64(parts.next()?, false)?;
    let made = argon2_sum(password, &salt, algo, Costs::of_hash(hash), sum.len())?;
    Some(same(&made, &sum))
}

/// Compares in a time that does not tell where the difference is.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// `password_get_info()`
pub(crate) fn password_get_info(_cx: &mut Cx, hash: &PhpStr) -> PhpResult<PhpArray> {
    let algo = Algo::of_hash(hash);
    let mut out = PhpArray::new();
    out.set_bytes(b"algo", algo.map_or(Value::NULL, |algo| algo.id().into()));
    out.set_bytes(b"algoName", algo.map_or("unknown", Algo::name).into());
    out.set_bytes(b"options", algo.map_or(PhpArray::new(), |algo| Costs::of_hash(hash).as_options(algo)).into());
    Ok(out)
}

/// `password_needs_rehash()`
pub(crate) fn password_needs_rehash(cx: &mut Cx, hash: &PhpStr, algo: Option<&Value>, options: &PhpArray) -> PhpResult<bool> {
    // An algorithm that is not known is no reason to hash again.
    let Some(wanted) = Algo::find(algo) else { return Ok(false) };
    if Algo::of_hash(hash) != Some(wanted) {
        return Ok(true);
    }
    let (wished, made) = (Costs::read(cx, options)?, Costs::of_hash(hash));
    Ok(match wanted {
        Algo::Bcrypt => wished.bcrypt != made.bcrypt,
        _ => Costs { bcrypt: 0, ..wished } != Costs { bcrypt: 0, ..made },
    })
}

/// `password_algos()`
pub(crate) fn password_algos(_cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(Algo::ALL.map(Algo::id)))
}
