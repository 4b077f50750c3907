//! xxHash (Y. Collet): XXH32 and XXH64 here, since their states are serialized; XXH3 by a crate.

use loxo_runtime::{Cx, PhpArray, PhpResult, convert};
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_secret, xxh3_128_with_secret};

use crate::algorithm::{Hash, IGNORED, seed};
use crate::fields::Fields;

const P32: [u32; 5] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1];
const P64: [u64; 5] = [0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x85eb_ca77_c2b2_ae63, 0x27d4_eb2f_1656_67c5];

#[derive(Clone)]
pub(crate) struct Xxh32 {
    length: u32,
    /// At least one whole block was there.
    large: u32,
    lanes: [u32; 4],
    buffer: [u8; 16],
    filled: u32,
}

impl Xxh32 {
    pub fn new(seed: u32) -> Xxh32 {
        let lanes = [seed.wrapping_add(P32[0]).wrapping_add(P32[1]), seed.wrapping_add(P32[1]), seed, seed.wrapping_sub(P32[0])];
        Xxh32 { length: 0, large: 0, lanes, buffer: [0; 16], filled: 0 }
    }
}

impl Hash for Xxh32 {
    fn update(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u32);
        self.large |= u32::from(data.len() >= 16 || self.length >= 16);
        let lanes = &mut self.lanes;
        self.filled = crate::blocks::feed(&mut self.buffer, self.filled as usize, data, |block| {
            for (lane, bytes) in lanes.iter_mut().zip(block.as_chunks::<4>().0) {
                *lane = lane.wrapping_add(u32::from_le_bytes(*bytes).wrapping_mul(P32[1])).rotate_left(13).wrapping_mul(P32[0]);
            }
        }) as u32;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let l = self.lanes;
        let mut h = match self.large {
            0 => l[2].wrapping_add(P32[4]),
            _ => [1, 7, 12, 18].iter().zip(l).fold(0, |sum: u32, (shift, lane)| sum.wrapping_add(lane.rotate_left(*shift))),
        };
        h = h.wrapping_add(self.length);
        let (words, bytes) = self.buffer[..self.filled as usize].as_chunks::<4>();
        for word in words {
            h = h.wrapping_add(u32::from_le_bytes(*word).wrapping_mul(P32[2])).rotate_left(17).wrapping_mul(P32[3]);
        }
        for byte in bytes {
            h = h.wrapping_add(u32::from(*byte).wrapping_mul(P32[4])).rotate_left(11).wrapping_mul(P32[0]);
        }
        h = (h ^ h >> 15).wrapping_mul(P32[1]);
        h = (h ^ h >> 13).wrapping_mul(P32[2]);
        digest.copy_from_slice(&(h ^ h >> 16).to_be_bytes());
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.word(&mut self.length);
        fields.word(&mut self.large);
        fields.words(&mut self.lanes);
        for bytes in self.buffer.as_chunks_mut::<4>().0 {
            let mut word = u32::from_le_bytes(*bytes);
            fields.word(&mut word);
            *bytes = word.to_le_bytes();
        }
        fields.word(&mut self.filled);
        fields.word(&mut 0);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < 16
    }
}

#[derive(Clone)]
pub(crate) struct Xxh64 {
    length: u64,
    lanes: [u64; 4],
    buffer: [u8; 32],
    filled: u32,
}

impl Xxh64 {
    pub fn new(seed: u64) -> Xxh64 {
        let lanes = [seed.wrapping_add(P64[0]).wrapping_add(P64[1]), seed.wrapping_add(P64[1]), seed, seed.wrapping_sub(P64[0])];
        Xxh64 { length: 0, lanes, buffer: [0; 32], filled: 0 }
    }
}

fn round64(lane: u64, input: u64) -> u64 {
    lane.wrapping_add(input.wrapping_mul(P64[1])).rotate_left(31).wrapping_mul(P64[0])
}

