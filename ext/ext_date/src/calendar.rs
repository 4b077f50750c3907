//! The proleptic Gregorian calendar in 64 bits. What does not fit wraps around, as it does in PHP; nothing here panics.

use loxo_runtime::civil::{ERA_DAYS, ERA_YEARS};
pub(crate) use loxo_runtime::civil::{date_of_days as civil, days_of_date as days};

/// Seconds of a day.
pub(crate) const DAY: i64 = 86_400;
pub(crate) const HOUR: i64 = 3600;

const MONTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

pub(crate) const MONTH_NAMES: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
pub(crate) const DAY_NAMES: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

#[inline]
pub(crate) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Of a month from 1 to 12; others count as January.
#[inline]
pub(crate) fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        1..=12 => MONTHS[month as usize - 1],
        _ => 31,
    }
}

pub(crate) fn days_in_year(year: i64) -> i64 {
    if is_leap(year) { 366 } else { 365 }
}

/// Brings a date of any month and day into the calendar.
pub(crate) fn normalize(year: &mut i64, month: &mut i64, day: &mut i64) {
    limit(1, 13, 12, month, year);
    if *day >= 1 && *day <= days_in_month(*year, *month) {
        return;
    }
    // The years that matter are those of one era, so that no year is too large.
    let eras = (*day / ERA_DAYS).wrapping_mul(ERA_YEARS);
    let base = year.div_euclid(ERA_YEARS).wrapping_mul(ERA_YEARS);
    let within = days(year.rem_euclid(ERA_YEARS), *month, 1) + (*day % ERA_DAYS) - 1;
    let (y, m, d) = civil(within);
    *year = base.wrapping_add(y).wrapping_add(eras);
    (*month, *day) = (m, d);
}

/// Carries what is outside of `start..end` (from 0 or 1) over into the next larger unit, which has `size` of these.
#[inline]
pub(crate) fn limit(start: i64, end: i64, size: i64, value: &mut i64, larger: &mut i64) {
    if *value < start || *value >= end {
        let (carry, rest) = (value.div_euclid(size), value.rem_euclid(size));
        let short = rest < start;
        *larger = larger.wrapping_add(carry).wrapping_sub(i64::from(short));
        *value = if short { rest + size } else { rest };
    }
}

/// 0 is Sunday. Months are from 1 to 12, days may be any.
#[inline]
pub(crate) fn weekday(year: i64, month: i64, day: i64) -> i64 {
    let first = days(year.rem_euclid(ERA_YEARS), month, 1);
    (first + 4 + day.wrapping_sub(1) % 7).rem_euclid(7)
}

/// 1 is Monday.
pub(crate) fn iso_weekday(year: i64, month: i64, day: i64) -> i64 {
    match weekday(year, month, day) {
        0 => 7,
        weekday => weekday,
    }
}

/// From 0.
pub(crate) fn day_of_year(year: i64, month: i64, day: i64) -> i64 {
    let year = year.rem_euclid(ERA_YEARS);
    (days(year, month, 1) - days(year, 1, 1)).wrapping_add(day) - 1
}

/// ISO year and week.
pub(crate) fn iso_week(year: i64, month: i64, day: i64) -> (i64, i64) {
    // The week belongs to the year of its Thursday.
    let thursday = day_of_year(year, month, day) - iso_weekday(year, month, day) + 4;
    if thursday < 0 {
        let before = year.wrapping_sub(1);
        return (before, (thursday + days_in_year(before)) / 7 + 1);
    }
    if thursday >= days_in_year(year) {
        return (year.wrapping_add(1), 1);
    }
    (year, thursday / 7 + 1)
}

/// Days from the 1st of January of the ISO year to a day of one of its weeks.
pub(crate) fn iso_offset(year: i64, week: i64, weekday_number: i64) -> i64 {
    let first = weekday(year, 1, 1);
    let start = if first > 4 { 7 - first } else { -first };
    start.wrapping_add(week.wrapping_sub(1).wrapping_mul(7)).wrapping_add(weekday_number)
}

pub(crate) fn is_valid_date(year: i64, month: i64, day: i64) -> bool {
    (1..=12).contains(&month) && day >= 1 && day <= days_in_month(year, month)
}

pub(crate) fn is_valid_time(hour: i64, minute: i64, second: i64) -> bool {
    (0..24).contains(&hour) && (0..60).contains(&minute) && (0..60).contains(&second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for day in (-1_000_000..1_000_000).step_by(997) {
            let (y, m, d) = civil(day);
            assert_eq!(days(y, m, d), day);
            assert_eq!(weekday(y, m, d), (day + 4).rem_euclid(7));
        }
    }

    #[test]
    fn weeks() {
        assert_eq!(iso_week(2005, 1, 1), (2004, 53));
        assert_eq!(iso_week(2008, 12, 29), (2009, 1));
        assert_eq!(iso_week(2010, 1, 3), (2009, 53));
        assert_eq!(iso_week(2024, 12, 30), (2025, 1));
        assert_eq!(iso_offset(2008, 39, 2), 266);
    }

    #[test]
    fn extremes_do_not_panic() {
        let extremes = [i64::MIN, i64::MIN + 1, -146_098, -1, 0, 1, 13, 146_098, i64::MAX - 1, i64::MAX];
        for year in extremes {
            for month in extremes {
                for day in extremes {
                    let (mut y, mut m, mut d) = (year, month, day);
                    normalize(&mut y, &mut m, &mut d);
                    assert!((1..=12).contains(&m) && (1..=31).contains(&d));
                    let _ = (days(y, m, d), weekday(y, m, d), iso_week(y, m, d), iso_offset(year, month, day));
                }
            }
            let _ = civil(year);
        }
    }

    #[test]
    fn carries() {
        let date = |y, m, d| {
            let (mut y, mut m, mut d) = (y, m, d);
            normalize(&mut y, &mut m, &mut d);
            (y, m, d)
        };
        assert_eq!(date(2024, 2, 30), (2024, 3, 1));
        assert_eq!(date(2023, 13, 0), (2023, 12, 31));
        assert_eq!(date(2024, -1, 31), (2023, 12, 1));
        assert_eq!(date(2000, 1, -365), (1998, 12, 31));
        assert_eq!(date(2000, 3, 146_098), (2400, 3, 1));
    }
}
