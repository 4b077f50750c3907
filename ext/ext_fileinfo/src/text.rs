//! Texts: how they are encoded, how their lines end, and what kind of text they are.

use crate::kind::Kind;
use crate::markup;

/// So much of a text is looked at.
const LOOKED_AT: usize = 64 << 10;
/// Lines beyond this are very long.
const LONG: usize = 300;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Ascii,
    Utf8,
    Utf8Bom,
    Utf16Le,
    Utf16Be,
    Latin1,
    Extended,
    /// With nothing that ASCII has not, and with more.
    Ebcdic,
    EbcdicMore,
    Binary,
}

/// The bytes of EBCDIC that stand for characters of ASCII that texts have, a bit each: the first half, then the second.
const EBCDIC_ASCII: [u128; 2] = [0xfc01f007fc01f801000080a000603820, 0x03ff03fd03ff03ff200023fc07fe03fe];

/// Is it text in EBCDIC?
fn ebcdic(data: &[u8]) -> Option<Encoding> {
    let is_ascii = |b: &u8| EBCDIC_ASCII[usize::from(*b >= 0x80)] >> (b & 0x7f) & 1 == 1;
    if data.iter().all(is_ascii) {
        return Some(Encoding::Ebcdic);
    }
    data.iter().all(|b| is_ascii(b) || *b >= 0x40 && *b != 0xe1).then_some(Encoding::EbcdicMore)
}

/// Characters of plain texts: no control characters but those that move the cursor, ring, or begin an escape sequence.
fn is_text(byte: u8) -> bool {
    matches!(byte, 0x07..=0x0d | 0x1b | 0x20..=0x7e) || byte >= 0x80
}

impl Encoding {
    pub fn of(data: &[u8]) -> Encoding {
        let data = &data[..data.len().min(LOOKED_AT)];
        if data.is_empty() {
            return Encoding::Binary;
        }
        if let Some(rest) = data.strip_prefix(b"\xef\xbb\xbf")
            && is_utf8(rest)
        {
            return Encoding::Utf8Bom;
        }
        for (mark, little) in [(&b"\xff\xfe"[..], true), (b"\xfe\xff", false)] {
            if let Some(rest) = data.strip_prefix(mark)
                && utf16(rest, little).is_some()
            {
                return if little { Encoding::Utf16Le } else { Encoding::Utf16Be };
            }
        }
        if !data.iter().all(|b| is_text(*b)) {
            return ebcdic(data).unwrap_or(Encoding::Binary);
        }
        match () {
            () if data.is_ascii() => Encoding::Ascii,
            () if is_utf8(data) => Encoding::Utf8,
            () if data.iter().all(|b| !(0x80..=0x9f).contains(b)) => Encoding::Latin1,
            () => Encoding::Extended,
        }
    }

    pub fn is_text(self) -> bool {
        self != Encoding::Binary
    }

    pub fn charset(self) -> &'static str {
        match self {
            Encoding::Ascii => "us-ascii",
            Encoding::Utf8 | Encoding::Utf8Bom => "utf-8",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
            Encoding::Latin1 => "iso-8859-1",
            Encoding::Extended => "unknown-8bit",
            Encoding::Ebcdic | Encoding::EbcdicMore => "ebcdic",
            Encoding::Binary => "binary",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Encoding::Ascii => "ASCII text",
            Encoding::Utf8 => "Unicode text, UTF-8 text",
            Encoding::Utf8Bom => "Unicode text, UTF-8 (with BOM) text",
            Encoding::Utf16Le => "Unicode text, UTF-16, little-endian text",
            Encoding::Utf16Be => "Unicode text, UTF-16, big-endian text",
            Encoding::Latin1 => "ISO-8859 text",
            Encoding::Extended => "Non-ISO extended-ASCII text",
            Encoding::Ebcdic => "EBCDIC text",
            Encoding::EbcdicMore => "International EBCDIC text",
            Encoding::Binary => "data",
        }
    }
}

