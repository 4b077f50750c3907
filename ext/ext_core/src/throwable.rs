//! `Exception`, `Error` and what derives from them.

use loxo_runtime::object::Access;
use loxo_runtime::{Behaviour, Class, Cx, PhpArray, PhpObject, PhpResult, PhpStr, StrBuilder, Value, class_of, convert};

use crate::interfaces::{kind, shown};

/// Object slots of the properties that both roots declare, in this order.
mod slot {
    pub const MESSAGE: usize = 0;
    pub const STRING: usize = 1;
    pub const CODE: usize = 2;
    pub const FILE: usize = 3;
    pub const LINE: usize = 4;
    pub const TRACE: usize = 5;
    pub const PREVIOUS: usize = 6;
    /// `ErrorException` only.
    pub const SEVERITY: usize = 7;
}

pub(crate) fn interface_behaviour() -> Behaviour {
    Behaviour { on_inherit: Some(may_implement), ..Behaviour::default() }
}

/// Only `Exception` and `Error` are throwable by themselves.
fn may_implement(class: &Class) -> Result<(), String> {
    let root = std::iter::successors(class.parent, |parent| parent.parent).last();
    let root = root.map_or(class.name, |root| root.name);
    if class.is_interface() || matches!(root.as_bytes(), b"Exception" | b"Error") {
        return Ok(());
    }
    let advice = if class.is_enum() { "" } else { ", extend Exception or Error instead" };
    Err(format!("{} {} cannot implement interface Throwable{advice}", kind(class), shown(class)))
}

pub(crate) fn behaviour() -> Behaviour {
    Behaviour { created: Some(note_place), no_clone: true, ..Behaviour::default() }
}

/// A new exception remembers where it was made, and by which calls.
fn note_place(cx: &mut Cx, object: &PhpObject) {
    let ignore_args = u32::from(cx.ini.get_bool("zend.exception_ignore_args")) << 1;
    let trace = (cx.hooks.backtrace)(cx, ignore_args, 0, 0);
    let (file, line) = (cx.hooks.location)(cx);
    *object.slot_mut(slot::FILE) = Value::string(file);
    *object.slot_mut(slot::LINE) = Value::int(i64::from(line));
    *object.slot_mut(slot::TRACE) = Value::array(trace);
}

fn get(object: &PhpObject, slot: usize) -> Value {
    object.slots().get(slot).map_or(Value::NULL, Value::clone_deref)
}

fn set(object: &PhpObject, slot: usize, value: Value) {
    if let Some(place) = object.slots_mut().get_mut(slot) {
        let old = place.take();
        *place = value;
        drop(old);
    }
}

/// `Exception::__clone()`
pub(crate) fn clone(cx: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    // Private, but reflection reaches it.
    Err(cx.throw_error("Exception", "Cannot clone object using __clone()"))
}

/// `Exception::__construct()`
pub(crate) fn construct(_: &mut Cx, this: &PhpObject, message: Option<&PhpStr>, code: i64, previous: Option<&PhpObject>) -> PhpResult<()> {
    init(this, message, code, previous);
    Ok(())
}

/// Arguments that are not given leave what a child class declares.
fn init(this: &PhpObject, message: Option<&PhpStr>, code: i64, previous: Option<&PhpObject>) {
    if let Some(message) = message {
        set(this, slot::MESSAGE, Value::string(message.clone()));
    }
    if code != 0 {
        set(this, slot::CODE, Value::int(code));
    }
    if let Some(previous) = previous {
        set(this, slot::PREVIOUS, Value::object(previous.clone()));
    }
}

/// `Exception::__wakeup()`: the untyped properties get their type back.
pub(crate) fn wakeup(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if !matches!(get(this, slot::MESSAGE), v if v.is_null() || v.is_string()) {
        set(this, slot::MESSAGE, Value::UNDEF);
    }
    if !matches!(get(this, slot::CODE), v if v.is_null() || v.is_int()) {
        set(this, slot::CODE, Value::UNDEF);
    }
    Ok(())
}

/// `Exception::getMessage()`
pub(crate) fn get_message(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    convert::to_str(cx, &get(this, slot::MESSAGE))
}

/// `Exception::getCode()`
pub(crate) fn get_code(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(get(this, slot::CODE))
}

/// `Exception::getFile()`
pub(crate) fn get_file(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    convert::to_str(cx, &get(this, slot::FILE))
}

/// `Exception::getLine()`
pub(crate) fn get_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    if this.slot(slot::LINE).is_undef() {
        let message = format!("Typed property {}::$line must not be accessed before initialization", root_name(this));
        return Err(cx.throw_error("Error", &message));
    }
    convert::to_int(cx, &get(this, slot::LINE))
}

