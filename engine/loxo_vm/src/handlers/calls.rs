//! Calls: starting one (resolving the callee into a window), passing arguments, entering, returning.

use std::cell::Cell;

use loxo_bytecode::{ClassOperand, FnFlags, NONE, flag};
use loxo_runtime::{Body, BuiltinFlags, Class, FnId, Func, convert, object};
use loxo_value::{PhpStr, Value};

use super::builtin_calls::{call_builtin, call_builtin_method, is_plain_builtin};
use super::moves::make_ref;
use super::props::settle;
use super::returns::release;
use super::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::lookup_cache::has_one_scope;
use crate::call::argument_list::ArgList;
use crate::code::instruction::{Pc, go, konst, slot, slot_x};
use crate::frame::slot;
use crate::frame::{self, HEADER, flags, header};
use crate::objects::closure::Closure;

/// Writes the header of a window whose callee is known.
///
/// # Safety
/// `callee` is the frame address of a window of the running frame.
#[inline(always)]
pub(crate) unsafe fn start(callee: *mut Value, func: &Func, class: *const Class) {
    // SAFETY: the window's header slots belong to the frame and hold nothing.
    unsafe {
        let head = callee.sub(HEADER).cast::<frame::Header>();
        (&raw mut (*head).func).write(func);
        (&raw mut (*head).class).write(class);
        (&raw mut (*head).extra).write(std::ptr::null_mut());
        slot::set_tag(&raw mut (*head).this, slot::UNDEF);
        slot::set_tag(&raw mut (*head).closure, slot::UNDEF);
        (&raw mut (*head).flags).write(0);
        (&raw mut (*head).nargs).write(0);
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitFn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; the request's table is read in bounds.
    unsafe {
        if let Some(func) = (&(*vm).cx.fns).get((*pc).b as usize).and_then(Cell::get) {
            start(slot!(pc, fp, a), func, std::ptr::null());
            go!(pc.add(1), fp, vm)
        }
        go_cold!(init_fn_slow, pc, fp, vm)
    }
}

cold_path!(init_fn_slow, |vm, fp, pc| {
    let id = FnId((*pc).b as u32);
    let Some(func) = vm.cx.func(id) else { return Err(undefined_function(vm, id)) };
    start(slot!(pc, fp, a), func, std::ptr::null());
    Ok(())
});

fn undefined_function(vm: &mut Vm, id: FnId) -> loxo_runtime::Thrown {
    vm.cx.throw_error([b"Call to undefined function ", convert::shown_name(id.name().as_bytes()), b"()"].concat())
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitFnNs(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for InitFn.
    unsafe {
        let fns = &(*vm).cx.fns;
        let found = |id: i32| fns.get(id as usize).and_then(Cell::get);
        let found = found((*pc).b).or_else(|| found((*pc).c));
        if let Some(func) = found {
            start(slot!(pc, fp, a), func, std::ptr::null());
            go!(pc.add(1), fp, vm)
        }
        go_cold!(init_fn_ns_slow, pc, fp, vm)
    }
}

cold_path!(init_fn_ns_slow, |vm, fp, pc| {
    let id = FnId((*pc).b as u32);
    let Some(func) = vm.cx.func(id).or_else(|| vm.cx.func(FnId((*pc).c as u32))) else {
        return Err(undefined_function(vm, id));
    };
    start(slot!(pc, fp, a), func, std::ptr::null());
    Ok(())
});

/// `$closure(...)`
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitDyn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let base = slot!(pc, fp, b);
        let value = slot::deref(base);
        if slot::tag(value) == slot::OBJECT && start_closure(slot!(pc, fp, a), value) {
            // A consumed closure is now held by the window as well.
            if (*pc).has(flag::CONSUME_B) {
                release(base);
                slot::set_tag(base, slot::UNDEF);
            }
            go!(pc.add(1), fp, vm)
        }
        if let Some(func) = (*vm).get_function(value) {
            start(slot!(pc, fp, a), func, std::ptr::null());
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(value) == slot::ARRAY && !(*pc).has(flag::CONSUME_B) && start_pair(slot!(pc, fp, a), value, fp, vm) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(init_dyn_slow, pc, fp, vm)
    }
}

/// Starts a call of `[$object, 'method']` where that method was found before; false: nothing was done.
#[inline(never)]
unsafe fn start_pair(callee: *mut Value, pair: *const Value, fp: *mut Value, vm: *mut Vm) -> bool {
    // SAFETY: the caller passes a window, a live array and the running frame.
    unsafe {
        let Some([target, method]) = (*pair).as_array().and_then(|pair| pair.packed_data()) else { return false };
        let (target, method) = (slot::deref(target), slot::deref(method));
        if slot::tag(target) != slot::OBJECT {
            return false;
        }
        let class = (*slot::object(target)).class as usize;
        let scope = (*vm).scope_of(fp);
        let Some(func) = (*vm).get_method(class, method, scope) else { return false };
        start(callee, func, class as *const Class);
        slot::copy(&raw mut header(callee).this, target);
        true
    }
}

/// Starts a call of a closure object; false: it is none, or one that stands for a magic call.
#[inline(never)]
unsafe fn start_closure(callee: *mut Value, value: *const Value) -> bool {
    // SAFETY: the caller passes a window and a live object.
    unsafe {
        let Some(closure) = (*value).as_object().and_then(|object| object.native::<Closure>()) else { return false };
        if closure.magic_name.is_some() {
            return false;
        }
        start(callee, closure.func, closure.called.map_or(std::ptr::null(), std::ptr::from_ref));
        let head = header(callee);
        if let Some(this) = &closure.this {
            (&raw mut head.this).write(Value::object(this.clone()));
        }
        (&raw mut head.closure).write((*value).clone());
        true
    }
}

cold_path!(init_dyn_slow, |vm, fp, pc| {
    let callee = vm.operand_b(fp, pc);
    vm.init_dynamic(slot!(pc, fp, a), callee)
});

/// A callback, for `call_user_func()` and its sister.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitUserCall(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let value = slot::deref(slot!(pc, fp, b));
        if !(*pc).has(flag::CONSUME_B) {
            if slot::tag(value) == slot::OBJECT && start_closure(slot!(pc, fp, a), value) {
                go!(pc.add(1), fp, vm)
            }
            if let Some(func) = (*vm).get_function(value) {
                start(slot!(pc, fp, a), func, std::ptr::null());
                go!(pc.add(1), fp, vm)
            }
            if slot::tag(value) == slot::ARRAY && start_pair(slot!(pc, fp, a), value, fp, vm) {
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(init_user_call_slow, pc, fp, vm)
    }
}

cold_path!(init_user_call_slow, |vm, fp, pc| {
    let callee = vm.operand_b(fp, pc);
    vm.init_user_call(slot!(pc, fp, a), &callee, (*pc).x() != 0)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitMethod(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; a cache entry pairs a class with a method of it that this scope may call.
    unsafe {
        let object = slot::deref(slot!(pc, fp, b));
        if slot::tag(object) == slot::OBJECT {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            let class = (*slot::object(object)).class as usize;
            if entry.key == class {
                let callee = slot!(pc, fp, a);
                start(callee, &*(entry.value as *const Func), class as *const Class);
                let this = &raw mut header(callee).this;
                if (*pc).has(flag::CONSUME_B) && std::ptr::eq(object, slot!(pc, fp, b)) {
                    slot::copy_bits(this, object);
                } else {
                    slot::copy(this, object);
                }
                if !(*pc).has(flag::CONSUME_B) || std::ptr::eq(object, slot!(pc, fp, b)) {
                    go!(pc.add(1), fp, vm)
                }
                go_cold!(free_consumed_b, pc, fp, vm)
            }
        }
        init_method_uncached(pc, fp, vm)
    }
}

/// The same for a class that was not the last one here.
#[inline(never)]
unsafe extern "C-unwind" fn init_method_uncached(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for InitMethod.
    unsafe {
        let base = slot!(pc, fp, b);
        let object = slot::deref(base);
        if slot::tag(object) == slot::OBJECT && (!(*pc).has(flag::CONSUME_B) || std::ptr::eq(object, base)) {
            let class = (*slot::object(object)).class as usize;
            let scope = (*vm).scope_of(fp);
            if let Some(func) = (*vm).get_method(class, konst!(pc, c), scope) {
                let open = func.flags.has(FnFlags::PUBLIC) && !func.shadows_private;
                if (*pc).x() != 0 && (open || has_one_scope(&*header(fp).func)) {
                    let entry = &mut *(*vm).caches.add((*pc).x() as usize);
                    entry.key = class;
                    entry.value = std::ptr::from_ref(func) as usize;
                }
                let callee = slot!(pc, fp, a);
                start(callee, func, class as *const Class);
                let this = &raw mut header(callee).this;
                if (*pc).has(flag::CONSUME_B) {
                    slot::copy_bits(this, object);
                } else {
                    slot::copy(this, object);
                }
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(init_method_slow, pc, fp, vm)
    }
}

cold_path!(free_consumed_b, |vm, fp, pc| {
    drop((*slot!(pc, fp, b)).take_undef());
    Ok(())
});

cold_path!(init_method_slow, |vm, fp, pc| {
    let object = vm.operand_b(fp, pc);
    vm.init_method(slot!(pc, fp, a), object, &*konst!(pc, c))
});

slow_op!(InitMethodDyn, |vm, fp, pc| {
    let object = vm.operand_b(fp, pc);
    let name = vm.operand_c(fp, pc);
    match name.as_str() {
        Some(_) => vm.init_method(slot!(pc, fp, a), object, &name),
        None => Err(vm.cx.throw_error("Method name must be a string")),
    }
});

/// `class::name()` that was resolved before: a static method, or one that runs on `$this` (`parent::name()`).
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitStaticCall(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified.
    unsafe {
        if let Some(class) = (*vm).declared_class(fp, (*pc).b as u32) {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            let known = match entry.key == std::ptr::from_ref(class) as usize {
                true => Some(&*(entry.value as *const Func)),
                false => find_static_method(pc, fp, vm, class),
            };
            if let Some(func) = known {
                let callee = slot!(pc, fp, a);
                let written = ClassOperand::decode((*pc).b as u32);
                let relative = matches!(written, ClassOperand::SelfClass | ClassOperand::Parent | ClassOperand::Static);
                if func.is_static() && !(relative && (*header(fp).func).flags.has(FnFlags::CLOSURE)) {
                    let called = if relative { (*vm).declared_class(fp, ClassOperand::Static.encode()).unwrap_or(class) } else { class };
                    start(callee, func, called);
                    go!(pc.add(1), fp, vm)
                }
                let this = &raw const header(fp).this;
                // A closure's object may have nothing to do with its scope.
                if slot::tag(this) == slot::OBJECT && relative && !(*header(fp).func).flags.has(FnFlags::CLOSURE) {
                    start(callee, func, (*slot::object(this)).class.cast::<Class>());
                    slot::copy(&raw mut header(callee).this, this);
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(init_static_slow, pc, fp, vm)
    }
}

/// What the op at `pc` was found to call before; its cache remembers that from now on.
#[inline(never)]
unsafe fn find_static_method(pc: Pc, fp: *mut Value, vm: *mut Vm, class: &'static Class) -> Option<&'static Func> {
    // SAFETY: called by `InitStaticCall` with its own arguments.
    unsafe {
        let func = (*vm).get_static_method(class, konst!(pc, c), (*vm).scope_of(fp))?;
        if (*pc).x() != 0 && has_one_scope(&*header(fp).func) {
            let entry = &mut *(*vm).caches.add((*pc).x() as usize);
            entry.key = std::ptr::from_ref(class) as usize;
            entry.value = std::ptr::from_ref(func) as usize;
        }
        Some(func)
    }
}

cold_path!(init_static_slow, |vm, fp, pc| {
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    vm.init_static(slot!(pc, fp, a), class, (*pc).b as u32, &*konst!(pc, c))
});

slow_op!(InitStaticCallDyn, |vm, fp, pc| {
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let name = vm.operand_c(fp, pc);
    match name.as_str() {
        Some(_) => vm.init_static(slot!(pc, fp, a), class, (*pc).b as u32, &name),
        None => Err(vm.cx.throw_error("Method name must be a string")),
    }
});

slow_op!(InitParentHook, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    vm.init_parent_hook(fp, slot!(pc, fp, a), &name, (*pc).c != 0)
});

/// `new` of a class that was made here before and whose objects need nothing but a constructor call.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn New(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified.
    unsafe {
        if make_plain(pc, fp, vm) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(new_slow, pc, fp, vm)
    }
}

/// Makes an object of the class seen last and starts its constructor; false: nothing was done.
#[inline(never)]
unsafe fn make_plain(pc: Pc, fp: *mut Value, vm: *mut Vm) -> bool {
    // SAFETY: called by `New` with its own arguments; a cache entry pairs a plain class with a constructor that this scope may call, or with 0.
    unsafe {
        let Some(class) = (*vm).declared_class(fp, (*pc).b as u32) else { return false };
        let entry = &*(*vm).caches.add((*pc).x() as usize);
        if entry.key != std::ptr::from_ref(class) as usize || *(*vm).pending != 0 {
            return false;
        }
        let Some(object) = object::instantiate_plain(&(*vm).cx, class) else { return false };
        let callee = slot!(pc, fp, c);
        if entry.value == 0 {
            start_without_constructor(callee, class, pc);
        } else {
            start(callee, &*(entry.value as *const Func), class);
            let head = header(callee);
            head.flags = flags::CONSTRUCTOR;
            (&raw mut head.this).write(Value::object(object.clone()));
        }
        slot!(pc, fp, a).write(Value::object(object));
        true
    }
}

/// The call behind `New` drops its arguments; those by name are an error, but for constant expressions.
#[inline]
unsafe fn start_without_constructor(callee: *mut Value, class: &'static Class, pc: Pc) {
    // SAFETY: `callee` is the window of the `New` at `pc`.
    unsafe {
        start(callee, crate::frame::reentry::no_constructor(), class);
        header(callee).flags = flags::NO_CONSTRUCTOR | if (*pc).has(flag::QUIET) { flags::DROPS_NAMES } else { 0 };
    }
}

cold_path!(new_slow, |vm, fp, pc| {
    let callee = slot!(pc, fp, c);
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let object = vm.cx.instantiate(class)?;
    let scope = vm.scope_of(fp);
    let constructor = match class.magic.constructor {
        None => None,
        Some(found) => match vm.cx.check_constructor(class, found, scope) {
            Ok(()) => Some(found),
            Err(thrown) => {
                // An object that was never constructed is not destructed either.
                object.set_destructed();
                return Err(thrown);
            }
        },
    };
    let open = constructor.is_none_or(|func| func.flags.has(FnFlags::PUBLIC)) || has_one_scope(&*header(fp).func);
    if (*pc).x() != 0 && open && object::is_plain(class) {
        let entry = &mut *vm.caches.add((*pc).x() as usize);
        entry.key = std::ptr::from_ref(class) as usize;
        entry.value = constructor.map_or(0, |func| std::ptr::from_ref(func) as usize);
    }
    match constructor {
        Some(constructor) => {
            start(callee, constructor, class);
            let head = header(callee);
            head.flags = flags::CONSTRUCTOR;
            (&raw mut head.this).write(Value::object(object.clone()));
        }
        None => start_without_constructor(callee, class, pc),
    }
    slot!(pc, fp, a).write(Value::object(object));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfNoConstructor(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the window was started by `New`.
    unsafe {
        if header(slot!(pc, fp, a)).flags & flags::NO_CONSTRUCTOR != 0 {
            go!(crate::code::instruction::target!(pc), fp, vm)
        }
        go!(pc.add(1), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CopyArg(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the window has its callee.
    unsafe {
        let func = &*header(slot!(pc, fp, c)).func;
        if !func.flags.has(FnFlags::REF_PARAMS) {
            let src = slot!(pc, fp, b);
            if slot::tag(src) != slot::UNDEF {
                slot::copy(slot!(pc, fp, a), slot::deref(src));
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(copy_arg_slow, pc, fp, vm)
    }
}

cold_path!(copy_arg_slow, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, c)).func;
    let var = slot!(pc, fp, b);
    let arg = slot!(pc, fp, a);
    if func.by_ref((*pc).x() as usize) && var != fp.sub(1) {
        arg.write(Value::reference(make_ref(var)));
        return Ok(());
    }
    if slot::tag(var) == slot::UNDEF {
        // The slot must be whole while the handler of the warning may look at it.
        slot::set_tag(arg, slot::NULL);
        vm.undefined_variable(fp, var);
        return Ok(());
    }
    slot::copy(arg, slot::deref(var));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfArgByValue(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the window has its callee.
    unsafe {
        let func = &*header(slot!(pc, fp, a)).func;
        if func.flags.has(FnFlags::REF_PARAMS) && func.by_ref((*pc).b as usize) {
            go!(pc.add(1), fp, vm)
        }
        go!(crate::code::instruction::target!(pc), fp, vm)
    }
}

/// Enters the user function in the window `callee` with `count` arguments in place; everything ordinary. `bind` runs when the other locals are undef.
macro_rules! enter {
    ($func:expr, $callee:expr, $count:expr, $fp:expr, $vm:expr) => {
        $crate::handlers::calls::enter!($func, $callee, $count, $fp, $vm, {})
    };
    ($func:expr, $callee:expr, $count:expr, $fp:expr, $vm:expr, $bind:block) => {{
        let func: &Func = $func;
        let head = $callee.sub(HEADER).cast::<frame::Header>();
        (*head).prev = $fp;
        (*head).nargs = $count;
        let mut i = $count as usize;
        let locals = func.num_locals as usize;
        while i < locals {
            slot::set_tag($callee.add(i), slot::UNDEF);
            i += 1;
        }
        let () = $bind;
        (*$vm).fp = $callee;
        let entry = func.entry as Pc;
        go!(entry, $callee, $vm)
    }};
}

pub(super) use enter;

/// A user function that needs nothing at entry but its missing locals made undef.
#[inline(always)]
unsafe fn is_plain(func: &Func, count: u32) -> bool {
    func.entry != 0 && count <= func.num_params && count >= func.required && !func.flags.any(SPECIAL)
}

pub(super) const SPECIAL: FnFlags = SPECIAL_CLOSURE.with(FnFlags::CLOSURE).with(FnFlags::CONSTANT);

/// A function whose result is known without entering it.
#[inline(always)]
unsafe fn is_constant(func: &Func, count: u32) -> bool {
    func.flags.has(FnFlags::CONSTANT) && !func.flags.any(SPECIAL_CLOSURE.with(FnFlags::CLOSURE)) && count >= func.required
}

/// Finishes the call of such a function: its arguments are dropped, its constant is the result.
#[inline(never)]
unsafe extern "C-unwind" fn return_constant(pc: Pc, fp: *mut Value, vm: *mut Vm, count: u32) -> u64 {
    // SAFETY: the caller is a call op; the function's first instruction is a `ReturnK`.
    unsafe {
        let callee = slot!(pc, fp, a);
        let head = header(callee);
        let entry = (*head.func).entry as Pc;
        for i in 0..count as usize {
            release(callee.add(i));
        }
        release(&raw mut head.this);
        if (*pc).x() != NONE {
            slot::copy_bits(slot_x!(pc, fp), konst!(entry, a));
        }
        if *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(settle, pc, fp, vm)
    }
}

/// What keeps a closure's function from being entered in short.
pub(super) const SPECIAL_CLOSURE: FnFlags =
    FnFlags::VARIADIC.with(FnFlags::ABSTRACT).with(FnFlags::REF_PARAMS).with(FnFlags::DEPRECATED).with(FnFlags::NO_DISCARD);

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Call(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the window was started and its arguments written.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func = &*header(callee).func;
        let count = (*pc).b as u32;
        if is_plain(func, count) && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm)
        }
        if func.flags.has(FnFlags::CLOSURE) {
            return call_closure(pc, fp, vm);
        }
        if is_constant(func, count) {
            return return_constant(pc, fp, vm, count);
        }
        if func.flags.has(FnFlags::REF_PARAMS) && func.entry != 0 {
            return call_with_references::<false>(pc, fp, vm, count);
        }
        call_window(pc, fp, vm)
    }
}

/// A builtin in a window, and what is left.
#[inline(never)]
unsafe extern "C-unwind" fn call_window(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func = &*header(callee).func;
        let count = (*pc).b as u32;
        if !func.is_user() && is_plain_builtin(func, callee, count) {
            if func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::RESUMES)) {
                let next = (*vm).resume_by_call(pc, fp, callee, count);
                if !next.is_null() {
                    go!(next, (*vm).fp, vm)
                }
            }
            header(fp).pc = pc;
            let next = match func.body {
                Body::Builtin(thunk) => call_builtin(thunk, func, callee, count, pc, fp, vm),
                Body::BuiltinMethod(thunk) => call_builtin_method(thunk, func, callee, count, pc, fp, vm),
                _ => go_cold!(call_slow, pc, fp, vm),
            };
            go!(next, (*vm).fp, vm)
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// Enters a user function with by-reference parameters whose arguments are references already. `KNOWN`: for `CallFn`.
#[inline(never)]
unsafe extern "C-unwind" fn call_with_references<const KNOWN: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, count: u32) -> u64 {
    const OTHERS: FnFlags =
        FnFlags::VARIADIC.with(FnFlags::ABSTRACT).with(FnFlags::CLOSURE).with(FnFlags::DEPRECATED).with(FnFlags::NO_DISCARD);
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func = &*header(callee).func;
        let fits =
            (func.required..=func.num_params).contains(&count) && !func.flags.any(OTHERS) && header(callee).flags & flags::MAGIC == 0;
        if fits && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            let passed = func.params.iter().take(count as usize).enumerate();
            if passed.filter(|(_, p)| p.by_ref).all(|(i, _)| slot::tag(callee.add(i)) == slot::REFERENCE) {
                header(fp).pc = pc;
                enter!(func, callee, count, fp, vm)
            }
        }
        if KNOWN {
            go_cold!(call_fn_slow, pc, fp, vm)
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// A closure's function also gets its captured variables.
#[inline(never)]
unsafe extern "C-unwind" fn call_closure(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let head = header(callee);
        let func = &*head.func;
        let count = (*pc).b as u32;
        let ordinary = func.entry != 0 && count <= func.num_params && count >= func.required && !func.flags.any(SPECIAL_CLOSURE);
        if ordinary && head.flags == 0 && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm, { bind_captured(head, callee.add(func.num_params as usize)) })
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// Writes the variables that the closure being called has captured. Not inlined: looking into an object needs memory on the native stack, and a
/// handler with such memory cannot end in a jump.
#[inline(never)]
pub(super) unsafe fn bind_captured(head: *const frame::Header, slots: *mut Value) {
    // SAFETY: the caller passes the header and the slots of a frame under construction.
    unsafe {
        if let Some(closure) = (*head).closure.as_object().and_then(|object| object.native::<Closure>()) {
            closure.bind_variables(slots);
        }
    }
}

cold_path!(call_slow => jump, |vm, fp, pc| { vm.enter_call(slot!(pc, fp, a), (*pc).b as u32, pc, fp) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallRef(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; returning looks at the op to know whether a reference is wanted.
    unsafe { go_cold!(call_slow, pc, fp, vm) }
}

/// The result is an argument of another started call, whose callee decides whether a reference stays one. Few functions return references.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallForArg(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        if !(*header(slot!(pc, fp, a)).func).flags.has(FnFlags::RETURNS_REF) {
            return Call(pc, fp, vm);
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallFn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; the callee's address is a constant of the unit.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func: &Func = *pc.cast::<u8>().offset((*pc).b as isize).cast::<&'static Func>();
        start(callee, func, std::ptr::null());
        let count = (*pc).c as u32;
        if is_plain(func, count) && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm)
        }
        if is_constant(func, count) {
            return return_constant(pc, fp, vm, count);
        }
        if func.flags.has(FnFlags::REF_PARAMS) {
            return call_with_references::<true>(pc, fp, vm, count);
        }
        go_cold!(call_fn_slow, pc, fp, vm)
    }
}

cold_path!(call_fn_slow => jump, |vm, fp, pc| { vm.enter_call(slot!(pc, fp, a), (*pc).c as u32, pc, fp) });

slow_op!(BeginArgs, |vm, fp, pc| {
    slot!(pc, fp, a).write(vm.begin_list());
    Ok(())
});

slow_op!(ArgsPush, |vm, fp, pc| {
    let value = if (*pc).has(flag::BY_REF) { vm.take_b(fp, pc) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).push(&mut vm.cx, value)
});

slow_op!(ArgsPushVar, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, c)).func;
    let var = slot!(pc, fp, b);
    let list = ArgList::of(&mut *slot!(pc, fp, a));
    let value =
        if func.by_ref(list.positional_count()) && var != fp.sub(1) { Value::reference(make_ref(var)) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).push(&mut vm.cx, value)
});

slow_op!(ArgsSpread, |vm, fp, pc| {
    let func: &'static Func = &*header(slot!(pc, fp, c)).func;
    let user = (*pc).has(flag::BY_REF);
    if !user && func.flags.has(FnFlags::REF_PARAMS) && !(*pc).has(flag::CONSUME_B) {
        vm.refer_elements(slot!(pc, fp, b), slot!(pc, fp, a), func);
    }
    let source = vm.operand_b(fp, pc);
    if user { vm.spread_user_args(slot!(pc, fp, a), &source, func) } else { vm.spread_args(slot!(pc, fp, a), &source, func) }
});

slow_op!(ArgsNamed, |vm, fp, pc| {
    let value = if (*pc).has(flag::BY_REF) { vm.take_c(fp, pc) } else { vm.operand_c(fp, pc) };
    let name = (*konst!(pc, b)).as_str().expect("argument names are strings").clone();
    if (*pc).has(flag::PLAIN) {
        let func: &'static Func = &*header(fp.add((*pc).x() as usize)).func;
        let named = func.params.iter().position(|p| !p.variadic && p.name.as_bytes() == name.as_bytes());
        if let Some(index) = named.filter(|&index| func.params[index].by_ref && !func.params[index].prefer_ref) {
            return Err(crate::call::errors::not_by_reference(&mut vm.cx, func, index));
        }
    }
    ArgList::of(&mut *slot!(pc, fp, a)).push_named(&mut vm.cx, name, value)
});

slow_op!(JumpIfNamedByValue => jump, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, a)).func;
    let name: &PhpStr = (*konst!(pc, b)).as_str().expect("argument names are strings");
    let by_ref = match func.params.iter().find(|p| p.name.as_bytes() == name.as_bytes()) {
        Some(param) => param.by_ref,
        None => func.is_variadic() && func.params.last().is_some_and(|p| p.by_ref),
    };
    Ok(if by_ref { pc.add(1) } else { crate::code::instruction::target!(pc) })
});

slow_op!(JumpIfNextByValue => jump, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, a)).func;
    let position = ArgList::of(&mut *slot!(pc, fp, b)).positional_count();
    Ok(if func.by_ref(position) { pc.add(1) } else { crate::code::instruction::target!(pc) })
});

