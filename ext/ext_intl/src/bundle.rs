//! `ResourceBundle`: trees of texts and numbers, by locale.

use loxo_icu_sys::{self as icu, Bundle, Content, status};
use loxo_runtime::args::{self, StrOrInt};
use loxo_runtime::object::Fetch;
use loxo_runtime::{
    Cx, ForeachIterator, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Tracer, Value, convert, internal_iterator,
};

use crate::errors;
use crate::object::{self, Obj, Part, argument, check, constructing, fail, locale_fits};
use crate::text::{cstring, default_locale, until_nul, utf8_lossy};

impl Part for Bundle {
    fn copy(&self, _status: &mut i32) -> Option<Bundle> {
        // ICU cannot.
        None
    }
}

/// The longest path.
const MAX_PATH: usize = 4096;
const MISSING: &str = "Found unconstructed ResourceBundle";

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<Bundle>::default())),
        read_dim: Some(read_dim),
        count: Some(|cx, this| count(cx, this).map(i64::from)),
        iterate: Some(iterate),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Bundle> {
    object::reset::<Bundle>(cx, this);
    object::part(cx, this, MISSING)
}

object::error_methods!(Bundle);

fn open(cx: &mut Cx, this: &PhpObject, locale: Option<&PhpStr>, package: Option<&PhpStr>, fallback: bool) -> PhpResult<bool> {
    errors::reset(cx);
    if this.native::<Obj<Bundle>>().is_some_and(|own| own.part.is_some()) {
        return Err(cx.throw_error("ResourceBundle object is already constructed"));
    }
    if let Some(locale) = locale
        && !locale_fits(cx, locale)?
    {
        return Ok(false);
    }
    if package.is_some_and(|package| package.len() >= MAX_PATH) {
        return Err(cx.argument_value_error(2, "is too long"));
    }
    let locale = locale.map_or_else(|| cstring(&default_locale(cx)), |locale| cstring(locale));
    let package = package.map(|package| cstring(package));
    let mut code = 0;
    let bundle = Bundle::open(package.as_deref(), Some(&locale), fallback, &mut code);
    if !check::<Bundle>(cx, this, code, "resourcebundle_ctor: Cannot load libICU resource bundle")? {
        return Ok(false);
    }
    let Some(bundle) = bundle else { return Ok(false) };
    if !fallback && matches!(code, status::USING_FALLBACK | status::USING_DEFAULT) {
        let package = package.as_ref().map_or("(default data)".into(), |package| package.to_string_lossy());
        let actual = bundle.locale(0, &mut 0).unwrap_or_default();
        let locale = locale.to_string_lossy();
        let message = format!("resourcebundle_ctor: Cannot load libICU resource '{package}' without fallback from {locale} to {actual}");
        fail::<Bundle>(cx, this, code, message)?;
        return Ok(false);
    }
    object::fill(this, bundle);
    Ok(true)
}

/// `ResourceBundle::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, locale: Option<&PhpStr>, package: Option<&PhpStr>, fallback: bool) -> PhpResult<()> {
    constructing(cx, |cx| open(cx, this, locale, package, fallback))
}

/// `ResourceBundle::create()`
pub(crate) fn create(cx: &mut Cx, locale: Option<&PhpStr>, package: Option<&PhpStr>, fallback: bool) -> PhpResult<Option<PhpObject>> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("ResourceBundle"))?;
    Ok(open(cx, &object, locale, package, fallback)?.then_some(object))
}

/// A resource as PHP has it: trees are bundles themselves.
fn value_of(cx: &mut Cx, this: &PhpObject, resource: Bundle) -> PhpResult<Value> {
    let mut code = 0;
    let (value, message) = match resource.content(&mut code) {
        Content::Text(text) => (Value::from(utf8_lossy(&text)), "Failed to retrieve string value"),
        Content::Binary(bytes) => (Value::bytes(&bytes), "Failed to retrieve binary value"),
        Content::Int(number) => (Value::int(number), "Failed to retrieve integer value"),
        Content::Ints(numbers) => {
            (Value::array(PhpArray::from_values(numbers.into_iter().map(i64::from))), "Failed to retrieve vector value")
        }
        Content::Tree => {
            let object = object::create(cx, "ResourceBundle", resource)?;
            object::reset::<Bundle>(cx, this);
            return Ok(Value::object(object));
        }
        Content::Unknown => (Value::NULL, ""),
    };
    Ok(if check::<Bundle>(cx, this, code, message)? { value } else { Value::FALSE })
}

