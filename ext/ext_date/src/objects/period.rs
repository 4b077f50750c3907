//! `DatePeriod`: dates at regular distances, from ISO 8601 notation or from start, interval and end, and the iterator over them.

use loxo_runtime::{args, internal_iterator};

use super::interval::{self, IntervalData};
use super::{builtin_class_of, called_class, create, date, stored, uninitialized, with_function};
use crate::parse::iso_interval;
use crate::prelude::*;
use crate::state;
use crate::time::{Relative, Time};

const EXCLUDE_START_DATE: i64 = 1;
const INCLUDE_END_DATE: i64 = 2;
/// Recurrences are counted in 32 bits.
const MAX_RECURRENCES: i64 = i32::MAX as i64 - 8;

/// The native part.
#[derive(Clone, Default)]
struct PeriodData {
    start: Option<Time>,
    /// The class of the dates.
    class: Option<&'static Class>,
    current: Option<Time>,
    end: Option<Time>,
    interval: Option<Relative>,
    /// Ends that count are counted.
    recurrences: i64,
    include_start_date: bool,
    include_end_date: bool,
}

super::native!(PeriodData);

/// The properties, which programs may only read.
const OWN: &[&str] = &["start", "current", "end", "interval", "recurrences", "include_start_date", "include_end_date"];

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(PeriodData::default())),
        write_property: Some(|cx, _, name, _| if is_own(name) { Err(readonly(cx, name)) } else { Ok(false) }),
        has_place: Some(|cx, _, name| if is_own(name) { Err(readonly(cx, name)) } else { Ok(true) }),
        iterate: Some(|cx, this, by_ref| match by_ref {
            true => Err(cx.throw_error("An iterator cannot be used with foreach by reference")),
            false => Ok(Box::new(Walk { period: this.clone(), index: 0 })),
        }),
        ..ObjectHandlers::default()
    }
}

fn is_own(name: &PhpStr) -> bool {
    OWN.iter().any(|own| own.as_bytes() == name.as_bytes())
}

