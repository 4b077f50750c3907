//! Digests that work block by block and end with the length of the message (R. Merkle and I. Damgård's construction).

use crate::algorithm::Hash;
use crate::fields::Fields;

/// Fills a buffer and gives whole blocks away: `filled` bytes are in it before, and as many as the result afterwards.
pub(crate) fn feed<const B: usize>(buffer: &mut [u8; B], filled: usize, mut data: &[u8], mut block: impl FnMut(&[u8; B])) -> usize {
    if filled > 0 {
        let room = B - filled;
        if data.len() < room {
            buffer[filled..filled + data.len()].copy_from_slice(data);
            return filled + data.len();
        }
        let (head, rest) = data.split_at(room);
        buffer[filled..].copy_from_slice(head);
        block(buffer);
        data = rest;
    }
    let (whole, rest) = data.as_chunks::<B>();
    whole.iter().for_each(block);
    buffer[..rest.len()].copy_from_slice(rest);
    rest.len()
}

/// The order of bytes in words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Little,
    Big,
}

/// What tells the digests with 32-bit words and blocks of 64 bytes apart.
pub(crate) struct Kind<const W: usize> {
    pub start: [u32; W],
    pub order: Order,
    pub compress: fn(&mut [u32; W], &[u8; 64]),
    /// The state lies behind the length in memory, and some words that are never used behind the buffer.
    pub length_first: bool,
}

/// A digest with 32-bit words and blocks of 64 bytes.
pub(crate) struct Blocks<const W: usize> {
    kind: &'static Kind<W>,
    state: [u32; W],
    /// Bytes so far.
    length: u64,
    buffer: [u8; 64],
}

impl<const W: usize> Blocks<W> {
    pub fn new(kind: &'static Kind<W>) -> Blocks<W> {
        Blocks { kind, state: kind.start, length: 0, buffer: [0; 64] }
    }

    fn filled(&self) -> usize {
        (self.length % 64) as usize
    }
}

impl<const W: usize> Hash for Blocks<W> {
    fn update(&mut self, data: &[u8]) {
        let filled = self.filled();
        let (state, compress) = (&mut self.state, self.kind.compress);
        feed(&mut self.buffer, filled, data, |block| compress(state, block));
        self.length = self.length.wrapping_add(data.len() as u64);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let filled = self.filled();
        let bits = self.length.wrapping_mul(8);
        self.buffer[filled] = 0x80;
        self.buffer[filled + 1..].fill(0);
        if filled >= 56 {
            (self.kind.compress)(&mut self.state, &self.buffer);
            self.buffer.fill(0);
        }
        let big = self.kind.order == Order::Big;
        self.buffer[56..].copy_from_slice(&if big { bits.to_be_bytes() } else { bits.to_le_bytes() });
        (self.kind.compress)(&mut self.state, &self.buffer);
        for (out, word) in digest.chunks_mut(4).zip(&self.state) {
            let bytes = if big { word.to_be_bytes() } else { word.to_le_bytes() };
            out.copy_from_slice(&bytes[..out.len()]);
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(Blocks { ..*self })
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        if self.kind.length_first {
            // Bytes, 29 bits in the first word.
            let (mut low, mut high) = ((self.length & 0x1fff_ffff) as u32, (self.length >> 29) as u32);
            fields.word(&mut low);
            fields.word(&mut high);
            self.length = u64::from(low & 0x1fff_ffff) | u64::from(high) << 29;
            fields.words(&mut self.state);
            fields.bytes(&mut self.buffer);
            fields.words(&mut [0; 16]);
            return true;
        }
        fields.words(&mut self.state);
        // Bits, the low word first.
        let bits = self.length.wrapping_mul(8);
        let (mut low, mut high) = (bits as u32, (bits >> 32) as u32);
        fields.word(&mut low);
        fields.word(&mut high);
        self.length = (u64::from(low) | u64::from(high) << 32) / 8;
        fields.bytes(&mut self.buffer);
        true
    }
}

/// What tells the digests with 64-bit words and blocks of 128 bytes apart.
pub(crate) struct WideKind {
    pub start: [u64; 8],
    pub compress: fn(&mut [u64; 8], &[u8; 128]),
}

/// A digest with 64-bit words and blocks of 128 bytes.
pub(crate) struct WideBlocks {
    kind: &'static WideKind,
    state: [u64; 8],
    /// Bytes so far.
    length: u128,
    buffer: [u8; 128],
}

impl WideBlocks {
    pub fn new(kind: &'static WideKind) -> WideBlocks {
        WideBlocks { kind, state: kind.start, length: 0, buffer: [0; 128] }
    }

    fn filled(&self) -> usize {
        (self.length % 128) as usize
    }
}

impl Hash for WideBlocks {
    fn update(&mut self, data: &[u8]) {
        let filled = self.filled();
        let (state, compress) = (&mut self.state, self.kind.compress);
        feed(&mut self.buffer, filled, data, |block| compress(state, block));
        self.length = self.length.wrapping_add(data.len() as u128);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let filled = self.filled();
        self.buffer[filled] = 0x80;
        self.buffer[filled + 1..].fill(0);
        if filled >= 112 {
            (self.kind.compress)(&mut self.state, &self.buffer);
            self.buffer.fill(0);
        }
        self.buffer[112..].copy_from_slice(&self.length.wrapping_mul(8).to_be_bytes());
        (self.kind.compress)(&mut self.state, &self.buffer);
        for (out, word) in digest.chunks_mut(8).zip(&self.state) {
            out.copy_from_slice(&word.to_be_bytes()[..out.len()]);
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(WideBlocks { ..*self })
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.longs(&mut self.state);
        let bits = self.length.wrapping_mul(8);
        let (mut low, mut high) = (bits as u64, (bits >> 64) as u64);
        fields.long(&mut low);
        fields.long(&mut high);
        self.length = (u128::from(low) | u128::from(high) << 64) / 8;
        fields.bytes(&mut self.buffer);
        true
    }
}

/// The words of a block.
pub(crate) fn words<const N: usize>(block: &[u8]) -> [u32; N] {
    let (chunks, _) = block.as_chunks::<4>();
    std::array::from_fn(|i| u32::from_le_bytes(chunks[i]))
}
