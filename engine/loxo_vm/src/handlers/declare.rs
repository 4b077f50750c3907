//! Handlers of declarations that happen when code runs, of closures and of ticks.

use loxo_bytecode::{FnFlags, flag};
use loxo_runtime::Func;
use loxo_value::{PhpObject, Value, Values};

use super::slow_path::slow_op;
use crate::Vm;
use crate::access::references::make_ref;
use crate::code::code_of;
use crate::code::instruction::{Pc, slot};
use crate::frame::{header, slot};
use crate::objects::closure::{self, Closure};

slow_op!(DeclareFn, |vm, fp, pc| {
    let func: &'static Func = *pc.cast::<u8>().offset((*pc).a as isize).cast::<&'static Func>();
    vm.declare_function(func)
});

slow_op!(DeclareClass, |vm, fp, pc| {
    let unit = code_of(&*header(fp).func).unit;
    vm.declare_class(unit, (*pc).a as u32).map(drop)
});

slow_op!(NewAnonClass, |vm, fp, pc| {
    let unit = code_of(&*header(fp).func).unit;
    let class = vm.anonymous_class(unit, (*pc).b as u32)?;
    slot::set_int(slot!(pc, fp, a), std::ptr::from_ref(class) as i64);
    Ok(())
});

slow_op!(MakeClosure, |vm, fp, pc| {
    slot!(pc, fp, a).write(Value::object(make_closure(vm, pc, fp)));
    Ok(())
});

/// The closure that an op makes, which has captured nothing yet.
///
/// # Safety
/// `pc` is a `MakeClosure` of frame `fp`.
pub unsafe fn make_closure(vm: &mut Vm, pc: Pc, fp: *mut Value) -> PhpObject {
    // SAFETY: as the caller promises; the function's address is a constant of the unit.
    unsafe {
        let func: &'static Func = *pc.cast::<u8>().offset((*pc).b as isize).cast::<&'static Func>();
        let (head, scope) = (header(fp), (*header(fp).func).class);
        let func = closure::with_scope(func, scope);
        let this = if func.is_static() { None } else { head.this.as_object().cloned() };
        let called = this.as_ref().map(|this| vm.cx.class_of(this)).or(head.class.as_ref()).or(scope);
        let captures = func.flags.has(FnFlags::CAPTURES);
        let bound = if captures { Values::undefined(code_of(func).function().uses.len()) } else { Values::NONE };
        closure::new_object(vm, Closure::new(func, this, called, bound))
    }
}

slow_op!(ClosureUse, |vm, fp, pc| {
    let var = slot!(pc, fp, b);
    let value = match () {
        () if (*pc).has(flag::BY_REF) => Value::reference(make_ref(var)),
        () if (*pc).has(flag::IMPLICIT) => (*var).clone_deref(),
        () => vm.operand_b(fp, pc),
    };
    // A warning of an undefined variable may have run anything, but nobody else has the closure yet.
    let object = (*slot!(pc, fp, a)).as_object().expect("closure under construction");
    let closure = object.native_mut::<Closure>().expect("closure under construction");
    closure.bound[(*pc).c as usize] = value;
    Ok(())
});

slow_op!(Ticks, |vm, fp, pc| {
    vm.ticks += 1;
    if vm.ticks >= (*pc).a as u32 {
        vm.ticks = 0;
        return vm.run_tick_functions();
    }
    Ok(())
});
