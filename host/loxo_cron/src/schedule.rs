//! The five fields: minute, hour, day of the month, month, day of the week.

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const SHORTHANDS: [(&str, &str); 7] = [
    ("@hourly", "0 * * * *"),
    ("@daily", "0 0 * * *"),
    ("@midnight", "0 0 * * *"),
    ("@weekly", "0 0 * * 0"),
    ("@monthly", "0 0 1 * *"),
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
];
/// The most days that each month has.
const DAYS: [u32; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// The minutes at which something is to run, by the fields of local time. A bit of a number stands for each value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    weekdays: u64,
    /// Both kinds of days are named: one of the two is enough.
    either_day: bool,
    every_hour: bool,
}

/// What a field may contain.
struct Field {
    name: &'static str,
    first: u32,
    last: u32,
    /// Names of its values, from the first one on.
    names: &'static [&'static str],
}

const FIELDS: [Field; 5] = [
    Field { name: "minute", first: 0, last: 59, names: &[] },
    Field { name: "hour", first: 0, last: 23, names: &[] },
    Field { name: "day of the month", first: 1, last: 31, names: &[] },
    Field { name: "month", first: 1, last: 12, names: &MONTHS },
    Field { name: "day of the week", first: 0, last: 7, names: &WEEKDAYS },
];

impl Field {
    fn value(&self, text: &str) -> Option<u32> {
        let named = self.names.iter().position(|name| name.eq_ignore_ascii_case(text)).and_then(|at| u32::try_from(at).ok());
        let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
        let number = if digits { text.parse().ok() } else { None };
        named.map(|at| at + self.first).or(number).filter(|value| (self.first..=self.last).contains(value))
    }

    /// The bits of `*`, `5`, `1-5`, `*/15`, `8-18/2` and lists of them.
    fn parse(&self, text: &str) -> Result<u64, String> {
        let mut bits = 0;
        for item in text.split(',') {
            let wrong = |why: &str| format!("{item:?} is no {}: {why}", self.name);
            let (range, step) = match item.split_once('/') {
                Some((range, step)) => {
                    let step = step.parse::<usize>().ok().filter(|step| (1..=60).contains(step));
                    (range, Some(step.ok_or_else(|| wrong("a step is a number from 1 to 60"))?))
                }
                None => (item, None),
            };
            let value = |text: &str| {
                let names = if self.names.is_empty() {
                    String::new()
                } else {
                    format!(", or {} to {}", self.names[0], self.names[self.names.len() - 1])
                };
                self.value(text).ok_or_else(|| wrong(&format!("a number from {} to {}{names} is needed", self.first, self.last)))
            };
            let (from, to) = match range.split_once('-') {
                _ if range == "*" => (self.first, self.last),
                Some((from, to)) => (value(from)?, value(to)?),
                None if step.is_some() => return Err(wrong("a step needs * or a range before it")),
                None => (value(range)?, value(range)?),
            };
            if from > to {
                return Err(wrong("it ends before it begins"));
            }
            bits = (from..=to).step_by(step.unwrap_or(1)).fold(bits, |bits, value| bits | 1 << value);
        }
        Ok(bits)
    }
}

impl Schedule {
    /// Reads five fields with spaces between them, or a name such as `@daily`. The error says what is wrong.
    pub fn parse(text: &str) -> Result<Schedule, String> {
        let text = text.trim();
        let full = match SHORTHANDS.iter().find(|(name, _)| *name == text) {
            Some((_, full)) => full,
            None if text.starts_with('@') => {
                let known: Vec<&str> = SHORTHANDS.iter().map(|(name, _)| *name).collect();
                return Err(format!("{text:?} is none of {}", known.join(", ")));
            }
            None => text,
        };
        let parts: Vec<&str> = full.split_ascii_whitespace().collect();
        let Ok(parts) = <[&str; 5]>::try_from(parts) else {
            return Err("five fields are needed: minute, hour, day of the month, month, day of the week".into());
        };
        let mut bits = [0; 5];
        for ((field, part), bits) in FIELDS.iter().zip(parts).zip(&mut bits) {
            *bits = field.parse(part)?;
        }
        let [minutes, hours, days, months, weekdays] = bits;
        // Sunday is both 0 and 7.
        let weekdays = (weekdays | weekdays >> 7) & 0x7f;
        let starred = |part: &str| part.starts_with('*');
        let either_day = !starred(parts[2]) && !starred(parts[4]);
        let never = |month: usize| months & 1 << (month + 1) == 0 || days & ((1 << (DAYS[month] + 1)) - 1) == 0;
        if !either_day && (0..12).all(never) {
            return Err("there is no such day in such a month".into());
        }
        Ok(Schedule { minutes, hours, days, months, weekdays, either_day, every_hour: starred(parts[1]) })
    }