/// The last character may have been cut off.
fn is_utf8(data: &[u8]) -> bool {
    data.iter().all(|b| is_text(*b)) && std::str::from_utf8(data).map_or_else(|error| error.error_len().is_none(), |_| true)
}

fn utf16(data: &[u8], little: bool) -> Option<Vec<u16>> {
    let units =
        data.chunks_exact(2).map(|two| if little { u16::from_le_bytes([two[0], two[1]]) } else { u16::from_be_bytes([two[0], two[1]]) });
    units.map(|unit| (unit >= 0x80 || is_text(unit as u8)).then_some(unit)).collect()
}

/// The control characters of EBCDIC as those of ISO 8859; all others as a letter.
fn ebcdic_control(byte: u8) -> u16 {
    match byte {
        0x0d => 0x0d,
        0x15 => 0x85,
        0x16 => 0x08,
        0x25 => 0x0a,
        0x27 => 0x1b,
        _ => 0x61,
    }
}

/// Encoding, long lines, ends of lines, escapes.
pub(crate) fn describe(data: &[u8], encoding: Encoding) -> String {
    let data = &data[..data.len().min(LOOKED_AT)];
    let chars: Vec<u16> = match encoding {
        Encoding::Utf16Le | Encoding::Utf16Be => utf16(&data[2..], encoding == Encoding::Utf16Le).unwrap_or_default(),
        Encoding::Ebcdic | Encoding::EbcdicMore => data.iter().map(|b| ebcdic_control(*b)).collect(),
        _ => data.iter().map(|b| u16::from(*b)).collect(),
    };
    const LF: u16 = 10;
    const CR: u16 = 13;
    const NEL: u16 = 0x85;
    let one_byte = matches!(encoding, Encoding::Latin1 | Encoding::Extended | Encoding::Ebcdic | Encoding::EbcdicMore);
    let (mut crlf, mut lf, mut cr, mut nel) = (0, 0, 0, 0);
    let (mut length, mut longest, mut escapes, mut backspaces) = (0, 0, false, false);
    for (i, unit) in chars.iter().enumerate() {
        length += 1;
        match *unit {
            LF if i > 0 && chars[i - 1] == CR => crlf += 1,
            LF => lf += 1,
            CR if chars.get(i + 1) != Some(&LF) => cr += 1,
            NEL if one_byte => nel += 1,
            0x1b => escapes = true,
            0x08 => backspaces = true,
            _ => {}
        }
        if *unit == LF || *unit == CR {
            longest = longest.max(length - 1);
            length = 0;
        }
    }
    longest = longest.max(length);
    let mut out = encoding.name().to_string();
    if longest > LONG {
        out.push_str(&format!(", with very long lines ({longest})"));
    }
    let ends: Vec<&str> =
        [("CRLF", crlf), ("CR", cr), ("LF", lf), ("NEL", nel)].into_iter().filter(|(_, n)| *n > 0).map(|(name, _)| name).collect();
    match ends[..] {
        ["LF"] => {}
        [] => out.push_str(", with no line terminators"),
        _ => out.push_str(&format!(", with {} line terminators", ends.join(", "))),
    }
    if escapes {
        out.push_str(", with escape sequences");
    }
    if backspaces {
        out.push_str(", with overstriking");
    }
    out
}

