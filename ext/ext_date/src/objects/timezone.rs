//! `DateTimeZone`: zones by name, abbreviation or offset, their transitions and places.

use loxo_runtime::object::Purpose;

use super::{create, date, native, stored, uninitialized};
use crate::calendar::{self, DAY};
use crate::format;
use crate::functions::zones;
use crate::parse::cursor::Cursor;
use crate::prelude::*;
use crate::time::{Time, ZoneRef};
use crate::zone::name::{self, Named};
use crate::zone::{LocalType, data};

/// The native part; empty before the constructor.
#[derive(Clone, Default)]
pub(crate) struct ZoneData(pub Option<ZoneRef>);

native!(ZoneData);

/// Entries of serialized zones.
const OWN: &[&str] = &["timezone_type", "timezone"];

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(ZoneData::default())),
        compare: Some(compare_zones),
        properties_for: Some(|_, this, purpose| Ok((purpose != Purpose::Values).then(|| property_table(this)))),
        debug_info: Some(|_, this| Ok(property_table(this))),
        ..ObjectHandlers::default()
    }
}

fn zone<'a>(cx: &mut Cx, object: &'a PhpObject) -> PhpResult<&'a ZoneRef> {
    match object.native::<ZoneData>().and_then(|data| data.0.as_ref()) {
        Some(zone) => Ok(zone),
        None => Err(uninitialized(cx, class_of(object))),
    }
}

/// A new `DateTimeZone`.
pub(crate) fn of_zone(cx: &mut Cx, zone: ZoneRef) -> PhpResult<PhpObject> {
    create(cx, cx.builtin_class("DateTimeZone"), Box::new(ZoneData(Some(zone))))
}

fn entries(zone: &ZoneRef) -> PhpArray {
    let mut array = PhpArray::new();
    array.set_bytes(b"timezone_type", Value::int(zone.kind()));
    array.set_bytes(b"timezone", Value::from(zone.name()));
    array
}

fn property_table(this: &PhpObject) -> PhpArray {
    let mut table = stored::members(this);
    if let Some(zone) = this.native::<ZoneData>().and_then(|data| data.0.as_ref()) {
        for (key, value) in &entries(zone) {
            table.set_ref(key, value.clone());
        }
    }
    table
}

fn compare_zones(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let parts = a.as_object().zip(b.as_object()).and_then(|(a, b)| Some((a.native::<ZoneData>()?, b.native::<ZoneData>()?)));
    let Some(parts) = parts else { return compare::compare_standard(cx, a, b) };
    let (ZoneData(Some(one)), ZoneData(Some(two))) = parts else {
        return Err(cx.throw("DateObjectError", "Trying to compare uninitialized DateTimeZone objects"));
    };
    let equal = match (one, two) {
        (ZoneRef::Offset(one), ZoneRef::Offset(two)) => one == two,
        (ZoneRef::Abbreviation { name: one, .. }, ZoneRef::Abbreviation { name: two, .. }) => one == two,
        (ZoneRef::Id(one), ZoneRef::Id(two)) => one.name == two.name,
        _ => return Err(cx.throw("DateException", "Cannot compare two different kinds of DateTimeZone objects")),
    };
    Ok(if equal { 0 } else { 1 })
}

/// A zone that is all of a text, or what is wrong with it.
pub(crate) fn parse(text: &PhpStr) -> Result<ZoneRef, Vec<u8>> {
    const TOO_FAR: i32 = 100 * 3600;
    let bytes = text.as_bytes();
    if bytes.contains(&0) {
        return Err(b"Timezone must not contain null bytes".to_vec());
    }
    let mut cursor = Cursor::new(bytes);
    match name::read(&mut cursor) {
        Named::Zone(ZoneRef::Offset(seconds)) if seconds.abs() >= TOO_FAR => {
            Err([b"Timezone offset is out of range (", bytes, b")"].concat())
        }
        Named::Zone(zone) if cursor.at_end() => Ok(zone),
        _ => Err([b"Unknown or bad timezone (", bytes, b")"].concat()),
    }
}

/// `DateTimeZone::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, timezone: &PhpStr) -> PhpResult<()> {
    match parse(timezone) {
        Ok(zone) => {
            this.set_native(Box::new(ZoneData(Some(zone))));
            Ok(())
        }
        Err(message) => Err(cx.throw("DateInvalidTimeZoneException", [b"DateTimeZone::__construct(): ", &message[..]].concat())),
    }
}

/// `DateTimeZone::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<String> {
    Ok(zone(cx, this)?.name())
}

/// `DateTimeZone::getOffset()`
pub(crate) fn get_offset(cx: &mut Cx, this: &PhpObject, datetime: &PhpObject) -> PhpResult<i64> {
    let zone = zone(cx, this)?;
    let moment = date::time(cx, datetime)?.moment;
    Ok(zone.offset_at(moment))
}

