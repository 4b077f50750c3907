//! Where an archive has its directory, and what stands there.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

use crate::container::{
    AES_FIELD, AES_METHOD, Container, ENCRYPTED, Entry, LOCAL, Record, TRADITIONAL, fields, length, read_exact, u16_at, u32_at, u64_at,
};
use crate::error::{EXISTS, INCONS, MULTIDISK, NOZIP, SEEK, TRUNCATED, Try, fail};
use crate::flags::archive_flag;

const CENTRAL: usize = 46;
const END: usize = 22;
const END64: usize = 56;
const LOCATOR64: usize = 20;
const MOST_COMMENT: u64 = 0xFFFF;
/// The extra field of sizes with 64 bits.
const ZIP64: u16 = 1;
/// Sizes and checksum of a file stand behind it.
const BEHIND: u16 = 8;

/// What the end of an archive says of its directory.
struct Directory {
    at: u64,
    size: u64,
    count: u64,
    wide: bool,
    comment: Vec<u8>,
}

/// Reads the directory of a file. With `check` it must agree with what stands before the files.
pub(crate) fn read(path: &[u8], file: File, check: bool) -> Try<Container> {
    let total = length(&file);
    if total == 0 {
        return Ok(Container::empty(path));
    }
    let found = find(&file, total, check).and_then(|directory| {
        let bytes = usize::try_from(directory.size).ok().and_then(|size| read_exact(&file, directory.at, size));
        let Some(bytes) = bytes else { return fail(INCONS) };
        let records = records(&bytes, &directory)?;
        if check {
            compare(&file, &directory, &records)?;
        }
        let is_torrentzip = directory.comment == torrentzip_comment(crc32fast::hash(&bytes));
        Ok((directory, records, is_torrentzip))
    });
    let (directory, records, is_torrentzip) = match found {
        // What begins as an archive does has lost its end.
        Err(error) if error.zip == NOZIP && starts_with(&file, 0, b"PK\x03\x04") => return fail(TRUNCATED),
        found => found?,
    };
    let mut container = Container::empty(path);
    if is_torrentzip {
        // Its comment is the format's own.
        container.flags = archive_flag::IS_TORRENTZIP;
        container.original_flags = container.flags;
    } else {
        container.comment = directory.comment;
    }
    container.originals = records.len();
    container.entries = records.into_iter().map(|record| Entry { original: Some(record), ..Entry::default() }).collect();
    container.file = Some(Rc::new(file));
    Ok(container)
}

/// The comment that an archive has in the torrentzip format, by its directory's checksum.
pub(crate) fn torrentzip_comment(crc: u32) -> Vec<u8> {
    format!("TORRENTZIPPED-{crc:08X}").into_bytes()
}

fn starts_with(file: &File, at: u64, magic: &[u8; 4]) -> bool {
    let mut bytes = [0; 4];
    file.read_exact_at(&mut bytes, at).is_ok() && bytes == *magic
}

/// The last end record that leads to a directory.
fn find(file: &File, total: u64, check: bool) -> Try<Directory> {
    let size = total.min(END as u64 + MOST_COMMENT);
    let Some(tail) = read_exact(file, total - size, size as usize).filter(|tail| tail.len() >= END) else { return fail(NOZIP) };
    let mut end = tail.len();
    let mut outcome = fail(NOZIP);
    while let Some(at) = memchr::memmem::rfind(&tail[..end], b"PK\x05\x06") {
        end = at;
        match directory(file, &tail[at..], total - size + at as u64, check) {
            Ok(None) => {}
            Ok(Some(directory)) => return Ok(directory),
            // Too short for an end record: there may be one before.
            Err(error) if tail.len() - at < END => outcome = Err(error),
            Err(error) => return Err(error),
        }
    }
    outcome
}

