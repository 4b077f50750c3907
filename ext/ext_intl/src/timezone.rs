//! `IntlTimeZone`: ICU's time zones, their names and offsets, and how they relate to PHP's `DateTimeZone`.

use std::ffi::CStr;

use loxo_icu_sys::{self as icu, Calendar, Filter, TimeZone, status};
use loxo_runtime::value::number::{self, Numeric};
use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Value, convert};

use crate::date_interop::{globally, to_date_time_zone as converted, zone_of_date_time_zone};
use crate::errors;
use crate::iterator;
use crate::object::{self, Obj, Part, check, fail, finish};
use crate::text::{cstring, default_locale, utf8, utf8_lossy, utf16};

impl Part for TimeZone {
    fn copy(&self, _status: &mut i32) -> Option<TimeZone> {
        Some(self.clone())
    }
}

const MISSING: &str = "Found unconstructed IntlTimeZone";

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<TimeZone>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<TimeZone>(cx, original, "IntlTimeZone")),
        compare: Some(compare),
        debug_info: Some(debug_info),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn zone_in(value: &Value) -> Option<&TimeZone> {
    value.deref().as_object()?.native::<Obj<TimeZone>>()?.part.as_ref()
}

fn compare(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let is_zone = |value: &Value| value.deref().as_object().is_some_and(|object| object.native::<Obj<TimeZone>>().is_some());
    if !is_zone(a) || !is_zone(b) {
        return loxo_runtime::compare::compare_standard(cx, a, b);
    }
    match (zone_in(a), zone_in(b)) {
        (Some(a), Some(b)) => Ok(if a == b { 0 } else { 2 }),
        _ => Err(cx.throw_exception("Comparison with at least one unconstructed IntlTimeZone operand")),
    }
}

/// What `var_dump()` shows of a zone.
pub(crate) fn describe(zone: &TimeZone) -> PhpArray {
    let mut array = PhpArray::new();
    array.set_bytes(b"valid", Value::TRUE);
    array.set_bytes(b"id", Value::from(utf8_lossy(&zone.id())));
    let mut code = 0;
    let (raw, dst) = zone.offset(Calendar::now(), false, &mut code);
    if !icu::failed(code) {
        array.set_bytes(b"rawOffset", Value::int(i64::from(raw)));
        array.set_bytes(b"currentOffset", Value::int(i64::from(raw) + i64::from(dst)));
    }
    array
}

fn debug_info(_cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    if let Some(zone) = this.native::<Obj<TimeZone>>().and_then(|own| own.part.as_ref()) {
        return Ok(describe(zone));
    }
    let mut array = PhpArray::new();
    array.set_bytes(b"valid", Value::FALSE);
    Ok(array)
}

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut TimeZone> {
    object::reset::<TimeZone>(cx, this);
    object::part(cx, this, MISSING)
}

object::error_methods!(TimeZone);

pub(crate) fn create(cx: &mut Cx, zone: TimeZone) -> PhpResult<PhpObject> {
    object::create(cx, "IntlTimeZone", zone)
}

/// A name as UTF-16; `None`: it is no UTF-8, which is noted.
fn id(cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<Vec<u16>>> {
    match utf16(id) {
        Ok(id) => Ok(Some(id)),
        Err(code) => {
            errors::set(cx, code, "could not convert time zone id to UTF-16")?;
            Ok(None)
        }
    }
}

/// A text of ICU's, or the error that a status is.
fn text_or(cx: &mut Cx, code: i32, text: &[u16], message: &str) -> PhpResult<OrFalse<String>> {
    errors::set_code(cx, code);
    if icu::failed(code) {
        errors::set(cx, code, message)?;
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse(utf8(text).ok()))
}

/// `IntlTimeZone::__construct()`
pub(crate) fn construct(cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Err(cx.throw_exception("An object of this type cannot be created with the new operator"))
}

/// `IntlTimeZone::createTimeZone()`
pub(crate) fn create_time_zone(cx: &mut Cx, name: &PhpStr) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    let Some(id) = id(cx, name)? else { return Ok(None) };
    create(cx, TimeZone::named(&id)).map(Some)
}

