//! Finding members through the tables of the request: properties, methods, static properties and constants of classes.

use loxo_runtime::object::{self, ConstantPlace, PropLookup};
use loxo_runtime::{Class, Func, Property, Type};
use loxo_value::Value;
use loxo_value::slot::name_key;

use crate::Vm;
use crate::access::lookup_cache::*;

impl Vm {
    /// The slot of `$object->name` for code of frame `fp`.
    ///
    /// # Safety
    /// `fp` is the running frame, `class` a linked class, `name` a live value.
    #[inline(always)]
    pub unsafe fn prop_slot(&mut self, fp: *mut Value, class: usize, name: *const Value) -> PropertySlot {
        // SAFETY: as the caller promises.
        unsafe {
            let scope = self.scope_of(fp);
            let Some(key) = name_key(name) else { return declared_slot(&*(class as *const Class), &*name, scope) };
            match self.members.props.get(class, key, address(scope)) {
                Some(slot) => slot,
                None => self.find_prop_slot(&*(class as *const Class), &*name, scope),
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub fn find_prop_slot(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>) -> PropertySlot {
        let Some(text) = name.as_str() else { return PropertySlot::NONE };
        let slot = match object::lookup_prop(class, text.as_bytes(), scope) {
            PropLookup::Slot(property) => slot_of(class, property),
            PropLookup::Dynamic => PropertySlot::dynamic(class, text.as_bytes()),
            _ => PropertySlot::NONE,
        };
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.props.set(std::ptr::from_ref(class) as usize, key, address(scope), slot);
        }
        slot
    }

    /// The `get` hook that `$object->name` runs in this scope, outside of hooks.
    ///
    /// # Safety
    /// `name` is a live value.
    pub(crate) unsafe fn getter(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        let at = std::ptr::from_ref(class) as usize;
        if let Some(known) = self.members.getters.get(at, key, address(scope)) {
            return known;
        }
        let found = match object::lookup_prop(class, name.as_str()?.as_bytes(), scope) {
            PropLookup::Hooked(property) if class.object_handlers.read_property.is_none() => property.get,
            _ => None,
        };
        self.members.getters.set(at, key, address(scope), found);
        found
    }

    /// A method that was found before under this interned name.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(always)]
    pub unsafe fn get_method(&mut self, class: usize, name: *const Value, scope: Option<&'static Class>) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.members.methods.get(class, key, address(scope)).flatten()
    }

    /// Remembers a method. It must be what the name means for all objects of the class in this scope.
    pub(crate) fn insert_method(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>, func: &'static Func) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.methods.set(std::ptr::from_ref(class) as usize, key, address(scope), Some(func));
        }
    }

    /// The `__call()` (`__callStatic()` without an object) that was found to answer for a method before.
    ///
    /// # Safety
    /// `name` is a live value.
    pub(crate) unsafe fn get_magic(
        &mut self,
        class: &'static Class,
        name: &Value,
        scope: Option<&'static Class>,
        has_object: bool,
    ) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.magics(has_object).get(std::ptr::from_ref(class) as usize, key, address(scope)).flatten()
    }

