//! The character sets that are tables: trees of rows, one per lead byte, and what is written for each code point.
//!
//! The files in `tables/` are made by `tables/make.php` and compressed. A file has the number of rows; their entries of 24 bits, first all
//! low bytes, then all middle and all high ones; sequences (several code points for one code); and where writing is not the inverse of
//! reading: code point, number of bytes (0: cannot be written), bytes; sequences that are written only. A table is unpacked when it is first used.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::BAD;

/// A file, and the table when it was needed.
pub(crate) struct Lazy {
    packed: &'static [u8],
    table: OnceLock<Table>,
}

impl Lazy {
    pub const fn new(packed: &'static [u8]) -> Lazy {
        Lazy { packed, table: OnceLock::new() }
    }

    pub fn get(&self) -> &Table {
        self.table.get_or_init(|| Table::read(&unpack(self.packed)))
    }
}

/// A file of this crate, which is known to be whole.
pub(crate) fn unpack(packed: &[u8]) -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec(packed).unwrap_or_default()
}

const ROW: u32 = 0x20_0000;
const SEQUENCE: u32 = 0x30_0000;
const WRONG: u32 = 0x40_0000;
/// From here on an entry says how many more bytes are lost.
const LOST: usize = 0x10;

pub(crate) type Row = [u32; 256];

#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Row>,
    sequences: Vec<Vec<u32>>,
    /// By code point; the bytes as one number.
    written: Pages,
    /// By first code point, the longest first.
    combined: FxHashMap<u32, Vec<(Vec<u32>, u32)>>,
    /// Every byte is a character, or none.
    image: Option<Box<Row>>,
    /// ASCII is read and written as it is, one code point at a time.
    keeps_ascii: bool,
}

/// A map of code points to codes, 256 at a time.
#[derive(Default)]
struct Pages(Vec<Option<Box<Row>>>);

const NONE: u32 = u32::MAX;

impl Pages {
    fn get(&self, cp: u32) -> Option<u32> {
        let code = self.0.get((cp >> 8) as usize)?.as_ref()?[(cp & 0xff) as usize];
        (code != NONE).then_some(code)
    }

    fn set(&mut self, cp: u32, code: u32) {
        let page = (cp >> 8) as usize;
        if self.0.len() <= page {
            self.0.resize_with(page + 1, || None);
        }
        self.0[page].get_or_insert_with(|| Box::new([NONE; 256]))[(cp & 0xff) as usize] = code;
    }
}

/// Reads numbers of a file.
pub(crate) struct Cursor<'a>(pub &'a [u8]);

impl Cursor<'_> {
    pub fn number(&mut self, bytes: usize) -> u32 {
        let (head, rest) = self.0.split_at_checked(bytes).unwrap_or_default();
        self.0 = rest;
        head.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
    }

    pub fn bytes(&mut self, count: usize) -> &[u8] {
        let (head, rest) = self.0.split_at_checked(count).unwrap_or_default();
        self.0 = rest;
        head
    }
}

