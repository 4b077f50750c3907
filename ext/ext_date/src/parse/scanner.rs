//! What the rules of the grammar mean.

use super::cursor::{Cursor, NoNumber};
use super::grammar::{RULES, Rule};
use super::words::{self, Unit, full_year};
use super::{INVALID_DATE, INVALID_TIME, Message, Parsed, ParsedZone, UNKNOWN_ZONE, automaton};
use crate::calendar;
use crate::time::{DayOfMonth, Relative, Special, WeekdayBehaviour, ZoneRef};

/// Reads a text as `strtotime()` does.
pub(crate) fn parse(text: &[u8]) -> Parsed {
    let is_space = |b: &u8| b.is_ascii_whitespace() || *b == 0x0B;
    // Of white space alone the last byte is left: it is no empty string.
    let start = text.iter().position(|b| !is_space(b)).unwrap_or(text.len().saturating_sub(1));
    let end = text.iter().rposition(|b| !is_space(b)).map_or(text.len(), |last| last + 1);
    let text = &text[start..end];
    let mut parsed = Parsed::default();
    if text.is_empty() {
        parsed.errors.push(Message { position: 0, byte: 0, text: "Empty string" });
        return parsed;
    }
    let mut scanner = Scanner { text, token: 0, parsed };
    scanner.run();
    let Scanner { mut parsed, token, .. } = scanner;
    let warning = |text| Message { position: token, byte: 0, text };
    if parsed.have_time > 0 && !parsed.has_valid_time() {
        parsed.warnings.push(warning(INVALID_TIME));
    }
    if parsed.have_date && !parsed.has_valid_date() {
        parsed.warnings.push(warning(INVALID_DATE));
    }
    parsed
}

struct Scanner<'a> {
    text: &'a [u8],
    /// Where the token begins.
    token: usize,
    parsed: Parsed,
}

/// A token that ends early: what it says contradicts what was there.
struct Refused;

