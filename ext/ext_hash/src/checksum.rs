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

/// For eight bytes at once: what a byte does that has so many others behind it.
type Slices = [[u32; 256]; 8];

const fn slices(forward: bool, polynomial: u32) -> Slices {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = if forward { (byte as u32) << 24 } else { byte as u32 };
        let mut bit = 0;
        while bit < 8 {
            crc = if forward {
                crc << 1 ^ if crc >> 31 == 1 { polynomial } else { 0 }
            } else {
                crc >> 1 ^ if crc & 1 == 1 { polynomial } else { 0 }
            };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut slice = 1;
    while slice < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before: u32 = tables[slice - 1][byte];
            tables[slice][byte] =
                if forward { before << 8 ^ tables[0][(before >> 24) as usize] } else { before >> 8 ^ tables[0][(before & 0xff) as usize] };
            byte += 1;
        }
        slice += 1;
    }
    tables
}

static BZIP2: Slices = slices(true, 0x04c1_1db7);
static CASTAGNOLI: Slices = slices(false, 0x82f6_3b78);

fn crc(tables: &Slices, forward: bool, mut state: u32, data: &[u8]) -> u32 {
    let (chunks, rest) = data.as_chunks::<8>();
    for chunk in chunks {
        let mixed = if forward { state.to_be_bytes() } else { state.to_le_bytes() };
        state = 0;
        for (i, byte) in chunk.iter().enumerate() {
            let byte = if i < 4 { byte ^ mixed[i] } else { *byte };
            state ^= tables[7 - i][byte as usize];
        }
    }
    for byte in rest {
        state = if forward {
            state << 8 ^ tables[0][(state >> 24) as usize ^ *byte as usize]
        } else {
            state >> 8 ^ tables[0][(state as u8 ^ byte) as usize]
        };
    }
    state
}

impl Hash for Crc {
    fn update(&mut self, data: &[u8]) {
        self.state = match self.kind {
            CrcKind::Bzip2 => crc(&BZIP2, true, self.state, data),
            CrcKind::Castagnoli => crc(&CASTAGNOLI, false, self.state, data),
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
