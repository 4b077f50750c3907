//! Decompression by zlib, piece by piece, of raw data or the formats zlib and gzip.

use libz_sys::{inflate, inflateEnd, inflateInit2_, inflateReset, inflateSetDictionary, z_stream, zlibVersion};

use crate::{Step, dictionary_length, lend, new_stream, status, take_back};

/// A decompressor.
pub struct Inflate(Box<z_stream>);

impl Inflate {
    /// `window_bits` negative for raw data, with 16 added for gzip, with 32 for gzip or zlib. `None`: the library refuses it, or has no
    /// memory.
    pub fn new(window_bits: i32) -> Option<Inflate> {
        let mut stream = new_stream();
        // SAFETY: the stream is a valid one with nothing in it, and the size is its own.
        let result = unsafe { inflateInit2_(&raw mut *stream, window_bits, zlibVersion(), size_of::<z_stream>() as i32) };
        (result == status::OK).then(|| Inflate(stream))
    }

    /// Decompresses from one slice to the other.
    pub fn run(&mut self, input: &[u8], output: &mut [u8], flush: i32) -> Step {
        let lent = lend(&mut self.0, input, output);
        // SAFETY: the stream was initialised in `new`; its pointers are the slices', which outlive the call.
        let result = unsafe { inflate(&raw mut *self.0, flush) };
        take_back(&mut self.0, result, lent)
    }

    /// Text that both sides know. Answers a [`status`].
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> i32 {
        // SAFETY: the stream was initialised in `new`; the library copies the slice.
        unsafe { inflateSetDictionary(&raw mut *self.0, dictionary.as_ptr(), dictionary_length(dictionary)) }
    }

    /// Ready for other data.
    pub fn reset(&mut self) {
        // SAFETY: the stream was initialised in `new`.
        unsafe { inflateReset(&raw mut *self.0) };
    }

    /// Bytes taken since the start or the last [`Inflate::reset`].
    pub fn total_in(&self) -> u64 {
        self.0.total_in
    }
}

impl Drop for Inflate {
    fn drop(&mut self) {
        // SAFETY: the stream was initialised in `new`, and is not used after this.
        unsafe { inflateEnd(&raw mut *self.0) };
    }
}
