//! Passes what happens in a transfer (data, headers, progress) on to whoever started it.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::NonNull;

use curl_sys::CURL;

/// Where the answer of a reader is this, the transfer ends.
pub const READ_ABORT: usize = 0x1000_0000;

/// The listener. Handles are named by [`crate::Easy::id`], parts of forms by the number they were made with.
pub trait Events {
    fn write(&mut self, easy: usize, data: &[u8]) -> usize;
    fn header(&mut self, easy: usize, data: &[u8]) -> usize;
    fn read(&mut self, easy: usize, out: &mut [u8]) -> usize;
    /// Sizes: to download, downloaded, to upload, uploaded. `old`: `CURLOPT_PROGRESSFUNCTION`.
    fn progress(&mut self, easy: usize, old: bool, sizes: [i64; 4]) -> i32;
    fn debug(&mut self, easy: usize, kind: i32, data: &[u8]);
    fn fnmatch(&mut self, easy: usize, pattern: &[u8], text: &[u8]) -> i32;
    fn prereq(&mut self, easy: usize, addresses: [&[u8]; 2], ports: [i32; 2]) -> i32;
    fn part_read(&mut self, part: usize, out: &mut [u8]) -> usize;
    fn part_seek(&mut self, part: usize, offset: i64, whence: i32) -> i32;
    /// Is the transfer to end at once? Asked while it waits, where nobody listens for progress.
    fn is_interrupted(&self) -> bool;
}

type Listener = NonNull<dyn Events>;

thread_local! {
    static CURRENT: Cell<Option<Listener>> = const { Cell::new(None) };
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = const { RefCell::new(None) };
}

/// Puts back what listened before.
struct Restore(Option<Listener>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Runs `work` while `events` listens. A panic of the listener goes on when libcurl has returned.
pub fn listening<R>(events: &mut dyn Events, work: impl FnOnce() -> R) -> R {
    // SAFETY: only the lifetime changes; `Restore` takes the pointer out of `CURRENT` before `events` is given back to the caller.
    let listener: Listener = unsafe { std::mem::transmute::<NonNull<dyn Events + '_>, Listener>(NonNull::from(events)) };
    let result = {
        let _restore = Restore(CURRENT.replace(Some(listener)));
        work()
    };
    if let Some(panic) = PANIC.with_borrow_mut(Option::take) {
        resume_unwind(panic);
    }
    result
}

/// Runs `work` while nobody listens.
pub fn silently<R>(work: impl FnOnce() -> R) -> R {
    let _restore = Restore(CURRENT.take());
    work()
}

fn tell<R>(otherwise: R, work: impl FnOnce(&mut dyn Events) -> R) -> R {
    if PANIC.with_borrow(Option::is_some) {
        return otherwise;
    }
    // While the listener works nobody can borrow it again: another transfer has to bring its own.
    let Some(mut listener) = CURRENT.take() else { return otherwise };
    let _restore = Restore(Some(listener));
    // SAFETY: `listening()` holds the exclusive borrow that the pointer was made of, and the pointer was taken out of `CURRENT`.
    let outcome = catch_unwind(AssertUnwindSafe(|| work(unsafe { listener.as_mut() })));
    outcome.unwrap_or_else(|panic| {
        PANIC.with_borrow_mut(|place| *place = Some(panic));
        otherwise
    })
}

/// # Safety
/// `data` points at `len` bytes, or `len` is 0.
unsafe fn bytes<'a>(data: *const c_char, len: usize) -> &'a [u8] {
    if data.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(data.cast(), len) }
}

/// # Safety
/// `text` is null or ends with NUL.
unsafe fn text<'a>(text: *const c_char) -> &'a [u8] {
    if text.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}

/// # Safety
/// `data` points at `len` bytes that may be written.
unsafe fn buffer<'a>(data: *mut c_char, len: usize) -> &'a mut [u8] {
    if data.is_null() || len == 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise; libcurl's buffers have been written to before.
    unsafe { std::slice::from_raw_parts_mut(data.cast(), len) }
}

pub extern "C" fn on_write(data: *mut c_char, size: usize, count: usize, id: *mut c_void) -> usize {
    // SAFETY: libcurl gives `size * count` bytes.
    let data = unsafe { bytes(data, size.saturating_mul(count)) };
    tell(data.len(), |events| events.write(id as usize, data))
}

pub extern "C" fn on_header(data: *mut c_char, size: usize, count: usize, id: *mut c_void) -> usize {
    // SAFETY: as above.
    let data = unsafe { bytes(data, size.saturating_mul(count)) };
    tell(data.len(), |events| events.header(id as usize, data))
}

pub extern "C" fn on_read(data: *mut c_char, size: usize, count: usize, id: *mut c_void) -> usize {
    // SAFETY: libcurl gives space for `size * count` bytes.
    let out = unsafe { buffer(data, size.saturating_mul(count)) };
    tell(READ_ABORT, |events| events.read(id as usize, out))
}

pub extern "C" fn on_part_read(data: *mut c_char, size: usize, count: usize, part: *mut c_void) -> usize {
    // SAFETY: as above.
    let out = unsafe { buffer(data, size.saturating_mul(count)) };
    tell(READ_ABORT, |events| events.part_read(part as usize, out))
}

pub extern "C" fn on_part_seek(part: *mut c_void, offset: i64, whence: c_int) -> c_int {
    // CURL_SEEKFUNC_CANTSEEK
    tell(2, |events| events.part_seek(part as usize, offset, whence))
}

pub extern "C" fn on_progress(id: *mut c_void, down_total: f64, down: f64, up_total: f64, up: f64) -> c_int {
    tell(0, |events| events.progress(id as usize, true, [down_total as i64, down as i64, up_total as i64, up as i64]))
}

pub extern "C" fn on_transfer_info(id: *mut c_void, down_total: i64, down: i64, up_total: i64, up: i64) -> c_int {
    tell(0, |events| events.progress(id as usize, false, [down_total, down, up_total, up]))
}

pub extern "C" fn on_wait(_: *mut c_void, _: i64, _: i64, _: i64, _: i64) -> c_int {
    tell(0, |events| c_int::from(events.is_interrupted()))
}

pub extern "C" fn on_debug(_: *mut CURL, kind: c_int, data: *mut c_char, size: usize, id: *mut c_void) -> c_int {
    // SAFETY: libcurl gives `size` bytes.
    let data = unsafe { bytes(data, size) };
    tell((), |events| events.debug(id as usize, kind, data));
    0
}

pub extern "C" fn on_fnmatch(id: *mut c_void, pattern: *const c_char, string: *const c_char) -> c_int {
    // SAFETY: both are C strings.
    let (pattern, string) = unsafe { (text(pattern), text(string)) };
    // CURL_FNMATCHFUNC_FAIL
    tell(2, |events| events.fnmatch(id as usize, pattern, string))
}

pub extern "C" fn on_prereq(id: *mut c_void, remote: *mut c_char, local: *mut c_char, remote_port: c_int, local_port: c_int) -> c_int {
    // SAFETY: both are C strings.
    let addresses = unsafe { [text(remote), text(local)] };
    // CURL_PREREQFUNC_ABORT
    tell(1, |events| events.prereq(id as usize, addresses, [remote_port, local_port]))
}
