//! The objects in what `unserialize()` reads, and the methods that are called when they are back.

use loxo_runtime::{Class, Cx, Func, Key, PhpArray, PhpObject, PhpResult, PhpStr, Value, object, value};

use crate::incomplete::INCOMPLETE_NAME;
use crate::objects::enum_case;
use crate::reader::{Allowed, Around, Fault, Read, Reader};
use crate::writer::not_serializable;
use loxo_runtime::Short;

/// A method call that waits until all values are there.
struct Later {
    object: PhpObject,
    method: &'static Func,
    /// The array for `__unserialize()`; `__wakeup()` gets none.
    data: Option<PhpArray>,
}

/// The method calls that wait, in the order in which the objects were complete.
#[derive(Default)]
pub struct Waiting(Vec<Later>);

impl Waiting {
    /// `__unserialize()` will be called with `data`, or `__wakeup()` without any.
    pub fn push(&mut self, object: &PhpObject, method: &'static Func, data: Option<PhpArray>) {
        self.0.push(Later { object: object.clone(), method, data });
    }

    /// Calls `__unserialize()` and `__wakeup()` of the objects made, inner ones first. After one has thrown, the others are spared their
    /// destructors too.
    pub fn finish(&mut self, cx: &mut Cx) -> PhpResult<()> {
        let mut result = cx.check();
        for Later { object, method, data } in std::mem::take(&mut self.0) {
            if result.is_err() {
                object.set_flags(value::object_flags::DESTRUCTED);
                continue;
            }
            let args: Vec<Value> = data.into_iter().map(Value::from).collect();
            result = cx.call_method(&object, method, &args).map(drop);
            if result.is_err() {
                object.set_flags(value::object_flags::DESTRUCTED);
            }
        }
        result
    }

    /// What was read is no good: nothing is called, and objects that would have got their data are spared their destructors.
    pub fn give_up(self) {
        for later in self.0.iter().filter(|later| later.data.is_some()) {
            later.object.set_flags(value::object_flags::DESTRUCTED);
        }
    }
}

/// The class, or the stand-in for one that is not there or not allowed.
pub(crate) fn find_class(cx: &mut Cx, name: &PhpStr, allowed: &Allowed) -> PhpResult<(&'static Class, bool)> {
    let incomplete = |cx: &mut Cx| Ok((cx.builtin_class("__PHP_Incomplete_Class"), true));
    if let Allowed::Only(names) = allowed
        && !names.contains(&name.to_ascii_lowercase())
    {
        return incomplete(cx);
    }
    if let Some(class) = cx.class(name)? {
        return Ok((class, false));
    }
    let callback = cx.ini_str("unserialize_callback_func");
    if callback.is_empty() {
        return incomplete(cx);
    }
    let shown = String::from_utf8_lossy(&callback).into_owned();
    match (cx.hooks.callable)(cx, &Value::bytes(&callback))? {
        Ok(callable) => drop(cx.call_vec(&callable, vec![name.into()])?),
        Err(reason) => return Err(cx.throw_error(format!("Invalid callback {shown}, {reason}"))),
    }
    match cx.class(name)? {
        Some(class) => Ok((class, false)),
        None => {
            cx.warn(&format!("Function {shown}() hasn't defined the class it was called for"))?;
            incomplete(cx)
        }
    }
}

/// A new object without values. Of one whose class is not there, the name is kept.
pub fn make(cx: &mut Cx, class: &'static Class, incomplete: bool, name: &PhpStr) -> PhpResult<PhpObject> {
    if !incomplete && (not_serializable(class) || class.is_enum()) {
        let shown = class.name.to_php();
        return Err(cx.throw_exception(format!("Unserialization of '{shown}' is not allowed")));
    }
    let object = object::instantiate(cx, class)?;
    if incomplete {
        object.dynamic_mut().set_bytes(INCOMPLETE_NAME, name.into());
    }
    Ok(object)
}