fn root_name(object: &PhpObject) -> String {
    let class = class_of(object);
    let root = std::iter::successors(Some(class), |class| class.parent).last().unwrap_or(class);
    String::from_utf8_lossy(root.name.as_bytes()).into_owned()
}

/// `Exception::getTrace()`
pub(crate) fn get_trace(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(get(this, slot::TRACE))
}

/// `Exception::getPrevious()`
pub(crate) fn get_previous(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(get(this, slot::PREVIOUS))
}

/// `Exception::getTraceAsString()`
pub(crate) fn get_trace_as_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let trace = get(this, slot::TRACE);
    match trace.as_array() {
        Some(frames) => trace_text(cx, frames, true),
        None => Ok(PhpStr::interned(b"#0 {main}")),
    }
}

/// `Exception::__toString()`: those before come first.
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let mut text = PhpStr::empty();
    let mut seen: Vec<PhpObject> = Vec::new();
    let mut next = Some(this.clone());
    while let Some(object) = next {
        text = one_to_string(cx, &object, &text)?;
        let previous = get(&object, slot::PREVIOUS);
        seen.push(object);
        next = previous.into_object().ok().filter(|p| is_throwable(cx, p) && !seen.iter().any(|s| s.ptr_eq(p)));
    }
    // Kept in the object, so that handlers of uncaught exceptions can show it without making it again.
    set(this, slot::STRING, Value::string(text.clone()));
    Ok(text)
}

fn is_throwable(cx: &Cx, object: &PhpObject) -> bool {
    class_of(object).is_subclass_of(cx.builtin_class("Throwable"))
}

fn one_to_string(cx: &mut Cx, object: &PhpObject, after: &PhpStr) -> PhpResult<PhpStr> {
    let class = class_of(object);
    let mut message = convert::to_str(cx, &get(object, slot::MESSAGE))?;
    let file = convert::to_str(cx, &get(object, slot::FILE))?;
    let line = convert::to_int(cx, &get(object, slot::LINE))?;
    let trace = cx.call_method_named(object, "getTraceAsString", &[])?.and_then(|trace| trace.into_str().ok());
    let trace = trace.filter(|trace| !trace.is_empty()).unwrap_or_else(|| PhpStr::interned(b"#0 {main}\n"));
    let about_call = matches!(class.name.as_bytes(), b"TypeError" | b"ArgumentCountError");
    if about_call && message.windows(12).any(|part| part == b", called in ") {
        message = PhpStr::concat(&[&message, b" and defined"]);
    }
    let mut out = StrBuilder::new();
    out.push_bytes(convert::class_name(class));
    if !message.is_empty() {
        out.push_bytes(b": ");
        out.push_bytes(&message);
    }
    out.push_bytes(b" in ");
    out.push_bytes(&file);
    out.push(b':');
    out.push_int(line);
    out.push_bytes(b"\nStack trace:\n");
    out.push_bytes(&trace);
    if !after.is_empty() {
        out.push_bytes(b"\n\nNext ");
        out.push_bytes(after);
    }
    Ok(out.finish())
}

pub(crate) mod error_exception {
    use super::*;

    /// `ErrorException::__construct()`
    #[allow(clippy::too_many_arguments)] // PHP's own
    pub(crate) fn construct(
        _: &mut Cx,
        this: &PhpObject,
        message: Option<&PhpStr>,
        code: i64,
        severity: i64,
        filename: Option<&PhpStr>,
        line: Option<i64>,
        previous: Option<&PhpObject>,
    ) -> PhpResult<()> {
        init(this, message, code, previous);
        set(this, slot::SEVERITY, Value::int(severity));
        if let Some(filename) = filename {
            set(this, slot::FILE, Value::string(filename.clone()));
        }
        // Another file makes the line where the object was made meaningless.
        if let Some(line) = line.or(filename.map(|_| 0)) {
            set(this, slot::LINE, Value::int(line));
        }
        Ok(())
    }

    /// `ErrorException::getSeverity()`
    pub(crate) fn get_severity(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
        Ok(get(this, slot::SEVERITY))
    }
}

/// Frames of a backtrace as PHP prints them: one line each, with `{main}` behind them if asked for.
pub(crate) fn trace_text(cx: &mut Cx, frames: &PhpArray, main: bool) -> PhpResult<PhpStr> {
    let mut out = StrBuilder::new();
    let mut number = 0;
    for (key, frame) in frames {
        match frame.deref().as_array() {
            Some(frame) => {
                frame_text(cx, &mut out, frame, number)?;
                number += 1;
            }
            None => warn(cx, &format!("Expected array for frame {}", convert::key_to_str(key).to_str_lossy()))?,
        }
    }
    if main {
        out.push(b'#');
        out.push_int(number);
        out.push_bytes(b" {main}");
    }
    Ok(out.finish())
}

