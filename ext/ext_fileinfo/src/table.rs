//! Formats that a few bytes at a place tell.

use crate::kind::Kind;

struct Rule {
    at: usize,
    bytes: &'static [u8],
    name: &'static str,
    mime: &'static str,
    endings: &'static str,
    apple: &'static str,
}

const fn rule(at: usize, bytes: &'static [u8], name: &'static str, mime: &'static str, endings: &'static str) -> Rule {
    Rule { at, bytes, name, mime, endings, apple: "" }
}

/// The first that fits counts.
static RULES: &[Rule] = &[
    rule(0, b"\xff\xd8\xff", "JPEG image data", "image/jpeg", "jpeg/jpg/jpe/jfif"),
    rule(0, b"\xff\x0a", "JPEG XL codestream", "image/jxl", "jxl"),
    rule(0, b"\0\0\0\x0cJXL \x0d\x0a\x87\x0a", "JPEG XL container", "image/jxl", "jxl"),
    rule(0, b"\0\0\0\x0cjP  \x0d\x0a\x87\x0a", "JPEG 2000 Part 1 (JP2)", "image/jp2", "jp2"),
    rule(0, b"%!PS-Adobe-", "PostScript document text", "application/postscript", ""),
    rule(0, b"%!", "PostScript document text", "application/postscript", ""),
    Rule { apple: "????RTF", ..rule(0, b"{\\rtf1\\ansi", "Rich Text Format data, version 1, ANSI", "text/rtf", "rtf") },
    Rule { apple: "????RTF", ..rule(0, b"{\\rtf", "Rich Text Format data", "text/rtf", "rtf") },
    rule(0, b"PK\x05\x06", "Zip archive data (empty)", "application/zip", "zip/cbz"),
    rule(0, b"\xfd7zXZ\0", "XZ compressed data", "application/x-xz", "xz"),
    rule(0, b"\x28\xb5\x2f\xfd", "Zstandard compressed data (v0.8+)", "application/zstd", "zst"),
    rule(0, b"\x04\x22\x4d\x18", "LZ4 compressed data (v1.4+)", "application/x-lz4", "lz4"),
    Rule { apple: "LZIVZIVU", ..rule(0, b"\x1f\x9d", "compress'd data 16 bits", "application/x-compress", "Z") },
    rule(0, b"7z\xbc\xaf\x27\x1c", "7-zip archive data, version 0.4", "application/x-7z-compressed", "7z/cb7"),
    rule(0, b"Rar!\x1a\x07\x01\0", "RAR archive data, v5", "application/x-rar", "rar"),
    rule(0, b"Rar!\x1a\x07\0", "RAR archive data", "application/x-rar", "rar/cbr"),
    rule(0, b"!<arch>\ndebian", "Debian binary package", "application/vnd.debian.binary-package", "deb/udeb/ipk"),
    rule(0, b"!<arch>\n", "current ar archive", "application/x-archive", "a/lib/ar"),
    rule(0, b"\xed\xab\xee\xdb", "RPM", "application/x-rpm", ""),
    rule(0, b"070701", "ASCII cpio archive (SVR4 with no CRC)", "application/x-cpio", "cpio"),
    rule(0, b"070707", "ASCII cpio archive (pre-SVR4 or odc)", "application/x-cpio", "cpio"),
    rule(0, b"MSCF\0\0\0\0", "Microsoft Cabinet archive data", "application/vnd.ms-cab-compressed", "cab"),
    rule(0, b"fLaC", "FLAC audio bitstream data", "audio/flac", ""),
    rule(0, b"ID3", "Audio file with ID3 version 2", "audio/mpeg", ""),
    rule(0, b"#!AMR", "Adaptive Multi-Rate Codec (GSM telephony)", "audio/amr", "amr"),
    rule(0, b"MThd", "Standard MIDI data", "audio/midi", ""),
    rule(0, b".snd", "Sun/NeXT audio data:", "audio/basic", ""),
    rule(8, b"AIFF", "IFF data, AIFF audio", "audio/x-aiff", ""),
    rule(0, b"FLV\x01", "Macromedia Flash Video", "video/x-flv", ""),
    rule(0, b"\0\0\x01\xba", "MPEG sequence, v2, program multiplex", "video/mpeg", "vob/evo/mpg/mpeg"),
    rule(0, b"\0\0\x01\xb3", "MPEG sequence", "video/mpeg", ""),
    rule(0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "Microsoft ASF", "video/x-ms-asf", ""),
    rule(0, b"CWS", "Macromedia Flash data (compressed)", "application/x-shockwave-flash", "swf"),
    rule(0, b"wOF2", "Web Open Font Format (Version 2)", "font/woff2", "woff2"),
    rule(0, b"wOFF", "Web Open Font Format", "font/woff", ""),
    rule(0, b"OTTO", "OpenType font data", "application/vnd.ms-opentype", ""),
    Rule { apple: "????tfil", ..rule(0, b"\0\x01\0\0\0", "TrueType Font data", "font/sfnt", "ttf/tte") },
    rule(0, b"true\0", "TrueType Font data", "font/sfnt", "ttf"),
    rule(0, b"ttcf", "TrueType font collection data", "font/collection", "ttc"),
    rule(0, b"SQLite format 3\0", "SQLite 3.x database", "application/vnd.sqlite3", "sqlite/sqlite3/db/db3/dbe/sdb/help"),
    rule(0, b"\0asm", "WebAssembly (wasm) binary module", "application/wasm", "wasm"),
    rule(0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Composite Document File V2 Document", "application/CDFV2", ""),
    rule(0, b"gimp xcf", "GIMP XCF image data", "image/x-xcf", "xcf"),
    rule(0, b"AT&TFORM", "DjVu document", "image/vnd.djvu", ""),
    rule(60, b"BOOKMOBI", "Mobipocket E-book", "application/x-mobipocket-ebook", ""),
    rule(0, b"d8:announce", "BitTorrent file", "application/x-bittorrent", "torrent"),
    rule(0, b"d13:announce-list", "BitTorrent file", "application/x-bittorrent", "torrent"),
    rule(0, b"\xd4\xc3\xb2\xa1", "pcap capture file (little-endian)", "application/vnd.tcpdump.pcap", ""),
    rule(0, b"\xa1\xb2\xc3\xd4", "pcap capture file (big-endian)", "application/vnd.tcpdump.pcap", ""),
    rule(0, b"\xde\x12\x04\x95", "GNU message catalog (little endian)", "application/x-gettext-translation", "gmo/mo"),
    rule(0, b"\x95\x04\x12\xde", "GNU message catalog (big endian)", "application/x-gettext-translation", "gmo/mo"),
    rule(0, b"BLENDER", "Blender3D", "application/x-blender", "blend"),
    rule(0, b"AC10", "DWG AutoDesk AutoCAD", "image/vnd.dwg", ""),
    rule(0, b"bplist", "Apple binary property list", "application/x-bplist", ""),
    rule(0, b"id=ImageMagick", "MIFF image data", "image/x-miff", "miff"),
    rule(32769, b"CD001", "ISO 9660 CD-ROM filesystem data", "application/x-iso9660-image", "iso/iso9660"),
];

pub(crate) fn look(data: &[u8]) -> Option<Kind> {
    let rule = RULES.iter().find(|rule| data.get(rule.at..).is_some_and(|rest| rest.starts_with(rule.bytes)))?;
    Some(Kind::new(rule.name, rule.mime).endings(rule.endings).apple(rule.apple))
}
