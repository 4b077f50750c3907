//! `ob_iconv_handler`: output in another encoding.

use loxo_runtime::Cx;
use loxo_runtime::output::{InternalHandler, flag};

use crate::convert::convert;
use crate::settings::Role;

pub(crate) const NAME: &str = "ob_iconv_handler";

/// Makes the handler of a buffer, unless there is one already that it does not go with.
pub(crate) fn handler(cx: &mut Cx, _: usize) -> Option<InternalHandler> {
    for other in [NAME, "mb_output_handler"] {
        if cx.output.has_handler(other) {
            match other == NAME {
                true => cx.builtin_warning(format!("Output handler '{NAME}' cannot be used twice")),
                false => cx.builtin_warning(format!("Output handler '{NAME}' conflicts with '{other}'")),
            }
            return None;
        }
    }
    Some(Box::new(handle))
}

fn handle(cx: &mut Cx, input: &[u8], op: u32) -> Option<Vec<u8>> {
    let (to, from) = (Role::Output.encoding(cx), Role::Internal.encoding(cx));
    if op & flag::START != 0 {
        if cx.info.headers_sent {
            return None;
        }
        announce(cx, op, &to);
    }
    if input.is_empty() {
        return Some(Vec::new());
    }
    match convert(input, &to, &from) {
        Ok(text) => Some(text.to_vec()),
        Err(failure) => {
            // What the handler throws stays on its way.
            let _ = failure.show(cx, &to, &from);
            Some(Vec::new())
        }
    }
}

/// Says which encoding it is, where the response is text.
fn announce(cx: &mut Cx, op: u32, to: &[u8]) {
    let own = cx.info.headers.get("content-type").map(<[u8]>::to_vec);
    let kind = match own {
        Some(value) if value.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"text/")) => {
            value.split(|byte| *byte == b';').next().unwrap_or_default().to_vec()
        }
        Some(_) => return,
        None => cx.ini_str("default_mimetype").to_vec(),
    };
    if op & flag::CLEAN != 0 && op & flag::FINAL != 0 {
        return;
    }
    let end = to.windows(2).position(|pair| pair == b"//").unwrap_or(to.len());
    let value = [&kind[..], b"; charset=", &to[..end]].concat();
    cx.info.headers.set("Content-Type", &value);
    cx.output.pin_running_buffer();
}
