//! A walk with the lvalue register that is interrupted by PHP code: the handler of a warning may let go of the very thing that is walked
//! through.

use loxo_bytecode::OpCode as O;
use loxo_runtime::PhpResult;
use loxo_value::{PhpArray, Value};

use crate::Vm;
use crate::code::code_of;
use crate::frame::header;
use crate::insn::{Pc, slot};
use crate::raw;

/// A place that a walk began at, and an owner more of what it held then.
struct Root {
    place: *mut Value,
    held: Value,
    /// What the reference held that `held` is.
    inner: Value,
}

impl Root {
    /// # Safety
    /// `place` is live.
    unsafe fn new(place: *mut Value) -> Root {
        // SAFETY: as the caller promises.
        unsafe { Root { place, held: (*place).clone(), inner: (*place).clone_deref() } }
    }

    /// # Safety
    /// The place is live.
    unsafe fn is_unchanged(&self) -> bool {
        // SAFETY: as the caller promises.
        unsafe { is_same(self.place, &self.held) && is_same(raw::deref(self.place), &self.inner) }
    }
}

/// The same thing, not one that is equal.
unsafe fn is_same(a: *const Value, b: *const Value) -> bool {
    // SAFETY: both are live.
    unsafe { raw::tag(a) == raw::tag(b) && raw::int(a) == raw::int(b) }
}

impl Vm {
    /// Runs `warn`, whose handler may be PHP code, in the middle of an op. If that op goes on with `lv`, all that the walk went through
    /// stays alive meanwhile; false: the program has changed it, and `lv` is a scratch slot now. (What lies behind a reference that is
    /// inside of an array is not looked at.)
    ///
    /// # Safety
    /// The running frame stands at its op.
    #[cold]
    pub(crate) unsafe fn keeping_walk(&mut self, warn: impl FnOnce(&mut Vm)) -> bool {
        // SAFETY: roots are slots of the frame, or of an object that `lv_keep` holds.
        unsafe {
            let roots = self.walk_roots();
            warn(self);
            let is_unchanged = roots.iter().all(|root| root.is_unchanged());
            if !is_unchanged {
                self.set_lv_tmp(Value::NULL);
            }
            drop(roots);
            is_unchanged
        }
    }

    /// # Safety
    /// As for [`Vm::keeping_walk`].
    unsafe fn walk_roots(&mut self) -> Vec<Root> {
        // SAFETY: a walk's ops follow each other in the code, and it begins with one that names a variable or an object.
        unsafe {
            let fp = self.fp;
            let head = header(fp);
            if head.flags & crate::frame::flags::REENTRY != 0 || head.pc.is_null() {
                return Vec::new();
            }
            let code = code_of(&*head.func);
            let first = code.start();
            let mut pc = head.pc;
            if !goes_on_with_lv(code.op_at(pc).code) {
                return Vec::new();
            }
            while pc > first {
                pc = pc.sub(1);
                let op = code.op_at(pc);
                match op.code {
                    O::LvDim | O::LvDimAppend | O::LvVar => return vec![Root::new(fp.add(op.a as usize))],
                    O::LvLvDim | O::LvLvDimAppend => {}
                    O::LvProp | O::LvPropDyn | O::LvLvProp | O::LvLvPropDyn => break,
                    _ => return Vec::new(),
                }
            }
            self.hold_lv_owner();
            let Some(object) = self.lv_keep.as_object().cloned() else { return Vec::new() };
            let count = self.cx.class_of(&object).base.slot_count as usize;
            (0..count).map(|i| Root::new(object.slots_ptr().add(i))).collect()
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
            let root = Root::new(base);
            self.undefined_variable(fp, key);
            self.cx.check()?;
            let is_container = root.inner.is_array() || root.inner.is_object();
            Ok(!is_container || root.is_unchanged())
        }
    }

    /// Operand `b`, which was warned about if it is not set.
    ///
    /// # Safety
    /// As for [`Vm::operand_b`].
    pub(crate) unsafe fn operand_b_quietly(&mut self, fp: *mut Value, pc: Pc) -> Value {
        // SAFETY: as the caller promises.
        unsafe { if raw::tag(slot!(pc, fp, b)) == raw::UNDEF { Value::NULL } else { self.operand_b(fp, pc) } }
    }
}

/// Ops that continue or end a walk.
fn goes_on_with_lv(op: O) -> bool {
    matches!(
        op,
        O::LvLvDim
            | O::LvLvDimAppend
            | O::LvLvProp
            | O::LvLvPropDyn
            | O::LvAssign
            | O::LvAssignOp
            | O::LvAssignDim
            | O::LvAssignDimAppend
            | O::LvAssignDimOp
            | O::LvAssignDimAppendOp
            | O::LvUnsetDim
            | O::LvIncDec
            | O::LvAssignProp
            | O::LvAssignPropDyn
            | O::LvAssignPropOp
            | O::LvAssignPropOpDyn
            | O::LvIncDecProp
            | O::LvIncDecPropDyn
            | O::LvBindRefProp
            | O::LvUnsetProp
    )
}
