//! `Reflection`: names of modifiers. The numbers of modifiers, which the constants of the classes have too.

use crate::prelude::*;

pub(crate) mod modifier {
    pub const PUBLIC: i64 = 1;
    pub const PROTECTED: i64 = 2;
    pub const PRIVATE: i64 = 4;
    pub const STATIC: i64 = 16;
    pub const FINAL: i64 = 32;
    pub const ABSTRACT: i64 = 64;
    pub const READONLY: i64 = 128;
    pub const VIRTUAL: i64 = 512;
    pub const PROTECTED_SET: i64 = 2048;
    pub const PRIVATE_SET: i64 = 4096;
    pub const READONLY_CLASS: i64 = 65536;
    pub const VISIBILITY: i64 = PUBLIC | PROTECTED | PRIVATE;
}

/// `Reflection::getModifierNames()`
pub(crate) fn get_modifier_names(_: &mut Cx, modifiers: i64) -> PhpResult<PhpArray> {
    let mut names: Vec<&str> = Vec::new();
    let mut add = |mask: i64, name| {
        if modifiers & mask != 0 {
            names.push(name);
        }
    };
    add(modifier::ABSTRACT, "abstract");
    add(modifier::FINAL, "final");
    add(modifier::VIRTUAL, "virtual");
    // One visibility at most has a name.
    match modifiers & modifier::VISIBILITY {
        modifier::PUBLIC => add(-1, "public"),
        modifier::PRIVATE => add(-1, "private"),
        modifier::PROTECTED => add(-1, "protected"),
        _ => {}
    }
    add(modifier::STATIC, "static");
    add(modifier::READONLY | modifier::READONLY_CLASS, "readonly");
    Ok(PhpArray::from_values(names.into_iter().map(Value::from)))
}

/// Modifiers of a method.
pub(crate) fn of_func(func: &Func) -> i64 {
    let visibility = match () {
        () if func.flags.has(FnFlags::PRIVATE) => modifier::PRIVATE,
        () if func.flags.has(FnFlags::PROTECTED) => modifier::PROTECTED,
        () => modifier::PUBLIC,
    };
    let others = [(FnFlags::STATIC, modifier::STATIC), (FnFlags::ABSTRACT, modifier::ABSTRACT), (FnFlags::FINAL, modifier::FINAL)];
    others.iter().filter(|(flag, _)| func.flags.has(*flag)).fold(visibility, |all, (_, bit)| all | bit)
}

/// Modifiers of a property or constant.
pub(crate) fn of_member(flags: MemberFlags) -> i64 {
    let visibility = match () {
        () if flags.has(MemberFlags::PRIVATE) => modifier::PRIVATE,
        () if flags.has(MemberFlags::PROTECTED) => modifier::PROTECTED,
        () => modifier::PUBLIC,
    };
    let others = [
        (MemberFlags::STATIC, modifier::STATIC),
        (MemberFlags::FINAL, modifier::FINAL),
        (MemberFlags::ABSTRACT, modifier::ABSTRACT),
        (MemberFlags::READONLY, modifier::READONLY),
        (MemberFlags::VIRTUAL, modifier::VIRTUAL),
        (MemberFlags::PROTECTED_SET, modifier::PROTECTED_SET),
        (MemberFlags::PRIVATE_SET, modifier::PRIVATE_SET),
    ];
    others.iter().filter(|(flag, _)| flags.has(*flag)).fold(visibility, |all, (_, bit)| all | bit)
}