    /// Remembers that a method is answered by this one in the scope.
    pub(crate) fn insert_magic(
        &mut self,
        class: &'static Class,
        name: &Value,
        scope: Option<&'static Class>,
        has_object: bool,
        func: &'static Func,
    ) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.magics(has_object).set(std::ptr::from_ref(class) as usize, key, address(scope), Some(func));
        }
    }

    fn magics(&mut self, has_object: bool) -> &mut Table<Option<&'static Func>> {
        if has_object { &mut self.members.magic_methods } else { &mut self.members.magic_statics }
    }

    /// The function that a string was found to name before in this request.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(always)]
    pub(crate) unsafe fn get_function(&mut self, name: *const Value) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.members.functions.get(self.request_key, key, 0).flatten()
    }

    /// Remembers which function a string names.
    pub(crate) fn insert_function(&mut self, name: &Value, func: &'static Func) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.functions.set(self.request_key, key, 0, Some(func));
        }
    }

    /// The static method that a callable `[class name, method name]` was found to mean before in this request, for code of the same class.
    ///
    /// # Safety
    /// The names are live values.
    pub(crate) unsafe fn get_class_callable(&mut self, class: *const Value, method: *const Value) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let (class, method) = unsafe { (name_key(class)?, name_key(method)?) };
        let scope = self.request_key + address(self.scope());
        self.members.functions.get(scope, class, method).flatten()
    }

    /// Remembers what a callable `[class name, method name]` means to the running code.
    pub(crate) fn insert_class_callable(&mut self, class: &Value, method: &Value, func: &'static Func) {
        // SAFETY: live values.
        if let (Some(class), Some(method)) = unsafe { (name_key(class), name_key(method)) } {
            let scope = self.request_key + address(self.scope());
            self.members.functions.set(scope, class, method, Some(func));
        }
    }

    /// What `class::name()` was found to call before.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(always)]
    pub(crate) unsafe fn get_static_method(
        &mut self,
        class: &'static Class,
        name: *const Value,
        scope: Option<&'static Class>,
    ) -> Option<&'static Func> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        self.members.static_methods.get(self.static_method_key(class), key, address(scope)).flatten()
    }

    /// Remembers what `class::name()` calls: a static method, or an instance method of the scope's ancestors.
    pub(crate) fn insert_static_method(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>, func: &'static Func) {
        // SAFETY: a live value.
        if let Some(key) = unsafe { name_key(name) } {
            self.members.static_methods.set(self.static_method_key(class), key, address(scope), Some(func));
        }
    }

    /// A call on a trait itself is reported in each request.
    #[inline(always)]
    fn static_method_key(&self, class: &'static Class) -> usize {
        if class.is_trait() { self.class_in_request(class) } else { std::ptr::from_ref(class) as usize }
    }

    /// Where `class::$name` is, if it was found before and the class is ready in this request.
    ///
    /// # Safety
    /// `fp` is the running frame, `name` a live value.
    #[inline(always)]
    pub(crate) unsafe fn static_slot(&mut self, fp: *mut Value, class: &'static Class, name: *const Value) -> Option<StaticSlot> {
        // SAFETY: as the caller promises.
        unsafe {
            let key = name_key(name)?;
            let scope = address(self.scope_of(fp));
            let property = self.members.statics.get(std::ptr::from_ref(class) as usize, key, scope)??;
            let place = object::ready_static(&mut self.cx, class, property)?;
            Some(StaticSlot { place, property: Some(property) })
        }
    }

    /// Remembers a static property that this scope may use.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn insert_static(&mut self, fp: *mut Value, class: &'static Class, name: &Value, property: &'static Property) {
        // SAFETY: as the caller promises.
        unsafe {
            // Using a trait's own property is reported each time.
            if let (Some(key), false) = (name_key(name), class.is_trait()) {
                let scope = address(self.scope_of(fp));
                self.members.statics.set(std::ptr::from_ref(class) as usize, key, scope, Some(property));
            }
        }
    }

    /// The value of a class constant that was read before, and whether it is the same in all requests.
    ///
    /// # Safety
    /// `name` is a live value.
    #[inline(never)]
    pub(crate) unsafe fn get_constant(
        &mut self,
        class: &'static Class,
        name: *const Value,
        scope: Option<&'static Class>,
    ) -> Option<(*const Value, bool)> {
        // SAFETY: as the caller promises.
        let key = unsafe { name_key(name)? };
        let scope = address(scope);
        if let Some(value) = self.members.constants.get(std::ptr::from_ref(class) as usize, key, scope) {
            return Some((value as *const Value, true));
        }
        let value = self.members.constants.get(self.class_in_request(class), key, scope)?;
        Some((value as *const Value, false))
    }

    /// Remembers a class constant that was just read, unless its use is reported each time.
    pub(crate) fn insert_constant(&mut self, class: &'static Class, name: &Value, scope: Option<&'static Class>) {
        // SAFETY: a live value.
        let (Some(key), Some(text)) = (unsafe { name_key(name) }, name.as_str()) else { return };
        match object::silent_constant(&self.cx, class, text.as_bytes()) {
            Some(ConstantPlace::Shared(value)) => {
                self.members.constants.set(std::ptr::from_ref(class) as usize, key, address(scope), std::ptr::from_ref(value) as usize);
            }
            Some(ConstantPlace::Request(value)) => {
                let value = std::ptr::from_ref(value) as usize;
                self.members.constants.set(self.class_in_request(class), key, address(scope), value);
            }
            None => {}
        }
    }
}

impl Vm {
    /// An inline cache holds from now on what was found for a class. What it held for another one can still be found.
    ///
    /// # Safety
    /// The number is that of a cache, and not 0.
    #[inline(always)]
    pub(crate) unsafe fn fill_inline(&mut self, cache: u32, class: usize, value: usize) {
        // SAFETY: as the caller promises.
        let old = unsafe { self.caches.add(cache as usize).replace(InlineCache { key: class, value }) };
        if old.key != 0 && old.key != class {
            self.members.polymorphic.set(old.key, cache as usize, 0, old.value);
            self.members.polymorphic.set(class, cache as usize, 0, value);
        }
    }

