//! What machine code asks about elements of arrays and bytes of strings. The usual case of each function needs no stack frame: what takes more is a
//! function of its own, which it ends in.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use loxo_value::{ArrayHeader, Bucket, Lookup, PhpArray, PhpStr, Probe, REFCOUNTED, StrHeader, Value, heap};
use loxo_vm::for_machine_code::{number_op, overwrite, slot};

use crate::places::Words;

/// An array or a string, by its address.
macro_rules! borrowed {
    ($ty:ty, $address:expr) => {
        &*(&raw const $address).cast::<$ty>()
    };
}

/// What was found in an array; references are followed.
#[inline(always)]
unsafe fn found(value: Option<&Value>) -> Words {
    // SAFETY: elements are live values.
    unsafe { value.map_or(Words::UNDEF, |value| Words::of(slot::deref(value))) }
}

/// What a value holds under a string that means no int; undef: nothing; a reference: the interpreter has to look. Says where the element was,
/// if there is a place for that.
///
/// # Safety
/// The words are a live value, the key is that of a live string, the place that of a number, or null.
pub unsafe extern "C-unwind" fn element(payload: u64, word: u64, key: *const StrHeader, position: *const AtomicU32) -> Words {
    // SAFETY: as the caller promises; the tag says that it is an array.
    unsafe {
        if word as u8 != slot::ARRAY {
            return element_of_other(payload, word, key);
        }
        match borrowed!(PhpArray, payload).probe_str(borrowed!(PhpStr, key)) {
            Probe::Found(value) => {
                if let Some(position) = position.as_ref() {
                    // String keys are those of buckets.
                    let distance = std::ptr::from_ref(value) as usize - (*(payload as *const ArrayHeader)).data as usize;
                    position.store((distance / size_of::<Bucket>()) as u32, Ordering::Relaxed);
                }
                Words::of(slot::deref(value))
            }
            Probe::Missing => Words::UNDEF,
            Probe::Alike(found, value) => element_alike(payload as *const ArrayHeader, key, found, value),
            Probe::Unknown => element_by_text(payload as *const ArrayHeader, key),
        }
    }
}

/// The same where a string with the same hash was found, which mostly has the same bytes.
#[inline(never)]
unsafe extern "C-unwind" fn element_alike(array: *const ArrayHeader, key: *const StrHeader, found: &PhpStr, value: &Value) -> Words {
    // SAFETY: as for `element`.
    unsafe {
        if borrowed!(PhpStr, key).has_bytes_of(found) {
            return Words::of(slot::deref(value));
        }
        element_by_any_text(array, key)
    }
}

/// The same where bytes have to be compared.
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn element_by_text(array: *const ArrayHeader, key: *const StrHeader) -> Words {
    // SAFETY: as for `element`.
    unsafe { found(borrowed!(PhpArray, array).get_str(borrowed!(PhpStr, key))) }
}

/// The same of what is no array.
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn element_of_other(payload: u64, word: u64, key: *const StrHeader) -> Words {
    // SAFETY: as for `element`.
    unsafe {
        let words = Words(payload, word);
        let base = slot::deref(words.value());
        match slot::tag(base) {
            slot::ARRAY => found((*base).as_array().unwrap_unchecked().get_str(borrowed!(PhpStr, key))),
            tag if tag < slot::STRING => Words::UNDEF,
            _ => Words::UNKNOWN,
        }
    }
}

/// [`element`] for an int.
///
/// # Safety
/// As for it.
pub unsafe extern "C-unwind" fn element_at_int(payload: u64, word: u64, key: i64) -> Words {
    // SAFETY: as for `element`.
    unsafe {
        if word as u8 != slot::ARRAY {
            return if word as u8 == slot::OBJECT { Words::UNKNOWN } else { int_of_other(payload, word, key) };
        }
        match borrowed!(PhpArray, payload).probe_int(key) {
            Probe::Found(value) => Words::of(slot::deref(value)),
            Probe::Missing => Words::UNDEF,
            Probe::Alike(..) | Probe::Unknown => int_of_other(payload, word, key),
        }
    }
}

