//! Size and kind of images, from the first bytes of their files.

pub(crate) mod iptc;

mod avif;
mod jpeg2000;

use crate::files::{open_options, with_open};
use crate::prelude::*;
use loxo_streams::StreamRef;
use loxo_zlib_sys::{Inflate, flush, status};

/// `IMAGETYPE_*`, media type, extension.
const KINDS: [(&str, &str); 20] = [
    ("application/octet-stream", ""),
    ("image/gif", "gif"),
    ("image/jpeg", "jpeg"),
    ("image/png", "png"),
    ("application/x-shockwave-flash", "swf"),
    ("image/psd", "psd"),
    ("image/bmp", "bmp"),
    ("image/tiff", "tiff"),
    ("image/tiff", "tiff"),
    ("application/octet-stream", "jpc"),
    ("image/jp2", "jp2"),
    ("application/octet-stream", "jpx"),
    ("application/octet-stream", "jb2"),
    ("application/x-shockwave-flash", "swf"),
    ("image/iff", "iff"),
    ("image/vnd.wap.wbmp", "bmp"),
    ("image/xbm", "xbm"),
    ("image/vnd.microsoft.icon", "ico"),
    ("image/webp", "webp"),
    ("image/avif", "avif"),
];

const GIF: usize = 1;
const JPEG: usize = 2;
const PNG: usize = 3;
const SWF: usize = 4;
const PSD: usize = 5;
const BMP: usize = 6;
const TIFF_II: usize = 7;
const TIFF_MM: usize = 8;
const JPC: usize = 9;
const JP2: usize = 10;
const SWF_PACKED: usize = 13;
const IFF: usize = 14;
const WBMP: usize = 15;
const XBM: usize = 16;
const ICO: usize = 17;
const WEBP: usize = 18;
const AVIF: usize = 19;

#[derive(Default, Debug, PartialEq, Eq)]
struct Size {
    width: u32,
    height: u32,
    bits: u32,
    channels: u32,
}

/// Bytes from the start of a file.
#[derive(Clone, Copy)]
struct Reader<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let bytes = self.data.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(bytes)
    }

    fn skip(&mut self, count: usize) {
        self.at = self.at.saturating_add(count);
    }

    fn byte(&mut self) -> Option<u32> {
        self.take(1).map(|b| u32::from(b[0]))
    }

    /// An unsigned number of that many bytes.
    fn number(&mut self, count: usize, big: bool) -> Option<u32> {
        let add = |number: u32, b: &u8| number << 8 | u32::from(*b);
        let bytes = self.take(count)?;
        Some(if big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
    }

    fn u16(&mut self, big: bool) -> Option<u32> {
        self.number(2, big)
    }

    /// A number of two bytes, zero if there are less.
    fn word(&mut self) -> u32 {
        self.u16(true).unwrap_or_else(|| {
            self.at = self.data.len();
            0
        })
    }

    /// A byte, or the end of the file as a number without a sign.
    fn byte_or_end(&mut self) -> u32 {
        self.byte().unwrap_or(u32::MAX)
    }

    fn u32(&mut self, big: bool) -> Option<u32> {
        self.number(4, big)
    }

    /// A number of four bytes, zero if there are less.
    fn long_or_zero(&mut self) -> u32 {
        self.u32(true).unwrap_or_else(|| {
            self.at = self.data.len();
            0
        })
    }
}

/// The kind that the first bytes tell.
fn signed_kind(data: &[u8]) -> Option<usize> {
    const SIGNATURES: [(&[u8], usize); 13] = [
        (b"GIF", GIF),
        (b"\xff\xd8\xff", JPEG),
        (b"\x89PNG\r\n\x1a\n", PNG),
        (b"FWS", SWF),
        (b"CWS", SWF_PACKED),
        (b"\xff\x4f\xff", JPC),
        (b"\0\0\0\x0cjP  \r\n\x87\n", JP2),
        (b"8BP", PSD),
        (b"BM", BMP),
        (b"II\x2a\0", TIFF_II),
        (b"MM\0\x2a", TIFF_MM),
        (b"FORM", IFF),
        (b"\0\0\x01\0", ICO),
    ];
    if data.starts_with(b"RIFF") && data.get(8..12) == Some(b"WEBP") {
        return Some(WEBP);
    }
    let signed = SIGNATURES.iter().find(|(signature, _)| data.starts_with(signature)).map(|(_, kind)| *kind);
    signed.or_else(|| avif::is_avif(data).then_some(AVIF))
}

