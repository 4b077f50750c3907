//! `igbinary_serialize()`: writes values as bytes, where strings and objects that came before are written as their number.

use std::rc::Rc;

use ext_standard::serialization::objects::{
    INCOMPLETE_CLASS, INCOMPLETE_NAME, enum_case, incomplete_name, is_serializable, not_serializable,
};

use loxo_runtime::{
    Class, Cx, Func, KeyRef, PhpArray, PhpObject, PhpResult, PhpStr, StrBuilder, Tag, Value, convert, object, stack, value,
};
use rustc_hash::FxHashMap;

use crate::kind;

pub(crate) const TOO_DEEP: &str = "Maximum call stack size reached. Infinite recursion?";
const SLEEP_NAMES: &str = "__sleep should return an array only containing the names of instance-variables to serialize";

/// A value as `igbinary_serialize()` writes it.
pub fn encode(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    let value = value.deref();
    let mut writer = Writer::new(cx.ini_bool("igbinary.compact_strings"));
    match value.as_array() {
        // The outermost array has a number by which nothing refers to it.
        Some(array) => {
            writer.count = 1;
            writer.elements(cx, &array.clone())?;
        }
        None => writer.value(cx, value)?,
    }
    let bytes = std::mem::take(&mut writer.out).finish();
    drop(writer);
    settle(cx)?;
    Ok(bytes)
}

/// Runs the destructors of what nobody has any more, while the function that had it last runs.
pub(crate) fn settle(cx: &mut Cx) -> PhpResult<()> {
    if value::gc::pending_destructors() {
        (cx.hooks.housekeeping)(cx);
    }
    cx.check()
}

struct Writer {
    out: StrBuilder,
    /// Strings that came before are written as their number.
    compact: bool,
    /// Numbers of strings, of which class names are always known.
    strings: Strings,
    /// Numbers of objects, arrays and references, by address.
    seen: FxHashMap<usize, u32>,
    /// Keeps what `seen` knows by address alive.
    held: Vec<Value>,
    /// Number of objects, arrays and references so far.
    count: u32,
    /// What the properties of a class are called in the data.
    names: FxHashMap<u32, Rc<[PhpStr]>>,
    /// The class of the last object, and how those are written.
    way: Option<(u32, Way)>,
}

