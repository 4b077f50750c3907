//! A handle for one transfer at a time.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};
use std::fs::File;
use std::os::fd::IntoRawFd;
use std::ptr::{self, NonNull};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use curl_sys::{CURL, curl_slist};

use crate::events::{self, Events};
use crate::ffi::{self, Blob};
use crate::form::Form;
use crate::options;
use crate::share::Share;

pub const OK: i32 = 0;
const OUT_OF_MEMORY: i32 = 27;
const BAD_ARGUMENT: i32 = 43;
const UNKNOWN_OPTION: i32 = 48;
const RECURSIVE: i32 = 93;

const ERROR_SIZE: usize = 256;

/// A `curl_slist`.
struct List(*mut curl_slist);

impl List {
    fn new(items: &[CString]) -> Option<List> {
        let mut list = List(ptr::null_mut());
        for item in items {
            // SAFETY: the list is ours or empty; the text is copied.
            let longer = unsafe { curl_sys::curl_slist_append(list.0, item.as_ptr()) };
            if longer.is_null() {
                return None;
            }
            list.0 = longer;
        }
        Some(list)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        // SAFETY: made by `curl_slist_append()`, freed once.
        unsafe { curl_sys::curl_slist_free_all(self.0) };
    }
}

/// A C stream.
struct CFile(*mut libc::FILE);

impl CFile {
    fn new(file: File) -> Option<CFile> {
        let fd = file.into_raw_fd();
        // SAFETY: the descriptor is ours, and the C stream's from here on.
        let stream = unsafe { libc::fdopen(fd, c"w".as_ptr()) };
        if stream.is_null() {
            // SAFETY: nobody else has the descriptor.
            unsafe { libc::close(fd) };
            return None;
        }
        // What is reported must be there when PHP code looks.
        // SAFETY: an open stream; without a buffer of ours.
        unsafe { libc::setvbuf(stream, ptr::null_mut(), libc::_IONBF, 0) };
        Some(CFile(stream))
    }
}

impl Drop for CFile {
    fn drop(&mut self) {
        // SAFETY: open, closed once.
        unsafe { libc::fclose(self.0) };
    }
}

/// What libcurl points at without having copied it. It only has to stay where it is.
struct Held {
    thing: Rc<dyn Any>,
    /// A copy of the handle points at it too. Of the others libcurl makes copies, or leaves them out.
    in_copies: bool,
}

/// The callbacks that are there on request only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    Progress,
    TransferInfo,
    Debug,
    Fnmatch,
    Prereq,
}

/// Ends a transfer, also where a listener's panic goes through it.
struct Done<'a>(&'a Easy);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.set_performing(false);
    }
}

/// A handle; it holds what libcurl points at.
pub struct Easy {
    raw: NonNull<CURL>,
    id: usize,
    /// Behind a pointer that stays: libcurl writes here.
    error: Box<std::cell::UnsafeCell<[c_char; ERROR_SIZE]>>,
    held: RefCell<HashMap<u32, Held>>,
    /// What was replaced while a transfer ran.
    retired: RefCell<Vec<Held>>,
    performing: Cell<bool>,
    attached: Cell<bool>,
    /// `CURLOPT_NOPROGRESS`
    quiet: Cell<bool>,
    /// There is a listener for [`Hook::TransferInfo`].
    informs: Cell<bool>,
}

static NEXT: AtomicUsize = AtomicUsize::new(1);

impl Easy {
    /// A handle with nothing but the callbacks for content, headers and uploads.
    pub fn new() -> Option<Easy> {
        crate::start();
        // SAFETY: libcurl is initialised.
        Easy::wrap(unsafe { curl_sys::curl_easy_init() })
    }

    fn wrap(raw: *mut CURL) -> Option<Easy> {
        let easy = Easy {
            raw: NonNull::new(raw)?,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            error: Box::new(std::cell::UnsafeCell::new([0; ERROR_SIZE])),
            held: RefCell::default(),
            retired: RefCell::default(),
            performing: Cell::new(false),
            attached: Cell::new(false),
            quiet: Cell::new(true),
            informs: Cell::new(false),
        };
        easy.basics();
        Some(easy)
    }

    fn raw(&self) -> *mut CURL {
        self.raw.as_ptr()
    }

    pub(crate) fn pointer(&self) -> *mut CURL {
        self.raw()
    }

    /// What the handle is called in [`Events`].
    pub fn id(&self) -> usize {
        self.id
    }

    pub(crate) fn set_attached(&self, attached: bool) {
        self.attached.set(attached);
        self.retire();
    }

    pub(crate) fn set_performing(&self, performing: bool) {
        self.performing.set(performing);
        self.retire();
    }