/// What a first line says that names the program to run a text with.
fn interpreter(line: &str) -> Option<Kind> {
    let mut words = line.strip_prefix("#!")?.split_ascii_whitespace();
    let path = words.next()?;
    let mut program = path.rsplit('/').next().unwrap_or(path);
    if program == "env" {
        program = words.find(|word| !word.starts_with('-')).unwrap_or("");
    }
    let plain = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (name, mime) = match plain {
        "sh" => ("POSIX shell script", "text/x-shellscript"),
        "bash" => ("Bourne-Again shell script", "text/x-shellscript"),
        "dash" => ("Dash shell script", "text/x-shellscript"),
        "ksh" => ("Korn shell script", "text/x-shellscript"),
        "zsh" => ("Paul Falstad's zsh script", "text/x-shellscript"),
        "csh" => ("C shell script", "text/x-shellscript"),
        "tcsh" => ("Tenex C shell script", "text/x-shellscript"),
        "python" => ("Python script", "text/x-script.python"),
        "ruby" => ("Ruby script", "text/x-ruby"),
        "awk" | "gawk" | "mawk" | "nawk" => ("awk script", "text/x-awk"),
        "lua" => ("Lua script", "text/x-lua"),
        "tclsh" | "wish" => ("Tcl/Tk script", "text/x-tcl"),
        "php" if path.ends_with("/env") => ("a php script", "text/plain"),
        "php" => ("PHP script", "text/x-php"),
        "perl" => return Some(Kind::new("Perl script text executable", "text/x-perl")),
        "node" | "nodejs" => return Some(Kind::text("Node.js script executable, {}", "application/javascript")),
        _ => return Some(Kind::text(format!("a {} script, {{}} executable", line[2..].trim().replace(['{', '}'], "")), "text/plain")),
    };
    Some(Kind::text(format!("{name}, {{}} executable"), mime))
}

/// The kind of a text.
pub(crate) fn look(data: &[u8]) -> Kind {
    let head = beginning(&data[..data.len().min(4096)]);
    let head = head.trim_start_matches('\u{feff}');
    let first = head.lines().next().unwrap_or("");
    if let Some(kind) = interpreter(first) {
        return kind;
    }
    markup::document(head)
        .or_else(|| by_beginning(head))
        .or_else(|| structured(data))
        .or_else(|| markup::html(head).filter(|_| markup::begins_as_html(head)))
        .or_else(|| beginning(&data[..data.len().min(8192)]).lines().any(is_javascript).then(javascript))
        .or_else(|| markup::html(head))
        .or_else(|| data[..data.len().min(LOOKED_AT)].windows(12).any(is_strict).then(javascript))
        .or_else(|| typeset_or_changed(head))
        .or_else(|| source(head))
        .or_else(|| markup::sgml(head))
        .unwrap_or_else(|| Kind::text("", "text/plain"))
}

