//! References: a counted box around a value.

use crate::rc::{self, KIND_REFERENCE, RcHeader};
use crate::{Value, heap};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, Ordering};

/// What a [`PhpRef`] points to.
#[repr(C)]
pub struct RefHeader {
    /// Count and kind.
    pub rc: RcHeader,
    /// The value; never a reference itself.
    pub value: Value,
    /// The typed properties that this reference is bound to; the runtime's own, null if none.
    pub types: *const (),
}

const _: () = {
    assert!(size_of::<RefHeader>() == 32);
    assert!(std::mem::offset_of!(RefHeader, value) == 8);
    assert!(std::mem::offset_of!(RefHeader, types) == 24);
};

/// A PHP reference: a cell shared by all slots that are bound to it.
#[repr(transparent)]
pub struct PhpRef(NonNull<RefHeader>);

static TYPES_HOOK: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// Sets what is called with a reference's `types` (when not null) as the reference is freed.
pub fn set_ref_types_hook(hook: fn(*const ())) {
    TYPES_HOOK.store(hook as *mut (), Ordering::Release);
}

pub(crate) fn drop_types(types: *const ()) {
    let hook = TYPES_HOOK.load(Ordering::Acquire);
    if !types.is_null() && !hook.is_null() {
        // SAFETY: only `set_ref_types_hook` writes here, and it writes functions of this type.
        let hook = unsafe { std::mem::transmute::<*mut (), fn(*const ())>(hook) };
        hook(types);
    }
}

impl Clone for PhpRef {
    #[inline(always)]
    fn clone(&self) -> PhpRef {
        // SAFETY: the handle owns a live header.
        unsafe { rc::inc(self.0.as_ptr().cast()) }
        PhpRef(self.0)
    }
}

impl PhpRef {
    /// A new reference with one owner. A value that is itself a reference is looked through.
    pub fn new(value: Value) -> PhpRef {
        let value = if value.is_ref() { value.clone_deref() } else { value };
        let p = heap::alloc(size_of::<RefHeader>()).cast::<RefHeader>();
        // SAFETY: the block has space for the header.
        unsafe { p.write(RefHeader { rc: RcHeader { refcount: 1, info: KIND_REFERENCE }, value, types: std::ptr::null() }) }
        PhpRef(p)
    }

    /// A copy of the value.
    #[inline]
    pub fn get(&self) -> Value {
        self.value().clone()
    }

    /// Sets the value; the old one is dropped after it is out of the way.
    #[inline]
    pub fn set(&self, v: Value) {
        debug_assert!(!v.is_ref());
        drop(self.replace(v));
    }

    /// Sets the value and returns the old one.
    #[inline]
    pub fn replace(&self, v: Value) -> Value {
        // SAFETY: the handle owns a live header, and nobody holds a borrow of its value (the crate's rule).
        unsafe { std::mem::replace(&mut (*self.0.as_ptr()).value, v) }
    }

    /// Works on the value in place.
    #[inline]
    pub fn with<R>(&self, f: impl FnOnce(&mut Value) -> R) -> R {
        f(self.value_mut())
    }

    /// The value.
    #[inline(always)]
    pub fn value(&self) -> &Value {
        // SAFETY: the handle owns a live header; the crate's rule covers the borrow.
        unsafe { &(*self.0.as_ptr()).value }
    }

    /// The value in place.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub fn value_mut(&self) -> &mut Value {
        // SAFETY: as in `value`.
        unsafe { &mut (*self.0.as_ptr()).value }
    }

    /// The value's address.
    #[inline(always)]
    pub fn value_ptr(&self) -> *mut Value {
        // SAFETY: the handle owns a live header.
        unsafe { &raw mut (*self.0.as_ptr()).value }
    }

    /// The runtime's type sources.
    #[inline]
    pub fn types(&self) -> *const () {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).types }
    }

    /// Sets the runtime's type sources; the old ones are not freed.
    #[inline]
    pub fn has_types(&self) -> bool {
        !self.types().is_null()
    }

    /// Replaces the sources.
    pub fn set_types(&self, types: *const ()) {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).types = types }
    }

    /// Number of owners.
    #[inline(always)]
    pub fn refcount(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).rc.refcount }
    }

    /// The same reference?
    #[inline(always)]
    pub fn ptr_eq(&self, other: &PhpRef) -> bool {
        self.0 == other.0
    }

    /// The header's address.
    #[inline(always)]
    pub fn header_ptr(&self) -> *mut RefHeader {
        self.0.as_ptr()
    }

    /// The header's address; the count moves out of the handle.
    #[inline(always)]
    pub fn into_raw(self) -> *mut RefHeader {
        std::mem::ManuallyDrop::new(self).0.as_ptr()
    }

    /// A handle that takes over one count.
    ///
    /// # Safety
    /// `p` is a live reference's header, one count of which is given to the handle.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut RefHeader) -> PhpRef {
        // SAFETY: a live header is not null.
        PhpRef(unsafe { NonNull::new_unchecked(p) })
    }
}

impl std::fmt::Debug for PhpRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "&{:?}", self.value())
    }
}
