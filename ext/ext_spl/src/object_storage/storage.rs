//! The elements of a `SplObjectStorage` and the position of its own iteration.

use loxo_runtime::Func;

use crate::prelude::*;

pub(super) struct Storage {
    objects: PhpArray,
    /// What is known about them, where that is not null.
    infos: PhpArray,
    position: u32,
    index: i64,
    hash: Option<&'static Func>,
}

impl Storage {
    pub(super) fn new(hash: Option<&'static Func>) -> Storage {
        // Numbers of objects are no list.
        Storage { objects: PhpArray::hash_with_capacity(8), infos: PhpArray::hash_with_capacity(0), position: 0, index: 0, hash }
    }

    pub(super) fn copy(&self) -> Storage {
        Storage { objects: self.objects.clone(), infos: self.infos.clone(), position: 0, index: 0, hash: self.hash }
    }

    pub(super) fn objects(&self) -> &PhpArray {
        &self.objects
    }

    pub(super) fn infos(&self) -> &PhpArray {
        &self.infos
    }

    /// `getHash()` of a child class.
    pub(super) fn hash(&self) -> Option<&'static Func> {
        self.hash
    }

    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    /// The old information is to be dropped by the caller.
    pub(super) fn set(&mut self, key: &Key, object: &PhpObject, info: Value) -> Option<Value> {
        let place = self.objects.entry(key);
        if !place.is_object() {
            *place = Value::object(object.clone());
        }
        self.set_info(key, info)
    }

    /// The same where the key is the object's number.
    pub(super) fn set_numbered(&mut self, object: &PhpObject, info: Value) -> Option<Value> {
        let number = i64::from(object.handle());
        let place = self.objects.entry_int(number);
        if !place.is_object() {
            *place = Value::object(object.clone());
        }
        if info.is_null() && self.infos.is_empty() { None } else { self.set_info(&Key::Int(number), info) }
    }

    fn set_info(&mut self, key: &Key, info: Value) -> Option<Value> {
        if info.is_null() {
            return if self.infos.is_empty() { None } else { self.infos.remove(key) };
        }
        Some(std::mem::replace(self.infos.entry(key), info))
    }

    /// What was there, to be dropped by the caller.
    pub(super) fn remove(&mut self, key: &Key) -> Option<(Value, Option<Value>)> {
        let object = self.objects.remove(key)?;
        let info = if self.infos.is_empty() { None } else { self.infos.remove(key) };
        Some((object, info))
    }

    pub(super) fn info(&self, key: KeyRef<'_>) -> Value {
        if self.infos.is_empty() { Value::NULL } else { self.infos.get_ref(key).cloned().unwrap_or(Value::NULL) }
    }

    /// What is known about an object that is here.
    pub(super) fn get(&self, key: &Key) -> Option<Value> {
        self.objects.contains(key).then(|| self.info(key.as_ref()))
    }

    pub(super) fn entries(&self) -> Vec<(PhpObject, Value)> {
        let entries = self.objects.iter().filter_map(|(key, object)| Some((object.as_object()?.clone(), self.info(key))));
        entries.collect()
    }

    /// What is known, by the objects' keys: what two storages are compared by.
    pub(super) fn known(&self) -> PhpArray {
        let mut known = PhpArray::new();
        for key in self.objects.keys() {
            known.set_ref(key, self.info(key));
        }
        known
    }

    pub(super) fn rewind(&mut self) {
        self.position = self.objects.first_pos();
        self.index = 0;
    }

    pub(super) fn index(&self) -> i64 {
        self.index
    }

    pub(super) fn current(&self) -> Option<(Value, Value)> {
        let position = self.objects.valid_pos(self.position);
        let (key, object) = self.objects.entry_at(position)?;
        Some((object.clone(), self.info(key)))
    }

    /// The old information is to be dropped by the caller.
    pub(super) fn set_current(&mut self, info: Value) -> Option<Value> {
        let position = self.objects.valid_pos(self.position);
        let key = self.objects.entry_at(position)?.0.to_key();
        self.set_info(&key, info)
    }

    pub(super) fn advance(&mut self) {
        let position = self.objects.valid_pos(self.position);
        if self.objects.entry_at(position).is_some() {
            self.position = self.objects.next_pos(position);
            self.index += 1;
        }
    }

    /// Goes to the element of that number; `false`: there is none.
    pub(super) fn seek(&mut self, number: usize) -> bool {
        if number >= self.len() {
            return false;
        }
        self.rewind();
        while self.index < number as i64 {
            self.advance();
        }
        true
    }
}
