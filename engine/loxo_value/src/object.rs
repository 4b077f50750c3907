//! Objects: class, inline slots, a table of dynamic properties when there are any, and a native part for built-in classes.

use crate::rc::{self, KIND_OBJECT, RcHeader};
use crate::tracer::Tracer;
use crate::{PhpArray, Value, heap, store};
use std::any::Any;
use std::ptr::NonNull;
use std::sync::atomic::AtomicPtr;

/// What this crate must know of a class; the first field of the runtime's own.
#[repr(C)]
#[derive(Debug)]
pub struct ClassBase {
    /// Number of declared properties of an instance.
    pub slot_count: u32,
    /// [`class_flags`].
    pub flags: u32,
    /// What the slots of a new object are copied from where it is made plainly (see [`crate::plain_object`]); else null.
    pub(crate) template: AtomicPtr<Value>,
    /// Where objects lie, unless they are [`class_flags::LARGE`].
    pub(crate) small: heap::Small,
}

impl ClassBase {
    /// A class with so many declared properties and these flags.
    pub const fn new(slot_count: u32, flags: u32) -> ClassBase {
        let small = heap::small(bytes_of(slot_count, flags));
        let (small, flags) = match small {
            Some(small) => (small, flags),
            None => (heap::Small::NONE, flags | class_flags::LARGE),
        };
        ClassBase { slot_count, flags, template: AtomicPtr::new(std::ptr::null_mut()), small }
    }
}

/// Flags of a class.
pub mod class_flags {
    /// Objects are queued for their destructor when their count reaches zero.
    pub const HAS_DESTRUCTOR: u32 = 1;
    /// Objects have a native part.
    pub const HAS_NATIVE: u32 = 2;
    /// Objects are too large for a size class of the heap.
    pub const LARGE: u32 = 4;
    /// First flag that this crate does not look at.
    pub const FIRST_FREE: u32 = 1 << 8;
    /// What takes more than giving up dynamic properties and slots when an object ends.
    pub(crate) const ENDS_IN_PARTICULAR: u32 = HAS_DESTRUCTOR | HAS_NATIVE | LARGE;
}

/// Flags of an object.
pub mod object_flags {
    /// The destructor has run, is running, is queued, or must not run.
    pub const DESTRUCTED: u32 = 1;
    /// Somebody holds it weakly: the weak hook is called when it is freed.
    pub const HAS_WEAK: u32 = 2;
    /// Lazy, not initialised yet.
    pub const LAZY: u32 = 4;
    /// Its properties are being walked (a guard against recursion).
    pub const ITERATED: u32 = 8;
    /// The collector is going to run its destructor.
    pub const AWAITS_DESTRUCTOR: u32 = 16;
    /// Slots hold what their values are to be made of ([`deferred`]).
    pub const DEFERRED: u32 = 32;
    /// First flag that this crate does not name.
    pub const FIRST_FREE: u32 = 1 << 8;
}

/// The native part of an object.
pub trait Native: Any {
    /// Reports every value, array, object and reference that this part owns, each exactly once. What is not reported is never collected.
    fn trace(&self, tracer: &mut Tracer<'_>) {
        let _ = tracer;
    }

    /// Reports entries of a weak map: values that are owned as long as the objects with these numbers live. `trace` does not report them.
    /// No count may change meanwhile.
    fn weak_entries(&self, visit: &mut dyn FnMut(u32, &Value)) {
        let _ = visit;
    }

    /// The value of such an entry.
    fn weak_value(&self, key: u32) -> Option<&Value> {
        let _ = key;
        None
    }

    /// The part of a clone; `None` if it cannot be cloned.
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        None
    }
}

type NativeSlot = Option<Box<dyn Native>>;

/// The addresses of a native part and of its type's methods: what a pointer to it consists of.
#[inline(always)]
fn parts(native: *const dyn Native) -> [*mut (); 2] {
    // SAFETY: a pointer to a trait object is two addresses, the data's first (asserted by the tests of `native`).
    unsafe { std::mem::transmute::<*const dyn Native, [*mut (); 2]>(native) }
}

