//! What the session's cookie says.

use loxo_runtime::{Cx, KeyRef, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::functions::may_change;
use crate::settings;

/// `session_get_cookie_params()`
pub(crate) fn session_get_cookie_params(cx: &mut Cx) -> PhpResult<PhpArray> {
    let mut params = PhpArray::new();
    params.set_bytes(b"lifetime", Value::int(settings::lifetime(cx)));
    for (name, setting) in [("path", "session.cookie_path"), ("domain", "session.cookie_domain")] {
        params.set_bytes(name.as_bytes(), Value::bytes(&cx.ini_str(setting)));
    }
    for (name, setting) in [("secure", "session.cookie_secure"), ("httponly", "session.cookie_httponly")] {
        params.set_bytes(name.as_bytes(), Value::bool(cx.ini_bool(setting)));
    }
    params.set_bytes(b"samesite", Value::bytes(&cx.ini_str("session.cookie_samesite")));
    Ok(params)
}

/// What shall change.
#[derive(Default)]
struct Changes {
    lifetime: Option<PhpStr>,
    path: Option<PhpStr>,
    domain: Option<PhpStr>,
    secure: Option<bool>,
    httponly: Option<bool>,
    samesite: Option<PhpStr>,
}

/// `session_set_cookie_params()`
pub(crate) fn session_set_cookie_params(
    cx: &mut Cx,
    lifetime_or_options: &Value,
    path: Option<&PhpStr>,
    domain: Option<&PhpStr>,
    secure: Option<bool>,
    httponly: Option<bool>,
) -> PhpResult<bool> {
    if !cx.ini_bool("session.use_cookies") {
        cx.builtin_warning("Session cookies cannot be used when session.use_cookies is disabled");
        cx.check()?;
        return Ok(false);
    }
    if !may_change(cx, "Session cookie parameters", true)? {
        return Ok(false);
    }
    let changes = match lifetime_or_options.as_array() {
        None => Changes {
            lifetime: Some(PhpStr::from(lifetime_or_options.as_int().unwrap_or(0).to_string())),
            path: path.cloned(),
            domain: domain.cloned(),
            secure,
            httponly,
            samesite: None,
        },
        Some(options) => {
            let also = [path.is_some(), domain.is_some(), secure.is_some(), httponly.is_some()];
            if let Some(index) = also.iter().position(|given| *given) {
                return Err(cx.argument_value_error(index + 2, "must be null when argument #1 ($lifetime_or_options) is an array"));
            }
            read_options(cx, options)?
        }
    };
    let flag = |value: bool| PhpStr::new(if value { b"1" } else { b"0" });
    let settings = [
        ("session.cookie_lifetime", changes.lifetime),
        ("session.cookie_path", changes.path),
        ("session.cookie_domain", changes.domain),
        ("session.cookie_secure", changes.secure.map(flag)),
        ("session.cookie_httponly", changes.httponly.map(flag)),
        ("session.cookie_samesite", changes.samesite),
    ];
    for (setting, value) in settings {
        let Some(value) = value else { continue };
        let refused = cx.ini_set(setting.as_bytes(), &value).is_err();
        cx.check()?;
        if refused {
            return Ok(false);
        }
    }
    Ok(true)
}

fn read_options(cx: &mut Cx, options: &PhpArray) -> PhpResult<Changes> {
    let mut changes = Changes::default();
    let mut found = false;
    for (key, value) in &options.clone() {
        let KeyRef::Str(key) = key else {
            cx.builtin_warning("Argument #1 ($lifetime_or_options) cannot contain numeric keys");
            cx.check()?;
            continue;
        };
        let value = value.deref();
        match key.to_ascii_lowercase().as_slice() {
            b"lifetime" => changes.lifetime = Some(convert::to_string(cx, value)?),
            b"path" => changes.path = Some(convert::to_string(cx, value)?),
            b"domain" => changes.domain = Some(convert::to_string(cx, value)?),
            b"secure" => changes.secure = Some(convert::to_bool(cx, value)?),
            b"httponly" => changes.httponly = Some(convert::to_bool(cx, value)?),
            b"samesite" => changes.samesite = Some(convert::to_string(cx, value)?),
            _ => {
                cx.builtin_warning(format!("Argument #1 ($lifetime_or_options) contains an unrecognized key \"{key}\""));
                cx.check()?;
                continue;
            }
        }
        found = true;
    }
    if found { Ok(changes) } else { Err(cx.argument_value_error(1, "must contain at least 1 valid key")) }
}