#[cold]
fn readonly(cx: &mut Cx, name: &PhpStr) -> Thrown {
    cx.throw_error([b"Cannot modify readonly property DatePeriod::$", name.as_bytes()].concat())
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn data(object: &PhpObject) -> &mut PeriodData {
    object.native_mut::<PeriodData>().expect("objects of this class have this native part")
}

/// Sets a property from inside.
fn set(this: &PhpObject, name: &str, value: Value) {
    if let Some(property) = class_of(this).properties.get(name.as_bytes()) {
        let old = std::mem::replace(this.slot_mut(property.slot as usize), value);
        drop(old);
    }
}

/// A date of the period's class, or null.
fn date_value(cx: &mut Cx, class: Option<&'static Class>, time: Option<Time>) -> PhpResult<Value> {
    match time {
        Some(time) => {
            let class = class.unwrap_or_else(|| cx.builtin_class("DateTime"));
            date::of_time(cx, class, time).map(Value::object)
        }
        None => Ok(Value::NULL),
    }
}

fn interval_value(cx: &mut Cx, interval: Option<Relative>) -> PhpResult<Value> {
    match interval {
        Some(interval) => interval::of_relative(cx, IntervalData::civil(interval)).map(Value::object),
        None => Ok(Value::NULL),
    }
}

/// What programs see, in order.
fn entries(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let PeriodData { start, class, current, end, interval, recurrences, include_start_date, include_end_date } = data(this).clone();
    let values = [
        date_value(cx, class, start)?,
        date_value(cx, class, current)?,
        date_value(cx, class, end)?,
        interval_value(cx, interval)?,
        Value::int(recurrences),
        Value::bool(include_start_date),
        Value::bool(include_end_date),
    ];
    let mut array = PhpArray::new();
    for (name, value) in OWN.iter().zip(values) {
        array.set_bytes(name.as_bytes(), value);
    }
    Ok(array)
}

fn publish(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    for (key, value) in &entries(cx, this)? {
        if let KeyRef::Str(name) = key {
            set(this, &name.to_str_lossy(), value.clone());
        }
    }
    Ok(())
}

#[cold]
fn malformed(cx: &mut Cx, class: &str, message: &[u8]) -> Thrown {
    let message = with_function(cx, message);
    cx.throw(class, message)
}

const PERIOD_EXCEPTION: &str = "DateMalformedPeriodStringException";

/// Reads `R4/2012-07-01T00:00:00Z/P7D`; answers the number of recurrences.
fn read_iso(cx: &mut Cx, this: &PhpObject, text: &PhpStr, class: &'static Class) -> PhpResult<i64> {
    let iso = iso_interval::parse(text);
    let shown = state::c_string(text);
    if iso.malformed {
        return Err(cx.throw(PERIOD_EXCEPTION, [b"Unknown or bad format (", shown, b")"].concat()));
    }
    let recurrences = iso.recurrences.unwrap_or(0);
    let missing = match (&iso.begin, &iso.period, &iso.end) {
        (None, ..) => Some("a start date"),
        (_, None, _) => Some("an interval"),
        (_, _, None) if recurrences == 0 => Some("an end date or a recurrence count"),
        _ => None,
    };
    let resolved = |time: Option<Time>| {
        time.map(|mut time| {
            time.resolve();
            time
        })
    };
    if let Some(missing) = missing {
        let message = [format!("ISO interval must contain {missing}, \"").as_bytes(), shown, b"\" given"].concat();
        return Err(malformed(cx, PERIOD_EXCEPTION, &message));
    }
    let period = data(this);
    period.start = resolved(iso.begin);
    period.end = resolved(iso.end);
    period.interval = iso.period;
    period.class = Some(class);
    Ok(recurrences)
}

fn finish(cx: &mut Cx, this: &PhpObject, options: i64, recurrences: i64) -> PhpResult<()> {
    if data(this).end.is_none() && !(1..=MAX_RECURRENCES).contains(&recurrences) {
        let message = format!("Recurrence count must be greater or equal to 1 and lower than {}", MAX_RECURRENCES + 1);
        return Err(malformed(cx, PERIOD_EXCEPTION, message.as_bytes()));
    }
    let period = data(this);
    period.include_start_date = options & EXCLUDE_START_DATE == 0;
    period.include_end_date = options & INCLUDE_END_DATE != 0;
    let recurrences = recurrences + i64::from(period.include_start_date) + i64::from(period.include_end_date);
    if recurrences > MAX_RECURRENCES {
        let limit = MAX_RECURRENCES + 1;
        let message = format!("Recurrence count must be greater or equal to 1 and lower than {limit} (including options)");
        return Err(malformed(cx, "DateMalformedStringException", message.as_bytes()));
    }
    period.recurrences = recurrences;
    publish(cx, this)
}

/// `DatePeriod::createFromISO8601String()`
pub(crate) fn create_from_iso8601_string(cx: &mut Cx, specification: &PhpStr, options: i64) -> PhpResult<PhpObject> {
    let object = create(cx, called_class(cx, "DatePeriod"), Box::new(PeriodData::default()))?;
    let class = cx.builtin_class("DateTimeImmutable");
    let recurrences = read_iso(cx, &object, specification, class)?;
    finish(cx, &object, options, recurrences)?;
    Ok(object)
}

/// An argument that is a date.
fn as_date(value: &Value) -> Option<&PhpObject> {
    value.deref().as_object().filter(|object| date::is_date(object))
}

/// An argument as `int`, as far as it can be one without complaints.
fn as_int(value: &Value) -> Option<i64> {
    let value = value.deref();
    let fits = match value.tag() {
        Tag::Int | Tag::False | Tag::True => true,
        Tag::Float => value.as_float().is_some_and(loxo_runtime::value::number::float_is_int),
        Tag::String => value.as_bytes().is_some_and(loxo_runtime::value::number::is_numeric),
        _ => false,
    };
    fits.then(|| convert::scalar_to_int(value))
}

/// `DatePeriod::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let options_at = |index: usize, args: &[Value]| match args.get(index) {
        Some(value) => as_int(value),
        None => Some(0),
    };
    let dates = match &*args {
        [start, interval, limit, ..] if args.len() <= 4 => as_date(start).zip(limit_of(interval)).and_then(|(start, interval)| {
            let limit = as_date(limit).map(|end| (Some(end.clone()), 0)).or_else(|| as_int(limit).map(|count| (None, count)));
            Some((start.clone(), interval.clone(), limit?, options_at(3, args)?))
        }),
        _ => None,
    };
    if let Some((start, interval, (end, recurrences), options)) = dates {
        let interface = cx.builtin_class("DateTimeInterface");
        let time = |cx: &mut Cx, object: &PhpObject| match object.native::<date::DateData>().and_then(|data| data.0.clone()) {
            Some(time) => Ok(time),
            None => Err(uninitialized(cx, interface)),
        };
        let start_time = time(cx, &start)?;
        let end_time = match &end {
            Some(end) => Some(time(cx, end)?),
            None => None,
        };
        let relative = interval::data(cx, &interval)?.relative.clone();
        let period = data(this);
        period.current = None;
        period.start = Some(start_time);
        period.class = Some(class_of(&start));
        period.interval = Some(relative);
        if end_time.is_some() {
            period.end = end_time;
        }
        return finish(cx, this, options, recurrences);
    }
    let options = options_at(1, args);
    let text = match args {
        [text] | [text, _] => match text.deref().as_object().cloned() {
            Some(object) => convert::object_to_string(cx, &object)?,
            None if text.deref().is_array() => None,
            None => Some(args::string(cx, 1, text)?.clone()),
        },
        _ => None,
    };
    let (Some(text), Some(options)) = (text, options) else {
        return Err(cx.type_error(
            "DatePeriod::__construct() accepts (DateTimeInterface, DateInterval, int [, int]), \
             or (DateTimeInterface, DateInterval, DateTime [, int]), or (string [, int]) as arguments",
        ));
    };
    data(this).current = None;
    cx.deprecated(
        "Calling DatePeriod::__construct(string $isostr, int $options = 0) is deprecated, \
         use DatePeriod::createFromISO8601String() instead",
    );
    cx.check()?;
    let class = cx.builtin_class("DateTime");
    let recurrences = read_iso(cx, this, &text, class)?;
    finish(cx, this, options, recurrences)
}

