//! Functions that stand where there is no real one: for Rust code, for a class without constructor, for a method that `__call()` answers.

use std::sync::LazyLock;

use loxo_bytecode::FnFlags;
use loxo_runtime::{Body, DirectEntry, EntryAddress, EntryKind, Func};
use loxo_value::IStr;

/// What a window holds when a class has no constructor.
pub fn no_constructor() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::VARIADIC));
    &FUNC
}

/// What a window holds for a method that `__call()` or `__callStatic()` will answer.
pub fn any_method() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::VARIADIC));
    &FUNC
}

/// The function of frames that stand for Rust code.
pub fn rust_code() -> &'static Func {
    static FUNC: LazyLock<&'static Func> = LazyLock::new(|| bare("", FnFlags::default()));
    &FUNC
}

fn bare(name: &str, flags: FnFlags) -> &'static Func {
    with_body(name, flags, Body::Abstract)
}

/// A function without parameters.
pub fn with_body(name: &str, flags: FnFlags, body: Body) -> &'static Func {
    let func = Func {
        entry: EntryAddress::default(),
        flags,
        num_params: 0,
        required: 0,
        num_locals: 0,
        frame_slots: 0,
        direct: DirectEntry::default(),
        statics: u32::MAX,
        entry_kind: EntryKind::General,
        body,
        class: None,
        name: IStr::new(name.as_bytes()),
        params: [].into(),
        return_type: None,
        prototype: None,
        code: None,
        builtin: None,
        origin: None,
        shadows_private: false,
        kept_tags: Default::default(),
    };
    Box::leak(Box::new(func.linked()))
}