/// The same of what is no array, or one that hashes with a key of its own.
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn int_of_other(payload: u64, word: u64, key: i64) -> Words {
    // SAFETY: as for `element`.
    unsafe {
        let words = Words(payload, word);
        let base = slot::deref(words.value());
        match slot::tag(base) {
            slot::ARRAY => found((*base).as_array().unwrap_unchecked().get_int(key)),
            slot::STRING => byte(base, key),
            tag if tag < slot::STRING => Words::UNDEF,
            _ => Words::UNKNOWN,
        }
    }
}

/// The byte of a string at an offset, as a string; undef: there is none.
unsafe fn byte(text: *const Value, offset: i64) -> Words {
    // SAFETY: the caller passes a live string; strings of one byte are never freed.
    unsafe {
        let text = (*text).as_bytes().unwrap_unchecked();
        let offset = if offset < 0 { offset.wrapping_add(text.len() as i64) } else { offset };
        let byte = usize::try_from(offset).ok().and_then(|at| text.get(at));
        byte.map_or(Words::UNDEF, |byte| {
            let byte = std::mem::ManuallyDrop::new(Value::string(PhpStr::byte(*byte)));
            Words::of(&raw const *byte)
        })
    }
}

/// [`element`] for any key.
///
/// # Safety
/// The words are live values.
pub unsafe extern "C-unwind" fn element_at(payload: u64, word: u64, key: u64, key_word: u64) -> Words {
    // SAFETY: as the caller promises; the tags say what they are.
    unsafe {
        if word as u8 == slot::ARRAY {
            if key_word as u8 == slot::STRING {
                let text = borrowed!(PhpStr, key);
                match borrowed!(PhpArray, payload).probe_str(text) {
                    Probe::Found(value) => return Words::of(slot::deref(value)),
                    // A string that does not begin like a number means none.
                    Probe::Missing if means_no_int(text) => return Words::UNDEF,
                    // Bytes that mean an int would have to be compared too.
                    Probe::Alike(found, value) => {
                        return element_alike(payload as *const ArrayHeader, key as *const StrHeader, found, value);
                    }
                    Probe::Missing | Probe::Unknown => {}
                }
                return element_by_any_text(payload as *const ArrayHeader, key as *const StrHeader);
            }
            if key_word as u8 == slot::INT {
                return element_at_int(payload, word, key as i64);
            }
        }
        if word as u8 == slot::OBJECT { Words::UNKNOWN } else { element_at_other(payload, word, key, key_word) }
    }
}

/// The element under a string that may mean an int, or must be compared.
#[inline(never)]
unsafe extern "C-unwind" fn element_by_any_text(array: *const ArrayHeader, key: *const StrHeader) -> Words {
    // SAFETY: as for `element_at`.
    unsafe { found(borrowed!(PhpArray, array).get_sym_str_here(borrowed!(PhpStr, key))) }
}

/// The element under a key of a value of any kind.
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn element_at_other(payload: u64, word: u64, key: u64, key_word: u64) -> Words {
    // SAFETY: as for `element_at`.
    unsafe {
        let (words, key) = (Words(payload, word), Words(key, key_word));
        let (base, key) = (slot::deref(words.value()), slot::deref(key.value()));
        match (slot::tag(base), slot::tag(key)) {
            (slot::ARRAY, slot::INT) => found((*base).as_array().unwrap_unchecked().get_int(slot::int(key))),
            (slot::ARRAY, slot::STRING) => found((*base).as_array().unwrap_unchecked().get_sym_str((*key).as_str().unwrap_unchecked())),
            (slot::STRING, slot::INT) => byte(base, slot::int(key)),
            (tag, slot::INT | slot::STRING) if tag < slot::STRING => Words::UNDEF,
            _ => Words::UNKNOWN,
        }
    }
}

