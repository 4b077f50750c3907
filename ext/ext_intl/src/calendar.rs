//! `IntlCalendar`: moments as the years, months and days of a calendar.

use loxo_icu_sys::{self as icu, Calendar, status};
use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value, args, convert};

use crate::date_interop::{globally, is_constructed, to_date_time as made_date_time, to_date_time_zone, zone_argument, zone_of_date};
use crate::object::{self, Obj, Part, argument, check, fail};
use crate::text::{cstring, default_locale, utf8_lossy};
use crate::{errors, iterator, timezone};

impl Part for Calendar {
    fn copy(&self, status: &mut i32) -> Option<Calendar> {
        self.try_clone(status)
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<Calendar>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<Calendar>(cx, original, "IntlCalendar")),
        debug_info: Some(debug_info),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// Attributes of ICU's calendars.
mod attribute {
    pub const LENIENT: i32 = 0;
    pub const FIRST_DAY_OF_WEEK: i32 = 1;
    pub const MINIMAL_DAYS: i32 = 2;
    pub const REPEATED: i32 = 3;
    pub const SKIPPED: i32 = 4;
}

#[rustfmt::skip]
const FIELD_NAMES: &[&str] = &[
    "era", "year", "month", "week of year", "week of month", "day of month", "day of year", "day of week", "day of week in month", "AM/PM",
    "hour", "hour of day", "minute", "second", "millisecond", "zone offset", "DST offset", "year for week of year", "localized day of week",
    "extended year", "julian day", "milliseconds in day", "is leap month",
];

/// The order in which fields are shown: the days of the year before those of the month.
const SHOWN: [usize; 23] = [0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];

fn debug_info(_cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut array = PhpArray::new();
    let Some(calendar) = this.native::<Obj<Calendar>>().and_then(|own| own.part.as_ref()) else {
        array.set_bytes(b"valid", Value::FALSE);
        return Ok(array);
    };
    array.set_bytes(b"valid", Value::TRUE);
    array.set_bytes(b"type", Value::from(calendar.kind(&mut 0).unwrap_or_default()));
    array.set_bytes(b"timeZone", Value::array(timezone::describe(&calendar.zone())));
    let mut code = 0;
    let locale = calendar.locale(1, &mut code);
    array
        .set_bytes(b"locale", if icu::failed(code) { Value::from(icu::error_name(code)) } else { Value::from(locale.unwrap_or_default()) });
    let mut fields = PhpArray::new();
    for field in SHOWN {
        let mut code = 0;
        let value = calendar.get(field as i32, &mut code);
        let shown = if icu::failed(code) { Value::from(icu::error_name(code)) } else { Value::int(i64::from(value)) };
        fields.set_bytes(FIELD_NAMES[field].as_bytes(), shown);
    }
    array.set_bytes(b"fields", Value::array(fields));
    Ok(array)
}

pub(crate) fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Calendar> {
    object::reset::<Calendar>(cx, this);
    object::part(cx, this, "Found unconstructed IntlCalendar")
}

object::error_methods!(Calendar);

/// A new object for a calendar.
pub(crate) fn create(cx: &mut Cx, calendar: Calendar) -> PhpResult<PhpObject> {
    let class = if calendar.is_gregorian() { "IntlGregorianCalendar" } else { "IntlCalendar" };
    object::create(cx, class, calendar)
}

/// A field's number.
fn field(cx: &mut Cx, number: usize, field: i64) -> PhpResult<i32> {
    if (0..i64::from(icu::FIELDS)).contains(&field) {
        return Ok(field as i32);
    }
    Err(cx.argument_value_error(argument(cx, number), "must be a valid field"))
}

/// A number that ICU can take.
pub(crate) fn int32(cx: &mut Cx, number: usize, value: i64) -> PhpResult<i32> {
    i32::try_from(value).map_err(|_| cx.argument_value_error(number, "must be between -2147483648 and 2147483647"))
}

fn small(cx: &mut Cx, number: usize, value: i64) -> PhpResult<i32> {
    int32(cx, argument(cx, number), value)
}

fn day_of_week(cx: &mut Cx, day: i64) -> PhpResult<i32> {
    if (1..=7).contains(&day) { Ok(day as i32) } else { Err(cx.argument_value_error(argument(cx, 1), "must be a valid day of the week")) }
}

/// Another calendar that was passed.
fn other<'a>(cx: &mut Cx, other: &'a PhpObject) -> PhpResult<&'a Calendar> {
    match other.native::<Obj<Calendar>>().and_then(|own| own.part.as_ref()) {
        Some(calendar) => Ok(calendar),
        None => Err(cx.argument_error("Error", argument(cx, 1), "is uninitialized")),
    }
}