fn kind_of(data: &[u8]) -> Option<usize> {
    signed_kind(data).or_else(|| wbmp(data).map(|_| WBMP)).or_else(|| xbm(data).map(|_| XBM))
}

/// What of a file tells its kind and size: often its beginning, which spares the rest of films.
pub fn telling_part(cx: &mut Cx, stream: &StreamRef) -> PhpStr {
    const BEGINNING: usize = 1 << 16;
    let head = stream.read_all(cx, Some(BEGINNING));
    let is_enough = match signed_kind(&head) {
        Some(JPEG | TIFF_II | TIFF_MM | IFF | SWF_PACKED | JP2 | AVIF) => false,
        Some(_) => true,
        // Only the text of an XBM file may have more before its size.
        None => wbmp(&head).is_some() || head.contains(&0),
    };
    if is_enough || head.len() < BEGINNING {
        return head;
    }
    let rest = stream.read_all(cx, None);
    let mut all = StrBuilder::with_capacity(head.len() + rest.len());
    all.push_bytes(&head);
    all.push_bytes(&rest);
    all.finish()
}

/// The kind of an image (`IMAGETYPE_*`), with a notice if there is too little to tell; that shows the name as far as it has no zero.
pub fn kind(cx: &mut Cx, data: &[u8], name: &[u8]) -> PhpResult<Option<usize>> {
    let found = if data.len() < 3 { None } else { kind_of(data) };
    if found.is_none() && data.len() < 12 {
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        cx.builtin_notice([b"Error reading from ", name, b"!"].concat());
        cx.check()?;
    }
    Ok(found)
}

fn measure(kind: usize, data: &[u8]) -> Option<Size> {
    let from = |at: usize| Reader { data, at };
    match kind {
        GIF => gif(from(6)),
        PNG => png(from(16)),
        SWF => swf(data.get(8..)?),
        SWF_PACKED => swf(&unpacked(data.get(8..)?)?),
        PSD => psd(from(14)),
        BMP => bmp(from(14)),
        TIFF_II => tiff(from(4), false),
        TIFF_MM => tiff(from(4), true),
        IFF => iff(from(4)),
        WBMP => wbmp(data),
        XBM => xbm(data),
        ICO => ico(from(4)),
        WEBP => webp(data.get(12..30)?),
        AVIF => avif::measure(data),
        _ => None,
    }
}

fn gif(mut r: Reader<'_>) -> Option<Size> {
    let (width, height, flags) = (r.u16(false)?, r.u16(false)?, r.byte()?);
    let bits = if flags & 0x80 != 0 { (flags & 7) + 1 } else { 0 };
    Some(Size { width, height, bits, channels: 3 })
}

fn png(mut r: Reader<'_>) -> Option<Size> {
    Some(Size { width: r.u32(true)?, height: r.u32(true)?, bits: r.byte()?, channels: 0 })
}

fn psd(mut r: Reader<'_>) -> Option<Size> {
    let (height, width) = (r.u32(true)?, r.u32(true)?);
    Some(Size { width, height, ..Size::default() })
}

fn bmp(mut r: Reader<'_>) -> Option<Size> {
    match r.u32(false)? {
        12 => {
            let (width, height) = (r.u16(false)?, r.u16(false)?);
            r.skip(3);
            Some(Size { width, height, bits: r.byte()?, channels: 0 })
        }
        13..=64 | 108 | 124 => {
            let (width, height) = (r.u32(false)?, (r.u32(false)? as i32).unsigned_abs());
            r.skip(2);
            Some(Size { width, height, bits: r.u16(false)?, channels: 0 })
        }
        _ => None,
    }
}