/// The array in a place, or in the reference there, if nobody shares it.
#[inline(always)]
unsafe fn own<'a>(place: *mut Value) -> Option<&'a mut PhpArray> {
    // SAFETY: the caller passes a live place, and keeps the array while it looks at it.
    unsafe { (*slot::deref(place).cast_mut()).as_array_mut().filter(|array| array.refcount() == 1) }
}

/// The element that is there under a key in the array in a place, if nobody shares that; or null: there is none, or it takes more to say.
///
/// # Safety
/// All are live values.
pub unsafe extern "C-unwind" fn own_element(place: *mut Value, key: u64, key_word: u64) -> *mut Value {
    // SAFETY: as the caller promises; the tag says what the key is. The array has one owner, which is the place, so its elements may be written.
    unsafe {
        let Some(array) = own(place) else { return own_element_of_shared(place, key, key_word) };
        let found = match key_word as u8 {
            slot::INT => array.probe_int(key as i64),
            slot::STRING => array.probe_str(borrowed!(PhpStr, key)),
            _ => return std::ptr::null_mut(),
        };
        match found {
            Probe::Found(value) => std::ptr::from_ref(value).cast_mut(),
            Probe::Alike(found, value) => own_element_alike(place, key, found, value),
            Probe::Missing | Probe::Unknown => own_element_elsewhere(place, key, key_word),
        }
    }
}

/// The same where others own the array too: it is copied first.
#[inline(never)]
unsafe extern "C-unwind" fn own_element_of_shared(place: *mut Value, key: u64, key_word: u64) -> *mut Value {
    // SAFETY: as for `own_element`.
    unsafe {
        let is_key = matches!(key_word as u8, slot::INT | slot::STRING);
        if is_key && separate(place, 0, 0) { own_element_elsewhere(place, key, key_word) } else { std::ptr::null_mut() }
    }
}

/// Gives the place a copy of its own of an array that others own too, unless a value to be written there is that very array; false: nothing was done.
unsafe fn separate(place: *mut Value, value: u64, word: u64) -> bool {
    // SAFETY: the caller passes a live place and the words of a live value.
    unsafe {
        let place = slot::deref(place).cast_mut();
        let Some(array) = (*place).as_array() else { return false };
        array.refcount() != 1 && !is_itself(array, value, word) && !own_array(place).is_null()
    }
}

/// The same where a string with the same hash was found, which mostly has the same bytes.
#[inline(never)]
unsafe extern "C-unwind" fn own_element_alike(place: *mut Value, key: u64, found: &PhpStr, value: &Value) -> *mut Value {
    // SAFETY: as for `own_element`.
    unsafe {
        if borrowed!(PhpStr, key).has_bytes_of(found) {
            return std::ptr::from_ref(value).cast_mut();
        }
        own_element_elsewhere(place, key, u64::from(slot::STRING))
    }
}

/// The same of one that was not found by address.
#[inline(never)]
unsafe extern "C-unwind" fn own_element_elsewhere(place: *mut Value, key: u64, key_word: u64) -> *mut Value {
    // SAFETY: as for `own_element`.
    unsafe {
        let Some(array) = own(place) else { return std::ptr::null_mut() };
        let found = match key_word as u8 {
            slot::STRING => array.get_sym_str_here(borrowed!(PhpStr, key)),
            _ => array.get_int(key as i64),
        };
        found.map_or(std::ptr::null_mut(), |value| std::ptr::from_ref(value).cast_mut())
    }
}

