//! What machine code asks about values, which come and go as their two words; they are borrowed.

use loxo_runtime::{Class, Func, Type, convert, object};
use loxo_units::Switch;
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{self as interpreter, Insn, slot};

/// The two words of a value.
#[repr(C)]
pub struct Words(pub(crate) u64, pub(crate) u64);

impl Words {
    pub(crate) const UNDEF: Words = Words::tagged(slot::UNDEF);
    /// The interpreter has to look.
    pub(crate) const UNKNOWN: Words = Words::tagged(slot::REFERENCE);

    const fn tagged(tag: u8) -> Words {
        Words(0, tag as u64 | loxo_value::PRESENT)
    }

    /// # Safety
    /// The value is live.
    #[inline(always)]
    pub(crate) unsafe fn of(value: *const Value) -> Words {
        // SAFETY: as the caller promises.
        unsafe { Words(*value.cast::<u64>(), u64::from(*value.cast::<u32>().add(2))) }
    }

    /// As a value, without a look at what it leads to.
    #[inline(always)]
    pub(crate) fn value(&self) -> *const Value {
        std::ptr::from_ref(self).cast()
    }
}

/// What the inline cache of an op has held for a class that is not the last one there; 0: nothing is known.
///
/// # Safety
/// The machine is the running one.
pub unsafe extern "C-unwind" fn seen(vm: *mut Vm, cache: u64, class: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { (*vm).seen_inline(cache as u32, class as usize) as u64 }
}

/// A type is known to take objects of a class.
///
/// # Safety
/// The machine is the running one, the type that of a parameter.
pub unsafe extern "C-unwind" fn takes(vm: *mut Vm, ty: *const Type, class: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { u64::from((*vm).is_known_to_take(&*ty, class as usize)) }
}

/// The property that an inline cache has for a class is known to take objects of another one.
///
/// # Safety
/// The machine is the running one.
pub unsafe extern "C-unwind" fn holds(vm: *mut Vm, cache: u64, class: u64, held: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { u64::from((*vm).is_known_to_hold(cache as u32, class as usize, held as usize)) }
}

/// The address of a new object of a class, one count of which is given, or 0 where the interpreter has to make it.
///
/// # Safety
/// The machine is the running one, the class one whose objects are made plainly.
pub unsafe extern "C-unwind" fn make(vm: *mut Vm, class: &'static Class) -> u64 {
    match loxo_value::new_object_by_copy(class) {
        Some(object) => object.into_raw() as u64,
        // SAFETY: as the caller promises.
        None => unsafe { make_otherwise(vm, class) },
    }
}

/// The address of the constructor of a class that is not the last one that a `new` has seen, or 0 if it has none; with the lowest bit set. 0 in all: the
/// interpreter has to look.
///
/// # Safety
/// The class is one.
pub unsafe extern "C-unwind" fn constructor(class: &'static Class) -> u64 {
    let of = |constructor: Option<&Func>| constructor.map_or(0, |func| std::ptr::from_ref(func) as u64) | 1;
    object::open_constructor(class).map_or(0, of)
}

#[inline(never)]
unsafe fn make_otherwise(vm: *mut Vm, class: &'static Class) -> u64 {
    if class.object_handlers.created.is_some() {
        return 0;
    }
    // SAFETY: as for `make`.
    let made = object::instantiate_otherwise(unsafe { &(*vm).cx }, class);
    made.map_or(0, |object| object.into_raw() as u64)
}

/// A class is another one, or a descendant of it, or has it as an interface.
///
/// # Safety
/// Both are classes; the other one may be null.
pub unsafe extern "C-unwind" fn is_subclass(class: *const Class, other: *const Class) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { u64::from(other.as_ref().is_some_and(|other| (*class).is_subclass_of(other))) }
}

/// The truth of a value, which is neither undefined nor a reference. No class throws where one of its objects is asked for it.
///
/// # Safety
/// The words are a live value; the machine is the running one.
pub unsafe extern "C-unwind" fn truth(payload: u64, word: u64, vm: *mut Vm) -> u64 {
    let words = Words(payload, word);
    // SAFETY: as the caller promises.
    unsafe {
        let known = interpreter::truth(words.value());
        u64::from(known.unwrap_or_else(|| convert::to_bool(&mut (*vm).cx, &*words.value()).unwrap_or(true)))
    }
}

/// A string is the same as another.
///
/// # Safety
/// The payload is that of a live string; the other value is a live string.
pub unsafe extern "C-unwind" fn same_string(payload: u64, other: *const Value) -> u64 {
    let string = Words(payload, u64::from(slot::STRING) | loxo_value::PRESENT);
    // SAFETY: as the caller promises.
    unsafe { u64::from((*string.value()).as_str().unwrap_unchecked().is_same_text((*other).as_str().unwrap_unchecked())) }
}

/// `place .= source` of two strings, of which the second is short, in place: 1, or 0: nothing was done, the interpreter has to. `consumed`: the source is
/// a temporary that goes.
///
/// # Safety
/// Both are live values.
pub unsafe extern "C-unwind" fn append_text(place: *mut Value, source: *mut Value, consumed: u64) -> u64 {
    // SAFETY: as the caller promises; the tags say that they are strings. Nothing else is done with them meanwhile.
    unsafe {
        let (into, text) = (slot::deref(place).cast_mut(), slot::deref(source));
        let texts = slot::tag(into) == slot::STRING && slot::tag(text) == slot::STRING;
        // Two references may lead to one string.
        if !texts || slot::int(into) == slot::int(text) {
            return 0;
        }
        if !(*into).as_str_mut().unwrap_unchecked().append_short((*text).as_bytes().unwrap_unchecked()) {
            return 0;
        }
        if consumed != 0 && slot::counted(source) { give_up_text(source) } else { 1 }
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn give_up_text(source: *mut Value) -> u64 {
    // SAFETY: a string that belongs to a temporary; dropping it makes nothing due.
    unsafe { slot::release(source) }
    1
}

/// The op that a jump table leads to for a string.
///
/// # Safety
/// The payload is that of a live string; the table is one of strings.
pub unsafe extern "C-unwind" fn case_of(payload: u64, table: *const Switch) -> u64 {
    let string = Words(payload, u64::from(slot::STRING) | loxo_value::PRESENT);
    // SAFETY: as the caller promises.
    unsafe { (*string.value()).as_str().map_or(0, |text| (*table).way_of(text) as u64 / size_of::<Insn>() as u64) }
}

/// A float to the power of another, by their bits.
pub extern "C" fn power(base: u64, exponent: u64) -> u64 {
    f64::from_bits(base).powf(f64::from_bits(exponent)).to_bits()
}

/// Two values are the same: 1 or 0, or 2 where the interpreter has to say it.
///
/// # Safety
/// Both are live.
pub unsafe extern "C-unwind" fn identical(left: *const Value, right: *const Value) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { interpreter::identical(left, right).map_or(2, u64::from) }
}
