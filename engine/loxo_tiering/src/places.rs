//! What machine code asks about arrays and strings. Values come and go as their two words; they are borrowed.

use loxo_value::{Probe, Value};
use loxo_vm::for_machine_code::{self as interpreter, slot};

/// The two words of a value.
#[repr(C)]
pub struct Words(u64, u64);

impl Words {
    const UNDEF: Words = Words::tagged(slot::UNDEF);
    /// The interpreter has to look.
    const UNKNOWN: Words = Words::tagged(slot::REFERENCE);

    const fn tagged(tag: u8) -> Words {
        Words(0, tag as u64 | loxo_value::PRESENT)
    }

    /// # Safety
    /// The value is live.
    unsafe fn of(value: *const Value) -> Words {
        // SAFETY: as the caller promises.
        unsafe { Words(*value.cast::<u64>(), u64::from(*value.cast::<u32>().add(2))) }
    }

    /// As a value, without a look at what it leads to.
    fn value(&self) -> *const Value {
        std::ptr::from_ref(self).cast()
    }
}

/// What an array holds under a key; undef: nothing; a reference: the interpreter has to look.
///
/// # Safety
/// The words are a live value; the key is live, and no reference.
unsafe fn look(array: &Words, key: *const Value) -> Words {
    // SAFETY: as the caller promises; tags say what values are.
    unsafe {
        let base = slot::deref(array.value());
        match slot::tag(base) {
            slot::ARRAY => match interpreter::probe_key((*base).as_array().unwrap_unchecked(), key) {
                Probe::Found(value) => Words::of(value),
                Probe::Missing => Words::UNDEF,
                Probe::Unknown => Words::UNKNOWN,
            },
            slot::UNDEF | slot::NULL => Words::UNDEF,
            _ => Words::UNKNOWN,
        }
    }
}

/// [`look`] for a constant key.
///
/// # Safety
/// As for it.
pub unsafe extern "C-unwind" fn element(payload: u64, word: u64, key: *const Value) -> Words {
    // SAFETY: as the caller promises.
    unsafe { look(&Words(payload, word), key) }
}

/// [`look`] for a key that may be a reference.
///
/// # Safety
/// As for it.
pub unsafe extern "C-unwind" fn element_at(payload: u64, word: u64, key: u64, key_word: u64) -> Words {
    // SAFETY: as the caller promises.
    unsafe { look(&Words(payload, word), slot::deref(Words(key, key_word).value())) }
}

/// The truth of a value; what needs the interpreter for that does not get here.
///
/// # Safety
/// The words are a live value.
pub unsafe extern "C-unwind" fn truth(payload: u64, word: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { u64::from(interpreter::truth(Words(payload, word).value()) == Some(true)) }
}

/// A string is the same as another.
///
/// # Safety
/// The payload is that of a live string; the other value is a live string.
pub unsafe extern "C-unwind" fn same_string(payload: u64, other: *const Value) -> u64 {
    let string = Words(payload, u64::from(slot::STRING) | loxo_value::PRESENT);
    // SAFETY: as the caller promises.
    unsafe { u64::from((*string.value()).as_bytes() == (*other).as_bytes()) }
}
