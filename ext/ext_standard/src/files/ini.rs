//! `parse_ini_file()` and `parse_ini_string()`: configuration text as arrays.

use loxo_runtime::ConstId;
use loxo_runtime::ini::{IniEvent, IniMode, IniNames, IniValue, parse};

use super::{open_options, with_open};
use crate::prelude::*;

/// `parse_ini_file()`
pub(crate) fn parse_ini_file(cx: &mut Cx, filename: &PhpStr, process_sections: bool, scanner_mode: i64) -> PhpResult<Value> {
    if filename.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let text = with_open(cx, filename, b"rb", open_options(true), None, |cx, stream| Ok(stream.read_all(cx, None)))?;
    match text {
        Some(text) => read_settings(cx, &text, process_sections, scanner_mode, filename),
        None => Ok(Value::FALSE),
    }
}

/// `parse_ini_string()`
pub(crate) fn parse_ini_string(cx: &mut Cx, ini_string: &PhpStr, process_sections: bool, scanner_mode: i64) -> PhpResult<Value> {
    read_settings(cx, ini_string, process_sections, scanner_mode, b"Unknown")
}

fn read_settings(cx: &mut Cx, text: &[u8], sections: bool, mode: i64, file: &[u8]) -> PhpResult<Value> {
    // A C int.
    let mode = match mode as i32 {
        0 => IniMode::Normal,
        1 => IniMode::Raw,
        2 => IniMode::Typed,
        _ => {
            cx.warn_plain("Invalid scanner mode")?;
            return Ok(Value::FALSE);
        }
    };
    let mut collected = Collected { all: PhpArray::new(), section: None, sections };
    let parsed = parse(text, mode, &mut RequestNames(cx), &mut |event| collected.add(event));
    match parsed {
        Ok(()) => Ok(Value::array(collected.all)),
        Err(error) => {
            let line = format!(" on line {}\n", error.line);
            cx.warning([error.message.as_bytes(), b" in ", file, line.as_bytes()].concat());
            cx.check()?;
            Ok(Value::FALSE)
        }
    }
}

/// What was read so far.
struct Collected {
    all: PhpArray,
    /// The section that entries belong to.
    section: Option<Key>,
    sections: bool,
}

impl Collected {
    fn add(&mut self, event: IniEvent) {
        match event {
            IniEvent::Section(name) => {
                if self.sections {
                    let key = Key::from_bytes_numeric(&name);
                    self.all.set(&key, Value::array(PhpArray::new()));
                    self.section = Some(key);
                }
            }
            IniEvent::Entry { name, value } => {
                if let Some(value) = value {
                    self.target().set_sym(&name, value.into_value());
                }
            }
            IniEvent::Element { name, offset, value } => self.add_element(&name, &offset, value),
        }
    }

    fn target(&mut self) -> &mut PhpArray {
        let Some(key) = &self.section else { return &mut self.all };
        let place = self.all.entry(key);
        if !place.is_array() {
            *place = Value::array(PhpArray::new());
        }
        match place.as_array_mut() {
            Some(section) => section,
            None => unreachable!("it was made an array"),
        }
    }

    fn add_element(&mut self, name: &[u8], offset: &[u8], value: IniValue) {
        let place = self.target().entry(&Key::from_bytes_numeric(name));
        if !place.is_array() {
            *place = Value::array(PhpArray::new());
        }
        let Some(list) = place.as_array_mut() else { return };
        if offset.is_empty() {
            // Past the largest key there is no place for more.
            let _ = list.push(value.into_value());
        } else {
            list.set_sym(offset, value.into_value());
        }
    }
}

/// Constants, settings and environment of the request.
struct RequestNames<'a>(&'a mut Cx);

impl IniNames for RequestNames<'_> {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let value = self.0.constant(ConstId::find(name)?)?.clone();
        let text = convert::scalar_to_string(&value, self.0.precision);
        (!value.is_array() && !value.is_object()).then(|| text.to_vec())
    }

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        if let Some(setting) = self.0.ini.get(name) {
            return Some(setting.as_deref().map_or_else(Vec::new, <[u8]>::to_vec));
        }
        loxo_runtime::environment::variable(self.0, name)
    }
}