fn code_of(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

impl Table {
    fn read(file: &[u8]) -> Table {
        let mut file = Cursor(file);
        let count = file.number(4) as usize * 256;
        let planes = file.bytes(3 * count).to_vec();
        let mut table = Table::default();
        for row in 0..count / 256 {
            table.rows.push(std::array::from_fn(|x| {
                let at = row * 256 + x;
                (0..3).rev().fold(0, |sum, plane| sum << 8 | u32::from(planes.get(plane * count + at).copied().unwrap_or(0)))
            }));
        }
        for _ in 0..file.number(2) {
            let length = file.number(1);
            table.sequences.push((0..length).map(|_| file.number(3)).collect());
        }
        if !table.rows.is_empty() {
            table.invert(0, 0);
        }
        for _ in 0..file.number(4) {
            let cp = file.number(3);
            let length = file.number(1) as usize;
            let code = if length == 0 { NONE } else { code_of(file.bytes(length)) };
            table.written.set(cp, code);
        }
        for _ in 0..file.number(2) {
            let length = file.number(1);
            let codes: Vec<u32> = (0..length).map(|_| file.number(3)).collect();
            let bytes = file.number(1) as usize;
            let code = code_of(file.bytes(bytes));
            let list = table.combined.entry(codes[0]).or_default();
            list.retain(|(known, _)| *known != codes);
            list.push((codes, code));
        }
        table.combined.values_mut().for_each(|list| list.sort_by_key(|(codes, _)| std::cmp::Reverse(codes.len())));
        table.keeps_ascii = table.combined.is_empty()
            && table.rows.first().is_some_and(|row| (0..0x80).all(|cp| row[cp as usize] == cp && table.written.get(cp) == Some(cp)));
        if let [row] = &table.rows[..]
            && row.iter().all(|entry| *entry < ROW || *entry == WRONG)
        {
            table.image = Some(Box::new(row.map(|entry| if entry < ROW { entry } else { BAD })));
        }
        table
    }

    /// What each byte is, if bytes are characters.
    pub fn image(&self) -> Option<&Row> {
        self.image.as_deref()
    }

    pub fn keeps_ascii(&self) -> bool {
        self.keeps_ascii
    }

    /// The code of a code point that is in no sequence.
    pub fn code_of(&self, cp: u32) -> Option<u32> {
        self.written.get(cp)
    }

    /// Notes what the codes that begin with `prefix` are written for; the first code of a code point is the one.
    fn invert(&mut self, row: usize, prefix: u32) {
        for x in 0..256 {
            let (entry, code) = (self.rows[row][x], prefix << 8 | x as u32);
            match entry {
                WRONG.. => {}
                SEQUENCE.. => {
                    let codes = self.sequences[(entry - SEQUENCE) as usize].clone();
                    self.combined.entry(codes[0]).or_default().push((codes, code));
                }
                ROW.. => self.invert((entry - ROW) as usize, code),
                cp => {
                    if self.written.get(cp).is_none() {
                        self.written.set(cp, code);
                    }
                }
            }
        }
    }

    /// Reads one code: its length, and the code points.
    pub fn read_one<'a>(&'a self, bytes: &[u8], single: &'a mut [u32; 1]) -> (usize, &'a [u32]) {
        let mut row = 0;
        let mut used = 0;
        loop {
            let Some(byte) = bytes.get(used) else {
                single[0] = BAD;
                return (used, single);
            };
            let entry = self.rows[row][*byte as usize];
            used += 1;
            match entry {
                WRONG.. => {
                    single[0] = BAD;
                    // Bytes that are read again, or more that are lost.
                    let again = (entry - WRONG) as usize;
                    let used = if again < LOST { used - again.min(used - 1) } else { used + again - LOST };
                    return (used.min(bytes.len()), single);
                }
                SEQUENCE.. => return (used, &self.sequences[(entry - SEQUENCE) as usize]),
                ROW.. => row = (entry - ROW) as usize,
                cp => {
                    single[0] = cp;
                    return (used, single);
                }
            }
        }
    }

    pub fn decode(&self, mut bytes: &[u8], out: &mut Vec<u32>) {
        if let Some(image) = &self.image {
            out.extend(bytes.iter().map(|byte| image[usize::from(*byte)]));
            return;
        }
        let mut single = [0];
        while !bytes.is_empty() {
            let (used, codes) = self.read_one(bytes, &mut single);
            out.extend_from_slice(codes);
            bytes = &bytes[used..];
        }
    }

    /// How many of the code points a sequence begins with.
    pub fn longest_beginning(&self, codes: &[u32]) -> usize {
        let same = |known: &[u32]| known.iter().zip(codes).take_while(|(known, cp)| known == cp).count();
        self.combined.get(&codes[0]).into_iter().flatten().map(|(known, _)| same(known)).max().unwrap_or(0)
    }

    /// The code of the code points at the beginning, and how many of them it is for.
    pub fn write_one(&self, codes: &[u32]) -> Option<(u32, usize)> {
        let first = *codes.first()?;
        if let Some(list) = self.combined.get(&first)
            && let Some((known, code)) = list.iter().find(|(known, _)| codes.starts_with(known))
        {
            return Some((*code, known.len()));
        }
        self.written.get(first).map(|code| (code, 1))
    }
}

/// The bytes of a code.
pub(crate) fn push_code(code: u32, out: &mut Vec<u8>) {
    let skip = match code {
        0..=0xff => 3,
        0x100..=0xffff => 2,
        0x1_0000..=0xff_ffff => 1,
        _ => 0,
    };
    out.extend_from_slice(&code.to_be_bytes()[skip..]);
}

/// The four-byte codes of GB 18030 for the first plane: runs of a first number and a first code point.
pub(crate) struct FourBytes {
    packed: &'static [u8],
    runs: OnceLock<Vec<(u32, u32)>>,
}

/// How many codes of four bytes the first plane has.
const FOUR_COUNT: u32 = 39_420;

impl FourBytes {
    pub const fn new(packed: &'static [u8]) -> FourBytes {
        FourBytes { packed, runs: OnceLock::new() }
    }

    fn runs(&self) -> &[(u32, u32)] {
        self.runs.get_or_init(|| {
            let file = unpack(self.packed);
            let mut file = Cursor(&file);
            let mut runs = Vec::new();
            while !file.0.is_empty() {
                runs.push((file.number(2), file.number(2)));
            }
            runs
        })
    }

    pub fn code_point(&self, number: u32) -> Option<u32> {
        let runs = self.runs();
        let run = runs.partition_point(|(first, _)| *first <= number).checked_sub(1)?;
        (number < FOUR_COUNT).then(|| runs[run].1 + number - runs[run].0)
    }

    pub fn number(&self, cp: u32) -> Option<u32> {
        let runs = self.runs();
        runs.iter().enumerate().find_map(|(i, (first, start))| {
            let end = runs.get(i + 1).map_or(FOUR_COUNT, |next| next.0);
            let offset = cp.checked_sub(*start)?;
            (offset < end - first).then_some(first + offset)
        })
    }
}
