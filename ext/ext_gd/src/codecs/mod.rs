//! Formats of files: from bytes to images and back. What claims sizes is checked against what is there before memory is taken for it.

pub mod avif;
pub mod bmp;
pub mod gd;
pub mod gd2;
pub mod gif_in;
pub mod gif_out;
pub mod jpeg;
pub mod png_in;
pub mod png_out;
pub mod tga;
pub mod wbmp;
pub mod webp;
pub mod xbm;
pub mod xpm;

/// Bytes that are read one after the other.
pub struct Input<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    pub fn new(data: &'a [u8]) -> Input<'a> {
        Input { data, at: 0 }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn seek(&mut self, at: usize) {
        self.at = at;
    }

    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.at..).unwrap_or(&[])
    }

    pub fn byte(&mut self) -> Option<u8> {
        let byte = *self.data.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// So many bytes, or none.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..count)?;
        self.at += count;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub fn word(&mut self) -> Option<i32> {
        Some(u16::from_be_bytes(self.array()?).into())
    }

    pub fn int(&mut self) -> Option<i32> {
        Some(i32::from_be_bytes(self.array()?))
    }

    /// The lower byte first.
    pub fn word_le(&mut self) -> Option<i32> {
        Some(i16::from_le_bytes(self.array()?).into())
    }

    pub fn int_le(&mut self) -> Option<i32> {
        Some(i32::from_le_bytes(self.array()?))
    }
}

pub fn put_word(out: &mut Vec<u8>, value: i32) {
    out.extend_from_slice(&(value as u16).to_be_bytes());
}

pub fn put_int(out: &mut Vec<u8>, value: i32) {
    out.extend_from_slice(&value.to_be_bytes());
}

pub fn put_word_le(out: &mut Vec<u8>, value: i32) {
    out.extend_from_slice(&(value as u16).to_le_bytes());
}

pub fn put_int_le(out: &mut Vec<u8>, value: i32) {
    out.extend_from_slice(&value.to_le_bytes());
}
