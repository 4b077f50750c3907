//! `strptime()`: reads a date as the C library does, with the C locale's names.

use crate::prelude::*;

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
/// Days of a year before each month and behind the last.
const BEFORE: [i64; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/// `strptime()`
pub(crate) fn strptime(_cx: &mut Cx, timestamp: &PhpStr, format: &PhpStr) -> PhpResult<Value> {
    let c_text = |text: &PhpStr| text.split(|b| *b == 0).next().unwrap_or_default().to_vec();
    let (text, format) = (c_text(timestamp), c_text(format));
    let mut reader = Reader { rest: &text, ..Reader::default() };
    if reader.read(&format).is_none() {
        return Ok(Value::FALSE);
    }
    reader.finish();
    let mut out = PhpArray::new();
    for (name, value) in [
        ("tm_sec", reader.second),
        ("tm_min", reader.minute),
        ("tm_hour", reader.hour),
        ("tm_mday", reader.day),
        ("tm_mon", reader.month),
        ("tm_year", reader.year),
        ("tm_wday", reader.weekday),
        ("tm_yday", reader.yearday),
    ] {
        out.set_bytes(name.as_bytes(), Value::int(value));
    }
    out.set_bytes(b"unparsed", Value::bytes(reader.rest));
    Ok(Value::array(out))
}

/// C's `isspace()`.
fn is_space(b: u8) -> bool {
    b.is_ascii_whitespace() || b == 0x0b
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days before a month, or behind the last.
fn days_before(month: i64, leap: bool) -> i64 {
    let month = month.clamp(0, 12);
    BEFORE[month as usize] + i64::from(leap && month >= 2)
}

/// What has been read: numbers as in C's `tm`, and what is known by them.
#[derive(Default)]
struct Reader<'a> {
    rest: &'a [u8],
    second: i64,
    minute: i64,
    hour: i64,
    day: i64,
    month: i64,
    year: i64,
    weekday: i64,
    yearday: i64,
    has_day: bool,
    has_month: bool,
    has_weekday: bool,
    has_yearday: bool,
    twelve_hours: bool,
    afternoon: bool,
    /// The day of the week and of the year are to be found.
    wants_days: bool,
    century: Option<i64>,
    /// The year was given by its last two digits, which a century goes with.
    wants_century: bool,
    /// A week's number, and the day that weeks begin with.
    week: Option<(i64, i64)>,
}

impl Reader<'_> {
    fn skip_spaces(&mut self) {
        let count = self.rest.iter().take_while(|b| is_space(**b)).count();
        self.rest = &self.rest[count..];
    }

    /// A number of at most so many digits, none more than the greatest number allows.
    fn number(&mut self, from: i64, to: i64, digits: usize) -> Option<i64> {
        let blanks = self.rest.iter().take_while(|b| **b == b' ').count();
        self.rest = &self.rest[blanks..];
        let mut value = 0;
        let mut count = 0;
        while let Some(digit) = self.rest.get(count).filter(|b| b.is_ascii_digit() && count < digits && value * 10 <= to) {
            value = value * 10 + i64::from(digit - b'0');
            count += 1;
        }
        if count == 0 || !(from..=to).contains(&value) {
            return None;
        }
        self.rest = &self.rest[count..];
        Some(value)
    }

    /// One of some names, in full or by its first three letters.
    fn name(&mut self, names: &[&str]) -> Option<i64> {
        for (index, name) in names.iter().enumerate() {
            for length in [name.len(), 3] {
                if self.rest.get(..length).is_some_and(|found| found.eq_ignore_ascii_case(&name.as_bytes()[..length])) {
                    self.rest = &self.rest[length..];
                    return Some(index as i64);
                }
            }
        }
        None
    }

    fn literal(&mut self, wanted: u8) -> Option<()> {
        let (first, rest) = self.rest.split_first()?;
        (*first == wanted).then(|| self.rest = rest)
    }

    /// Reads what a format describes; `None`: the text is none such.
    fn read(&mut self, format: &[u8]) -> Option<()> {
        let mut format = format;
        while let Some((first, rest)) = format.split_first() {
            format = rest;
            if is_space(*first) {
                self.skip_spaces();
                continue;
            }
            if *first != b'%' {
                self.literal(*first)?;
                continue;
            }
            // Flags and a width, as `strftime()` has them.
            let flags = format.iter().take_while(|b| b"-_0^#".contains(b)).count();
            let width = format.iter().skip(flags).take_while(|b| b.is_ascii_digit()).count();
            format = &format[flags + width..];
            let (mut what, mut rest) = format.split_first()?;
            let modified = match what {
                b'E' => Some(&b"cCyYxX"[..]),
                b'O' => Some(&b"bBdehHImMSUVWwy"[..]),
                _ => None,
            };
            if let Some(allowed) = modified {
                (what, rest) = rest.split_first()?;
                if !allowed.contains(what) {
                    return None;
                }
            }
            format = rest;
            self.field(*what)?;
        }
        Some(())
    }

    fn field(&mut self, what: u8) -> Option<()> {
        match what {
            b'%' => self.literal(b'%')?,
            b'a' | b'A' => self.set_weekday(|reader| reader.name(&DAYS))?,
            b'b' | b'B' | b'h' => {
                self.month = self.name(&MONTHS)?;
                (self.has_month, self.wants_days) = (true, true);
            }
            b'c' => self.read(b"%a %b %e %H:%M:%S %Y")?,
            b'C' => {
                self.century = Some(self.number(0, 99, 2)?);
                self.wants_days = true;
            }
            b'd' | b'e' => {
                self.day = self.number(1, 31, 2)?;
                (self.has_day, self.wants_days) = (true, true);
            }
            b'x' | b'D' => self.read(b"%m/%d/%y")?,
            b'F' => self.read(b"%Y-%m-%d")?,
            b'H' | b'k' => {
                self.hour = self.number(0, 23, 2)?;
                self.twelve_hours = false;
            }
            b'I' | b'l' => {
                self.hour = self.number(1, 12, 2)? % 12;
                self.twelve_hours = true;
            }
            b'j' => {
                self.yearday = self.number(1, 366, 3)? - 1;
                self.has_yearday = true;
            }
            b'm' => {
                self.month = self.number(1, 12, 2)? - 1;
                (self.has_month, self.wants_days) = (true, true);
            }
            b'M' => self.minute = self.number(0, 59, 2)?,
            b'n' | b't' => self.skip_spaces(),
            b'p' => {
                let half = self.rest.get(..2)?.to_ascii_uppercase();
                self.afternoon = match half.as_slice() {
                    b"AM" => false,
                    b"PM" => true,
                    _ => return None,
                };
                self.rest = &self.rest[2..];
            }
            b'r' => self.read(b"%I:%M:%S %p")?,
            b'R' => self.read(b"%H:%M")?,
            b'T' | b'X' => self.read(b"%H:%M:%S")?,
            b's' => self.seconds()?,
            b'S' => self.second = self.number(0, 61, 2)?,
            b'u' => self.set_weekday(|reader| reader.number(1, 7, 1).map(|day| day % 7))?,
            b'w' => self.set_weekday(|reader| reader.number(0, 6, 1))?,
            b'g' => drop(self.number(0, 99, 2)?),
            b'G' => {
                let digits = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
                self.rest = self.rest.get(digits..).filter(|_| digits > 0)?;
            }
            b'U' => self.week = Some((self.number(0, 53, 2)?, 0)),
            b'W' => self.week = Some((self.number(0, 53, 2)?, 1)),
            b'V' => drop(self.number(0, 53, 2)?),
            b'y' => {
                let year = self.number(0, 99, 2)?;
                self.year = if year >= 69 { year } else { year + 100 };
                (self.wants_century, self.wants_days) = (true, true);
            }
            b'Y' => {
                self.year = self.number(0, 9999, 4)? - 1900;
                (self.wants_century, self.wants_days) = (false, true);
            }
            b'z' => self.offset()?,
            b'Z' => {
                self.skip_spaces();
                let count = self.rest.iter().take_while(|b| !is_space(**b)).count();
                self.rest = &self.rest[count..];
            }
            _ => return None,
        }
        Some(())
    }

    fn set_weekday(&mut self, read: impl FnOnce(&mut Self) -> Option<i64>) -> Option<()> {
        self.weekday = read(self)?;
        self.has_weekday = true;
        Some(())
    }

    /// Seconds since 1970. The time of day is Greenwich's.
    fn seconds(&mut self) -> Option<()> {
        let digits = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let seconds = self.rest.iter().take(digits).fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')));
        // As far as years have four digits.
        if digits == 0 || seconds > 253_402_300_799 {
            return None;
        }
        self.rest = &self.rest[digits..];
        (self.second, self.minute, self.hour) = (seconds % 60, seconds / 60 % 60, seconds / 3600 % 24);
        let mut days = seconds / 86_400;
        self.weekday = (days + 4) % 7;
        let mut year = 1970;
        while days >= 365 + i64::from(is_leap(year)) {
            days -= 365 + i64::from(is_leap(year));
            year += 1;
        }
        (self.year, self.yearday) = (year - 1900, days);
        (self.month, self.day) = self.month_and_day();
        Some(())
    }

    /// An offset from Greenwich, which is read and forgotten.
    fn offset(&mut self) -> Option<()> {
        self.skip_spaces();
        let (sign, rest) = self.rest.split_first()?;
        self.rest = rest;
        match sign {
            b'Z' => return Some(()),
            b'+' | b'-' => {}
            _ => return None,
        }
        let (mut digits, mut value) = (0, 0);
        while digits < 4 {
            match self.rest {
                [digit @ b'0'..=b'9', rest @ ..] => {
                    value = value * 10 + i64::from(digit - b'0');
                    digits += 1;
                    self.rest = rest;
                    if digits == 2
                        && let [b':', rest @ ..] = self.rest
                    {
                        self.rest = rest;
                    }
                }
                _ => break,
            }
        }
        match digits {
            2 => Some(()),
            4 if value % 100 < 60 => Some(()),
            _ => None,
        }
    }

    /// Month and day of the month by the day of the year.
    fn month_and_day(&self) -> (i64, i64) {
        let leap = is_leap(self.year + 1900);
        let month = (0..=12).find(|month| days_before(*month, leap) > self.yearday).unwrap_or(12) - 1;
        (month, self.yearday - days_before(month, leap) + 1)
    }

    /// Years before the first count leap years as the C library does: towards zero.
    fn weekday_of(&self, month: i64, day: i64) -> i64 {
        let year = self.year + 1900 - i64::from(month < 2);
        let fours = year / 4;
        let leaps = fours - fours / 25 + i64::from(fours % 25 < 0) + fours / 25 / 4;
        (365 * (self.year - 70) - 473 + leaps + days_before(month, false) + day - 1).rem_euclid(7)
    }

    /// What is known by the rest.
    fn finish(&mut self) {
        if self.twelve_hours && self.afternoon {
            self.hour += 12;
        }
        if let Some(century) = self.century {
            let within = if self.wants_century { self.year % 100 } else { 0 };
            self.year = within + (century - 19) * 100;
        }
        if self.wants_days && !self.has_weekday {
            if !(self.has_month && self.has_day) && self.has_yearday {
                self.fill_by_yearday();
                (self.has_month, self.has_day) = (true, true);
            }
            self.weekday = self.weekday_of(self.month, self.day);
        }
        if self.wants_days && !self.has_yearday {
            self.yearday = days_before(self.month, is_leap(self.year + 1900)) + self.day - 1;
        }
        if let Some((week, first)) = self.week.filter(|_| self.has_weekday) {
            let new_year = self.weekday_of(0, 1);
            if !self.has_yearday {
                self.yearday = (7 - (new_year - first)) % 7 + (week - 1) * 7 + (self.weekday - first + 7) % 7;
            }
            self.fill_by_yearday();
        }
    }

    fn fill_by_yearday(&mut self) {
        let (month, day) = self.month_and_day();
        if !self.has_month {
            self.month = month;
        }
        if !self.has_day {
            self.day = day;
        }
    }
}
