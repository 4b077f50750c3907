//! The procedural twins of `DateInterval`'s methods: `date_interval_create_from_date_string()` and `date_interval_format()`.

use crate::objects::interval::{self, Malformed};
use crate::prelude::*;

/// `date_interval_create_from_date_string()`
pub(crate) fn date_interval_create_from_date_string(cx: &mut Cx, datetime: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    match interval::from_text(datetime) {
        Ok(data) => interval::of_relative(cx, data).map(OrFalse::some),
        Err(Malformed(message)) => {
            cx.builtin_warning(message);
            Ok(OrFalse::FALSE)
        }
    }
}

/// `date_interval_format()`
pub(crate) fn date_interval_format(cx: &mut Cx, object: &PhpObject, format: &PhpStr) -> PhpResult<PhpStr> {
    interval::format(cx, object, format)
}
