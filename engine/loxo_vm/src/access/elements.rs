//! Elements of values: writing them, moving the lvalue register to one.

use loxo_base::stack;
use loxo_bytecode::{BinaryOp, flag};
use loxo_runtime::elements::{integer, undefined_key, write_byte, write_offset};
use loxo_runtime::object::Fetch as Purpose;
use loxo_runtime::{Cx, PhpResult, Thrown, convert, operators};
use loxo_value::{Key, PhpArray, PhpStr, Value};

use crate::Vm;
use crate::code::instruction::slot;
use crate::frame::slot;

/// What a nested write that moves to an element is going to do there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    Write,
    ReadWrite,
    Unset,
    Reference,
}

impl Intent {
    pub fn of_flags(flags: u8) -> Intent {
        match () {
            () if flags & flag::RW != 0 => Intent::ReadWrite,
            () if flags & flag::UNSET != 0 => Intent::Unset,
            () if flags & flag::REF != 0 => Intent::Reference,
            () => Intent::Write,
        }
    }
}

pub fn cannot_push(cx: &mut Cx) -> Thrown {
    cx.throw_error("Cannot add element to the array as the next element is already occupied")
}

/// Moves `vm.lv.place` to the element `key` (a new one without key) of the container at `place`, creating what is missing.
///
/// # Safety
/// `place` is a live slot, element or property, or null on the way to an unset that found nothing.
pub unsafe fn move_to_dim(vm: &mut Vm, place: *mut Value, key: Option<&Value>, intent: Intent) -> PhpResult<()> {
    let property = vm.lv.take_property_at(place);
    if place.is_null() {
        return Ok(());
    }
    // SAFETY: live as the caller promises; a reference's box too, since the place owns it.
    let base = unsafe { (*place).deref_mut() };
    if intent == Intent::Unset && !base.is_array() && !base.is_object() && !base.is_string() {
        return walk_unset_scalar(vm, base);
    }
    if base.is_null() || base.is_false() {
        if base.is_false() {
            vm.cx.deprecated("Automatic conversion of false to array is deprecated");
        }
        if intent == Intent::Unset {
            vm.lv.place = std::ptr::null_mut();
            return Ok(());
        }
        // SAFETY: read again, the handler of the deprecation may have changed the place's content, not the place.
        loxo_runtime::object::typed_refs::check_autovivify(&mut vm.cx, unsafe { &*place }, property)?;
        // SAFETY: as above.
        unsafe { *(*place).deref_mut() = Value::array(PhpArray::new()) };
    }
    // SAFETY: as above.
    let base = unsafe { (*place).deref_mut() };
    if base.is_array() {
        // SAFETY: `place` is live.
        return unsafe { move_into_array(vm, place, key, intent) };
    }
    if let Some(object) = base.as_object() {
        let object = object.clone();
        return move_into_object(vm, &object, key, intent);
    }
    if base.is_string() {
        let Some(key) = key else { return Err(vm.cx.throw_error("[] operator not supported for strings")) };
        if intent == Intent::Unset && key.deref().as_str().is_some_and(|s| integer(s.as_bytes()).is_none()) {
            return Err(vm.cx.throw_error("Cannot unset string offsets"));
        }
        write_offset(&mut vm.cx, key.deref())?;
        return Err(vm.string_walk_error());
    }
    Err(vm.cx.throw_error("Cannot use a scalar value as an array"))
}

fn walk_unset_scalar(vm: &mut Vm, base: &Value) -> PhpResult<()> {
    vm.lv.place = std::ptr::null_mut();
    match () {
        () if base.is_null() => Ok(()),
        () if base.is_false() => {
            vm.cx.deprecated("Automatic conversion of false to array is deprecated");
            Ok(())
        }
        () if base.is_string() => Err(vm.cx.throw_error("Cannot unset string offsets")),
        () => Err(vm.cx.throw_error("Cannot unset offset in a non-array variable")),
    }
}

