//! Header fields of mails, decoded (RFC 2047), with PHP's patience for what does not follow the rules.

use loxo_iconv_sys::{Converter, Stop};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, StrBuilder, Value, base64};

use crate::convert::{Failure, append_by_rooms, finish};
use crate::settings;

const STRICT: i64 = 1;
const CONTINUE_ON_ERROR: i64 = 2;
/// Longest name of an encoding in an encoded word.
const LONGEST_NAME: usize = 79;

/// `iconv_mime_decode()`
pub(crate) fn iconv_mime_decode(cx: &mut Cx, string: &PhpStr, mode: i64, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<PhpStr>> {
    let Some(encoding) = settings::encoding(cx, encoding)? else { return Ok(OrFalse::FALSE) };
    match Decoder::new(string, &encoding, mode).and_then(Decoder::run) {
        Ok((text, _)) => Ok(text.into()),
        Err(failure) => {
            failure.show(cx, &encoding, b"???")?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `iconv_mime_decode_headers()`
pub(crate) fn iconv_mime_decode_headers(
    cx: &mut Cx,
    headers: &PhpStr,
    mode: i64,
    encoding: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpArray>> {
    let Some(encoding) = settings::encoding(cx, encoding)? else { return Ok(OrFalse::FALSE) };
    let mut fields = PhpArray::new();
    let mut rest = &headers[..];
    while !rest.is_empty() {
        let (field, taken) = match Decoder::new(rest, &encoding, mode).and_then(Decoder::run) {
            Ok(done) => done,
            Err(failure) => {
                failure.show(cx, &encoding, b"???")?;
                return Ok(OrFalse::FALSE);
            }
        };
        if field.is_empty() {
            break;
        }
        add_field(&mut fields, &field);
        rest = rest.get(taken.max(1)..).unwrap_or_default();
    }
    Ok(fields.into())
}

/// Adds `Name: value`; values of the same name make a list.
fn add_field(fields: &mut PhpArray, field: &[u8]) {
    let Some(colon) = field.iter().position(|byte| *byte == b':') else { return };
    let (name, value) = (&field[..colon], &field[colon + 1..]);
    let start = value.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(value.len());
    let value = Value::bytes(&value[start..]);
    let Some(known) = fields.get_bytes_mut(name) else {
        fields.set_bytes(name, value);
        return;
    };
    match known.as_array_mut() {
        Some(list) => drop(list.push(value)),
        None => {
            let first = known.take();
            *known = Value::array(PhpArray::from_values([first, value]));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Anything may follow.
    Start,
    /// After `=`.
    Question,
    Name,
    Scheme,
    SecondQuestion,
    Text,
    /// After the `?` behind the text.
    Equals,
    /// After `\r`.
    LineFeed,
    /// After a line end: is the next line part of the field?
    Folding,
    /// After an encoded word.
    After,
    Language,
    Spaces,
    /// In what is not encoded.
    Plain,
}

struct Decoder<'t> {
    text: &'t [u8],
    /// Where it reads.
    at: usize,
    /// How many bytes it still reads; PHP counts these apart from where it is.
    left: usize,
    mode: i64,
    target: &'t [u8],
    plain: Converter,
    /// For the encoded word that is being read.
    converter: Option<Converter>,
    out: StrBuilder,
    state: State,
    name: usize,
    /// Start of the encoded word.
    word: Option<usize>,
    spaces: Option<usize>,
    /// Start and length of the encoded text.
    encoded: (usize, usize),
    base64: bool,
}

type Done = Result<(), Failure>;

impl<'t> Decoder<'t> {
    fn new(text: &'t [u8], target: &'t [u8], mode: i64) -> Result<Decoder<'t>, Failure> {
        Ok(Decoder {
            text,
            at: 0,
            left: text.len(),
            mode,
            target,
            plain: Converter::open(target, b"ASCII")?,
            converter: None,
            out: StrBuilder::new(),
            state: State::Start,
            name: 0,
            word: None,
            spaces: None,
            encoded: (0, 0),
            base64: true,
        })
    }

    /// The decoded field, and where it ends.
    fn run(mut self) -> Result<(PhpStr, usize), Failure> {
        while self.left > 0 {
            let byte = self.text.get(self.at).copied().unwrap_or(0);
            self.step(byte)?;
            self.left = self.left.saturating_sub(1);
            self.at = self.at.wrapping_add(1);
        }
        if !matches!(self.state, State::Start | State::Folding | State::Spaces | State::Plain) {
            if !self.continues() {
                return Err(Failure::Malformed);
            }
            if self.state == State::Question {
                let _ = self.put(b"=");
            }
        }
        Ok((self.out.finish(), self.at))
    }

    fn continues(&self) -> bool {
        self.mode & CONTINUE_ON_ERROR != 0
    }

    fn is_strict(&self) -> bool {
        self.mode & STRICT != 0
    }

    /// Where it goes on after what is no encoded word.
    fn resume(&mut self) {
        self.state = if self.is_strict() { State::Plain } else { State::Start };
    }

    /// Appends what is not encoded.
    fn put(&mut self, bytes: &[u8]) -> Done {
        append_by_rooms(&mut self.plain, bytes, &mut self.out).map_err(Failure::of_stop)
    }

    /// Appends the word as it stands, up to and with the byte at `end`. What was given up before is not repeated.
    fn put_word(&mut self, end: usize) -> Done {
        let text = self.text;
        let Some(start) = self.word else { return finish(&mut self.plain, &mut self.out).map_err(Failure::of_stop) };
        self.put(text.get(start..(end + 1).min(text.len())).unwrap_or_default())
    }

    /// The word is none: it is taken as it stands if that is wanted.
    fn malformed(&mut self) -> Done {
        if !self.continues() {
            return Err(Failure::Malformed);
        }
        self.put_word(self.at)?;
        self.word = None;
        self.resume();
        Ok(())
    }

    fn step(&mut self, byte: u8) -> Done {
        match self.state {
            State::Start => self.start(byte),
            State::Question => self.question(byte),
            State::Name => self.encoding_name(byte),
            State::Scheme => match byte {
                b'b' | b'B' | b'q' | b'Q' => {
                    self.base64 = matches!(byte, b'b' | b'B');
                    self.state = State::SecondQuestion;
                    Ok(())
                }
                _ => self.malformed(),
            },
            State::SecondQuestion if byte == b'?' => {
                self.encoded.0 = self.at + 1;
                self.state = State::Text;
                Ok(())
            }
            State::SecondQuestion => self.malformed(),
            State::Text => {
                if byte == b'?' {
                    self.encoded.1 = self.at - self.encoded.0;
                    self.state = State::Equals;
                }
                Ok(())
            }
            State::Equals if byte != b'=' => self.malformed(),
            State::Equals => {
                self.state = State::After;
                if self.left == 1 { self.after(byte, true) } else { Ok(()) }
            }
            State::LineFeed => {
                if byte == b'\n' {
                    self.state = State::Folding;
                } else {
                    let _ = self.put(b"\r");
                    let _ = self.put(&[byte]);
                    self.state = State::Start;
                }
                Ok(())
            }
            State::Folding => {
                self.folding(byte);
                Ok(())
            }
            State::After => self.after(byte, false),
            State::Language => {
                if byte == b'?' {
                    self.state = State::Scheme;
                }
                Ok(())
            }
            State::Spaces => {
                self.spaces(byte);
                Ok(())
            }
            State::Plain => {
                self.in_plain(byte);
                Ok(())
            }
        }
    }

    fn start(&mut self, byte: u8) -> Done {
        match byte {
            b'\r' => self.state = State::LineFeed,
            b'\n' => self.state = State::Folding,
            b'=' => {
                self.word = Some(self.at);
                self.state = State::Question;
            }
            b' ' | b'\t' => {
                self.spaces = Some(self.at);
                self.state = State::Spaces;
            }
            _ => {
                let put = self.put(&[byte]);
                if !self.continues() {
                    put?;
                }
                self.word = None;
                if self.is_strict() {
                    self.state = State::Plain;
                }
            }
        }
        Ok(())
    }

    fn question(&mut self, byte: u8) -> Done {
        if byte == b'?' {
            self.name = self.at + 1;
            self.state = State::Name;
            return Ok(());
        }
        if matches!(byte, b'\r' | b'\n') {
            self.at = self.at.wrapping_sub(1);
        }
        self.put_word(self.at)?;
        self.word = None;
        self.resume();
        Ok(())
    }

    fn encoding_name(&mut self, byte: u8) -> Done {
        match byte {
            b'?' => self.state = State::Scheme,
            b'*' => self.state = State::Language,
            b'\r' | b'\n' => {
                self.at = self.at.wrapping_sub(1);
                let _ = self.put(b"=?");
                let text = self.text;
                self.put(text.get(self.name..self.at + 1).unwrap_or_default())?;
                self.resume();
                return Ok(());
            }
            _ => return Ok(()),
        }
        let name = &self.text[self.name..self.at];
        if name.len() > LONGEST_NAME {
            return self.malformed();
        }
        match Converter::open(self.target, name) {
            Ok(converter) => self.converter = Some(converter),
            Err(error) if !self.continues() => return Err(error.into()),
            Err(_) => {
                self.converter = None;
                return self.unknown_encoding();
            }
        }
        Ok(())
    }

    /// Takes a word in an encoding that nobody knows as it stands.
    fn unknown_encoding(&mut self) -> Done {
        let mut questions = 2;
        while questions > 0 && self.left > 1 {
            self.at += 1;
            if self.text.get(self.at) == Some(&b'?') {
                questions -= 1;
            }
            self.left -= 1;
        }
        if self.text.get(self.at + 1) == Some(&b'=') {
            self.at += 1;
            if self.left > 1 {
                self.left -= 1;
            }
        }
        self.put_word(self.at)?;
        self.state = State::Plain;
        Ok(())
    }

    fn folding(&mut self, byte: u8) {
        if !matches!(byte, b' ' | b'\t') {
            // Here the next field begins.
            self.at = self.at.wrapping_sub(1);
            self.left = 1;
            return;
        }
        if self.word.is_none() {
            let _ = self.put(b" ");
        }
        self.spaces = None;
        self.state = State::Spaces;
    }

    /// Behind an encoded word: decodes it.
    fn after(&mut self, byte: u8, at_end: bool) -> Done {
        let follows_rules = at_end || matches!(byte, b'\r' | b'\n' | b' ' | b'\t');
        if !follows_rules && self.is_strict() {
            self.put_word(self.at)?;
            self.state = State::Plain;
            return Ok(());
        }
        let encoded = &self.text[self.encoded.0..self.encoded.0 + self.encoded.1];
        let decoded = if self.base64 { Some(base64::decode_lenient(encoded)) } else { decode_quoted(encoded) };
        let Some(decoded) = decoded else {
            if !self.continues() {
                return Err(Failure::Unknown(0));
            }
            return self.malformed();
        };
        if let Err(stop) = self.put_decoded(&decoded) {
            if !self.continues() {
                return Err(Failure::of_stop(stop));
            }
            let put = match self.at.checked_sub(1) {
                Some(end) => self.put_word(end),
                None => Ok(()),
            };
            self.word = None;
            if put.is_err() {
                return Ok(());
            }
        }
        if at_end {
            self.state = State::Start;
            return Ok(());
        }
        match byte {
            b'\r' => self.state = State::LineFeed,
            b'\n' => self.state = State::Folding,
            b'=' => self.state = State::Question,
            b' ' | b'\t' => {
                self.spaces = Some(self.at);
                self.state = State::Spaces;
            }
            _ => {
                let _ = self.put(&[byte]);
                self.state = State::Plain;
            }
        }
        Ok(())
    }

    fn put_decoded(&mut self, decoded: &[u8]) -> Result<(), Stop> {
        let Some(converter) = &mut self.converter else { return Err(Stop::Other(0)) };
        append_by_rooms(converter, decoded, &mut self.out)?;
        finish(converter, &mut self.out)
    }

    /// Appends the spaces that were read, if they are still wanted.
    fn put_spaces(&mut self) {
        if let Some(start) = self.spaces.take() {
            let text = self.text;
            let _ = self.put(&text[start..self.at]);
        }
    }

    fn spaces(&mut self, byte: u8) {
        match byte {
            b'\r' => self.state = State::LineFeed,
            b'\n' => self.state = State::Folding,
            b'=' => {
                // Spaces between encoded words are no text.
                if self.word.is_none() {
                    self.put_spaces();
                }
                self.word = Some(self.at);
                self.state = State::Question;
            }
            b' ' | b'\t' => {}
            _ => {
                self.put_spaces();
                let _ = self.put(&[byte]);
                self.word = None;
                self.resume();
            }
        }
    }

    fn in_plain(&mut self, byte: u8) {
        match byte {
            b'\r' => self.state = State::LineFeed,
            b'\n' => self.state = State::Folding,
            b' ' | b'\t' => {
                self.spaces = Some(self.at);
                self.state = State::Spaces;
            }
            b'=' if !self.is_strict() => {
                self.word = Some(self.at);
                self.state = State::Question;
            }
            _ => drop(self.put(&[byte])),
        }
    }
}

/// Quoted-printable with `_` for spaces; `None`: it is none.
fn decode_quoted(text: &[u8]) -> Option<Vec<u8>> {
    let hex = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        if byte != b'=' {
            out.push(if byte == b'_' { b' ' } else { byte });
            continue;
        }
        match text.get(at) {
            None => break,
            Some(&high) if hex(high).is_some() => {
                let low = text.get(at + 1).copied().and_then(hex)?;
                out.push(hex(high)? << 4 | low);
                at += 2;
            }
            // A line that goes on.
            Some(b' ' | b'\t' | b'\r' | b'\n') => {
                while matches!(text.get(at), Some(b' ' | b'\t')) {
                    at += 1;
                }
                match text.get(at) {
                    Some(b'\r') if text.get(at + 1) == Some(&b'\n') => at += 2,
                    Some(b'\r' | b'\n') => at += 1,
                    _ => return None,
                }
            }
            Some(_) => return None,
        }
    }
    Some(out)
}
