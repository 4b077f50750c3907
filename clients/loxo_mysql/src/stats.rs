//! Counters of what connections do, each for itself and all of the thread together, under the names that PHP's client has for them.

use std::cell::Cell;

use crate::kind;
use crate::result::{Field, Row, Value};

/// In the order in which they are shown. Where memory comes from is not counted here.
pub const NAMES: [&str; 163] = [
    "bytes_sent",
    "bytes_received",
    "packets_sent",
    "packets_received",
    "protocol_overhead_in",
    "protocol_overhead_out",
    "bytes_received_ok_packet",
    "bytes_received_eof_packet",
    "bytes_received_rset_header_packet",
    "bytes_received_rset_field_meta_packet",
    "bytes_received_rset_row_packet",
    "bytes_received_prepare_response_packet",
    "bytes_received_change_user_packet",
    "packets_sent_command",
    "packets_received_ok",
    "packets_received_eof",
    "packets_received_rset_header",
    "packets_received_rset_field_meta",
    "packets_received_rset_row",
    "packets_received_prepare_response",
    "packets_received_change_user",
    "result_set_queries",
    "non_result_set_queries",
    "no_index_used",
    "bad_index_used",
    "slow_queries",
    "buffered_sets",
    "unbuffered_sets",
    "ps_buffered_sets",
    "ps_unbuffered_sets",
    "flushed_normal_sets",
    "flushed_ps_sets",
    "ps_prepared_never_executed",
    "ps_prepared_once_executed",
    "rows_fetched_from_server_normal",
    "rows_fetched_from_server_ps",
    "rows_buffered_from_client_normal",
    "rows_buffered_from_client_ps",
    "rows_fetched_from_client_normal_buffered",
    "rows_fetched_from_client_normal_unbuffered",
    "rows_fetched_from_client_ps_buffered",
    "rows_fetched_from_client_ps_unbuffered",
    "rows_fetched_from_client_ps_cursor",
    "rows_affected_normal",
    "rows_affected_ps",
    "rows_skipped_normal",
    "rows_skipped_ps",
    "copy_on_write_saved",
    "copy_on_write_performed",
    "command_buffer_too_small",
    "connect_success",
    "connect_failure",
    "connection_reused",
    "reconnect",
    "pconnect_success",
    "active_connections",
    "active_persistent_connections",
    "explicit_close",
    "implicit_close",
    "disconnect_close",
    "in_middle_of_command_close",
    "explicit_free_result",
    "implicit_free_result",
    "explicit_stmt_close",
    "implicit_stmt_close",
    "mem_emalloc_count",
    "mem_emalloc_amount",
    "mem_ecalloc_count",
    "mem_ecalloc_amount",
    "mem_erealloc_count",
    "mem_erealloc_amount",
    "mem_efree_count",
    "mem_efree_amount",
    "mem_malloc_count",
    "mem_malloc_amount",
    "mem_calloc_count",
    "mem_calloc_amount",
    "mem_realloc_count",
    "mem_realloc_amount",
    "mem_free_count",
    "mem_free_amount",
    "mem_estrndup_count",
    "mem_strndup_count",
    "mem_estrdup_count",
    "mem_strdup_count",
    "mem_edupl_count",
    "mem_dupl_count",
    "proto_text_fetched_null",
    "proto_text_fetched_bit",
    "proto_text_fetched_tinyint",
    "proto_text_fetched_short",
    "proto_text_fetched_int24",
    "proto_text_fetched_int",
    "proto_text_fetched_bigint",
    "proto_text_fetched_decimal",
    "proto_text_fetched_float",
    "proto_text_fetched_double",
    "proto_text_fetched_date",
    "proto_text_fetched_year",
    "proto_text_fetched_time",
    "proto_text_fetched_datetime",
    "proto_text_fetched_timestamp",
    "proto_text_fetched_string",
    "proto_text_fetched_blob",
    "proto_text_fetched_enum",
    "proto_text_fetched_set",
    "proto_text_fetched_geometry",
    "proto_text_fetched_other",
    "proto_binary_fetched_null",
    "proto_binary_fetched_bit",
    "proto_binary_fetched_tinyint",
    "proto_binary_fetched_short",
    "proto_binary_fetched_int24",
    "proto_binary_fetched_int",
    "proto_binary_fetched_bigint",
    "proto_binary_fetched_decimal",
    "proto_binary_fetched_float",
    "proto_binary_fetched_double",
    "proto_binary_fetched_date",
    "proto_binary_fetched_year",
    "proto_binary_fetched_time",
    "proto_binary_fetched_datetime",
    "proto_binary_fetched_timestamp",
    "proto_binary_fetched_string",
    "proto_binary_fetched_json",
    "proto_binary_fetched_blob",
    "proto_binary_fetched_enum",
    "proto_binary_fetched_set",
    "proto_binary_fetched_geometry",
    "proto_binary_fetched_other",
    "init_command_executed_count",
    "init_command_failed_count",
    "com_quit",
    "com_init_db",
    "com_query",
    "com_field_list",
    "com_create_db",
    "com_drop_db",
    "com_refresh",
    "com_shutdown",
    "com_statistics",
    "com_process_info",
    "com_connect",
    "com_process_kill",
    "com_debug",
    "com_ping",
    "com_time",
    "com_delayed_insert",
    "com_change_user",
    "com_binlog_dump",
    "com_table_dump",
    "com_connect_out",
    "com_register_slave",
    "com_stmt_prepare",
    "com_stmt_execute",
    "com_stmt_send_long_data",
    "com_stmt_close",
    "com_stmt_reset",
    "com_stmt_set_option",
    "com_stmt_fetch",
    "com_deamon",
    "bytes_received_real_data_normal",
    "bytes_received_real_data_ps",
];

