//! Ini settings, and what a packer or unpacker puts in their place while it works.

use loxo_runtime::object::{Access, may_call};
use loxo_runtime::{Cx, ExtSlot, FnFlags, Func, PhpObject, PhpResult, Value, class_of};

use crate::encode::Seen;

/// What may differ between packers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Options {
    /// Classes and references are kept.
    pub(crate) php_only: bool,
    /// Maps without a class become arrays, not objects.
    pub(crate) assoc: bool,
}

/// What is going on in the request.
#[derive(Default)]
pub(crate) struct Current {
    options: Option<Options>,
    silent: bool,
    /// What a call has stored so far that runs a method of the program: calls in there count on.
    pub(crate) seen: Option<Seen>,
}

impl ExtSlot for Current {}

/// The options that are valid now.
pub(crate) fn options(cx: &mut Cx) -> Options {
    match cx.ext::<Current>().options {
        Some(options) => options,
        None => Options { php_only: cx.ini_bool("msgpack.php_only"), assoc: cx.ini_bool("msgpack.assoc") },
    }
}

/// Works with other options, which methods of the program that run meanwhile have too; with `silent`, nothing is reported.
pub(crate) fn with<R>(cx: &mut Cx, options: Options, silent: bool, work: impl FnOnce(&mut Cx) -> R) -> R {
    let current = cx.ext::<Current>();
    let before = (current.options.replace(options), current.silent);
    current.silent |= silent;
    let result = work(cx);
    let current = cx.ext::<Current>();
    (current.options, current.silent) = before;
    result
}

fn tells(cx: &mut Cx) -> bool {
    !cx.ext::<Current>().silent && cx.ini_bool("msgpack.error_display")
}

/// A warning; `place` is the part of the C extension that programs know it by.
pub(crate) fn warn(cx: &mut Cx, place: &str, text: impl AsRef<[u8]>) -> PhpResult<()> {
    if tells(cx) {
        cx.warning(message(place, text.as_ref()));
    }
    cx.check()
}

/// The same as a notice.
pub(crate) fn note(cx: &mut Cx, place: &str, text: impl AsRef<[u8]>) -> PhpResult<()> {
    if tells(cx) {
        cx.notice(message(place, text.as_ref()));
    }
    cx.check()
}

/// `[msgpack] (place) text`
pub(crate) fn message(place: &str, text: &[u8]) -> Vec<u8> {
    [b"[msgpack] (", place.as_bytes(), b") ", text].concat()
}

/// Calls `__sleep()` or `__wakeup()`, which must be there for the code that packs or unpacks.
pub(crate) fn call_magic(cx: &mut Cx, object: &PhpObject, method: &'static Func) -> PhpResult<Value> {
    if may_call(method, Access::of(cx).scope) {
        return cx.call_method(object, method, &[]);
    }
    let (class, name) = (class_of(object).name.to_php(), method.name.to_php());
    let visibility = if method.flags.has(FnFlags::PRIVATE) { "private" } else { "protected" };
    Err(cx.throw_error(format!("Invalid callback {class}::{name}, cannot access {visibility} method {class}::{name}()")))
}

/// Rows of `phpinfo()`.
pub(crate) fn info(_: &mut Cx) -> Vec<(String, String)> {
    let rows = [
        ("MessagePack Support", "enabled"),
        ("Session Support", "enabled"),
        ("MessagePack APCu Serializer ABI", "no"),
        ("extension Version", crate::EXTENSION.version),
        ("header Version", "3.2.0"),
    ];
    rows.map(|(name, value)| (name.into(), value.into())).into()
}
