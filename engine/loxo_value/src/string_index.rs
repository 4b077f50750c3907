//! An index of interned strings: the hash that strings keep says where to look.

use crate::PhpStr;

/// Numbers by string.
pub struct StringIndex {
    /// Power of two places, at most half of them taken, each the index of an entry and one more.
    places: Vec<u32>,
    entries: Vec<(PhpStr, isize)>,
}

impl Default for StringIndex {
    fn default() -> StringIndex {
        StringIndex { places: vec![0; 4], entries: Vec::new() }
    }
}

impl StringIndex {
    /// Adds an entry; the first of equal strings stays.
    pub fn add(&mut self, text: &[u8], number: isize) {
        let text = PhpStr::interned(text);
        if self.get(&text).is_some() {
            return;
        }
        self.entries.push((text, number));
        if self.entries.len() * 2 > self.places.len() {
            self.places = vec![0; self.places.len() * 2];
            (0..self.entries.len()).for_each(|i| self.place(i));
        } else {
            self.place(self.entries.len() - 1);
        }
    }

    fn place(&mut self, index: usize) {
        let mask = self.places.len() - 1;
        let mut at = self.entries[index].0.hash() as usize & mask;
        while self.places[at] != 0 {
            at = (at + 1) & mask;
        }
        self.places[at] = index as u32 + 1;
    }

    /// The number of a string.
    pub fn get(&self, text: &PhpStr) -> Option<isize> {
        let mask = self.places.len() - 1;
        let mut at = text.hash() as usize & mask;
        loop {
            let (known, number) = self.entries.get((self.places[at] as usize).wrapping_sub(1))?;
            if known.is_same_text(text) {
                return Some(*number);
            }
            at = (at + 1) & mask;
        }
    }
}

// SAFETY: the strings are interned: immortal, and never written.
unsafe impl Send for StringIndex {}
// SAFETY: as above.
unsafe impl Sync for StringIndex {}
