//! Handlers of the ops that make objects: `new` and `clone`.

use loxo_bytecode::{FnFlags, NONE, flag};
use loxo_runtime::{Class, Func, convert, object};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::access::lookup_cache::{InlineCache, has_one_scope};
use crate::code::instruction::{Pc, go, slot};
use crate::frame::{flags, header, open_window};

/// `new` of a class that was made here before and whose objects need nothing but a constructor call, or are exceptions.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn New(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified.
    unsafe {
        match make_plain(pc, fp, vm) {
            Some(false) => go!(pc.add(1), fp, vm),
            Some(true) => go_cold!(settle, pc, fp, vm),
            None => go_cold!(new_slow, pc, fp, vm),
        }
    }
}

/// Makes an object of the class seen last and starts its constructor; says whether something is pending then. `None`: nothing was done.
#[inline(never)]
unsafe fn make_plain(pc: Pc, fp: *mut Value, vm: *mut Vm) -> Option<bool> {
    // SAFETY: called by `New` with its own arguments; a cache entry pairs a plain class with a constructor that this scope may call, or with 0.
    unsafe {
        let class = (*vm).declared_class(fp, (*pc).b as u32)?;
        let entry = (*vm).caches.add((*pc).x() as usize);
        if *(*vm).pending != 0 || (*entry).key != std::ptr::from_ref(class) as usize && !see_another(class, entry) {
            return None;
        }
        let object = object::instantiate_plain(&(*vm).cx, class)?;
        let created = class.object_handlers.created;
        if let Some(created) = created {
            header(fp).pc = pc;
            created(&mut (*vm).cx, &object);
        }
        let callee = slot!(pc, fp, c);
        if (*entry).value == 0 {
            start_without_constructor(callee, class, pc);
        } else {
            open_window(callee, &*((*entry).value as *const Func), class);
            let head = header(callee);
            head.flags = flags::CONSTRUCTOR;
            (&raw mut head.this).write(Value::object(object.clone()));
        }
        slot!(pc, fp, a).write(Value::object(object));
        Some(created.is_some() && (*(*vm).pending != 0 || (*vm).cx.exception.is_some()))
    }
}

/// Has an inline cache that has seen a class see another one, if objects of that are made plainly everywhere; `false`: nothing was done.
#[inline(never)]
unsafe fn see_another(class: &'static Class, entry: *mut InlineCache) -> bool {
    // SAFETY: the caller passes an entry of the request; the one that nobody uses has no key.
    unsafe {
        let Some(constructor) = object::open_constructor(class).filter(|_| (*entry).key != 0) else { return false };
        (*entry).key = std::ptr::from_ref(class) as usize;
        (*entry).value = constructor.map_or(0, |func| std::ptr::from_ref(func) as usize);
        true
    }
}

/// The call behind `New` drops its arguments; those by name are an error, but for constant expressions.
#[inline]
unsafe fn start_without_constructor(callee: *mut Value, class: &'static Class, pc: Pc) {
    // SAFETY: `callee` is the window of the `New` at `pc`.
    unsafe {
        open_window(callee, loxo_fast_paths::stand_ins::no_constructor(), class);
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
    let is_made_plainly =
        object::is_plain(class) && (class.object_handlers.created.is_none() || class.is_subclass_of(vm.cx.builtin_class("Throwable")));
    if (*pc).x() != 0 && open && is_made_plainly {
        let entry = &mut *vm.caches.add((*pc).x() as usize);
        entry.key = std::ptr::from_ref(class) as usize;
        entry.value = constructor.map_or(0, |func| std::ptr::from_ref(func) as usize);
    }
    match constructor {
        Some(constructor) => {
            open_window(callee, constructor, class);
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

slow_op!(Clone, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let with = if (*pc).c as u32 == NONE { None } else { Some(vm.operand_c(fp, pc)) };
    let Some(object) = value.as_object() else {
        return Err(vm.cx.throw_error("__clone method called on non-object"));
    };
    let scope = vm.scope_of(fp);
    let copy = vm.cx.clone_object(object, scope)?;
    if let Some(properties) = with.as_ref().and_then(Value::as_array) {
        for (key, value) in properties.iter() {
            let name = convert::to_string(&mut vm.cx, &key.to_value())?;
            let access = vm.access(fp);
            loxo_runtime::object::write_prop(&mut vm.cx, &copy, &name, value.clone_deref(), &access)?;
        }
    }
    slot!(pc, fp, a).write(Value::object(copy));
    Ok(())
});
