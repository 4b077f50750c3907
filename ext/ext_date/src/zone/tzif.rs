//! Compiled time zones (RFC 8536).

use std::sync::atomic::AtomicUsize;

use super::posix::Rule;
use super::{History, LocalType, Transition};
use crate::calendar;

/// Years up to this one have their transitions in the table, as PHP's database has them.
const LAST_YEAR: i64 = 2037;

/// A big-endian reader; `None` at the end.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(head)
    }

    fn u32(&mut self) -> Option<usize> {
        let bytes = self.take(4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
    }
}

/// The history in a block for 64-bit readers and the rule behind it.
pub(super) fn read(data: &[u8]) -> Option<History> {
    let mut reader = Reader(data);
    reader.take(4).filter(|magic| *magic == b"TZif")?;
    reader.take(16)?;
    let (isut, isstd, leap) = (reader.u32()?, reader.u32()?, reader.u32()?);
    let (times, kinds, chars) = (reader.u32()?, reader.u32()?, reader.u32()?);
    let moments = reader.take(times * 8)?;
    let indexes = reader.take(times)?;
    let kinds = reader.take(kinds * 6)?;
    let names = reader.take(chars)?;
    reader.take(leap * 12 + isstd + isut)?;
    let footer = std::str::from_utf8(reader.0).ok()?.trim_matches('\n');

    let kind = |entry: &[u8]| {
        let offset = i32::from_be_bytes(entry.get(..4)?.try_into().ok()?);
        let name = names.get(usize::from(*entry.get(5)?)..)?.split(|&b| b == 0).next()?;
        Some(LocalType { offset, is_dst: entry[4] != 0, abbreviation: String::from_utf8_lossy(name).into() })
    };
    let mut types = kinds.chunks_exact(6).map(kind).collect::<Option<Vec<_>>>()?;
    let transition = |(moment, &to): (&[u8], &u8)| {
        let at = i64::from_be_bytes(moment.try_into().ok()?);
        (usize::from(to) < types.len()).then_some(Transition { at, to: usize::from(to) })
    };
    let transitions = moments.chunks_exact(8).zip(indexes).map(transition).collect::<Option<Vec<_>>>()?;
    if types.is_empty() {
        return None;
    }
    let rule = Rule::parse(footer, &mut types);
    let mut history = History { types, transitions, rule, hint: AtomicUsize::new(0) };
    extend(&mut history);
    Some(history)
}

/// Adds what the rule says of the years that PHP's database spells out.
fn extend(history: &mut History) {
    let Some(last) = history.transitions.last().copied().filter(|_| history.has_yearly_changes()) else { return };
    let (first_year, ..) = calendar::civil(last.at.div_euclid(calendar::DAY));
    for year in first_year..=LAST_YEAR {
        let later = history.changes_of_year(year).into_iter().filter(|change| change.at > last.at);
        history.transitions.extend(later);
    }
}