/// # Safety
/// `place` is live and holds (a reference to) an array.
unsafe fn move_into_array(vm: &mut Vm, place: *mut Value, key: Option<&Value>, intent: Intent) -> PhpResult<()> {
    let key = match key {
        None => {
            // SAFETY: live array.
            let Some(array) = (unsafe { (*place).deref_mut().as_array_mut() }) else { return Err(cannot_push(&mut vm.cx)) };
            let Some(slot) = array.push_slot() else { return Err(cannot_push(&mut vm.cx)) };
            if slot.is_undef() {
                *slot = Value::NULL;
            }
            let slot: *mut Value = slot;
            vm.lv.point_into(array.header_ptr().cast(), slot);
            return Ok(());
        }
        Some(key) => match key.deref().as_str() {
            Some(s) => Key::from_str(s.clone()),
            None => convert::offset_key(&mut vm.cx, key.deref())?,
        },
    };
    // SAFETY: the conversion may have run a handler; the place is looked at afresh.
    let array = match unsafe { (*place).deref_mut().as_array_mut() } {
        Some(array) => array,
        // A handler took the array away: the write goes nowhere.
        None => {
            vm.lv.point_to_scratch(Value::NULL);
            return Ok(());
        }
    };
    if let Some(found) = array.get_mut(&key).map(std::ptr::from_mut) {
        vm.lv.point_into(array.header_ptr().cast(), found);
        return Ok(());
    }
    if intent == Intent::Unset {
        vm.lv.place = std::ptr::null_mut();
        return Ok(());
    }
    if intent == Intent::ReadWrite {
        // SAFETY: `place` is live, and a nested write holds what it is in.
        let is_there = unsafe { vm.keeping_container(place, |vm| undefined_key(&mut vm.cx, &key)) };
        vm.cx.check()?;
        if !is_there {
            return Ok(());
        }
    }
    // SAFETY: as above.
    match unsafe { (*place).deref_mut().as_array_mut() } {
        Some(array) => {
            let slot: *mut Value = array.entry(&key);
            vm.lv.point_into(array.header_ptr().cast(), slot);
            Ok(())
        }
        None => {
            vm.lv.point_to_scratch(Value::NULL);
            Ok(())
        }
    }
}

/// A step through ArrayAccess: whatever `offsetGet` gives is gone through further, in the scratch slot.
fn move_into_object(vm: &mut Vm, object: &loxo_value::PhpObject, key: Option<&Value>, intent: Intent) -> PhpResult<()> {
    let fetch = match intent {
        Intent::Unset => Purpose::Unset,
        Intent::ReadWrite => Purpose::ReadWrite,
        Intent::Write | Intent::Reference => Purpose::Write,
    };
    let binds = intent == Intent::Reference && vm.next_op() == Some(loxo_bytecode::OpCode::LvBindRef);
    if binds
        && let (Some(bind), Some(key)) = (vm.cx.class_of(object).object_handlers.bind_dim, key)
        && let Some(reference) = vm.next_bound()
    {
        // The op that follows has nothing left to do: it binds the scratch slot.
        vm.lv.point_to_scratch(Value::NULL);
        return bind(&mut vm.cx, object, key.deref(), reference);
    }
    let value = loxo_runtime::object::read_dim(&mut vm.cx, object, key.map(Value::deref), fetch)?;
    let is_ref = value.is_ref();
    if !is_ref && !value.is_object() && intent != Intent::Unset {
        let class = vm.cx.class_of(object).name;
        vm.cx.notice([b"Indirect modification of overloaded element of ", class.as_bytes(), b" has no effect"].concat());
        vm.cx.check()?;
    }
    // What `offsetGet` returned is nobody's place. Classes of extensions may give one of theirs, as a reference.
    let is_place = is_ref && vm.cx.class_of(object).object_handlers.read_dim.is_some();
    if !is_place && binds {
        return Err(vm.cx.throw_error("Cannot assign by reference to an array dimension of an object"));
    }
    vm.lv.point_to_scratch(if value.is_undef() { Value::NULL } else { value });
    Ok(())
}

impl Vm {
    /// The op behind the one that runs.
    fn next_op(&self) -> Option<loxo_bytecode::OpCode> {
        // SAFETY: the running frame stands at one of its ops; code ends with none that others follow.
        unsafe {
            let head = crate::frame::header(self.fp);
            let is_code = head.flags & crate::frame::flags::REENTRY == 0 && !head.pc.is_null();
            is_code.then(|| crate::code::code_of(&*head.func).op_at(head.pc.add(1)).code)
        }
    }

