//! Computes the date of Easter by the Julian or the Gregorian rule: `easter_days()` and `easter_date()`.

use loxo_runtime::{Cx, PhpResult};

use crate::calendar::{local_date, local_midnight};
use crate::dates::Date;

const ROMAN: i64 = 1;
const ALWAYS_GREGORIAN: i64 = 2;
const ALWAYS_JULIAN: i64 = 3;

/// Days after 21 March.
fn days_after_march_21(year: i64, mode: i64) -> i64 {
    let golden = year % 19 + 1;
    let julian = mode == ALWAYS_JULIAN || (mode != ALWAYS_GREGORIAN && (year <= 1582 || (year <= 1752 && mode != ROMAN)));
    // A Sunday, and the full moon after the beginning of spring.
    let (sunday, moon) = if julian {
        (year + year / 4 + 5, 3 - 11 * golden - 7)
    } else {
        let sun = (year - 1600) / 100 - (year - 1600) / 400;
        let moon = (year - 1400) / 100 * 8 / 25;
        (year + year / 4 - year / 100 + year / 400, 3 - 11 * golden + sun - moon)
    };
    let sunday = sunday.rem_euclid(7);
    let mut moon = moon.rem_euclid(30);
    if moon == 29 || (moon == 28 && golden > 11) {
        moon -= 1;
    }
    moon + (4 - moon - sunday).rem_euclid(7) + 1
}

fn checked_year(cx: &mut Cx, year: Option<i64>) -> PhpResult<i64> {
    const LAST: i64 = i64::MAX / 5 * 4;
    let year = match year {
        Some(year) => year,
        None => local_date(cx, None)?.year,
    };
    if !(1..=LAST).contains(&year) {
        return Err(cx.argument_value_error(1, format!("must be between 1 and {LAST}")));
    }
    Ok(year)
}

/// `easter_days()`
pub(crate) fn easter_days(cx: &mut Cx, year: Option<i64>, mode: i64) -> PhpResult<i64> {
    let year = checked_year(cx, year)?;
    Ok(days_after_march_21(year, mode))
}

/// `easter_date()`
pub(crate) fn easter_date(cx: &mut Cx, year: Option<i64>, mode: i64) -> PhpResult<i64> {
    let year = checked_year(cx, year)?;
    if year < 1970 {
        return Err(cx.argument_value_error(1, "must be a year after 1970 (inclusive)"));
    }
    if year > 2_000_000_000 {
        return Err(cx.argument_value_error(1, "must be a year before 2.000.000.000 (inclusive)"));
    }
    let days = days_after_march_21(year, mode);
    let (month, day) = if days < 11 { (3, days + 21) } else { (4, days - 10) };
    local_midnight(cx, Date { year, month, day })
}
