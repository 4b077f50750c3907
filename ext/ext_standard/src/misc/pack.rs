//! `pack()` and `unpack()`: values as binary data.

use crate::prelude::*;

/// How a number is laid out.
#[derive(Clone, Copy)]
enum Number {
    Int { bytes: usize, little: bool, signed: bool },
    Float { bytes: usize, little: bool },
}

impl Number {
    fn of(code: u8) -> Option<Number> {
        const NATIVE: bool = cfg!(target_endian = "little");
        let int = |bytes, little, signed| Some(Number::Int { bytes, little, signed });
        match code {
            b'c' => int(1, NATIVE, true),
            b'C' => int(1, NATIVE, false),
            b's' => int(2, NATIVE, true),
            b'S' => int(2, NATIVE, false),
            b'v' => int(2, true, false),
            b'n' => int(2, false, false),
            b'i' | b'l' => int(4, NATIVE, true),
            b'I' | b'L' => int(4, NATIVE, false),
            b'V' => int(4, true, false),
            b'N' => int(4, false, false),
            b'q' => int(8, NATIVE, true),
            b'Q' => int(8, NATIVE, false),
            b'P' => int(8, true, false),
            b'J' => int(8, false, false),
            b'f' => Some(Number::Float { bytes: 4, little: NATIVE }),
            b'g' => Some(Number::Float { bytes: 4, little: true }),
            b'G' => Some(Number::Float { bytes: 4, little: false }),
            b'd' => Some(Number::Float { bytes: 8, little: NATIVE }),
            b'e' => Some(Number::Float { bytes: 8, little: true }),
            b'E' => Some(Number::Float { bytes: 8, little: false }),
            _ => None,
        }
    }

    fn size(self) -> usize {
        match self {
            Number::Int { bytes, .. } | Number::Float { bytes, .. } => bytes,
        }
    }

    fn push(self, cx: &mut Cx, out: &mut Vec<u8>, v: &Value) -> PhpResult<()> {
        let (bits, bytes, little) = match self {
            Number::Int { bytes, little, .. } => (packed_int(cx, v)? as u64, bytes, little),
            Number::Float { bytes: 4, little } => (u64::from((cx.float_of(v)? as f32).to_bits()), 4, little),
            Number::Float { bytes, little } => (cx.float_of(v)?.to_bits(), bytes, little),
        };
        if little {
            out.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        } else {
            out.extend_from_slice(&bits.to_be_bytes()[8 - bytes..]);
        }
        Ok(())
    }

    fn read(self, data: &[u8]) -> Value {
        let (little, bytes) = match self {
            Number::Int { little, bytes, .. } | Number::Float { little, bytes } => (little, bytes),
        };
        let mut whole = [0; 8];
        if little {
            whole[..bytes].copy_from_slice(&data[..bytes]);
        } else {
            for (to, from) in whole.iter_mut().zip(data[..bytes].iter().rev()) {
                *to = *from;
            }
        }
        let bits = u64::from_le_bytes(whole);
        match self {
            Number::Int { signed: true, .. } => {
                let unused = 64 - 8 * bytes as u32;
                Value::int((bits << unused) as i64 >> unused)
            }
            Number::Int { .. } => Value::int(bits as i64),
            Number::Float { bytes: 4, .. } => Value::float(f64::from(f32::from_bits(bits as u32))),
            Number::Float { .. } => Value::float(f64::from_bits(bits)),
        }
    }
}

fn packed_int(cx: &mut Cx, v: &Value) -> PhpResult<i64> {
    cx.int_of(v)
}

/// How often a code applies.
#[derive(Clone, Copy, PartialEq)]
enum Repeat {
    Times(usize),
    All,
}

/// Digits or `*`; `None` if they are too large. Without either, once.
fn repeat(format: &[u8], at: &mut usize) -> Option<Repeat> {
    if format.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(Repeat::All);
    }
    let digits = format[*at..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 {
        return Some(Repeat::Times(1));
    }
    let number = format[*at..*at + digits].iter().fold(0u64, |n, d| n.saturating_mul(10).saturating_add(u64::from(d - b'0')));
    *at += digits;
    (number <= 0x7fff_ffff).then_some(Repeat::Times(number as usize))
}

/// `pack()`
pub(crate) fn pack(cx: &mut Cx, format: &PhpStr, values: &[Value]) -> PhpResult<PhpStr> {
    let mut packer = Packer { values, next: 0, out: Vec::new() };
    let mut at = 0;
    while let Some(code) = format.get(at).copied() {
        at += 1;
        let Some(repeat) = repeat(format, &mut at) else {
            return Err(cx.value_error(format!("Type {}: integer overflow in format string", code as char)));
        };
        packer.code(cx, code, repeat)?;
    }
    if packer.next < values.len() {
        cx.warn(&format!("{} arguments unused", values.len() - packer.next))?;
    }
    Ok(PhpStr::new(&packer.out))
}

