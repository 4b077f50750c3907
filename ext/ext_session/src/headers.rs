//! The cookie, other ways to hand over an id, and what the response says about caching.

use std::os::unix::fs::MetadataExt;
use std::time::{SystemTime, UNIX_EPOCH};

use loxo_runtime::paths::path_of;
use loxo_runtime::web::{cookie_date, percent_encode, set_header_line};
use loxo_runtime::{Cx, LocalsOp, PhpArray, PhpResult, PhpStr, Value};

use crate::state::Short;
use crate::{lifecycle, settings};

/// Where output began, for messages.
fn output_start(cx: &Cx) -> String {
    cx.info.output_started.as_ref().map(|(file, line)| format!(" (output started at {file}:{line})")).unwrap_or_default()
}

/// Sets the session's cookie, in the place of one set before. False: it is too late.
pub(crate) fn send_cookie(cx: &mut Cx, id: &PhpStr) -> bool {
    if cx.info.headers_sent {
        let place = output_start(cx);
        cx.builtin_warning(format!("Session cookie cannot be sent after headers have already been sent{place}"));
        return false;
    }
    let name = cx.ini_str("session.name");
    let mut value = [&name[..], b"=", &percent_encode(id, true)].concat();
    let lifetime = settings::lifetime(cx);
    if lifetime > 0
        && let Some(date) = cookie_date(now().saturating_add(lifetime))
    {
        value.extend(format!("; expires={date}; Max-Age={lifetime}").into_bytes());
    }
    for (label, setting) in [("path", "session.cookie_path"), ("domain", "session.cookie_domain")] {
        let text = cx.ini_str(setting);
        if !text.is_empty() {
            value.extend([b"; ", label.as_bytes(), b"=", &text].concat());
        }
    }
    if cx.ini_bool("session.cookie_secure") {
        value.extend(b"; secure");
    }
    if cx.ini_bool("session.cookie_httponly") {
        value.extend(b"; HttpOnly");
    }
    let same_site = cx.ini_str("session.cookie_samesite");
    if !same_site.is_empty() {
        value.extend([b"; SameSite=", &same_site[..]].concat());
    }
    let start = [b"Set-Cookie: ", &name[..], b"="].concat();
    cx.info.headers.retain(|line| !line.text().starts_with(&start));
    cx.info.headers.add("Set-Cookie", &value);
    true
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
}

fn superglobal(cx: &mut Cx, name: &[u8]) -> Option<PhpArray> {
    let name = PhpStr::interned(name);
    (cx.hooks.globals)(cx, LocalsOp::Get(&name)).ok()?.into_array().ok()
}

/// Looks for an id in the request: cookies first, then whatever else is allowed.
pub(crate) fn find_id(cx: &mut Cx, cookies: bool, only_cookies: bool) {
    let name = cx.ini_str("session.name");
    let found = |cx: &mut Cx, array: &[u8]| superglobal(cx, array).and_then(|all| all.get_sym(&name[..]).map(Value::clone_deref));
    if cookies && let Some(value) = found(cx, b"_COOKIE") {
        let session = cx.session();
        session.id = value.as_str().cloned();
        session.send_cookie = false;
        session.define_sid = false;
    }
    if only_cookies {
        return;
    }
    for array in [&b"_GET"[..], b"_POST"] {
        if cx.session().id.is_none()
            && let Some(value) = found(cx, array)
        {
            let session = cx.session();
            session.id = value.as_str().cloned();
            session.send_cookie = session.id.is_none();
        }
    }
    // A page of somebody else may not hand over ids.
    let expected = cx.ini_str("session.referer_check");
    if cx.session().id.is_some() && !expected.is_empty() {
        let referer = cx.info.server.get(b"HTTP_REFERER");
        if referer.is_some_and(|referer| !referer.is_empty() && memchr::memmem::find(referer, &expected).is_none()) {
            cx.session().id = None;
        }
    }
}

const LONG_AGO: &str = "Expires: Thu, 19 Nov 1981 08:52:00 GMT";

/// What the response says about copies of the page. False: it is too late, and the session is over.
pub(crate) fn limit_caching(cx: &mut Cx) -> PhpResult<bool> {
    let limiter = cx.ini_str("session.cache_limiter");
    if limiter.is_empty() || !cx.is_active() {
        return Ok(true);
    }
    if cx.info.headers_sent {
        lifecycle::abort(cx)?;
        let place = output_start(cx);
        cx.builtin_warning(format!("Session cache limiter cannot be sent after headers have already been sent{place}"));
        return Ok(false);
    }
    let seconds = cx.ini_int("session.cache_expire").wrapping_mul(60);
    let for_some_time = format!("Cache-Control: private, max-age={seconds}");
    let (lines, dated) = match limiter.to_ascii_lowercase().as_slice() {
        b"public" => {
            let date = cookie_date(now().saturating_add(seconds)).unwrap_or_default();
            (vec![format!("Expires: {date}"), format!("Cache-Control: public, max-age={seconds}")], true)
        }
        b"private" => (vec![LONG_AGO.into(), for_some_time], true),
        b"private_no_expire" => (vec![for_some_time], true),
        b"nocache" => {
            let lines = [LONG_AGO, "Cache-Control: no-store, no-cache, must-revalidate", "Pragma: no-cache"];
            (lines.map(String::from).to_vec(), false)
        }
        _ => return Ok(true),
    };
    for line in lines {
        set_header_line(cx, line.as_bytes(), true, 0)?;
    }
    if dated && let Ok(about) = std::fs::metadata(path_of(&cx.info.script)) {
        let date = cookie_date(about.mtime()).unwrap_or_default();
        set_header_line(cx, format!("Last-Modified: {date}").as_bytes(), true, 0)?;
    }
    Ok(true)
}
