//! What entering a function takes: worked out once, when the function is made, and kept in it for the handlers of calls.

use loxo_bytecode::FnFlags;

/// Something is reported before the function runs.
const REPORTED: FnFlags = FnFlags::DEPRECATED.with(FnFlags::NO_DISCARD);

/// What entering a function takes if it gets as many arguments as it wants. The order counts: see [`EntryKind::is_plain_or_closure`] and the like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum EntryKind {
    /// User function: nothing but its missing locals made undef.
    Plain,
    /// As plain, with the variables that a closure has captured.
    Closure,
    /// Its result is a constant, known without entering it. As plain, if it is entered.
    Constant,
    /// As plain, once the arguments of its by-reference parameters are references.
    References,
    /// Both.
    ClosureReferences,
    /// As plain, once the variadic parameter has collected its arguments, and those of by-reference parameters are references.
    Variadic,
    /// More than a handler does on its own; user functions and builtins.
    General,
    /// Builtin: nothing but its arguments.
    Builtin,
    /// Builtin that needs a call window around its arguments.
    BuiltinWindow,
    /// Builtin, once the arguments of its by-reference parameters are references.
    BuiltinReferences,
}

impl EntryKind {
    /// Of a user function.
    pub const fn of_user(flags: FnFlags) -> EntryKind {
        match (flags.has(FnFlags::CAPTURES), flags.has(FnFlags::REF_PARAMS)) {
            _ if flags.any(REPORTED.with(FnFlags::ABSTRACT)) => EntryKind::General,
            (false, _) if flags.has(FnFlags::VARIADIC) => EntryKind::Variadic,
            _ if flags.has(FnFlags::VARIADIC) => EntryKind::General,
            (true, true) => EntryKind::ClosureReferences,
            (true, false) => EntryKind::Closure,
            (false, true) => EntryKind::References,
            (false, false) if flags.has(FnFlags::CONSTANT) => EntryKind::Constant,
            (false, false) => EntryKind::Plain,
        }
    }

    /// Of a builtin. `needs_frame`: it asks for the frame that it is called from.
    pub const fn of_builtin(flags: FnFlags, needs_frame: bool) -> EntryKind {
        match () {
            () if flags.any(REPORTED.with(FnFlags::ABSTRACT).with(FnFlags::CLOSURE)) => EntryKind::General,
            () if flags.has(FnFlags::REF_PARAMS) => EntryKind::BuiltinReferences,
            () if needs_frame || flags.has(FnFlags::VARIADIC) => EntryKind::BuiltinWindow,
            () => EntryKind::Builtin,
        }
    }

    /// `Plain`, or that but for captured variables.
    #[inline(always)]
    pub const fn is_plain_or_closure(self) -> bool {
        self as u8 <= EntryKind::Constant as u8
    }

    /// A user function that may be entered with its arguments as they are.
    #[inline(always)]
    pub const fn is_direct(self) -> bool {
        self as u8 <= EntryKind::ClosureReferences as u8
    }

    /// A builtin of any kind but the general one.
    #[inline(always)]
    pub const fn is_builtin(self) -> bool {
        self as u8 >= EntryKind::Builtin as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_the_flags() {
        let none = FnFlags::default();
        assert_eq!(EntryKind::of_user(none), EntryKind::Plain);
        assert_eq!(EntryKind::of_user(FnFlags::CONSTANT), EntryKind::Constant);
        assert_eq!(EntryKind::of_user(FnFlags::CAPTURES), EntryKind::Closure);
        assert_eq!(EntryKind::of_user(FnFlags::CAPTURES.with(FnFlags::CONSTANT)), EntryKind::Closure);
        assert_eq!(EntryKind::of_user(FnFlags::REF_PARAMS.with(FnFlags::CONSTANT)), EntryKind::References);
        assert_eq!(EntryKind::of_user(FnFlags::CAPTURES.with(FnFlags::REF_PARAMS)), EntryKind::ClosureReferences);
        assert_eq!(EntryKind::of_user(FnFlags::VARIADIC.with(FnFlags::CONSTANT)), EntryKind::Variadic);
        assert_eq!(EntryKind::of_user(FnFlags::VARIADIC.with(FnFlags::CAPTURES)), EntryKind::General);
        assert_eq!(EntryKind::of_user(FnFlags::VARIADIC.with(FnFlags::REF_PARAMS)), EntryKind::Variadic);
        for flag in [FnFlags::ABSTRACT, FnFlags::DEPRECATED, FnFlags::NO_DISCARD] {
            for beside in [none, FnFlags::CONSTANT, FnFlags::CAPTURES, FnFlags::REF_PARAMS] {
                assert_eq!(EntryKind::of_user(flag.with(beside)), EntryKind::General);
            }
        }
    }

    #[test]
    fn kinds_of_builtins() {
        assert_eq!(EntryKind::of_builtin(FnFlags::PUBLIC, false), EntryKind::Builtin);
        assert_eq!(EntryKind::of_builtin(FnFlags::PUBLIC, true), EntryKind::BuiltinWindow);
        assert_eq!(EntryKind::of_builtin(FnFlags::VARIADIC, false), EntryKind::BuiltinWindow);
        assert_eq!(EntryKind::of_builtin(FnFlags::VARIADIC.with(FnFlags::REF_PARAMS), true), EntryKind::BuiltinReferences);
        assert_eq!(EntryKind::of_builtin(FnFlags::DEPRECATED.with(FnFlags::REF_PARAMS), false), EntryKind::General);
    }

    #[test]
    fn kinds_are_ranges() {
        use EntryKind as K;
        let users = [K::Plain, K::Closure, K::Constant, K::References, K::ClosureReferences];
        assert!(users.iter().all(|kind| kind.is_direct() && !kind.is_builtin()));
        assert!(!K::General.is_direct() && !K::General.is_builtin());
        assert!([K::Builtin, K::BuiltinWindow, K::BuiltinReferences].iter().all(|kind| kind.is_builtin() && !kind.is_direct()));
        assert_eq!(users.map(K::is_plain_or_closure), [true, true, true, false, false]);
    }
}
