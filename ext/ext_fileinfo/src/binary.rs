//! Formats that say of themselves what they are: sizes of pictures, what is in an archive, who may run a program.

use crate::kind::Kind;

/// Bytes with numbers in them. Nothing stands beyond their end.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn has(self, at: usize, text: &[u8]) -> bool {
        self.0.get(at..).is_some_and(|rest| rest.starts_with(text))
    }
    fn u8(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }
    fn array<const N: usize>(self, at: usize) -> Option<[u8; N]> {
        self.0.get(at..)?.first_chunk().copied()
    }
    fn be16(self, at: usize) -> Option<u16> {
        self.array(at).map(u16::from_be_bytes)
    }
    fn le16(self, at: usize) -> Option<u16> {
        self.array(at).map(u16::from_le_bytes)
    }
    fn be32(self, at: usize) -> Option<u32> {
        self.array(at).map(u32::from_be_bytes)
    }
    fn le32(self, at: usize) -> Option<u32> {
        self.array(at).map(u32::from_le_bytes)
    }
    /// Up to a byte.
    fn until(self, at: usize, end: u8, most: usize) -> String {
        let rest = self.0.get(at..).unwrap_or_default();
        let text: Vec<u8> = rest.iter().take(most).copied().take_while(|b| *b != end).collect();
        String::from_utf8_lossy(&text).into_owned()
    }
}

pub(crate) fn look(data: &[u8]) -> Option<Kind> {
    let bytes = Bytes(data);
    picture(bytes)
        .or_else(|| archive(bytes))
        .or_else(|| sound(bytes))
        .or_else(|| film(bytes))
        .or_else(|| program(bytes))
        .or_else(|| document(bytes))
}

