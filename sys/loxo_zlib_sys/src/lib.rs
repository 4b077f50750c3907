//! zlib, safe to call: compressors and decompressors that take slices.
//!
//! The library is zlib itself, not one of its successors: compressed bytes are what PHP's are. It knows nothing of PHP.

mod deflate;
mod inflate;

use std::ffi::CStr;

use libz_sys::{z_stream, zlibVersion};

pub use deflate::Deflate;
pub use inflate::Inflate;

/// What calls answer, as `zlib.h` has it.
pub mod status {
    pub const OK: i32 = libz_sys::Z_OK;
    pub const STREAM_END: i32 = libz_sys::Z_STREAM_END;
    pub const NEED_DICT: i32 = libz_sys::Z_NEED_DICT;
    pub const DATA_ERROR: i32 = libz_sys::Z_DATA_ERROR;
    pub const MEM_ERROR: i32 = libz_sys::Z_MEM_ERROR;
    pub const BUF_ERROR: i32 = libz_sys::Z_BUF_ERROR;

    /// The words for a status.
    pub fn text(status: i32) -> &'static str {
        match status {
            libz_sys::Z_NEED_DICT => "need dictionary",
            libz_sys::Z_STREAM_END => "stream end",
            libz_sys::Z_ERRNO => "file error",
            libz_sys::Z_STREAM_ERROR => "stream error",
            libz_sys::Z_DATA_ERROR => "data error",
            libz_sys::Z_MEM_ERROR => "insufficient memory",
            libz_sys::Z_BUF_ERROR => "buffer error",
            libz_sys::Z_VERSION_ERROR => "incompatible version",
            _ => "",
        }
    }
}

/// How much is pushed out.
pub mod flush {
    pub const NONE: i32 = libz_sys::Z_NO_FLUSH;
    pub const PARTIAL: i32 = libz_sys::Z_PARTIAL_FLUSH;
    pub const SYNC: i32 = libz_sys::Z_SYNC_FLUSH;
    pub const FULL: i32 = libz_sys::Z_FULL_FLUSH;
    pub const FINISH: i32 = libz_sys::Z_FINISH;
    pub const BLOCK: i32 = libz_sys::Z_BLOCK;
}

/// The version of the library, such as `1.3.1`.
pub fn version() -> &'static str {
    // SAFETY: the function has no conditions; it answers a string that lives for ever.
    let text = unsafe { CStr::from_ptr(zlibVersion()) };
    text.to_str().unwrap_or_default()
}

/// What one call did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// One of [`status`].
    pub status: i32,
    /// Bytes of the input that were taken.
    pub consumed: usize,
    /// Bytes that were written.
    pub produced: usize,
}

/// A stream with nothing in it. It stays where it is: the library keeps its address.
fn new_stream() -> Box<z_stream> {
    unsafe extern "C" fn alloc(_: *mut std::ffi::c_void, items: u32, size: u32) -> *mut std::ffi::c_void {
        // SAFETY: `calloc` has no conditions.
        unsafe { calloc(items as usize, size as usize) }
    }
    unsafe extern "C" fn release(_: *mut std::ffi::c_void, address: *mut std::ffi::c_void) {
        // SAFETY: the library gives back what `alloc` above gave it, once.
        unsafe { free(address) }
    }
    unsafe extern "C" {
        fn calloc(count: usize, size: usize) -> *mut std::ffi::c_void;
        fn free(address: *mut std::ffi::c_void);
    }
    Box::new(z_stream {
        next_in: std::ptr::null_mut(),
        avail_in: 0,
        total_in: 0,
        next_out: std::ptr::null_mut(),
        avail_out: 0,
        total_out: 0,
        msg: std::ptr::null_mut(),
        state: std::ptr::null_mut(),
        zalloc: alloc,
        zfree: release,
        opaque: std::ptr::null_mut(),
        data_type: 0,
        adler: 0,
        reserved: 0,
    })
}

/// Lends input and output to the stream for one call. Lengths beyond what the library counts are cut; the caller calls again.
fn lend(stream: &mut z_stream, input: &[u8], output: &mut [u8]) -> (u32, u32) {
    let (read, write) = (u32::try_from(input.len()).unwrap_or(u32::MAX), u32::try_from(output.len()).unwrap_or(u32::MAX));
    stream.next_in = input.as_ptr().cast_mut();
    stream.avail_in = read;
    stream.next_out = output.as_mut_ptr();
    stream.avail_out = write;
    (read, write)
}

/// Takes back what [`lend`] lent.
fn take_back(stream: &mut z_stream, status: i32, lent: (u32, u32)) -> Step {
    let step = Step { status, consumed: (lent.0 - stream.avail_in) as usize, produced: (lent.1 - stream.avail_out) as usize };
    (stream.next_in, stream.next_out) = (std::ptr::null_mut(), std::ptr::null_mut());
    (stream.avail_in, stream.avail_out) = (0, 0);
    step
}

/// Length of a dictionary as the library takes it.
fn dictionary_length(dictionary: &[u8]) -> u32 {
    u32::try_from(dictionary.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let text = b"hello hello hello hello".repeat(50);
        let mut packed = vec![0; 2000];
        let mut deflate = Deflate::new(6, 15, 8, 0).expect("is made");
        let step = deflate.run(&text, &mut packed, flush::FINISH);
        assert_eq!((step.status, step.consumed), (status::STREAM_END, text.len()));
        let mut plain = vec![0; text.len()];
        let mut inflate = Inflate::new(15).expect("is made");
        let step = inflate.run(&packed[..step.produced], &mut plain, flush::NONE);
        assert_eq!((step.status, step.produced, plain), (status::STREAM_END, text.len(), text));
    }

    #[test]
    fn bad_parameters_and_data() {
        assert!(Deflate::new(6, 99, 8, 0).is_none() && Inflate::new(99).is_none());
        let step = Inflate::new(15).expect("is made").run(b"garbage", &mut [0; 10], flush::NONE);
        assert_eq!(status::text(step.status), "data error");
    }
}