/// `IntlTimeZone::fromDateTimeZone()`
pub(crate) fn from_date_time_zone(cx: &mut Cx, zone: &PhpObject) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    match zone_of_date_time_zone(cx, zone, "intltz_from_date_time_zone", &globally)? {
        Some(zone) => create(cx, zone).map(Some),
        None => Ok(None),
    }
}

/// `IntlTimeZone::createDefault()`
pub(crate) fn create_default(cx: &mut Cx) -> PhpResult<PhpObject> {
    errors::reset(cx);
    create(cx, TimeZone::system())
}

/// `IntlTimeZone::getGMT()`
pub(crate) fn get_gmt(cx: &mut Cx) -> PhpResult<PhpObject> {
    errors::reset(cx);
    create(cx, TimeZone::gmt())
}

/// `IntlTimeZone::getUnknown()`
pub(crate) fn get_unknown(cx: &mut Cx) -> PhpResult<PhpObject> {
    errors::reset(cx);
    create(cx, TimeZone::unknown())
}

fn listed(cx: &mut Cx, list: Vec<Vec<u16>>) -> PhpResult<OrFalse<PhpObject>> {
    let list = list.iter().map(|id| utf8_lossy(id).into_bytes()).collect();
    iterator::create(cx, list).map(OrFalse::some)
}

/// `IntlTimeZone::createEnumeration()`
pub(crate) fn create_enumeration(cx: &mut Cx, filter: &Value) -> PhpResult<OrFalse<PhpObject>> {
    errors::reset(cx);
    let given = filter.clone_deref();
    let mut number = None;
    let mut region = None;
    match () {
        () if given.is_null() => {}
        () if given.is_int() || given.is_float() => number = Some(convert::scalar_to_int(&given)),
        () if given.is_string() || given.is_object() => {
            let text = convert::to_string(cx, &given)?;
            match number::parse_numeric(&text).filter(|_| number::is_numeric(&text)).map(|parsed| parsed.number) {
                Some(Numeric::Int(n)) => number = Some(n),
                Some(Numeric::Float(n)) => number = Some(number::float_to_int(n)),
                None => region = Some(cstring(&text)),
            }
        }
        () => {
            errors::set(cx, status::ILLEGAL_ARGUMENT, "invalid argument type")?;
            return Ok(OrFalse::FALSE);
        }
    }
    let filter = match (number.map(i32::try_from), &region) {
        (Some(Ok(offset)), _) => Filter::RawOffset(offset),
        (Some(Err(_)), _) => {
            errors::set(cx, status::ILLEGAL_ARGUMENT, "value is out of range")?;
            return Ok(OrFalse::FALSE);
        }
        (None, Some(region)) => Filter::Region(region),
        (None, None) => Filter::All,
    };
    let mut code = 0;
    let list = TimeZone::list_all(filter, &mut code);
    if icu::failed(code) {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "error obtaining enumeration")?;
        return Ok(OrFalse::FALSE);
    }
    listed(cx, list)
}

/// `IntlTimeZone::createTimeZoneIDEnumeration()`
pub(crate) fn create_time_zone_id_enumeration(
    cx: &mut Cx,
    kind: i64,
    region: Option<&PhpStr>,
    offset: Option<i64>,
) -> PhpResult<OrFalse<PhpObject>> {
    errors::reset(cx);
    if !(0..=2).contains(&kind) {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "bad zone type")?;
        return Ok(OrFalse::FALSE);
    }
    let Ok(offset) = offset.map(i32::try_from).transpose() else {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "offset out of bounds")?;
        return Ok(OrFalse::FALSE);
    };
    let (region, mut code) = (region.map(|region| cstring(region)), 0);
    let list = TimeZone::list(kind as i32, region.as_deref(), offset, &mut code);
    if icu::failed(code) {
        errors::set(cx, code, "error obtaining time zone id enumeration")?;
        return Ok(OrFalse::FALSE);
    }
    listed(cx, list)
}