/// `place[key] = value` in an array that nobody shares, of a value that is no reference: 1, or 0: nothing was done, the interpreter has to.
///
/// # Safety
/// All are live values; a value that moves is not looked at again.
pub unsafe extern "C-unwind" fn set_element(place: *mut Value, key: u64, key_word: u64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `own_element`. What is new is appended before anything else is done with the array.
    unsafe {
        if key_word as u8 != slot::STRING {
            return if key_word as u8 == slot::INT { set_element_at_int(place, key as i64, value, word, moves) } else { 0 };
        }
        let Some(array) = own(place).filter(|array| !is_itself(array, value, word)) else {
            return set_in_shared(place, key, key_word, value, word, moves);
        };
        let text = borrowed!(PhpStr, key);
        match array.own_str(text) {
            Lookup::Found(element) => replace(element, value, word, moves),
            Lookup::SameHash(element) => set_of_same_hash(place, element, key, value, word, moves),
            Lookup::New if means_no_int(text) => append_str(array, key, value, word, moves),
            Lookup::New | Lookup::Unhashed => set_by_bytes(place, key, value, word, moves),
            Lookup::Other => set_new(place, key, key_word, value, word, moves),
        }
    }
}

/// The same for an int.
///
/// # Safety
/// As for it.
pub unsafe extern "C-unwind" fn set_element_at_int(place: *mut Value, key: i64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `set_element`.
    unsafe {
        let Some(array) = own(place).filter(|array| !is_itself(array, value, word)) else {
            return set_elsewhere(place, key, value, word, moves);
        };
        match array.own_int(key) {
            Lookup::Found(element) => replace(element, value, word, moves),
            Lookup::New => append_int(array, key, value, word, moves),
            _ => match next_element(array, key) {
                Some(element) => write(element, Words(value, word), moves),
                None => set_new(place, key as u64, u64::from(slot::INT), value, word, moves),
            },
        }
    }
}

/// The same where others own the array too: it is copied first.
#[inline(never)]
unsafe extern "C-unwind" fn set_in_shared(place: *mut Value, key: u64, key_word: u64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `set_element`.
    unsafe { if separate(place, value, word) { set_new(place, key, key_word, value, word, moves) } else { 0 } }
}

/// The same where the place has no array that nobody shares: that is copied first, or a byte of a string that nobody shares is set to a string of one byte.
#[inline(never)]
unsafe extern "C-unwind" fn set_elsewhere(place: *mut Value, offset: i64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `set_element`; the tag says that the value is a string.
    unsafe {
        if separate(place, value, word) {
            return set_new(place, offset as u64, u64::from(slot::INT), value, word, moves);
        }
        let counted = word & u64::from(REFCOUNTED) << 8 != 0;
        if word as u8 != slot::STRING || counted && moves != 0 {
            return 0;
        }
        let Some(text) = (*slot::deref(place).cast_mut()).as_str_mut().filter(|text| text.refcount() == 1) else { return 0 };
        let &[byte] = borrowed!(PhpStr, value).as_bytes() else { return 0 };
        let Some(written) = usize::try_from(offset).ok().and_then(|at| text.as_mut_bytes().get_mut(at)) else { return 0 };
        *written = byte;
        1
    }
}

/// The element behind the last one of a packed array that nobody shares, made if it has this key and there is space. It is written next.
#[inline(always)]
unsafe fn next_element(array: &mut PhpArray, key: i64) -> Option<*mut Value> {
    // SAFETY: the handle owns a live header.
    let is_next = unsafe { i64::from((*array.header_ptr()).used) == key };
    if is_next { array.packed_append_slot().map(|element| &raw mut *element) } else { None }
}

/// The same for a string that may mean an int, or whose hash was not computed yet.
#[inline(never)]
unsafe extern "C-unwind" fn set_by_bytes(place: *mut Value, key: u64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `set_element`.
    unsafe {
        let text = borrowed!(PhpStr, key);
        if let Some(index) = loxo_value::numeric_key(text.as_bytes()) {
            return set_element_at_int(place, index, value, word, moves);
        }
        text.hash();
        let Some(array) = own(place) else { return 0 };
        match array.own_str(text) {
            Lookup::Found(element) => replace(element, value, word, moves),
            Lookup::SameHash(element) => set_of_same_hash(place, element, key, value, word, moves),
            Lookup::New => append_str(array, key, value, word, moves),
            Lookup::Unhashed | Lookup::Other => set_new(place, key, u64::from(slot::STRING), value, word, moves),
        }
    }
}