/// `IntlCalendar::__construct()`
pub(crate) fn construct(cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Err(cx.throw_exception("An object of this type cannot be created with the new operator"))
}

/// `IntlCalendar::createInstance()`
pub(crate) fn create_instance(cx: &mut Cx, zone: &Value, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    let Some(zone) = zone_argument(cx, Some(zone), "intlcal_create_instance", &globally)? else { return Ok(None) };
    let locale = locale.map_or_else(|| cstring(&default_locale(cx)), |locale| cstring(locale));
    let mut code = 0;
    match Calendar::open(&zone, &locale, &mut code) {
        Some(calendar) => create(cx, calendar).map(Some),
        None => {
            errors::set(cx, code, "Error creating ICU Calendar object")?;
            Ok(None)
        }
    }
}

/// `IntlCalendar::getKeywordValuesForLocale()`
pub(crate) fn get_keyword_values_for_locale(cx: &mut Cx, key: &PhpStr, locale: &PhpStr, common: bool) -> PhpResult<OrFalse<PhpObject>> {
    errors::reset(cx);
    let mut code = 0;
    let values = Calendar::keyword_values(&cstring(key), &cstring(locale), common, &mut code);
    if icu::failed(code) {
        errors::set(cx, code, "intlcal_get_keyword_values_for_locale: error calling underlying method")?;
        return Ok(OrFalse::FALSE);
    }
    iterator::create(cx, values.into_iter().map(String::into_bytes).collect()).map(OrFalse::some)
}

/// `IntlCalendar::getNow()`
pub(crate) fn get_now(cx: &mut Cx) -> PhpResult<f64> {
    errors::reset(cx);
    Ok(Calendar::now())
}

/// `IntlCalendar::getAvailableLocales()`
pub(crate) fn get_available_locales(cx: &mut Cx) -> PhpResult<PhpArray> {
    errors::reset(cx);
    Ok(PhpArray::from_values(Calendar::locales().iter().map(|name| Value::from(utf8_lossy(name)))))
}

/// What a calendar answers about a field.
fn ask(cx: &mut Cx, this: &PhpObject, of: i64, answer: impl FnOnce(&Calendar, i32, &mut i32) -> i32) -> PhpResult<OrFalse<i64>> {
    let calendar = part(cx, this)?;
    let (field, mut code) = (field(cx, 1, of)?, 0);
    let value = answer(calendar, field, &mut code);
    Ok(OrFalse(check::<Calendar>(cx, this, code, "Call to ICU method has failed")?.then_some(i64::from(value))))
}

/// `IntlCalendar::get()`
pub(crate) fn get(cx: &mut Cx, this: &PhpObject, field: i64) -> PhpResult<OrFalse<i64>> {
    ask(cx, this, field, |calendar, field, code| calendar.get(field, code))
}

macro_rules! limits {
    ($($name:ident: $kind:literal, $php:literal;)*) => {
        $(
            #[doc = concat!("`IntlCalendar::", $php, "()`")]
            pub(crate) fn $name(cx: &mut Cx, this: &PhpObject, field: i64) -> PhpResult<OrFalse<i64>> {
                ask(cx, this, field, |calendar, field, code| calendar.limit(field, $kind, code))
            }
        )*
    };
}

limits! {
    get_minimum: 0, "getMinimum";
    get_maximum: 1, "getMaximum";
    get_greatest_minimum: 2, "getGreatestMinimum";
    get_least_maximum: 3, "getLeastMaximum";
    get_actual_minimum: 4, "getActualMinimum";
    get_actual_maximum: 5, "getActualMaximum";
}