/// `IntlTimeZone::countEquivalentIDs()`
pub(crate) fn count_equivalent_i_ds(cx: &mut Cx, name: &PhpStr) -> PhpResult<OrFalse<i64>> {
    errors::reset(cx);
    Ok(OrFalse(id(cx, name)?.map(|id| i64::from(TimeZone::count_equivalent_ids(&id)))))
}

/// `IntlTimeZone::getEquivalentID()`
pub(crate) fn get_equivalent_id(cx: &mut Cx, name: &PhpStr, at: i64) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    let Ok(at) = i32::try_from(at) else { return Ok(OrFalse::FALSE) };
    let Some(id) = id(cx, name)? else { return Ok(OrFalse::FALSE) };
    text_or(cx, 0, &TimeZone::equivalent_id(&id, at), "")
}

/// `IntlTimeZone::getCanonicalID()`
pub(crate) fn get_canonical_id(cx: &mut Cx, name: &PhpStr, is_system: Option<&RefArg>) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    let Some(id) = id(cx, name)? else { return Ok(OrFalse::FALSE) };
    let mut code = 0;
    let (canonical, system) = TimeZone::canonical_id(&id, &mut code);
    let text = text_or(cx, code, &canonical, "error obtaining canonical ID")?;
    if let (Some(reference), true) = (is_system, text.0.is_some()) {
        reference.set(cx, Value::bool(system))?;
    }
    Ok(text)
}

/// Zones that IANA calls otherwise than CLDR, which never changes a name. ICU knows them from version 74 on.
#[rustfmt::skip]
const IANA: &[(&str, &str)] = &[
    ("Africa/Asmera", "Africa/Asmara"), ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ("America/Catamarca", "America/Argentina/Catamarca"), ("America/Coral_Harbour", "America/Atikokan"),
    ("America/Cordoba", "America/Argentina/Cordoba"), ("America/Godthab", "America/Nuuk"),
    ("America/Indianapolis", "America/Indiana/Indianapolis"), ("America/Jujuy", "America/Argentina/Jujuy"),
    ("America/Louisville", "America/Kentucky/Louisville"), ("America/Mendoza", "America/Argentina/Mendoza"),
    ("Asia/Calcutta", "Asia/Kolkata"), ("Asia/Katmandu", "Asia/Kathmandu"), ("Asia/Rangoon", "Asia/Yangon"),
    ("Asia/Saigon", "Asia/Ho_Chi_Minh"), ("Atlantic/Faeroe", "Atlantic/Faroe"), ("Europe/Kiev", "Europe/Kyiv"),
    ("Pacific/Enderbury", "Pacific/Kanton"), ("Pacific/Ponape", "Pacific/Pohnpei"), ("Pacific/Truk", "Pacific/Chuuk"),
];

/// `IntlTimeZone::getIanaID()`
pub(crate) fn get_iana_id(cx: &mut Cx, name: &PhpStr) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    let Some(id) = id(cx, name)? else { return Ok(OrFalse::FALSE) };
    let mut code = 0;
    let iana = TimeZone::iana_id(&id, &mut code);
    let text = text_or(cx, code, &iana, "error obtaining IANA ID")?;
    Ok(OrFalse(text.0.map(|text| match IANA.iter().find(|row| row.0 == text) {
        Some(row) => row.1.into(),
        None => text,
    })))
}

/// `IntlTimeZone::getRegion()`
pub(crate) fn get_region(cx: &mut Cx, name: &PhpStr) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    let Some(id) = id(cx, name)? else { return Ok(OrFalse::FALSE) };
    let mut code = 0;
    let region = TimeZone::region(&id, &mut code);
    text_or(cx, code, &region.encode_utf16().collect::<Vec<u16>>(), "error obtaining region")
}

/// `IntlTimeZone::getTZDataVersion()`
pub(crate) fn get_tz_data_version(cx: &mut Cx) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    let mut code = 0;
    let version = TimeZone::data_version(&mut code);
    if icu::failed(code) {
        errors::set(cx, code, "error obtaining time zone data version")?;
    }
    Ok(OrFalse(version))
}

