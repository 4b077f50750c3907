//! `xml_parse_into_struct()`: a document as a list of its tags and texts, and where in it each name is.

use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::functions::parser;

/// Deeper elements are left out.
const DEEPEST: usize = 255;

#[derive(Default)]
pub(crate) struct Collector {
    pub values: PhpArray,
    pub index: PhpArray,
    open: Vec<PhpStr>,
    last_was_open: bool,
}

impl Collector {
    fn add(&mut self, name: &PhpStr, entry: PhpArray) {
        let number = Value::int(self.values.len() as i64);
        let places = self.index.entry_str(name);
        if !places.is_array() {
            *places = Value::EMPTY_ARRAY;
        }
        if let Some(places) = places.as_array_mut() {
            let _ = places.push(number);
        }
        let _ = self.values.push(entry.into());
    }

    fn entry(&self, name: &PhpStr, kind: &str) -> PhpArray {
        let mut entry = PhpArray::new();
        entry.set_bytes(b"tag", name.into());
        entry.set_bytes(b"type", kind.into());
        entry.set_bytes(b"level", Value::int(self.open.len() as i64));
        entry
    }

    fn last(&mut self) -> Option<&mut PhpArray> {
        let at = self.values.len().checked_sub(1)?;
        self.values.get_int_mut(at as i64)?.as_array_mut()
    }
}

fn too_deep(cx: &mut Cx, depth: usize) -> PhpResult<()> {
    if depth == DEEPEST + 1 {
        cx.builtin_warning("Maximum depth exceeded - Results truncated");
        cx.check()?;
    }
    Ok(())
}

/// False: nothing is collected.
pub(crate) fn start(cx: &mut Cx, object: &PhpObject, name: &PhpStr, attributes: PhpArray) -> PhpResult<bool> {
    let Some(collector) = &mut parser(object).structure else { return Ok(false) };
    collector.open.push(name.clone());
    let depth = collector.open.len();
    if depth > DEEPEST {
        too_deep(cx, depth)?;
        return Ok(true);
    }
    let mut entry = collector.entry(name, "open");
    if !attributes.is_empty() {
        entry.set_bytes(b"attributes", attributes.into());
    }
    collector.add(name, entry);
    collector.last_was_open = true;
    Ok(true)
}

pub(crate) fn end(_cx: &mut Cx, object: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let Some(collector) = &mut parser(object).structure else { return Ok(false) };
    if std::mem::take(&mut collector.last_was_open) {
        if let Some(entry) = collector.last() {
            entry.set_bytes(b"type", "complete".into());
        }
    } else {
        let entry = collector.entry(name, "close");
        collector.add(name, entry);
    }
    collector.open.pop();
    Ok(true)
}

pub(crate) fn characters(cx: &mut Cx, object: &PhpObject, text: &[u8], skip_white: bool) -> PhpResult<bool> {
    let Some(collector) = &mut parser(object).structure else { return Ok(false) };
    let wanted = !skip_white || !text.iter().all(|b| matches!(b, b' ' | b'\t' | b'\n'));
    let inside = collector.last_was_open;
    if let Some(entry) = collector.last() {
        let continues = inside || entry.get_bytes(b"type").and_then(Value::as_bytes) == Some(b"cdata");
        if continues && let Some(value) = entry.get_bytes_mut(b"value") {
            let whole = PhpStr::concat(&[value.as_bytes().unwrap_or_default(), text]);
            *value = whole.into();
            return Ok(true);
        }
        if inside {
            if wanted {
                entry.set_bytes(b"value", Value::bytes(text));
            }
            return Ok(true);
        }
    }
    let depth = collector.open.len();
    if depth > DEEPEST {
        too_deep(cx, depth)?;
        return Ok(true);
    }
    if wanted && let Some(name) = collector.open.last().cloned() {
        let mut entry = PhpArray::new();
        entry.set_bytes(b"tag", (&name).into());
        entry.set_bytes(b"value", Value::bytes(text));
        entry.set_bytes(b"type", "cdata".into());
        entry.set_bytes(b"level", Value::int(depth as i64));
        collector.add(&name, entry);
    }
    Ok(true)
}
