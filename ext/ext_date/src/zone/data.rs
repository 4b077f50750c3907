//! The bundled time zone database: an index to read and one block of compiled zones. `examples/pack_zones.rs` makes both.

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

struct Database {
    version: &'static str,
    /// By name, letters' case aside.
    entries: Vec<Entry>,
}

static DATABASE: LazyLock<Database> = LazyLock::new(|| {
    let mut lines = INDEX.lines();
    let version = lines.next().unwrap_or("");
    let entry = |line: &'static str| {
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
    };
    Database { version, entries: lines.filter_map(entry).collect() }
});

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
    DATABASE.version
}

/// All names, in order.
pub(crate) fn entries() -> &'static [Entry] {
    &DATABASE.entries
}

/// What the index says of a name in any case.
pub(crate) fn entry(name: &[u8]) -> Option<&'static Entry> {
    let lower = |byte: &u8| byte.to_ascii_lowercase();
    let entries = entries();
    let found = entries.binary_search_by(|entry| entry.name.bytes().map(|b| b.to_ascii_lowercase()).cmp(name.iter().map(lower)));
    found.ok().map(|index| &entries[index])
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
            let zone = zone(entry.name.as_bytes()).unwrap_or_else(|| panic!("{} cannot be read", entry.name));
            assert!(!zone.history.types.is_empty());
        }
        assert!(zone(b"Nowhere/Atall").is_none());
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
