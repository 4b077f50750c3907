//! The builtins that convert dates between calendars by way of Julian day numbers: `gregoriantojd()`, `jdtojewish()` and their like.

use std::time::{SystemTime, UNIX_EPOCH};

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};

use crate::dates::{self, Date, day_of_week};
use crate::{jewish, names};

const SECONDS_OF_DAY: i64 = 86400;
/// 1 January 1970.
const EPOCH: i64 = 2_440_588;
const LARGEST: i64 = i32::MAX as i64;

/// One of the calendars.
struct Calendar {
    name: &'static str,
    symbol: &'static str,
    of: fn(Date) -> i64,
    to: fn(i64) -> Date,
    longest_month: i64,
    short: &'static [&'static str],
    long: &'static [&'static str],
}

const JEWISH: i64 = 2;
const FRENCH: i64 = 3;

static CALENDARS: [Calendar; 4] = [
    Calendar {
        name: "Gregorian",
        symbol: "CAL_GREGORIAN",
        of: dates::of_gregorian,
        to: dates::to_gregorian,
        longest_month: 31,
        short: &names::MONTHS_SHORT,
        long: &names::MONTHS,
    },
    Calendar {
        name: "Julian",
        symbol: "CAL_JULIAN",
        of: dates::of_julian,
        to: dates::to_julian,
        longest_month: 31,
        short: &names::MONTHS_SHORT,
        long: &names::MONTHS,
    },
    Calendar {
        name: "Jewish",
        symbol: "CAL_JEWISH",
        of: jewish::of_jewish,
        to: jewish::to_jewish,
        longest_month: 30,
        short: &names::JEWISH_LEAP,
        long: &names::JEWISH_LEAP,
    },
    Calendar {
        name: "French",
        symbol: "CAL_FRENCH",
        of: dates::of_french,
        to: dates::to_french,
        longest_month: 30,
        short: &names::FRENCH,
        long: &names::FRENCH,
    },
];

/// The calendar of an argument.
fn calendar(cx: &mut Cx, number: i64, argument: usize) -> PhpResult<&'static Calendar> {
    let found = usize::try_from(number).ok().and_then(|number| CALENDARS.get(number));
    found.ok_or_else(|| cx.argument_value_error(argument, "must be a valid calendar ID"))
}

fn info(calendar: &Calendar) -> PhpArray {
    let list = |names: &[&'static str]| {
        let mut all = PhpArray::new();
        for (index, name) in names.iter().enumerate().skip(1) {
            all.set_int(index as i64, Value::from(*name));
        }
        Value::array(all)
    };
    let mut all = PhpArray::new();
    all.set_bytes(b"months", list(calendar.long));
    all.set_bytes(b"abbrevmonths", list(calendar.short));
    all.set_bytes(b"maxdaysinmonth", Value::int(calendar.longest_month));
    all.set_bytes(b"calname", Value::from(calendar.name));
    all.set_bytes(b"calsymbol", Value::from(calendar.symbol));
    all
}

/// `cal_info()`
pub(crate) fn cal_info(cx: &mut Cx, number: i64) -> PhpResult<PhpArray> {
    if number == -1 {
        return Ok(PhpArray::from_values(CALENDARS.iter().map(|calendar| Value::array(info(calendar)))));
    }
    Ok(info(calendar(cx, number, 1)?))
}

fn check_month(cx: &mut Cx, month: i64) -> PhpResult<()> {
    if (1..LARGEST).contains(&month) {
        return Ok(());
    }
    Err(cx.argument_value_error(2, format!("must be between 1 and {}", LARGEST - 1)))
}

fn check_year(cx: &mut Cx, year: i64, argument: usize) -> PhpResult<()> {
    if year < LARGEST {
        return Ok(());
    }
    Err(cx.argument_value_error(argument, format!("must be less than {}", LARGEST - 1)))
}

/// Numbers that PHP takes for C's `int`.
fn date(year: i64, month: i64, day: i64) -> Date {
    Date { year: i64::from(year as i32), month: i64::from(month as i32), day: i64::from(day as i32) }
}

/// `cal_days_in_month()`
pub(crate) fn cal_days_in_month(cx: &mut Cx, number: i64, month: i64, year: i64) -> PhpResult<i64> {
    /// The day after the last one of the French Republic's calendar.
    const AFTER_FRENCH: i64 = 2_380_953;
    let calendar = calendar(cx, number, 1)?;
    check_month(cx, month)?;
    check_year(cx, year, 3)?;
    let start = (calendar.of)(date(year, month, 1));
    if start == 0 {
        return Err(cx.value_error("Invalid date"));
    }
    let mut next = (calendar.of)(date(year, month + 1, 1));
    if next == 0 {
        // There is no year 0.
        let following = if year == -1 { 1 } else { year + 1 };
        next = (calendar.of)(date(following, 1, 1));
        if next == 0 && number == FRENCH {
            next = AFTER_FRENCH;
        }
    }
    Ok(next - start)
}

