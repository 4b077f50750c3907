//! `xml_parse_into_struct()`: a document as a list of its tags and texts, and where in it each name is.

use loxo_runtime::{Cx, PhpArray, PhpObject, PhpRef, PhpResult, PhpStr, Value};

use crate::functions::parser;

/// Deeper elements are left out.
const DEEPEST: usize = 255;

/// Handlers may look at what is there so far, and put something else in its place.
pub(crate) struct Collector {
    values: PhpRef,
    index: Option<PhpRef>,
    count: i64,
    open: Vec<PhpStr>,
    last_was_open: bool,
}

/// Works on the array in the reference, if it holds one.
fn with_array<R>(reference: &PhpRef, work: impl FnOnce(&mut PhpArray) -> R) -> Option<R> {
    let mut value = reference.replace(Value::NULL);
    let result = value.as_array_mut().map(work);
    reference.set(value);
    result
}

impl Collector {
    pub(crate) fn new(values: PhpRef, index: Option<PhpRef>) -> Collector {
        Collector { values, index, count: 0, open: Vec::new(), last_was_open: false }
    }

    fn add(&mut self, name: &PhpStr, entry: PhpArray) {
        let number = Value::int(self.count);
        self.count += 1;
        if let Some(index) = &self.index {
            with_array(index, |index| {
                let places = index.entry_str(name);
                if !places.is_array() {
                    *places = Value::EMPTY_ARRAY;
                }
                if let Some(places) = places.as_array_mut() {
                    let _ = places.push(number);
                }
            });
        }
        with_array(&self.values, |values| {
            let _ = values.push(entry.into());
        });
    }

    fn entry(&self, name: &PhpStr, kind: &str) -> PhpArray {
        let mut entry = PhpArray::new();
        entry.set_bytes(b"tag", name.into());
        entry.set_bytes(b"type", kind.into());
        entry.set_bytes(b"level", Value::int(self.open.len() as i64));
        entry
    }

    /// Works on the entry that was added last.
    fn with_last<R>(&mut self, work: impl FnOnce(&mut PhpArray) -> R) -> Option<R> {
        let at = self.count - 1;
        with_array(&self.values, |values| values.get_int_mut(at).and_then(Value::as_array_mut).map(work)).flatten()
    }
}

fn too_deep(cx: &mut Cx, depth: usize) -> PhpResult<()> {
    if depth == DEEPEST + 1 {
        cx.builtin_warning("Maximum depth exceeded - Results truncated");
        cx.check()?;
    }
    Ok(())
}

pub(crate) fn start(cx: &mut Cx, object: &PhpObject, name: &PhpStr, attributes: PhpArray) -> PhpResult<()> {
    let Some(collector) = &mut parser(object).structure else { return Ok(()) };
    collector.open.push(name.clone());
    let depth = collector.open.len();
    if depth > DEEPEST {
        return too_deep(cx, depth);
    }
    let mut entry = collector.entry(name, "open");
    if !attributes.is_empty() {
        entry.set_bytes(b"attributes", attributes.into());
    }
    collector.add(name, entry);
    collector.last_was_open = true;
    Ok(())
}

pub(crate) fn end(object: &PhpObject, name: &PhpStr) {
    let Some(collector) = &mut parser(object).structure else { return };
    if std::mem::take(&mut collector.last_was_open) {
        collector.with_last(|entry| entry.set_bytes(b"type", "complete".into()));
    } else {
        let entry = collector.entry(name, "close");
        collector.add(name, entry);
    }
    collector.open.pop();
}

pub(crate) fn characters(cx: &mut Cx, object: &PhpObject, text: &[u8], skip_white: bool) -> PhpResult<()> {
    let Some(collector) = &mut parser(object).structure else { return Ok(()) };
    let wanted = !skip_white || !text.iter().all(|b| matches!(b, b' ' | b'\t' | b'\n'));
    let inside = collector.last_was_open;
    let added = collector.with_last(|entry| {
        let continues = inside || entry.get_bytes(b"type").and_then(Value::as_bytes) == Some(b"cdata");
        if continues && let Some(value) = entry.get_bytes_mut(b"value") {
            let whole = PhpStr::concat(&[value.as_bytes().unwrap_or_default(), text]);
            *value = whole.into();
            return true;
        }
        if inside && wanted {
            entry.set_bytes(b"value", Value::bytes(text));
        }
        inside
    });
    if added == Some(true) {
        return Ok(());
    }
    let depth = collector.open.len();
    if depth > DEEPEST {
        return too_deep(cx, depth);
    }
    if wanted && let Some(name) = collector.open.last().cloned() {
        let mut entry = PhpArray::new();
        entry.set_bytes(b"tag", (&name).into());
        entry.set_bytes(b"value", Value::bytes(text));
        entry.set_bytes(b"type", "cdata".into());
        entry.set_bytes(b"level", Value::int(depth as i64));
        collector.add(&name, entry);
    }
    Ok(())
}
