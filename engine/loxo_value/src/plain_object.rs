//! Objects whose making and end take no steps of their own: they are made as copies of a template, and when they end, what they hold is given up.

use crate::object::{ClassBase, ObjHeader, class_flags, object_flags, slots_ptr};
use crate::rc::{KIND_OBJECT, RcHeader};
use crate::{PhpObject, SharedValue, Value, alloc_hook, heap, slot, store};
use std::ptr::NonNull;
use std::sync::atomic::Ordering;

impl ClassBase {
    /// New objects are copies of these values, one for each slot, and nothing else is done to make one.
    pub fn make_by_copy(&'static self, defaults: &'static [SharedValue]) {
        let is_plain = self.flags & (class_flags::HAS_NATIVE | class_flags::LARGE) == 0;
        if is_plain && defaults.len() >= self.slot_count as usize {
            self.template.store(defaults.as_ptr().cast_mut().cast(), Ordering::Release);
        }
    }
}

/// A new object of a class of the runtime's own type (see [`crate::new_object`]). `None`: it has to be made in another way. Nothing is called: there must
/// be a block and a number, and nobody want to know.
#[inline(always)]
pub fn new_object_by_copy<C: 'static>(class: &'static C) -> Option<PhpObject> {
    let class: *const ClassBase = std::ptr::from_ref(class).cast();
    // SAFETY: the class lives for ever and starts with its base.
    unsafe {
        let template = (*class).template.load(Ordering::Acquire);
        if template.is_null() {
            return None;
        }
        if !store::has_number() || alloc_hook::is_set() {
            return None;
        }
        let block = heap::free_block((*class).small)?;
        heap::take_block((*class).small, block);
        let raw = block.cast::<ObjHeader>().as_ptr();
        // A class with a template has no native part, and the template a value for each slot, none of which is counted. The block has space for header and
        // slots, all of which are written.
        let (to, template, mut index) = (slots_ptr(raw), template, 0);
        // The number is read each time: most objects have few slots, and a loop that is unrolled takes longer for those.
        while index < (&raw const (*class).slot_count).read_volatile() as usize {
            slot::copy_whole(to.add(index), template.add(index));
            index += 1;
        }
        let handle = store::add_at_once(raw);
        raw.write(ObjHeader { rc: RcHeader { refcount: 1, info: KIND_OBJECT }, class, handle, flags: 0, dynamic: None });
        Some(PhpObject::from_raw(raw))
    }
}

/// The end of an object takes nothing but to give up its slots.
///
/// # Safety
/// `p` is a live object.
#[inline(always)]
pub(crate) unsafe fn ends_plainly(p: *mut ObjHeader) -> bool {
    // SAFETY: same contract; classes outlive their objects.
    unsafe {
        (*(*p).class).flags & class_flags::ENDS_IN_PARTICULAR == 0 && (*p).flags & object_flags::HAS_WEAK == 0 && (*p).dynamic.is_none()
    }
}

/// The first slot with a count from this one on; `None`: there is none.
///
/// # Safety
/// `at` is a slot of the live object, or the end of its slots.
#[inline(always)]
pub(crate) unsafe fn next_counted(p: *mut ObjHeader, mut at: *mut Value) -> Option<NonNull<Value>> {
    // SAFETY: there are as many slots as the class says.
    unsafe {
        let end = slots_ptr(p).add((*(*p).class).slot_count as usize);
        while at != end {
            if (*at).is_refcounted() {
                return NonNull::new(at);
            }
            at = at.add(1);
        }
        None
    }
}

/// Gives back the number and the block of an object whose slots are given up.
///
/// # Safety
/// `p` is an object that [`ends_plainly`], and nothing reaches it.
#[inline(always)]
pub(crate) unsafe fn free(p: *mut ObjHeader) {
    // SAFETY: same contract; the object is not large.
    unsafe {
        store::remove((*p).handle);
        heap::free_small(NonNull::new_unchecked(p.cast()), (*(*p).class).small);
    }
}
