//! `metaphone()`: English words by how they sound, after Lawrence Philips' rules.

use crate::prelude::*;

/// `metaphone()`
pub(crate) fn metaphone(cx: &mut Cx, string: &PhpStr, max_phonemes: i64) -> PhpResult<PhpStr> {
    let Ok(max) = usize::try_from(max_phonemes) else {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    };
    // What follows a NUL byte was never heard.
    let word = string.split(|b| *b == 0).next().unwrap_or_default();
    let mut reader = Reader { word, at: 0, out: Vec::with_capacity(word.len()) };
    reader.run(if max == 0 { usize::MAX } else { max });
    Ok(PhpStr::new(&reader.out))
}

const SH: u8 = b'X';
const TH: u8 = b'0';

fn vowel(c: u8) -> bool {
    matches!(c, b'A' | b'E' | b'I' | b'O' | b'U')
}

/// Makes a preceding C or G soft.
fn soft(c: u8) -> bool {
    matches!(c, b'E' | b'I' | b'Y')
}

struct Reader<'a> {
    word: &'a [u8],
    at: usize,
    out: Vec<u8>,
}

impl Reader<'_> {
    /// The letter so many places on, in upper case; 0 behind the end.
    fn ahead(&self, n: usize) -> u8 {
        self.word.get(self.at + n).map_or(0, u8::to_ascii_uppercase)
    }

    /// The letter so many places back; 0 before the beginning.
    fn back(&self, n: usize) -> u8 {
        self.at.checked_sub(n).map_or(0, |i| self.word[i].to_ascii_uppercase())
    }

    fn run(&mut self, max: usize) {
        self.at = self.word.iter().position(u8::is_ascii_alphabetic).unwrap_or(self.word.len());
        self.first();
        while self.at < self.word.len() && self.out.len() < max {
            let letter = self.ahead(0);
            // Doubled letters sound once, except C.
            if letter.is_ascii_alphabetic() && (letter != self.back(1) || letter == b'C') {
                self.at += self.letter(letter);
            }
            self.at += 1;
        }
    }

    /// The beginning of a word has rules of its own.
    fn first(&mut self) {
        let (sound, used) = match (self.ahead(0), self.ahead(1)) {
            (b'A', b'E') => (b'E', 2),
            (b'G' | b'K' | b'P', b'N') => (b'N', 2),
            (b'W', b'R') => (b'R', 2),
            (b'W', next) if next == b'H' || vowel(next) => (b'W', 2),
            (b'X', _) => (b'S', 1),
            (c, _) if vowel(c) => (c, 1),
            _ => return,
        };
        self.out.push(sound);
        self.at += used;
    }

    /// One letter; answers how many following ones it took with it.
    fn letter(&mut self, letter: u8) -> usize {
        let (prev, next, after) = (self.back(1), self.ahead(1), if self.ahead(1) == 0 { 0 } else { self.ahead(2) });
        let mut skip = 0;
        let sound = match letter {
            b'B' if prev == b'M' => return 0,
            b'C' => match self.hard_c(prev, next, after) {
                Some(c) => {
                    skip = usize::from(next == b'H');
                    c
                }
                None => return 0,
            },
            b'D' if next == b'G' && soft(after) => {
                skip = 1;
                b'J'
            }
            b'D' => b'T',
            b'G' => match self.hard_g(prev, next, after) {
                Some(c) => {
                    skip = usize::from(c == b'F');
                    c
                }
                None => return 0,
            },
            b'H' if vowel(next) && !matches!(prev, b'C' | b'G' | b'P' | b'S' | b'T') => b'H',
            b'K' if prev != b'C' => b'K',
            b'P' if next == b'H' => b'F',
            b'Q' => b'K',
            b'S' if next == b'I' && matches!(after, b'O' | b'A') => SH,
            b'S' if next == b'H' => {
                skip = 1;
                SH
            }
            b'S' if next == b'C' && after == b'H' && self.ahead(3) == b'W' => {
                skip = 2;
                SH
            }
            b'T' if next == b'I' && matches!(after, b'O' | b'A') => SH,
            b'T' if next == b'H' => {
                skip = 1;
                TH
            }
            b'T' if next == b'C' && after == b'H' => return 0,
            b'V' => b'F',
            b'W' | b'Y' if vowel(next) => letter,
            b'X' => {
                self.out.push(b'K');
                b'S'
            }
            b'Z' => b'S',
            b'B' | b'F' | b'J' | b'L' | b'M' | b'N' | b'P' | b'R' | b'S' | b'T' => letter,
            _ => return 0,
        };
        self.out.push(sound);
        skip
    }

    fn hard_c(&self, prev: u8, next: u8, after: u8) -> Option<u8> {
        match () {
            () if next == b'I' && after == b'A' => Some(SH),
            () if soft(next) && prev == b'S' => None,
            () if soft(next) => Some(b'S'),
            // Christ, school.
            () if next == b'H' && (after == b'R' || prev == b'S') => Some(b'K'),
            () if next == b'H' => Some(SH),
            () => Some(b'K'),
        }
    }

    fn hard_g(&self, prev: u8, next: u8, after: u8) -> Option<u8> {
        match next {
            b'H' if matches!(self.back(3), b'B' | b'D' | b'H') || self.back(4) == b'H' => None,
            b'H' => Some(b'F'),
            b'N' if !after.is_ascii_alphabetic() || (after == b'E' && self.ahead(3) == b'D') => None,
            b'N' => Some(b'K'),
            _ if soft(next) && prev != b'G' => Some(b'J'),
            _ => Some(b'K'),
        }
    }
}