struct Packer<'a> {
    values: &'a [Value],
    next: usize,
    out: Vec<u8>,
}

impl Packer<'_> {
    fn code(&mut self, cx: &mut Cx, code: u8, repeat: Repeat) -> PhpResult<()> {
        let letter = code as char;
        match code {
            b'x' | b'X' | b'@' => {
                let times = match repeat {
                    Repeat::Times(n) => n,
                    Repeat::All => {
                        cx.warn(&format!("Type {letter}: '*' ignored"))?;
                        1
                    }
                };
                self.position(cx, code, times)
            }
            b'a' | b'A' | b'Z' | b'h' | b'H' => {
                let Some(v) = self.values.get(self.next) else {
                    return Err(cx.value_error(format!("Type {letter}: not enough arguments")));
                };
                self.next += 1;
                let text = cx.str_of(v)?;
                if code == b'h' || code == b'H' { self.hex(cx, code, repeat, &text) } else { self.text(code, repeat, &text) }
            }
            _ => {
                let Some(number) = Number::of(code) else {
                    return Err(cx.value_error([b"Type ", &[code][..], b": unknown format code"].concat()));
                };
                let left = self.values.len() - self.next;
                let count = match repeat {
                    Repeat::All => left,
                    Repeat::Times(n) => n,
                };
                if count > left {
                    return Err(cx.value_error(format!("Type {letter}: too few arguments")));
                }
                for v in &self.values[self.next..self.next + count] {
                    number.push(cx, &mut self.out, v)?;
                }
                self.next += count;
                Ok(())
            }
        }
    }

    fn position(&mut self, cx: &mut Cx, code: u8, times: usize) -> PhpResult<()> {
        if code != b'X' {
            ensure_room(self.out.len().saturating_add(times));
        }
        match code {
            b'x' => self.out.resize(self.out.len().saturating_add(times), 0),
            b'@' => self.out.resize(times, 0),
            _ => {
                if times > self.out.len() {
                    cx.warn("Type X: outside of string")?;
                }
                self.out.truncate(self.out.len().saturating_sub(times));
            }
        }
        Ok(())
    }

    fn text(&mut self, code: u8, repeat: Repeat, text: &[u8]) -> PhpResult<()> {
        let width = match repeat {
            Repeat::Times(n) => n,
            // There must be space for the NUL byte.
            Repeat::All => text.len() + usize::from(code == b'Z'),
        };
        let shown = if code == b'Z' { width.saturating_sub(1) } else { width };
        ensure_room(self.out.len().saturating_add(width));
        let part = &text[..text.len().min(shown)];
        self.out.extend_from_slice(part);
        let pad = if code == b'A' { b' ' } else { 0 };
        self.out.extend(std::iter::repeat_n(pad, width - part.len()));
        Ok(())
    }

    fn hex(&mut self, cx: &mut Cx, code: u8, repeat: Repeat, text: &[u8]) -> PhpResult<()> {
        let mut digits = match repeat {
            Repeat::Times(n) => n,
            Repeat::All => text.len(),
        };
        if digits > text.len() {
            cx.warn(&format!("Type {}: not enough characters in string", code as char))?;
            digits = text.len();
        }
        let start = self.out.len();
        self.out.resize(start + digits.div_ceil(2), 0);
        for (i, c) in text[..digits].iter().enumerate() {
            let digit = match (*c as char).to_digit(16) {
                Some(d) => d as u8,
                None => {
                    cx.warn(&format!("Type {}: illegal hex digit {}", code as char, *c as char))?;
                    0
                }
            };
            let high = (code == b'H') == (i % 2 == 0);
            self.out[start + i / 2] |= if high { digit << 4 } else { digit };
        }
        Ok(())
    }
}

/// `unpack()`
pub(crate) fn unpack(cx: &mut Cx, format: &PhpStr, string: &PhpStr, offset: i64) -> PhpResult<Value> {
    let Some(data) = usize::try_from(offset).ok().and_then(|offset| string.get(offset..)) else {
        return Err(cx.argument_value_error(3, "must be contained in argument #2 ($data)"));
    };
    let mut unpacker = Unpacker { data, at: 0, out: PhpArray::new() };
    let mut parts = format.split(|b| *b == b'/').peekable();
    while let Some(part) = parts.next() {
        let code = match part.first() {
            Some(code) => *code,
            None if parts.peek().is_none() => continue,
            // PHP ends a part at the slash behind its name, so that one where a code is wanted is read as that.
            None => b'/',
        };
        let mut at = part.len().min(1);
        let Some(repeat) = repeat(part, &mut at) else {
            cx.warn(&format!("Type {}: integer overflow", code as char))?;
            return Ok(Value::FALSE);
        };
        if !unpacker.code(cx, code, repeat, &part[at..])? {
            return Ok(Value::FALSE);
        }
    }
    Ok(unpacker.out.into())
}