/// The address of a type's methods. A type may have several such tables, but no table serves two types.
#[inline(always)]
fn table_of<T: Native>() -> *mut () {
    parts(std::ptr::null::<T>())[1]
}

/// What a [`PhpObject`] points to. Slots follow at [`ObjHeader::SLOTS`]; after them the native part, if the class has one.
#[repr(C)]
pub struct ObjHeader {
    /// Count and kind.
    pub rc: RcHeader,
    /// The class.
    pub class: *const ClassBase,
    /// `spl_object_id()`
    pub handle: u32,
    /// [`object_flags`].
    pub flags: u32,
    /// Dynamic properties.
    pub dynamic: Option<PhpArray>,
}

impl ObjHeader {
    /// Offset of the first slot.
    pub const SLOTS: usize = 32;
}

const _: () = {
    assert!(size_of::<ObjHeader>() == ObjHeader::SLOTS);
    assert!(std::mem::offset_of!(ObjHeader, class) == 8);
    assert!(std::mem::offset_of!(ObjHeader, handle) == 16);
    assert!(std::mem::offset_of!(ObjHeader, flags) == 20);
    assert!(std::mem::offset_of!(ObjHeader, dynamic) == 24);
    assert!(size_of::<NativeSlot>() == 16);
};

/// A handle of a PHP object. Handles are shared cells: see the rule in the crate's documentation.
#[repr(transparent)]
pub struct PhpObject(NonNull<ObjHeader>);

impl Clone for PhpObject {
    #[inline(always)]
    fn clone(&self) -> PhpObject {
        // SAFETY: the handle owns a live header.
        unsafe { rc::inc(self.0.as_ptr().cast()) }
        PhpObject(self.0)
    }
}

/// Bytes of an object of a class with so many slots and these flags.
#[inline(always)]
const fn bytes_of(slot_count: u32, flags: u32) -> usize {
    let native = if flags & class_flags::HAS_NATIVE != 0 { size_of::<NativeSlot>() } else { 0 };
    ObjHeader::SLOTS + slot_count as usize * size_of::<Value>() + native
}

/// Bytes of an object of a class.
#[inline(always)]
unsafe fn size_of_object(class: *const ClassBase) -> usize {
    // SAFETY: classes outlive their objects.
    unsafe { bytes_of((*class).slot_count, (*class).flags) }
}

#[inline(always)]
pub(crate) fn slots_ptr(p: *mut ObjHeader) -> *mut Value {
    p.cast::<u8>().wrapping_add(ObjHeader::SLOTS).cast()
}

/// Address of the native part, if the class has one.
#[inline(always)]
unsafe fn native_ptr(p: *mut ObjHeader) -> Option<*mut NativeSlot> {
    // SAFETY: the caller passes a live object, whose class is alive.
    unsafe {
        let class = &*(*p).class;
        let at = slots_ptr(p).wrapping_add(class.slot_count as usize).cast();
        (class.flags & class_flags::HAS_NATIVE != 0).then_some(at)
    }
}

impl PhpObject {
    /// A new object with unset slots and no native part yet.
    ///
    /// # Safety
    /// `class` is valid and stays where it is until the object is freed or the heap reset.
    #[inline]
    pub unsafe fn alloc(class: *const ClassBase) -> PhpObject {
        // SAFETY: same contract.
        unsafe { PhpObject::alloc_with(class, &[]) }
    }

    /// A new object whose first slots are copies of `defaults`; the others are unset.
    ///
    /// # Safety
    /// As [`PhpObject::alloc`].
    #[inline]
    pub unsafe fn alloc_with(class: *const ClassBase, defaults: &[Value]) -> PhpObject {
        // SAFETY: same contract; there are `count` slots.
        unsafe {
            PhpObject::alloc_filled(class, |slots, count| {
                (0..count).for_each(|i| slots.add(i).write(defaults.get(i).cloned().unwrap_or(Value::UNDEF)));
            })
        }
    }