/// Numbers of as many bits as the first five say, in twentieths.
fn swf(data: &[u8]) -> Option<Size> {
    let bits = |from: usize, count: usize| {
        (from..from + count).try_fold(0u32, |number, at| Some(number << 1 | u32::from(data.get(at / 8)? >> (7 - at % 8) & 1)))
    };
    let length = bits(0, 5)? as usize;
    let field = |index: usize| bits(5 + index * length, length);
    let size = |low: u32, high: u32| high.wrapping_sub(low) / 20;
    Some(Size { width: size(field(0)?, field(1)?), height: size(field(2)?, field(3)?), ..Size::default() })
}

/// The beginning of what is packed, if all of it can be unpacked.
fn unpacked(mut packed: &[u8]) -> Option<Vec<u8>> {
    const ZLIB: i32 = 15;
    const BEGINNING: usize = 64;
    // PHP wants more than that to be there.
    packed.get(..BEGINNING)?;
    let mut inflate = Inflate::new(ZLIB)?;
    let (mut beginning, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        let step = inflate.run(packed, &mut piece, flush::NONE);
        let missing = BEGINNING.saturating_sub(beginning.len());
        beginning.extend_from_slice(piece.get(..step.produced.min(missing))?);
        packed = packed.get(step.consumed..)?;
        match step.status {
            status::STREAM_END => return Some(beginning),
            status::OK if step.produced > 0 || step.consumed > 0 => {}
            _ => return None,
        }
    }
}

fn tiff(mut r: Reader<'_>, big: bool) -> Option<Size> {
    r.at = usize::try_from(r.u32(big)?).ok()?;
    let count = r.u16(big)?;
    let mut size = Size::default();
    for _ in 0..count {
        let (tag, kind) = (r.u16(big)?, r.u16(big)?);
        r.skip(4);
        let mut field = Reader { data: r.take(4)?, at: 0 };
        let value = match kind {
            1 | 6 => field.byte()?,
            3 | 8 => field.u16(big)?,
            4 | 9 => field.u32(big)?,
            _ => continue,
        };
        match tag {
            0x100 | 0xa002 => size.width = value,
            0x101 | 0xa003 => size.height = value,
            _ => {}
        }
    }
    (size.width > 0 && size.height > 0).then_some(size)
}

fn iff(mut r: Reader<'_>) -> Option<Size> {
    r.skip(4);
    if !matches!(r.take(4)?, b"ILBM" | b"PBM ") {
        return None;
    }
    loop {
        let name = r.take(4)?;
        let length = i32::try_from(r.u32(true)?).ok()?;
        let length = length.checked_add(length & 1)?;
        if name != b"BMHD" {
            r.skip(length as usize);
            continue;
        }
        if length < 9 {
            return None;
        }
        let (width, height) = (r.u16(true)?, r.u16(true)?);
        r.skip(4);
        let bits = r.byte()?;
        let sound = |side: u32| (1..=0x7fff).contains(&side);
        if sound(width) && sound(height) && (1..33).contains(&bits) {
            return Some(Size { width, height, bits, channels: 0 });
        }
    }
}

fn wbmp(data: &[u8]) -> Option<Size> {
    const LONGEST: u32 = 2048;
    let mut r = Reader { data, at: 0 };
    if r.byte()? != 0 {
        return None;
    }
    while r.byte()? & 0x80 != 0 {}
    let mut number = || {
        let mut number = 0;
        loop {
            let b = r.byte()?;
            number = number << 7 | b & 0x7f;
            if number > LONGEST {
                return None;
            }
            if b & 0x80 == 0 {
                return Some(number);
            }
        }
    };
    let (width, height) = (number()?, number()?);
    (width > 0 && height > 0).then(|| Size { width, height, ..Size::default() })
}