fn beginning(data: &[u8]) -> String {
    let unit: fn([u8; 2]) -> u16 = match data {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return String::from_utf8_lossy(data).into_owned(),
    };
    let units = data.chunks_exact(2).filter_map(|pair| Some(unit(*pair.first_chunk()?)));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// What tells by its first words.
fn by_beginning(head: &str) -> Option<Kind> {
    const PLAIN: &str = "text/plain";
    const MAIL: &str = "message/rfc822";
    const CERTIFICATES: [(&str, &str); 9] = [
        ("-----BEGIN CERTIFICATE-----", "PEM certificate"),
        ("-----BEGIN CERTIFICATE REQ", "PEM certificate request"),
        ("-----BEGIN RSA PRIVATE", "PEM RSA private key"),
        ("-----BEGIN DSA PRIVATE", "PEM DSA private key"),
        ("-----BEGIN EC PRIVATE", "PEM EC private key"),
        ("-----BEGIN OPENSSH PRIVATE KEY", "OpenSSH private key"),
        ("ssh-rsa ", "OpenSSH RSA public key"),
        ("ssh-dss ", "OpenSSH DSA public key"),
        ("ssh-ed25519 ", "OpenSSH ED25519 public key"),
    ];
    if let Some((_, name)) = CERTIFICATES.iter().find(|(start, _)| head.starts_with(start)) {
        return Some(Kind::new(*name, PLAIN));
    }
    let begins = |start: &str| head.starts_with(start);
    Some(match () {
        () if begins("-----BEGIN PGP MESSAGE-") => Kind::new("PGP message", "application/pgp-encrypted").endings("asc"),
        () if begins("-----BEGIN PGP PUBLIC KEY") => Kind::new("PGP public key block", "application/pgp-keys").endings("asc"),
        () if begins("-----BEGIN PGP SIGNATURE-") => Kind::new("PGP signature", "application/pgp-signature").endings("asc"),
        () if begins("BEGIN:VCALENDAR") => Kind::new("iCalendar calendar file", "text/calendar").endings("ics").apple("????iCal"),
        () if begins("BEGIN:VCARD") => {
            let version = head.lines().find_map(|line| line.strip_prefix("VERSION:")).map_or(String::new(), |v| format!(", version {v}"));
            Kind::new(format!("vCard visiting card{version}"), "text/vcard").endings("vcf/vcard").apple("????vCrd")
        }
        () if begins("Return-Path:") => Kind::text("SMTP mail, {}", MAIL),
        () if begins("Received:") => Kind::text("RFC 822 mail, {}", MAIL),
        () if begins("From:") => Kind::text("news or mail, {}", MAIL),
        () if begins("Relay-Version:") || begins("#! rnews") => Kind::text("news, {}", MAIL),
        () if begins("@echo off") || begins("@ECHO OFF") => Kind::text("DOS batch file, {}", "text/x-msdos-batch").endings("bat"),
        () if begins(".TH ") || begins(".\\\"") || begins("'\\\"") => Kind::text("troff or preprocessor input, {}", "text/troff"),
        () if begins("(defun ") || begins("(define ") => Kind::text("Lisp/Scheme program, {}", "text/x-lisp"),
        () if is_subtitle(head) => Kind::text("SubRip, {}", "application/x-subrip").endings("srt"),
        () => return None,
    })
}

fn javascript() -> Kind {
    Kind::text("JavaScript source, {}", "application/javascript").endings("js")
}

/// Does JavaScript say so that it is strict?
fn is_strict(text: &[u8]) -> bool {
    text == b"'use strict'" || text == b"\"use strict\""
}

/// Is this a line that modules or wrapped functions of JavaScript are written with?
fn is_javascript(line: &str) -> bool {
    const EXPORTED: [&str; 6] = ["default ", "const ", "let ", "var ", "function ", "class "];
    let line = line.trim_start_matches('\u{feff}');
    let exported = |rest: &str| rest.starts_with("async ") || EXPORTED.iter().any(|word| rest.starts_with(word));
    let assigned = |rest: &str| rest.split_once('=').is_some_and(|(_, value)| value.contains("require("));
    let exports = |name: &str| line.split_once(name).is_some_and(|(_, rest)| rest.contains('='));
    line.strip_prefix("import").or(line.strip_prefix("export")).is_some_and(|rest| rest.contains(" from "))
        || line.strip_prefix("export ").is_some_and(exported)
        || ["const", "let", "var"].iter().find_map(|word| line.strip_prefix(word)).is_some_and(assigned)
        || ["require('", "require(\""].iter().any(|call| line.starts_with(call))
        || ["module.exports", "module['exports", "module[\"exports"].into_iter().any(exports)
        || ["(function(", "(function ", "(async function(", "(async function "].iter().any(|part| line.contains(part))
}

/// Differences and LaTeX: begin so, but an HTML tag in them weighs more.
fn typeset_or_changed(head: &str) -> Option<Kind> {
    let begins = |start: &str| head.starts_with(start);
    Some(match () {
        () if begins("diff ") => Kind::text("diff output, {}", "text/x-diff"),
        () if begins("--- ") && head.lines().nth(1).is_some_and(|line| line.starts_with("+++ ")) => {
            Kind::text("unified diff output, {}", "text/x-diff")
        }
        () if begins("\\documentclass") => Kind::text("LaTeX 2e document, {}", "text/x-tex"),
        () if begins("\\documentstyle") => Kind::text("LaTeX document, {}", "text/x-tex"),
        () => return None,
    })
}

/// A number, then a line with two times.
fn is_subtitle(head: &str) -> bool {
    let mut lines = head.lines();
    let number = lines.next().is_some_and(|line| !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit()));
    number && lines.next().is_some_and(|line| line.len() >= 29 && line.get(12..17) == Some(" --> "))
}

