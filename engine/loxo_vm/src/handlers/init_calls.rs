//! Starting calls: the callee is found and its window opened.

use std::cell::Cell;

use loxo_bytecode::{ClassOperand, FnFlags, flag};
use loxo_runtime::{Body, BuiltinFlags, Class, FnId, Func, convert};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::lookup_cache::{has_one_scope, has_one_scope_on, is_found_by_class};
use crate::code::code_of;
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot::{self, release};
use crate::frame::{Header, header, open_window};
use crate::objects::closure::Closure;

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitFn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; the request's table is read in bounds.
    unsafe {
        if let Some(func) = (&(*vm).cx.fns).get((*pc).b as usize).and_then(Cell::get) {
            open_window(slot!(pc, fp, a), func, std::ptr::null());
            go!(pc.add(1), fp, vm)
        }
        go_cold!(init_fn_slow, pc, fp, vm)
    }
}

cold_path!(init_fn_slow, |vm, fp, pc| {
    let id = FnId((*pc).b as u32);
    let Some(func) = vm.cx.func(id) else { return Err(undefined_function(vm, id)) };
    open_window(slot!(pc, fp, a), func, std::ptr::null());
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
            open_window(slot!(pc, fp, a), func, std::ptr::null());
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
    open_window(slot!(pc, fp, a), func, std::ptr::null());
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
            let (cache, func) = ((*pc).x() as usize, header(slot!(pc, fp, a)).func as usize);
            if (cache == 0 || (*(*vm).caches.add(cache)).key == func) && !(*pc).has(flag::CONSUME_B) {
                go!(pc.add(1), fp, vm)
            }
            return closure_started(pc, fp, vm);
        }
        init_dyn_other(pc, fp, vm)
    }
}

/// A call of a closure has been started.
#[inline(never)]
unsafe extern "C-unwind" fn closure_started(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for InitDyn.
    unsafe {
        note_called(pc, vm, header(slot!(pc, fp, a)));
        // A consumed closure is now held by the window as well.
        if (*pc).has(flag::CONSUME_B) {
            let base = slot!(pc, fp, b);
            release(base);
            slot::set_tag(base, slot::UNDEF);
        }
        go!(pc.add(1), fp, vm)
    }
}

/// It is no closure that is called.
#[inline(never)]
unsafe extern "C-unwind" fn init_dyn_other(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for InitDyn.
    unsafe {
        let value = slot::deref(slot!(pc, fp, b));
        if let Some(func) = (*vm).get_function(value) {
            open_window(slot!(pc, fp, a), func, std::ptr::null());
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(value) == slot::ARRAY && !(*pc).has(flag::CONSUME_B) && start_pair(slot!(pc, fp, a), value, fp, vm, |_| true) {
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(value) == slot::OBJECT && !(*pc).has(flag::CONSUME_B) && start_invoke(slot!(pc, fp, a), value) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(init_dyn_slow, pc, fp, vm)
    }
}

/// The op's cache remembers a function that a closure calls, with the class of its object plus one.
#[inline(always)]
unsafe fn note_called(pc: Pc, vm: *mut Vm, head: &Header) {
    // SAFETY: the caller passes the running op and a window that was started; the cache index lies in the table.
    unsafe {
        let (cache, func) = ((*pc).x(), head.func as usize);
        let is_user = !(*head.func).entry_kind.is_builtin();
        if cache != 0
            && is_user
            && (*(*vm).caches.add(cache as usize)).key != func
            && (*vm).seen_inline(cache, func) == 0
            && is_kept(&*head.func)
        {
            let this = &raw const head.this;
            let class = if slot::tag(this) == slot::OBJECT { (*slot::object(this)).class as usize } else { 0 };
            (*vm).fill_inline(cache, func, class + 1);
        }
    }
}

/// The function is there as long as the process is, and calling it is no more than that.
fn is_kept(func: &Func) -> bool {
    matches!(func.body, Body::User) && !code_of(func).is_transient() && !func.name.as_bytes().starts_with(b"__call")
}

/// Starts a call of `[$object, 'method']` where that method was found before; false: nothing was done.
#[inline(never)]
unsafe fn start_pair(callee: *mut Value, pair: *const Value, fp: *mut Value, vm: *mut Vm, accepts: impl Fn(&Func) -> bool) -> bool {
    // SAFETY: the caller passes a window, a live array and the running frame.
    unsafe {
        let Some([target, method]) = (*pair).as_array().and_then(|pair| pair.packed_data()) else { return false };
        let (target, method) = (slot::deref(target), slot::deref(method));
        if slot::tag(target) != slot::OBJECT {
            return false;
        }
        let class = (*slot::object(target)).class as usize;
        let scope = (*vm).scope_of(fp);
        let Some(func) = (*vm).get_method(class, method, scope).filter(|func| accepts(func)) else { return false };
        open_window(callee, func, class as *const Class);
        slot::copy(&raw mut header(callee).this, target);
        true
    }
}

/// Starts a call of `__invoke()` of an object of a program's class; false: it has none.
#[inline(always)]
unsafe fn start_invoke(callee: *mut Value, value: *const Value) -> bool {
    // SAFETY: the caller passes a window and a live object.
    unsafe {
        let class = &*(*slot::object(value)).class.cast::<Class>();
        let is_simple = |func: &&Func| matches!(func.body, Body::User) && !func.is_static() && class.object_handlers.callable.is_none();
        let Some(func) = class.magic.invoke.filter(is_simple) else { return false };
        open_window(callee, func, class);
        slot::copy(&raw mut header(callee).this, value);
        true
    }
}

/// Starts a call of a closure object; false: it is none, or one that stands for a magic call or a builtin that works on its caller's frame.
#[inline(always)]
unsafe fn start_closure(callee: *mut Value, value: *const Value) -> bool {
    // SAFETY: the caller passes a window and a live object.
    unsafe {
        let Some(closure) = (*value).as_object().and_then(|object| object.native_at_once::<Closure>()) else { return false };
        let asks_for_frame = || closure.func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NEEDS_FRAME));
        if closure.magic_name.is_some() || asks_for_frame() {
            return false;
        }
        open_window(callee, closure.func, closure.called.map_or(std::ptr::null(), std::ptr::from_ref));
        let head = header(callee);
        if let Some(this) = &closure.this {
            (&raw mut head.this).write(Value::object(this.clone()));
        }
        slot::copy(&raw mut head.closure, value);
        true
    }
}

