//! The bundled time zone database: an index to read and one block of compiled zones. `examples/pack_zones.rs` makes both.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

use super::{History, Zone, tzif};

static INDEX: &str = include_str!("../../data/zones.tsv");
static BLOCK: &[u8] = include_bytes!("../../data/zones.bin");

/// A row of the index.
pub(crate) struct Entry {
    pub name: &'static str,
    start: usize,
    length: usize,
    /// One of today's zones, not an old name for one.
    pub listed: bool,
    pub country: &'static str,
    pub latitude: f64,
    pub longitude: f64,
    pub comments: &'static str,
}

/// The first line: the version of the database. Then a line for each name, in order, letters' case aside.
static LINES: LazyLock<(&str, &str)> = LazyLock::new(|| INDEX.split_once('\n').unwrap_or((INDEX, "")));

impl Entry {
    fn of(line: &'static str) -> Option<Entry> {
        let mut columns = line.split('\t');
        Some(Entry {
            name: columns.next()?,
            start: columns.next()?.parse().ok()?,
            length: columns.next()?.parse().ok()?,
            listed: columns.next()? == "1",
            country: columns.next()?,
            latitude: columns.next()?.parse().ok()?,
            longitude: columns.next()?.parse().ok()?,
            comments: columns.next()?,
        })
    }
}

/// Zones that were asked for, by the spelling they were asked with; never freed.
static ZONES: LazyLock<RwLock<Loaded>> = LazyLock::new(RwLock::default);

#[derive(Default)]
struct Loaded {
    zones: HashMap<Box<[u8]>, &'static Zone>,
    histories: HashMap<usize, &'static History>,
}

/// Spellings of one zone that are kept; more than a program that means well could use.
const MAX_SPELLINGS: usize = 4096;

/// The version of the database, as PHP counts: `2025.2` is IANA's 2025b.
pub(crate) fn version() -> &'static str {
    LINES.0
}

/// All names, in order.
pub(crate) fn entries() -> &'static [Entry] {
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| LINES.1.lines().filter_map(Entry::of).collect());
    &ENTRIES
}

/// What the index says of a name in any case. It is looked for in the text: most programs want one zone, and often that is all they want of it.
pub(crate) fn entry(name: &[u8]) -> Option<Entry> {
    let lower = |byte: &u8| byte.to_ascii_lowercase();
    // The line that is looked for begins in here.
    let mut lines = LINES.1;
    while !lines.is_empty() {
        let middle = lines.as_bytes()[..lines.len() / 2].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let (before, rest) = lines.split_at(middle);
        let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
        let its = line.split('\t').next().unwrap_or(line).as_bytes();
        match name.iter().map(lower).cmp(its.iter().map(lower)) {
            Ordering::Less => lines = before,
            Ordering::Equal => return Entry::of(line),
            Ordering::Greater => lines = behind,
        }
    }
    None
}

/// A zone by its name in any case. It keeps the spelling.
pub(crate) fn zone(name: &[u8]) -> Option<&'static Zone> {
    if let Ok(loaded) = ZONES.read()
        && let Some(zone) = loaded.zones.get(name)
    {
        return Some(zone);
    }
    let entry = entry(name)?;
    let mut loaded = ZONES.write().ok()?;
    let history = match loaded.histories.get(&entry.start) {
        Some(history) => history,
        None => {
            let history: &'static History = Box::leak(Box::new(tzif::read(BLOCK.get(entry.start..entry.start + entry.length)?)?));
            loaded.histories.insert(entry.start, history);
            history
        }
    };
    let spelling = if loaded.zones.len() < MAX_SPELLINGS { name } else { entry.name.as_bytes() };
    if let Some(zone) = loaded.zones.get(spelling) {
        return Some(zone);
    }
    let zone: &'static Zone = Box::leak(Box::new(Zone { name: String::from_utf8_lossy(spelling).into(), history }));
    loaded.zones.insert(spelling.into(), zone);
    Some(zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_zone_can_be_read() {
        assert!(entries().len() > 590);
        for entry in entries() {
            assert_eq!(super::entry(entry.name.to_lowercase().as_bytes()).map(|found| found.name), Some(entry.name));
            let zone = zone(entry.name.as_bytes()).unwrap_or_else(|| panic!("{} cannot be read", entry.name));
            assert!(!zone.history.types.is_empty());
        }
        for name in ["Nowhere/Atall", "", "A", "zzz", "Europe/Amsterda", "Europe/Amsterdamm", "UTC\t"] {
            assert!(zone(name.as_bytes()).is_none(), "{name}");
        }
    }

    #[test]
    fn offsets() {
        let zone = zone(b"europe/amsterdam").expect("is known");
        assert_eq!(zone.name.as_ref(), "europe/amsterdam");
        let at = |moment| (zone.at(moment).kind.offset, zone.at(moment).since);
        assert_eq!(at(i64::MIN), (1172, i64::MIN));
        assert_eq!(at(1_711_846_800), (7200, 1_711_846_800));
        // Beyond the table.
        assert_eq!(at(4_102_444_800).0, 3600);
        assert_eq!(at(i64::MAX).0, 3600.max(at(i64::MAX).0));
    }
}
