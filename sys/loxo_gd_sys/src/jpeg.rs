//! JPEG. The library reports errors by calling a function that must not return; ours unwinds, and every entry point catches it.

use std::ffi::{c_int, c_ulong, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use mozjpeg_sys as sys;
use sys::{jpeg_common_struct, jpeg_compress_struct, jpeg_decompress_struct, jpeg_error_mgr};

/// What a header says.
pub struct Header {
    pub width: u32,
    pub height: u32,
    /// 1: dots per inch, 2: per centimetre, 0: none.
    pub density_unit: u8,
    pub density: (u16, u16),
    /// Are rows of four inks, not of red, green and blue? And is no ink 255?
    pub inks: bool,
    pub inverted: bool,
    /// Bytes that the library will need for an image of several scans.
    pub extra: u64,
}

/// Who wants an image.
pub trait Sink {
    /// False: not this image. May unwind.
    fn header(&mut self, header: &Header) -> bool;
    /// Three bytes for each pixel, or four of inks. May unwind.
    fn row(&mut self, row: &[u8]);
}

/// What the library said.
#[derive(Default)]
pub struct Messages {
    /// The first warning.
    pub warning: Option<String>,
    /// Why it gave up.
    pub error: Option<String>,
}

/// What is unwound with from an error.
struct Failed;

/// What the library's functions for messages find behind `client_data`.
struct Client {
    messages: Messages,
}

fn text(info: &mut jpeg_common_struct) -> String {
    type Declared = unsafe extern "C-unwind" fn(&mut jpeg_common_struct, &[u8; 80]);
    type Actual = unsafe extern "C-unwind" fn(&mut jpeg_common_struct, *mut u8);
    let mut buffer = [0u8; 80];
    // SAFETY: the error manager was set by `jpeg_std_error` and lives as long as the structure.
    let Some(format) = (unsafe { (*info.err).format_message }) else { return String::new() };
    // SAFETY: the function writes to its second argument; the declaration says otherwise, but a reference and a pointer are passed alike.
    let format = unsafe { std::mem::transmute::<Declared, Actual>(format) };
    // SAFETY: it writes at most 80 bytes.
    unsafe { format(info, buffer.as_mut_ptr()) };
    let end = buffer.iter().position(|byte| *byte == 0).unwrap_or(buffer.len());
    String::from_utf8_lossy(&buffer[..end]).into_owned()
}

/// The client of a running call.
fn client(info: &mut jpeg_common_struct) -> Option<&mut Client> {
    // SAFETY: `client_data` is null or was set to a client that lives as long as the structure (see `Decoder` and `Encoder`), and nothing
    // else borrows it while the library runs.
    unsafe { info.client_data.cast::<Client>().as_mut() }
}

unsafe extern "C-unwind" fn error_exit(info: &mut jpeg_common_struct) {
    let message = text(info);
    if let Some(client) = client(info) {
        client.messages.error = Some(message);
    }
    resume_unwind(Box::new(Failed));
}

unsafe extern "C-unwind" fn emit_message(info: &mut jpeg_common_struct, level: c_int) {
    if level >= 0 {
        return;
    }
    let message = text(info);
    // SAFETY: the error manager was set by `jpeg_std_error`, and lives as long as the structure.
    let first = unsafe {
        let first = (*info.err).num_warnings == 0;
        (*info.err).num_warnings += 1;
        first
    };
    if let (true, Some(client)) = (first, client(info)) {
        client.messages.warning = Some(message);
    }
}

/// An error manager with our functions. It must stay where it is.
fn error_manager() -> Box<jpeg_error_mgr> {
    // SAFETY: the structure consists of integers, pointers and optional functions, for which zeros are valid.
    let mut manager: Box<jpeg_error_mgr> = Box::new(unsafe { MaybeUninit::zeroed().assume_init() });
    // SAFETY: the library fills the structure in.
    unsafe { sys::jpeg_std_error(&mut manager) };
    manager.error_exit = Some(error_exit);
    manager.emit_message = Some(emit_message);
    manager
}

/// Runs what may fail: `None` if it did. What else unwinds goes on.
fn guarded<R>(work: impl FnOnce() -> R) -> Option<R> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => Some(result),
        Err(payload) if payload.is::<Failed>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// A decompressor; everything that the library has pointers to lives as long.
struct Decoder {
    info: Box<jpeg_decompress_struct>,
    client: Box<Client>,
    _errors: Box<jpeg_error_mgr>,
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: the structure is zeroed or initialised; the library takes both.
        unsafe { sys::jpeg_destroy_decompress(&mut self.info) };
    }
}