/// `#define name_width 10`
fn xbm(data: &[u8]) -> Option<Size> {
    let mut size = Size::default();
    for line in data.split(|b| *b == b'\n') {
        let Some(rest) = line.strip_prefix(b"#define") else { continue };
        let mut words = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let (Some(name), Some(number)) = (words.next(), words.next()) else { continue };
        let number = value::number::str_to_int(number) as u32;
        match name.rsplit(|b| *b == b'_').next() {
            Some(b"width") => size.width = number,
            Some(b"height") => size.height = number,
            _ => {}
        }
        if size.width > 0 && size.height > 0 {
            return Some(size);
        }
    }
    None
}

/// The icon with the most colours; 0 is 256.
fn ico(mut r: Reader<'_>) -> Option<Size> {
    let count = r.u16(false)?;
    if !(1..=255).contains(&count) {
        return None;
    }
    let mut size = Size::default();
    for _ in 0..count {
        let Some(entry) = r.take(16) else { break };
        let bits = u32::from(entry[7]) << 8 | u32::from(entry[6]);
        if bits >= size.bits {
            size = Size { width: entry[0].into(), height: entry[1].into(), bits, channels: 0 };
        }
    }
    for side in [&mut size.width, &mut size.height] {
        *side = if *side == 0 { 256 } else { *side };
    }
    Some(size)
}

fn webp(b: &[u8]) -> Option<Size> {
    let n = |at: usize| u32::from(b[at]);
    let (width, height) = match b.get(..4)? {
        b"VP8 " => (n(14) | (n(15) & 0x3f) << 8, n(16) | (n(17) & 0x3f) << 8),
        b"VP8L" => ((n(9) | (n(10) & 0x3f) << 8) + 1, (n(10) >> 6 | n(11) << 2 | (n(12) & 0xf) << 10) + 1),
        b"VP8X" => ((n(12) | n(13) << 8 | n(14) << 16) + 1, (n(15) | n(16) << 8 | n(17) << 16) + 1),
        _ => return None,
    };
    Some(Size { width, height, bits: 8, channels: 0 })
}

/// `info`: takes the application segments, the first of each kind.
fn jpeg(cx: &mut Cx, data: &[u8], mut info: Option<&mut PhpArray>) -> PhpResult<Option<Size>> {
    let mut r = Reader { data, at: 3 };
    let mut size = None;
    let mut in_marker = true;
    loop {
        if !in_marker {
            let strange = data.get(r.at..).unwrap_or_default().iter().take_while(|b| **b != 0xff).count();
            r.skip(strange + 1);
            if r.at > data.len() {
                return Ok(size);
            }
            if strange > 0 {
                cx.warn(&format!("Corrupt JPEG data: {strange} extraneous bytes before marker"))?;
            }
        }
        in_marker = false;
        let marker = loop {
            match r.byte() {
                None => return Ok(size),
                Some(0xff) => {}
                Some(marker) => break marker,
            }
        };
        // Image data begins, or the image ends.
        if matches!(marker, 0xda | 0xd9) {
            return Ok(size);
        }
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) && size.is_none() {
            // Whatever length it claims; bytes that are missing are what PHP takes them for.
            let length = r.word();
            let (bits, height, width) = (r.byte_or_end(), r.word(), r.word());
            size = Some(Size { width, height, bits, channels: r.byte_or_end() });
            if info.is_none() || length < 8 {
                return Ok(size);
            }
            r.skip(length as usize - 8);
            continue;
        }
        let Some(length) = r.u16(true).filter(|length| *length >= 2) else { return Ok(size) };
        let mut segment = r;
        r.skip(length as usize - 2);
        if let 0xe0..=0xef = marker
            && let Some(info) = info.as_deref_mut()
        {
            let Some(content) = segment.take(length as usize - 2) else { return Ok(size) };
            info.insert_new(KeyRef::Str(&PhpStr::from(format!("APP{}", marker - 0xe0))), Value::bytes(content));
        }
    }
}