    fn busy(&self) -> bool {
        self.performing.get() || self.attached.get()
    }

    fn retire(&self) {
        if !self.busy() {
            let old = self.retired.take();
            drop(old);
        }
    }

    fn hold(&self, option: u32, held: Option<Held>) {
        let old = match held {
            Some(held) => self.held.borrow_mut().insert(option, held),
            None => self.held.borrow_mut().remove(&option),
        };
        if let Some(old) = old {
            self.retired.borrow_mut().push(old);
        }
        self.retire();
    }

    /// # Safety
    /// `option` takes a pointer, and `value` is one that it may have for as long as the handle lives or the option keeps it.
    unsafe fn set_pointer(&self, option: u32, value: *const c_void) -> i32 {
        // SAFETY: the caller's promise.
        unsafe { curl_sys::curl_easy_setopt(self.raw(), option, value) as i32 }
    }

    fn basics(&self) {
        let id = self.id as *const c_void;
        // SAFETY: the error buffer lives as long as the handle; data pointers are numbers that nobody follows; the functions have
        // the types that the options ask for.
        unsafe {
            self.set_pointer(options::ERRORBUFFER, self.error.get().cast());
            for option in options::DATA {
                self.set_pointer(*option, id);
            }
            self.set_pointer(options::WRITEFUNCTION, events::on_write as *const c_void);
            self.set_pointer(options::HEADERFUNCTION, events::on_header as *const c_void);
            self.set_pointer(options::READFUNCTION, events::on_read as *const c_void);
        }
    }

    /// Turns a callback on or off.
    pub fn hook(&self, hook: Hook, on: bool) -> i32 {
        let (option, function) = match hook {
            Hook::Progress => (options::PROGRESSFUNCTION, events::on_progress as *const c_void),
            Hook::TransferInfo => (options::XFERINFOFUNCTION, events::on_transfer_info as *const c_void),
            Hook::Debug => (options::DEBUGFUNCTION, events::on_debug as *const c_void),
            Hook::Fnmatch => (options::FNMATCH_FUNCTION, events::on_fnmatch as *const c_void),
            Hook::Prereq => (options::PREREQFUNCTION, events::on_prereq as *const c_void),
        };
        if matches!(hook, Hook::TransferInfo) {
            self.informs.set(on);
        }
        // SAFETY: the function's type is the option's; its data pointer was set by `basics()`.
        unsafe { self.set_pointer(option, if on { function } else { ptr::null() }) }
    }

    /// An option that is a number, small or large.
    pub fn set_number(&self, option: u32, value: i64) -> i32 {
        if option == options::NOPROGRESS {
            self.quiet.set(value != 0);
        }
        match option {
            // SAFETY: options below 10000 take a long, those from 30000 on a `curl_off_t`.
            0..10000 => unsafe { curl_sys::curl_easy_setopt(self.raw(), option, value as c_long) as i32 },
            // SAFETY: as above.
            30000..40000 => unsafe { curl_sys::curl_easy_setopt(self.raw(), option, value) as i32 },
            _ => UNKNOWN_OPTION,
        }
    }

    /// An option that is a text, which is copied.
    pub fn set_text(&self, option: u32, value: Option<&CStr>) -> i32 {
        if options::TEXTS.binary_search(&option).is_err() {
            return UNKNOWN_OPTION;
        }
        // SAFETY: these options take C strings, and copy them.
        unsafe { self.set_pointer(option, value.map_or(ptr::null(), |text| text.as_ptr().cast())) }
    }

    /// An option that is data, which is copied.
    pub fn set_blob(&self, option: u32, value: Option<&[u8]>) -> i32 {
        if !(40000..50000).contains(&option) {
            return UNKNOWN_OPTION;
        }
        let Some(value) = value else {
            // SAFETY: a null pointer takes the data away.
            return unsafe { self.set_pointer(option, ptr::null()) };
        };
        let blob = Blob { data: value.as_ptr().cast(), len: value.len(), flags: 1 };
        // SAFETY: the flag asks for a copy, so that nothing is needed after the call.
        unsafe { self.set_pointer(option, (&raw const blob).cast()) }
    }

    /// An option that is a list of texts.
    pub fn set_list(&self, option: u32, items: &[CString]) -> i32 {
        if !options::LISTS.contains(&option) {
            return UNKNOWN_OPTION;
        }
        let Some(list) = List::new(items) else { return OUT_OF_MEMORY };
        // SAFETY: these options take lists; this one is held until it is replaced.
        let code = unsafe { self.set_pointer(option, list.0.cast_const().cast()) };
        self.hold(option, Some(Held { thing: Rc::new(list), in_copies: true }));
        code
    }

