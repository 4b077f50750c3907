//! `ReflectionReference`: tells by an id whether two elements of arrays are the same reference.

use loxo_runtime::{ExtSlot, KeyRef};

use crate::prelude::*;
use crate::subject;

/// `ReflectionReference::__construct()`: private.
pub(crate) fn construct(cx: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Err(exception(cx, "Cannot directly instantiate ReflectionReference. Use ReflectionReference::fromArrayElement() instead"))
}

/// `ReflectionReference::fromArrayElement()`
pub(crate) fn from_array_element(cx: &mut Cx, array: &PhpArray, key: &Value) -> PhpResult<Option<PhpObject>> {
    let element = match (key.as_int(), key.as_str()) {
        (Some(index), _) => array.get_int(index),
        (None, Some(name)) => {
            array.iter().find(|(key, _)| matches!(key, KeyRef::Str(known) if known.as_bytes() == name.as_bytes())).map(|(_, v)| v)
        }
        (None, None) => None,
    };
    let Some(element) = element else { return Err(exception(cx, "Array key not found")) };
    let Some(reference) = element.as_ref().cloned() else { return Ok(None) };
    // A reference that nobody shares is as good as none. One count is ours.
    let own = reference.value().as_array().is_some_and(|inner| inner.ptr_eq(array));
    if reference.refcount() <= 2 && !own {
        return Ok(None);
    }
    subject::make(cx, "ReflectionReference", Subject::Reference(reference), &[]).map(Some)
}

/// Addresses are not for programs to see.
struct Secret([u64; 2]);

impl Default for Secret {
    fn default() -> Secret {
        use std::hash::{BuildHasher, Hasher};
        let random = || std::hash::RandomState::new().build_hasher().finish();
        Secret([random(), random()])
    }
}

impl ExtSlot for Secret {}

/// `ReflectionReference::getId()`
pub(crate) fn get_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let Subject::Reference(reference) = subject::subject(this) else {
        return Err(exception(cx, "Corrupted ReflectionReference object"));
    };
    let address = reference.header_ptr().addr() as u64;
    let Secret([a, b]) = *cx.ext::<Secret>();
    // A permutation of the address that cannot be undone without the secret, in as many bytes as PHP has.
    let mut id = Vec::with_capacity(20);
    let mut state = address ^ a;
    for _ in 0..3 {
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^= state >> 31;
        state ^= b;
        id.extend_from_slice(&state.to_le_bytes());
    }
    id.truncate(20);
    Ok(id)
}