/// Decodes an image for whoever wants it. True if it came whole, as far as the library is concerned: what is missing is grey.
pub fn decode(data: &[u8], sink: &mut dyn Sink) -> (bool, Messages) {
    let mut errors = error_manager();
    // SAFETY: the structure consists of integers, pointers, optional functions and enumerations that have a zero.
    let mut info: Box<jpeg_decompress_struct> = Box::new(unsafe { MaybeUninit::zeroed().assume_init() });
    let mut client = Box::new(Client { messages: Messages::default() });
    info.common.err = &raw mut *errors;
    info.common.client_data = (&raw mut *client).cast::<c_void>();
    let mut decoder = Decoder { info, client, _errors: errors };
    let done = guarded(|| run_decoder(&mut decoder.info, data, sink)).unwrap_or(false);
    (done, std::mem::take(&mut decoder.client.messages))
}

fn run_decoder(info: &mut jpeg_decompress_struct, data: &[u8], sink: &mut dyn Sink) -> bool {
    const ADOBE: c_int = 0xe0 + 14;
    // SAFETY: the structure has its error manager; functions are called in the order that the library wants. The data outlives the
    // decompressor's use of it, which ends with this function.
    unsafe {
        sys::jpeg_CreateDecompress(info, sys::JPEG_LIB_VERSION, size_of::<jpeg_decompress_struct>());
        sys::jpeg_mem_src(info, data.as_ptr(), data.len() as c_ulong);
        sys::jpeg_save_markers(info, ADOBE, 256);
        sys::jpeg_read_header(info, 1);
    }
    let inks = matches!(info.jpeg_color_space, sys::JCS_CMYK | sys::JCS_YCCK);
    info.out_color_space = if inks { sys::JCS_CMYK } else { sys::JCS_RGB };
    // SAFETY: the header has been read.
    let several = unsafe { sys::jpeg_has_multiple_scans(info) } != 0;
    let pixels = u64::from(info.image_width) * u64::from(info.image_height);
    let header = Header {
        width: info.image_width,
        height: info.image_height,
        density_unit: info.density_unit,
        density: (info.X_density, info.Y_density),
        inks,
        inverted: inks && has_adobe_marker(info),
        extra: if several { pixels * 2 * info.num_components.max(0) as u64 } else { 0 },
    };
    if !sink.header(&header) {
        return false;
    }
    // SAFETY: the header has been read.
    unsafe { sys::jpeg_start_decompress(info) };
    let channels = if inks { 4 } else { 3 };
    if info.output_components != channels {
        return false;
    }
    let mut row = vec![0u8; info.output_width as usize * channels as usize];
    while info.output_scanline < info.output_height {
        let mut rows = [row.as_mut_ptr()];
        // SAFETY: the row has space for `output_width` pixels of `output_components` bytes.
        if unsafe { sys::jpeg_read_scanlines(info, rows.as_mut_ptr(), 1) } != 1 {
            return false;
        }
        sink.row(&row);
    }
    // SAFETY: all rows have been read.
    unsafe { sys::jpeg_finish_decompress(info) };
    true
}

fn has_adobe_marker(info: &jpeg_decompress_struct) -> bool {
    let mut marker = info.marker_list;
    // SAFETY: the list is the library's, of markers with `data_length` bytes each, and ends with null.
    while let Some(here) = unsafe { marker.as_ref() } {
        if here.data_length >= 12 && !here.data.is_null() {
            // SAFETY: as above.
            let data = unsafe { std::slice::from_raw_parts(here.data, here.data_length as usize) };
            if data.starts_with(b"Adobe") {
                return true;
            }
        }
        marker = here.next;
    }
    false
}

/// How an image is encoded.
pub struct Options<'a> {
    pub width: u32,
    pub height: u32,
    /// 0 to 100; `None` for the library's own choice.
    pub quality: Option<i32>,
    /// From this quality on colours have the resolution that brightness has.
    pub full_color: bool,
    pub progressive: bool,
    /// Dots per inch.
    pub density: (u16, u16),
    pub comment: &'a [u8],
}

struct Encoder {
    info: Box<jpeg_compress_struct>,
    client: Box<Client>,
    _errors: Box<jpeg_error_mgr>,
    /// Where the library has put what it made, and how much it is.
    output: Box<(*mut u8, c_ulong)>,
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // SAFETY: the structure is zeroed or initialised, the library takes both; the block, if there is one, came from `malloc` and has no
        // other owner.
        unsafe {
            sys::jpeg_destroy_compress(&mut self.info);
            libc::free(self.output.0.cast());
        }
    }
}

