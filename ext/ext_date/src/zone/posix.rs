//! The rule for all years to come: a POSIX `TZ` string such as `CET-1CEST,M3.5.0,M10.5.0/3`.

use super::{LocalType, Transition};
use crate::calendar::{self, DAY};

pub(super) struct Rule {
    standard: usize,
    summer: Option<Summer>,
}

struct Summer {
    kind: usize,
    begin: Change,
    end: Change,
    standard_offset: i64,
    offset: i64,
}

/// A day of the year, and the local time when the clocks change, in seconds.
struct Change {
    day: Day,
    time: i64,
}

enum Day {
    /// `Jn`: 1 to 365, never the 29th of February.
    Julian(i64),
    /// `n`: 0 to 365.
    Index(i64),
    /// `Mm.w.d`: week 5 is the last one.
    Month { month: i64, week: i64, weekday: i64 },
}

impl Rule {
    /// `None`: there is no rule, or none that is understood. Kinds of local time that are new are added to `types`.
    pub(super) fn parse(text: &str, types: &mut Vec<LocalType>) -> Option<Rule> {
        let mut rest = text;
        let standard_name = name(&mut rest)?;
        let standard_offset = -offset(&mut rest)?;
        let standard = index_of(types, standard_offset, false, standard_name);
        if rest.is_empty() {
            return Some(Rule { standard, summer: None });
        }
        let summer_name = name(&mut rest)?;
        let summer_offset = if rest.starts_with(',') { standard_offset + 3600 } else { -offset(&mut rest)? };
        let begin = change(&mut rest)?;
        let end = change(&mut rest)?;
        let kind = index_of(types, summer_offset, true, summer_name);
        rest.is_empty().then_some(Rule { standard, summer: Some(Summer { kind, begin, end, standard_offset, offset: summer_offset }) })
    }

    pub(super) fn has_dst(&self) -> bool {
        self.summer.is_some()
    }

    /// The kind of local time of a moment, and since when; `i64::MIN` without changes.
    pub(super) fn at(&self, moment: i64) -> (usize, i64) {
        if self.summer.is_none() {
            return (self.standard, i64::MIN);
        }
        let (year, ..) = calendar::civil(moment.div_euclid(DAY));
        let mut found = (self.standard, i64::MIN);
        // Changes near New Year may be in another year of the clock's.
        for year in year - 1..=year + 1 {
            for change in self.changes_of_year(year) {
                if change.at <= moment {
                    found = (change.to, change.at);
                }
            }
        }
        found
    }

    /// In order of time; none without summer time.
    pub(super) fn changes_of_year(&self, year: i64) -> [Transition; 2] {
        let none = Transition { at: i64::MAX, to: self.standard };
        let Some(summer) = &self.summer else { return [none; 2] };
        let begin = Transition { at: summer.begin.in_year(year).wrapping_sub(summer.standard_offset), to: summer.kind };
        let end = Transition { at: summer.end.in_year(year).wrapping_sub(summer.offset), to: self.standard };
        if begin.at < end.at { [begin, end] } else { [end, begin] }
    }
}

impl Change {
    /// Seconds since 1970 of local time.
    fn in_year(&self, year: i64) -> i64 {
        let new_year = calendar::days(year, 1, 1);
        let day = match self.day {
            Day::Julian(n) => n - 1 + i64::from(calendar::is_leap(year) && n >= 60),
            Day::Index(n) => n,
            Day::Month { month, week, weekday } => {
                let first = (weekday - calendar::weekday(year, month, 1)).rem_euclid(7);
                let mut day = first + (week - 1) * 7;
                if day >= calendar::days_in_month(year, month) {
                    day -= 7;
                }
                calendar::day_of_year(year, month, 1) + day
            }
        };
        new_year.wrapping_add(day).wrapping_mul(DAY).wrapping_add(self.time)
    }
}

fn index_of(types: &mut Vec<LocalType>, offset: i64, is_dst: bool, abbreviation: &str) -> usize {
    let wanted = LocalType { offset: offset as i32, is_dst, abbreviation: abbreviation.into() };
    types.iter().position(|kind| *kind == wanted).unwrap_or_else(|| {
        types.push(wanted);
        types.len() - 1
    })
}

/// `CET`, or `<-03>`
fn name<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let (name, after) = match rest.strip_prefix('<') {
        Some(quoted) => quoted.split_once('>')?,
        None => rest.split_at(rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())),
    };
    *rest = after;
    (!name.is_empty()).then_some(name)
}

/// Digits.
fn number(rest: &mut &str) -> Option<i64> {
    let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    *rest = after;
    digits.parse().ok()
}

/// `[+-]hh[:mm[:ss]]` in seconds; west is positive, as POSIX has it.
fn offset(rest: &mut &str) -> Option<i64> {
    let negative = rest.starts_with('-');
    *rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let mut total = number(rest)? * 3600;
    for unit in [60, 1] {
        let Some(after) = rest.strip_prefix(':') else { break };
        *rest = after;
        total += number(rest)? * unit;
    }
    Some(if negative { -total } else { total })
}

/// `,M3.5.0/2`
fn change(rest: &mut &str) -> Option<Change> {
    *rest = rest.strip_prefix(',')?;
    let day = if let Some(after) = rest.strip_prefix('J') {
        *rest = after;
        Day::Julian(number(rest)?)
    } else if let Some(after) = rest.strip_prefix('M') {
        *rest = after;
        let month = number(rest).filter(|month| (1..=12).contains(month))?;
        *rest = rest.strip_prefix('.')?;
        let week = number(rest)?;
        *rest = rest.strip_prefix('.')?;
        Day::Month { month, week, weekday: number(rest)? }
    } else {
        Day::Index(number(rest)?)
    };
    let mut time = 2 * 3600;
    if let Some(after) = rest.strip_prefix('/') {
        *rest = after;
        time = offset(rest)?;
    }
    Some(Change { day, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes() {
        let mut types = Vec::new();
        let rule = Rule::parse("CET-1CEST,M3.5.0,M10.5.0/3", &mut types).expect("is a rule");
        let [begin, end] = rule.changes_of_year(2024);
        assert_eq!((begin.at, end.at), (1_711_846_800, 1_729_990_800));
        assert_eq!(types[begin.to].abbreviation.as_ref(), "CEST");
        assert_eq!(rule.at(1_711_846_799).0, end.to);
        assert_eq!(rule.at(1_711_846_800), (begin.to, begin.at));
        assert!(Rule::parse("", &mut types).is_none());
        let rule = Rule::parse("<+0330>-3:30", &mut types).expect("is a rule");
        assert_eq!(types[rule.at(0).0].offset, 12_600);
    }
}
