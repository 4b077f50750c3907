//! Walking to properties and static properties with the lvalue register.

use loxo_bytecode::flag;
use loxo_runtime::object::{self, Fetch, Place};
use loxo_runtime::{Class, Cx, PhpResult, convert, operators};
use loxo_value::{PhpObject, PhpStr, Value};

use crate::Vm;
use crate::raw;

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
    /// The object that a property walk begins at: the value of a slot, moved out of it if it is a temporary.
    ///
    /// # Safety
    /// `place` is a slot of the running frame `fp`.
    pub(crate) unsafe fn container_object(&mut self, fp: *mut Value, place: *mut Value, consume: bool, flags: u8) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            if raw::tag(place) == raw::UNDEF && flags & flag::UNSET != 0 {
                return Ok(Value::NULL);
            }
            Ok(self.operand(fp, place, consume))
        }
    }

    /// Moves `lv` to a property.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn walk_property(&mut self, fp: *mut Value, target: &Value, name: &PhpStr, flags: u8) -> PhpResult<()> {
        self.lv_property = None;
        let Some(object) = target.as_object() else {
            if flags & flag::UNSET != 0 {
                self.lv = std::ptr::null_mut();
                return Ok(());
            }
            let kind = crate::kind(target);
            let verb: &[u8] =
                if flags & flag::RW != 0 { b"Attempt to increment/decrement property \"" } else { b"Attempt to modify property \"" };
            return Err(self.cx.error([verb, name.as_bytes(), b"\" on ", kind.as_bytes()].concat()));
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
                self.lv = object.slots_ptr().wrapping_add(property.slot as usize);
                self.lv_property = Some(property).filter(|p| p.ty.is_some());
                self.keep_lv_object(&object);
            }
            Place::Dynamic(object, name) => {
                let element: *mut Value = object.dynamic_mut().entry_str(&name);
                self.lv = element;
                self.keep_lv_object(&object);
            }
            Place::Temp(value) => self.set_lv_tmp(value),
        }
    }

    /// An object that only the walk holds must outlive the walk.
    fn keep_lv_object(&mut self, object: &PhpObject) {
        // Two owners: the walk itself and whoever passed it in.
        if object.refcount() <= 2 {
            let old = std::mem::replace(&mut self.lv_keep, Value::object(object.clone()));
            drop(old);
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
        match object::static_property(&mut self.cx, class, name.as_bytes(), &access, fetch)? {
            Some(value) => Ok(value.clone_deref()),
            None => Ok(Value::NULL),
        }
    }

    /// Moves `lv` to a static property.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn walk_static(&mut self, fp: *mut Value, class: &'static Class, name: &PhpStr) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let access = unsafe { self.access(fp) };
        let place = object::static_place(&mut self.cx, class, name.as_bytes(), &access)?;
        let value = place.value_mut(&mut self.cx);
        self.lv = value;
        self.lv_property = if place.property.ty.is_some() { Some(place.property) } else { None };
        Ok(())
    }

    /// `class::$name =& reference`, with `lv` at the property.
    pub(crate) fn bind_static(&mut self, reference: Value) -> PhpResult<()> {
        match self.lv_property.take() {
            // SAFETY: `lv` was just set.
            Some(property) => unsafe { crate::typed_refs::bind_property(&mut self.cx, &mut *self.lv, property, reference) },
            None => {
                // SAFETY: as above.
                unsafe { crate::handlers::bind(self.lv, reference) };
                Ok(())
            }
        }
    }

    /// `$object->name =& reference`
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn bind_property(&mut self, fp: *mut Value, target: &Value, name: &Value, reference: Value) -> PhpResult<()> {
        let name = convert::to_string(&mut self.cx, name)?;
        // SAFETY: as the caller promises.
        unsafe { self.walk_property(fp, target, &name, flag::REF)? };
        self.bind_static(reference)
    }
}
