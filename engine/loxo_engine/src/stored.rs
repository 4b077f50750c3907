//! What is kept of a script outside of a process: its unit, what the compiler had to say, and the settings that it was compiled with.
//!
//! Numbers are little-endian; texts have their length in front.

use loxo_bytecode::Unit;
use loxo_runtime::{Cx, ErrorLevel};

use crate::diagnostics::Diagnostic;

/// A unit that was compiled before, as it is read back.
pub(crate) struct Stored {
    pub(crate) unit: Unit,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// All that compiling depends on besides the text and the engine. `None`: on more than can be said.
pub(crate) fn settings(cx: &Cx) -> Option<Vec<u8>> {
    if cx.ini_bool("zend.multibyte") {
        return None;
    }
    let flag = |set: bool| if set { b'1' } else { b'0' };
    let flags = [
        flag(cx.ini_bool("short_open_tag")),
        flag(cx.ini_int("zend.assertions") < 0),
        flag(cx.ini_int("opcache.optimization_level") == 0),
        flag(cx.ini_bool("pcov.enabled")),
    ];
    Some([cx.sapi.name().as_bytes(), b" ", &flags, b" ", &cx.ini_str("disable_functions")].concat())
}

/// As bytes. `None`: it cannot be stored.
pub(crate) fn write(settings: &[u8], unit: &Unit, diagnostics: &[Diagnostic]) -> Option<Vec<u8>> {
    let unit = loxo_bytecode::stored::write(unit)?;
    let mut out = Vec::with_capacity(unit.len() + settings.len() + 64);
    text(&mut out, settings)?;
    out.extend(u32::try_from(diagnostics.len()).ok()?.to_le_bytes());
    for diagnostic in diagnostics {
        out.extend((diagnostic.level as u32).to_le_bytes());
        out.extend(diagnostic.line.to_le_bytes());
        text(&mut out, diagnostic.message.as_bytes())?;
    }
    out.extend(unit);
    Some(out)
}

fn text(out: &mut Vec<u8>, text: &[u8]) -> Option<()> {
    out.extend(u32::try_from(text.len()).ok()?.to_le_bytes());
    out.extend_from_slice(text);
    Some(())
}

/// `None`: other settings, or no such bytes. The unit is not verified.
pub(crate) fn read(bytes: &[u8], settings: &[u8]) -> Option<Stored> {
    let mut rest = bytes;
    if take_text(&mut rest)? != settings {
        return None;
    }
    let mut diagnostics = Vec::new();
    for _ in 0..take_number(&mut rest)? {
        let level = ErrorLevel::from_bits(take_number(&mut rest)?)?;
        let line = take_number(&mut rest)?;
        let message = String::from_utf8(take_text(&mut rest)?.to_vec()).ok()?;
        diagnostics.push(Diagnostic { level, message, line });
    }
    Some(Stored { unit: loxo_bytecode::stored::read(rest)?, diagnostics })
}

fn take_number(rest: &mut &[u8]) -> Option<u32> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(*number))
}

fn take_text<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take_number(rest)? as usize;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(text)
}