    /// The reference that the op behind the one that runs binds, a `LvBindRef`; none if a function gave it a plain value.
    fn next_bound(&self) -> Option<Value> {
        // SAFETY: as for `next_op`, which saw that op; its operand is a live temporary of the frame.
        let bound = unsafe { &*slot!(crate::frame::header(self.fp).pc.add(1), self.fp, a) };
        bound.is_ref().then(|| bound.clone())
    }

    /// The nested write that the running op begins goes on from the variable's value; else it ends at the variable itself, to bind it.
    pub(crate) fn walks_on(&self) -> bool {
        use loxo_bytecode::OpCode as O;
        !matches!(self.next_op(), Some(O::LvBindRef | O::LvMakeRef | O::LvIterInitRef))
    }

    /// A nested write came upon a string: what it wanted of the byte there cannot be.
    fn string_walk_error(&mut self) -> Thrown {
        use loxo_bytecode::OpCode as O;
        // SAFETY: the running frame stands at the op of the nested write; the next one is its next step.
        let (op, next) = unsafe {
            let head = crate::frame::header(self.fp);
            let code = crate::code::code_of(&*head.func);
            (code.op_at(head.pc).code, code.op_at(head.pc.add(1)).code)
        };
        let step = match op {
            O::AssignDimOp | O::AssignDimAppendOp | O::LvAssignDimOp | O::LvAssignDimAppendOp => op,
            _ => next,
        };
        self.cx.throw_error(match step {
            _ if step == op => "Cannot use assign-op operators with string offsets",
            O::LvAssignOp => "Cannot use assign-op operators with string offsets",
            O::LvIncDec => "Cannot increment/decrement string offsets",
            O::LvMakeRef | O::LvIterInitRef | O::LvBindRef => "Cannot create references to/from string offsets",
            O::LvLvProp | O::LvLvPropDyn | O::LvAssignProp | O::LvAssignPropDyn => "Cannot use string offset as an object",
            O::LvAssignPropOp | O::LvAssignPropOpDyn | O::LvIncDecProp | O::LvIncDecPropDyn => "Cannot use string offset as an object",
            O::LvBindRefProp | O::LvUnsetProp => "Cannot use string offset as an object",
            _ => "Cannot use string offset as an array",
        })
    }