    /// `CURLOPT_COPYPOSTFIELDS`
    pub fn set_post_fields(&self, data: &[u8]) -> i32 {
        let Ok(size) = i64::try_from(data.len()) else { return OUT_OF_MEMORY };
        let code = self.set_number(options::POSTFIELDSIZE_LARGE, size);
        if code != OK {
            return code;
        }
        // SAFETY: as many bytes are copied as the size says.
        unsafe { self.set_pointer(options::COPYPOSTFIELDS, data.as_ptr().cast()) }
    }

    /// `CURLOPT_MIMEPOST`
    pub fn set_form(&self, form: Form) -> i32 {
        if self.performing.get() {
            return RECURSIVE;
        }
        // SAFETY: the form is held until it is replaced.
        let code = unsafe { self.set_pointer(options::MIMEPOST, form.raw().cast_const().cast()) };
        self.hold(options::MIMEPOST, Some(Held { thing: Rc::new(form), in_copies: false }));
        code
    }

    /// `CURLOPT_STDERR`; `None` for the process's own.
    pub fn set_stderr(&self, file: Option<File>) -> i32 {
        let Some(file) = file else {
            // SAFETY: a null pointer means the standard one.
            let code = unsafe { self.set_pointer(options::STDERR, ptr::null()) };
            self.hold(options::STDERR, None);
            return code;
        };
        let Some(file) = CFile::new(file) else { return BAD_ARGUMENT };
        // SAFETY: the stream is held until it is replaced.
        let code = unsafe { self.set_pointer(options::STDERR, file.0.cast_const().cast()) };
        self.hold(options::STDERR, Some(Held { thing: Rc::new(file), in_copies: true }));
        code
    }

    /// `CURLOPT_SHARE`
    pub fn set_share(&self, share: &Rc<Share>) -> i32 {
        if self.performing.get() {
            return RECURSIVE;
        }
        // SAFETY: the share is held until it is replaced, which is after libcurl let it go.
        let code = unsafe { self.set_pointer(options::SHARE, share.raw().cast()) };
        if code == OK {
            self.hold(options::SHARE, Some(Held { thing: share.clone(), in_copies: false }));
        }
        code
    }

    /// Back to how handles begin. Not in a transfer.
    pub fn reset(&self) {
        if self.performing.get() {
            return;
        }
        // SAFETY: an open handle.
        unsafe { curl_sys::curl_easy_reset(self.raw()) };
        // Shares outlive a reset.
        let kept: Vec<u32> = self.held.borrow().keys().copied().filter(|option| *option != options::SHARE).collect();
        kept.into_iter().for_each(|option| self.hold(option, None));
        self.quiet.set(true);
        self.informs.set(false);
        self.basics();
    }

    /// A copy, without its form, its share and the callbacks of [`Hook`].
    pub fn duplicate(&self) -> Option<Easy> {
        // SAFETY: an open handle.
        let copy = Easy::wrap(unsafe { curl_sys::curl_easy_duphandle(self.raw()) })?;
        copy.quiet.set(self.quiet.get());
        for hook in [Hook::Progress, Hook::TransferInfo, Hook::Debug, Hook::Fnmatch, Hook::Prereq] {
            copy.hook(hook, false);
        }
        for (option, held) in self.held.borrow().iter() {
            if held.in_copies {
                copy.hold(*option, Some(Held { thing: held.thing.clone(), in_copies: true }));
            }
        }
        Some(copy)
    }

    /// Runs the transfer.
    pub fn perform(&self, events: &mut dyn Events) -> i32 {
        if self.performing.replace(true) {
            return RECURSIVE;
        }
        self.clear_error();
        let code = {
            let _done = Done(self);
            self.look_for_interrupts(true);
            // SAFETY: an open handle that does not run.
            events::listening(events, || unsafe { curl_sys::curl_easy_perform(self.raw()) })
        };
        self.look_for_interrupts(false);
        code as i32
    }

    /// A transfer that nobody watches looks by itself whether it is to end: libcurl goes on waiting when a signal comes.
    fn look_for_interrupts(&self, on: bool) {
        if !self.quiet.get() {
            return;
        }
        let function = match (on, self.informs.get()) {
            (true, _) => events::on_wait as *const c_void,
            (false, true) => events::on_transfer_info as *const c_void,
            (false, false) => ptr::null(),
        };
        // SAFETY: the function's type is the option's; the other option takes a long.
        unsafe {
            self.set_pointer(options::XFERINFOFUNCTION, function);
            curl_sys::curl_easy_setopt(self.raw(), options::NOPROGRESS, c_long::from(!on));
        }
    }

    /// `curl_easy_pause()`
    pub fn pause(&self, events: &mut dyn Events, mask: i32) -> i32 {
        // SAFETY: an open handle.
        events::listening(events, || unsafe { curl_sys::curl_easy_pause(self.raw(), mask as c_int) }) as i32
    }

