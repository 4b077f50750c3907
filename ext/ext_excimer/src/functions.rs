//! The function `excimer_set_timeout()`, which needs no object to begin with.

use loxo_runtime::{Cx, PhpResult, Value};

use crate::{clock, timer};

pub(crate) fn excimer_set_timeout(cx: &mut Cx, callback: &Value, interval: &Value) -> PhpResult<Value> {
    let interval = clock::seconds(cx, 2, interval)?;
    if let Err(why) = clock::check_callable(cx, callback)? {
        cx.builtin_warning(format!("timer callback is not callable: {why}"));
        return cx.check().map(|()| Value::NULL);
    }
    timer::once(cx, callback, interval)
}
