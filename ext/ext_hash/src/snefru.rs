//! Snefru with 8 passes and 256 bits (R. C. Merkle, 1990).

use crate::algorithm::Hash;
use crate::blocks::feed;
use crate::fields::Fields;
use crate::snefru_tables::BOXES;

#[derive(Clone, Default)]
pub(crate) struct Snefru {
    state: [u32; 16],
    /// Bits, the high word first.
    count: [u32; 2],
    buffer: [u8; 32],
    filled: u8,
}

fn mix(input: &mut [u32; 16]) {
    let mut b = *input;
    for pair in BOXES.as_chunks::<2>().0 {
        for shift in [16, 8, 16, 24] {
            for i in 0..16 {
                let entry = pair[i / 2 % 2][(b[i] & 0xff) as usize];
                b[(i + 15) % 16] ^= entry;
                b[(i + 1) % 16] ^= entry;
            }
            b.iter_mut().for_each(|word| *word = word.rotate_right(shift));
        }
    }
    for i in 0..8 {
        input[i] ^= b[15 - i];
    }
}

fn compress(state: &mut [u32; 16], block: &[u8; 32]) {
    for (word, bytes) in state[8..].iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    mix(state);
    state[8..].fill(0);
}

impl Hash for Snefru {
    fn update(&mut self, data: &[u8]) {
        let bits = (u64::from(self.count[0]) << 32 | u64::from(self.count[1])).wrapping_add(data.len() as u64 * 8);
        self.count = [(bits >> 32) as u32, bits as u32];
        let (state, before) = (&mut self.state, self.filled as usize);
        let filled = feed(&mut self.buffer, before, data, |block| compress(state, block));
        if before + data.len() >= 32 {
            self.buffer[filled..].fill(0);
        }
        self.filled = filled as u8;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        if self.filled > 0 {
            self.buffer[self.filled as usize..].fill(0);
            compress(&mut self.state, &self.buffer);
        }
        self.state[14..].copy_from_slice(&self.count);
        mix(&mut self.state);
        for (out, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(&self.state) {
            *out = word.to_be_bytes();
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.words(&mut self.state);
        fields.words(&mut self.count);
        fields.byte(&mut self.filled);
        fields.bytes(&mut self.buffer);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < 32
    }
}