/// `IntlCalendar::getTime()`
pub(crate) fn get_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<f64>> {
    let (calendar, mut code) = (part(cx, this)?, 0);
    let time = calendar.time(&mut code);
    Ok(OrFalse(check::<Calendar>(cx, this, code, "intlcal_get_time: error calling ICU Calendar::getTime")?.then_some(time)))
}

/// `IntlCalendar::setTime()`
pub(crate) fn set_time(cx: &mut Cx, this: &PhpObject, time: f64) -> PhpResult<bool> {
    let (calendar, mut code) = (part(cx, this)?, 0);
    calendar.set_time(time, &mut code);
    check::<Calendar>(cx, this, code, "Call to underlying method failed")
}

/// `IntlCalendar::add()`
pub(crate) fn add(cx: &mut Cx, this: &PhpObject, of: i64, amount: i64) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    let (field, amount, mut code) = (field(cx, 1, of)?, small(cx, 2, amount)?, 0);
    calendar.add(field, amount, &mut code);
    check::<Calendar>(cx, this, code, "intlcal_add: Call to underlying method failed")
}

/// `IntlCalendar::roll()`
pub(crate) fn roll(cx: &mut Cx, this: &PhpObject, of: i64, value: &Value) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    let (field, mut code) = (field(cx, 1, of)?, 0);
    let amount = match value.as_bool() {
        Some(up) => {
            cx.builtin_deprecated("Passing bool is deprecated, use 1 or -1 instead");
            cx.check()?;
            if up { 1 } else { -1 }
        }
        None => {
            let amount = convert::to_int(cx, value)?;
            small(cx, 2, amount)?
        }
    };
    calendar.roll(field, amount, &mut code);
    check::<Calendar>(cx, this, code, "intlcal_roll: Error calling ICU Calendar::roll")
}

/// `IntlCalendar::setTimeZone()`
pub(crate) fn set_time_zone(cx: &mut Cx, this: &PhpObject, zone: &Value) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    if zone.deref().is_null() {
        return Ok(true);
    }
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<Calendar>(cx, this, code, message);
    let Some(zone) = zone_argument(cx, Some(zone), "intlcal_set_time_zone", &report)? else { return Ok(false) };
    calendar.set_zone(&zone);
    Ok(true)
}

fn times(cx: &mut Cx, this: &PhpObject, when: &PhpObject, message: &str) -> PhpResult<Option<(f64, f64)>> {
    let calendar = part(cx, this)?;
    let other = other(cx, when)?;
    let mut code = 0;
    let times = (calendar.time(&mut code), other.time(&mut code));
    Ok(check::<Calendar>(cx, this, code, message)?.then_some(times))
}

/// `IntlCalendar::after()`
pub(crate) fn after(cx: &mut Cx, this: &PhpObject, when: &PhpObject) -> PhpResult<bool> {
    Ok(times(cx, this, when, "intlcal_before/after: Error calling ICU method")?.is_some_and(|(own, other)| own > other))
}

/// `IntlCalendar::before()`
pub(crate) fn before(cx: &mut Cx, this: &PhpObject, when: &PhpObject) -> PhpResult<bool> {
    Ok(times(cx, this, when, "intlcal_before/after: Error calling ICU method")?.is_some_and(|(own, other)| own < other))
}

/// `IntlCalendar::equals()`
pub(crate) fn equals(cx: &mut Cx, this: &PhpObject, when: &PhpObject) -> PhpResult<bool> {
    #[expect(clippy::float_cmp, reason = "moments are the same or not")]
    Ok(times(cx, this, when, "intlcal_equals: error calling ICU Calendar::equals")?.is_some_and(|(own, other)| own == other))
}

/// `IntlCalendar::isEquivalentTo()`
pub(crate) fn is_equivalent_to(cx: &mut Cx, this: &PhpObject, with: &PhpObject) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    let other = other(cx, with)?;
    Ok(calendar.is_equivalent_to(other))
}

/// `IntlCalendar::set()`
pub(crate) fn set(cx: &mut Cx, this: &PhpObject, given: &mut [Value]) -> PhpResult<bool> {
    if given.len() > 2 {
        cx.deprecated(
            "Calling IntlCalendar::set() with more than 2 arguments is deprecated, use either IntlCalendar::setDate() or \
             IntlCalendar::setDateTime() instead",
        );
        cx.check()?;
    }
    set_fields(cx, this, given)
}