/// Bytes that do not begin like a number mean none.
#[inline(always)]
fn means_no_int(text: &PhpStr) -> bool {
    text.as_bytes().first().is_none_or(|first| *first > b'9')
}

#[inline(never)]
unsafe extern "C-unwind" fn append_int(array: &mut PhpArray, key: i64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: the caller has just looked for the key.
    unsafe {
        if !array.has_space() {
            return append_int_to_full(array, key, value, word, moves);
        }
        write(array.append_int(key), Words(value, word), moves)
    }
}

#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn append_int_to_full(array: &mut PhpArray, key: i64, value: u64, word: u64, moves: u64) -> u64 {
    array.make_space();
    // SAFETY: as for `append_int`.
    unsafe { append_int(array, key, value, word, moves) }
}

#[inline(never)]
unsafe extern "C-unwind" fn append_str(array: &mut PhpArray, key: u64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: the caller has just looked for the key.
    unsafe {
        if !array.has_space() {
            return append_str_to_full(array, key, value, word, moves);
        }
        write(array.append_str(borrowed!(PhpStr, key)), Words(value, word), moves)
    }
}

#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn append_str_to_full(array: &mut PhpArray, key: u64, value: u64, word: u64, moves: u64) -> u64 {
    array.make_space();
    // SAFETY: as for `append_str`.
    unsafe { append_str(array, key, value, word, moves) }
}

/// The same where a string with the same hash was found, which mostly has the same bytes.
#[inline(never)]
unsafe extern "C-unwind" fn set_of_same_hash(place: *mut Value, element: *mut Value, key: u64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `set_element`.
    unsafe {
        if borrowed!(PhpStr, key).has_bytes_of(PhpArray::key_beside(element)) {
            return replace(element, value, word, moves);
        }
        set_new(place, key, u64::from(slot::STRING), value, word, moves)
    }
}

/// Writes to an element, unless more would be dropped than a count.
#[inline(always)]
unsafe fn replace(element: *mut Value, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: the caller passes a live element of an array that has one owner.
    unsafe { if slot::give_up(element) { write(element, Words(value, word), moves) } else { 0 } }
}

/// A value is the very array that it is to be written to: it has to be counted before that is looked at.
#[inline(always)]
fn is_itself(array: &PhpArray, value: u64, word: u64) -> bool {
    word as u8 == slot::ARRAY && value == array.header_ptr() as u64
}

#[inline(always)]
unsafe fn write(place: *mut Value, value: Words, moves: u64) -> u64 {
    // SAFETY: the place owns nothing.
    unsafe {
        slot::copy_bits(place, value.value());
        if moves == 0 {
            slot::count_up(place);
        }
    }
    1
}

/// The same of an element that was not found by address.
#[inline(never)]
unsafe extern "C-unwind" fn set_new(place: *mut Value, key: u64, key_word: u64, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `set_element`; an element that is made owns nothing.
    unsafe {
        let Some(array) = own(place).filter(|array| !is_itself(array, value, word)) else { return 0 };
        let element: *mut Value = if key_word as u8 == slot::INT {
            array.entry_int(key as i64)
        } else {
            let text = borrowed!(PhpStr, key);
            match loxo_value::numeric_key(text.as_bytes()) {
                Some(index) => array.entry_int(index),
                None => array.entry_str(text),
            }
        };
        if slot::give_up(element) { write(element, Words(value, word), moves) } else { 0 }
    }
}

