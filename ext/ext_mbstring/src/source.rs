//! Encodings of source text, for the engine (`zend.multibyte`).

use loxo_runtime::source_encoding::{self, Multibyte};
use loxo_runtime::{Cx, Phase, PhpStr};

use crate::codec::Codec;
use crate::convert::convert;
use crate::detect::guess;
use crate::encoding::Encoding;
use crate::settings::{follow_core, parse_list, settings};

pub(crate) fn request_start(cx: &mut Cx) {
    source_encoding::register(Multibyte { known: |name| Encoding::find(name).is_some(), decode, detect });
    let list = cx.ini_str("zend.script_encoding");
    if cx.ini_bool("zend.multibyte") && !list.is_empty() && scripts(cx, &list).is_none() {
        // PHP finds that out when it reads its settings.
        let outer = std::mem::replace(&mut cx.errors.phase, Phase::Startup);
        cx.warning([b"INI setting contains invalid encoding \"", &list[..], b"\""].concat());
        cx.errors.phase = outer;
    }
}

/// Encodings by name; `None` if one is unknown, or says nothing of text.
fn scripts(cx: &mut Cx, list: &[u8]) -> Option<Vec<&'static Encoding>> {
    let found = parse_list(settings(cx), list).ok()?;
    found.iter().all(|encoding| encoding.name != "pass").then_some(found)
}

/// Signs of PHP may be second bytes of a character there: such text cannot be read as it is.
fn hides_ascii(encoding: &Encoding) -> bool {
    let parts = ["SJIS", "BIG-5", "CP936", "GB18030", "UHC", "CP950"];
    matches!(encoding.codec, Codec::Wide(..)) || parts.iter().any(|part| encoding.name.contains(part))
}

fn decode(cx: &mut Cx, text: &[u8], from: &[u8]) -> Option<Vec<u8>> {
    follow_core(cx);
    let (to, from) = (settings(cx).internal, Encoding::find(from)?);
    if hides_ascii(to) || to.same(from) {
        return None;
    }
    Some(convert(cx, &PhpStr::new(text), to, from).as_bytes().to_vec())
}

fn detect(cx: &mut Cx, text: &[u8], list: &[u8]) -> Option<Vec<u8>> {
    let list = scripts(cx, list)?;
    let strict = list.len() > 1;
    guess(&[text], &list, strict, true).map(|encoding| encoding.name.as_bytes().to_vec())
}