/// What an end record says. None if there is no directory where it says.
fn directory(file: &File, record: &[u8], end_at: u64, check: bool) -> Try<Option<Directory>> {
    if record.len() < END {
        return fail(INCONS);
    }
    let [this_disk, first_disk, of_disk, count] = [4, 6, 8, 10].map(|at| u64::from(u16_at(record, at)));
    let mut found =
        Directory { at: u64::from(u32_at(record, 16)), size: u64::from(u32_at(record, 12)), count, wide: false, comment: Vec::new() };
    let locator = end_at.checked_sub(LOCATOR64 as u64).filter(|&at| starts_with(file, at, b"PK\x06\x07"));
    if let Some(locator_at) = locator {
        let Some(locator) = read_exact(file, locator_at, LOCATOR64) else { return Ok(None) };
        let wide_at = u64_at(&locator, 8);
        if !starts_with(file, wide_at, b"PK\x06\x06") {
            return Ok(None);
        }
        if u32_at(&locator, 16) != 1 {
            return fail(MULTIDISK);
        }
        if wide_at.checked_add(END64 as u64).is_none_or(|end| end > locator_at) {
            return fail(INCONS);
        }
        let Some(wide) = read_exact(file, wide_at, END64) else { return fail(INCONS) };
        if check && u64_at(&wide, 4).checked_add(wide_at + 12) != Some(locator_at) || u32_at(&wide, 20) != u32_at(&locator, 4) {
            return fail(INCONS);
        }
        let (count, size, at) = (u64_at(&wide, 32), u64_at(&wide, 40), u64_at(&wide, 48));
        if u64_at(&wide, 24) != count {
            return fail(MULTIDISK);
        }
        if count > size / CENTRAL as u64 {
            return fail(INCONS);
        }
        found = Directory { at, size, count, wide: true, comment: Vec::new() };
    } else {
        let empty = this_disk == 0 && first_disk == 0 && end_at == 0 && found.at == 0 && count == 0;
        if !empty && !starts_with(file, found.at, b"PK\x01\x02") {
            return Ok(None);
        }
    }
    if of_disk != count || this_disk != 0 || first_disk != 0 {
        return fail(MULTIDISK);
    }
    let Some(directory_end) = found.at.checked_add(found.size) else { return fail(SEEK) };
    if directory_end > end_at || (check && !found.wide && directory_end != end_at) {
        return fail(INCONS);
    }
    let (said, there) = (usize::from(u16_at(record, 20)), record.len() - END);
    if check && said != there {
        return fail(INCONS);
    }
    found.comment = record[END..END + said.min(there)].to_vec();
    Ok(Some(found))
}

/// The files of the directory.
fn records(bytes: &[u8], directory: &Directory) -> Try<Vec<Record>> {
    let mut records = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let many = records.len() as u64;
        // Some tools wrote more files than 16 bits can count.
        let more = many >= directory.count && many & 0xFFFF == directory.count & 0xFFFF;
        if more && (directory.wide || rest.len() < CENTRAL) {
            break;
        }
        let (record, used) = match read_record(rest) {
            Err(error) if error.zip == NOZIP && many >= directory.count => return fail(INCONS),
            record => record?,
        };
        rest = &rest[used..];
        records.push(record);
    }
    let count = records.len() as u64;
    let as_said =
        count == directory.count || (!directory.wide && count > directory.count && (count - directory.count).is_multiple_of(0x1_0000));
    if as_said && rest.is_empty() { Ok(records) } else { fail(INCONS) }
}