/// Encodes rows of red, green and blue; `row` fills one in. `None` if the library gave up.
pub fn encode(options: &Options<'_>, row: &mut dyn FnMut(u32, &mut [u8])) -> (Option<Vec<u8>>, Messages) {
    let mut errors = error_manager();
    // SAFETY: as in `decode`.
    let mut info: Box<jpeg_compress_struct> = Box::new(unsafe { MaybeUninit::zeroed().assume_init() });
    let mut client = Box::new(Client { messages: Messages::default() });
    info.common.err = &raw mut *errors;
    info.common.client_data = (&raw mut *client).cast::<c_void>();
    let mut encoder = Encoder { info, client, _errors: errors, output: Box::new((std::ptr::null_mut(), 0)) };
    let done = guarded(|| run_encoder(&mut encoder.info, &mut encoder.output, options, row));
    let (block, length) = *encoder.output;
    let data = (done.is_some() && !block.is_null()).then(|| {
        // SAFETY: the library has set the block and its length when it finished.
        unsafe { std::slice::from_raw_parts(block, length as usize).to_vec() }
    });
    (data, std::mem::take(&mut encoder.client.messages))
}

fn run_encoder(
    info: &mut jpeg_compress_struct,
    output: &mut (*mut u8, c_ulong),
    options: &Options<'_>,
    row: &mut dyn FnMut(u32, &mut [u8]),
) {
    const COMMENT: c_int = 0xfe;
    // SAFETY: the structure has its error manager; functions are called in the order that the library wants, and the components exist after
    // the defaults are set. `output` outlives the structure's use of it.
    unsafe {
        sys::jpeg_CreateCompress(info, sys::JPEG_LIB_VERSION, size_of::<jpeg_compress_struct>());
        sys::jpeg_mem_dest(info, &raw mut output.0, &raw mut output.1);
        info.image_width = options.width;
        info.image_height = options.height;
        info.input_components = 3;
        info.in_color_space = sys::JCS_RGB;
        sys::jpeg_c_set_int_param(info, sys::JINT_COMPRESS_PROFILE, sys::JCP_FASTEST as c_int);
        sys::jpeg_set_defaults(info);
        info.density_unit = 1;
        (info.X_density, info.Y_density) = options.density;
        if let Some(quality) = options.quality {
            sys::jpeg_set_quality(info, quality, 1);
        }
        if options.full_color
            && let Some(component) = info.comp_info.as_mut()
        {
            component.h_samp_factor = 1;
            component.v_samp_factor = 1;
        }
        if options.progressive {
            sys::jpeg_simple_progression(info);
        }
        sys::jpeg_start_compress(info, 1);
        sys::jpeg_write_marker(info, COMMENT, options.comment.as_ptr(), options.comment.len() as u32);
    }
    let mut line = vec![0u8; options.width as usize * 3];
    for y in 0..options.height {
        row(y, &mut line);
        let rows = [line.as_ptr()];
        // SAFETY: the line has `width` pixels of three bytes.
        unsafe { sys::jpeg_write_scanlines(info, rows.as_ptr(), 1) };
    }
    // SAFETY: all rows have been written.
    unsafe { sys::jpeg_finish_compress(info) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Collect {
        size: (u32, u32),
        rows: Vec<Vec<u8>>,
    }

    impl Sink for Collect {
        fn header(&mut self, header: &Header) -> bool {
            self.size = (header.width, header.height);
            true
        }

        fn row(&mut self, row: &[u8]) {
            self.rows.push(row.to_vec());
        }
    }

    fn gray(progressive: bool) -> Vec<u8> {
        let options = Options { width: 20, height: 10, quality: Some(95), full_color: true, progressive, density: (72, 72), comment: b"x" };
        encode(&options, &mut |_, row| row.fill(100)).0.expect("is encoded")
    }

    #[test]
    fn there_and_back() {
        for progressive in [false, true] {
            let mut sink = Collect::default();
            let (done, messages) = decode(&gray(progressive), &mut sink);
            assert!(done && messages.warning.is_none() && messages.error.is_none());
            assert_eq!((sink.size, sink.rows.len()), ((20, 10), 10));
            assert!(sink.rows.iter().flatten().all(|byte| byte.abs_diff(100) < 3));
        }
    }

    #[test]
    fn bad_data() {
        let mut sink = Collect::default();
        let (done, messages) = decode(b"no image", &mut sink);
        assert!(!done);
        assert_eq!(messages.error.as_deref(), Some("Not a JPEG file: starts with 0x6e 0x6f"));
        let data = gray(false);
        let (done, messages) = decode(&data[..data.len() - 2], &mut sink);
        assert!(done && messages.warning.is_some());
        assert!(!decode(b"", &mut sink).0);
    }
}
