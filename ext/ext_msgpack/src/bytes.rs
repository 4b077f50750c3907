//! The shapes of MessagePack, written in as few bytes as possible.

use loxo_runtime::StrBuilder;

/// Bytes under construction.
#[derive(Default)]
pub(crate) struct Bytes {
    pub(crate) out: StrBuilder,
    /// Lengths of strings below 256 take a byte; readers of the old format do not know that shape.
    pub(crate) str8: bool,
}

impl Bytes {
    pub(crate) fn nil(&mut self) {
        self.out.push(0xc0);
    }

    pub(crate) fn bool(&mut self, b: bool) {
        self.out.push(if b { 0xc3 } else { 0xc2 });
    }

    fn head<const N: usize>(&mut self, kind: u8, number: [u8; N]) {
        self.out.push(kind);
        self.out.push_bytes(&number);
    }

    /// Numbers that are not negative are written unsigned.
    pub(crate) fn int(&mut self, n: i64) {
        match n {
            -32..=127 => self.out.push(n as u8),
            128..=0xff => self.head(0xcc, [n as u8]),
            0x100..=0xffff => self.head(0xcd, (n as u16).to_be_bytes()),
            0x1_0000..=0xffff_ffff => self.head(0xce, (n as u32).to_be_bytes()),
            0x1_0000_0000.. => self.head(0xcf, n.to_be_bytes()),
            -0x80..=-33 => self.head(0xd0, [n as u8]),
            -0x8000..=-0x81 => self.head(0xd1, (n as i16).to_be_bytes()),
            -0x8000_0000..=-0x8001 => self.head(0xd2, (n as i32).to_be_bytes()),
            _ => self.head(0xd3, n.to_be_bytes()),
        }
    }

    pub(crate) fn float(&mut self, n: f64) {
        self.head(0xcb, n.to_be_bytes());
    }

    pub(crate) fn string(&mut self, s: &[u8]) {
        self.string_of_shape(s, self.str8);
    }

    /// A string in whatever shape is shortest.
    pub(crate) fn short_string(&mut self, s: &[u8]) {
        self.string_of_shape(s, true);
    }

    fn string_of_shape(&mut self, s: &[u8], str8: bool) {
        match s.len() {
            n @ 0..=31 => self.out.push(0xa0 | n as u8),
            n @ 0..=0xff if str8 => self.head(0xd9, [n as u8]),
            n @ 0..=0xffff => self.head(0xda, (n as u16).to_be_bytes()),
            n => self.head(0xdb, (n as u32).to_be_bytes()),
        }
        self.out.push_bytes(s);
    }

    /// `n` values follow.
    pub(crate) fn array(&mut self, n: usize) {
        self.container(n, 0x90, 0xdc);
    }

    /// `n` pairs follow.
    pub(crate) fn map(&mut self, n: usize) {
        self.container(n, 0x80, 0xde);
    }

    fn container(&mut self, n: usize, short: u8, long: u8) {
        match n {
            0..=15 => self.out.push(short | n as u8),
            16..=0xffff => self.head(long, (n as u16).to_be_bytes()),
            _ => self.head(long + 1, (n as u32).to_be_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    fn written(write: impl FnOnce(&mut Bytes)) -> Vec<u8> {
        let mut bytes = Bytes::default();
        write(&mut bytes);
        bytes.out.finish().to_vec()
    }

    #[test]
    fn integers_take_the_fewest_bytes() {
        let cases: [(i64, &[u8]); 14] = [
            (0, &[0]),
            (127, &[0x7f]),
            (128, &[0xcc, 0x80]),
            (255, &[0xcc, 0xff]),
            (256, &[0xcd, 1, 0]),
            (65536, &[0xce, 0, 1, 0, 0]),
            (1 << 32, &[0xcf, 0, 0, 0, 1, 0, 0, 0, 0]),
            (-1, &[0xff]),
            (-32, &[0xe0]),
            (-33, &[0xd0, 0xdf]),
            (-128, &[0xd0, 0x80]),
            (-129, &[0xd1, 0xff, 0x7f]),
            (-32769, &[0xd2, 0xff, 0xff, 0x7f, 0xff]),
            (i64::MIN, &[0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        ];
        for (n, expected) in cases {
            assert_eq!(written(|bytes| bytes.int(n)), expected, "{n}");
        }
    }

    #[test]
    fn heads_follow_the_length() {
        assert_eq!(written(|bytes| bytes.array(15)), [0x9f]);
        assert_eq!(written(|bytes| bytes.array(16)), [0xdc, 0, 16]);
        assert_eq!(written(|bytes| bytes.map(65536)), [0xdf, 0, 1, 0, 0]);
        assert_eq!(written(|bytes| bytes.string(&[b'a'; 32]))[..3], [0xda, 0, 32]);
        assert_eq!(written(|bytes| bytes.short_string(&[b'a'; 32]))[..2], [0xd9, 32]);
    }
}