/// How objects of a class are written.
#[derive(Clone, Copy)]
enum Way {
    Refused,
    Case,
    Magic(&'static Func),
    Interface,
    Incomplete,
    Sleep(&'static Func),
    Properties,
}

impl Way {
    fn of(cx: &Cx, class: &'static Class) -> Way {
        if not_serializable(class) {
            return Way::Refused;
        }
        if class.is_enum() {
            return Way::Case;
        }
        if let Some(method) = class.magic.serialize {
            return Way::Magic(method);
        }
        if is_serializable(cx, class) {
            return Way::Interface;
        }
        if class.name.as_bytes() == INCOMPLETE_CLASS {
            return Way::Incomplete;
        }
        class.method(b"__sleep").map_or(Way::Properties, Way::Sleep)
    }
}

impl Writer {
    fn new(compact: bool) -> Writer {
        let mut out = StrBuilder::with_capacity(64);
        out.push_bytes(&kind::VERSION.to_be_bytes());
        Writer {
            out,
            compact,
            strings: Strings::default(),
            seen: FxHashMap::default(),
            held: Vec::new(),
            count: 0,
            names: FxHashMap::default(),
            way: None,
        }
    }

    fn value(&mut self, cx: &mut Cx, v: &Value) -> PhpResult<()> {
        let Some(reference) = v.as_ref() else { return self.plain(cx, v, false) };
        if reference.refcount() < 2 {
            return self.plain(cx, reference.value(), false);
        }
        self.out.push(kind::REFERENCE);
        let inner = reference.get();
        if inner.is_object() {
            // Known as themselves.
            return self.plain(cx, &inner, false);
        }
        if self.earlier(reference.header_ptr() as usize, v, kind::BACK_8) {
            return Ok(());
        }
        self.plain(cx, &inner, true)
    }

    /// What is no reference; `numbered`: as what a reference holds it has its number already.
    fn plain(&mut self, cx: &mut Cx, v: &Value, numbered: bool) -> PhpResult<()> {
        match v.tag() {
            Tag::False => self.out.push(kind::FALSE),
            Tag::True => self.out.push(kind::TRUE),
            Tag::Int => self.int(v.as_int().unwrap_or(0)),
            Tag::Float => {
                let bits = v.as_float().unwrap_or(0.0).to_bits().to_be_bytes();
                self.out.push(kind::FLOAT);
                self.out.push_bytes(&bits);
            }
            Tag::String => {
                if let Some(s) = v.as_str() {
                    self.string(s);
                }
            }
            Tag::Array => {
                let Some(array) = v.as_array() else { return Ok(()) };
                if !numbered && self.earlier(array.header_ptr() as usize, v, kind::BACK_8) {
                    return Ok(());
                }
                // What runs meanwhile may change the variable, but not this.
                return self.elements(cx, &array.clone());
            }
            Tag::Object => {
                let Some(object) = v.as_object() else { return Ok(()) };
                if !self.earlier(object.header_ptr() as usize, v, kind::SAME_OBJECT_8) {
                    return self.object(cx, &object.clone());
                }
            }
            Tag::Resource => {
                let name = v.as_resource().map_or("Unknown", |resource| resource.type_name());
                cx.builtin_deprecated(format!(
                    "Cannot serialize resource({name}) and resources may be converted to objects that cannot be serialized in future php \
                     releases. Serializing the value as null instead"
                ));
                cx.check()?;
                self.out.push(kind::NULL);
            }
            _ => self.out.push(kind::NULL),
        }
        Ok(())
    }

    fn int(&mut self, n: i64) {
        let negative = u8::from(n < 0);
        let bytes = n.unsigned_abs().to_be_bytes();
        match n.unsigned_abs() {
            0..=0xff => self.out.push_bytes(&[kind::INT_8 + negative, bytes[7]]),
            0..=0xffff => self.out.push_bytes(&[kind::INT_8 + 2 + negative, bytes[6], bytes[7]]),
            0..=0xffff_ffff => self.out.push_bytes(&[kind::INT_8 + 4 + negative, bytes[4], bytes[5], bytes[6], bytes[7]]),
            _ => {
                self.out.push(kind::INT_64 + negative);
                self.out.push_bytes(&bytes);
            }
        }
    }

    /// A kind that has a length or number behind it, of as many bytes as it needs; `kind` is the one with 8 bits.
    fn sized(&mut self, kind: u8, n: u32) {
        let bytes = n.to_be_bytes();
        match n {
            0..=0xff => self.out.push_bytes(&[kind, bytes[3]]),
            0..=0xffff => self.out.push_bytes(&[kind + 1, bytes[2], bytes[3]]),
            _ => self.out.push_bytes(&[kind + 2, bytes[0], bytes[1], bytes[2], bytes[3]]),
        }
    }

    fn string(&mut self, s: &PhpStr) {
        if s.is_empty() {
            return self.out.push(kind::EMPTY_STRING);
        }
        if !self.compact {
            self.strings.skip();
        } else if let Some(number) = self.strings.number(s) {
            return self.sized(kind::SAME_STRING_8, number);
        }
        match u32::try_from(s.len()) {
            Ok(length) => self.sized(kind::STRING_8, length),
            Err(_) => {
                self.out.push(kind::LONG_STRING);
                self.out.push_bytes(&(s.len() as u64).to_be_bytes());
            }
        }
        self.out.push_bytes(s);
    }

    fn class_name(&mut self, name: &PhpStr) {
        if let Some(number) = self.strings.number(name) {
            return self.sized(kind::SAME_CLASS_8, number);
        }
        // Names are as long as source files at most.
        self.sized(kind::OBJECT_8, u32::try_from(name.len()).unwrap_or(u32::MAX));
        self.out.push_bytes(name);
    }

    /// Tells the number of what came before; gives what did not its number.
    fn earlier(&mut self, address: usize, v: &Value, kind: u8) -> bool {
        match self.seen.entry(address) {
            std::collections::hash_map::Entry::Occupied(known) => {
                let number = *known.get();
                self.sized(kind, number);
                true
            }
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(self.count);
                self.count += 1;
                self.held.push(v.clone());
                false
            }
        }
    }

    fn array_head(&mut self, count: usize) {
        // Arrays have fewer elements than 32 bits can count.
        self.sized(kind::ARRAY_8, u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// Number, keys and values.
    fn elements(&mut self, cx: &mut Cx, array: &PhpArray) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP));
        }
        self.array_head(array.len());
        for (key, v) in array {
            self.key(key);
            self.value(cx, v)?;
        }
        Ok(())
    }

    fn key(&mut self, key: KeyRef<'_>) {
        match key {
            KeyRef::Int(n) => self.int(n),
            KeyRef::Str(s) => self.string(s),
        }
    }

    fn object(&mut self, cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP));
        }
        let class = cx.class_of(object);
        let way = match self.way {
            Some((uid, way)) if uid == class.uid => way,
            _ => Way::of(cx, class),
        };
        self.way = Some((class.uid, way));
        match way {
            Way::Refused => {
                let text = format!("Serialization of '{}' is not allowed", convert::class_text(class));
                return Err(cx.throw_exception(text));
            }
            Way::Magic(method) => return self.by_magic(cx, object, method),
            Way::Interface => return self.by_interface(cx, object),
            Way::Incomplete => return self.incomplete(cx, object),
            Way::Case | Way::Sleep(_) | Way::Properties => self.class_name(class.name.as_php()),
        }
        match way {
            Way::Case => {
                self.out.push(kind::CASE);
                self.string(&enum_case(object));
                Ok(())
            }
            Way::Sleep(method) => self.by_sleep(cx, object, method),
            _ => self.properties(cx, object),
        }
    }

    fn by_magic(&mut self, cx: &mut Cx, object: &PhpObject, method: &'static Func) -> PhpResult<()> {
        let class = cx.class_of(object);
        let data = cx.call_method(object, method, &[])?;
        cx.check()?;
        let Some(data) = data.as_array() else {
            return Err(cx.type_error(format!("{}::__serialize() must return an array", convert::class_text(class))));
        };
        self.class_name(class.name.as_php());
        self.elements(cx, data)
    }

    fn by_interface(&mut self, cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
        let class = cx.class_of(object);
        let data = cx.call_method_named(object, "serialize", &[])?.unwrap_or(Value::NULL);
        cx.check()?;
        match data.as_str() {
            Some(data) => {
                let Ok(length) = u32::try_from(data.len()) else {
                    let text = "igbinary_serialize_object_old_serializer_class: serialize() data 4GB or larger is not supported";
                    return Err(cx.throw_exception(text));
                };
                self.class_name(class.name.as_php());
                self.sized(kind::TEXT_8, length);
                self.out.push_bytes(data);
            }
            None if data.is_null() => self.out.push(kind::NULL),
            None => {
                return Err(cx.throw_exception(format!("{}::serialize() must return a string or NULL", convert::class_text(class))));
            }
        }
        Ok(())
    }

    /// An object whose class was missing, under the name of that class.
    fn incomplete(&mut self, cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
        let mut properties = object.dynamic().cloned().unwrap_or_default();
        let name = incomplete_name(object).unwrap_or_else(|| PhpStr::new(INCOMPLETE_CLASS));
        properties.remove_bytes(INCOMPLETE_NAME);
        self.class_name(&name);
        self.elements(cx, &properties)
    }

    /// Those without a value count, and are null without a name.
    fn properties(&mut self, cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
        let class = cx.class_of(object);
        if class.object_handlers.properties_for.is_some() || class.object_handlers.properties.is_some() {
            let table = object::properties_table(cx, object, object::Purpose::Serialize)?;
            return self.elements(cx, &table);
        }
        let holder = holder(cx, object)?;
        let slots = &cx.class_of(&holder).slots;
        let dynamic = if object::is_lazy(&holder) { None } else { holder.dynamic().cloned() };
        self.array_head(slots.len() + dynamic.as_ref().map_or(0, PhpArray::len));
        let names = self.names(cx.class_of(&holder));
        for index in 0..slots.len() {
            let Some(v) = holder.slots().get(index).filter(|v| !v.is_undef()) else {
                self.out.push(kind::NULL);
                continue;
            };
            self.string(&names[index]);
            match v.as_ref() {
                // A copy would be another owner.
                Some(reference) if reference.refcount() < 2 => {
                    let inner = reference.get();
                    self.plain(cx, &inner, false)?;
                }
                _ => self.value(cx, &v.clone())?,
            }
        }
        for (key, v) in dynamic.iter().flatten() {
            match key {
                KeyRef::Int(n) => self.string(&loxo_runtime::value::number::int_to_string(n)),
                KeyRef::Str(s) => self.string(s),
            }
            self.value(cx, v)?;
        }
        Ok(())
    }

    /// Mangled names of the slots.
    fn names(&mut self, class: &'static Class) -> Rc<[PhpStr]> {
        let names = self.names.entry(class.uid);
        names.or_insert_with(|| class.slots.iter().map(|slot| object::mangled(&slot.property)).collect()).clone()
    }

    /// What `__sleep()` names: public, own private, or protected.
    fn by_sleep(&mut self, cx: &mut Cx, object: &PhpObject, method: &'static Func) -> PhpResult<()> {
        let class = cx.class_of(object);
        let names = cx.call_method(object, method, &[])?;
        cx.check()?;
        let names = match (names.deref().as_array(), names.deref().as_object()) {
            (Some(names), _) => names.clone(),
            (_, Some(names)) => object::properties_table(cx, names, object::Purpose::ArrayCast)?,
            _ => {
                cx.builtin_notice(SLEEP_NAMES);
                cx.check()?;
                self.array_head(0);
                return Ok(());
            }
        };
        self.array_head(names.len());
        if names.is_empty() {
            return Ok(());
        }
        let holder = holder(cx, object)?;
        for name in names.values() {
            let Some(name) = name.as_str() else {
                cx.builtin_notice(SLEEP_NAMES);
                cx.check()?;
                self.out.push(kind::NULL);
                continue;
            };
            self.chosen(cx, class, &holder, name)?;
        }
        Ok(())
    }

    fn chosen(&mut self, cx: &mut Cx, class: &'static Class, holder: &PhpObject, name: &PhpStr) -> PhpResult<()> {
        let private = || PhpStr::concat(&[b"\0", class.name.as_bytes(), b"\0", name]);
        let spellings: [&dyn Fn() -> PhpStr; 3] = [&|| name.clone(), &private, &|| PhpStr::concat(&[b"\0*\0", name])];
        let found = spellings.iter().find_map(|spelling| {
            let key = spelling();
            stored(holder, &key).map(|place| (key, place))
        });
        let Some((key, place)) = found else {
            return self.no_such(cx, name);
        };
        self.string(&key);
        let v = match &place {
            Stored::Slot(slot) => holder.slot(*slot),
            Stored::Dynamic(v) => v,
        };
        if !v.is_undef() {
            return match v.as_ref() {
                Some(reference) if reference.refcount() < 2 + u32::from(matches!(place, Stored::Dynamic(_))) => {
                    let inner = reference.get();
                    self.plain(cx, &inner, false)
                }
                _ => self.value(cx, &v.clone()),
            };
        }
        let typed =
            matches!(place, Stored::Slot(slot) if cx.class_of(holder).slots.get(slot).is_some_and(|slot| slot.property.ty.is_some()));
        if typed {
            let shown = convert::class_text(class);
            return Err(cx.throw_error(format!("Typed property {shown}::${name} must not be accessed before initialization (in __sleep)")));
        }
        self.complain(cx, name)?;
        self.out.push(kind::NULL);
        Ok(())
    }

    fn no_such(&mut self, cx: &mut Cx, name: &PhpStr) -> PhpResult<()> {
        self.complain(cx, name)?;
        self.string(name);
        self.out.push(kind::NULL);
        Ok(())
    }

    fn complain(&self, cx: &mut Cx, name: &PhpStr) -> PhpResult<()> {
        let shown = convert::shown_name(name);
        cx.builtin_notice([b"\"", shown, b"\" returned as member variable from __sleep() but does not exist"].concat());
        cx.check()
    }
}

