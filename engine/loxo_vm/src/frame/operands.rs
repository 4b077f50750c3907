//! The operands of the running instruction: values of slots, moved out of temporaries or copied from variables.

use loxo_bytecode::flag;
use loxo_runtime::{PhpResult, convert};
use loxo_value::Value;

use crate::Vm;
use crate::code::code_of;
use crate::code::instruction::{Pc, slot};
use crate::frame::{header, slot};

/// Moves out of a temporary, or copies a variable with its reference.
///
/// # Safety
/// `place` is a live slot.
unsafe fn take(place: *mut Value, consume: bool) -> Value {
    // SAFETY: as the caller promises.
    unsafe { if consume { (*place).take_undef() } else { (*place).clone() } }
}

impl Vm {
    /// The value of a `Src` operand: moved out of a consumed temporary, else a copy; undefined variables warn and are null.
    ///
    /// # Safety
    /// `place` is a slot of the running frame `fp`.
    #[inline]
    pub(crate) unsafe fn operand(&mut self, fp: *mut Value, place: *mut Value, consume: bool) -> Value {
        // SAFETY: as the caller promises.
        unsafe {
            if consume {
                let value = (*place).take_undef();
                return if value.is_ref() { value.clone_deref() } else { value };
            }
            if slot::tag(place) == slot::UNDEF {
                self.undefined_variable(fp, place);
                return Value::NULL;
            }
            (*place).clone_deref()
        }
    }

    /// # Safety
    /// `pc` is the running instruction of frame `fp`, and its operand `a` a slot.
    #[inline]
    pub(crate) unsafe fn operand_a(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { self.operand(fp, slot!(pc, fp, a), (*pc).has(flag::CONSUME_A)) }
    }

    /// Operand `a` as what is to be written to: an undefined variable is not reported.
    ///
    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline]
    pub(crate) unsafe fn target_a(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { if slot::tag(slot!(pc, fp, a)) == slot::UNDEF { Value::NULL } else { self.operand_a(fp, pc) } }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline]
    pub(crate) unsafe fn operand_b(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { self.operand(fp, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)) }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline]
    pub(crate) unsafe fn operand_c(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { self.operand(fp, slot!(pc, fp, c), (*pc).has(flag::CONSUME_C)) }
    }

    /// Operands `b` and `a`, of which `a` is read first. A pattern binds them in this order, so it also goes first.
    ///
    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline(always)]
    pub(crate) unsafe fn operands_b_a(&mut self, fp: *mut Value, pc: Pc) -> (Value, Value) {
        // SAFETY: as the caller promises.
        let (left, right) = unsafe { (self.operand_a(fp, pc), self.operand_b(fp, pc)) };
        (right, left)
    }

    /// The same of operands `c` and `b`.
    ///
    /// # Safety
    /// As for [`Vm::operand_a`].
    #[inline(always)]
    pub(crate) unsafe fn operands_c_b(&mut self, fp: *mut Value, pc: Pc) -> (Value, Value) {
        // SAFETY: as the caller promises.
        let (left, right) = unsafe { (self.operand_b(fp, pc), self.operand_c(fp, pc)) };
        (right, left)
    }

    /// Operand `a` with a reference kept as one.
    ///
    /// # Safety
    /// As for [`Vm::operand_a`].
    pub(crate) unsafe fn take_a(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { take(slot!(pc, fp, a), (*pc).has(flag::CONSUME_A)) }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    pub(crate) unsafe fn take_b(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { take(slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)) }
    }

    /// # Safety
    /// As for [`Vm::operand_a`].
    pub(crate) unsafe fn take_c(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { take(slot!(pc, fp, c), (*pc).has(flag::CONSUME_C)) }
    }

    /// Warns about a variable that was never set.
    ///
    /// # Safety
    /// `place` is a local of frame `fp`.
    #[cold]
    pub(crate) unsafe fn undefined_variable(&mut self, fp: *mut Value, place: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let func = &*header(fp).func;
            let index = place.offset_from(fp);
            if index == -1 {
                return;
            }
            let name = code_of(func).function().locals.get(index as usize);
            let name: &[u8] = name.map_or(b"?", |n| n);
            // One exception is enough.
            if self.cx.exception.is_none() {
                let text = [b"Undefined variable $", name].concat();
                match self.container_place() {
                    Some(container) => _ = self.keeping_container(container, |vm| vm.cx.warning(text)),
                    None => self.cx.warning(text),
                }
            }
        }
    }

    pub(crate) fn truthy(&mut self, value: &Value) -> PhpResult<bool> {
        let value = value.deref();
        if value.is_object() { convert::to_bool(&mut self.cx, value) } else { Ok(value.to_bool()) }
    }

    /// Operand `b`, which was warned about if it is not set.
    ///
    /// # Safety
    /// As for [`Vm::operand_b`].
    pub(crate) unsafe fn operand_b_quietly(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { if slot::tag(slot!(pc, fp, b)) == slot::UNDEF { Value::NULL } else { self.operand_b(fp, pc) } }
    }
}