    /// `place[key] = value`; with `keep` the result is left in `result`.
    ///
    /// # Safety
    /// `place` is a live slot, element or property; `result` a slot of the current frame, whose value is given back.
    pub unsafe fn assign_dim(
        &mut self,
        place: *mut Value,
        key: Option<&Value>,
        value: Value,
        result: *mut Value,
        keep: bool,
    ) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            let property = self.lv.take_property_at(place);
            let base = (*place).deref_mut();
            if base.is_null() || base.is_false() {
                if base.is_false() {
                    self.cx.deprecated("Automatic conversion of false to array is deprecated");
                    self.cx.check()?;
                }
                loxo_runtime::object::typed_refs::check_autovivify(&mut self.cx, &*place, property)?;
                *(*place).deref_mut() = Value::array(PhpArray::new());
            }
            let base = (*place).deref_mut();
            if base.is_array() {
                if keep {
                    *result = value.clone();
                }
                let outcome = self.assign_element(place, key, value);
                if outcome.is_err() && keep {
                    *result = Value::UNDEF;
                }
                return outcome;
            }
            if let Some(object) = base.as_object() {
                let object = object.clone();
                let kept = if keep { value.clone() } else { Value::UNDEF };
                self.cx.write_dim(&object, key.map(Value::deref), value)?;
                if keep {
                    *result = kept;
                }
                return Ok(());
            }
            if base.is_string() {
                let Some(key) = key else { return Err(self.cx.throw_error("[] operator not supported for strings")) };
                let written = self.assign_string_offset(place, key, &value)?;
                if keep {
                    *result = written;
                }
                return Ok(());
            }
            Err(self.cx.throw_error("Cannot use a scalar value as an array"))
        }
    }

    /// # Safety
    /// `place` is live and holds (a reference to) an array.
    unsafe fn assign_element(&mut self, place: *mut Value, key: Option<&Value>, value: Value) -> PhpResult<()> {
        // SAFETY: as the caller promises; the array is looked at again after anything that may run PHP code.
        unsafe {
            let key = match key.map(Value::deref) {
                None => {
                    let array = (*place).deref_mut().as_array_mut();
                    return match array.map(|a| a.push(value)) {
                        Some(Ok(())) => Ok(()),
                        _ => Err(cannot_push(&mut self.cx)),
                    };
                }
                Some(key) => match key.as_str() {
                    Some(s) => Key::from_str(s.clone()),
                    None if key.is_int() => Key::Int(slot::int(key)),
                    None => convert::offset_key(&mut self.cx, key)?,
                },
            };
            let Some(array) = (*place).deref_mut().as_array_mut() else { return Ok(()) };
            let element: *mut Value = array.entry(&key);
            self.assign(element, value)
        }
    }

    /// `$string[offset] = value`; gives the byte that was written.
    ///
    /// # Safety
    /// `place` is live and holds (a reference to) a string.
    unsafe fn assign_string_offset(&mut self, place: *mut Value, key: &Value, value: &Value) -> PhpResult<Value> {
        let offset = write_offset(&mut self.cx, key.deref())?;
        // SAFETY: live.
        let is_before = unsafe { (*place).deref() }.as_str().is_some_and(|string| offset < -(string.len() as i64));
        // What would be written before the string is not converted.
        let text = if is_before { PhpStr::new(b"") } else { convert::to_string(&mut self.cx, value)? };
        // SAFETY: live; looked at after the conversions, which may run PHP code.
        let base = unsafe { (*place).deref_mut() };
        base.as_str_mut().map_or(Ok(Value::NULL), |string| write_byte(&mut self.cx, string, offset, &text))
    }

    /// `place[key] op= rhs`
    ///
    /// # Safety
    /// As for [`Vm::assign_dim`].
    pub unsafe fn assign_dim_op(
        &mut self,
        place: *mut Value,
        key: Option<&Value>,
        op: u32,
        rhs: &Value,
        result: *mut Value,
        keep: bool,
    ) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            let base = (*place).deref_mut();
            if let Some(object) = base.as_object() {
                let object = object.clone();
                let key = key.map(Value::deref);
                let old = self.cx.read_dim(&object, key)?;
                let new = operators::binary(&mut self.cx, BinaryOp::ALL[op as usize], old.deref(), rhs)?;
                self.cx.write_dim(&object, key, new.clone())?;
                if keep {
                    *result = new;
                }
                return Ok(());
            }
            move_to_dim(self, place, key, Intent::ReadWrite)?;
            self.lv.hold_owner();
            let element = self.lv.place;
            let fp = self.fp;
            self.assign_op_place(fp, element, op, rhs)?;
            if keep {
                *result = (*element).clone_deref();
            }
            Ok(())
        }
    }

    /// Runs `each` for every key and value that iterating `source` gives.
    pub fn spread_iterator(
        &mut self,
        source: &Value,
        error: &str,
        mut each: impl FnMut(&mut Vm, &Value, Value) -> PhpResult<()>,
    ) -> PhpResult<()> {
        let Some(mut iterator) = self.foreach_iterator(source)? else {
            // Objects are refused with a TypeError everywhere.
            let error = if source.is_object() { "TypeError" } else { error };
            return Err(self
                .cx
                .throw(error, format!("Only arrays and Traversables can be unpacked, {} given", convert::value_name(source))));
        };
        if stack::exhausted() {
            return Err(self.stack_overflow());
        }
        iterator.rewind(&mut self.cx)?;
        while iterator.valid(&mut self.cx)? {
            let value = iterator.current(&mut self.cx)?;
            let key = iterator.key(&mut self.cx)?;
            each(self, &key, value.clone_deref())?;
            iterator.next(&mut self.cx)?;
        }
        Ok(())
    }
}