    /// A new object whose slots, at this address and so many, a function fills.
    ///
    /// # Safety
    /// As [`PhpObject::alloc`]; the function writes all slots.
    #[inline(always)]
    pub(crate) unsafe fn alloc_filled(class: *const ClassBase, fill: impl FnOnce(*mut Value, usize)) -> PhpObject {
        // SAFETY: the block has space for header, slots and native part; each is written before the handle exists.
        unsafe {
            let p = heap::alloc(size_of_object(class)).cast::<ObjHeader>();
            let raw = p.as_ptr();
            fill(slots_ptr(raw), (*class).slot_count as usize);
            raw.write(ObjHeader { rc: RcHeader { refcount: 1, info: KIND_OBJECT }, class, handle: 0, flags: 0, dynamic: None });
            if let Some(native) = native_ptr(raw) {
                native.write(None);
            }
            (*raw).handle = store::add(raw);
            crate::alloc_hook::container_allocated();
            PhpObject(p)
        }
    }

    /// The class.
    #[inline(always)]
    pub fn class(&self) -> *const ClassBase {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).class }
    }

    #[inline(always)]
    fn class_base(&self) -> &ClassBase {
        // SAFETY: classes outlive their objects.
        unsafe { &*self.class() }
    }

    /// Makes it an object of another class with as many slots and the same native flag (a lazy proxy's, `__PHP_Incomplete_Class`).
    ///
    /// # Safety
    /// As [`PhpObject::alloc`]; slot count and `HAS_NATIVE` of both classes are equal.
    pub unsafe fn set_class(&self, class: *const ClassBase) {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).class = class }
    }

    /// The declared properties.
    #[inline(always)]
    pub fn slots(&self) -> &[Value] {
        self.make_deferred();
        self.stored_slots()
    }

    /// The declared properties as they are stored, which may not have been made yet.
    #[inline(always)]
    fn stored_slots(&self) -> &[Value] {
        // SAFETY: the slots follow the header; the crate's rule covers the borrow.
        unsafe { std::slice::from_raw_parts(slots_ptr(self.0.as_ptr()), self.class_base().slot_count as usize) }
    }

    #[inline(always)]
    fn make_deferred(&self) {
        if self.has_flags(object_flags::DEFERRED) {
            self.make_now();
        }
    }

    #[cold]
    fn make_now(&self) {
        self.clear_flags(object_flags::DEFERRED);
        deferred::make(self.slots_mut());
    }

    /// Puts off making an array that is a declared property: see [`deferred`]. It will have so many arrays more within it than the list of its parts.
    pub fn defer(&self, slot: usize, parts: PhpArray, more: u32) {
        let Some(place) = self.get_slot_mut(slot) else { return };
        let old = std::mem::replace(place, deferred::of_parts(parts, more));
        self.set_flags(object_flags::DEFERRED);
        drop(old);
    }

    /// A declared property, if there is one of this number. Others that are put off stay so.
    #[inline(always)]
    pub fn get_slot(&self, i: usize) -> Option<&Value> {
        if deferred::is_deferred(self.stored_slots().get(i)?) {
            self.make_now();
        }
        self.stored_slots().get(i)
    }

    /// The same, to be written.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub fn get_slot_mut(&self, i: usize) -> Option<&mut Value> {
        self.get_slot(i)?;
        // SAFETY: there is one of this number; the crate's rule covers the borrow.
        Some(unsafe { &mut *self.slots_ptr().add(i) })
    }

    /// The declared properties, to be written.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub fn slots_mut(&self) -> &mut [Value] {
        self.make_deferred();
        // SAFETY: as in `stored_slots`.
        unsafe { std::slice::from_raw_parts_mut(slots_ptr(self.0.as_ptr()), self.class_base().slot_count as usize) }
    }

    /// A declared property. Panics if there is none of this number.
    #[inline(always)]
    pub fn slot(&self, i: usize) -> &Value {
        self.get_slot(i).expect("a slot of this number")
    }

    /// A declared property, to be written.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub fn slot_mut(&self, i: usize) -> &mut Value {
        self.get_slot_mut(i).expect("a slot of this number")
    }

    /// Address of the first slot.
    #[inline(always)]
    pub fn slots_ptr(&self) -> *mut Value {
        slots_ptr(self.0.as_ptr())
    }

    /// Dynamic properties, if there are any.
    #[inline(always)]
    pub fn dynamic(&self) -> Option<&PhpArray> {
        // SAFETY: the handle owns a live header; the crate's rule covers the borrow.
        unsafe { (*self.0.as_ptr()).dynamic.as_ref() }
    }

    /// Dynamic properties, to be changed; made if there are none.
    #[allow(clippy::mut_from_ref)]
    #[inline]
    pub fn dynamic_mut(&self) -> &mut PhpArray {
        // SAFETY: as in `dynamic`.
        unsafe { (*self.0.as_ptr()).dynamic.get_or_insert_with(PhpArray::new) }
    }

    /// Replaces all dynamic properties.
    pub fn set_dynamic(&self, table: Option<PhpArray>) {
        // SAFETY: as in `dynamic`; the old table is dropped after it is out of the object.
        let old = unsafe { std::mem::replace(&mut (*self.0.as_ptr()).dynamic, table) };
        drop(old);
    }

    /// The native part, if it is there and of this type.
    #[inline]
    pub fn native<T: Native>(&self) -> Option<&T> {
        let native = self.native_dyn()?;
        let [data, table] = parts(native);
        if std::ptr::eq(table, table_of::<T>()) {
            // SAFETY: types that share their methods share `type_id`, so they are one; the borrow is that of `native`.
            return Some(unsafe { &*data.cast::<T>() });
        }
        (native as &dyn Any).downcast_ref()
    }

    /// The native part, if it is seen at once to be there and of this type, without calling anything.
    #[inline(always)]
    pub fn native_at_once<T: Native>(&self) -> Option<&T> {
        let [data, table] = parts(self.native_dyn()?);
        // SAFETY: as in `native`.
        std::ptr::eq(table, table_of::<T>()).then(|| unsafe { &*data.cast::<T>() })
    }

    /// The native part, to be changed.
    #[allow(clippy::mut_from_ref)]
    #[inline]
    pub fn native_mut<T: Native>(&self) -> Option<&mut T> {
        // SAFETY: the handle owns a live header; the crate's rule covers the borrow.
        let native: &mut dyn Native = unsafe { (*native_ptr(self.0.as_ptr())?).as_deref_mut()? };
        let [data, table] = parts(native);
        if std::ptr::eq(table, table_of::<T>()) {
            // SAFETY: as in `native`.
            return Some(unsafe { &mut *data.cast::<T>() });
        }
        (native as &mut dyn Any).downcast_mut()
    }

    /// Address of the native part, or null, without asking what it is.
    #[inline(always)]
    pub fn native_address(&self) -> *mut () {
        // SAFETY: as in `native_mut`.
        let native = unsafe { native_ptr(self.0.as_ptr()).and_then(|native| (*native).as_deref_mut()) };
        native.map_or(std::ptr::null_mut(), |native| std::ptr::from_mut(native).cast())
    }

    /// The native part, whatever its type.
    #[inline]
    pub fn native_dyn(&self) -> Option<&dyn Native> {
        // SAFETY: as in `native_mut`.
        unsafe { (*native_ptr(self.0.as_ptr())?).as_deref() }
    }

    /// Sets the native part. Panics if the class has none.
    pub fn set_native(&self, native: Box<dyn Native>) {
        // SAFETY: the handle owns a live header; the old part is dropped after it is out of the object.
        let old = unsafe {
            let slot = native_ptr(self.0.as_ptr()).expect("a class with a native part");
            (*slot).replace(native)
        };
        drop(old);
    }

    /// Takes the native part out.
    pub fn take_native(&self) -> Option<Box<dyn Native>> {
        // SAFETY: as in `set_native`.
        unsafe { (*native_ptr(self.0.as_ptr())?).take() }
    }

    /// `spl_object_id()`
    #[inline(always)]
    pub fn handle(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).handle }
    }

    /// The destructor is not to run (again).
    pub fn set_destructed(&self) {
        self.set_flags(object_flags::DESTRUCTED);
    }

    /// The same object?
    #[inline(always)]
    pub fn ptr_eq(&self, other: &PhpObject) -> bool {
        self.0 == other.0
    }

    /// Number of owners.
    #[inline(always)]
    pub fn refcount(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).rc.refcount }
    }

    /// [`object_flags`].
    #[inline(always)]
    pub fn flags(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).flags }
    }

    /// Are all of these flags set?
    #[inline(always)]
    pub fn has_flags(&self, flags: u32) -> bool {
        self.flags() & flags == flags
    }

    /// Sets flags.
    #[inline(always)]
    pub fn set_flags(&self, flags: u32) {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).flags |= flags }
    }

    /// Clears flags.
    #[inline(always)]
    pub fn clear_flags(&self, flags: u32) {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).flags &= !flags }
    }

    /// A shallow copy: slots (references with one owner become plain values), dynamic properties, native part. Runs no `__clone`.
    pub fn clone_object(&self) -> PhpObject {
        // SAFETY: the class is alive as long as this object.
        let new = unsafe { PhpObject::alloc(self.class()) };
        for (to, from) in new.slots_mut().iter_mut().zip(self.slots()) {
            let alone = from.as_ref().is_some_and(|r| r.refcount() == 1);
            *to = if alone { from.clone_deref() } else { from.clone() };
        }
        new.set_dynamic(self.dynamic().cloned());
        if let Some(native) = self.native_dyn().and_then(Native::clone_native) {
            new.set_native(native);
        }
        new
    }

    /// The header's address.
    #[inline(always)]
    pub fn header_ptr(&self) -> *mut ObjHeader {
        self.0.as_ptr()
    }

    /// The header's address; the count moves out of the handle.
    #[inline(always)]
    pub fn into_raw(self) -> *mut ObjHeader {
        std::mem::ManuallyDrop::new(self).0.as_ptr()
    }

    /// A handle that takes over one count.
    ///
    /// # Safety
    /// `p` is a live object's header, one count of which is given to the handle.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut ObjHeader) -> PhpObject {
        // SAFETY: a live header is not null.
        PhpObject(unsafe { NonNull::new_unchecked(p) })
    }
}