/// Where a property is.
enum Stored {
    Slot(usize),
    Dynamic(Value),
}

/// The property under a mangled name.
fn stored(object: &PhpObject, key: &PhpStr) -> Option<Stored> {
    if let Some(slot) = crate::decode_object::slot_of(loxo_runtime::class_of(object), usize::MAX, key) {
        return Some(Stored::Slot(slot));
    }
    if object::is_lazy(object) {
        return None;
    }
    object.dynamic()?.get_str(key).cloned().map(Stored::Dynamic)
}

/// The object that has the properties: lazy ones are initialised, unless they were marked not to be for this.
fn holder(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    if !object::is_lazy(object) || (object::is_uninitialized(object) && !object::initializes_on_serialize(object)) {
        return Ok(object.clone());
    }
    object::init_lazy(cx, object)
}

/// Numbers of strings, in the order of their first mention.
#[derive(Default)]
struct Strings {
    known: FxHashMap<PhpStr, u32>,
    count: u32,
}

impl Strings {
    /// A string that nobody will refer to.
    fn skip(&mut self) {
        self.count = self.count.wrapping_add(1);
    }

    /// The number of a string that came before; of another one it is noted.
    fn number(&mut self, s: &PhpStr) -> Option<u32> {
        if let Some(number) = self.known.get(s) {
            return Some(*number);
        }
        self.known.insert(s.clone(), self.count);
        self.skip();
        None
    }
}
