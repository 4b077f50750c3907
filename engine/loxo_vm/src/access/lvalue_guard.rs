//! A nested write that is interrupted by PHP code: the handler of a warning may let go of the very container that the write goes through.

use loxo_bytecode::OpCode as O;
use loxo_fast_paths::LvalueGuard;
use loxo_runtime::PhpResult;
use loxo_value::{PhpArray, Value};

use crate::Vm;
use crate::code::code_of;
use crate::frame::header;

impl Vm {
    /// Runs `warn`, whose handler may be PHP code, in the middle of an op of a nested write. The container that the op is about, at `place`, stays
    /// alive meanwhile; false: the program has changed it, and `lv` is a scratch slot now: the write goes nowhere, as in PHP.
    ///
    /// # Safety
    /// `place` is live and stays so: a slot of the running frame, or where `lv` points, with its owner held.
    #[cold]
    pub(crate) unsafe fn keeping_container(&mut self, place: *mut Value, warn: impl FnOnce(&mut Vm)) -> bool {
        // SAFETY: as the caller promises.
        unsafe {
            let guard = LvalueGuard::new(place);
            warn(self);
            let is_unchanged = guard.is_unchanged();
            if !is_unchanged {
                self.lv.point_to_scratch(Value::NULL);
            }
            is_unchanged
        }
    }

    /// The place of the container that the running op goes on from, if it is such an op.
    ///
    /// # Safety
    /// The running frame stands at its op.
    pub(crate) unsafe fn container_place(&self) -> Option<*mut Value> {
        // SAFETY: as the caller promises; in the middle of a nested write `lv` is live or null.
        unsafe {
            let head = header(self.fp);
            if head.flags & crate::frame::flags::REENTRY != 0 || head.pc.is_null() {
                return None;
            }
            let op = code_of(&*head.func).op_at(head.pc);
            match op.code {
                O::LvDim => Some(self.fp.add(op.a as usize)),
                code if code.info().uses_lv => Some(self.lv.place).filter(|lv| !lv.is_null()),
                _ => None,
            }
        }
    }
}

impl Vm {
    /// The key of an assignment to an element is a variable that is not set: warns. The container is made before that, as in PHP; false: it
    /// is not there any more afterwards, and neither is the element.
    ///
    /// # Safety
    /// Both are slots of frame `fp`.
    pub(crate) unsafe fn keeps_container(&mut self, fp: *mut Value, base: *mut Value, key: *mut Value) -> PhpResult<bool> {
        // SAFETY: slots stay where they are.
        unsafe {
            let is_plain = (*base).as_ref().is_none_or(|r| !r.has_types());
            if is_plain && (*base).deref().is_null() {
                *(*base).deref_mut() = Value::array(PhpArray::new());
            }
            let guard = LvalueGuard::new(base);
            self.undefined_variable(fp, key);
            self.cx.check()?;
            let is_container = guard.inner().is_array() || guard.inner().is_object();
            Ok(!is_container || guard.is_unchanged())
        }
    }
}
