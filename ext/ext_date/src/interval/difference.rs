//! The difference of two dates in years, months, days and clock time.

use crate::calendar::{self, DAY, HOUR};
use crate::time::{Relative, Time};

/// What leads from `one` to `two`.
pub(crate) fn difference(one: &Time, two: &Time) -> Relative {
    let same_id = one.zone_id().zip(two.zone_id()).is_some_and(|(a, b)| a.name == b.name);
    let swapped = if same_id { clock(one) > clock(two) } else { one.compare(two).is_gt() };
    let (earlier, later) = if swapped { (two, one) } else { (one, two) };
    let mut found = fields(earlier, later);
    found.invert = i32::from(swapped);
    found.total_days = Some(days_between(earlier, later));
    if same_id {
        in_one_zone(earlier, later, &mut found);
    } else {
        for (time, sign) in [(earlier, 1), (later, -1)] {
            if time.zone_id().is_none() && time.is_dst {
                found.hours = found.hours.wrapping_add(sign);
            }
        }
        found.seconds = found.seconds.wrapping_sub(later.offset).wrapping_add(earlier.offset);
        normalize(base(earlier, later, &found), &mut found);
    }
    found
}

/// The fields, which compare as clocks do.
fn clock(time: &Time) -> [i64; 7] {
    [time.year, time.month, time.day, time.hour, time.minute, time.second, time.micro]
}

fn fields(earlier: &Time, later: &Time) -> Relative {
    Relative {
        years: later.year.wrapping_sub(earlier.year),
        months: later.month.wrapping_sub(earlier.month),
        days: later.day.wrapping_sub(earlier.day),
        hours: later.hour.wrapping_sub(earlier.hour),
        minutes: later.minute.wrapping_sub(earlier.minute),
        seconds: later.second.wrapping_sub(earlier.second),
        micros: later.micro.wrapping_sub(earlier.micro),
        ..Relative::default()
    }
}

/// Months have their lengths from where one starts to count.
fn base<'a>(earlier: &'a Time, later: &'a Time, found: &Relative) -> &'a Time {
    if found.is_inverted() { earlier } else { later }
}

/// Both are in the same zone of the database, whose clocks may have changed between them.
fn in_one_zone(earlier: &Time, later: &Time, found: &mut Relative) {
    let change = later.offset - earlier.offset;
    let (change_hours, change_minutes) = (change / HOUR, change % HOUR / 60);
    // Within an hour that comes twice the clock goes back.
    if later.moment < earlier.moment {
        let back = found.minutes.wrapping_mul(60).wrapping_add(found.seconds).wrapping_sub(change).wrapping_abs();
        found.hours = back / HOUR;
        found.minutes = back % HOUR / 60;
        found.seconds = back % 60;
        found.invert = 1 - found.invert;
    }
    normalize(base(earlier, later, found), found);
    let Some(zone) = later.zone_id() else { return };
    let passed = later.moment.wrapping_sub(earlier.moment);
    if earlier.is_dst && !later.is_dst {
        if passed.wrapping_add(change) < DAY {
            found.hours -= change_hours;
            found.minutes -= change_minutes;
        }
    } else if !earlier.is_dst && later.is_dst {
        let since = zone.at(later.moment).since;
        let day_later = earlier.moment.wrapping_add(DAY);
        let ends_in_gap = day_later > since && day_later <= since.wrapping_add(change);
        if !ends_in_gap && later.moment >= since && passed.wrapping_add(change) % DAY > later.moment.wrapping_sub(since) {
            found.hours -= change_hours;
            found.minutes -= change_minutes;
        }
    } else if passed >= DAY {
        // The last day may be one that the change made longer.
        let local = zone.at(later.moment.wrapping_sub(later.offset));
        let change = earlier.offset - i64::from(local.kind.offset);
        if later.moment >= local.since.wrapping_sub(change) && later.moment < local.since {
            found.days -= 1;
            found.hours = 24;
        }
    }
}

/// Carries over what is too large or negative.
fn normalize(base: &Time, found: &mut Relative) {
    calendar::limit(0, 1_000_000, 1_000_000, &mut found.micros, &mut found.seconds);
    calendar::limit(0, 60, 60, &mut found.seconds, &mut found.minutes);
    calendar::limit(0, 60, 60, &mut found.minutes, &mut found.hours);
    calendar::limit(0, 24, 24, &mut found.hours, &mut found.days);
    calendar::limit(0, 12, 12, &mut found.months, &mut found.years);
    let (mut year, mut month) = (base.year, base.month);
    calendar::limit(1, 13, 12, &mut month, &mut year);
    while found.days < 0 {
        if !found.is_inverted() {
            month -= 1;
            calendar::limit(1, 13, 12, &mut month, &mut year);
        }
        found.days += calendar::days_in_month(year, month);
        found.months -= 1;
        if found.is_inverted() {
            month += 1;
            calendar::limit(1, 13, 12, &mut month, &mut year);
        }
    }
    calendar::limit(0, 12, 12, &mut found.months, &mut found.years);
}

/// Whole days, as PHP's `days` has them.
fn days_between(one: &Time, two: &Time) -> i64 {
    if !one.same_zone(two) {
        return one.moment.wrapping_sub(two.moment).wrapping_abs() / DAY;
    }
    let (earlier, later) = if one.compare(two).is_lt() { (one, two) } else { (two, one) };
    let date = |time: &Time| calendar::days(time.year, time.month, time.day);
    let days = date(one).wrapping_sub(date(two)).wrapping_abs();
    let clock = |time: &Time| [time.hour, time.minute, time.second, time.micro];
    if clock(later) < clock(earlier) && days > 0 { days - 1 } else { days }
}
