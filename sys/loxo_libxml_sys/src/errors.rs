//! What libxml2 complains of, per thread, in order.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::Once;

use crate::raw::{self, RawError, RawParser, XmlStr};
use crate::text::copied;

/// `xmlErrorDomain`, as far as it matters to anybody.
pub mod domain {
    pub const PARSER: i32 = 1;
    pub const NAMESPACE: i32 = 3;
    pub const DTD: i32 = 4;
    pub const HTML: i32 = 5;
    pub const IO: i32 = 8;
    pub const XINCLUDE: i32 = 11;
    pub const XPATH: i32 = 12;
    pub const SCHEMAS_PARSER: i32 = 16;
    pub const SCHEMAS_VALID: i32 = 17;
    pub const RELAXNG_PARSER: i32 = 18;
    pub const RELAXNG_VALID: i32 = 19;
    pub const C14N: i32 = 21;
    pub const VALID: i32 = 23;
    pub const WRITER: i32 = 25;
}

/// One complaint.
#[derive(Clone, Debug, Default)]
pub struct XmlError {
    /// [`domain`]
    pub domain: i32,
    /// 1 warning, 2 error, 3 fatal.
    pub level: i32,
    pub code: i32,
    /// Usually with a line break at its end.
    pub message: Vec<u8>,
    pub file: Option<Vec<u8>>,
    pub line: i32,
    pub column: i32,
    /// Where the parser stood, if one was at work: the name of what it read, if that has one, and the line.
    pub parser: Option<(Option<Vec<u8>>, i32)>,
    /// The line at which the parser stood, and a mark below it.
    pub shown: Option<(Vec<u8>, Vec<u8>)>,
    /// The options of the parser say that nobody wants to know of such.
    pub muted: bool,
}

/// More are not kept between two looks: documents can have an error in every byte.
const MOST: usize = 10_000;

thread_local! {
    static READY: Cell<bool> = const { Cell::new(false) };
    static ERRORS: RefCell<Vec<XmlError>> = const { RefCell::new(Vec::new()) };
}

/// Takes what has been collected.
pub fn take() -> Vec<XmlError> {
    ERRORS.with_borrow_mut(std::mem::take)
}

/// Is there any?
pub fn any() -> bool {
    ERRORS.with_borrow(|errors| !errors.is_empty())
}

/// libxml2 is ready on this thread.
pub(crate) fn ready() {
    static ONCE: Once = Once::new();
    if READY.replace(true) {
        return;
    }
    // SAFETY: initialisation happens once, before any other use; the handlers are per thread and live for ever.
    unsafe {
        ONCE.call_once(|| {
            crate::memory::set_up();
            raw::xmlInitParser();
            raw::xmlSetExternalEntityLoader(Some(crate::input::load));
        });
        raw::xmlSetStructuredErrorFunc(ptr::null_mut(), Some(collect));
        raw::xmlSetGenericErrorFunc(ptr::null_mut(), Some(printed));
    }
}

/// What libxml2 would print without ado, such as that a character cannot be saved. Arguments for the format are not looked at.
unsafe extern "C" fn printed(_: *mut c_void, format: *const c_char) {
    // SAFETY: a text that ends in NUL, or null.
    let text = unsafe { copied(format as XmlStr) }.unwrap_or_default();
    if !text.is_empty() && !text.contains(&b'%') {
        push(0, 2, 1, text);
    }
}

unsafe extern "C" fn collect(_: *mut c_void, error: *mut RawError) {
    // SAFETY: libxml2 passes an error that is valid during the call, with strings that end in NUL or are null.
    let found = unsafe {
        let Some(error) = error.as_ref() else { return };
        complaint(error)
    };
    ERRORS.with_borrow_mut(|errors| {
        if errors.len() < MOST {
            errors.push(found);
        }
    });
}

/// # Safety
/// As [`position`]; the texts end in NUL or are null.
unsafe fn complaint(error: &RawError) -> XmlError {
    // SAFETY: the caller's promise.
    unsafe {
        XmlError {
            domain: error.domain,
            level: error.level,
            code: error.code,
            message: copied(error.message as XmlStr).unwrap_or_default(),
            file: copied(error.file as XmlStr),
            line: error.line,
            column: error.int2 as c_int,
            parser: position(error),
            shown: excerpt(error),
            muted: muted(error),
        }
    }
}

