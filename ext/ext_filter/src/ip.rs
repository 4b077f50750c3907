//! Internet addresses, and the blocks of them that mean something (RFC 6890).

const IPV4: i64 = 0x10_0000;
const IPV6: i64 = 0x20_0000;
const NO_RES_RANGE: i64 = 0x40_0000;
const NO_PRIV_RANGE: i64 = 0x80_0000;
const GLOBAL_RANGE: i64 = 0x1000_0000;

/// What a block is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Block {
    Global,
    Reserved,
    Private,
    /// None of these.
    Other,
}

pub(crate) fn is_address(text: &[u8], flags: i64) -> bool {
    let has = |flag: i64| flags & flag != 0;
    let any = has(IPV4) == has(IPV6);
    let block = if text.contains(&b':') {
        if !any && !has(IPV6) {
            return false;
        }
        let Some(groups) = v6(text) else { return false };
        block_v6(groups)
    } else {
        if !any && !has(IPV4) {
            return false;
        }
        let Some(bytes) = v4(text) else { return false };
        block_v4(bytes)
    };
    match block {
        None => true,
        Some(Block::Private) => !has(NO_PRIV_RANGE | GLOBAL_RANGE),
        Some(Block::Reserved) => !has(NO_RES_RANGE | GLOBAL_RANGE),
        Some(Block::Other) => !has(GLOBAL_RANGE),
        Some(Block::Global) => true,
    }
}

/// Four decimal numbers without leading zeros.
fn v4(text: &[u8]) -> Option<[u8; 4]> {
    let mut bytes = [0; 4];
    let mut parts = text.split(|b| *b == b'.');
    for byte in &mut bytes {
        let part = parts.next().filter(|part| (1..=3).contains(&part.len()) && part.iter().all(u8::is_ascii_digit))?;
        if part.len() > 1 && part[0] == b'0' {
            return None;
        }
        *byte = std::str::from_utf8(part).ok()?.parse().ok()?;
    }
    parts.next().is_none().then_some(bytes)
}

/// Eight groups; `::` stands for one or more that are zero, and the last two may be written as IPv4.
pub(crate) fn v6(text: &[u8]) -> Option<[u16; 8]> {
    let mut groups: Vec<u16> = Vec::new();
    let mut gap = None;
    let (mut rest, mut tail) = (text, None);
    if text.contains(&b'.') {
        let start = text.iter().rposition(|b| *b == b':')? + 1;
        let [a, b, c, d] = v4(&text[start..])?;
        tail = Some([u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])]);
        rest = &text[..start];
        // The colon belongs to the address behind it, unless it is one of two.
        rest = if rest.ends_with(b"::") { rest } else { rest.strip_suffix(b":").filter(|rest| !rest.is_empty())? };
    }
    if let Some(after) = rest.strip_prefix(b"::") {
        gap = Some(0);
        rest = after;
    }
    while !rest.is_empty() {
        let length = rest.iter().take_while(|b| b.is_ascii_hexdigit()).count();
        if !(1..=4).contains(&length) {
            return None;
        }
        groups.push(u16::from_str_radix(std::str::from_utf8(&rest[..length]).ok()?, 16).ok()?);
        rest = match &rest[length..] {
            [] => break,
            [b':', b':', after @ ..] if gap.is_none() => {
                gap = Some(groups.len());
                after
            }
            [b':', after @ ..] if !after.is_empty() && after[0] != b':' => after,
            _ => return None,
        };
    }
    groups.extend(tail.into_iter().flatten());
    match gap {
        // The gap stands for one group at least.
        Some(at) if groups.len() <= 7 => {
            let zeros = 8 - groups.len();
            groups.splice(at..at, std::iter::repeat_n(0, zeros));
        }
        None if groups.len() == 8 => {}
        _ => return None,
    }
    if let Some([high, low]) = tail {
        // What is written like that counts as a mapped address.
        return Some([0, 0, 0, 0, 0, 0xffff, high, low]);
    }
    groups.try_into().ok()
}

fn block_v4(ip: [u8; 4]) -> Option<Block> {
    Some(match ip {
        [0 | 127, ..] | [169, 254, ..] | [240..=255, ..] => Block::Reserved,
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => Block::Private,
        [192, 88, 99, _] => Block::Global,
        [100, 64..=127, ..] | [192, 0, 0 | 2, _] | [198, 18 | 19, ..] | [198, 51, 100, _] | [203, 0, 113, _] => Block::Other,
        _ => return None,
    })
}

fn block_v6(ip: [u16; 8]) -> Option<Block> {
    Some(match ip {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] | [0, 0, 0, 0, 0, 0xffff, ..] | [0xfe80..=0xfebf, ..] => Block::Reserved,
        [0x64, 0xff9b, ..] => Block::Global,
        [0xfc00..=0xfdff, ..] => Block::Private,
        [0x100, 0, 0, 0, ..] | [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] => Block::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for good in ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "fe80::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7::"] {
            assert!(v6(good.as_bytes()).is_some(), "{good}");
        }
        for bad in
            [":", ":::", "1", "1:2", "::1::", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7:8", "12345::", "::1.2.3", ":1.2.3.4"]
        {
            assert!(v6(bad.as_bytes()).is_none(), "{bad}");
        }
        assert_eq!(v6(b"1::2"), Some([1, 0, 0, 0, 0, 0, 0, 2]));
        assert!(v4(b"1.2.3.255").is_some() && v4(b"1.2.3.256").is_none() && v4(b"01.2.3.4").is_none() && v4(b"1.2.3.4.5").is_none());
    }
}