impl Hash for Xxh64 {
    fn update(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u64);
        let lanes = &mut self.lanes;
        self.filled = crate::blocks::feed(&mut self.buffer, self.filled as usize, data, |block| {
            for (lane, bytes) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
                *lane = round64(*lane, u64::from_le_bytes(*bytes));
            }
        }) as u32;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let l = self.lanes;
        let mut h = l[2].wrapping_add(P64[4]);
        if self.length >= 32 {
            h = [1, 7, 12, 18].iter().zip(l).fold(0, |sum: u64, (shift, lane)| sum.wrapping_add(lane.rotate_left(*shift)));
            h = l.iter().fold(h, |h, lane| (h ^ round64(0, *lane)).wrapping_mul(P64[0]).wrapping_add(P64[3]));
        }
        h = h.wrapping_add(self.length);
        let (longs, rest) = self.buffer[..self.filled as usize].as_chunks::<8>();
        for long in longs {
            h = (h ^ round64(0, u64::from_le_bytes(*long))).rotate_left(27).wrapping_mul(P64[0]).wrapping_add(P64[3]);
        }
        let (words, bytes) = rest.as_chunks::<4>();
        for word in words {
            let mixed = u64::from(u32::from_le_bytes(*word)).wrapping_mul(P64[0]);
            h = (h ^ mixed).rotate_left(23).wrapping_mul(P64[1]).wrapping_add(P64[2]);
        }
        for byte in bytes {
            h = (h ^ u64::from(*byte).wrapping_mul(P64[4])).rotate_left(11).wrapping_mul(P64[0]);
        }
        h = (h ^ h >> 33).wrapping_mul(P64[1]);
        h = (h ^ h >> 29).wrapping_mul(P64[2]);
        digest.copy_from_slice(&(h ^ h >> 32).to_be_bytes());
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.long(&mut self.length);
        fields.longs(&mut self.lanes);
        for bytes in self.buffer.as_chunks_mut::<8>().0 {
            let mut long = u64::from_le_bytes(*bytes);
            fields.long(&mut long);
            *bytes = long.to_le_bytes();
        }
        fields.word(&mut self.filled);
        fields.word(&mut 0);
        fields.long(&mut 0);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < 32
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Xxh3Width {
    Bits64,
    Bits128,
}

#[derive(Clone)]
enum Input {
    Running(Box<Xxh3>),
    /// The crate runs with secrets of one length only, but digests whole messages with any.
    Whole {
        secret: Vec<u8>,
        message: Vec<u8>,
    },
}

#[derive(Clone)]
pub(crate) struct Xxh3Hash {
    input: Input,
    width: Xxh3Width,
}

pub(crate) fn xxh3(width: Xxh3Width) -> Xxh3Hash {
    Xxh3Hash { input: Input::Running(Box::new(Xxh3::new())), width }
}

/// With the options `seed` or `secret`.
pub(crate) fn seeded(cx: &mut Cx, options: &PhpArray, width: Xxh3Width, name: &str) -> PhpResult<Box<dyn Hash>> {
    const SHORTEST: usize = 136;
    const LONGEST: usize = 256;
    let Some(secret) = options.get_bytes(b"secret").map(|secret| secret.clone_deref()) else {
        let seed = seed(cx, options, IGNORED)?;
        return Ok(Box::new(Xxh3Hash { input: Input::Running(Box::new(Xxh3::with_seed(seed))), width }));
    };
    if options.get_bytes(b"seed").is_some() {
        return Err(cx.throw_error(format!("{name}: Only one of seed or secret is to be passed for initialization")));
    }
    if !secret.is_string() {
        cx.builtin_deprecated(
            "Passing a secret of a type other than string is deprecated because it implicitly converts to a string, potentially hiding bugs",
        );
        cx.check()?;
    }
    let secret = convert::to_string(cx, &secret)?;
    if secret.len() < SHORTEST {
        return Err(cx.throw_error(format!("{name}: Secret length must be >= {SHORTEST} bytes, {} bytes passed", secret.len())));
    }
    if secret.len() > LONGEST {
        cx.builtin_warning(format!("{name}: Secret content exceeding {LONGEST} bytes discarded"));
        cx.check()?;
    }
    let secret = secret[..secret.len().min(LONGEST)].to_vec();
    Ok(Box::new(Xxh3Hash { input: Input::Whole { secret, message: Vec::new() }, width }))
}

impl Hash for Xxh3Hash {
    fn update(&mut self, data: &[u8]) {
        match &mut self.input {
            Input::Running(state) => state.update(data),
            Input::Whole { message, .. } => message.extend_from_slice(data),
        }
    }

    fn finish(&mut self, digest: &mut [u8]) {
        match (&self.input, self.width) {
            (Input::Running(state), Xxh3Width::Bits64) => digest.copy_from_slice(&state.digest().to_be_bytes()),
            (Input::Running(state), Xxh3Width::Bits128) => digest.copy_from_slice(&state.digest128().to_be_bytes()),
            (Input::Whole { secret, message }, Xxh3Width::Bits64) => {
                digest.copy_from_slice(&xxh3_64_with_secret(message, secret).to_be_bytes());
            }
            (Input::Whole { secret, message }, Xxh3Width::Bits128) => {
                digest.copy_from_slice(&xxh3_128_with_secret(message, secret).to_be_bytes());
            }
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }
}