/// A new object of a class of the runtime's own type, its slots set to `defaults` (missing ones are undefined).
///
/// `C` must be `#[repr(C)]` with a [`ClassBase`] as its first field, and the same type in all of a process.
pub fn new_object<C: 'static>(class: &'static C, defaults: &[Value]) -> PhpObject {
    // SAFETY: the class lives for ever and, by the contract above, starts with its base.
    unsafe { PhpObject::alloc_with(std::ptr::from_ref(class).cast(), defaults) }
}

/// The class of an object, as the runtime's own type: the one that [`new_object`] was called with.
#[inline(always)]
pub fn class_of<C: 'static>(object: &PhpObject) -> &'static C {
    // SAFETY: objects are made with a class of the one type that starts with a `ClassBase`, and classes outlive them.
    unsafe { &*object.class().cast::<C>() }
}

impl PartialEq for PhpObject {
    /// Identity.
    fn eq(&self, other: &PhpObject) -> bool {
        self.ptr_eq(other)
    }
}

impl Eq for PhpObject {}

impl std::fmt::Debug for PhpObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "object#{}", self.handle())
    }
}

/// Drops all that an object holds; it stays, empty. Order as PHP's: weak references, dynamic properties, slots, native part.
///
/// # Safety
/// `p` is an object that nothing reaches any more, but for counts held by what is dropped.
#[inline(always)]
pub(crate) unsafe fn drop_content(p: *mut ObjHeader) {
    // SAFETY: nothing else reaches the object; everything is moved out before it is dropped.
    unsafe {
        if (*p).flags & object_flags::HAS_WEAK != 0 {
            (*p).flags &= !object_flags::HAS_WEAK;
            store::notify_weak(p);
        }
        if let Some(table) = (*p).dynamic.take() {
            drop(table);
        }
        let slots = slots_ptr(p);
        for i in 0..(*(*p).class).slot_count as usize {
            let slot = slots.add(i);
            if (*slot).is_refcounted() {
                drop((*slot).take_undef());
            }
        }
        if let Some(native) = native_ptr(p) {
            drop((*native).take());
        }
    }
}

