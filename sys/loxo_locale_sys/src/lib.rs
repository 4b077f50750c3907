//! The C library's locales (`newlocale(3)`), with a safe interface: values of their own, nothing of the process is changed. Knows nothing
//! of PHP.

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::NonNull;

/// Categories in the order in which names of mixed locales list them, with their numbers.
pub const CATEGORIES: [(&str, i32); 12] = [
    ("LC_CTYPE", libc::LC_CTYPE),
    ("LC_NUMERIC", libc::LC_NUMERIC),
    ("LC_TIME", libc::LC_TIME),
    ("LC_COLLATE", libc::LC_COLLATE),
    ("LC_MONETARY", libc::LC_MONETARY),
    ("LC_MESSAGES", libc::LC_MESSAGES),
    ("LC_PAPER", libc::LC_PAPER),
    ("LC_NAME", libc::LC_NAME),
    ("LC_ADDRESS", libc::LC_ADDRESS),
    ("LC_TELEPHONE", libc::LC_TELEPHONE),
    ("LC_MEASUREMENT", libc::LC_MEASUREMENT),
    ("LC_IDENTIFICATION", libc::LC_IDENTIFICATION),
];

/// What `isalpha(3)` and its like ask about a byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Alnum,
    Alpha,
    Cntrl,
    Digit,
    Graph,
    Lower,
    Print,
    Punct,
    Space,
    Upper,
    Xdigit,
}

/// `mbstate_t`, which is smaller: what was read of a character. All zero is the beginning.
#[repr(C, align(8))]
struct State([u8; 128]);

unsafe extern "C" {
    fn mbrlen(text: *const c_char, length: usize, state: *mut State) -> usize;
    fn strcoll_l(a: *const c_char, b: *const c_char, locale: libc::locale_t) -> c_int;
    fn isalnum_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn isalpha_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn iscntrl_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn isdigit_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn isgraph_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn islower_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn isprint_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn ispunct_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn isspace_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn isupper_l(byte: c_int, locale: libc::locale_t) -> c_int;
    fn isxdigit_l(byte: c_int, locale: libc::locale_t) -> c_int;
}

/// A locale; each category may have been taken from another one.
pub struct Locale {
    handle: NonNull<libc::c_void>,
    /// Handles are the thread's: nothing says that several may read one at once.
    _local: std::marker::PhantomData<Cell<()>>,
}

impl Locale {
    /// The locale C. `None`: there is no memory.
    pub fn c() -> Option<Locale> {
        // SAFETY: the name is a C string, and there is no locale to be changed.
        own(unsafe { libc::newlocale(libc::LC_ALL_MASK, c"C".as_ptr(), std::ptr::null_mut()) })
    }

    /// This one with a category from another; `None` if the system does not have that. No name is the environment's.
    pub fn with(&self, category: i32, name: &[u8]) -> Option<Locale> {
        let name = CString::new(name).ok().filter(|name| !name.is_empty())?;
        let mask = 1i32.checked_shl(u32::try_from(category).ok()?)?;
        // SAFETY: the handle is a live locale's.
        let copy = own(unsafe { libc::duplocale(self.raw()) })?;
        // SAFETY: the name is a C string, the copy is ours alone. It is used up if that succeeds and untouched if not.
        let changed = unsafe { libc::newlocale(mask, name.as_ptr(), copy.raw()) };
        let changed = NonNull::new(changed.cast())?;
        std::mem::forget(copy);
        Some(Locale { handle: changed, _local: std::marker::PhantomData })
    }

    fn raw(&self) -> libc::locale_t {
        self.handle.as_ptr().cast()
    }

    /// `nl_langinfo(3)`: a fact by its number.
    pub fn info(&self, item: i32) -> Vec<u8> {
        // SAFETY: the handle is a live locale's. Unknown items answer an empty string; what is answered lives as long as the locale.
        unsafe { CStr::from_ptr(libc::nl_langinfo_l(item, self.raw())) }.to_bytes().to_vec()
    }

    /// The name of the encoding.
    pub fn encoding(&self) -> Vec<u8> {
        self.info(libc::CODESET)
    }

    /// `strcoll(3)`: below zero, zero or above, by what stands before the first NUL.
    pub fn collate(&self, a: &[u8], b: &[u8]) -> i32 {
        let text = |bytes: &[u8]| CString::new(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).unwrap_or_default();
        let (a, b) = (text(a), text(b));
        // SAFETY: both are C strings, the handle is a live locale's.
        unsafe { strcoll_l(a.as_ptr(), b.as_ptr(), self.raw()) }
    }

    /// How many bytes the first character of a text has, 0 for NUL. `None`: it begins with no character, or ends within one.
    pub fn character(&self, text: &[u8]) -> Option<usize> {
        let mut state = State([0; 128]);
        // SAFETY: the handle is a live locale's, and the thread gets its own back; the text is read no further than its length, and the
        // state has more space than the library's.
        let length = unsafe {
            let before = libc::uselocale(self.raw());
            let length = mbrlen(text.as_ptr().cast(), text.len(), &raw mut state);
            libc::uselocale(before);
            length
        };
        (length <= text.len()).then_some(length)
    }

    /// Is the byte a character of this kind?
    pub fn is(&self, kind: Kind, byte: u8) -> bool {
        let ask = match kind {
            Kind::Alnum => isalnum_l,
            Kind::Alpha => isalpha_l,
            Kind::Cntrl => iscntrl_l,
            Kind::Digit => isdigit_l,
            Kind::Graph => isgraph_l,
            Kind::Lower => islower_l,
            Kind::Print => isprint_l,
            Kind::Punct => ispunct_l,
            Kind::Space => isspace_l,
            Kind::Upper => isupper_l,
            Kind::Xdigit => isxdigit_l,
        };
        // SAFETY: the functions take any byte; the handle is a live locale's.
        unsafe { ask(byte.into(), self.raw()) != 0 }
    }
}

fn own(handle: libc::locale_t) -> Option<Locale> {
    Some(Locale { handle: NonNull::new(handle.cast())?, _local: std::marker::PhantomData })
}

impl Drop for Locale {
    fn drop(&mut self) {
        // SAFETY: the handle is ours and nobody else has it.
        unsafe { libc::freelocale(self.raw()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_come_from_different_locales() {
        let c = Locale::c().expect("memory");
        assert_eq!(c.info(libc::RADIXCHAR), b".");
        assert!(c.with(libc::LC_TIME, b"no_SUCH").is_none() && c.with(libc::LC_TIME, b"").is_none() && c.with(99, b"C").is_none());
        assert_eq!(c.collate(b"a\0z", b"a\0b"), 0);
        assert!(c.collate(b"B", b"a") < 0);
        assert!(c.is(Kind::Alpha, b'a') && !c.is(Kind::Alpha, 0xe4) && c.is(Kind::Xdigit, b'F'));
        if let Some(mixed) = c.with(libc::LC_CTYPE, b"C.UTF-8") {
            let lengths = [&b"\xe2\x82\xac!"[..], b"a", b"\0", b"\xe2\x82", b"\xff", b""].map(|text| mixed.character(text));
            assert_eq!(lengths, [Some(3), Some(1), Some(0), None, None, None]);
            assert_eq!(c.character(b"\xe2\x82\xac"), None);
            assert_eq!((mixed.encoding(), c.encoding()), (b"UTF-8".to_vec(), b"ANSI_X3.4-1968".to_vec()));
        }
    }
}