/// One row of `getTransitions()`.
fn row(moment: i64, kind: &LocalType) -> Value {
    let mut row = PhpArray::new();
    row.set_bytes(b"ts", Value::int(moment));
    row.set_bytes(b"time", Value::bytes(&format::format(&Time::utc(moment), b"x-m-d\\TH:i:sP")));
    row.set_bytes(b"offset", Value::int(i64::from(kind.offset)));
    row.set_bytes(b"isdst", Value::bool(kind.is_dst));
    row.set_bytes(b"abbr", Value::from(kind.abbreviation.as_ref()));
    Value::array(row)
}

/// `DateTimeZone::getTransitions()`
pub(crate) fn get_transitions(
    cx: &mut Cx,
    this: &PhpObject,
    timestamp_begin: Option<i64>,
    timestamp_end: Option<i64>,
) -> PhpResult<OrFalse<PhpArray>> {
    let ZoneRef::Id(zone) = zone(cx, this)? else { return Ok(OrFalse::FALSE) };
    let history = zone.history;
    let begin = timestamp_begin.unwrap_or(i64::MIN);
    let end = timestamp_end.unwrap_or(i64::from(i32::MAX));
    // What holds when the range begins comes first.
    let mut rows = vec![row(begin, history.at(begin).kind)];
    let within = |at: i64| at > begin && at <= end;
    rows.extend(history.transitions.iter().filter(|change| within(change.at)).map(|change| row(change.at, &history.types[change.to])));
    if let Some(last) = history.transitions.last().filter(|_| history.has_yearly_changes()) {
        let (first_year, ..) = calendar::civil(last.at.max(begin).div_euclid(DAY));
        let (last_year, ..) = calendar::civil(end.div_euclid(DAY));
        for year in first_year..=last_year {
            let later = history.changes_of_year(year).into_iter().filter(|change| change.at > last.at && change.at >= begin);
            for change in later {
                if change.at > end {
                    return Ok(OrFalse::some(PhpArray::from_values(rows)));
                }
                rows.push(row(change.at, &history.types[change.to]));
            }
        }
    }
    Ok(OrFalse::some(PhpArray::from_values(rows)))
}

/// `DateTimeZone::getLocation()`
pub(crate) fn get_location(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let ZoneRef::Id(zone) = zone(cx, this)? else { return Ok(OrFalse::FALSE) };
    let Some(entry) = data::entry(zone.name.as_bytes()) else { return Ok(OrFalse::FALSE) };
    let mut location = PhpArray::new();
    location.set_bytes(b"country_code", Value::from(entry.country));
    location.set_bytes(b"latitude", Value::float(entry.latitude));
    location.set_bytes(b"longitude", Value::float(entry.longitude));
    location.set_bytes(b"comments", Value::from(entry.comments));
    Ok(OrFalse::some(location))
}

/// `DateTimeZone::listAbbreviations()`
pub(crate) fn list_abbreviations(cx: &mut Cx) -> PhpResult<PhpArray> {
    zones::timezone_abbreviations_list(cx)
}

/// `DateTimeZone::listIdentifiers()`
pub(crate) fn list_identifiers(cx: &mut Cx, timezone_group: i64, country_code: Option<&PhpStr>) -> PhpResult<PhpArray> {
    zones::timezone_identifiers_list(cx, timezone_group, country_code)
}

/// `DateTimeZone::__serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut array = entries(zone(cx, this)?);
    stored::add_members(&mut array, this);
    Ok(array)
}

/// Sets the zone from the entries of a serialized one.
fn restore(cx: &mut Cx, this: &PhpObject, array: &PhpArray) -> PhpResult<()> {
    let kind = stored::int(array, "timezone_type").filter(|kind| (1..=3).contains(kind));
    let zone = kind.and_then(|_| stored::text(array, "timezone")).and_then(|name| parse(name).ok());
    match zone {
        Some(zone) => {
            this.set_native(Box::new(ZoneData(Some(zone))));
            Ok(())
        }
        None => Err(cx.throw_error("Invalid serialization data for DateTimeZone object")),
    }
}

/// `DateTimeZone::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    restore(cx, this, data)?;
    stored::restore_members(cx, this, data, OWN)
}

/// `DateTimeZone::__wakeup()`
pub(crate) fn wakeup(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    restore(cx, this, &stored::members(this))
}

/// `DateTimeZone::__set_state()`
pub(crate) fn set_state(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpObject> {
    let object = create(cx, cx.builtin_class("DateTimeZone"), Box::new(ZoneData::default()))?;
    restore(cx, &object, array)?;
    Ok(object)
}