/// `intlcal_set()`
pub(crate) fn intlcal_set(cx: &mut Cx, given: &mut [Value]) -> PhpResult<bool> {
    let count = given.len();
    let Some((calendar, rest)) = given.split_first_mut() else { return Err(args::wrong_count(cx, count)) };
    if !(2..=6).contains(&rest.len()) {
        return Err(args::wrong_count(cx, count));
    }
    let calendar = args::instance(cx, 1, calendar)?.clone();
    set_fields(cx, &calendar, rest)
}

/// A field and its value, or three, five or six fields from the year on.
fn set_fields(cx: &mut Cx, this: &PhpObject, given: &mut [Value]) -> PhpResult<bool> {
    if !(2..=6).contains(&given.len()) {
        return Err(args::wrong_count(cx, given.len()));
    }
    let mut values = Vec::new();
    for (at, value) in given.iter_mut().enumerate() {
        let number = argument(cx, at + 1);
        values.push(args::int(cx, number, value)?);
    }
    let calendar = part(cx, this)?;
    let mut numbers = Vec::new();
    for (at, value) in values.iter().enumerate() {
        numbers.push(small(cx, at + 1, *value)?);
    }
    match numbers[..] {
        [of, value] => calendar.set(field(cx, 1, i64::from(of))?, value),
        [_, _, _, _] => {
            return Err(cx.throw("ArgumentCountError", "IntlCalendar::set() has no variant with exactly 4 parameters"));
        }
        _ => calendar.set_fields(&numbers),
    }
    Ok(true)
}

fn set_all(cx: &mut Cx, this: &PhpObject, values: &[i64]) -> PhpResult<()> {
    let calendar = part(cx, this)?;
    let mut numbers = Vec::new();
    for (at, value) in values.iter().enumerate() {
        numbers.push(int32(cx, at + 1, *value)?);
    }
    calendar.set_fields(&numbers);
    Ok(())
}

/// `IntlCalendar::setDate()`
pub(crate) fn set_date(cx: &mut Cx, this: &PhpObject, year: i64, month: i64, day: i64) -> PhpResult<()> {
    set_all(cx, this, &[year, month, day])
}

/// `IntlCalendar::setDateTime()`
#[expect(clippy::too_many_arguments, reason = "they are PHP's")]
pub(crate) fn set_date_time(
    cx: &mut Cx,
    this: &PhpObject,
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: Option<i64>,
) -> PhpResult<()> {
    let values = [year, month, day, hour, minute, second.unwrap_or(0)];
    set_all(cx, this, if second.is_some() { &values } else { &values[..5] })
}

/// `IntlCalendar::clear()`
pub(crate) fn clear(cx: &mut Cx, this: &PhpObject, of: Option<i64>) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    let field = of.map(|of| field(cx, 1, of)).transpose()?;
    calendar.clear(field);
    Ok(true)
}

/// `IntlCalendar::fieldDifference()`
pub(crate) fn field_difference(cx: &mut Cx, this: &PhpObject, when: f64, of: i64) -> PhpResult<OrFalse<i64>> {
    let calendar = part(cx, this)?;
    let (field, mut code) = (field(cx, 2, of)?, 0);
    let difference = calendar.field_difference(when, field, &mut code);
    let fine = check::<Calendar>(cx, this, code, "intlcal_field_difference: Call to ICU method has failed")?;
    Ok(OrFalse(fine.then_some(i64::from(difference))))
}

/// `IntlCalendar::getDayOfWeekType()`
pub(crate) fn get_day_of_week_type(cx: &mut Cx, this: &PhpObject, day: i64) -> PhpResult<OrFalse<i64>> {
    let calendar = part(cx, this)?;
    let (day, mut code) = (day_of_week(cx, day)?, 0);
    let kind = calendar.day_of_week_type(day, &mut code);
    let fine = check::<Calendar>(cx, this, code, "intlcal_get_day_of_week_type: Call to ICU method has failed")?;
    Ok(OrFalse(fine.then_some(i64::from(kind))))
}