    /// What an inline cache held for a class, as far as that is known still; 0: it is not.
    #[inline(always)]
    pub fn seen_inline(&mut self, cache: u32, class: usize) -> usize {
        self.members.polymorphic.get(class, cache as usize, 0).unwrap_or(0)
    }

    /// The property that an inline cache has for a class was found to take objects of another one, as far as that is known still.
    #[inline(always)]
    pub fn is_known_to_hold(&mut self, cache: u32, class: usize, held: usize) -> bool {
        self.members.polymorphic.get(held, cache as usize + 1, class).is_some()
    }

    /// The same is known from now on, and in the cache behind that one.
    ///
    /// # Safety
    /// The number is that of a cache of a write, and not 0.
    pub(crate) unsafe fn note_held(&mut self, cache: u32, class: usize, held: usize) {
        // SAFETY: as the caller promises, there is a cache behind it.
        unsafe { *self.caches.add(cache as usize + 1) = InlineCache { key: held, value: class } };
        self.members.polymorphic.set(held, cache as usize + 1, class, 1);
    }

    /// What an inline cache holds for each class that it has seen, as far as that is known still: addresses, the last one first.
    ///
    /// # Safety
    /// The number is that of a cache, and not 0.
    pub unsafe fn all_seen_inline(&self, cache: u32) -> Vec<(usize, usize)> {
        // SAFETY: as the caller promises.
        let last = unsafe { *self.caches.add(cache as usize) };
        let is_class = |class: usize| (1..FIRST_REQUEST).contains(&class) && class.is_multiple_of(align_of::<Class>());
        let others = self.members.polymorphic.named(cache as usize).filter(|(class, _)| *class != last.key);
        std::iter::once((last.key, last.value)).chain(others).filter(|(class, _)| is_class(*class)).collect()
    }

    /// The type was found to take objects of the class in this request, as far as that is known still.
    #[inline(always)]
    pub fn is_known_to_take(&mut self, ty: &Type, class: usize) -> bool {
        self.members.polymorphic.get(class + self.request_key, std::ptr::from_ref(ty) as usize, 0).is_some()
    }

    /// The classes that a type was found to take in this request, as far as that is known still.
    pub fn all_known_to_be_taken(&self, ty: &Type) -> Vec<&'static Class> {
        let keys = self.members.polymorphic.named(std::ptr::from_ref(ty) as usize).map(|(key, _)| key.wrapping_sub(self.request_key));
        // SAFETY: a key of this request is the address of a class with the request's number; classes are never freed.
        keys.filter(|class| (1..FIRST_REQUEST).contains(class)).map(|class| unsafe { &*(class as *const Class) }).collect()
    }

    pub(crate) fn note_taken(&mut self, ty: &Type, class: usize) {
        self.members.polymorphic.set(class + self.request_key, std::ptr::from_ref(ty) as usize, 0, 1);
    }

    /// Leaves the tables to the thread's next request.
    pub(crate) fn leave_caches(&mut self) {
        let inline = std::mem::take(&mut self.cache_table);
        self.caches = std::ptr::null_mut();
        let members = std::mem::take(&mut self.members);
        leave(Kept { inline, members, request_key: self.request_key, generation: self.globals.generation() });
    }

    /// The key of what holds for a class in this request.
    #[inline(always)]
    pub(crate) fn class_in_request(&self, class: &Class) -> usize {
        std::ptr::from_ref(class) as usize + self.request_key
    }
}

/// Where a declared property is, unless the class answers for its properties itself.
fn slot_of(class: &'static Class, property: &'static Property) -> PropertySlot {
    let plain = class.object_handlers.read_property.is_none() && class.object_handlers.write_property.is_none();
    if plain { PropertySlot::of(property) } else { PropertySlot::NONE }
}

/// The same by a name that nothing is remembered of, since it was made at run time: a column of a database's table, for example.
#[inline(never)]
fn declared_slot(class: &'static Class, name: &Value, scope: Option<&'static Class>) -> PropertySlot {
    match name.as_str().map(|text| object::lookup_prop(class, text.as_bytes(), scope)) {
        Some(PropLookup::Slot(property)) => slot_of(class, property),
        Some(PropLookup::Dynamic) => PropertySlot::dynamic(class, name.as_str().map_or(b"", |text| text.as_bytes())),
        _ => PropertySlot::NONE,
    }
}
