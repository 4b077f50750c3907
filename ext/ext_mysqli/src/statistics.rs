//! What connections have counted: `mysqli_get_client_stats()` and its sister.

use loxo_mysql::stats::{self, Stats};
use loxo_mysql::{Field, Row, Value as Sent, kind};
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, Value};

use crate::link::conn;

fn shown(counters: impl Iterator<Item = (&'static str, u64)>) -> PhpArray {
    let mut out = PhpArray::new();
    for (name, count) in counters {
        out.set_sym(name, Value::bytes(count.to_string().as_bytes()));
    }
    out
}

/// `mysqli_get_client_stats()`
pub(crate) fn get_client_stats(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(shown(stats::all()))
}

/// `mysqli_get_connection_stats()`
pub(crate) fn get_connection_stats(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let conn = conn(cx, this)?;
    let mut client = conn.client.borrow_mut();
    Ok(shown(client.stats().iter()))
}

/// Which of the counters of types a type has, from that of null on.
fn place(kind: u8) -> usize {
    match kind {
        kind::NULL => 0,
        kind::BIT => 1,
        kind::TINY => 2,
        kind::SHORT => 3,
        kind::INT24 => 4,
        kind::LONG => 5,
        kind::LONGLONG => 6,
        kind::DECIMAL | kind::NEWDECIMAL => 7,
        kind::FLOAT => 8,
        kind::DOUBLE => 9,
        kind::DATE | kind::NEWDATE => 10,
        kind::YEAR => 11,
        kind::TIME => 12,
        kind::DATETIME => 13,
        kind::TIMESTAMP => 14,
        kind::STRING | kind::VAR_STRING | kind::VARCHAR => 15,
        kind::JSON => 16,
        kind::TINY_BLOB | kind::MEDIUM_BLOB | kind::LONG_BLOB | kind::BLOB => 17,
        kind::ENUM => 18,
        kind::SET => 19,
        kind::GEOMETRY => 20,
        _ => 21,
    }
}

/// A text row was given to the program.
pub(crate) fn text_row(stats: &mut Stats, fields: &[Field], row: &Row) {
    const FIRST: usize = stats::at("proto_text_fetched_null");
    for (at, field) in fields.iter().enumerate() {
        let Some(text) = row.get(at) else { continue };
        stats.add(FIRST + place(field.kind), 1);
        stats.add(const { stats::at("bytes_received_real_data_normal") }, text.len() as u64);
    }
}

/// The same of a prepared statement. PHP's names for these types are one off, since text has one type without a name.
pub(crate) fn binary_row(stats: &mut Stats, fields: &[Field], row: &[Sent]) {
    const FIRST: usize = stats::at("proto_binary_fetched_bit");
    for (field, value) in fields.iter().zip(row) {
        let (kind, bytes) = match (value, field.kind) {
            (Sent::Null | Sent::Broken(_), _) => (kind::NULL, 0),
            (Sent::Bytes(bytes), kind::BIT) => (kind::BIT, bytes.len() + 1),
            (Sent::Bytes(bytes), kind) => (kind, bytes.len()),
            // Zeros in front make it text.
            (_, kind @ kind::YEAR) => (kind, 4),
            (_, kind @ kind::TINY) => (kind, 1),
            (_, kind @ kind::SHORT) => (kind, 2),
            (_, kind @ (kind::LONG | kind::INT24 | kind::FLOAT)) => (kind, 4),
            (_, kind) => (kind, 8),
        };
        // Only text has a counter of its own for JSON.
        let place = match place(kind) {
            place @ 0..=15 => place,
            16 => 15,
            place => place - 1,
        };
        stats.add(FIRST + place, 1);
        stats.add(const { stats::at("bytes_received_real_data_ps") }, bytes as u64);
    }
}
