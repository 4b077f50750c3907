//! `parse_url()`: the parts that the runtime finds, as an array.

use loxo_runtime::web::Url;

use crate::prelude::*;

/// `parse_url()`
pub(crate) fn parse_url(cx: &mut Cx, url: &PhpStr, component: i64) -> PhpResult<Value> {
    let Some(parts) = Url::parse(url) else { return Ok(Value::FALSE) };
    let text = |part: Option<&[u8]>| part.map_or(Value::NULL, |p| clean(p).into());
    let port = |p: Option<u16>| p.map_or(Value::NULL, |p| Value::int(i64::from(p)));
    let named = [
        ("scheme", text(parts.scheme)),
        ("host", text(parts.host)),
        ("port", port(parts.port)),
        ("user", text(parts.user)),
        ("pass", text(parts.pass)),
        ("path", text(parts.path)),
        ("query", text(parts.query)),
        ("fragment", text(parts.fragment)),
    ];
    match component {
        ..=-1 => {
            let mut out = PhpArray::new();
            for (name, v) in named {
                if !v.is_null() {
                    out.set_bytes(name.as_bytes(), v);
                }
            }
            Ok(out.into())
        }
        0..=7 => Ok(named[component as usize].1.clone()),
        _ => Err(cx.argument_value_error(2, format!("must be a valid URL component identifier, {component} given"))),
    }
}

/// Control characters are made harmless.
fn clean(part: &[u8]) -> PhpStr {
    if !part.iter().any(u8::is_ascii_control) {
        return PhpStr::new(part);
    }
    let bytes: Vec<u8> = part.iter().map(|b| if b.is_ascii_control() { b'_' } else { *b }).collect();
    PhpStr::new(&bytes)
}
