//! Transfers side by side.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_long};
use std::ptr::{self, NonNull};
use std::rc::Rc;

use curl_sys::CURLM;

use crate::easy::Easy;
use crate::events::{self, Events};
use crate::ffi;

const RECURSIVE: i32 = 8;
const UNKNOWN_OPTION: i32 = 6;
/// Options that take a long.
const NUMBERS: [u32; 7] = [3, 6, 7, 8, 13, 16, 30009];

/// A transfer that is done.
pub struct Message {
    pub kind: i32,
    pub easy: usize,
    pub result: i32,
    pub left: i32,
}

/// Ends what [`Multi::run`] began, also where a listener's panic goes through it.
struct Done<'a> {
    multi: &'a Multi,
    handles: &'a [Rc<Easy>],
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.handles.iter().for_each(|easy| easy.set_performing(false));
        self.multi.performing.set(false);
    }
}

/// A stack of handles, which it holds.
pub struct Multi {
    raw: NonNull<CURLM>,
    handles: RefCell<Vec<Rc<Easy>>>,
    performing: Cell<bool>,
}

impl Multi {
    pub fn new() -> Option<Multi> {
        crate::start();
        // SAFETY: libcurl is initialised.
        let raw = NonNull::new(unsafe { curl_sys::curl_multi_init() })?;
        Some(Multi { raw, handles: RefCell::default(), performing: Cell::new(false) })
    }

    fn raw(&self) -> *mut CURLM {
        self.raw.as_ptr()
    }

    /// `curl_multi_add_handle()`
    pub fn add(&self, easy: &Rc<Easy>) -> i32 {
        // SAFETY: both are open; the handle is held until it is removed.
        let code = events::silently(|| unsafe { curl_sys::curl_multi_add_handle(self.raw(), easy.pointer()) });
        if code == 0 {
            self.handles.borrow_mut().push(easy.clone());
            easy.set_attached(true);
        }
        code
    }

    /// `curl_multi_remove_handle()`
    pub fn remove(&self, events: &mut dyn Events, easy: &Rc<Easy>) -> i32 {
        // SAFETY: both are open.
        let code = self.run(events, || unsafe { curl_sys::curl_multi_remove_handle(self.raw(), easy.pointer()) });
        if code == 0 {
            let at = self.handles.borrow().iter().position(|held| Rc::ptr_eq(held, easy));
            if let Some(at) = at {
                let held = self.handles.borrow_mut().remove(at);
                held.set_attached(false);
            }
        }
        code
    }

    /// `curl_multi_perform()`: the status, and how many run.
    pub fn perform(&self, events: &mut dyn Events) -> (i32, i32) {
        let mut running: c_int = 0;
        // SAFETY: all handles are held.
        let code = self.run(events, || unsafe { curl_sys::curl_multi_perform(self.raw(), &raw mut running) });
        (code, running)
    }

    /// While libcurl is at work its handles cannot be reset, nor lose what they are sending.
    fn run(&self, events: &mut dyn Events, work: impl FnOnce() -> i32) -> i32 {
        if self.performing.replace(true) {
            return RECURSIVE;
        }
        let handles = self.handles.borrow().clone();
        handles.iter().for_each(|easy| easy.set_performing(true));
        let _done = Done { multi: self, handles: &handles };
        events::listening(events, work)
    }

    /// Waits for something to happen: the status, and of how many connections.
    pub fn wait(&self, milliseconds: i32) -> (i32, i32) {
        let mut ready: c_int = 0;
        // SAFETY: an open stack, no further descriptors.
        let code = unsafe { curl_sys::curl_multi_wait(self.raw(), ptr::null_mut(), 0, milliseconds, &raw mut ready) };
        (code, ready)
    }

    /// What is done.
    pub fn message(&self) -> Option<Message> {
        let mut left: c_int = 0;
        // SAFETY: an open stack.
        let message = unsafe { curl_sys::curl_multi_info_read(self.raw(), &raw mut left) };
        if message.is_null() {
            return None;
        }
        // SAFETY: valid until the stack is used again; a message about a transfer that is done has its status, which lies at the
        // start of a union as large as a pointer.
        let (kind, raw, result) = unsafe { ((*message).msg, (*message).easy_handle, (*message).data as usize as u32) };
        let easy = self.handles.borrow().iter().find(|easy| easy.pointer() == raw).map_or(0, |easy| easy.id());
        Some(Message { kind: kind as i32, easy, result: result as i32, left })
    }

    /// An option that is a number.
    pub fn set_number(&self, option: u32, value: i64) -> i32 {
        if !NUMBERS.contains(&option) && option != 30010 {
            return UNKNOWN_OPTION;
        }
        // SAFETY: these options take a long or a `curl_off_t`, which are as large.
        unsafe { curl_sys::curl_multi_setopt(self.raw(), option, value as c_long) }
    }

    /// As [`Multi::wait`], also where nothing is there to wait for.
    pub fn poll(&self, milliseconds: i32) -> (i32, i32) {
        let mut ready: c_int = 0;
        // SAFETY: an open stack, no further descriptors.
        let code = unsafe { ffi::curl_multi_poll(self.raw(), ptr::null_mut(), 0, milliseconds, &raw mut ready) };
        (code, ready)
    }
}

impl Drop for Multi {
    fn drop(&mut self) {
        events::silently(|| {
            for easy in self.handles.take() {
                // SAFETY: both are open.
                unsafe { curl_sys::curl_multi_remove_handle(self.raw(), easy.pointer()) };
                easy.set_attached(false);
            }
            // SAFETY: open, closed once.
            unsafe { curl_sys::curl_multi_cleanup(self.raw()) };
        });
    }
}