/// An argument that is an interval.
fn limit_of(value: &Value) -> Option<&PhpObject> {
    value.deref().as_object().filter(|object| object.native::<IntervalData>().is_some())
}

/// `DatePeriod::getStartDate()`
pub(crate) fn get_start_date(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let PeriodData { start, class, .. } = data(this);
    if start.is_none() {
        return Err(uninitialized(cx, class_of(this)));
    }
    date_value(cx, *class, start.clone())
}

/// `DatePeriod::getEndDate()`
pub(crate) fn get_end_date(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let PeriodData { end, class, .. } = data(this);
    date_value(cx, *class, end.clone())
}

/// `DatePeriod::getDateInterval()`
pub(crate) fn get_date_interval(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    match data(this).interval.clone() {
        Some(interval) => interval_value(cx, Some(interval)),
        None => Err(uninitialized(cx, class_of(this))),
    }
}

/// `DatePeriod::getRecurrences()`
pub(crate) fn get_recurrences(_cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<i64>> {
    let PeriodData { recurrences, include_start_date, include_end_date, .. } = data(this);
    let count = *recurrences - i64::from(*include_start_date) - i64::from(*include_end_date);
    Ok((count != 0).then_some(count))
}

/// `DatePeriod::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    internal_iterator::create(cx, Box::new(Walk { period: this.clone(), index: 0 }))
}

