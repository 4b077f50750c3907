//! Passes libxml2's complaints on to the program: as warnings, or collected as `LibXMLError` objects.

use loxo_libxml_sys::errors::{self, XmlError, domain};
use loxo_runtime::{Callable, Cx, ErrorLevel, ExtSlot, PhpObject, PhpResource, PhpResult, PhpStr, Value};

/// What the extension knows of a request.
#[derive(Default)]
pub(crate) struct State {
    /// `libxml_use_internal_errors()`
    pub internal: bool,
    pub errors: Vec<XmlError>,
    pub last: Option<XmlError>,
    /// Messages that libxml2 did not end: they come out in front of the next one.
    unended: Vec<u8>,
    pub disabled: bool,
    pub context: Option<PhpResource>,
    pub loader: Option<(Callable, Value)>,
}

impl ExtSlot for State {}

/// The end of a request.
pub(crate) fn forget(_: &mut Cx) {
    drop(errors::take());
    crate::memory::forget();
}

/// Tells what has been collected: as warnings of the running builtin, or into the list that the program asks for.
pub fn report(cx: &mut Cx) -> PhpResult<()> {
    tell(cx, true)
}

/// The same as libxml2 itself would print it: for what works on trees, and for parsers that are not PHP's own.
pub fn report_plain(cx: &mut Cx) -> PhpResult<()> {
    tell(cx, false)
}

/// Forgets what has been collected.
pub fn dismiss() {
    drop(errors::take());
}

fn tell(cx: &mut Cx, positions: bool) -> PhpResult<()> {
    crate::memory::settle();
    if !errors::any() {
        return cx.check();
    }
    let found = errors::take();
    if cx.exception.is_some() {
        return cx.check();
    }
    cx.ext::<State>().last = found.last().cloned();
    if cx.ext::<State>().internal {
        cx.ext::<State>().errors.extend(found);
        return cx.check();
    }
    for error in found.into_iter().filter(|error| !error.muted) {
        if !positions && error.parser.is_some() {
            let mut unended = std::mem::take(&mut cx.ext::<State>().unended);
            for line in printed(&error) {
                unended.extend(line);
                cx.builtin_warning(std::mem::take(&mut unended));
                cx.check()?;
            }
            continue;
        }
        let ended = error.message.ends_with(b"\n");
        // A text without an end waits for the next that has one.
        if !ended && (error.domain == domain::IO || positions && matches!(error.domain, domain::DTD | domain::VALID)) {
            cx.ext::<State>().unended.extend(error.message);
            continue;
        }
        let (level, text) = warning_of(&error, positions);
        let unended = std::mem::take(&mut cx.ext::<State>().unended);
        cx.builtin_raise(level, [unended, text].concat());
        cx.check()?;
    }
    cx.check()
}

/// Level and text of the warning that an error is.
fn warning_of(error: &XmlError, positions: bool) -> (ErrorLevel, Vec<u8>) {
    let end = error.message.iter().rposition(|byte| *byte != b'\n').map_or(0, |at| at + 1);
    let mut text = error.message[..end].to_vec();
    if error.domain == domain::IO && error.level == 1 && (error.parser.is_none() || !positions) {
        return (ErrorLevel::Warning, [b"I/O warning : ", &text[..]].concat());
    }
    let Some((name, line)) = error.parser.as_ref().filter(|_| positions) else { return (ErrorLevel::Warning, text) };
    match name {
        Some(name) => {
            text.extend(b" in ");
            text.extend(name);
        }
        None => text.extend(b" in Entity"),
    }
    text.extend(format!(", line: {line}").into_bytes());
    (if error.level == 1 { ErrorLevel::Notice } else { ErrorLevel::Warning }, text)
}

/// The lines that libxml2 would print.
fn printed(error: &XmlError) -> Vec<Vec<u8>> {
    let mut text = Vec::new();
    match &error.parser {
        Some((Some(name), line)) => {
            text.extend(name);
            text.extend(format!(":{line}: ").into_bytes());
        }
        Some((None, line)) if error.domain == domain::PARSER => text.extend(format!("Entity: line {line}: ").into_bytes()),
        _ => {}
    }
    text.extend(match error.domain {
        domain::PARSER => &b"parser "[..],
        domain::NAMESPACE => b"namespace ",
        domain::DTD | domain::VALID => b"validity ",
        domain::HTML => b"HTML parser ",
        domain::IO => b"I/O ",
        _ => b"",
    });
    text.extend(if error.level == 1 { &b"warning : "[..] } else { b"error : " });
    text.extend(error.message.strip_suffix(b"\n").unwrap_or(&error.message));
    let mut lines = vec![text];
    if let Some((line, mark)) = &error.shown {
        lines.push(line.clone());
        lines.push(mark.clone());
    }
    lines
}

/// A `LibXMLError`.
pub(crate) fn object(cx: &mut Cx, error: &XmlError) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("LibXMLError");
    let new = cx.instantiate(class)?;
    let fields: [(&str, Value); 6] = [
        ("level", Value::from(i64::from(error.level))),
        ("code", Value::from(i64::from(error.code))),
        ("column", Value::from(i64::from(error.column))),
        ("message", Value::from(PhpStr::new(&error.message))),
        ("file", Value::from(PhpStr::new(error.file.as_deref().unwrap_or_default()))),
        ("line", Value::from(i64::from(error.line))),
    ];
    for (name, value) in fields {
        cx.write_property(&new, name, value)?;
    }
    Ok(new)
}