/// How a parser complains that it could not load something: as an error if it validates, with the place at which it stands. One that has just been
/// made for an entity, and none at all, know of no place.
///
/// # Safety
/// A parser of libxml2's that is at work, or null.
pub(crate) unsafe fn loading(ctxt: *mut RawParser) -> XmlError {
    // SAFETY: the caller's promise; a parser's input is valid or null.
    let (validates, input) = unsafe { ctxt.as_ref().map_or((false, None), |parser| (parser.validate != 0, parser.input.as_ref())) };
    let level = if validates { 2 } else { 1 };
    let Some(input) = input else { return XmlError { level, ..XmlError::default() } };
    let raw = RawError {
        domain: domain::IO,
        code: 0,
        message: ptr::null_mut(),
        level,
        file: input.filename.cast_mut(),
        line: input.line,
        str1: ptr::null_mut(),
        str2: ptr::null_mut(),
        str3: ptr::null_mut(),
        int1: 0,
        int2: input.col,
        ctxt: ctxt.cast(),
        node: ptr::null_mut(),
    };
    // SAFETY: the parser is at work, and the file's name ends in NUL or is null.
    unsafe { complaint(&raw) }
}

/// # Safety
/// The error is one that libxml2 has just raised.
unsafe fn position(error: &RawError) -> Option<(Option<Vec<u8>>, i32)> {
    use domain::{DTD, HTML, IO, NAMESPACE, PARSER, VALID};
    if !matches!(error.domain, PARSER | NAMESPACE | DTD | HTML | IO | VALID) {
        return None;
    }
    // SAFETY: for these domains libxml2 sets `ctxt` to the parser that is at work or to null.
    unsafe {
        let parser = error.ctxt.cast::<RawParser>().as_ref()?;
        let input = parser.input.as_ref()?;
        Some((copied(input.filename.cast()), input.line))
    }
}

/// # Safety
/// As [`position`].
unsafe fn muted(error: &RawError) -> bool {
    // SAFETY: a parser that is at work has handlers; `LIBXML_NOERROR` and `LIBXML_NOWARNING` take one away.
    unsafe {
        if position(error).is_none() {
            return false;
        }
        let sax = (*error.ctxt.cast::<RawParser>()).sax.as_ref();
        sax.is_some_and(|sax| if error.level == 1 { sax.warning.is_none() } else { sax.error.is_none() })
    }
}

/// What of a line is shown.
const WIDTH: usize = 80;

/// # Safety
/// As [`position`].
unsafe fn excerpt(error: &RawError) -> Option<(Vec<u8>, Vec<u8>)> {
    // SAFETY: a parser that is at work has an input whose text reaches from `base` to `end`, with `cur` between them.
    let (text, at) = unsafe {
        position(error)?;
        let input = (*error.ctxt.cast::<RawParser>()).input.as_ref()?;
        if input.base.is_null() || input.cur < input.base || input.end < input.cur {
            return None;
        }
        let length = input.end.offset_from(input.base) as usize;
        (std::slice::from_raw_parts(input.base, length), input.cur.offset_from(input.base) as usize)
    };
    let is_break = |at: usize| matches!(text.get(at), Some(b'\n' | b'\r'));
    let mut from = at;
    while from > 0 && is_break(from) {
        from -= 1;
    }
    let mut steps = 0;
    while steps < WIDTH - 1 && from > 0 && !is_break(from) {
        from -= 1;
        steps += 1;
    }
    if is_break(from) {
        from += 1;
    }
    let column = at.saturating_sub(from);
    let line: Vec<u8> =
        text[from.min(text.len())..].iter().copied().take(WIDTH - 1).take_while(|byte| !matches!(byte, b'\n' | b'\r' | 0)).collect();
    let mut mark: Vec<u8> = line.iter().take(column.min(WIDTH - 2)).map(|byte| if *byte == b'\t' { b'\t' } else { b' ' }).collect();
    mark.push(b'^');
    Some((line, mark))
}

/// Adds a complaint of those who load for libxml2.
pub fn push(domain: i32, level: i32, code: i32, message: Vec<u8>) {
    add(XmlError { domain, level, code, message, ..XmlError::default() });
}

/// Adds a complaint that is not libxml2's.
pub fn add(error: XmlError) {
    ERRORS.with_borrow_mut(|errors| {
        if errors.len() < MOST {
            errors.push(error);
        }
    });
}
