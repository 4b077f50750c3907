//! Dates in a format that the program gives: `createFromFormat()`.

use super::cursor::{Cursor, NoNumber};
use super::words::{self, Unit, full_year};
use super::{INVALID_DATE, INVALID_TIME, Message, Parsed, ParsedZone, UNKNOWN_ZONE};
use crate::calendar;
use crate::time::{Time, WeekdayBehaviour, ZoneRef};

/// Reads `text` as `format` says.
pub(crate) fn parse(format: &[u8], text: &[u8]) -> Parsed {
    let format = format.split(|&b| b == 0).next().unwrap_or_default();
    let mut reader = Reader { text: Cursor::new(text), begin: 0, begin_byte: 0, parsed: Parsed::default(), lenient: false };
    let mut letters = format.iter().copied().peekable();
    while !reader.text.at_end()
        && let Some(letter) = letters.next()
    {
        reader.begin = reader.text.position();
        reader.begin_byte = reader.text.peek();
        if letter != b'\\' {
            reader.field(letter);
        } else if let Some(expected) = letters.next() {
            if reader.text.peek() == expected {
                reader.text.skip(1);
            } else {
                reader.error("The escaped character could not be found");
            }
        } else {
            reader.error("Escaped character expected");
        }
    }
    reader.begin = reader.text.position();
    reader.begin_byte = reader.text.peek();
    if !reader.text.at_end() {
        reader.trailing();
    }
    reader.rest_of_format(letters);
    reader.finish()
}

struct Reader<'a> {
    text: Cursor<'a>,
    /// Where messages point to.
    begin: usize,
    begin_byte: u8,
    parsed: Parsed,
    /// `+`: what is left over is no error.
    lenient: bool,
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b';' | b':' | b'/' | b'.' | b',' | b'-' | b'(' | b')')
}

