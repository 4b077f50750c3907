//! Packed values, framed as phpredis frames them.

use lz4::block::{self, CompressionMode};

use crate::lzf;

/// What values are packed with; `Redis::COMPRESSION_*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compression {
    #[default]
    None = 0,
    Lzf = 1,
    Zstd = 2,
    Lz4 = 3,
}

impl Compression {
    pub fn find(number: i64) -> Option<Compression> {
        [Compression::None, Compression::Lzf, Compression::Zstd, Compression::Lz4].into_iter().find(|kind| *kind as i64 == number)
    }

    /// Of a name that begins with the method's, in any case.
    pub fn by_name(name: &[u8]) -> Option<Compression> {
        let begins = |wanted: &str| name.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted.as_bytes()));
        let known = [("lzf", Compression::Lzf), ("zstd", Compression::Zstd), ("lz4", Compression::Lz4), ("none", Compression::None)];
        known.into_iter().find(|(wanted, _)| begins(wanted)).map(|(_, kind)| kind)
    }
}

/// No value is longer than this when it is unpacked, whatever it says.
const LONGEST: usize = 512 << 20;
/// A checksum of the length, and the length.
const LZ4_HEAD: usize = 5;
const LZ4_MOST: i64 = 12;
const ZSTD_DEFAULT: i32 = 3;
const ZSTD_MOST: i64 = 22;
/// Deflated rubbish may claim to be anything: more than this is not believed for each byte there is.
const ZSTD_GROWTH: usize = 1 << 16;

/// The packed form; `None`: the bytes stay as they are.
pub fn compress(kind: Compression, level: i64, bytes: &[u8]) -> Option<Vec<u8>> {
    match kind {
        Compression::None => None,
        Compression::Lzf => {
            // As much longer as it may become.
            let margin = (bytes.len() / 25).max(128);
            lzf::compress(bytes, bytes.len().saturating_add(margin))
        }
        Compression::Zstd => {
            let level = if level < 1 { ZSTD_DEFAULT } else { level.min(ZSTD_MOST) as i32 };
            zstd::bulk::compress(bytes, level).ok()
        }
        Compression::Lz4 => {
            let length = i32::try_from(bytes.len()).ok().filter(|length| *length > 0)?;
            let mode =
                if (1..=LZ4_MOST).contains(&level) { CompressionMode::HIGHCOMPRESSION(level as i32) } else { CompressionMode::DEFAULT };
            let packed = block::compress(bytes, Some(mode), false).ok()?;
            let length = length.to_le_bytes();
            let mut framed = Vec::with_capacity(LZ4_HEAD + packed.len());
            framed.push(crc8(&length));
            framed.extend(length);
            framed.extend(packed);
            Some(framed)
        }
    }
}

/// The bytes again; `None`: they are not packed that way.
pub fn uncompress(kind: Compression, packed: &[u8]) -> Option<Vec<u8>> {
    match kind {
        Compression::None => None,
        Compression::Lzf => lzf::decompress(packed),
        Compression::Zstd => {
            let size = zstd::zstd_safe::get_frame_content_size(packed).ok()??;
            let size = usize::try_from(size).ok().filter(|size| *size <= LONGEST && *size <= packed.len().saturating_mul(ZSTD_GROWTH))?;
            zstd::bulk::decompress(packed, size).ok().filter(|bytes| bytes.len() == size)
        }
        Compression::Lz4 => {
            let (head, body) = packed.split_at_checked(LZ4_HEAD)?;
            let (check, length) = head.split_first()?;
            if crc8(length) != *check {
                return None;
            }
            let size = i32::from_le_bytes(length.try_into().ok()?);
            // A byte of LZ4 stands for 255 at most.
            let most = body.len().saturating_mul(255).saturating_add(16).min(LONGEST);
            usize::try_from(size).ok().filter(|size| *size <= most)?;
            block::decompress(body, Some(size)).ok().filter(|bytes| !bytes.is_empty())
        }
    }
}

fn crc8(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0xff, |crc: u8, byte| (0..8).fold(crc ^ byte, |crc, _| if crc & 0x80 == 0 { crc << 1 } else { crc << 1 ^ 0x31 }))
}

#[cfg(test)]
mod tests {
    use super::{Compression, compress, uncompress};

    #[test]
    fn there_and_back() {
        let text = b"much much much much much much much much ado".repeat(20);
        for kind in [Compression::Lzf, Compression::Zstd, Compression::Lz4] {
            for level in [0, 1, 9, 12, 30] {
                let packed = compress(kind, level, &text).expect("it can be packed");
                assert!(packed.len() < text.len());
                assert_eq!(uncompress(kind, &packed).as_deref(), Some(&text[..]));
                assert_ne!(uncompress(kind, &packed[..packed.len() / 2]).as_deref(), Some(&text[..]), "{kind:?}");
            }
        }
    }

    #[test]
    fn claims_are_not_believed() {
        assert_eq!(uncompress(Compression::Lz4, b"\x00\xff\xff\xff\x7fabc"), None);
        assert_eq!(uncompress(Compression::Zstd, b"\x28\xb5\x2f\xfd\xe0\xff\xff\xff\xff\xff\xff\xff\x7f"), None);
        assert_eq!(uncompress(Compression::Lz4, b""), None);
    }
}