/// `cal_to_jd()`
pub(crate) fn cal_to_jd(cx: &mut Cx, number: i64, month: i64, day: i64, year: i64) -> PhpResult<i64> {
    let calendar = calendar(cx, number, 1)?;
    check_month(cx, month)?;
    if i32::try_from(day).is_err() {
        return Err(cx.argument_value_error(3, format!("must be between {} and {}", i32::MIN, i32::MAX)));
    }
    check_year(cx, year, 4)?;
    Ok((calendar.of)(date(year, month, day)))
}

/// `month/day/year`
fn month_day_year(date: Date) -> PhpStr {
    PhpStr::from(format!("{}/{}/{}", date.month, date.day, date.year))
}

fn jewish_month(date: Date) -> &'static str {
    if date.year <= 0 {
        return "";
    }
    let names = if jewish::is_leap(date.year) { names::JEWISH_LEAP } else { names::JEWISH };
    names[date.month as usize % names.len()]
}

/// `cal_from_jd()`
pub(crate) fn cal_from_jd(cx: &mut Cx, day: i64, number: i64) -> PhpResult<PhpArray> {
    let calendar = calendar(cx, number, 2)?;
    let date = (calendar.to)(day);
    let mut all = PhpArray::new();
    all.set_bytes(b"date", Value::string(month_day_year(date)));
    all.set_bytes(b"month", Value::int(date.month));
    all.set_bytes(b"day", Value::int(date.day));
    all.set_bytes(b"year", Value::int(date.year));
    let weekday = (number != JEWISH || date.year > 0).then(|| day_of_week(day));
    all.set_bytes(b"dow", weekday.map_or(Value::NULL, |weekday| Value::int(weekday as i64)));
    all.set_bytes(b"abbrevdayname", Value::from(weekday.map_or("", |weekday| names::DAYS_SHORT[weekday])));
    all.set_bytes(b"dayname", Value::from(weekday.map_or("", |weekday| names::DAYS[weekday])));
    let (short, long) = match number {
        JEWISH => (jewish_month(date), jewish_month(date)),
        _ => (calendar.short[date.month as usize], calendar.long[date.month as usize]),
    };
    all.set_bytes(b"abbrevmonth", Value::from(short));
    all.set_bytes(b"monthname", Value::from(long));
    Ok(all)
}

/// `jdtogregorian()`
pub(crate) fn jdtogregorian(_: &mut Cx, day: i64) -> PhpResult<PhpStr> {
    Ok(month_day_year(dates::to_gregorian(day)))
}

/// `gregoriantojd()`
pub(crate) fn gregoriantojd(_: &mut Cx, month: i64, day: i64, year: i64) -> PhpResult<i64> {
    Ok(dates::of_gregorian(date(year, month, day)))
}

/// `jdtojulian()`
pub(crate) fn jdtojulian(_: &mut Cx, day: i64) -> PhpResult<PhpStr> {
    Ok(month_day_year(dates::to_julian(day)))
}

/// `juliantojd()`
pub(crate) fn juliantojd(_: &mut Cx, month: i64, day: i64, year: i64) -> PhpResult<i64> {
    Ok(dates::of_julian(date(year, month, day)))
}

/// `jdtofrench()`
pub(crate) fn jdtofrench(_: &mut Cx, day: i64) -> PhpResult<PhpStr> {
    Ok(month_day_year(dates::to_french(day)))
}

/// `frenchtojd()`
pub(crate) fn frenchtojd(_: &mut Cx, month: i64, day: i64, year: i64) -> PhpResult<i64> {
    Ok(dates::of_french(date(year, month, day)))
}

