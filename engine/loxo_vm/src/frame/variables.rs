//! Variables by name, global ones, and static variables of functions.

use loxo_runtime::{PhpResult, convert};
use loxo_value::{PhpArray, PhpStr, Value};

use crate::Vm;
use crate::code::code_of;
use crate::code::instruction::{Pc, slot};
use crate::frame::{self, flags, header};
use crate::objects::closure::Closure;
use loxo_value::symbol_table::SymbolTable;

/// The local of that name. Most differ in their length and first byte.
fn local_named(locals: &[Box<[u8]>], name: &[u8]) -> Option<usize> {
    locals.iter().position(|local| local.len() == name.len() && local.first() == name.first() && **local == *name)
}

impl Vm {
    /// The variable name in operand `a` (`first`) or `b`.
    ///
    /// # Safety
    /// `pc` is the running instruction of frame `fp`.
    pub(crate) unsafe fn variable_name(&mut self, fp: *mut Value, pc: Pc, first: bool) -> PhpResult<PhpStr> {
        // SAFETY: as the caller promises.
        unsafe {
            let place = if first { slot!(pc, fp, a) } else { slot!(pc, fp, b) };
            let consume = (*pc).has(if first { loxo_bytecode::flag::CONSUME_A } else { loxo_bytecode::flag::CONSUME_B });
            let value = self.operand(fp, place, consume);
            convert::to_string(&mut self.cx, &value)
        }
    }

    /// The table that holds variables of frame `fp` the compiler did not see.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn table<'a>(&mut self, fp: *mut Value) -> Option<&'a mut SymbolTable> {
        // SAFETY: as the caller promises; tables outlive the frames bound to them.
        unsafe {
            let head = header(fp);
            if head.flags & flags::MAIN != 0 {
                return self.main_table(fp).map(|t| &mut *t);
            }
            if head.extra.is_null() {
                return None;
            }
            (*head.extra).symbols.as_deref_mut().map(|t| &mut *std::ptr::from_mut(t))
        }
    }

    /// The table that a file's top-level frame is bound to.
    ///
    /// # Safety
    /// `fp` is a live frame with the MAIN flag.
    pub(crate) unsafe fn main_table(&mut self, fp: *mut Value) -> Option<*mut SymbolTable> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            if head.extra.is_null() {
                return None;
            }
            let owner = (*head.extra).table;
            if owner.is_null() { None } else { Some(owner) }
        }
    }

    /// A variable's place, if it exists (it may hold undef).
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn find_variable(&mut self, fp: *mut Value, name: &PhpStr) -> Option<*mut Value> {
        // SAFETY: as the caller promises.
        unsafe {
            let locals = &code_of(&*header(fp).func).function().locals;
            if let Some(i) = local_named(locals, name.as_bytes()) {
                return Some(fp.add(i));
            }
            if name.as_bytes() == b"this" && header(fp).this.is_object() {
                return Some(fp.sub(1));
            }
            self.table(fp).and_then(|table| table.find(name.as_bytes()))
        }
    }

    /// A variable's place, made if it does not exist.
    ///
    /// # Safety
    /// As for [`Vm::find_variable`].
    pub(crate) unsafe fn variable_place(&mut self, fp: *mut Value, name: &PhpStr) -> *mut Value {
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(place) = self.find_variable(fp, name) {
                return place;
            }
            if let Some(table) = self.table(fp) {
                return table.place(name);
            }
            frame::extra(fp).symbols.get_or_insert_default().place(name)
        }
    }

    /// Points `lv` at a variable, made if it does not exist; the place may hold undef.
    ///
    /// # Safety
    /// As for [`Vm::find_variable`].
    pub(crate) unsafe fn walk_to_variable(&mut self, fp: *mut Value, name: &PhpStr) {
        // SAFETY: as the caller promises.
        unsafe {
            let locals = &code_of(&*header(fp).func).function().locals;
            if let Some(i) = local_named(locals, name.as_bytes()) {
                return self.lv.point_into(std::ptr::null(), fp.add(i));
            }
            let table = match self.table(fp) {
                Some(table) => table,
                None => &mut **frame::extra(fp).symbols.get_or_insert_default(),
            };
            let (place, owner) = table.place_for_write(name, self.walks_on());
            self.lv.point_into(owner, place);
        }
    }

    /// # Safety
    /// As for [`Vm::find_variable`].
    pub(crate) unsafe fn unset_variable(&mut self, fp: *mut Value, name: &PhpStr) {
        // SAFETY: as the caller promises.
        unsafe {
            let locals = &code_of(&*header(fp).func).function().locals;
            if let Some(i) = local_named(locals, name.as_bytes()) {
                drop((*fp.add(i)).take_undef());
                return;
            }
            if let Some(table) = self.table(fp) {
                table.remove(name.as_bytes());
            }
        }
    }

    /// All variables of a frame, in PHP's order.
    ///
    /// # Safety
    /// As for [`Vm::find_variable`].
    pub(crate) unsafe fn all_variables(&mut self, fp: *mut Value) -> PhpArray {
        // SAFETY: as the caller promises.
        unsafe {
            if header(fp).flags & flags::MAIN != 0
                && let Some(table) = self.main_table(fp)
            {
                return (*table).to_array();
            }
            let mut all = PhpArray::new();
            for (i, name) in code_of(&*header(fp).func).function().locals.iter().enumerate() {
                let value = &*fp.add(i);
                if !value.is_undef() {
                    all.set_bytes(name, loxo_value::symbol_table::shared(value));
                }
            }
            if let Some(table) = self.table(fp) {
                for (key, value) in table.to_array().iter() {
                    all.set_ref(key, value.clone());
                }
            }
            all
        }
    }

    /// Runs `work` on the static variables of the function in frame `fp`: the closure object's own, or the request's.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn with_statics<R>(&mut self, fp: *mut Value, work: impl FnOnce(&mut Vec<Value>) -> R) -> R {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            if let Some(closure) = head.closure.as_object().and_then(|o| o.native::<Closure>()).filter(|c| !c.of_callable) {
                return work(&mut closure.statics.borrow_mut());
            }
            let index = (*head.func).statics as usize;
            if self.statics.len() <= index {
                self.statics.resize_with(index + 16, Vec::new);
            }
            work(&mut self.statics[index])
        }
    }
}
