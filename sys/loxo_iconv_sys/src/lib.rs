//! The C library's iconv, safe to call: converters between encodings.
//!
//! Transliteration (`ASCII//TRANSLIT`) asks the locale; here it is always `C.UTF-8`, whatever the process has. It knows nothing of PHP.

use std::ffi::CString;
use std::sync::OnceLock;

/// Why a conversion stopped before the end of its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The output is full.
    Full,
    /// The input ends in the middle of a character.
    Incomplete,
    /// The input has what is no character, or one that the other encoding lacks.
    Illegal,
    /// Something else; the number is the system's.
    Other(i32),
}

/// What one call did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub stop: Option<Stop>,
    pub consumed: usize,
    pub produced: usize,
}

/// Why there is no converter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenError {
    /// One of the encodings is not known.
    Unknown,
    Failed,
}

/// A converter from one encoding to another.
pub struct Converter(libc::iconv_t);

/// The version of the C library.
pub fn version() -> &'static str {
    // SAFETY: the function has no conditions; it answers a string that lives for ever.
    let text = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    text.to_str().unwrap_or_default()
}

/// A locale that lives for ever; `None` if the system lacks it.
struct Locale(Option<libc::locale_t>);

// SAFETY: a locale is not changed once it is made.
unsafe impl Send for Locale {}
// SAFETY: as above.
unsafe impl Sync for Locale {}

/// Runs with `C.UTF-8` as the locale of this thread.
fn with_locale<R>(work: impl FnOnce() -> R) -> R {
    static LOCALE: OnceLock<Locale> = OnceLock::new();
    let locale = LOCALE.get_or_init(|| {
        // SAFETY: the name ends with NUL, and a null base asks for a new locale.
        let made = unsafe { libc::newlocale(libc::LC_CTYPE_MASK, c"C.UTF-8".as_ptr(), std::ptr::null_mut()) };
        Locale((!made.is_null()).then_some(made))
    });
    let Some(locale) = locale.0 else { return work() };
    // SAFETY: the locale was made above and is never freed.
    let before = unsafe { libc::uselocale(locale) };
    let result = work();
    // SAFETY: this is what the thread had.
    unsafe { libc::uselocale(before) };
    result
}

fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

/// What the library answered, directly after the call.
fn stopped(result: usize) -> Option<Stop> {
    (result == usize::MAX).then(|| match last_error() {
        libc::E2BIG => Stop::Full,
        libc::EINVAL => Stop::Incomplete,
        libc::EILSEQ => Stop::Illegal,
        other => Stop::Other(other),
    })
}

impl Converter {
    /// Opens one. Names are the library's, with `//TRANSLIT` and `//IGNORE` behind the target's; they end at a NUL byte.
    pub fn open(to: &[u8], from: &[u8]) -> Result<Converter, OpenError> {
        let name = |bytes: &[u8]| CString::new(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).map_err(|_| OpenError::Unknown);
        let (to, from) = (name(to)?, name(from)?);
        // SAFETY: both names are C strings that outlive the call.
        let descriptor = with_locale(|| unsafe { libc::iconv_open(to.as_ptr(), from.as_ptr()) });
        if descriptor.addr() == usize::MAX {
            return Err(if last_error() == libc::EINVAL { OpenError::Unknown } else { OpenError::Failed });
        }
        Ok(Converter(descriptor))
    }

    /// Converts from one slice to the other, as far as it goes.
    pub fn run(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (mut next, mut left) = (input.as_ptr().cast_mut().cast(), input.len());
        let (mut out, mut room) = (output.as_mut_ptr().cast(), output.len());
        // SAFETY: the descriptor is open; pointers and lengths are those of the slices, and the library only reads the input.
        let result = with_locale(|| unsafe { libc::iconv(self.0, &raw mut next, &raw mut left, &raw mut out, &raw mut room) });
        Step { stop: stopped(result), consumed: input.len() - left, produced: output.len() - room }
    }

    /// Writes what ends the text, and starts anew.
    pub fn finish(&mut self, output: &mut [u8]) -> Step {
        let (mut out, mut room) = (output.as_mut_ptr().cast(), output.len());
        let none = std::ptr::null_mut();
        // SAFETY: the descriptor is open; null input asks for the end, and the output is a slice's.
        let result = with_locale(|| unsafe { libc::iconv(self.0, none, std::ptr::null_mut(), &raw mut out, &raw mut room) });
        Step { stop: stopped(result), consumed: 0, produced: output.len() - room }
    }

    /// Starts anew.
    pub fn reset(&mut self) {
        // SAFETY: the descriptor is open; four null pointers ask for a new start.
        unsafe { libc::iconv(self.0, std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut()) };
    }
}

impl Drop for Converter {
    fn drop(&mut self) {
        // SAFETY: the descriptor is open, and is not used after this.
        unsafe { libc::iconv_close(self.0) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts() {
        let mut converter = Converter::open(b"UTF-8", b"ISO-8859-1").expect("opens");
        let mut out = [0; 8];
        let step = converter.run(b"a\xe9", &mut out);
        assert_eq!((step.stop, step.consumed, &out[..step.produced]), (None, 2, "aé".as_bytes()));
        assert_eq!(converter.run(b"abc", &mut out[..2]).stop, Some(Stop::Full));
    }

    #[test]
    fn stops() {
        assert_eq!(Converter::open(b"nonsense", b"UTF-8").err(), Some(OpenError::Unknown));
        let mut converter = Converter::open(b"ASCII", b"UTF-8").expect("opens");
        assert_eq!(converter.run("é".as_bytes(), &mut [0; 8]).stop, Some(Stop::Illegal));
        assert_eq!(converter.run(b"\xc3", &mut [0; 8]).stop, Some(Stop::Incomplete));
    }
}
