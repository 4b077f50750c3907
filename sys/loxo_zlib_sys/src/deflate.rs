//! Compression by zlib, piece by piece, raw or in the formats zlib and gzip.

use libz_sys::{Z_DEFLATED, deflate, deflateEnd, deflateInit2_, deflateReset, deflateSetDictionary, z_stream, zlibVersion};

use crate::{Step, dictionary_length, lend, new_stream, status, take_back};

/// A compressor.
pub struct Deflate(Box<z_stream>);

impl Deflate {
    /// `level` -1 to 9; `window_bits` negative for raw data, with 16 added for gzip. `None`: the library refuses the parameters, or has no memory.
    pub fn new(level: i32, window_bits: i32, memory_level: i32, strategy: i32) -> Option<Deflate> {
        let mut stream = new_stream();
        // SAFETY: the stream is a valid one with nothing in it, and the size is its own.
        let result = unsafe {
            deflateInit2_(
                &raw mut *stream,
                level,
                Z_DEFLATED,
                window_bits,
                memory_level,
                strategy,
                zlibVersion(),
                size_of::<z_stream>() as i32,
            )
        };
        (result == status::OK).then(|| Deflate(stream))
    }

    /// Compresses from one slice to the other.
    pub fn run(&mut self, input: &[u8], output: &mut [u8], flush: i32) -> Step {
        let lent = lend(&mut self.0, input, output);
        // SAFETY: the stream was initialised in `new`; its pointers are the slices', which outlive the call.
        let result = unsafe { deflate(&raw mut *self.0, flush) };
        take_back(&mut self.0, result, lent)
    }

    /// Text that both sides know. Answers a [`status`].
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> i32 {
        // SAFETY: the stream was initialised in `new`; the library copies the slice.
        unsafe { deflateSetDictionary(&raw mut *self.0, dictionary.as_ptr(), dictionary_length(dictionary)) }
    }

    /// Ready for other data.
    pub fn reset(&mut self) {
        // SAFETY: the stream was initialised in `new`.
        unsafe { deflateReset(&raw mut *self.0) };
    }
}

impl Drop for Deflate {
    fn drop(&mut self) {
        // SAFETY: the stream was initialised in `new`, and is not used after this.
        unsafe { deflateEnd(&raw mut *self.0) };
    }
}
