//! The Jewish calendar: months follow the moon, and years begin when the new moon of Tishri was, put off by up to two days.

use crate::dates::Date;

/// Time is counted in parts: 1080 of an hour.
const PARTS_OF_DAY: i64 = 25920;
const PARTS_OF_MONTH: i64 = 29 * PARTS_OF_DAY + 13753;
const MONTHS_OF_CYCLE: i64 = 235;
const YEARS_OF_CYCLE: i64 = 19;
const FIRST_NEW_MOON: i64 = 31524;
const OFFSET: i64 = 347_997;
const LAST_DAY: i64 = 324_542_846;

/// Has the year thirteen months?
pub(crate) fn is_leap(year: i64) -> bool {
    (7 * year + 1).rem_euclid(YEARS_OF_CYCLE) < 7
}

/// The first day of a year.
fn new_year(year: i64) -> i64 {
    const NOON: i64 = 18 * 1080;
    const LATE_TUESDAY: i64 = 9 * 1080 + 204;
    const LATE_MONDAY: i64 = 15 * 1080 + 589;
    let months = (year - 1) / YEARS_OF_CYCLE * MONTHS_OF_CYCLE + (MONTHS_OF_CYCLE * ((year - 1) % YEARS_OF_CYCLE) + 1) / YEARS_OF_CYCLE;
    let moon = FIRST_NEW_MOON + months * PARTS_OF_MONTH;
    let (mut day, parts) = (moon / PARTS_OF_DAY, moon % PARTS_OF_DAY);
    let put_off = parts >= NOON
        || (day % 7 == 2 && parts >= LATE_TUESDAY && !is_leap(year))
        || (day % 7 == 1 && parts >= LATE_MONDAY && is_leap(year - 1));
    if put_off {
        day += 1;
    }
    // Never on Sunday, Wednesday or Friday.
    if matches!(day % 7, 0 | 3 | 5) { day + 1 } else { day }
}

/// The day before a month, counted from the first day of the year or back from that of the next one. `None`: no such month.
fn month_start(year: i64, month: i64) -> Option<i64> {
    let leap = if is_leap(year) { 30 } else { 0 };
    Some(match month {
        1 => new_year(year) - 1,
        2 => new_year(year) + 29,
        3 => {
            let (start, length) = (new_year(year), new_year(year + 1) - new_year(year));
            start + if matches!(length, 355 | 385) { 59 } else { 58 }
        }
        4 => new_year(year + 1) - 266 - leap,
        5 => new_year(year + 1) - 237 - leap,
        6 => new_year(year + 1) - 207 - leap,
        7 => new_year(year + 1) - 207,
        8 => new_year(year + 1) - 178,
        9 => new_year(year + 1) - 148,
        10 => new_year(year + 1) - 119,
        11 => new_year(year + 1) - 89,
        12 => new_year(year + 1) - 60,
        13 => new_year(year + 1) - 30,
        _ => return None,
    })
}

/// 0: no such date.
pub(crate) fn of_jewish(date: Date) -> i64 {
    let possible = (1..i64::from(i32::MAX) - 1).contains(&date.year) && (1..=30).contains(&date.day);
    match month_start(date.year.max(1), date.month).filter(|_| possible) {
        Some(start) => start + date.day + OFFSET,
        None => 0,
    }
}

pub(crate) fn to_jewish(day: i64) -> Date {
    if day <= OFFSET || day > LAST_DAY {
        return Date::default();
    }
    let day = day - OFFSET;
    let mut year = day * PARTS_OF_DAY / (PARTS_OF_MONTH * MONTHS_OF_CYCLE / YEARS_OF_CYCLE) + 1;
    while new_year(year) > day {
        year -= 1;
    }
    while new_year(year + 1) <= day {
        year += 1;
    }
    let months = (1..=13).rev().filter(|month| *month != 6 || is_leap(year));
    let found = months.filter_map(|month| Some((month, month_start(year, month)?))).find(|(_, start)| *start < day);
    match found {
        Some((month, start)) => Date { year, month, day: day - start },
        None => Date::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for day in [347_998, 347_999, 2_440_588, 2_452_162, 2_460_000, 324_542_846] {
            assert_eq!(of_jewish(to_jewish(day)), day);
        }
        let months: Vec<bool> = (1..=19).map(is_leap).collect();
        assert_eq!(months.iter().filter(|leap| **leap).count(), 7);
        assert!(is_leap(3) && is_leap(19) && !is_leap(1));
    }
}
