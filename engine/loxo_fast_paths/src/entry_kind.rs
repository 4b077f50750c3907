//! Which functions a call enters without detours, by the kind that they were given when they were made (`EntryKind`) and the number of arguments.
//! Handlers and calls from native code ask here.

use loxo_bytecode::{FnFlags, TypeMask};
use loxo_runtime::{EntryKind, Func, ParamInfo, types};
use loxo_value::{Value, slot};

/// The function takes so many arguments, without defaults that are to be computed or a list of the rest.
#[inline(always)]
pub fn takes(func: &Func, count: u32) -> bool {
    count <= func.num_params && count >= func.required
}

/// `count` arguments enter the function as [`EntryKind::Plain`].
#[inline(always)]
pub fn is_plain(func: &Func, count: u32) -> bool {
    func.entry_kind == EntryKind::Plain && takes(func, count)
}

/// The function's result is known without entering it.
#[inline(always)]
pub fn is_constant(func: &Func, count: u32) -> bool {
    func.entry_kind == EntryKind::Constant && count >= func.required
}

/// `count` arguments enter the function as plain or as [`EntryKind::Closure`].
#[inline(always)]
pub fn is_plain_or_closure(func: &Func, count: u32) -> bool {
    func.entry_kind.is_plain_or_closure() && takes(func, count)
}

/// `count` arguments enter the function as plain once the last parameter has collected its own, if it takes them as they are ([`is_collected`]).
#[inline(always)]
pub fn is_plain_but_variadic(func: &Func, count: u32) -> bool {
    func.entry_kind == EntryKind::Variadic && count >= func.required
}

/// The last parameter of a variadic function takes its arguments as they are, or as ints that become floats, which they are then; and those by reference
/// are references.
///
/// # Safety
/// The window `callee` holds so many arguments.
#[inline(always)]
pub unsafe fn is_collected(func: &Func, callee: *mut Value, count: usize) -> bool {
    let Some(last) = func.params.last() else { return false };
    // SAFETY: as the caller promises.
    last.ty.is_none() && !func.flags.has(FnFlags::REF_PARAMS) || unsafe { is_collected_as_declared(func, callee, count) }
}

/// [`is_collected`], where that depends on the arguments.
///
/// # Safety
/// As there.
#[inline(never)]
unsafe fn is_collected_as_declared(func: &Func, callee: *mut Value, count: usize) -> bool {
    let Some((last, named)) = func.params.split_last() else { return false };
    // SAFETY: as the caller promises.
    unsafe {
        if last.by_ref || func.flags.has(FnFlags::REF_PARAMS) && !passes_references(named, callee, count) {
            return false;
        }
        let Some(ty) = &last.ty else { return true };
        let mask = ty.spec.mask.0 & TypeMask::MIXED.0;
        let (first, end) = (callee.add(named.len().min(count)), callee.add(count));
        let (mut tags, mut at) = (0, first);
        while at != end {
            tags |= 1u32 << slot::tag(at);
            at = at.add(1);
        }
        let (int, float) = (1 << slot::INT, 1 << slot::FLOAT);
        match () {
            () if tags & !mask == 0 => true,
            () if mask & (int | float) == float && tags & !(mask | int) == 0 => {
                make_floats(first, end);
                true
            }
            // What is in references is looked at too.
            () => (named.len()..count).all(|i| types::in_mask(ty.spec.mask, &*callee.add(i))),
        }
    }
}

/// Ints among so many values become floats.
#[inline(always)]
unsafe fn make_floats(first: *mut Value, end: *mut Value) {
    let mut at = first;
    while at != end {
        // SAFETY: the caller passes live values.
        unsafe {
            if slot::tag(at) == slot::INT {
                slot::set_float(at, slot::int(at) as f64);
            }
            at = at.add(1);
        }
    }
}

/// What is passed for parameters by reference is a reference.
#[inline(never)]
unsafe fn passes_references(named: &[ParamInfo], callee: *mut Value, count: usize) -> bool {
    // SAFETY: the caller passes so many arguments.
    named.iter().take(count).enumerate().all(|(i, param)| !param.by_ref || unsafe { &*callee.add(i) }.is_ref())
}

/// What a method gives is all that the op wants which calls it: its declared type says so.
pub fn gives(func: &Func, tags: TypeMask) -> bool {
    func.return_type.as_ref().is_some_and(|ty| ty.spec.mask == tags && ty.spec.classes.is_empty())
}

/// Native code may enter the user function with these arguments as they are: all ways but the general one.
#[inline]
pub fn is_direct(func: &Func, args: &[Value]) -> bool {
    let needs_references = matches!(func.entry_kind, EntryKind::References | EntryKind::ClosureReferences);
    let has_references = || !needs_references || args.iter().enumerate().all(|(i, arg)| arg.is_ref() || !func.by_ref(i));
    func.entry_kind.is_direct() && takes(func, args.len() as u32) && args.iter().all(|arg| !arg.is_undef()) && has_references()
}

/// Native code may run the builtin on these arguments as they are.
#[inline]
pub fn is_direct_builtin(func: &Func, args: &[Value]) -> bool {
    func.entry_kind == EntryKind::Builtin && takes(func, args.len() as u32) && args.iter().all(|arg| !arg.is_undef())
}

/// An op may run the builtin on `count` arguments in a window: those that it takes by reference are references.
///
/// # Safety
/// The window `callee` holds so many arguments.
#[inline(never)]
pub unsafe fn is_plain_builtin(func: &Func, callee: *mut Value, count: u32) -> bool {
    if func.entry_kind != EntryKind::BuiltinReferences {
        return func.entry_kind.is_builtin();
    }
    // SAFETY: as the caller promises.
    (0..count as usize).all(|i| !func.by_ref(i) || unsafe { slot::tag(callee.add(i)) } == slot::REFERENCE)
}
