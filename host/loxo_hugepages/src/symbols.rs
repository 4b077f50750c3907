//! The names of the program's functions, for `perf`: it finds none for code that was copied to memory without a file.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;

use loxo_hugepages_sys::{Range, Text};

/// A function of an ELF file: address in the file's own count, bytes, name.
#[derive(Debug, PartialEq, Eq)]
pub struct Function<'a> {
    pub address: u64,
    pub size: u64,
    pub name: &'a str,
}

/// `N` bytes at a place of the file, if it has them.
fn at<const N: usize>(file: &[u8], place: usize) -> Option<[u8; N]> {
    file.get(place..place.checked_add(N)?)?.try_into().ok()
}

fn number(file: &[u8], place: usize) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(at(file, place)?)).ok()
}

/// The piece of the file that a section's header names.
fn section(file: &[u8], header: usize) -> Option<&[u8]> {
    let start = number(file, header.checked_add(24)?)?;
    file.get(start..start.checked_add(number(file, header.checked_add(32)?)?)?)
}

/// The functions in `.symtab` of a 64-bit little-endian ELF file (elf(5)); none if it is something else.
pub fn functions(file: &[u8]) -> Vec<Function<'_>> {
    const SYMBOL_TABLE: u32 = 2;
    const FUNCTION: u8 = 2;
    let find = || {
        if file.get(..6)? != b"\x7fELF\x02\x01" {
            return None;
        }
        let (headers, count) = (number(file, 40)?, usize::from(u16::from_le_bytes(at(file, 60)?)));
        let place = |index: usize| headers.checked_add(index.checked_mul(64)?);
        let is_table = |header: &usize| header.checked_add(4).and_then(|kind| at(file, kind)).map(u32::from_le_bytes) == Some(SYMBOL_TABLE);
        let table = (0..count).filter_map(place).find(is_table)?;
        let names = u32::from_le_bytes(at(file, table.checked_add(40)?)?) as usize;
        Some((section(file, table)?, section(file, place(names)?)?))
    };
    let Some((symbols, names)) = find() else { return Vec::new() };
    let read = |symbol: &[u8; 24]| {
        let name = names.get(u32::from_le_bytes(at(symbol, 0)?) as usize..)?;
        let name = std::str::from_utf8(name.split(|byte| *byte == 0).next()?).ok()?;
        let (address, size) = (u64::from_le_bytes(at(symbol, 8)?), u64::from_le_bytes(at(symbol, 16)?));
        (symbol[4] & 15 == FUNCTION && size > 0).then_some(Function { address, size, name })
    };
    symbols.as_chunks().0.iter().filter_map(read).collect()
}

/// Writes the names of the functions in `part` to where `perf` looks for them. What can't be written is not named.
pub fn write_perf_map(text: &Text, part: Range) {
    let Ok(file) = fs::read("/proc/self/exe") else { return };
    let Some(base) = base_of(&file, text) else { return };
    let mut lines = String::new();
    for Function { address, size, name } in functions(&file) {
        let address = base.wrapping_add(address as usize);
        if part.start <= address && address < part.end {
            _ = writeln!(lines, "{address:x} {size:x} {name}");
        }
    }
    // A file or link that somebody else has put there is left alone.
    let path = format!("/tmp/perf-{}.map", std::process::id());
    if let Ok(mut file) = fs::OpenOptions::new().create_new(true).write(true).mode(0o644).open(path) {
        _ = file.write_all(lines.as_bytes());
    }
}

/// What is added to the file's addresses where it is mapped.
fn base_of(file: &[u8], text: &Text) -> Option<usize> {
    let (headers, count) = (number(file, 32)?, usize::from(u16::from_le_bytes(at(file, 56)?)));
    (0..count).find_map(|index| {
        let header = headers.checked_add(index * 56)?;
        let (offset, address) = (number(file, header.checked_add(8)?)?, number(file, header.checked_add(16)?)?);
        let executable = at::<8>(file, header)? == [1, 0, 0, 0, 5, 0, 0, 0];
        (executable && offset / 4096 * 4096 == text.offset()).then(|| text.range().start.wrapping_sub(address / 4096 * 4096))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_this_program() {
        let file = fs::read("/proc/self/exe").expect("this program");
        let all = functions(&file);
        assert!(all.iter().any(|function| function.name.contains("functions_of_this_program")), "{}", all.len());
        for length in (0..file.len().min(4096)).step_by(7) {
            functions(&file[..length]);
        }
        // A header that points out of the file.
        let mut wrong = file[..64].to_vec();
        wrong[40..48].fill(0xff);
        assert_eq!(functions(&wrong), []);
    }
}
