//! `Exception`, `Error` and what derives from them.

use loxo_runtime::object::Access;
use loxo_runtime::{
    Class, Cx, InheritingClass, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Value, class_of, convert, object,
    throwable_slot as slot, throwable_to_string, trace_to_string,
};

pub(crate) fn interface_object_handlers() -> ObjectHandlers {
    ObjectHandlers { on_inherit: Some(may_implement), ..ObjectHandlers::default() }
}

/// Only `Exception` and `Error` are throwable by themselves.
fn may_implement(heir: &InheritingClass<'_>) -> Result<Option<String>, String> {
    let root = std::iter::successors(heir.parent, |parent| parent.parent).last();
    let root = root.map_or(heir.name, |root| root.name);
    if heir.is_interface() || matches!(root.as_bytes(), b"Exception" | b"Error") {
        return Ok(None);
    }
    let advice = if heir.is_enum() { "" } else { ", extend Exception or Error instead" };
    Err(format!("{} {} cannot implement interface Throwable{advice}", heir.kind(), heir.display_name()))
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { created: Some(|cx, object| cx.exception_init(object)), no_clone: true, ..ObjectHandlers::default() }
}

fn get(object: &PhpObject, slot: usize) -> Value {
    object.get_slot(slot).map_or(Value::NULL, Value::clone_deref)
}

fn set(object: &PhpObject, slot: usize, value: Value) {
    if let Some(place) = object.get_slot_mut(slot) {
        let old = place.take();
        *place = value;
        drop(old);
    }
}

/// Assigns as the constructor does: child classes may declare the property again, with a type or hooks.
fn assign(cx: &mut Cx, object: &PhpObject, slot: usize, value: Value) -> PhpResult<()> {
    let class = class_of(object);
    let Some(known) = class.slots.get(slot) else { return Ok(()) };
    let property = known.property.name;
    // A property without storage may stand in front of the slot's.
    let declared = if class.has_hooks { class.properties.get(property.as_bytes()) } else { Some(&known.property) };
    if declared.is_none_or(|declared| declared.class.builtin.is_some()) {
        set(object, slot, value);
        return Ok(());
    }
    let access = Access::scoped(Some(root(object)));
    object::write_prop(cx, object, &property.to_php(), value, &access).map(drop)
}

/// Reads as methods do: child classes may have declared the property again, with hooks.
fn read(cx: &mut Cx, object: &PhpObject, slot: usize) -> PhpResult<Value> {
    let class = class_of(object);
    let Some(known) = class.slots.get(slot).filter(|_| class.has_hooks) else { return Ok(get(object, slot)) };
    let access = Access::scoped(Some(root(object)));
    let value = object::read_prop(cx, object, &known.property.name.to_php(), &access, object::Fetch::Read)?;
    Ok(value.clone_deref())
}

/// `Exception` or `Error`.
fn root(object: &PhpObject) -> &'static Class {
    let class = class_of(object);
    std::iter::successors(Some(class), |class| class.parent).last().unwrap_or(class)
}

/// `Exception::__clone()`
pub(crate) fn clone(cx: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    // Private, but reflection reaches it.
    Err(cx.throw("Exception", "Cannot clone object using __clone()"))
}

/// `Exception::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, message: Option<&PhpStr>, code: i64, previous: Option<&PhpObject>) -> PhpResult<()> {
    init(cx, this, message, code, previous)
}

/// Arguments that are not given leave what a child class declares.
fn init(cx: &mut Cx, this: &PhpObject, message: Option<&PhpStr>, code: i64, previous: Option<&PhpObject>) -> PhpResult<()> {
    if let Some(message) = message {
        assign(cx, this, slot::MESSAGE, Value::string(message.clone()))?;
    }
    if code != 0 {
        assign(cx, this, slot::CODE, Value::int(code))?;
    }
    if let Some(previous) = previous {
        assign(cx, this, slot::PREVIOUS, Value::object(previous.clone()))?;
    }
    Ok(())
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
    let message = read(cx, this, slot::MESSAGE)?;
    convert::to_string(cx, &message)
}

/// `Exception::getCode()`
pub(crate) fn get_code(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    read(cx, this, slot::CODE)
}

/// `Exception::getFile()`
pub(crate) fn get_file(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    convert::to_string(cx, &get(this, slot::FILE))
}

/// `Exception::getLine()`
pub(crate) fn get_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    if this.slot(slot::LINE).is_undef() {
        let message = format!(
            "Typed property {}::$line must not be accessed before initialization",
            String::from_utf8_lossy(root(this).name.as_bytes())
        );
        return Err(cx.throw("Error", &message));
    }
    convert::to_int(cx, &get(this, slot::LINE))
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
    let text = trace_to_string(cx, trace.as_array().unwrap_or(&PhpArray::new()), true);
    cx.check()?;
    Ok(text)
}

/// `Exception::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let text = throwable_to_string(cx, this)?;
    // Kept in the object, so that handlers of uncaught exceptions can show it without making it again.
    set(this, slot::STRING, Value::string(text.clone()));
    Ok(text)
}

pub(crate) mod error_exception {
    use super::*;

    /// `ErrorException::__construct()`
    #[allow(clippy::too_many_arguments)] // PHP's own
    pub(crate) fn construct(
        cx: &mut Cx,
        this: &PhpObject,
        message: Option<&PhpStr>,
        code: i64,
        severity: i64,
        filename: Option<&PhpStr>,
        line: Option<i64>,
        previous: Option<&PhpObject>,
    ) -> PhpResult<()> {
        init(cx, this, message, code, previous)?;
        assign(cx, this, slot::SEVERITY, Value::int(severity))?;
        if let Some(filename) = filename {
            assign(cx, this, slot::FILE, Value::string(filename.clone()))?;
        }
        // Another file makes the line where the object was made meaningless.
        if let Some(line) = line.or(filename.map(|_| 0)) {
            assign(cx, this, slot::LINE, Value::int(line))?;
        }
        Ok(())
    }

    /// `ErrorException::getSeverity()`
    pub(crate) fn get_severity(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
        Ok(get(this, slot::SEVERITY))
    }
}
