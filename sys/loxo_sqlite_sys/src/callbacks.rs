//! Functions, collations and authorizers written in Rust.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::rc::Rc;

use libsqlite3_sys as ffi;

use super::{Database, c_text, copied, status};

/// Who has called the library, for the callbacks that it makes meanwhile.
#[derive(Default)]
pub(crate) struct Hosts {
    current: Cell<Option<*mut dyn Any>>,
    /// A panic that must not cross the library's frames; it goes on behind them.
    panic: RefCell<Option<Box<dyn Any + Send>>>,
}

impl Hosts {
    /// Calls the library on behalf of a host.
    pub(crate) fn enter<R>(&self, host: &mut dyn Any, call: impl FnOnce() -> R) -> R {
        let host: *mut (dyn Any + '_) = host;
        let outer = self.current.replace(Some(host));
        let result = call();
        self.current.set(outer);
        let panic = self.panic.borrow_mut().take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        result
    }

    /// Runs a callback with the host. `None`: nobody has called, or the callback panicked.
    fn call<R>(&self, work: impl FnOnce(&mut dyn Any) -> R) -> Option<R> {
        if self.panic.borrow().is_some() {
            return None;
        }
        // While the callback has the host nobody else gets it.
        let host = self.current.take()?;
        // SAFETY: `enter` has the host exclusively, does not touch it while the library runs, and is below us on the stack: it sets
        // `current` for the time of the call only. It was taken out above, so this is the only reference made of it now.
        let outcome = catch_unwind(AssertUnwindSafe(|| work(unsafe { &mut *host })));
        self.current.set(Some(host));
        outcome.map_err(|panic| *self.panic.borrow_mut() = Some(panic)).ok()
    }
}

/// An argument of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Argument<'a> {
    Null,
    Int(i64),
    Float(f64),
    /// Text, or a BLOB as text.
    Text(&'a [u8]),
}

/// What a function answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Null,
    Int(i64),
    Float(f64),
    Text(Vec<u8>),
    Error(&'static str),
    /// Leaves the answer as the library has it: null.
    Nothing,
}

type Scalar = dyn Fn(&mut dyn Any, &[Argument<'_>]) -> Answer;
type Compare = dyn Fn(&mut dyn Any, &[u8], &[u8]) -> i32;
pub(crate) type Authorize = dyn Fn(&mut dyn Any, i32, [Option<&[u8]>; 4]) -> i32;

/// An aggregate: what it keeps of a group goes through its hands.
pub trait Aggregate {
    fn step(&self, host: &mut dyn Any, state: &mut Option<Box<dyn Any>>, arguments: &[Argument<'_>]);
    fn finish(&self, host: &mut dyn Any, state: Option<Box<dyn Any>>) -> Answer;
}

/// What the library keeps for a callback.
pub(crate) struct Registered<T: ?Sized> {
    hosts: Rc<Hosts>,
    work: Box<T>,
}

impl Database {
    /// Makes a function; `flags` as `sqlite3.h` has them.
    pub fn create_function(
        &self,
        name: &[u8],
        arguments: i32,
        flags: i32,
        work: impl Fn(&mut dyn Any, &[Argument<'_>]) -> Answer + 'static,
    ) -> bool {
        let name = c_text(name);
        let data = Box::new(Registered::<Scalar> { hosts: self.0.hosts.clone(), work: Box::new(work) });
        if !self.is_open() {
            return false;
        }
        // SAFETY: open; the name ends in NUL; the data is what `call_scalar` expects, and `release` frees it once, also on failure.
        let status = unsafe {
            ffi::sqlite3_create_function_v2(
                self.raw(),
                name.as_ptr(),
                arguments,
                flags | ffi::SQLITE_UTF8,
                Box::into_raw(data).cast(),
                Some(call_scalar),
                None,
                None,
                Some(release::<Registered<Scalar>>),
            )
        };
        status == status::OK
    }

    /// Makes an aggregate.
    pub fn create_aggregate(&self, name: &[u8], arguments: i32, work: Box<dyn Aggregate>) -> bool {
        let name = c_text(name);
        let data = Box::new(Registered::<dyn Aggregate> { hosts: self.0.hosts.clone(), work });
        if !self.is_open() {
            return false;
        }
        // SAFETY: as in `create_function`, for `call_step` and `call_final`.
        let status = unsafe {
            ffi::sqlite3_create_function_v2(
                self.raw(),
                name.as_ptr(),
                arguments,
                ffi::SQLITE_UTF8,
                Box::into_raw(data).cast(),
                None,
                Some(call_step),
                Some(call_final),
                Some(release::<Registered<dyn Aggregate>>),
            )
        };
        status == status::OK
    }

    /// Makes a collation.
    pub fn create_collation(&self, name: &[u8], work: impl Fn(&mut dyn Any, &[u8], &[u8]) -> i32 + 'static) -> bool {
        let name = c_text(name);
        let data = Box::new(Registered::<Compare> { hosts: self.0.hosts.clone(), work: Box::new(work) });
        if !self.is_open() {
            return false;
        }
        let data = Box::into_raw(data);
        // SAFETY: open; the name ends in NUL; the data is what `call_compare` expects, and `release` frees it.
        let status = unsafe {
            ffi::sqlite3_create_collation_v2(
                self.raw(),
                name.as_ptr(),
                ffi::SQLITE_UTF8,
                data.cast(),
                Some(call_compare),
                Some(release::<Registered<Compare>>),
            )
        };
        if status != status::OK {
            // SAFETY: a collation that was refused is not released by the library (unlike functions); nobody else has the data.
            drop(unsafe { Box::from_raw(data) });
        }
        status == status::OK
    }

    /// Removes a function or aggregate.
    pub fn remove_function(&self, name: &[u8], arguments: i32) {
        let name = c_text(name);
        // SAFETY: open or null; the name ends in NUL; no callbacks and no data: the library forgets the function.
        unsafe {
            let raw = self.raw();
            ffi::sqlite3_create_function_v2(raw, name.as_ptr(), arguments, ffi::SQLITE_UTF8, ptr::null_mut(), None, None, None, None);
        }
    }

    /// Removes a collation.
    pub fn remove_collation(&self, name: &[u8]) {
        let name = c_text(name);
        // SAFETY: as in `remove_function`.
        unsafe { ffi::sqlite3_create_collation_v2(self.raw(), name.as_ptr(), ffi::SQLITE_UTF8, ptr::null_mut(), None, None) };
    }

    /// Asks before each access that a statement wants to make. It stays for the life of the database; a second one is not taken.
    pub fn set_authorizer(&self, work: impl Fn(&mut dyn Any, i32, [Option<&[u8]>; 4]) -> i32 + 'static) {
        if !self.is_open() || self.0.authorizer.get().is_some() {
            return;
        }
        let data = self.0.authorizer.get_or_init(|| Box::new(Registered { hosts: self.0.hosts.clone(), work: Box::new(work) }));
        let data: *const Registered<Authorize> = &**data;
        // SAFETY: open; the data is what `call_authorizer` expects. It is never replaced, and freed after the handle was closed, with the
        // struct that holds both.
        unsafe { ffi::sqlite3_set_authorizer(self.raw(), Some(call_authorizer), data as *mut c_void) };
    }
}

pub(crate) type Authorizer = Registered<Authorize>;

/// Frees what was registered.
unsafe extern "C" fn release<T>(data: *mut c_void) {
    // SAFETY: the library gives back, once, what `Box::into_raw` made of a `T`.
    drop(unsafe { Box::from_raw(data.cast::<T>()) });
}

/// Arguments of a call, as the library lends them.
///
/// # Safety
/// `values` are `count` values of a running call.
unsafe fn arguments<'a>(count: c_int, values: *mut *mut ffi::sqlite3_value) -> Vec<Argument<'a>> {
    let count = usize::try_from(count).unwrap_or(0);
    (0..count)
        .map(|at| {
            // SAFETY: the caller's promise: there are `count` of them, and they live as long as the call. The length is asked for after
            // the text, as the library wants it.
            unsafe {
                let value = *values.add(at);
                match ffi::sqlite3_value_type(value) {
                    ffi::SQLITE_INTEGER => Argument::Int(ffi::sqlite3_value_int64(value)),
                    ffi::SQLITE_FLOAT => Argument::Float(ffi::sqlite3_value_double(value)),
                    ffi::SQLITE_NULL => Argument::Null,
                    _ => {
                        let text = ffi::sqlite3_value_text(value);
                        let length = usize::try_from(ffi::sqlite3_value_bytes(value)).unwrap_or(0);
                        if text.is_null() { Argument::Text(b"") } else { Argument::Text(std::slice::from_raw_parts(text, length)) }
                    }
                }
            }
        })
        .collect()
}

/// Tells the library the answer of a function.
///
/// # Safety
/// `context` is that of a running call.
unsafe fn answer(context: *mut ffi::sqlite3_context, answer: Option<Answer>) {
    // SAFETY: the caller's promise. Texts are copied by the library before the call returns (`SQLITE_TRANSIENT`).
    unsafe {
        match answer {
            Some(Answer::Nothing) => {}
            Some(Answer::Null) => ffi::sqlite3_result_null(context),
            Some(Answer::Int(n)) => ffi::sqlite3_result_int64(context, n),
            Some(Answer::Float(d)) => ffi::sqlite3_result_double(context, d),
            Some(Answer::Text(text)) => match c_int::try_from(text.len()) {
                Ok(length) => ffi::sqlite3_result_text(context, text.as_ptr().cast(), length, ffi::SQLITE_TRANSIENT()),
                Err(_) => ffi::sqlite3_result_error_toobig(context),
            },
            Some(Answer::Error(text)) => {
                ffi::sqlite3_result_error(context, text.as_ptr().cast(), c_int::try_from(text.len()).unwrap_or(0));
            }
            None => ffi::sqlite3_result_error(context, c"interrupted".as_ptr(), -1),
        }
    }
}

unsafe extern "C" fn call_scalar(context: *mut ffi::sqlite3_context, count: c_int, values: *mut *mut ffi::sqlite3_value) {
    // SAFETY: the library calls this for a function of `create_function`, whose data is this type, with the arguments of the call.
    unsafe {
        let data = &*ffi::sqlite3_user_data(context).cast::<Registered<Scalar>>();
        let given = arguments(count, values);
        answer(context, data.hosts.call(|host| (data.work)(host, &given)));
    }
}

/// The place where an aggregate's state is kept for a group.
type Kept = *mut Option<Box<dyn Any>>;

unsafe extern "C" fn call_step(context: *mut ffi::sqlite3_context, count: c_int, values: *mut *mut ffi::sqlite3_value) {
    // SAFETY: as `call_scalar`, for `create_aggregate`. The library keeps a zeroed place for one pointer per group, which is null or what
    // was put there here; `call_final` takes it.
    unsafe {
        let data = &*ffi::sqlite3_user_data(context).cast::<Registered<dyn Aggregate>>();
        let place = ffi::sqlite3_aggregate_context(context, size_of::<Kept>() as c_int).cast::<Kept>();
        if place.is_null() {
            return ffi::sqlite3_result_error_nomem(context);
        }
        if (*place).is_null() {
            *place = Box::into_raw(Box::new(None));
        }
        let state = &mut **place;
        let given = arguments(count, values);
        data.hosts.call(|host| data.work.step(host, state, &given));
    }
}

unsafe extern "C" fn call_final(context: *mut ffi::sqlite3_context) {
    // SAFETY: as `call_step`; the library calls it once per group, so the state is taken once.
    unsafe {
        let data = &*ffi::sqlite3_user_data(context).cast::<Registered<dyn Aggregate>>();
        let place = ffi::sqlite3_aggregate_context(context, size_of::<Kept>() as c_int).cast::<Kept>();
        let state = match place.is_null() || (*place).is_null() {
            true => None,
            false => *Box::from_raw(std::mem::replace(&mut *place, ptr::null_mut())),
        };
        answer(context, data.hosts.call(|host| data.work.finish(host, state)));
    }
}

unsafe extern "C" fn call_compare(data: *mut c_void, left: c_int, a: *const c_void, right: c_int, b: *const c_void) -> c_int {
    // SAFETY: the library passes the data of `create_collation` and two texts with their lengths.
    unsafe {
        let data = &*data.cast::<Registered<Compare>>();
        let text = |start: *const c_void, length: c_int| match usize::try_from(length) {
            Ok(length) if !start.is_null() => std::slice::from_raw_parts(start.cast::<u8>(), length),
            _ => &[],
        };
        data.hosts.call(|host| (data.work)(host, text(a, left), text(b, right))).unwrap_or(0)
    }
}

unsafe extern "C" fn call_authorizer(
    data: *mut c_void,
    action: c_int,
    a: *const c_char,
    b: *const c_char,
    c: *const c_char,
    d: *const c_char,
) -> c_int {
    // SAFETY: the library passes the data of `set_authorizer`, and texts that end in NUL or are null.
    unsafe {
        let data = &*data.cast::<Registered<Authorize>>();
        let texts = [copied(a), copied(b), copied(c), copied(d)];
        let lent = [texts[0].as_deref(), texts[1].as_deref(), texts[2].as_deref(), texts[3].as_deref()];
        data.hosts.call(|host| (data.work)(host, action, lent)).unwrap_or(status::OK)
    }
}
