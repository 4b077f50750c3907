//! `IntlGregorianCalendar`: its constructors, leap years, and the date on which the Gregorian calendar replaced the Julian.

use loxo_icu_sys::{self as icu, Calendar};
use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpResult, Value, args};

use crate::calendar::{int32, part};
use crate::date_interop::{default_zone, globally, zone_argument};
use crate::errors;
use crate::object::{self, Obj, argument, check};
use crate::text::{cstring, default_locale};

pub(crate) fn object_handlers() -> ObjectHandlers {
    crate::calendar::object_handlers()
}

/// What the arguments of the constructor say. `None`: an error that is noted.
fn from_arguments(cx: &mut Cx, given: &mut [Value]) -> PhpResult<Option<Calendar>> {
    if given.len() > 6 {
        return Err(cx.throw("ArgumentCountError", "Too many arguments"));
    }
    let variant = given.iter().rposition(|value| !value.deref().is_null()).map_or(0, |at| at + 1);
    if variant == 4 {
        return Err(cx.throw("ArgumentCountError", "No variant with 4 arguments (excluding trailing NULLs)"));
    }
    let mut code = 0;
    if variant <= 2 {
        let mut values = given.iter_mut();
        let (zone, locale) = (values.next(), values.next());
        let locale = match locale.filter(|locale| !locale.deref().is_null()) {
            Some(locale) => cstring(args::string(cx, 2, locale)?),
            None => cstring(&default_locale(cx)),
        };
        let Some(zone) = zone_argument(cx, zone.as_deref(), "intlgregcal_create_instance", &globally)? else {
            return Err(cx.throw("IntlException", "Constructor failed"));
        };
        let calendar = Calendar::gregorian(&zone, &locale, &[], &mut code);
        if icu::failed(code) {
            errors::set(cx, code, "intlgregcal_create_instance: error creating ICU GregorianCalendar from time zone and locale")?;
        }
        return Ok(calendar);
    }
    let mut fields = Vec::new();
    for (at, value) in given.iter_mut().enumerate() {
        // Trailing nulls are numbers all the same to PHP.
        let number = args::int(cx, at + 1, value)?;
        if at < variant {
            fields.push(number);
        }
    }
    from_fields(cx, &fields)
}

fn from_fields(cx: &mut Cx, values: &[i64]) -> PhpResult<Option<Calendar>> {
    let mut fields = Vec::new();
    for (at, value) in values.iter().enumerate() {
        fields.push(int32(cx, at + 1, *value)?);
    }
    let zone = default_zone(cx)?;
    let mut code = 0;
    let calendar = Calendar::gregorian(&zone, &cstring(loxo_icu_sys::default_locale().as_bytes()), &fields, &mut code);
    if icu::failed(code) {
        errors::set(cx, code, "IntlGregorianCalendar: Error creating ICU GregorianCalendar from date")?;
    }
    Ok(calendar)
}

/// `IntlGregorianCalendar::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, given: &mut [Value]) -> PhpResult<()> {
    errors::reset(cx);
    if given.len() > 2 {
        cx.deprecated(
            "Calling IntlGregorianCalendar::__construct() with more than 2 arguments is deprecated, use either \
             IntlGregorianCalendar::createFromDate() or IntlGregorianCalendar::createFromDateTime() instead",
        );
        cx.check()?;
    }
    if this.native::<Obj<Calendar>>().is_some_and(|own| own.part.is_some()) {
        return Err(cx.throw_error("IntlGregorianCalendar object is already constructed"));
    }
    object::constructing(cx, |cx| {
        if let Some(calendar) = from_arguments(cx, given)? {
            object::fill(this, calendar);
        }
        Ok(true)
    })
}

/// `intlgregcal_create_instance()`
pub(crate) fn create_instance(cx: &mut Cx, given: &mut [Value]) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    match from_arguments(cx, given)? {
        Some(calendar) => object::create(cx, "IntlGregorianCalendar", calendar).map(Some),
        None => Ok(None),
    }
}

fn created(cx: &mut Cx, values: &[i64]) -> PhpResult<Value> {
    errors::reset(cx);
    match from_fields(cx, values)? {
        Some(calendar) => object::create(cx, "IntlGregorianCalendar", calendar).map(Value::object),
        None => Ok(Value::NULL),
    }
}

/// `IntlGregorianCalendar::createFromDate()`
pub(crate) fn create_from_date(cx: &mut Cx, year: i64, month: i64, day: i64) -> PhpResult<Value> {
    created(cx, &[year, month, day])
}

/// `IntlGregorianCalendar::createFromDateTime()`
pub(crate) fn create_from_date_time(
    cx: &mut Cx,
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: Option<i64>,
) -> PhpResult<Value> {
    let values = [year, month, day, hour, minute, second.unwrap_or(0)];
    created(cx, if second.is_some() { &values } else { &values[..5] })
}

/// `IntlGregorianCalendar::setGregorianChange()`
pub(crate) fn set_gregorian_change(cx: &mut Cx, this: &PhpObject, date: f64) -> PhpResult<bool> {
    let (calendar, mut code) = (part(cx, this)?, 0);
    calendar.set_gregorian_change(date, &mut code);
    check::<Calendar>(cx, this, code, "intlgregcal_set_gregorian_change: error calling ICU method")
}

/// `IntlGregorianCalendar::getGregorianChange()`
pub(crate) fn get_gregorian_change(cx: &mut Cx, this: &PhpObject) -> PhpResult<f64> {
    Ok(part(cx, this)?.gregorian_change())
}

/// `IntlGregorianCalendar::isLeapYear()`
pub(crate) fn is_leap_year(cx: &mut Cx, this: &PhpObject, year: i64) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    let year = int32(cx, argument(cx, 1), year)?;
    Ok(calendar.is_leap_year(year))
}