/// `number`: which argument it is; none for brackets.
fn fetch(cx: &mut Cx, this: &PhpObject, index: &StrOrInt, fallback: bool, number: Option<usize>) -> PhpResult<Value> {
    let (bundle, mut code) = (part(cx, this)?, 0);
    let (found, name): (_, Vec<u8>) = match index {
        StrOrInt::Str(key) if key.is_empty() => {
            return Err(match number {
                Some(number) => cx.argument_value_error(number, "must not be empty"),
                None => cx.value_error("Offset must not be empty"),
            });
        }
        StrOrInt::Str(key) => (bundle.named(&cstring(key), &mut code), [b"'", until_nul(key), b"'"].concat()),
        StrOrInt::Int(at) => {
            let Ok(at) = i32::try_from(*at) else {
                let range = "ndex must be between -2147483648 and 2147483647";
                return Err(match number {
                    Some(number) => cx.argument_value_error(number, format!("i{range}")),
                    None => cx.value_error(format!("I{range}")),
                });
            };
            (bundle.at(at, &mut code), at.to_string().into())
        }
    };
    if icu::failed(code) {
        fail::<Bundle>(cx, this, code, [b"Cannot load resource element ", &name[..]].concat())?;
        return Ok(Value::NULL);
    }
    check::<Bundle>(cx, this, code, "")?;
    if !fallback && matches!(code, status::USING_FALLBACK | status::USING_DEFAULT) {
        let actual = bundle.locale(0, &mut 0).unwrap_or_default();
        let message = [b"Cannot load element ", &name[..], b" without fallback from to ", actual.as_bytes()].concat();
        fail::<Bundle>(cx, this, code, message)?;
        return Ok(Value::NULL);
    }
    match found {
        Some(resource) => value_of(cx, this, resource),
        None => Ok(Value::NULL),
    }
}

fn read_dim(cx: &mut Cx, this: &PhpObject, offset: Option<&Value>, _fetch: Fetch) -> PhpResult<Value> {
    let Some(offset) = offset.map(Value::deref) else {
        return Err(cx.throw_error("Cannot apply [] to ResourceBundle object"));
    };
    let index = match (offset.as_int(), offset.as_str()) {
        (Some(at), _) => StrOrInt::Int(at),
        (_, Some(key)) => StrOrInt::Str(key.clone()),
        _ => return Err(convert::illegal_offset(cx, offset, "ResourceBundle", convert::OffsetUse::Access)),
    };
    fetch(cx, this, &index, true, None)
}

/// `ResourceBundle::get()`
pub(crate) fn get(cx: &mut Cx, this: &PhpObject, index: &Value, fallback: bool) -> PhpResult<Value> {
    let number = argument(cx, 1);
    match args::str_or_int(cx, number, index)? {
        Some(index) => fetch(cx, this, &index, fallback, Some(number)),
        None => Err(args::type_error(cx, number, index.deref(), "string|int")),
    }
}

/// `ResourceBundle::count()`
pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.len())
}

/// `ResourceBundle::getLocales()`
pub(crate) fn get_locales(cx: &mut Cx, package: &PhpStr) -> PhpResult<OrFalse<PhpArray>> {
    errors::reset(cx);
    if package.len() >= MAX_PATH {
        return Err(cx.argument_value_error(1, "is too long"));
    }
    let package = Some(cstring(package)).filter(|package| !package.is_empty());
    let mut code = 0;
    let locales = Bundle::locales(package.as_deref(), &mut code);
    errors::set_code(cx, code);
    if icu::failed(code) {
        errors::set(cx, code, "Cannot fetch locales list")?;
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse::some(PhpArray::from_values(locales.into_iter().map(Value::from))))
}

/// A foreach over the resources.
struct Walk {
    object: PhpObject,
    at: i32,
    /// Key and value at the place, if they have been read.
    current: Option<(Value, Value)>,
}

impl Walk {
    fn read(&mut self, cx: &mut Cx) -> PhpResult<&(Value, Value)> {
        if self.current.is_none() {
            let (bundle, mut code) = (part(cx, &self.object)?, 0);
            let is_table = bundle.is_table();
            let read = match bundle.at(self.at, &mut code) {
                Some(resource) => {
                    let name = resource.key().filter(|_| is_table);
                    let key = name.map_or_else(|| Value::int(i64::from(self.at)), Value::from);
                    (key, value_of(cx, &self.object, resource)?)
                }
                None => (Value::int(i64::from(self.at)), Value::NULL),
            };
            self.current = Some(read);
        }
        const NOTHING: &(Value, Value) = &(Value::NULL, Value::NULL);
        Ok(self.current.as_ref().unwrap_or(NOTHING))
    }
}

impl ForeachIterator for Walk {
    fn rewind(&mut self, _cx: &mut Cx) -> PhpResult<()> {
        self.at = 0;
        self.current = None;
        Ok(())
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        Ok(self.at < part(cx, &self.object)?.len())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Ok(self.read(cx)?.1.clone())
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Ok(self.read(cx)?.0.clone())
    }

    fn next(&mut self, _cx: &mut Cx) -> PhpResult<()> {
        self.at = self.at.saturating_add(1);
        self.current = None;
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(&self.object);
        if let Some((_, value)) = &self.current {
            tracer.value(value);
        }
    }
}

fn iterate(cx: &mut Cx, object: &PhpObject, by_ref: bool) -> PhpResult<Box<dyn ForeachIterator>> {
    if by_ref {
        return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    part(cx, object)?;
    Ok(Box::new(Walk { object: object.clone(), at: 0, current: None }))
}

/// `ResourceBundle::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let walk = iterate(cx, this, false)?;
    internal_iterator::create(cx, walk)
}