/// A number in Hebrew letters, in ISO 8859-8.
fn hebrew_number(number: i64, flags: i64) -> Vec<u8> {
    const ALAFIM_GERESH: i64 = 2;
    const ALAFIM: i64 = 4;
    const GERESHAYIM: i64 = 8;
    const LETTERS: &[u8; 23] = b"0\xe0\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xeb\xec\xee\xf0\xf1\xf2\xf4\xf6\xf7\xf8\xf9\xfa";
    let letter = |index: i64| LETTERS[index as usize % LETTERS.len()];
    let (mut out, mut rest) = (Vec::new(), number);
    if rest >= 1000 {
        out.push(letter(rest / 1000));
        if flags & ALAFIM_GERESH != 0 {
            out.push(b'\'');
        }
        if flags & ALAFIM != 0 {
            out.extend_from_slice(b" \xe0\xec\xf4\xe9\xed ");
        }
        rest %= 1000;
    }
    let thousands = out.len();
    while rest >= 400 {
        out.push(letter(22));
        rest -= 400;
    }
    if rest >= 100 {
        out.push(letter(18 + rest / 100));
        rest %= 100;
    }
    if matches!(rest, 15 | 16) {
        // Otherwise they would begin to spell a name.
        out.extend_from_slice(&[letter(9), letter(rest - 9)]);
    } else {
        if rest >= 10 {
            out.push(letter(9 + rest / 10));
            rest %= 10;
        }
        if rest > 0 {
            out.push(letter(rest));
        }
    }
    if flags & GERESHAYIM != 0 {
        match out.len() - thousands {
            0 => {}
            1 => out.push(b'\''),
            _ => out.insert(out.len() - 1, b'"'),
        }
    }
    out
}

/// `jdtojewish()`
pub(crate) fn jdtojewish(cx: &mut Cx, day: i64, hebrew: bool, flags: i64) -> PhpResult<PhpStr> {
    let date = jewish::to_jewish(day);
    if !hebrew {
        return Ok(month_day_year(date));
    }
    if !(1..=9999).contains(&date.year) {
        return Err(cx.value_error("Year out of range (0-9999)"));
    }
    let month = match (jewish::is_leap(date.year), date.month) {
        (true, 6) => names::HEBREW_ADARS[0],
        (true, 7) => names::HEBREW_ADARS[1],
        (_, month) => names::HEBREW[month as usize % names::HEBREW.len()],
    };
    Ok(PhpStr::concat(&[&hebrew_number(date.day, flags), b" ", month, b" ", &hebrew_number(date.year, flags)]))
}

/// `jewishtojd()`
pub(crate) fn jewishtojd(cx: &mut Cx, month: i64, day: i64, year: i64) -> PhpResult<i64> {
    if i32::try_from(year).is_err() {
        return Err(cx.argument_value_error(3, format!("must be between {} and {}", i32::MIN, i32::MAX)));
    }
    Ok(jewish::of_jewish(date(year, month, day)))
}

/// `jddayofweek()`
pub(crate) fn jddayofweek(_: &mut Cx, day: i64, mode: i64) -> PhpResult<Value> {
    let weekday = day_of_week(day);
    Ok(match mode {
        1 => Value::from(names::DAYS[weekday]),
        2 => Value::from(names::DAYS_SHORT[weekday]),
        _ => Value::int(weekday as i64),
    })
}

/// `jdmonthname()`
pub(crate) fn jdmonthname(_: &mut Cx, day: i64, mode: i64) -> PhpResult<&'static str> {
    Ok(match mode {
        1 => names::MONTHS[dates::to_gregorian(day).month as usize],
        2 => names::MONTHS_SHORT[dates::to_julian(day).month as usize],
        3 => names::MONTHS[dates::to_julian(day).month as usize],
        4 => jewish_month(jewish::to_jewish(day)),
        5 => names::FRENCH[dates::to_french(day).month as usize],
        _ => names::MONTHS_SHORT[dates::to_gregorian(day).month as usize],
    })
}

/// `jdtounix()`
pub(crate) fn jdtounix(cx: &mut Cx, day: i64) -> PhpResult<i64> {
    const MOST_DAYS: i64 = i64::MAX / SECONDS_OF_DAY;
    match day.checked_sub(EPOCH).filter(|days| (0..=MOST_DAYS).contains(days)) {
        Some(days) => Ok(days * SECONDS_OF_DAY),
        None => Err(cx.value_error(format!("jday must be between {EPOCH} and {}", MOST_DAYS + EPOCH))),
    }
}

/// `unixtojd()`
pub(crate) fn unixtojd(cx: &mut Cx, timestamp: Option<i64>) -> PhpResult<OrFalse<i64>> {
    if timestamp.is_some_and(|timestamp| timestamp < 0) {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    let date = local_date(cx, timestamp)?;
    Ok(OrFalse((date.year <= LARGEST).then(|| dates::of_gregorian(date))))
}

/// The date of a time, or of now. Counted in UTC, as the process's own zone is on servers.
pub(crate) fn local_date(_: &mut Cx, timestamp: Option<i64>) -> PhpResult<Date> {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
    Ok(dates::to_gregorian(timestamp.unwrap_or_else(now) / SECONDS_OF_DAY + EPOCH))
}

/// When a day begins.
pub(crate) fn local_midnight(_: &mut Cx, date: Date) -> PhpResult<i64> {
    Ok((dates::of_gregorian(date) - EPOCH) * SECONDS_OF_DAY)
}