fn picture(b: Bytes<'_>) -> Option<Kind> {
    if b.has(0, b"\x89PNG\r\n\x1a\n") {
        let kind = |name: String| Some(Kind::new(name, "image/png").endings("png"));
        let (Some(width), Some(height), Some(depth), Some(colour)) = (b.be32(16), b.be32(20), b.u8(24), b.u8(25)) else {
            return kind("PNG image data".into());
        };
        let colour = match colour {
            0 => " grayscale",
            2 => "/color RGB",
            3 => " colormap",
            4 => " gray+alpha",
            6 => "/color RGBA",
            _ => "",
        };
        let interlaced = if b.u8(28) == Some(1) { "interlaced" } else { "non-interlaced" };
        return kind(format!("PNG image data, {width} x {height}, {depth}-bit{colour}, {interlaced}"));
    }
    if b.has(0, b"GIF8") {
        let size = b.le16(6).zip(b.le16(8)).map_or(String::new(), |(w, h)| format!(", {w} x {h}"));
        let name = format!("GIF image data, version {}{size}", b.until(3, 0, 3));
        return Some(Kind::new(name, "image/gif").endings("gif").apple("8BIMGIFf"));
    }
    if b.has(0, b"\xff\xd8\xff") {
        let mut name = "JPEG image data".to_string();
        if b.has(6, b"JFIF\0") {
            let unit = match b.u8(13) {
                Some(1) => "resolution (DPI)",
                Some(2) => "resolution (DPCM)",
                _ => "aspect ratio",
            };
            if let (Some(major), Some(minor), Some(x), Some(y), Some(length)) = (b.u8(11), b.u8(12), b.be16(14), b.be16(16), b.be16(4)) {
                name.push_str(&format!(", JFIF standard {major}.{minor:02}, {unit}, density {x}x{y}, segment length {length}"));
            }
        }
        return Some(Kind::new(name, "image/jpeg").endings("jpeg/jpg/jpe/jfif").apple("8BIMJPEG"));
    }
    if b.has(0, b"BM") && matches!(b.le32(14), Some(12 | 40 | 52 | 56 | 64 | 108 | 124)) {
        let mut name = "PC bitmap".to_string();
        if let (Some(40), Some(width), Some(height), Some(bits)) = (b.le32(14), b.le32(18), b.le32(22), b.le16(28)) {
            name.push_str(&format!(", Windows 3.x format, {} x {} x {bits}", width as i32, height as i32));
            if let (Some(image), Some(all), Some(at)) = (b.le32(34), b.le32(2), b.le32(10)) {
                let image = if image > 0 { format!(", image size {image}") } else { String::new() };
                name.push_str(&format!("{image}, cbSize {all}, bits offset {at}"));
            }
        }
        return Some(Kind::new(name, "image/bmp").endings("bmp/ico").apple("????BMPp"));
    }
    if b.has(0, b"RIFF") && b.has(8, b"WEBP") {
        return Some(Kind::new("RIFF (little-endian) data, Web/P image", "image/webp").endings("webp"));
    }
    if b.has(0, b"II*\0") || b.has(0, b"MM\0*") {
        let little = b.has(0, b"II");
        let at = if little { b.le32(4) } else { b.be32(4) }.map_or(0, |at| at as usize);
        let entries = if little { b.le16(at) } else { b.be16(at) }.unwrap_or(0);
        let order = if little { "little-endian" } else { "big-endian" };
        return Some(Kind::new(format!("TIFF image data, {order}, direntries={entries}"), "image/tiff").endings("tif/tiff"));
    }
    if b.has(0, b"8BPS") {
        let name = match (b.be32(14), b.be32(18), b.be16(12), b.be16(22)) {
            (Some(height), Some(width), Some(channels), Some(depth)) => {
                format!("Adobe Photoshop Image, {width} x {height}, RGB, {channels}x {depth}-bit channels")
            }
            _ => "Adobe Photoshop Image".into(),
        };
        return Some(Kind::new(name, "image/vnd.adobe.photoshop").endings("psd").apple("????8BPS"));
    }
    let icons = b.le16(4)?;
    if b.has(0, b"\0\0\x01\0") && (1..=256).contains(&icons) && matches!(b.u8(9), Some(0)) && b.le32(18).is_some_and(|at| at >= 22) {
        let plural = if icons == 1 { "" } else { "s" };
        return Some(Kind::new(format!("MS Windows icon resource - {icons} icon{plural}"), "image/vnd.microsoft.icon").endings("ico"));
    }
    let (Some(width), Some(height), Some(depth)) = (b.le16(12), b.le16(14), b.u8(16)) else { return None };
    if (b.has(0, b"\0\0\x03\0\0\0\0\0") || b.has(0, b"\0\0\x0b\0\0\0\0\0")) && width > 0 && height > 0 && depth == 8 {
        let packed = if b.u8(2) == Some(3) { "" } else { " - RLE" };
        let name = format!("Targa image data - Mono{packed} {width} x {height} x 8");
        return Some(Kind::new(name, "image/x-tga").endings("tga/tpic/icb/vda/vst").apple("????TPIC"));
    }
    let plain = b.has(0, b"\0\0\x02\0\0\0\0\0") || b.has(0, b"\0\0\x0a\0\0\0\0\0");
    if plain && width > 0 && height > 0 && matches!(depth, 16 | 24 | 32) {
        let name = format!("Targa image data - RGB {width} x {height} x {depth}");
        return Some(Kind::new(name, "image/x-tga").endings("tga/tpic/icb/vda/vst").apple("????TPIC"));
    }
    None
}

fn archive(b: Bytes<'_>) -> Option<Kind> {
    if b.has(0, b"PK\x03\x04") {
        return Some(zip(b));
    }
    if b.has(0, b"\x1f\x8b") {
        let mut name = "gzip compressed data".to_string();
        let (flags, mut at) = (b.u8(3).unwrap_or(0), 10);
        if flags & 4 != 0 {
            at += 2 + usize::from(b.le16(at).unwrap_or(0));
        }
        if flags & 8 != 0 {
            name.push_str(&format!(", was \"{}\"", b.until(at, 0, 100)));
        }
        name.push_str(match b.u8(9) {
            Some(0) => ", from FAT filesystem (MS-DOS, OS/2, NT)",
            Some(3) => ", from Unix",
            Some(11) => ", from NTFS filesystem (NT)",
            _ => "",
        });
        return Some(Kind::new(name, "application/gzip").endings(if flags & 8 != 0 { "gz/tgz/tpz/zabw/svgz/adz/kmy/xcfgz" } else { "" }));
    }
    if b.has(0, b"BZh") {
        let block = b.u8(3).filter(u8::is_ascii_digit).map_or(String::new(), |digit| format!(", block size = {}00k", digit - b'0'));
        return Some(Kind::new(format!("bzip2 compressed data{block}"), "application/x-bzip2").endings("bz2"));
    }
    if b.has(257, b"ustar  \0") {
        return Some(Kind::new(tar("POSIX tar archive (GNU)", b), "application/x-gtar").endings("tar/gtar"));
    }
    if b.has(257, b"ustar\0") {
        return Some(Kind::new(tar("POSIX tar archive", b), "application/x-ustar").endings("tar/ustar"));
    }
    None
}