/// Gives back the number and the block of an emptied object.
///
/// # Safety
/// `p` is emptied and nothing reaches it.
#[inline(always)]
pub(crate) unsafe fn free_shell(p: *mut ObjHeader) {
    // SAFETY: same contract.
    unsafe {
        store::remove((*p).handle);
        heap::free_sized(NonNull::new_unchecked(p.cast()), size_of_object((*p).class));
    }
}

/// How many arrays more an object would hold if nothing were put off.
///
/// # Safety
/// `p` is alive.
pub(crate) unsafe fn arrays_more(p: *mut ObjHeader) -> usize {
    // SAFETY: same contract.
    unsafe {
        if (*p).flags & object_flags::DEFERRED == 0 {
            return 0;
        }
        deferred::arrays_more(std::slice::from_raw_parts(slots_ptr(p), (*(*p).class).slot_count as usize))
    }
}

/// The native part of an object.
///
/// # Safety
/// `p` is alive, and nothing changes the part while it is borrowed.
pub(crate) unsafe fn native_of<'a>(p: *mut ObjHeader) -> Option<&'a dyn Native> {
    // SAFETY: same contract.
    unsafe { native_ptr(p).and_then(|native| (*native).as_deref()) }
}

/// What an object holds: its dynamic properties, its slots and its native part.
///
/// # Safety
/// `p` is alive, and nothing changes what it holds while that is borrowed.
#[inline(always)]
pub(crate) unsafe fn content<'a>(p: *mut ObjHeader) -> (Option<&'a PhpArray>, &'a [Value], Option<&'a dyn Native>) {
    // SAFETY: same contract; there are as many slots as the class says.
    unsafe {
        let slots = std::slice::from_raw_parts(slots_ptr(p), (*(*p).class).slot_count as usize);
        ((*p).dynamic.as_ref(), slots, native_of(p))
    }
}