    /// Runs do not depend on the hour that clocks show.
    pub(crate) fn is_of_every_hour(&self) -> bool {
        self.every_hour
    }

    /// Is it to run at this minute? `local`: minutes since 1970 by the local clock.
    pub(crate) fn matches(&self, local: i64) -> bool {
        const DAY: i64 = 24 * 60;
        let (days, minute) = (local.div_euclid(DAY), local.rem_euclid(DAY));
        let (month, day) = month_and_day(days);
        // 1970 began on a Thursday.
        let weekday = (days + 4).rem_euclid(7);
        let has = |bits: u64, value: i64| bits >> value & 1 == 1;
        let of_month = has(self.days, day);
        let of_week = has(self.weekdays, weekday);
        has(self.minutes, minute % 60)
            && has(self.hours, minute / 60)
            && has(self.months, month)
            && if self.either_day { of_month || of_week } else { of_month && of_week }
    }
}

/// Month and day of a day since 1970, by the Gregorian calendar. Years are counted from March, so that the day of a leap year comes last.
fn month_and_day(days: i64) -> (i64, i64) {
    // From 1 March of the year 0 on, and within 400 years.
    let day_of_era = (days + 719_468).rem_euclid(146_097);
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    (if month < 10 { month + 3 } else { month - 9 }, day_of_year - (153 * month + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minutes since 1970 of a day since 1970 and a time.
    fn minute(day: i64, hour: i64, minute: i64) -> i64 {
        (day * 24 + hour) * 60 + minute
    }

    #[test]
    fn days_are_the_calendars() {
        for (days, expected) in
            [(0, (1, 1)), (58, (2, 28)), (59, (3, 1)), (789, (2, 29)), (11_016, (2, 29)), (20_785, (11, 28)), (-1, (12, 31))]
        {
            assert_eq!(month_and_day(days), expected, "{days}");
        }
    }

    #[test]
    fn minutes_that_match() {
        // 28 November 2026 is a Saturday.
        let saturday = 20_785;
        for (text, day, hour, of_hour, expected) in [
            ("* * * * *", saturday, 3, 4, true),
            ("*/5 * * * *", saturday, 3, 5, true),
            ("*/5 * * * *", saturday, 3, 6, false),
            ("10-20/5 8-18 * * mon-fri", saturday - 1, 8, 15, true),
            ("10-20/5 8-18 * * mon-fri", saturday, 8, 15, false),
            ("0 0 28 nov *", saturday, 0, 0, true),
            ("0 0 1 * 6", saturday, 0, 0, true),
            ("0 0 1 * 6", saturday + 3, 0, 0, true),
            ("0 0 */1 * 0", saturday, 0, 0, false),
            ("0 0 * * 7", saturday + 1, 0, 0, true),
            ("0 0 * * 5-7", saturday + 1, 0, 0, true),
            ("@hourly", saturday, 7, 0, true),
            ("@yearly", saturday, 0, 0, false),
            (" 1,2 3 * Jan-DEC * ", saturday, 3, 2, true),
        ] {
            let schedule = Schedule::parse(text).unwrap_or_else(|message| panic!("{text}: {message}"));
            assert_eq!(schedule.matches(minute(day, hour, of_hour)), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, message) in [
            ("* * * *", "five fields are needed: minute, hour, day of the month, month, day of the week"),
            ("60 * * * *", "\"60\" is no minute: a number from 0 to 59 is needed"),
            ("* * * * someday", "\"someday\" is no day of the week: a number from 0 to 7, or sun to sat is needed"),
            ("5/10 * * * *", "\"5/10\" is no minute: a step needs * or a range before it"),
            ("*/0 * * * *", "\"*/0\" is no minute: a step is a number from 1 to 60"),
            ("* 9-8 * * *", "\"9-8\" is no hour: it ends before it begins"),
            ("0 0 31 2,4 *", "there is no such day in such a month"),
            ("@reboot", "\"@reboot\" is none of @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually"),
            ("@a\nb", "\"@a\\nb\" is none of @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually"),
        ] {
            assert_eq!(Schedule::parse(text), Err(message.to_string()));
        }
        assert!(Schedule::parse("0 0 31 2 1").is_ok(), "Mondays in February are days");
    }
}
