//! The `assert.*` settings: all of them are deprecated unless they say what they say anyway.

use loxo_runtime::Cx;
use loxo_runtime::ini::parse_bool;

use crate::errors::changes_by_function;

fn deprecated_unless(cx: &mut Cx, fine: bool, name: &str) -> bool {
    if fine {
        return cx.ini.settles(true);
    }
    // assert_options() is deprecated itself.
    if !changes_by_function(cx) {
        cx.builtin_deprecated(format!("assert.{name} INI setting is deprecated"));
    }
    true
}

pub(crate) fn active(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, parse_bool(value), "active")
}

pub(crate) fn bail(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, !parse_bool(value), "bail")
}

pub(crate) fn warning(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, parse_bool(value), "warning")
}

pub(crate) fn exception(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, parse_bool(value), "exception")
}

pub(crate) fn callback(cx: &mut Cx, value: &[u8]) -> bool {
    deprecated_unless(cx, value.is_empty(), "callback")
}
