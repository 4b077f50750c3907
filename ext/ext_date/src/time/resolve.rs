//! From fields to the moment: adds what is relative, then asks the zone.

use super::{DayOfMonth, Relative, Special, Time, WeekdayBehaviour, ZoneRef};
use crate::calendar::{self, DAY, HOUR};
use crate::zone::Zone;

impl Time {
    /// Adds [`Time::relative`] to the fields, brings them into the calendar and finds the moment. Where the fields name an hour that does
    /// not exist, or one that comes twice, the zone decides. Afterwards nothing relative is left to do.
    pub(crate) fn resolve(&mut self) {
        self.resolve_in(None);
    }

    /// The same, in a zone that counts where the time has none of its own.
    pub(crate) fn resolve_in(&mut self, fallback: Option<&'static Zone>) {
        self.begin_special();
        self.add_relative();
        self.finish_special();
        let days = calendar::days(self.year, self.month, self.day);
        let clock = self.hour.wrapping_mul(HOUR).wrapping_add(self.minute.wrapping_mul(60)).wrapping_add(self.second);
        self.moment = clock.wrapping_add(days.wrapping_mul(DAY));
        self.apply_zone(fallback);
        self.have_relative = false;
        self.relative.have_weekday = false;
        self.relative.special = None;
        self.relative.day_of_month = None;
    }

    /// What counts from the first or last day of a month goes there first.
    fn begin_special(&mut self) {
        let later = match self.relative.special {
            Some(Special::WeekdayOfMonth) => Some(0),
            Some(Special::LastWeekdayOfMonth) => Some(1),
            _ => None,
        };
        if let Some(later) = later {
            self.day = 1;
            self.month = self.month.wrapping_add(self.relative.months).wrapping_add(later);
            self.relative.months = 0;
        }
        self.go_to_day_of_month();
        self.normalize();
    }

    fn go_to_day_of_month(&mut self) {
        match self.relative.day_of_month {
            Some(DayOfMonth::First) => self.day = 1,
            Some(DayOfMonth::Last) => {
                self.day = 0;
                self.month = self.month.wrapping_add(1);
            }
            None => {}
        }
    }

    fn add_relative(&mut self) {
        if self.relative.have_weekday {
            self.go_to_weekday();
        }
        self.normalize();
        if self.have_relative {
            let Relative { years, months, days, hours, minutes, seconds, micros, .. } = self.relative;
            self.micro = self.micro.wrapping_add(micros);
            self.second = self.second.wrapping_add(seconds);
            self.minute = self.minute.wrapping_add(minutes);
            self.hour = self.hour.wrapping_add(hours);
            self.day = self.day.wrapping_add(days);
            self.month = self.month.wrapping_add(months);
            self.year = self.year.wrapping_add(years);
        }
        self.go_to_day_of_month();
        self.normalize();
    }

    fn go_to_weekday(&mut self) {
        let today = calendar::weekday(self.year, self.month, self.day);
        let relative = &mut self.relative;
        if relative.weekday_object_handlers == WeekdayBehaviour::ThisWeek {
            // Weeks end on Sunday.
            if today == 0 && relative.weekday != 0 {
                relative.weekday -= 7;
            }
            if relative.weekday == 0 && today != 0 {
                relative.weekday = 7;
            }
            self.day = self.day.wrapping_sub(today).wrapping_add(relative.weekday);
            return;
        }
        let enough = if relative.weekday_object_handlers == WeekdayBehaviour::Today { -1 } else { 0 };
        let mut ahead = relative.weekday - today;
        if (relative.days < 0 && ahead < 0) || (relative.days >= 0 && ahead <= enough) {
            ahead += 7;
        }
        let step = if relative.weekday >= 0 { ahead } else { relative.weekday.abs() - today - 7 };
        self.day = self.day.wrapping_add(step);
        relative.have_weekday = false;
    }

    fn finish_special(&mut self) {
        if let Some(Special::Weekdays(count)) = self.relative.special {
            self.add_weekdays(count);
        }
        self.normalize();
        self.relative.special = None;
    }

    /// Monday to Friday count.
    fn add_weekdays(&mut self, count: i64) {
        let today = calendar::weekday(self.year, self.month, self.day);
        let (weeks, rest) = (count / 5, count % 5);
        let over_weekend = match (count > 0, rest) {
            // Back to Friday from a weekend.
            (true, 0) => [-2, 0, 0, 0, 0, 0, -1][today as usize],
            // A weekend in the way is skipped; from Saturday one goes on to Sunday.
            (true, _) if today == 6 => 1,
            (true, _) if today + rest > 5 => 2,
            // The mirror image; without a count one leaves the weekend forwards.
            (false, 0) => [1, 0, 0, 0, 0, 0, 2][today as usize],
            (false, _) if today == 0 => -1,
            (false, _) if today + rest < 1 => -2,
            _ => 0,
        };
        self.day = self.day.wrapping_add(weeks.wrapping_mul(7)).wrapping_add(over_weekend + rest);
    }

    /// [`Time::moment`] is local time taken for UTC; makes it the moment.
    fn apply_zone(&mut self, fallback: Option<&'static Zone>) {
        let zone = match &self.zone {
            Some(ZoneRef::Id(zone)) => *zone,
            Some(ZoneRef::Offset(_)) => {
                self.moment = self.moment.wrapping_sub(self.offset);
                return;
            }
            Some(ZoneRef::Abbreviation { .. }) => {
                self.moment = self.moment.wrapping_sub(self.offset + if self.is_dst { HOUR } else { 0 });
                return;
            }
            None => match fallback {
                Some(zone) => zone,
                None => return,
            },
        };
        self.moment = self.moment.wrapping_sub(self.offset_of_clock(zone));
        self.attach(ZoneRef::Id(zone));
    }

    /// The offset that a clock in the zone has when it shows [`Time::moment`].
    fn offset_of_clock(&self, zone: &Zone) -> i64 {
        let clock = self.moment;
        let at = |moment: i64| {
            let local = zone.at(moment);
            (i64::from(local.kind.offset), local.since, local.kind.is_dst)
        };
        let (first, _, first_is_dst) = at(clock);
        let (mut offset, mut since, _) = at(clock.wrapping_sub(first));
        if first == offset && self.have_zone {
            // An hour that comes twice: it is known which one is meant. The zone's offset now may hide the change that is near.
            if first >= 0 && self.is_dst && !first_is_dst {
                let (earlier, began, _) = at(clock.wrapping_sub(first).wrapping_sub(2 * HOUR));
                if earlier != offset && clock.wrapping_sub(earlier) < since {
                    (offset, since) = (earlier, began);
                }
            } else if first <= 0 && first_is_dst && !self.is_dst {
                let (later, began, _) = at(clock.wrapping_sub(first).wrapping_add(2 * HOUR));
                if later != offset && clock.wrapping_sub(later) >= began {
                    (offset, since) = (later, began);
                }
            }
        }
        let moment = clock.wrapping_sub(offset);
        // In an hour that is left out the clock is still the old one.
        let left_out = since != i64::MIN && moment >= since.wrapping_add(first - offset) && moment < since;
        if first != offset && !left_out { offset } else { first }
    }
}
