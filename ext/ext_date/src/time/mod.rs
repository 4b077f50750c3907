//! A moment on somebody's calendar and clock, as date objects hold it.
//!
//! Modules: `relative` (what `+1 week` says), `resolve` (from fields to the moment: the calendar's arithmetic and the zone's choice).

mod relative;
mod resolve;

pub(crate) use relative::{DayOfMonth, Relative, Special, WeekdayBehaviour};

use crate::calendar::{self, DAY, HOUR};
use crate::zone::Zone;

/// Where a clock is.
#[derive(Clone, Debug)]
pub(crate) enum ZoneRef {
    /// `+02:00`, in seconds.
    Offset(i32),
    /// `CEST`: seconds without summer time, the hour of summer time, the name in upper case.
    Abbreviation { offset: i32, is_dst: bool, name: Box<str> },
    /// A zone of the database.
    Id(&'static Zone),
}

impl ZoneRef {
    /// `timezone_type`
    pub(crate) fn kind(&self) -> i64 {
        match self {
            ZoneRef::Offset(_) => 1,
            ZoneRef::Abbreviation { .. } => 2,
            ZoneRef::Id(_) => 3,
        }
    }

    /// `+02:00`, `CEST`, `Europe/Amsterdam`
    pub(crate) fn name(&self) -> String {
        match self {
            ZoneRef::Offset(seconds) => offset_name(*seconds),
            ZoneRef::Abbreviation { name, .. } => name.to_string(),
            ZoneRef::Id(zone) => zone.name.to_string(),
        }
    }

    /// Seconds east of Greenwich at a moment.
    pub(crate) fn offset_at(&self, moment: i64) -> i64 {
        match self {
            ZoneRef::Offset(seconds) => i64::from(*seconds),
            ZoneRef::Abbreviation { offset, is_dst, .. } => i64::from(*offset) + if *is_dst { HOUR } else { 0 },
            ZoneRef::Id(zone) => i64::from(zone.at(moment).kind.offset),
        }
    }

    /// The same zone for the purposes of differences?
    pub(crate) fn same(&self, other: &ZoneRef) -> bool {
        match (self, other) {
            (ZoneRef::Id(a), ZoneRef::Id(b)) => a.name == b.name,
            (ZoneRef::Offset(_), ZoneRef::Offset(_)) | (ZoneRef::Abbreviation { .. }, ZoneRef::Abbreviation { .. }) => {
                self.offset_at(0) == other.offset_at(0)
            }
            _ => false,
        }
    }
}

/// `+02:00`, `-00:25:21`
pub(crate) fn offset_name(offset: i32) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    let size = offset.unsigned_abs();
    let (hours, minutes, seconds) = (size / 3600, size % 3600 / 60, size % 60);
    match seconds {
        0 => format!("{sign}{hours:02}:{minutes:02}"),
        _ => format!("{sign}{hours:02}:{minutes:02}:{seconds:02}"),
    }
}

/// Fields and moment belong together after [`Time::resolve`] and [`Time::read_clock`].
#[derive(Clone, Debug)]
pub(crate) struct Time {
    pub year: i64,
    pub month: i64,
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub micro: i64,
    /// `None`: UTC, because nothing else was said (only in the middle of parsing and in `gmdate()`).
    pub zone: Option<ZoneRef>,
    /// What was in force when the clock was last read: seconds without the hour of an abbreviation's summer time.
    pub offset: i64,
    pub is_dst: bool,
    /// The zone is certain, so an hour that came twice may be chosen by `is_dst`.
    pub have_zone: bool,
    /// Seconds since 1970.
    pub moment: i64,
    /// What [`Time::resolve`] is to add.
    pub relative: Relative,
    pub have_relative: bool,
}

impl Time {
    /// A moment in UTC.
    pub(crate) fn utc(moment: i64) -> Time {
        let mut time = Time::bare(moment);
        time.set_fields(moment);
        time
    }

