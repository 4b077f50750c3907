//! The list of algorithms, and what each must be able to do.

use loxo_runtime::{Cx, PhpArray, PhpResult};

use crate::checksum::{Adler, Crc, CrcKind, Fnv, FnvWidth, Joaat};
use crate::fields::Fields;
use crate::gost::{self, Gost};
use crate::haval::Haval;
use crate::md::{Md2, md4, md5};
use crate::murmur::{Murmur3a, Murmur3c, Murmur3f};
use crate::ripemd::{ripemd128, ripemd160, ripemd256, ripemd320};
use crate::sha::{sha1, sha224, sha256, sha384, sha512, sha512_224, sha512_256};
use crate::sha3::Sha3;
use crate::snefru::Snefru;
use crate::tiger::Tiger;
use crate::whirlpool::Whirlpool;
use crate::xxhash::{self, Xxh3Width, Xxh32, Xxh64};

/// A digest in the making.
pub(crate) trait Hash {
    fn update(&mut self, data: &[u8]);
    /// The digest, as long as the algorithm's. The state is used up afterwards.
    fn finish(&mut self, digest: &mut [u8]);
    fn copy(&self) -> Box<dyn Hash>;
    /// Shows the state to what writes or reads serialized contexts; false if that is not possible.
    fn fields(&mut self, _fields: &mut dyn Fields) -> bool {
        false
    }
    /// Whether a state that was read can be gone on with.
    fn is_sound(&self) -> bool {
        true
    }
    /// What tells the layout of serialized states.
    fn magic(&self) -> i64 {
        2
    }
}

/// A row of the list.
pub(crate) struct Algorithm {
    pub name: &'static str,
    /// Bytes of the digest.
    pub digest: usize,
    /// Bytes that are worked on at once; the length of keys.
    pub block: usize,
    /// Fit for keyed digests.
    pub crypto: bool,
    make: fn() -> Box<dyn Hash>,
    /// What options of the caller lead to; `make` if none are understood.
    seeded: Option<fn(&mut Cx, &PhpArray) -> PhpResult<Box<dyn Hash>>>,
}

impl Algorithm {
    /// By any spelling of its name.
    pub fn find(name: &[u8]) -> Option<&'static Algorithm> {
        ALL.iter().find(|row| row.name.as_bytes().eq_ignore_ascii_case(name))
    }

    pub fn start(&self) -> Box<dyn Hash> {
        (self.make)()
    }

    pub fn start_with(&self, cx: &mut Cx, options: &PhpArray) -> PhpResult<Box<dyn Hash>> {
        match self.seeded {
            Some(seeded) if !options.is_empty() => seeded(cx, options),
            _ => Ok(self.start()),
        }
    }

    pub fn digest_of(&self, hash: &mut dyn Hash) -> Vec<u8> {
        let mut digest = vec![0; self.digest];
        hash.finish(&mut digest);
        digest
    }
}

macro_rules! algorithms {
    ($($name:literal $digest:literal $block:literal $kind:ident $make:expr $(, $seeded:expr)?;)*) => {
        /// In the order of `hash_algos()`.
        pub(crate) static ALL: &[Algorithm] = &[$(Algorithm {
            name: $name,
            digest: $digest,
            block: $block,
            crypto: algorithms!(@ $kind),
            make: || Box::new($make),
            seeded: algorithms!(? $($seeded)?),
        }),*];
    };
    (@ crypto) => { true };
    (@ check) => { false };
    (?) => { None };
    (? $seeded:expr) => { Some($seeded) };
}

