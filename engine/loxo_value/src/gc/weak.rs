//! Weak maps in a collection: a map holds the value of an entry only as long as the entry's key is alive, too.
//!
//! So the value loses the entry's count when the map or the key turns grey, and gets it back when both turned out to be alive (or when
//! either is garbage, which then takes the entry along). [`Entries`] knows which counts are taken.

use crate::object::{ObjHeader, native_of, object_flags};
use crate::rc::{self, KIND_OBJECT, RcHeader};
use crate::{COLLECTABLE, Value, store};
use std::collections::HashMap;

/// Values of entries whose counts are taken away, by their maps and keys.
#[derive(Default)]
pub(super) struct Entries(HashMap<(*mut RcHeader, *mut RcHeader), *mut RcHeader>);

/// An entry as seen from its map or its key.
pub(super) struct Entry {
    pair: (*mut RcHeader, *mut RcHeader),
    /// The other end: the map of a key, the key of a map.
    pub other: *mut RcHeader,
    pub value: *mut RcHeader,
}

impl Entries {
    /// The count is to be taken, once.
    pub fn take(&mut self, entry: &Entry) -> bool {
        self.0.insert(entry.pair, entry.value).is_none()
    }

    /// The count was taken, and is to be given back.
    pub fn give_back(&mut self, entry: &Entry) -> bool {
        self.0.remove(&entry.pair).is_some()
    }

    /// The value of any entry whose count is to be given back.
    pub fn give_any_back(&mut self) -> Option<*mut RcHeader> {
        let pair = *self.0.keys().next()?;
        self.0.remove(&pair)
    }
}

/// Calls `visit` for the entries that `p` is the map or the key of, and whose values are counted containers.
pub(super) unsafe fn entries(p: *mut RcHeader, visit: &mut dyn FnMut(Entry)) {
    // SAFETY: the caller passes a live header; maps know their keys as long as these live, and keys their maps.
    unsafe {
        if rc::kind(p) != KIND_OBJECT {
            return;
        }
        let object: *mut ObjHeader = p.cast();
        if let Some(native) = native_of(object) {
            native.weak_entries(&mut |key, value| {
                if let (Some(value), Some(key)) = (container(value), store::live(key)) {
                    let key: *mut RcHeader = key.cast();
                    visit(Entry { pair: (p, key), other: key, value });
                }
            });
        }
        if (*object).flags & object_flags::HAS_WEAK == 0 {
            return;
        }
        store::weak_maps(object, &mut |map| {
            let Some(value) = native_of(map).and_then(|native| native.weak_value((*object).handle)).and_then(|value| container(value))
            else {
                return;
            };
            let map: *mut RcHeader = map.cast();
            visit(Entry { pair: (map, p), other: map, value });
        });
    }
}

/// What a value counts, if a collection may free it.
unsafe fn container(value: &Value) -> Option<*mut RcHeader> {
    if value.flags() & COLLECTABLE == 0 {
        return None;
    }
    // SAFETY: a collectable value owns a live header.
    unsafe {
        let p = value.header();
        ((*p).refcount & rc::IMMORTAL == 0).then_some(p)
    }
}
