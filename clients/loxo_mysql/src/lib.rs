//! A client of the MySQL protocol: connections, text and binary results, prepared statements. It knows nothing of PHP.
//!
//! Modules: `wire` (packets over a socket), `reader` (fields of a packet), `auth` (ways to prove who one is), `client` (a connection and its
//! commands), `result` (columns and rows), `prepared` (statements), `charsets` (their numbers), `escape`,
//! `stats` (counters).
//!
//! What a server claims is never allocated before it is there; a connection that breaks the protocol is closed.
//!
//! Sockets are its own and blocking; an encrypted connection is whatever its maker gives it to read and write.
#![forbid(unsafe_code)]

mod auth;
pub mod charsets;
mod client;
mod connect;
mod escape;
mod prepared;
mod reader;
mod result;
pub mod stats;
mod wire;

pub use client::{Client, Reply, State};
pub use connect::{Address, ConnectOptions, ssl_options};
pub use escape::{escape, is_multibyte};
pub use prepared::{Argument, Statement};
pub use result::{Field, Row, Value};
pub use wire::{ReadWrite, Secure};

/// An error, of the server or of the client itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub code: u32,
    pub state: [u8; 5],
    pub message: Vec<u8>,
    /// What PHP's client warns of where it finds a packet broken, in lines. There is no other error then.
    pub complaint: Option<String>,
}

impl Error {
    pub fn new(code: u32, state: &[u8; 5], message: impl Into<Vec<u8>>) -> Error {
        Error { code, state: *state, message: message.into(), complaint: None }
    }

    pub fn unknown(code: u32, message: impl Into<Vec<u8>>) -> Error {
        Error::new(code, b"HY000", message)
    }

    pub fn gone() -> Error {
        Error::unknown(code::SERVER_GONE, "MySQL server has gone away")
    }

    pub fn out_of_sync() -> Error {
        Error::unknown(code::OUT_OF_SYNC, "Commands out of sync; you can't run this command now")
    }

    pub fn malformed() -> Error {
        Error::unknown(code::MALFORMED, "Malformed packet")
    }

    /// A packet that cannot be believed.
    pub fn broken(complaint: impl Into<String>) -> Error {
        Error { complaint: Some(complaint.into()), ..Error::malformed() }
    }
}

pub type Result<T> = std::result::Result<T, Error>;

/// Numbers of the client's own errors.
pub mod code {
    pub const UNKNOWN: u32 = 2000;
    pub const CONNECTION: u32 = 2002;
    pub const UNKNOWN_HOST: u32 = 2005;
    pub const SERVER_GONE: u32 = 2006;
    pub const OUT_OF_MEMORY: u32 = 2008;
    pub const SERVER_LOST: u32 = 2013;
    pub const OUT_OF_SYNC: u32 = 2014;
    pub const UNKNOWN_CHARSET: u32 = 2019;
    pub const MALFORMED: u32 = 2027;
    pub const NO_PREPARE: u32 = 2030;
    pub const PARAMS_NOT_BOUND: u32 = 2031;
    pub const INVALID_PARAMETER: u32 = 2034;
    pub const NO_RESULT: u32 = 2050;
    pub const NO_METADATA: u32 = 2052;
    pub const NOT_SUPPORTED_AUTH: u32 = 2054;
    pub const LOCAL_INFILE: u32 = 2068;
}

/// What client and server can do.
pub mod caps {
    pub const LONG_PASSWORD: u32 = 1;
    pub const FOUND_ROWS: u32 = 2;
    pub const LONG_FLAG: u32 = 4;
    pub const CONNECT_WITH_DB: u32 = 8;
    pub const NO_SCHEMA: u32 = 16;
    pub const COMPRESS: u32 = 32;
    pub const LOCAL_FILES: u32 = 128;
    pub const IGNORE_SPACE: u32 = 256;
    pub const PROTOCOL_41: u32 = 512;
    pub const INTERACTIVE: u32 = 1024;
    /// With it, nobody asks who the server is; without a certificate to trust nobody does anyway.
    pub const DONT_VERIFY: u32 = 64;
    pub const SSL: u32 = 2048;
    pub const TRANSACTIONS: u32 = 8192;
    pub const SECURE_CONNECTION: u32 = 32768;
    pub const MULTI_STATEMENTS: u32 = 1 << 16;
    pub const MULTI_RESULTS: u32 = 1 << 17;
    pub const PS_MULTI_RESULTS: u32 = 1 << 18;
    pub const PLUGIN_AUTH: u32 = 1 << 19;
    pub const CONNECT_ATTRS: u32 = 1 << 20;
    pub const VERIFY: u32 = 1 << 30;
}

/// Bits of a server's status.
pub mod status {
    pub const IN_TRANSACTION: u16 = 1;
    pub const AUTOCOMMIT: u16 = 2;
    pub const MORE_RESULTS: u16 = 8;
    pub const NO_GOOD_INDEX: u16 = 16;
    pub const NO_INDEX: u16 = 32;
    pub const CURSOR: u16 = 64;
    pub const LAST_ROW: u16 = 128;
    pub const NO_BACKSLASHES: u16 = 512;
    pub const SLOW: u16 = 2048;
    pub const OUT_PARAMS: u16 = 4096;
}

/// Types of columns and parameters.
pub mod kind {
    pub const DECIMAL: u8 = 0;
    pub const TINY: u8 = 1;
    pub const SHORT: u8 = 2;
    pub const LONG: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const DOUBLE: u8 = 5;
    pub const NULL: u8 = 6;
    pub const TIMESTAMP: u8 = 7;
    pub const LONGLONG: u8 = 8;
    pub const INT24: u8 = 9;
    pub const DATE: u8 = 10;
    pub const TIME: u8 = 11;
    pub const DATETIME: u8 = 12;
    pub const YEAR: u8 = 13;
    pub const NEWDATE: u8 = 14;
    pub const VARCHAR: u8 = 15;
    pub const BIT: u8 = 16;
    pub const VECTOR: u8 = 242;
    pub const JSON: u8 = 245;
    pub const NEWDECIMAL: u8 = 246;
    pub const ENUM: u8 = 247;
    pub const SET: u8 = 248;
    pub const TINY_BLOB: u8 = 249;
    pub const MEDIUM_BLOB: u8 = 250;
    pub const LONG_BLOB: u8 = 251;
    pub const BLOB: u8 = 252;
    pub const VAR_STRING: u8 = 253;
    pub const STRING: u8 = 254;
    pub const GEOMETRY: u8 = 255;
}

/// Flags of columns.
pub mod flag {
    pub const NOT_NULL: u16 = 1;
    pub const PRI_KEY: u16 = 2;
    pub const UNIQUE_KEY: u16 = 4;
    pub const MULTIPLE_KEY: u16 = 8;
    pub const BLOB: u16 = 16;
    pub const UNSIGNED: u16 = 32;
    pub const ZEROFILL: u16 = 64;
    pub const BINARY: u16 = 128;
    pub const NUM: u16 = 32768;
}