algorithms! {
    "md2" 16 16 crypto Md2::default();
    "md4" 16 64 crypto md4();
    "md5" 16 64 crypto md5();
    "sha1" 20 64 crypto sha1();
    "sha224" 28 64 crypto sha224();
    "sha256" 32 64 crypto sha256();
    "sha384" 48 128 crypto sha384();
    "sha512/224" 28 128 crypto sha512_224();
    "sha512/256" 32 128 crypto sha512_256();
    "sha512" 64 128 crypto sha512();
    "sha3-224" 28 144 crypto Sha3::new(144);
    "sha3-256" 32 136 crypto Sha3::new(136);
    "sha3-384" 48 104 crypto Sha3::new(104);
    "sha3-512" 64 72 crypto Sha3::new(72);
    "ripemd128" 16 64 crypto ripemd128();
    "ripemd160" 20 64 crypto ripemd160();
    "ripemd256" 32 64 crypto ripemd256();
    "ripemd320" 40 64 crypto ripemd320();
    "whirlpool" 64 64 crypto Whirlpool::default();
    "tiger128,3" 16 64 crypto Tiger::new(3);
    "tiger160,3" 20 64 crypto Tiger::new(3);
    "tiger192,3" 24 64 crypto Tiger::new(3);
    "tiger128,4" 16 64 crypto Tiger::new(4);
    "tiger160,4" 20 64 crypto Tiger::new(4);
    "tiger192,4" 24 64 crypto Tiger::new(4);
    "snefru" 32 32 crypto Snefru::default();
    "snefru256" 32 32 crypto Snefru::default();
    "gost" 32 32 crypto Gost::new(&gost::TEST);
    "gost-crypto" 32 32 crypto Gost::new(&gost::CRYPTO);
    "adler32" 4 4 check Adler::default();
    "crc32" 4 4 check Crc::new(CrcKind::Bzip2);
    "crc32b" 4 4 check Crc::new(CrcKind::Zip);
    "crc32c" 4 4 check Crc::new(CrcKind::Castagnoli);
    "fnv132" 4 4 check Fnv::new(FnvWidth::Bits32, false);
    "fnv1a32" 4 4 check Fnv::new(FnvWidth::Bits32, true);
    "fnv164" 8 4 check Fnv::new(FnvWidth::Bits64, false);
    "fnv1a64" 8 4 check Fnv::new(FnvWidth::Bits64, true);
    "joaat" 4 4 check Joaat::default();
    "murmur3a" 4 4 check Murmur3a::new(0), |cx, options| Ok(Box::new(Murmur3a::new(seed(cx, options, ZERO)? as u32)));
    "murmur3c" 16 4 check Murmur3c::new(0), |cx, options| Ok(Box::new(Murmur3c::new(seed(cx, options, ZERO)? as u32)));
    "murmur3f" 16 8 check Murmur3f::new(0), |cx, options| Ok(Box::new(Murmur3f::new(seed(cx, options, ZERO)?)));
    "xxh32" 4 4 check Xxh32::new(0), |cx, options| Ok(Box::new(Xxh32::new(seed(cx, options, ZERO)? as u32)));
    "xxh64" 8 8 check Xxh64::new(0), |cx, options| Ok(Box::new(Xxh64::new(seed(cx, options, ZERO)?)));
    "xxh3" 8 8 check xxhash::xxh3(Xxh3Width::Bits64), |cx, options| xxhash::seeded(cx, options, Xxh3Width::Bits64, "xxh3");
    "xxh128" 16 8 check xxhash::xxh3(Xxh3Width::Bits128), |cx, options| xxhash::seeded(cx, options, Xxh3Width::Bits128, "xxh128");
    "haval128,3" 16 128 crypto Haval::new(3, 128);
    "haval160,3" 20 128 crypto Haval::new(3, 160);
    "haval192,3" 24 128 crypto Haval::new(3, 192);
    "haval224,3" 28 128 crypto Haval::new(3, 224);
    "haval256,3" 32 128 crypto Haval::new(3, 256);
    "haval128,4" 16 128 crypto Haval::new(4, 128);
    "haval160,4" 20 128 crypto Haval::new(4, 160);
    "haval192,4" 24 128 crypto Haval::new(4, 192);
    "haval224,4" 28 128 crypto Haval::new(4, 224);
    "haval256,4" 32 128 crypto Haval::new(4, 256);
    "haval128,5" 16 128 crypto Haval::new(5, 128);
    "haval160,5" 20 128 crypto Haval::new(5, 160);
    "haval192,5" 24 128 crypto Haval::new(5, 192);
    "haval224,5" 28 128 crypto Haval::new(5, 224);
    "haval256,5" 32 128 crypto Haval::new(5, 256);
}

const ZERO: &str = "it is the same as setting the seed to 0";
pub(crate) const IGNORED: &str = "it is ignored";

/// The option `seed`; something else than an integer is none, and deprecated.
pub(crate) fn seed(cx: &mut Cx, options: &PhpArray, because: &str) -> PhpResult<u64> {
    let Some(seed) = options.get_bytes(b"seed").map(|seed| seed.clone_deref()) else { return Ok(0) };
    if seed.as_int().is_none() {
        cx.builtin_deprecated(format!("Passing a seed of a type other than int is deprecated because {because}"));
        cx.check()?;
    }
    Ok(seed.as_int().unwrap_or(0) as u64)
}