/// Programs that begin as programs of their language do.
fn source(head: &str) -> Option<Kind> {
    let line_begins = |start: &str| head.lines().take(100).any(|line| line.starts_with(start));
    let word = |text: &str| text.split(['.', ';', ' ']).next().is_some_and(|word| !word.is_empty());
    if line_begins("#include <") || line_begins("#include \"") {
        let name = if line_begins("class ") || line_begins("template") || line_begins("using namespace") {
            "C++ source, {}"
        } else {
            "C source, {}"
        };
        let mime = if name.starts_with("C++") { "text/x-c++" } else { "text/x-c" };
        return Some(Kind::text(name, mime));
    }
    if head.lines().any(|line| line.strip_prefix("import java.").is_some_and(word)) {
        return Some(Kind::text("Java source, {}", "text/x-java"));
    }
    let target = |line: &str| line.split_once(':').is_some_and(|(name, _)| name == "all" || name == ".PHONY");
    if head.lines().any(target) && head.lines().any(|line| line.starts_with('\t')) {
        return Some(Kind::text("makefile script, {}", "text/x-makefile"));
    }
    None
}

/// JSON and tables with commas.
pub(crate) fn structured(data: &[u8]) -> Option<Kind> {
    if json(data) {
        return Some(Kind::new("JSON text data", "application/json"));
    }
    let text = std::str::from_utf8(data).ok()?;
    let mut columns = text.lines().take(10).map(|line| line.matches(',').count());
    let first = columns.next().filter(|count| *count > 0)?;
    let rest: Vec<usize> = columns.collect();
    (rest.len() >= 2 && rest.iter().all(|count| *count == first)).then(|| Kind::text("CSV {}", "text/csv"))
}

/// Is it an object or an array, and nothing else? Values are skipped, not understood.
fn json(data: &[u8]) -> bool {
    /// Deeper ones are not looked into.
    const DEEPEST: usize = 500;
    let mut open: Vec<u8> = Vec::new();
    let mut rest = data.trim_ascii();
    if !matches!(rest, [b'{', .., b'}'] | [b'[', .., b']']) {
        return false;
    }
    // After a value comes a comma or an end, before one comes neither.
    let mut after_value = false;
    let mut key = false;
    while let Some(first) = rest.first().copied() {
        let mut used = 1;
        match first {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' | b'[' if !after_value && !key && open.len() < DEEPEST => {
                open.push(first);
                key = first == b'{';
                let inner = rest[1..].trim_ascii_start();
                if matches!((first, inner.first()), (b'{', Some(b'}')) | (b'[', Some(b']'))) {
                    (after_value, key) = (true, false);
                }
            }
            b'}' | b']' if after_value => {
                let matching = if first == b'}' { b'{' } else { b'[' };
                if open.pop() != Some(matching) {
                    return false;
                }
                if open.is_empty() {
                    return rest[1..].trim_ascii().is_empty();
                }
            }
            b',' if after_value => {
                after_value = false;
                key = open.last() == Some(&b'{');
            }
            b'"' if !after_value => {
                let mut end = 1;
                while rest.get(end).is_some_and(|b| *b != b'"') {
                    end += if rest[end] == b'\\' { 2 } else { 1 };
                }
                if end >= rest.len() {
                    return false;
                }
                used = end + 1;
                if key {
                    let behind = rest[used..].trim_ascii_start();
                    if behind.first() != Some(&b':') {
                        return false;
                    }
                    used = rest.len() - behind.len() + 1;
                    key = false;
                } else {
                    after_value = true;
                }
            }
            b'-' | b'0'..=b'9' if !after_value && !key => {
                used = rest.iter().take_while(|b| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E')).count();
                after_value = true;
            }
            b't' | b'f' | b'n' if !after_value && !key => {
                let words: [&[u8]; 3] = [b"true", b"false", b"null"];
                let Some(word) = words.into_iter().find(|word| rest.starts_with(word)) else { return false };
                used = word.len();
                after_value = true;
            }
            _ => return false,
        }
        rest = &rest[used..];
    }
    false
}
