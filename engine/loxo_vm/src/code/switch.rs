//! Jump tables of `switch` and `match`: where each case is.

use loxo_value::PhpStr;
use rustc_hash::FxHashMap;

/// Where the cases of a `switch` or `match` are: byte offsets from the function's first instruction.
pub struct Switch {
    pub table: Table,
    /// Where subjects of the table's type go that have no case.
    pub miss: isize,
}

/// The cases by their values.
pub enum Table {
    /// From this number on; the way of a miss in the gaps.
    Dense(i64, Vec<isize>),
    Ints(FxHashMap<i64, isize>),
    Strings(StringCases),
}

/// The table by position, if the numbers lie close together.
pub(crate) fn dense(cases: &FxHashMap<i64, isize>, miss: isize) -> Option<Table> {
    let (first, last) = (*cases.keys().min()?, *cases.keys().max()?);
    let span = last.checked_sub(first)?.checked_add(1)? as usize;
    if span > cases.len() * 4 + 8 {
        return None;
    }
    let mut table = vec![miss; span];
    for (number, offset) in cases {
        table[(number - first) as usize] = *offset;
    }
    Some(Table::Dense(first, table))
}

/// Cases by string: the hash that strings keep says where to look.
pub struct StringCases {
    /// Power of two places, at most half of them taken, each the number of a case and one more.
    places: Vec<u32>,
    cases: Vec<(PhpStr, isize)>,
}

impl StringCases {
    pub(crate) fn new() -> StringCases {
        StringCases { places: vec![0; 4], cases: Vec::new() }
    }

    /// Adds a case; the first of equal ones stays.
    pub(crate) fn add(&mut self, text: &[u8], offset: isize) {
        let text = PhpStr::interned(text);
        if self.get(&text).is_some() {
            return;
        }
        self.cases.push((text, offset));
        if self.cases.len() * 2 > self.places.len() {
            self.places = vec![0; self.places.len() * 2];
            (0..self.cases.len()).for_each(|i| self.place(i));
        } else {
            self.place(self.cases.len() - 1);
        }
    }

    fn place(&mut self, index: usize) {
        let mask = self.places.len() - 1;
        let mut at = self.cases[index].0.hash() as usize & mask;
        while self.places[at] != 0 {
            at = (at + 1) & mask;
        }
        self.places[at] = index as u32 + 1;
    }

    pub fn get(&self, text: &PhpStr) -> Option<isize> {
        let mask = self.places.len() - 1;
        let mut at = text.hash() as usize & mask;
        loop {
            let (case, offset) = self.cases.get((self.places[at] as usize).wrapping_sub(1))?;
            if case.ptr_eq(text) || case.as_bytes() == text.as_bytes() {
                return Some(*offset);
            }
            at = (at + 1) & mask;
        }
    }
}

// SAFETY: the strings are interned: immortal, and never written.
unsafe impl Send for StringCases {}
// SAFETY: as above.
unsafe impl Sync for StringCases {}
