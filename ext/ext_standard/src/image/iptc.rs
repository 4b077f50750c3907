//! IPTC data (the International Press Telecommunications Council's names for who made an image of what) in JPEG files.

use std::io::Read;

use crate::prelude::*;
use loxo_runtime::paths;

/// What a data set begins with.
const TAG: u8 = 0x1c;

/// `iptcparse()`
pub(crate) fn iptcparse(_cx: &mut Cx, iptc_block: &PhpStr) -> PhpResult<Value> {
    let block = iptc_block.as_bytes();
    let start = block.windows(2).position(|pair| pair[0] == TAG && matches!(pair[1], 1 | 2));
    let mut rest = &block[start.unwrap_or(block.len())..];
    let mut found = PhpArray::new();
    while let Some((name, data, behind)) = data_set(rest) {
        match found.get_bytes_mut(name.as_bytes()).and_then(Value::as_array_mut) {
            Some(list) => drop(list.push(Value::bytes(data))),
            None => found.set_bytes(name.as_bytes(), Value::array(PhpArray::from_values([Value::bytes(data)]))),
        }
        rest = behind;
    }
    Ok(if found.is_empty() { Value::FALSE } else { Value::array(found) })
}

/// The data set that `block` begins with: its name, its content, and what follows.
fn data_set(block: &[u8]) -> Option<(String, &[u8], &[u8])> {
    let [TAG, record, number, high, low, _, ..] = *block else { return None };
    // Lengths of more than 15 bits say so in the first bit, and come behind.
    let (len, start) = if high & 0x80 == 0 {
        (usize::from(high) << 8 | usize::from(low), 5)
    } else {
        let long: [u8; 4] = block.get(5..9)?.try_into().ok()?;
        block.get(9)?;
        (u32::from_be_bytes(long) as usize, 9)
    };
    let end = start + len;
    Some((format!("{record}#{number:03}"), block.get(start..end)?, &block[end..]))
}

/// `iptcembed()`: `spool` above 0 prints the file, above 1 without returning it.
pub(crate) fn iptcembed(cx: &mut Cx, iptc_data: &PhpStr, filename: &PhpStr, spool: i64) -> PhpResult<Value> {
    if !paths::check_open_basedir(cx, filename, true) {
        return Ok(Value::FALSE);
    }
    let path = paths::absolute(cx, filename);
    let mut jpeg = Vec::new();
    let size = loxo_files::open_file(paths::path_of(&path)).and_then(|mut file| {
        let size = file.metadata()?.len() as usize;
        file.read_to_end(&mut jpeg).map(|_| size)
    });
    let Ok(size) = size else {
        cx.builtin_warning([b"Unable to open ", filename.as_bytes()].concat());
        return Ok(Value::FALSE);
    };
    let mut copy = Copy { from: &jpeg, to: Vec::with_capacity(jpeg.len() + iptc_data.len() + HEADER.len() + 2) };
    let is_jpeg = copy.byte() == Some(0xff) && copy.byte() == Some(0xd8);
    if is_jpeg {
        copy.rest_with(iptc_data);
    }
    if spool > 0 {
        cx.echo(&copy.to);
    }
    if !is_jpeg {
        return Ok(Value::FALSE);
    }
    // What grows while it is read, such as a pipe, is cut off behind what its size lets expect.
    copy.to.truncate(iptc_data.len() + HEADER.len() + 1026 + size);
    Ok(if spool < 2 { Value::bytes(&copy.to) } else { Value::TRUE })
}

/// A segment for Photoshop's records, up to the length of the IPTC record; the length of the segment is still 0.
const HEADER: &[u8; 28] = b"\xff\xed\0\0Photoshop 3.0\x008BIM\x04\x04\0\0\0\0";

/// Markers of JPEG (ITU-T T.81, table B.1).
mod marker {
    pub const END: u8 = 0xd9;
    pub const SCAN: u8 = 0xda;
    pub const APP0: u8 = 0xe0;
    pub const APP1: u8 = 0xe1;
    pub const APP13: u8 = 0xed;
}

/// A file on its way from one place to another.
struct Copy<'a> {
    from: &'a [u8],
    to: Vec<u8>,
}

impl<'a> Copy<'a> {
    /// Reads a byte that is left out.
    fn skip(&mut self) -> Option<u8> {
        let (first, rest) = self.from.split_first()?;
        self.from = rest;
        Some(*first)
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = self.skip()?;
        self.to.push(byte);
        Some(byte)
    }

    /// The next marker, which is not copied yet; what stands before it is.
    fn marker(&mut self) -> Option<u8> {
        while self.byte()? != 0xff {}
        loop {
            match self.skip()? {
                0xff => self.to.push(0xff),
                marker => return Some(marker),
            }
        }
    }

    /// The segment behind a marker: its length, which counts itself, and so many bytes, or all there are.
    fn segment(&mut self) -> &'a [u8] {
        let len = self.from.first_chunk().map_or(0, |len| usize::from(u16::from_be_bytes(*len)));
        // PHP runs through the whole file for a length that is too small, too.
        let end = if len < 2 { self.from.len() } else { len.min(self.from.len()) };
        let (segment, rest) = self.from.split_at(end);
        self.from = rest;
        segment
    }

    /// Copies the file behind its first two bytes with the data behind the first segment for applications, instead of those that are there.
    fn rest_with(&mut self, data: &[u8]) {
        let mut written = false;
        while let Some(found) = self.marker().filter(|found| *found != marker::END) {
            if found == marker::APP13 {
                self.segment();
                // The 0xff of the next marker: that of this one stands in the copy.
                self.skip();
                return self.to.extend_from_slice(self.from);
            }
            self.to.push(found);
            if found == marker::SCAN {
                return self.to.extend_from_slice(self.from);
            }
            let is_application = matches!(found, marker::APP0 | marker::APP1);
            // PHP looks for markers in what a second one of these has, too.
            if is_application && written {
                continue;
            }
            let segment = self.segment();
            self.to.extend_from_slice(segment);
            if is_application {
                self.embed(data);
                written = true;
            }
        }
    }

    fn embed(&mut self, data: &[u8]) {
        let len = data.len() + data.len() % 2;
        let start = self.to.len();
        self.to.extend_from_slice(HEADER);
        self.to[start + 2..start + 4].copy_from_slice(&(len as u16).wrapping_add(28).to_be_bytes());
        self.to.extend_from_slice(&(len as u16).to_be_bytes());
        self.to.extend_from_slice(data);
        self.to.resize(start + HEADER.len() + 2 + len, 0);
    }
}
