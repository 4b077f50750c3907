//! `CEST` and its kind: what an abbreviation may mean.

use std::sync::LazyLock;

/// `abbreviation, summer time, offset, zones...`: one row of what `timezone_abbreviations_list()` shows, neighbours of one offset together.
static TABLE: &str = include_str!("../../data/abbreviations.tsv");

/// One meaning of an abbreviation.
pub(crate) struct Meaning {
    /// Lower case.
    pub name: &'static str,
    pub is_dst: bool,
    /// Seconds east of Greenwich, summer time included.
    pub offset: i64,
    /// Where clocks show it; military letters have no zone.
    pub zone: Option<&'static str>,
}

static MEANINGS: LazyLock<Vec<Meaning>> = LazyLock::new(|| {
    let mut meanings = Vec::new();
    for line in TABLE.lines() {
        let mut columns = line.split('\t');
        let (Some(name), Some(dst), Some(offset)) = (columns.next(), columns.next(), columns.next()) else { continue };
        let Ok(offset) = offset.parse() else { continue };
        let is_dst = dst == "1";
        meanings.extend(columns.map(|zone| Meaning { name, is_dst, offset, zone: (zone != "-").then_some(zone) }));
    }
    meanings
});

static UTC: Meaning = Meaning { name: "utc", is_dst: false, offset: 0, zone: Some("UTC") };

/// A zone for an offset that no abbreviation is given for: summer time, minutes, zone.
const BY_OFFSET: &[(bool, i64, &str)] = &[
    (false, -660, "Pacific/Apia"),
    (false, -600, "Pacific/Honolulu"),
    (false, -540, "America/Anchorage"),
    (true, -480, "America/Anchorage"),
    (false, -480, "America/Los_Angeles"),
    (true, -420, "America/Los_Angeles"),
    (false, -420, "America/Denver"),
    (true, -360, "America/Denver"),
    (false, -360, "America/Chicago"),
    (true, -300, "America/Chicago"),
    (false, -300, "America/New_York"),
    (false, -270, "America/Caracas"),
    (true, -240, "America/New_York"),
    (false, -240, "America/Halifax"),
    (true, -180, "America/Halifax"),
    (false, -180, "America/Sao_Paulo"),
    (true, -120, "America/Sao_Paulo"),
    (false, -60, "Atlantic/Azores"),
    (true, 0, "Atlantic/Azores"),
    (false, 0, "Europe/London"),
    (true, 60, "Europe/London"),
    (false, 60, "Europe/Paris"),
    (true, 120, "Europe/Paris"),
    (false, 120, "Europe/Helsinki"),
    (true, 180, "Europe/Helsinki"),
    (false, 180, "Europe/Moscow"),
    (true, 240, "Europe/Moscow"),
    (false, 240, "Asia/Dubai"),
    (false, 300, "Asia/Karachi"),
    (false, 330, "Asia/Kolkata"),
    (false, 345, "Asia/Katmandu"),
    (true, 360, "Asia/Yekaterinburg"),
    (true, 420, "Asia/Novosibirsk"),
    (false, 420, "Asia/Krasnoyarsk"),
    (false, 480, "Asia/Shanghai"),
    (true, 480, "Asia/Krasnoyarsk"),
    (false, 540, "Asia/Tokyo"),
    (false, 600, "Australia/Melbourne"),
    (true, 630, "Australia/Adelaide"),
    (true, 660, "Australia/Melbourne"),
    (false, 720, "Pacific/Auckland"),
    (true, 780, "Pacific/Auckland"),
];

/// All meanings, in the order in which they are preferred.
pub(crate) fn all() -> &'static [Meaning] {
    &MEANINGS
}

/// The meaning of an abbreviation; of several the one with the offset, or the first.
pub(crate) fn find(name: &[u8], offset: Option<i64>) -> Option<&'static Meaning> {
    if name.eq_ignore_ascii_case(b"utc") || name.eq_ignore_ascii_case(b"gmt") {
        return Some(&UTC);
    }
    let mut meanings = MEANINGS.iter().filter(|meaning| meaning.name.as_bytes().eq_ignore_ascii_case(name));
    let first = meanings.next()?;
    match offset {
        Some(offset) if first.offset != offset => meanings.find(|meaning| meaning.offset == offset).or(Some(first)),
        _ => Some(first),
    }
}

/// A zone for an abbreviation, or for an offset in seconds if that is unknown; -1 is no offset.
pub(crate) fn zone_name(name: &[u8], offset: i64, is_dst: i64) -> Option<&'static str> {
    if let Some(meaning) = find(name, (offset != -1).then_some(offset)) {
        return meaning.zone;
    }
    BY_OFFSET.iter().find(|(dst, minutes, _)| minutes * 60 == offset && i64::from(*dst) == is_dst).map(|(_, _, zone)| *zone)
}