/// May it stand in the name of a class?
fn is_of_class_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\\') || *byte >= 0x80
}

impl Reader<'_> {
    /// The quoted class name; `at` moves behind the closing quote.
    fn class_name(&mut self) -> Read<PhpStr> {
        let (length, start) = self.quoted_start()?;
        let name = &self.data[start..start + length];
        if length == 0 {
            self.at += 2;
            return Err(Fault::Bad);
        }
        let end = start + length;
        if self.data.get(end) != Some(&b'"') {
            self.at = end;
            return Err(Fault::Bad);
        }
        if self.data.get(end + 1) != Some(&b':') {
            self.at = end + 1;
            return Err(Fault::Bad);
        }
        // The place of the error is where the object begins.
        if name.starts_with(b"\\") || !name.iter().all(is_of_class_name) {
            return Err(Fault::Bad);
        }
        self.at = end + 1;
        Ok(PhpStr::new(name))
    }

    /// `O:5:"Class":2:{...}`
    pub fn object(&mut self, cx: &mut Cx, number: usize) -> Read<Value> {
        let name = self.class_name()?;
        let (class, incomplete) = find_class(cx, &name, &self.allowed)?;
        let count = self.object_count(cx)?;
        if !incomplete && class.magic.unserialize.is_none() && is_serializable(cx, class) {
            cx.warn_plain(&format!("Erroneous data format for unserializing '{}'", class.name.to_php()))?;
            return Err(Fault::Bad);
        }
        let made = make(cx, class, incomplete, &name)?;
        let v = self.known(number, Value::object(made.clone()));
        self.enter(cx)?;
        let read = self.content(cx, &made, count, incomplete);
        if read.is_err() && (class.magic.unserialize.is_some() || class.method(b"__wakeup").is_some()) {
            // Without its method half of an object is not to be destructed.
            made.set_flags(value::object_flags::DESTRUCTED);
        }
        read?;
        self.close()?;
        Ok(v)
    }

    /// A number that may have a sign, and its length. One that is too large becomes the largest, with a warning.
    pub fn signed_at(&mut self, cx: &mut Cx, at: usize) -> Read<(i64, usize)> {
        let text = self.data.get(at..).unwrap_or_default();
        let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
        let digits = text[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
        let negative = text.first() == Some(&b'-');
        let size = text[sign..sign + digits].iter().try_fold(0u64, |n, d| n.checked_mul(10)?.checked_add(u64::from(d - b'0')));
        let number = size.and_then(|n| if negative { 0i64.checked_sub_unsigned(n) } else { i64::try_from(n).ok() });
        let number = match number {
            Some(number) => number,
            None => {
                cx.warn("Numerical result out of range")?;
                if negative { i64::MIN } else { i64::MAX }
            }
        };
        Ok((number, sign + digits))
    }

    /// `:n:{` behind the class name.
    fn object_count(&mut self, cx: &mut Cx) -> Read<usize> {
        let quote = self.at - 1;
        if quote + 2 >= self.data.len() {
            self.at = quote;
            cx.warn_plain("Bad unserialize data")?;
            return Err(Fault::Bad);
        }
        let (count, digits) = self.signed_at(cx, quote + 2)?;
        self.at = quote + 2 + digits;
        let count = usize::try_from(count).map_err(|_| Fault::Bad)?;
        if count > self.data.len() - quote {
            return Err(Fault::Bad);
        }
        self.open_brace()?;
        Ok(count)
    }

    /// `:{`
    fn open_brace(&mut self) -> Read<()> {
        if self.data.get(self.at) != Some(&b':') || self.data.len() - self.at < 2 {
            return Err(Fault::Bad);
        }
        if self.data[self.at + 1] != b'{' {
            self.at += 1;
            return Err(Fault::Bad);
        }
        self.at += 2;
        Ok(())
    }

    /// Length of the data that the class itself reads; there is a brace behind it.
    fn custom_length(&mut self, cx: &mut Cx) -> Read<usize> {
        let (length, digits) = self.signed_at(cx, self.at + 1)?;
        self.at += 1 + digits;
        self.open_brace()?;
        let left = self.data.len() - self.at;
        let enough = usize::try_from(length).ok().filter(|length| *length < left);
        let Some(length) = enough else {
            cx.warn_plain(&format!("Insufficient data for unserializing - {length} required, {left} present"))?;
            return Err(Fault::Bad);
        };
        if self.data[self.at + length] != b'}' {
            self.at += length;
            return Err(Fault::Bad);
        }
        Ok(length)
    }

    fn content(&mut self, cx: &mut Cx, object: &PhpObject, count: usize, incomplete: bool) -> Read<()> {
        let class = cx.class_of(object);
        if let Some(method) = class.magic.unserialize.filter(|_| !incomplete) {
            let data = self.elements(cx, count)?;
            self.later.push(object, method, Some(data));
            return Ok(());
        }
        for _ in 0..count {
            let key = match self.key(cx)? {
                Key::Str(name) => name,
                Key::Int(n) => value::number::int_to_string(n),
            };
            // Classes that declare nothing have no table to look such names up in: PHP takes them there.
            if !(class.properties.is_empty() && class.slots.is_empty())
                && let Some(fault) = mangling_fault(&key)
            {
                cx.notice(fault);
                cx.check()?;
                return Err(Fault::Bad);
            }
            let v = self.value(cx)?;
            set_property(cx, object, &key, v)?;
        }
        if let Some(method) = class.method(b"__wakeup").filter(|_| !incomplete) {
            self.later.push(object, method, None);
        }
        Ok(())
    }

    /// `C:5:"Class":3:{xyz}`
    pub fn custom_object(&mut self, cx: &mut Cx, number: usize) -> Read<Value> {
        let name = self.class_name()?;
        let (class, incomplete) = find_class(cx, &name, &self.allowed)?;
        let length = self.custom_length(cx)?;
        let start = self.at;
        let data = &self.data[start..start + length];
        let made = make(cx, class, incomplete, &name)?;
        let v = self.known(number, Value::object(made.clone()));
        if let Some(unserialize) = class.object_handlers.unserialize.filter(|_| !incomplete) {
            unserialize(cx, &made, data)?;
        } else if incomplete || !cx.instance_of(&made, "Serializable") {
            let shown = class.name.to_php();
            cx.warn_plain(&format!("Class {shown} has no unserializer"))?;
        } else {
            (self.numbers.depth, self.numbers.max_depth) = (self.depth, self.max_depth);
            let outer = cx.ext::<Around>().0.replace(std::mem::take(&mut self.numbers));
            let outcome = cx.call_method_named(&made, "unserialize", &[Value::bytes(data)]);
            self.numbers = std::mem::replace(&mut cx.ext::<Around>().0, outer).unwrap_or_default();
            outcome?;
        }
        self.at = start + length + 1;
        Ok(v)
    }

    /// `E:9:"Class:Case";`
    pub fn enum_case(&mut self, cx: &mut Cx) -> Read<Value> {
        let begin = self.at;
        let (length, start) = self.quoted_start()?;
        if length == 0 {
            self.at += 2;
            return Err(Fault::Bad);
        }
        self.quoted_end(start + length)?;
        let end = std::mem::replace(&mut self.at, begin);
        let text = &self.data[start..start + length];
        let Some(colon) = memchr::memchr(b':', text) else {
            let shown = String::from_utf8_lossy(text).into_owned();
            cx.warn(&format!("Invalid enum name '{shown}' (missing colon)"))?;
            return Err(Fault::Bad);
        };
        let (class_name, case) = (PhpStr::new(&text[..colon]), PhpStr::new(&text[colon + 1..]));
        let permitted = match &self.allowed {
            Allowed::All => true,
            Allowed::Only(names) => names.contains(&class_name.to_ascii_lowercase()),
        };
        if !class_name.iter().all(is_of_class_name) {
            return Err(Fault::Bad);
        }
        let class = if permitted { cx.class(&class_name)? } else { None };
        let Some(class) = class else {
            cx.warn(&format!("Class '{class_name}' not found"))?;
            return Err(Fault::Bad);
        };
        if !class.is_enum() {
            cx.warn(&format!("Class '{}' is not an enum", class.name.to_php()))?;
            return Err(Fault::Bad);
        }
        self.at = end;
        let v = (cx.hooks.class_constant)(cx, class, &case)?;
        let Some(v) = v else {
            cx.warn(&format!("Undefined constant {}::{case}", class.name.to_php()))?;
            return Err(Fault::Bad);
        };
        let is_case = v.as_object().is_some_and(|o| cx.class_of(o).same(class) && enum_case(o) == case);
        if !is_case {
            cx.warn(&format!("{}::{case} is not an enum case", class.name.to_php()))?;
            return Err(Fault::Bad);
        }
        Ok(v)
    }
}

