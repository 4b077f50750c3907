//! Days counted through, and dates of the Gregorian, the Julian and the French Republic's calendar. There is no year 0.

/// Year, month and day; all 0: no date of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Date {
    pub year: i64,
    pub month: i64,
    pub day: i64,
}

const GREGORIAN_OFFSET: i64 = 32045;
const JULIAN_OFFSET: i64 = 32083;
const FRENCH_OFFSET: i64 = 2_375_474;
const DAYS_OF_5_MONTHS: i64 = 153;
const DAYS_OF_4_YEARS: i64 = 1461;
const DAYS_OF_400_YEARS: i64 = 146_097;
/// Years are counted from here, so that they are positive.
const FIRST_YEAR: i64 = 4800;
const LAST_YEAR: i64 = i32::MAX as i64;

/// The date of a year that begins in March, from its number and the number of the day.
fn from_march(year: i64, day_of_year: i64) -> Date {
    let scaled = day_of_year * 5 - 3;
    let (month, day) = (scaled / DAYS_OF_5_MONTHS, scaled % DAYS_OF_5_MONTHS / 5 + 1);
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    let year = year - FIRST_YEAR;
    Date { year: if year <= 0 { year - 1 } else { year }, month, day }
}

/// Year that begins in March, and month of it.
fn to_march(date: Date) -> (i64, i64) {
    let year = if date.year < 0 { date.year + FIRST_YEAR + 1 } else { date.year + FIRST_YEAR };
    if date.month > 2 { (year, date.month - 3) } else { (year - 1, date.month + 9) }
}

fn is_possible(date: Date, first_year: i64) -> bool {
    date.year != 0
        && (first_year..=LAST_YEAR - FIRST_YEAR).contains(&date.year)
        && (1..=12).contains(&date.month)
        && (1..=31).contains(&date.day)
}

pub(crate) fn to_gregorian(day: i64) -> Date {
    if day <= 0 || day > (i64::MAX - 4 * GREGORIAN_OFFSET) / 4 {
        return Date::default();
    }
    let scaled = (day + GREGORIAN_OFFSET) * 4 - 1;
    let century = scaled / DAYS_OF_400_YEARS;
    let rest = scaled % DAYS_OF_400_YEARS / 4 * 4 + 3;
    if century > LAST_YEAR / 100 - rest / DAYS_OF_4_YEARS {
        return Date::default();
    }
    from_march(century * 100 + rest / DAYS_OF_4_YEARS, rest % DAYS_OF_4_YEARS / 4 + 1)
}

/// 0: no such date.
pub(crate) fn of_gregorian(date: Date) -> i64 {
    let too_early = date.year == -4714 && (date.month < 11 || (date.month == 11 && date.day < 25));
    if !is_possible(date, -4714) || too_early {
        return 0;
    }
    let (year, month) = to_march(date);
    year / 100 * DAYS_OF_400_YEARS / 4 + year % 100 * DAYS_OF_4_YEARS / 4 + (month * DAYS_OF_5_MONTHS + 2) / 5 + date.day - GREGORIAN_OFFSET
}

pub(crate) fn to_julian(day: i64) -> Date {
    if day <= 0 || day > (i64::MAX - JULIAN_OFFSET * 4 + 1) / 4 {
        return Date::default();
    }
    let scaled = day * 4 + (JULIAN_OFFSET * 4 - 1);
    let year = scaled / DAYS_OF_4_YEARS;
    if year > LAST_YEAR {
        return Date::default();
    }
    from_march(year, scaled % DAYS_OF_4_YEARS / 4 + 1)
}

/// 0: no such date.
pub(crate) fn of_julian(date: Date) -> i64 {
    let too_early = date.year == -4713 && date.month == 1 && date.day == 1;
    if !is_possible(date, -4713) || too_early {
        return 0;
    }
    let (year, month) = to_march(date);
    year * DAYS_OF_4_YEARS / 4 + (month * DAYS_OF_5_MONTHS + 2) / 5 + date.day - JULIAN_OFFSET
}

pub(crate) fn to_french(day: i64) -> Date {
    const FIRST: i64 = 2_375_840;
    const LAST: i64 = 2_380_952;
    if !(FIRST..=LAST).contains(&day) {
        return Date::default();
    }
    let scaled = (day - FRENCH_OFFSET) * 4 - 1;
    let day_of_year = scaled % DAYS_OF_4_YEARS / 4;
    Date { year: scaled / DAYS_OF_4_YEARS, month: day_of_year / 30 + 1, day: day_of_year % 30 + 1 }
}

/// 0: no such date.
pub(crate) fn of_french(date: Date) -> i64 {
    if !(1..=14).contains(&date.year) || !(1..=13).contains(&date.month) || !(1..=30).contains(&date.day) {
        return 0;
    }
    date.year * DAYS_OF_4_YEARS / 4 + (date.month - 1) * 30 + date.day + FRENCH_OFFSET
}

/// 0 is Sunday.
pub(crate) fn day_of_week(day: i64) -> usize {
    ((day % 7 + 8) % 7) as usize
}