    /// `curl_easy_upkeep()`
    pub fn upkeep(&self) -> i32 {
        // SAFETY: an open handle.
        unsafe { ffi::curl_easy_upkeep(self.raw()) as i32 }
    }

    /// What the error buffer says.
    pub fn error(&self) -> Vec<u8> {
        // SAFETY: libcurl does not write while we read, and the buffer is never lent out.
        let text = unsafe { *self.error.get() };
        text.iter().take_while(|b| **b != 0).map(|b| *b as u8).collect()
    }

    fn clear_error(&self) {
        // SAFETY: as above.
        unsafe { (*self.error.get())[0] = 0 };
    }

    /// An information that is a text.
    pub fn text_info(&self, info: u32) -> Option<Vec<u8>> {
        // `CURLINFO_PRIVATE` has the type of a text, and may be any pointer.
        if info & 0xf0_0000 != 0x10_0000 || info == options::INFO_PRIVATE {
            return None;
        }
        let mut text: *const c_char = ptr::null();
        // SAFETY: the type of the information is in its number.
        let code = unsafe { curl_sys::curl_easy_getinfo(self.raw(), info, &raw mut text) };
        if code as i32 != OK || text.is_null() {
            return None;
        }
        // SAFETY: a C string that lives until the handle is used again.
        Some(unsafe { CStr::from_ptr(text) }.to_bytes().to_vec())
    }

    /// An information that is a number.
    pub fn number_info(&self, info: u32) -> Option<i64> {
        let mut number: i64 = 0;
        let mut socket: c_int = 0;
        let code = match info & 0xf0_0000 {
            // SAFETY: the type of the information is in its number: a long or a `curl_off_t`, 64 bits both.
            0x20_0000 | 0x60_0000 => unsafe { curl_sys::curl_easy_getinfo(self.raw(), info, &raw mut number) },
            0x50_0000 => {
                // SAFETY: a socket is an int.
                let code = unsafe { curl_sys::curl_easy_getinfo(self.raw(), info, &raw mut socket) };
                number = i64::from(socket);
                code
            }
            _ => return None,
        };
        (code as i32 == OK).then_some(number)
    }

    /// An information that is a floating-point number.
    pub fn float_info(&self, info: u32) -> Option<f64> {
        if info & 0xf0_0000 != 0x30_0000 {
            return None;
        }
        let mut number = 0.0f64;
        // SAFETY: the type of the information is in its number.
        let code = unsafe { curl_sys::curl_easy_getinfo(self.raw(), info, &raw mut number) };
        (code as i32 == OK).then_some(number)
    }

    /// `CURLINFO_COOKIELIST` and `CURLINFO_SSL_ENGINES`.
    pub fn list_info(&self, info: u32) -> Option<Vec<Vec<u8>>> {
        if info != options::INFO_COOKIELIST && info != options::INFO_SSL_ENGINES {
            return None;
        }
        let mut list: *mut curl_slist = ptr::null_mut();
        // SAFETY: these two give lists, which are ours.
        let code = unsafe { curl_sys::curl_easy_getinfo(self.raw(), info, &raw mut list) };
        let list = List(list);
        (code as i32 == OK).then(|| texts(list.0))
    }

    /// `CURLINFO_CERTINFO`: the lines about each certificate.
    pub fn certificates(&self) -> Option<Vec<Vec<Vec<u8>>>> {
        let mut info: *mut curl_sys::curl_certinfo = ptr::null_mut();
        // SAFETY: a pointer to what belongs to the handle.
        let code = unsafe { curl_sys::curl_easy_getinfo(self.raw(), options::INFO_CERTINFO, &raw mut info) };
        if code as i32 != OK || info.is_null() {
            return None;
        }
        // SAFETY: valid until the handle is used again.
        let (count, lists) = unsafe { ((*info).num_of_certs, (*info).certinfo) };
        let count = usize::try_from(count).unwrap_or(0);
        // SAFETY: as many lists as it says.
        Some((0..count).map(|index| texts(unsafe { *lists.add(index) })).collect())
    }
}

/// The items of a list that libcurl made.
fn texts(mut list: *const curl_slist) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    while !list.is_null() {
        // SAFETY: a list's items are valid until it is freed, their data is a C string.
        unsafe {
            out.push(CStr::from_ptr((*list).data).to_bytes().to_vec());
            list = (*list).next;
        }
    }
    out
}

impl Drop for Easy {
    fn drop(&mut self) {
        // SAFETY: open, closed once; what it points at is dropped after.
        events::silently(|| unsafe { curl_sys::curl_easy_cleanup(self.raw()) });
    }
}