/// The place of a counter, found by the compiler.
pub const fn at(name: &str) -> usize {
    let mut place = 0;
    while place < NAMES.len() {
        if is_same(NAMES[place].as_bytes(), name.as_bytes()) {
            return place;
        }
        place += 1;
    }
    panic!("no such counter")
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

thread_local! {
    static COLLECTS: Cell<bool> = const { Cell::new(true) };
    /// What all connections of this thread counted: threads are to us what processes are to PHP, and share no counters that they would wait for.
    static ALL: [Cell<u64>; NAMES.len()] = const { [const { Cell::new(0) }; NAMES.len()] };
}

/// From now on this thread counts, or does not.
pub fn collect(on: bool) {
    COLLECTS.set(on);
}

/// Counts something that is nothing of a connection.
pub fn count(place: usize, n: u64) {
    if COLLECTS.get() {
        ALL.with(|all| all[place].set(all[place].get().wrapping_add(n)));
    }
}

/// The counters of all connections that there were.
pub fn all() -> impl Iterator<Item = (&'static str, u64)> {
    NAMES.into_iter().zip(ALL.with(|all| all.each_ref().map(Cell::get)))
}

/// The counters of a connection.
pub struct Stats(Box<[u64; NAMES.len()]>);

impl Default for Stats {
    fn default() -> Stats {
        Stats(Box::new([0; NAMES.len()]))
    }
}

impl Stats {
    /// Counts for the connection and for all; what is below zero wraps around, as it does in PHP.
    pub fn add(&mut self, place: usize, n: u64) {
        if COLLECTS.get() {
            self.0[place] = self.0[place].wrapping_add(n);
            count(place, n);
        }
    }

    /// The same for several counters.
    pub(crate) fn add_all<const N: usize>(&mut self, counts: [(usize, u64); N]) {
        if !COLLECTS.get() {
            return;
        }
        ALL.with(|all| {
            for (place, n) in counts {
                self.0[place] = self.0[place].wrapping_add(n);
                all[place].set(all[place].get().wrapping_add(n));
            }
        });
    }

    /// Counts values of a row, each in its place, and their bytes together.
    fn add_values(&mut self, bytes: usize, values: impl Iterator<Item = (usize, usize)>) {
        if !COLLECTS.get() {
            return;
        }
        ALL.with(|all| {
            let mut total = 0u64;
            for (place, length) in values {
                self.0[place] = self.0[place].wrapping_add(1);
                all[place].set(all[place].get().wrapping_add(1));
                total += length as u64;
            }
            self.add(bytes, total);
        });
    }

    /// A packet came that is counted apart. What it is called is one off in PHP since 8.2, for all kinds of packets.
    pub(crate) fn packet(&mut self, bytes: usize, packets: usize, length: usize) {
        const HEAD: u64 = 4;
        self.add_all([(bytes, HEAD + length as u64), (packets, 1)]);
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        NAMES.into_iter().zip(self.0.iter().copied())
    }
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
pub fn text_row(stats: &mut Stats, fields: &[Field], row: &Row) {
    const FIRST: usize = at("proto_text_fetched_null");
    let values = fields.iter().enumerate().filter_map(|(column, field)| Some((FIRST + place(field.kind), row.get(column)?.len())));
    stats.add_values(const { at("bytes_received_real_data_normal") }, values);
}

/// The same of a prepared statement. PHP's names for these types are one off, since text has one type without a name.
pub fn binary_row(stats: &mut Stats, fields: &[Field], row: &[Value]) {
    const FIRST: usize = at("proto_binary_fetched_bit");
    let values = fields.iter().zip(row).map(|(field, value)| {
        let (kind, bytes) = match (value, field.kind) {
            (Value::Null | Value::Broken(_), _) => (kind::NULL, 0),
            (Value::Bytes(bytes), kind::BIT) => (kind::BIT, bytes.len() + 1),
            (Value::Bytes(bytes), kind) => (kind, bytes.len()),
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
        (FIRST + place, bytes)
    });
    stats.add_values(const { at("bytes_received_real_data_ps") }, values);
}