cold_path!(init_dyn_slow, |vm, fp, pc| {
    let callee = vm.operand_b(fp, pc);
    vm.init_dynamic(slot!(pc, fp, a), &callee)
});

/// Starts a call of a closure, of a function by a name that was resolved before, or of a method of an object likewise; false: it is none of them.
#[inline(always)]
unsafe fn start_callback(callee: *mut Value, value: *const Value, fp: *mut Value, vm: *mut Vm) -> bool {
    // SAFETY: the caller passes a window, a live value and the running frame.
    unsafe {
        match slot::tag(value) {
            slot::OBJECT => start_closure(callee, value),
            // Callbacks of static methods have no object, though their pair names one.
            slot::ARRAY => start_pair(callee, value, fp, vm, |func| !func.flags.has(FnFlags::STATIC)),
            _ => match (*vm).get_function(value) {
                Some(func) => {
                    open_window(callee, func, std::ptr::null());
                    true
                }
                None => false,
            },
        }
    }
}

/// A callback, for `call_user_func()` and its sister.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitUserCall(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let operand = slot!(pc, fp, b);
        let value = slot::deref(operand);
        if start_callback(slot!(pc, fp, a), value, fp, vm) {
            // The window holds what of the operand is still needed, so nothing ends with it that has a destructor.
            if (*pc).has(flag::CONSUME_B) && slot::counted(operand) {
                if !slot::count_down(operand) {
                    release(operand);
                }
                slot::set_tag(operand, slot::UNDEF);
            }
            go!(pc.add(1), fp, vm)
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
                open_window(callee, &*(entry.value as *const Func), class as *const Class);
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

/// Stands for an `InitMethod` on `$this`, which is no reference and stays where it is.
pub(super) unsafe extern "C-unwind" fn init_method_on_this(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for InitMethod.
    unsafe {
        let this = &raw const header(fp).this;
        if slot::tag(this) == slot::OBJECT {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            let class = (*slot::object(this)).class as usize;
            if entry.key == class {
                let callee = slot!(pc, fp, a);
                open_window(callee, &*(entry.value as *const Func), class as *const Class);
                slot::copy(&raw mut header(callee).this, this);
                go!(pc.add(1), fp, vm)
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
            let seen = ((*vm).seen_inline((*pc).x(), class) as *const Func).as_ref();
            let found = seen.or_else(|| {
                let func = (*vm).get_method(class, konst!(pc, c), (*vm).scope_of(fp))?;
                remember_method(pc, fp, vm, class, func);
                Some(func)
            });
            if let Some(func) = found {
                let callee = slot!(pc, fp, a);
                open_window(callee, func, class as *const Class);
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

/// The op's cache remembers a method from now on, if the code means the same in all scopes that it runs in.
#[inline(always)]
unsafe fn remember_method(pc: Pc, fp: *mut Value, vm: *mut Vm, class: usize, func: &'static Func) {
    // SAFETY: the caller passes the running op and frame; the cache index lies in the table.
    unsafe {
        let head = header(fp);
        let is_clear = func.flags.has(FnFlags::PUBLIC) && !func.shadows_private || has_one_scope(&*head.func);
        let on_this = std::ptr::eq(slot!(pc, fp, b), &raw mut head.this);
        if (*pc).x() != 0 && (is_clear || on_this && has_one_scope_on(&*head.func, &*(class as *const loxo_runtime::Class))) {
            (*vm).fill_inline((*pc).x(), class, std::ptr::from_ref(func) as usize);
        }
    }
}

cold_path!(init_method_slow, |vm, fp, pc| {
    let base = slot::deref(slot!(pc, fp, b));
    let class = if slot::tag(base) == slot::OBJECT { (*slot::object(base)).class as usize } else { 0 };
    let object = vm.operand_b(fp, pc);
    vm.init_method(slot!(pc, fp, a), object, &*konst!(pc, c))?;
    // What was found is not left to the table alone, where others may take its place before the op runs again.
    if let Some(func) = vm.get_method(class, konst!(pc, c), vm.scope_of(fp)) {
        remember_method(pc, fp, vm, class, func);
    }
    Ok(())
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
                false => match (*vm).seen_inline((*pc).x(), std::ptr::from_ref(class) as usize) {
                    0 => find_static_method(pc, fp, vm, class),
                    seen => Some(&*(seen as *const Func)),
                },
            };
            if let Some(func) = known {
                let callee = slot!(pc, fp, a);
                let written = ClassOperand::decode((*pc).b as u32);
                let relative = matches!(written, ClassOperand::SelfClass | ClassOperand::Parent | ClassOperand::Static);
                if func.is_static() && !(relative && (*header(fp).func).flags.has(FnFlags::CLOSURE)) {
                    let called = if relative { (*vm).declared_class(fp, ClassOperand::Static.encode()).unwrap_or(class) } else { class };
                    open_window(callee, func, called);
                    go!(pc.add(1), fp, vm)
                }
                let this = &raw const header(fp).this;
                // A closure's object may have nothing to do with its scope.
                if slot::tag(this) == slot::OBJECT && relative && !(*header(fp).func).flags.has(FnFlags::CLOSURE) {
                    open_window(callee, func, (*slot::object(this)).class.cast::<Class>());
                    slot::copy(&raw mut header(callee).this, this);
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(init_static_slow, pc, fp, vm)
    }
}

pub(super) const SELF: u8 = 0;
pub(super) const PARENT: u8 = 1;
pub(super) const STATIC: u8 = 2;

/// Stands for an `InitStaticCall` of `self`, `parent` or `static`: a method that was called here before, on the class or on `$this`.
pub(super) unsafe extern "C-unwind" fn init_relative_static<const WORD: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for InitStaticCall.
    unsafe {
        let head = header(fp);
        let running = &*head.func;
        // A closure's object may have nothing to do with its scope.
        if let Some(scope) = running.class.filter(|_| !running.flags.has(FnFlags::CLOSURE)) {
            let this = &raw const head.this;
            let has_this = slot::tag(this) == slot::OBJECT;
            let called = match has_this {
                true => (*slot::object(this)).class.cast::<Class>(),
                false if head.class.is_null() => std::ptr::from_ref(scope),
                false => head.class,
            };
            let named = match WORD {
                SELF => std::ptr::from_ref(scope),
                PARENT => scope.parent.map_or(std::ptr::null(), std::ptr::from_ref),
                _ => called,
            };
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            if entry.key == named as usize && !named.is_null() {
                let func = &*(entry.value as *const Func);
                let callee = slot!(pc, fp, a);
                if func.is_static() {
                    open_window(callee, func, called);
                    go!(pc.add(1), fp, vm)
                }
                if has_this {
                    open_window(callee, func, called);
                    slot::copy(&raw mut header(callee).this, this);
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        InitStaticCall(pc, fp, vm)
    }
}

/// What the op at `pc` was found to call before; its cache remembers that from now on.
#[inline(never)]
unsafe fn find_static_method(pc: Pc, fp: *mut Value, vm: *mut Vm, class: &'static Class) -> Option<&'static Func> {
    // SAFETY: called by `InitStaticCall` with its own arguments.
    unsafe {
        let func = (*vm).get_static_method(class, konst!(pc, c), (*vm).scope_of(fp))?;
        // What all may call means the same in every scope.
        let is_public = func.is_static()
            && !func.flags.any(FnFlags::PROTECTED.with(FnFlags::PRIVATE))
            && matches!(ClassOperand::decode((*pc).b as u32), ClassOperand::Name(_));
        if (*pc).x() != 0 && (is_public || is_found_by_class(&*header(fp).func, (*pc).b as u32)) && !class.is_trait() {
            (*vm).fill_inline((*pc).x(), std::ptr::from_ref(class) as usize, std::ptr::from_ref(func) as usize);
        }
        Some(func)
    }
}

cold_path!(init_static_slow, |vm, fp, pc| {
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    vm.init_static(slot!(pc, fp, a), class, (*pc).b as u32, &*konst!(pc, c))?;
    find_static_method(pc, fp, vm, class);
    Ok(())
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
