//! Which part of a cluster a key belongs to.

/// How many parts there are.
pub const SLOTS: u16 = 16384;

/// CRC-16/XMODEM, a byte's worth of it each.
static TABLE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = (byte as u16) << 8;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc: u16, byte| crc << 8 ^ TABLE[usize::from((crc >> 8) as u8 ^ byte)])
}

/// The slot of a key. What stands between the first braces, if anything does, is all that counts: so keys are kept together.
pub fn slot_of(key: &[u8]) -> u16 {
    let tag = key.iter().position(|b| *b == b'{').and_then(|open| {
        let rest = key.get(open + 1..)?;
        let close = rest.iter().position(|b| *b == b'}')?;
        rest.get(..close).filter(|tag| !tag.is_empty())
    });
    crc16(tag.unwrap_or(key)) % SLOTS
}

#[cfg(test)]
mod tests {
    use super::slot_of;

    #[test]
    fn known_slots() {
        assert_eq!(slot_of(b"123456789"), 0x31c3);
        assert_eq!(slot_of(b"foo"), 12182);
        assert_eq!(slot_of(b"{foo}.bar"), 12182);
        assert_eq!(slot_of(b"a{}b"), slot_of(b"a{}b"));
        assert_ne!(slot_of(b"{}foo"), slot_of(b"{}bar"));
    }
}