fn warn(cx: &mut Cx, message: &str) -> PhpResult<()> {
    cx.warning(message);
    cx.check()
}

fn frame_text(cx: &mut Cx, out: &mut StrBuilder, frame: &PhpArray, number: i64) -> PhpResult<()> {
    out.push(b'#');
    out.push_int(number);
    out.push(b' ');
    match frame.get_bytes(b"file") {
        None => out.push_bytes(b"[internal function]: "),
        Some(file) => match file.as_bytes() {
            None => {
                warn(cx, "File name is not a string")?;
                out.push_bytes(b"[unknown file]: ");
            }
            Some(file) => {
                let line = frame.get_bytes(b"line");
                if line.is_some_and(|line| !line.is_int()) {
                    warn(cx, "Line is not an int")?;
                }
                out.push_bytes(file);
                out.push(b'(');
                out.push_int(line.and_then(Value::as_int).unwrap_or(0));
                out.push_bytes(b"): ");
            }
        },
    }
    for part in ["class", "type", "function"] {
        match frame.get_bytes(part.as_bytes()).map(Value::as_bytes) {
            Some(Some(text)) => out.push_bytes(text),
            Some(None) => {
                warn(cx, &format!("Value for {part} is not a string"))?;
                out.push_bytes(b"[unknown]");
            }
            None => {}
        }
    }
    out.push(b'(');
    if let Some(args) = frame.get_bytes(b"args") {
        match args.deref().as_array() {
            Some(args) => args_text(cx, out, args),
            None => warn(cx, "args element is not an array")?,
        }
    }
    out.push_bytes(b")\n");
    Ok(())
}

fn args_text(cx: &mut Cx, out: &mut StrBuilder, args: &PhpArray) {
    let longest = usize::try_from(cx.ini.get_int("zend.exception_string_param_max_len")).unwrap_or(15);
    for (index, (key, value)) in args.iter().enumerate() {
        if index > 0 {
            out.push_bytes(b", ");
        }
        if !key.is_int() {
            out.push_bytes(&convert::key_to_str(key));
            out.push_bytes(b": ");
        }
        arg_text(cx, out, value.deref(), longest);
    }
}

fn arg_text(cx: &Cx, out: &mut StrBuilder, value: &Value, longest: usize) {
    use loxo_runtime::Tag;
    match value.tag() {
        Tag::Undef | Tag::Null => out.push_bytes(b"NULL"),
        Tag::False => out.push_bytes(b"false"),
        Tag::True => out.push_bytes(b"true"),
        Tag::Int => out.push_int(value.as_int().unwrap_or(0)),
        Tag::Float => out.push_bytes(&convert::float_text(value.as_float().unwrap_or(0.0), cx.precision)),
        Tag::String => string_text(out, value.as_bytes().unwrap_or_default(), longest),
        Tag::Array => out.push_bytes(b"Array"),
        Tag::Resource => {
            out.push_bytes(b"Resource id #");
            out.push_int(value.as_resource().map_or(0, |resource| resource.id()));
        }
        Tag::Object | Tag::Reference => object_text(cx, out, value),
    }
}

fn object_text(cx: &Cx, out: &mut StrBuilder, value: &Value) {
    let Some(object) = value.as_object() else { return };
    let class = class_of(object);
    if class.is_enum() {
        // Cases are shown by name, which is the first slot.
        out.push_bytes(class.name.as_bytes());
        out.push_bytes(b"::");
        out.push_bytes(object.slots().first().and_then(Value::as_bytes).unwrap_or_default());
        return;
    }
    let _ = cx;
    out.push_bytes(b"Object(");
    out.push_bytes(convert::class_name(class));
    out.push(b')');
}

fn string_text(out: &mut StrBuilder, text: &[u8], longest: usize) {
    out.push(b'\'');
    escape(out, &text[..text.len().min(longest)]);
    out.push_bytes(if text.len() > longest { b"...'" } else { b"'" });
}

/// Bytes outside of printable ASCII, and backslashes, are escaped as in double quotes.
fn escape(out: &mut StrBuilder, text: &[u8]) {
    for &byte in text {
        match byte {
            b'\n' => out.push_bytes(b"\\n"),
            b'\r' => out.push_bytes(b"\\r"),
            b'\t' => out.push_bytes(b"\\t"),
            0x0c => out.push_bytes(b"\\f"),
            0x0b => out.push_bytes(b"\\v"),
            b'\\' => out.push_bytes(b"\\\\"),
            0x1b => out.push_bytes(b"\\e"),
            b' '..=b'~' => out.push(byte),
            _ => out.push_bytes(format!("\\x{byte:02X}").as_bytes()),
        }
    }
}
