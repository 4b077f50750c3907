//! Resources: numbered handles of things outside PHP.

use crate::heap;
use crate::rc::{self, KIND_RESOURCE, RcHeader};
use std::any::Any;
use std::cell::Cell;
use std::ptr::NonNull;

/// What a [`PhpResource`] points to.
#[repr(C)]
pub struct ResHeader {
    rc: RcHeader,
    id: i64,
    kind: &'static str,
    data: Option<Box<dyn Any>>,
    closed: bool,
    prev: *mut ResHeader,
    next: *mut ResHeader,
}

thread_local! {
    /// Newest live resource; the others follow.
    static LIST: Cell<*mut ResHeader> = const { Cell::new(std::ptr::null_mut()) };
    static NEXT_ID: Cell<i64> = const { Cell::new(1) };
}

/// A PHP resource.
#[repr(transparent)]
pub struct PhpResource(NonNull<ResHeader>);

impl Clone for PhpResource {
    fn clone(&self) -> PhpResource {
        // SAFETY: the handle owns a live header.
        unsafe { rc::inc(self.0.as_ptr().cast()) }
        PhpResource(self.0)
    }
}

impl PhpResource {
    /// The header that the handle owns a count of.
    pub(crate) fn header_ptr(&self) -> *mut RcHeader {
        self.0.as_ptr().cast()
    }

    /// A new resource under the next number of this request. `kind` is what `get_resource_type()` says.
    pub fn new(kind: &'static str, data: Box<dyn Any>) -> PhpResource {
        let id = NEXT_ID.get();
        NEXT_ID.set(id + 1);
        PhpResource::with_id(id, kind, data)
    }

    /// Leaves out a number: a resource that PHP has for a moment and Loxo does not.
    pub fn skip_number() {
        NEXT_ID.set(NEXT_ID.get() + 1);
    }

    /// Something of the engine's own that must sit in a value slot (state of a running `foreach`): takes no number, PHP code never sees it.
    pub fn internal(data: Box<dyn Any>) -> PhpResource {
        PhpResource::with_id(0, "internal", data)
    }

    fn with_id(id: i64, kind: &'static str, data: Box<dyn Any>) -> PhpResource {
        let p = heap::alloc(size_of::<ResHeader>()).cast::<ResHeader>();
        let next = LIST.get();
        // SAFETY: the block has space for the header; the list holds live headers.
        unsafe {
            p.write(ResHeader {
                rc: RcHeader { refcount: 1, info: KIND_RESOURCE },
                id,
                kind,
                data: Some(data),
                closed: false,
                prev: std::ptr::null_mut(),
                next,
            });
            if !next.is_null() {
                (*next).prev = p.as_ptr();
            }
        }
        LIST.set(p.as_ptr());
        PhpResource(p)
    }

    /// The number.
    pub fn id(&self) -> i64 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).id }
    }

    /// What `get_resource_type()` says: the kind, or `Unknown` when closed.
    pub fn type_name(&self) -> &'static str {
        // SAFETY: the handle owns a live header.
        unsafe { if (*self.0.as_ptr()).closed { "Unknown" } else { (*self.0.as_ptr()).kind } }
    }

    /// Closed?
    pub fn is_closed(&self) -> bool {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).closed }
    }

    /// Closes it and hands out what it was about.
    pub fn close(&self) -> Option<Box<dyn Any>> {
        // SAFETY: the handle owns a live header, and nobody holds a borrow of its data (the crate's rule).
        unsafe {
            (*self.0.as_ptr()).closed = true;
            (*self.0.as_ptr()).data.take()
        }
    }

    /// What it is about, if it is open and of this type.
    pub fn data<T: Any>(&self) -> Option<&T> {
        // SAFETY: the handle owns a live header; the crate's rule covers the borrow.
        unsafe { (*self.0.as_ptr()).data.as_deref()?.downcast_ref() }
    }

    /// What it is about, to be changed.
    #[allow(clippy::mut_from_ref)]
    pub fn data_mut<T: Any>(&self) -> Option<&mut T> {
        // SAFETY: as in `data`.
        unsafe { (*self.0.as_ptr()).data.as_deref_mut()?.downcast_mut() }
    }

    /// The same where the type is known.
    ///
    /// # Safety
    /// It is open, and of this type.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub unsafe fn data_as<T: Any>(&self) -> &mut T {
        // SAFETY: as in `data`, and as the caller promises.
        unsafe {
            let data = (*self.0.as_ptr()).data.as_deref_mut().unwrap_unchecked();
            debug_assert!(data.is::<T>());
            &mut *std::ptr::from_mut(data).cast::<T>()
        }
    }

    /// The same resource?
    pub fn ptr_eq(&self, other: &PhpResource) -> bool {
        self.0 == other.0
    }

    /// The header's address; the count moves out of the handle.
    pub fn into_raw(self) -> *mut ResHeader {
        std::mem::ManuallyDrop::new(self).0.as_ptr()
    }

    /// A handle that takes over one count.
    ///
    /// # Safety
    /// `p` is a live resource's header, one count of which is given to the handle.
    pub unsafe fn from_raw(p: *mut ResHeader) -> PhpResource {
        // SAFETY: a live header is not null.
        PhpResource(unsafe { NonNull::new_unchecked(p) })
    }
}

impl std::fmt::Debug for PhpResource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "resource#{}", self.id())
    }
}

/// Calls `f` with every live resource, oldest first.
pub fn for_each_resource(f: impl FnMut(&PhpResource)) {
    let mut all = Vec::new();
    let mut p = LIST.get();
    while !p.is_null() {
        // SAFETY: the list holds live headers; each handle made here is counted.
        unsafe {
            rc::inc(p.cast());
            all.push(PhpResource::from_raw(p));
            p = (*p).next;
        }
    }
    all.iter().rev().for_each(f);
}

/// Frees a resource without owners.
///
/// # Safety
/// `p` has no owners left.
pub(crate) unsafe fn destroy(p: *mut ResHeader) {
    // SAFETY: the header is dead to everybody but the list, which it leaves.
    unsafe {
        let data = (*p).data.take();
        let (prev, next) = ((*p).prev, (*p).next);
        if prev.is_null() {
            LIST.set(next);
        } else {
            (*prev).next = next;
        }
        if !next.is_null() {
            (*next).prev = prev;
        }
        heap::free_sized(NonNull::new_unchecked(p.cast()), size_of::<ResHeader>());
        drop(data);
    }
}

/// Drops the data of all resources, newest first, and starts numbering anew.
pub(crate) fn drop_all() {
    loop {
        let mut p = LIST.get();
        // SAFETY: the list holds live headers; it is read again from the start after each drop.
        let data = unsafe {
            while !p.is_null() && (*p).data.is_none() {
                p = (*p).next;
            }
            if p.is_null() {
                break;
            }
            (*p).closed = true;
            (*p).data.take()
        };
        drop(data);
    }
    LIST.set(std::ptr::null_mut());
    NEXT_ID.set(1);
}