/// `DatePeriod::__serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    if data(this).start.is_none() {
        return Err(uninitialized(cx, class_of(this)));
    }
    let mut array = entries(cx, this)?;
    stored::add_members(&mut array, this);
    Ok(array)
}

/// Sets the period from the entries of a serialized one; throws if they make no sense.
fn restore(cx: &mut Cx, this: &PhpObject, array: &PhpArray) -> PhpResult<()> {
    match from_entries(data(this), array) {
        Some(()) => publish(cx, this),
        None => Err(cx.throw_error("Invalid serialization data for DatePeriod object")),
    }
}

fn from_entries(period: &mut PeriodData, array: &PhpArray) -> Option<()> {
    let entry = |name: &str| array.get_bytes(name.as_bytes()).map(Value::deref);
    // A date that has been constructed, or null.
    let date = |name: &str| {
        let value = entry(name)?;
        if value.is_null() {
            return Some(None);
        }
        let object = value.as_object()?;
        let time = object.native::<date::DateData>()?.0.clone()?;
        Some(Some((time, class_of(object))))
    };
    if let Some((start, class)) = date("start")? {
        period.start = Some(start);
        period.class = Some(class);
    }
    for (name, place) in [("end", &mut period.end), ("current", &mut period.current)] {
        if let Some((time, _)) = date(name)? {
            period.class?;
            *place = Some(time);
        }
    }
    let interval = entry("interval")?.as_object().filter(|object| class_of(object).name.as_bytes() == b"DateInterval")?;
    let interval = interval.native::<IntervalData>().filter(|data| data.ready)?;
    period.interval = Some(interval.relative.clone());
    period.recurrences = entry("recurrences")?.as_int().filter(|count| (0..=i64::from(i32::MAX)).contains(count))?;
    period.include_start_date = entry("include_start_date")?.as_bool()?;
    period.include_end_date = entry("include_end_date")?.as_bool()?;
    Some(())
}

/// `DatePeriod::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    restore(cx, this, data)?;
    stored::restore_members(cx, this, data, OWN)
}

/// `DatePeriod::__wakeup()`
pub(crate) fn wakeup(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    restore(cx, this, &stored::members(this))
}

/// `DatePeriod::__set_state()`
pub(crate) fn set_state(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpObject> {
    let object = create(cx, cx.builtin_class("DatePeriod"), Box::new(PeriodData::default()))?;
    restore(cx, &object, array)?;
    Ok(object)
}

/// A loop over the dates. Where it stands is in the period, as PHP has it.
struct Walk {
    period: PhpObject,
    index: i64,
}

impl Walk {
    fn advance(&self) {
        let PeriodData { current: Some(current), interval: Some(interval), .. } = data(&self.period) else { return };
        current.relative = interval.clone();
        current.have_relative = true;
        current.resolve();
        current.read_clock();
    }
}

impl ForeachIterator for Walk {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.index = 0;
        let period = data(&self.period);
        let Some(start) = period.start.clone() else { return Err(uninitialized(cx, cx.builtin_class("DatePeriod"))) };
        period.current = Some(start);
        if !period.include_start_date {
            self.advance();
        }
        Ok(())
    }

    fn valid(&mut self, _cx: &mut Cx) -> PhpResult<bool> {
        let period = data(&self.period);
        let (Some(current), Some(end)) = (&period.current, &period.end) else { return Ok(self.index < period.recurrences) };
        let order = current.compare(end);
        Ok(order.is_lt() || (order.is_eq() && period.include_end_date))
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        let PeriodData { current, class, .. } = data(&self.period);
        // Children of the two classes do not count.
        let builtin = class.map(builtin_class_of);
        date_value(cx, builtin, current.clone())
    }

    fn key(&mut self, _cx: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(self.index))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.advance();
        self.index += 1;
        let PeriodData { current, class, .. } = data(&self.period).clone();
        let current = date_value(cx, class, current)?;
        set(&self.period, "current", current);
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.period);
    }
}
