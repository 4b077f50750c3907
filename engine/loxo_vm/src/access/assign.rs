//! Assignment operators, `++` and `--` at a place that is known, with the rules of typed properties and references.

use loxo_bytecode::BinaryOp;
use loxo_runtime::{Cx, PhpResult, operators};
use loxo_value::Value;

use crate::Vm;
use crate::frame::{header, slot};

impl Vm {
    /// `*place op= rhs`, with the rules of the typed property or reference behind it.
    ///
    /// # Safety
    /// `place` is live; if it is a local, `fp` is its frame.
    pub(crate) unsafe fn assign_op_place(&mut self, fp: *mut Value, place: *mut Value, op: u32, rhs: &Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            if slot::tag(place) == slot::UNDEF {
                if self.is_local(fp, place) {
                    self.undefined_variable(fp, place);
                }
                slot::set_tag(place, slot::NULL);
            }
            let op = BinaryOp::ALL[op as usize];
            let typed = self.lv.take_property_at(place);
            if typed.is_none() && !(*place).as_ref().is_some_and(|r| r.has_types()) {
                // In place: an error leaves the old value.
                let target: *mut Value = (*place).deref_mut();
                return operators::assign_op(&mut self.cx, op, &mut *target, rhs);
            }
            let old = (*place).clone_deref();
            let result = operators::binary(&mut self.cx, op, &old, rhs);
            loxo_runtime::object::op_assign::assign_result(&mut self.cx, &mut *place, typed, (op, &old), result)
        }
    }

    /// `++`/`--` at a place; gives the value before.
    ///
    /// # Safety
    /// As for [`Vm::assign_op_place`].
    pub(crate) unsafe fn inc_dec_place(
        &mut self,
        fp: *mut Value,
        place: *mut Value,
        step: fn(&mut Cx, &mut Value) -> PhpResult<()>,
    ) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            if slot::tag(place) == slot::UNDEF {
                if self.is_local(fp, place) {
                    self.undefined_variable(fp, place);
                }
                slot::set_tag(place, slot::NULL);
            }
            let typed = self.lv.take_property_at(place);
            let old = (*place).clone_deref();
            let mut new = old.clone();
            step(&mut self.cx, &mut new)?;
            match typed {
                Some(property) => loxo_runtime::object::typed_refs::step_property(&mut self.cx, &mut *place, property, &old, new)?,
                None if (*place).as_ref().is_some_and(|r| r.has_types()) => {
                    loxo_runtime::object::typed_refs::step_reference(&mut self.cx, &mut *place, &old, new)?;
                }
                None => self.assign(place, new)?,
            }
            Ok(old)
        }
    }

    /// # Safety
    /// `fp` is the running frame.
    unsafe fn is_local(&self, fp: *mut Value, place: *mut Value) -> bool {
        // SAFETY: as the caller promises.
        unsafe { place >= fp && place < fp.add((*header(fp).func).num_locals as usize) }
    }

    /// Assignment through the lvalue register.
    ///
    /// # Safety
    /// `place` is `lv`.
    pub(crate) unsafe fn assign_lv(&mut self, place: *mut Value, value: Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            match self.lv.property.take() {
                Some(property) => loxo_runtime::object::typed_refs::assign_property(&mut self.cx, &mut *place, property, value),
                None => self.assign(place, value),
            }
        }
    }
}