/// `IntlCalendar::getWeekendTransition()`
pub(crate) fn get_weekend_transition(cx: &mut Cx, this: &PhpObject, day: i64) -> PhpResult<OrFalse<i64>> {
    let calendar = part(cx, this)?;
    let (day, mut code) = (day_of_week(cx, day)?, 0);
    let millis = calendar.weekend_transition(day, &mut code);
    let fine = check::<Calendar>(cx, this, code, "intlcal_get_weekend_transition: Error calling ICU method")?;
    Ok(OrFalse(fine.then_some(i64::from(millis))))
}

/// `IntlCalendar::getFirstDayOfWeek()`
pub(crate) fn get_first_day_of_week(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.attribute(attribute::FIRST_DAY_OF_WEEK))
}

/// `IntlCalendar::setFirstDayOfWeek()`
pub(crate) fn set_first_day_of_week(cx: &mut Cx, this: &PhpObject, day: i64) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    calendar.set_attribute(attribute::FIRST_DAY_OF_WEEK, day_of_week(cx, day)?);
    Ok(true)
}

/// `IntlCalendar::getMinimalDaysInFirstWeek()`
pub(crate) fn get_minimal_days_in_first_week(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.attribute(attribute::MINIMAL_DAYS))
}

/// `IntlCalendar::setMinimalDaysInFirstWeek()`
pub(crate) fn set_minimal_days_in_first_week(cx: &mut Cx, this: &PhpObject, days: i64) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    if !(1..=7).contains(&days) {
        return Err(cx.argument_value_error(argument(cx, 1), "must be between 1 and 7"));
    }
    calendar.set_attribute(attribute::MINIMAL_DAYS, days as i32);
    Ok(true)
}

/// `IntlCalendar::isLenient()`
pub(crate) fn is_lenient(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(part(cx, this)?.attribute(attribute::LENIENT) != 0)
}

/// `IntlCalendar::setLenient()`
pub(crate) fn set_lenient(cx: &mut Cx, this: &PhpObject, lenient: bool) -> PhpResult<bool> {
    part(cx, this)?.set_attribute(attribute::LENIENT, i32::from(lenient));
    Ok(true)
}

/// `IntlCalendar::getRepeatedWallTimeOption()`
pub(crate) fn get_repeated_wall_time_option(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.attribute(attribute::REPEATED))
}

/// `IntlCalendar::setRepeatedWallTimeOption()`
pub(crate) fn set_repeated_wall_time_option(cx: &mut Cx, this: &PhpObject, option: i64) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    if !matches!(option, 0 | 1) {
        let message = "must be either IntlCalendar::WALLTIME_FIRST or IntlCalendar::WALLTIME_LAST";
        return Err(cx.argument_value_error(argument(cx, 1), message));
    }
    calendar.set_attribute(attribute::REPEATED, option as i32);
    Ok(true)
}

/// `IntlCalendar::getSkippedWallTimeOption()`
pub(crate) fn get_skipped_wall_time_option(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.attribute(attribute::SKIPPED))
}

/// `IntlCalendar::setSkippedWallTimeOption()`
pub(crate) fn set_skipped_wall_time_option(cx: &mut Cx, this: &PhpObject, option: i64) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    if !matches!(option, 0..=2) {
        let message = "must be one of IntlCalendar::WALLTIME_FIRST, IntlCalendar::WALLTIME_LAST, or IntlCalendar::WALLTIME_NEXT_VALID";
        return Err(cx.argument_value_error(argument(cx, 1), message));
    }
    calendar.set_attribute(attribute::SKIPPED, option as i32);
    Ok(true)
}

/// `IntlCalendar::getLocale()`
pub(crate) fn get_locale(cx: &mut Cx, this: &PhpObject, kind: i64) -> PhpResult<OrFalse<String>> {
    let calendar = part(cx, this)?;
    if !matches!(kind, 0 | 1) {
        return Err(cx.argument_value_error(argument(cx, 1), "must be either Locale::ACTUAL_LOCALE or Locale::VALID_LOCALE"));
    }
    let mut code = 0;
    let locale = calendar.locale(kind as i32, &mut code);
    let fine = check::<Calendar>(cx, this, code, "intlcal_get_locale: Call to ICU method has failed")?;
    Ok(OrFalse(locale.filter(|_| fine)))
}

