//! Elements of arrays by keys of any kind.

use loxo_value::{PhpArray, Probe, Value, slot};

/// What an array has under a key, found without calling anything.
///
/// # Safety
/// The key is live and no reference.
#[inline(always)]
pub unsafe fn probe_key(array: &PhpArray, key: *const Value) -> Probe<'_> {
    // SAFETY: as the caller promises; tags say what values are.
    unsafe {
        match slot::tag(key) {
            slot::INT => array.probe_int(slot::int(key)),
            slot::STRING => {
                let text = (*key).as_str().unwrap_unchecked();
                match array.probe_str(text) {
                    // It may mean an int.
                    Probe::Missing if text.as_bytes().first().is_some_and(|first| *first <= b'9') => Probe::Unknown,
                    found => found,
                }
            }
            _ => Probe::Unknown,
        }
    }
}

/// Removes an element of an array; false: nothing was done, the long way is needed.
///
/// # Safety
/// Both are live; a consumed key is a temporary.
#[inline(never)]
pub unsafe fn remove_element(base: *mut Value, key_slot: *mut Value, consume: bool) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let base = slot::deref(base).cast_mut();
        let key = slot::deref(key_slot);
        if slot::tag(base) != slot::ARRAY || (consume && key != key_slot) {
            return false;
        }
        let Some(array) = (*base).as_array_mut() else { return false };
        let removed = match slot::tag(key) {
            slot::INT => array.remove_int(slot::int(key)),
            slot::STRING => {
                let text = (*key).as_str().unwrap_unchecked();
                match loxo_value::numeric_key(text.as_bytes()) {
                    Some(index) => array.remove_int(index),
                    None => array.remove_str(text),
                }
            }
            _ => return false,
        };
        if consume {
            slot::release(key_slot);
        }
        drop(removed);
        true
    }
}
