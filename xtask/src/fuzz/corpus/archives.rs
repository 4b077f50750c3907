//! A small archive of each format, for the fuzzer to spoil.

const FILES: [(&str, &[u8]); 2] = [("folder/one.txt", b"content of one"), ("two.txt", b"")];

pub fn all() -> [Vec<u8>; 3] {
    [phar(), tar(), zip()]
}

/// CRC-32, without a table.
fn crc(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 }))
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn halves(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// PHP's own format, with an alias and metadata, unsigned.
fn phar() -> Vec<u8> {
    let mut manifest =
        [words(&[FILES.len() as u32]), vec![0x11, 0], words(&[0, 5]), b"alias".to_vec(), words(&[4]), b"i:1;".to_vec()].concat();
    for (name, content) in FILES {
        let len = content.len() as u32;
        manifest.extend(words(&[name.len() as u32]));
        manifest.extend(name.bytes());
        manifest.extend(words(&[len, 1, len, crc(content), 0o644, 0]));
    }
    let contents = FILES.map(|(_, content)| content).concat();
    [b"<?php __HALT_COMPILER(); ?>\r\n".to_vec(), words(&[manifest.len() as u32]), manifest, contents].concat()
}

fn tar() -> Vec<u8> {
    let mut out = Vec::new();
    for (name, content) in FILES {
        let numbers = format!("0000644\00000000\00000000\0{:011o}\000000000001\0        0", content.len());
        let mut head = [name.as_bytes(), &[0; 100][name.len()..], numbers.as_bytes(), &[0; 100], b"ustar\x0000"].concat();
        head.resize(512, 0);
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        out.extend(head);
        out.extend(content);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}

fn zip() -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in FILES {
        let (at, len) = (out.len() as u32, content.len() as u32);
        let common = [halves(&[20, 0, 0, 0, 33]), words(&[crc(content), len, len]), halves(&[name.len() as u16, 0])].concat();
        out.extend([b"PK\x03\x04", &common[..], name.as_bytes(), content].concat());
        directory.extend([b"PK\x01\x02\x14\x03", &common[..], &[0; 10], &words(&[at]), name.as_bytes()].concat());
    }
    let count = FILES.len() as u16;
    let end =
        [b"PK\x05\x06".to_vec(), halves(&[0, 0, count, count]), words(&[directory.len() as u32, out.len() as u32]), halves(&[0])].concat();
    [out, directory, end].concat()
}
