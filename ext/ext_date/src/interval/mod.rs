//! Differences between dates, and dates plus and minus intervals.

mod difference;
pub(crate) mod format;

pub(crate) use difference::difference;

use crate::calendar;
use crate::time::{Relative, Time, ZoneRef};

/// How an interval is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// All of it on the calendar and the clock: intervals that are differences or come from words.
    Civil,
    /// Years to days on the calendar, hours and less as time that passes: ISO 8601 durations.
    Wall,
}

impl Time {
    /// Adds an interval.
    pub(crate) fn add(&mut self, interval: &Relative, arithmetic: Arithmetic) {
        match arithmetic {
            Arithmetic::Civil if interval.is_special() => self.add_relative_of(interval.clone()),
            Arithmetic::Civil => {
                // "First day of" is no amount.
                self.add_relative_of(interval.amounts(interval.sign()));
            }
            Arithmetic::Wall => self.add_wall(interval, interval.sign()),
        }
    }

    /// Subtracts an interval; not for special ones.
    pub(crate) fn subtract(&mut self, interval: &Relative, arithmetic: Arithmetic) {
        match arithmetic {
            Arithmetic::Civil => self.add_relative_of(interval.amounts(-interval.sign())),
            Arithmetic::Wall => self.add_wall(interval, -interval.sign()),
        }
    }

    /// Adds on the calendar and the clock.
    pub(crate) fn add_relative_of(&mut self, relative: Relative) {
        self.relative = relative;
        self.have_relative = true;
        self.resolve();
        self.read_clock();
        self.have_relative = false;
    }

    fn add_wall(&mut self, interval: &Relative, sign: i64) {
        if interval.is_special() {
            self.add_relative_of(interval.clone());
        } else {
            let amounts = interval.amounts(sign);
            self.have_relative = true;
            self.relative = Relative { years: amounts.years, months: amounts.months, days: amounts.days, ..Relative::default() };
            if amounts.years != 0 || amounts.months != 0 || amounts.days != 0 {
                self.resolve();
            }
            let (mut micros, mut seconds) = (interval.micros, interval.seconds);
            calendar::limit(0, 1_000_000, 1_000_000, &mut micros, &mut seconds);
            let passed = Relative { hours: interval.hours, minutes: interval.minutes, seconds, ..Relative::default() }.clock_seconds();
            self.moment = self.moment.wrapping_add(passed.wrapping_mul(sign));
            self.read_clock();
            if interval.micros != 0 {
                self.have_relative = false;
                self.micro = self.micro.wrapping_add(micros.wrapping_mul(sign));
                self.normalize();
                self.resolve();
            }
            self.normalize();
        }
        if let Some(zone @ ZoneRef::Id(_)) = self.zone.clone() {
            self.attach(zone);
        }
        self.have_relative = false;
    }
}
