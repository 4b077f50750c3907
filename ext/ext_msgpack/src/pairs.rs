//! What a pair means to the map that it is in.

use ext_serialize::objects::{INCOMPLETE_CLASS, enum_case, is_serializable};
use loxo_runtime::{Cx, Key, PhpArray, PhpResult, PhpStr, Value, class_of, convert, value};

use crate::decode::{Decoder, Fault, Frame, Known, Read};
use crate::encode::mark;
use crate::{restore, settings};

/// The C function that tells what is wrong here.
const HERE: &str = "msgpack_unserialize_map_item";

impl Decoder {
    pub(crate) fn pair(&mut self, cx: &mut Cx, key: Value, v: Value) -> Read<()> {
        let php_only = self.options.php_only;
        if php_only && key.is_null() {
            return self.marked(cx, &v);
        }
        let before = std::mem::take(&mut self.mark);
        let mark = if php_only { before } else { 0 };
        match mark {
            mark::CUSTOM => self.custom(cx, &key, &v),
            mark::ENUM => self.case(cx, &key, &v),
            mark::RECURSIVE | mark::OBJECT | mark::OBJECT_REFERENCE => self.known(cx, mark, &v),
            _ => self.entry(cx, key, v),
        }
    }

    fn top(&mut self) -> Result<&mut Frame, Fault> {
        self.frames.last_mut().ok_or(Fault::Bad)
    }

    /// The key was nil.
    fn marked(&mut self, cx: &mut Cx, v: &Value) -> Read<()> {
        self.mark = 0;
        let frame = match self.top() {
            Ok(frame) => frame,
            Err(fault) => return Ok(Err(fault)),
        };
        match (v.as_int(), v.as_str(), v.as_array()) {
            (Some(mark::REFERENCE), ..) => drop(frame.value.make_ref()),
            (Some(mark @ mark::RECURSIVE..=mark::ENUM), ..) => self.mark = mark,
            // What others have is not made into an object.
            (_, Some(_), _) if frame.borrowed => return Ok(Err(Fault::Bad)),
            (_, Some(name), _) => {
                let (class, incomplete) = restore::find_class(cx, name)?;
                let before = self.inner();
                let object = restore::make(cx, class, incomplete, name)?;
                if let Some(array) = before.as_array() {
                    // Its properties came first.
                    for (key, v) in array {
                        if let Key::Str(key) = key.to_key() {
                            restore::set_property(cx, &object, &key, v.clone())?;
                        }
                    }
                }
                self.become_value(Value::object(object));
            }
            (_, _, Some(data)) => {
                let object = frame.value.as_object().cloned();
                if let Some(object) = object
                    && let Some(method) = class_of(&object).magic.unserialize
                {
                    let result = cx.call_method(&object, method, &[data.into()]);
                    if result.is_err() {
                        object.set_flags(value::object_flags::DESTRUCTED);
                    }
                    result?;
                }
            }
            _ => {}
        }
        Ok(Ok(()))
    }

    /// What the map is so far, behind its reference.
    fn inner(&self) -> Value {
        self.frames.last().map_or(Value::NULL, |frame| frame.value.clone_deref())
    }

    fn become_value(&mut self, v: Value) {
        if let Some(frame) = self.frames.last_mut() {
            *frame.value.deref_mut() = v;
        }
    }

    /// A class, and what its `serialize()` said.
    fn custom(&mut self, cx: &mut Cx, key: &Value, data: &Value) -> Read<()> {
        let (Some(name), Some(data)) = (key.as_str(), data.as_str()) else { return Ok(Err(Fault::Bad)) };
        let (class, incomplete) = restore::find_class(cx, name)?;
        if incomplete {
            let object = restore::make(cx, class, incomplete, name)?;
            self.become_value(Value::object(object));
        }
        let native = class.object_handlers.unserialize;
        if incomplete || native.is_none() && !is_serializable(cx, class) {
            let text = format!("Class {} has no unserializer", class.name.to_php());
            settings::warn(cx, HERE, text)?;
            return Ok(Ok(()));
        }
        let object = restore::make(cx, class, false, name)?;
        match native {
            Some(unserialize) => unserialize(cx, &object, data)?,
            // The C extension counts the NUL byte in that C strings end with.
            None => drop(cx.call_method_named(&object, "unserialize", &[PhpStr::concat2(data, b"\0").into()])?),
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.value = Value::object(object);
        }
        Ok(Ok(()))
    }

    /// An enum and the name of its case. What is neither is bad data.
    fn case(&mut self, cx: &mut Cx, key: &Value, case: &Value) -> Read<()> {
        let (Some(name), Some(case)) = (key.as_str(), case.as_str()) else { return Ok(Err(Fault::Bad)) };
        let (class, _) = restore::find_class(cx, name)?;
        if !class.is_enum() {
            return Ok(Err(Fault::Bad));
        }
        let found = (cx.hooks.class_constant)(cx, class, case)?;
        let found = found.filter(|v| v.as_object().is_some_and(|object| class_of(object).same(class) && enum_case(object) == *case));
        let (Some(v), Some(frame)) = (found, self.frames.last_mut()) else { return Ok(Err(Fault::Bad)) };
        frame.value = v;
        Ok(Ok(()))
    }

