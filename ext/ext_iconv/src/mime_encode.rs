//! Header fields of mails, encoded (RFC 2047).

use loxo_iconv_sys::{Converter, Stop};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, StrBuilder, Value, base64, convert as to};

use crate::convert::{Failure, append};
use crate::settings::{self, Role};

/// What the field is to look like.
struct Wanted {
    base64: bool,
    from: Vec<u8>,
    to: Vec<u8>,
    line_length: usize,
    line_end: Vec<u8>,
}

/// `iconv_mime_encode()`
pub(crate) fn iconv_mime_encode(cx: &mut Cx, name: &PhpStr, value: &PhpStr, options: &PhpArray) -> PhpResult<OrFalse<PhpStr>> {
    let Some(wanted) = read_options(cx, options)? else { return Ok(OrFalse::FALSE) };
    match encode(name, value, &wanted) {
        Ok(field) => Ok(field.into()),
        Err(failure) => {
            failure.show(cx, &wanted.to, &wanted.from)?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `None`: the name of an encoding is too long.
fn read_options(cx: &mut Cx, options: &PhpArray) -> PhpResult<Option<Wanted>> {
    const LINE: i64 = 76;
    let option = |name: &str| options.get_bytes(name.as_bytes()).map(Value::clone_deref);
    let internal = Role::Internal.encoding(cx);
    let mut wanted = Wanted { base64: true, from: internal.clone(), to: internal, line_length: LINE as usize, line_end: b"\r\n".to_vec() };
    if let Some(scheme) = option("scheme")
        && let Some(b'Q' | b'q') = scheme.as_bytes().and_then(<[u8]>::first)
    {
        wanted.base64 = false;
    }
    for (name, place) in [("input-charset", &mut wanted.from), ("output-charset", &mut wanted.to)] {
        let Some(text) = option(name).and_then(|text| text.into_str().ok()) else { continue };
        if !settings::check_length(cx, &[&text])? {
            return Ok(None);
        }
        if !text.is_empty() {
            *place = text.to_vec();
        }
    }
    if let Some(length) = option("line-length") {
        wanted.line_length = to::to_int(cx, &length)? as usize;
    }
    if let Some(end) = option("line-break-chars") {
        wanted.line_end = to::to_string(cx, &end)?.to_vec();
    }
    Ok(Some(wanted))
}

/// A field in the making.
struct Field<'w> {
    wanted: &'w Wanted,
    converter: Converter,
    out: StrBuilder,
    /// Space on the line.
    room: usize,
}

fn encode(name: &[u8], value: &[u8], wanted: &Wanted) -> Result<PhpStr, Failure> {
    /// What stands around the name of the encoding, and the shortest text.
    const AROUND: usize = 12;
    if name.len() + 2 >= wanted.line_length || wanted.to.len() + AROUND >= wanted.line_length {
        return Err(Failure::TooBig);
    }
    let mut plain = Converter::open(b"ASCII", &wanted.from)?;
    let converter = Converter::open(&wanted.to, &wanted.from)?;
    let mut field = Field { wanted, converter, out: StrBuilder::new(), room: wanted.line_length - name.len() - 2 };
    // A name that is not ASCII is cut where it is not.
    let _ = append(&mut plain, name, &mut field.out);
    field.out.push_bytes(b": ");
    let mut rest = value;
    loop {
        rest = field.word(rest)?;
        if rest.is_empty() {
            return Ok(field.out.finish());
        }
    }
}

impl Field<'_> {
    fn put(&mut self, bytes: &[u8]) {
        self.out.push_bytes(bytes);
        self.room = self.room.saturating_sub(bytes.len());
    }

    /// One encoded word, on a line of its own if there is no space. Answers what is left of the text.
    fn word<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], Failure> {
        let shortest = b"=??X??=".len() + self.wanted.to.len() + if self.wanted.base64 { 4 } else { 3 };
        if self.room < shortest + self.wanted.line_end.len() + 1 {
            self.out.push_bytes(&self.wanted.line_end);
            self.out.push(b' ');
            self.room = self.wanted.line_length - 1;
        }
        self.put(b"=?");
        self.put(&self.wanted.to);
        self.put(if self.wanted.base64 { b"?B?" } else { b"?Q?" });
        let (bytes, rest) = if self.wanted.base64 { self.base64_part(text)? } else { self.quoted_part(text)? };
        let encoded = if self.wanted.base64 { base64::encode(&bytes) } else { quoted(&bytes) };
        if self.wanted.base64 && self.room < encoded.len() {
            return Err(Failure::Unknown(0));
        }
        self.put(&encoded);
        self.put(b"?=");
        Ok(rest)
    }

    /// As many bytes as the rest of the line takes in base64, with what ends them.
    fn base64_part<'t>(&mut self, text: &'t [u8]) -> Result<(Vec<u8>, &'t [u8]), Failure> {
        let size = self.room.saturating_sub(2) / 4 * 3;
        let mut reserved = 4;
        loop {
            if size <= reserved {
                return Err(Failure::TooBig);
            }
            let mut buffer = vec![0; size.min(8 * text.len() + 64)];
            let cut = (size - reserved).min(buffer.len());
            let step = self.converter.run(text, &mut buffer[..cut]);
            match step.stop {
                None => {}
                Some(Stop::Full) if step.consumed == 0 => return Err(Failure::TooBig),
                Some(Stop::Full) => {}
                Some(stop) => return Err(Failure::of_stop(stop)),
            }
            let end = self.converter.finish(&mut buffer[step.produced..]);
            match end.stop {
                None => {
                    buffer.truncate(step.produced + end.produced);
                    return Ok((buffer, &text[step.consumed..]));
                }
                Some(Stop::Full) => {}
                Some(stop) => return Err(Failure::of_stop(stop)),
            }
            self.converter.reset();
            reserved += 4;
        }
    }

    /// As many bytes as the rest of the line takes in quoted-printable.
    fn quoted_part<'t>(&mut self, text: &'t [u8]) -> Result<(Vec<u8>, &'t [u8]), Failure> {
        let room = self.room.saturating_sub(2);
        let mut size = room;
        let (mut buffer, mut rest) = (Vec::new(), text);
        while size > 0 {
            buffer = vec![0; size.min(8 * text.len() + 64)];
            let step = self.converter.run(text, &mut buffer);
            match step.stop {
                Some(Stop::Full) if step.consumed == 0 => return Err(Failure::Unknown(TOO_BIG)),
                None | Some(Stop::Full) => {}
                Some(stop) => return Err(Failure::of_stop(stop)),
            }
            let end = self.converter.finish(&mut buffer[step.produced..]);
            if end.stop.is_some_and(|stop| stop != Stop::Full) {
                return Err(Failure::Unknown(0));
            }
            buffer.truncate(step.produced + end.produced);
            rest = &text[step.consumed..];
            let needed: usize = buffer.iter().map(|byte| if is_unencoded(*byte) { 1 } else { 3 }).sum();
            if needed <= room {
                break;
            }
            size = size.saturating_sub((needed - room).div_ceil(3));
        }
        self.converter.reset();
        Ok((buffer, rest))
    }
}

/// The system's number for output that does not fit (`E2BIG`).
const TOO_BIG: i32 = 7;

/// Stands for itself in quoted-printable words.
fn is_unencoded(byte: u8) -> bool {
    matches!(byte, 0x21..=0x7e) && !matches!(byte, b'=' | b'?' | b'_')
}

fn quoted(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        if is_unencoded(byte) {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("={byte:02X}").as_bytes());
        }
    }
    out
}
