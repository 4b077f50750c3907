//! PCRE2, safe to call: compiled patterns that threads share, and matchers that one thread has.
//!
//! What cannot happen through this crate: matching text as UTF-8 that is not ([`Subject`] knows), changing a pattern that others match with ([`Code::jit`] wants it alone).
//! It knows nothing of PHP.

mod code;
mod matcher;

pub use code::{Code, CompileError};
pub use matcher::{Matcher, Subject};

/// Options and error numbers, as `pcre2.h` has them.
pub mod flag {
    pub use pcre2_sys::{
        PCRE2_ANCHORED as ANCHORED, PCRE2_CASELESS as CASELESS, PCRE2_DOLLAR_ENDONLY as DOLLAR_ENDONLY, PCRE2_DOTALL as DOTALL,
        PCRE2_DUPNAMES as DUPNAMES, PCRE2_EXTENDED as EXTENDED, PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK as EXTRA_ALLOW_LOOKAROUND_BSK,
        PCRE2_EXTRA_CASELESS_RESTRICT as EXTRA_CASELESS_RESTRICT, PCRE2_MULTILINE as MULTILINE, PCRE2_NO_AUTO_CAPTURE as NO_AUTO_CAPTURE,
        PCRE2_NOTEMPTY_ATSTART as NOTEMPTY_ATSTART, PCRE2_UCP as UCP, PCRE2_UNGREEDY as UNGREEDY, PCRE2_UTF as UTF,
    };
}

/// Error numbers of matching.
pub mod error {
    pub use pcre2_sys::{
        PCRE2_ERROR_BADOFFSET as BADOFFSET, PCRE2_ERROR_BADUTFOFFSET as BADUTFOFFSET, PCRE2_ERROR_DEPTHLIMIT as DEPTHLIMIT,
        PCRE2_ERROR_HEAPLIMIT as HEAPLIMIT, PCRE2_ERROR_INTERNAL as INTERNAL, PCRE2_ERROR_JIT_STACKLIMIT as JIT_STACKLIMIT,
        PCRE2_ERROR_MATCHLIMIT as MATCHLIMIT, PCRE2_ERROR_NOMATCH as NOMATCH, PCRE2_ERROR_UTF8_ERR1 as UTF8_FIRST,
        PCRE2_ERROR_UTF8_ERR21 as UTF8_LAST,
    };
}

/// The version of the library, such as `10.46 2025-08-27`.
pub fn version() -> String {
    configured(pcre2_sys::PCRE2_CONFIG_VERSION)
}

/// What machine the just-in-time compiler writes code for.
pub fn jit_target() -> String {
    configured(pcre2_sys::PCRE2_CONFIG_JITTARGET)
}

fn configured(what: u32) -> String {
    let mut buffer = [0u8; 64];
    // SAFETY: versions and names of machines are shorter than 64 bytes (24 and 48 are what the manual asks for); a null pointer would ask
    // for the length.
    unsafe { pcre2_sys::pcre2_config_8(what, buffer.as_mut_ptr().cast()) };
    let end = buffer.iter().position(|byte| *byte == 0).unwrap_or(0);
    String::from_utf8_lossy(&buffer[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_with_and_without_machine_code() {
        let mut code = Code::compile(br"(?<a>\d+)-(x)?", 0, 0).expect("compiles");
        assert_eq!((code.groups(), code.names()), (3, vec![(1, b"a".to_vec())]));
        let mut matcher = Matcher::new(code.groups());
        for _ in 0..2 {
            assert!(matcher.run(&code, &Subject::bytes(b"ab 12-"), 0, 0) > 0);
            assert_eq!((matcher.whole(), matcher.offsets()), ((3, 6), &[3, 6, 3, 5][..]));
            drop(code.jit());
        }
        assert_eq!(matcher.run(&code, &Subject::bytes(b"ab"), 0, 0), error::NOMATCH);
        assert_eq!(matcher.run(&code, &Subject::bytes(b"ab"), 3, 0), error::BADOFFSET);
    }

    #[test]
    fn text_is_checked() {
        let mut code = Code::compile(b".", flag::UTF, 0).expect("compiles");
        drop(code.jit());
        let mut matcher = Matcher::new(1);
        let bad = matcher.run(&code, &Subject::bytes(b"\xff"), 0, 0);
        assert!((error::UTF8_LAST..=error::UTF8_FIRST).contains(&bad));
        assert_eq!(matcher.run(&code, &Subject::text("é"), 1, 0), error::BADUTFOFFSET);
        assert!(matcher.run(&code, &Subject::text("é"), 0, 0) > 0);
        assert_eq!(matcher.whole(), (0, 2));
    }

    #[test]
    fn bad_patterns_say_where() {
        let error = Code::compile(b"a(b", 0, 0).err().expect("is bad");
        assert_eq!((error.message().as_str(), error.offset), ("missing closing parenthesis", 3));
    }
}
