//! Reads dates and times from text: `strtotime()`, `DateTime::createFromFormat()` and intervals in ISO 8601 notation.
//!
//! Modules: `grammar` (what `strtotime()` understands, as a table of patterns), `pattern` (their notation), `automaton` (finds the longest
//! match), `scanner` (what each rule means), `by_format` (`createFromFormat()`), `iso_interval` (`P1DT2H`), `cursor` and `words` (numbers
//! and words inside of what was matched).

mod automaton;
pub(crate) mod by_format;
pub(crate) mod cursor;
mod grammar;
pub(crate) mod iso_interval;
mod pattern;
mod scanner;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use scanner::parse;

use crate::calendar;
use crate::time::{Relative, Time, ZoneRef};
use crate::zone::name::{self, Named};
use cursor::Cursor;

/// What a text says; what it does not say is `None`.
#[derive(Default)]
pub(crate) struct Parsed {
    pub year: Option<i64>,
    pub month: Option<i64>,
    pub day: Option<i64>,
    pub hour: Option<i64>,
    pub minute: Option<i64>,
    pub second: Option<i64>,
    pub micro: Option<i64>,
    pub zone: ParsedZone,
    /// The zone's abbreviation, if its name is one.
    pub abbreviation: Option<Box<str>>,
    pub have_date: bool,
    /// How often a time was mentioned, in the ways that may be.
    pub have_time: u32,
    pub have_zone: u32,
    pub have_relative: bool,
    pub relative: Relative,
    pub errors: Vec<Message>,
    pub warnings: Vec<Message>,
}

#[derive(Default)]
pub(crate) enum ParsedZone {
    #[default]
    None,
    /// A word that is no zone.
    Unknown,
    Known(ZoneRef),
}

/// What is wrong, and where.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub position: usize,
    /// The byte there; 0 at the end.
    pub byte: u8,
    pub text: &'static str,
}

pub(crate) const UNKNOWN_ZONE: &str = "The timezone could not be found in the database";
const INVALID_TIME: &str = "The parsed time was invalid";
const INVALID_DATE: &str = "The parsed date was invalid";

/// What PHP takes for a number that is not there.
const UNSET: i64 = -9_999_999;

impl Parsed {
    /// Forgets the time: midnight, and another time may follow.
    fn unset_time(&mut self) {
        self.have_time = 0;
        self.set_midnight();
    }

    fn set_midnight(&mut self) {
        (self.hour, self.minute, self.second, self.micro) = (Some(0), Some(0), Some(0), Some(0));
    }

    /// Reads a zone; `false` if there is none that is known.
    fn read_zone(&mut self, text: &mut Cursor<'_>) -> bool {
        match name::read(text) {
            Named::Zone(zone) => {
                match &zone {
                    ZoneRef::Abbreviation { name, .. } => self.abbreviation = Some(name.clone()),
                    ZoneRef::Id(zone) if zone.name.as_ref() == "UTC" => self.abbreviation = Some("UTC".into()),
                    _ => {}
                }
                self.zone = ParsedZone::Known(zone);
                true
            }
            Named::BadOffset => {
                self.zone = ParsedZone::Known(ZoneRef::Offset(0));
                false
            }
            Named::Unknown => {
                match &mut self.zone {
                    ParsedZone::None => self.zone = ParsedZone::Unknown,
                    // The kind of the zone before stays, its offset does not.
                    ParsedZone::Known(ZoneRef::Offset(offset) | ZoneRef::Abbreviation { offset, .. }) => *offset = 0,
                    _ => {}
                }
                false
            }
        }
    }

    fn has_valid_time(&self) -> bool {
        let field = |field: Option<i64>| field.unwrap_or(UNSET);
        calendar::is_valid_time(field(self.hour), field(self.minute), field(self.second))
    }

    fn has_valid_date(&self) -> bool {
        let field = |field: Option<i64>| field.unwrap_or(UNSET);
        calendar::is_valid_date(field(self.year), field(self.month), field(self.day))
    }

    pub(crate) fn zone(&self) -> Option<&ZoneRef> {
        match &self.zone {
            ParsedZone::Known(zone) => Some(zone),
            _ => None,
        }
    }

    /// What is missing comes from `now`. With `keep_time`, a date alone does not mean midnight.
    pub(crate) fn complete(mut self, now: &Time, keep_time: bool) -> Time {
        if !keep_time && self.have_date && self.have_time == 0 {
            self.set_midnight();
        }
        let says_something = [self.year, self.month, self.day, self.hour, self.minute, self.second].iter().any(Option::is_some);
        let micro = self.micro.unwrap_or(if says_something { 0 } else { now.micro });
        let (zone, offset, is_dst) = match self.zone {
            ParsedZone::Known(zone) => {
                let (offset, is_dst) = match &zone {
                    ZoneRef::Offset(seconds) => (i64::from(*seconds), false),
                    ZoneRef::Abbreviation { offset, is_dst, .. } => (i64::from(*offset), *is_dst),
                    // Of an hour that comes twice the first is meant.
                    ZoneRef::Id(_) => (0, true),
                };
                (Some(zone), offset, is_dst)
            }
            _ => (now.zone.clone(), now.offset, now.is_dst),
        };
        Time {
            year: self.year.unwrap_or(now.year),
            month: self.month.unwrap_or(now.month),
            day: self.day.unwrap_or(now.day),
            hour: self.hour.unwrap_or(now.hour),
            minute: self.minute.unwrap_or(now.minute),
            second: self.second.unwrap_or(now.second),
            micro,
            zone,
            offset,
            is_dst,
            have_zone: self.have_zone > 0,
            moment: 0,
            relative: self.relative,
            have_relative: self.have_relative,
        }
    }
}
