//! What is known of characters: case, width, names of entities, how usual they are. From `tables/`, made by `tables/make_unicode.php`.
//!
//! `unicode.bin` has eight case mappings (number of rows; code point, number of images, images), runs of cased and case-ignorable code
//! points, runs of wide ones (number of runs; first, last, value), and the entities (number; code point, length, name).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::codec::tables::{Cursor, unpack};

/// `MB_CASE_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mapping {
    Upper,
    Lower,
    Title,
    Fold,
    UpperSimple,
    LowerSimple,
    TitleSimple,
    FoldSimple,
}

#[derive(Default)]
struct Data {
    /// Images by mapping.
    mappings: [FxHashMap<u32, Vec<u32>>; 8],
    cased: Vec<(u32, u32, u32)>,
    wide: Vec<(u32, u32, u32)>,
    names: FxHashMap<u32, Vec<u8>>,
    entities: FxHashMap<Vec<u8>, u32>,
}

static DATA: LazyLock<Data> = LazyLock::new(|| {
    let file = unpack(include_bytes!("../tables/unicode.bin"));
    let mut file = Cursor(&file);
    let mut data = Data::default();
    for mapping in &mut data.mappings {
        for _ in 0..file.number(4) {
            let cp = file.number(4);
            let count = file.number(1);
            mapping.insert(cp, (0..count).map(|_| file.number(4)).collect());
        }
    }
    let runs = |file: &mut Cursor<'_>| (0..file.number(4)).map(|_| (file.number(4), file.number(4), file.number(4))).collect();
    data.cased = runs(&mut file);
    data.wide = runs(&mut file);
    for _ in 0..file.number(4) {
        let cp = file.number(4);
        let length = file.number(1) as usize;
        let name = file.bytes(length).to_vec();
        data.entities.insert(name.clone(), cp);
        data.names.insert(cp, name);
    }
    for (name, cp) in [("quot", 34), ("amp", 38), ("lt", 60), ("gt", 62)] {
        data.entities.insert(name.as_bytes().to_vec(), cp);
    }
    data
});

static RARE: LazyLock<Vec<u8>> = LazyLock::new(|| unpack(include_bytes!("../tables/rare.bin")));

/// The image of a code point outside ASCII, unless it is its own.
pub(crate) fn image(mapping: Mapping, cp: u32) -> Option<&'static [u32]> {
    DATA.mappings[mapping as usize].get(&cp).map(Vec::as_slice)
}

/// Writes the image of a code point.
pub(crate) fn map(mapping: Mapping, cp: u32, out: &mut Vec<u32>) {
    if cp < 0x80 {
        let byte = cp as u8;
        let image = match mapping {
            Mapping::Upper | Mapping::UpperSimple | Mapping::Title | Mapping::TitleSimple => byte.to_ascii_uppercase(),
            _ => byte.to_ascii_lowercase(),
        };
        out.push(u32::from(image));
        return;
    }
    match DATA.mappings[mapping as usize].get(&cp) {
        Some(images) => out.extend_from_slice(images),
        None => out.push(cp),
    }
}

fn run(runs: &[(u32, u32, u32)], cp: u32) -> u32 {
    let at = runs.partition_point(|(first, _, _)| *first <= cp);
    match at.checked_sub(1).map(|at| runs[at]) {
        Some((_, last, value)) if cp <= last => value,
        _ => 0,
    }
}

/// ASCII that [`is_case_ignorable`].
const ASCII_IGNORABLE: &[u8] = b"'.:^`";

pub(crate) fn is_cased(cp: u32) -> bool {
    if let Ok(byte @ ..0x80) = u8::try_from(cp) {
        return byte.is_ascii_alphabetic();
    }
    run(&DATA.cased, cp) == 1
}

/// Behaves as if it were not there where words begin and end.
pub(crate) fn is_case_ignorable(cp: u32) -> bool {
    if let Ok(byte @ ..0x80) = u8::try_from(cp) {
        return ASCII_IGNORABLE.contains(&byte);
    }
    run(&DATA.cased, cp) == 2
}

/// No character before this one is wide.
const FIRST_WIDE: u32 = 0x1100;

/// Columns of a character.
pub(crate) fn width(cp: u32) -> usize {
    if cp < FIRST_WIDE {
        return 1;
    }
    1 + run(&DATA.wide, cp) as usize
}

pub(crate) fn entity(name: &[u8]) -> Option<u32> {
    DATA.entities.get(name).copied()
}

pub(crate) fn entity_name(cp: u32) -> Option<&'static [u8]> {
    DATA.names.get(&cp).map(Vec::as_slice)
}

/// Seldom seen in any text, of the first plane.
pub(crate) fn is_rare(cp: u32) -> bool {
    RARE.get((cp >> 3) as usize).is_some_and(|byte| byte >> (cp & 7) & 1 == 1)
}