struct Unpacker<'a> {
    data: &'a [u8],
    at: usize,
    out: PhpArray,
}

impl Unpacker<'_> {
    /// False: there is too little data, as a warning said.
    fn code(&mut self, cx: &mut Cx, code: u8, repeat: Repeat, name: &[u8]) -> PhpResult<bool> {
        let name = &name[..name.len().min(200)];
        match code {
            b'a' | b'A' | b'Z' | b'h' | b'H' => self.text(cx, code, repeat, name),
            b'x' | b'X' | b'@' => self.position(cx, code, repeat),
            _ => match Number::of(code) {
                Some(number) => self.numbers(cx, code, number, repeat, name),
                None => Err(cx.value_error([&b"Invalid format type "[..], &[code]].concat())),
            },
        }
    }

    fn too_little(&self, cx: &mut Cx, code: u8, size: usize) -> PhpResult<bool> {
        let left = self.data.len() - self.at;
        let verb = if left == 1 { "was" } else { "were" };
        cx.warn(&format!("Type {}: not enough input values, need {size} values but only {left} {verb} provided", code as char))?;
        Ok(false)
    }

    fn numbers(&mut self, cx: &mut Cx, code: u8, number: Number, repeat: Repeat, name: &[u8]) -> PhpResult<bool> {
        let size = number.size();
        let mut done = 0;
        while repeat != Repeat::Times(done) {
            if self.data.len() - self.at < size {
                return if repeat == Repeat::All { Ok(true) } else { self.too_little(cx, code, size) };
            }
            let v = number.read(&self.data[self.at..]);
            self.at += size;
            done += 1;
            let key = if repeat == Repeat::Times(1) && !name.is_empty() {
                Key::from_bytes_numeric(name)
            } else {
                Key::from_bytes_numeric(&[name, done.to_string().as_bytes()].concat())
            };
            self.out.set(&key, v);
        }
        Ok(true)
    }

    fn text(&mut self, cx: &mut Cx, code: u8, repeat: Repeat, name: &[u8]) -> PhpResult<bool> {
        let left = self.data.len() - self.at;
        let hex = matches!(code, b'h' | b'H');
        let bytes = match repeat {
            Repeat::Times(n) => Some(if hex { n.div_ceil(2) } else { n }),
            Repeat::All => None,
        };
        if bytes.is_some_and(|n| n > left) {
            return self.too_little(cx, code, bytes.unwrap_or(0));
        }
        let bytes = bytes.unwrap_or(left);
        let part = &self.data[self.at..self.at + bytes];
        self.at += bytes;
        let v = match code {
            b'A' => {
                let end = part.iter().rposition(|b| !matches!(b, 0 | b' ' | b'\t' | b'\r' | b'\n')).map_or(0, |at| at + 1);
                Value::bytes(&part[..end])
            }
            b'Z' => Value::bytes(part.split(|b| *b == 0).next().unwrap_or_default()),
            b'h' | b'H' => {
                let digits = match repeat {
                    Repeat::Times(n) => n,
                    Repeat::All => bytes * 2,
                };
                hex_digits(part, digits, code == b'H')
            }
            _ => Value::bytes(part),
        };
        let key = if name.is_empty() { Key::Int(1) } else { Key::from_bytes_numeric(name) };
        self.out.set(&key, v);
        Ok(true)
    }

    fn position(&mut self, cx: &mut Cx, code: u8, repeat: Repeat) -> PhpResult<bool> {
        let times = match repeat {
            Repeat::Times(n) => n,
            Repeat::All if code == b'X' => {
                cx.warn("Type X: '*' ignored")?;
                1
            }
            Repeat::All if code == b'x' => self.data.len() - self.at,
            Repeat::All => self.data.len(),
        };
        let target = match code {
            b'x' => Some(self.at + times),
            b'X' => self.at.checked_sub(times),
            _ => Some(times),
        };
        match target.filter(|at| *at <= self.data.len()) {
            Some(at) => self.at = at,
            None if code == b'x' => return self.too_little(cx, code, 1),
            None if code == b'X' => self.at = 0,
            None => {
                cx.warn(&format!("Type {}: outside of string", code as char))?;
            }
        }
        Ok(true)
    }
}

fn hex_digits(bytes: &[u8], count: usize, high_first: bool) -> Value {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let nibbles = bytes.iter().flat_map(|b| {
        let (high, low) = (DIGITS[(b >> 4) as usize], DIGITS[(b & 15) as usize]);
        if high_first { [high, low] } else { [low, high] }
    });
    Value::bytes(&nibbles.take(count).collect::<Vec<u8>>())
}