slow_op!(CallArgs => jump, |vm, fp, pc| {
    let list = (*slot!(pc, fp, b)).take_undef();
    vm.enter_with_list(slot!(pc, fp, a), list, pc, fp)
});

slow_op!(MakeCallable, |vm, fp, pc| {
    let closure = vm.callable_of_window(slot!(pc, fp, b))?;
    slot!(pc, fp, a).write(Value::object(closure));
    Ok(())
});

slow_op!(CheckRefArg, |vm, fp, pc| {
    let func = vm.callee_of_window(fp, pc);
    let position = (*pc).c as usize;
    vm.check_ref_argument(func, position, slot!(pc, fp, a), (*pc).x())
});

impl Vm {
    /// Gives a call's result to the slot that its op names.
    ///
    /// # Safety
    /// `pc` is a call op of frame `fp`.
    #[inline]
    pub(crate) unsafe fn write_result(&mut self, pc: Pc, fp: *mut Value, value: Value) {
        // SAFETY: as the caller promises.
        unsafe {
            if (*pc).x() != NONE {
                slot::copy_bits(slot_x!(pc, fp), &value);
                std::mem::forget(value);
            } else {
                drop(value);
            }
        }
    }
}

impl Vm {
    /// The callee of the window that `CheckRefArg` at `pc` names: it may not be written there yet, if the call that follows is a `CallFn`.
    ///
    /// # Safety
    /// `pc` is the running op of frame `fp`.
    unsafe fn callee_of_window(&self, fp: *mut Value, pc: Pc) -> &'static Func {
        // SAFETY: as the caller promises.
        unsafe {
            let code = crate::code::code_of(&*header(fp).func);
            let at = code.index_of(pc);
            let ops = &code.function().code;
            let call = ops[at..].iter().find(|op| op.a == ops[at].b && crate::code::is_call(op.code));
            match call {
                Some(call) if call.code == loxo_bytecode::OpCode::CallFn => code.unit.funcs[call.b as usize],
                _ => &*header(slot!(pc, fp, b)).func,
            }
        }
    }
}
