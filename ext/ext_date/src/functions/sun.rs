//! `date_sun_info()` and its deprecated ancestors.

use crate::prelude::*;
use crate::state;
use crate::sun::{self, Sun};
use crate::time::{Time, ZoneRef};

const RETURN_TIMESTAMP: i64 = 0;
const RETURN_STRING: i64 = 1;
const RETURN_DOUBLE: i64 = 2;

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Sunrise,
    Sunset,
}

/// Place and altitude as they were passed.
struct Asked {
    latitude: Option<f64>,
    longitude: Option<f64>,
    zenith: Option<f64>,
    utc_offset: Option<f64>,
}

fn sun_function(cx: &mut Cx, event: Event, timestamp: i64, return_format: i64, asked: &Asked) -> PhpResult<Value> {
    let zenith_setting = if event == Event::Sunset { "date.sunset_zenith" } else { "date.sunrise_zenith" };
    let latitude = asked.latitude.unwrap_or_else(|| cx.ini_float("date.default_latitude"));
    let longitude = asked.longitude.unwrap_or_else(|| cx.ini_float("date.default_longitude"));
    let zenith = asked.zenith.unwrap_or_else(|| cx.ini_float(zenith_setting));
    if !(RETURN_TIMESTAMP..=RETURN_DOUBLE).contains(&return_format) {
        let message = "must be one of SUNFUNCS_RET_TIMESTAMP, SUNFUNCS_RET_STRING, or SUNFUNCS_RET_DOUBLE";
        return Err(cx.argument_value_error(2, message));
    }
    if !latitude.is_finite() || !longitude.is_finite() {
        return Ok(Value::FALSE);
    }
    let zone = state::default_zone(cx);
    // PHP takes the zone's offset of 1970.
    let utc_offset = asked.utc_offset.unwrap_or_else(|| f64::from(zone.at(0).kind.offset) / 3600.0);
    let time = Time::local(timestamp, ZoneRef::Id(zone));
    let (sun, _) = sun::rise_and_set(&time, longitude, latitude, 90.0 - zenith, true);
    let Sun::Rises { rise, set, rise_hour, set_hour } = sun else { return Ok(Value::FALSE) };
    let (moment, hour) = if event == Event::Sunset { (set, set_hour) } else { (rise, rise_hour) };
    if return_format == RETURN_TIMESTAMP {
        return Ok(Value::int(moment));
    }
    let mut hour = hour + utc_offset;
    if !(0.0..=24.0).contains(&hour) {
        hour -= (hour / 24.0).floor() * 24.0;
    }
    if !(0.0..=24.0).contains(&hour) {
        return Ok(Value::FALSE);
    }
    Ok(match return_format {
        RETURN_STRING => format!("{:02}:{:02}", hour as i64, (60.0 * hour.fract()) as i64).into(),
        _ => Value::float(hour),
    })
}

/// `date_sunrise()`
pub(crate) fn date_sunrise(
    cx: &mut Cx,
    timestamp: i64,
    return_format: i64,
    latitude: Option<f64>,
    longitude: Option<f64>,
    zenith: Option<f64>,
    utc_offset: Option<f64>,
) -> PhpResult<Value> {
    sun_function(cx, Event::Sunrise, timestamp, return_format, &Asked { latitude, longitude, zenith, utc_offset })
}

/// `date_sunset()`
pub(crate) fn date_sunset(
    cx: &mut Cx,
    timestamp: i64,
    return_format: i64,
    latitude: Option<f64>,
    longitude: Option<f64>,
    zenith: Option<f64>,
    utc_offset: Option<f64>,
) -> PhpResult<Value> {
    sun_function(cx, Event::Sunset, timestamp, return_format, &Asked { latitude, longitude, zenith, utc_offset })
}

/// `date_sun_info()`
pub(crate) fn date_sun_info(cx: &mut Cx, timestamp: i64, latitude: f64, longitude: f64) -> PhpResult<PhpArray> {
    for (number, value) in [(2, latitude), (3, longitude)] {
        if !value.is_finite() {
            return Err(cx.argument_value_error(number, "must be finite"));
        }
    }
    let time = Time::local(timestamp, ZoneRef::Id(state::default_zone(cx)));
    let mut array = PhpArray::new();
    for (begin, end, altitude, upper_limb) in [
        ("sunrise", "sunset", -35.0 / 60.0, true),
        ("civil_twilight_begin", "civil_twilight_end", -6.0, false),
        ("nautical_twilight_begin", "nautical_twilight_end", -12.0, false),
        ("astronomical_twilight_begin", "astronomical_twilight_end", -18.0, false),
    ] {
        let (sun, transit) = sun::rise_and_set(&time, longitude, latitude, altitude, upper_limb);
        let (rise, set) = match sun {
            Sun::Rises { rise, set, .. } => (Value::int(rise), Value::int(set)),
            Sun::AlwaysAbove => (Value::TRUE, Value::TRUE),
            Sun::AlwaysBelow => (Value::FALSE, Value::FALSE),
        };
        array.set_bytes(begin.as_bytes(), rise);
        array.set_bytes(end.as_bytes(), set);
        if upper_limb {
            array.set_bytes(b"transit", Value::int(transit));
        }
    }
    Ok(array)
}