    /// A moment whose fields are still to be set.
    fn bare(moment: i64) -> Time {
        Time {
            year: 1970,
            month: 1,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
            micro: 0,
            zone: None,
            offset: 0,
            is_dst: false,
            have_zone: false,
            moment,
            relative: Relative::default(),
            have_relative: false,
        }
    }

    /// A moment as the clocks of a zone show it.
    pub(crate) fn local(moment: i64, zone: ZoneRef) -> Time {
        let mut time = Time::bare(moment);
        time.set_zone(zone);
        time
    }

    /// Year, month, day, hour, minute and second from a number of seconds of local time.
    fn set_fields(&mut self, local: i64) {
        (self.year, self.month, self.day) = calendar::civil(local.div_euclid(DAY));
        let rest = local.rem_euclid(DAY);
        (self.hour, self.minute, self.second) = (rest / HOUR, rest % HOUR / 60, rest % 60);
    }

    /// The same moment elsewhere.
    pub(crate) fn set_zone(&mut self, zone: ZoneRef) {
        self.attach(zone);
        self.set_fields(self.moment.wrapping_add(self.current_offset()));
    }

    /// Notes zone and offset; the fields are left.
    pub(crate) fn attach(&mut self, zone: ZoneRef) {
        match &zone {
            ZoneRef::Offset(seconds) => (self.offset, self.is_dst) = (i64::from(*seconds), false),
            ZoneRef::Abbreviation { offset, is_dst, .. } => (self.offset, self.is_dst) = (i64::from(*offset), *is_dst),
            ZoneRef::Id(zone) => {
                let kind = zone.at(self.moment).kind;
                (self.offset, self.is_dst) = (i64::from(kind.offset), kind.is_dst);
            }
        }
        self.zone = Some(zone);
        self.have_zone = true;
    }

    /// Another moment in the same zone; microseconds stay.
    pub(crate) fn set_moment(&mut self, moment: i64) {
        self.moment = moment;
        if let Some(ZoneRef::Id(zone)) = &self.zone {
            let kind = zone.at(moment).kind;
            (self.offset, self.is_dst) = (i64::from(kind.offset), kind.is_dst);
        }
        self.set_fields(moment.wrapping_add(self.current_offset()));
        self.have_zone = self.zone.is_some();
    }

    /// Sets the fields from the moment; the offset that was noted stays.
    pub(crate) fn read_clock(&mut self) {
        let offset = match &self.zone {
            Some(zone) => zone.offset_at(self.moment),
            None => 0,
        };
        self.set_fields(self.moment.wrapping_add(offset));
        self.have_zone = true;
    }

    /// Seconds to add to UTC, from what was noted.
    fn current_offset(&self) -> i64 {
        match &self.zone {
            Some(ZoneRef::Abbreviation { .. }) if self.is_dst => self.offset + HOUR,
            _ => self.offset,
        }
    }

    /// Order in time.
    pub(crate) fn compare(&self, other: &Time) -> std::cmp::Ordering {
        (self.moment, self.micro).cmp(&(other.moment, other.micro))
    }

    /// `true` if both are in the same zone, or at the same offset.
    pub(crate) fn same_zone(&self, other: &Time) -> bool {
        match (&self.zone, &other.zone) {
            (Some(a), Some(b)) => a.same(b),
            (None, None) => true,
            _ => false,
        }
    }

    /// The zone, if it is one of the database.
    pub(crate) fn zone_id(&self) -> Option<&'static Zone> {
        match self.zone {
            Some(ZoneRef::Id(zone)) => Some(zone),
            _ => None,
        }
    }

    /// Carries what is too large or too small in the fields.
    pub(crate) fn normalize(&mut self) {
        calendar::limit(0, 1_000_000, 1_000_000, &mut self.micro, &mut self.second);
        calendar::limit(0, 60, 60, &mut self.second, &mut self.minute);
        calendar::limit(0, 60, 60, &mut self.minute, &mut self.hour);
        calendar::limit(0, 24, 24, &mut self.hour, &mut self.day);
        calendar::normalize(&mut self.year, &mut self.month, &mut self.day);
    }
}