pub mod deferred {
    //! Properties that are made when somebody looks: until then the slot holds a list of what the value is made of, which is counted, collected and dropped
    //! as other values are.
    //!
    //! [`PhpObject::slots`](super::PhpObject::slots) and the like make them. What reads slots by their address does not: such a
    //! property must be out of reach of PHP code.

    use crate::{PhpArray, Value};
    use std::sync::atomic::{AtomicPtr, Ordering};

    /// What makes an array of the parts.
    pub type Maker = fn(PhpArray) -> PhpArray;

    static MAKER: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

    /// Sets what makes the arrays, in all of the process.
    pub fn set_maker(maker: Maker) {
        MAKER.store(maker as *mut (), Ordering::Release);
    }

    /// In the spare bits of a slot: it holds parts. Above it stands how many arrays more the value will have within it.
    const PARTS: u32 = 1 << 7;
    const MORE_SHIFT: u32 = 8;

    /// What a slot holds until the array is made of these parts, which will have so many arrays more within it than they.
    pub(crate) fn of_parts(parts: PhpArray, more: u32) -> Value {
        let mut parts = Value::array(parts);
        parts.set_aux(PARTS | more << MORE_SHIFT);
        parts
    }

    /// The slot holds parts.
    #[inline(always)]
    pub(crate) fn is_deferred(slot: &Value) -> bool {
        slot.aux() & PARTS != 0
    }

    /// Makes what was put off.
    #[cold]
    #[inline(never)]
    pub(crate) fn make(slots: &mut [Value]) {
        let maker = MAKER.load(Ordering::Acquire);
        for slot in slots.iter_mut().filter(|slot| is_deferred(slot)) {
            // Memory may run out meanwhile.
            let parts = std::mem::replace(slot, Value::EMPTY_ARRAY).into_array();
            if let (Ok(parts), false) = (parts, maker.is_null()) {
                // SAFETY: only `set_maker` writes there, and it writes functions of this type.
                let maker = unsafe { std::mem::transmute::<*mut (), Maker>(maker) };
                *slot = Value::array(maker(parts));
            }
        }
    }

    /// How many arrays more there would be if nothing were put off.
    pub(crate) fn arrays_more(slots: &[Value]) -> usize {
        slots.iter().filter(|slot| is_deferred(slot)).map(|slot| (slot.aux() >> MORE_SHIFT) as usize).sum()
    }
}
