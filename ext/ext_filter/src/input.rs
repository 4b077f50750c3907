//! The variables of the request as they came in, whatever the program makes of `$_GET` and its sisters.

use loxo_runtime::value::number::str_to_int;
use loxo_runtime::{Cx, ExtSlot, LocalsOp, PhpArray, PhpResult, PhpStr, Value};

use crate::functions::{self, Filter, Rules, flag};

/// Arrays by their `INPUT_*` number.
#[derive(Default)]
pub(crate) struct Input {
    arrays: [Option<PhpArray>; 6],
}

impl ExtSlot for Input {}

const NAMES: [(usize, &str); 5] = [(0, "_POST"), (1, "_GET"), (2, "_COOKIE"), (4, "_ENV"), (5, "_SERVER")];
const ENVIRONMENT: usize = 4;
const SERVER: usize = 5;

pub(crate) fn request_start(cx: &mut Cx) {
    cx.after_superglobals.push(keep);
}

fn keep(cx: &mut Cx) {
    let filter = Filter::named(&cx.ini_str("filter.default").to_ascii_lowercase()).filter(|filter| *filter != Filter::UnsafeRaw);
    for (number, name) in NAMES {
        cx.ext::<Input>().arrays[number] = superglobal(cx, name);
    }
    let Some(filter) = filter else { return };
    let flags = cx.ini.get(b"filter.default_flags").cloned().flatten().map_or(flag::NO_ENCODE_QUOTES, |text| str_to_int(&text));
    for name in NAMES.map(|(_, name)| name).into_iter().chain(["_REQUEST"]) {
        let Some(array) = superglobal(cx, name).filter(|array| !array.is_empty()) else { continue };
        let mut filtered = Value::array(array);
        if functions::deep(cx, &mut filtered, filter, Rules { flags, options: None }).is_ok() {
            let _ = (cx.hooks.globals)(cx, LocalsOp::Set(&PhpStr::interned(name.as_bytes()), filtered));
        }
    }
}

fn superglobal(cx: &mut Cx, name: &str) -> Option<PhpArray> {
    (cx.hooks.globals)(cx, LocalsOp::Get(&PhpStr::interned(name.as_bytes()))).ok()?.into_array().ok()
}

/// The array of that number; `None`: nothing came in that way.
pub(crate) fn array(cx: &mut Cx, number: i64) -> PhpResult<Option<PhpArray>> {
    let Some(number) = usize::try_from(number).ok().filter(|number| NAMES.iter().any(|(known, _)| known == number)) else {
        return Err(cx.argument_value_error(1, "must be an INPUT_* constant"));
    };
    let Some(mut array) = cx.ext::<Input>().arrays[number].clone() else { return Ok(None) };
    if number == SERVER {
        // These are not from outside.
        for made in [&b"argv"[..], b"argc", b"REQUEST_TIME", b"REQUEST_TIME_FLOAT"] {
            array.remove_bytes(made);
        }
    }
    Ok((number == ENVIRONMENT || !array.is_empty()).then_some(array))
}

/// `filter.default`
pub(crate) fn default_changed(cx: &mut Cx, value: &[u8]) -> bool {
    if Filter::named(&value.to_ascii_lowercase()).is_some_and(|filter| filter != Filter::UnsafeRaw) {
        cx.deprecated("The filter.default ini setting is deprecated");
        return true;
    }
    cx.ini.settles(true)
}
