//! Checksums that are a number: Adler-32, three CRCs, Fowler-Noll-Vo and Jenkins's one-at-a-time.

use crate::algorithm::Hash;
use crate::fields::Fields;

macro_rules! one_word {
    () => {
        fn copy(&self) -> Box<dyn Hash> {
            Box::new(self.clone())
        }

        fn fields(&mut self, fields: &mut dyn Fields) -> bool {
            fields.word(&mut self.state);
            true
        }
    };
}

#[derive(Clone)]
pub(crate) struct Adler {
    state: u32,
}

impl Default for Adler {
    fn default() -> Adler {
        Adler { state: 1 }
    }
}

impl Hash for Adler {
    fn update(&mut self, data: &[u8]) {
        /// As many bytes as sums of 32 bits hold.
        const BATCH: usize = 5552;
        const MODULUS: u32 = 65521;
        let (mut a, mut b) = (self.state & 0xffff, self.state >> 16);
        for batch in data.chunks(BATCH) {
            for byte in batch {
                a += u32::from(*byte);
                b += a;
            }
            a %= MODULUS;
            b %= MODULUS;
        }
        self.state = b << 16 | a;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        digest.copy_from_slice(&self.state.to_be_bytes());
    }

    one_word!();
}

/// Which CRC.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CrcKind {
    /// Highest bit first, as in bzip2; PHP prints its lowest byte first.
    Bzip2,
    /// As in zip and gzip.
    Zip,
    /// Castagnoli's polynomial, as in iSCSI.
    Castagnoli,
}

#[derive(Clone)]
pub(crate) struct Crc {
    state: u32,
    kind: CrcKind,
}

impl Crc {
    pub fn new(kind: CrcKind) -> Crc {
        Crc { state: !0, kind }
    }
}

fn bzip2(state: u32, data: &[u8]) -> u32 {
    let mut digest = crc_fast::Digest::new_with_init_state(crc_fast::CrcAlgorithm::Crc32Bzip2, u64::from(state));
    digest.update(data);
    digest.get_state() as u32
}

impl Hash for Crc {
    fn update(&mut self, data: &[u8]) {
        self.state = match self.kind {
            CrcKind::Bzip2 => bzip2(self.state, data),
            CrcKind::Castagnoli => !crc32c::crc32c_append(!self.state, data),
            CrcKind::Zip => {
                let mut hasher = crc32fast::Hasher::new_with_initial(!self.state);
                hasher.update(data);
                !hasher.finalize()
            }
        };
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let sum = !self.state;
        digest.copy_from_slice(&if self.kind == CrcKind::Bzip2 { sum.to_le_bytes() } else { sum.to_be_bytes() });
    }

    one_word!();
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FnvWidth {
    Bits32,
    Bits64,
}

#[derive(Clone)]
pub(crate) struct Fnv {
    state: u64,
    width: FnvWidth,
    /// The byte comes before the multiplication: FNV-1a.
    byte_first: bool,
}

impl Fnv {
    pub fn new(width: FnvWidth, byte_first: bool) -> Fnv {
        let state = if width == FnvWidth::Bits32 { 0x811c_9dc5 } else { 0xcbf2_9ce4_8422_2325 };
        Fnv { state, width, byte_first }
    }
}

impl Hash for Fnv {
    fn update(&mut self, data: &[u8]) {
        let factor = if self.width == FnvWidth::Bits32 { 0x0100_0193 } else { 0x0000_0100_0000_01b3 };
        // The lower half of a product depends on the lower halves alone.
        for byte in data {
            self.state = match self.byte_first {
                true => (self.state ^ u64::from(*byte)).wrapping_mul(factor),
                false => self.state.wrapping_mul(factor) ^ u64::from(*byte),
            };
        }
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let bytes = self.state.to_be_bytes();
        digest.copy_from_slice(&bytes[8 - digest.len()..]);
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        if self.width == FnvWidth::Bits64 {
            fields.long(&mut self.state);
            return true;
        }
        let mut state = self.state as u32;
        fields.word(&mut state);
        self.state = u64::from(state);
        true
    }
}

#[derive(Clone, Default)]
pub(crate) struct Joaat {
    state: u32,
}

impl Hash for Joaat {
    fn update(&mut self, data: &[u8]) {
        for byte in data {
            let sum = self.state.wrapping_add(u32::from(*byte));
            let sum = sum.wrapping_add(sum << 10);
            self.state = sum ^ sum >> 6;
        }
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let sum = self.state.wrapping_add(self.state << 3);
        let sum = sum ^ sum >> 11;
        digest.copy_from_slice(&sum.wrapping_add(sum << 15).to_be_bytes());
    }

    one_word!();
}
