//! Times as zip archives have them: two numbers, in steps of two seconds, in the time zone of whoever reads.

/// Days since 1970 of a date.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day is the last.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

/// Unix time, taken as UTC.
pub fn to_unix(time: u16, date: u16) -> i64 {
    let (time, date) = (i64::from(time), i64::from(date));
    let of_day = (time >> 11) * 3600 + (time >> 5 & 63) * 60 + (time << 1 & 62);
    // Month 0 is the December before.
    let (year, month) = match date >> 5 & 15 {
        0 => (1979 + (date >> 9), 12),
        month => (1980 + (date >> 9) + (month - 1) / 12, (month - 1) % 12 + 1),
    };
    days(year, month, date & 31) * 86_400 + of_day
}

/// Time and date.
pub fn from_unix(unix: i64) -> (u16, u16) {
    let (year, month, day) = date(unix.div_euclid(86_400));
    if !(1980..2108).contains(&year) {
        return (0, 1 << 5 | 1);
    }
    let second = unix.rem_euclid(86_400);
    let time = (second / 3600) << 11 | (second / 60 % 60) << 5 | ((second % 60) >> 1);
    (time as u16, ((year - 1980) << 9 | month << 5 | day) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for unix in [1_709_208_000, 946_684_800, 1_234_567_890] {
            let (time, date) = from_unix(unix);
            assert_eq!(to_unix(time, date), unix & !1);
        }
        assert_eq!(from_unix(0), (0, 33));
    }
}