    /// A value that was there before, by number: 1 is the outermost.
    fn known(&mut self, cx: &mut Cx, mark: i64, number: &Value) -> Read<()> {
        let number = number.as_int().unwrap_or(0);
        let known = match usize::try_from(number) {
            Ok(0) | Err(_) => None,
            Ok(1) => Some(&Known::Open(0)),
            Ok(n) => self.known.get(n - 2),
        };
        let found = match known {
            Some(Known::Done(v)) => Some(v.clone()),
            // An array under construction has no others that share it.
            Some(Known::Open(frame)) => self.frames.get(*frame).map(|frame| &frame.value).filter(|v| !v.is_array()).cloned(),
            None => None,
        };
        let Some(found) = found else {
            settings::warn(cx, HERE, format!("Invalid references value: {}", number.wrapping_sub(1)))?;
            return Ok(Ok(()));
        };
        let Some(frame) = self.frames.last_mut() else { return Ok(Err(Fault::Bad)) };
        frame.borrowed = found.is_array();
        frame.value = found;
        if mark == mark::OBJECT_REFERENCE {
            frame.value.make_ref();
        }
        Ok(Ok(()))
    }

    /// An element or a property.
    fn entry(&mut self, cx: &mut Cx, key: Value, v: Value) -> Read<()> {
        let options = self.options;
        let Ok(frame) = self.top() else { return Ok(Err(Fault::Bad)) };
        if frame.borrowed {
            return Ok(Err(Fault::Bad));
        }
        if !frame.value.deref().is_array() && !frame.value.deref().is_object() {
            let empty = if options.assoc { PhpArray::new().into() } else { Value::object(restore::plain_object(cx)?) };
            *frame.value.deref_mut() = empty;
        }
        let place = destination_of(cx, key)?;
        let Ok(frame) = self.top() else { return Ok(Err(Fault::Bad)) };
        if let Some(object) = frame.value.deref().as_object().cloned() {
            let class = class_of(&object);
            if class.is_enum() {
                // Cases are shared by everybody.
                return Ok(Err(Fault::Bad));
            }
            match place {
                Destination::Key(Key::Str(name)) if class.name.as_bytes() != INCOMPLETE_CLASS => {
                    restore::set_property(cx, &object, &name, v)?
                }
                place => put(object.dynamic_mut(), place, v),
            }
        } else if let Some(array) = frame.value.deref_mut().as_array_mut() {
            put(array, place, v);
        }
        self.finish_object(cx)
    }

    /// After the last pair of an object it wakes up.
    fn finish_object(&mut self, cx: &mut Cx) -> Read<()> {
        let php_only = self.options.php_only;
        let Some(frame) = self.frames.last().filter(|frame| frame.left == 1 && php_only) else { return Ok(Ok(())) };
        if let Some(object) = frame.value.deref().as_object().cloned() {
            let class = class_of(&object);
            if let Some(method) = class.method(b"__wakeup").filter(|_| class.name.as_bytes() != INCOMPLETE_CLASS) {
                settings::call_magic(cx, &object, method)?;
            }
        }
        Ok(Ok(()))
    }
}

/// Where a value goes.
enum Destination {
    Key(Key),
    /// Behind the other elements, its key in front of it.
    Behind(Value),
    Nowhere,
}

/// What is neither a number nor a string cannot be a key. Its text can, if it has one.
fn destination_of(cx: &mut Cx, key: Value) -> PhpResult<Destination> {
    match (key.as_int(), key.as_str()) {
        (Some(n), _) => return Ok(Destination::Key(Key::Int(n))),
        (_, Some(name)) => return Ok(Destination::Key(Key::Str(name.clone()))),
        _ => settings::warn(cx, HERE, "illegal key type")?,
    }
    if cx.ini_bool("msgpack.illegal_key_insert") {
        return Ok(Destination::Behind(key));
    }
    Ok(text_of(cx, &key)?.map_or(Destination::Nowhere, |text| Destination::Key(Key::from_str(text))))
}

/// Puts it there; names that are numbers become numbers.
fn put(table: &mut PhpArray, place: Destination, v: Value) {
    match place {
        Destination::Key(Key::Str(name)) => table.set_sym(&name, v),
        Destination::Key(Key::Int(n)) => table.set_int(n, v),
        Destination::Behind(key) => {
            // A full table has no place behind its elements.
            let _ = table.push(key).and_then(|()| table.push(v));
        }
        Destination::Nowhere => {}
    }
}

/// `(string)`; objects without text, or whose method throws, have none.
fn text_of(cx: &mut Cx, v: &Value) -> PhpResult<Option<PhpStr>> {
    cx.check()?;
    match convert::to_string(cx, v) {
        Ok(text) => Ok(Some(text)),
        Err(_) if cx.exception.take().is_some() => Ok(None),
        Err(thrown) => Err(thrown),
    }
}
