//! What a program may do with the process or the connection that runs it.

use std::sync::{Mutex, PoisonError};

use loxo_runtime::{Cx, PhpResult, PhpStr, Value};

/// The title, which the process has and not the request.
static TITLE: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// `cli_set_process_title()`
pub(crate) fn cli_set_process_title(_cx: &mut Cx, title: &PhpStr) -> PhpResult<bool> {
    // Where there is no /proc, `ps` goes on showing the program's name.
    let _ = std::fs::write("/proc/self/comm", title.as_bytes());
    *TITLE.lock().unwrap_or_else(PoisonError::into_inner) = Some(title.to_vec());
    Ok(true)
}

/// `cli_get_process_title()`
pub(crate) fn cli_get_process_title(_cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
    let title = TITLE.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Some(PhpStr::new(title.as_deref().unwrap_or_default())))
}

/// `fastcgi_finish_request()`
pub(crate) fn fastcgi_finish_request(cx: &mut Cx) -> PhpResult<bool> {
    Ok(cx.finish_response())
}

/// `fpm_get_status()`
pub(crate) fn fpm_get_status(cx: &mut Cx) -> PhpResult<Value> {
    Ok(cx.sapi.manager_status().map_or(Value::FALSE, Value::array))
}