fn describe(cx: &mut Cx, data: &[u8], name: &[u8], info: Option<&RefArg>) -> PhpResult<Value> {
    let Some(kind) = kind(cx, data, name)? else { return Ok(Value::FALSE) };
    let size = if kind == JPEG {
        let mut segments = info.map(|_| PhpArray::new());
        let size = jpeg(cx, data, segments.as_mut())?;
        if let (Some(info), Some(segments)) = (info, segments) {
            info.set(cx, segments.into())?;
        }
        size
    } else {
        match kind {
            JPC => jpeg2000::code_stream(cx, Reader { data, at: 3 })?,
            JP2 => jpeg2000::boxes(cx, Reader { data, at: 12 })?,
            _ => measure(kind, data),
        }
    };
    let Some(size) = size else { return Ok(Value::FALSE) };
    let mut out = PhpArray::new();
    for (key, number) in [(0, size.width), (1, size.height), (2, kind as u32)] {
        out.set_int(key, Value::int(number.into()));
    }
    out.set_int(3, format!("width=\"{}\" height=\"{}\"", size.width as i32, size.height as i32).into());
    for (name, number) in [("bits", size.bits), ("channels", size.channels)] {
        if number != 0 {
            out.set_bytes(name.as_bytes(), Value::int(number.into()));
        }
    }
    out.set_bytes(b"mime", KINDS[kind].0.into());
    Ok(out.into())
}

/// `getimagesize()`
pub(crate) fn getimagesize(cx: &mut Cx, filename: &PhpStr, image_info: Option<&RefArg>) -> PhpResult<Value> {
    if let Some(info) = image_info {
        info.set(cx, Value::EMPTY_ARRAY)?;
    }
    let data = with_open(cx, filename, b"rb", open_options(false), None, |cx, stream| Ok(telling_part(cx, stream)))?;
    match data {
        Some(data) => describe(cx, &data, filename, image_info),
        None => Ok(Value::FALSE),
    }
}

/// `getimagesizefromstring()`
pub(crate) fn getimagesizefromstring(cx: &mut Cx, string: &PhpStr, image_info: Option<&RefArg>) -> PhpResult<Value> {
    if let Some(info) = image_info {
        info.set(cx, Value::EMPTY_ARRAY)?;
    }
    describe(cx, string, string, image_info)
}

fn known(image_type: i64) -> Option<&'static (&'static str, &'static str)> {
    usize::try_from(image_type).ok().and_then(|kind| KINDS.get(kind))
}

/// `image_type_to_mime_type()`
pub(crate) fn image_type_to_mime_type(_cx: &mut Cx, image_type: i64) -> PhpResult<&'static str> {
    Ok(known(image_type).unwrap_or(&KINDS[0]).0)
}

/// `image_type_to_extension()`
pub(crate) fn image_type_to_extension(_cx: &mut Cx, image_type: i64, include_dot: bool) -> PhpResult<Value> {
    let dot = if include_dot { "." } else { "" };
    Ok(match known(image_type) {
        Some((_, extension)) if !extension.is_empty() => format!("{dot}{extension}").into(),
        _ => Value::FALSE,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x02\x08\x06\0\0\0";
        assert_eq!(measure(PNG, png), Some(Size { width: 256, height: 2, bits: 8, channels: 0 }));
        assert_eq!(kind_of(b"GIF89a\x02\0\x03\0\x91"), Some(GIF));
        assert_eq!(measure(GIF, b"GIF89a\x02\0\x03\0\x91"), Some(Size { width: 2, height: 3, bits: 2, channels: 3 }));
        assert_eq!(xbm(b"#define a_width 16\n#define a_height 7\n").map(|s| (s.width, s.height)), Some((16, 7)));
        // Cut off anywhere, nothing is found and nothing breaks.
        for end in 0..png.len() {
            if let Some(kind) = kind_of(&png[..end]) {
                let _ = measure(kind, &png[..end]);
            }
        }
    }
}