impl Reader<'_> {
    fn message(&self, text: &'static str) -> Message {
        Message { position: self.begin, byte: self.begin_byte, text }
    }

    fn error(&mut self, text: &'static str) {
        let message = self.message(text);
        self.parsed.errors.push(message);
    }

    fn warning(&mut self, text: &'static str) {
        let message = self.message(text);
        self.parsed.warnings.push(message);
    }

    /// Complains unless a digit stands here.
    fn check_digit(&mut self) {
        if !self.text.at_end() && !self.text.peek().is_ascii_digit() {
            self.error("Unexpected data found.");
        }
    }

    fn check_signed(&mut self) {
        if !self.text.at_end() && !self.text.peek().is_ascii_digit() && !matches!(self.text.peek(), b'+' | b'-') {
            self.error("Unexpected data found.");
        }
    }

    /// A number of at most so many digits.
    fn number(&mut self, digits: usize, missing: &'static str) -> Option<i64> {
        self.check_digit();
        let number = self.text.number(digits);
        if number.is_none() {
            self.error(missing);
        }
        number
    }

    /// Exactly two digits.
    fn two_digits(&mut self, missing: &'static str) -> Option<i64> {
        self.check_digit();
        let number = self.text.number_with_length(2).filter(|(_, length)| *length == 2);
        if number.is_none() {
            self.error(missing);
        }
        number.map(|(number, _)| number)
    }

    fn signed(&mut self, digits: usize) -> i64 {
        match self.text.signed_number(digits) {
            Ok(number) => number,
            Err(why) => {
                // The scanner of these numbers does not know where it is.
                let text = if why == NoNumber::Missing { "Found unexpected data" } else { "Number out of range" };
                self.parsed.errors.push(Message { position: 0, byte: 0, text });
                0
            }
        }
    }

    /// A fraction of up to `digits` digits as microseconds.
    fn fraction(&mut self, digits: usize, missing: &'static str) {
        self.check_digit();
        let before = self.text.position();
        match self.text.number(digits) {
            // Whatever was skipped counts as if it were digits.
            Some(number) => {
                let length = self.text.position() - before;
                let scaled = number as f64 * 10f64.powi(digits as i32 - length as i32) * 10f64.powi(6 - digits as i32);
                self.parsed.micro = Some(scaled as i64);
            }
            None => self.error(missing),
        }
    }

    // Long because: one arm for each letter that a format may have.
    fn field(&mut self, letter: u8) {
        match letter {
            b'D' | b'l' => self.weekday(),
            b'd' | b'j' => {
                self.parsed.day = self.number(2, "A two digit day could not be found");
                self.parsed.have_date |= self.parsed.day.is_some();
            }
            b'S' => {
                if !self.text.peek().is_ascii_whitespace() {
                    self.text.skip_day_suffix();
                }
            }
            b'z' => self.day_of_year(),
            b'm' | b'n' => {
                self.parsed.month = self.number(2, "A two digit month could not be found");
                self.parsed.have_date |= self.parsed.month.is_some();
            }
            b'M' | b'F' => match words::month_word(&mut self.text) {
                Some(month) => {
                    self.parsed.have_date = true;
                    self.parsed.month = Some(month);
                }
                None => self.error("A textual month could not be found"),
            },
            b'y' => {
                self.check_digit();
                self.parsed.year = full_year(self.text.number_with_length(2));
                self.found_year("A two digit year could not be found");
            }
            b'Y' => {
                self.check_digit();
                self.parsed.year = self.text.number(4);
                self.found_year("A four digit year could not be found");
            }
            b'x' | b'X' => {
                self.check_signed();
                self.parsed.year = Some(self.signed(19));
                self.parsed.have_date = true;
            }
            b'g' | b'h' | b'G' | b'H' => {
                self.parsed.hour = self.number(2, "A two digit hour could not be found");
                match self.parsed.hour {
                    None => {}
                    Some(13..) if matches!(letter, b'g' | b'h') => self.error("Hour cannot be higher than 12"),
                    Some(_) => self.parsed.have_time = 1,
                }
            }
            b'a' | b'A' => self.meridian(),
            b'i' => {
                if let Some(minute) = self.two_digits("A two digit minute could not be found") {
                    self.parsed.have_time = 1;
                    self.parsed.minute = Some(minute);
                }
            }
            b's' => {
                if let Some(second) = self.two_digits("A two digit second could not be found") {
                    self.parsed.have_time = 1;
                    self.parsed.second = Some(second);
                }
            }
            b'u' => self.fraction(6, "A six digit microsecond could not be found"),
            b'v' => self.fraction(3, "A three digit millisecond could not be found"),
            b' ' => self.text.skip_spaces(),
            b'U' => self.timestamp(),
            b'e' | b'p' | b'P' | b'T' | b'O' => {
                if self.parsed.read_zone(&mut self.text) {
                    self.parsed.have_zone = 1;
                } else {
                    self.error(UNKNOWN_ZONE);
                }
            }
            b'#' => {
                if is_separator(self.text.peek()) {
                    self.text.skip(1);
                } else {
                    self.error("The separation symbol ([;:/.,-]) could not be found");
                }
            }
            _ if is_separator(letter) => {
                if self.text.peek() == letter {
                    self.text.skip(1);
                } else {
                    self.error("The separation symbol could not be found");
                }
            }
            b'!' => self.reset(),
            b'|' => self.reset_missing(),
            b'?' => self.text.skip(1),
            b'*' => {
                self.text.skip(1);
                self.text.skip_while(|b| !b" \t.,:;/-0123456789".contains(&b));
            }
            b'+' => self.lenient = true,
            _ => {
                if self.text.peek() != letter {
                    self.error("The format separator does not match");
                }
                self.text.skip(1);
            }
        }
    }

    fn found_year(&mut self, missing: &'static str) {
        match self.parsed.year {
            Some(_) => self.parsed.have_date = true,
            None => self.error(missing),
        }
    }

    fn weekday(&mut self) {
        let Some(unit) = words::unit(&mut self.text) else {
            self.error("A textual day could not be found");
            return;
        };
        self.parsed.have_relative = true;
        let relative = &mut self.parsed.relative;
        relative.have_weekday = true;
        relative.weekday = match unit {
            Unit::Weekday(weekday) => weekday,
            Unit::Micros(count) | Unit::Days(count) => count,
            _ => 1,
        };
        relative.weekday_object_handlers = WeekdayBehaviour::Today;
    }

    fn day_of_year(&mut self) {
        self.check_digit();
        if self.parsed.year.is_none() {
            self.error("A 'day of year' can only come after a year has been found");
        }
        let Some(day) = self.text.number(3) else {
            self.error("A three digit day-of-year could not be found");
            return;
        };
        if let Some(mut year) = self.parsed.year {
            let (mut month, mut day) = (1, day + 1);
            if let (Some(hour), Some(minute), Some(second)) = (&mut self.parsed.hour, &mut self.parsed.minute, &mut self.parsed.second) {
                calendar::limit(0, 60, 60, second, minute);
                calendar::limit(0, 60, 60, minute, hour);
                calendar::limit(0, 24, 24, hour, &mut day);
            }
            calendar::normalize(&mut year, &mut month, &mut day);
            self.parsed.have_date = true;
            (self.parsed.year, self.parsed.month, self.parsed.day) = (Some(year), Some(month), Some(day));
        }
    }

    fn meridian(&mut self) {
        if self.parsed.hour.is_none() {
            self.error("Meridian can only come after an hour has been found");
        }
        match words::strict_meridian(&mut self.text, self.parsed.hour.unwrap_or(0)) {
            Some(change) => {
                self.parsed.have_time = 1;
                self.parsed.hour = self.parsed.hour.map(|hour| hour + change);
            }
            None => self.error("A meridian could not be found"),
        }
    }

    fn timestamp(&mut self) {
        self.check_signed();
        let moment = self.signed(24);
        let time = Time::utc(moment);
        let parsed = &mut self.parsed;
        parsed.have_zone = 1;
        parsed.zone = ParsedZone::Known(ZoneRef::Offset(0));
        (parsed.year, parsed.month, parsed.day) = (Some(time.year), Some(time.month), Some(time.day));
        (parsed.hour, parsed.minute, parsed.second) = (Some(time.hour), Some(time.minute), Some(time.second));
    }

    /// `!`
    fn reset(&mut self) {
        let parsed = &mut self.parsed;
        (parsed.year, parsed.month, parsed.day) = (Some(1970), Some(1), Some(1));
        parsed.set_midnight();
        if matches!(parsed.zone, ParsedZone::Known(ZoneRef::Id(_))) {
            parsed.zone = ParsedZone::None;
        }
    }

    /// `|`
    fn reset_missing(&mut self) {
        let parsed = &mut self.parsed;
        parsed.year.get_or_insert(1970);
        for field in [&mut parsed.month, &mut parsed.day] {
            field.get_or_insert(1);
        }
        for field in [&mut parsed.hour, &mut parsed.minute, &mut parsed.second, &mut parsed.micro] {
            field.get_or_insert(0);
        }
    }

    fn trailing(&mut self) {
        if self.lenient {
            self.warning("Trailing data");
        } else {
            self.error("Trailing data");
        }
    }

    /// What is left of the format when the text has ended must need no text.
    fn rest_of_format(&mut self, letters: impl Iterator<Item = u8>) {
        for letter in letters {
            match letter {
                b'!' => self.reset(),
                b'|' => self.reset_missing(),
                b'+' => {}
                _ => {
                    self.error("Not enough data available to satisfy format");
                    break;
                }
            }
        }
    }

    fn finish(mut self) -> Parsed {
        let parsed = &mut self.parsed;
        let clock = [parsed.hour, parsed.minute, parsed.second, parsed.micro];
        if clock.iter().any(Option::is_some) {
            for field in [&mut parsed.hour, &mut parsed.minute, &mut parsed.second, &mut parsed.micro] {
                field.get_or_insert(0);
            }
        }
        let has_time = parsed.hour.is_some() && parsed.minute.is_some() && parsed.second.is_some();
        if has_time && !parsed.has_valid_time() {
            self.warning(INVALID_TIME);
        }
        let parsed = &self.parsed;
        let has_date = parsed.year.is_some() && parsed.month.is_some() && parsed.day.is_some();
        if has_date && !parsed.has_valid_date() {
            self.warning(INVALID_DATE);
        }
        self.parsed
    }
}
