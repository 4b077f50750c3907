//! Columns and rows of a result, decoded from the text format of queries or the binary one of prepared statements.

use crate::reader::Reader;
use crate::{Error, Result, flag, kind};

/// A column of a result.
#[derive(Clone, Debug, Default)]
pub struct Field {
    pub catalog: Vec<u8>,
    pub database: Vec<u8>,
    pub table: Vec<u8>,
    pub org_table: Vec<u8>,
    pub name: Vec<u8>,
    pub org_name: Vec<u8>,
    pub charset: u16,
    pub length: u32,
    /// See [`kind`].
    pub kind: u8,
    /// See [`flag`].
    pub flags: u16,
    pub decimals: u8,
}

impl Field {
    pub fn is_unsigned(&self) -> bool {
        self.flags & flag::UNSIGNED != 0
    }
}

pub(crate) fn field(packet: &[u8]) -> Result<Field> {
    let mut reader = Reader::new(packet);
    let mut text = || reader.counted().map(|text| text.unwrap_or_default().to_vec());
    let (catalog, database, table, org_table, name, org_name) = (text()?, text()?, text()?, text()?, text()?, text()?);
    reader.u8()?;
    let (charset, length, kind) = (reader.u16()?, reader.u32()?, reader.u8()?);
    let (mut flags, decimals) = (reader.u16()?, reader.u8()?);
    // Two bytes without a meaning; then a default, which only a command brought that is gone.
    let default = reader.bytes(2).ok().filter(|_| !reader.rest.is_empty()).map(|_| reader.length());
    if matches!(default, Some(Ok(Some(1..)))) {
        let text = "Protocol error. Server sent default for unsupported field list (mysqlnd_wireprotocol.c:1294)";
        return Err(Error::broken(text));
    }
    if is_number(kind) {
        flags |= flag::NUM;
    }
    Ok(Field { catalog, database, table, org_table, name, org_name, charset, length, kind, flags, decimals })
}

