//! Compiles patterns by PCRE2, to its own code and to machine code, and explains why one does not compile.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use pcre2_sys as sys;

/// A compiled pattern.
pub struct Code {
    pub(crate) ptr: NonNull<sys::pcre2_code_8>,
    options: u32,
    groups: usize,
    has_jit: bool,
    /// It has verbs, which may be marks.
    has_verbs: bool,
}

// SAFETY: matching does not change a pattern, and nothing here does that has no `&mut`.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

/// Why a pattern does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompileError {
    number: i32,
    /// In the pattern, in bytes.
    pub offset: usize,
}

impl CompileError {
    pub fn message(&self) -> String {
        message(self.number)
    }
}

/// The library's text for an error number.
fn message(number: i32) -> String {
    let mut buffer = [0u8; 256];
    // SAFETY: the library knows how long the buffer is.
    let length = unsafe { sys::pcre2_get_error_message_8(number, buffer.as_mut_ptr(), buffer.len()) };
    String::from_utf8_lossy(&buffer[..usize::try_from(length).unwrap_or(0)]).into_owned()
}

impl Code {
    /// Compiles a pattern under `PCRE2_*` and `PCRE2_EXTRA_*` options.
    pub fn compile(pattern: &[u8], options: u32, extra: u32) -> Result<Code, CompileError> {
        let (mut number, mut offset) = (0, 0);
        // Text of patterns comes from outside: without this option the library checks that it is UTF-8.
        let options = options & !sys::PCRE2_NO_UTF_CHECK;
        // SAFETY: the pattern is as long as it says, the context is freed after its use and may be null.
        let code = unsafe {
            let context = sys::pcre2_compile_context_create_8(ptr::null_mut());
            if !context.is_null() {
                sys::pcre2_set_compile_extra_options_8(context, extra);
            }
            let code = sys::pcre2_compile_8(pattern.as_ptr(), pattern.len(), options, &mut number, &mut offset, context);
            sys::pcre2_compile_context_free_8(context);
            code
        };
        let ptr = NonNull::new(code).ok_or(CompileError { number, offset })?;
        let mut code = Code { ptr, options, groups: 0, has_jit: false, has_verbs: pattern.windows(2).any(|pair| pair == b"(*") };
        // `(*UTF)` at the start of a pattern counts as well.
        code.options = code.info(sys::PCRE2_INFO_ALLOPTIONS);
        code.groups = code.info(sys::PCRE2_INFO_CAPTURECOUNT) as usize + 1;
        Ok(code)
    }

    /// The same pattern, without machine code.
    pub fn duplicate(&self) -> Option<Code> {
        // SAFETY: the pattern is live; the copy is independent of it (all use the built-in character tables).
        let ptr = NonNull::new(unsafe { sys::pcre2_code_copy_8(self.ptr.as_ptr()) })?;
        Some(Code { ptr, options: self.options, groups: self.groups, has_jit: false, has_verbs: self.has_verbs })
    }

    /// Makes machine code for the pattern; the library's error text if it cannot.
    pub fn jit(&mut self) -> Result<(), String> {
        // SAFETY: nobody else uses the pattern now.
        let result = unsafe { sys::pcre2_jit_compile_8(self.ptr.as_ptr(), sys::PCRE2_JIT_COMPLETE) };
        // A pattern may ask for none, and gets none without an error.
        self.has_jit = result == 0 && self.jit_size() > 0;
        if result == 0 { Ok(()) } else { Err(message(result)) }
    }

    fn jit_size(&self) -> usize {
        self.size_info(sys::PCRE2_INFO_JITSIZE)
    }

    /// Bytes that the compiled pattern takes, without machine code.
    pub fn size(&self) -> usize {
        self.size_info(sys::PCRE2_INFO_SIZE)
    }

    fn size_info(&self, what: u32) -> usize {
        let mut size = 0usize;
        // SAFETY: only called for questions that are answered with a `size_t`.
        unsafe { sys::pcre2_pattern_info_8(self.ptr.as_ptr(), what, (&raw mut size).cast::<c_void>()) };
        size
    }

    #[inline]
    pub fn has_jit(&self) -> bool {
        self.has_jit
    }

    #[inline]
    pub(crate) fn has_verbs(&self) -> bool {
        self.has_verbs
    }

    /// Subjects are UTF-8?
    #[inline]
    pub fn is_utf(&self) -> bool {
        self.options & sys::PCRE2_UTF != 0
    }

    /// Capturing groups, the whole match included.
    #[inline]
    pub fn groups(&self) -> usize {
        self.groups
    }

    fn info(&self, what: u32) -> u32 {
        let mut answer = 0u32;
        // SAFETY: only called for questions that are answered with 32 bits.
        unsafe { sys::pcre2_pattern_info_8(self.ptr.as_ptr(), what, (&raw mut answer).cast::<c_void>()) };
        answer
    }

    /// Which bytes matches begin with, if that is known and matches are not at the start of the subject or of lines alone. Groups and look-behinds
    /// do not matter: what is meant is where the library begins to match.
    pub fn first_bytes(&self) -> Option<[bool; 256]> {
        match self.info(sys::PCRE2_INFO_FIRSTCODETYPE) {
            // One byte. The library does not say whether its case matters; in UTF-8 other cases are other bytes.
            1 => {
                let byte = u8::try_from(self.info(sys::PCRE2_INFO_FIRSTCODEUNIT)).ok()?;
                if self.is_utf() && (byte.is_ascii_alphabetic() || !byte.is_ascii()) {
                    return None;
                }
                Some(std::array::from_fn(|other| (other as u8).eq_ignore_ascii_case(&byte)))
            }
            0 => {
                let mut bits: *const u8 = ptr::null();
                // SAFETY: the answer to this question is a pointer.
                unsafe { sys::pcre2_pattern_info_8(self.ptr.as_ptr(), sys::PCRE2_INFO_FIRSTBITMAP, (&raw mut bits).cast::<c_void>()) };
                if bits.is_null() {
                    return None;
                }
                // SAFETY: a bit for each byte, in memory that lives as long as the pattern.
                let bits = unsafe { std::slice::from_raw_parts(bits, 32) };
                Some(std::array::from_fn(|byte| bits[byte / 8] & (1 << (byte % 8)) != 0))
            }
            _ => None,
        }
    }

    /// Numbers and names of the groups that have names, in the order of the names.
    pub fn names(&self) -> Vec<(usize, Vec<u8>)> {
        let (count, size) = (self.info(sys::PCRE2_INFO_NAMECOUNT) as usize, self.info(sys::PCRE2_INFO_NAMEENTRYSIZE) as usize);
        let mut table: *const u8 = ptr::null();
        // SAFETY: the answer to this question is a pointer.
        unsafe { sys::pcre2_pattern_info_8(self.ptr.as_ptr(), sys::PCRE2_INFO_NAMETABLE, (&raw mut table).cast::<c_void>()) };
        if table.is_null() || size < 3 {
            return Vec::new();
        }
        // SAFETY: the table has `count` entries of `size` bytes and lives as long as the pattern.
        let table = unsafe { std::slice::from_raw_parts(table, count * size) };
        let entry = |entry: &[u8]| {
            let name = entry[2..].split(|byte| *byte == 0).next().unwrap_or_default();
            (usize::from(u16::from_be_bytes([entry[0], entry[1]])), name.to_vec())
        };
        table.chunks_exact(size).map(entry).collect()
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        // SAFETY: the pattern is ours, and no result of a match borrows it any more.
        unsafe { sys::pcre2_code_free_8(self.ptr.as_ptr()) }
    }
}