/// Whether the headers before the files say what the directory says, and the files lie before it.
fn compare(file: &File, directory: &Directory, records: &[Record]) -> Try<()> {
    let mut names = std::collections::HashSet::new();
    for record in records {
        let room = directory.at.checked_sub(record.at).and_then(|room| room.checked_sub(LOCAL as u64));
        let Some(room) = room.and_then(|room| room.checked_sub(record.packed)) else { return fail(NOZIP) };
        let Some(head) = read_exact(file, record.at, LOCAL) else { return fail(NOZIP) };
        if !head.starts_with(b"PK\x03\x04") {
            return fail(NOZIP);
        }
        let [name_len, extra_len] = [26, 28].map(|at| usize::from(u16_at(&head, at)));
        if room < (name_len + extra_len) as u64 {
            return fail(NOZIP);
        }
        let Some(names_and_fields) = read_exact(file, record.at + LOCAL as u64, name_len + extra_len) else { return fail(NOZIP) };
        let (name, extra) = names_and_fields.split_at(name_len);
        let mut local = Record {
            method: u16_at(&head, 8),
            packed: u64::from(u32_at(&head, 18)),
            size: u64::from(u32_at(&head, 22)),
            at: record.at,
            ..Record::default()
        };
        take_fields(&mut local, extra)?;
        let same =
            local.method == record.method && name == record.name && u16_at(&head, 10) == record.time && u16_at(&head, 12) == record.date;
        let behind = u16_at(&head, 6) & BEHIND != 0;
        let numbers = [(u64::from(u32_at(&head, 14)), u64::from(record.crc)), (local.packed, record.packed), (local.size, record.size)];
        if !same || numbers.iter().any(|&(own, said)| own != said && !(behind && own == 0)) {
            return fail(INCONS);
        }
        if !names.insert(&record.name) {
            return fail(EXISTS);
        }
    }
    Ok(())
}

/// One file of the directory, and how long that was.
fn read_record(bytes: &[u8]) -> Try<(Record, usize)> {
    let Some(head) = bytes.get(..CENTRAL) else { return fail(INCONS) };
    if !head.starts_with(b"PK\x01\x02") {
        return fail(NOZIP);
    }
    let [name_len, extra_len, comment_len] = [28, 30, 32].map(|at| usize::from(u16_at(head, at)));
    let used = CENTRAL + name_len + extra_len + comment_len;
    let Some(rest) = bytes.get(CENTRAL..used) else { return fail(INCONS) };
    let extra = &rest[name_len..name_len + extra_len];
    let mut record = Record {
        name: rest[..name_len].to_vec(),
        made_by: u16_at(head, 4),
        needs: u16_at(head, 6),
        bits: u16_at(head, 8),
        method: u16_at(head, 10),
        time: u16_at(head, 12),
        date: u16_at(head, 14),
        crc: u32_at(head, 16),
        packed: u64::from(u32_at(head, 20)),
        size: u64::from(u32_at(head, 24)),
        comment: rest[name_len + extra_len..].to_vec(),
        attributes: u32_at(head, 38),
        at: u64::from(u32_at(head, 42)),
        ..Record::default()
    };
    if record.bits & ENCRYPTED != 0 {
        record.encryption = TRADITIONAL;
    }
    take_fields(&mut record, extra)?;
    Ok((record, used))
}

/// Sizes and encryption that extra fields tell; the others are kept.
fn take_fields(record: &mut Record, extra: &[u8]) -> Try<()> {
    for (tag, field) in fields(extra) {
        match tag {
            ZIP64 => {
                const WIDE: u64 = 0xFFFF_FFFF;
                let mut at = 0;
                for place in [&mut record.size, &mut record.packed, &mut record.at] {
                    if *place == WIDE {
                        if field.len() < at + 8 {
                            return fail(INCONS);
                        }
                        *place = u64_at(field, at);
                        at += 8;
                    }
                }
            }
            AES_FIELD if record.method == AES_METHOD && field.len() >= 7 => {
                record.encryption = 0x100 + u16::from(field[4]);
                record.method = u16_at(field, 5);
            }
            AES_FIELD => {}
            _ => {
                record.extra.extend_from_slice(&tag.to_le_bytes());
                record.extra.extend_from_slice(&(field.len() as u16).to_le_bytes());
                record.extra.extend_from_slice(field);
            }
        }
    }
    Ok(())
}