fn is_number(kind: u8) -> bool {
    use kind::{DECIMAL, DOUBLE, FLOAT, INT24, LONG, LONGLONG, NULL, SHORT, TINY, YEAR};
    // Decimals as they are today are none to PHP.
    matches!(kind, DECIMAL | TINY | SHORT | LONG | FLOAT | DOUBLE | NULL | LONGLONG | INT24 | YEAR)
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    UInt(u64),
    Float(f32),
    Double(f64),
    Bytes(Vec<u8>),
    /// The row's packet is broken; it has nothing but this.
    Broken(&'static str),
}

/// A row of a text result: its packet, and where the values are.
#[derive(Clone, Debug)]
pub struct Row {
    packet: Vec<u8>,
    cells: Vec<Option<(u32, u32)>>,
    broken: Option<&'static str>,
}

const NO_SPACE: &str = "Malformed server packet. No packet space left for the field";

impl Row {
    pub(crate) fn text(packet: Vec<u8>, columns: usize) -> Row {
        const BEHIND: &str = "Malformed server packet. Field length pointing after end of packet";
        let total = packet.len();
        let mut reader = Reader::new(&packet);
        // A value takes one byte at least.
        let (mut cells, mut broken) = (Vec::with_capacity(columns.min(total)), None);
        for _ in 0..columns {
            let is_empty = reader.rest.is_empty();
            let Ok(cell) = reader.counted() else {
                broken = Some(if is_empty { NO_SPACE } else { BEHIND });
                break;
            };
            let end = total - reader.rest.len();
            cells.push(cell.map(|cell| ((end - cell.len()) as u32, end as u32)));
        }
        Row { packet, cells, broken }
    }

    /// What is wrong with the row's packet, if it cannot be read.
    pub fn broken(&self) -> Option<&'static str> {
        self.broken
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// A value; `None` is null.
    pub fn get(&self, column: usize) -> Option<&[u8]> {
        let (start, end) = (*self.cells.get(column)?)?;
        self.packet.get(start as usize..end as usize)
    }
}

/// A row of a binary result.
pub fn binary(packet: &[u8], fields: &[Field]) -> Vec<Value> {
    const BEHIND: &str = "Malformed server packet. Field length pointing after the end of packet";
    let mut reader = Reader::new(packet);
    let head = reader.u8().and_then(|_| reader.bytes((fields.len() + 9) / 8));
    let Ok(nulls) = head else { return vec![Value::Broken(NO_SPACE)] };
    let mut out = Vec::with_capacity(fields.len());
    for (at, field) in fields.iter().enumerate() {
        let bit = at + 2;
        if nulls[bit / 8] & 1 << (bit % 8) != 0 {
            out.push(Value::Null);
            continue;
        }
        let is_empty = reader.rest.is_empty();
        match value(&mut reader, field) {
            Ok(value) => out.push(value),
            Err(_) => return vec![Value::Broken(if is_empty { NO_SPACE } else { BEHIND })],
        }
    }
    out
}

fn value(reader: &mut Reader<'_>, field: &Field) -> Result<Value> {
    let unsigned = field.is_unsigned();
    let int = |n: u64, bits: u32| match unsigned {
        true => Value::UInt(n),
        false => Value::Int(((n << (64 - bits)) as i64) >> (64 - bits)),
    };
    Ok(match field.kind {
        kind::TINY => int(reader.number(1)?, 8),
        kind::SHORT => int(reader.number(2)?, 16),
        kind::YEAR => Value::UInt(reader.number(2)?),
        kind::LONG | kind::INT24 => int(reader.number(4)?, 32),
        kind::LONGLONG => int(reader.number(8)?, 64),
        kind::FLOAT => Value::Float(f32::from_bits(reader.u32()?)),
        kind::DOUBLE => Value::Double(f64::from_bits(reader.number(8)?)),
        kind::NULL => Value::Null,
        kind::DATE | kind::DATETIME | kind::TIMESTAMP | kind::NEWDATE => Value::Bytes(date(reader, field)?),
        kind::TIME => Value::Bytes(time(reader, field)?),
        _ => match reader.counted()? {
            Some(bytes) => Value::Bytes(bytes.to_vec()),
            None => Value::Null,
        },
    })
}

/// `.123000`, as many digits as the column has.
fn fraction(micros: u32, decimals: u8) -> String {
    match usize::from(decimals) {
        digits @ 1..=6 => format!(".{micros:06}")[..=digits].to_string(),
        _ => String::new(),
    }
}

fn date(reader: &mut Reader<'_>, field: &Field) -> Result<Vec<u8>> {
    let length = usize::from(reader.u8()?);
    let mut parts = Reader::new(reader.bytes(length)?);
    let (mut y, mut mo, mut d, mut h, mut mi, mut s, mut us) = (0, 0, 0, 0, 0, 0, 0);
    if length >= 4 {
        (y, mo, d) = (parts.u16()?, parts.u8()?, parts.u8()?);
    }
    if length >= 7 {
        (h, mi, s) = (parts.u8()?, parts.u8()?, parts.u8()?);
    }
    if length >= 11 {
        us = parts.u32()?;
    }
    let mut text = format!("{y:04}-{mo:02}-{d:02}");
    if !matches!(field.kind, kind::DATE | kind::NEWDATE) {
        text += &format!(" {h:02}:{mi:02}:{s:02}{}", fraction(us, field.decimals));
    }
    Ok(text.into_bytes())
}

fn time(reader: &mut Reader<'_>, field: &Field) -> Result<Vec<u8>> {
    let length = usize::from(reader.u8()?);
    let mut parts = Reader::new(reader.bytes(length)?);
    let (mut negative, mut days, mut h, mut mi, mut s, mut us) = (false, 0, 0, 0, 0, 0);
    if length >= 8 {
        negative = parts.u8()? != 0;
        (days, h, mi, s) = (parts.u32()?, parts.u8()?, parts.u8()?, parts.u8()?);
    }
    if length >= 12 {
        us = parts.u32()?;
    }
    let hours = u64::from(days) * 24 + u64::from(h);
    let sign = if negative { "-" } else { "" };
    Ok(format!("{sign}{hours:02}:{mi:02}:{s:02}{}", fraction(us, field.decimals)).into_bytes())
}