/// `IntlCalendar::getTimeZone()`
pub(crate) fn get_time_zone(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let zone = part(cx, this)?.zone();
    timezone::create(cx, zone)
}

/// `IntlCalendar::getType()`
pub(crate) fn get_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<String> {
    Ok(part(cx, this)?.kind(&mut 0).unwrap_or_default())
}

/// `IntlCalendar::inDaylightTime()`
pub(crate) fn in_daylight_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (calendar, mut code) = (part(cx, this)?, 0);
    let summer = calendar.in_daylight_time(&mut code);
    Ok(check::<Calendar>(cx, this, code, "intlcal_in_daylight_time: Error calling ICU method")? && summer)
}

/// `IntlCalendar::isSet()`
pub(crate) fn is_set(cx: &mut Cx, this: &PhpObject, of: i64) -> PhpResult<bool> {
    let calendar = part(cx, this)?;
    Ok(calendar.is_set(field(cx, 1, of)?))
}

/// `IntlCalendar::isWeekend()`
pub(crate) fn is_weekend(cx: &mut Cx, this: &PhpObject, date: Option<f64>) -> PhpResult<bool> {
    let (calendar, mut code) = (part(cx, this)?, 0);
    let date = date.unwrap_or_else(|| calendar.time(&mut code));
    let weekend = calendar.is_weekend(date, &mut code);
    Ok(check::<Calendar>(cx, this, code, "intlcal_is_weekend: Error calling ICU method")? && weekend)
}

/// `IntlCalendar::fromDateTime()`
pub(crate) fn from_date_time(cx: &mut Cx, date: &Value, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    let date = match date.as_object() {
        Some(date) => date.clone(),
        None => {
            let class = cx.builtin_class("DateTime");
            cx.new_object(class, std::slice::from_ref(date))?
        }
    };
    if !is_constructed(cx, &date)? {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "intlcal_from_date_time: DateTime object is unconstructed")?;
        return Ok(None);
    }
    let timestamp = cx.call_method_named(&date, "getTimestamp", &[])?;
    let Some(seconds) = timestamp.as_ref().and_then(Value::as_int) else {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "intlcal_from_date_time: bad DateTime; call to DateTime::getTimestamp() failed")?;
        return Ok(None);
    };
    let silent = |_: &mut Cx, _: i32, _: Vec<u8>| Ok(());
    let Some(zone) = zone_of_date(cx, &date, "intlcal_from_date_time", &silent)? else { return Ok(None) };
    let locale = locale.map_or_else(|| cstring(&default_locale(cx)), |locale| cstring(locale));
    let mut code = 0;
    let Some(mut calendar) = Calendar::open(&zone, &locale, &mut code) else {
        errors::set(cx, code, "intlcal_from_date_time: error creating ICU Calendar object")?;
        return Ok(None);
    };
    calendar.set_time(seconds as f64 * 1000.0, &mut code);
    if icu::failed(code) {
        errors::set(cx, code, "intlcal_from_date_time: error creating ICU Calendar::setTime()")?;
        return Ok(None);
    }
    create(cx, calendar).map(Some)
}

/// `IntlCalendar::toDateTime()`
pub(crate) fn to_date_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let (calendar, mut code) = (part(cx, this)?, 0);
    let seconds = calendar.time(&mut code) / 1000.0;
    if !check::<Calendar>(cx, this, code, "Call to ICU method has failed")? {
        return Ok(OrFalse::FALSE);
    }
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<Calendar>(cx, this, code, message);
    if !(i64::MIN as f64..=u64::MAX as f64).contains(&seconds) {
        let message = "intlcal_to_date_time: The calendar date is out of the range for a 64-bit integer";
        report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
        return Ok(OrFalse::FALSE);
    }
    let zone = calendar.zone();
    let Some(zone) = to_date_time_zone(cx, &zone, "intlcal_to_date_time", &report)? else { return Ok(OrFalse::FALSE) };
    made_date_time(cx, seconds as i64, &zone).map(OrFalse::some)
}