fn tar(name: &str, b: Bytes<'_>) -> String {
    let field = |at: usize, length: usize| b.until(at, 0, length);
    let (file, mode, uid, gid) = (field(0, 100), field(100, 8), field(108, 8), field(116, 8));
    format!("{name}, file {file}, mode {mode}, uid {uid}, gid {gid}, size {}, seconds {}", field(124, 12), field(136, 12))
}

/// What the first entries of an archive say about the rest.
fn zip(b: Bytes<'_>) -> Kind {
    let name_length = usize::from(b.le16(26).unwrap_or(0));
    if b.has(30, b"mimetype") {
        let declared = b.until(38, b'P', 200);
        let office = [
            ("application/vnd.oasis.opendocument.text-template", "OpenDocument Text Template", "ott"),
            ("application/vnd.oasis.opendocument.text", "OpenDocument Text", "odt"),
            ("application/vnd.oasis.opendocument.spreadsheet", "OpenDocument Spreadsheet", "ods"),
            ("application/vnd.oasis.opendocument.presentation", "OpenDocument Presentation", "odp"),
            ("application/vnd.oasis.opendocument.graphics", "OpenDocument Drawing", "odg"),
            ("application/vnd.oasis.opendocument.formula", "OpenDocument Formula", "odf"),
            ("application/vnd.oasis.opendocument.database", "OpenDocument Database", "odb"),
            ("application/epub+zip", "EPUB document", ""),
        ];
        if let Some((mime, name, endings)) = office.into_iter().find(|(mime, ..)| declared.starts_with(mime)) {
            return Kind::new(name, mime).endings(endings);
        }
    }
    if b.has(30, b"META-INF/") {
        return Kind::new("Java archive data (JAR)", "application/java-archive").endings("jar");
    }
    let office = b.has(30, b"[Content_Types].xml") || b.has(30, b"_rels/.rels") || b.has(30, b"docProps") || b.has(30, b"customXml");
    if office {
        let kinds = [
            (&b"word/"[..], "Microsoft Word 2007+", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
            (b"xl/", "Microsoft Excel 2007+", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            (b"ppt/", "Microsoft PowerPoint 2007+", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"),
        ];
        let mut at = 0;
        // The folders of the following entries.
        while let Some(found) = b.0.get(at..).and_then(|rest| find(rest, b"PK\x03\x04")) {
            at += found;
            if let Some((_, name, mime, endings)) = kinds.iter().find(|(folder, ..)| b.has(at + 30, folder)) {
                return Kind::new(*name, mime).endings(endings);
            }
            at += 4;
        }
        return Kind::new("Microsoft OOXML", "application/octet-stream");
    }
    let version = b.u8(4).map_or(String::new(), |v| format!(", at least v{}.{} to extract", v / 10, v % 10));
    let method = match b.le16(8) {
        Some(0) => ", compression method=store",
        Some(8) => ", compression method=deflate",
        _ => "",
    };
    let _ = name_length;
    Kind::new(format!("Zip archive data{version}{method}"), "application/zip").endings("zip/cbz")
}

fn find(data: &[u8], wanted: &[u8]) -> Option<usize> {
    data.windows(wanted.len()).position(|window| window == wanted)
}

fn sound(b: Bytes<'_>) -> Option<Kind> {
    if b.has(0, b"RIFF") && b.has(8, b"WAVE") {
        let mut name = "RIFF (little-endian) data, WAVE audio".to_string();
        if let (Some(1), Some(channels), Some(rate), Some(bits)) = (b.le16(20), b.le16(22), b.le32(24), b.le16(34)) {
            let channels = match channels {
                1 => "mono".into(),
                2 => "stereo".into(),
                n => format!("{n} channels"),
            };
            name.push_str(&format!(", Microsoft PCM, {bits} bit, {channels} {rate} Hz"));
        }
        return Some(Kind::new(name, "audio/x-wav").endings("wav/wave"));
    }
    if b.has(0, b"OggS") {
        let codecs = [
            (&b"\x01vorbis"[..], "Ogg data, Vorbis audio", "audio/ogg"),
            (b"OpusHead", "Ogg data, Opus audio", "audio/ogg"),
            (b"Speex   ", "Ogg data, Speex audio", "audio/ogg"),
            (b"\x7fFLAC", "Ogg data, FLAC audio", "audio/ogg"),
            (b"\x80theora", "Ogg data, Theora video", "video/ogg"),
        ];
        let found = codecs.into_iter().find(|(head, ..)| b.has(28, head));
        return Some(found.map_or(Kind::new("Ogg data", "application/ogg"), |(_, name, mime)| Kind::new(name, mime)));
    }
    // Frames of MPEG audio: eleven bits that are set, then version and layer, bit rate, sample rate.
    let head = b.be32(0)?;
    if b.0.len() > 4 && head >> 20 == 0xfff && head >> 17 & 3 == 1 && !matches!(head >> 12 & 15, 0 | 15) && head >> 10 & 3 != 3 {
        let version = if head >> 19 & 1 == 1 { "v1" } else { "v2" };
        return Some(Kind::new(format!("MPEG ADTS, layer III, {version}"), "audio/mpeg"));
    }
    if matches!(head >> 16, 0xfff1 | 0xfff9) {
        return Some(Kind::new("MPEG ADTS, AAC", "audio/x-hx-aac-adts"));
    }
    None
}

fn film(b: Bytes<'_>) -> Option<Kind> {
    if b.has(0, b"RIFF") && b.has(8, b"AVI ") {
        return Some(Kind::new("RIFF (little-endian) data, AVI", "video/x-msvideo").endings("avi/divx"));
    }
    if b.has(0, b"RIFF") {
        return Some(Kind::new("RIFF (little-endian) data", "application/octet-stream"));
    }
    if b.has(4, b"ftyp") {
        let brand = b.0.get(8..12)?;
        let (name, mime, endings) = match brand {
            b"mp42" => ("MP4 v2 [ISO 14496-14]", "video/mp4", ""),
            b"mp41" => ("MP4 v1 [ISO 14496-1:ch13]", "video/mp4", "mp4"),
            b"isom" => ("MP4 Base Media v1 [ISO 14496-12:2003]", "video/mp4", "mp4"),
            b"iso2" | b"iso4" | b"iso5" | b"iso6" | b"avc1" | b"dash" => ("MP4 Base Media", "video/mp4", "mp4"),
            b"M4A " => ("Apple iTunes ALAC/AAC-LC (.M4A) Audio", "audio/x-m4a", ""),
            b"M4V " => ("Apple iTunes Video (.M4V) Video", "video/x-m4v", ""),
            b"qt  " => ("Apple QuickTime movie, Apple QuickTime (.MOV/QT)", "video/quicktime", ""),
            b"avif" => ("AVIF Image", "image/avif", ""),
            b"avis" => ("AVIF Image Sequence", "image/avif-sequence", ""),
            b"heic" => ("HEIF Image HEVC Main or Main Still Picture Profile", "image/heic", ""),
            b"heix" => ("HEIF Image HEVC Main 10 Profile", "image/heic", ""),
            b"mif1" => ("HEIF Image", "image/heif", ""),
            [b'3', b'g', b'p', _] => ("MPEG v4 system, 3GPP", "video/3gpp", ""),
            [b'3', b'g', b'2', _] => ("MPEG v4 system, 3GPP2", "video/3gpp2", ""),
            _ => ("MP4 Base Media", "video/mp4", ""),
        };
        return Some(Kind::new(format!("ISO Media, {name}"), mime).endings(endings));
    }
    if b.has(4, b"moov") || b.has(4, b"mdat") {
        return Some(Kind::new("ISO Media, Apple QuickTime movie", "video/quicktime"));
    }
    if b.has(0, b"\x1a\x45\xdf\xa3") {
        let head = b.0.get(..b.0.len().min(4096)).unwrap_or_default();
        return Some(match find(head, b"\x42\x82") {
            Some(at) if find(&head[at..head.len().min(at + 16)], b"webm").is_some() => Kind::new("WebM", "video/webm"),
            Some(at) if find(&head[at..head.len().min(at + 16)], b"matroska").is_some() => Kind::new("Matroska data", "video/x-matroska"),
            _ => Kind::new("EBML file", "application/octet-stream"),
        });
    }
    None
}

fn program(b: Bytes<'_>) -> Option<Kind> {
    if b.has(0, b"\x7fELF") {
        let little = b.u8(5) == Some(1);
        let word = |at| if little { b.le16(at) } else { b.be16(at) };
        let (kind, mime) = match word(16) {
            Some(1) => (" relocatable", "application/x-object"),
            Some(2) => (" executable", "application/x-executable"),
            Some(3) if interpreted(b, little) => (" pie executable", "application/x-pie-executable"),
            Some(3) => (" shared object", "application/x-sharedlib"),
            Some(4) => (" core file", "application/x-coredump"),
            _ => return Some(Kind::new("ELF", "application/octet-stream")),
        };
        let bits = if b.u8(4) == Some(2) { "64-bit" } else { "32-bit" };
        let order = if little { "LSB" } else { "MSB" };
        let machine = match word(18) {
            Some(3) => ", Intel 80386",
            Some(40) => ", ARM",
            Some(62) => ", x86-64",
            Some(183) => ", ARM aarch64",
            Some(243) => ", UCB RISC-V",
            _ => "",
        };
        return Some(Kind::new(format!("ELF {bits} {order}{kind}{machine}, version 1 (SYSV)"), mime));
    }
    if b.has(0, b"MZ") && b.le32(0x3c).is_some_and(|at| b.has(at as usize, b"PE\0\0")) {
        return Some(Kind::new("PE32 executable, for MS Windows", "application/vnd.microsoft.portable-executable"));
    }
    if b.has(0, b"\xca\xfe\xba\xbe") && b.be16(6).is_some_and(|major| major > 40) {
        let (minor, major) = (b.be16(4)?, b.be16(6)?);
        let java = match major {
            45..=48 => format!("1.{}", major - 44),
            _ => format!("1.{}", major - 44),
        };
        return Some(
            Kind::new(format!("compiled Java class data, version {major}.{minor} (Java {java})"), "application/x-java-applet")
                .endings("class"),
        );
    }
    None
}

/// Has a program a segment that names its interpreter? Shared objects have none.
fn interpreted(b: Bytes<'_>, little: bool) -> bool {
    const INTERPRETER: u32 = 3;
    let wide = b.u8(4) == Some(2);
    let word = |at| if little { b.le16(at) } else { b.be16(at) };
    let long = |at| if little { b.le32(at) } else { b.be32(at) };
    let (table, size, count) = if wide { (long(32), word(54), word(56)) } else { (long(28), word(42), word(44)) };
    let (Some(table), Some(size), Some(count)) = (table, size, count) else { return false };
    (0..usize::from(count)).any(|i| long((table as usize).saturating_add(i * usize::from(size))) == Some(INTERPRETER))
}

fn document(b: Bytes<'_>) -> Option<Kind> {
    if b.has(0, b"%PDF-") {
        let version = b.until(5, b'\n', 3);
        return Some(Kind::new(format!("PDF document, version {version}"), "application/pdf").endings("pdf"));
    }
    if b.has(0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        // Names of streams are UTF-16.
        let wide = |name: &str| name.bytes().flat_map(|c| [c, 0]).collect::<Vec<u8>>();
        let kinds = [
            ("WordDocument", "application/msword", ""),
            ("Workbook", "application/vnd.ms-excel", ""),
            ("PowerPoint Document", "application/vnd.ms-powerpoint", "????PPT3"),
            ("__properties_version1.0", "application/vnd.ms-outlook", ""),
        ];
        let found = kinds.into_iter().find(|(name, ..)| find(b.0, &wide(name)).is_some());
        let (mime, apple) = found.map_or(("application/x-ole-storage", ""), |(_, mime, apple)| (mime, apple));
        return Some(Kind::new("Composite Document File V2 Document", mime).apple(apple));
    }
    if b.has(0, b"%!PS-Adobe-") {
        let level = b.until(11, b'\n', 20);
        let (level, eps) = level
            .split_once(' ')
            .map_or((level.as_str(), ""), |(level, rest)| (level, if rest.starts_with("EPS") { ", type EPS" } else { "" }));
        let name = format!("PostScript document text conforming DSC level {}{eps}", level.trim());
        return Some(Kind::new(name, "application/postscript").apple("ASPSTEXT"));
    }
    None
}
