//! Function entry: defaults, type checks, variadics, promotion; checks of return values.

use loxo_bytecode::{FnFlags, TypeMask};
use loxo_runtime::{Func, PhpResult, types};
use loxo_value::{PhpArray, Value};

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::lookup_cache;
use crate::code::instruction::{Pc, go, konst, slot, target};
use crate::frame::{HEADER, flags, header, slot};

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn DefaultK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: constants are immortal.
    unsafe {
        let var = slot!(pc, fp, a);
        if slot::tag(var) == slot::UNDEF {
            slot::copy_bits(var, konst!(pc, b));
        }
        go!(pc.add(1), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfPassed(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        if slot::tag(slot!(pc, fp, a)) != slot::UNDEF {
            go!(target!(pc), fp, vm)
        }
        go!(pc.add(1), fp, vm)
    }
}

/// The object is of a class that the type names; `false`: look closer.
#[inline(always)]
unsafe fn is_of_class(ty: &loxo_runtime::Type, object: *const Value) -> bool {
    // SAFETY: the caller passes an object.
    let class = unsafe { &*(*slot::object(object)).class.cast::<loxo_runtime::Class>() };
    ty.ids.iter().any(|all| matches!(&all[..], [id] if *id == class.id))
}

/// The object is of a subclass of a class that the type names.
#[inline(never)]
unsafe fn is_of_subclass(vm: *mut Vm, ty: &loxo_runtime::Type, object: *const Value) -> bool {
    // SAFETY: the caller passes the running machine and an object.
    unsafe {
        let class = (*slot::object(object)).class as usize;
        if (*vm).is_known_to_take(ty, class) {
            return true;
        }
        let is_closure = || ty.spec.mask.has(TypeMask::CALLABLE) && class == std::ptr::from_ref((*vm).cx.builtin_class("Closure")) as usize;
        let takes = (*object).as_object().is_some_and(|object| types::is_instance(&(*vm).cx, ty, object)) || is_closure();
        if takes {
            (*vm).note_taken(ty, class);
        }
        takes
    }
}

/// Builtin types are a bit test: the loader puts the mask of accepted tags into the instruction. Everything else is checked by name.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CheckParam(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the index is one of the function's parameters.
    unsafe {
        let src = slot!(pc, fp, a);
        let tag = slot::tag(src);
        if (*pc).x() >> tag & 1 != 0 {
            go!(pc.add(1), fp, vm)
        }
        if tag == slot::REFERENCE && (*pc).x() >> slot::tag(slot::deref(src)) & 1 != 0 {
            go!(pc.add(1), fp, vm)
        }
        if is_int_for_float(pc, tag) {
            slot::set_float(src, slot::int(src) as f64);
            go!(pc.add(1), fp, vm)
        }
        if tag == slot::OBJECT {
            if let Some(ty) = param_type(pc, fp)
                && is_of_class(ty, src)
            {
                go!(pc.add(1), fp, vm)
            }
            return check_object(pc, fp, vm);
        }
        go_cold!(check_param_slow, pc, fp, vm)
    }
}

/// An int where the type has floats and no ints: it becomes one, also in strict mode.
#[inline(always)]
unsafe fn is_int_for_float(pc: Pc, tag: u8) -> bool {
    // SAFETY: the op has the tags that its type takes as they are.
    tag == slot::INT && unsafe { (*pc).x() } >> slot::FLOAT & 1 != 0
}

/// The type of the parameter that `CheckParam` checks.
#[inline(always)]
unsafe fn param_type<'a>(pc: Pc, fp: *mut Value) -> Option<&'a loxo_runtime::Type> {
    // SAFETY: the index is one of the function's parameters; functions live as long as what runs them.
    unsafe { (&*header(fp).func).params.get_unchecked((*pc).b as usize).ty.as_ref() }
}

#[inline(never)]
unsafe extern "C-unwind" fn check_object(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CheckParam, and the operand is an object.
    unsafe {
        if param_type(pc, fp).is_some_and(|ty| is_of_subclass(vm, ty, slot!(pc, fp, a))) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(check_param_slow, pc, fp, vm)
    }
}

