//! Amounts of time that have no fixed length: `+1 month`, `next friday`, `last day of`.

/// What is to be added to a date. Intervals are made of this too.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Relative {
    pub years: i64,
    pub months: i64,
    pub days: i64,
    pub hours: i64,
    pub minutes: i64,
    pub seconds: i64,
    pub micros: i64,
    /// Intervals: unless 0, the whole of it is subtracted.
    pub invert: i32,
    /// Intervals made of two dates: the days between these.
    pub total_days: Option<i64>,
    /// The day of the week to go to, 0 is Sunday; negative: backwards.
    pub weekday: i64,
    pub have_weekday: bool,
    pub weekday_object_handlers: WeekdayBehaviour,
    pub day_of_month: Option<DayOfMonth>,
    pub special: Option<Special>,
}

/// How a day of the week counts where it is that day already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WeekdayBehaviour {
    /// It does not count: the next one is meant.
    #[default]
    NotToday,
    /// It counts.
    Today,
    /// Of the current week, which begins on Monday.
    ThisWeek,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DayOfMonth {
    First,
    Last,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// `+3 weekdays`
    Weekdays(i64),
    /// `first friday of`
    WeekdayOfMonth,
    /// `last friday of`
    LastWeekdayOfMonth,
}

impl WeekdayBehaviour {
    /// As serialized intervals have it.
    pub(crate) fn from_number(number: i64) -> WeekdayBehaviour {
        match number {
            1 => WeekdayBehaviour::Today,
            2 => WeekdayBehaviour::ThisWeek,
            _ => WeekdayBehaviour::NotToday,
        }
    }
}

impl Relative {
    /// Not just amounts: it depends on the date where it leads.
    pub(crate) fn is_special(&self) -> bool {
        self.have_weekday || self.special.is_some()
    }

    /// The amounts alone, times 1 or -1.
    pub(crate) fn amounts(&self, sign: i64) -> Relative {
        Relative {
            years: self.years.wrapping_mul(sign),
            months: self.months.wrapping_mul(sign),
            days: self.days.wrapping_mul(sign),
            hours: self.hours.wrapping_mul(sign),
            minutes: self.minutes.wrapping_mul(sign),
            seconds: self.seconds.wrapping_mul(sign),
            micros: self.micros.wrapping_mul(sign),
            ..Relative::default()
        }
    }

    pub(crate) fn is_inverted(&self) -> bool {
        self.invert != 0
    }

    /// 1, or -1 for what is subtracted.
    pub(crate) fn sign(&self) -> i64 {
        if self.is_inverted() { -1 } else { 1 }
    }

    /// Hours, minutes and seconds in seconds.
    pub(crate) fn clock_seconds(&self) -> i64 {
        self.hours.wrapping_mul(3600).wrapping_add(self.minutes.wrapping_mul(60)).wrapping_add(self.seconds)
    }
}
