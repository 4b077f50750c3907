//! How a call of a function enters it: which functions need nothing but their arguments, and what the others need. Loader, handlers and calls from
//! native code all ask here.

use loxo_bytecode::FnFlags;
use loxo_runtime::{BuiltinFlags, Func};
use loxo_value::Value;

use crate::frame::slot;

/// Something is reported before the function runs.
const REPORTED: FnFlags = FnFlags::DEPRECATED.with(FnFlags::NO_DISCARD);
/// What only the general way of entering a user function knows to handle.
const GENERAL: FnFlags = REPORTED.with(FnFlags::VARIADIC).with(FnFlags::ABSTRACT);
/// A closure's function without any of these needs its captured variables, and nothing else.
const NOT_CLOSURE: FnFlags = GENERAL.with(FnFlags::REF_PARAMS);
/// A function without any of these needs nothing at entry but its missing locals made undef.
const NOT_PLAIN: FnFlags = NOT_CLOSURE.with(FnFlags::CLOSURE).with(FnFlags::CONSTANT);
/// A builtin without any of these can be run on the window as it is, if references are where it wants some.
const GENERAL_BUILTIN: FnFlags = REPORTED.with(FnFlags::ABSTRACT).with(FnFlags::CLOSURE);

/// What entering a user function takes if it gets as many arguments as it wants, by its flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryKind {
    /// Nothing but its missing locals made undef.
    Plain,
    /// Its result is a constant, known without entering it.
    Constant,
    /// As plain, once the arguments of its by-reference parameters are references.
    References,
    /// As plain, with the variables that it has captured.
    Closure,
    /// More than a handler does on its own.
    General,
}

impl EntryKind {
    #[inline(always)]
    pub(crate) const fn of(flags: FnFlags) -> EntryKind {
        match () {
            () if !flags.any(NOT_PLAIN) => EntryKind::Plain,
            () if flags.any(GENERAL) => EntryKind::General,
            () if flags.has(FnFlags::CLOSURE) && flags.has(FnFlags::REF_PARAMS) => EntryKind::General,
            () if flags.has(FnFlags::CLOSURE) => EntryKind::Closure,
            () if flags.has(FnFlags::REF_PARAMS) => EntryKind::References,
            () => EntryKind::Constant,
        }
    }
}

#[inline(always)]
fn takes(func: &Func, count: u32) -> bool {
    count <= func.num_params && count >= func.required
}

/// `count` arguments enter the function as [`EntryKind::Plain`].
#[inline(always)]
pub(crate) fn is_plain(func: &Func, count: u32) -> bool {
    func.entry != 0 && takes(func, count) && !func.flags.any(NOT_PLAIN)
}

/// The function's result is known without entering it.
#[inline(always)]
pub(crate) fn is_constant(func: &Func, count: u32) -> bool {
    func.flags.has(FnFlags::CONSTANT) && !func.flags.any(NOT_CLOSURE.with(FnFlags::CLOSURE)) && count >= func.required
}

/// `count` arguments enter the function as plain or as [`EntryKind::Closure`].
#[inline(always)]
pub(crate) fn is_plain_or_closure(func: &Func, count: u32) -> bool {
    func.entry != 0 && takes(func, count) && !func.flags.any(NOT_CLOSURE)
}

/// `count` arguments enter the function as [`EntryKind::References`], if the references are there.
#[inline(always)]
pub(crate) fn wants_references_alone(func: &Func, count: u32) -> bool {
    takes(func, count) && !func.flags.any(GENERAL.with(FnFlags::CLOSURE))
}

/// Native code may enter the user function with these arguments as they are: all ways but the general one.
pub(crate) fn is_direct(func: &Func, args: &[Value]) -> bool {
    let has_references = || !func.flags.has(FnFlags::REF_PARAMS) || args.iter().enumerate().all(|(i, arg)| arg.is_ref() || !func.by_ref(i));
    func.entry != 0
        && takes(func, args.len() as u32)
        && !func.flags.any(GENERAL)
        && args.iter().all(|arg| !arg.is_undef())
        && has_references()
}

/// Native code may run the builtin on these arguments as they are.
pub(crate) fn is_direct_builtin(func: &Func, args: &[Value]) -> bool {
    takes(func, args.len() as u32)
        && !func.flags.any(NOT_CLOSURE)
        && !func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NEEDS_FRAME))
        && args.iter().all(|arg| !arg.is_undef())
}

/// An op may run the builtin on `count` arguments in a window: those that it takes by reference are references.
///
/// # Safety
/// The window `callee` holds so many arguments.
pub(crate) unsafe fn is_plain_builtin(func: &Func, callee: *mut Value, count: u32) -> bool {
    if func.flags.any(GENERAL_BUILTIN) || !func.flags.has(FnFlags::REF_PARAMS) {
        return !func.flags.any(GENERAL_BUILTIN);
    }
    // SAFETY: as the caller promises.
    (0..count as usize).all(|i| !func.by_ref(i) || unsafe { slot::tag(callee.add(i)) } == slot::REFERENCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_the_flags() {
        let none = FnFlags::default();
        assert_eq!(EntryKind::of(none), EntryKind::Plain);
        assert_eq!(EntryKind::of(FnFlags::CONSTANT), EntryKind::Constant);
        assert_eq!(EntryKind::of(FnFlags::CLOSURE), EntryKind::Closure);
        assert_eq!(EntryKind::of(FnFlags::CLOSURE.with(FnFlags::CONSTANT)), EntryKind::Closure);
        assert_eq!(EntryKind::of(FnFlags::REF_PARAMS.with(FnFlags::CONSTANT)), EntryKind::References);
        for flag in [FnFlags::VARIADIC, FnFlags::ABSTRACT, FnFlags::DEPRECATED, FnFlags::NO_DISCARD] {
            for beside in [none, FnFlags::CONSTANT, FnFlags::CLOSURE, FnFlags::REF_PARAMS] {
                assert_eq!(EntryKind::of(flag.with(beside)), EntryKind::General);
            }
        }
        assert_eq!(EntryKind::of(FnFlags::CLOSURE.with(FnFlags::REF_PARAMS)), EntryKind::General);
    }
}
