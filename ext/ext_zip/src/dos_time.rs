//! Times as zip archives have them: two numbers, in steps of two seconds, in the time zone of whoever reads.

use loxo_runtime::civil::{date_of_days, days_of_date};

/// Unix time, taken as UTC.
pub fn to_unix(time: u16, date: u16) -> i64 {
    let (time, date) = (i64::from(time), i64::from(date));
    let of_day = (time >> 11) * 3600 + (time >> 5 & 63) * 60 + (time << 1 & 62);
    // Month 0 is the December before.
    let (year, month) = match date >> 5 & 15 {
        0 => (1979 + (date >> 9), 12),
        month => (1980 + (date >> 9) + (month - 1) / 12, (month - 1) % 12 + 1),
    };
    days_of_date(year, month, date & 31) * 86_400 + of_day
}

/// Time and date.
pub fn from_unix(unix: i64) -> (u16, u16) {
    let (year, month, day) = date_of_days(unix.div_euclid(86_400));
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
