//! What documents refer to: external entities, document types, schemas. libxml2 opens nothing itself.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null;

use crate::errors::{XmlError, ready};
use crate::raw::{self, RawInput, RawParser};
use crate::text::{c_text, copied, ptr};

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub system: Option<Vec<u8>>,
    pub public: Option<Vec<u8>>,
    /// What a message calls it, if that is not `system`.
    pub given: Option<Vec<u8>>,
    /// The document's options forbid to ask the network.
    pub offline: bool,
    /// What the program's own loader gets to know of the parser: `directory`, `intSubName`, `extSubURI`, `extSubSystem`.
    pub about: [Option<Vec<u8>>; 4],
    /// The complaint of the parser that asks, if nothing is found; its message is the loader's to write.
    pub complaint: XmlError,
}

/// `XML_PARSE_NONET`
const NO_NETWORK: c_int = 1 << 11;

/// What was found: the text and what it is called.
pub struct Found {
    pub text: Vec<u8>,
    pub name: Option<Vec<u8>>,
}

type Loader<'a> = dyn FnMut(&Wanted) -> Option<Found> + 'a;

thread_local! {
    /// The innermost loader. Its lifetime ends with `with_loader`, which takes it out again.
    static LOADER: Cell<Option<*mut Loader<'static>>> = const { Cell::new(None) };
    /// What a callback has unwound with, on its way around C frames.
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = const { RefCell::new(None) };
}

/// Runs `work` while libxml2 gets what it wants to load from `loader`.
pub fn with_loader<R>(loader: &mut Loader<'_>, work: impl FnOnce() -> R) -> R {
    ready();
    // SAFETY: only the lifetime changes; the pointer is taken out of the cell below, before the loader's borrow ends.
    let erased = unsafe { std::mem::transmute::<*mut Loader<'_>, *mut Loader<'static>>(loader) };
    struct Restore(Option<*mut Loader<'static>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            LOADER.set(self.0);
        }
    }
    let restore = Restore(LOADER.replace(Some(erased)));
    let result = work();
    drop(restore);
    resume();
    result
}

/// Runs Rust code that C calls. An unwinding waits until [`resume`].
pub(crate) fn guarded<R>(work: impl FnOnce() -> R) -> Option<R> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => Some(result),
        Err(payload) => {
            PANIC.with_borrow_mut(|kept| {
                kept.get_or_insert(payload);
            });
            None
        }
    }
}

/// Goes on unwinding, if a callback has begun to.
pub(crate) fn resume() {
    let payload = PANIC.with_borrow_mut(Option::take);
    if let Some(payload) = payload {
        resume_unwind(payload);
    }
}

/// `xmlExternalEntityLoader`
pub(crate) unsafe extern "C" fn load(url: *const c_char, id: *const c_char, ctxt: *mut RawParser) -> *mut RawInput {
    // SAFETY: libxml2 passes strings that end in NUL, or null, and the parser that asks.
    let wanted = unsafe {
        let offline = ctxt.as_ref().is_some_and(|parser| parser.options & NO_NETWORK != 0);
        let about = ctxt.as_ref().map_or([null(); 4], |parser| {
            [parser.directory.cast_const().cast(), parser.int_subset_name, parser.ext_subset_uri, parser.ext_subset_system]
        });
        let about = about.map(|text| copied(text));
        Wanted {
            system: copied(url.cast()),
            public: copied(id.cast()),
            given: None,
            offline,
            about,
            complaint: crate::errors::loading(ctxt),
        }
    };
    let found = LOADER.get().and_then(|loader| {
        // The loader must not be entered again while it runs: what it parses itself has loaders of its own.
        LOADER.set(None);
        // SAFETY: `with_loader` has set it and has not returned; taken out of the cell, it is borrowed once.
        let found = guarded(|| unsafe { (*loader)(&wanted) });
        LOADER.set(Some(loader));
        found.flatten()
    });
    let Some(found) = found else { return std::ptr::null_mut() };
    let Ok(length) = c_int::try_from(found.text.len()) else { return std::ptr::null_mut() };
    // SAFETY: the buffer copies the text; the stream takes the buffer over; the name is the stream's.
    unsafe {
        let buffer = raw::xmlParserInputBufferCreateMem(found.text.as_ptr().cast(), length, 0);
        if buffer.is_null() {
            return std::ptr::null_mut();
        }
        let input = raw::xmlNewIOInputStream(ctxt, buffer, 0);
        if let (Some(input), Some(name)) = (input.as_mut(), &found.name) {
            input.filename = raw::xmlStrdup(ptr(&c_text(name))).cast();
        }
        input
    }
}