/// `IntlTimeZone::getWindowsID()`
pub(crate) fn get_windows_id(cx: &mut Cx, name: &PhpStr) -> PhpResult<OrFalse<String>> {
    let Some(id) = id(cx, name)? else { return Ok(OrFalse::FALSE) };
    let mut code = 0;
    let windows = TimeZone::windows_id(&id, &mut code);
    if !icu::failed(code) && windows.is_empty() {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "unknown system timezone")?;
        return Ok(OrFalse::FALSE);
    }
    text_or(cx, code, &windows, "intltz_get_windows_id: Unable to get timezone from windows ID")
}

/// `IntlTimeZone::getIDForWindowsID()`
pub(crate) fn get_id_for_windows_id(cx: &mut Cx, name: &PhpStr, region: Option<&PhpStr>) -> PhpResult<OrFalse<String>> {
    let Some(id) = id(cx, name)? else { return Ok(OrFalse::FALSE) };
    let (region, mut code) = (region.map(|region| cstring(region)), 0);
    let found = TimeZone::from_windows_id(&id, region.as_deref().map(CStr::as_ref), &mut code);
    if !icu::failed(code) && found.is_empty() {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "unknown windows timezone")?;
        return Ok(OrFalse::FALSE);
    }
    text_or(cx, code, &found, "unable to get windows ID for timezone")
}

/// `IntlTimeZone::getID()`
pub(crate) fn get_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<String>> {
    let id = part(cx, this)?.id();
    finish::<TimeZone>(cx, this, 0, &id, "could not convert id to UTF-8")
}

/// `IntlTimeZone::useDaylightTime()`
pub(crate) fn use_daylight_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(part(cx, this)?.uses_daylight_time())
}

/// `IntlTimeZone::getOffset()`
pub(crate) fn get_offset(cx: &mut Cx, this: &PhpObject, date: f64, local: bool, raw: &RefArg, dst: &RefArg) -> PhpResult<bool> {
    let (zone, mut code) = (part(cx, this)?, 0);
    let offsets = zone.offset(date, local, &mut code);
    if !check::<TimeZone>(cx, this, code, "error obtaining offset")? {
        return Ok(false);
    }
    raw.set(cx, Value::int(i64::from(offsets.0)))?;
    dst.set(cx, Value::int(i64::from(offsets.1)))?;
    Ok(true)
}

/// `IntlTimeZone::getRawOffset()`
pub(crate) fn get_raw_offset(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.raw_offset())
}

/// `IntlTimeZone::hasSameRules()`
pub(crate) fn has_same_rules(cx: &mut Cx, this: &PhpObject, other: &PhpObject) -> PhpResult<bool> {
    let zone = part(cx, this)?;
    match other.native::<Obj<TimeZone>>().and_then(|own| own.part.as_ref()) {
        Some(other) => Ok(zone.has_same_rules(other)),
        None => {
            fail::<TimeZone>(cx, this, status::ILLEGAL_ARGUMENT, "The second IntlTimeZone is unconstructed")?;
            Ok(false)
        }
    }
}

/// `IntlTimeZone::getDisplayName()`
pub(crate) fn get_display_name(
    cx: &mut Cx,
    this: &PhpObject,
    daylight: bool,
    style: i64,
    locale: Option<&PhpStr>,
) -> PhpResult<OrFalse<String>> {
    let zone = part(cx, this)?;
    if !(1..=8).contains(&style) {
        fail::<TimeZone>(cx, this, status::ILLEGAL_ARGUMENT, "wrong display type")?;
        return Ok(OrFalse::FALSE);
    }
    let locale = locale.map_or_else(|| cstring(&default_locale(cx)), |locale| cstring(locale));
    let name = zone.display_name(daylight, style as i32, &locale);
    finish::<TimeZone>(cx, this, 0, &name, "")
}

/// `IntlTimeZone::getDSTSavings()`
pub(crate) fn get_dst_savings(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.dst_savings())
}

/// `IntlTimeZone::toDateTimeZone()`
pub(crate) fn to_date_time_zone(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let zone = part(cx, this)?;
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<TimeZone>(cx, this, code, message);
    Ok(OrFalse(converted(cx, zone, "intltz_to_date_time_zone", &report)?))
}
