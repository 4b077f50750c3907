//! Constant arrays: immortal, outside the request's heap, shared by threads.

use super::table::{bucket_at, slot_value};
use super::{ArrayHeader, FLAG_COUNTED_KEYS, FLAG_HASH, IMMORTAL, KIND_ARRAY, PhpArray};
use crate::intern::raw_block;
use crate::rc::RcHeader;
use crate::{PhpStr, Tag, Value};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

impl PhpArray {
    /// Freezes the array and all arrays in it; strings are interned. `None` if it holds objects, resources or references somewhere.
    ///
    /// The result is never freed.
    pub fn into_immortal(self) -> Option<PhpArray> {
        if self.is_immortal() {
            return Some(self);
        }
        if !all_constant(&self) {
            return None;
        }
        // Copies of outer arrays hold the inner originals until their turn comes.
        let top = immortal_copy(&self);
        let mut todo = vec![top];
        while let Some(h) = todo.pop() {
            // SAFETY: the copy is not published yet; its slots hold bitwise copies of values owned by `self`, which lives on.
            unsafe {
                for i in 0..(*h).used {
                    let slot = slot_value(h, i);
                    if let Some(inner) = (*slot).as_array()
                        && !inner.is_immortal()
                    {
                        let copy = immortal_copy(inner);
                        todo.push(copy);
                        std::ptr::write(slot, Value::array(PhpArray(NonNull::new_unchecked(copy))));
                    }
                }
            }
        }
        // SAFETY: the copy's header is not null, and immortal.
        Some(PhpArray(unsafe { NonNull::new_unchecked(top) }))
    }
}

fn all_constant(a: &PhpArray) -> bool {
    let mut todo = vec![a];
    while let Some(a) = todo.pop() {
        for v in a.values() {
            match v.tag() {
                // What is immortal holds nothing else.
                Tag::Array => todo.extend(v.as_array().filter(|inner| !inner.is_immortal())),
                Tag::Object | Tag::Resource | Tag::Reference => return false,
                _ => {}
            }
        }
    }
    true
}

fn interned(v: &Value) -> Value {
    match v.as_str() {
        Some(s) => Value::string(PhpStr::interned(s.as_bytes())),
        // SAFETY: not a string and not freed here: scalars, or an array that the caller replaces.
        None => unsafe { std::ptr::read(v) },
    }
}

/// A copy outside the heap, as small as it can be. Nested arrays in it are still the originals, not counted.
fn immortal_copy(a: &PhpArray) -> *mut ArrayHeader {
    let mut source = a.clone();
    if a.iter().len() != a.end_pos() as usize && !a.is_packed() {
        source = a.iter().fold(PhpArray::hash_with_capacity(a.len()), |mut all, (k, v)| {
            all.set_ref(k, v.clone());
            all
        });
    }
    let s = source.h();
    // SAFETY: the source is alive; the copy is written before anybody knows it.
    unsafe {
        let h = raw_block(size_of::<ArrayHeader>()) as *mut ArrayHeader;
        h.write(ArrayHeader {
            rc: RcHeader { refcount: IMMORTAL, info: KIND_ARRAY | crate::rc::NOT_COLLECTABLE },
            // Its keys are interned.
            flags: (*s).flags & !FLAG_COUNTED_KEYS,
            len: (*s).len,
            used: (*s).used,
            cap: (*s).used,
            next_free: (*a.h()).next_free,
            pos: 0,
            iters: 0,
            data: std::ptr::dangling_mut::<Value>().cast(),
            mask: 0,
            offset: 0,
        });
        if (*s).cap == 0 {
            return h;
        }
        if (*s).flags & FLAG_HASH == 0 {
            let block = raw_block((*s).used as usize * 16);
            for i in 0..(*s).used {
                (block as *mut Value).add(i as usize).write(interned(&*slot_value(s, i)));
            }
            (*h).data = block;
        } else {
            let slots = ((*s).mask as usize + 1) * 4;
            let block = raw_block(slots + (*s).cap as usize * 32);
            std::ptr::copy_nonoverlapping((*s).data.sub(slots), block, slots + (*s).used as usize * 32);
            (*h).data = block.add(slots);
            (*h).mask = (*s).mask;
            (*h).cap = (*s).cap;
            for i in 0..(*h).used {
                let b = bucket_at(h, i);
                std::ptr::write(&raw mut (*b).value, interned(&(*bucket_at(s, i)).value));
                if (*b).hash != 0 {
                    (*b).key.str = ManuallyDrop::new(PhpStr::interned((*b).key.str.as_bytes()));
                }
            }
        }
        h
    }
}