/// `place[] = value` in an array that nobody shares, as [`set_element`] does it.
///
/// # Safety
/// As for it.
pub unsafe extern "C-unwind" fn append_element(place: *mut Value, value: u64, word: u64, moves: u64) -> u64 {
    // SAFETY: as for `set_element`; a new element owns nothing.
    unsafe {
        if own(place).is_none() && !separate(place, value, word) {
            return 0;
        }
        let Some(array) = own(place).filter(|array| !is_itself(array, value, word)) else { return 0 };
        let Some(element) = array.push_slot() else { return 0 };
        write(element, Words(value, word), moves)
    }
}

/// `unset(place[key])` of an array that nobody shares: 1, or 0: nothing was done, the interpreter has to. What goes may have destructors that are pending then.
///
/// # Safety
/// All are live values.
pub unsafe extern "C-unwind" fn remove_element(place: *mut Value, key: u64, key_word: u64) -> u64 {
    // SAFETY: as for `own_element`.
    unsafe {
        let Some(array) = own(place) else { return 0 };
        let removed = match key_word as u8 {
            slot::INT => array.remove_int(key as i64),
            slot::STRING => {
                let text = borrowed!(PhpStr, key);
                match loxo_value::numeric_key(text.as_bytes()) {
                    Some(index) => array.remove_int(index),
                    None => array.remove_str(text),
                }
            }
            _ => return 0,
        };
        drop(removed);
        1
    }
}

/// Makes what is in a place a reference, if it is none, and binds a variable to it: 1, or 0: nothing was done, because more would be dropped than a count.
///
/// # Safety
/// Both are live, and the place stays so where the variable lets go of a reference that others hold too.
pub unsafe extern "C-unwind" fn bind_element(place: *mut Value, var: *mut Value) -> u64 {
    // SAFETY: as the caller promises.
    unsafe {
        // A hole is no element: the array would not know that it has one more.
        if slot::tag(place) == slot::UNDEF || slot::counted(var) && !slot::count_down_outside_handlers(var) {
            return 0;
        }
        if slot::tag(place) == slot::REFERENCE {
            slot::copy(var, place);
        } else {
            var.write(Value::reference((*place).make_ref()));
        }
        1
    }
}

/// `place op= by` of two numbers: 1, or 0: nothing was done.
///
/// # Safety
/// Both are live values, the operator is one of [`loxo_bytecode::BinaryOp`].
pub unsafe extern "C-unwind" fn change_at(place: *mut Value, by: u64, word: u64, operator: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { u64::from(number_op(operator as u32, place, Words(by, word).value(), |_| true)) }
}

/// Gives the array in a place a copy of its own if others own it too; gives its address. Null: nothing was done, because the memory might not suffice, or
/// the array is long: the interpreter has to, which can report that.
///
/// # Safety
/// The place is one of an array of this thread.
pub unsafe extern "C" fn own_array(place: *mut Value) -> *const ArrayHeader {
    /// What is copied is no larger, in bytes.
    const MOST: usize = 1 << 19;
    /// By so much the heap may grow for one copy.
    const GROWS: usize = 1 << 23;
    // SAFETY: as the caller promises.
    unsafe {
        let Some(array) = (*place).as_array_mut() else { return std::ptr::null() };
        let header = place.cast::<*const ArrayHeader>().read();
        let small = (*header).cap as usize <= MOST / size_of::<Bucket>();
        if !small || heap::memory_usage(true).saturating_add(GROWS) > heap::limit() {
            return std::ptr::null();
        }
        // The system may have no memory either.
        catch_unwind(AssertUnwindSafe(|| array.make_mut().cast_const())).unwrap_or(std::ptr::null())
    }
}

/// Assigns a value to a place that is no reference. What that held may be freed, so destructors may be pending.
///
/// # Safety
/// Both are live values, the second is no reference and not undefined.
pub unsafe extern "C" fn assign(place: *mut Value, value: *const Value) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { overwrite(place, value, false) };
    0
}
