//! Moving the lvalue register to properties and static properties.

use loxo_bytecode::flag;
use loxo_runtime::object::{self, Fetch, Place};
use loxo_runtime::{Class, Cx, PhpResult, convert, operators};
use loxo_value::{PhpObject, PhpStr, Value};

use crate::Vm;
use crate::access::lookup_cache::{StaticSlot, is_found_by_class};
use crate::frame::slot;

/// One of `++$x`, `$x++`, `--$x`, `$x--`.
#[derive(Clone, Copy)]
pub struct Step {
    pub dec: bool,
    pub post: bool,
}

impl Step {
    pub fn of_flags(flags: u8) -> Step {
        Step { dec: flags & flag::DEC != 0, post: flags & flag::POST != 0 }
    }

    pub fn function(self) -> fn(&mut Cx, &mut Value) -> PhpResult<()> {
        if self.dec { operators::decrement } else { operators::increment }
    }
}

fn fetch_of(flags: u8) -> Fetch {
    match () {
        () if flags & flag::RW != 0 => Fetch::ReadWrite,
        () if flags & flag::UNSET != 0 => Fetch::Unset,
        () => Fetch::Write,
    }
}

impl Vm {
    /// The object that a nested write through a property begins at: the value of a slot, moved out of it if it is a temporary.
    ///
    /// # Safety
    /// `place` is a slot of the running frame `fp`.
    pub(crate) unsafe fn container_object(&mut self, fp: *mut Value, place: *mut Value, consume: bool, flags: u8) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            if slot::tag(place) == slot::UNDEF && flags & (flag::RW | flag::UNSET) == 0 {
                return Ok(Value::NULL);
            }
            Ok(self.operand(fp, place, consume))
        }
    }

    /// Moves `lv` to a property.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn move_to_property(&mut self, fp: *mut Value, target: &Value, name: &PhpStr, flags: u8) -> PhpResult<()> {
        self.lv.property = None;
        self.lv.forget_owner();
        let Some(object) = target.as_object() else {
            if flags & flag::UNSET != 0 {
                self.lv.place = std::ptr::null_mut();
                return Ok(());
            }
            let kind = convert::value_name(target);
            return Err(self
                .cx
                .throw_error([b"Attempt to modify property \"".as_slice(), name.as_bytes(), b"\" on ", kind.as_bytes()].concat()));
        };
        // SAFETY: as the caller promises.
        let access = unsafe { self.access(fp) };
        let place = object::prop_place(&mut self.cx, object, name, &access, fetch_of(flags))?;
        self.lv_at(place);
        Ok(())
    }

    /// Points `lv` at a place that the object handlers found.
    fn lv_at(&mut self, place: Place) {
        match place {
            Place::Slot(object, property) => {
                self.lv.point_into(object.header_ptr().cast(), object.slots_ptr().wrapping_add(property.slot as usize));
                self.lv.property = Some(property).filter(|p| p.ty.is_some());
                self.keep_lv_object(&object);
            }
            Place::Dynamic(object, name) => {
                let table = object.dynamic_mut();
                let element: *mut Value = table.entry_str(&name);
                self.lv.point_into(table.header_ptr().cast(), element);
                self.keep_lv_object(&object);
            }
            Place::Temp(value) => self.lv.point_to_scratch(value),
        }
    }

    /// An object that only the nested write holds must outlive the nested write.
    fn keep_lv_object(&mut self, object: &PhpObject) {
        // Two owners: the nested write itself and whoever passed it in.
        if object.refcount() <= 2 {
            self.lv.keep(object);
        }
    }

    /// `class::$name` by value.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn read_static(&mut self, fp: *mut Value, class: &'static Class, name: &PhpStr, quiet: bool) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        let access = unsafe { self.access(fp) };
        let fetch = if quiet { Fetch::Quiet } else { Fetch::Read };
        match object::find_static(&mut self.cx, class, name.as_bytes(), access.scope, fetch)? {
            Some(found) => {
                let place: *mut Value = found.value_mut(&mut self.cx);
                // SAFETY: the place was just found.
                unsafe {
                    self.insert_static(fp, class, &Value::string(name.clone()), found.property);
                    Ok((*place).clone_deref())
                }
            }
            None => Ok(Value::NULL),
        }
    }

    /// Moves `lv` to a static property.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn move_to_static_property(&mut self, fp: *mut Value, class: &'static Class, name: &PhpStr) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let access = unsafe { self.access(fp) };
        let found = object::static_place(&mut self.cx, class, name.as_bytes(), &access)?;
        let place: *mut Value = found.value_mut(&mut self.cx);
        let slot = StaticSlot { place, property: Some(found.property) };
        // SAFETY: as the caller promises.
        unsafe { self.insert_static(fp, class, &Value::string(name.clone()), found.property) };
        self.move_to_static(slot);
        Ok(())
    }

    /// Moves `lv` to a static property that was found.
    pub(crate) fn move_to_static(&mut self, slot: StaticSlot) {
        self.lv.place = slot.place;
        self.lv.forget_owner();
        self.lv.property = slot.property.filter(|p| p.ty.is_some());
    }

    /// Where `class::$name` is if that was found before; `operand` says how the class was written.
    ///
    /// # Safety
    /// `fp` is the running frame, `name` a live value.
    pub(crate) unsafe fn get_static(&mut self, fp: *mut Value, operand: u32, name: *const Value) -> Option<StaticSlot> {
        // SAFETY: as the caller promises.
        unsafe {
            let class = self.declared_class(fp, operand)?;
            self.static_slot(fp, class, name)
        }
    }

    /// Where `class::$name` is, through an inline cache.
    ///
    /// # Safety
    /// As for [`Vm::get_static`]; `cache` is the op's.
    #[inline(always)]
    pub(crate) unsafe fn cached_static(&mut self, fp: *mut Value, operand: u32, name: *const Value, cache: u32) -> Option<*mut Value> {
        // SAFETY: as the caller promises; a cache entry pairs a class with the place of a property in this request.
        unsafe {
            let class = self.declared_class(fp, operand)?;
            let entry = &*self.caches.add(cache as usize);
            if entry.key == self.class_in_request(class) {
                return Some(entry.value as *mut Value);
            }
            self.find_static(fp, (operand, class), name, cache)
        }
    }

    /// The same for writing a value of this tag; `None`: it cannot be written as it is. The upper 16 bits of the entry's value, which no
    /// address uses, are the tags that the property takes.
    ///
    /// # Safety
    /// As for [`Vm::cached_static`]; no other op uses the cache.
    #[inline(always)]
    pub(crate) unsafe fn cached_static_for(
        &mut self,
        fp: *mut Value,
        operand: u32,
        name: *const Value,
        cache: u32,
        tag: u8,
    ) -> Option<*mut Value> {
        // SAFETY: as the caller promises.
        let (place, accepted) = unsafe { self.cached_static_tags(fp, operand, name, cache)? };
        (accepted >> tag & 1 != 0).then_some(place)
    }

    /// The same with the tags of values that can be written as they are.
    ///
    /// # Safety
    /// As for [`Vm::cached_static_for`].
    #[inline(always)]
    pub(crate) unsafe fn cached_static_tags(
        &mut self,
        fp: *mut Value,
        operand: u32,
        name: *const Value,
        cache: u32,
    ) -> Option<(*mut Value, usize)> {
        // SAFETY: as the caller promises; a cache entry pairs a class with the place of a property in this request.
        unsafe {
            let class = self.declared_class(fp, operand)?;
            let entry = &*self.caches.add(cache as usize);
            let mut value = entry.value;
            if entry.key != self.class_in_request(class) {
                value = self.find_static_for(fp, (operand, class), name, cache)?;
            }
            let place = value & (usize::MAX >> 16);
            Some((place as *mut Value, value >> 48))
        }
    }

    #[inline(never)]
    unsafe fn find_static_for(
        &mut self,
        fp: *mut Value,
        (operand, class): (u32, &'static Class),
        name: *const Value,
        cache: u32,
    ) -> Option<usize> {
        // SAFETY: as for `cached_static_for`.
        unsafe {
            let found = self.static_slot(fp, class, name)?;
            let value = found.place as usize | (found.accepted() as usize) << 48;
            if cache != 0 && is_found_by_class(&*crate::frame::header(fp).func, operand) {
                *self.caches.add(cache as usize) = crate::access::lookup_cache::InlineCache { key: self.class_in_request(class), value };
            }
            Some(value)
        }
    }

    #[inline(never)]
    unsafe fn find_static(
        &mut self,
        fp: *mut Value,
        (operand, class): (u32, &'static Class),
        name: *const Value,
        cache: u32,
    ) -> Option<*mut Value> {
        // SAFETY: as for `cached_static`.
        unsafe {
            let found = self.static_slot(fp, class, name)?;
            if cache != 0 && is_found_by_class(&*crate::frame::header(fp).func, operand) {
                *self.caches.add(cache as usize) =
                    crate::access::lookup_cache::InlineCache { key: self.class_in_request(class), value: found.place as usize };
            }
            Some(found.place)
        }
    }

    /// `class::$name =& reference` (with `flag::REF` it is what a call gave, which may be none), with `lv` at the property.
    pub(crate) fn bind_static(&mut self, reference: Value, flags: u8) -> PhpResult<()> {
        if !reference.is_ref() && flags & flag::REF != 0 {
            let place = self.lv.place;
            // SAFETY: `lv` was just set; the notice comes when it is needed no more.
            unsafe { self.assign_lv(place, reference)? };
            return self.notice_no_reference();
        }
        match self.lv.property.take() {
            // SAFETY: `lv` was just set.
            Some(property) => unsafe {
                loxo_runtime::object::typed_refs::bind_property(&mut self.cx, &mut *self.lv.place, property, reference)
            },
            None => {
                // SAFETY: as above.
                unsafe { crate::access::references::bind(self.lv.place, reference) };
                Ok(())
            }
        }
    }

    /// `$object->name =& reference`
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn bind_property(
        &mut self,
        fp: *mut Value,
        target: &Value,
        name: &Value,
        reference: Value,
        flags: u8,
    ) -> PhpResult<()> {
        let name = convert::to_string(&mut self.cx, name)?;
        let hooked = match target.as_object() {
            // SAFETY: as the caller promises.
            Some(object) => unsafe { self.is_hooked(fp, object, &name) },
            None => false,
        };
        if !hooked {
            // SAFETY: as above.
            unsafe { self.move_to_property(fp, target, &name, flag::REF)? };
        }
        // What a magic method or hook gives is no place that a reference could be put in.
        if hooked || self.lv.is_scratch() {
            self.lv.end();
            if let Some(object) = target.as_object()
                && let handlers = &self.cx.class_of(object).object_handlers
                && handlers.elements_as_properties.is_some_and(|wanted| wanted(object))
                && let (Some(bind), true) = (handlers.bind_dim, reference.is_ref())
            {
                return bind(&mut self.cx, object, &Value::string(name), reference);
            }
            return Err(self.cx.throw_error("Cannot assign by reference to overloaded object"));
        }
        self.lv.hold_owner();
        let result = self.bind_static(reference, flags);
        self.lv.end();
        result
    }

    /// The property has hooks, and code of frame `fp` means them.
    ///
    /// # Safety
    /// `fp` is the running frame.
    unsafe fn is_hooked(&self, fp: *mut Value, object: &PhpObject, name: &PhpStr) -> bool {
        // SAFETY: as the caller promises.
        let access = unsafe { self.access(fp) };
        match object::lookup_prop(self.cx.class_of(object), name.as_bytes(), access.scope) {
            object::PropLookup::Hooked(property) => property.is_virtual() || !access.means_storage(object, property),
            _ => false,
        }
    }
}