/// What PHP says of a name that begins with a NUL but has no class, or no second NUL between class and name.
fn mangling_fault(key: &[u8]) -> Option<&'static str> {
    match key {
        [0, 0, ..] | [0] | [0, _] => Some("Illegal member variable name"),
        [0, inner @ .., _] if !inner.contains(&0) => Some("Corrupt member variable name"),
        _ => None,
    }
}

/// Does the class implement `Serializable`?
pub fn is_serializable(cx: &Cx, class: &'static Class) -> bool {
    let interface = loxo_runtime::ClassId::find(b"Serializable").and_then(|id| cx.class_by_id(id));
    interface.is_some_and(|interface| class.is_subclass_of(interface))
}

/// Sets a property by its mangled name. Visibility may have changed since the object was stored.
pub fn set_property(cx: &mut Cx, object: &PhpObject, key: &PhpStr, v: Value) -> PhpResult<()> {
    let class = cx.class_of(object);
    let (owner, name) = object::unmangle(key);
    let own = owner.is_none_or(|owner| owner == b"*" || owner.eq_ignore_ascii_case(class.name.as_bytes()));
    let declared = class.properties.get(name).filter(|p| own && !p.is_static() && !p.is_virtual());
    let inherited = || class.slots.iter().map(|slot| &slot.property).find(|p| object::mangled(p).as_bytes() == key.as_bytes());
    let Some(property) = declared.or_else(inherited) else {
        return set_dynamic(cx, object, key, v);
    };
    let slot = property.slot as usize;
    if v.is_ref() {
        if property.ty.is_some() {
            let inner = v.clone_deref();
            object::coerce_property(cx, property, inner, true)?;
            if let Some(reference) = v.as_ref() {
                object::bind_ref(reference, property);
            }
        }
        *object.slot_mut(slot) = v;
        return Ok(());
    }
    let v = object::coerce_property(cx, property, v, true)?;
    object.slot_mut(slot).assign(v);
    Ok(())
}

fn set_dynamic(cx: &mut Cx, object: &PhpObject, key: &PhpStr, v: Value) -> PhpResult<()> {
    let known = object.dynamic().is_some_and(|table| table.get_str(key).is_some());
    if known {
        object.dynamic_mut().set_str(key, v);
        return Ok(());
    }
    if let (Some(_), name) = object::unmangle(key) {
        // Private to a class that does not declare it any more. Messages have its plain name.
        let name = PhpStr::new(name);
        object::create_dynamic(cx, object, &name, Value::NULL)?;
        object.dynamic_mut().remove_str(&name);
        object.dynamic_mut().set_str(key, v);
        return Ok(());
    }
    if v.is_ref() {
        // Created first, so that classes without dynamic properties have their say.
        object::create_dynamic(cx, object, key, Value::NULL)?;
        object.dynamic_mut().set_str(key, v);
        return Ok(());
    }
    object::create_dynamic(cx, object, key, v)
}