impl Scanner<'_> {
    fn run(&mut self) {
        // The NUL byte behind the text is read as well: rules ask for it.
        let mut in_vain = automaton::InVain::default();
        while self.token <= self.text.len() {
            let rest = &self.text[self.token..];
            let Some((rule, length)) = automaton::longest_match(self.text, self.token, &mut in_vain) else { break };
            let token = &rest[..length.min(rest.len())];
            // What was refused is left out.
            let _ = self.act(RULES[rule].0, &mut Cursor::new(token));
            self.token += length;
        }
    }

    fn error(&mut self, text: &'static str) {
        let byte = self.text.get(self.token).copied().unwrap_or(0);
        self.parsed.errors.push(Message { position: self.token, byte, text });
    }

    fn have_time(&mut self) -> Result<(), Refused> {
        if self.parsed.have_time > 0 {
            self.error("Double time specification");
            return Err(Refused);
        }
        self.parsed.have_time = 1;
        self.parsed.set_midnight();
        Ok(())
    }

    fn have_date(&mut self) -> Result<(), Refused> {
        if self.parsed.have_date {
            self.error("Double date specification");
            return Err(Refused);
        }
        self.parsed.have_date = true;
        Ok(())
    }

    fn have_zone(&mut self) -> Result<(), Refused> {
        const DOUBLE: &str = "Double timezone specification";
        self.parsed.have_zone += 1;
        match self.parsed.have_zone {
            1 => return Ok(()),
            2 => {
                let byte = self.text.get(self.token).copied().unwrap_or(0);
                self.parsed.warnings.push(Message { position: self.token, byte, text: DOUBLE });
            }
            _ => self.error(DOUBLE),
        }
        Err(Refused)
    }

    fn zone(&mut self, text: &mut Cursor<'_>) {
        if !self.parsed.read_zone(text) {
            self.error(UNKNOWN_ZONE);
        }
    }

    fn zone_if_any(&mut self, text: &mut Cursor<'_>) {
        if !text.at_end() {
            self.zone(text);
        }
    }

    fn signed(&mut self, text: &mut Cursor<'_>, digits: usize) -> i64 {
        text.signed_number(digits).unwrap_or_else(|why| {
            self.error(match why {
                NoNumber::Missing => "Found unexpected data",
                NoNumber::TooLarge => "Number out of range",
            });
            0
        })
    }

    fn set_date(&mut self, year: Option<i64>, month: Option<i64>, day: Option<i64>) {
        (self.parsed.year, self.parsed.month, self.parsed.day) = (year, month, day);
    }

    fn act(&mut self, rule: Rule, text: &mut Cursor<'_>) -> Result<(), Refused> {
        match rule {
            Rule::Separator | Rule::Space | Rule::End | Rule::Now => {}
            Rule::Unexpected => self.error("Unexpected character"),
            Rule::Yesterday | Rule::Tomorrow => {
                self.parsed.have_relative = true;
                self.parsed.unset_time();
                self.parsed.relative.days = if rule == Rule::Tomorrow { 1 } else { -1 };
            }
            Rule::Noon => {
                self.parsed.unset_time();
                self.have_time()?;
                self.parsed.hour = Some(12);
            }
            Rule::Midnight => self.parsed.unset_time(),
            Rule::Timestamp | Rule::TimestampFraction => self.timestamp(rule, text)?,
            Rule::FirstLastDayOf => {
                self.parsed.have_relative = true;
                let last = text.peek().eq_ignore_ascii_case(&b'l');
                self.parsed.relative.day_of_month = Some(if last { DayOfMonth::Last } else { DayOfMonth::First });
            }
            Rule::BackFrontOf
            | Rule::Time12
            | Rule::MssqlTime
            | Rule::Time24
            | Rule::HourMinute
            | Rule::HourMinuteSecond
            | Rule::MonthDayTime12
            | Rule::MonthDayTime24 => self.clock(rule, text)?,
            Rule::DateAndTime | Rule::CommonLog => self.date_and_time(rule, text)?,
            Rule::IsoWeekday | Rule::IsoWeek => {
                self.have_date()?;
                self.parsed.have_relative = true;
                let year = text.number(4).unwrap_or(0);
                let week = text.number(2).unwrap_or(0);
                let day = if rule == Rule::IsoWeek { 1 } else { text.number(1).unwrap_or(0) };
                self.set_date(Some(year), Some(1), Some(1));
                self.parsed.relative.days = calendar::iso_offset(year, week, day);
            }
            Rule::Year => self.parsed.year = text.number(4),
            Rule::Ago => self.ago(),
            Rule::Weekday => {
                self.parsed.have_relative = true;
                self.parsed.unset_time();
                let relative = &mut self.parsed.relative;
                relative.have_weekday = true;
                relative.weekday = match words::unit(text) {
                    Some(Unit::Weekday(weekday)) => weekday,
                    _ => 1,
                };
                if relative.weekday_object_handlers != WeekdayBehaviour::ThisWeek {
                    relative.weekday_object_handlers = WeekdayBehaviour::Today;
                }
            }
            Rule::WeekdayOf | Rule::RelativeText | Rule::RelativeTextWeek | Rule::Relative => self.relative(rule, text),
            Rule::Month => {
                self.have_date()?;
                self.parsed.month = words::month_word(text);
            }
            Rule::Zone => {
                self.have_zone()?;
                text.skip_spaces();
                self.zone(text);
            }
            _ => self.date(rule, text)?,
        }
        Ok(())
    }

    fn date(&mut self, rule: Rule, text: &mut Cursor<'_>) -> Result<(), Refused> {
        self.have_date()?;
        match rule {
            Rule::American => {
                (self.parsed.month, self.parsed.day) = (text.number(2), text.number(2));
                if text.peek() == b'/' {
                    self.parsed.year = full_year(text.number_with_length(4));
                }
            }
            Rule::IsoDate | Rule::IsoDateLongYear => {
                let year = self.signed(text, if rule == Rule::IsoDate { 4 } else { 19 });
                self.set_date(Some(year), text.number(2), text.number(2));
            }
            Rule::YearMonth => self.set_date(full_year(text.number_with_length(4)), text.number(2), Some(1)),
            Rule::IsoDateShortYear | Rule::YearMonthDay => {
                self.set_date(full_year(text.number_with_length(4)), text.number(2), text.number(2));
            }
            Rule::PointedLongYear | Rule::PointedShortYear => {
                (self.parsed.day, self.parsed.month) = (text.number(2), text.number(2));
                let digits = if rule == Rule::PointedLongYear { 4 } else { 2 };
                self.parsed.year = full_year(text.number_with_length(digits));
            }
            Rule::DayMonthYear | Rule::DayMonth => {
                self.parsed.day = text.number(2);
                text.skip_day_suffix();
                self.parsed.month = Some(words::month(text));
                if rule == Rule::DayMonthYear {
                    self.parsed.year = full_year(text.number_with_length(4));
                }
            }
            Rule::MonthYear => {
                self.parsed.month = Some(words::month(text));
                self.parsed.year = full_year(text.number_with_length(4));
                self.parsed.day = Some(1);
            }
            Rule::YearTextMonth => {
                self.parsed.year = full_year(text.number_with_length(4));
                self.parsed.month = Some(words::month(text));
                self.parsed.day = Some(1);
            }
            Rule::MonthDayYear | Rule::TextMonthFirst => {
                self.parsed.month = Some(words::month(text));
                self.parsed.day = text.number(2);
                self.parsed.year = full_year(text.number_with_length(4));
            }
            Rule::TextMonthSecond => {
                self.parsed.year = full_year(text.number_with_length(4));
                self.parsed.month = Some(words::month(text));
                self.parsed.day = text.number(2);
            }
            Rule::Compact => self.set_date(text.number(4), text.number(2), text.number(2)),
            Rule::YearDay => self.set_date(full_year(text.number_with_length(4)), Some(1), text.number(3)),
            _ => {}
        }
        Ok(())
    }

    /// `hour:minute:second.fraction`, as much of it as there is.
    fn time_of_day(&mut self, text: &mut Cursor<'_>, second_behind: fn(u8) -> bool) {
        self.parsed.hour = text.number(2);
        if matches!(text.peek(), b':' | b'.') {
            self.parsed.minute = text.number(2);
            if second_behind(text.peek()) {
                self.parsed.second = text.number(2);
                if text.peek() == b'.' {
                    self.parsed.micro = text.fraction();
                }
            }
        }
    }

    fn add_meridian(&mut self, text: &mut Cursor<'_>) {
        let hour = self.parsed.hour.unwrap_or(0);
        self.parsed.hour = Some(hour + words::meridian(text, hour));
    }

    fn clock(&mut self, rule: Rule, text: &mut Cursor<'_>) -> Result<(), Refused> {
        let point_or_colon = |b| matches!(b, b':' | b'.');
        match rule {
            Rule::BackFrontOf => {
                self.parsed.unset_time();
                self.have_time()?;
                let back = text.peek() == b'b';
                let hour = text.number(2).unwrap_or(0);
                self.parsed.hour = Some(if back { hour } else { hour - 1 });
                self.parsed.minute = Some(if back { 15 } else { 45 });
                if !text.at_end() {
                    text.skip_spaces();
                    self.add_meridian(text);
                }
            }
            Rule::Time12 => {
                self.have_time()?;
                self.time_of_day(text, point_or_colon);
                text.skip_spaces();
                self.add_meridian(text);
            }
            Rule::MssqlTime => {
                self.have_time()?;
                (self.parsed.hour, self.parsed.minute) = (text.number(2), text.number(2));
                if point_or_colon(text.peek()) {
                    self.parsed.second = text.number(2);
                    if point_or_colon(text.peek()) {
                        self.parsed.micro = text.fraction();
                    }
                }
                text.skip_spaces();
                self.add_meridian(text);
            }
            Rule::Time24 => {
                self.have_time()?;
                self.time_of_day(text, point_or_colon);
                self.zone_if_any(text);
            }
            Rule::HourMinute => {
                match self.parsed.have_time {
                    0 => (self.parsed.hour, self.parsed.minute, self.parsed.second) = (text.number(2), text.number(2), Some(0)),
                    1 => self.parsed.year = text.number(4),
                    _ => {
                        self.error("Double time specification");
                        return Err(Refused);
                    }
                }
                self.parsed.have_time += 1;
            }
            Rule::HourMinuteSecond => {
                self.have_time()?;
                (self.parsed.hour, self.parsed.minute, self.parsed.second) = (text.number(2), text.number(2), text.number(2));
                self.zone_if_any(text);
            }
            _ => {
                self.have_date()?;
                self.parsed.month = Some(words::month(text));
                self.parsed.day = text.number(2);
                self.have_time()?;
                if rule == Rule::MonthDayTime12 {
                    self.time_of_day(text, point_or_colon);
                    self.add_meridian(text);
                } else {
                    self.time_of_day(text, |b| b == b':');
                    self.zone_if_any(text);
                }
            }
        }
        Ok(())
    }

    fn date_and_time(&mut self, rule: Rule, text: &mut Cursor<'_>) -> Result<(), Refused> {
        self.have_time()?;
        self.have_date()?;
        if rule == Rule::CommonLog {
            self.parsed.day = text.number(2);
            self.parsed.month = Some(words::month(text));
            self.parsed.year = text.number(4);
        } else {
            self.set_date(text.number(4), text.number(2), text.number(2));
        }
        (self.parsed.hour, self.parsed.minute, self.parsed.second) = (text.number(2), text.number(2), text.number(2));
        if rule == Rule::CommonLog {
            text.skip_spaces();
            self.zone(text);
        } else if text.peek() == b'.' {
            self.parsed.micro = text.fraction();
            self.zone_if_any(text);
        }
        Ok(())
    }

    fn timestamp(&mut self, rule: Rule, text: &mut Cursor<'_>) -> Result<(), Refused> {
        self.parsed.have_relative = true;
        self.parsed.have_date = false;
        self.set_date(Some(0), Some(0), Some(0));
        self.parsed.unset_time();
        self.have_zone()?;
        let negative = text.peek_at(1) == b'-';
        let seconds = self.signed(text, 24);
        if rule == Rule::TimestampFraction {
            let before = text.position();
            let micros = self.signed(text, 6);
            let digits = text.position() - before - usize::from(text.position() > before);
            let micros = micros.wrapping_mul(10i64.pow(6u32.saturating_sub(digits as u32)));
            self.parsed.relative.micros = if negative { -micros } else { micros };
        }
        self.set_date(Some(1970), Some(1), Some(1));
        self.parsed.set_midnight();
        self.parsed.relative.seconds = self.parsed.relative.seconds.wrapping_add(seconds);
        self.parsed.zone = ParsedZone::Known(ZoneRef::Offset(0));
        Ok(())
    }

    /// Everything that was said so far lies in the past.
    fn ago(&mut self) {
        let relative = &mut self.parsed.relative;
        for amount in [
            &mut relative.years,
            &mut relative.months,
            &mut relative.days,
            &mut relative.hours,
            &mut relative.minutes,
            &mut relative.seconds,
            &mut relative.weekday,
        ] {
            *amount = amount.wrapping_neg();
        }
        if relative.weekday == 0 {
            relative.weekday = -7;
        }
        if let Some(Special::Weekdays(count)) = &mut relative.special {
            *count = count.wrapping_neg();
        }
    }

    fn relative(&mut self, rule: Rule, text: &mut Cursor<'_>) {
        self.parsed.have_relative = true;
        if rule == Rule::Relative {
            let amount = self.signed(text, 24);
            text.skip_spaces();
            self.add_amount(text, amount, WeekdayBehaviour::Today, true);
            return;
        }
        let (amount, this) = words::ordinal(text);
        let object_handlers = if this { WeekdayBehaviour::Today } else { WeekdayBehaviour::NotToday };
        text.skip_spaces();
        if rule == Rule::WeekdayOf {
            if amount > 0 {
                self.parsed.relative.special = Some(Special::WeekdayOfMonth);
                self.add_amount(text, amount, WeekdayBehaviour::Today, false);
            } else {
                self.parsed.relative.special = Some(Special::LastWeekdayOfMonth);
                self.add_amount(text, amount, object_handlers, false);
            }
            return;
        }
        self.add_amount(text, amount, object_handlers, false);
        if rule == Rule::RelativeTextWeek {
            let relative = &mut self.parsed.relative;
            relative.weekday_object_handlers = WeekdayBehaviour::ThisWeek;
            // Without a day of the week it is today's, of that week.
            if !relative.have_weekday {
                relative.have_weekday = true;
                relative.weekday = 1;
            }
        }
    }

    /// Adds so many of the unit that follows. Days of the week reset the time unless it is to be kept.
    fn add_amount(&mut self, text: &mut Cursor<'_>, amount: i64, object_handlers: WeekdayBehaviour, keep_time: bool) {
        let Some(unit) = words::unit(text) else { return };
        let Relative { years, months, days, hours, minutes, seconds, micros, .. } = &mut self.parsed.relative;
        let (field, size) = match unit {
            Unit::Micros(size) => (micros, size),
            Unit::Seconds => (seconds, 1),
            Unit::Minutes => (minutes, 1),
            Unit::Hours => (hours, 1),
            Unit::Days(size) => (days, size),
            Unit::Months => (months, 1),
            Unit::Years => (years, 1),
            Unit::Weekday(weekday) => {
                if !keep_time {
                    self.parsed.unset_time();
                }
                let relative = &mut self.parsed.relative;
                relative.have_weekday = true;
                let weeks = if amount > 0 { amount - 1 } else { amount };
                relative.days = relative.days.wrapping_add(weeks.wrapping_mul(7));
                relative.weekday = weekday;
                relative.weekday_object_handlers = object_handlers;
                return;
            }
            Unit::Weekdays => {
                if !keep_time {
                    self.parsed.unset_time();
                }
                self.parsed.relative.special = Some(Special::Weekdays(amount));
                return;
            }
        };
        let (sum, overflow) = field.overflowing_add(amount.wrapping_mul(size));
        *field = sum;
        if overflow {
            self.error("Number out of range");
        }
    }
}
