//! From the minutes that have passed to runs.

use crate::Schedule;

/// Changes of the local clock of up to so many minutes are those of summer and winter; larger ones correct it.
const CHANGE: i64 = 180;
/// Runs are looked for in so many minutes at most: a week.
const LONGEST: i64 = 7 * 24 * 60;

/// Up to where minutes have been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Minutes since 1970.
    pub minute: i64,
    /// The same by the local clock, the latest that it has shown.
    pub local: i64,
}

/// Runs that were to begin since the last look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    pub count: u32,
    /// The minute of the first one.
    pub first: i64,
}

impl Due {
    /// What comes after this minute counts.
    pub fn after(minute: i64, local: i64) -> Due {
        Due { minute, local }
    }

    /// Looks at all minutes up to `now`. `local`: what local clocks show at a minute.
    ///
    /// A schedule with hours goes by the local clock: what it skips is made up for in the first minute behind, what it shows twice counts once.
    pub fn advance(&mut self, schedule: &Schedule, now: i64, local: impl Fn(i64) -> i64) -> Runs {
        let mut runs = Runs::default();
        // A clock that is set back does not bring back what has run.
        let from = self.minute.clamp(now - LONGEST, now) + 1;
        self.minute = now;
        for minute in from..=now {
            let shown = local(minute);
            let matches = if schedule.is_of_every_hour() {
                schedule.matches(shown)
            } else {
                let step = shown - self.local;
                let first = if (-CHANGE..=CHANGE).contains(&step) { self.local + 1 } else { shown };
                (first..=shown).any(|minute| schedule.matches(minute))
            };
            let forward = shown > self.local || shown < self.local - CHANGE;
            if forward {
                self.local = shown;
            }
            if matches {
                runs = Runs { count: runs.count + 1, first: if runs.count == 0 { minute } else { runs.first } };
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60;

    /// How often it runs in each hour of a day whose local clock is changed by `by` minutes at 1:00 UTC.
    fn day(text: &str, by: i64) -> Vec<u32> {
        let schedule = Schedule::parse(text).expect("a schedule");
        let local = |minute: i64| minute + 60 + if minute >= DAY + 60 { by } else { 0 };
        let mut due = Due::after(DAY - 1, local(DAY - 1));
        let mut hours = vec![0; 5];
        for minute in DAY..DAY + 5 * 60 {
            hours[((minute - DAY) / 60) as usize] += due.advance(&schedule, minute, local).count;
        }
        hours
    }

    #[test]
    fn clocks_that_change() {
        // Local time is UTC + 1 in winter. In spring 2:00 becomes 3:00, in autumn 2:00 becomes 1:00.
        assert_eq!(day("30 2 * * *", 0), [0, 1, 0, 0, 0]);
        assert_eq!(day("30 2 * * *", 60), [0, 1, 0, 0, 0], "2:30 is made up for at 3:00");
        assert_eq!(day("30 1 * * *", -60), [1, 0, 0, 0, 0], "1:30 comes twice, and runs once");
        assert_eq!(day("30 * * * *", 60), [1; 5]);
        assert_eq!(day("30 * * * *", -60), [1; 5]);
        assert_eq!(day("0 4 * * *", -60), [0, 0, 0, 0, 1]);
    }

    #[test]
    fn minutes_that_nobody_looked_at() {
        let schedule = Schedule::parse("*/10 * * * *").expect("a schedule");
        let mut due = Due::after(0, 0);
        assert_eq!(due.advance(&schedule, 9, |minute| minute), Runs::default());
        assert_eq!(due.advance(&schedule, 35, |minute| minute), Runs { count: 3, first: 10 });
        assert_eq!(due.advance(&schedule, 35, |minute| minute), Runs::default());
        assert_eq!(due.advance(&schedule, 20, |minute| minute), Runs::default(), "the clock is set back");
        assert_eq!(due.advance(&schedule, 30, |minute| minute).count, 1);
        assert_eq!(due.advance(&schedule, i64::from(u32::MAX), |minute| minute).count, 1008);
        let daily = Schedule::parse("0 3 * * *").expect("a schedule");
        let mut due = Due::after(0, 0);
        assert_eq!(due.advance(&daily, 100 * DAY, |minute| minute).count, 7);
    }
}
