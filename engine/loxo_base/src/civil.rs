//! Dates of the proleptic Gregorian calendar as numbers of days since 1970, and back.
//!
//! The algorithms are Howard Hinnant's ("chrono-compatible low-level date algorithms"): years begin in March, so that the leap day is the last
//! of its year, and are counted in eras of 400 years, after which the calendar repeats. What does not fit into 64 bits wraps around.

/// Days of an era.
pub const ERA_DAYS: i64 = 146_097;
/// Years of an era.
pub const ERA_YEARS: i64 = 400;
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH_SHIFT: i64 = 719_468;
const SECONDS_OF_DAY: i64 = 86_400;

/// The English names of months as protocols and logs have them, January first.
pub const SHORT_MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// The English names of the days of the week as protocols and logs have them, Sunday first.
pub const SHORT_DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// Days since 1970 of a date. The month is from 1 to 12, the day may be any number.
#[inline]
pub fn days_of_date(year: i64, month: i64, day: i64) -> i64 {
    let year = year.wrapping_sub(i64::from(month <= 2));
    let (era, year_of_era) = (year.div_euclid(ERA_YEARS), year.rem_euclid(ERA_YEARS));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era.wrapping_mul(ERA_DAYS).wrapping_add(day_of_era - 1 - EPOCH_SHIFT).wrapping_add(day)
}

/// Year, month (from 1) and day of a number of days since 1970.
#[inline]
pub fn date_of_days(days: i64) -> (i64, i64, i64) {
    let days = days.wrapping_add(EPOCH_SHIFT);
    let (era, day_of_era) = (days.div_euclid(ERA_DAYS), days.rem_euclid(ERA_DAYS));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * ERA_YEARS + i64::from(month <= 2), month, day)
}

/// A Unix time in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UtcTime {
    pub year: i64,
    /// From 1.
    pub month: usize,
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    /// From Sunday, which is 0.
    pub weekday: usize,
}

impl UtcTime {
    /// `time` in seconds since 1970.
    pub fn of_unix(time: i64) -> UtcTime {
        let (days, rest) = (time.div_euclid(SECONDS_OF_DAY), time.rem_euclid(SECONDS_OF_DAY));
        let (year, month, day) = date_of_days(days);
        let weekday = (days + 4).rem_euclid(7) as usize;
        UtcTime { year, month: month as usize, day, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60, weekday }
    }

    /// `Nov`
    pub fn month_name(&self) -> &'static str {
        SHORT_MONTHS[(self.month + 11) % 12]
    }

    /// `Sat`
    pub fn day_name(&self) -> &'static str {
        SHORT_DAYS[self.weekday % 7]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let known = [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29)), (19_782, (2024, 2, 29)), (20_778, (2026, 11, 21))];
        for (days, date) in known {
            assert_eq!(date_of_days(days), date);
            assert_eq!(days_of_date(date.0, date.1, date.2), days);
        }
        for days in (-1_000_000..1_000_000).step_by(37) {
            let (year, month, day) = date_of_days(days);
            assert_eq!(days_of_date(year, month, day), days);
        }
    }

    #[test]
    fn times() {
        let time = UtcTime::of_unix(-1);
        assert_eq!((time.year, time.month, time.day, time.hour, time.minute, time.second), (1969, 12, 31, 23, 59, 59));
        assert_eq!((time.day_name(), time.month_name()), ("Wed", "Dec"));
    }
}