cold_path!(check_param_slow, |vm, fp, pc| {
    let var = slot!(pc, fp, a);
    let index = (*pc).b as usize;
    let func: &'static Func = &*header(fp).func;
    if slot::tag(var) == slot::UNDEF {
        return Ok(());
    }
    vm.check_parameter(fp, func, index, index, &mut *(*var).deref_mut())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CollectVariadic(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operand `a` is the parameter's slot.
    unsafe {
        let head = header(fp);
        if head.flags & flags::COLLECTED != 0 {
            head.flags &= !flags::COLLECTED;
            go!(pc.add(1), fp, vm)
        }
        if head.nargs <= (*pc).b as u32 && head.extra.is_null() {
            slot::copy_bits(slot!(pc, fp, a), &Value::EMPTY_ARRAY);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(collect_variadic_slow, pc, fp, vm)
    }
}

cold_path!(collect_variadic_slow, |vm, fp, pc| {
    let first = (*pc).b as usize;
    let head = header(fp);
    let func: &'static Func = &*head.func;
    let passed = head.nargs as usize;
    let var = slot!(pc, fp, a);
    let surplus = if head.flags & flags::EXTRA_ARGS != 0 { passed - func.num_params as usize } else { 0 };
    // The first stands in the parameter's own slot, the others below the header.
    let place = |i: usize| if i == first { var } else { fp.sub(HEADER + surplus).add(i - first - 1) };
    // All are checked before any is moved: until then a trace of what is thrown finds them where they were passed.
    if func.params[first].ty.is_some() {
        for i in first..passed {
            vm.check_parameter(fp, func, first, i, (*place(i)).deref_mut())?;
        }
        vm.check_named_rest(fp, func, first, passed.max(first))?;
    }
    let mut all = PhpArray::packed_with_capacity(passed.saturating_sub(first));
    for i in first..passed {
        let value = (*place(i)).take_undef();
        let follows = value.is_ref() && !func.params[first].by_ref;
        let _ = all.push(if follows { value.clone_deref() } else { value });
    }
    if let Some(named) = if head.extra.is_null() { None } else { (*head.extra).named.take() } {
        named.iter().for_each(|(key, value)| all.set_ref(key, value.clone()));
    }
    var.write(Value::array(all));
    Ok(())
});

impl Vm {
    /// Checks the arguments that a variadic parameter gets by name.
    ///
    /// # Safety
    /// `fp` is a live frame of `func`, which has not collected them yet.
    unsafe fn check_named_rest(&mut self, fp: *mut Value, func: &'static Func, index: usize, position: usize) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(named) = header(fp).extra.as_ref().and_then(|extra| extra.named.clone()) else { return Ok(()) };
            for (key, value) in named.iter() {
                let mut value = value.clone();
                self.check_parameter(fp, func, index, position, &mut value)?;
                // Traces show what became of it.
                if let Some(waiting) = (*header(fp).extra).named.as_mut() {
                    waiting.set_ref(key, value);
                }
            }
            Ok(())
        }
    }
}

/// `$this->name = $name` of a promoted parameter.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn PromoteParam(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; what is remembered of a class's property holds for its objects.
    unsafe {
        let this = &raw const header(fp).this;
        let src = slot!(pc, fp, a);
        if slot::tag(this) == slot::OBJECT {
            let object = slot::object(this);
            let found = (*vm).cached_first(fp, (*pc).x(), this, konst!(pc, b));
            if lookup_cache::accepts(found, slot::tag(src)) {
                let place = lookup_cache::place(found, object);
                if slot::tag(place) == slot::UNDEF && (*place).aux() == 0 {
                    slot::copy(place, src);
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(promote_param_slow, pc, fp, vm)
    }
}

cold_path!(promote_param_slow, |vm, fp, pc| {
    let value = (*slot!(pc, fp, a)).clone();
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let Some(this) = header(fp).this.as_object().cloned() else { return Ok(()) };
    if value.is_ref() {
        return vm.bind_property(fp, &Value::object(this), &Value::string(name), value, 0);
    }
    let access = vm.access(fp);
    loxo_runtime::object::write_prop(&mut vm.cx, &this, &name, value, &access).map(drop)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CheckReturn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, a);
        let tag = slot::tag(src);
        if (*pc).x() >> tag & 1 != 0 {
            go!(pc.add(1), fp, vm)
        }
        if tag == slot::OBJECT {
            if let Some(ty) = &(*header(fp).func).return_type
                && is_of_class(ty, src)
            {
                go!(pc.add(1), fp, vm)
            }
            return check_returned_object(pc, fp, vm);
        }
        if tag == slot::REFERENCE {
            return check_returned_reference(pc, fp, vm);
        }
        if is_int_for_float(pc, tag) {
            slot::set_float(src, slot::int(src) as f64);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(check_return_slow, pc, fp, vm)
    }
}

/// A reference that others have too is left to them: what is in it is returned, unless the function returns references.
#[inline(never)]
unsafe extern "C-unwind" fn check_returned_reference(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CheckReturn, and the operand is a reference. Where it was given up, somebody else has it.
    unsafe {
        let src = slot!(pc, fp, a);
        let value = slot::deref(src);
        let fits = (*pc).x() >> slot::tag(value) & 1 != 0 && !(*header(fp).func).flags.has(FnFlags::RETURNS_REF);
        if fits && slot::count_down(src) {
            slot::copy(src, value);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(check_return_slow, pc, fp, vm)
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn check_returned_object(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CheckReturn, and the operand is an object.
    unsafe {
        let (head, src) = (header(fp), slot!(pc, fp, a));
        if let Some(ty) = &(*head.func).return_type {
            // What is of the class of `$this` is of the called one.
            let this = &raw const head.this;
            let is_static = ty.spec.mask.has(TypeMask::STATIC)
                && slot::tag(this) == slot::OBJECT
                && (*slot::object(this)).class == (*slot::object(src)).class;
            if is_static || is_of_subclass(vm, ty, src) {
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(check_return_slow, pc, fp, vm)
    }
}

cold_path!(check_return_slow, |vm, fp, pc| {
    let place = slot!(pc, fp, a);
    let func: &'static Func = &*header(fp).func;
    let is_undefined = slot::tag(place) == slot::UNDEF;
    if is_undefined {
        vm.undefined_variable(fp, place);
        vm.cx.check()?;
    }
    let by_ref = func.flags.has(FnFlags::RETURNS_REF);
    if (*place).is_ref() && !by_ref {
        let plain = (*place).clone_deref();
        drop(std::mem::replace(&mut *place, plain));
    }
    let Some(ty) = func.return_type.as_ref() else { return Ok(()) };
    let strict = vm.is_strict(fp);
    let mut value = if is_undefined { Value::NULL } else { (*place).clone_deref() };
    if types::coerce(&mut vm.cx, ty, &mut value, strict, func.class)? {
        if is_undefined && value.is_null() {
            // It stays undefined: the `return` says so once more.
            return Ok(());
        }
        if (*place).is_ref() {
            *(*place).deref_mut() = value;
        } else {
            *place = value;
        }
        return Ok(());
    }
    // An op that throws has consumed its temporary.
    let is_local = (place.offset_from(fp) as usize) < func.num_locals as usize;
    if !is_local {
        *place = Value::UNDEF;
    }
    let called = vm.called();
    Err(loxo_runtime::error::calls::bad_return(&mut vm.cx, func, called, &value))
});

slow_op!(CheckReturnVoidMissing, |vm, fp, pc| {
    let func: &'static Func = &*header(fp).func;
    let called = vm.called();
    Err(loxo_runtime::error::calls::missing_return(&mut vm.cx, func, called))
});

impl Vm {
    /// Checks an argument against the type of parameter `index`.
    ///
    /// # Safety
    /// `fp` is the callee's frame.
    pub(crate) unsafe fn check_parameter(
        &mut self,
        fp: *mut Value,
        func: &'static Func,
        index: usize,
        position: usize,
        value: &mut Value,
    ) -> loxo_runtime::PhpResult<()> {
        let Some(ty) = func.params[index].ty.as_ref() else { return Ok(()) };
        if types::in_mask(ty.spec.mask, value) {
            return Ok(());
        }
        // Coercion follows the caller's mode.
        // SAFETY: as the caller promises.
        let strict = unsafe { self.calling_frame(fp).is_some_and(|caller| self.is_strict(caller)) };
        if types::coerce(&mut self.cx, ty, value, strict, func.class)? {
            return Ok(());
        }
        Err(crate::call::errors::bad_argument(self, func, index, position, value))
    }
}
