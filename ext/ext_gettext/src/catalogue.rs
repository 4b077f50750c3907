//! Catalogues of translations: files of GNU gettext's format (`.mo`; manual of gettext, "The Format of GNU MO Files").

use std::ops::Range;

use crate::plural::{Plurals, field};

/// A file's content. Nothing in it is trusted: what does not lie inside of the file is not there.
pub struct Catalogue {
    data: Vec<u8>,
    big_endian: bool,
    count: usize,
    originals: usize,
    translations: usize,
    pub plurals: Plurals,
    /// The encoding of the translations, if the file says.
    pub encoding: Option<Vec<u8>>,
}

impl Catalogue {
    /// `None`: it is no catalogue.
    pub fn new(data: Vec<u8>) -> Option<Catalogue> {
        let big_endian = match data.first_chunk()? {
            [0xde, 0x12, 0x04, 0x95] => false,
            [0x95, 0x04, 0x12, 0xde] => true,
            _ => return None,
        };
        let mut this = Catalogue { data, big_endian, count: 0, originals: 0, translations: 0, plurals: Plurals::default(), encoding: None };
        // The major revision: a number above 1 is a format that is not known.
        if this.number(4)? >> 16 > 1 {
            return None;
        }
        (this.count, this.originals, this.translations) = (this.number(8)?, this.number(12)?, this.number(16)?);
        let fits = |table: usize| table.checked_add(this.count.checked_mul(8)?).is_some_and(|end| end <= this.data.len()).then_some(());
        fits(this.originals)?;
        fits(this.translations)?;
        let head = this.find(b"").unwrap_or_default().to_vec();
        this.encoding = field(&head, b"charset=").map(|text| {
            let end = text.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'\n')).unwrap_or(text.len());
            text[..end].to_vec()
        });
        this.plurals = Plurals::of(&head);
        Some(this)
    }

    fn number(&self, at: usize) -> Option<usize> {
        let bytes = *self.data.get(at..)?.first_chunk()?;
        Some(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) } as usize)
    }

    fn text(&self, table: usize, index: usize) -> Option<&[u8]> {
        let (length, start) = (self.number(table + 8 * index)?, self.number(table + 8 * index + 4)?);
        let range: Range<usize> = start..start.checked_add(length)?;
        self.data.get(range)
    }

    /// All forms of a translation, with NULs between them. Originals are in the order of their bytes.
    pub fn find(&self, original: &[u8]) -> Option<&[u8]> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = usize::midpoint(low, high);
            // What follows a NUL is the plural of the original.
            let known = self.text(self.originals, middle)?.split(|byte| *byte == 0).next()?;
            match known.cmp(original) {
                std::cmp::Ordering::Equal => return self.text(self.translations, middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(messages: &[(&str, &str)], number: fn(u32) -> [u8; 4]) -> Vec<u8> {
        let count = messages.len() as u32;
        let mut out: Vec<u8> = [0x9504_12de, 0, count, 28, 28 + 8 * count, 0, 0].into_iter().flat_map(number).collect();
        let mut texts = Vec::new();
        let mut table = |pick: fn(&(&str, &str)) -> String| {
            for message in messages {
                let text = pick(message);
                out.extend(number(text.len() as u32));
                out.extend(number(28 + 16 * count + texts.len() as u32));
                texts.extend_from_slice(text.as_bytes());
                texts.push(0);
            }
        };
        table(|(original, _)| (*original).to_string());
        table(|(_, translation)| (*translation).to_string());
        out.extend(texts);
        out
    }

    const MESSAGES: [(&str, &str); 3] =
        [("", "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n>1;\n"), ("a", "A"), ("one\0many", "un\0des")];

    #[test]
    fn messages_are_found_in_both_byte_orders() {
        for number in [u32::to_le_bytes, u32::to_be_bytes] {
            let catalogue = Catalogue::new(file(&MESSAGES, number)).expect("is a catalogue");
            assert_eq!(
                (catalogue.find(b"a"), catalogue.find(b"one"), catalogue.find(b"b")),
                (Some(&b"A"[..]), Some(&b"un\0des"[..]), None)
            );
            assert_eq!(catalogue.encoding.as_deref(), Some(&b"UTF-8"[..]));
            assert_eq!([0, 1, 2].map(|n| catalogue.plurals.form(n)), [0, 0, 1]);
        }
    }

    #[test]
    fn damaged_files_do_no_harm() {
        let whole = file(&MESSAGES, u32::to_le_bytes);
        for length in 0..whole.len() {
            if let Some(catalogue) = Catalogue::new(whole[..length].to_vec()) {
                let _ = catalogue.find(b"one");
            }
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            if let Some(catalogue) = Catalogue::new(damaged) {
                let _ = (catalogue.find(b"a"), catalogue.plurals.form(3));
            }
        }
    }
}
